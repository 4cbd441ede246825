"""Gap: positions that no game can reach are refused, by field."""

from typing import Any

import pytest
from gap_positions import CARDS, GAME, Json, dealt, end, play, position

import pioche

# Three players, the first turn of a round; hands full, nothing taken.
START = position(3, middle=["R4", "Y4", "R6", "R9"], hands={0: ["B5"]}, first=1, turn=1)
# Seat 0 has begun the third lap; seat 2 has two cards in front.
LATER = position(
    3, middle=["R4", "Y4", "R6", "Y6"], hands={1: ["B5"]}, rows={2: ["G0", "G1"]}, each=4, turn=1
)


def problem(at: Json) -> str:
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(at)
    assert caught.value.problem
    return caught.value.field


def moved(at: Json, *texts: str) -> Json:
    state = GAME.load(at)
    play(state, *texts)
    return state.dump()


LOWER = moved(LATER, "play B5")
UPPER = moved(LATER, "play B5", "take R4")
BETWEEN = end([5, 2, 0, 0]).dump()
OVER = end([9, 2, 0, 0], options={"target": 7}).dump()
UNDEALT = GAME.new(3).dump()


@pytest.mark.parametrize("at", [START, LATER, LOWER, UPPER, BETWEEN, OVER, UNDEALT])
def test_the_positions_to_be_damaged_are_good(at: Json) -> None:
    """GAP-5"""
    assert GAME.load(at).dump() == at


def test_lists_may_come_in_any_order_but_for_the_pile() -> None:
    """GAP-5"""
    at = dealt(3, 6).dump()
    mixed = at | {field: at[field][::-1] for field in ("middle", "colours")}
    mixed["hands"] = [hand[::-1] for hand in at["hands"]]
    assert GAME.load(mixed).dump() == at
    turned = GAME.load(at | {"draw": at["draw"][::-1]}).dump()
    assert turned["draw"] == at["draw"][::-1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colours": ["R", "Y", "G"]}, "colours"),
        ({"colours": ["R", "Y", "G", "B", "V"]}, "colours"),
        ({"colours": []}, "colours"),
        ({"colours": ["R", "Y", "G", "G"]}, "colours[3]"),
        ({"colours": ["R", "Y", "G", "K"]}, "colours[3]"),
        ({"round": 2}, "round"),
        ({"round": 0}, "round"),
        ({"first": 3}, "first"),
        ({"turn": None}, "turn"),
        ({"turn": 2}, "hands[1]"),
        ({"first": 2}, "hands[0]"),
        ({"phase": "wait"}, "phase"),
        ({"phase": "lower"}, "played"),
        ({"played": "R0"}, "played"),
        ({"middle": ["R4", "Y4", "R6", "R6"]}, "middle[3]"),
        ({"middle": ["R4", "Y4", "R6", "V9"]}, "middle[3]"),
        ({"middle": ["R4", "Y4", "R6"]}, "draw"),
        ({"middle": ["R4", "Y4", "R6", "R9", "X1"]}, "middle[4]"),
        ({"middle": ["R4", "Y4", "R6", 9]}, "middle[3]"),
        ({"draw": START["draw"][1:]}, "draw"),
        ({"draw": [*START["draw"], "B5"]}, f"draw[{len(START['draw'])}]"),
        ({"hands": START["hands"][:2]}, "hands"),
        ({"hands": [START["hands"][0], START["hands"][1], START["hands"][1]]}, "hands[2][0]"),
        ({"rows": [[], [], ["R4"]]}, "rows[2][0]"),
        ({"rows": [[], []]}, "rows"),
        ({"scores": [[1, 1]]}, "scores[0]"),
        ({"scores": [[1, 1, 1]]}, "round"),
        ({"over": True}, "over"),
        ({"chance": True}, "scores"),
    ],
)
def test_damage_to_a_round(change: dict[str, Any], field: str) -> None:
    """GAP-2 GAP-3 GAP-5"""
    assert problem(START | change) == field


