"""Rouge Jaune Vert: positions, both ways."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pioche.core.position import Census, PositionReader, fail, read_entries, read_whole_number
from pioche.games.rouge_jaune_vert.cards import CARDS, NUMBER, POINTS
from pioche.games.rouge_jaune_vert.rules.cards import (
    GONE,
    LOWEST,
    POINT_CARDS,
    SLOTS,
    UP,
)
from pioche.games.rouge_jaune_vert.rules.state import (
    LONGEST_SERIES,
    ROUNDS,
    RougeJauneVert,
    target_length,
)
from pioche.games.rouge_jaune_vert.schema import (
    RougeJauneVertHandCard,
    RougeJauneVertPosition,
    RougeJauneVertSpreadCard,
)
from pioche.games.rouge_jaune_vert.view import (
    build_table,
    card_at,
    open_points,
    unpack_seats,
    won_points,
)

if TYPE_CHECKING:
    from pioche.core.game import Game

# -- dump --------------------------------------------------------------------------------------


def build_position(s: RougeJauneVert) -> RougeJauneVertPosition:
    """The fields of the clause file."""
    return {
        **s.build_common_position(),
        **build_table(s),
        "slots": [dump_slot(s, slot) for slot in range(SLOTS)],
        "held": [dump_hand(s, s.held_slot(p)) for p in range(s.players)],
        "point_draw": dump_point_draw(s),
    }


def dump_point_draw(s: RougeJauneVert) -> list[int]:
    """The draw pile of point cards; there is none before the first deal."""
    return [v + LOWEST for v in s.pile[s.drawn :]] if s.drawn else []


def dump_slot(s: RougeJauneVert, slot: int) -> RougeJauneVertSpreadCard | None:
    """A card of the spread, or null."""
    if s.slots[slot] & GONE:
        return None
    return {"card": card_at(s, slot), "up": bool(s.slots[slot] & UP)}


def dump_hand(s: RougeJauneVert, slot: int) -> RougeJauneVertHandCard | None:
    """The card taken from a slot, or null."""
    if slot < 0:
        return None
    return {"card": card_at(s, slot), "slot": slot, "up": bool(s.slots[slot] & UP)}


# -- load --------------------------------------------------------------------------------------


def restore_state(game: "Game", reader: PositionReader) -> RougeJauneVert:
    """The state of a position, by the game's version of the rules."""
    s = game.new_state(reader.players, reader.options)
    assert isinstance(s, RougeJauneVert)
    s.over, s.due = reader.over, reader.chance
    s.round = reader.number("round", 1, ROUNDS)
    s.racing = reader.word("phase", ("race", "points")) == "race"
    if s.over and (s.racing or s.round < ROUNDS):
        fail("over", f"a game ends with the points of round {ROUNDS}")
    if s.due and (s.round > 1 if s.racing else s.round == ROUNDS):
        fail("chance", "no shuffle is due there")
    restore_cards(s, reader)
    restore_stop(s, reader)
    check_kept(s, reader)
    restore_points(s, reader)
    restore_choosing(s, reader)
    check_first(s, reader)
    return s


def is_undealt(s: RougeJauneVert) -> bool:
    """Whether the first deal is still to come: then the whole table is empty."""
    return s.due and s.racing


def restore_cards(s: RougeJauneVert, reader: PositionReader) -> None:
    """The spread, the hands and the series: all 80 cards, once each."""
    census = Census(dict.fromkeys(CARDS, 1))
    slots = [restore_slot(census, at, entry) for at, entry in reader.items("slots", SLOTS)]
    held = 0
    for p, (at, entry) in enumerate(reader.per_seat("held")):
        if entry is not None:
            held |= (restore_hand(s, census, slots, at, entry) + 1) << (8 * p)
    s.set_slots(slots)
    s.held = held
    restore_series(s, census, reader)
    if not is_undealt(s):
        census.check_complete("slots")
    for places in census.places.values():
        if is_undealt(s) and places:
            fail(places[0], "no card is on the table before the first deal")


def restore_slot(census: Census, at: str, entry: Any) -> int:
    """A card of the spread, or null."""
    if entry is None:
        return GONE
    check_keys(at, entry, ("card", "up"))
    return NUMBER[census.add_card(f"{at}.card", entry["card"])] + (
        UP if read_face_up(at, entry) else 0
    )


def restore_hand(s: RougeJauneVert, census: Census, slots: list[int], at: str, entry: Any) -> int:
    """A card in hand goes on record in its slot, which must be empty; the slot."""
    check_keys(at, entry, ("card", "slot", "up"))
    if not s.racing:
        fail(at, "hands are empty once the race is over")
    slot = read_whole_number(f"{at}.slot", entry["slot"], 0, SLOTS - 1)
    if slots[slot] != GONE:
        fail(f"{at}.slot", f"slot {slot} has another card, in the spread or in a hand")
    card = NUMBER[census.add_card(f"{at}.card", entry["card"])]
    slots[slot] = card + GONE + (UP if read_face_up(at, entry) else 0)
    return slot


def check_keys(at: str, entry: Any, keys: tuple[str, ...]) -> None:
    """An object with exactly these keys."""
    if not isinstance(entry, Mapping) or set(entry) != set(keys):
        fail(at, f"null or an object of {', '.join(keys)} is needed, not {entry!r:.60}")


