"""What was built before: kept under a hash of all that it was built from.

Nothing here is ever out of date: other sources have another hash, and so another folder.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "cache"
KEPT = 6  # builds of each part


def hash_files(files: Iterable[Path], *more: str) -> str:
    """A hash of names and contents, of how things are built, and of whatever else counts."""
    found = hashlib.sha256("\0".join(more).encode())
    for path in sorted({*files, *Path(__file__).parent.glob("*.py")}):
        content = path.read_bytes()
        name = path.relative_to(ROOT).as_posix()
        found.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:24]


def find_kept(place: Path) -> bool:
    """Whether something is kept there; if so, it counts as just used."""
    if not place.is_dir():
        return False
    os.utime(place)
    return True


def keep(made: Path, place: Path) -> None:
    """Keep what was made; it appears whole or not at all."""
    unfinished = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        shutil.copytree(made, unfinished)
        unfinished.rename(place)
    except OSError:  # a folder that can't be written to, or another build was faster
        shutil.rmtree(unfinished, ignore_errors=True)
    kind = place.name.partition("-")[0]
    older = sorted(place.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]
    for path in older:
        shutil.rmtree(path, ignore_errors=True)