def test_cards_may_not_be_short_or_left_over_in_hands() -> None:
    """GAP-5 GAP-15"""
    hands, draw = START["hands"], START["draw"]
    less = [hands[0], hands[1], hands[2][1:]]
    assert problem(START | {"hands": less, "draw": [*draw, hands[2][0]]}) == "hands[2]"
    more = [[*hand, draw[i]] for i, hand in enumerate(hands)]
    assert problem(START | {"hands": more, "draw": draw[3:]}) == "hands[1]"
    none = {"hands": [[], [], []], "draw": draw + [card for hand in hands for card in hand]}
    assert problem(START | none) == "hands[1]"
    ahead = [[*hands[0], draw[0]], hands[1], hands[2]]
    assert problem(START | {"hands": ahead, "draw": draw[1:]}) == "hands[0]"


def test_the_middle_must_have_been_filled_up() -> None:
    """GAP-14"""
    short = LATER | {"middle": ["R4", "Y4", "R6"], "draw": [*LATER["draw"], "Y6"]}
    assert problem(short) == "middle"
    bare = position(3, middle=["R4", "Y4", "R6"], draw=[], each=1)
    assert GAME.load(bare).dump() == bare


def test_how_a_position_came_about_is_not_asked() -> None:
    """GAP-11 GAP-13: rows and middle are taken as they lie, for positions made by hand."""
    middle = ["B0", "B1", "B2", "B3", "B4", "B5", "B6"]
    assert GAME.load(position(middle=middle, rows={2: ["R0"]}))
    assert GAME.load(position(middle=middle, rows={2: [f"R{i}" for i in range(6)]}))


@pytest.mark.parametrize(
    ("at", "change", "field"),
    [
        (LOWER, {"phase": "play"}, "played"),
        (LOWER, {"played": None}, "played"),
        (LOWER, {"played": "V5"}, "played"),
        (LOWER, {"played": "R4"}, "middle[0]"),
        (LOWER, {"phase": "upper"}, "phase"),  # no lower one was taken
        (UPPER, {"phase": "lower"}, "middle"),  # nothing taken, and yet only three there
        (UPPER, {"turn": 2}, "hands[0]"),
        (UPPER, {"over": True}, "over"),
    ],
)
def test_damage_to_open_choices(at: Json, change: dict[str, Any], field: str) -> None:
    """GAP-9 GAP-10"""
    assert problem(at | change) == field


def swapped(at: Json, one: str, other: str) -> Json:
    """The position with two cards in each other's place."""
    places = {one: other, other: one}

    def swap(value: Any) -> Any:
        if isinstance(value, list):
            return [swap(entry) for entry in value]
        return places.get(value, value) if isinstance(value, str) else value

    return {field: swap(value) for field, value in at.items()}


def test_no_choice_is_open_where_the_same_number_lies_in_the_middle() -> None:
    """GAP-8 GAP-12"""
    assert "G5" in LOWER["draw"]
    assert problem(swapped(LOWER, "R6", "G5")) == "phase"


def test_no_choice_is_open_among_fewer_than_two_cards() -> None:
    """GAP-9"""
    assert problem(swapped(LOWER, "Y4", "B0")) == "phase"
    assert problem(swapped(UPPER, "Y6", "B0")) == "phase"


def test_a_middle_of_three_before_the_upper_choice_means_a_lower_card_was_taken() -> None:
    """GAP-10 GAP-14"""
    at = moved(position(hands={0: ["V5"]}, middle=["R4", "R6", "Y6", "B9"]), "play V5")
    assert at["rows"][0] == ["R4"]
    assert GAME.load(at)
    assert problem(swapped(at, "R4", "R0")) == "middle"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"scores": [[4, 2, 0, 0]]}, "scores[0][0]"),
        ({"scores": []}, "scores"),
        ({"scores": [[5, 2, 0, 0], [5, 2, 0, 0]]}, "round"),
        ({"turn": 0}, "turn"),
        ({"first": 1}, "turn"),
        ({"phase": "upper"}, "phase"),
        ({"played": "V6"}, "played"),
        ({"options": {"target": 5, "rounds": 0}}, "over"),
        ({"options": {"target": 30, "rounds": 1}}, "over"),
        ({"over": True}, "chance"),
        ({"chance": False}, "chance"),
    ],
)
def test_damage_between_rounds(change: dict[str, Any], field: str) -> None:
    """GAP-15 GAP-18 GAP-19"""
    assert problem(BETWEEN | change) == field


