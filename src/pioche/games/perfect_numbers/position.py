"""Perfect Numbers: the position, both ways."""

from collections.abc import Mapping
from typing import Any

from pioche.core.game import Json
from pioche.core.position import Census, Reader, entries, fail, whole
from pioche.games.perfect_numbers import possible
from pioche.games.perfect_numbers.names import (
    CARDS,
    KIND,
    LETTERS,
    PHASES,
    STORABLE,
    pack,
    pack_hands,
)
from pioche.games.perfect_numbers.rules import PerfectNumbers
from pioche.games.perfect_numbers.rules_cards import (
    COLOURS,
    DOWN,
    GROUP_SHIFT,
    GROUP_SIZE,
    GROUPS,
    JOKER,
    PROTECT_CARD,
    SETUP_CARDS,
    copies_of,
)
from pioche.games.perfect_numbers.sight import actions_of, phase, table

# -- dump --------------------------------------------------------------------------------


def dump(s: PerfectNumbers) -> Json:
    """The fields of the clause file."""
    position = table(s)
    position["draw"] = [CARDS[kind] for kind in s.deck[s.next :]]
    return position


# -- load --------------------------------------------------------------------------------


def load(reader: Reader, s: PerfectNumbers) -> PerfectNumbers:
    """Fill a new state from a position, each field by its form, then all by their sense."""
    if reader.chance:
        nothing_dealt(reader, dump(s))
        return s
    copies, actions = reader.options["copies"], reader.options["actions"]
    census = Census({card: copies_of(kind, copies, actions) for card, kind in KIND.items()})
    s.due, s.over = False, reader.over
    read_turn(reader, s)
    read_market(reader, s, census)
    read_hands(reader, s, census)
    read_collections(reader, s, census)
    read_perfect(reader, s)
    read_piles(reader, s, census)
    possible.check(s, reader.raw("phase"), phase(s))
    return s


def nothing_dealt(reader: Reader, fresh: Json) -> None:
    """Only the first shuffle is ever due: all is as in a new game."""
    for name, value in fresh.items():
        if repr(reader.raw(name)) != repr(value):
            fail(name, f"before the deal this can only be {value!r:.40}")


def read_turn(reader: Reader, s: PerfectNumbers) -> None:
    """Round, first player, turn."""
    s.round = reader.number("round", 1, possible.MOST_ROUNDS)
    s.first = reader.seat("first")
    s.turn = reader.seat("turn")
    s.taken = reader.flag("taken")
    reader.word("phase", PHASES)


def read_market(reader: Reader, s: PerfectNumbers, census: Census) -> None:
    """Four groups, whole or gone."""
    for i, (at, cards) in enumerate(reader.items("market", GROUPS)):
        if cards is not None:
            s.market |= pack(census.cards(at, cards, GROUP_SIZE[i])) << GROUP_SHIFT[i]


def read_hands(reader: Reader, s: PerfectNumbers, census: Census) -> None:
    """The cards still to be added: of a group, stolen, or of the set-up."""
    pending = census.cards("pending", reader.raw("pending"))
    if len(pending) > SETUP_CARDS:
        fail("pending", f"{len(pending)} cards are more than any group has")
    if not reader.null("stolen"):
        s.stolen = KIND[census.card("stolen", reader.raw("stolen"))]
        if s.stolen >= JOKER + 6:
            fail("stolen", "an action is never stolen")
    hands = [census.cards(at, cards) for at, cards in reader.per_seat("setup_hands")]
    if not s.in_setup():
        for p, hand in enumerate(hands):
            if hand:
                fail(f"setup_hands[{p}]", "the set-up is over")
        if pending and not s.taken:
            fail("pending", "is empty before a group is taken")
        s.hand = pack(pending)
        return
    if pending:
        fail("pending", "is empty in the set-up")
    possible.check_setup_hands(s, hands)
    order = [(s.turn + i) % s.players for i in range(s.players)]
    s.hand = pack(hands[s.turn])
    s.waiting = pack_hands([hands[p] for p in order[1:] if hands[p]])


