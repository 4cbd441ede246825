"""Code: what a seat, or a spectator, sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import lowest_bit
from pioche.games.code.names import CARDS, PHASES, UNKNOWN
from pioche.games.code.rules.cards import (
    CODES,
    JOKER,
    KINDS,
    ONE_COLOUR,
    card_for_digit,
    count_shift,
    hand_of_one,
    missing_cards,
    raise_penalty,
    serving_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.visibility import sees_drawn, sees_hand, sees_laid
from pioche.games.code.schema import CodeHands, CodeStandIn, CodeTable, CodeView

FACES: Final = list(CARDS)
PHASE_NAMES: Final = list(PHASES)
CODE_NAMES: Final = list(CODES)
DIGITS: Final = [[int(digit) for digit in code] for code in CODES]


def build_open_view(s: Code) -> CodeView:
    """CD-4, CD-18, CD-20: the open piles, at the end the winner's hand."""
    dealt = not s.is_undealt()
    won = s.winner >= 0
    return {
        **s.build_common_view(),
        **build_table(s),
        "drawn": drawn_card(s, -1),
        **build_hands(s, -1),
        "codes_aside_count": s.aside,
        "codes_out_count": int(s.count_codes_out()) if dealt else 0,
        "draw_count": s.left,
        "top": FACES[s.top] if s.top >= 0 else None,
        "laid": laid_cards(s, -1),
        "missing": None,
        "jokers": None,
        "raised_penalty": raise_penalty(s.penalty),
        "winner": int(s.winner) if won else None,
        "stand_ins": stand_ins(s) if won else None,
    }


def add_own_view(s: Code, seat: int, view: CodeView) -> None:
    """CD-4, CD-9, CD-18: the own cards and code, and what they lack."""
    if s.is_undealt():
        return
    own = build_hands(s, seat)
    view["drawn"] = drawn_card(s, seat)
    view["hands"], view["codes"] = own["hands"], own["codes"]
    view["serving"] = own["serving"]
    view["laid"] = laid_cards(s, seat)
    view["missing"] = missing_digits(s, seat)
    view["jokers"] = s.count_cards(seat, JOKER)


def build_hands(s: Code, eyes: i64) -> CodeHands:
    """Hands and codes: those of the seat itself and of the winner; of all hands the size."""
    dealt = not s.is_undealt()
    hands: list[list[str] | None] = []
    sizes: list[int] = []
    codes: list[str | None] = []
    serving: list[list[str] | None] = []
    for p in range(s.players):
        open = dealt and sees_hand(s, eyes, p)
        hands.append(hand_cards(s, p) if open else None)
        sizes.append(s.hand_size(p))
        codes.append(CODE_NAMES[s.code_at(p)] if open else None)
        serving.append(cards_serving_code(s, p) if open else None)
    return {"hands": hands, "hands_count": sizes, "codes": codes, "serving": serving}


def cards_serving_code(s: Code, seat: i64) -> list[str]:
    """CD-20: the cards in hand or offered that show a digit of a seat's code, or any."""
    code = s.code_at(seat)
    found = serving_cards(s.cards[seat << 1], code)
    for p in range(s.players):
        kind = s.laid_by(p)
        if kind >= 0 and sees_laid(s, seat, p):
            found |= serving_cards(hand_of_one(kind), code)
    names: list[str] = []
    while found != 0:
        names.append(FACES[lowest_bit(found)])
        found &= found - 1
    return names


def stand_ins(s: Code) -> list[CodeStandIn]:
    """CD-20: the winner's card for each digit of the code."""
    found: list[CodeStandIn] = []
    one = s.cards[s.winner << 1]
    for digit in DIGITS[s.code_at(s.winner)]:
        found.append({"digit": digit, "card": FACES[card_for_digit(one, digit)]})
    return found


def drawn_card(s: Code, eyes: i64) -> str | None:
    """CD-9: only the player who drew knows the card."""
    if s.drawn < 0:
        return None
    return FACES[s.drawn] if sees_drawn(s, eyes) else UNKNOWN


def laid_cards(s: Code, eyes: i64) -> list[str | None]:
    """CD-18: until all are laid only its owner knows a card."""
    laid: list[str | None] = []
    for p in range(s.players):
        kind = s.laid_by(p)
        if kind < 0:
            laid.append(None)
        else:
            laid.append(FACES[kind] if sees_laid(s, eyes, p) else UNKNOWN)
    return laid


def missing_digits(s: Code, seat: i64) -> list[int]:
    """CD-20: the digits of its code for which a seat has no number card."""
    lacking: list[int] = []
    code = s.code_at(seat)
    cards = missing_cards(s.cards[seat << 1], s.cards[(seat << 1) + 1], code)
    for digit in DIGITS[code]:
        d: i64 = digit
        if cards >> (d << 2) & 1 == 1:
            lacking.append(digit)
    return lacking


# -- what lies open to all, and hands as they are sorted -----------------------------------


def build_table(s: Code) -> CodeTable:
    """For views and positions alike."""
    table: CodeTable = {
        "phase": PHASE_NAMES[s.phase],
        "turn": s.turn,
        "direction": 1 if s.direction == 1 else -1,
        "turns": s.turns,
        "penalty": s.penalty,
        "numbers": number_pile(s),
        "actions": action_pile(s),
        "robbed": int(s.robbed) if s.robbed >= 0 else None,
    }
    if s.drawing != 0:
        table["drawing"] = s.drawing
    if s.resetting >= 0:
        table["resetting"] = s.resetting
    return table


def number_pile(s: Code) -> list[str]:
    """The number cards played, from the bottom."""
    cards: list[str] = []
    for i in range(s.numbers):
        cards.append(FACES[s.number_at(i)])
    return cards


def action_pile(s: Code) -> list[str]:
    """The action cards played, from the bottom."""
    cards: list[str] = []
    for i in range(s.actions):
        cards.append(FACES[s.action_at(i)])
    return cards


def hand_cards(s: Code, seat: i64) -> list[str]:
    """A hand by colour, then number, then the others."""
    one = s.cards[seat << 1]
    two = s.cards[(seat << 1) + 1]
    cards: list[str] = []
    colour: i64 = ONE_COLOUR
    for i in range(4):
        mine = one & colour << i
        while mine != 0:
            kind = lowest_bit(mine)
            cards.append(FACES[kind])
            if two >> kind & 1 != 0:
                cards.append(FACES[kind])
            mine &= mine - 1
    for other in range(JOKER, KINDS):
        for i in range(one >> count_shift(other) & 7):
            cards.append(FACES[other])
    return cards
