"""Positions of Gap for tests: say what matters, the rest is filled in."""

from collections.abc import Sequence
from typing import Any

import pioche
from pioche import Rng, State

GAME = pioche.games["gap"]
CARDS = [f"{colour}{number}" for colour in "RYGBV" for number in range(10)]
IN_PLAY = {2: "RYG", 3: "RYGB", 4: "RYGBV", 5: "RYGBV", 6: "RYGBV"}

Json = dict[str, Any]
Seats = dict[int, list[str]]


def dealt(players: int = 4, seed: int = 1, **options: int) -> State:
    state = GAME.new(players, **options)
    state.shuffle(Rng(seed))
    return state


def position(
    players: int = 4,
    *,
    hands: Seats | None = None,
    middle: Sequence[str],
    rows: Seats | None = None,
    draw: list[str] | None = None,
    each: int = 6,
    turn: int = 0,
    first: int = 0,
    scores: list[list[int]] | None = None,
    options: dict[str, int] | None = None,
    **fields: Any,
) -> Json:
    """A round in which the player to act holds `each` cards, before playing one of them.

    Hands are filled up from the highest free cards. What is left then is the pile; where
    `draw` fixes that, it goes to the rows that are not given.
    """
    hands, rows, scores = hands or {}, rows or {}, scores or []
    played = fields.get("played")
    given = [*middle, *(draw or []), *([played] if played else [])]
    given += [card for cards in [*hands.values(), *rows.values()] for card in cards]
    free = [c for c in CARDS if c[0] in IN_PLAY[players] and c not in given]
    done = (turn - first) % players + (played is not None)
    full = []
    for seat in range(players):
        hand = list(hands.get(seat, []))
        while len(hand) < each - ((seat - first) % players < done):
            hand.append(free.pop())
        full.append(sorted(hand, key=CARDS.index))
    spare = [seat for seat in range(players) if seat not in rows]
    laid = [list(rows.get(seat, [])) for seat in range(players)]
    for i, card in enumerate(free if draw is not None else []):
        laid[spare[i % len(spare)]].append(card)
    return {
        "game": "gap",
        "rules": 1,
        "players": players,
        "options": {"target": 30, "rounds": 0, "minutes": 0} | (options or {}),
        "over": False,
        "colours": list(IN_PLAY[players]),
        "round": len(scores) + 1,
        "first": first,
        "turn": turn,
        "phase": "play",
        "played": None,
        "hands": full,
        "middle": sorted(middle, key=CARDS.index),
        "draw": free if draw is None else draw,
        "rows": [sorted(row, key=CARDS.index) for row in laid],
        "scores": scores,
        **({"last": None} if (options or {}).get("minutes") else {}),
    } | fields


def row_worth(points: int, seat: int) -> list[str]:
    """A row of that score, of one colour where it can be, and of cards of this seat only."""
    own, *others = [("RYGB" * 2)[seat + i] for i in range(4)]
    if points > 1:
        return [f"{own}{i}" for i in range(points)]
    smaller = {1: 1, 0: 0, -1: 3}[points]  # 2 − 1, nothing, 2 − 3
    numbers = {"R": 9, "Y": 8, "G": 7, "B": 6}
    mine = [f"{own}0", f"{own}1"] if smaller else []
    return mine + [f"{other}{numbers[own]}" for other in others[:smaller]]


def last_turn(points: list[int], **fields: Any) -> Json:
    """Seat 3 to play the last card of a round that gives these scores: the V6, which takes none."""
    rows = {seat: row_worth(n, seat) for seat, n in enumerate(points)}
    middle = ["V0", "V1", "V2", "V3"]
    return position(hands={3: ["V6"]}, middle=middle, rows=rows, each=1, turn=3, **fields)


def end(points: list[int], **fields: Any) -> State:
    """The state after such a last turn."""
    state = GAME.load(last_turn(points, **fields))
    play(state, "play V6")
    assert state.dump()["scores"][-1] == points
    return state


def play(state: State, *texts: str) -> None:
    for text in texts:
        state.apply(state.actors()[0], GAME.parse(text))


def legal(state: State) -> list[str]:
    return [GAME.text(action) for action in state.legal(state.actors()[0])]
