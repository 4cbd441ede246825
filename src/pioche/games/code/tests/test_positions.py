"""Positions of Code: those that can't come about are refused by field."""

from typing import Any

import pytest
from code_positions import CODES, GAME, NUMBERS, load, play, position

from pioche import BadPosition, Rng

HANDS = [["B1", "R2", "Y3"], ["B2", "V7"], ["B4", "skip"]]
GOOD = ["B1", "R3", "V6", "joker"]  # the code 1368


def field_of(bad: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.load(bad)
    return caught.value.field


def test_hands_need_not_be_sorted() -> None:
    """CD-2"""
    mixed = position(hands=[["skip", "V2", "B9", "joker", "B1", "R0"], [], []])
    assert GAME.load(mixed).dump()["hands"][0] == ["B1", "B9", "R0", "V2", "joker", "skip"]
    order = ["B9", "R0", "joker", "plus2", "swap", "reverse", "gift", "skip", "reset"]
    assert load(hands=[order[::-1], [], []]).dump()["hands"][0] == order


def test_loading_keeps_the_order_of_all_piles() -> None:
    """CD-10 CD-11"""
    actions = ["skip", "gift", "swap", "skip", "plus2", "reverse", "swap", "reverse", "skip"]
    numbers = [*NUMBERS[::-1], "V9", "B0"]
    base = position(hands=HANDS, draw=["V3", "joker"], numbers=numbers, actions=actions)
    assert GAME.load(base).dump() == base
    codes = position(hands=HANDS, codes_aside=["1469", "0567"], codes_out=["3589"])
    assert GAME.load(codes).dump() == codes


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "lunch"}, "phase"),
        ({"phase": None}, "phase"),
        ({"turn": 3}, "turn"),
        ({"turn": None}, "turn"),
        ({"direction": 0}, "direction"),
        ({"direction": 2}, "direction"),
        ({"turns": -1}, "turns"),
        ({"turns": 1001}, "turns"),
        ({"turns": 1000}, "turns"),
        ({"penalty": 2}, "penalty"),
        ({"penalty": 10}, "penalty"),
        ({"robbed": 1}, "robbed"),
        ({"robbed": 3}, "robbed"),
        ({"drawn": "B1"}, "drawn"),
        ({"drawn": "B9"}, "drawn"),
        ({"drawn": "G1"}, "drawn"),
        ({"drawn": ["B1"]}, "drawn"),
        ({"hands": [[], []]}, "hands"),
        ({"hands": [["G1"], [], []]}, "hands[0][0]"),
        ({"hands": [["B10"], [], []]}, "hands[0][0]"),
        ({"hands": [["Q9"], [], []]}, "hands[0][0]"),
        ({"hands": [[True], [], []]}, "hands[0][0]"),
        ({"draw": []}, "draw"),
        ({"draw": "B1"}, "draw"),
        ({"numbers": ["skip"]}, "numbers[0]"),
        ({"numbers": ["joker", "B5"]}, "numbers[0]"),
        ({"actions": ["B5"]}, "actions[0]"),
        ({"actions": ["joker"]}, "actions[0]"),
        ({"codes": ["0269", "0269", "0478"]}, "codes[1]"),
        ({"codes": ["0269", "0345", "1234"]}, "codes[2]"),
        ({"codes": ["0269", "0345", None]}, "codes[2]"),
        ({"codes": ["0269", "0345"]}, "codes"),
        ({"codes_aside": []}, "codes_aside"),
        ({"codes_aside": CODES[3:9]}, "codes_aside"),
        ({"codes_out": ["3589"]}, "codes_out[0]"),
        ({"laid": [None, None]}, "laid"),
        ({"over": True}, "over"),
        ({"drawing": 1}, "drawing"),
    ],
)
def test_impossible_positions_name_the_field(change: dict[str, Any], field: str) -> None:
    """CD-2 CD-3 CD-10 CD-13"""
    bad = position(hands=HANDS) | change
    if isinstance(change.get("numbers"), list) or isinstance(change.get("actions"), list):
        for card in [*change.get("numbers", []), *change.get("actions", [])]:
            if card in bad["draw"]:
                bad["draw"].remove(card)
    assert field_of(bad) == field


