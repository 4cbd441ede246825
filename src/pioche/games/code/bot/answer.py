"""Code: what follows a turn's first move, and how promising moves look."""

from mypy_extensions import i64

from pioche.core.native.bits import bit, nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.games.code.bot.hand import find_free_pair, free_cards, helps_code, is_spare
from pioche.games.code.rules.cards import (
    ACCEPT,
    CODE_SIZE,
    DECLINE,
    DO_PLUS2,
    DRAW,
    JOKER,
    KEEP,
    LAY,
    NUMBER_KINDS,
    NUMBERS,
    PICK,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    SUM,
    SWAP_NONE,
    SWAP_NUMBER,
    above_of,
    below_of,
    count_gathered,
    has_card,
    missing_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.table import IN_DRAWN, IN_GIFT, IN_PENALTY, IN_PICK


def choose_answer(state: Code, seat: i64, rng: Rng) -> i64:
    """A move in any phase but a turn's first."""
    one = state.cards[seat << 1]
    two = state.cards[(seat << 1) + 1]
    code = state.code_at(seat)
    have = count_gathered(one, two, code)
    phase = state.phase
    if phase == IN_DRAWN:
        return choose_after_draw(state, one, two, code, have)
    if phase == IN_PENALTY:
        if has_card(one, PLUS2) and (have >= CODE_SIZE or rng.below(2) == 0):
            return DO_PLUS2
        return ACCEPT
    if phase == IN_GIFT:
        return LAY + choose_gift_card(one, two, code, rng)
    if phase == IN_PICK:
        return choose_pick(state, one, two, code, have)
    if have >= CODE_SIZE:
        return DECLINE
    return DRAW


def choose_after_draw(state: Code, one: i64, two: i64, code: i64, have: i64) -> i64:
    """CD-9: lay the card just drawn if the code can do without it, with a second if it can."""
    drawn = state.drawn
    if drawn >= NUMBER_KINDS or state.top < 0:
        return KEEP
    if free_cards(one, two, code) >> drawn & 1 == 0:
        return KEEP
    if have > CODE_SIZE:
        have = CODE_SIZE
    if state.hand_size(state.turn) - have >= 2:
        action = find_free_pair(state.top, one, two, code, drawn, 0.3)
        if action >= 0:
            return action
    if state.playable_cards(bit(drawn)) != 0:
        return drawn
    return KEEP


def choose_gift_card(one: i64, two: i64, code: i64, rng: Rng) -> i64:
    """CD-18: a card that one can do without; action cards serve the taker least."""
    if rng.below(2) == 0:
        if has_card(one, REVERSE):
            return REVERSE
        if has_card(one, SKIP):
            return SKIP
    free = free_cards(one, two, code)
    if free != 0:
        return nth_bit(free, rng.below(popcount(free)))
    kind: i64 = RESET
    while kind > JOKER:
        if has_card(one, kind):
            return kind
        kind -= 1
    mask = one & NUMBERS
    if mask != 0:
        return nth_bit(mask, rng.below(popcount(mask)))
    return JOKER


def choose_pick(state: Code, one: i64, two: i64, code: i64, have: i64) -> i64:
    """CD-18: a joker, else a digit that is missing."""
    if have >= CODE_SIZE:
        return DECLINE
    lacking = missing_cards(one, two, code)
    found: i64 = DECLINE
    for p in range(state.players):
        kind = state.laid_by(p)
        if kind == JOKER:
            return PICK + p
        if kind >= 0 and helps_code(kind, lacking):
            found = PICK + p
    return found


def write_priors(state: Code, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
    """Write how promising each move looks by what it does to the code."""
    one = state.cards[seat << 1]
    two = state.cards[(seat << 1) + 1]
    code = state.code_at(seat)
    free = free_cards(one, two, code)
    lacking = missing_cards(one, two, code)
    if count_gathered(one, two, code) >= CODE_SIZE:
        lacking = 0
    for i in range(n):
        out[i] = move_prior(state, moves[i], free, lacking)


def move_prior(state: Code, action: i64, free: i64, lacking: i64) -> float:
    """How promising one move looks; `lacking` is empty once the code is complete."""
    if action < DRAW:
        return lay_prior(action, free)
    if action == DRAW:
        if lacking == 0:
            return 0.3
        return 3.0
    if action <= SWAP_NONE:
        return swap_prior(state, action, lacking)
    if action >= LAY and action < PICK:
        if is_spare(action - LAY, free):
            return 1.0
        return 0.1
    if action >= PICK and action < DECLINE:
        if helps_code(state.laid_by(action - PICK), lacking):
            return 6.0
        return 0.2
    return 1.0


def lay_prior(action: i64, free: i64) -> float:
    """Number cards laid; those that the code needs had better stay."""
    if action < SUM:
        if free >> action & 1 == 0:
            return 0.05
        return 1.5
    if free >> below_of(action) & free >> above_of(action) & 1 == 0:
        return 0.03
    return 1.5


def swap_prior(state: Code, action: i64, lacking: i64) -> float:
    """A swap for a missing digit, or to be rid of it; keeping a card just drawn comes along."""
    if action == KEEP:
        return 1.0
    if action == SWAP_NUMBER and lacking >> state.top & 1 != 0:
        return 8.0
    if action != SWAP_NONE:
        return 0.1
    if lacking != 0:
        return 0.2
    return 1.0
