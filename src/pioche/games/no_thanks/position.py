"""No Thanks!: the position, written and read."""

from typing import TYPE_CHECKING

from pioche.core.native.bits import mask_of
from pioche.core.position import Census, PositionReader, fail, read_whole_number
from pioche.games.no_thanks.rules import (
    CARDS,
    DRAWN,
    HIGH,
    LOW,
    NoThanks,
    new_state,
    start_chips,
)
from pioche.games.no_thanks.schema import NoThanksPosition
from pioche.games.no_thanks.view import build_table, removed_cards

if TYPE_CHECKING:
    from pioche.core.game import Game

REMOVED = CARDS - DRAWN


def build_position(s: NoThanks) -> NoThanksPosition:
    """The fields of the clause file."""
    dealt = s.next > 0
    return {
        **s.build_common_position(),
        **build_table(s),
        "draw": list(s.deck[s.next : DRAWN]) if dealt else [],
        "removed": removed_cards(s) if dealt else [],
        "chips": [s.chips_of(p) for p in range(s.players)],
    }


def restore_state(game: "Game", reader: PositionReader) -> NoThanks:
    """The state of a position."""
    s = new_state(game, reader.players, reader.options)
    s.over, s.due = reader.over, reader.chance
    s.round = reader.number("round", 1, reader.options["rounds"])
    s.first = reader.seat("first")
    s.set_totals([read_whole_number(at, n, -1100, 7000) for at, n in reader.per_seat("totals")])
    restore_cards(reader, s)
    restore_chips(reader, s)
    check_totals(reader, s)
    return s


def restore_cards(reader: PositionReader, s: NoThanks) -> None:
    """The card that is up, the piles and what was taken: all 33 cards, once each."""
    census = Census(dict.fromkeys(range(LOW, HIGH + 1), 1))
    undealt = reader.chance and not any(cards for _, cards in reader.per_seat("taken"))
    running = not (reader.over or reader.chance)
    if reader.is_null("turn") == running:
        fail("turn", "is a seat exactly while a card is up")
    if reader.is_null("card") == running:
        fail("card", "is null exactly when no round is running")
    s.turn = reader.seat("turn") if running else -1
    s.card = census.add_card("card", reader.raw("card")) if running else 0
    draw = census.add_cards("draw", reader.raw("draw"), None if running else 0)
    removed = census.add_cards("removed", reader.raw("removed"), 0 if undealt else REMOVED)
    taken = [census.add_cards(at, cards) for at, cards in reader.per_seat("taken")]
    if undealt:
        if s.first != 0:
            fail("first", "is 0 before the first deal")
        return
    census.check_complete("draw")
    up = [s.card] if running else []
    s.set_deck([*(c for cards in taken for c in cards), *up, *draw, *removed])
    s.next = DRAWN - len(draw)
    s.set_cards([mask_of(cards) for cards in taken])


def restore_chips(reader: PositionReader, s: NoThanks) -> None:
    """Chips in hand and on the card: as many as were dealt."""
    dealt = start_chips(s.players) * s.players if s.next else 0
    s.pot = reader.number("pot", 0, dealt if s.turn >= 0 else 0)
    chips = [read_whole_number(at, n, 0, dealt) for at, n in reader.per_seat("chips")]
    if sum(chips) + s.pot != dealt:
        fail("chips", f"{sum(chips)} in hand and {s.pot} on the card are not {dealt}")
    s.chips = sum(n << (8 * p) for p, n in enumerate(chips))


def check_totals(reader: PositionReader, s: NoThanks) -> None:
    """Totals fit the rounds played; those of the only round can be counted."""
    if s.over and s.round != reader.options["rounds"]:
        fail("over", f"round {s.round} of {reader.options['rounds']} is not the last")
    if s.due and s.next and s.round == reader.options["rounds"]:
        fail("chance", "no shuffle is due after the last round")
    if s.due and not s.next and s.round != 1:
        fail("taken", f"nothing was taken, and yet round {s.round} has ended")
    ended = s.turn < 0 and s.next > 0
    for p in range(s.players):
        points = s.round_points(p) if ended else 0
        if s.round == 1 and s.totals[p] != points:
            fail(f"totals[{p}]", f"{s.totals[p]} should be {points}")
