"""What Code says for a move: always something, and always true."""

from typing import Any

import pytest
from code_positions import GAME, load, play

from pioche import Rng, State
from pioche.words import LANGUAGES, Words

NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou", "Gus", "Hana"]
# What walks hardly reach; each has a test below.
RARE = {"passes", "four", "keeps-plus2", "keeps-joker"}


def advised(state: State, move: str, seat: int | None = None) -> dict[str, Any]:
    seat = state.actors()[0] if seat is None else seat
    assert GAME.parse(move) in state.legal(seat)
    return GAME.advise(state.view(seat), move)


def walk(players: int, seed: int) -> list[tuple[State, int, list[int]]]:
    """Moments of a game in which chance and card sense take turns."""
    rng, sense = Rng(seed), GAME.heuristics()
    state, found = GAME.new(players), []
    while not state.is_over():
        if state.actors() == (-1,):
            state.shuffle(rng)
            continue
        seat = state.actors()[rng.below(len(state.actors()))]
        legal = state.legal(seat)
        found.append((state.clone(), seat, legal))
        by_chance = rng.below(8) == 0
        action = legal[rng.below(len(legal))] if by_chance else sense.rollout_move(state, seat, rng)
        state.apply(seat, int(action))
    return found


def test_every_move_can_be_spoken_for_in_both_languages_and_no_sentence_is_unused() -> None:
    types = set()
    for players in GAME.players:
        for seed in range(6):
            for state, seat, legal in walk(players, seed):
                view = state.view(seat)
                for action in legal:
                    said = GAME.advise(view, GAME.text(action))
                    types.add(said["type"])
                    for lang in LANGUAGES:
                        assert Words.load(GAME, lang).say_advice(said, NAMES)
    for lang in LANGUAGES:
        assert set(Words.load(GAME, lang).texts["advice"]) == types | RARE


def test_a_move_is_said_to_win_exactly_when_it_does() -> None:
    """CD-20, CD-21: but for a draw and a gift, of which nobody knows what they bring."""
    for players in (2, 5):
        for seed in range(6):
            for state, seat, legal in walk(players, seed):
                for action in legal:
                    text = GAME.text(action)
                    verb = text.split()[0]
                    if verb in ("draw", "accept", "gift", "lay") or state.phase == 5:
                        continue
                    after = state.clone()
                    after.apply(seat, action)
                    if verb == "pick" and not after.is_over():
                        after.apply(after.actors()[0], GAME.parse("decline"))
                    if after.due:
                        after.shuffle(Rng(1))
                    won = after.is_over() and after.view(seat)["winner"] == seat
                    assert (GAME.advise(state.view(seat), text)["type"] == "wins") == won


def test_a_card_the_code_needs_is_told_from_one_it_does_not() -> None:
    state = load(codes=["1258"], hands=[["B1", "R1", "B8", "B3", "V2"], ["R0"], ["R0"]])
    assert advised(state, "play B3") == {"type": "sheds", "card": "B3", "n": 1}
    assert advised(state, "play B1")["type"] == "sheds"
    assert advised(state, "play B8") == {"type": "breaks", "card": "B8"}
    assert advised(state, "sum V2 B3") == {"type": "breaks", "card": "V2"}
    assert advised(state, "draw") == {"type": "draw-missing", "digits": [5]}


def test_the_last_card_too_many_is_said_to_be_the_last() -> None:
    state = load(codes=["1258"], hands=[["R1", "R8", "B3"], ["R0"], ["R0"]])
    assert advised(state, "play B3") == {"type": "sheds-last"}


def test_a_swap_for_a_missing_digit_is_praised() -> None:
    state = load(codes=["1258"], hands=[["R1", "R7", "swap"], ["R0"], ["R0"]])
    assert advised(state, "swap number") == {"type": "swap-missing", "card": "B5"}
    complete = load(codes=["1258"], hands=[["R1", "R2", "R5", "R8", "R7", "swap"], [], []])
    assert advised(complete, "swap number") == {"type": "swap-other", "card": "B5"}


@pytest.mark.parametrize(("cards", "kind"), [(["R0"] * 2 + ["R1"], "stops"), (None, "other")])
def test_a_skip_is_said_to_stop_somebody_with_few_cards(cards: list[str] | None, kind: str) -> None:
    few = cards or ["R0", "R0", "R1", "R2", "R3", "R4", "R6"]
    state = load(codes=["1258"], hands=[["V1", "V7", "skip"], few, []])
    expected = {"type": "stops", "to": 1, "n": 3} if kind == "stops" else None
    assert advised(state, "skip") == (expected or {"type": "sheds-action", "card": "skip"})


def test_who_can_draw_nothing_is_told_so() -> None:
    """CD-11: the rest of the cards are in a hand."""
    state = load(2, rest=1, hands=[["R1", "R2"], []])
    assert advised(state, "pass") == {"type": "passes"}


def test_the_robbed_player_whose_four_cards_are_the_code_is_told_not_to_draw() -> None:
    """CD-18: the card that was taken was the one too many."""
    hands = [["R9", "gift"], ["R1", "R2", "V5", "R8", "V7"]]
    state = load(2, codes=["0478", "1258"], hands=hands)
    play(state, "gift", "lay V7", "pick @1")
    assert advised(state, "decline") == {"type": "four"}
    assert advised(state, "draw") == {"type": "draws-back"}


def test_a_plus2_may_be_kept_and_a_joker_too_many_is_still_a_joker() -> None:
    """CD-14, CD-13."""
    full = ["R1", "R2", "V5", "R8"]
    state = load(2, codes=["0478", "1258"], hands=[["R9", "plus2"], [*full, "V7", "plus2"]])
    play(state, "plus2")
    assert advised(state, "accept") == {"type": "keeps-plus2"}
    hands = [[*full, "V7"], []]
    drawn = load(2, codes=["1258"], hands=hands, draw=["joker"])
    play(drawn, "draw")
    assert advised(drawn, "keep") == {"type": "keeps-joker"}
