"""`make` from a fresh copy: what it tells, what it installs, and that nothing is built twice."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools import setup  # noqa: E402

TELL = """
import os, sys
with open(os.environ["PIOCHE_PROGRESS"], "a") as file:
    for line in sys.argv[1:]:
        print(line, file=file, flush=True)
"""


def tell(*lines: str) -> list[str]:
    return [sys.executable, "-c", TELL, *lines]


def test_a_step_is_one_line_with_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    screen = setup.Screen()
    setup.run(screen, "Pioche", tell("> page", "> rules", "page, 3 s", "rules, 20 s"))
    assert capsys.readouterr().err == "setup: page, 3 s\nsetup: rules, 20 s\n"
    assert screen.has_told and not screen.running


def test_what_is_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    line = "the rules will run interpreted (cc, which was tried, is not there)"
    setup.run(setup.Screen(), "Pioche", tell("> rules", line))
    assert capsys.readouterr().err == f"setup: {line}\n"


def test_a_command_that_does_nothing_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    screen = setup.Screen()
    assert setup.run(screen, "packages", [sys.executable, "-c", "print('fine')"]) == "fine\n"
    assert capsys.readouterr().err == "" and not screen.has_told


def test_a_terminal_shows_what_runs_and_for_how_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    screen = setup.Screen()
    screen.show("packages", screen.start)
    assert capsys.readouterr().err == ""  # it has only just begun
    screen.show("packages", screen.start - 5)
    assert "packages … 5 s" in capsys.readouterr().err
    screen.hear("> page")
    screen.hear("> rules")
    screen.show("Pioche", screen.start - 5)
    assert re.search(r"page … \d+ s · rules … \d+ s$", capsys.readouterr().err)


def test_a_failure_says_what_failed_and_why() -> None:
    words = [sys.executable, "tools/setup.py", sys.executable, "play"]  # which is not uv
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sync --locked" in done.stderr and "failed" in done.stderr
    assert "Traceback" not in done.stderr
    assert "can't open file" in done.stderr


def test_the_doors_of_the_makefile_lead_here() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "play:\n\t@python3 tools/setup.py $(UV) play\n" in text
    assert "setup:\n\t@python3 tools/setup.py $(UV) develop\n" in text


# -- from a fresh copy -----------------------------------------------------------------------


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A copy of the sources alone, as a clone is."""
    made = {".venv", ".uv", ".git", "node_modules", "__pycache__", "build", "dist"}

    def left_out(folder: str, names: list[str]) -> set[str]:
        # Folders called build are made at the top, and hold sources below.
        return {name for name in names if name in made and (name != "build" or folder == str(ROOT))}

    return Path(shutil.copytree(ROOT, tmp_path / "copy", ignore=left_out))


def make(copy: Path) -> list[str]:
    """The lines that `make play` tells before it starts Pioche."""
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    if not Path(uv).exists():
        pytest.skip("there is no uv here")
    left_out = ("PIOCHE_", "UV_", "VIRTUAL_ENV", "PYTHONPATH")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
    done = subprocess.run(
        [sys.executable, "tools/setup.py", uv, "play"],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stderr.splitlines()


def steps(lines: list[str]) -> list[str]:
    return [re.sub(r"^setup: |,? (after )?\d+ s$|\d+ ", "", line) for line in lines]


@pytest.mark.long
def test_nothing_is_built_twice(fresh: Path) -> None:
    first = steps(make(fresh))
    assert first[0] == "installing packages"
    assert first[-2:] == ["building and installing Pioche", "ready"]
    assert set(first[1:-2]) == {
        "building the page for browsers",
        "translating the rules of the games to C",
        "compiling the rules",
    }

    (place,) = (fresh / ".venv" / "lib").glob("python*/site-packages")
    names = {path.name for path in place.iterdir()}
    assert "litestar" in names
    assert names.isdisjoint({"pytest", "playwright", "ray", "open_spiel", "mypy", "numpy"})
    (library,) = place.glob("pioche__mypyc.*")
    before = library.stat()

    assert make(fresh) == []
    after = library.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)

    # A change of the server alone: installed anew, with the same rules and the same page.
    changed = fresh / "src" / "pioche" / "server" / "metrics.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\nADDED = 1\n", encoding="utf-8")
    assert steps(make(fresh)) == ["building and installing Pioche", "ready"]
    assert "ADDED = 1" in (place / "pioche" / "server" / "metrics.py").read_text(encoding="utf-8")
    assert (place / "pioche" / "web" / "index.html").is_file()
    assert list(place.glob("pioche__mypyc.*"))
