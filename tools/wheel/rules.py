"""The compiled rules of a wheel: mypyc translates them to C, in units that compile at once."""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.wheel.cache import CACHE, ROOT, find_kept, hash_files, keep
from tools.wheel.progress import step

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
# What compiled rules can depend on: the layers below these ("imports go one way").
ABOVE_THE_RULES = ("arena", "cli.py", "server", "tables", "terminal")


def make_rules(work: Path) -> Path:
    """The extension modules of the rules, as they lie in a wheel."""
    place = CACHE / f"rules-{hash_files(find_sources(), *describe_compilers())}"
    if find_kept(place):
        return place
    shutil.copytree(ROOT / "src", work / "src", ignore=shutil.ignore_patterns("*.so", "tests"))
    with inside(work / "src"):
        compile_rules(work)
    keep(work / "lib", place)
    return work / "lib"


def find_sources() -> list[Path]:
    """All that the compiled rules can depend on, directly or not."""
    package = ROOT / "src" / "pioche"
    return [
        path
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in ABOVE_THE_RULES and "tests" not in path.parts
    ]


def describe_compilers() -> list[str]:
    """What the compiled rules depend on beside their sources."""
    from mypy.version import __version__

    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    said = ""
    if sys.platform != "win32":
        said = subprocess.run([*command, "--version"], capture_output=True, text=True).stdout
    flags = [os.environ.get(name, "") for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS", "ARCHFLAGS")]
    tag = str(sysconfig.get_config_var("EXT_SUFFIX"))
    return [__version__, sys.version, tag, platform.platform(), *command, said, *flags]


def compile_rules(work: Path) -> None:
    """Compile the sources in the current folder, into the folder lib of `work`."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    files = [path.as_posix() for pattern in COMPILED for path in sorted(Path().glob(pattern))]
    in_units = links_optimised(work)
    with step("translating the rules of the games to C"):
        extensions = mypycify(
            files,
            opt_level="3",
            debug_level="0",
            group_name="pioche",
            target_dir=str(work / "c"),
            multi_file=in_units,
        )
    shared, *_ = extensions
    if sys.platform != "win32":
        shared.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    if in_units:
        shared.sources = gather_units(shared.sources, work / "units", count_jobs())
        # Clones of functions for constant arguments take time and bring nothing here.
        shared.extra_compile_args += ["-flto", "-fno-ipa-cp-clone"]
        shared.extra_link_args += [*shared.extra_compile_args, f"-flto={count_jobs()}"]
    command = parallel_command()(Distribution({"name": "pioche", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "temp")
    command.ensure_finalized()
    with step("compiling the rules"), without_make_flags():
        command.run()


def count_jobs() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def links_optimised(work: Path) -> bool:
    """Whether the compiler can inline across units when it links, as gcc does.

    Only then may the rules be compiled in several units at once: without the inlining across
    modules they are up to a third slower. Other compilers get all of them as one unit.
    """
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler: Any = new_compiler()
    customize_compiler(compiler)
    if compiler.compiler_type != "unix" or count_jobs() < 2 or not shutil.which("make"):
        return False
    probe = work / "probe.c"
    probe.write_text("int probe(void) { return 1; }\n", encoding="utf-8")
    commands = [
        [*compiler.compiler_so, "-flto", "-c", str(probe), "-o", f"{probe}.o"],
        [*compiler.linker_so, "-flto=2", f"{probe}.o", "-o", f"{probe}.so"],
    ]
    return all(
        subprocess.run(words, capture_output=True, check=False).returncode == 0
        for words in commands
    )


def gather_units(sources: list[str], folder: Path, count: int) -> list[str]:
    """Units of about the same size that include the sources: headers are read once for each."""
    units: list[list[Path]] = [[] for _ in range(count)]
    sizes = [0] * count
    for path in sorted(map(Path, sources), key=lambda path: path.stat().st_size, reverse=True):
        least = sizes.index(min(sizes))
        units[least].append(path.resolve())
        sizes[least] += path.stat().st_size
    folder.mkdir()
    names = [folder / f"unit_{number}.c" for number in range(count)]
    for name, unit in zip(names, units, strict=True):
        name.write_text("".join(f'#include "{path.as_posix()}"\n' for path in unit))
    return [str(name) for name, unit in zip(names, units, strict=True) if unit]


def parallel_command() -> Any:
    """The command of setuptools that builds extensions, on all processors."""
    from setuptools.command.build_ext import build_ext

    class BuildInParallel(build_ext):  # type: ignore[misc]
        def build_extensions(self) -> None:
            shared, *modules = self.extensions
            with ThreadPoolExecutor(count_jobs()) as pool:
                units = [pool.submit(self.compile_unit, shared, unit) for unit in shared.sources]
                others = [pool.submit(self.build_extension, module) for module in modules]
                shared.extra_objects = [name for unit in units for name in unit.result()]
                shared.sources = []
                self.build_extension(shared)
                for other in others:
                    other.result()

        def compile_unit(self, shared: Any, unit: str) -> Any:
            return self.compiler.compile(
                [unit],
                output_dir=self.build_temp,
                include_dirs=shared.include_dirs,
                extra_postargs=shared.extra_compile_args,
            )

    return BuildInParallel


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder for a while: mypyc finds packages from the current one."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def without_make_flags() -> Iterator[None]:
    """Keep the options of `make` from the one that gcc starts to link in parallel."""
    names = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    kept = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)
