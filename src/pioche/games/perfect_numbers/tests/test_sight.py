"""Views, what they foretell, events, and sentences."""

from collections import Counter

import pytest
from perfect_positions import GAME, dealt, in_sight, load, play

from pioche import Rng, State
from pioche.words import Words

NAMES = ["Ada", "Blaise", "Chen"]
NONE: dict[str, list[str]] = {"leaving": [], "at": []}


def on(seat: int, colour: str) -> dict[str, dict[str, object]]:
    """The series that a move of the outlook concerns."""
    return {"series": {"seat": seat, "colour": colour}}


def told(state: State, text: str) -> list[dict[str, object]]:
    """The events of a move of the actor."""
    before, who = state.clone(), state.actors()[0]
    play(state, text)
    return GAME.events(before, who, GAME.parse(text), state, None)


def types(state: State, text: str) -> list[object]:
    return [event["type"] for event in told(state, text)]


def test_all_is_open_but_the_pile() -> None:
    """PN-5 PN-11: of score piles and discards the size is known."""
    state = load("R4 -G3", "B3", pending=["R6"], stored=[["steal"], ["move"]], score=[0, 7])
    whole = state.dump()
    for seat in (0, 1, None):
        view = state.view(seat)
        assert "draw" not in view
        assert view["draw_count"] == len(whole["draw"])
        assert all(view[name] == whole[name] for name in GAME.fields if name != "draw")


def test_views_tell_who_has_room_and_what_is_protected() -> None:
    """PN-12 PN-16"""
    state = load(
        "R4 -G3, G4", "B3, R5, Y5, V5", "B4, G5, Y6", pending=["R6"], stored=[[], [], ["move"]]
    )
    view = state.view(None)
    assert view["room"] == [True, False, False]
    assert view["protected"] == [["R"], [], []]


def test_views_tell_the_places_that_are_free() -> None:
    """PN-12 PN-19 PN-23"""
    stored: list[list[str]] = [[], ["move"]]
    plain = load("R4, G4", "B3", pending=["R6"], stored=stored).view(None)
    assert plain["free_places"] == [{"colours": 2, "actions": 0}] * 2
    apart = {"interactive": True}
    variant = load("R4, G4", "B3", pending=["R6"], stored=stored, options=apart).view(None)
    assert variant["free_places"] == [{"colours": 1, "actions": 1}, {"colours": 2, "actions": 0}]


def test_views_tell_the_number_that_each_series_waits_for() -> None:
    """PN-9"""
    long = "V7 V7 V7 V6 V6 V6 V5"
    assert load("R4 R6, G5", long, pending=["R6"]).view(None)["waits_for"] == [
        {"R": 3, "G": 2},
        {"V": None},
    ]


def test_views_tell_the_cards_of_the_market_that_would_be_perfect() -> None:
    """PN-7 PN-9 PN-14: of one colour only the lowest, which is added first; a joker for any."""
    market = [["R2", "R3", "J3"], ["R3", "G2"], ["G2", "J4"], ["protect"]]
    state = load("R4 R6, G5", "V4", taken=False, market=market)
    assert state.view(0)["wanted"] == [[2], [0, 1], [0], []]
    assert state.view(1)["wanted"] == state.view(None)["wanted"] == [[], [], [], []]


def test_views_tell_whether_the_set_up_is_being_laid() -> None:
    """PN-4: also while a perfect number waits for its answer."""
    state, rng = dealt(3, 4), Rng(1)
    while state.dump()["market"] == [None] * 4:
        assert state.view(None)["in_setup"]
        state.step(rng)
    assert not state.view(None)["in_setup"]


