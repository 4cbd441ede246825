"""Rouge Jaune Vert: views, resampling, events and words."""

from collections import Counter
from typing import Any

import pytest
from rjv_positions import GAME, dealt, full, load, play, race, slot_of, time_up

from pioche import CHANCE, CLOCK, KeyedRng, Rng, State
from pioche.words import Words


def test_a_card_from_below_is_seen_by_its_holder_alone() -> None:
    """RJV-6"""
    state = load(race("RG1", "BR1", "BR2", held={1: "YK2"}))
    for seat in (0, 2, None):
        assert state.view(seat)["held"] == [None, {"slot": 3, "up": False}, None]
    assert state.view(1)["held"][1] == {"slot": 3, "up": False, "card": "YK2"}


def test_a_card_that_lay_open_is_known_to_all_in_any_hand() -> None:
    """RJV-6"""
    state = load(race("RG1", "BR1", held={1: "YK2+"}))
    for seat in (0, 1, None):
        assert state.view(seat)["held"][1] == {"slot": 2, "up": True, "card": "YK2"}


def test_the_spread_shows_open_cards_only() -> None:
    """RJV-4 RJV-7"""
    position = race("RG1", "BR1", up="KB1")
    for seat in (0, 1, None):
        slots = load(position).view(seat)["slots"]
        assert slots[:2] == [None, None]
        assert slots[slot_of(position, "KB1")] == {"up": True, "card": "KB1"}
        assert slots.count({"up": False}) == 77


def test_a_card_put_back_is_seen_by_all_and_a_placed_one_too() -> None:
    """RJV-7"""
    state = load(race("RG1", "BR1", held={0: "YK2", 1: "KB1"}))
    play(state, (0, "return"), (1, "place"))
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view["slots"][2] == {"up": True, "card": "YK2"}
        assert view["series"] == [["RG1"], ["BR1", "KB1"]]


def test_a_card_that_went_back_face_down_at_the_stop_is_hidden_again() -> None:
    """RJV-6 RJV-11"""
    state = time_up(race("RG1", "BR1", held={0: "YK2"}))
    for seat in (0, 1, None):
        assert state.view(seat)["slots"][2] == {"up": False}


def test_a_view_does_not_tell_whether_a_held_card_fits() -> None:
    """RJV-8"""
    right, wrong = (load(race("RG1", "BR1", held={0: card})).view(0) for card in ("BK3", "RG2"))
    assert right["held"][0].keys() == {"card", "slot", "up"}
    for view in (right, wrong):
        view["held"][0]["card"] = "?"
    assert right == wrong


def test_a_view_does_not_tell_a_mistake_before_the_count() -> None:
    """RJV-8 RJV-13"""
    view = load(race("RG1 RG2", "BR1")).view(0)
    assert (view["count"], view["kept"]) == (None, None)


def test_a_view_has_the_goal_the_sums_and_the_size_of_the_pile() -> None:
    """RJV-5 RJV-10 RJV-16"""
    state = load(race("RG1", "BR1", round=3, won=[[10, -4], [7, 7]]))
    view = state.view(None)
    assert (view["target"], view["scores"], view["point_draw_count"]) == (11, [6, 14], 24)
    assert "point_draw" not in view
    assert GAME.new(2).view(0)["point_draw_count"] == 0


def test_the_count_says_where_each_series_broke_and_why() -> None:
    """RJV-9 RJV-13 RJV-14"""
    state = time_up(race("RG2 BK4 RB2 GY3", "YK2 GR4", "BG1 GB1", "KG3 YR3"))
    count = state.view(1)["count"]
    assert [seat["place"] for seat in count] == [1, 2, 4, 3]
    assert [seat["kept"] for seat in count] == [2, 2, 1, 1]
    assert [seat["times"] for seat in count] == [6, 6, 1, 3]
    assert [seat["broke"] for seat in count] == [
        {"index": 2, "colours": ["B"], "times": None},
        None,
        {"index": 1, "colours": ["B", "G"], "times": 1},
        {"index": 1, "colours": [], "times": 3},
    ]


