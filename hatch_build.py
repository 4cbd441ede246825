"""Compiles the rules with mypyc into the wheel, wherever there is a C compiler.

PIOCHE_COMPILE=1 makes a failure to compile an error, PIOCHE_COMPILE=0 builds the
pure-Python wheel; without it a machine that can't compile gets the pure one.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Patterns, so that a new game is compiled without a change here.
COMPILED = [
    "pioche/core/bits.py",
    "pioche/core/rng.py",
    "pioche/core/state.py",
    "pioche/core/sense.py",
    "pioche/bots/search.py",
    "pioche/games/*/rules*.py",
    "pioche/games/*/sight*.py",
    "pioche/games/*/bot*.py",
]


class EngineHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build step between the sources and the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the results to the wheel."""
        wish = os.environ.get("PIOCHE_COMPILE", "auto")
        if self.target_name != "wheel" or version == "editable" or wish == "0":
            return
        self.work = Path(tempfile.mkdtemp(prefix="pioche-build-"))
        try:
            built = compile_rules(Path(self.root) / "src", self.work)
        except (Exception, SystemExit) as error:
            if wish == "1":
                raise
            print(f"pioche: the rules could not be compiled ({error}); they will run interpreted")
            return
        for path in built:
            inside = path.relative_to(self.work / "lib").as_posix()
            build_data["force_include"][str(path)] = inside
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        shutil.rmtree(getattr(self, "work", ""), ignore_errors=True)


def compile_rules(source: Path, work: Path) -> list[Path]:
    """Compile a copy of the sources under `work`; the extension modules made."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    shutil.copytree(source, work / "src", ignore=shutil.ignore_patterns("*.so", "tests"))
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