def test_the_outlook_says_what_moves_will_do() -> None:
    """PN-8 PN-9 PN-10 PN-11 PN-17: for the player to act alone."""
    fields = {"pending": ["G6", "R2", "Y4"], "stored": [["move"], [], []]}
    state = load("R6 R4, G2 G2 G3 G3 G4, Y5", "B3", "", **fields)
    red, yellow, green = (on(0, colour) for colour in "RYG")
    assert state.view(0)["outlook"] == {
        "add R2": {"effect": "lose", "cards": 2, "leaving": ["R4", "R2"], "at": [1], **red},
        "add Y4": {"effect": "nothing", "cards": 0, **NONE, **yellow},
        "add G6": {"effect": "perfect", "cards": 9, **NONE, **green},
        "move R": {"effect": "nothing", "cards": 0, **NONE, **red},
        "move G": {"effect": "lose", "cards": 2, "leaving": ["G4", "G2"], "at": [4, 0], **green},
    }
    assert state.view(1)["outlook"] == state.view(None)["outlook"] == {}


def test_the_outlook_of_giving_replacing_and_closing() -> None:
    """PN-12 PN-13"""
    state = load("R4 R5, Y4, G4, B4", "V6 V7", "V5", pending=["V2"])
    outlook = state.view(0)["outlook"]
    won = {"effect": "win", "cards": 2, "leaving": ["V7", "V2"], "at": [1], **on(1, "V")}
    assert outlook["give V2 @1"] == won
    assert outlook["give V2 @2"] == {"effect": "perfect", "cards": 2, **NONE, **on(2, "V")}
    lost = {"effect": "lose", "cards": 2, "leaving": ["R4", "R5"], "at": [0, 1], **on(0, "R")}
    assert outlook["replace R V2"] == lost
    play(state, "give V2 @2")
    closed = {"effect": "win", "cards": 2, **NONE, **on(2, "V")}
    assert state.view(0)["outlook"] == {"close": closed}


def test_the_outlook_of_a_place_made_for_an_action() -> None:
    """PN-19"""
    stored = [["move", "protect"], [], []]
    state = load("R4, Y4", "V6", "", pending=["steal"], stored=stored)
    lost = {"effect": "lose", "cards": 2, "leaving": ["move", "protect"], "at": [], "series": None}
    assert state.view(0)["outlook"]["replace A steal"] == lost
    full = load("R4 R5, Y4, G4, B4", "V6", pending=["steal"])
    lost = {"effect": "lose", "cards": 1, "leaving": ["Y4"], "at": [0], **on(0, "Y")}
    assert full.view(0)["outlook"]["replace Y steal"] == lost


def test_the_outlook_names_the_cards_that_really_leave() -> None:
    """PN-10 PN-12 PN-13 PN-17 PN-19: over whole games, by every legal move."""
    for seed in range(4):
        rng, state = Rng(seed), dealt(3, seed, actions=6)
        while not state.is_over():
            seat = state.actors()[0]
            for text, told in state.view(seat)["outlook"].items():
                assert sorted(told["leaving"]) == really_leaving(state, seat, text), text
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])


def really_leaving(state: State, seat: int, text: str) -> list[str]:
    """The cards at hand, laid and stored that are in sight no more once a move is made."""
    after = state.clone()
    after.apply(seat, GAME.parse(text))
    if text == "close" or after.dump()["perfect"] is not None:
        return []
    gone = Counter(in_sight(state.dump())) - Counter(in_sight(after.dump()))
    used = ["move"] if text.startswith("move") else []
    return sorted((gone - Counter(used)).elements())


def test_events_of_the_deal_and_the_market() -> None:
    """PN-4 PN-5"""
    new, state = GAME.new(3), dealt(3, 4)
    events = GAME.events(new, -1, None, state, 0)
    hands = state.dump()["setup_hands"]
    assert events[0] == {"type": "dealt", "seat": state.dump()["first"]}
    assert events[1:] == [{"type": "hand", "seat": p, "cards": hands[p]} for p in range(3)]
    before = state.clone()
    while state.dump()["phase"] != "turn":
        before = state.clone()
        action = state.legal(state.actors()[0])[0]
        state.apply(state.actors()[0], action)
    last = GAME.events(before, before.actors()[0], action, state, None)[-1]
    assert last == {"type": "market", "round": 1, "seat": state.dump()["first"]}