def test_a_card_too_many_or_too_few() -> None:
    """CD-2"""
    base = position(hands=HANDS)
    assert field_of(base | {"draw": [*base["draw"], "B1"]}).startswith("draw[")
    assert field_of(base | {"draw": base["draw"][:-1]}) == "draw"
    assert field_of(base | {"laid": [None, "B1", None]}).startswith(("laid", "draw"))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"phase": "drawn"}, "drawn"),
        ({"phase": "penalty"}, "penalty"),
        ({"phase": "penalty", "penalty": 3, "actions": ["plus2", "plus2"]}, "penalty"),
        ({"phase": "gift", "actions": ["gift"], "laid": ["B9", None, None]}, "laid[0]"),
        ({"phase": "gift", "actions": ["gift"], "laid": [None, "B9", "V9"]}, "laid"),
        ({"phase": "pick", "actions": ["gift"]}, "laid"),
        ({"phase": "pick", "actions": ["gift"], "laid": [None, "B9", None]}, "laid"),
        ({"phase": "turn", "laid": [None, "B9", None]}, "laid"),
        ({"phase": "robbed", "actions": ["gift"]}, "robbed"),
        ({"phase": "robbed", "actions": ["gift"], "robbed": 0}, "robbed"),
    ],
)
def test_what_a_phase_needs(fields: dict[str, Any], field: str) -> None:
    """CD-9 CD-14 CD-18 CD-12"""
    assert field_of(position(hands=HANDS, **fields)) == field


@pytest.mark.parametrize(
    "fields",
    [
        {"turns": 0},
        {"turns": 0, "direction": -1, "numbers": [], "actions": []},
        {"turns": 1, "actions": ["skip", "skip"], "codes_aside": CODES[5:]},
        {"phase": "penalty", "penalty": 4, "actions": ["gift"]},
        {"phase": "gift", "actions": ["skip", "gift"]},
    ],
)
def test_how_a_position_came_about_is_not_asked(fields: dict[str, Any]) -> None:
    """CD-4 CD-14 CD-18 CD-19: so that positions made by hand load."""
    good = position(hands=HANDS, **fields)
    assert GAME.load(good).dump() == good


@pytest.mark.parametrize(
    "fields",
    [
        {"phase": "gift"},
        {"phase": "gift", "actions": ["gift", "skip"]},
        {"phase": "pick", "laid": [None, "B9", "V9"]},
        {"phase": "robbed", "robbed": 1},
        {"chance": True, "resetting": 1, "codes_aside": [], "actions": ["reset", "gift"]},
    ],
)
def test_the_card_whose_parts_are_being_played_is_on_top(fields: dict[str, Any]) -> None:
    """CD-10 CD-18 CD-19: else nobody could tell at the end why another player has won."""
    assert field_of(position(hands=HANDS, **fields)) == "actions"


def test_however_much_the_plus2s_ask_for_another_may_be_played() -> None:
    """CD-14: and what is then asked for loads again, interrupted or not."""
    hands = [["plus2", "B1"], ["plus2", "plus2"], []]
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 8, "numbers": ["R1", "B5"]}
    state = load(rest=2, hands=hands, **fields)
    for move in ("plus2", "plus2", "accept"):
        play(state, move)
        assert GAME.load(state.dump()).dump() == state.dump()
    assert state.dump()["drawing"] == 12
    assert field_of(position(hands=hands, **fields | {"penalty": 10})) == "penalty"


def test_a_robbed_player_has_lost_a_card_and_can_draw() -> None:
    """CD-18"""
    fields: dict[str, Any] = {"phase": "robbed", "actions": ["gift"], "robbed": 1}
    assert field_of(position(hands=[[], ["B1"], ["B2"]], **fields)) == "hands[0]"
    assert field_of(position(rest=2, hands=[["B1"], ["B2"], []], **fields)) == "robbed"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"drawing": 2}, "drawing"),
        ({"drawing": 0}, "drawing"),
        ({"drawing": None}, "drawing"),
        ({"drawing": 1, "resetting": 1}, "resetting"),
        ({"resetting": 3}, "resetting"),
        ({"drawing": 1, "draw": ["V9"]}, "draw"),
        ({"drawing": 1, "numbers": ["B5"], "actions": ["gift"]}, "numbers"),
        ({"drawing": 1, "phase": "drawn", "drawn": "B1"}, "drawing"),
        ({"drawing": 1, "phase": "gift"}, "drawing"),
        ({"resetting": 1}, "codes_aside"),
        ({"resetting": 0, "codes_aside": [], "actions": ["reset"]}, "resetting"),
        (
            {"drawing": 3, "phase": "penalty", "penalty": 8, "actions": ["plus2"] * 4},
            "hands[0]",
        ),
    ],
)
def test_a_shuffle_is_due_only_where_something_is_used_up(
    fields: dict[str, Any], field: str
) -> None:
    """CD-11 CD-19"""
    base = {"numbers": ["R1", "B5"], "actions": ["gift", "gift"], "chance": True}
    bad = position(rest=2, hands=HANDS, **base | fields)
    assert field_of(bad) == field