def read_collections(reader: Reader, s: PerfectNumbers, census: Census) -> None:
    """The series of each seat, and the actions it has stored."""
    for p, (at, found) in enumerate(reader.per_seat("series")):
        if not isinstance(found, Mapping):
            fail(at, f"a JSON object is needed, not {found!r:.40}")
        for letter, cards in found.items():
            if not isinstance(letter, str) or letter not in tuple(LETTERS):
                fail(at, f"{letter!r:.40} is no colour")
            colour = LETTERS.index(letter)
            read_series(s, COLOURS * p + colour, f"{at}.{letter}", cards, census)
    for p, (at, names) in enumerate(reader.per_seat("stored")):
        read_stored(s, p, at, names, census)
        possible.check_collection(s, p)


def read_series(s: PerfectNumbers, place: int, path: str, cards: Any, census: Census) -> None:
    """One series, first card first."""
    found = entries(path, cards)
    if not found:
        fail(path, "a series has a card")
    longest = possible.longest(s)
    if len(found) > longest:
        fail(path, f"no series has more than {longest} cards")
    for at, entry in found:
        if not isinstance(entry, Mapping) or set(entry) != {"card", "up"}:
            fail(at, f'{{"card": …, "up": …}} is needed, not {entry!r:.40}')
        kind = KIND[census.card(f"{at}.card", entry["card"])]
        if not isinstance(entry["up"], bool):
            fail(f"{at}.up", f"true or false is needed, not {entry['up']!r:.40}")
        check_fits(at, place % COLOURS, kind, entry["up"])
        s.append(place, kind if entry["up"] else kind + DOWN)


def check_fits(path: str, colour: int, kind: int, up: bool) -> None:
    """Face up a series has its colour and jokers; no action but a protect, face down."""
    if kind > PROTECT_CARD or kind == PROTECT_CARD - 1:
        fail(f"{path}.card", f"{CARDS[kind]} never lies in a series of a colour")
    if up and kind == PROTECT_CARD:
        fail(f"{path}.up", "a protect lies face down")
    if up and kind < JOKER and CARDS[kind][0] != LETTERS[colour]:
        fail(f"{path}.card", f"{CARDS[kind]} face up is of another colour")


def read_stored(s: PerfectNumbers, seat: int, path: str, names: Any, census: Census) -> None:
    """At most two different actions."""
    for at, name in entries(path, names):
        if name not in STORABLE:
            fail(at, f"{name!r:.40} is none of {', '.join(STORABLE)}")
        if name in actions_of(s.actions(seat)):
            fail(at, f"a second {name} can't be stored")
        census.card(at, name)
        s.stored |= 1 << (3 * seat + STORABLE.index(name))
    if len(names) > 2:
        fail(path, "no more than two actions can be stored")


def read_perfect(reader: Reader, s: PerfectNumbers) -> None:
    """The series that may be closed."""
    if reader.null("perfect"):
        return
    found = reader.raw("perfect")
    if not isinstance(found, Mapping) or set(found) != {"seat", "colour"}:
        fail("perfect", f'null or {{"seat": …, "colour": …}} is needed, not {found!r:.40}')
    seat = whole("perfect.seat", found["seat"], 0, s.players - 1)
    if found["colour"] not in tuple(LETTERS):
        fail("perfect.colour", f"{found['colour']!r:.40} is no colour")
    s.perfect = COLOURS * seat + LETTERS.index(found["colour"])


def read_piles(reader: Reader, s: PerfectNumbers, census: Census) -> None:
    """Pile, score piles and discards hold what is not in sight."""
    draw = census.cards("draw", reader.raw("draw"))
    s.set_deck([KIND[card] for card in draw])
    gone = len(census.missing())
    score = [whole(at, n, 0, 255) for at, n in reader.per_seat("score")]
    s.scores = sum(n << (8 * p) for p, n in enumerate(score))
    s.discarded = reader.number("discard_count", 0, 255)
    if sum(score) + s.discarded != gone:
        fail("discard_count", f"{s.discarded}, and {sum(score)} scored, are not the {gone} unseen")
