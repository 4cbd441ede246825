"""What is said for a move: always something, always true, in both languages."""

from functools import cache
from typing import Any

import pytest
from perfect_positions import GAME, dealt, load

from pioche import Rng, State
from pioche.words import LANGUAGES, Words

NAMES = ["Ada", "Blaise", "Chen", "Dora"]
TABLES = [(2, {}), (3, {}), (4, {}), (4, {"interactive": True}), (3, {"actions": 6, "copies": 2})]


def advised(state: State, text: str) -> dict[str, Any]:
    seat = state.actors()[0]
    assert GAME.parse(text) in state.legal(seat)
    return GAME.advise(state.view(seat), text)


@cache
def all_advice() -> dict[str, dict[str, Any]]:
    """All kinds met in games that are half played well, half at random."""
    met: dict[str, dict[str, Any]] = {}
    rng, sense = Rng(5), GAME.heuristics()
    for seed in range(5):
        for players, options in TABLES:
            state = dealt(players, seed, **options)
            while not state.is_over():
                seat = state.actors()[0]
                legal = state.legal(seat)
                view = state.view(seat)
                for action in legal:
                    advice = GAME.advise(view, GAME.text(action))
                    met[advice["type"] + str(sorted(advice))] = advice
                chance = legal[rng.below(len(legal))]
                state.apply(seat, chance if rng.below(3) else sense.rollout_move(state, seat, rng))
    return met


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_gets_a_sentence_in_both_languages(lang: str) -> None:
    words = Words.load(GAME, lang)
    for advice in all_advice().values():
        sentence = words.say_advice(advice, NAMES)
        assert sentence[-1] == "."
        assert "{" not in sentence


def test_every_sentence_is_said_of_some_move() -> None:
    met = {advice["type"] for advice in all_advice().values()}
    assert met == set(Words.load(GAME, "en").texts["advice"])


def test_what_closing_brings_is_what_it_will_bring() -> None:
    """PN-11: the bonus is in the points that are named."""
    state = load("R2 R3 R4 R5 R7", pending=["R6"])
    assert advised(state, "add R6") == {
        "type": "add-perfect",
        "card": "R6",
        "colour": "R",
        "won": 9,
    }
    state.apply(0, GAME.parse("add R6"))
    assert advised(state, "close")["bonus"] == 3
    assert advised(state, "keep") == {"type": "keep", "colour": "R", "next": 7}


def test_a_joker_brings_no_bonus() -> None:
    """PN-14"""
    state = load("R2 R3 R4 R5 R7", pending=["J6"])
    assert advised(state, "add J6 R")["won"] == 6


def test_a_group_is_praised_for_its_best_card() -> None:
    market = [["R5", "G7", "steal"], ["G2", "G3"], ["B5", "V6"], ["R2"]]
    state = load("R2 R3 R4 R7, G5", taken=False, market=market)
    assert advised(state, "take 1")["won"] == 6
    assert advised(state, "take 2") == {
        "type": "take-perfect",
        "card": "G2",
        "colour": "G",
        "won": 2,
    }
    assert advised(state, "take 3") == {"type": "take-new", "card": "B5", "colour": "B"}
    assert advised(state, "take 4")["type"] == "take-deny"


def test_only_the_lowest_card_of_a_colour_counts_in_a_group() -> None:
    """PN-7: the 5 would be perfect, but the 2 comes before it."""
    market = [["R2", "R5", "B7"], ["V4", "G3"], ["B5", "V6"], ["G2"]]
    state = load("R2 R3 R4 R7", taken=False, market=market)
    assert advised(state, "take 1")["type"] == "take-new"


def test_a_card_without_room_is_praised_for_what_it_wins_elsewhere() -> None:
    """PN-13"""
    collections = ["R4, Y4, G4, B4", "V5 V6 V7 V4"]
    state = load(
        *collections, taken=False, market=[["R3", "Y3", "V3"], ["G5", "G6"], ["B5", "B6"], ["B7"]]
    )
    assert advised(state, "take 1") == {"type": "take-attack", "card": "V3", "seat": 1}
    state = load(*collections, pending=["V3"])
    assert advised(state, "give V3 @1")["type"] == "give-winning"
    assert advised(state, "give V3 @1")["won"] == 3


def test_a_protect_is_praised_for_the_card_that_it_makes_perfect() -> None:
    """PN-15"""
    state = load("R7 R6, G4", pending=["R4", "protect"])
    assert advised(state, "protect R") == {"type": "protect-perfect", "card": "R4", "colour": "R"}
    assert advised(state, "protect G")["type"] == "protect"


def test_a_theft_is_praised_for_what_the_card_does_here() -> None:
    """PN-18"""
    state = load("R7 R6", "R3, G4, B5 B6", pending=["steal"])
    assert advised(state, "steal @1 R")["type"] == "steal-perfect"
    assert advised(state, "steal @1 G") == {
        "type": "steal",
        "card": "G4",
        "seat": 1,
        "colour": "G",
        "left": 0,
    }
