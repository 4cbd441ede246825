"""Perfect Numbers: what a seat sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.game import Json
from pioche.core.native.bits import lowest_bit, members
from pioche.games.perfect_numbers.names import CARDS, LETTERS, STORABLE
from pioche.games.perfect_numbers.rules.cards import (
    CARD_BITS,
    CARD_MASK,
    COLOURS,
    DOWN,
    GROUP_MASK,
    GROUP_SHIFT,
    GROUPS,
    HAND_BITS,
    HAND_MASK,
    next_perfect,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

FACES: Final = list(CARDS)
COLOUR_LETTERS: Final = list(LETTERS)
ACTION_NAMES: Final = list(STORABLE)


def build_view(s: PerfectNumbers, seat: int | None) -> Json:
    """All but the pile; who has room, what is protected, what would be perfect."""
    eyes: i64 = -1
    if seat is not None:
        eyes = seat
    seen = build_public_fields(s)
    seen["draw_count"] = s.pile_size()
    seen["in_setup"] = s.in_setup()
    add_places(s, seen)
    add_perfect_numbers(s, eyes, seen)
    return seen


def add_places(s: PerfectNumbers, seen: Json) -> None:
    """PN-12, PN-16, PN-23: what is protected, and the places that are free."""
    protected: list[list[str]] = []
    room: list[bool] = []
    free_places: list[Json] = []
    for p in range(s.players):
        protected.append(colour_letters(s.shut >> (COLOURS * p) & 31))
        room.append(s.has_room(p))
        actions = 1 if s.interactive and s.stored_actions(p) == 0 else 0
        free_places.append({"colours": int(s.free_places(p)), "actions": actions})
    seen["protected"] = protected
    seen["room"] = room
    seen["free_places"] = free_places


def add_perfect_numbers(s: PerfectNumbers, eyes: i64, seen: Json) -> None:
    """PN-9: the number that each series waits for, and the cards of the Market that have it."""
    waits: list[Json] = []
    for p in range(s.players):
        waits.append(awaited_numbers(s, p))
    wanted: list[list[int]] = []
    for i in range(GROUPS):
        cards = (s.market & GROUP_MASK[i]) >> GROUP_SHIFT[i]
        wanted.append(members(s.perfect_cards(eyes, cards)) if eyes >= 0 else [])
    seen["waits_for"] = waits
    seen["wanted"] = wanted


def awaited_numbers(s: PerfectNumbers, seat: i64) -> Json:
    """PN-9: the number that each series of a seat waits for; None if no card has it."""
    found: Json = {}
    mine = s.owned_colours(seat)
    while mine != 0:
        colour = lowest_bit(mine)
        number = next_perfect(s.sizes[COLOURS * seat + colour])
        found[COLOUR_LETTERS[colour]] = int(number) if number > 0 else None
        mine &= mine - 1
    return found


# -- what lies open to all -----------------------------------------------------------------


def build_public_fields(s: PerfectNumbers) -> Json:
    """Everything but the pile, for views and positions alike."""
    setup = s.in_setup()
    series: list[Json] = []
    stored: list[list[str]] = []
    score: list[int] = []
    for p in range(s.players):
        series.append(collection_series(s, p))
        stored.append(action_names(s.stored_actions(p)))
        score.append(s.points(p))
    return {
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "phase": phase_name(s),
        "market": market_groups(s),
        "pending": [] if setup else unpack_cards(s.hand),
        "stolen": None if s.stolen < 0 else FACES[s.stolen],
        "perfect": None if s.perfect < 0 else name_series(s.perfect),
        "taken": s.taken,
        "series": series,
        "stored": stored,
        "score": score,
        "discard_count": s.discarded,
        "setup_hands": list_setup_hands(s, setup),
    }


def phase_name(s: PerfectNumbers) -> str:
    """What is asked for."""
    if s.perfect >= 0:
        return "perfect"
    if s.stolen >= 0:
        return "stolen"
    return "setup" if s.in_setup() else "turn"


def name_series(place: i64) -> Json:
    """A series by its seat and colour."""
    return {"seat": place // COLOURS, "colour": COLOUR_LETTERS[place % COLOURS]}


def market_groups(s: PerfectNumbers) -> list[list[str] | None]:
    """The groups of the Market; None once one was taken."""
    groups: list[list[str] | None] = []
    for i in range(GROUPS):
        cards = s.market & GROUP_MASK[i]
        groups.append(None if cards == 0 else unpack_cards(cards >> GROUP_SHIFT[i]))
    return groups


def collection_series(s: PerfectNumbers, seat: i64) -> Json:
    """The series of a seat, by colour."""
    found: Json = {}
    mine = s.owned_colours(seat)
    while mine != 0:
        colour = lowest_bit(mine)
        found[COLOUR_LETTERS[colour]] = series_cards(s, COLOURS * seat + colour)
        mine &= mine - 1
    return found


def series_cards(s: PerfectNumbers, place: i64) -> list[Json]:
    """The cards of a series, first to last."""
    cards: list[Json] = []
    for i in range(s.sizes[place]):
        card = s.card_at(place, i)
        cards.append({"card": FACES[card & (DOWN - 1)], "up": card < DOWN})
    return cards


def list_setup_hands(s: PerfectNumbers, setup: bool) -> list[list[str]]:
    """Per seat, the cards still to be added in the set-up."""
    hands: list[list[str]] = []
    for p in range(s.players):
        hands.append([])
    if not setup:
        return hands
    hands[s.turn] = unpack_cards(s.hand)
    for i in range(s.players - 1):
        hand = s.waiting >> (HAND_BITS * i) & HAND_MASK
        if hand != 0:
            hands[(s.turn + 1 + i) % s.players] = unpack_cards(hand)
    return hands


# -- sets of cards, colours and actions by name --------------------------------------------


def unpack_cards(packed: i64) -> list[str]:
    """The cards of a packed hand.

    >>> unpack_cards(33 << 6 | 4)
    ['R5', 'J4']
    """
    cards: list[str] = []
    while packed != 0:
        cards.append(FACES[(packed & CARD_MASK) - 1])
        packed >>= CARD_BITS
    return cards


def action_names(mask: i64) -> list[str]:
    """The names of a set of actions."""
    names: list[str] = []
    while mask != 0:
        names.append(ACTION_NAMES[lowest_bit(mask)])
        mask &= mask - 1
    return names


def colour_letters(mask: i64) -> list[str]:
    """The letters of a mask of colours."""
    letters: list[str] = []
    while mask != 0:
        letters.append(COLOUR_LETTERS[lowest_bit(mask)])
        mask &= mask - 1
    return letters
