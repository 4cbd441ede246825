"""Rouge Jaune Vert: the colour cards that a seat sees, as numbers."""

from typing import Final

from mypy_extensions import i16, i64

from pioche.core.native.vectors import vec
from pioche.core.tensors.tensor import put, put_bits
from pioche.games.rouge_jaune_vert.rules.cards import (
    CARD,
    COLOURS,
    GONE,
    SLOTS,
    TRAITS,
    UP,
    lies_open,
)
from pioche.games.rouge_jaune_vert.rules.state import LONGEST_SERIES, RougeJauneVert
from pioche.games.rouge_jaune_vert.tensor.fields import (
    ENDS,
    HELD,
    HELD_SLOTS,
    HIDDEN,
    OPEN,
    SERIES,
    SPREAD,
)

TRAIT: Final = 9  # numbers of a card that is seen
FACE: Final = 11  # the same after two more: face down, face up
FACE_DOWN: Final = 1
FACE_UP: Final = 2

# RJV-9 can't tell BR3 from RB3: of each kind there are two cards. Kinds are in the order of
# the two colours, then of the times.
PAIRS: Final = [2**a + 2**b for a in range(COLOURS) for b in range(a + 1, COLOURS)]
BOTH: Final = 31  # the bits of TRAITS that are colours
KIND: Final = vec[i64]([PAIRS.index(TRAITS[card] & BOTH) * 4 + card % 4 for card in range(SLOTS)])


def face_bits(lies: i64, known: bool) -> i64:
    """How a card lies, or lay, as FACE bits; what it is only where that is known."""
    face: i64 = FACE_DOWN
    if lies & UP != 0:
        face = FACE_UP
    if known:
        face |= TRAITS[lies & CARD] << 2
    return face


def write_spread(s: RougeJauneVert, out: vec[i16], at: i64) -> None:
    """The slots, and how many cards of each kind lie there face up or face down."""
    slots = s.slots
    for slot in range(SLOTS):
        lies = slots[slot]
        if lies < GONE:
            is_open = lies_open(lies)
            put_bits(out, at + SPREAD + slot * FACE, face_bits(lies, is_open), FACE)
            if is_open:
                out[at + OPEN + KIND[lies & CARD]] += 1
            else:  # which ones follows from those that are seen, as there is one of each
                out[at + HIDDEN + KIND[lies]] += 1


def write_hand(s: RougeJauneVert, seat: i64, p: i64, away: i64, out: vec[i16], at: i64) -> None:
    """RJV-6: the card that somebody holds, as a seat sees it, and the slot it came from."""
    slot = s.held_slot(p)
    if slot < 0:
        return
    known = s.knows_held_card(p, seat)
    put_bits(out, at + HELD + away * FACE, face_bits(s.slots[slot], known), FACE)
    put(out, at + HELD_SLOTS + away, slot + 1)
    if not known:
        out[at + HIDDEN + KIND[s.slots[slot] & CARD]] += 1


def write_series(s: RougeJauneVert, p: i64, away: i64, out: vec[i16], at: i64) -> None:
    """Somebody's series, and its last card once more; there is none before the first deal."""
    n = s.series_length(p)
    if n == 0:
        return
    start = at + SERIES + away * LONGEST_SERIES * TRAIT
    for k in range(n):
        put_bits(out, start + k * TRAIT, TRAITS[s.series[p * LONGEST_SERIES + k]], TRAIT)
    put_bits(out, at + ENDS + away * TRAIT, TRAITS[s.last_card(p)], TRAIT)
