"""What a player of Code can't know is drawn anew as it could be, each world as likely."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from code_positions import CODES, GAME, load, play, position

from pioche import BadPosition, Rng

# Seat 0 watches and holds all cards not named. Five cards are hidden, and the code of one
# player; of the worlds they make up, those in which somebody would have won can't be.
POOL = ["B1", "R3", "V6", "V8", "joker"]
JOKERS = ["B1", "joker", "joker", "joker", "joker"]
MINE, WON = "0269", "2347"  # the codes of seat 0 and, in the case "over", of seat 1

CASES: dict[str, tuple[int, dict[str, Any]]] = {
    "turn": (1, {"hands": [[], POOL[:4], []], "draw": POOL[4:]}),
    "drawn": (1, {"hands": [[], POOL, []], "phase": "drawn", "drawn": "B1", "turn": 1}),
    "drawing": (1, {"hands": [[], POOL[:4], POOL[4:]], "chance": True, "drawing": 1, "turn": 1}),
    "penalty": (
        1,
        {
            "hands": [[], JOKERS, []],
            "phase": "penalty",
            "penalty": 2,
            "turn": 1,
            "actions": ["plus2", "plus2"],
            "chance": True,
            "drawing": 1,
        },
    ),
    "gift": (
        2,
        {
            "hands": [[], POOL[:1], POOL[1:4]],
            "laid": [None, None, POOL[4]],
            "phase": "gift",
            "turn": 1,
            "actions": ["gift"],
        },
    ),
    "robbed": (
        2,
        {
            "hands": [[], POOL[3:], POOL[:3]],
            "phase": "robbed",
            "robbed": 2,
            "turn": 1,
            "actions": ["gift"],
        },
    ),
    "resetting": (
        1,
        {
            "hands": [[], POOL[:4], POOL[4:]],
            "actions": ["reset"],
            "chance": True,
            "resetting": 2,
            "turn": 1,
        },
    ),
    "over": (
        2,
        {
            "hands": [[], ["B2", "V3", "B4", "B7"], POOL[:4]],
            "draw": POOL[4:],
            "over": True,
            "turn": 1,
        },
    ),
}


def start(name: str, code: str) -> dict[str, Any]:
    """The position of a case in which the player in question has this code."""
    who, fields = CASES[name]
    free = [other for other in CODES if other not in (MINE, WON, code)]
    codes = [MINE, WON if name == "over" else free[0], free[0]]
    codes[who] = code
    rest = [other for other in CODES if other not in codes]
    piles = {"codes_aside": rest, "codes_out": []}
    if name == "resetting":
        piles = {"codes_aside": [], "codes_out": rest}
    return position(rest=0, numbers=["R0", "B5"], **fields, **piles, codes=codes)


def worlds(name: str) -> Iterator[dict[str, Any]]:
    """Every way to place the hidden cards and one hidden code, whether it can be or not."""
    pool = JOKERS if name == "penalty" else POOL
    seen = [MINE, WON] if name == "over" else [MINE]
    for code in CODES:
        if code not in seen:
            base = start(name, code)
            yield from (placed(base, list(cards)) for cards in permutations(pool))


def placed(base: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    """Hidden cards into the places of the case."""
    hands = [list(hand) for hand in base["hands"]]
    for p in (1, 2):
        if base["over"] and p == 1:
            continue
        hands[p], cards = cards[: len(hands[p])], cards[len(hands[p]) :]
    laid = [cards.pop() if card else None for card in base["laid"]]
    drawn = hands[1][0] if base["drawn"] else None
    return base | {"hands": hands, "laid": laid, "drawn": drawn, "draw": cards}


def key(world: dict[str, Any], who: int) -> tuple[Any, ...]:
    hand = tuple(sorted(world["hands"][who]))
    return hand, world["drawn"], tuple(world["laid"]), world["codes"][who]


@pytest.mark.parametrize("name", CASES)
def test_every_world_that_can_be_is_drawn_equally_often(name: str) -> None:
    """CD-21 CD-4 CD-9 CD-18: held against all worlds, of which loading refuses some."""
    who, _ = CASES[name]
    wanted, refused, some = Counter[Any](), 0, None
    for world in worlds(name):
        try:
            some = GAME.load(world)
        except BadPosition as error:
            assert error.field == "hands"
            refused += 1
        else:
            wanted[key(world, who)] += 1
    assert some is not None
    assert (refused > 0) == (name != "resetting")
    n, rng = 40 * len(wanted), Rng(3)
    found = Counter(key(some.resample(0, rng).dump(), who) for _ in range(n))
    assert found.keys() <= wanted.keys()
    share = n / sum(wanted.values())
    chi = sum((found[k] - w * share) ** 2 / (w * share) for k, w in wanted.items())
    assert chi < len(wanted) + 4 * (2 * len(wanted)) ** 0.5


def test_the_draw_pile_is_drawn_anew_and_own_cards_stay() -> None:
    """CD-4"""
    state = load(hands=[["B1", "joker"], ["R1", "R2"], ["Y1"]], codes=["1368"])
    rng, first, codes = Rng(5), Counter[str](), Counter[str]()
    for _ in range(2000):
        other = state.resample(0, rng).dump()
        assert other["hands"][0] == ["B1", "joker"]
        assert other["codes"][0] == "1368"
        assert [len(hand) for hand in other["hands"]] == [2, 2, 1]
        first[other["draw"][0]] += 1
        codes[other["codes_aside"][0]] += 1
    assert 20 < first["R1"] < 65  # two of 107 cards: 37 expected
    assert 35 < first["joker"] < 85  # three: 56 expected
    assert all(160 < codes[code] < 290 for code in CODES if code != "1368")  # 222 expected


def test_cards_shown_for_a_gift_stay_and_own_laid_cards_too() -> None:
    """CD-18"""
    state = play(load(hands=[["gift", "B1"], ["B2", "V9"], ["R8", "Y7"]]), "gift", "lay V9")
    mine = {state.resample(1, Rng(seed)).dump()["laid"][1] for seed in range(20)}
    theirs = {state.resample(0, Rng(seed)).dump()["laid"][1] for seed in range(20)}
    assert mine == {"V9"}
    assert len(theirs) > 10
    play(state, "lay R8")
    shown = [state.resample(0, Rng(seed)).dump()["laid"] for seed in range(20)]
    assert shown == [[None, "V9", "R8"]] * 20


def test_the_winner_stays_the_winner() -> None:
    """CD-20 CD-21"""
    good = ["B1", "B3", "B6", "B8"]
    state = load(hands=[[*good, "B9"], ["B2", "R7"], ["V8"]], codes=["1368"])
    play(state, "play B9")
    for seat in (0, 1, 2):
        for seed in range(20):
            other = state.resample(seat, Rng(seed))
            assert other.outcome() == state.outcome()
            assert other.dump()["hands"][0] == good
            assert other.dump()["codes"][0] == "1368"
    seen = {tuple(state.resample(1, Rng(seed)).dump()["hands"][2]) for seed in range(30)}
    assert len(seen) > 10


def test_after_all_turns_nothing_is_shown() -> None:
    """CD-22"""
    state = play(load(hands=[["B9", "B1"], ["B2"], ["V8"]], turns=999), "play B9")
    hands = {tuple(state.resample(1, Rng(seed)).dump()["hands"][0]) for seed in range(30)}
    assert len(hands) > 10


def test_before_the_first_deal_there_is_nothing_to_draw_anew() -> None:
    """CD-4"""
    state = GAME.new(4)
    assert state.resample(2, Rng(1)).dump() == state.dump()
