"""Gap: a turn, GAP-7 to GAP-15."""

import pytest
from gap_positions import CARDS, GAME, dealt, legal, play, position

from pioche import CHANCE, Rng

QUIET = ["R0", "R1", "Y0", "Y1"]  # takes nothing and is taken by nothing from 3 to 8


def test_any_card_of_the_hand_may_be_played() -> None:
    """GAP-7"""
    state = dealt(4)
    me = state.actors()[0]
    assert legal(state) == [f"play {card}" for card in state.dump()["hands"][me]]
    for seat in range(4):
        assert seat == me or state.legal(seat) == []


def test_only_the_number_matters() -> None:
    """GAP-7"""
    for colour in "GBV":
        state = GAME.load(position(hands={0: [f"{colour}5"]}, middle=[*QUIET[:3], "R5"]))
        play(state, f"play {colour}5")
        assert state.dump()["rows"][0] == ["R5", f"{colour}5"]


def test_example_a_2_takes_all_the_2s() -> None:
    """GAP-8"""
    state = GAME.load(position(hands={0: ["V2"]}, middle=["R2", "Y2", "G2", "B7"]))
    play(state, "play V2")
    after = state.dump()
    assert after["rows"][0] == ["R2", "Y2", "G2", "V2"]
    assert "V2" not in after["hands"][0]
    assert "B7" in after["middle"] and len(after["middle"]) == 4
    assert after["turn"] == 1


def test_the_same_number_comes_before_neighbours() -> None:
    """GAP-12 GAP-8"""
    state = GAME.load(position(hands={0: ["V2"]}, middle=["R1", "R2", "R3", "B7"]))
    play(state, "play V2")
    after = state.dump()
    assert after["rows"][0] == ["R2", "V2"]
    assert {"R1", "R3", "B7"} < set(after["middle"])


def test_taking_is_compulsory() -> None:
    """GAP-12: nothing is asked and nothing can be left."""
    state = GAME.load(position(hands={0: ["V2"]}, middle=["R1", "R3", "B7", "B9"]))
    play(state, "play V2")
    assert state.dump()["rows"][0] == ["R1", "R3", "V2"]
    choosing = GAME.load(position(hands={0: ["V2"]}, middle=["R1", "Y1", "B7", "B9"]))
    play(choosing, "play V2")
    assert legal(choosing) == ["take R1", "take Y1"]


def test_one_card_above_and_one_below() -> None:
    """GAP-9"""
    state = GAME.load(position(hands={0: ["G5"]}, middle=["R4", "Y6", "R8", "R9"]))
    play(state, "play G5")
    assert state.dump()["rows"][0] == ["R4", "Y6", "G5"]


@pytest.mark.parametrize(("neighbour", "others"), [("R4", ["R0", "R1"]), ("R6", ["R0", "R9"])])
def test_one_neighbour_alone_is_taken(neighbour: str, others: list[str]) -> None:
    """GAP-9"""
    state = GAME.load(position(hands={0: ["G5"]}, middle=[neighbour, *others, "Y2"]))
    play(state, "play G5")
    assert state.dump()["rows"][0] == [neighbour, "G5"]


def test_of_several_neighbours_one_is_chosen_and_never_two() -> None:
    """GAP-9"""
    state = GAME.load(position(hands={0: ["G5"]}, middle=["R4", "Y4", "B4", "R9"]))
    play(state, "play G5")
    waiting = state.dump()
    assert (waiting["phase"], waiting["played"], waiting["turn"]) == ("lower", "G5", 0)
    assert "G5" not in waiting["hands"][0] and waiting["rows"][0] == []
    assert waiting["middle"] == ["R4", "R9", "Y4", "B4"]
    assert legal(state) == ["take R4", "take Y4", "take B4"]
    play(state, "take Y4")
    after = state.dump()
    assert after["rows"][0] == ["Y4", "G5"]
    assert {"R4", "B4", "R9"} < set(after["middle"])
    assert (after["phase"], after["played"], after["turn"]) == ("play", None, 1)


