"""How a game of Code ends."""

from typing import Any

import pytest
from code_positions import GAME, dealt, load, play, texts

from pioche import CHANCE, Rng, State

OTHERS = [["B2", "R7"], ["B3", "V8"]]


def won_by(state: State, seat: int | None) -> bool:
    """Whether the game is over and this seat has won, as all ways to ask say."""
    if not state.is_over():
        return False
    ranks, scores, reason = state.outcome()
    n = state.players
    assert reason == ("turns" if seat is None else "code")
    assert state.view(None)["winner"] == seat
    if seat is None:
        return (ranks, scores) == ((1,) * n, (0,) * n)
    return ranks == tuple(1 if p == seat else 2 for p in range(n)) and scores == tuple(
        1 if p == seat else 0 for p in range(n)
    )


@pytest.mark.parametrize(
    ("four", "wins"),
    [
        (["R1", "Y3", "joker", "V8"], True),  # the rulebook's example
        (["B1", "B3", "B6", "B8"], True),
        (["V8", "B6", "R3", "R1"], True),
        (["joker", "joker", "joker", "joker"], True),
        (["joker", "joker", "joker", "B6"], True),
        (["joker", "joker", "B6", "R6"], False),  # a digit only counts once
        (["joker", "joker", "R6", "R6"], False),
        (["joker", "joker", "joker", "B2"], False),
        (["B1", "B3", "B6", "B7"], False),
        (["B1", "B3", "B6", "skip"], False),
        (["B1", "B3", "B6"], False),
        (["B1", "B3", "B6", "B8", "joker"], False),  # exactly four
        (["B1", "B3", "B6", "B8", "skip"], False),
    ],
)
def test_four_cards_that_form_the_code_win(four: list[str], wins: bool) -> None:
    """CD-20 CD-3 CD-13"""
    state = load(hands=[[*four, "B9"], *OTHERS], codes=["1368"])
    play(state, "play B9")
    assert won_by(state, 0) == wins
    assert state.is_over() == wins


def test_example_1_3_joker_8_is_the_code_1368() -> None:
    """CD-20 CD-13"""
    state = load(hands=[["B1", "Y3", "joker", "R8", "B9"], *OTHERS], codes=["1368"])
    assert (state.view(0)["missing"], state.view(0)["jokers"]) == ([6], 1)
    assert state.view(1)["missing"] is not None
    assert state.view(None)["missing"] is None
    assert won_by(play(state, "play B9"), 0)


def test_the_winner_shows_hand_and_code_and_nobody_else_does() -> None:
    """CD-20"""
    state = load(hands=[["B1", "B3", "B6", "B8", "B9"], *OTHERS], codes=["1368"])
    assert state.view(1)["hands"][0] is None
    play(state, "play B9")
    for seat in (1, None):
        view = state.view(seat)
        assert view["hands"][0] == ["B1", "B3", "B6", "B8"]
        assert view["codes"][0] == "1368"
        assert view["hands"][2] is None
        assert view["codes"][2] is None
    assert state.view(0)["hands"][1:] == [None, None]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_position_at_the_end(seat: int) -> None:
    """CD-20"""
    state = load(hands=[["B1", "B3", "B6", "B8", "plus2"], *OTHERS], codes=["1368"])
    after = play(state, "plus2").dump()
    assert after["over"] is True
    assert (after["phase"], after["penalty"], after["drawn"]) == ("turn", 0, None)
    assert (after["turn"], after["direction"], after["turns"]) == (0, 1, 200)
    assert GAME.load(after).outcome() == state.outcome()
    assert state.legal(seat) == []


def test_a_pair_a_swap_and_a_skip_can_win() -> None:
    """CD-21"""
    three = ["B1", "B3", "B6"]
    pair = load(hands=[[*three, "B8", "R1", "V4"], *OTHERS], codes=["1368"])
    assert won_by(play(pair, "sum R1 V4"), 0)
    fields: dict[str, Any] = {"codes": ["1368"], "numbers": ["B8"]}
    swap = load(hands=[[*three, "swap"], *OTHERS], **fields)
    assert won_by(play(swap, "swap number"), 0)
    skip = load(2, hands=[[*three, "B8", "skip"], OTHERS[0]], codes=["1368"])
    assert won_by(play(skip, "skip"), 0)


