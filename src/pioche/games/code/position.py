"""Code: the position, written and read."""

from typing import TYPE_CHECKING, Any

from pioche.core.position import Census, PositionReader, fail
from pioche.games.code.names import ACTION_CARDS, CARDS, CODE, KIND, PHASES, count_copies_by_card
from pioche.games.code.position_checks import MOST_ASKED, check_position
from pioche.games.code.rules import state as rules
from pioche.games.code.rules.cards import CODE_CARDS, CODES
from pioche.games.code.rules.state import Code
from pioche.games.code.schema import CodePosition
from pioche.games.code.view import build_table, hand_cards

if TYPE_CHECKING:
    from pioche.core.game import Game

ON_ACTIONS = ACTION_CARDS[1:]  # CD-13: a joker is never played


def build_position(s: Code) -> CodePosition:
    """The fields of the clause file, and what a shuffle that is due interrupted."""
    seats = range(s.players)
    dealt = not s.is_undealt()
    aside = s.players + s.aside
    return {
        **s.build_common_position(),
        **build_table(s),
        "drawn": CARDS[s.drawn] if s.drawn >= 0 else None,
        "hands": [hand_cards(s, p) for p in seats],
        "codes": [CODES[s.code_at(p)] if dealt else None for p in seats],
        "codes_aside": [CODES[s.code_at(i)] for i in range(s.players, aside)],
        "codes_out": [CODES[s.code_at(i)] for i in range(aside, CODE_CARDS) if dealt],
        "draw": [CARDS[kind] for kind in list(s.deck[: s.left])[::-1]],
        "laid": [CARDS[s.laid_by(p)] if s.laid_by(p) >= 0 else None for p in seats],
    }


def restore_state(game: "Game", reader: PositionReader) -> Code:
    """The state of a position."""
    s = rules.new_state(game, reader.players, reader.options)
    s.over, s.due = reader.over, reader.chance
    restore_course(reader, s)
    if s.is_undealt():
        check_undealt(reader, s)
        return s
    restore_cards(reader, s)
    restore_codes(reader, s)
    check_position(s)
    return s


def restore_course(reader: PositionReader, s: Code) -> None:
    """Whose turn it is and how far it has come."""
    s.phase = PHASES.index(reader.word("phase", PHASES))
    s.turn = reader.seat("turn")
    s.direction = reader.number("direction", -1, 1)
    if s.direction == 0:
        fail("direction", "is 1 or -1")
    s.turns = reader.number("turns", 0, s.limit)
    s.penalty = reader.number("penalty", 0, MOST_ASKED)
    s.robbed = -1 if reader.is_null("robbed") else reader.seat("robbed")
    if "drawing" in reader.position:
        s.drawing = reader.number("drawing", 1, MOST_ASKED)
    if "resetting" in reader.position:
        s.resetting = reader.seat("resetting")
    if s.drawing and s.resetting >= 0:
        fail("resetting", "a shuffle is for drawing or for resetting, not for both")


def check_undealt(reader: PositionReader, s: Code) -> None:
    """Before the first deal there is nothing."""
    start = build_position(rules.new_state(s.game, reader.players, reader.options))
    for name, value in start.items():
        given = reader.raw(name)
        if name in s.game.fields and (given != value or type(given) is not type(value)):
            fail(name, f"is {value!r} before the first deal")


def restore_cards(reader: PositionReader, s: Code) -> None:
    """All cards, where they lie."""
    census = Census(count_copies_by_card(bool(reader.options["reset"])))
    for p, (at, cards) in enumerate(reader.per_seat("hands")):
        for card in census.add_cards(at, cards):
            s.give(p, KIND[card])
    for p, (at, card) in enumerate(reader.per_seat("laid")):
        if card is not None:
            s.laid += (KIND[census.add_card(at, card)] + 1) << (8 * p)
    for card in restore_pile(reader, census, "numbers", CARDS[: -len(ACTION_CARDS)]):
        s.push_number(KIND[card])
    for card in restore_pile(reader, census, "actions", ON_ACTIONS):
        s.push_action(KIND[card])
    draw = [KIND[card] for card in census.add_cards("draw", reader.raw("draw"))]
    census.check_complete("draw")
    s.set_deck(draw[::-1])
    s.left = len(draw)
    restore_drawn(reader, s)


def restore_pile(reader: PositionReader, census: Census, name: str, allowed: Any) -> list[str]:
    """CD-10: number cards and action cards lie on piles of their own."""
    cards: list[str] = census.add_cards(name, reader.raw(name))
    for i, card in enumerate(cards):
        if card not in allowed:
            fail(f"{name}[{i}]", f"{card} does not belong on this pile")
    return cards


def restore_drawn(reader: PositionReader, s: Code) -> None:
    """CD-9: the card just drawn is in the hand of the player whose turn it is."""
    card = reader.raw("drawn")
    if card is None:
        return
    if not isinstance(card, str) or card not in KIND:
        fail("drawn", f"{card!r:.40} is not a card of this game")
    if s.count_cards(s.turn, KIND[card]) == 0:
        fail("drawn", f"{card} is not in the hand of seat {s.turn}")
    s.drawn = KIND[card]


def restore_codes(reader: PositionReader, s: Code) -> None:
    """CD-3, CD-4: the ten code cards, once each."""
    census = Census(dict.fromkeys(CODE, 1))
    codes = [census.add_card(at, code) for at, code in reader.per_seat("codes")]
    aside = census.add_cards("codes_aside", reader.raw("codes_aside"))
    out = census.add_cards("codes_out", reader.raw("codes_out"))
    census.check_complete("codes_aside")
    s.set_codes([CODE[code] for code in [*codes, *aside, *out]])
    s.aside = len(aside)
