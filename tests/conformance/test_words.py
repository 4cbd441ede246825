"""Every text of every game is there in both languages, and no other."""

import string
from collections import defaultdict
from typing import Any

import pytest
from cases import Case, cases, games, part_of_tests, reached, walk
from rich.text import Text

import pioche
from pioche import Rng
from pioche.words import LANGUAGES, Words, common_words
from pioche.words.rulebook import Rulebook

NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou", "Gus", "Hana"]


def leaves(value: Any, path: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {
            k: v for key, part in value.items() for k, v in leaves(part, f"{path}.{key}").items()
        }
    return {path: value}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_both_languages_have_the_same_keys_and_parameters(game: pioche.Game) -> None:
    english, french = (leaves(Words.load(game, lang).texts) for lang in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert parameters(text) == parameters(french[key]), key


def test_the_house_has_the_same_words_in_both_languages() -> None:
    english, french = (leaves(common_words(lang)) for lang in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert parameters(text) == parameters(french[key]), key


def parameters(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_everything_that_happens_can_be_said(game: pioche.Game) -> None:
    said = everything_said(game)
    for lang in LANGUAGES:
        words = Words.load(game, lang)
        for event in said["events"]:
            assert words.say_event(event, NAMES)
        for refusal in said["refusals"]:
            assert words.say_refusal(refusal, NAMES)
        for move in said["moves"]:
            assert words.say_move(move, NAMES)
        for reason in said["reasons"]:
            assert words.texts["reasons"][reason]
        for name in game.options:
            assert words.texts["options"][name]["name"]
            assert words.texts["options"][name]["help"]
        assert words.texts["name"]
        assert words.texts["tagline"]
        assert words.texts["score"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_no_word_is_unused(game: pioche.Game) -> None:
    """Each sentence in the files is said in some random game or by one of the game's own tests.

    What random play hardly reaches stands in `RARE` of the game's tests/secrecy_oracle.py, and the
    game's tests reach it.
    """
    said = everything_said(game)
    rare = part_of_tests(game, "secrecy_oracle").RARE
    texts = Words.load(game, "en").texts
    assert set(texts["events"]) == {e["type"] for e in said["events"]} | rare["events"]
    house = set(common_words("en")["refusals"])
    codes = {r.code for r in said["refusals"]} | rare["refusals"]
    assert set(texts["refusals"]) == codes - house
    assert set(texts["moves"]) == {m.split()[0] for m in said["moves"]}
    assert set(texts["reasons"]) == {*said["reasons"]} | rare["reasons"]


_SAID: dict[str, dict[str, list[Any]]] = {}


def everything_said(game: pioche.Game) -> dict[str, list[Any]]:
    """Events, refusals, moves and reasons met in many random games."""
    if game.id in _SAID:
        return _SAID[game.id]
    said: dict[str, dict[str, Any]] = defaultdict(dict)
    for case in cases():
        if case.game == game.id:
            listen(case, said)
    for action in range(game.num_actions):
        said["moves"][game.text(action)] = game.text(action)
    _SAID[game.id] = {kind: list(found.values()) for kind, found in said.items()}
    return _SAID[game.id]


def listen(case: Case, said: dict[str, dict[str, Any]]) -> None:
    game, rng = pioche.games[case.game], Rng(1)
    for seed in range(6):
        for step in walk(case, seed, steps=1500):
            for seat in (0, 1, None):
                for event in game.events(step.before, step.who, step.action, step.after, seat):
                    said["events"][event["type"] + str(sorted(event))] = event
            seats = step.after.actors() or (0,)
            for _ in range(12):
                seat, action = seats[rng.below(len(seats))], rng.below(game.num_actions)
                refusal = step.after.refusal(seat, action)
                if refusal is not None:
                    said["refusals"].setdefault(refusal.code, refusal)
            if step.after.is_over():
                reason = step.after.outcome().reason
                said["reasons"][reason] = reason


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_can_be_drawn_at_any_time(case: Case, lang: str) -> None:
    game = pioche.games[case.game]
    words = Words.load(game, lang).texts
    for depth in (0, 1, 7, 30, 100, 10**6):
        state = reached(case, 3, min(depth, 4000))
        for seat in (0, case.players - 1, None):
            rows = game.build_board(state.view(seat), NAMES[: case.players], words)
            assert rows
            for cell in (cell for row in rows for cell in row.cells):
                assert "\n" not in Text.from_markup(cell.face).plain
                assert all(move in game.actions for move in cell.moves)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_rulebooks_have_the_same_clauses_and_examples(game: pioche.Game) -> None:
    english, french = (Rulebook.load(game, lang) for lang in LANGUAGES)
    assert list(english.clauses) == list(french.clauses)
    numbers = [int(id.split("-")[1]) for id in english.clauses]
    assert numbers == list(range(1, len(numbers) + 1))
    for mark in ("\n## ", "\n> "):
        assert english.text.count(mark) == french.text.count(mark)
    assert english.text.count("ruling") == french.text.count("Notre choix")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_clause_is_cited_by_a_test_of_its_game(game: pioche.Game) -> None:
    folder = part_of_tests(game, "secrecy_oracle").__spec__.origin.rsplit("/", 1)[0]
    cited = cited_clauses(folder)
    missing = [id for id in Rulebook.load(game, "en").clauses if id not in cited]
    assert not missing, f"no test cites {', '.join(missing)}"


def cited_clauses(folder: str) -> set[str]:
    """The clause ids in the test functions of a folder: their names, docstrings and decorators."""
    import ast
    import re
    from pathlib import Path

    found: set[str] = set()
    for path in Path(folder).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(re.findall(r"\b[A-Z]+-\d+\b", ast.get_docstring(node) or ""))
    return found
