"""Perfect Numbers: what each move of a seat would bring about, and which cards it would cost."""

from mypy_extensions import i64

from pioche.core.game import Json
from pioche.games.perfect_numbers.rules.cards import (
    ADD,
    ADD_JOKER,
    CLOSE,
    COLOURS,
    DOWN,
    GIVE,
    JOKER,
    MOVE,
    NUMBERS,
    REPLACE,
    STEAL,
    STORE,
    replaced_place,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.view import FACES, action_names, name_series


def preview_moves(s: PerfectNumbers, seat: int) -> Json:
    """What each legal move of a seat that adds, gives, replaces, moves or closes will do."""
    told: Json = {}
    texts: list[str] = s.game.texts
    for action in s.legal(seat):
        if has_preview(action):
            told[texts[action]] = preview_move(s, action)
    return told


def has_preview(action: i64) -> bool:
    """Whether it adds, gives, replaces, moves or closes."""
    return ADD <= action < STORE or action == CLOSE or MOVE <= action < STEAL


def preview_move(s: PerfectNumbers, action: i64) -> Json:
    """Found by trying: nothing, a perfect number, cards lost or cards won; how many, and which."""
    me = s.turn
    after = s.clone()
    after.do(me, action)
    found: Json = {"effect": "nothing", "cards": 0, "leaving": [], "at": []}
    found["series"] = name_touched_series(s, action)
    if after.perfect >= 0:
        after.do(me, CLOSE)
        found["effect"] = "perfect"
    elif action != CLOSE:
        find_leaving(s, after, action, found)
    won = after.points(me) - s.points(me)
    if won != 0:
        found["cards"] = won
        if found["effect"] != "perfect":
            found["effect"] = "win"
    return found


def find_leaving(s: PerfectNumbers, after: PerfectNumbers, action: i64, found: Json) -> None:
    """Tell which cards leave, first to last, and where in their series they lie now."""
    leaving: list[str] = []
    at: list[int] = []
    place = touched_place(s, action)
    if REPLACE <= action < STORE and replaced_place(action) == COLOURS:
        leaving = action_names(s.stored_actions(s.turn))
    else:
        order = order_after(s, place, action)
        n = len(order) - after.sizes[place]
        first = s.first_lost_index(len(order), n)
        for i in order[first : first + n]:
            if i < 0:
                leaving.append(FACES[added_kind(action)])
            else:
                leaving.append(FACES[s.card_at(place, i) & (DOWN - 1)])
                at.append(i)
    if leaving:
        found["effect"] = "lose"
        found["cards"] = len(leaving)
        found["leaving"] = leaving
        found["at"] = at


def name_touched_series(s: PerfectNumbers, action: i64) -> Json | None:
    """The series that a move closes, adds to, moves a card of or replaces; None for actions."""
    if action == CLOSE:
        return name_series(s.perfect)
    if REPLACE <= action < STORE and replaced_place(action) == COLOURS:
        return None
    return name_series(touched_place(s, action))


def touched_place(s: PerfectNumbers, action: i64) -> i64:
    """The place of the series that a move adds to, moves a card of or replaces."""
    mine = COLOURS * s.turn
    if action < ADD_JOKER:
        return mine + (action - ADD) // NUMBERS
    if action < GIVE:
        return mine + (action - ADD_JOKER) % COLOURS
    if action < REPLACE:
        return COLOURS * (action - GIVE & 3) + ((action - GIVE) >> 2) // NUMBERS
    if action < STORE:
        return mine + replaced_place(action)
    return mine + action - MOVE


def order_after(s: PerfectNumbers, place: i64, action: i64) -> list[int]:
    """The cards of that series in their order once it is done, by where they lie; -1: a new one."""
    order: list[int] = []
    for i in range(s.sizes[place]):
        order.append(i)
    if action < REPLACE:
        order.append(-1)
    elif action >= MOVE:
        order.append(order.pop(0))
    return order


def added_kind(action: i64) -> i64:
    """The kind of the card that a move adds or gives."""
    if action < ADD_JOKER:
        return action - ADD
    if action < GIVE:
        return JOKER + (action - ADD_JOKER) // COLOURS
    return (action - GIVE) >> 2
