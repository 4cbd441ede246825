"""What people download: it installs without Node.js and plays, wherever it is unpacked.

`make dist` builds the files and runs these tests on them; alone they build their own.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
NODE = {"node", "nodejs", "npm", "npx", "corepack"}
WAIT = 60  # seconds until a server must answer

pytestmark = pytest.mark.long


def run(*words: str | Path, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def uv() -> str:
    found = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    if not Path(found).exists():
        pytest.skip("there is no uv here")
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("there is no C compiler here")
    return found


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine without Node.js, which can't reach npm either."""
    programs = tmp_path_factory.mktemp("bin")
    for folder in os.environ["PATH"].split(os.pathsep):
        for path in Path(folder).glob("*"):
            if path.name not in NODE and not (programs / path.name).exists():
                (programs / path.name).symlink_to(path)
    left_out = ("PIOCHE_", "UV_", "VIRTUAL_ENV", "PYTHONPATH", "NODE_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
    # Port 9 is closed: whoever asks npm for anything fails.
    nowhere = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_offline": "true"}
    wishes = {"PIOCHE_COMPILE": "1", "PIOCHE_PAGE": "1"}
    found = {**kept, **nowhere, **wishes, "PATH": str(programs)}
    assert shutil.which("node", path=found["PATH"]) is None
    return found


@pytest.fixture(scope="module")
def dist(uv: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source distribution and a wheel that was built from it."""
    if given := os.environ.get("PIOCHE_DIST"):
        return ROOT / given
    folder = tmp_path_factory.mktemp("dist")
    environment = {**os.environ, "PIOCHE_COMPILE": "1", "PIOCHE_PAGE": "1"}
    run(uv, "build", "--quiet", "--out-dir", folder, folder=ROOT, environment=environment)
    return folder


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_a_source_distribution_holds_the_built_page_and_all_that_builds_the_rest(
    dist: Path,
) -> None:
    with tarfile.open(only(dist, "*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert [name for name in names if re.fullmatch(r"build/cache/page-\w+/index\.html", name)]
    assert {"hatch_build.py", "tools/wheel/rules.py", "src/pioche/cli.py", "uv.lock"} <= names
    assert not [name for name in names if "node_modules" in name or name.endswith(".so")]
    assert not [name for name in names if name.startswith(("build/cache/rules", ".venv", ".uv"))]


def test_a_wheel_for_this_machine_is_compiled_and_has_the_page(dist: Path) -> None:
    wheel = only(dist, "*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "pioche/web/index.html" in names
    assert [name for name in names if name.startswith("pioche__mypyc.")]


@pytest.mark.parametrize("pattern", ["*.tar.gz", "*.whl"])
def test_it_installs_and_serves_its_page_where_there_is_no_node(
    uv: str, bare: dict[str, str], dist: Path, tmp_path: Path, pattern: str
) -> None:
    place = tmp_path / "place"
    run(uv, "venv", "--python", sys.executable, place, folder=tmp_path, environment=bare)
    install = ["pip", "install", "--python", place, "--refresh-package", "pioche"]
    run(uv, *install, only(dist, pattern), folder=tmp_path, environment=bare)
    program = place / "bin" / "pioche"
    said = run(program, "--version", folder=tmp_path, environment=bare)
    assert "engine compiled" in said
    with serving(program, tmp_path, bare) as address:
        page = read(address)
        (script, *_) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert "import" in read(address + script)


@contextmanager
def serving(program: Path, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a server that keeps its tables in a folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    database = f"sqlite:///{folder / 'pioche.db'}"
    words = [str(program), "serve", "--port", str(port), "--database", database]
    with subprocess.Popen(words, cwd=folder, env=environment) as process:
        try:
            wait_for(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return when the server answers."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        assert process.poll() is None, "the server has ended"
        try:
            read(f"http://127.0.0.1:{port}/healthz")
            return
        except URLError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def read(address: str) -> str:
    with urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())
