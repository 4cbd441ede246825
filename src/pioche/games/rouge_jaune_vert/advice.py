"""Rouge Jaune Vert: what speaks for a move, told from a seat's view."""

from pioche.core.schema import Event, get_seat
from pioche.games.rouge_jaune_vert.cards import CARDS, NUMBER, find_common
from pioche.games.rouge_jaune_vert.rules.cards import cards_fit
from pioche.games.rouge_jaune_vert.schema import RougeJauneVertView


def advise(view: RougeJauneVertView, move: str) -> Event:
    """The type of what can be said of a legal move, and what its sentence needs."""
    verb, _, argument = move.partition(" ")
    if verb == "choose":
        return advise_choose(view["points"], int(argument))
    if verb == "grab":
        return advise_grab(view, int(argument))
    return advise_place(view) if verb == "place" else advise_return(view)


def advise_choose(points: list[int], value: int) -> Event:
    """RJV-15: the highest adds most and leaves the least, so it is never wrong."""
    if len(points) == 1:
        return {"type": "choose-last", "value": value}
    kind = "choose-highest" if value == points[0] else "choose-lower"
    return {"type": kind, "value": value, "best": points[0]}


# -- the race --------------------------------------------------------------------------------


def advise_grab(view: RougeJauneVertView, slot: int) -> Event:
    """RJV-6: an open card by what it has in common with the last one; else a card to turn."""
    last, entry = own_series(view)[-1], view["slots"][slot]
    assert entry is not None, "a card to grab lies there"
    if entry["up"]:
        card = entry["card"]
        return describe_common("open", last, card) or {"type": "open-fit", "card": card}
    for other, lies in enumerate(view["slots"]):
        if lies and lies["up"] and texts_fit(last, lies["card"]):
            return {"type": "turn-anyway", "card": lies["card"], "slot": other}
    unseen = unseen_cards(view)
    fits = sum(texts_fit(last, card) for card in unseen)
    return {"type": "turn", "fits": fits, "unseen": len(unseen)}


def advise_place(view: RougeJauneVertView) -> Event:
    """RJV-8, RJV-11, RJV-13: what the card does at the end of the series."""
    row, card = own_series(view), own_card(view)
    kept = count_right_cards(row)
    if kept < len(row):
        return {"type": "place-broken", "kept": kept}
    misfit = describe_common("place", row[-1], card)
    if misfit:
        return misfit
    stops = len(row) + 1 == view["target"]
    return {"type": "place-stop" if stops else "place-fit", "card": card, "length": len(row) + 1}


def advise_return(view: RougeJauneVertView) -> Event:
    """RJV-7, RJV-9: what the card has in common with the last one, if anything."""
    card = own_card(view)
    misfit = describe_common("return", own_series(view)[-1], card)
    return misfit or {"type": "return-fit", "card": card}


def describe_common(kind: str, last: str, card: str) -> Event | None:
    """What two cards share; None where they fit."""
    colours, times = find_common(last, card)
    if colours and times:
        return {"type": f"{kind}-both", "card": card, "colour": colours, "times": times}
    if colours:
        return {"type": f"{kind}-colour", "card": card, "colour": colours}
    return {"type": f"{kind}-number", "card": card, "times": times} if times else None


def own_series(view: RougeJauneVertView) -> list[str]:
    return view["series"][get_seat(view)]


def own_card(view: RougeJauneVertView) -> str:
    """The card in one's hand, which one always knows."""
    hand = view["held"][get_seat(view)]
    assert hand is not None, "a card to place or return is in hand"
    return hand["card"]


def texts_fit(last: str, card: str) -> bool:
    """RJV-9: nothing in common."""
    return cards_fit(NUMBER[last], NUMBER[card])


def count_right_cards(row: list[str]) -> int:
    """RJV-13: the cards before the first that does not fit.

    >>> count_right_cards(["RG1", "BK3", "BY1", "GR2"])
    2
    """
    for i in range(1, len(row)):
        if not texts_fit(row[i - 1], row[i]):
            return i
    return len(row)


def unseen_cards(view: RougeJauneVertView) -> list[str]:
    """The cards that lie face down, or did before another took them."""
    places = [*view["slots"], *view["held"]]
    seen = {place["card"] for place in places if place and "card" in place}
    seen.update(card for row in view["series"] for card in row)
    return [card for card in CARDS if card not in seen]
