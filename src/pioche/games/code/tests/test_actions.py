"""The action cards of Code."""

from collections import Counter

import pytest
from code_positions import CODES, GAME, code_of, dealt, load, play, refusal, texts

from pioche import CHANCE, Rng

THREE = [["B1", "Y2"], ["B2", "R7"], ["B3", "V8"]]


def test_a_joker_is_never_played() -> None:
    """CD-13"""
    state = load(hands=[["joker", "joker"], [], []])
    assert texts(state) == ["draw"]
    assert not any(text.startswith("play j") for text in GAME.texts)
    for seed in range(30):
        state = dealt(4, seed)
        state.playout(Rng(seed))
        assert "joker" not in state.dump()["actions"]


def test_the_next_player_draws_two_and_lays_nothing() -> None:
    """CD-14"""
    state = load(hands=[["plus2", "B1"], ["B2", "skip"], []], draw=["V9", "B9"])
    play(state, "plus2")
    assert (state.dump()["phase"], state.dump()["penalty"]) == ("penalty", 2)
    assert state.actors() == (1,)
    assert texts(state) == ["accept"]
    for move in ("play B2", "draw", "skip", "keep", "pass", "lay B2"):
        assert code_of(state, move) == ("penalty", "CD-14")
    assert refusal(state, "draw").params == {"penalty": 2}
    assert code_of(state, "plus2") == ("not-in-hand", "CD-14")
    play(state, "accept")
    after = state.dump()
    assert after["hands"][1] == ["B2", "B9", "V9", "skip"]
    assert (after["phase"], after["penalty"], after["turn"]) == ("turn", 0, 2)
    assert after["turns"] == 202


def test_plus2s_add_up_until_somebody_draws() -> None:
    """CD-14"""
    hands = [["plus2", "B1"], ["plus2", "B2"], ["plus2", "B3"]]
    state = load(hands=hands)
    play(state, "plus2")
    assert texts(state) == ["plus2", "accept"]
    play(state, "plus2", "plus2")
    assert state.dump()["penalty"] == 6
    assert state.actors() == (0,)
    play(state, "accept")
    assert len(state.dump()["hands"][0]) == 7
    assert state.actors() == (1,)
    assert "play B2" in texts(state)


def test_a_plus2_goes_on_in_the_direction_of_play() -> None:
    """CD-14 CD-16"""
    state = load(hands=[["plus2"], ["B2"], ["plus2"]], direction=-1)
    assert play(state, "plus2").actors() == (2,)
    assert play(state, "plus2").actors() == (1,)


def test_accept_without_a_plus2_is_refused() -> None:
    """CD-14"""
    assert code_of(load(hands=THREE), "accept") == ("no-penalty", "CD-14")
    drawn = play(load(hands=THREE), "draw")
    assert code_of(drawn, "accept") == ("no-penalty", "CD-14")


def test_a_swap_takes_the_top_number() -> None:
    """CD-15"""
    state = load(hands=[["swap"], ["R1"], []], numbers=["R1", "B5"], actions=["gift"])
    assert [t for t in texts(state) if "swap" in t] == ["swap number", "swap action", "swap none"]
    play(state, "swap number")
    after = state.dump()
    assert after["hands"][0] == ["B5"]
    assert after["numbers"] == ["R1"]
    assert after["actions"] == ["gift", "swap"]
    assert state.view(1)["top"] == "R1"
    assert "play R1" in texts(state)


def test_a_swap_takes_the_top_action_before_it_is_laid() -> None:
    """CD-15"""
    state = load(hands=[["swap"], [], []], actions=["skip", "gift"])
    after = play(state, "swap action").dump()
    assert after["hands"][0] == ["gift"]
    assert after["actions"] == ["skip", "swap"]


def test_a_swap_may_take_nothing() -> None:
    """CD-15"""
    after = play(load(hands=[["swap", "B1"], [], []]), "swap none").dump()
    assert after["hands"][0] == ["B1"]
    assert (after["numbers"], after["actions"]) == (["B5"], ["swap"])


def test_a_swap_takes_nothing_from_an_empty_pile() -> None:
    """CD-15"""
    state = load(hands=[["swap"], [], []])
    assert code_of(state, "swap action") == ("no-action-to-take", "CD-15")
    bare = load(hands=[["swap"], [], []], numbers=[], actions=["swap"])
    assert code_of(bare, "swap number") == ("no-number-to-take", "CD-15")
    assert "swap action" in texts(bare)


def test_a_swap_may_take_the_last_number() -> None:
    """CD-15 CD-12"""
    state = play(load(hands=[["swap"], ["Y1"], []]), "swap number")
    assert state.dump()["numbers"] == []
    assert "play Y1" in texts(state)
    assert GAME.load(state.dump()).dump() == state.dump()