def read_face_up(at: str, entry: Mapping[str, Any]) -> bool:
    """Whether a card lies, or lay, face up."""
    value = entry["up"]
    if not isinstance(value, bool):
        fail(f"{at}.up", f"true or false is needed, not {value!r:.40}")
    return value


def restore_series(s: RougeJauneVert, census: Census, reader: PositionReader) -> None:
    """RJV-10: each has its start card and is never longer than what there is to reach."""
    target = target_length(s.players)
    for p, (at, entry) in enumerate(reader.per_seat("series")):
        cards = census.add_cards(at, entry)
        if not is_undealt(s) and not 1 <= len(cards) <= target:
            fail(at, f"a series has 1 to {target} cards, not {len(cards)}")
        for i, card in enumerate(cards[:LONGEST_SERIES]):
            s.series[p * LONGEST_SERIES + i] = NUMBER[card]
        s.lengths += len(cards) << (8 * p)


def restore_stop(s: RougeJauneVert, reader: PositionReader) -> None:
    """RJV-11: who stopped the round has a full series, and nobody else has."""
    if not reader.is_null("stopped_by"):
        s.stopped_by = reader.seat("stopped_by")
        if s.racing:
            fail("stopped_by", "nobody has stopped a race that goes on")
    target = target_length(s.players)
    for p in range(s.players):
        full = s.series_length(p) == target
        if full and p != s.stopped_by:
            fail(f"series[{p}]", f"{target} cards would have stopped the round")
        if not full and p == s.stopped_by:
            fail("stopped_by", f"seat {p} has not placed {target} cards")


def check_kept(s: RougeJauneVert, reader: PositionReader) -> None:
    """RJV-13: what is kept is what the series give."""
    if s.racing:
        if not reader.is_null("kept"):
            fail("kept", "is null in the race")
        return
    for p, (at, entry) in enumerate(reader.per_seat("kept")):
        if read_whole_number(at, entry, 1, LONGEST_SERIES) != s.count_kept(p):
            fail(at, f"{entry} should be {s.count_kept(p)}")


def restore_points(s: RougeJauneVert, reader: PositionReader) -> None:
    """RJV-3, RJV-5: the point cards, two of each value; as many drawn as the rounds took."""
    census = Census(dict.fromkeys(POINTS, 2))
    s.drawn = 0 if is_undealt(s) else s.round * s.players
    pile = POINT_CARDS - s.drawn if s.drawn else 0
    up = [read_point_card(census, at, card) for at, card in reader.items("points")]
    draw = [read_point_card(census, at, card) for at, card in reader.items("point_draw", pile)]
    won = [read_won(s, census, at, cards) for at, cards in reader.per_seat("won")]
    if s.drawn:
        census.check_complete("points")
        gone = [card for cards in won for card in cards] + up
        s.set_pile([card - LOWEST for card in gone + draw])
    elif up:
        fail("points", "no point card is up before the first deal")
    s.points = sum(1 << (2 * (card - LOWEST)) for card in up)
    s.set_won([pack_points(cards) for cards in won])


def read_point_card(census: Census, at: str, card: Any) -> int:
    """A point card; 7.0 and true are none."""
    return int(census.add_card(at, read_whole_number(at, card, POINTS[0], POINTS[-1])))


def read_won(s: RougeJauneVert, census: Census, at: str, cards: Any) -> list[int]:
    """A seat's point cards: one a round, that of this round only once the race is over."""
    won = [read_point_card(census, path, card) for path, card in read_entries(at, cards)]
    least, most = s.round - 1, s.round - int(s.racing)
    if not least <= len(won) <= most:
        fail(at, f"{len(won)} point cards can't have been won by now")
    return won


def pack_points(cards: list[int]) -> int:
    """Point cards won as the rules keep them, the latest lowest."""
    packed = 0
    for card in cards:
        packed = packed << 4 | (card - LOWEST + 1)
    return packed


def restore_choosing(s: RougeJauneVert, reader: PositionReader) -> None:
    """RJV-14, RJV-15: the last of the order, with a point card left for each of them."""
    order = [] if s.racing else unpack_seats(s.pack_order())
    choosing = [read_whole_number(at, p, 0, s.players - 1) for at, p in reader.items("choosing")]
    chosen = len(order) - len(choosing)
    if choosing != order[max(chosen, 0) :]:
        fail("choosing", f"{choosing} does not end the order {order}")
    if not s.racing and chosen == 0:
        fail("choosing", "the first takes the highest point card at once")
    if not s.racing and (s.over or s.due) != (chosen == s.players):
        fail("choosing", "is empty exactly when the round is done")
    for p in order:
        if (len(won_points(s, p)) == s.round) == (p in choosing):
            fail(f"won[{p}]", "has the point card of this round once it is chosen")
    s.choosing = sum((p + 1) << (4 * i) for i, p in enumerate(choosing))


def check_first(s: RougeJauneVert, reader: PositionReader) -> None:
    """RJV-15: no point card of the round is higher than the one that the first took."""
    if s.racing:
        return
    order = unpack_seats(s.pack_order())
    highest = won_points(s, order[0])[-1]
    others = [won_points(s, p)[-1] for p in order[1 : s.players - len(reader.raw("choosing"))]]
    if max([*others, *open_points(s)], default=highest) > highest:
        fail(f"won[{order[0]}]", f"{highest} was not the highest point card of the round")
