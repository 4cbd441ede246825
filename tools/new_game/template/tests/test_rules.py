"""The rules of Demo Cards, clause by clause."""

from typing import Any

import pytest

import pioche
from pioche import BadPosition, Illegal, Rng, State

GAME = pioche.games["demo-cards"]


def dealt(players: int = 3, seed: int = 1) -> State:
    state = GAME.new(players)
    state.shuffle(Rng(seed))
    return state


def position(**changes: Any) -> dict[str, Any]:
    """Three players with one card each; seat 0 begins."""
    hands = [[12], [7], [18]]
    held = {12, 7, 18}
    played = [card for card in range(1, 16) if card not in held][:12]
    found = {
        "game": "demo-cards",
        "rules": 1,
        "players": 3,
        "options": {"tricks": 5},
        "over": False,
        "turn": 0,
        "trick": [None, None, None],
        "played": played,
        "points": [2, 1, 1],
        "hands": hands,
        "aside": [card for card in range(1, 21) if card not in held and card not in played],
    }
    return found | changes


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.apply(state.actors()[0], GAME.parse(move))
    return state


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    """DC-1"""
    with pytest.raises(ValueError, match="2 to 4"):
        GAME.new(players)


def test_there_are_twenty_cards_once_each() -> None:
    """DC-2"""
    position = dealt().dump()
    cards = [card for hand in position["hands"] for card in hand] + position["aside"]
    assert sorted(cards) == list(range(1, 21))


def test_no_card_is_there_twice() -> None:
    """DC-2"""
    with pytest.raises(BadPosition, match="once too often"):
        GAME.load(position(hands=[[12], [12], [18]]))


@pytest.mark.parametrize("tricks", [3, 5])
def test_everybody_gets_as_many_cards_as_there_are_tricks(tricks: int) -> None:
    """DC-3"""
    state = GAME.new(4, tricks=tricks)
    state.shuffle(Rng(2))
    assert [len(hand) for hand in state.dump()["hands"]] == [tricks] * 4


def test_lots_are_drawn_for_who_begins() -> None:
    """DC-3"""
    assert {dealt(seed=seed).actors() for seed in range(40)} == {(0,), (1,), (2,)}


def test_nobody_sees_other_hands() -> None:
    """DC-3"""
    state = dealt()
    hands = state.view(1)["hands"]
    assert [hand is None for hand in hands] == [True, False, True]
    assert "aside" not in state.view(1)


def test_each_in_turn_plays_a_card_of_the_hand() -> None:
    """DC-4"""
    state = GAME.load(position())
    with pytest.raises(Illegal) as denied:
        state.apply(0, GAME.parse("play 7"))
    assert denied.value.refusal.code == "not-in-hand"
    assert play(state, "play 12").actors() == (1,)


def test_the_highest_card_wins_and_begins() -> None:
    """DC-5"""
    state = dealt(seed=3)
    while state.dump()["points"] == [0, 0, 0]:
        before = state.dump()
        seat = state.actors()[0]
        state.apply(seat, state.legal(seat)[-1])
    trick = [
        card if card is not None else max(before["hands"][s])
        for s, card in enumerate(before["trick"])
    ]
    winner = trick.index(max(trick))
    assert state.dump()["points"][winner] == 1
    assert state.actors() == (winner,)


def test_the_example_of_the_rulebook() -> None:
    """DC-5, DC-6"""
    state = play(GAME.load(position()), "play 12", "play 7", "play 18")
    assert state.dump()["points"] == [2, 1, 2]
    assert state.is_over()


def test_equal_points_share_their_place() -> None:
    """DC-6"""
    state = play(GAME.load(position()), "play 12", "play 7", "play 18")
    assert state.outcome().ranks == (1, 3, 1)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("played", {"points": [1, 1, 1]}),
        ("over", {"over": True}),
        ("hands", {"hands": [[12, 7], [], [18]]}),
        ("turn", {"trick": [None, 7, None], "hands": [[12], [], [18]]}),
    ],
)
def test_positions_that_cannot_be_are_refused(field: str, changes: dict[str, Any]) -> None:
    """DC-4, DC-6"""
    with pytest.raises(BadPosition, match=f"^{field}"):
        GAME.load(position(**changes))
