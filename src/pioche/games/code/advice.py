"""Code: what speaks for a move, told from the view of a seat."""

from collections.abc import Callable

from pioche.core.game import Event, Json

FEW = 5  # cards in hand with which somebody may be about to win


def advise(view: Json, move: str) -> Event:
    """What speaks for a legal move of the seat whose view it is."""
    verb, *arguments = move.split()
    if wins(view, verb, arguments):
        return {"type": "wins"}
    if verb in ALWAYS:
        return ALWAYS[verb]
    if arguments:
        return WITH_ARGUMENTS[verb](view, arguments)
    return ALONE[verb](view)


# -- the hand and its code -----------------------------------------------------------------


def gathered(cards: list[str], code: str) -> int:
    """CD-20: how many of these cards can be part of the code at once."""
    digits = {card[1:] for card in cards if card[1:] in code and len(card) == 2}
    return min(4, len(digits) + cards.count("joker"))


def without(cards: list[str], gone: list[str]) -> list[str]:
    """A hand after some cards have gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def own(view: Json) -> tuple[list[str], str]:
    """One's own hand and code."""
    return view["hands"][view["seat"]], view["codes"][view["seat"]]


def missing(view: Json) -> list[int]:
    """The digits that would help: none once jokers stand for them."""
    cards, code = own(view)
    return view["missing"] if gathered(cards, code) < 4 else []


def helps(view: Json, card: str) -> bool:
    """Whether one more card would bring the code nearer."""
    cards, code = own(view)
    return gathered([*cards, card], code) > gathered(cards, code)


def needed(view: Json, gone: list[str]) -> list[str]:
    """Those of some cards in hand that the code can't do without, if they all went."""
    cards, code = own(view)
    left = without(cards, gone)
    before = gathered(left, code)
    return [card for card in gone if gathered([*left, card], code) > before]


def after(view: Json, verb: str, arguments: list[str]) -> list[str] | None:
    """The hand after a move that ends the turn for certain; None for all others."""
    cards, _ = own(view)
    if verb in ("play", "sum"):
        return without(cards, arguments)
    if verb in ("reverse", "skip", "plus2", "reset"):
        return without(cards, [verb])
    if verb == "swap":
        taken = {"number": view["numbers"], "action": view["actions"]}.get(arguments[0], [])
        return [*without(cards, ["swap"]), *taken[-1:]]
    if verb == "decline" and view["phase"] == "pick":
        return cards
    if verb == "pick":
        return [*cards, view["laid"][int(arguments[0][1:])]]
    return None


def wins(view: Json, verb: str, arguments: list[str]) -> bool:
    """CD-21: whether a move of the player whose turn it is completes the code."""
    cards = after(view, verb, arguments)
    return cards is not None and len(cards) == 4 and gathered(cards, own(view)[1]) == 4


def following(view: Json) -> int:
    """Who comes next."""
    seat: int = (view["turn"] + view["direction"]) % view["players"]
    return seat


# -- by verb ------------------------------------------------------------------------------


def lays(view: Json, gone: list[str]) -> Event:
    """CD-7, CD-8: one or two number cards."""
    lost = needed(view, gone)
    if lost:
        return {"type": "breaks", "card": lost[0]}
    cards, code = own(view)
    left = without(cards, gone)
    n = len(left) - gathered(left, code)
    if n == 0:
        return {"type": "sheds-last"}
    if len(gone) == 2:
        return {"type": "pair", "n": n}
    return {"type": "sheds", "card": gone[0], "n": n}


def draws(view: Json) -> Event:
    """CD-9; and the robbed player's card (CD-18)."""
    if missing(view):
        return {"type": "draw-missing", "digits": missing(view)}
    return {"type": "draws-back" if view["phase"] == "robbed" else "draw-complete"}


def keeps(view: Json) -> Event:
    """CD-9: the card just drawn stays in hand."""
    card = view["drawn"]
    if needed(view, [card]):
        return {"type": "keeps-needed", "card": card}
    if card == "joker":
        return {"type": "keeps-joker"}
    if len(card) > 2:
        return {"type": "keeps-action", "card": card}
    return {"type": "keeps-spare", "card": card}


def swaps(view: Json, arguments: list[str]) -> Event:
    """CD-15."""
    if arguments[0] == "none":
        return {"type": "sheds-action", "card": "swap"}
    card = view[f"{arguments[0]}s"][-1]
    return {"type": "swap-missing" if helps(view, card) else "swap-other", "card": card}


def skips(view: Json) -> Event:
    """CD-17."""
    to = following(view)
    if view["players"] == 2:
        return {"type": "skip-again"}
    if view["hands_count"][to] <= FEW:
        return {"type": "stops", "to": to, "n": view["hands_count"][to]}
    return {"type": "sheds-action", "card": "skip"}


def adds(view: Json) -> Event:
    """CD-14."""
    to = following(view)
    if view["penalty"]:
        return {"type": "passes-on", "to": to, "n": view["penalty"] + 2}
    if view["hands_count"][to] <= FEW:
        return {"type": "burdens", "to": to, "n": view["hands_count"][to]}
    return {"type": "sheds-action", "card": "plus2"}


def gives(view: Json) -> Event:
    """CD-18: a gift is played."""
    if missing(view):
        return {"type": "gift-missing", "digits": missing(view)}
    return {"type": "sheds-action", "card": "gift"}


def resets(view: Json, arguments: list[str]) -> Event:
    """CD-19."""
    to = int(arguments[0][1:])
    return {"type": "resets", "to": to, "n": view["hands_count"][to]}


def accepts(view: Json) -> Event:
    """CD-14: the cards that the plus2s ask for."""
    if missing(view):
        return {"type": "accept-missing", "n": view["penalty"], "digits": missing(view)}
    return {"type": "keeps-plus2" if "plus2" in own(view)[0] else "only"}


def offers(view: Json, arguments: list[str]) -> Event:
    """CD-18: a card laid for somebody's gift."""
    lost = needed(view, arguments)
    return {"type": "offers-needed" if lost else "offers", "card": arguments[0]}


def picks(view: Json, arguments: list[str]) -> Event:
    """CD-18: one of the cards laid."""
    owner = int(arguments[0][1:])
    card = view["laid"][owner]
    if helps(view, card):
        return {"type": "picks", "card": card}
    return {"type": "picks-other", "card": card, "from": owner}


def declines(view: Json) -> Event:
    """CD-18: no card is taken, or none drawn by the robbed player."""
    cards, code = own(view)
    if view["phase"] == "robbed":
        return {"type": "four" if len(cards) == gathered(cards, code) == 4 else "stays"}
    if any(helps(view, card) for card in view["laid"] if card is not None):
        return {"type": "stays"}
    return {"type": "declines"}


ALWAYS: dict[str, Event] = {
    "reverse": {"type": "sheds-action", "card": "reverse"},
    "pass": {"type": "passes"},
}
ALONE: dict[str, Callable[[Json], Event]] = {
    "draw": draws,
    "keep": keeps,
    "skip": skips,
    "plus2": adds,
    "gift": gives,
    "accept": accepts,
    "decline": declines,
}
WITH_ARGUMENTS: dict[str, Callable[[Json, list[str]], Event]] = {
    "play": lays,
    "sum": lays,
    "swap": swaps,
    "reset": resets,
    "lay": offers,
    "pick": picks,
}
