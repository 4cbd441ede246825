"""Positions: impossible ones are refused by the field, and only the pile is redrawn."""

from collections import Counter
from typing import Any

import pytest
from perfect_positions import ACTIONS, GAME, cards, dealt, deck, in_sight, load, play, position

import pioche
from pioche import Rng, State

CROWDED = ("R4 R5, G4 -protect", "B3 -R2, V4 J5", "Y3")


def perfect_of(seat: int, colour: str) -> dict[str, Any]:
    """A perfect number that waits for its answer."""
    return {"phase": "perfect", "perfect": {"seat": seat, "colour": colour}}


def field_of(broken: Any) -> str:
    with pytest.raises(pioche.BadPosition) as caught:
        GAME.load(broken)
    return caught.value.field


def crowded(**fields: Any) -> dict[str, Any]:
    """Seat 0 of three with two cards to add and an action stored."""
    base = {"pending": ["R6", "B2"], "stored": [["steal"], [], ["move"]]}
    return position(*CROWDED, **base | fields)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"round": 0}, "round"),
        ({"round": 37}, "round"),
        ({"round": True}, "round"),
        ({"first": 3}, "first"),
        ({"first": 1}, "turn"),
        ({"turn": 1}, "taken"),
        ({"turn": 2}, "turn"),
        ({"taken": False}, "pending"),
        ({"taken": 1}, "taken"),
        ({"phase": "setup"}, "phase"),
        ({"phase": "stolen"}, "phase"),
        ({"phase": "perfect"}, "phase"),
        ({"phase": "dawn"}, "phase"),
        ({"market": [None] * 4}, "discard_count"),
        ({"market": [None, None, None]}, "market"),
        ({"market": [None, ["R2"], ["R3", "R4"], ["R5"]]}, "market[1]"),
        ({"market": [None, ["R2", "X2"], ["R3", "R4"], ["R5"]]}, "market[1][1]"),
        ({"pending": ["R6", "B2", "B2", "B2"]}, "pending"),
        ({"pending": ["R6", "J9"]}, "pending[1]"),
        ({"pending": ["R6"]}, "discard_count"),
        ({"pending": "R6"}, "pending"),
        ({"stolen": "steal"}, "stolen"),
        ({"stolen": "R9"}, "stolen"),
        ({"stolen": "R7"}, "draw"),
        ({"perfect": {"seat": 0}}, "perfect"),
        ({"perfect": {"seat": 3, "colour": "R"}}, "perfect.seat"),
        ({"perfect": {"seat": 0, "colour": "K"}}, "perfect.colour"),
        ({"perfect": {"seat": 0, "colour": "B"}}, "perfect"),
        ({"perfect": {"seat": 0, "colour": "R"}}, "perfect"),
        ({"perfect": {"seat": 0, "colour": "G"}}, "perfect"),
        ({"series": [{}, {}]}, "series"),
        ({"series": [{}, {}, []]}, "series[2]"),
        ({"series": [{}, {}, {"K": cards("R2")}]}, "series[2]"),
        ({"series": [{}, {}, {"R": []}]}, "series[2].R"),
        ({"series": [{}, {}, {"R": ["R2"]}]}, "series[2].R[0]"),
        ({"series": [{}, {}, {"R": [{"card": "R2"}]}]}, "series[2].R[0]"),
        ({"series": [{}, {}, {"R": [{"card": "R2", "up": 1}]}]}, "series[2].R[0].up"),
        ({"series": [{}, {}, {"R": cards("R2 G3")}]}, "series[2].R[1].card"),
        ({"series": [{}, {}, {"R": cards("R2 protect")}]}, "series[2].R[1].up"),
        ({"series": [{}, {}, {"R": cards("R2 -steal")}]}, "series[2].R[1].card"),
        ({"series": [{}, {}, {"R": cards("R2 -move")}]}, "series[2].R[1].card"),
        ({"series": [{}, {}, {"R": cards("R2 R2 R2 R2")}]}, "series[2].R[3].card"),
        ({"stored": [["steal"], []]}, "stored"),
        ({"stored": [["steal", "steal"], [], []]}, "stored[0][1]"),
        ({"stored": [["steal", "R2"], [], []]}, "stored[0][1]"),
        ({"stored": [["move", "protect", "steal"], [], []]}, "stored[0]"),
        ({"score": [0, 0]}, "score"),
        ({"score": [0, -1, 0]}, "score[1]"),
        ({"score": [2, 0, 0]}, "discard_count"),
        ({"discard_count": 3}, "discard_count"),
        ({"discard_count": -1}, "discard_count"),
        ({"draw": []}, "discard_count"),
        ({"draw": ["R2"] * 4}, "draw"),
        ({"draw": ["K2"]}, "draw"),
        ({"setup_hands": [["V7"], [], []]}, "setup_hands[0]"),
        ({"setup_hands": [[], []]}, "setup_hands"),
        ({"over": True}, "over"),
    ],
)
def test_impossible_positions_name_the_field(change: dict[str, Any], field: str) -> None:
    """PN-2 PN-6"""
    assert GAME.load(crowded()).actors() == (0,)
    found = field_of(crowded() | change)
    assert (found.split("[")[0] if found.startswith("draw") else found) == field


