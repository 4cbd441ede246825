"""Code: which hands can have come about, and drawing anew what a seat can't see."""

from mypy_extensions import i64

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator
from pioche.games.code.rules.cards import (
    ALL_CARDS,
    CODE_CARDS,
    CODE_SIZE,
    GIFT,
    KINDS,
    RESET,
    has_card,
    is_code_hand,
)
from pioche.games.code.rules.table import (
    ALL_CODES,
    IN_DRAWN,
    IN_GIFT,
    IN_PENALTY,
    IN_PICK,
    IN_ROBBED,
    CodeTableState,
)
from pioche.games.code.rules.visibility import sees_hand, sees_laid


def is_possible(t: CodeTableState) -> bool:
    """Whether no hand is one that would have ended the game before (CD-21)."""
    if t.over:
        return is_possible_end(t)
    for p in range(t.players):
        if p == t.turn:
            if not is_possible_mover(t):
                return False
        elif not is_possible_other(t, p):
            return False
    return True


def is_possible_end(t: CodeTableState) -> bool:
    """At the end the one who moved last has a code, or another one to whom the move gave it.

    Apart from the hand of the player whose turn it is, a move can only have changed one
    hand (by a gift) or one code (by a reset); and that player wins if the mover does not.
    """
    other: i64 = -1
    for p in range(t.players):
        if p != t.turn and t.has_won(p):
            if other >= 0:
                return False
            other = p
    if t.has_won(t.turn):
        return t.winner == t.turn and (other < 0 or is_possible_second(t, other))
    return t.winner == other and (other < 0 or is_possible_second(t, other))


def is_possible_second(t: CodeTableState, p: i64) -> bool:
    """Whether the last move can have brought p's hand and code together."""
    if t.actions == 0:
        return False
    last = t.action_at(t.actions - 1)
    if last == GIFT:
        return t.hand_size(t.turn) > 0  # the card that was taken is still there
    if last != RESET or t.count_codes_out() == 0:
        return False
    old = t.code_at(CODE_CARDS - 1)  # the code discarded last
    return not is_code_hand(t.cards[p << 1], t.cards[(p << 1) + 1], old)


def is_possible_mover(t: CodeTableState) -> bool:
    """The hand of the player whose turn it is: since the last check they may have moved."""
    me = t.turn
    if t.phase == IN_DRAWN:
        return not (t.has_won(me) or would_win_without(t, me, t.drawn))
    if t.phase == IN_PENALTY:
        return is_possible_penalty(t)
    # A gift or a reset was just taken out of the hand: it is looked at when that is done.
    if t.phase == IN_GIFT or t.phase == IN_PICK or t.phase == IN_ROBBED or t.resetting >= 0:
        return True
    return not t.has_won(me)


def is_possible_penalty(t: CodeTableState) -> bool:
    """Before the cards drawn so far, whichever they are, the hand can't have won."""
    me = t.turn
    drawn: i64 = 0
    if t.drawing > 0:
        drawn = t.penalty - t.drawing
    if t.hand_size(me) - drawn != CODE_SIZE:
        return True
    return not is_code_hand(t.cards[me << 1], t.cards[(me << 1) + 1], t.code_at(me))


def is_possible_other(t: CodeTableState, p: i64) -> bool:
    """The hand of another player: with the card that a gift took out of it, it can't have won."""
    laid = t.laid_by(p)
    if laid >= 0:
        return not would_win_with(t, p, laid)
    if p != t.robbed:
        return not t.has_won(p)
    for kind in range(KINDS):  # one of the taker's cards is the one that was taken
        if has_card(t.cards[t.turn << 1], kind) and not would_win_with(t, p, kind):
            return True
    return False


def would_win_with(t: CodeTableState, seat: i64, kind: i64) -> bool:
    """Whether a hand would win with one more card."""
    t.give(seat, kind)
    won = t.has_won(seat)
    t.drop(seat, kind)
    return won


def would_win_without(t: CodeTableState, seat: i64, kind: i64) -> bool:
    """Whether a hand would win without one of its cards."""
    t.drop(seat, kind)
    won = t.has_won(seat)
    t.give(seat, kind)
    return won


def redraw(t: CodeTableState, seat: i64, rng: Generator) -> None:
    """Draw anew what a seat can't see, again if that can't have come about.

    Most draws will do, and to try again until one does keeps all good ones equally likely.
    """
    if t.is_undealt():
        return
    counts = count_hidden_cards(t, seat)
    pool = ALL_CARDS[:]
    n: i64 = 0
    for kind in range(KINDS):
        for i in range(counts[kind]):
            pool[n] = kind
            n += 1
    codes = ALL_CODES[:]
    m = write_hidden_codes(t, seat, codes)
    done = False
    while not done:
        rng.shuffle(pool, 0, n, n)
        rng.shuffle(codes, 0, m, m)
        hand_out(t, seat, pool, n)
        hand_out_codes(t, seat, codes)
        done = is_possible(t)


def count_hidden_cards(t: CodeTableState, seat: i64) -> vec[i64]:
    """How many cards of each kind a seat can't see."""
    counts = ALL_CARDS[:KINDS]
    for kind in range(KINDS):
        counts[kind] = 0
        for p in range(t.players):
            if not sees_hand(t, seat, p):
                counts[kind] += t.count_cards(p, kind)
    for i in range(t.left):
        counts[t.deck[i]] += 1
    for p in range(t.players):
        if t.laid_by(p) >= 0 and not sees_laid(t, seat, p):
            counts[t.laid_by(p)] += 1
    return counts


def write_hidden_codes(t: CodeTableState, seat: i64, codes: vec[i64]) -> i64:
    """Write the code cards that a seat can't see, ascending; how many."""
    known: i64 = 0
    for p in range(t.players):
        if sees_hand(t, seat, p):
            known |= bit(t.code_at(p))
    n: i64 = 0
    for code in range(CODE_CARDS):
        if known >> code & 1 == 0:
            codes[n] = code
            n += 1
    return n


def hand_out(t: CodeTableState, seat: i64, pool: vec[i64], n: i64) -> None:
    """Put cards, as many as were there, into the hands a seat can't see and the draw pile."""
    for p in range(t.players):
        if sees_hand(t, seat, p):
            continue
        size = t.hand_size(p)
        t.empty_hand(p)
        for i in range(size):
            n -= 1
            t.give(p, pool[n])
        if size > 0 and p == t.turn and t.phase == IN_DRAWN:
            t.drawn = pool[n]  # any card of the hand may be the one
        if t.laid_by(p) >= 0 and not sees_laid(t, seat, p):
            n -= 1
            t.laid += (pool[n] - t.laid_by(p)) << (p << 3)
    t.deck = pool[:n]


def hand_out_codes(t: CodeTableState, seat: i64, codes: vec[i64]) -> None:
    """Put code cards into all places that a seat can't see."""
    n: i64 = 0
    placed = ALL_CODES[:]
    for i in range(CODE_CARDS):
        if i < t.players and sees_hand(t, seat, i):
            placed[i] = t.code_at(i)
        else:
            placed[i] = codes[n]
            n += 1
    t.pack_codes(placed)
