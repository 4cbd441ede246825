"""What a good player of No Thanks! knows, and what it says."""

from typing import Any

import pytest

import pioche
from pioche import Rng, State
from pioche.bots.levels import make_bot
from pioche.core.bot import LEVELS, Knowledge
from pioche.games.no_thanks.bot import NoThanksHeuristics
from pioche.games.no_thanks.rules import PASS, TAKE, added_cost, cost
from pioche.words import Words

GAME = pioche.games["no-thanks"]
RUNS = 3000


def table(card: int, mine: list[int], pot: int = 0, **more: Any) -> State:
    """A round of three in which seat 0 is to choose, and the others have what they have."""
    theirs = more.get("theirs", [[], []])
    chips = more.get("chips", [11, 11, 11])
    chips = [chips[0] - pot, *chips[1:]] if "chips" not in more else chips
    taken = [sorted(cards) for cards in [mine, *theirs]]
    gone = {card, *(c for cards in taken for c in cards)}
    rest = [c for c in range(3, 36) if c not in gone]
    left = more.get("left", 23 - len(gone) + 1)
    position = {
        **GAME.new(3).dump(),
        "turn": 0,
        "card": card,
        "pot": pot,
        "draw": rest[:left],
        "removed": rest[left:],
        "chips": chips,
        "taken": taken,
    }
    position.pop("chance")
    return GAME.load(position)


def choice(state: State, level: str = "master") -> int:
    player = make_bot(GAME, level, runs=RUNS if level in ("expert", "master") else None)
    return player.choose(Knowledge(state, 0, Rng(1)), Rng(2)).action


def test_the_price_of_a_card_is_what_the_score_says() -> None:
    """NT-14, over every card and many hands."""
    rng = Rng(3)
    for _ in range(2000):
        card = 3 + rng.below(33)
        cards = sum(1 << c for c in range(3, 36) if c != card and rng.below(3) == 0)
        assert added_cost(cards, card) == cost(cards | 1 << card) - cost(cards)


def test_a_dear_card_is_refused_and_a_well_paid_one_taken() -> None:
    assert choice(table(33, [])) == PASS
    assert choice(table(12, [], pot=14, chips=[4, 7, 8])) == TAKE


def test_a_card_that_fits_nobody_else_goes_round_for_chips() -> None:
    state = table(30, [29, 31], theirs=[[4], [5]])
    assert choice(state) == PASS


def test_a_card_that_fits_the_next_player_too_is_taken_at_once() -> None:
    state = table(20, [19, 21], theirs=[[], []], pot=6, chips=[5, 0, 22])
    assert choice(state) == TAKE


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_chip_every_level_takes(level: str) -> None:
    """NT-11."""
    assert choice(table(35, [], pot=11, chips=[0, 11, 11]), level) == TAKE


def test_the_family_knows_runs_and_the_child_does_not_mind_its_chips() -> None:
    """The child takes as readily with one chip left as with eleven; the family more readily."""
    sense = NoThanksHeuristics()
    rich, poor = table(14, []), table(14, [], chips=[1, 16, 16])
    assert takes(sense.novice_move, poor) == pytest.approx(takes(sense.novice_move, rich), abs=60)
    assert takes(sense.regular_move, poor) > takes(sense.regular_move, rich)
    assert (
        takes(sense.regular_move, table(20, [19, 21]))
        > 500
        > 50
        > takes(sense.regular_move, table(20, []))
    )


def takes(pick: Any, state: State) -> int:
    """How often of 1000 times."""
    rng = Rng(4)
    return sum(pick(state, 0, rng) == TAKE for _ in range(1000))


def said(state: State, move: str, lang: str = "en") -> str:
    event = Knowledge(state, 0, Rng(1)).advise(GAME.parse(move))
    return Words.load(GAME, lang).say_advice(event, ["You", "Ada", "Blaise"])


def test_advice_for_taking_tells_what_the_card_does() -> None:
    assert "joins your 13 and 15" in said(table(14, [13, 15]), "take")
    assert "joins your 13: it costs you nothing" in said(table(14, [13], pot=2), "take")
    assert "under your 15" in said(table(14, [15], pot=1), "take")
    assert "adds only 2" in said(table(12, [], pot=10, chips=[4, 9, 10]), "take")
    assert "no chip left" in said(table(30, [], pot=3, chips=[0, 15, 15]), "take")
    assert "1 chip left" in said(table(30, [], pot=3, chips=[1, 14, 15]), "take")
    assert "pay for saying no thanks" in said(table(30, [], pot=3), "take")
    assert "only if its neighbours come" in said(table(30, []), "take")
    assert "relie votre 13 et votre 15" in said(table(14, [13, 15]), "take", "fr")


def test_advice_for_passing_tells_who_may_pay_or_take() -> None:
    assert "fits your cards alone" in said(table(14, [13]), "pass")
    assert "those of Ada too" in said(table(14, [13], theirs=[[15], []]), "pass")
    assert "fits the cards of Blaise" in said(table(14, [], theirs=[[], [15]]), "pass")
    assert "would cost you 27" in said(table(30, [], pot=3), "pass")
    assert "already paid for" in said(table(5, [], pot=6), "pass")


def test_every_sentence_of_advice_is_met_in_play() -> None:
    met = set()
    for seed in range(40):
        rng, state = Rng(seed), GAME.new(3 + seed % 5)
        state.shuffle(rng)
        while not state.is_over():
            (seat,) = state.actors()
            legal = state.legal(seat)
            met |= {GAME.advise(state.view(seat), GAME.text(a))["type"] for a in legal}
            state.apply(seat, PASS if len(legal) == 2 and rng.below(4) else TAKE)
    assert met == set(Words.load(GAME, "en").texts["advice"])