@pytest.mark.parametrize(
    ("collections", "fields", "field"),
    [
        (("R2, Y2, G2, B2, V2",), {"pending": ["R3"]}, "series[0]"),
        (("R2, Y2, G2, B2",), {"pending": ["R3"], "stored": [["move"], []]}, "stored[0]"),
        (("R2, Y2, G2, B2",), {"options": {"interactive": True}, "pending": ["R3"]}, "series[0]"),
        (("R2",), {"pending": []}, "taken"),
        (("R2",), {"pending": [], "stored": [["move"], []]}, "taken"),
        (("R2",), {"pending": ["R3"], "taken": False}, "pending"),
        (("R2",), {"pending": ["R3"], "setup_hands": [[], ["B2"]]}, "setup_hands[1]"),
        ((" ".join(["R2 R3 R4 R5 R6"] * 3) + " J2",), {"pending": ["R7"]}, "series[0].R"),
        (("R2 R3 R4 R5 R6 R7 J2 J3 J4 J5 J6 J7",), {"draw": ["protect"] * 4}, "series[0].R"),
        (("R2",), {"stolen": "G4", "phase": "turn"}, "phase"),
        (("R2 R4, G2 G2",), perfect_of(0, "B"), "perfect"),
        (("R2 R4, G2 G2",), perfect_of(0, "R"), "perfect"),
        (("R4 -R2, G2 G2",), perfect_of(0, "R"), "perfect"),
        (("R4 R2",), perfect_of(0, "R") | {"stolen": "G4"}, "stolen"),
        (("R4", "R6 R2"), perfect_of(1, "R") | {"taken": False}, "perfect.seat"),
    ],
)
def test_impossible_tables_name_the_field(
    collections: tuple[str, ...], fields: dict[str, Any], field: str
) -> None:
    """PN-12 PN-15 PN-18 PN-23"""
    assert field_of(position(*collections, **fields)) == field


def test_how_a_position_came_about_is_not_asked() -> None:
    """PN-10 PN-15 PN-18: piles and hidden cards are taken as they lie, if all cards are there."""
    protects = ["protect"] * 4
    assert load("R2 -G3", pending=["R4"], draw=protects).legal(0)
    assert load("R2", stolen="G4", phase="stolen", draw=["steal"] * 4).legal(0)
    assert load("R2", pending=["R4"], score=[1, 0]).legal(0)
    assert load("R4", "R6 J2", **perfect_of(1, "R")).legal(0)
    assert load("R4 R2", **perfect_of(0, "R"), taken=False).legal(0)
    whole = position("R4 R5", "G6", pending=["R6"], round=1)
    assert len(whole["draw"]) == 108 - 6 - 8
    some = whole | {"draw": whole["draw"][:10], "discard_count": whole["discard_count"] + 84}
    assert GAME.load(some).dump() == some


def setup_dump(steps: int = 0) -> dict[str, Any]:
    """Three players in the set-up."""
    state, rng = dealt(3, 5), Rng(3)
    for _ in range(steps):
        state.step(rng)
    return state.dump()


