"""The rules of No Thanks!, clause by clause."""

from collections import Counter
from typing import Any

import pytest

import pioche
from pioche import CHANCE, Illegal, Rng, State

GAME = pioche.games["no-thanks"]
TAKE, PASS = GAME.parse("take"), GAME.parse("pass")


def dealt(players: int = 3, seed: int = 1, **options: Any) -> State:
    state = GAME.new(players, **options)
    state.shuffle(Rng(seed))
    return state


def position(**fields: Any) -> dict[str, Any]:
    """Three players, seat 0 to act for the 11, the pile in ascending order."""
    base = dealt().dump()
    base.update(turn=0, first=0, card=11, pot=0, chips=[11, 11, 11], taken=[[], [], []])
    base.update(fields)
    used = {base["card"], *(card for cards in base["taken"] for card in cards)}
    free = [card for card in range(3, 36) if card not in used]
    pile = 24 - len(used)
    first = fields.get("draw", [])
    rest = [card for card in free if card not in first]
    base["draw"] = first + rest[: pile - len(first)]
    base["removed"] = sorted(rest[pile - len(first) :])
    return base


def play(state: State, *texts: str) -> None:
    for text in texts:
        state.apply(state.actors()[0], GAME.parse(text))


def final(taken: list[int], chips: int) -> State:
    """The end of a round in which seat 0 has these cards; seat 1 takes the last card."""
    rest = [card for card in range(3, 36) if card not in taken]
    last, others = rest[-1], rest[: 23 - len(taken)]
    removed = rest[23 - len(taken) : -1]
    state = GAME.load(
        position()
        | {
            "turn": 1,
            "card": last,
            "draw": [],
            "removed": removed,
            "taken": [taken, others, []],
            "chips": [chips, 33 - chips, 0],
        }
    )
    play(state, "take")
    return state


def test_three_to_seven_play() -> None:
    """NT-1"""
    assert list(GAME.players) == [3, 4, 5, 6, 7]
    for players in (2, 8):
        with pytest.raises(ValueError, match="players"):
            GAME.new(players)


def test_the_cards_are_3_to_35_once_each() -> None:
    """NT-2 NT-3"""
    start = dealt().dump()
    cards = [start["card"], *start["draw"], *start["removed"]]
    assert sorted(cards) == list(range(3, 36))
    assert len(start["draw"]) == 23
    assert len(start["removed"]) == 9
    assert start["removed"] == sorted(start["removed"])


def test_nobody_learns_the_nine_before_the_end() -> None:
    """NT-3"""
    state = dealt()
    for seat in (0, 1, 2, None):
        assert "removed" not in state.view(seat)
        assert "draw" not in state.view(seat)
        assert state.view(seat)["draw_count"] == 23
    rng = Rng(3)
    state.playout(rng)
    assert state.view(None)["removed"] == state.dump()["removed"]


def test_the_nine_are_not_shown_between_rounds() -> None:
    """NT-3 NT-17"""
    state = dealt(rounds=2)
    play_round(state, Rng(3))
    assert state.actors() == (CHANCE,)
    for seat in (0, 1, 2, None):
        assert "removed" not in state.view(seat)