def test_a_draw_wins_before_anything_is_laid() -> None:
    """CD-21"""
    state = load(hands=[["B1", "B3", "B6"], *OTHERS], codes=["1368"], draw=["R8"])
    play(state, "draw")
    assert won_by(state, 0)
    assert state.dump()["phase"] == "turn"
    assert state.dump()["drawn"] is None


def test_a_draw_that_needs_a_shuffle_wins_when_it_is_done() -> None:
    """CD-21 CD-11"""
    hands = [["B1", "B3", "B6"], ["B2"], []]
    state = load(rest=2, hands=hands, codes=["1368"], numbers=["R8", "B5"])
    play(state, "draw")
    assert not state.is_over()
    state.shuffle(Rng(1))
    assert won_by(state, 0)


def test_a_penalty_wins_only_when_all_of_it_is_drawn() -> None:
    """CD-21 CD-14: four good cards in the middle of it don't count."""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "actions": ["plus2"]}
    two = load(hands=[["B1", "B3"], *OTHERS], codes=["1368"], draw=["R8", "joker"], **fields)
    assert won_by(play(two, "accept"), 0)
    three = load(hands=[["B1", "B3", "B6"], *OTHERS], codes=["1368"], draw=["R8"], **fields)
    assert not play(three, "accept").is_over()


