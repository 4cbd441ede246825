"""No Thanks!: what speaks for a move, told from what the player sees."""

from pioche.core.game import Event, Json

CHEAP = 6  # points that few players mind
FEW = 3  # chips that are soon gone


def advise(view: Json, move: str) -> Event:
    """What speaks for taking, or for saying no thanks."""
    return advise_take(view) if move == "take" else advise_pass(view)


def advise_take(view: Json) -> Event:
    """A run it joins, the chips on it, or the need of chips."""
    card, pot = view["card"], view["pot"]
    joined = view["neighbours"][view["seat"]]
    if joined:
        return advise_run(card, joined, pot)
    if view["chips"][view["seat"]] == 0:
        return {"type": "forced", "card": card}
    if card - pot <= CHEAP:
        return {"type": "cheap", "card": card, "cost": card - pot, "pot": pot}
    if pot == 0:
        return {"type": "hopeful", "card": card}
    if view["chips"][view["seat"]] <= FEW:
        return {"type": "needs-chips", "pot": pot, "chips": view["chips"][view["seat"]]}
    return {"type": "pays-later", "card": card, "pot": pot}


def advise_run(card: int, joined: list[int], pot: int) -> Event:
    """A card between two of the own cards, above one or below one."""
    if len(joined) == 2:
        return {"type": "joins-two", "card": card, "low": joined[0], "high": joined[1]}
    kind = "follows" if joined[0] < card else "leads"
    return {"type": kind, "card": card, "other": joined[0], "pot": pot}


def advise_pass(view: Json) -> Event:
    """Chips to be had from the others, or what the card would cost."""
    card, pot = view["card"], view["pot"]
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    wanting = [seat for seat in others if view["neighbours"][seat]]
    if view["neighbours"][view["seat"]]:
        if wanting:
            return {"type": "risky-wait", "card": card, "seat": wanting[0]}
        return {"type": "wait", "card": card}
    if wanting:
        return {"type": "somebody-else", "card": card, "seat": wanting[0]}
    if card - pot > 0:
        return {"type": "dear", "card": card, "cost": card - pot}
    return {"type": "more-chips", "card": card, "pot": pot}