@pytest.mark.parametrize(("players", "chips"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_chips_by_the_number_of_players(players: int, chips: int) -> None:
    """NT-4"""
    assert dealt(players).dump()["chips"] == [chips] * players
    assert chips * players <= 55


def test_chips_are_secret_unless_open() -> None:
    """NT-5"""
    assert dealt().view(1)["chips"] == [None, 11, None]
    assert dealt().view(None)["chips"] == [None, None, None]
    assert dealt(open_chips=True).view(1)["chips"] == [11, 11, 11]
    assert dealt(open_chips=True).view(None)["chips"] == [11, 11, 11]


def test_states_with_other_secret_chips_look_the_same() -> None:
    """NT-5"""
    one, other = (GAME.load(position(chips=chips)) for chips in ([5, 20, 8], [5, 3, 25]))
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_chips_stay_secret_to_the_last_card_and_are_counted_in_the_open() -> None:
    """NT-5 NT-15"""
    state, rng = dealt(4, 3), Rng(2)
    while not state.is_over():
        chips = state.dump()["chips"]
        for seat in (0, 1, 2, 3, None):
            seen = [n if p == seat else None for p, n in enumerate(chips)]
            assert state.view(seat)["chips"] == seen
        state.step(rng)
    assert state.view(None)["chips"] == state.dump()["chips"]


def test_the_first_player_is_drawn_at_random() -> None:
    """NT-6"""
    firsts = Counter(dealt(4, seed).dump()["first"] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60
    state = dealt(4, 9)
    assert state.dump()["turn"] == state.dump()["first"]


def test_the_player_to_act_takes_or_refuses() -> None:
    """NT-7"""
    state = GAME.load(position())
    assert state.actors() == (0,)
    assert state.legal(0) == [TAKE, PASS]
    assert state.legal(1) == []
    play(state, "pass")
    assert state.dump()["pot"] == 1
    assert state.dump()["chips"] == [10, 11, 11]


def test_after_a_refusal_the_next_clockwise_has_the_same_choice() -> None:
    """NT-8"""
    state = GAME.load(position(turn=2))
    play(state, "pass")
    assert state.actors() == (0,)
    assert state.dump()["card"] == 11
    assert state.legal(0) == [TAKE, PASS]


def test_the_taker_gets_the_chips_and_goes_on() -> None:
    """NT-9"""
    state = GAME.load(position(pot=4, chips=[11, 9, 9], draw=[20]))
    play(state, "take")
    after = state.dump()
    assert after["taken"] == [[11], [], []]
    assert after["chips"] == [15, 9, 9]
    assert (after["pot"], after["card"], after["turn"]) == (0, 20, 0)


def test_a_turn_lasts_until_a_refusal() -> None:
    """NT-10"""
    state = GAME.load(position())
    for _ in range(5):
        play(state, "take")
        assert state.actors() == (0,)
    play(state, "pass")
    assert state.actors() == (1,)


def test_without_a_chip_one_must_take() -> None:
    """NT-11"""
    state = GAME.load(position(chips=[0, 22, 11]))
    assert state.legal(0) == [TAKE]
    refusal = state.refusal(0, PASS)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.params) == ("no-chip", "NT-11", {"card": 11})
    with pytest.raises(Illegal):
        state.apply(0, PASS)


def test_a_card_may_go_round_any_number_of_times() -> None:
    """NT-12"""
    state = GAME.load(position())
    play(state, *["pass"] * 33)
    after = state.dump()
    assert (after["pot"], after["card"], after["chips"]) == (33, 11, [0, 0, 0])
    assert state.legal(0) == [TAKE]


def test_the_game_ends_when_the_last_card_is_taken() -> None:
    """NT-13"""
    state = final([5, 9], 3)
    assert state.is_over()
    assert state.actors() == ()
    assert state.outcome().reason == "pile-empty"
    after = state.dump()
    assert (after["turn"], after["card"], after["pot"], after["draw"]) == (None, None, 0, [])
    assert after["chips"] == [3, 30, 0]


def test_the_last_card_brings_its_chips_too() -> None:
    """NT-9 NT-13"""
    at = shared_totals() | {"chips": [3, 5, 21], "pot": 4}
    state = GAME.load(at)
    play(state, "take")
    assert (state.dump()["chips"], state.dump()["pot"]) == ([3, 5, 25], 0)
    assert state.outcome().scores == (0, 0, -15)


@pytest.mark.parametrize(
    ("cards", "cost"),
    [
        ([4, 6, 10, 21], 41),
        ([8, 9], 8),
        ([17, 18, 19, 20], 17),
        ([13, 15, 16], 28),
        ([13, 14, 15, 16], 13),
        ([], 0),
    ],
)
def test_examples_of_what_cards_cost(cards: list[int], cost: int) -> None:
    """NT-14"""
    assert final(cards, 0).outcome().scores[0] == cost


def test_joining_runs_in_any_order_costs_the_lowest() -> None:
    """NT-14"""
    state = GAME.load(position(card=15, draw=[13, 16, 14]))
    costs = []
    for _ in range(4):
        play(state, "take")
        costs.append(state.view(0)["costs"][0])
    assert costs == [15, 28, 28, 13]


def test_views_tell_the_runs_and_what_the_card_that_is_up_would_join() -> None:
    """NT-14"""
    state = GAME.load(position(card=15, draw=[13, 16, 14]))
    for _ in range(3):
        play(state, "take")
    view = state.view(1)
    assert view["runs"][0] == [[13], [15, 16]]
    assert view["neighbours"] == [[13, 15], [], []]
    play(state, "take")
    assert state.view(1)["runs"][0] == [[13, 14, 15, 16]]


def test_points_of_the_round_are_told_only_where_the_chips_are_open() -> None:
    """NT-5 NT-15"""
    assert dealt().view(1)["points"] == [None, -11, None]
    assert dealt().view(None)["points"] == [None, None, None]
    assert dealt(open_chips=True).view(None)["points"] == [-11, -11, -11]


def test_example_lise_with_eight_chips_scores_51() -> None:
    """NT-15 NT-14"""
    cards = [3, 7, 8, 10, 14, 15, 16, 25]  # lone 3, 10, 25; runs from 7 and from 14
    assert final(cards, 0).outcome().scores[0] == 59
    assert final(cards, 8).outcome().scores[0] == 51


def test_fewest_points_win_and_equal_totals_share_the_rank() -> None:
    """NT-16"""
    state = GAME.load(shared_totals())
    play(state, "take")
    assert state.outcome().scores == (0, 0, -15)
    assert state.outcome().ranks == (2, 2, 1)


def shared_totals() -> dict[str, Any]:
    """Seat 2, with 25 chips, to take the last card; the others' chips pay for their cards."""
    mine, yours = [3], [5]
    rest = [card for card in range(3, 36) if card not in (3, 5)]
    fields: dict[str, Any] = {"turn": 2, "card": rest[0], "draw": [], "chips": [3, 5, 25]}
    return position() | fields | {"taken": [mine, yours, rest[1:22]], "removed": rest[22:]}


def test_rounds_are_added_up_with_new_cards_chips_and_first_player() -> None:
    """NT-17"""
    state, rng = dealt(4, 5, rounds=3), Rng(8)
    sums = [0, 0, 0, 0]
    for number in (1, 2, 3):
        start = state.dump()
        assert start["round"] == number
        assert start["chips"] == [11] * 4
        assert start["taken"] == [[], [], [], []]
        assert len(start["draw"]) == 23
        play_round(state, rng)
        end = state.dump()
        sums = [total + cost(end, seat) for seat, total in enumerate(sums)]
        assert end["totals"] == sums
        if number < 3:
            assert state.actors() == (CHANCE,)
            state.shuffle(rng)
    assert state.is_over()
    assert state.outcome().scores == tuple(sums)


def second_round(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """How two rounds start."""
    state, rng = GAME.new(3, rounds=2), Rng(seed)
    state.shuffle(rng)
    first = state.dump()
    play_round(state, rng)
    state.shuffle(rng)
    return first, state.dump()


def test_every_round_draws_its_first_player_and_its_nine_anew() -> None:
    """NT-17"""
    steps, gone = Counter[int](), Counter[int]()
    for seed in range(300):
        one, two = second_round(seed)
        steps[(two["first"] - one["first"]) % 3] += 1
        gone.update(set(two["removed"]) & set(one["removed"]))
    assert all(60 < n < 140 for n in (steps[0], steps[1], steps[2]))  # 100 expected
    assert set(gone) == set(range(3, 36))
    assert 600 < gone.total() < 870  # 300 * 9 * 9 / 33 expected


def play_round(state: State, rng: Rng) -> None:
    while state.actors() not in ((), (CHANCE,)):
        state.step(rng)


def cost(end: dict[str, Any], seat: int) -> int:
    cards = set(end["taken"][seat])
    return sum(card for card in cards if card - 1 not in cards) - end["chips"][seat]


def test_example_third_player_takes_the_11_and_refuses_the_16() -> None:
    """NT-7 NT-8 NT-9 NT-10"""
    state = GAME.load(position(draw=[16]))
    play(state, "pass", "pass", "take", "pass")
    after = state.dump()
    assert after["taken"] == [[], [], [11]]
    assert after["chips"] == [10, 10, 12]
    assert (after["card"], after["pot"], after["turn"]) == (16, 1, 0)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"card": 2}, "card"),
        ({"card": 36}, "card"),
        ({"card": None}, "card"),
        ({"turn": None}, "turn"),
        ({"turn": 3}, "turn"),
        ({"chips": [11, 11, 12]}, "chips"),
        ({"chips": [11, 11]}, "chips"),
        ({"chips": [-1, 12, 22]}, "chips[0]"),
        ({"pot": 1}, "chips"),
        ({"taken": [[11], [], []]}, "taken[0][0]"),
        ({"removed": [3]}, "removed"),
        ({"draw": [3, 3]}, "draw[1]"),
        ({"draw": []}, "draw"),
        ({"totals": [1, 0, 0]}, "totals[0]"),
        ({"round": 2}, "round"),
        ({"over": True}, "turn"),
    ],
)
def test_impossible_positions_name_the_field(change: dict[str, Any], field: str) -> None:
    """NT-2 NT-4"""
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(position() | change)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("field", "path"),
    [("card", "card"), ("taken", "taken[0][0]"), ("draw", "draw[0]"), ("removed", "removed[0]")],
)
def test_a_card_is_a_whole_number_not_one_that_equals_it(field: str, path: str) -> None:
    """NT-2"""
    at = position(taken=[[20], [], []])
    wrong = decimal(at[field])
    assert wrong == at[field]
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(at | {field: wrong})
    assert caught.value.field == path


