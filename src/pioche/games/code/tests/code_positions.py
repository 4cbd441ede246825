"""Positions of Code to test at."""

from collections import Counter
from typing import Any

import pioche
from pioche import Refusal, Rng, State

GAME = pioche.games["code"]
NUMBERS = [f"{colour}{n}" for colour in "BRYV" for n in range(10)]
ACTIONS = {"joker": 4, "plus2": 4, "swap": 6, "reverse": 5, "gift": 4, "skip": 6, "reset": 1}
DECK = [card for card in NUMBERS for _ in range(2)]
DECK += [card for card, n in ACTIONS.items() for _ in range(n)]
CODES = ["0269", "0345", "0478", "0567", "1258", "1279", "1368", "1469", "2347", "3589"]


def dealt(players: int = 3, seed: int = 1, **options: Any) -> State:
    state = GAME.new(players, **options)
    state.shuffle(Rng(seed))
    return state


def position(players: int = 3, rest: Any = "draw", **fields: Any) -> dict[str, Any]:
    """Seat 0 to play on a blue 5, after 200 turns; cards not named lie in `rest`.

    `rest` is the draw pile (below what is named), the number pile (at its bottom) or a seat.
    """
    base = GAME.new(players, **fields.pop("options", {})).dump()
    del base["chance"]
    codes = fields.get("codes", [])
    codes = codes + [c for c in CODES if c not in codes][: players - len(codes)]
    used = [*codes, *fields.get("codes_out", []), *fields.get("codes_aside", [])]
    free = [code for code in CODES if code not in used]
    base |= {"turns": 200, "numbers": ["B5"], "codes_aside": free, **fields, "codes": codes}
    if "codes_aside" in fields and free:
        base["codes_out"] = [*base["codes_out"], *free]
    base["hands"] = [list(hand) for hand in base["hands"]]
    return with_rest(base, rest)


def with_rest(base: dict[str, Any], rest: Any) -> dict[str, Any]:
    """Every card that is not named, at its place."""
    named = [*base["draw"], *base["numbers"], *base["actions"]]
    named += [card for card in base["laid"] if card is not None]
    named += [card for hand in base["hands"] for card in hand]
    deck = DECK if base["options"]["reset"] else DECK[:-1]
    left = list((Counter(deck) - Counter(named)).elements())
    if rest == "draw":
        base["draw"] = base["draw"] + left
    elif rest == "numbers":
        base["numbers"] = [c for c in left if c in NUMBERS] + base["numbers"]
        base["hands"][-1] += [c for c in left if c not in NUMBERS]
    else:
        base["hands"][rest] += left
    return base


def load(players: int = 3, rest: Any = "draw", **fields: Any) -> State:
    return GAME.load(position(players, rest, **fields))


def texts(state: State, seat: int | None = None) -> list[str]:
    seat = state.actors()[0] if seat is None else seat
    return [GAME.text(action) for action in state.legal(seat)]


def play(state: State, *moves: str) -> State:
    """Moves, each by the first of those who may act."""
    for move in moves:
        state.apply(state.actors()[0], GAME.parse(move))
    return state


def refusal(state: State, move: str, seat: int | None = None) -> Refusal:
    seat = state.actors()[0] if seat is None else seat
    found = state.refusal(seat, GAME.parse(move))
    assert found is not None, f"{move} is legal"
    return found


def code_of(state: State, move: str) -> tuple[str, str]:
    found = refusal(state, move)
    return found.code, found.clause


def events(state: State, who: int, move: str | None, seat: int | None) -> list[dict[str, Any]]:
    """Play a move, or the shuffle that is due, and tell what a seat saw."""
    before = state.clone()
    if move is None:
        state.shuffle(Rng(1))
        return GAME.events(before, who, None, state, seat)
    state.apply(who, GAME.parse(move))
    return GAME.events(before, who, GAME.parse(move), state, seat)
