"""`make new-game`: what it writes is a game, in the terminal and in the browser as well."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.new_game.names import BadName, GameNames, list_clause_prefixes
from tools.new_game.write import write_game

ROOT = Path(__file__).parents[1]
NAME, ID, PACKAGE = "Night Train", "night-train", "night_train"
K = f"{ID} or {PACKAGE}"


def run(folder: Path, *words: str) -> str:
    """Run Python in a copy of the tree, on its sources; what it printed."""
    sources = os.pathsep.join([str(folder / "src"), str(folder)])
    environment = {**os.environ, "PYTHONPATH": sources}
    # The copy builds its own page, and its tests are no part of this run.
    for name in [name for name in environment if name.startswith(("PIOCHE", "PYTEST"))]:
        del environment[name]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def run_tests(folder: Path, *paths: str) -> None:
    said = run(folder, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-k", K, *paths)
    assert " passed" in said
    assert "failed" not in said
    skipped = [line for line in said.splitlines() if line.startswith("SKIPPED")]
    assert all("torch" in line for line in skipped), skipped  # an extra that may not be there


def list_not_copied(folder: str, names: list[str]) -> set[str]:
    """What belongs to this place alone: environments, caches, what was built."""
    top = {"build", "dist"} if Path(folder) == ROOT else set()
    hidden = {n for n in names if n.startswith(".") and n != ".dockerignore"}  # a test reads it
    return hidden | {"node_modules", "__pycache__"} | top


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with a new game in it."""
    copy = tmp_path_factory.mktemp("new-game") / "tree"
    shutil.copytree(ROOT, copy, ignore=list_not_copied)
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    shutil.copy(ROOT / "web" / ".prettierrc", copy / "web")
    said = run(copy, "-m", "tools.new_game", NAME)
    assert f"pioche play {ID}" in said
    return copy


def test_a_new_game_passes_its_own_tests_and_those_of_all_games(tree: Path) -> None:
    games = "src/pioche/games"
    run_tests(tree, f"{games}/{PACKAGE}", "tests/conformance", "tests/test_house.py")


def test_a_new_game_is_typed_and_tidy(tree: Path) -> None:
    folder = f"src/pioche/games/{PACKAGE}"
    run(tree, "-m", "mypy", "--package", f"pioche.games.{PACKAGE}")
    run(tree, "-m", "ruff", "check", folder)
    run(tree, "-m", "ruff", "format", "--check", folder)


def test_a_new_game_can_be_played_in_the_terminal(tree: Path) -> None:
    run_tests(tree, "tests/terminal")


def test_a_new_game_can_be_played_in_the_browser(tree: Path) -> None:
    run_tests(tree, "tests/browser/test_games.py")


@pytest.mark.long
def test_a_new_game_passes_all_tests(tree: Path) -> None:
    """The environments, the arena and the server too; and what is there stays as it was."""
    run_tests(tree, "tests")
    run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "tests/terminal")


# -- names -------------------------------------------------------------------------------


def test_all_names_come_from_the_one_that_players_use() -> None:
    found = GameNames.from_title("  Lost   cities 2", None, ["LC2"])
    assert found == ("Lost cities 2", "lost-cities-2", "lost_cities_2", "LostCities2", "LC")


@pytest.mark.parametrize("title", ["", "2048", "Night-Train", "Ä", "../up", "a; rm b"])
def test_a_name_that_no_module_can_have_is_refused(title: str) -> None:
    with pytest.raises(BadName, match="letters and digits"):
        GameNames.from_title(title, None, [])


def test_no_two_games_have_the_same_clauses() -> None:
    taken = list_clause_prefixes(ROOT / "src" / "pioche" / "games")
    assert "NT" in taken
    assert GameNames.from_title(NAME, None, taken).prefix == "NITR"
    with pytest.raises(BadName, match="another game has it"):
        GameNames.from_title(NAME, "NT", taken)
    with pytest.raises(BadName, match="capital letters"):
        GameNames.from_title(NAME, "night", taken)


def test_a_game_that_is_there_is_not_touched(tmp_path: Path) -> None:
    names = GameNames.from_title(NAME, None, [])
    folder = write_game(names, tmp_path)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(BadName, match="is there already"):
        write_game(names, tmp_path)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert not any(b"demo" in text.lower() for text in before.values())