def test_example_a_0_takes_one_of_two_1s() -> None:
    """GAP-9 GAP-10"""
    for choice, other in (("R1", "Y1"), ("Y1", "R1")):
        state = GAME.load(position(hands={0: ["V0"]}, middle=["R1", "Y1", "B4", "B6"]))
        play(state, "play V0")
        assert state.dump()["phase"] == "upper"
        assert legal(state) == ["take R1", "take Y1"]
        play(state, f"take {choice}")
        assert state.dump()["rows"][0] == sorted([choice, "V0"], key=CARDS.index)
        assert other in state.dump()["middle"]


@pytest.mark.parametrize(
    ("card", "lower", "upper"), [("V0", "R9", "R1"), ("V9", "R8", "R0"), ("V5", "R4", "R6")]
)
def test_nine_and_nought_are_neighbours(card: str, lower: str, upper: str) -> None:
    """GAP-10"""
    state = GAME.load(position(hands={0: [card]}, middle=[lower, upper, "R3", "R7"]))
    play(state, f"play {card}")
    expected = sorted([card, lower, upper], key=CARDS.index)
    assert state.dump()["rows"][0] == expected


@pytest.mark.parametrize(("card", "lower", "upper"), [("V0", 9, 1), ("V9", 8, 0), ("V5", 4, 6)])
def test_the_lower_choice_comes_first_then_the_upper_one(card: str, lower: int, upper: int) -> None:
    """GAP-10"""
    middle = [f"R{lower}", f"Y{lower}", f"R{upper}", f"Y{upper}"]
    state = GAME.load(position(hands={0: [card]}, middle=middle))
    play(state, f"play {card}")
    assert state.dump()["phase"] == "lower"
    assert legal(state) == [f"take R{lower}", f"take Y{lower}"]
    play(state, f"take Y{lower}")
    waiting = state.dump()
    assert (waiting["phase"], waiting["played"]) == ("upper", card)
    assert waiting["rows"][0] == [f"Y{lower}"]
    assert len(waiting["middle"]) == 3
    assert legal(state) == [f"take R{upper}", f"take Y{upper}"]
    play(state, f"take R{upper}")
    after = state.dump()
    assert sorted(after["rows"][0]) == sorted([f"Y{lower}", card, f"R{upper}"])
    assert len(after["middle"]) == 4 and after["turn"] == 1


def test_a_lone_lower_neighbour_comes_by_itself_before_the_upper_choice() -> None:
    """GAP-10"""
    state = GAME.load(position(hands={0: ["V5"]}, middle=["R4", "R6", "Y6", "B6"]))
    play(state, "play V5")
    waiting = state.dump()
    assert (waiting["phase"], waiting["played"], waiting["turn"]) == ("upper", "V5", 0)
    assert waiting["rows"][0] == ["R4"]
    assert waiting["middle"] == ["R6", "Y6", "B6"]
    play(state, "take B6")
    assert state.dump()["rows"][0] == ["R4", "B6", "V5"]


def test_a_lone_upper_neighbour_comes_by_itself_after_the_lower_choice() -> None:
    """GAP-10"""
    state = GAME.load(position(hands={0: ["V5"]}, middle=["R4", "Y4", "B6", "B9"]))
    play(state, "play V5")
    assert legal(state) == ["take R4", "take Y4"]
    assert state.dump()["rows"][0] == []
    play(state, "take R4")
    assert state.dump()["rows"][0] == ["R4", "B6", "V5"]
    assert state.dump()["turn"] == 1


def test_example_a_7_without_6_7_or_8_joins_the_middle() -> None:
    """GAP-11"""
    state = GAME.load(position(hands={0: ["V7"]}, middle=["R0", "R1", "Y4", "Y9"]))
    play(state, "play V7")
    after = state.dump()
    assert after["middle"] == ["R0", "R1", "Y4", "Y9", "V7"]
    assert after["rows"][0] == []
    assert len(after["draw"]) == 22


