"""What wheels hold beside their sources: compiled rules, and the page for browsers.

PIOCHE_COMPILE=1 makes a failure to compile an error, PIOCHE_COMPILE=0 builds the
pure-Python wheel; without it a machine that can't compile gets the pure one.
PIOCHE_PAGE is the same for the page, which is built with Node.js: the machine's own where it
is new enough, else the one that comes as a Python package. A source distribution holds the
built page, so that installing from one takes no Node.js.

What was built is kept in build/cache under a hash of all it was built from, and used again.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools.wheel.cache import ROOT
from tools.wheel.page import NODE, find_page, make_page, own_node
from tools.wheel.progress import say
from tools.wheel.rules import make_rules


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build step between the sources and what is distributed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What building takes beside what pyproject.toml names."""
        at_hand = find_page().is_dir() or own_node() is not None
        return [] if wish_for("PAGE") == "0" or at_hand else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and build, side by side, and add the results."""
        if version == "editable":
            return
        self.work = Path(tempfile.mkdtemp(prefix="pioche-build-"))
        found = build_data["force_include"]
        if self.target_name == "sdist":
            place = find_page().relative_to(ROOT)
            found |= placed(tried("PAGE", make_page, self.work), place)
            return
        with ThreadPoolExecutor() as pool:
            page = pool.submit(tried, "PAGE", make_page, self.work)
            rules = tried("COMPILE", make_rules, self.work)
            found |= placed(page.result(), Path("pioche", "web"))
        found |= placed(rules, Path())
        if rules:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        shutil.rmtree(getattr(self, "work", ""), ignore_errors=True)


WITHOUT = {
    "COMPILE": "the rules will run interpreted",
    "PAGE": "there will be no page for browsers",
}


def wish_for(what: str) -> str:
    """Whether a part must, may or must not be built: 1, auto or 0."""
    return os.environ.get(f"PIOCHE_{what}", "auto")


def tried(what: str, make: Callable[[Path], Path], work: Path) -> Path | None:
    """The folder of a part; none where it may be left out and can't be made."""
    wish = wish_for(what)
    if wish == "0":
        return None
    try:
        return make(work)
    except (Exception, SystemExit) as error:
        if wish == "1":
            raise
        say(f"{WITHOUT[what]} ({error})")
        return None


def placed(folder: Path | None, place: Path) -> dict[str, str]:
    """Every file of a folder, and where it goes in what is distributed."""
    files = [path for path in folder.rglob("*") if path.is_file()] if folder else []
    return {str(path): (place / path.relative_to(str(folder))).as_posix() for path in files}