def test_a_penalty_interrupted_at_four_good_cards_goes_on() -> None:
    """CD-21 CD-11"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "actions": ["plus2"]}
    hands = [["B1", "B3", "B6"], ["B2"], []]
    state = load(rest=2, hands=hands, codes=["1368"], draw=["R8"], numbers=["R9", "B5"], **fields)
    play(state, "accept")
    assert state.actors() == (CHANCE,)
    assert GAME.load(state.dump()).dump() == state.dump()
    state.shuffle(Rng(1))
    assert not state.is_over()
    assert len(state.dump()["hands"][0]) == 5


def gift(mine: list[str], yours: list[str], **fields: Any) -> State:
    """A gift in which seat 1 lays the V7; codes are 1368 and 0269."""
    hands = [[*mine, "gift"], [*yours, "V7"], ["B3", "V8"]]
    state = load(hands=hands, codes=["1368", "0269", "2347"], **fields)
    return play(state, "gift", "lay V7", "lay V8")


def test_a_gift_is_looked_at_once_all_its_parts_are_done() -> None:
    """CD-21 CD-18: the player of the gift has four good cards all the while."""
    good = ["B1", "R3", "B6", "B8"]
    state = gift(good, ["B2"])
    assert not state.is_over()
    assert GAME.load(state.dump()).dump() == state.dump()
    assert won_by(play(state.clone(), "decline"), 0)
    robbed = play(state, "pick @1", "decline")
    assert not robbed.is_over()


def test_a_card_taken_by_a_gift_can_win() -> None:
    """CD-21"""
    state = gift(["B1", "R3", "B6"], ["B2"])
    play(state, "pick @2")
    assert not state.is_over()  # the robbed player is asked first
    assert won_by(play(state, "decline"), 0)


def test_the_robbed_player_can_win() -> None:
    """CD-21"""
    state = gift(["B1"], ["B0", "B2", "R6", "joker"])
    play(state, "pick @1")
    assert not state.is_over()
    drawn = play(state.clone(), "draw")
    assert not drawn.is_over()
    assert won_by(play(state, "decline"), 1)
    assert state.dump()["turn"] == 0


def test_the_robbed_player_can_win_by_drawing() -> None:
    """CD-21"""
    state = gift(["B1"], ["B0", "B2", "R6"], draw=["joker"])
    assert won_by(play(state, "pick @1", "draw"), 1)


def test_the_robbed_player_can_win_though_nothing_can_be_drawn() -> None:
    """CD-21 CD-18"""
    hands = [["gift", "B1"], ["B0", "B2", "R6", "joker", "V7"], []]
    state = load(rest=2, hands=hands, codes=["1368", "0269", "2347"])
    assert won_by(play(state, "gift", "lay V7", "lay V8", "pick @1"), 1)


def test_the_player_whose_turn_it_is_comes_first() -> None:
    """CD-21: with both hands good only one wins, and the others share the second rank."""
    both = load(
        hands=[["B1", "R3", "joker", "gift"], ["B0", "B2", "R6", "joker", "V8"], ["B3", "V7"]],
        codes=["1368", "0269", "2347"],
    )
    play(both, "gift", "lay V8", "lay V7", "pick @1", "decline")
    assert won_by(both, 0)
    assert both.outcome().ranks == (1, 2, 2)
    after = both.dump()
    assert after["hands"][1] == ["B0", "B2", "R6", "joker"]
    assert both.view(2)["hands"][1] is None
    assert GAME.load(after).outcome() == both.outcome()


def test_a_reset_can_make_another_player_win() -> None:
    """CD-21 CD-19"""
    hands = [["reset", "B1"], ["B0", "B2", "R6", "V9"], ["B3", "V8"]]
    fields: dict[str, Any] = {"codes": ["1368", "2347", "0345"], "codes_aside": ["0269"]}
    state = load(hands=hands, **fields)
    play(state, "reset @1")
    assert won_by(state, 1)
    assert (state.dump()["turn"], state.dump()["codes_out"][-1]) == (0, "2347")
    assert GAME.load(state.dump()).outcome() == state.outcome()


def test_who_plays_a_reset_comes_before_its_target() -> None:
    """CD-21"""
    hands = [["reset", "B1", "R3", "V6", "B8"], ["B0", "B2", "R6", "V9"], ["B3"]]
    fields: dict[str, Any] = {"codes": ["1368", "2347", "0345"], "codes_aside": ["0269"]}
    state = play(load(hands=hands, **fields), "reset @1")
    assert won_by(state, 0)
    assert GAME.load(state.dump()).outcome() == state.outcome()


def test_a_reset_that_needs_a_shuffle_wins_when_it_is_done() -> None:
    """CD-21 CD-19"""
    hands = [["reset", "B1", "R3", "V6", "B8"], ["B2"], ["B3"]]
    state = load(hands=hands, codes=["1368"], codes_aside=[])
    play(state, "reset @1")
    assert not state.is_over()
    assert GAME.load(state.dump()).dump() == state.dump()
    state.shuffle(Rng(1))
    assert won_by(state, 0)


def test_after_the_last_turn_the_game_is_a_draw() -> None:
    """CD-22"""
    state = load(hands=[["B9", "B1"], *OTHERS], turns=999)
    play(state, "play B9")
    assert won_by(state, None)
    after = state.dump()
    assert (after["turns"], after["turn"], after["phase"]) == (1000, 0, "turn")
    assert state.view(1)["hands"] == [None, ["B2", "R7"], None]
    assert state.view(None)["codes"] == [None, None, None]
    assert GAME.load(after).outcome() == state.outcome()


def test_the_last_turn_can_still_win() -> None:
    """CD-22 CD-21"""
    state = load(hands=[["B1", "B3", "B6", "B8", "B9"], *OTHERS], codes=["1368"], turns=999)
    assert won_by(play(state, "play B9"), 0)


def test_a_plus2_in_the_last_turn_asks_for_nothing() -> None:
    """CD-22"""
    state = load(hands=[["plus2", "B1"], *OTHERS], turns=999)
    after = play(state, "plus2").dump()
    assert (after["over"], after["penalty"], after["phase"]) == (True, 0, "turn")


def test_missed_turns_do_not_count_and_the_limit_is_an_option() -> None:
    """CD-22"""
    assert GAME.options["max_turns"].default == 1000
    hands = [["skip", "B1"], ["B2"], ["skip", "B3"]]
    state = load(hands=hands, options={"max_turns": 50}, turns=47)
    play(state, "skip", "skip")
    assert not state.is_over()
    assert state.dump()["turns"] == 49
    play(state, "play B2")
    assert won_by(state, None)
    for wrong in (49, 10001):
        with pytest.raises(ValueError, match="max_turns"):
            GAME.new(3, max_turns=wrong)


def test_a_draw_and_its_keep_are_one_turn() -> None:
    """CD-22"""
    state = load(hands=[["R1"], *OTHERS], draw=["Y9"], turns=998)
    play(state, "draw")
    assert state.dump()["turns"] == 998
    play(state, "keep")
    assert state.dump()["turns"] == 999
    assert "play B2" in texts(state)


def test_games_end_with_one_winner_or_none() -> None:
    """CD-20 CD-21 CD-22: whatever is played at random."""
    for seed in range(60):
        state = dealt(2 + seed % 7, seed, max_turns=300)
        state.playout(Rng(seed))
        ranks = state.outcome().ranks
        assert sorted(ranks) in ([1] * len(ranks), [1, *[2] * (len(ranks) - 1)])
        assert GAME.load(state.dump()).outcome() == state.outcome()