def test_impossible_set_ups_name_the_field() -> None:
    """PN-4"""
    good = setup_dump()
    turn, after = good["turn"], (good["turn"] + 1) % 3
    hands = good["setup_hands"]
    assert GAME.load(good).actors() == (turn,)
    assert field_of(good | {"round": 2}).startswith("round")
    assert field_of(good | {"taken": True}).startswith("setup_hands")
    assert field_of(good | {"turn": after}).startswith("setup_hands")
    assert field_of(good | {"over": True}) == "over"
    short = [hand[: 3 - (p == after)] for p, hand in enumerate(hands)]
    assert field_of(good | {"setup_hands": short}) == f"setup_hands[{after}]"
    swapped = [["steal", *hand[1:]] if p == turn else hand for p, hand in enumerate(hands)]
    assert field_of(good | {"setup_hands": swapped}) == f"setup_hands[{turn}][0]"
    pending = {"pending": [good["draw"][0]], "draw": good["draw"][1:]}
    assert field_of(good | pending) == "pending"


def test_a_set_up_with_more_than_three_cards_is_refused() -> None:
    """PN-4"""
    good = setup_dump(2)
    turn = good["turn"]
    card = next(c for c in good["draw"] if c[0] == "R" and c not in good["setup_hands"][turn])
    draw = list(good["draw"])
    draw.remove(card)
    later = (turn + 1) % 3
    series = [dict(s) for s in good["series"]]
    series[later] = {"R": cards(card)}
    assert field_of(good | {"series": series, "draw": draw}) == f"series[{later}]"
    stored = [["steal"] if p == 0 else [] for p in range(3)]
    draw = list(good["draw"])
    draw.remove("steal")
    assert field_of(good | {"stored": stored, "draw": draw}) == "stored[0]"
    gone = {"draw": good["draw"][:7], "discard_count": len(good["draw"]) - 7}
    assert field_of(good | gone) == "draw"


def test_nothing_can_be_there_before_the_deal() -> None:
    """PN-4"""
    new = GAME.new(2).dump()
    for change in (
        {"round": 2},
        {"first": 1},
        {"draw": ["R2"]},
        {"score": [2, 0]},
        {"taken": True},
    ):
        assert field_of(new | change) == next(iter(change))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pending": ["R2"]}, "pending"),
        ({"phase": "setup"}, "phase"),
        ({"turn": 1}, "turn"),
    ],
)
def test_impossible_ends_name_the_field(change: dict[str, Any], field: str) -> None:
    """PN-21"""
    fields = {"market": [None] * 4, "first": 1, "round": 12, "left": 6, "over": True}
    assert load("R4", "G4", **fields).is_over()
    assert field_of(position("R4", "G4", **fields | change)) == field
    early = fields | {"round": 11, "left": 14}
    assert field_of(position("R4", "G4", **early)) == "over"


def test_unsorted_lists_are_accepted() -> None:
    """PN-2"""
    sorted_ = position("R4", "B3", pending=["R5", "G2", "steal"], stored=[["move", "protect"], []])
    mixed = sorted_ | {"pending": ["steal", "R5", "G2"], "stored": [["protect", "move"], []]}
    assert GAME.load(mixed).dump() == sorted_


def test_crowded_games_survive_dump_and_load() -> None:
    """PN-12 PN-15 PN-19: with many actions, kept series and stored cards."""
    for seed in range(4):
        rng, state = Rng(seed), dealt(2 + seed % 3, seed, actions=6, copies=2)
        while not state.is_over():
            legal = state.legal(state.actors()[0])
            kept = [a for a in legal if GAME.text(a).split()[0] in ("keep", "protect", "store")]
            chosen = kept or legal
            state.apply(state.actors()[0], chosen[rng.below(len(chosen))])
            again = GAME.load(state.dump())
            assert again.dump() == state.dump()
            assert again.legal(state.actors()[0] if state.actors() else 0) == state.legal(
                state.actors()[0] if state.actors() else 0
            )
            other = state.resample(0, rng)
            assert GAME.load(other.dump()).dump() == other.dump()


def test_the_longest_series_fits() -> None:
    """PN-15: seven numbered cards and every protect there is."""
    protects = " ".join(["-protect"] * 6)
    fields: dict[str, Any] = {"options": {"actions": 6, "copies": 4}, "pending": ["R2"]}
    state = load(f"R2 R3 R4 R5 R6 R7 J7 {protects}", **fields)
    play(state, "add R2")
    assert state.dump()["series"][0]["R"] == cards(f"R2 R3 R4 R5 R6 R7 J7 {protects[:-9]}")


