"""No Thanks!: what speaks for a move, told from what the player sees."""

from pioche.core.schema import Event, get_seat
from pioche.games.no_thanks.schema import NoThanksView

CHEAP = 6  # points that few players mind
FEW = 3  # chips that are soon gone


def advise(view: NoThanksView, move: str) -> Event:
    """What speaks for taking, or for saying no thanks."""
    return advise_take(view) if move == "take" else advise_pass(view)


def advise_take(view: NoThanksView) -> Event:
    """A run it joins, the chips on it, or the need of chips."""
    card, pot = get_card(view), view["pot"]
    joined = view["neighbours"][get_seat(view)]
    chips = view["chips"][get_seat(view)]
    assert chips is not None, "everybody sees their own chips"
    if joined:
        return advise_run(card, joined, pot)
    if chips == 0:
        return {"type": "forced", "card": card}
    if card - pot <= CHEAP:
        return {"type": "cheap", "card": card, "cost": card - pot, "pot": pot}
    if pot == 0:
        return {"type": "hopeful", "card": card}
    if chips <= FEW:
        return {"type": "needs-chips", "pot": pot, "chips": chips}
    return {"type": "pays-later", "card": card, "pot": pot}


def advise_run(card: int, joined: list[int], pot: int) -> Event:
    """A card between two of the own cards, above one or below one."""
    if len(joined) == 2:
        return {"type": "joins-two", "card": card, "low": joined[0], "high": joined[1]}
    kind = "follows" if joined[0] < card else "leads"
    return {"type": kind, "card": card, "other": joined[0], "pot": pot}


def advise_pass(view: NoThanksView) -> Event:
    """Chips to be had from the others, or what the card would cost."""
    card, pot = get_card(view), view["pot"]
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    wanting = [seat for seat in others if view["neighbours"][seat]]
    if view["neighbours"][get_seat(view)]:
        if wanting:
            return {"type": "risky-wait", "card": card, "seat": wanting[0]}
        return {"type": "wait", "card": card}
    if wanting:
        return {"type": "somebody-else", "card": card, "seat": wanting[0]}
    if card - pot > 0:
        return {"type": "dear", "card": card, "cost": card - pot}
    return {"type": "more-chips", "card": card, "pot": pot}


def get_card(view: NoThanksView) -> int:
    """The card that is up, as it is whenever there is a move to advise."""
    assert view["card"] is not None
    return view["card"]
