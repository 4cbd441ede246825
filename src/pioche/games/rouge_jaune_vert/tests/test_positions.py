"""Rouge Jaune Vert: positions that can't be, and some odd ones that can."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from rjv_positions import GAME, Position, dealt, load, play, race, time_up

from pioche import BadPosition, Rng

Change = Callable[[Position], Any]


def racing() -> Position:
    return race("RG1 BK3", "BR1", "BR2", held={0: "GY4", 2: "KB1+"}, up="KB2")


def choosing() -> Position:
    """Seat 1 was first; 2 and then 0 choose from 9 and 9."""
    return time_up(race("RG1 RG2", "BR3", "BR2")).dump()


def stopped() -> Position:
    """Seat 0 stopped the round; seat 1, first by times, has the 10; seat 2 has chosen."""
    row = "BR1 BR2 BR3 BR4 BY1 BY2 BY3 BY4 BG1"
    state = play(load(race(row, "GK3", "GB2", held={0: "BK1"}, points=[10, 9, 8])), (0, "place"))
    return play(state, (2, "choose 9")).dump()


def finished() -> Position:
    """The game is over."""
    rounds = [[5, 4, 3, 2, 10], [5, 4, 3, 2]]
    position = race("RG3", "BR1", round=5, won=rounds, points=[9])
    position |= {"phase": "points", "kept": [1, 1], "choosing": [1]}
    return play(load(position), (1, "choose 9")).dump()


def put(*path: Any) -> Change:
    """Set the value at a path; the last argument is the value."""

    def change(position: Position) -> None:
        *keys, last, value = path
        holder: Any = position
        for key in keys:
            holder = holder[key]
        holder[last] = value

    return change


def both(*changes: Change) -> Change:
    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


def refused(position: Position, change: Change) -> BadPosition:
    broken = copy.deepcopy(position)
    change(broken)
    assert repr(broken) != repr(position)  # 1 == True == 1.0
    with pytest.raises(BadPosition) as caught:
        load(broken)
    return caught.value


def test_the_tables_of_this_file_can_be() -> None:
    """RJV-4"""
    for position in (racing(), choosing(), stopped(), finished()):
        assert load(position).dump() == position


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("round", 0), "round"),
        (put("round", 6), "round"),
        (put("round", 2), "point_draw"),
        (put("phase", "count"), "phase"),
        (put("phase", "points"), "held[0]"),
        (put("over", True), "over"),
        (put("chance", True), "series[1][0]"),
        (put("slots", []), "slots"),
        (put("slots", 9, None), "slots"),
        (put("slots", 0, {"card": "RG1", "up": False}), "series[0][0]"),
        (put("slots", 9, {"card": "RR1", "up": False}), "slots[9].card"),
        (put("slots", 9, {"card": "RG5", "up": False}), "slots[9].card"),
        (put("slots", 9, {"card": "VG1", "up": False}), "slots[9].card"),
        (put("slots", 9, {"card": ["RG1"], "up": False}), "slots[9].card"),
        (put("slots", 9, {"card": "KB2"}), "slots[9]"),
        (put("slots", 9, {"card": "KB2", "up": True, "slot": 9}), "slots[9]"),
        (put("slots", 9, "KB2"), "slots[9]"),
        (put("slots", 9, "up", 1), "slots[9].up"),
        (put("slots", 9, "up", None), "slots[9].up"),
        (put("held", [None, None]), "held"),
        (put("held", 0, None), "slots"),
        (put("held", 0, {"card": "GY4", "slot": 4}), "held[0]"),
        (put("held", 0, "GY4"), "held[0]"),
        (put("held", 0, "up", "no"), "held[0].up"),
        (put("held", 0, "slot", -1), "held[0].slot"),
        (put("held", 0, "slot", 80), "held[0].slot"),
        (put("held", 0, "slot", True), "held[0].slot"),
        (put("held", 0, "slot", 40), "held[0].slot"),
        (put("held", 2, "slot", 4), "held[2].slot"),
        (put("held", 2, "card", "GY4"), "held[2].card"),
        (put("held", 2, "card", "GG4"), "held[2].card"),
        (put("series", [["RG1", "BK3"], ["BR1"]]), "series"),
        (put("series", 1, []), "series[1]"),
        (put("series", 1, "BR1"), "series[1]"),
        (put("series", 1, 0, "RG1"), "series[1][0]"),
        (put("series", 1, 0, 3), "series[1][0]"),
        (put("kept", [2, 1, 1]), "kept"),
        (put("stopped_by", 0), "stopped_by"),
        (put("stopped_by", 3), "stopped_by"),
        (put("points", [10, 10]), "points"),
        (put("points", 0, 11), "points[0]"),
        (put("points", 0, True), "points[0]"),
        (put("points", 0, 10.0), "points[0]"),
        (put("points", [10, 10, 9, 9]), "point_draw[0]"),
        (put("point_draw", []), "point_draw"),
        (put("point_draw", 0, 10), "point_draw[0]"),
        (put("point_draw", 0, -5), "point_draw[0]"),
        (put("won", [[], []]), "won"),
        (put("won", 0, [8]), "won[0][0]"),
        (both(put("won", 0, [10]), put("points", [10, 9])), "won[0]"),
        (put("choosing", [0]), "choosing"),
        (put("choosing", None), "choosing"),
    ],
)
def test_impossible_races_name_the_field(change: Change, field: str) -> None:
    """RJV-2 RJV-3 RJV-4 RJV-5 RJV-6"""
    assert refused(racing(), change).field == field


@pytest.mark.parametrize("length", [10, 11, 80])
def test_a_full_series_is_not_left_in_a_race(length: int) -> None:
    """RJV-10 RJV-11"""
    position = racing()
    for i, slot in enumerate(position["slots"]):
        if slot and len(position["series"][1]) < length:
            position["series"][1].append(slot["card"])
            position["slots"][i] = None
    with pytest.raises(BadPosition) as caught:
        load(position)
    assert caught.value.field == "series[1]"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("phase", "race"), "kept"),
        (put("kept", None), "kept"),
        (put("kept", [1, 1]), "kept"),
        (put("kept", 0, 2), "kept[0]"),
        (put("kept", 0, 0), "kept[0]"),
        (put("kept", 0, True), "kept[0]"),
        (put("stopped_by", 1), "stopped_by"),
        (put("held", 0, {"card": "RG3", "slot": 0, "up": False}), "held[0]"),
        (put("choosing", []), "choosing"),
        (put("choosing", [0, 2]), "choosing"),
        (put("choosing", [2]), "choosing"),
        (put("choosing", [0]), "won[2]"),
        (put("choosing", [1, 2, 0]), "choosing"),
        (put("choosing", [1, 1, 2, 0]), "choosing"),
        (put("choosing", [2, 3]), "choosing[1]"),
        (put("points", [9]), "points"),
        (put("won", 1, []), "points"),
        (both(put("won", 1, []), put("points", [10, 10, 9])), "won[1]"),
        (both(put("won", 1, [9]), put("points", [10, 10])), "won[1]"),
        (both(put("won", 0, [10]), put("won", 1, [])), "won[1]"),
        (put("chance", True), "choosing"),
        (put("over", True), "over"),
        (put("round", 5), "point_draw"),
    ],
)
def test_impossible_choices_name_the_field(change: Change, field: str) -> None:
    """RJV-13 RJV-14 RJV-15"""
    assert refused(choosing(), change).field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("stopped_by", None), "series[0]"),
        (put("stopped_by", 1), "series[0]"),
        (both(put("won", 1, [8]), put("points", [10])), "won[1]"),
        (both(put("won", 1, [9]), put("won", 2, [10])), "won[1]"),
        (put("choosing", [2]), "choosing"),
    ],
)
def test_impossible_stops_name_the_field(change: Change, field: str) -> None:
    """RJV-11 RJV-15"""
    position = stopped()
    assert (position["stopped_by"], position["choosing"]) == (0, [0])
    assert position["won"] == [[], [10], [9]]
    assert refused(position, change).field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("over", False), "choosing"),
        (both(put("over", False), put("chance", True)), "chance"),
        (put("chance", True), "chance"),
        (put("round", 4), "over"),
        (put("phase", "race"), "over"),
        (put("won", 0, [5, 4, 3, 2]), "points"),
        (put("choosing", [1]), "choosing"),
    ],
)
def test_impossible_ends_name_the_field(change: Change, field: str) -> None:
    """RJV-16"""
    assert refused(finished(), change).field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (put("round", 2), "chance"),
        (put("phase", "points"), "series[0]"),
        (put("slots", 7, {"card": "RG1", "up": False}), "slots[7].card"),
        (put("held", 1, {"card": "RG1", "slot": 7, "up": False}), "held[1].card"),
        (put("series", 1, ["RG1"]), "series[1][0]"),
        (put("points", [4]), "points"),
        (put("point_draw", [4]), "point_draw"),
        (put("won", 0, [4]), "won[0]"),
        (put("choosing", [0]), "choosing"),
        (put("kept", [0, 0]), "kept"),
        (put("stopped_by", 0), "stopped_by"),
    ],
)
def test_before_the_first_deal_nothing_lies_on_the_table(change: Change, field: str) -> None:
    """RJV-4 RJV-5"""
    assert refused(GAME.new(2).dump(), change).field == field


def test_a_shuffle_is_not_due_in_a_race() -> None:
    """RJV-4"""
    assert refused(dealt(2).dump(), put("chance", True)).field.startswith(("slots", "series"))


def test_the_tie_by_nearness_is_part_of_the_order() -> None:
    """RJV-14"""
    position = time_up(race("GK1", "GB1", "GR1")).dump()
    assert position["choosing"] == [1, 2]
    assert refused(position, put("choosing", [2, 1])).field == "choosing"


def test_point_cards_are_read_in_any_order_and_shown_highest_first() -> None:
    """RJV-5"""
    position = race("RG1", "BR1", "BR2", points=[-4, 10, 3])
    assert load(position).dump()["points"] == [10, 3, -4]


def test_the_draw_pile_of_points_is_turned_up_from_its_front() -> None:
    """RJV-5"""
    position = time_up(race("RG3", "BR1")).dump()
    position["point_draw"].reverse()  # lowest first: -4, -4, -3 …
    state = load(position)
    play(state, (1, "choose 10"))
    state.shuffle(Rng(1))
    assert state.dump()["points"] == [-4, -4]
    assert state.dump()["point_draw"][:2] == [-3, -3]