def test_a_penalty_can_be_interrupted() -> None:
    """CD-11"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 4, "actions": ["plus2", "plus2"]}
    for drawing in (1, 2, 3, 4):
        good = position(rest=2, hands=HANDS, chance=True, drawing=drawing, **fields)
        assert GAME.load(good).dump()["drawing"] == drawing
    assert field_of(good | {"drawing": 5}) == "drawing"


def test_nobody_has_a_code_while_the_game_goes_on() -> None:
    """CD-20 CD-21"""
    codes = ["1368", "0269", "1279"]
    for hands in ([GOOD, ["B2"], []], [["B2"], ["B0", "V2", "B6", "V9"], []]):
        assert field_of(position(hands=hands, codes=codes)) == "hands"
    load(hands=[[*GOOD, "B9"], ["B2"], []], codes=codes)


def test_the_hand_before_a_draw_had_not_won_either() -> None:
    """CD-21 CD-9"""
    fields: dict[str, Any] = {"phase": "drawn", "codes": ["1368"]}
    assert field_of(position(hands=[[*GOOD, "B9"], [], []], drawn="B9", **fields)) == "hands"
    load(hands=[[*GOOD, "B9"], [], []], drawn="B1", **fields)
    assert field_of(position(hands=[GOOD, [], []], drawn="B1", **fields)) == "hands"


def test_a_gift_may_be_played_from_a_hand_that_is_good_without_it() -> None:
    """CD-21 CD-18"""
    fields: dict[str, Any] = {"actions": ["gift"], "codes": ["1368", "0269", "1279"]}
    hands = [GOOD, ["B2"], ["B4"]]
    load(hands=hands, phase="gift", **fields)
    load(hands=hands, phase="robbed", robbed=1, **fields)
    assert field_of(position(hands=hands, **fields)) == "hands"


def test_a_laid_card_belongs_to_the_hand_that_had_not_won() -> None:
    """CD-21 CD-18"""
    fields: dict[str, Any] = {"actions": ["gift"], "codes": ["0269", "1368", "1279"]}
    laid = [None, "joker", None]
    bad = position(hands=[["B2"], GOOD[:3], ["B4"]], laid=laid, phase="gift", **fields)
    assert field_of(bad) == "hands"
    load(hands=[["B2"], GOOD, ["B4"]], laid=[None, "B9", None], phase="gift", **fields)
    shown = [None, "joker", "B4"]
    bad = position(hands=[["B2"], GOOD[:3], []], laid=shown, phase="pick", **fields)
    assert field_of(bad) == "hands"


def test_the_card_taken_from_a_robbed_hand_had_not_made_it_win() -> None:
    """CD-21 CD-18: it is one of the taker's, and one of these must do."""
    fields: dict[str, Any] = {"phase": "robbed", "robbed": 1, "actions": ["gift"]}
    fields["codes"] = ["0269", "1368", "1279"]
    bad = position(hands=[["V8", "joker"], GOOD[:3], ["B4"]], **fields)
    assert field_of(bad) == "hands"
    load(hands=[["V8", "B1"], GOOD[:3], ["B4"]], **fields)
    load(hands=[["V8", "joker"], GOOD, ["B4"]], **fields)


