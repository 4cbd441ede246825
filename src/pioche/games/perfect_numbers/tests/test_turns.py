"""Turns, rounds, the end, and the interactive variant."""

import pytest
from perfect_positions import GAME, dealt, legal, load, play, refused, row

from pioche import Rng, State


def takers(players: int) -> list[tuple[int, int]]:
    """Who took a group in the first three rounds: (round, seat)."""
    state, rng, found = dealt(players, 4), Rng(2), []
    while state.dump()["round"] < 4:
        before = state.dump()
        state.step(rng)
        if state.dump()["market"].count(None) == before["market"].count(None) + 1:
            found.append((before["round"], before["turn"] - before["first"]))
    return [(number, seat % players) for number, seat in found]


@pytest.mark.parametrize(
    ("players", "order"), [(2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])]
)
def test_groups_are_taken_clockwise_until_the_market_is_empty(
    players: int, order: list[int]
) -> None:
    """PN-6"""
    assert takers(players) == [(n, seat) for n in (1, 2, 3) for seat in order]


def test_a_turn_begins_with_a_group_or_a_stored_action() -> None:
    """PN-6"""
    state = load("R4 R6", taken=False, stored=[["move"], []])
    assert legal(state) == ["take 1", "take 2", "take 3", "take 4", "move R"]
    assert refused(state, "end") == ("take-first", "PN-6", {})
    assert refused(state, "add R5") == ("take-first", "PN-6", {})
    assert refused(state, "store steal") == ("take-first", "PN-6", {})


def test_all_cards_of_a_group_are_taken() -> None:
    """PN-6"""
    groups = [["R5", "G3", "steal"], ["B2", "B3"], ["V4", "J3"], ["move"]]
    state = play(load("R4", taken=False, market=groups), "take 3")
    after = state.dump()
    assert (after["pending"], after["taken"]) == (["V4", "J3"], True)
    assert after["market"] == [["R5", "G3", "steal"], ["B2", "B3"], None, ["move"]]


def test_only_one_group_a_turn_and_none_that_is_gone() -> None:
    """PN-6"""
    state = load("R4", pending=["R5"])
    assert refused(state, "take 2") == ("group-taken", "PN-6", {})
    groups = [None, ["B2", "B3"], ["V4", "J3"], ["move"]]
    state = load("R4", "G4", taken=False, turn=1, market=groups)
    assert legal(state) == ["take 2", "take 3", "take 4"]
    assert refused(state, "take 1") == ("group-gone", "PN-6", {"group": 1})


def test_actions_are_played_before_between_and_after() -> None:
    """PN-6"""
    groups = [["R5", "G3", "protect"], ["B2", "B3"], ["V4", "J3"], ["move"]]
    state = load("R6 R4", "B5", taken=False, market=groups, stored=[["move", "steal"], []])
    play(state, "move R", "take 1", "protect R", "add R5", "steal @1 B", "add B5", "add G3")
    assert state.dump()["turn"] == 1
    assert row(state, 0, "R") == "R4 R6 -protect R5"


def test_the_turn_ends_by_itself_where_no_action_can_be_played() -> None:
    """PN-6"""
    state = play(load("R4", pending=["R5"]), "add R5")
    assert (state.dump()["turn"], state.dump()["taken"]) == (1, False)
    lone = play(load("", "", pending=["G3"], stored=[["move", "steal"], []]), "add G3")
    assert lone.dump()["turn"] == 1


def test_the_player_ends_the_turn_where_one_could() -> None:
    """PN-6"""
    state = load("R4", pending=["R5"], stored=[["move"], []])
    assert "end" not in legal(state)
    assert refused(state, "end") == ("cards-left", "PN-6", {"cards": ["R5"]})
    play(state, "add R5")
    assert legal(state) == ["move R", "end"]
    assert play(state, "end").dump()["turn"] == 1


def test_the_turn_ends_once_the_last_playable_action_is_used() -> None:
    """PN-6"""
    state = play(load("R4", pending=["R5"], stored=[["move"], []]), "add R5", "move R")
    assert state.dump()["turn"] == 1


def test_a_perfect_number_that_ends_a_turn_is_answered_first() -> None:
    """PN-6 PN-9: after it the turn ends by itself, or can't be ended by it."""
    state = play(load("R4", pending=["R2"], stored=[["move"], []]), "add R2")
    assert legal(state) == ["close", "keep"]
    assert play(state.clone(), "close").dump()["turn"] == 1  # nothing left to move
    assert legal(play(state, "keep")) == ["move R", "end"]


