"""Perfect Numbers: what a series promises, by its size and by the turns that are left."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.games.perfect_numbers.rules.cards import (
    CARD_BITS,
    CARD_MASK,
    JOKER,
    MARKET_CARDS,
    MOVE_CARD,
    NUMBERS,
    bonus_of_number,
    count_lost,
    is_perfect,
    number_of,
)
from pioche.games.perfect_numbers.rules.table import PerfectNumbersTableState

# Cards to be laid on a series, in their order: 4 bits each, the number, and 8 for a joker.
LAY_BITS: Final = 4
LAY_MASK: Final = 15
NUMBER_MASK: Final = 7
JOKER_FLAG: Final = 8

ROW: Final = 16  # a row of promises: by size; longer series promise what one of 15 does
MOST_TURNS: Final = 12  # more turns than these change no promise

# Found by play: what a series of a size is worth to hold on to, against points at once, with
# all the time in the world, and how many turns it takes to get half of that.
SERIES_VALUES: Final = [0.0, 0.85, 1.4, 2.3, 3.7, 5.8, 6.25, 5.5, 3.3]
HALF_VALUE_TURNS: Final = [1.9, 2.2, 2.5, 2.8, 3.1, 3.4, 3.7, 4.0, 4.0]
# The same for a stored move, protect and steal.
STORED_VALUES: Final = [0.75, 2.4, 2.75]
STORED_HALF_VALUE_TURNS: Final = 0.8


def build_series_values() -> vec[float]:
    """A row for each number of turns left: what series promise by their size."""
    found = vec[float]([0.0] * (ROW * (MOST_TURNS + 1)))
    for turns in range(MOST_TURNS + 1):
        for size in range(ROW):
            known = min(size, len(SERIES_VALUES) - 1)
            due = float(turns) / (float(turns) + HALF_VALUE_TURNS[known])
            found[ROW * turns + size] = SERIES_VALUES[known] * due
    return found


def build_stored_values() -> vec[float]:
    """What a stored move, protect or steal promises, by the turns left."""
    found = vec[float]([0.0] * (3 * (MOST_TURNS + 1)))
    for turns in range(MOST_TURNS + 1):
        due = float(turns) / (float(turns) + STORED_HALF_VALUE_TURNS)
        for action in range(3):
            found[3 * turns + action] = STORED_VALUES[action] * due
    return found


def pack_lay(kind: i64) -> i64:
    """A numbered card as one to be laid."""
    number = number_of(kind)
    if kind >= JOKER:
        return number | JOKER_FLAG
    return number


def pack_lays(hand: i64, colour: i64) -> i64:
    """The cards of a colour at hand, lowest first, as they will be laid (PN-7)."""
    found: i64 = 0
    shift: i64 = 0
    while hand != 0:
        kind = (hand & CARD_MASK) - 1
        hand >>= CARD_BITS
        if kind // NUMBERS == colour and kind < JOKER:
            found |= number_of(kind) << shift
            shift += LAY_BITS
    return found


def append_lay(lays: i64, last: i64) -> i64:
    """Cards to be laid, and one more after them."""
    shift: i64 = 0
    while lays >> shift != 0:
        shift += LAY_BITS
    return lays | last << shift


def closing_points(size: i64, laid: i64) -> i64:
    """PN-9, PN-11: the points of a series closed with this card."""
    if laid >= JOKER_FLAG:
        return size
    return size + bonus_of_number(laid)


def estimate_series(promise: vec[float], row: i64, size: i64, lays: i64) -> float:
    """What a series will have brought and still promises once cards are laid on it."""
    while lays != 0:
        laid = lays & LAY_MASK
        lays >>= LAY_BITS
        size += 1
        number = laid & NUMBER_MASK
        if is_perfect(number, size):
            closed = float(closing_points(size, laid)) + estimate_series(promise, row, 0, lays)
            kept = estimate_series(promise, row, size, lays)
            if closed > kept:
                return closed
            return kept
        size -= count_lost(number, size)
    if size >= ROW:
        size = ROW - 1
    return promise[row + size]


def count_turns_left(table: PerfectNumbersTableState, seat: i64) -> i64:
    """How many groups a seat will take after the turn that is being played."""
    groups = count_groups_left(table.market)
    if not table.taken and groups > 0:
        groups -= 1
    players = table.players
    ahead = seat - table.turn
    if ahead <= 0:
        ahead += players
    turns = (groups - ahead + players) // players
    return turns + 4 * (table.pile_size() // MARKET_CARDS) // players


def count_groups_left(market: i64) -> i64:
    """How many groups the Market still has."""
    n: i64 = 0
    if market & 63 != 0:
        n += 1
    if market >> 18 & 63 != 0:
        n += 1
    if market >> 30 & 63 != 0:
        n += 1
    if market >> 42 != 0:
        n += 1
    return n


def find_value_row(table: PerfectNumbersTableState, seat: i64) -> i64:
    """Where the promises for a seat begin."""
    turns = count_turns_left(table, seat)
    if turns > MOST_TURNS:
        turns = MOST_TURNS
    return ROW * turns


def find_joker(hand: i64) -> i64:
    """The lowest joker at hand, as it will be laid; 0 without one."""
    while hand != 0:
        kind = (hand & CARD_MASK) - 1
        hand >>= CARD_BITS
        if JOKER <= kind < MOVE_CARD:
            return pack_lay(kind)
    return 0