def test_a_reverse_turns_the_direction_round() -> None:
    """CD-16"""
    state = load(4, hands=[["reverse", "B1"], ["B2"], ["B3"], ["reverse", "B4"]])
    play(state, "reverse")
    assert state.dump()["direction"] == -1
    assert state.actors() == (3,)
    play(state, "reverse")
    assert state.dump()["direction"] == 1
    assert state.actors() == (0,)


def test_with_two_players_a_reverse_changes_nothing() -> None:
    """CD-16"""
    state = play(load(2, hands=[["reverse", "B1"], ["B2"]]), "reverse")
    assert state.dump()["direction"] == 1
    assert state.actors() == (1,)


def test_a_skip_makes_the_next_player_miss_a_turn() -> None:
    """CD-17"""
    for turn, direction, following in ((0, 1, 2), (3, 1, 1), (0, -1, 2), (1, -1, 3)):
        hands = [["B1", "skip"], ["B2", "skip"], ["B3"], ["B4", "skip"]]
        state = load(4, hands=hands, turn=turn, direction=direction)
        assert play(state, "skip").actors() == (following,)
        assert state.dump()["turns"] == 201


def test_with_two_players_a_skip_means_playing_again() -> None:
    """CD-17"""
    for turn in (0, 1):
        state = load(2, hands=[["skip", "B1"], ["B2", "skip"]], turn=turn)
        assert play(state, "skip").actors() == (turn,)


def test_everybody_else_lays_a_card_for_a_gift() -> None:
    """CD-18"""
    state = play(load(hands=[["gift", "B1"], ["B2", "joker"], ["V8", "V8"]]), "gift")
    assert state.dump()["phase"] == "gift"
    assert state.actors() == (1, 2)
    assert texts(state, 1) == ["lay B2", "lay joker"]
    assert texts(state, 2) == ["lay V8"]
    assert refusal(state, "pick @1", 0).code == "not-your-turn"
    state.apply(2, GAME.parse("lay V8"))
    assert state.actors() == (1,)
    after = state.dump()
    assert after["laid"] == [None, None, "V8"]
    assert after["hands"][2] == ["V8"]
    state.apply(1, GAME.parse("lay joker"))
    assert state.dump()["phase"] == "pick"
    assert state.actors() == (0,)


def test_a_laid_card_is_secret_until_all_are_laid() -> None:
    """CD-18"""
    state = play(load(hands=[["gift"], ["B2", "joker"], ["V8", "V9"]]), "gift", "lay joker")
    assert state.view(1)["laid"] == [None, "joker", None]
    for seat in (0, 2, None):
        assert state.view(seat)["laid"] == [None, "?", None]
        assert GAME.mask_move(1, GAME.parse("lay joker"), seat) == "lay"
    assert GAME.mask_move(1, GAME.parse("lay joker"), 1) == "lay joker"
    play(state, "lay V9")
    for seat in (0, 1, 2, None):
        assert state.view(seat)["laid"] == [None, "joker", "V9"]


def test_in_a_gift_only_a_card_from_the_hand_is_laid() -> None:
    """CD-18"""
    state = play(load(hands=[["gift"], ["B2"], ["V8"]]), "gift")
    assert code_of(state, "lay V8") == ("not-in-hand", "CD-18")
    assert code_of(state, "draw") == ("lay-for-the-gift", "CD-18")
    assert refusal(state, "play B2").params == {"to": 0}


def test_a_picked_card_changes_hands_and_the_others_go_back() -> None:
    """CD-18"""
    state = load(hands=[["gift", "B1"], ["B2", "R7"], ["B3", "V8"]], draw=["Y9"])
    play(state, "gift", "lay R7", "lay V8")
    assert texts(state) == ["pick @1", "pick @2", "decline"]
    play(state, "pick @1")
    middle = state.dump()
    assert middle["hands"] == [["B1", "R7"], ["B2"], ["B3", "V8"]]
    assert (middle["phase"], middle["robbed"], middle["turn"]) == ("robbed", 1, 0)
    assert middle["laid"] == [None, None, None]
    assert state.actors() == (1,)
    assert texts(state) == ["draw", "decline"]
    assert code_of(state, "play B2") == ("draw-or-decline", "CD-18")
    drawn = play(state.clone(), "draw").dump()
    assert drawn["hands"][1] == ["B2", "Y9"]
    assert (drawn["turn"], drawn["phase"], drawn["robbed"]) == (1, "turn", None)
    assert drawn["turns"] == 201
    declined = play(state, "decline").dump()
    assert declined["hands"][1] == ["B2"]
    assert (declined["turn"], declined["turns"]) == (1, 201)


