"""Gap: what speaks for a move, told from the view of the seat that may play it."""

from collections.abc import Sequence
from itertools import product

from pioche.core.native.bits import mask_of, popcount
from pioche.core.schema import Event, get_seat
from pioche.games.gap.cards import CODES
from pioche.games.gap.rules.cards import upper_neighbours
from pioche.games.gap.rules.scoring import positive_colours, score_tally, tally
from pioche.games.gap.schema import GapView


def advise(view: GapView, move: str) -> Event:
    """What a legal move would do to the row."""
    verb, card = move.split()
    if verb == "take":
        return advise_take(view, card)
    outlook = view["takes"][card]
    if outlook["lower"] or outlook["upper"]:
        return advise_choice(view, card)
    return advise_play(view, card)


def advise_play(view: GapView, card: str) -> Event:
    """A card that leaves no choice (GAP-8, GAP-9, GAP-11)."""
    row, outlook = own_row(view), view["takes"][card]
    after = row if outlook["joins"] else [*row, card, *outlook["sure"]]
    points, before = score_cards(after), score_cards(row)
    if view["hands_count"][get_seat(view)] == 1:
        return {"type": "last", "points": points}
    if outlook["joins"]:
        return {"type": "joins", "card": card, "points": points}
    said: Event = {"cards": outlook["sure"], "points": points}
    if points > before and count_tied_colours(after) > max(1, count_tied_colours(row)):
        return {"type": "level", **said, "count": count_tied_colours(after)}
    if points > before:
        return {"type": "gain", **said, "before": before}
    kind = "build" if points == before else "cost"
    colour = find_largest_colour(after, [card, *outlook["sure"]])
    return {"type": kind, **said, "colour": colour, "count": count_colour(after, colour)}


def advise_choice(view: GapView, card: str) -> Event:
    """A card after which there is a choice (GAP-9): what the best one brings."""
    outlook = view["takes"][card]
    sides = [outlook["lower"], outlook["upper"], outlook["sure"]]
    best = max(
        score_cards([*own_row(view), card, *chosen]) for chosen in product(*filter(None, sides))
    )
    return {"type": "choice", "card": card, "points": best}


def advise_take(view: GapView, card: str) -> Event:
    """One of several neighbours, held against the others."""
    ends = {choice: score_after_choice(view, choice) for choice in view["choices"]}
    points = ends.pop(card)
    said: Event = {"card": card, "points": points}
    if points > max(ends.values()):
        return {"type": "take-best", **said}
    if points == max(ends.values()):
        return {"type": "take-level", **said}
    row = [*own_row(view), get_played(view), card]
    return {"type": "take-less", **said, "colour": card[0], "count": count_colour(row, card[0])}


def score_after_choice(view: GapView, card: str) -> int:
    """What the row can score at the end of the turn once this card was chosen."""
    played = get_played(view)
    row = [*own_row(view), played, card]
    neighbours = upper_neighbours(CODES[played])
    upper = [c for c in view["middle"] if neighbours >> CODES[c] & 1]
    if view["phase"] == "upper" or not upper:
        return score_cards(row)
    return max(score_cards([*row, other]) for other in upper)


def own_row(view: GapView) -> list[str]:
    """The cards in front of the seat that looks."""
    return view["rows"][get_seat(view)]


def get_played(view: GapView) -> str:
    """The card that waits for a choice, as one does whenever there is a card to take."""
    assert view["played"] is not None
    return view["played"]


def score_cards(cards: Sequence[str]) -> int:
    """GAP-18: what cards score.

    >>> score_cards(["R1", "R2", "R3", "Y4"])
    2
    """
    return int(score_tally(tally_cards(cards)))


def tally_cards(cards: Sequence[str]) -> int:
    """Cards by colour, as the rules count them."""
    return int(tally(mask_of([CODES[card] for card in cards])))


def count_colour(cards: Sequence[str], colour: str) -> int:
    """How many are of a colour."""
    return sum(card[0] == colour for card in cards)


def count_tied_colours(cards: Sequence[str]) -> int:
    """GAP-16: how many colours are the largest."""
    return int(popcount(positive_colours(tally_cards(cards))))


def find_largest_colour(cards: Sequence[str], new: Sequence[str]) -> str:
    """Of the colours of the new cards, the one there is most of then; the first of equals."""
    return max((card[0] for card in new), key=lambda colour: count_colour(cards, colour))
