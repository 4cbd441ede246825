"""Gap: the score of a round and the end of the game, GAP-16 to GAP-20."""

import pytest
from gap_positions import GAME, Json, dealt, end, play, position

from pioche import CHANCE, Rng, State

SHORT = {"target": 6}


def row(*counts: int) -> list[str]:
    """A row with so many cards of each colour, R Y G B V."""
    return [f"{c}{i}" for c, n in zip("RYGBV", counts, strict=False) for i in range(n)]


def scored(*counts: int) -> Json:
    """The view after a round in which seat 0 has such a row; seat 3 plays a V9 into the middle."""
    middle = ["R7", "Y7", "G7", "B7"]
    at = position(hands={3: ["V9"]}, middle=middle, rows={0: row(*counts)}, each=1, turn=3)
    state = GAME.load(at)
    play(state, "play V9")
    return state.view(None)


@pytest.mark.parametrize(
    ("counts", "score"),
    [
        ((4, 4, 0, 0, 0), 8),  # the second example of the rulebook
        ((4, 0, 4), 8),
        ((0, 0, 0, 0, 0), 0),
        ((5,), 5),
        ((2, 2, 2, 2, 2), 10),
        ((3, 3, 1), 5),
        ((3, 3, 1, 1), 4),
        ((3, 3, 2, 1), 5),
        ((4, 1, 1, 1, 1), 0),
        ((2, 1, 1, 1, 1), -2),
        ((3, 2, 2, 2, 2), -5),
        ((1, 5, 1, 4, 3), 3),
        ((1, 1), 2),
    ],
)
def test_scores_of_rows(counts: tuple[int, ...], score: int) -> None:
    """GAP-16 GAP-17 GAP-18"""
    assert scored(*counts)["scores"] == [[score, 0, 0, 0]]


def test_example_the_two_smallest_of_five_colours_are_added() -> None:
    """GAP-16 GAP-17: neither the colour with 3 nor the one with none counts."""
    view = scored(4, 3, 1, 1, 0)
    assert (view["plus"][0], view["minus"][0]) == (4, 1 + 1)
    assert view["scores"][0][0] == 2


def test_all_colours_tied_for_largest_are_added() -> None:
    """GAP-16"""
    view = scored(4, 0, 4, 1)
    assert (view["plus"][0], view["minus"][0]) == (8, 1)


def test_all_colours_tied_for_smallest_are_added() -> None:
    """GAP-17"""
    view = scored(4, 2, 2, 3)
    assert (view["plus"][0], view["minus"][0]) == (4, 4)


def test_a_colour_counted_as_largest_or_missing_is_never_the_smallest() -> None:
    """GAP-17"""
    assert scored(3, 3, 3)["minus"][0] == 0
    assert scored(5, 0, 0, 3)["minus"][0] == 3


def test_the_numbers_on_the_cards_do_not_matter() -> None:
    """GAP-18"""
    rows = {0: ["R0", "R1", "Y0"], 1: ["R8", "R9", "Y9"]}
    at = position(hands={3: ["V6"]}, middle=["V0", "V1", "V2", "V3"], rows=rows, each=1, turn=3)
    state = GAME.load(at)
    play(state, "play V6")
    assert state.dump()["scores"] == [[1, 1, 0, 0]]


def test_a_score_below_zero_lowers_the_total() -> None:
    """GAP-18"""
    state = end([-1, 2, 0, 0], scores=[[4, 0, 0, 0]])
    assert state.view(0)["totals"] == [3, 2, 0, 0]


def test_the_outcome_adds_up_the_rounds() -> None:
    """GAP-18 GAP-20"""
    state, rng = dealt(3, 3, rounds=30), Rng(4)
    state.playout(rng)
    columns = zip(*state.dump()["scores"], strict=True)
    assert state.outcome().scores == tuple(sum(column) for column in columns)
    assert len(state.dump()["scores"]) >= 30


@pytest.mark.parametrize(("points", "over"), [(5, False), (6, True), (7, True)])
def test_the_game_ends_when_the_target_is_reached_or_passed(points: int, over: bool) -> None:
    """GAP-19"""
    state = end([points, 2, 0, 0], options=SHORT)
    assert state.is_over() is over
    assert state.actors() == (() if over else (CHANCE,))


def test_the_target_counts_over_all_rounds() -> None:
    """GAP-19"""
    state = end([2, 5, 0, 0], options=SHORT, scores=[[4, 0, 0, 0]])
    assert state.outcome() == ((1, 2, 3, 3), (6, 5, 0, 0), "target-reached")


def test_a_round_is_played_to_its_end_whatever_the_rows_are_worth() -> None:
    """GAP-19"""
    rows = {0: row(9)}
    at = position(middle=["V0", "V1", "V2", "V3"], rows=rows, each=2, options=SHORT)
    state, rng = GAME.load(at), Rng(1)
    for _ in range(7):
        assert not state.is_over()
        state.step(rng)


def test_the_game_ends_after_the_agreed_rounds() -> None:
    """GAP-19 GAP-4"""
    state = end([0, 2, 0, 0], options={"rounds": 2, "target": 200}, scores=[[4, 0, 0, 0]])
    assert state.outcome() == ((1, 2, 3, 3), (4, 2, 0, 0), "rounds-played")
    last = state.dump()
    assert (last["turn"], last["round"], last["hands"]) == (3, 2, [[], [], [], []])
    assert "chance" not in last


