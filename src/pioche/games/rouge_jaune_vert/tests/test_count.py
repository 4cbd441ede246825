"""Rouge Jaune Vert: the count, the points and the end, clause by clause."""

import pytest
from rjv_positions import (
    GAME,
    Position,
    dealt,
    legal,
    load,
    play,
    play_round,
    race,
    refusal,
    time_up,
)

from pioche import CHANCE, CLOCK, Rng, State

CORRECT = "RG1 BK3 GY4 BR3 GY2 RB3 YK1"
EXAMPLES = [
    (CORRECT, 7),
    ("RG2 BK4 RB2 GY3 BR1", 2),
    ("YK2 GR4 BY1 KG3 YR3 BK2", 4),
    ("GY1 YK3 GR1 BY2 KG4", 1),
    ("RK4 YG2 BR4 BG3", 3),
    ("GB1 KY2 BG1 YR4 GB3 RB4 KG1", 5),
]


@pytest.mark.parametrize(("series", "kept"), EXAMPLES)
def test_examples_of_what_is_kept(series: str, kept: int) -> None:
    """RJV-9 RJV-13"""
    end = time_up(race(series, "KR2")).dump()
    assert end["kept"] == [kept, 1]
    assert end["series"][0] == series.split()  # uncut


def test_the_correct_example_stops_a_round_of_six() -> None:
    """RJV-9 RJV-11"""
    *row, last = CORRECT.split()
    others = ["KB1", "KB2", "KB3", "KB4", "KR1"]
    state = load(race(" ".join(row), *others, held={0: last}))
    after = play(state, (0, "place")).dump()
    assert after["stopped_by"] == 0
    assert after["kept"] == [7, 1, 1, 1, 1, 1]


def test_cards_after_a_mistake_are_lost_even_where_they_fit() -> None:
    """RJV-13"""
    end = time_up(race("BR1 BR2 GK3 BY1", "KR2")).dump()
    assert end["kept"] == [1, 1]


def test_a_card_is_compared_with_its_neighbour_only() -> None:
    """RJV-9 RJV-13"""
    end = time_up(race("BR1 GK2 BR3 GK4", "KR2")).dump()
    assert end["kept"] == [4, 1]


def order(state: State) -> list[int]:
    """The first, who has the point card already, and those who choose."""
    choosing = state.dump()["choosing"]
    (first,) = set(range(state.players)) - set(choosing)
    return [first, *choosing]


def test_most_cards_kept_comes_first() -> None:
    """RJV-14"""
    state = time_up(race("BR1 BR2 BR3 BR4", "RG1 BK3 GY4", "YK2 GR4"))
    assert state.dump()["kept"] == [1, 3, 2]  # seat 0 placed most
    assert order(state) == [1, 2, 0]


def test_more_cards_beat_more_times() -> None:
    """RJV-14"""
    assert order(time_up(race("BR4", "BY1 GK2"))) == [1, 0]


def test_of_equally_many_the_higher_sum_of_times_comes_first() -> None:
    """RJV-14"""
    state = time_up(race("BR1 GK2", "BR2 GK4", "BY1 GK3"))
    assert [seat["times"] for seat in state.view(None)["count"]] == [3, 6, 4]
    assert order(state) == [1, 2, 0]


def test_times_of_discarded_cards_do_not_count() -> None:
    """RJV-14"""
    state = time_up(race("BR1 BR4 GK4", "BR2", "BY3"))
    assert order(state) == [2, 1, 0]


@pytest.mark.parametrize("stopper", [0, 1, 2, 3])
def test_of_equals_the_nearest_clockwise_to_the_stop_comes_first(stopper: int) -> None:
    """RJV-14: whoever stopped is nearest of all."""
    rows = ["GK1", "GB1", "GR1", "GY1"]
    rows[stopper] = "BR1 BR2 BR3 BR4 BY1 BY2 BY3 BY4"
    state = load(race(*rows, held={stopper: "BK1"}))
    play(state, (stopper, "place"))
    assert state.dump()["kept"] == [1, 1, 1, 1]
    assert order(state) == [(stopper + i) % 4 for i in range(4)]


