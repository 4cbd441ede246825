"""The container file, step by step: in a root file system made from Debian's packages.

No image and no container program is needed, but root rights, as chroot and mounts take them.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from containerfile import Stage, build, is_ignored, read_instructions, words_of

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
MIRROR = "http://deb.debian.org/debian"
# What an image called python:…-slim has beside Debian's smallest system.
PYTHON = ["ca-certificates", "libpython3-dev", "python3", "python3-pip", "python3-venv"]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


# -- what can be seen without running it -----------------------------------------------------


def test_instructions_are_read_over_several_lines_and_without_comments() -> None:
    text = "# first\nFROM a AS b\nRUN one \\\n && two\n\nENV A=1 \\\n    B=2\n"
    assert read_instructions(text) == [
        ("FROM", "a AS b"),
        ("RUN", "one  && two"),
        ("ENV", "A=1  B=2"),
    ]


@pytest.mark.parametrize("name", ["src/pioche/cli.py", "web/package.json", "tools/wheel/page.py"])
def test_the_context_holds_what_is_built(name: str) -> None:
    assert not is_ignored(ROOT / name, ROOT, IGNORED)


LEFT_OUT = [
    ".venv/bin/python",
    "build/cache/page-1/index.html",
    "deploy/.env",
    "src/pioche/__pycache__/cli.pyc",
    "src/pioche/core/rng.so",
    "tests/test_rng.py",
    "web/node_modules/vite/index.js",
]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_context_leaves_out_the_rest(name: str) -> None:
    assert is_ignored(ROOT / name, ROOT, IGNORED)


def test_the_small_compose_file_keeps_its_tables_in_a_volume() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.sqlite.yaml").read_text(encoding="utf-8"))
    (server,) = compose["services"].values()
    settings = dict(read_instructions(TEXT))
    (volume,) = server["volumes"]
    name, _, place = volume.partition(":")
    assert name in compose["volumes"] and place == settings["VOLUME"]
    assert f"sqlite://{place}/" in settings["ENV"]
    assert [port.rpartition(":")[2] for port in server["ports"]] == [settings["EXPOSE"]]
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert (ROOT / "deploy" / server["build"]["context"]).resolve() == ROOT
    assert (ROOT / server["build"]["dockerfile"]).is_file()


# -- every step ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Debian with Python, as the image that the container file begins with."""
    if os.geteuid() != 0:
        pytest.skip("chroot takes root rights")
    if subprocess.run(["unshare", "--mount", "--net", "true"], capture_output=True).returncode:
        pytest.skip("no mounts of its own can be had here")
    (suite,) = set(re.findall(r"^FROM python:3\.11-slim-(\w+)", TEXT, re.MULTILINE))
    folder = tmp_path_factory.mktemp("container")
    command, environment = find_debootstrap(folder)
    root = folder / "base"
    words = [*command, "--variant=minbase", f"--include={','.join(PYTHON)}", suite, root, MIRROR]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and "Failed getting release file" in done.stdout + done.stderr:
        pytest.skip(f"{MIRROR} can't be reached")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    dress(root)
    yield root
    shutil.rmtree(folder)  # a gigabyte


def find_debootstrap(folder: Path) -> tuple[list[str], dict[str, str]]:
    """The program that makes a Debian: installed, or unpacked here from its package."""
    if found := shutil.which("debootstrap"):
        return [found], dict(os.environ)
    if not shutil.which("apt-get"):
        pytest.skip("there is no debootstrap, and no apt-get to get it with")
    fetched = subprocess.run(
        ["apt-get", "download", "-q", "debootstrap"], cwd=folder, capture_output=True, check=False
    )
    packages = list(folder.glob("debootstrap_*.deb"))
    if fetched.returncode or not packages:
        pytest.skip("debootstrap can't be fetched: try apt-get install debootstrap")
    subprocess.run(["dpkg", "-x", packages[0], folder / "tools"], check=True)
    library = folder / "tools" / "usr" / "share" / "debootstrap"
    environment = {**os.environ, "DEBOOTSTRAP_DIR": str(library)}
    return ["sh", str(folder / "tools" / "usr" / "sbin" / "debootstrap")], environment


