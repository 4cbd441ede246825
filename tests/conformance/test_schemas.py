"""What holds of the schema of every game: it tells what positions, views and events hold."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from cases import Case, cases, games, walk
from tools.views.__main__ import build_files
from tools.views.shapes import find_tag

import pioche
from pioche import Game
from pioche.words import Words

ROOT = Path(__file__).parents[2]
STEPS = 150


def check_shape(value: Any, shape: Any) -> None:
    """A value has the fields of its type, no others, each of the right type."""
    # What a type does not know is dropped by the conversion.
    assert msgspec.convert(value, shape) == value


@pytest.mark.parametrize("case", cases(), ids=str)
def test_positions_and_views_hold_what_the_schema_says(case: Case) -> None:
    game = pioche.games[case.game]
    for step in walk(case, seed=5, steps=STEPS):
        check_shape(step.after.dump(), game.position_type)
        for seat in (None, *range(case.players)):
            check_shape(step.after.view(seat), game.view_type)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_events_hold_what_the_schema_says(case: Case) -> None:
    game = pioche.games[case.game]
    shapes = {find_tag(event): event for event in get_args(game.event_type)}
    for step in walk(case, seed=6, steps=STEPS):
        for seat in (None, *range(case.players)):
            for event in game.events(*step, seat):
                check_shape(event, shapes[event["type"]])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_each_event_has_a_sentence_and_each_sentence_an_event(game: Game) -> None:
    said = Words.load(game, "en").texts["events"]
    assert {find_tag(event) for event in get_args(game.event_type)} == set(said)


def test_the_types_of_the_page_and_the_tables_of_the_formats_are_not_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    for path, text in build_files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `make views`"
