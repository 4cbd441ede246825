"""Rouge Jaune Vert: the set-up and the race, clause by clause."""

from collections import Counter

import pytest
from rjv_positions import (
    CARDS,
    GAME,
    Position,
    dealt,
    full,
    legal,
    load,
    play,
    play_round,
    race,
    refusal,
    slot_of,
    time_up,
)

import pioche
from pioche import CHANCE, CLOCK, Illegal, Rng
from pioche.words import Words


def all_cards(position: Position) -> list[str]:
    placed = [card for series in position["series"] for card in series]
    return placed + [slot["card"] for slot in position["slots"] if slot]


def test_two_to_six_play() -> None:
    """RJV-1"""
    assert list(GAME.players) == [2, 3, 4, 5, 6]
    for players in (1, 7):
        with pytest.raises(ValueError, match="players"):
            GAME.new(players)


def test_each_colour_is_named_in_the_four_others_one_to_four_times() -> None:
    """RJV-2"""
    start = dealt().dump()
    cards = all_cards(start)
    assert sorted(cards) == sorted(CARDS)
    assert len(set(cards)) == 80
    assert Counter(card[0] for card in cards) == dict.fromkeys("BRYGK", 16)
    assert Counter(card[2] for card in cards) == dict.fromkeys("1234", 20)
    assert all(card[0] != card[1] for card in cards)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "“black” in yellow ×2"), ("fr", "« noir » en jaune ×2")]
)
def test_example_a_card_is_the_colour_named_the_colour_printed_and_the_times(
    lang: str, said: str
) -> None:
    """RJV-2"""
    assert "KY2" in all_cards(dealt().dump())
    assert GAME.card_name("KY2", Words.load(GAME, lang).texts) == said