def dress(root: Path) -> None:
    """Make Debian's Python what it is in the image: `python`, free to install into."""
    for path in (root / "usr" / "lib").glob("python3*/EXTERNALLY-MANAGED"):
        path.unlink()
    (root / "usr" / "bin" / "python").symlink_to("python3")
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    if "SSL_CERT_FILE" in os.environ:  # this machine trusts others than Debian does
        shutil.copy(os.environ["SSL_CERT_FILE"], root / CERTIFICATES.relative_to("/"))


def network_settings() -> dict[str, str]:
    """How this machine reaches what steps fetch."""
    names = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "UV_DEFAULT_INDEX")
    found = {name: os.environ[name] for name in names if name in os.environ}
    trust = ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
    return {**found, **dict.fromkeys(trust, str(CERTIFICATES))}


@pytest.fixture(scope="module")
def stage(base: Path) -> Stage:
    """The last stage of the container file, after all its steps."""
    return build(TEXT, ROOT, base, base.parent, network_settings())


@pytest.mark.long
def test_every_step_of_the_container_file_works(stage: Stage) -> None:
    assert "engine compiled" in stage.run(["pioche", "--version"])
    assert stage.run(["id", "-u"]).strip() == stage.user.partition(":")[0] != "0"
    assert stage.run(["sh", "-c", "command -v gcc node uv || echo none"]).strip() == "none"
    place = stage.settings["VOLUME"]
    assert stage.run(["stat", "-c", "%U %a", place]).strip() == "pioche 700"


@pytest.mark.long
def test_the_container_serves_its_page_on_a_file_system_that_can_only_be_read(
    stage: Stage, tmp_path: Path
) -> None:
    serve = words_of(stage.settings["ENTRYPOINT"]) + words_of(stage.settings["CMD"])
    check = words_of(stage.settings["HEALTHCHECK"])
    address = f"http://127.0.0.1:{stage.settings['EXPOSE']}/"
    fetch = f"from urllib.request import urlopen; print(urlopen({address!r}).read().decode())"
    said = run_alone(stage, tmp_path, serve, check, ["python", "-c", fetch])
    assert 'src="/assets/' in said


ALONE = """
set -e
python3 -c '
import fcntl, socket, struct
with socket.socket() as it:
    fcntl.ioctl(it, 0x8914, struct.pack("16sh", b"lo", 0x41))  # the interface lo is up
'
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount --bind "$VOLUME" "$ROOT$PLACE"
"$SERVE" & server=$!
count=0
until "$CHECK" 2>/dev/null; do
  count=$((count + 1)); [ $count -lt 60 ]; kill -0 $server; sleep 0.5
done
"$FETCH"
kill -TERM $server
wait $server
"""


def run_alone(stage: Stage, folder: Path, *commands: list[str]) -> str:
    """Serve in a network of its own, with a root that can't be written to; what is fetched."""
    volume = folder / "volume"
    place = stage.settings["VOLUME"]
    subprocess.run(["cp", "-a", stage.root / place.lstrip("/"), volume], check=True)
    environment = {**os.environ, "ROOT": str(stage.root), "AS": stage.user}
    environment |= {"VOLUME": str(volume), "PLACE": place}
    for name, words in zip(("SERVE", "CHECK", "FETCH"), commands, strict=True):
        script = folder / name.lower()
        script.write_text(f"#!/bin/sh\nexec {shlex.join(stage.command(words))}\n", encoding="utf-8")
        script.chmod(0o755)
        environment[name] = str(script)
    done = subprocess.run(
        ["unshare", "--mount", "--net", "sh", "-c", ALONE],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert list(volume.glob("pioche.db*"))
    return done.stdout