def decimal(value: Any) -> Any:
    """The same numbers, 20.0 for 20."""
    return [decimal(v) for v in value] if isinstance(value, list) else float(value)


def test_before_the_first_deal_nobody_has_begun() -> None:
    """NT-6"""
    start = GAME.new(3).dump()
    assert (start["first"], start["turn"], start["chips"]) == (0, None, [0, 0, 0])
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(start | {"first": 2})
    assert caught.value.field == "first"


def test_resample_draws_every_unseen_card_equally_often() -> None:
    """NT-3: what nobody has seen is the pile and the nine, alike."""
    state = GAME.load(position(taken=[[20, 21], [30], []]))
    known = {11, 20, 21, 30}
    rng, next_up, gone = Rng(4), Counter[int](), Counter[int]()
    for _ in range(5800):
        other = state.resample(0, rng).dump()
        next_up[other["draw"][0]] += 1
        gone.update(other["removed"])
        assert other["chips"] == [11, 11, 11]
    assert set(next_up) == set(gone) == set(range(3, 36)) - known
    assert all(140 < n < 260 for n in next_up.values())  # 200 expected
    assert all(1650 < n < 1950 for n in gone.values())  # 1800 expected


def test_events_tell_a_round() -> None:
    """NT-9 NT-15"""
    state = GAME.load(position(pot=4, chips=[11, 9, 9], draw=[20]))
    before = state.clone()
    state.apply(0, TAKE)
    assert GAME.events(before, 0, TAKE, state, None) == [
        {"type": "taken", "seat": 0, "card": 11, "pot": 4},
        {"type": "turned", "card": 20, "left": 22},
    ]
