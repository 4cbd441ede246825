"""Code: what speaks for a move, told from the view of a seat."""

from collections.abc import Callable

from pioche.core.native.bits import mask_of
from pioche.core.schema import Event, get_seat
from pioche.games.code.names import CODE, KIND
from pioche.games.code.reading import (
    find_laid_card,
    find_next_seat,
    find_swapped_card,
    get_open_hand,
)
from pioche.games.code.rules import cards as rules
from pioche.games.code.rules.cards import CODE_SIZE, JOKER, count_shift
from pioche.games.code.schema import CodeView

FEW = 5  # cards in hand with which somebody may be about to win


def advise(view: CodeView, move: str) -> Event:
    """What speaks for a legal move of the seat whose view it is."""
    verb, *arguments = move.split()
    if is_winning_move(view, verb, arguments):
        return {"type": "wins"}
    if verb in ALWAYS:
        return ALWAYS[verb]
    if arguments:
        return WITH_ARGUMENTS[verb](view, arguments)
    return WITHOUT_ARGUMENTS[verb](view)


# -- the hand and its code -----------------------------------------------------------------


def count_gathered(cards: list[str], code: str) -> int:
    """CD-20: how many of these cards can be part of the code at once."""
    one = mask_of([KIND[card] for card in cards if len(card) == 2])
    one += cards.count("joker") << count_shift(JOKER)
    return min(CODE_SIZE, int(rules.count_gathered(one, 0, CODE[code])))


def remove_cards(cards: list[str], gone: list[str]) -> list[str]:
    """A hand after some cards have gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def own_hand_and_code(view: CodeView) -> tuple[list[str], str]:
    """One's own hand and code."""
    return get_open_hand(view, get_seat(view))


def missing_digits(view: CodeView) -> list[int]:
    """The digits that would help: none once jokers stand for them."""
    cards, code = own_hand_and_code(view)
    assert view["missing"] is not None, "the cards are dealt"
    return view["missing"] if count_gathered(cards, code) < 4 else []


def helps_code(view: CodeView, card: str) -> bool:
    """Whether one more card would bring the code nearer."""
    cards, code = own_hand_and_code(view)
    return count_gathered([*cards, card], code) > count_gathered(cards, code)


def needed_cards(view: CodeView, gone: list[str]) -> list[str]:
    """Those of some cards in hand that the code can't do without, if they all went."""
    cards, code = own_hand_and_code(view)
    left = remove_cards(cards, gone)
    before = count_gathered(left, code)
    return [card for card in gone if count_gathered([*left, card], code) > before]


def hand_after(view: CodeView, verb: str, arguments: list[str]) -> list[str] | None:
    """The hand after a move that ends the turn for certain; None for all others."""
    cards, _ = own_hand_and_code(view)
    if verb in ("play", "sum"):
        return remove_cards(cards, arguments)
    if verb in ("reverse", "skip", "plus2", "reset"):
        return remove_cards(cards, [verb])
    if verb == "swap":
        taken = find_swapped_card(view, arguments[0])
        return [*remove_cards(cards, ["swap"]), *([] if taken is None else [taken])]
    if verb == "decline" and view["phase"] == "pick":
        return cards
    if verb == "pick":
        return [*cards, find_laid_card(view, int(arguments[0][1:]))]
    return None


def is_winning_move(view: CodeView, verb: str, arguments: list[str]) -> bool:
    """CD-21: whether a move of the player whose turn it is completes the code."""
    cards = hand_after(view, verb, arguments)
    return (
        cards is not None
        and len(cards) == 4
        and count_gathered(cards, own_hand_and_code(view)[1]) == 4
    )


# -- by verb ------------------------------------------------------------------------------


def advise_play(view: CodeView, gone: list[str]) -> Event:
    """CD-7, CD-8: one or two number cards."""
    lost = needed_cards(view, gone)
    if lost:
        return {"type": "breaks", "card": lost[0]}
    cards, code = own_hand_and_code(view)
    left = remove_cards(cards, gone)
    n = len(left) - count_gathered(left, code)
    if n == 0:
        return {"type": "sheds-last"}
    if len(gone) == 2:
        return {"type": "pair", "n": n}
    return {"type": "sheds", "card": gone[0], "n": n}