def last_turn(left: int, number: int = 12) -> State:
    """Seat 1, first in this round, takes the last card of the round."""
    fields = {"market": [None] * 4, "first": 1, "round": number, "left": left}
    bonus = 108 - 6 - 8 * number - left
    return load("R4", "G4", pending=["R5"], score=[0, 20], bonus=bonus, **fields)


def test_the_market_is_refilled_and_the_first_player_passes_to_the_left() -> None:
    """PN-21"""
    state = last_turn(22, 10)
    pile = state.dump()["draw"]
    play(state, "add R5")
    after = state.dump()
    assert (after["round"], after["first"], after["turn"]) == (11, 0, 0)
    assert sorted(card for group in after["market"] for card in group) == sorted(pile[:8])
    assert after["draw"] == pile[8:]


def test_eight_cards_are_enough_for_a_round() -> None:
    """PN-21"""
    state = play(last_turn(8, 11), "add R5")
    assert not state.is_over()
    assert state.dump()["draw"] == []
    assert all(state.dump()["market"])


def test_with_fewer_than_eight_cards_the_game_ends() -> None:
    """PN-21: discards never come back, and the last turn stays on the table."""
    state = play(last_turn(6), "add R5")
    assert state.is_over()
    after = state.dump()
    assert (after["turn"], after["taken"], after["round"], after["first"]) == (0, True, 12, 1)
    assert (after["phase"], after["market"]) == ("turn", [None] * 4)
    assert after["discard_count"] > 8
    assert state.outcome().reason == "pile-short"
    assert GAME.load(after).dump() == after


def test_seven_cards_are_too_few() -> None:
    """PN-21"""
    assert play(last_turn(7, 11), "add R5").is_over()


def test_most_points_win_and_equal_ones_share_the_rank() -> None:
    """PN-22: what lies in a Collection counts for nothing."""
    fields = {"market": [None] * 4, "first": 1, "round": 12, "left": 0, "pending": ["B4"]}
    state = load("R4 R5 R6 R7", "", "G2", "", score=[5, 9, 5, 12], **fields)
    play(state, "add B4")
    assert state.is_over()
    assert state.outcome().scores == (5, 9, 5, 12)
    assert state.outcome().ranks == (3, 2, 3, 1)


def test_the_ranks_after_a_shared_one_are_skipped() -> None:
    """PN-22"""
    fields = {"market": [None] * 4, "first": 1, "round": 12, "left": 0, "pending": ["B4"]}
    state = play(load("", "", "", "", score=[12, 9, 9, 5], **fields), "add B4")
    assert state.outcome().ranks == (1, 2, 2, 4)


def variant(*collections: str, **fields: object) -> State:
    return load(*collections, options={"interactive": True}, **fields)


def test_the_variant_has_three_colours_at_most() -> None:
    """PN-23"""
    state = variant("R4, Y4, G4", "V3", pending=["V5"])
    assert legal(state) == ["give V5 @1", *(f"replace {x} V5" for x in "RYG")]
    assert refused(state, "add V5")[0] == "no-room"
    assert legal(variant("R4, Y4", "V3", pending=["V5"])) == ["add V5"]


def test_the_variant_keeps_a_place_for_actions() -> None:
    """PN-23"""
    state = variant("R4, Y4, G4", pending=["steal"])
    assert legal(state) == ["store steal"]
    assert refused(state, "replace R steal") == ("place-free", "PN-19", {"card": "steal"})
    assert variant("R4, Y4", "V2", pending=["V5"], stored=[["move"], []]).legal(0)


def test_stored_actions_take_no_colours_place_in_the_variant() -> None:
    """PN-23"""
    stored = [["move", "steal"], ["protect"]]
    state = variant("R4, Y4", "G2, B2", pending=["V5", "B3"], stored=stored)
    assert legal(state, "add") == ["add B3", "add V5"]
    full = variant("R4, Y4, G4", "G2, B2", pending=["V5"], stored=stored)
    assert legal(full, "give", "replace") == ["give V5 @1", *(f"replace {x} V5" for x in "RYG")]
    assert refused(full, "replace A V5") == ("actions-apart", "PN-23", {"card": "V5"})
    crowded = variant("R4, Y4, G4", "R2, Y2, G2", pending=["V5"])
    assert legal(crowded, "give") == []


def test_a_stolen_card_never_replaces_actions_in_the_variant() -> None:
    """PN-23 PN-18"""
    stored = [["move", "steal"], []]
    state = play(variant("R4, Y4, G4", "V2", taken=False, stored=stored), "steal @1 V")
    assert legal(state) == [*(f"replace {x} V2" for x in "RYG"), "discard"]
