"""Gap: what is said for a move is true, and there is something to say for every move."""

from typing import Any

import pytest
from gap_positions import GAME, dealt, position

from pioche import CHANCE, Rng, State
from pioche.words import LANGUAGES, Words

NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou"]
QUIET = ["R0", "R1", "Y0", "Y1"]  # takes nothing and is taken by nothing from 3 to 8


def advice(state: State, move: str) -> dict[str, Any]:
    assert state.refusal(state.actors()[0], GAME.parse(move)) is None
    return GAME.advise(state.view(state.actors()[0]), move)


def table(hand: list[str], middle: list[str], row: list[str], **fields: Any) -> State:
    each = fields.pop("each", 6)
    return GAME.load(position(hands={0: hand}, middle=middle, rows={0: row}, each=each, **fields))


def test_a_rise_is_told_with_what_is_taken() -> None:
    """GAP-9 GAP-18"""
    state = table(["V5"], ["V4", "V6", "R0", "Y0"], ["V1", "G1"])
    said = {"type": "gain", "cards": ["V4", "V6"], "before": 2, "points": 3}
    assert advice(state, "play V5") == said


def test_colours_that_tie_as_the_largest_are_told() -> None:
    """GAP-16"""
    state = table(["V5"], ["G4", "R0", "Y0", "G9"], ["V1", "G1", "G2"])
    said = {"cards": ["G4"], "points": 1, "colour": "G", "count": 3}  # 3 − 2
    assert advice(state, "play V5") == {"type": "build", **said}
    state = table(["V5"], ["V4", "R0", "Y0", "G9"], ["V1", "G1", "G2", "G3", "B1"])
    said = {"type": "level", "cards": ["V4"], "points": 5, "count": 2}
    assert advice(state, "play V5") == said


def test_a_fall_names_the_colour_that_grows() -> None:
    """GAP-17"""
    state = table(["B5"], ["B4", "R0", "Y0", "G9"], ["V1", "V2", "V3"])
    said = {"type": "cost", "cards": ["B4"], "points": 1, "colour": "B", "count": 2}
    assert advice(state, "play B5") == said


def test_a_card_for_the_middle_leaves_the_row_as_it_is() -> None:
    """GAP-11"""
    state = table(["V5"], QUIET, ["V1", "G1", "G2"])
    assert advice(state, "play V5") == {"type": "joins", "card": "V5", "points": 1}


def test_the_last_card_settles_the_round() -> None:
    """GAP-15 GAP-18"""
    state = table(["V5"], ["V4", "R0", "Y0", "G9"], ["V1", "G1"], each=1)
    assert advice(state, "play V5") == {"type": "last", "points": 2}


def test_where_there_is_a_choice_the_best_of_it_is_told() -> None:
    """GAP-9"""
    state = table(["V5"], ["V4", "B4", "R0", "Y0"], ["V1"])
    assert advice(state, "play V5") == {"type": "choice", "card": "V5", "points": 3}


def test_choices_are_held_against_each_other() -> None:
    """GAP-9 GAP-10"""
    state = table([], ["V4", "B4", "R0", "Y0"], ["V1"], phase="lower", played="V5")
    assert advice(state, "take V4") == {"type": "take-best", "card": "V4", "points": 3}
    less = {"type": "take-less", "card": "B4", "points": 1, "colour": "B", "count": 1}
    assert advice(state, "take B4") == less


def test_a_lower_choice_is_judged_with_the_upper_card_to_come() -> None:
    """GAP-10"""
    state = table([], ["G4", "B4", "B6", "Y0"], ["V1"], phase="lower", played="V5")
    assert advice(state, "take B4")["points"] == 4  # V1 V5 and B4 B6
    assert advice(state, "take G4")["points"] == 0  # V1 V5 against G4 and B6


def told(players: int, seed: int) -> list[tuple[dict[str, Any], State, str]]:
    """The advice for every legal move of a random game."""
    rng, found = Rng(seed), []
    state = dealt(players, seed)
    while not state.is_over():
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
            continue
        seat = state.actors()[0]
        moves = state.legal(seat)
        for move in moves:
            text = GAME.text(move)
            found.append((GAME.advise(state.view(seat), text), state.clone(), text))
        state.apply(seat, moves[int(rng.below(len(moves)))])
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_has_a_sentence_and_no_sentence_is_unused(lang: str) -> None:
    words, types = Words.load(GAME, lang), set()
    for players in GAME.players:
        for said, _, _ in told(players, seed=players):
            assert "{" not in words.say_advice(said, NAMES[:players])
            types.add(said["type"])
    assert types == set(words.texts["advice"])


def test_the_points_told_are_those_the_row_then_has() -> None:
    """GAP-18"""
    for said, state, text in told(4, seed=9):
        seat = state.actors()[0]
        state.apply(seat, GAME.parse(text))
        view = state.view(seat)
        if not view["choices"] and not state.dump().get("chance") and not state.is_over():
            assert said["points"] == view["plus"][seat] - view["minus"][seat], text
