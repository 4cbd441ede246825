"""How the house is built: what may know what."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import pioche

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pioche"
EVERYDAY = {"code"}  # on the page there are codes of tables, of refusals, to scan


def outside_the_games() -> list[Path]:
    """Every text file of the product that belongs to no game."""
    files = [p for p in SOURCE.rglob("*") if p.suffix in {".py", ".json", ".md", ".ts", ".svelte"}]
    files += [ROOT / name for name in ("pyproject.toml", "hatch_build.py", "Makefile")]
    page = [p for p in (ROOT / "web" / "src").rglob("*") if p.suffix in {".ts", ".svelte", ".json"}]
    files += [p for p in page if ".test." not in p.name and p.parent.name != "test"]
    return [path for path in files if SOURCE / "games" not in path.parents]


@pytest.mark.parametrize("id", pioche.games)
def test_no_game_is_named_outside_its_folder(id: str) -> None:
    """A sixth game is one new folder."""
    spelled = [id, id.replace("-", "_"), id.replace("-", "").title()]
    found = []
    for path in outside_the_games():
        text = path.read_text(encoding="utf-8")
        for word in spelled:
            # A game may share its name with an everyday word; its id in quotes or as a module
            # is what nobody outside may know.
            everyday = word in EVERYDAY and path.is_relative_to(ROOT / "web")
            quoted = "" if everyday else rf"""["']{word}["']|"""
            if re.search(rf"{quoted}games\.{word}\b|games/{word}\b", text):
                found.append((path.relative_to(ROOT), word))
    assert not found


def test_the_catalog_is_a_mapping_in_a_fixed_order() -> None:
    assert list(pioche.games) == sorted(pioche.games)
    assert len(pioche.games) >= 5  # a sixth moves in without a change here
    assert "chess" not in pioche.games
    with pytest.raises(KeyError, match="there are"):
        pioche.games["chess"]
    for id, game in pioche.games.items():
        assert game.id == id
        assert game.version >= 1


def test_games_can_be_imported_by_every_form_of_import() -> None:
    import pioche.games.no_thanks.rules as rules
    from pioche.games import no_thanks

    assert no_thanks.GAME is pioche.games["no-thanks"]
    assert rules.ACTIONS == 2


def test_files_stay_small() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in SOURCE.rglob("*.py")
        if (lines := path.read_text(encoding="utf-8").count("\n")) > 500
    }
    assert not long


def test_one_class_name_stands_for_one_thing() -> None:
    """docs/glossary.md: whoever reads a class name knows which one is meant."""
    places = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        if "tests" in path.parts[len(SOURCE.parts) :]:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_no_room_is_crowded() -> None:
    """A newcomer can take in what lies on one level: about a dozen files."""
    tops = [SOURCE, ROOT / "tests", ROOT / "tools", ROOT / "web" / "src"]
    rooms = [room for top in tops for room in [top, *top.rglob("*")] if room.is_dir()]
    rooms = [room for room in rooms if "node_modules" not in room.parts]
    kinds = {".py", ".ts", ".svelte"}
    crowded = {
        str(room.relative_to(ROOT)): count
        for room in rooms
        if (count := sum(path.suffix in kinds for path in room.iterdir())) > 15
    }
    assert not crowded
