"""Perfect Numbers: the position, both ways."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pioche.core.position import Census, PositionReader, fail, read_entries, read_whole_number
from pioche.games.perfect_numbers import position_checks
from pioche.games.perfect_numbers.names import (
    CARDS,
    KIND,
    LETTERS,
    PHASES,
    STORABLE,
    pack_cards,
    pack_hands,
)
from pioche.games.perfect_numbers.rules.cards import (
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
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.schema import PerfectNumbersPosition
from pioche.games.perfect_numbers.view import build_table, phase_name
from pioche.games.perfect_numbers.view_names import action_names

if TYPE_CHECKING:
    from pioche.core.game import Game

# -- dump --------------------------------------------------------------------------------


def build_position(s: PerfectNumbers) -> PerfectNumbersPosition:
    """The fields of the clause file."""
    return {
        **s.build_common_position(),
        **build_table(s),
        "draw": [CARDS[kind] for kind in s.deck[s.next :]],
    }


# -- load --------------------------------------------------------------------------------


def restore_state(game: "Game", reader: PositionReader) -> PerfectNumbers:
    """The state of a position, each field read by its form, then all by their sense."""
    s = game.new_state(reader.players, reader.options)
    assert isinstance(s, PerfectNumbers), "the rules of all versions have such states"
    if reader.chance:
        check_undealt(game, reader, s)
        return s
    copies, actions = reader.options["copies"], reader.options["actions"]
    census = Census({card: copies_of(kind, copies, actions) for card, kind in KIND.items()})
    s.due, s.over = False, reader.over
    restore_turn(reader, s)
    restore_market(reader, s, census)
    restore_hands(reader, s, census)
    restore_collections(reader, s, census)
    restore_perfect(reader, s)
    restore_piles(reader, s, census)
    position_checks.check_position(s, reader.raw("phase"), phase_name(s))
    return s


def check_undealt(game: "Game", reader: PositionReader, fresh: PerfectNumbers) -> None:
    """Only the first shuffle is ever due: all is as in a new game."""
    for name, value in build_position(fresh).items():
        if name in game.fields and repr(reader.raw(name)) != repr(value):
            fail(name, f"before the deal this can only be {value!r:.40}")


def restore_turn(reader: PositionReader, s: PerfectNumbers) -> None:
    """Round, first player, turn."""
    s.round = reader.number("round", 1, position_checks.MOST_ROUNDS)
    s.first = reader.seat("first")
    s.turn = reader.seat("turn")
    s.taken = reader.flag("taken")
    reader.word("phase", PHASES)


def restore_market(reader: PositionReader, s: PerfectNumbers, census: Census) -> None:
    """Four groups, whole or gone."""
    for i, (at, cards) in enumerate(reader.items("market", GROUPS)):
        if cards is not None:
            s.market |= pack_cards(census.add_cards(at, cards, GROUP_SIZE[i])) << GROUP_SHIFT[i]


def restore_hands(reader: PositionReader, s: PerfectNumbers, census: Census) -> None:
    """The cards still to be added: of a group, stolen, or of the set-up."""
    pending = census.add_cards("pending", reader.raw("pending"))
    if len(pending) > SETUP_CARDS:
        fail("pending", f"{len(pending)} cards are more than any group has")
    if not reader.is_null("stolen"):
        s.stolen = KIND[census.add_card("stolen", reader.raw("stolen"))]
        if s.stolen >= JOKER + 6:
            fail("stolen", "an action is never stolen")
    hands = [census.add_cards(at, cards) for at, cards in reader.per_seat("setup_hands")]
    if not s.in_setup():
        for p, hand in enumerate(hands):
            if hand:
                fail(f"setup_hands[{p}]", "the set-up is over")
        if pending and not s.taken:
            fail("pending", "is empty before a group is taken")
        s.hand = pack_cards(pending)
        return
    if pending:
        fail("pending", "is empty in the set-up")
    position_checks.check_setup_hands(s, hands)
    order = [(s.turn + i) % s.players for i in range(s.players)]
    s.hand = pack_cards(hands[s.turn])
    s.waiting = pack_hands([hands[p] for p in order[1:] if hands[p]])


def restore_collections(reader: PositionReader, s: PerfectNumbers, census: Census) -> None:
    """The series of each seat, and the actions it has stored."""
    for p, (at, found) in enumerate(reader.per_seat("series")):
        if not isinstance(found, Mapping):
            fail(at, f"a JSON object is needed, not {found!r:.40}")
        for letter, cards in found.items():
            if not isinstance(letter, str) or letter not in tuple(LETTERS):
                fail(at, f"{letter!r:.40} is no colour")
            colour = LETTERS.index(letter)
            restore_series(s, COLOURS * p + colour, f"{at}.{letter}", cards, census)
    for p, (at, names) in enumerate(reader.per_seat("stored")):
        restore_stored(s, p, at, names, census)
        position_checks.check_collection(s, p)


def restore_series(s: PerfectNumbers, place: int, path: str, cards: Any, census: Census) -> None:
    """One series, first card first."""
    found = read_entries(path, cards)
    if not found:
        fail(path, "a series has a card")
    longest = position_checks.longest_series(s)
    if len(found) > longest:
        fail(path, f"no series has more than {longest} cards")
    for at, entry in found:
        if not isinstance(entry, Mapping) or set(entry) != {"card", "up"}:
            fail(at, f'{{"card": …, "up": …}} is needed, not {entry!r:.40}')
        kind = KIND[census.add_card(f"{at}.card", entry["card"])]
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


def restore_stored(s: PerfectNumbers, seat: int, path: str, names: Any, census: Census) -> None:
    """At most two different actions."""
    for at, name in read_entries(path, names):
        if name not in STORABLE:
            fail(at, f"{name!r:.40} is none of {', '.join(STORABLE)}")
        if name in action_names(s.stored_actions(seat)):
            fail(at, f"a second {name} can't be stored")
        census.add_card(at, name)
        s.stored |= 1 << (3 * seat + STORABLE.index(name))
    if len(names) > 2:
        fail(path, "no more than two actions can be stored")


def restore_perfect(reader: PositionReader, s: PerfectNumbers) -> None:
    """The series that may be closed."""
    if reader.is_null("perfect"):
        return
    found = reader.raw("perfect")
    if not isinstance(found, Mapping) or set(found) != {"seat", "colour"}:
        fail("perfect", f'null or {{"seat": …, "colour": …}} is needed, not {found!r:.40}')
    seat = read_whole_number("perfect.seat", found["seat"], 0, s.players - 1)
    if found["colour"] not in tuple(LETTERS):
        fail("perfect.colour", f"{found['colour']!r:.40} is no colour")
    s.perfect = COLOURS * seat + LETTERS.index(found["colour"])


def restore_piles(reader: PositionReader, s: PerfectNumbers, census: Census) -> None:
    """Pile, score piles and discards hold what is not in sight."""
    draw = census.add_cards("draw", reader.raw("draw"))
    s.set_deck([KIND[card] for card in draw])
    gone = len(census.missing_cards())
    score = [read_whole_number(at, n, 0, 255) for at, n in reader.per_seat("score")]
    s.scores = sum(n << (8 * p) for p, n in enumerate(score))
    s.discarded = reader.number("discard_count", 0, 255)
    if sum(score) + s.discarded != gone:
        fail("discard_count", f"{s.discarded}, and {sum(score)} scored, are not the {gone} unseen")
