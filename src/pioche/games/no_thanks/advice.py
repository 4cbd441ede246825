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
    mine = view["taken"][view["seat"]]
    if card - 1 in mine and card + 1 in mine:
        return {"type": "joins-two", "card": card, "low": card - 1, "high": card + 1}
    if card - 1 in mine:
        return {"type": "follows", "card": card, "other": card - 1, "pot": pot}
    if card + 1 in mine:
        return {"type": "leads", "card": card, "other": card + 1, "pot": pot}
    if view["chips"][view["seat"]] == 0:
        return {"type": "forced", "card": card}
    if card - pot <= CHEAP:
        return {"type": "cheap", "card": card, "cost": card - pot, "pot": pot}
    if pot == 0:
        return {"type": "hopeful", "card": card}
    if view["chips"][view["seat"]] <= FEW:
        return {"type": "needs-chips", "pot": pot, "chips": view["chips"][view["seat"]]}
    return {"type": "pays-later", "card": card, "pot": pot}


def advise_pass(view: Json) -> Event:
    """Chips to be had from the others, or what the card would cost."""
    card, pot = view["card"], view["pot"]
    mine = view["taken"][view["seat"]]
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    wanting = [seat for seat in others if joins_run(view["taken"][seat], card)]
    if joins_run(mine, card):
        if wanting:
            return {"type": "risky-wait", "card": card, "seat": wanting[0]}
        return {"type": "wait", "card": card}
    if wanting:
        return {"type": "somebody-else", "card": card, "seat": wanting[0]}
    if card - pot > 0:
        return {"type": "dear", "card": card, "cost": card - pot}
    return {"type": "more-chips", "card": card, "pot": pot}


def joins_run(cards: list[int], card: int) -> bool:
    """Whether a card would join a run of these."""
    return card - 1 in cards or card + 1 in cards
