"""Gap: what the bots know."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from gap_positions import GAME, dealt, end, position

from pioche import CHANCE, Rng, State
from pioche.bots.levels import make_bot
from pioche.bots.search import Search
from pioche.core.bot import LEVELS, Knowledge
from pioche.core.native.bits import make_vector

SENSE = GAME.heuristics()
SEEDS = range(20)
RUNS = 10


def table(hand: list[str], middle: list[str], row: list[str], **fields: Any) -> State:
    return GAME.load(position(hands={0: hand}, middle=middle, rows={0: row}, **fields))


def picks(level: str, state: State) -> set[str]:
    """What a level plays by instinct, with different luck."""
    pick = {
        "novice": SENSE.novice_move,
        "regular": SENSE.regular_move,
        "quick": SENSE.rollout_move,
    }[level]
    return {GAME.text(pick(state.clone(), state.actors()[0], Rng(seed))) for seed in SEEDS}


def shares(state: State) -> list[float]:
    out = Search(state, 0, SENSE, Rng(1)).payoffs  # room for them, of the build's own kind
    SENSE.payoffs(state, out)
    return [out[seat] for seat in range(state.players)]


def weights(state: State) -> dict[str, float]:
    seat = state.actors()[0]
    moves = state.legal(seat)
    out = Search(state, seat, SENSE, Rng(1)).priors
    SENSE.priors(state, seat, make_vector(moves), len(moves), out)
    return {GAME.text(move): out[i] for i, move in enumerate(moves)}


# -- by example ------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["regular", "quick"])
def test_what_the_last_card_takes_is_chosen_for_the_score(level: str) -> None:
    """GAP-18: the V4 makes 6 − 0, the B4 5 − 1."""
    row = ["V1", "V2", "V3", "V9"]
    state = table([], ["V4", "B4", "R0", "Y0"], row, each=1, phase="lower", played="V5")
    assert picks(level, state) == {"take V4"}


@pytest.mark.parametrize("level", ["regular", "quick"])
def test_colours_that_tie_as_the_largest_are_worth_a_detour(level: str) -> None:
    """GAP-16: the G5 makes 3 / 3, which is 6; the V7 makes 4 / 1."""
    row = ["V1", "V2", "V3", "G1"]
    state = table(["G5", "V7"], ["G4", "V9", "Y8", "R0"], row, each=2)
    assert picks(level, state) == {"play G5"}


@pytest.mark.parametrize("level", ["regular", "quick"])
def test_a_new_small_colour_is_not_taken_where_it_can_be_helped(level: str) -> None:
    """GAP-17: the B5 takes a yellow card and lies there as a smallest colour too."""
    state = table(["B5", "V8"], ["Y4", "R0", "R1", "Y1"], ["V1", "V2", "V3"], each=2)
    assert picks(level, state) == {"play V8"}


def test_card_sense_gathers_what_the_hand_will_add_to() -> None:
    """The row scores the same with either neighbour; with the hand, green becomes a second 3."""
    hand, row = ["G0", "G1", "R3"], ["V1", "V2"]
    state = table(hand, ["B4", "G4", "R8", "Y8"], row, phase="lower", played="V5", each=4)
    assert picks("quick", state) == {"take G4"}
    weighed = weights(state)
    assert weighed["take G4"] > weighed["take B4"] > 0


def test_a_child_goes_for_many_cards_whatever_they_cost() -> None:
    """The V5 takes a card of each neighbour and spoils the row: a child likes it."""
    state = table(["V5", "R7"], ["B4", "G6", "Y0", "Y2"], ["R1", "R2", "R3"], each=2)
    assert "play V5" in picks("novice", state)
    assert "play V5" not in picks("regular", state)


# -- shares ----------------------------------------------------------------------------


def test_shares_add_up_and_follow_the_totals() -> None:
    """GAP-20"""
    found = shares(end([4, 3, 2, 1]))
    assert sum(found) == pytest.approx(1)
    assert all(better > worse for better, worse in pairwise(found))


def test_a_lead_is_worth_more_the_nearer_the_end_is() -> None:
    """GAP-19"""
    tops = [shares(end([4, 3, 2, 1], options={"target": target}))[0] for target in (70, 30, 15, 5)]
    assert tops == sorted(tops)
    rounds = [shares(end([4, 3, 2, 1], options={"rounds": n}))[0] for n in (20, 5, 2)]
    assert rounds == sorted(rounds)


def test_who_has_won_has_nearly_all() -> None:
    """GAP-20: here by the best single round, the totals being equal."""
    state = end([6, 3, 0, 1], scores=[[0, 3, 0, 0]], options={"rounds": 2})
    assert state.is_over()
    assert state.outcome().ranks[0] == 1
    assert shares(state)[0] > 0.8


# -- the levels ------------------------------------------------------------------------


def games() -> Iterator[State]:
    for players in GAME.players:
        for options in ({}, {"rounds": 2}, {"target": 1}):
            yield dealt(players, players, **options)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legally(level: str) -> None:
    for state in games():
        rng = Rng(3)
        player = make_bot(GAME, level, runs=RUNS)
        while not state.is_over() and len(state.dump()["scores"]) < 1:
            if state.actors() == (CHANCE,):
                state.shuffle(rng)
                continue
            seat = state.actors()[0]
            action = player.choose(Knowledge(state, seat, rng), rng).action
            assert state.refusal(seat, action) is None
            state.apply(seat, action)


def test_instinct_is_the_same_in_states_that_the_seat_can_not_tell_apart() -> None:
    """GAP-5: the judgement of a seat's own move looks into no other hand and no pile."""
    for state in games():
        for step in range(12):
            seat = state.actors()[0]
            other = state.resample(seat, Rng(step))
            for pick in (SENSE.novice_move, SENSE.regular_move, SENSE.rollout_move):
                assert pick(state, seat, Rng(step)) == pick(other, seat, Rng(step))
            assert weights(state) == weights(other)
            state.apply(seat, state.legal(seat)[0])


@pytest.mark.parametrize("level", LEVELS)
def test_levels_choose_the_same_in_states_that_the_seat_can_not_tell_apart(level: str) -> None:
    """GAP-5"""
    for seed in range(6):
        state = dealt(3, seed)
        seat = state.actors()[0]
        other = state.resample(seat, Rng(99 + seed))
        chosen = [
            make_bot(GAME, level, runs=100).choose(Knowledge(s, seat, Rng(seed)), Rng(seed))
            for s in (state, other)
        ]
        assert chosen[0] == chosen[1]


def test_search_finds_the_last_card_that_wins_the_game() -> None:
    """GAP-19: the G5 ties two colours for 8 points and the game; no more cards, no more doubt."""
    rows = {0: ["V1", "V2", "V3", "V9", "G1", "G2"], 1: ["R9"], 2: ["B9"], 3: ["Y9"]}
    state = GAME.load(
        position(
            hands={0: ["G5", "B2"]},
            middle=["G4", "R2", "Y8", "R0"],
            rows=rows,
            each=2,
            options={"target": 5},
        )
    )
    search = Search(state, 0, SENSE, Rng(1))
    search.run_iterations(300)
    best = max(search.root_statistics(), key=lambda thought: thought[2])
    assert GAME.text(best[0]) == "play G5"