def test_a_series_made_by_hand_has_room_for_every_protect() -> None:
    """PN-15"""
    longest = "R2 R3 R4 R5 R6 R7 R2 R3 R4 R5 R6 R7 J7"
    options = {"actions": 6, "copies": 4}
    state = load(longest, pending=["protect"] * 3, stored=[["protect"], []], options=options)
    for n in range(1, 5):
        play(state, "protect R")
        assert state.dump()["series"][0]["R"] == cards(longest + " -protect" * n)
        assert GAME.load(state.dump()).dump() == state.dump()
    to_come = {"pending": ["protect"], "draw": ["protect"] * 5, "options": options}
    assert load(longest, **to_come).legal(0)
    assert field_of(position(longest + " J6", **to_come)) == "series[0].R"


def test_a_late_round_made_by_hand_has_rounds_after_it() -> None:
    """PN-21: what is played from a position that loads, loads."""
    fields = {"market": [None] * 4, "first": 1, "left": 40}
    state = load("R4", "G4", pending=["R5"], **fields, round=18)
    assert play(state, "add R5").dump()["round"] == 19
    assert GAME.load(state.dump()).dump() == state.dump()


def unseen(state: State) -> Counter[str]:
    start = state.dump()
    found = Counter(deck(start["options"]))
    found.subtract(in_sight(start))
    found.subtract(card for group in start["market"] for card in group or [])
    return +found


def test_resample_draws_the_pile_from_all_that_is_not_in_sight() -> None:
    """PN-10 PN-22: what was discarded or scored is as unknown as the pile."""
    state = load("R4 R4 R4, G4", "B3 J5", pending=["R6"])
    hidden, rng = unseen(state), Rng(4)
    size, n = len(state.dump()["draw"]), 4000
    top, whole = Counter[str](), Counter[str]()
    for _ in range(n):
        draw = state.resample(0, rng).dump()["draw"]
        top[draw[0]] += 1
        whole.update(draw)
        assert len(draw) == size
    assert set(whole) == set(hidden)
    assert "R4" not in whole
    total = sum(hidden.values())
    for card, copies in hidden.items():
        mean, often = n * copies / total, n * size * copies / total
        assert abs(top[card] - mean) < 6 * mean**0.5
        assert abs(whole[card] - often) < 6 * often**0.5


def test_resample_changes_the_pile_alone() -> None:
    """PN-6"""
    state = GAME.load(crowded())
    for seat in range(3):
        other = state.resample(seat, Rng(2)).dump()
        assert other.pop("draw") != state.dump()["draw"]
        assert other == {k: v for k, v in state.dump().items() if k != "draw"}


def test_resample_of_a_finished_set_up_keeps_every_action_in_the_pile() -> None:
    """PN-4: nothing is discarded yet, so all that is not in sight lies in the pile."""
    state = dealt(3, 2)
    draw = state.resample(1, Rng(8)).dump()["draw"]
    assert sorted(draw) == sorted(state.dump()["draw"])
    assert draw != state.dump()["draw"]
    assert {action: draw.count(action) for action in ACTIONS} == dict.fromkeys(ACTIONS, 4)


def test_resample_in_the_set_up_never_loses_an_action() -> None:
    """PN-4: two cards were scored; they can be anything but actions."""
    gone = dealt(2, 2).dump()
    first, scored = gone["first"], ["R2", "R2"]
    pile = [*gone["draw"], *gone["setup_hands"][first]]
    for card in [*scored, "R3"]:
        pile.remove(card)
    gone["setup_hands"][first], gone["score"][first] = ["R3"], len(scored)
    start = GAME.load(gone | {"draw": pile})
    lost = Counter[str]()
    for seed in range(300):
        draw = Counter(start.resample(0, Rng(seed)).dump()["draw"])
        assert all(draw[action] == 4 for action in ACTIONS)
        lost.update(unseen(start) - draw)
    assert len(lost) > 25


def test_resample_knows_of_used_actions_from_what_lies_there() -> None:
    """PN-15 PN-18: numbers face down, and a stolen card, cost an action each."""
    state = load("R4 -R6, G4 -B2", "B3", phase="stolen", stolen="Y5")
    drawn = Counter[str]()
    for seed in range(300):
        draw = state.resample(0, Rng(seed)).dump()["draw"]
        assert draw.count("protect") <= 2
        assert draw.count("steal") <= 3
        drawn.update(draw)
    assert drawn["move"] > drawn["steal"] > drawn["protect"]