def test_hands_are_empty_between_rounds() -> None:
    """GAP-15"""
    hands = [BETWEEN["draw"][:1], [], [], []]
    assert problem(BETWEEN | {"hands": hands, "draw": BETWEEN["draw"][1:]}) == "hands[0]"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"options": {"target": 30, "rounds": 0}}, "over"),
        ({"options": {"target": 7, "rounds": 2}}, "over"),
        ({"over": False}, "over"),
        ({"scores": [[7, 2, 0, 0], [9, 2, 0, 0]], "round": 2}, "scores[1]"),
        ({"scores": [[2, 2, 0, 0], [9, 2, 0, 0]]}, "round"),
        ({"scores": [[9, 2, 0, 1]]}, "scores[0][3]"),
        ({"turn": 1}, "turn"),
    ],
)
def test_damage_to_a_finished_game(change: dict[str, Any], field: str) -> None:
    """GAP-19"""
    assert problem(OVER | change) == field


@pytest.mark.parametrize(
    ("scores", "field"),
    [
        ([[1, 2, 3]], "scores[0]"),
        ([[1, 2, 3, "4"]], "scores[0][3]"),
        ([[51, 0, 0, 0]], "scores[0][0]"),
        ([[-51, 0, 0, 0]], "scores[0][0]"),
        ([[12, 0, 0, 0], [30, 0, 0, 0]], "over"),
        ([[30, 0, 0, 0], [1, 0, 0, 0]], "scores[1]"),
    ],
)
def test_scores_that_can_not_be(scores: list[list[Any]], field: str) -> None:
    """GAP-16 GAP-17 GAP-18 GAP-19"""
    middle = ["R0", "R1", "R2", "R3"]
    assert problem(position(middle=middle, scores=scores)) == field


def test_extra_rounds_are_played_only_while_first_place_is_tied() -> None:
    """GAP-20"""
    middle = ["R0", "R1", "R2", "R3"]
    tied: list[list[int]] = [[15, 15, 0, 0], [15, 15, 0, 0]]
    for extra in range(10):
        nothing = [[0, 0, 0, 0]] * extra
        assert GAME.load(position(middle=middle, scores=tied + nothing))
    assert problem(position(middle=middle, scores=tied + [[0, 0, 0, 0]] * 10)) == "over"
    broken = [*tied, [0, 1, 0, 0]]
    assert problem(position(middle=middle, scores=broken)) == "over"
    assert problem(position(middle=middle, scores=[*broken, [0, 0, 0, 0]])) == "scores[3]"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colours": ["R", "Y", "G", "B"]}, "scores"),
        ({"colours": ["R"]}, "colours"),
        ({"round": 2}, "round"),
        ({"first": 1}, "first"),
        ({"turn": 1}, "turn"),
        ({"phase": "lower"}, "phase"),
        ({"played": "R0"}, "played"),
        ({"hands": [["R0"], [], []]}, "hands[0][0]"),
        ({"middle": ["R0"]}, "middle[0]"),
        ({"draw": ["R0"]}, "draw[0]"),
        ({"rows": [[], [], ["R0"]]}, "rows[2][0]"),
        ({"scores": [[0, 0, 0]]}, "scores"),
    ],
)
def test_damage_before_the_first_deal(change: dict[str, Any], field: str) -> None:
    """GAP-3 GAP-5"""
    assert problem(UNDEALT | change) == field


def test_every_card_has_one_place() -> None:
    """GAP-2"""
    for at in (START, LATER, LOWER, UPPER):
        played = [at["played"]] if at["played"] else []
        piles = [at["middle"], at["draw"], played, *at["hands"], *at["rows"]]
        cards = sorted((card for pile in piles for card in pile), key=CARDS.index)
        assert cards == [card for card in CARDS if card[0] != "V"]
