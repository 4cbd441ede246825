"""What the bots of Perfect Numbers know, and that they know nothing they may not."""

from typing import Any

import pytest
from librt.vecs import vec
from perfect_positions import GAME, dealt, load

from pioche import Rng, State
from pioche.bots.levels import make_bot
from pioche.core.bot import LEVELS, Knowledge
from pioche.core.state import COMPILED

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"interactive": True}),
    (4, {"interactive": True, "actions": 6, "copies": 4}),
    (3, {"actions": 0, "copies": 2}),
]


def choice(state: State, seed: int = 1) -> str:
    """What comes to mind at once."""
    return GAME.text(int(GAME.heuristics().rollout_move(state, state.actors()[0], Rng(seed))))


def choices(state: State) -> set[str]:
    return {choice(state, seed) for seed in range(20)}


def thought(state: State, runs: int = 300) -> str:
    """What a short search finds."""
    seat = state.actors()[0]
    chosen = make_bot(GAME, "master", runs=runs).choose(Knowledge(state, seat, Rng(1)), Rng(2))
    return GAME.text(chosen.action)


# -- at first sight --------------------------------------------------------------------------


def test_the_group_that_closes_a_long_series_is_taken() -> None:
    market = [["G4", "B3", "V5"], ["Y2", "V2"], ["G3", "B2"], ["R6"]]
    state = load("R7 R5 R4 R7 R6, Y4, G5", taken=False, market=market)
    assert choices(state) == {"take 4"}


def test_a_group_that_would_break_a_long_series_is_left() -> None:
    """PN-10"""
    market = [["R2", "R3", "Y4"], ["Y3", "V2"], ["G3", "B2"], ["G6"]]
    state = load("R7 R5 R4 R7 R6, Y4, G5", taken=False, market=market)
    assert "take 1" not in choices(state)


def test_a_perfect_seven_is_always_closed() -> None:
    """PN-11: no series is worth more."""
    state = load("R7 R5 R4 R5 R6 R6 R7", phase="perfect", perfect={"seat": 0, "colour": "R"})
    assert choices(state) == {"close"}


def test_a_perfect_two_is_kept_while_there_is_time_and_closed_at_the_end() -> None:
    asked = {"phase": "perfect", "perfect": {"seat": 0, "colour": "R"}}
    late = {"round": 12, "market": [None, None, None, None], "first": 1, "left": 0}
    end = load("R7 R2", "Y4", **asked, **late)
    assert choices(end) == {"close"}
    waiting = load("R7 R2", "Y4", pending=["R3"], **asked)
    assert choices(waiting) == {"keep"}


def test_the_series_of_another_player_is_closed_for_oneself() -> None:
    """PN-13"""
    asked = {"phase": "perfect", "perfect": {"seat": 1, "colour": "V"}}
    assert choices(load("R4, Y4, G4, B4", "V5 V6 V7 V4", **asked)) == {"close"}


def test_a_card_without_room_goes_where_it_wins_points() -> None:
    """PN-12, PN-13"""
    state = load("R4 R5, Y4 Y5, G4 G5, B4 B5", "V5 V6 V7 V4", "V7", pending=["V3"])
    assert choices(state) == {"give V3 @1"}


def test_a_joker_goes_where_it_is_perfect() -> None:
    """PN-14"""
    state = load("R7 R5 R6 R7, Y4, G5", pending=["J5"])
    assert choices(state) == {"add J5 R"}


def test_a_protect_comes_before_the_card_that_it_makes_perfect() -> None:
    """PN-15"""
    state = load("R7 R5 R6 R7, Y4, G5", pending=["R6", "protect"])
    assert choices(state) == {"protect R"}


def test_a_move_is_played_where_it_closes_a_series() -> None:
    """PN-17"""
    state = load("R5 R7 R6 R7 R6, Y4, G5", pending=["move"])
    assert choices(state) == {"move R"}


def test_a_theft_takes_the_card_that_closes_a_series() -> None:
    """PN-18"""
    state = load("R7 R5 R7 R6 R7, Y4", "R6, G4 G5, B3", pending=["steal"])
    assert choices(state) == {"steal @1 R"}
    state.apply(0, GAME.parse("steal @1 R"))
    assert choices(state) == {"add R6"}


def test_a_stolen_card_that_only_does_harm_is_discarded() -> None:
    """PN-18"""
    state = load("R7 R5 R7 R6 R7 R6", phase="stolen", stolen="R4")
    assert choices(state) == {"discard"}


def test_the_shortest_series_makes_way() -> None:
    """PN-12"""
    state = load(
        "R7 R5 R6 R7, Y4 Y5 Y6, G6, B4 B5",
        "V2 -protect",
        pending=["V7"],
    )
    assert choices(state) == {"replace G V7"}


# -- thinking --------------------------------------------------------------------------------


def test_the_last_turn_is_played_for_points() -> None:
    """PN-22: Collections are worth nothing."""
    late = {"round": 12, "first": 0, "turn": 2, "taken": False, "left": 0}
    market = [None, None, ["G2", "V7"], ["B6"]]
    state = load("Y4", "R4", "R7, G4, B7 B5", market=market, **late)
    assert thought(state, 100) == "take 3"


def test_shares_add_up_to_one_and_follow_the_points() -> None:
    state = load("R4", "Y4", "G4", score=[20, 5, 5], pending=["R5"])
    shares = vec[float]([0.0] * 3) if COMPILED else [0.0] * 3
    GAME.heuristics().payoffs(state, shares)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.9 > 0.1 > shares[1]


# -- levels ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves(level: str, players: int, options: dict[str, Any]) -> None:
    state, rng = dealt(players, 7, **options), Rng(3)
    players_bots = [make_bot(GAME, level, runs=4) for _ in range(players)]
    for _ in range(25):
        seat = state.actors()[0]
        chosen = players_bots[seat].choose(Knowledge(state, seat, rng), rng)
        assert chosen.action in state.legal(seat)
        state.apply(seat, chosen.action)


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_knows_the_pile(level: str) -> None:
    state, rng = dealt(3, 4), Rng(9)
    for _ in range(20):
        seat = state.actors()[0]
        other = state.resample(seat, rng)
        seed = int(rng.below(1000))
        chosen = [
            make_bot(GAME, level, runs=8).choose(Knowledge(s, seat, Rng(seed)), Rng(seed))
            for s in (state, other)
        ]
        assert chosen[0] == chosen[1]
        state.apply(seat, chosen[0].action)


def test_novices_close_whatever_can_be_closed() -> None:
    state = load("R7 R2", phase="perfect", perfect={"seat": 0, "colour": "R"}, pending=["R3"])
    assert {GAME.text(int(GAME.heuristics().novice_move(state, 0, Rng(s)))) for s in range(9)} == {
        "close"
    }


def test_a_deep_tree_is_freed_without_harm() -> None:
    """A turn is many moves, so trees grow deeper here than anywhere else."""
    state, runs = dealt(2, 3), 400 if COMPILED else 10
    for seed in range(6):
        seat = state.actors()[0]
        chosen = make_bot(GAME, "master", runs=runs).choose(
            Knowledge(state, seat, Rng(seed)), Rng(seed)
        )
        state.apply(seat, chosen.action)