def test_nothing_need_be_taken() -> None:
    """CD-18"""
    for direction, following in ((1, 1), (-1, 2)):
        state = load(hands=[["gift", "B1"], ["B2", "R7"], ["B3", "V8"]], direction=direction)
        play(state, "gift", "lay R7", "lay V8", "decline")
        after = state.dump()
        assert after["hands"] == [["B1"], ["B2", "R7"], ["B3", "V8"]]
        assert (after["turn"], after["phase"]) == (following, "turn")
        assert after["direction"] == direction


def test_who_has_no_card_lays_none() -> None:
    """CD-18"""
    state = load(hands=[["gift", "B1"], [], ["B3"]])
    play(state, "gift")
    assert state.actors() == (2,)
    play(state, "lay B3")
    assert texts(state) == ["pick @2", "decline"]
    found = refusal(state, "pick @1")
    assert (found.code, found.clause, found.params) == ("nothing-laid", "CD-18", {"from": 1})
    assert code_of(state, "pick @0") == ("pick-your-own", "CD-18")
    assert code_of(state, "pick @3") == ("no-such-player", "CD-1")
    assert code_of(state, "draw") == ("pick-or-decline", "CD-18")
    assert GAME.load(state.dump()).dump() == state.dump()


def test_with_nobody_to_lay_a_card_the_turn_ends() -> None:
    """CD-18"""
    state = play(load(hands=[["gift", "B1"], [], []]), "gift")
    assert (state.dump()["phase"], state.dump()["turn"]) == ("turn", 1)
    assert state.dump()["turns"] == 201


def test_the_robbed_player_is_not_asked_when_nothing_can_be_drawn() -> None:
    """CD-18 CD-11"""
    state = load(rest=2, hands=[["gift", "B1"], ["B2"], []])
    play(state, "gift", "lay B2", "lay V9", "pick @1")
    assert state.dump()["hands"][1] == []
    assert (state.dump()["phase"], state.dump()["turn"]) == ("turn", 1)


def test_the_robbed_player_may_draw_from_a_new_pile() -> None:
    """CD-18 CD-11"""
    state = load(rest=2, hands=[["gift", "B1"], ["B2"], []], numbers=["R1", "B5"])
    play(state, "gift", "lay B2", "lay V9", "pick @1", "draw")
    assert state.actors() == (CHANCE,)
    due = state.dump()
    assert (due["phase"], due["robbed"], due["drawing"]) == ("robbed", 1, 1)
    state.shuffle(Rng(1))
    after = state.dump()
    assert after["hands"][1] == ["R1"]
    assert (after["turn"], after["robbed"]) == (1, None)


@pytest.mark.parametrize("move", ["lay B1", "pick @1", "decline"])
def test_without_a_gift_its_moves_are_refused(move: str) -> None:
    """CD-18"""
    assert code_of(load(hands=THREE), move) == ("no-gift", "CD-18")
    assert code_of(play(load(hands=THREE), "draw"), move) == ("no-gift", "CD-18")


def test_a_reset_gives_another_player_a_new_code() -> None:
    """CD-19"""
    state = load(hands=[["reset", "B1"], ["B2"], ["B3"]], codes=["0269", "0345", "0478"])
    assert [t for t in texts(state) if "reset" in t] == ["reset @1", "reset @2"]
    play(state, "reset @2")
    after = state.dump()
    assert after["codes"] == ["0269", "0345", "0567"]
    assert after["codes_aside"] == CODES[4:]
    assert after["codes_out"] == ["0478"]
    assert after["actions"] == ["reset"]
    assert state.actors() == (1,)
    for seat in (0, 1, 2, None):
        assert state.view(seat)["codes_out_count"] == 1
        assert "codes_out" not in state.view(seat)


def test_a_reset_names_another_player() -> None:
    """CD-19"""
    state = load(hands=[["reset"], [], []])
    assert code_of(state, "reset @0") == ("reset-yourself", "CD-19")
    assert code_of(state, "reset @3") == ("no-such-player", "CD-1")
    without = load(hands=[["B1"], [], []], options={"reset": False})
    assert code_of(without, "reset @1") == ("reset-left-out", "CD-2")


def test_with_no_code_aside_the_discarded_ones_are_shuffled_first() -> None:
    """CD-19: so the new one is one of these and never the old one."""
    new = Counter[str]()
    for seed in range(400):
        state = load(8, hands=[["reset"], *[["B2"]] * 2, *[["R2"]] * 2, *[[]] * 3], codes_aside=[])
        due = play(state, "reset @7").dump()
        assert state.actors() == (CHANCE,)
        assert due["resetting"] == 7
        assert due["codes_out"] == CODES[8:]
        assert due["actions"] == ["reset"]
        state.shuffle(Rng(seed))
        after = state.dump()
        assert after["codes_out"] == [CODES[7]]
        assert len(after["codes_aside"]) == 1
        assert after["turn"] == 1
        new[after["codes"][7]] += 1
    assert set(new) == {CODES[8], CODES[9]}
    assert min(new.values()) > 140
