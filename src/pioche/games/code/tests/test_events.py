"""What players of Code see happen."""

from typing import Any

import pytest
from code_positions import GAME, dealt, events, load, play

from pioche import CHANCE
from pioche.words import Words

HANDS = [["B1", "R2", "swap", "skip", "reverse", "plus2", "gift", "reset"], ["B2"], ["V7"]]


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("play B1", {"type": "played", "card": "B1"}),
        ("reverse", {"type": "reversed"}),
        ("skip", {"type": "skipped", "to": 1}),
        ("plus2", {"type": "plus2", "penalty": 2}),
        ("swap number", {"type": "swapped", "card": "B5"}),
        ("swap none", {"type": "swapped-nothing"}),
        ("gift", {"type": "gift"}),
        ("reset @2", {"type": "reset", "to": 2}),
    ],
)
def test_open_moves_are_told_to_all(move: str, told: dict[str, Any]) -> None:
    """CD-7 CD-10 CD-15 CD-16 CD-17"""
    for seat in (0, 1, None):
        state = load(hands=HANDS)
        assert events(state, 0, move, seat) == [{"seat": 0, **told}]


def test_a_pair_and_an_action_card_taken() -> None:
    """CD-8 CD-15"""
    state = load(hands=[["R1", "V4"], [], []])
    told = {"type": "paired", "seat": 0, "cards": ["R1", "V4"]}
    assert events(state, 0, "sum R1 V4", 2) == [told]
    state = load(hands=[["swap"], [], []], actions=["gift"])
    assert events(state, 0, "swap action", 2) == [{"type": "swapped", "seat": 0, "card": "gift"}]


def test_only_who_draws_is_told_the_card() -> None:
    """CD-9"""
    state = load(hands=HANDS, draw=["V3"])
    assert events(state.clone(), 0, "draw", 0) == [{"type": "you-drew", "seat": 0, "cards": ["V3"]}]
    for seat in (1, None):
        assert events(state.clone(), 0, "draw", seat) == [{"type": "drew", "seat": 0, "n": 1}]
    play(state, "draw")
    assert events(state, 0, "keep", 1) == [{"type": "kept", "seat": 0}]


def test_a_draw_that_wins_is_told_as_any_other() -> None:
    """CD-9 CD-20: then the winner's hand is shown."""
    state = load(hands=[["B1", "B3", "B6"], ["B2"], []], codes=["1368"], draw=["R8"])
    won = {"type": "won", "seat": 0, "cards": ["B1", "B3", "B6", "R8"], "code": "1368"}
    for seat in (1, None):
        told = events(state.clone(), 0, "draw", seat)
        assert told == [{"type": "drew", "seat": 0, "n": 1}, won]


def test_a_skip_is_told_in_the_direction_of_play() -> None:
    """CD-17 CD-16"""
    state = load(hands=HANDS, direction=-1)
    assert events(state, 0, "skip", 1) == [{"type": "skipped", "seat": 0, "to": 2}]


def test_a_penalty_is_told() -> None:
    """CD-14"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "actions": ["plus2"]}
    state = load(hands=[["B1"], [], []], draw=["V3", "V3"], **fields)
    mine = {"type": "you-drew", "seat": 0, "cards": ["V3", "V3"]}
    assert events(state.clone(), 0, "accept", 0) == [mine]
    assert events(state, 0, "accept", 2) == [{"type": "drew", "seat": 0, "n": 2}]


def test_a_draw_with_nothing_left_and_a_pass_are_told() -> None:
    """CD-11"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "actions": ["plus2"]}
    state = load(rest=2, hands=[["B1"], ["B2"], []], **fields)
    assert events(state, 0, "accept", 1) == [{"type": "drew-none", "seat": 0}]
    state = load(rest=2, hands=[["B1"], ["B2"], []])
    told = events(state, 0, "pass", 1)
    assert told == [{"type": "passed", "seat": 0}]
    for lang in ("en", "fr"):
        assert Words.load(GAME, lang).say_event(told[0], ["Ada", "Blaise", "Chen"])


def test_a_shuffle_in_the_middle_is_told() -> None:
    """CD-11"""
    fields: dict[str, Any] = {"phase": "penalty", "penalty": 2, "actions": ["gift", "plus2"]}
    state = load(rest=2, hands=[["B1"], ["B2"], []], draw=["V3"], **fields)
    first = events(state, 0, "accept", 1)
    assert first == [{"type": "drew", "seat": 0, "n": 1}, {"type": "pile-empty"}]
    then = events(state, CHANCE, None, 1)
    assert then == [{"type": "shuffled", "n": 1}, {"type": "drew", "seat": 0, "n": 1}]
    state = load(rest=2, hands=[["B1"], ["B2"], []], actions=["gift", "gift"])
    assert events(state, 0, "draw", 0) == [{"type": "pile-empty"}]
    own = events(state, CHANCE, None, 0)
    assert own[1] == {"type": "you-drew", "seat": 0, "cards": ["gift"]}