def test_resample_draws_every_hidden_card_equally_often_everywhere() -> None:
    """RJV-6: in the spread and in the hands of others alike."""
    position = race("RG1", "BR1", held={0: "YK2", 1: "YK3"}, up="KB1 KB2")
    state, rng = load(position), Rng(4)
    hidden = {s["card"] for s in position["slots"] if s and not s["up"]} | {"YK3"}
    assert len(hidden) == 75
    in_hand, in_spread = Counter[str](), Counter[str]()
    for _ in range(3000):
        other = state.resample(0, rng).dump()
        in_hand[other["held"][1]["card"]] += 1
        in_spread[other["slots"][79]["card"]] += 1
        assert other["held"][0]["card"] == "YK2"
        assert other["held"][1]["slot"] == position["held"][1]["slot"]
    for counts in (in_hand, in_spread):  # 40 of each expected
        assert set(counts) == hidden
        assert all(14 <= n <= 75 for n in counts.values())


def test_resample_keeps_what_lay_open_in_any_hand() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", held={0: "YK2", 1: "YK3+"}, up="KB1")
    state, rng = load(position), Rng(5)
    for _ in range(50):
        other = state.resample(0, rng).dump()
        assert other["held"] == position["held"]
        assert other["series"] == position["series"]
        assert other["slots"][slot_of(position, "KB1")] == {"card": "KB1", "up": True}
        assert state.resample(1, rng).dump()["held"][1] == position["held"][1]


def test_resample_draws_the_pile_of_points_anew_and_nothing_else_of_them() -> None:
    """RJV-5"""
    position = race("RG1", "BR1", round=2, won=[[10], [-4]], points=[3, -4])
    state, rng, tops = load(position), Rng(6), Counter[int]()
    for _ in range(2600):
        other = state.resample(0, rng).dump()
        assert (other["points"], other["won"]) == ([3, -4], [[10], [-4]])
        assert sorted(other["point_draw"]) == sorted(position["point_draw"])
        tops[other["point_draw"][0]] += 1
    assert -4 not in tops
    assert all(60 <= tops[value] <= 145 for value in (10, 3))  # one of each left, 100 expected
    twice = set(range(-3, 10)) - {3}
    assert all(140 <= tops[value] <= 265 for value in twice)  # two of each left, 200 expected


def test_resample_works_before_the_first_deal_and_after_the_last() -> None:
    """RJV-4 RJV-16"""
    state = GAME.new(2)
    assert state.resample(0, Rng(1)).dump() == state.dump()
    state.playout(Rng(1))
    other = state.resample(0, Rng(1))
    assert other.outcome() == state.outcome()
    assert other.view(0) == state.view(0)


def test_a_table_generator_deals_and_resamples_too() -> None:
    """RJV-4"""
    rng = KeyedRng(bytes(32))
    state = GAME.new(6)
    state.shuffle(rng)
    assert load(state.resample(3, rng).dump()).view(3) == state.view(3)


def told(state: State, who: int, text: str, seat: int | None) -> list[dict[str, Any]]:
    """The events of a move for a seat; the state moves on."""
    before = state.clone()
    play(state, (who, text))
    return GAME.events(before, who, GAME.parse(text), state, seat)


def test_events_of_a_deal() -> None:
    """RJV-4 RJV-5"""
    before = GAME.new(2)
    after = before.clone()
    after.shuffle(Rng(1))
    first, second = (series[0] for series in after.dump()["series"])
    assert GAME.events(before, CHANCE, None, after, 0) == [
        {"type": "dealt", "round": 1, "target": 11},
        {"type": "started", "seat": 0, "card": first},
        {"type": "started", "seat": 1, "card": second},
        {"type": "turned-up", "points": after.dump()["points"]},
    ]


def test_a_grab_from_below_is_told_without_the_card() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", up="KB1")
    down, up = slot_of(position, "KB2"), slot_of(position, "KB1")
    hidden = {"type": "took", "seat": 0, "slot": down}
    shown = {"type": "took-card", "seat": 0, "slot": down, "card": "KB2"}
    assert told(load(position), 0, f"grab {down}", 1) == [hidden]
    assert told(load(position), 0, f"grab {down}", None) == [hidden]
    assert told(load(position), 0, f"grab {down}", 0) == [shown]
    assert told(load(position), 0, f"grab {up}", 1) == [shown | {"slot": up, "card": "KB1"}]


def test_events_of_placing_and_putting_back() -> None:
    """RJV-7"""
    position = race("RG1", "BR1", held={0: "YK2"})
    placed = {"type": "placed", "seat": 0, "card": "YK2", "length": 2, "target": 11}
    returned = {"type": "returned", "seat": 0, "slot": 2, "card": "YK2"}
    for seat in (0, 1, None):
        assert told(load(position), 0, "place", seat) == [placed]
        assert told(load(position), 0, "return", seat) == [returned]


