"""Perfect Numbers: what a seat sees."""

from mypy_extensions import i64

from pioche.core.native.bits import lowest_bit, members
from pioche.games.perfect_numbers.rules.cards import (
    COLOURS,
    DOWN,
    GROUP_MASK,
    GROUP_SHIFT,
    GROUPS,
    next_perfect,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.schema import (
    PerfectNumbersFreePlaces,
    PerfectNumbersLaid,
    PerfectNumbersPhase,
    PerfectNumbersTable,
    PerfectNumbersView,
)
from pioche.games.perfect_numbers.view_names import (
    COLOUR_LETTERS,
    FACES,
    action_names,
    colour_letters,
    name_series,
    unpack_cards,
)
from pioche.games.perfect_numbers.view_previews import preview_moves


def build_open_view(s: PerfectNumbers) -> PerfectNumbersView:
    """All but the pile, and who has room."""
    protected: list[list[str]] = []
    room: list[bool] = []
    free_places: list[PerfectNumbersFreePlaces] = []
    waits_for: list[dict[str, int | None]] = []
    for p in range(s.players):
        protected.append(colour_letters(s.shut_colours(p)))
        room.append(s.has_room(p))
        free_places.append(count_free_places(s, p))
        waits_for.append(awaited_numbers(s, p))
    return {
        **s.build_common_view(),
        **build_table(s),
        "draw_count": s.pile_size(),
        "in_setup": s.in_setup(),
        "protected": protected,
        "room": room,
        "free_places": free_places,
        "waits_for": waits_for,
        "wanted": [[] for _ in range(GROUPS)],
        "outlook": {},
    }


def add_own_view(s: PerfectNumbers, seat: int, view: PerfectNumbersView) -> None:
    """What would be perfect for a seat, and what its moves will do."""
    view["wanted"] = find_wanted_cards(s, seat)
    view["outlook"] = preview_moves(s, seat)


def count_free_places(s: PerfectNumbers, seat: i64) -> PerfectNumbersFreePlaces:
    """PN-12, PN-23: the places that are free, for colours and for actions alone."""
    actions = 1 if s.interactive and s.stored_actions(seat) == 0 else 0
    return {"colours": s.free_places(seat), "actions": actions}


def awaited_numbers(s: PerfectNumbers, seat: i64) -> dict[str, int | None]:
    """PN-9: the number that each series of a seat waits for; None if no card has it."""
    found: dict[str, int | None] = {}
    mine = s.owned_colours(seat)
    while mine != 0:
        colour = lowest_bit(mine)
        number = next_perfect(s.sizes[COLOURS * seat + colour])
        found[COLOUR_LETTERS[colour]] = int(number) if number > 0 else None
        mine &= mine - 1
    return found


def find_wanted_cards(s: PerfectNumbers, seat: i64) -> list[list[int]]:
    """PN-9: per group of the Market, the cards that would be perfect for a series of a seat."""
    wanted: list[list[int]] = []
    for i in range(GROUPS):
        cards = (s.market & GROUP_MASK[i]) >> GROUP_SHIFT[i]
        wanted.append(members(s.perfect_cards(seat, cards)))
    return wanted


# -- what lies open to all -----------------------------------------------------------------


def build_table(s: PerfectNumbers) -> PerfectNumbersTable:
    """What lies open to all, for views and positions alike."""
    setup = s.in_setup()
    series: list[dict[str, list[PerfectNumbersLaid]]] = []
    stored: list[list[str]] = []
    score: list[int] = []
    setup_hands: list[list[str]] = []
    for p in range(s.players):
        series.append(collection_series(s, p))
        stored.append(action_names(s.stored_actions(p)))
        score.append(s.points(p))
        setup_hands.append(unpack_cards(s.hand_of(p)) if setup else [])
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
        "setup_hands": setup_hands,
    }


def phase_name(s: PerfectNumbers) -> PerfectNumbersPhase:
    """What is asked for."""
    if s.perfect >= 0:
        return "perfect"
    if s.stolen >= 0:
        return "stolen"
    return "setup" if s.in_setup() else "turn"


def market_groups(s: PerfectNumbers) -> list[list[str] | None]:
    """The groups of the Market; None once one was taken."""
    groups: list[list[str] | None] = []
    for i in range(GROUPS):
        cards = s.market & GROUP_MASK[i]
        groups.append(None if cards == 0 else unpack_cards(cards >> GROUP_SHIFT[i]))
    return groups


def collection_series(s: PerfectNumbers, seat: i64) -> dict[str, list[PerfectNumbersLaid]]:
    """The series of a seat, by colour."""
    found: dict[str, list[PerfectNumbersLaid]] = {}
    mine = s.owned_colours(seat)
    while mine != 0:
        colour = lowest_bit(mine)
        found[COLOUR_LETTERS[colour]] = series_cards(s, COLOURS * seat + colour)
        mine &= mine - 1
    return found


def series_cards(s: PerfectNumbers, place: i64) -> list[PerfectNumbersLaid]:
    """The cards of a series, first to last."""
    cards: list[PerfectNumbersLaid] = []
    for i in range(s.sizes[place]):
        card = s.card_at(place, i)
        cards.append({"card": FACES[card & (DOWN - 1)], "up": card < DOWN})
    return cards
