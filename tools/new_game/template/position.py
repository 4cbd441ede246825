"""Demo Cards: the position, written and read."""

from typing import TYPE_CHECKING

from pioche.core.native.bits import mask_of, members
from pioche.core.position import Census, PositionReader, fail, read_whole_number
from pioche.games.demo_cards.rules import ALL_CARDS, DemoCardsState, new_state
from pioche.games.demo_cards.schema import DemoCardsPosition
from pioche.games.demo_cards.view import build_table

if TYPE_CHECKING:
    from pioche.core.game import Game


def build_position(s: DemoCardsState) -> DemoCardsPosition:
    """All fields."""
    return {
        **s.build_common_position(),
        **build_table(s),
        "hands": [s.hand_cards(p) for p in range(s.players)],
        "aside": members(s.aside),
    }


def restore_state(game: "Game", reader: PositionReader) -> DemoCardsState:
    """The state of a position."""
    s = new_state(game, reader.players, reader.options)
    s.over, s.due = reader.over, reader.chance
    s.turn = reader.seat("turn")
    points = [read_whole_number(at, n, 0, s.tricks) for at, n in reader.per_seat("points")]
    if reader.chance:
        check_undealt(reader, s)
        return s
    restore_cards(reader, s, points)
    check_counts(s)
    return s


def check_undealt(reader: PositionReader, s: DemoCardsState) -> None:
    """DC-3: before the deal there is nothing on the table."""
    for name, value in build_position(new_state(s.game, s.players, s.options)).items():
        if reader.raw(name) != value:
            fail(name, f"is {value!r} before the deal")


def restore_cards(reader: PositionReader, s: DemoCardsState, points: list[int]) -> None:
    """DC-2: all cards, once each."""
    census = Census(dict.fromkeys(ALL_CARDS, 1))
    hands = [mask_of(census.add_cards(at, hand)) for at, hand in reader.per_seat("hands")]
    trick = [
        0 if card is None else census.add_card(at, card) for at, card in reader.per_seat("trick")
    ]
    s.set_cards(hands, trick, points)
    s.played = mask_of(census.add_cards("played", reader.raw("played")))
    s.aside = mask_of(census.add_cards("aside", reader.raw("aside")))
    census.check_complete("aside")


def check_counts(s: DemoCardsState) -> None:
    """DC-4 to DC-6: hands, tricks and points fit together."""
    finished = sum(s.points)
    if len(members(s.played)) != finished * s.players:
        fail("played", f"{finished} tricks of {s.players} cards are needed")
    if s.over != (finished == s.tricks):
        fail("over", f"is true exactly after {s.tricks} tricks")
    for seat in range(s.players):
        wanted = s.tricks - finished - (s.trick[seat] > 0)
        if len(s.hand_cards(seat)) != wanted:
            fail(f"hands[{seat}]", f"{wanted} cards are needed")
    check_turn(s)


def check_turn(s: DemoCardsState) -> None:
    """DC-4: those who have played to the trick sit just before the player whose turn it is."""
    laid = sum(card > 0 for card in s.trick)
    for back in range(1, s.players + 1):
        seat = (s.turn - back) % s.players
        if (s.trick[seat] > 0) != (back <= laid):
            fail("turn", f"seat {s.turn} does not follow those who have played")