def test_the_point_cards_are_two_of_each_value() -> None:
    """RJV-3"""
    start = dealt().dump()
    assert Counter(start["points"] + start["point_draw"]) == dict.fromkeys(range(-4, 11), 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_deal_spreads_the_cards_face_down_and_starts_every_series(players: int) -> None:
    """RJV-4"""
    start = dealt(players).dump()
    assert (start["round"], start["phase"], start["stopped_by"]) == (1, "race", None)
    assert start["slots"][:players] == [None] * players
    assert len(start["slots"]) == 80
    assert all(slot["up"] is False for slot in start["slots"][players:])
    assert [len(series) for series in start["series"]] == [1] * players
    assert start["held"] == [None] * players
    assert start["kept"] is None
    assert start["choosing"] == []


def test_any_card_may_start_a_series_or_lie_anywhere() -> None:
    """RJV-4"""
    starts, lying = Counter[str](), Counter[str]()
    for seed in range(1600):
        start = dealt(2, seed).dump()
        starts[start["series"][1][0]] += 1
        lying[start["slots"][79]["card"]] += 1
    for counts in (starts, lying):  # 20 of each expected
        assert set(counts) == set(CARDS)
        assert all(4 <= n <= 45 for n in counts.values())


def test_all_80_cards_are_dealt_again_each_round() -> None:
    """RJV-4"""
    state, rng = dealt(4), Rng(2)
    first = state.dump()
    play_round(state, rng)
    state.shuffle(rng)
    again = state.dump()
    assert again["round"] == 2
    cards = all_cards(again)
    assert sorted(cards) == sorted(CARDS)
    assert not any(slot["up"] for slot in again["slots"] if slot)
    assert again["slots"] != first["slots"]


def test_later_rounds_start_the_series_with_any_cards_too() -> None:
    """RJV-4"""
    starts, lying = set(), set()
    for seed in range(60):
        state, rng = dealt(6, seed), Rng(seed)
        play(state, (CLOCK, "time"))
        play_round(state, rng)
        state.shuffle(rng)
        starts |= {series[0] for series in state.dump()["series"]}
        lying.add(state.dump()["slots"][79]["card"])
    assert len(starts) > 70  # of 80, in 360 draws
    assert len(lying) > 30


def test_point_cards_are_shuffled_once_and_turned_up_one_a_player() -> None:
    """RJV-5"""
    state, rng = dealt(4), Rng(3)
    pile = state.dump()["point_draw"]
    for number in (1, 2, 3, 4, 5):
        now = state.dump()
        assert len(now["points"]) == 4
        assert now["points"] == sorted(now["points"], reverse=True)
        assert now["point_draw"] == pile[4 * (number - 1) :]
        if number > 1:
            assert Counter(now["points"]) == Counter(pile[4 * (number - 2) : 4 * (number - 1)])
        play_round(state, rng)
        if number < 5:
            state.shuffle(rng)
    assert len({tuple(dealt(4, seed).dump()["point_draw"]) for seed in range(20)}) == 20


def test_six_players_use_up_all_the_point_cards() -> None:
    """RJV-3 RJV-5"""
    state = GAME.new(6)
    state.playout(Rng(5))
    end = state.dump()
    assert end["point_draw"] == end["points"] == []
    assert sum(map(len, end["won"])) == 30


def test_everybody_may_take_any_card_at_any_time() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", "BR2", up="KB1 GY3")
    state = load(position)
    filled = [f"grab {i}" for i, slot in enumerate(position["slots"]) if slot]
    assert state.actors() == (0, 1, 2)
    assert len(filled) == 77
    for seat in (0, 1, 2):
        assert legal(state, seat) == filled
    play(state, (2, "grab 50"), (0, "grab 40"), (1, "grab 41"), (2, "return"), (2, "grab 51"))
    assert state.actors() == (0, 1, 2)
    assert [hand["slot"] for hand in state.dump()["held"]] == [40, 41, 51]


def test_a_grabbed_card_is_in_the_hand_and_its_slot_empty() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", up="KB1")
    for card, up in (("KB1", True), ("KB2", False)):
        slot = slot_of(position, card)
        after = play(load(position), (1, f"grab {slot}")).dump()
        assert after["held"] == [None, {"card": card, "slot": slot, "up": up}]
        assert after["slots"][slot] is None


def test_only_one_card_at_a_time_is_held() -> None:
    """RJV-6"""
    state = load(race("RG1", "BR1", held={0: "YK1"}))
    assert legal(state, 0) == ["place", "return"]
    found = refusal(state, 0, "grab 40")
    assert (found.code, found.clause) == ("holding-already", "RJV-6")
    assert found.params == {"slot": 2, "card": "YK1"}
    assert refusal(state, 0, "grab 2").code == "holding-already"
    assert refusal(state, 0, "grab 0").code == "holding-already"  # even where nothing lies
    with pytest.raises(Illegal):
        state.apply(0, 40)


def test_an_empty_slot_gives_nothing() -> None:
    """RJV-6"""
    found = refusal(load(race("RG1", "BR1")), 0, "grab 1")
    assert (found.code, found.clause, found.params) == ("slot-empty", "RJV-6", {"slot": 1})


def test_a_card_is_placed_at_the_right_end_of_the_own_series() -> None:
    """RJV-7"""
    state = load(race("RG1 BK3", "BR1", held={0: "GY4", 1: "YK2+"}))
    play(state, (1, "place"), (0, "place"))
    after = state.dump()
    assert after["series"] == [["RG1", "BK3", "GY4"], ["BR1", "YK2"]]
    assert after["held"] == [None, None]
    assert after["slots"][:5] == [None] * 5


@pytest.mark.parametrize("lay", ["", "+"])
def test_a_card_put_back_lies_face_up_in_its_own_slot(lay: str) -> None:
    """RJV-7"""
    state = load(race("RG1", "BR1", held={1: "YK2" + lay}))
    assert state.dump()["slots"][2] is None
    play(state, (1, "return"))
    after = state.dump()
    assert after["slots"][2] == {"card": "YK2", "up": True}
    assert after["held"] == [None, None]
    play(state, (0, "grab 2"))
    assert state.dump()["held"][0] == {"card": "YK2", "slot": 2, "up": True}


@pytest.mark.parametrize("text", ["place", "return"])
def test_empty_hands_have_nothing_to_place_or_put_back(text: str) -> None:
    """RJV-7"""
    state = load(race("RG1", "BR1", held={0: "YK1"}))
    found = refusal(state, 1, text)
    assert (found.code, found.clause, found.params) == ("nothing-held", "RJV-7", {})


def test_a_wrong_placement_is_allowed() -> None:
    """RJV-8"""
    right = load(race("RG1", "BR1", held={0: "BK3"}))
    wrong = load(race("RG1", "BR1", held={0: "RG2"}))
    assert legal(right, 0) == legal(wrong, 0) == ["place", "return"]
    play(wrong, (0, "place"))
    assert wrong.dump()["series"][0] == ["RG1", "RG2"]
    play(wrong, (0, "grab 30"), (0, "place"))  # and the race goes on after it
    assert wrong.dump()["phase"] == "race"


@pytest.mark.parametrize("card", ["BR3", "RG1", "YK2", "GB4", "KY1"])
def test_neighbours_have_neither_times_nor_any_colour_in_common(card: str) -> None:
    """RJV-9"""
    for other in CARDS:
        if other != card:
            apart = card[2] != other[2] and not set(card[:2]) & set(other[:2])
            third = next(c for c in CARDS if c not in (card, other))
            end = time_up(race(f"{card} {other}", third)).dump()
            assert end["kept"] == [2 if apart else 1, 1], (card, other)


@pytest.mark.parametrize(
    ("series", "why"),
    [
        ("BR3 BG1", "the colour named"),
        ("BR3 GR1", "the colour printed"),
        ("BR3 GB1", "named on one, printed on the other"),
        ("BR3 RG1", "printed on one, named on the other"),
        ("BR3 RB1", "both the other way round"),
        ("BR3 GK3", "the times"),
    ],
)
def test_each_thing_in_common_breaks_a_series(series: str, why: str) -> None:
    """RJV-9"""
    assert time_up(race(series, "KY4")).dump()["kept"][0] == 1, why


@pytest.mark.parametrize(("players", "target"), [(2, 11), (3, 10), (4, 9), (5, 8), (6, 7)], ids=str)
def test_the_series_to_reach_depends_on_the_number_of_players(players: int, target: int) -> None:
    """RJV-10"""
    others = CARDS[: players - 1]
    row = CARDS[20 : 20 + target - 2]
    state = load(race(" ".join(row), *others, held={0: "KG3"}))
    assert state.view(0)["target"] == target
    play(state, (0, "place"))
    assert state.dump()["phase"] == "race"
    last = next(i for i, slot in enumerate(state.dump()["slots"]) if slot)
    play(state, (0, f"grab {last}"), (0, "place"))
    after = state.dump()
    assert (after["phase"], after["stopped_by"]) == ("points", 0)
    assert len(after["series"][0]) == target


def test_the_last_card_of_a_full_series_stops_the_round_at_once() -> None:
    """RJV-11"""
    state = load(full())
    play(state, (0, "place"))
    after = state.dump()
    assert (after["phase"], after["stopped_by"]) == ("points", 0)
    assert after["kept"] == [7, 1, 1, 1, 1, 1]
    for seat in range(1, 6):
        assert not any(text.startswith(("grab", "place", "return")) for text in legal(state, seat))
    found = refusal(state, after["choosing"][0], "grab 40")
    assert (found.code, found.clause) == ("race-over", "RJV-11")


@pytest.mark.parametrize("text", ["grab 40", "place", "return"])
def test_whoever_is_late_for_the_race_is_told_that_it_is_over(text: str) -> None:
    """RJV-11 RJV-12: whether or not it is theirs to choose now."""
    stopped = play(load(full()), (0, "place"))
    timed = play(dealt(3), (CLOCK, "time"))
    for state, clause in ((stopped, "RJV-11"), (timed, "RJV-12")):
        for seat in range(state.players):
            found = refusal(state, seat, text)
            assert (found.code, found.clause, found.params) == ("race-over", clause, {})


def test_a_wrong_last_card_stops_the_round_too() -> None:
    """RJV-11"""
    row = "RG1 BK3 GY4 BR3 GY2 RB3"
    state = load(race(row, "BR1", "BR2", "BR4", "BY1", "BY2", held={0: "RB4"}))
    after = play(state, (0, "place")).dump()
    assert (after["phase"], after["stopped_by"]) == ("points", 0)
    assert after["kept"][0] == 6
    assert len(after["series"][0]) == 7  # uncut


def test_cards_still_held_go_back_as_they_lay() -> None:
    """RJV-11"""
    row = "RG1 BK3 GY4 BR3 GY2 RB3"
    hands = {0: "YK1", 2: "KR1", 5: "KR2+"}
    position = race(row, "BR1", "BR2", "BR4", "BY1", "BY2", held=hands)
    after = play(load(position), (0, "place")).dump()
    assert after["held"] == [None] * 6
    assert after["slots"][position["held"][2]["slot"]] == {"card": "KR1", "up": False}
    assert after["slots"][position["held"][5]["slot"]] == {"card": "KR2", "up": True}
    assert after["slots"][position["held"][0]["slot"]] is None  # that one was placed


def test_the_clock_ends_a_race_and_nothing_else() -> None:
    """RJV-12"""
    state = dealt(2)
    assert legal(state, CLOCK) == ["time"]
    assert state.actors() == (0, 1)
    play(state, (CLOCK, "time"))
    after = state.dump()
    assert (after["phase"], after["stopped_by"], after["kept"]) == ("points", None, [1, 1])
    assert state.legal(CLOCK) == []
    assert GAME.new(2).legal(CLOCK) == []
    assert after["choosing"] == [1] or after["choosing"] == [0]
    found = refusal(state, after["choosing"][0], "return")
    assert (found.code, found.clause) == ("race-over", "RJV-12")


def test_the_clock_sends_held_cards_back_as_they_lay() -> None:
    """RJV-11 RJV-12"""
    position = race("RG1", "BR1", held={0: "YK1", 1: "KR2+"})
    after = time_up(position).dump()
    assert after["held"] == [None, None]
    assert after["slots"][2:4] == [{"card": "YK1", "up": False}, {"card": "KR2", "up": True}]
    assert after["series"] == [["RG1"], ["BR1"]]


def test_players_cannot_call_time_nor_the_clock_play() -> None:
    """RJV-12"""
    state = dealt(2)
    found = refusal(state, 1, "time")
    assert (found.code, found.clause) == ("clock-only", "RJV-12")
    for text in ("grab 40", "place", "return", "choose 3"):
        found = refusal(state, CLOCK, text)
        assert (found.code, found.clause) == ("not-for-the-clock", "RJV-12")
    assert refusal(state, CHANCE, "time").code == "not-a-player"


def test_there_is_no_time_to_call_once_the_race_is_over() -> None:
    """RJV-12"""
    state = play(dealt(3), (CLOCK, "time"))
    found = refusal(state, CLOCK, "time")
    assert (found.code, found.clause) == ("no-race", "RJV-12")
    chooser, waiting = state.dump()["choosing"]
    assert refusal(state, chooser, "time").code == "clock-only"
    assert refusal(state, waiting, "time").code == "not-your-turn"


def test_the_time_of_a_round_is_an_option_and_no_part_of_the_position() -> None:
    """RJV-12"""
    assert GAME.new(2).dump()["options"] == {"round_seconds": 180}
    for seconds in (30, 900):
        state = GAME.new(2, round_seconds=seconds)
        assert state.options == {"round_seconds": seconds}
        assert GAME.clock_seconds(state) == seconds
    for seconds in (29, 901):
        with pytest.raises(ValueError, match="round_seconds"):
            GAME.new(2, round_seconds=seconds)
    assert not [field for field in dealt(2).dump() if "time" in field or "second" in field]


def test_who_comes_too_late_for_a_card_is_told_and_holds_nothing() -> None:
    """RJV-12"""
    state = play(dealt(3), (2, "grab 40"))
    found = refusal(state, 0, "grab 40")
    assert (found.code, found.clause) == ("card-taken", "RJV-12")
    assert found.params == {"slot": 40, "seat": 2}
    with pytest.raises(Illegal):
        play(state, (0, "grab 40"))
    assert state.dump()["held"][0] is None
    assert state.dump()["held"][2]["slot"] == 40
    assert "grab 41" in legal(state, 0)
    play(state, (2, "place"))
    assert refusal(state, 0, "grab 40").code == "slot-empty"


def test_before_the_first_deal_the_table_is_empty() -> None:
    """RJV-4 RJV-5"""
    state = GAME.new(3)
    assert state.actors() == (CHANCE,)
    start = state.dump()
    assert start["chance"] is True
    assert (start["round"], start["phase"], start["kept"]) == (1, "race", None)
    assert start["slots"] == [None] * 80
    assert start["series"] == start["won"] == [[], [], []]
    assert start["held"] == [None, None, None]
    assert start["points"] == start["point_draw"] == start["choosing"] == []
    assert refusal(state, 0, "grab 40").code == "shuffle-due"
    assert all(state.legal(seat) == [] for seat in (0, 1, 2, CLOCK))


def test_moves_are_written_as_the_rules_say() -> None:
    """RJV-6 RJV-7 RJV-12 RJV-15"""
    texts = [GAME.text(action) for action in range(GAME.num_actions)]
    assert len(texts) == 98
    assert texts[0] == "grab 0"
    assert texts[79:83] == ["grab 79", "place", "return", "choose -4"]
    assert texts[96:] == ["choose 10", "time"]
    for wrong in ("grab 80", "grab -1", "choose 11", "choose +3", "choose -5"):
        with pytest.raises(pioche.BadMove):
            GAME.parse(wrong)