def test_nearness_is_asked_only_among_equals() -> None:
    """RJV-14"""
    state = load(race("GK2", "BR1 BR2 BR3 BR4 BY1 BY2 BY3 BY4 BG1", "GB1", held={1: "BK1"}))
    play(state, (1, "place"))
    assert state.dump()["kept"] == [1, 1, 1]
    assert order(state) == [0, 1, 2]


@pytest.mark.parametrize("round", [1, 2, 3, 4, 5])
def test_after_the_clock_ties_are_won_by_another_seat_every_round(round: int) -> None:
    """RJV-14: the nearest clockwise to seat (round − 1) modulo the players."""
    for players in (2, 3, 4, 6):
        equal = ["GK1", "GB1", "GR1", "GY1", "BK1", "BY1"][:players]
        state = time_up(race(*equal, round=round, won=won_before(round, players)))
        assert order(state) == [(round - 1 + i) % players for i in range(players)]


def test_after_the_clock_nearness_is_asked_only_among_equals() -> None:
    """RJV-14"""
    rows = ("GK1", "GB2", "GR1", "GY2")
    assert order(time_up(race(*rows))) == [1, 3, 0, 2]
    assert order(time_up(race(*rows, round=3, won=won_before(3, 4)))) == [3, 1, 2, 0]


def won_before(round: int, players: int) -> list[list[int]]:
    """Point cards of the rounds before this one, a different one for each."""
    cards = [value for value in range(-4, 11) for _ in range(2)]
    return [[cards.pop() for _ in range(round - 1)] for _ in range(players)]


def test_the_first_has_the_highest_point_card_at_once() -> None:
    """RJV-15"""
    state = time_up(race("GK1", "GB3", "GR2", points=[5, 5, -4]))
    after = state.dump()
    assert after["won"] == [[], [5], []]
    assert after["points"] == [5, -4]
    assert after["choosing"] == [2, 0]
    assert state.actors() == (2,)
    assert state.legal(1) == []


def test_the_others_choose_in_order_and_the_last_one_too() -> None:
    """RJV-15"""
    state = time_up(race("GK1", "GB4", "GR3", "GY2", points=[10, 7, 7, -4]))
    assert (state.actors(), legal(state, 2)) == ((2,), ["choose -4", "choose 7"])
    play(state, (2, "choose -4"))
    assert (state.actors(), legal(state, 3)) == ((3,), ["choose 7"])
    play(state, (3, "choose 7"))
    assert (state.actors(), legal(state, 0)) == ((0,), ["choose 7"])
    play(state, (0, "choose 7"))
    after = state.dump()
    assert after["won"] == [[7], [10], [-4], [7]]
    assert after["points"] == after["choosing"] == []
    assert state.actors() == (CHANCE,)


def test_point_cards_are_chosen_after_the_race_only() -> None:
    """RJV-15"""
    state = load(race("GK1", "GB3", held={0: "YR1"}))
    for seat in (0, 1):
        found = refusal(state, seat, "choose 10")
        assert (found.code, found.clause) == ("race-not-over", "RJV-15")
        assert found.params == {"value": 10}


def test_only_a_point_card_that_is_there_can_be_chosen() -> None:
    """RJV-15"""
    state = time_up(race("GK1", "GB3", "GR2", points=[5, 3, -4]))
    found = refusal(state, 2, "choose 5")
    assert (found.code, found.clause) == ("no-such-point-card", "RJV-15")
    assert found.params == {"value": 5, "points": [3, -4]}


def test_nobody_chooses_out_of_order() -> None:
    """RJV-15"""
    state = time_up(race("GK1", "GB3", "GR2"))
    for seat in (0, 1):
        found = refusal(state, seat, "choose 9")
        assert (found.code, found.clause) == ("not-your-turn", "RJV-15")
        assert found.params == {"actors": [2]}


def test_between_rounds_the_table_stays_as_it_was() -> None:
    """RJV-4 RJV-13 RJV-15"""
    state = time_up(race("GK1 GK2", "GB3", up="BR1", held={0: "YR1+"}))
    counted = state.dump()
    play(state, (0, f"choose {counted['points'][0]}"))
    after = state.dump()
    assert (after["chance"], after["round"], after["phase"]) == (True, 1, "points")
    for field in ("slots", "series", "kept", "stopped_by", "held", "point_draw"):
        assert after[field] == counted[field]
    state.shuffle(Rng(1))
    fresh = state.dump()
    assert (fresh["round"], fresh["phase"], fresh["kept"]) == (2, "race", None)
    assert (fresh["stopped_by"], fresh["choosing"]) == (None, [])
    assert fresh["won"] == after["won"]
    assert [len(series) for series in fresh["series"]] == [1, 1]


