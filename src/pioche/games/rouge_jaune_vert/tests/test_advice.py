"""Rouge Jaune Vert: what is said for a move is true and can be said."""

from typing import Any

import pytest
from rjv_positions import GAME, dealt, load, race, slot_of, time_up

from pioche import CHANCE, Rng, State
from pioche.bots.levels import make_bot
from pioche.core.bot import Knowledge
from pioche.words import LANGUAGES, Words

NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou"]


def advice(state: State, move: str, seat: int = 0) -> dict[str, Any]:
    return GAME.advise(state.view(seat), move)


def spoken(state: State, move: str, lang: str = "en", seat: int = 0) -> str:
    return Words.load(GAME, lang).say_advice(advice(state, move, seat), NAMES)


def test_everything_can_be_said_of_every_legal_move_and_nothing_is_left_unsaid() -> None:
    found: set[str] = set()
    for players in GAME.players:
        for sensible in (True, False):
            found |= said_in(dealt(players), Rng(players), sensible)
    for lang in LANGUAGES:
        assert set(Words.load(GAME, lang).texts["advice"]) == found


def said_in(state: State, rng: Rng, sensible: bool) -> set[str]:
    """The types met in a game, played by bots or at random."""
    found: set[str] = set()
    bots = [make_bot(GAME, "regular") for _ in range(state.view(None)["players"])]
    while not state.is_over():
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
        seat = state.actors()[rng.below(len(state.actors()))]
        if rng.below(16) == 0:
            view = state.view(seat)
            for action in state.legal(seat):
                event = GAME.advise(view, GAME.text(action))
                found.add(event["type"])
                for lang in LANGUAGES:
                    sentence = Words.load(GAME, lang).say_advice(event, NAMES)
                    assert "{" not in sentence and sentence[-1] in ".!"
        if sensible:
            state.apply(seat, bots[seat].choose(Knowledge(state, seat, rng), rng).action)
        else:
            state.step(rng)
    return found


def test_an_open_card_is_compared_with_the_last_one() -> None:
    """RJV-6 RJV-9"""
    position = race("RG1", "BR1", up="BK3 BK1 KG4 GR3 RB2")
    state = load(position)
    kinds = {
        card: advice(state, f"grab {slot_of(position, card)}")
        for card in ("BK3", "BK1", "KG4", "GR3")
    }
    assert kinds["BK3"] == {"type": "open-fit", "card": "BK3"}
    assert kinds["BK1"] == {"type": "open-number", "card": "BK1", "times": 1}
    assert kinds["KG4"] == {"type": "open-colour", "card": "KG4", "colour": ["G"]}
    assert kinds["GR3"] == {"type": "open-colour", "card": "GR3", "colour": ["R", "G"]}


def test_turning_a_card_tells_the_chances_where_no_open_one_fits() -> None:
    """RJV-6 RJV-9: of 79 others 18 fit RG1; here BK3 is in a series and BK4 in a known hand."""
    position = race("RG1", "BR1 GY2", "BK3", up="RB2", held={1: "BK4+", 2: "BK2"})
    state = load(position)
    down = next(i for i, s in enumerate(state.view(0)["slots"]) if s == {"up": False})
    # 80 less four in series, one open and one that was open: what seat 2 took is out of sight.
    assert advice(state, f"grab {down}") == {"type": "turn", "fits": 16, "unseen": 74}


def test_turning_a_card_names_the_open_one_that_fits() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", up="BK3")
    expected = {"type": "turn-anyway", "card": "BK3", "slot": slot_of(position, "BK3")}
    assert advice(load(position), f"grab {slot_of(position, 'BK4')}") == expected


@pytest.mark.parametrize(
    ("card", "kind"),
    [("BK3", "fit"), ("BK1", "number"), ("KG4", "colour"), ("RB1", "both")],
)
def test_a_card_in_hand_is_compared_with_the_last_one(card: str, kind: str) -> None:
    """RJV-7 RJV-8 RJV-9"""
    state = load(race("RG1", "BR1", held={0: card}))
    assert advice(state, "place")["type"] == f"place-{kind}"
    assert advice(state, "return")["type"] == f"return-{kind}"


def test_the_last_card_of_a_series_is_the_stop() -> None:
    """RJV-10 RJV-11"""
    row = "RG1 BK3 GY4 BR3 GY2 RB3"
    state = load(race(row, "BR1", "BR2", "BR4", "BY1", "BY2", held={0: "YK1"}))
    assert advice(state, "place") == {"type": "place-stop", "card": "YK1", "length": 7}


def test_a_broken_series_is_told_as_such() -> None:
    """RJV-13"""
    state = load(race("RG1 BK3 BY1", "BR1", held={0: "GK2"}))
    assert advice(state, "place") == {"type": "place-broken", "kept": 2}


def test_point_cards_are_compared() -> None:
    """RJV-15"""
    state = time_up(race("RG1 BK3", "BR1", "BR2", points=[9, 3, -4]))
    (seat,) = state.actors()
    assert advice(state, "choose 3", seat)["type"] == "choose-highest"
    lower = advice(state, "choose -4", seat)
    assert lower == {"type": "choose-lower", "value": -4, "best": 3}
    state.apply(seat, GAME.parse("choose 3"))
    assert advice(state, "choose -4", state.actors()[0])["type"] == "choose-last"


def test_sentences_name_cards_and_colours() -> None:
    state = load(race("RG1", "BR1", held={0: "GR3"}))
    assert spoken(state, "return") == "It doesn’t fit. In common with your last card: red, green."
    assert spoken(state, "return", "fr").endswith("avec votre dernière carte : rouge, vert.")
    fit = load(race("RG1", "BR1", held={0: "BK3"}))
    assert "“blue” in black ×3" in spoken(fit, "place")
