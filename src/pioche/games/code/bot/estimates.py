"""Code: what the others may hold, and what a position is worth for each."""

from math import exp
from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.games.code.bot.hand import free_cards, helps_code
from pioche.games.code.rules.cards import (
    CODE_SIZE,
    GIFT,
    JOKER,
    KINDS,
    OTHERS,
    PLUS2,
    RESET,
    SWAP,
    count_gathered,
    count_shift,
    has_card,
    missing_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.table import seat_after

# What a hand promises, as logarithms of odds: fitted to who won 12 000 games of `quick` against
# itself with two players, three or four, six or eight. In rows: no, one, two … digits missing;
# then for none, one, or more missing: each number card too many, each action card, a swap.
MISSING: Final = vec[float](
    [0.0, -2.4, -3.2, -3.5, -3.8, 0.0, -2.9, -3.8, -4.4, -4.7, 0.0, -3.0, -4.4, -5.2, -6.1]
)
NUMBER: Final = vec[float]([-0.32, -0.23, -0.11, -0.48, -0.28, -0.2, -0.85, -0.46, -0.31])
ACTION: Final = vec[float]([-0.05, -0.04, -0.03, -0.14, -0.17, -0.2, -0.35, -0.35, -0.38])
HAS_SWAP: Final = vec[float]([0.0, 0.15, 0.25, 0.0, 0.4, 0.5, 0.0, 0.55, 0.85])
HAS_GIFT: Final = vec[float]([0.0, 0.2, 0.7])
HAS_PLUS2: Final = vec[float]([0.2, 0.25, 0.1])
HAS_RESET: Final = vec[float]([0.6, 0.3, 0.3])
ANY_NUMBER: Final = vec[float]([-1.25, -1.4, -1.0])  # once the code is complete
WAIT_LOG_ODDS: Final = 0.05  # for each player who comes before


def bias_hands(state: Code, seat: i64, patience: float, rng: Rng) -> None:
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
                improve_hand(state, p, rng)


def improve_hand(state: Code, p: i64, rng: Rng) -> None:
    """Exchange a card that a seat can do without for one of the draw pile that it misses."""
    one = state.cards[p << 1]
    two = state.cards[(p << 1) + 1]
    code = state.code_at(p)
    have = count_gathered(one, two, code)
    size = state.hand_size(p)
    if have >= size or have >= CODE_SIZE or (size == CODE_SIZE and have == CODE_SIZE - 1):
        return
    left = state.left
    if left == 0:
        return
    lacking = missing_cards(one, two, code)
    deck = state.deck
    at = rng.below(left)
    for i in range(left):
        kind = deck[at]
        if helps_code(kind, lacking):
            gone = choose_idle_card(one, two, code, rng)
            state.drop(p, gone)
            state.give(p, kind)
            deck[at] = gone
            return
        at += 1
        if at == left:
            at = 0


def choose_idle_card(one: i64, two: i64, code: i64, rng: Rng) -> i64:
    """A card of a hand that does not serve its code."""
    free = free_cards(one, two, code)
    n = popcount(free)
    kinds: i64 = 0
    for kind in range(PLUS2, KINDS):
        if one >> count_shift(kind) & 7 != 0:
            kinds += 1
    r = rng.below(n + kinds)
    if r < n:
        return nth_bit(free, r)
    r -= n
    for kind in range(PLUS2, KINDS):
        if one >> count_shift(kind) & 7 != 0:
            if r == 0:
                return kind
            r -= 1
    return JOKER


def win_log_odds(state: Code, p: i64) -> float:
    """How near a seat is to winning, as the logarithm of its odds but for a constant."""
    one = state.cards[p << 1]
    have = count_gathered(one, state.cards[(p << 1) + 1], state.code_at(p))
    if have > CODE_SIZE:
        have = CODE_SIZE
    actions = count_actions(one)
    numbers = state.hand_size(p) - actions - have
    row = player_count_row(state.players)
    stage = row * 3 + progress_stage(have)
    value = MISSING[row * 5 + CODE_SIZE - have]
    value += NUMBER[stage] * float(numbers) + ACTION[stage] * float(actions)
    if have == CODE_SIZE and numbers > 0:
        value += ANY_NUMBER[row]
    return value + action_log_odds(one, row, stage, have)


def action_log_odds(one: i64, row: i64, stage: i64, have: i64) -> float:
    """What single action cards promise beyond being one card too many."""
    value = 0.0
    if has_card(one, SWAP):
        value += HAS_SWAP[stage]
    if has_card(one, GIFT) and have < CODE_SIZE:
        value += HAS_GIFT[row]
    if has_card(one, PLUS2):
        value += HAS_PLUS2[row]
    if has_card(one, RESET):
        value += HAS_RESET[row]
    return value


def count_actions(one: i64) -> i64:
    """How many action cards a hand has, jokers apart."""
    n: i64 = 0
    rest = one >> OTHERS
    while rest != 0:
        n += rest & 7
        rest >>= 3
    return n


def player_count_row(players: i64) -> i64:
    """Which of the fitted games is most like one with so many players."""
    if players == 2:
        return 0
    if players <= 4:
        return 1
    return 2


def progress_stage(have: i64) -> i64:
    """Complete, one digit missing, or more."""
    if have >= CODE_SIZE:
        return 0
    if have == CODE_SIZE - 1:
        return 1
    return 2


def write_payoffs(state: Code, out: vec[float]) -> None:
    """The share of the win that each seat may expect in the middle of a game."""
    total = 0.0
    seat = state.turn
    wait = 0.0
    for i in range(state.players):
        out[seat] = exp(win_log_odds(state, seat) - wait)
        total += out[seat]
        wait += WAIT_LOG_ODDS
        seat = seat_after(seat, 1, state.direction, state.players)
    for i in range(state.players):
        out[i] /= total
