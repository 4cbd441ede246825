"""How a game of Code begins."""

from collections import Counter

import pytest
from code_positions import ACTIONS, CODES, DECK, GAME, NUMBERS, dealt, load, position

import pioche
from pioche import CHANCE, Rng


def test_two_to_eight_play() -> None:
    """CD-1"""
    assert list(GAME.players) == [2, 3, 4, 5, 6, 7, 8]
    for players in (1, 9):
        with pytest.raises(ValueError, match="players"):
            GAME.new(players)


@pytest.mark.parametrize("players", GAME.players)
def test_all_110_cards_are_there(players: int) -> None:
    """CD-2"""
    start = dealt(players).dump()
    cards = [card for hand in start["hands"] for card in hand]
    cards += start["draw"] + start["numbers"] + start["actions"]
    assert Counter(cards) == Counter(DECK)
    assert len(cards) == 110
    assert sum(ACTIONS.values()) == 30
    assert len(NUMBERS) == 40


def test_without_the_reset_card_there_are_109() -> None:
    """CD-2"""
    for seed in range(5):
        start = dealt(8, seed, reset=False).dump()
        cards = [card for hand in start["hands"] for card in hand] + start["draw"]
        assert "reset" not in cards
        assert len(cards) + len(start["numbers"]) == 109
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(position() | {"options": {"reset": False, "max_turns": 1000}})
    assert "reset" in caught.value.problem


def test_ten_code_cards_once_each() -> None:
    """CD-3 CD-4"""
    start = dealt(3, 5).dump()
    assert sorted(start["codes"] + start["codes_aside"]) == CODES
    assert start["codes_out"] == []
    assert all(len(set(code)) == 4 for code in CODES)


def test_seven_cards_and_a_code_each_secret() -> None:
    """CD-4"""
    state = dealt(4, 2)
    start = state.dump()
    assert [len(hand) for hand in start["hands"]] == [7, 7, 7, 7]
    view = state.view(2)
    assert view["hands"] == [None, None, start["hands"][2], None]
    assert view["codes"] == [None, None, start["codes"][2], None]
    assert view["hands_count"] == [7, 7, 7, 7]
    assert view["codes_aside_count"] == 6
    assert "codes_aside" not in view
    assert "draw" not in view
    assert state.view(None)["hands"] == [None] * 4
    assert state.view(None)["codes"] == [None] * 4


def test_codes_and_hands_are_dealt_at_random() -> None:
    """CD-4"""
    codes, cards = Counter[str](), Counter[str]()
    for seed in range(1000):
        start = dealt(2, seed).dump()
        codes[start["codes"][0]] += 1
        cards.update(start["hands"][1])
    assert all(60 < codes[code] < 150 for code in CODES)  # 100 expected
    assert all(80 < cards[card] < 180 for card in NUMBERS)  # 127 expected


def test_a_number_card_starts_the_pile_and_no_action_card_is_lost() -> None:
    """CD-5"""
    tops = Counter[str]()
    for seed in range(2000):
        start = dealt(2, seed).dump()
        assert len(start["numbers"]) == 1
        assert start["actions"] == []
        assert len(start["draw"]) == 95
        tops[start["numbers"][0]] += 1
    assert set(tops) == set(NUMBERS)
    assert all(20 < n < 90 for n in tops.values())  # 50 expected


def test_action_cards_turned_up_are_shuffled_back() -> None:
    """CD-5: else no action card that was turned up could come soon, or it would come first."""
    firsts = Counter(dealt(2, seed).dump()["draw"][0] in ACTIONS for seed in range(2000))
    assert 470 < firsts[True] < 640  # 30 of 109: 550 expected
    lasts = Counter(dealt(2, seed).dump()["draw"][-1] in ACTIONS for seed in range(2000))
    assert 470 < lasts[True] < 640


def test_the_first_player_is_random_and_play_goes_clockwise() -> None:
    """CD-6"""
    turns = Counter(dealt(4, seed).dump()["turn"] for seed in range(800))
    assert set(turns) == {0, 1, 2, 3}
    assert min(turns.values()) > 140
    state = load(4, hands=[["B1"], ["B2"], ["B3"], ["B4"]], turn=3)
    assert dealt().dump()["direction"] == 1
    state.apply(3, GAME.parse("play B4"))
    assert state.actors() == (0,)


def test_nothing_lies_anywhere_before_the_first_deal() -> None:
    """CD-4"""
    state = GAME.new(2)
    assert state.actors() == (CHANCE,)
    start = state.dump()
    assert start["hands"] == [[], []]
    assert start["codes"] == [None, None]
    piles = ("draw", "numbers", "actions", "codes_aside", "codes_out")
    assert all(start[pile] == [] for pile in piles)
    again = GAME.load(start)
    again.shuffle(Rng(3))
    state.shuffle(Rng(3))
    assert again.dump() == state.dump()
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(start | {"turns": 1})
    assert caught.value.field == "turns"
