"""Rouge Jaune Vert: the colour cards that a seat sees, as numbers."""

from typing import Final

from mypy_extensions import i16, i64

from pioche.core.native.vectors import vec
from pioche.core.tensors.tensor import put, put_bits, seat_at
from pioche.games.rouge_jaune_vert.rules.cards import CARD, COLOURS, GONE, SLOTS, TRAITS, UP
from pioche.games.rouge_jaune_vert.rules.state import LONGEST_SERIES, RougeJauneVert

SEATS: Final = 6
TRAIT: Final = 9  # numbers of a card that is seen
FACE: Final = 11  # the same after two more: face down, face up
DOWN: Final = 1
OPEN: Final = 2

# RJV-9 can't tell BR3 from RB3: of each kind there are two cards. Kinds are in the order of
# the two colours, then of the times.
KINDS: Final = 40
PAIRS: Final = [2**a + 2**b for a in range(COLOURS) for b in range(a + 1, COLOURS)]
BOTH: Final = 31  # the bits of TRAITS that are colours
KIND: Final = vec[i64]([PAIRS.index(TRAITS[card] & BOTH) * 4 + card % 4 for card in range(SLOTS)])


def face_bits(lies: i64, known: bool) -> i64:
    """A card as FACE bits; what it is only where it lies, or lay, face up or is known."""
    if lies & UP != 0:
        return OPEN | TRAITS[lies & CARD] << 2
    if known:
        return DOWN | TRAITS[lies & CARD] << 2
    return DOWN


def hand_bits(s: RougeJauneVert, holder: i64, seat: i64) -> i64:
    """RJV-6: the card that somebody holds, as a seat sees it; 0: empty hands."""
    slot = s.held_slot(holder)
    if slot < 0:
        return 0
    return face_bits(s.slots[slot], holder == seat)


def write_spread(s: RougeJauneVert, out: vec[i16], at: i64) -> i64:
    """The slots; where to go on."""
    slots = s.slots
    for slot in range(SLOTS):
        lies = slots[slot]
        shown: i64 = 0
        if lies < GONE:
            shown = face_bits(lies, False)
        at = put_bits(out, at, shown, FACE)
    return at


def write_kinds(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """How many cards of each kind lie face up, and how many are hidden; where to go on.

    Which cards are hidden follows from those that are seen, as there is one of each.
    """
    hidden = at + KINDS
    slots = s.slots
    for slot in range(SLOTS):
        lies = slots[slot]
        if lies < UP:
            out[hidden + KIND[lies]] += 1
        elif lies < GONE:
            out[at + KIND[lies & CARD]] += 1
    for p in range(s.players):
        if hand_bits(s, p, seat) == DOWN:
            out[hidden + KIND[slots[s.held_slot(p)] & CARD]] += 1
    return hidden + KINDS


def write_series(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """The series; where to go on."""
    series = s.series
    end = at + SEATS * LONGEST_SERIES * TRAIT
    for i in range(s.players):
        p = seat_at(seat, i, s.players)
        n = s.series_length(p)
        for k in range(LONGEST_SERIES):
            traits: i64 = 0
            if k < n:
                traits = TRAITS[series[p * LONGEST_SERIES + k]]
            at = put_bits(out, at, traits, TRAIT)
    return end


def write_ends(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """The last card of each series; where to go on."""
    end = at + SEATS * TRAIT
    for i in range(s.players):
        p = seat_at(seat, i, s.players)
        n = s.series_length(p)
        traits: i64 = 0
        if n > 0:  # there is none before the first deal
            traits = TRAITS[s.series[p * LONGEST_SERIES + n - 1]]
        at = put_bits(out, at, traits, TRAIT)
    return end


def write_hands(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """The cards in hand and the slots they came from; where to go on."""
    slots_held = at + SEATS * FACE
    for i in range(s.players):
        p = seat_at(seat, i, s.players)
        at = put_bits(out, at, hand_bits(s, p, seat), FACE)
        put(out, slots_held + i, s.held_slot(p) + 1)
    return slots_held + SEATS
