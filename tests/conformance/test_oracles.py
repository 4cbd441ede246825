"""The rules held against a second reading of them.

Each game's tests/oracle.py is written from the clauses alone, slowly and straight on the
JSON of positions: `legal(position)` gives the moves of all who have some, `after(position,
seat, text)` the next position, or None where a shuffle comes first, `outcome(position)` ranks
and scores at the end.
"""

import pytest
from cases import Case, cases, frozen, part_of_tests, walk

import pioche
from pioche import CLOCK, Rng


@pytest.mark.parametrize("case", cases(), ids=str)
def test_rules_agree_with_a_second_reading(case: Case) -> None:
    compare(case, range(100, 112), steps=220)


def compare(case: Case, seeds: range, steps: int) -> None:
    """Walk through games and hold every move and every list of moves against the oracle."""
    game = pioche.games[case.game]
    oracle = part_of_tests(game, "oracle")
    for seed in seeds:
        for step in walk(case, seed, steps):
            position = step.after.dump()
            if step.action is not None:
                expected = oracle.after(step.before.dump(), step.who, game.text(step.action))
                if expected is not None:
                    assert frozen(position) == frozen(expected), game.text(step.action)
            agreed = {seat: sorted(moves) for seat, moves in oracle.legal(position).items()}
            assert legal_texts(step.after) == agreed


@pytest.mark.parametrize("case", cases(), ids=str)
def test_outcomes_agree_with_a_second_reading(case: Case) -> None:
    oracle = part_of_tests(pioche.games[case.game], "oracle")
    for seed in range(25):
        state = case.new()
        state.playout(Rng(seed))
        ranks, scores, _ = state.outcome()
        assert (list(ranks), list(scores)) == oracle.outcome(state.dump())


@pytest.mark.long
@pytest.mark.parametrize("case", cases(), ids=str)
def test_many_more_games_agree_with_a_second_reading(case: Case) -> None:
    compare(case, range(1000, 1150), steps=1000)


def legal_texts(state: pioche.State) -> dict[int, list[str]]:
    moves = {}
    for seat in [*range(state.players), CLOCK]:
        legal = [state.game.text(action) for action in state.legal(seat)]
        if legal:
            moves[seat] = sorted(legal)
    return moves