def test_a_gift_is_told_and_laid_cards_only_when_all_are_there() -> None:
    """CD-18"""
    state = play(load(hands=[["gift", "B1"], ["B2"], ["V7", "V8"]]), "gift")
    mine = events(state.clone(), 1, "lay B2", 1)
    assert mine == [{"type": "you-laid", "seat": 1, "card": "B2"}]
    for seat in (0, 2, None):
        assert events(state.clone(), 1, "lay B2", seat) == [{"type": "laid", "seat": 1}]
    play(state, "lay B2")
    assert events(state, 2, "lay V7", None) == [
        {"type": "laid", "seat": 2},
        {"type": "shown", "seat": 1, "card": "B2"},
        {"type": "shown", "seat": 2, "card": "V7"},
    ]
    assert events(state.clone(), 0, "decline", 1) == [{"type": "picked-nothing", "seat": 0}]
    picked = events(state, 0, "pick @2", 1)
    assert picked == [{"type": "picked", "seat": 0, "from": 2, "card": "V7"}]
    assert events(state.clone(), 2, "draw", 1) == [{"type": "drew", "seat": 2, "n": 1}]
    assert events(state, 2, "decline", 1) == [{"type": "drew-nothing", "seat": 2}]


def test_only_its_owner_is_told_a_new_code() -> None:
    """CD-19"""
    state = load(hands=HANDS, codes=["0269", "0345", "0478"])
    told = {"type": "reset", "seat": 0, "to": 2}
    assert events(state.clone(), 0, "reset @2", 0) == [told]
    new = {"type": "new-code", "seat": 2, "code": "0567"}
    assert events(state, 0, "reset @2", 2) == [told, new]
    state = play(load(hands=HANDS, codes_aside=[]), "reset @2")
    assert events(state.clone(), CHANCE, None, 1) == [{"type": "codes-shuffled"}]
    own = events(state, CHANCE, None, 2)
    assert own[1]["code"] == state.dump()["codes"][2]


def test_the_deal_and_the_end_are_told() -> None:
    """CD-5 CD-6 CD-20 CD-22"""
    state = GAME.new(3)
    told = events(state, CHANCE, None, None)
    turn, top = state.dump()["turn"], state.dump()["numbers"][0]
    assert told == [{"type": "dealt", "seat": turn}, {"type": "turned", "card": top}]
    state = load(hands=[["B1", "B3", "B6", "B8", "B9"], [], []], codes=["1368"])
    won = {"type": "won", "seat": 0, "cards": ["B1", "B3", "B6", "B8"], "code": "1368"}
    assert events(state, 0, "play B9", 2) == [{"type": "played", "seat": 0, "card": "B9"}, won]
    state = load(hands=[["B9"], [], []], turns=999)
    assert events(state, 0, "play B9", 2)[-1] == {"type": "out-of-turns", "n": 1000}


def test_cards_and_moves_are_said_in_both_languages() -> None:
    """CD-2"""
    english, french = Words.load(GAME, "en"), Words.load(GAME, "fr")
    assert english.say_move("sum B1 V4", []) == "play the blue 1, with the violet 4 on top"
    assert french.say_move("sum B1 V4", []) == "poser le 1 bleu, et le 4 violet par-dessus"
    assert english.say_move("swap none", []) == "swap: take nothing"
    assert french.say_move("lay joker", []) == "proposer cette carte : joker"
    assert english.say_move("lay", []) == "offer a card, face down"


def test_the_board_shows_what_a_player_needs() -> None:
    """CD-20"""
    state = load(hands=[["B1", "joker", "R9"], ["B2"], []], codes=["1368"], actions=["gift"])
    words = Words.load(GAME, "en").texts
    lines = "\n".join(
        row.text for row in GAME.build_board(state.view(0), ["Ada", "Bo", "Chen"], words)
    )
    assert "1368" in lines
    assert "not yet in hand: 3 6 8   jokers: 1" in lines
    assert "joker" in lines
    other = "\n".join(
        row.text for row in GAME.build_board(state.view(1), ["Ada", "Bo", "Chen"], words)
    )
    assert "1368" not in other
    assert dealt(2).view(0)["missing"] is not None
    assert GAME.new(2).view(0)["missing"] is None


def test_views_tell_the_cards_that_serve_the_code() -> None:
    """CD-18 CD-20: in hand, and offered once all are laid."""
    hands = [["B1", "B1", "R7", "joker"], ["R0"], ["R2"]]
    fields: dict[str, Any] = {"hands": hands, "codes": ["1368", "0269"], "actions": ["gift"]}
    picking = load(phase="pick", laid=[None, "V8", "B4"], **fields)
    assert picking.view(0)["serving"] == [["B1", "V8", "joker"], None, None]
    laying = load(phase="gift", laid=[None, "V8", None], **fields)
    assert laying.view(0)["serving"] == [["B1", "joker"], None, None]
    assert laying.view(1)["serving"] == [None, ["R0"], None]
    assert laying.view(None)["serving"] == [None, None, None]


def test_views_tell_what_each_card_of_the_winner_stands_for() -> None:
    """CD-20"""
    state = load(hands=[["V9", "B0", "joker", "R2", "B5"], ["R0"], ["R1"]], codes=["0269"])
    assert state.view(1)["stand_ins"] is None
    play(state, "play B5")
    found = [(one["digit"], one["card"]) for one in state.view(1)["stand_ins"]]
    assert found == [(0, "B0"), (2, "R2"), (6, "joker"), (9, "V9")]


def test_views_tell_what_one_more_plus2_would_ask_for() -> None:
    """CD-14"""
    state = load(hands=[["plus2", "B1"], ["R0"], ["R1"]])
    assert state.view(0)["raised_penalty"] == 2
    play(state, "plus2")
    assert state.view(0)["raised_penalty"] == 4
