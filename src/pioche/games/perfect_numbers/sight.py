"""Perfect Numbers: what a seat sees, and what its moves would bring about."""

from pioche.core.game import Json
from pioche.games.perfect_numbers import position
from pioche.games.perfect_numbers.names import colours_of
from pioche.games.perfect_numbers.rules import PerfectNumbers
from pioche.games.perfect_numbers.rules_cards import CLOSE, COLOURS

FORETOLD = ("add", "give", "replace", "move", "close")


def show(s: PerfectNumbers, seat: int | None) -> Json:
    """All but the pile; who has room, what is protected; for the actor, what moves will do."""
    seats = range(s.players)
    shut = [s.shut >> (COLOURS * p) for p in seats]
    return {
        **position.table(s),
        "draw_count": int(s.pile()),
        "protected": [colours_of(mask) for mask in shut],
        "room": [s.has_room(p) for p in seats],
        "outlook": {} if seat is None else outlook(s, seat),
    }


def outlook(s: PerfectNumbers, seat: int) -> Json:
    """What each legal move of a seat that adds, gives, replaces, moves or closes will do."""
    texts = {action: s.game.text(action) for action in s.legal(seat)}
    return {
        text: effect(s, action, text)
        for action, text in texts.items()
        if text.split()[0] in FORETOLD
    }


def effect(s: PerfectNumbers, action: int, text: str) -> Json:
    """Found by trying: nothing, a perfect number, cards lost or cards won, and how many."""
    after = s.clone()
    after.do(s.turn, action)
    won = after.points(s.turn) - s.points(s.turn)
    lost = after.discarded - s.discarded - text.startswith("move")
    if after.perfect >= 0:
        scored = after.clone()
        scored.do(s.turn, CLOSE)
        return {"effect": "perfect", "cards": int(scored.points(s.turn) - s.points(s.turn))}
    if won:
        return {"effect": "win", "cards": int(won)}
    return {"effect": "lose", "cards": int(lost)} if lost else {"effect": "nothing", "cards": 0}