def advise_draw(view: CodeView) -> Event:
    """CD-9; and the robbed player's card (CD-18)."""
    if missing_digits(view):
        return {"type": "draw-missing", "digits": missing_digits(view)}
    return {"type": "draws-back" if view["phase"] == "robbed" else "draw-complete"}


def advise_keep(view: CodeView) -> Event:
    """CD-9: the card just drawn stays in hand."""
    card = view["drawn"]
    assert card is not None, "a card was drawn, or there is none to keep"
    if needed_cards(view, [card]):
        return {"type": "keeps-needed", "card": card}
    if card == "joker":
        return {"type": "keeps-joker"}
    if len(card) > 2:
        return {"type": "keeps-action", "card": card}
    return {"type": "keeps-spare", "card": card}


def advise_swap(view: CodeView, arguments: list[str]) -> Event:
    """CD-15."""
    card = find_swapped_card(view, arguments[0])
    if card is None:
        return {"type": "sheds-action", "card": "swap"}
    return {"type": "swap-missing" if helps_code(view, card) else "swap-other", "card": card}


def advise_skip(view: CodeView) -> Event:
    """CD-17."""
    to = find_next_seat(view)
    if view["players"] == 2:
        return {"type": "skip-again"}
    if view["hands_count"][to] <= FEW:
        return {"type": "stops", "to": to, "n": view["hands_count"][to]}
    return {"type": "sheds-action", "card": "skip"}


def advise_plus2(view: CodeView) -> Event:
    """CD-14."""
    to = find_next_seat(view)
    if view["penalty"]:
        return {"type": "passes-on", "to": to, "n": view["raised_penalty"]}
    if view["hands_count"][to] <= FEW:
        return {"type": "burdens", "to": to, "n": view["hands_count"][to]}
    return {"type": "sheds-action", "card": "plus2"}


def advise_gift(view: CodeView) -> Event:
    """CD-18: a gift is played."""
    if missing_digits(view):
        return {"type": "gift-missing", "digits": missing_digits(view)}
    return {"type": "sheds-action", "card": "gift"}


def advise_reset(view: CodeView, arguments: list[str]) -> Event:
    """CD-19."""
    to = int(arguments[0][1:])
    return {"type": "resets", "to": to, "n": view["hands_count"][to]}


def advise_accept(view: CodeView) -> Event:
    """CD-14: the cards that the plus2s ask for."""
    if missing_digits(view):
        return {"type": "accept-missing", "n": view["penalty"], "digits": missing_digits(view)}
    return {"type": "keeps-plus2" if "plus2" in own_hand_and_code(view)[0] else "only"}


def advise_lay(view: CodeView, arguments: list[str]) -> Event:
    """CD-18: a card laid for somebody's gift."""
    lost = needed_cards(view, arguments)
    return {"type": "offers-needed" if lost else "offers", "card": arguments[0]}


def advise_pick(view: CodeView, arguments: list[str]) -> Event:
    """CD-18: one of the cards laid."""
    owner = int(arguments[0][1:])
    card = find_laid_card(view, owner)
    if helps_code(view, card):
        return {"type": "picks", "card": card}
    return {"type": "picks-other", "card": card, "from": owner}


def advise_decline(view: CodeView) -> Event:
    """CD-18: no card is taken, or none drawn by the robbed player."""
    cards, code = own_hand_and_code(view)
    if view["phase"] == "robbed":
        return {"type": "four" if len(cards) == count_gathered(cards, code) == 4 else "stays"}
    if any(helps_code(view, card) for card in view["laid"] if card is not None):
        return {"type": "stays"}
    return {"type": "declines"}


ALWAYS: dict[str, Event] = {
    "reverse": {"type": "sheds-action", "card": "reverse"},
    "pass": {"type": "passes"},
}
WITHOUT_ARGUMENTS: dict[str, Callable[[CodeView], Event]] = {
    "draw": advise_draw,
    "keep": advise_keep,
    "skip": advise_skip,
    "plus2": advise_plus2,
    "gift": advise_gift,
    "accept": advise_accept,
    "decline": advise_decline,
}
WITH_ARGUMENTS: dict[str, Callable[[CodeView, list[str]], Event]] = {
    "play": advise_play,
    "sum": advise_play,
    "swap": advise_swap,
    "reset": advise_reset,
    "lay": advise_lay,
    "pick": advise_pick,
}
