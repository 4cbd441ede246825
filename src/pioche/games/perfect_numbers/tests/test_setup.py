"""Set-up: cards, first player, three cards each, the Market."""

from collections import Counter

import pytest
from perfect_positions import GAME, ORDER, dealt, deck, legal, play, position, refused, row, seat

from pioche import CHANCE, Rng, State


def setup(hand: list[str], series: str = "", draw: list[str] | None = None) -> State:
    """Two players, seat 1 first and done; seat 0 has laid this series and has this hand."""
    theirs = seat("B4, V4, G4")
    base = position(setup_hands=[hand, []], series=[seat(series), theirs], taken=False, round=1)
    market = [card for group in base["market"] for card in group]
    pile = sorted([*market, *base["draw"]], key=ORDER.__getitem__)
    pile += ["steal"] * base["discard_count"]  # what was discarded goes back, too
    for card in draw or []:
        pile.remove(card)
    base |= {"market": [None] * 4, "draw": [*(draw or []), *pile], "discard_count": 0}
    return GAME.load(base | {"first": 1, "phase": "setup"})


def test_two_to_four_play() -> None:
    """PN-1"""
    assert list(GAME.players) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ValueError, match="players"):
            GAME.new(players)


@pytest.mark.parametrize(
    ("options", "size"),
    [({}, 108), ({"copies": 2, "actions": 0}, 66), ({"copies": 4, "actions": 6}, 144)],
)
def test_the_deck_has_the_agreed_cards(options: dict[str, int], size: int) -> None:
    """PN-2"""
    start = dealt(**options).dump()
    found = [*start["draw"], *(card for hand in start["setup_hands"] for card in hand)]
    assert Counter(found) == Counter(deck(start["options"]))
    assert len(found) == size


def test_options_have_the_agreed_ranges() -> None:
    """PN-2 PN-23"""
    ranges = {name: (o.default, o.low, o.high) for name, o in GAME.options.items()}
    assert ranges["copies"] == (3, 2, 4)
    assert ranges["actions"] == (4, 0, 6)
    assert GAME.options["interactive"].default is False


def test_the_first_player_is_drawn_at_random() -> None:
    """PN-3"""
    firsts = Counter(dealt(4, seed).dump()["first"] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60
    start = dealt(4, 9).dump()
    assert start["turn"] == start["first"]


def test_before_the_deal_all_is_empty() -> None:
    """PN-4"""
    new = GAME.new(3)
    assert new.actors() == (CHANCE,)
    start = new.dump()
    assert (start["round"], start["phase"], start["market"]) == (1, "setup", [None] * 4)
    assert start["draw"] == start["pending"] == []
    assert start["setup_hands"] == [[], [], []]
    assert GAME.load(start).dump() == start


@pytest.mark.parametrize("actions", [4, 6])
def test_three_cards_each_and_no_action_among_them(actions: int) -> None:
    """PN-4"""
    for seed in range(60):
        start = dealt(4, seed, actions=actions).dump()
        for hand in start["setup_hands"]:
            assert len(hand) == 3
            assert not {"move", "protect", "steal"} & set(hand)
        assert start["draw"].count("steal") == actions
        assert start["phase"] == "setup"
        assert start["pending"] == []


def test_dealt_cards_and_pile_are_evenly_shuffled() -> None:
    """PN-4: the actions that go back may turn up anywhere in the pile."""
    tops, hands, bottoms = Counter[str](), Counter[str](), 0
    for seed in range(3000):
        start = dealt(4, seed).dump()
        bottoms += start["draw"][-1] in ("move", "protect", "steal")
        tops[start["draw"][0] if start["draw"][0] in ("move", "protect", "steal") else "other"] += 1
        hands.update(card[0] for hand in start["setup_hands"] for card in hand)
    for action in ("move", "protect", "steal"):
        assert 85 < tops[action] < 170  # 4 of 96: 125 expected
    assert 310 < bottoms < 440  # 12 of 96: 375 expected; they are not put at the bottom
    assert 1900 < hands["J"] < 2600  # 6 of 96 of 36,000: 2,250 expected
    for colour in "RYGBV":
        assert 6400 < hands[colour] < 7100  # 15 of 96: 6,750 expected


def test_players_add_their_cards_in_order_from_the_first() -> None:
    """PN-4"""
    state, rng = dealt(4, 3), Rng(1)
    first, order = state.dump()["first"], []
    while state.dump()["phase"] != "turn":
        assert state.dump()["market"] == [None] * 4
        assert state.dump()["round"] == 1
        if state.actors()[0] not in order:
            order.append(state.actors()[0])
        state.step(rng)
    assert order == [(first + i) % 4 for i in range(4)]
    assert state.actors() == (first,)
    assert state.dump()["setup_hands"] == [[]] * 4


def test_the_rules_of_adding_hold_in_the_set_up() -> None:
    """PN-4 PN-7: lowest first, own colours first."""
    assert legal(setup(["R3", "R5", "G2"])) == ["add R3", "add G2"]
    state = play(setup(["R3", "R5", "G2"]), "add R3")
    assert legal(state) == ["add R5"]
    assert legal(play(state, "add R5")) == ["add G2"]


def test_nothing_but_adding_is_done_in_the_set_up() -> None:
    """PN-4 PN-12"""
    state = setup(["R3", "R5", "G2"])
    for text in ("take 1", "end", "move R", "protect R", "steal @1 B", "store move", "discard"):
        assert refused(state, text) == ("setup-first", "PN-4", {})
    assert refused(state, "add B2") == ("not-at-hand", "PN-6", {"card": "B2"})
    assert refused(state, "give R3 @1") == ("room-left", "PN-12", {"card": "R3"})
    assert refused(state, "replace B R3") == ("room-left", "PN-12", {"card": "R3"})


def test_points_may_be_scored_in_the_set_up() -> None:
    """PN-4 PN-9"""
    state = play(setup(["R2", "R3", "J2"]), "add R2", "add J2 R")
    assert state.dump()["phase"] == "perfect"
    assert legal(state) == ["close", "keep"]
    assert state.dump()["setup_hands"] == [["R3"], []]
    play(state, "close")
    assert state.dump()["score"] == [2, 0]
    assert state.dump()["phase"] == "setup"
    play(state, "add R3")
    assert state.dump()["phase"] == "turn"


def test_a_perfect_number_as_the_last_card_of_the_set_up_is_answered_first() -> None:
    """PN-4 PN-5"""
    state = play(setup(["J3"], "R3 R4"), "add J3 R")
    assert state.dump()["phase"] == "perfect"
    assert state.dump()["market"] == [None] * 4
    assert GAME.load(state.dump()).legal(0) == state.legal(0)
    play(state, "keep")
    assert row(state, 0, "R") == "R3 R4 J3"
    assert all(state.dump()["market"])


def test_cards_may_be_lost_in_the_set_up() -> None:
    """PN-4 PN-10"""
    state = play(setup(["J2"], "R3 R4"), "add J2 R")
    assert row(state, 0, "R") == "R3"
    assert state.dump()["discard_count"] == 2


def test_the_market_is_laid_out_from_the_pile_after_the_set_up() -> None:
    """PN-5"""
    drawn = ["V7", "R2", "J5", "steal", "G3", "B2", "B2", "move"]
    state = play(setup(["R3"], "Y4, G5", draw=drawn), "add R3")
    after = state.dump()
    assert after["market"] == [["R2", "V7", "J5"], ["G3", "steal"], ["B2", "B2"], ["move"]]
    assert len(after["draw"]) == 108 - 6 - 8
    assert (after["phase"], after["turn"], after["taken"]) == ("turn", 1, False)
