"""Gap: the set-up, GAP-1 to GAP-6."""

from collections import Counter

import pytest
from gap_positions import CARDS, GAME, dealt, end

import pioche
from pioche import CHANCE, Rng, State


def everywhere(state: State) -> list[str]:
    at = state.dump()
    piles = [at["middle"], at["draw"], *at["hands"], *at["rows"]]
    return sorted((card for pile in piles for card in pile), key=CARDS.index)


def next_round(state: State, rng: Rng) -> None:
    while state.actors() != (CHANCE,):
        state.step(rng)
    state.shuffle(rng)


def test_two_to_six_play() -> None:
    """GAP-1"""
    assert list(GAME.players) == [2, 3, 4, 5, 6]
    for players in (1, 7):
        with pytest.raises(ValueError, match="players"):
            GAME.new(players)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_fifty_cards_ten_of_each_colour(players: int) -> None:
    """GAP-2 GAP-3"""
    state = dealt(players)
    assert everywhere(state) == CARDS
    assert state.dump()["colours"] == ["R", "Y", "G", "B", "V"]


@pytest.mark.parametrize(("players", "colours"), [(2, 3), (3, 4)])
def test_few_players_leave_whole_colours_out(players: int, colours: int) -> None:
    """GAP-3"""
    state = dealt(players)
    kept = state.dump()["colours"]
    assert len(kept) == colours
    assert everywhere(state) == [card for card in CARDS if card[0] in kept]


@pytest.mark.parametrize(("players", "sets"), [(2, 10), (3, 5)])
def test_every_set_of_colours_is_as_likely(players: int, sets: int) -> None:
    """GAP-3"""
    kept = Counter("".join(dealt(players, seed).dump()["colours"]) for seed in range(60 * sets))
    assert len(kept) == sets
    assert all(30 < n < 100 for n in kept.values())  # 60 expected


@pytest.mark.parametrize("players", [2, 3])
def test_the_colours_stay_for_the_whole_game(players: int) -> None:
    """GAP-3"""
    state, rng = dealt(players, 5, rounds=8), Rng(2)
    kept = state.dump()["colours"]
    for _ in range(7):
        next_round(state, rng)
        assert state.dump()["colours"] == kept
        assert everywhere(state) == [card for card in CARDS if card[0] in kept]


def test_the_target_is_30_or_what_was_agreed() -> None:
    """GAP-4"""
    assert GAME.new(4).dump()["options"] == {"target": 30, "rounds": 0, "minutes": 0}
    for target in (1, 15, 70, 200):
        assert GAME.new(4, target=target).dump()["options"]["target"] == target
    for wrong in ({"target": 0}, {"target": 201}, {"rounds": -1}, {"rounds": 51}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            GAME.new(4, **wrong)


def test_with_fixed_rounds_the_target_is_ignored() -> None:
    """GAP-4 GAP-19"""
    options = {"rounds": 2, "target": 1}
    assert end([5, 2, 0, 0], options=options).actors() == (CHANCE,)
    over = end([0, 0, 0, 0], options=options, scores=[[5, 2, 0, 0]])
    assert over.outcome().reason == "rounds-played"
    long = {"rounds": 3, "target": 30}
    assert not end([9, 9, 0, 0], options=long, scores=[[29, 2, 0, 0]]).is_over()


@pytest.mark.parametrize(
    ("players", "each", "pile"), [(2, 6, 14), (3, 6, 18), (4, 6, 22), (5, 5, 21), (6, 5, 16)]
)
def test_hands_middle_and_pile_of_every_round(players: int, each: int, pile: int) -> None:
    """GAP-5"""
    state, rng = dealt(players, rounds=3), Rng(1)
    for number in (1, 2, 3):
        start = state.dump()
        assert start["round"] == number
        assert [len(hand) for hand in start["hands"]] == [each] * players
        assert len(start["middle"]) == 4
        assert len(start["draw"]) == pile
        assert start["rows"] == [[]] * players
        assert (start["phase"], start["played"]) == ("play", None)
        if number < 3:
            next_round(state, rng)


def test_every_card_is_as_likely_anywhere() -> None:
    """GAP-5"""
    hand, middle, top = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(1000):
        start = dealt(4, seed).dump()
        hand.update(start["hands"][2])
        middle.update(start["middle"])
        top.update(start["draw"][:1])
    assert set(hand) == set(middle) == set(top) == set(CARDS)
    assert all(70 < n < 180 for n in hand.values())  # 120 expected
    assert all(40 < n < 130 for n in middle.values())  # 80 expected
    assert all(4 <= n < 45 for n in top.values())  # 20 expected


def test_hands_are_secret() -> None:
    """GAP-5"""
    state = dealt(3)
    hands = state.dump()["hands"]
    assert state.view(1)["hands"] == [None, hands[1], None]
    assert state.view(None)["hands"] == [None, None, None]
    assert state.view(None)["hands_count"] == [6, 6, 6]
    assert "draw" not in state.view(1)
    assert state.view(1)["draw_count"] == 18


def test_the_first_player_is_drawn_at_random() -> None:
    """GAP-6"""
    firsts = Counter(dealt(5, seed).dump()["first"] for seed in range(500))
    assert set(firsts) == {0, 1, 2, 3, 4}
    assert min(firsts.values()) > 60
    state = dealt(5, 9)
    assert state.dump()["turn"] == state.dump()["first"]
    assert state.actors() == (state.dump()["first"],)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_later_rounds_begin_one_seat_further_left(players: int) -> None:
    """GAP-6"""
    state, rng = dealt(players, 4, rounds=9), Rng(3)
    first = state.dump()["first"]
    for _ in range(8):
        next_round(state, rng)
        first = (first + 1) % players
        assert (state.dump()["first"], state.dump()["turn"]) == (first, first)


def test_before_the_first_deal_nothing_is_there() -> None:
    """GAP-3 GAP-5"""
    start = GAME.new(3).dump()
    assert start["chance"] is True
    assert (start["round"], start["first"], start["turn"]) == (1, 0, 0)
    assert (start["colours"], start["middle"], start["draw"], start["scores"]) == ([], [], [], [])
    assert start["hands"] == start["rows"] == [[], [], []]


def test_between_rounds_the_table_stays_as_it_was() -> None:
    """GAP-5 GAP-15"""
    state = end([5, 2, 0, 0])
    after = state.dump()
    assert after["chance"] is True
    assert (after["round"], after["turn"], after["first"]) == (1, 3, 0)
    assert after["rows"][0] == ["R0", "R1", "R2", "R3", "R4"]
    assert after["middle"] == ["V0", "V1", "V2", "V3", "V6"]
    assert state.view(2)["rows"] == after["rows"]
    with pytest.raises(pioche.Illegal) as caught:
        state.apply(0, GAME.parse("play V9"))
    assert caught.value.refusal.code == "shuffle-due"
    state.shuffle(Rng(1))
    assert state.dump()["rows"] == [[], [], [], []]
    assert (state.dump()["round"], state.dump()["first"]) == (2, 1)
