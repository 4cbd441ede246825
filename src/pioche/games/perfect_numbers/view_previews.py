"""Perfect Numbers: what each move of a seat would bring about, and which cards it would cost."""

from mypy_extensions import i64

from pioche.games.perfect_numbers.rules.cards import (
    ADD,
    CLOSE,
    COLOURS,
    DOWN,
    MOVE,
    REPLACE,
    STEAL,
    STORE,
    added_kind,
    added_place,
    replaced_place,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.schema import (
    PerfectNumbersEffect,
    PerfectNumbersOutlook,
    PerfectNumbersSeriesName,
)
from pioche.games.perfect_numbers.view_names import FACES, action_names, name_series


def preview_moves(s: PerfectNumbers, seat: int) -> dict[str, PerfectNumbersOutlook]:
    """What each legal move of a seat that adds, gives, replaces, moves or closes will do."""
    told: dict[str, PerfectNumbersOutlook] = {}
    texts: list[str] = s.game.texts
    for action in s.legal(seat):
        if has_preview(action):
            told[texts[action]] = preview_move(s, action)
    return told


def has_preview(action: i64) -> bool:
    """Whether it adds, gives, replaces, moves or closes."""
    return ADD <= action < STORE or action == CLOSE or MOVE <= action < STEAL


def preview_move(s: PerfectNumbers, action: i64) -> PerfectNumbersOutlook:
    """Found by trying: nothing, a perfect number, cards lost or cards won; how many, and which."""
    me = s.turn
    after = s.clone()
    after.do(me, action)
    effect: PerfectNumbersEffect = "nothing"
    leaving: list[str] = []
    at: list[int] = []
    if after.perfect >= 0:
        after.do(me, CLOSE)
        effect = "perfect"
    elif action != CLOSE:
        leaving, at = find_leaving_cards(s, after, action)
        if leaving:
            effect = "lose"
    cards: i64 = len(leaving)
    won = after.points(me) - s.points(me)
    if won != 0:
        cards = won
        if effect != "perfect":
            effect = "win"
    series = name_touched_series(s, action)
    return {"effect": effect, "cards": cards, "leaving": leaving, "at": at, "series": series}


def find_leaving_cards(
    s: PerfectNumbers, after: PerfectNumbers, action: i64
) -> tuple[list[str], list[int]]:
    """The cards that leave, first to last, and where in their series they lie now."""
    if replaces_actions(action):
        return action_names(s.stored_actions(s.turn)), []
    leaving: list[str] = []
    at: list[int] = []
    place = touched_place(s, action)
    order = order_after(s, place, action)
    n = len(order) - after.sizes[place]
    first = s.first_lost_index(len(order), n)
    for i in order[first : first + n]:
        if i < 0:
            leaving.append(FACES[added_kind(action)])
        else:
            leaving.append(FACES[s.card_at(place, i) & (DOWN - 1)])
            at.append(i)
    return leaving, at


def replaces_actions(action: i64) -> bool:
    """Whether a move puts a card in place of the stored actions."""
    return REPLACE <= action < STORE and replaced_place(action) == COLOURS


def name_touched_series(s: PerfectNumbers, action: i64) -> PerfectNumbersSeriesName | None:
    """The series that a move closes, adds to, moves a card of or replaces; None for actions."""
    if replaces_actions(action):
        return None
    if action == CLOSE:
        return name_series(s.perfect)
    return name_series(touched_place(s, action))


def touched_place(s: PerfectNumbers, action: i64) -> i64:
    """The place of the series that a move adds to, moves a card of or replaces."""
    if action < REPLACE:
        return added_place(action, s.turn)
    mine = COLOURS * s.turn
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