def test_a_penalty_was_not_asked_of_a_hand_that_had_won() -> None:
    """CD-21 CD-14"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "codes": ["1368"]}
    fields |= {"actions": ["plus2", "plus2"]}
    assert field_of(position(hands=[GOOD, ["B2"], []], **fields)) == "hands"
    due = fields | {"chance": True, "rest": 2}
    none_yet, one_yet = due | {"drawing": 2}, due | {"drawing": 1}
    assert field_of(position(hands=[GOOD, ["B2"], []], **none_yet)) == "hands"
    load(hands=[GOOD, ["B2"], []], **one_yet)
    # Whichever of these five was drawn, the other four had won.
    five = ["B1", "joker", "joker", "joker", "joker"]
    assert field_of(position(hands=[five, ["B2"], []], **one_yet)) == "hands"
    load(hands=[[*GOOD, "B9"], ["B2"], []], **one_yet)


def ended(hands: list[list[str]], **fields: Any) -> dict[str, Any]:
    codes = ["1368", "0269", "1279"]
    return position(hands=hands, **{"codes": codes, "over": True, **fields})


YOURS = ["B0", "V2", "B6", "V9"]  # the code 0269
THEIRS = ["R1", "R2", "R7", "R9"]  # the code 1279


def test_a_game_is_over_by_a_code_or_by_its_turns() -> None:
    """CD-20 CD-22"""
    assert field_of(ended([["B1"], ["B2"], []])) == "over"
    assert GAME.load(ended([GOOD, ["B2"], []])).outcome().ranks == (1, 2, 2)
    assert GAME.load(ended([["B1"], ["B2"], []], turns=1000)).outcome().ranks == (1, 1, 1)
    assert field_of(ended([GOOD, ["B2"], []], phase="gift", actions=["gift"])) == "phase"
    drawn = ended([GOOD, ["B2"], []], phase="drawn", drawn="B1")
    assert field_of(drawn) == "phase"
    assert field_of(ended([GOOD, ["B2"], []], chance=True)) == "chance"


def test_only_a_gift_or_a_reset_makes_another_player_win() -> None:
    """CD-21"""
    assert field_of(ended([["B2"], YOURS, []])) == "hands"
    assert field_of(ended([["B2"], YOURS, []], actions=["gift", "skip"])) == "hands"
    assert GAME.load(ended([["B2"], YOURS, []], actions=["gift"])).outcome().ranks == (2, 1, 2)
    assert field_of(ended([[], YOURS, []], actions=["gift"])) == "hands"
    reset: dict[str, Any] = {"actions": ["reset"]}
    assert field_of(ended([["B2"], YOURS, []], **reset)) == "hands"
    reset["codes_out"] = ["3589"]
    assert GAME.load(ended([[], YOURS, []], **reset)).outcome().ranks == (2, 1, 2)


def test_at_most_one_other_hand_is_good_at_the_end() -> None:
    """CD-21"""
    gift: dict[str, Any] = {"actions": ["gift"]}
    assert GAME.load(ended([GOOD, YOURS, []], **gift)).outcome().ranks == (1, 2, 2)
    assert field_of(ended([GOOD, YOURS, []])) == "hands"
    assert field_of(ended([GOOD, YOURS, THEIRS], **gift)) == "hands"
    assert field_of(ended([["B2"], YOURS, THEIRS], **gift)) == "hands"


def test_a_reset_does_not_help_a_hand_that_had_won_with_the_old_code() -> None:
    """CD-21 CD-19: the code discarded last is the old one."""
    jokers = ["V9", "joker", "joker", "joker"]
    good = ended([["B2"], jokers, []], actions=["reset"], codes_out=["1469", "0478"])
    assert GAME.load(good).outcome().ranks == (2, 1, 2)
    bad = ended([["B2"], jokers, []], actions=["reset"], codes_out=["0478", "1469"])
    assert field_of(bad) == "hands"


def test_every_state_of_a_first_turn_loads() -> None:
    """CD-4 CD-5 CD-18"""
    start = GAME.new(3)
    start.shuffle(Rng(4))
    drawn = play(start.clone(), "draw")
    for state in (start, drawn):
        assert GAME.load(state.dump()).dump() == state.dump()
    hands = [[*NUMBERS[:6], "gift"], NUMBERS[10:17], NUMBERS[20:27]]
    state = load(hands=hands, numbers=["V9"], turns=0)
    for move in ("gift", "lay R1", "lay Y1", "pick @1"):
        play(state, move)
        assert GAME.load(state.dump()).dump() == state.dump()
