"""Tables of Rouge Jaune Vert to test at, laid out by hand."""

from collections import Counter
from typing import Any

import pioche
from pioche import CLOCK, Refusal, Rng, State

GAME = pioche.games["rouge-jaune-vert"]
CARDS = [
    f"{named}{printed}{times}"
    for named in "BRYGK"
    for printed in "BRYGK"
    if named != printed
    for times in "1234"
]
VALUES = [value for value in range(10, -5, -1) for _ in range(2)]

Position = dict[str, Any]


def dealt(players: int = 3, seed: int = 1, **options: Any) -> State:
    state = GAME.new(players, **options)
    state.shuffle(Rng(seed))
    return state


def race(*series: str, held: dict[int, str] | None = None, up: str = "", **fields: Any) -> Position:
    """A race with these series ("RG1 BK3"), these cards in hand, these face up in the spread.

    A held card that lay face up is written with a plus: "BR3+". The empty slots come first,
    those of the held cards last among them; the other cards follow in order.
    """
    players, hands = len(series), held or {}
    rows = [row.split() for row in series]
    used = {card for row in rows for card in row} | {card[:3] for card in hands.values()}
    gap = sum(map(len, rows))
    rest = [{"card": card, "up": card in up.split()} for card in CARDS if card not in used]
    position = GAME.new(players).dump()
    del position["chance"]
    position.update(
        slots=[None] * (gap + len(hands)) + rest,
        held=[hand(hands, seat, gap) for seat in range(players)],
        series=rows,
        **points(players, **fields),
    )
    return position | fields


def hand(hands: dict[int, str], seat: int, gap: int) -> dict[str, Any] | None:
    if seat not in hands:
        return None
    slot = gap + sorted(hands).index(seat)
    return {"card": hands[seat][:3], "slot": slot, "up": hands[seat].endswith("+")}


def points(players: int, **fields: Any) -> Position:
    """The highest point cards that nobody has won lie face up, the next ones are the pile."""
    won = fields.get("won", [[] for _ in range(players)])
    up = fields.get("points")
    left = Counter(VALUES) - Counter(value for cards in won for value in cards)
    if up is None:
        up = sorted(left.elements(), reverse=True)[:players]
    draw = sorted((left - Counter(up)).elements(), reverse=True)
    return {"points": up, "point_draw": draw, "won": won}


def full(seat_one: str = "BR1") -> Position:
    """Six players; seat 0 holds the last card of a right series, the others have one card."""
    row = "RG1 BK3 GY4 BR3 GY2 RB3"
    return race(row, seat_one, "BR2", "BR4", "BY1", "BY2", held={0: "YK1"})


def load(position: Position) -> State:
    return GAME.load(position)


def play(state: State, *moves: tuple[int, str]) -> State:
    for seat, text in moves:
        state.apply(seat, GAME.parse(text))
    return state


def time_up(position: Position) -> State:
    return play(load(position), (CLOCK, "time"))


def legal(state: State, seat: int) -> list[str]:
    return [GAME.text(action) for action in state.legal(seat)]


def refusal(state: State, seat: int, text: str) -> Refusal:
    found = state.refusal(seat, GAME.parse(text))
    assert found is not None
    return found


def slot_of(position: Position, card: str) -> int:
    return next(i for i, slot in enumerate(position["slots"]) if slot and slot["card"] == card)


def play_round(state: State, rng: Rng) -> None:
    while not state.is_over() and state.actors() != (pioche.CHANCE,):
        state.step(rng)
