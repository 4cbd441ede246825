"""Gap: why moves are refused."""

from typing import Any

import pytest
from gap_positions import GAME, Json, end, play, position

from pioche import Illegal

CHOOSING = position(
    3, hands={0: ["B5"]}, middle=["R4", "Y4", "R6", "Y6"], rows={1: ["R1", "Y1"]}, turn=0, each=5
)
SHORT = {"target": 5}


def why(at: Json, text: str, *before: str, seat: int = 0) -> tuple[str, str, dict[str, Any]]:
    """Code, clause and params of a refusal; and the move really is refused."""
    state = GAME.load(at)
    play(state, *before)
    refusal = state.refusal(seat, GAME.parse(text))
    assert refusal is not None
    with pytest.raises(Illegal) as caught:
        state.apply(seat, GAME.parse(text))
    assert caught.value.refusal == refusal
    return refusal.code, refusal.clause, dict(refusal.params)


@pytest.mark.parametrize(
    ("text", "code", "clause", "params"),
    [
        ("take R4", "play-first", "GAP-7", {"card": "R4"}),
        ("play R4", "in-the-middle", "GAP-7", {"card": "R4"}),
        ("play R1", "in-a-row", "GAP-13", {"card": "R1", "seat": 1}),
        ("play V3", "colour-removed", "GAP-3", {"card": "V3"}),
        ("play R0", "not-in-hand", "GAP-7", {"card": "R0"}),  # in the pile
    ],
)
def test_before_a_card_is_played(text: str, code: str, clause: str, params: Json) -> None:
    """GAP-3 GAP-7 GAP-13"""
    assert why(CHOOSING, text) == (code, clause, params)


def test_a_card_of_another_hand_is_refused_like_one_of_the_pile() -> None:
    """GAP-5 GAP-7: a refusal tells no secret."""
    theirs = CHOOSING["hands"][1][0]
    assert why(CHOOSING, f"play {theirs}") == ("not-in-hand", "GAP-7", {"card": theirs})


LOWER = {"cards": ["R4", "Y4"]}
UPPER = {"cards": ["R6", "Y6"]}


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("take R6", "lower-first", "GAP-10"),
        ("take R0", "not-in-the-middle", "GAP-9"),
        ("take B5", "not-in-the-middle", "GAP-9"),
        ("take R1", "not-in-the-middle", "GAP-9"),
        ("play B9", "choose-first", "GAP-9"),
        ("play B5", "choose-first", "GAP-9"),
    ],
)
def test_while_the_lower_choice_is_open(text: str, code: str, clause: str) -> None:
    """GAP-9 GAP-10"""
    assert why(CHOOSING, text, "play B5") == (code, clause, {"card": text[5:], **LOWER})


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("take Y4", "one-of-each", "GAP-9"),  # the other lower one
        ("take R4", "not-in-the-middle", "GAP-9"),  # taken already
        ("play R6", "choose-first", "GAP-9"),
    ],
)
def test_while_the_upper_choice_is_open(text: str, code: str, clause: str) -> None:
    """GAP-9 GAP-10"""
    refusal = why(CHOOSING, text, "play B5", "take R4")
    assert refusal == (code, clause, {"card": text[5:], **UPPER})


def test_a_card_of_a_removed_colour_can_not_be_taken() -> None:
    """GAP-3"""
    assert why(CHOOSING, "take V4", "play B5") == ("colour-removed", "GAP-3", {"card": "V4"})


def test_a_card_that_is_no_neighbour_can_not_be_taken() -> None:
    """GAP-9"""
    at = position(hands={0: ["B5"]}, middle=["R4", "Y4", "R9", "Y8"])
    params = {"card": "R9", **LOWER}
    assert why(at, "take R9", "play B5") == ("not-adjacent", "GAP-9", params)


def test_out_of_turn_and_after_the_end() -> None:
    """GAP-15 GAP-19"""
    assert why(CHOOSING, "play R0", seat=1) == ("not-your-turn", "GAP-15", {"actors": [0]})
    over = end([6, 0, 0, 0], options=SHORT)
    refusal = over.refusal(3, GAME.parse("play V6"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("game-over", "GAP-19")