def test_events_of_a_stop_tell_the_count() -> None:
    """RJV-11 RJV-13 RJV-15"""
    row = "RG1 BK3 GY4 BR3 GY2 RB3"
    hands = {0: "YK1", 2: "KR1"}
    position = race(row, "BR1 BR4", "BR2", "GB4", "BY1", "BY2", held=hands)
    events = told(load(position), 0, "place", 1)
    assert [event["type"] for event in events] == [
        *["placed", "stopped", "let-go"],
        *["kept-all", "kept-all", "kept-all", "kept-all", "broke", "kept-all"],
        "won",
    ]
    assert events[2] == {"type": "let-go", "seat": 2, "slot": position["held"][2]["slot"]}
    assert [event["seat"] for event in events[3:9]] == [0, 3, 2, 5, 1, 4]
    broke = {"type": "broke", "seat": 1, "kept": 1, "times": 1}
    assert events[7] == broke | {"cards": ["BR1", "BR4"], "lost": 1}
    assert events[-1] == {"type": "won", "seat": 0, "value": 10}


def test_events_of_the_clock_and_of_the_choices() -> None:
    """RJV-12 RJV-15 RJV-16"""
    state = load(race("RG3", "BR1", held={0: "YK2", 1: "KB1"}, points=[4, -1]))
    types = [event["type"] for event in told(state, CLOCK, "time", 0)]
    assert types == ["time-up", "let-go", "let-go", "kept-all", "kept-all", "won"]
    assert told(state, 1, "choose -1", 0) == [
        {"type": "chose", "seat": 1, "value": -1},
        {"type": "stands", "seat": 0, "round": 1, "score": 4},
        {"type": "stands", "seat": 1, "round": 1, "score": -1},
    ]


def test_the_standings_are_told_after_the_last_choice_only() -> None:
    """RJV-15"""
    state = time_up(race("RG3", "BR2", "BR1"))
    assert [event["type"] for event in told(state, 1, "choose 9", 0)] == ["chose"]
    assert len(told(state, 2, "choose 10", 0)) == 4


@pytest.mark.parametrize(
    ("lang", "name"), [("en", "“blue” in red ×3"), ("fr", "« bleu » en rouge ×3")]
)
def test_cards_are_said_in_words(lang: str, name: str) -> None:
    """RJV-2"""
    words = Words.load(GAME, lang)
    assert GAME.card_name("BR3", words.texts) == name
    assert words.say_move("grab 17", ["Ada", "Bo"]).endswith(" 17")
    assert words.say_move("choose -4", ["Ada", "Bo"]).endswith(" -4")


def test_the_loser_of_a_race_for_a_card_reads_who_has_it() -> None:
    """RJV-12"""
    state = play(dealt(2), (1, "grab 40"))
    refusal = state.refusal(0, GAME.parse("grab 40"))
    assert refusal is not None
    text = Words.load(GAME, "en").say_refusal(refusal, ["Ada", "Bo"])
    assert text == "Too late! Bo has just taken the card from slot 40."


@pytest.mark.parametrize(("lang", "open_card"), [("en", "♥BBB"), ("fr", "♣JJ")])
def test_the_board_shows_what_the_view_does(lang: str, open_card: str) -> None:
    """RJV-6 RJV-7"""
    position = race("RG1 RG2", "KB1", held={0: "YK4"}, up="BR3 YG2")
    words = Words.load(GAME, lang).texts
    mine, theirs = (lines(load(position).view(p), ["Ada", "Bo"], words) for p in (0, 1))
    four = words["initials"]["Y"] * 4
    assert any(open_card in line for line in mine)
    assert any(f"■{four}" in line for line in mine)
    assert not any(f"■{four}" in line for line in theirs)
    assert not any("✗" in line for line in mine)
    counted = lines(time_up(position).view(0), ["Ada", "Bo"], words)
    assert sum("✗" in line for line in counted) == 1


def test_a_full_table_is_drawn_after_the_stop() -> None:
    """RJV-11"""
    words = Words.load(GAME, "fr").texts
    state = play(load(full()), (0, "place"))
    drawn = lines(state.view(None), ["A", "B", "C", "D", "E", "F"], words)
    assert sum("▶" in line for line in drawn) == 1


def lines(view: Any, names: list[str], words: Any) -> list[str]:
    return [row.text for row in GAME.build_board(view, names, words)]
