"""Perfect Numbers: what a seat knows of the Collections, as numbers."""

from typing import Final

from mypy_extensions import i16, i64

from pioche.core.native.bits import lowest_bit
from pioche.core.native.vectors import vec
from pioche.core.tensors.tensor import put, put_bits, put_flag, seat_at
from pioche.games.perfect_numbers.rules.cards import (
    COLOURS,
    DOWN,
    JOKER,
    MOVE_CARD,
    number_of,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.tensor.fields import (
    FACE_DOWN,
    LAST,
    LAST_JOKER,
    PROTECTED,
    ROOM,
    SCORE,
    SERIES_JOKERS,
    SERIES_NUMBERS,
    SIZES,
    STORED,
)

STORABLE: Final = 3

# No game has a longer series (see RING). Of one in a position made by hand the first cards are
# told, how many there are, and the last.
LENGTH: Final = 13


def write_collections(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64, unseen: i64) -> None:
    """All that is of a seat, from the scores on."""
    players = s.players
    for i in range(players):
        p = seat_at(seat, i, players)
        put(out, at + SCORE + i, s.points(p))
        put_flag(out, at + ROOM + i, s.has_room(p))
        write_stored(s.stored_actions(p), out, at + STORED + STORABLE * i, unseen)
        row = COLOURS * i
        put_bits(out, at + PROTECTED + row, s.shut_colours(p), COLOURS)
        mine = s.owned_colours(p)
        while mine != 0:
            colour = lowest_bit(mine)
            write_series(s, COLOURS * p + colour, out, at, row + colour, unseen)
            mine &= mine - 1


def write_stored(actions: i64, out: vec[i16], at: i64, unseen: i64) -> None:
    """The actions a seat has stored, which are in sight."""
    put_bits(out, at, actions, STORABLE)
    while actions != 0:
        out[unseen + MOVE_CARD + lowest_bit(actions)] -= 1
        actions &= actions - 1


def write_series(
    s: PerfectNumbers, place: i64, out: vec[i16], at: i64, shown: i64, unseen: i64
) -> None:
    """A series, told of at index `shown`; its cards are in sight, even those face down."""
    numbers = at + SERIES_NUMBERS + LENGTH * shown
    jokers = at + SERIES_JOKERS + LENGTH * shown
    down = at + FACE_DOWN + LENGTH * shown
    size = s.sizes[place]
    last: i64 = 0
    joker: i64 = 0
    for i in range(size):
        card = s.card_at(place, i)
        out[unseen + (card & (DOWN - 1))] -= 1
        last = shown_number(card)
        joker = 0
        if card >= JOKER and card < MOVE_CARD:
            joker = 1
        if i < LENGTH:
            out[numbers + i] = i16(last)
            out[jokers + i] = i16(joker)
            out[down + i] = i16(face_down_kind(card))
    put(out, at + SIZES + shown, size)
    out[at + LAST + shown] = i16(last)
    out[at + LAST_JOKER + shown] = i16(joker)


def shown_number(card: i64) -> i64:
    """PN-15: the number of a card in a series; one face down has none, 0."""
    if card >= DOWN:
        return 0
    return number_of(card)


def face_down_kind(card: i64) -> i64:
    """0 for a card face up, 1 for a protect, 2 for a number (for which a protect was discarded)."""
    if card < DOWN:
        return 0
    if card < DOWN + MOVE_CARD:
        return 2
    return 1