def test_what_is_taken_lies_open_by_colour_and_never_returns_to_the_hand() -> None:
    """GAP-13"""
    rows = {0: ["V1", "R3"]}
    state = GAME.load(
        position(hands={0: ["G5"]}, middle=["Y4", "B6", "R8", "R9"], rows=rows, each=5)
    )
    hand = set(state.dump()["hands"][0])
    play(state, "play G5")
    for seat in (0, 1, None):
        assert state.view(seat)["rows"][0] == ["R3", "Y4", "G5", "B6", "V1"]
        assert state.view(seat)["counts"][0] == {"R": 1, "Y": 1, "G": 1, "B": 1, "V": 1}
    assert set(state.dump()["hands"][0]) == hand - {"G5"}


def test_the_middle_is_filled_up_in_the_order_of_the_pile() -> None:
    """GAP-14"""
    at = position(hands={0: ["G5"]}, middle=["R4", "Y6", "R8", "R9"])
    state = GAME.load(at)
    play(state, "play G5")
    after = state.dump()
    assert set(after["middle"]) == {"R8", "R9", *at["draw"][:2]}
    assert after["draw"] == at["draw"][2:]


def test_a_middle_of_more_than_four_is_not_cut_down() -> None:
    """GAP-14"""
    middle = ["R0", "R2", "R4", "R6", "R8", "Y8"]
    at = position(hands={1: ["G0"]}, middle=middle, turn=1, each=5)
    state = GAME.load(at)
    play(state, "play G0")
    assert state.dump()["middle"] == middle[1:]
    assert state.dump()["draw"] == at["draw"]


@pytest.mark.parametrize(("pile", "left"), [([], 1), (["B0"], 2), (["B0", "Y1", "V1"], 4)])
def test_the_middle_is_filled_up_as_far_as_the_pile_goes(pile: list[str], left: int) -> None:
    """GAP-14"""
    middle = ["R5", "Y5", "B5", "R9"]
    state = GAME.load(position(hands={0: ["G5"]}, middle=middle, draw=pile, each=2))
    play(state, "play G5")
    assert set(state.dump()["middle"]) == {"R9", *pile}
    assert len(state.dump()["middle"]) == left
    assert state.dump()["draw"] == []


def test_the_middle_may_run_empty_and_then_takes_any_card() -> None:
    """GAP-14 GAP-11"""
    state = GAME.load(position(hands={0: ["G5"], 1: ["R8"]}, middle=["R5"], draw=[], each=2))
    play(state, "play G5")
    assert state.dump()["middle"] == []
    play(state, "play R8")
    assert state.dump()["middle"] == ["R8"]


def test_the_middle_is_filled_up_after_the_last_turn_too() -> None:
    """GAP-14"""
    at = position(hands={3: ["G5"]}, middle=["R4", "Y6", "R8", "R9"], turn=3, each=1)
    state = GAME.load(at)
    play(state, "play G5")
    assert state.actors() == (CHANCE,)
    assert set(state.dump()["middle"]) == {"R8", "R9", *at["draw"][:2]}
    assert state.dump()["draw"] == at["draw"][2:]


def test_the_turn_goes_left_and_nobody_draws_into_the_hand() -> None:
    """GAP-15"""
    state, rng = dealt(5, 3), Rng(1)
    first = state.dump()["first"]
    for number in range(25):
        seat = (first + number) % 5
        hands = state.dump()["hands"]
        assert state.actors() == (seat,)
        while state.actors() == (seat,):
            state.step(rng)
        after = state.dump()["hands"]
        assert set(after[seat]) < set(hands[seat])
        assert len(after[seat]) == len(hands[seat]) - 1
        assert all(after[p] == hands[p] for p in range(5) if p != seat)
    assert state.actors() == (CHANCE,)


def test_the_round_ends_when_every_hand_is_empty() -> None:
    """GAP-15"""
    at = position(3, hands={2: ["R3"], 0: ["R8"]}, middle=QUIET, each=1, first=1, turn=2)
    state = GAME.load(at)
    play(state, "play R3")
    assert state.actors() == (0,)
    assert state.dump()["scores"] == []
    play(state, "play R8")
    assert state.actors() == (CHANCE,)
    assert state.dump()["hands"] == [[], [], []]
    assert len(state.dump()["scores"]) == 1