def test_most_points_win_and_lower_ties_share_the_rank() -> None:
    """GAP-20"""
    assert end([9, 2, 2, 0], options=SHORT).outcome().ranks == (1, 2, 2, 4)
    assert end([2, 0, 9, 0], options=SHORT).outcome().ranks == (2, 3, 1, 3)


TWO = {"rounds": 2}


def test_a_tie_goes_to_the_best_single_round() -> None:
    """GAP-20"""
    assert end([2, 5, 0, 0], options=TWO, scores=[[4, 1, 0, 0]]).outcome().ranks == (2, 1, 3, 3)


def test_tie_breaks_are_for_first_place_alone() -> None:
    """GAP-20: lower down, equal totals share the rank, whatever their best rounds."""
    lower = end([0, 2, 5, 0], options=TWO, scores=[[9, 4, 1, 0]])
    assert lower.outcome().ranks == (1, 2, 2, 4)
    beaten = end([2, 5, 3, 0], options=TWO, scores=[[4, 1, 3, 0]])
    assert beaten.outcome().scores == (6, 6, 6, 0)
    assert beaten.outcome().ranks == (2, 1, 2, 4)


def test_a_tie_then_goes_to_the_earlier_round() -> None:
    """GAP-20"""
    assert end([4, 2, 0, 0], options=TWO, scores=[[2, 4, 0, 0]]).outcome().ranks == (2, 1, 3, 3)


def test_the_earliest_of_equal_best_rounds_counts() -> None:
    """GAP-20: a later repeat of the best round changes nothing."""
    scores = [[2, 4, 0, 0], [4, 2, 0, 0]]
    state = end([4, 4, 0, 0], options={"rounds": 3}, scores=scores)
    assert state.outcome().ranks == (2, 1, 3, 3)


@pytest.mark.parametrize("options", [SHORT, {"rounds": 1}])
def test_a_tie_for_first_place_calls_for_one_more_round(options: dict[str, int]) -> None:
    """GAP-20"""
    state = end([6, 6, 0, 0], options=options)
    assert state.actors() == (CHANCE,)
    assert state.view(None)["tied"] == [0, 1]
    state.shuffle(Rng(1))
    after = state.dump()
    assert (after["round"], after["first"]) == (2, 1)
    assert [len(hand) for hand in after["hands"]] == [6, 6, 6, 6]
    assert state.view(2)["tied"] == [0, 1]


def test_an_extra_round_counts_and_ends_the_game_once_somebody_leads() -> None:
    """GAP-20"""
    state = end([2, 3, 0, 0], options=SHORT, scores=[[6, 6, 0, 0]])
    assert state.outcome() == ((2, 1, 3, 3), (8, 9, 0, 0), "tie-broken")
    assert state.view(0)["tied"] == []


def test_an_extra_round_may_be_won_by_a_third_player() -> None:
    """GAP-20"""
    state = end([0, 0, 3, 0], options=SHORT, scores=[[6, 6, 5, 0]])
    assert state.outcome() == ((2, 2, 1, 4), (6, 6, 8, 0), "tie-broken")


def test_an_extra_round_counts_for_the_tie_breaks() -> None:
    """GAP-20: 4 + 2 against 0 + 6, and the 6 is the best single round."""
    state = end([2, 0, 6, 0], options={"rounds": 1}, scores=[[4, 4, 0, 0]])
    assert state.outcome() == ((2, 3, 1, 4), (6, 4, 6, 0), "tie-broken")


def test_the_end_stays_reached_when_totals_sink_again() -> None:
    """GAP-19 GAP-20"""
    scores = [[6, 6, 0, 0]]
    sunk = end([-1, -1, 0, 0], options=SHORT, scores=scores)
    assert sunk.view(0)["totals"] == [5, 5, 0, 0]
    assert sunk.actors() == (CHANCE,)
    assert sunk.view(0)["tied"] == [0, 1]
    over = end([-1, 0, 0, 0], options=SHORT, scores=[*scores, [-1, -1, 0, 0]])
    assert over.outcome() == ((2, 1, 3, 3), (4, 5, 0, 0), "tie-broken")


def tied_for(extra: int) -> State:
    """After so many extra rounds, all without a score."""
    options = {"rounds": 2}
    scores = [[2, 2, 0, 0], [3, 3, 0, 0], *[[0, 0, 0, 0]] * (extra - 1)]
    return end([0, 0, 0, 0], options=options, scores=scores)


def test_after_ten_extra_rounds_first_place_is_shared() -> None:
    """GAP-20"""
    assert tied_for(9).actors() == (CHANCE,)
    over = tied_for(10)
    assert over.outcome() == ((1, 1, 3, 3), (5, 5, 0, 0), "still-tied")
    assert over.dump()["round"] == 12


def test_the_tenth_extra_round_may_still_be_won() -> None:
    """GAP-20"""
    scores = [[6, 6, 0, 0], *[[0, 0, 0, 0]] * 9]
    state = end([2, 0, 0, 0], options=SHORT, scores=scores)
    assert state.outcome() == ((1, 2, 3, 3), (8, 6, 0, 0), "tie-broken")


def test_everybody_may_be_tied() -> None:
    """GAP-20"""
    state = end([0, 0, 0, 0], options={"rounds": 1})
    assert state.view(0)["tied"] == [0, 1, 2, 3]