def test_events_tell_what_a_number_did() -> None:
    """PN-8 PN-9 PN-10 PN-13"""
    added = {"type": "added", "seat": 0, "card": "R3", "colour": "R", "count": 3}
    state = load("R4 R6", pending=["R3", "G5"])
    perfect = {"type": "perfect", "seat": 0, "colour": "R", "count": 3}
    assert told(state, "add R3") == [added, perfect]
    assert told(state, "close") == [{"type": "closed", "seat": 0, "colour": "R", "count": 3}]
    assert types(state, "add G5") == ["started"]
    state = load("B5 B7 B3", pending=["B2"])
    assert told(state, "add B2")[1] == {
        "type": "lost",
        "seat": 0,
        "lost": 2,
        "cards": ["B3", "B2"],
    }
    state = load("R4, Y4, G4, B4", "V6 V7", pending=["V2"])
    assert told(state, "give V2 @1") == [
        {"type": "gave", "seat": 0, "card": "V2", "to": 1},
        {"type": "won", "seat": 0, "won": 2, "cards": ["V7", "V2"]},
    ]


def test_events_tell_of_a_bonus_and_of_the_end() -> None:
    """PN-11 PN-21"""
    fields = {"round": 12, "market": [None] * 4, "first": 1, "left": 2}
    state = load("R2 R2 R3 R3 R4 R4", pending=["R7"], score=[0, 20], bonus=4, **fields)
    play(state, "add R7")
    assert told(state, "close") == [
        {"type": "closed", "seat": 0, "colour": "R", "count": 7},
        {"type": "bonus", "seat": 0, "bonus": 2},
        {"type": "finished", "left": 0},
    ]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("protect R", {"type": "protected", "seat": 0, "colour": "R"}),
        ("protect R Y", {"type": "turned-down", "seat": 0, "card": "R5", "colour": "Y"}),
        ("move R", {"type": "moved", "seat": 0, "card": "R6", "colour": "R"}),
        ("steal @1 B", {"type": "stole", "seat": 0, "from": 1, "card": "B3"}),
        ("replace R V4", {"type": "gave-up", "seat": 0, "card": "V4", "colour": "R", "lost": 2}),
        ("replace A V4", {"type": "gave-up-actions", "seat": 0, "card": "V4", "lost": 1}),
    ],
)
def test_events_of_actions(text: str, event: dict[str, object]) -> None:
    """PN-12 PN-15 PN-17 PN-18"""
    stored = [["steal"], []]
    state = load("R6 R5, Y4, G4", "B3", pending=["V4", "move", "protect"], stored=stored)
    assert told(state, text)[0] == event


def test_events_of_a_whole_turn() -> None:
    """PN-6 PN-9 PN-18 PN-19"""
    groups = [["R2", "steal", "steal"], ["B2", "B4"], ["V4", "J3"], ["move"]]
    state = load("R6", "B3", taken=False, market=groups)
    assert told(state, "take 1") == [
        {"type": "took", "seat": 0, "group": 1, "cards": ["R2", "steal", "steal"]}
    ]
    assert types(state, "add R2") == ["added", "perfect"]
    assert told(state, "keep") == [{"type": "kept", "seat": 0, "colour": "R"}]
    assert told(state, "store steal") == [{"type": "stored", "seat": 0, "card": "steal"}]
    assert types(state, "steal @1 B") == ["stole"]
    assert told(state, "discard") == [{"type": "discarded", "seat": 0, "card": "B3"}]
    state = load("R6 R5", "B3", pending=["G3"], stored=[["steal"], []])
    assert types(state, "add G3") == ["started"]
    assert told(state, "end") == [{"type": "ended", "seat": 0}]
    state = load("R4, Y4, G4", pending=["move"], stored=[["move"], []])
    assert told(state, "replace A move") == [
        {"type": "gave-up-actions", "seat": 0, "card": "move", "lost": 1}
    ]


