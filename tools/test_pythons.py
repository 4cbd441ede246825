"""Builds Pioche on every Python that it supports, and tests engine, tables and server there.

    python3 tools/test_pythons.py UV [VERSION …]

Pythons are looked for on the path, where uv keeps them, and where pyenv does; none is fetched.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TESTS = (
    "src/pioche/games",
    "tests/test_rng.py",
    "tests/conformance",
    "tests/bots",
    "tests/tables",
    "tests/server",
)
# The page's own tests need Node.js and its tools, and no Python at all.
LEFT_OUT = ("tests/conformance/test_said.py",)
ROOT = Path(__file__).resolve().parents[1]


def main(uv: str, *wanted: str) -> int:
    """Test on every Python that is here; how many failed, or 1 where there is none."""
    found = {version: find_python(uv, version) for version in wanted or VERSIONS}
    results = {version: try_on(uv, version, path) for version, path in found.items() if path}
    for version in found:
        print(f"Python {version}: {results.get(version, 'not found here')}")
    failed = sum(not result.startswith("passed") for result in results.values())
    return failed or (0 if results else 1)


def find_python(uv: str, version: str) -> "str | None":
    """The interpreter of a version, where there is one."""
    command = [uv, "python", "find", "--no-project", "--system", "--no-python-downloads", version]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout.strip()
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    places = sorted(versions.glob(f"{version}.*/bin/python"))
    return str(places[-1]) if places else None


def try_on(uv: str, version: str, python: str) -> str:
    """Build and test with one interpreter, in an environment of its own; what came of it."""
    print(f"\n== Python {version}: {python}", flush=True)
    place = ROOT / "build" / "python" / version
    environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(place), "PIOCHE_COMPILE": "1"}
    start = time.monotonic()
    groups = ["--no-default-groups", "--group", "test"]
    sync = [uv, "sync", "--locked", "--no-editable", "--quiet", *groups, "--python", python]
    if subprocess.run(sync, cwd=ROOT, env=environment, check=False).returncode:
        return "could not be built"
    built = time.monotonic()
    words = ["-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS]
    left_out = [f"--ignore={path}" for path in LEFT_OUT]
    command = [str(place / "bin" / "python"), *words, *left_out]
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    took = f"built in {built - start:.0f} s, tested in {time.monotonic() - built:.0f} s"
    return f"{'failed' if code else 'passed'}, {took}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
