"""Code: what the others may hold, and what a position is worth for each."""

from math import exp
from typing import Final

from mypy_extensions import i64

from pioche.core.bits import nth_bit, popcount
from pioche.core.rng import Rng
from pioche.core.vecs import vec
from pioche.games.code.bot_hand import free_cards, gathered, missing_cards
from pioche.games.code.rules import Code
from pioche.games.code.rules_cards import (
    CODE_SIZE,
    GIFT,
    JOKER,
    KINDS,
    NUMBER_KINDS,
    OTHERS,
    PLUS2,
    SWAP,
    place,
)

# How much an advantage tells, by players: with two the game goes on for long.
SCALES: Final = vec[float]([0.0, 0.0, 0.6, 0.9, 1.1, 1.2, 1.3, 1.4, 1.4])


def lean(state: Code, seat: i64, patience: float, rng: Rng) -> None:
    """Let the others have gathered more of their codes, the longer the game has gone on.

    A hand drawn by chance alone knows nothing of all the digits that were kept.
    """
    if state.over or state.due:
        return
    rounds = float(state.turns) / float(state.players)
    limit: i64 = int(1024.0 * rounds / (rounds + patience))
    for p in range(state.players):
        if p == seat:
            continue
        for i in range(CODE_SIZE):
            if rng.below(1024) < limit:
                improve(state, p, rng)


def improve(state: Code, p: i64, rng: Rng) -> None:
    """Exchange a card that a seat can do without for one of the draw pile that it misses."""
    one = state.cards[p << 1]
    two = state.cards[(p << 1) + 1]
    code = state.code_at(p)
    have = gathered(one, two, code)
    size = state.size_of(p)
    if have >= size or have >= CODE_SIZE or (size == CODE_SIZE and have == CODE_SIZE - 1):
        return
    left = state.left
    if left == 0:
        return
    # Most tries are in vain as most digits are there: one digit of the code each.
    lacking = missing_cards(one, two, code)
    deck = state.deck
    at = rng.below(left)
    for i in range(left):
        kind = deck[at]
        if kind == JOKER or (kind < NUMBER_KINDS and lacking >> kind & 1 != 0):
            gone = idle(one, two, code, rng)
            state.drop(p, gone)
            state.give(p, kind)
            deck[at] = gone
            return
        at += 1
        if at == left:
            at = 0


def idle(one: i64, two: i64, code: i64, rng: Rng) -> i64:
    """A card of a hand that does not serve its code."""
    free = free_cards(one, two, code)
    n = popcount(free)
    kinds: i64 = 0
    for kind in range(PLUS2, KINDS):
        if one >> place(kind) & 7 != 0:
            kinds += 1
    r = rng.below(n + kinds)
    if r < n:
        return nth_bit(free, r)
    r -= n
    for kind in range(PLUS2, KINDS):
        if one >> place(kind) & 7 != 0:
            if r == 0:
                return kind
            r -= 1
    return JOKER


def promise(state: Code, p: i64) -> float:
    """How near a seat is to winning, as the logarithm of its odds but for a constant."""
    one = state.cards[p << 1]
    two = state.cards[(p << 1) + 1]
    have = gathered(one, two, state.code_at(p))
    size = state.size_of(p)
    actions: i64 = 0
    rest = one >> OTHERS
    while rest != 0:
        actions += rest & 7
        rest >>= 3
    numbers = size - actions
    if have < CODE_SIZE:
        numbers -= have
    else:
        numbers -= CODE_SIZE
    if have >= CODE_SIZE:
        return -0.6 * float(numbers) - 0.08 * float(actions)
    value = -0.18 * float(actions)
    if have == 3:
        value -= 1.6 + 0.31 * float(numbers)
    elif have == 2:
        value -= 2.6 + 0.24 * float(numbers)
    elif have == 1:
        value -= 3.2 + 0.24 * float(numbers)
    else:
        value -= 3.5 + 0.24 * float(numbers)
    if one >> place(SWAP) & 7 != 0:
        value += 0.46
    if one >> place(GIFT) & 7 != 0:
        value += 0.2
    return value


def judge(state: Code, out: vec[float]) -> None:
    """The share of the win that each seat may expect in the middle of a game."""
    scale = SCALES[state.players]
    total = 0.0
    seat = state.turn
    wait = 0.0
    for i in range(state.players):
        value = scale * promise(state, seat) - wait
        wait += 0.06
        out[seat] = exp(value)
        total += out[seat]
        seat += state.direction
        if seat < 0:
            seat += state.players
        elif seat >= state.players:
            seat -= state.players
    for i in range(state.players):
        out[i] /= total