def test_a_hidden_card_is_named_to_everybody() -> None:
    """PN-15: all have seen it before."""
    state = load("R6 R5, Y4", "B3", pending=["protect", "V4"])
    play(state, "protect R Y")
    for seat in (0, 1, None):
        assert state.view(seat)["series"][0]["Y"][-1] == {"card": "R5", "up": False}


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "Ada steals the blue 3 from Blaise."), ("fr", "Ada vole le 3 bleu à Blaise.")],
)
def test_events_are_said_in_words(lang: str, sentence: str) -> None:
    """PN-18"""
    state = load("R6", "B3", pending=["steal"])
    assert Words.load(GAME, lang).say_event(told(state, "steal @1 B")[0], NAMES) == sentence


def test_colours_agree_with_cards_and_with_series() -> None:
    """PN-7: in French a card is masculine and a series feminine."""
    words = Words.load(GAME, "fr")
    assert words.say_move("add G5", NAMES) == "ajouter le 5 vert à votre Collection"
    assert words.say_move("add J4 G", NAMES) == "mettre le joker 4 dans la série verte"
    replaced = "défausser votre série {} et mettre à sa place : 5 bleu"
    assert words.say_move("replace V B5", NAMES) == replaced.format("violette")
    assert words.say_move("replace A B5", NAMES) == replaced.format("d'actions")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_board_shows_every_kind_of_card(lang: str) -> None:
    """PN-2: symbols beside colours, hidden cards shaded, actions in words."""
    state = load("R6 J3 -protect", "B3", pending=["V4", "steal"], stored=[["move"], []])
    words = Words.load(GAME, lang)
    text = "\n".join(row.text for row in GAME.build_board(state.view(0), NAMES[:2], words.texts))
    for sign in ("♥[/] 6 ☆3 [dim]▒[/]", "◆[/] 3", "● 4"):
        assert sign in text
    assert words.texts["cards"]["steal"] in text
    assert words.texts["cards"]["move"] in text
    play(state, "add V4")
    state = play(load("R6", "B3", pending=["R2", "steal"]), "add R2")
    assert words.texts["board"]["hand"] in "\n".join(
        row.text for row in GAME.build_board(state.view(0), NAMES[:2], words.texts)
    )


def test_random_games_of_all_tables_end() -> None:
    """PN-21 PN-22: no card is lost on the way."""
    for players in (2, 3, 4):
        state = GAME.new(players)
        state.playout(Rng(players))
        end = state.dump()
        laid = sum(len(cards) for c in end["series"] for cards in c.values())
        laid += sum(len(names) for names in end["stored"])
        assert laid + sum(end["score"]) + len(end["draw"]) + end["discard_count"] == 108


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["costs 2 cards: red 4, red 2", "perfect: 9 points", "2 points for you"]),
        ("fr", ["coûte 2 cartes : 4 rouge, 2 rouge", "parfait : 9 points", "2 points pour vous"]),
    ],
)
def test_a_preview_in_words_names_the_cards_that_leave(lang: str, said: list[str]) -> None:
    """PN-10 PN-11 PN-13"""
    own = load("R6 R4, G2 G2 G3 G3 G4, Y5", "B3", pending=["G6", "R2", "Y4"])
    other = load("R4 R5, Y4, G4, B4", "V6 V7", pending=["V2"])
    words, found = Words.load(GAME, lang), []
    for state, move in ((own, "add R2"), (own, "add G6"), (other, "give V2 @1")):
        preview = GAME.preview(state.view(0), move)
        assert preview is not None
        found.append(words.say_preview(preview, NAMES).replace("\xa0", " "))
    assert found == said
    assert GAME.preview(own.view(0), "add Y4") is None
    assert set(words.texts["previews"]) == {"lose", "perfect", "win"}