def test_a_stop_is_forgotten_with_the_next_deal() -> None:
    """RJV-11 RJV-14"""
    state, rng = dealt(6, 4), Rng(4)
    play_round(state, rng)
    assert state.dump()["stopped_by"] is not None
    state.shuffle(rng)
    assert state.dump()["stopped_by"] is None
    play(state, (CLOCK, "time"))
    assert state.dump()["stopped_by"] is None


def last_choice(*won: list[int], value: int) -> Position:
    """Round 5: seat 0 was first; seat 1 is the last to choose, and this card is left."""
    rows = ["BR3", "BR1", *(f"B{printed}2" for printed in "RYG")][: len(won)]
    position = race(*rows, round=5, won=list(won), points=[value])
    return position | {"phase": "points", "kept": [1] * len(won), "choosing": [1]}


def test_the_game_is_over_after_five_rounds() -> None:
    """RJV-16"""
    state = load(last_choice([10, 1, 1, 2, 2], [9, 0, 3, 3], value=-1))
    assert not state.is_over()
    play(state, (1, "choose -1"))
    assert state.is_over()
    assert state.actors() == ()
    end = state.dump()
    assert (end["phase"], end["round"], end["choosing"]) == ("points", 5, [])
    assert end["won"] == [[10, 1, 1, 2, 2], [9, 0, 3, 3, -1]]
    assert state.outcome() == ((1, 2), (16, 14), "five-rounds")
    assert refusal(state, 0, "grab 40").code == "game-over"
    assert state.legal(CLOCK) == []


def test_a_game_has_five_rounds() -> None:
    """RJV-16"""
    state, rng, rounds = GAME.new(2), Rng(6), 0
    while not state.is_over():
        state.shuffle(rng)
        rounds += 1
        assert state.dump()["round"] == rounds
        play_round(state, rng)
    assert rounds == 5
    end = state.dump()
    assert [len(cards) for cards in end["won"]] == [5, 5]
    assert state.outcome().scores == tuple(sum(cards) for cards in end["won"])


@pytest.mark.parametrize(
    ("ours", "theirs", "value", "ranks", "scores"),
    [
        ([10, -4, -3, -2, 0], [3, 3, 2, 1], 0, (2, 1), (1, 9)),  # the sum before the best card
        ([6, 4, 3, 2, 1], [7, 3, 2, 4], 0, (2, 1), (16, 16)),  # then the best card
        ([7, 4, 3, 2, 0], [6, 3, 2, 5], 0, (1, 2), (16, 16)),
        ([7, 4, 3, 1, 0], [7, 4, 3, 1], 0, (1, 1), (15, 15)),  # then nothing
        ([-4, -3, -2, -1, 1], [-4, -3, -2, -1], 0, (1, 2), (-9, -10)),
        ([-4, -3, -1, 0, -2], [-4, -1, 0, -3], -2, (1, 1), (-10, -10)),
        ([-4, -3, -2, 5, -2], [-4, -3, 1, 1], -1, (1, 2), (-6, -6)),
    ],
)
def test_the_highest_sum_wins_then_the_highest_card(
    ours: list[int], theirs: list[int], value: int, ranks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """RJV-16"""
    position = last_choice(ours, theirs, value=value)
    if value > ours[-1]:  # then seat 0 was not the first: turn the last two cards round
        position["won"][0][-2:] = reversed(ours[-2:])
    outcome = play(load(position), (1, f"choose {value}")).outcome()
    assert (outcome.ranks, outcome.scores) == (ranks, scores)


def test_a_shared_rank_skips_the_next() -> None:
    """RJV-16"""
    position = last_choice([7, 4, 3, 1, 0], [7, 4, 3, 1], [2, 2, -1, -1, -2], value=0)
    outcome = play(load(position), (1, "choose 0")).outcome()
    assert outcome.ranks == (1, 1, 3)
    assert outcome.scores == (15, 15, 0)
