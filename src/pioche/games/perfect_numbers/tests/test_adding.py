"""Adding cards: order, effects, room, jokers."""

import pytest
from perfect_positions import legal, load, play, refused, row


def test_own_colours_come_before_new_ones() -> None:
    """PN-7"""
    state = load("R4", pending=["R5", "G2"])
    assert legal(state) == ["add R5"]
    assert refused(state, "add G2") == ("own-colours-first", "PN-7", {"cards": ["R5"]})
    assert legal(play(state, "add R5")) == ["add G2"]


def test_own_colours_come_before_storing_but_not_before_using() -> None:
    """PN-7 PN-6"""
    state = load("R4", "B3", pending=["R5", "steal"])
    assert legal(state) == ["add R5", "steal @1 B"]
    assert refused(state, "store steal")[:2] == ("own-colours-first", "PN-7")
    assert "store steal" in legal(play(state, "add R5"))


def test_actions_may_be_stored_before_new_colours() -> None:
    """PN-7: only own colours come before storing."""
    assert legal(load("R4", pending=["G5", "steal"])) == ["add G5", "store steal"]


def test_several_cards_of_a_colour_come_lowest_first() -> None:
    """PN-7"""
    state = load("R4", pending=["R3", "R6", "R7"])
    assert legal(state) == ["add R3"]
    assert refused(state, "add R6") == ("lowest-first", "PN-7", {"card": "R3"})
    assert refused(load(pending=["G3", "G6"]), "add G6")[0] == "lowest-first"


def test_between_several_colours_the_order_is_free() -> None:
    """PN-7"""
    assert legal(load("R4, G4", pending=["R5", "R6", "G7"])) == ["add R5", "add G7"]
    assert legal(load(pending=["R5", "R6", "G7"])) == ["add R5", "add G7"]


def test_a_card_twice_at_hand_is_one_move() -> None:
    """PN-7"""
    state = load("R4", pending=["R5", "R5", "R6"])
    assert legal(state) == ["add R5"]
    assert legal(play(state, "add R5")) == ["add R5"]


def test_a_colour_just_started_is_own() -> None:
    """PN-7: judged anew before each card."""
    state = load(pending=["R5", "R6", "G7"])
    assert legal(play(state, "add R5")) == ["add R6"]


def test_a_colour_just_closed_is_not_own() -> None:
    """PN-7: judged anew before each card."""
    state = load("R4", pending=["R2", "R6", "G7"])
    play(state, "add R2", "close")
    assert legal(state) == ["add R6", "add G7"]


def test_each_card_has_its_effect_before_the_next() -> None:
    """PN-7"""
    state = play(load("R6 R7", pending=["R2", "R3"]), "add R2")
    assert row(state, 0, "R") == "R6"
    play(state, "add R3")
    assert row(state, 0, "R") == "R6 R3"


def test_lowest_first_holds_for_giving_and_replacing() -> None:
    """PN-7 PN-12"""
    state = load("R4, Y4, G4, B4", "V5", pending=["V3", "V6"])
    assert {text.split()[1] for text in legal(state, "give")} == {"V3"}
    assert {text.split()[2] for text in legal(state, "replace")} == {"V3"}
    assert refused(state, "give V6 @1") == ("lowest-first", "PN-7", {"card": "V3"})
    assert refused(state, "replace R V6") == ("lowest-first", "PN-7", {"card": "V3"})


def test_own_colours_come_before_giving_and_replacing() -> None:
    """PN-7 PN-12"""
    state = load("R4, Y4, G4, B4", pending=["R5", "V3", "steal"])
    assert legal(state, "add", "give", "replace") == ["add R5"]
    for text in ("give V3 @1", "replace G V3", "replace G steal"):
        assert refused(state, text)[:2] == ("own-colours-first", "PN-7")


def test_a_higher_number_does_nothing() -> None:
    """PN-8"""
    state = play(load("R4 R6", pending=["R5"]), "add R5")
    assert row(state, 0, "R") == "R4 R6 R5"
    assert state.dump()["turn"] == 1


def test_example_a_perfect_number_may_close_the_series() -> None:
    """PN-9"""
    state = load("R4 R6", pending=["R3"])
    gone = state.dump()["discard_count"]
    play(state, "add R3")
    assert state.dump()["perfect"] == {"seat": 0, "colour": "R"}
    assert state.dump()["phase"] == "perfect"
    assert legal(state) == ["close", "keep"]
    play(state, "close")
    after = state.dump()
    assert (after["series"][0], after["score"]) == ({}, [3, 0])
    assert (after["discard_count"], after["perfect"]) == (gone, None)


def test_a_perfect_number_may_be_kept() -> None:
    """PN-9"""
    state = play(load("R4 R6", pending=["R3"]), "add R3", "keep")
    assert row(state, 0, "R") == "R4 R6 R3"
    assert state.dump()["score"] == [0, 0]


def test_nothing_comes_between_a_perfect_number_and_its_answer() -> None:
    """PN-6 PN-9"""
    state = play(load("R4 R6", "B3", pending=["R3", "G4", "steal"]), "add R3")
    assert legal(state) == ["close", "keep"]
    for text in ("add G4", "steal @1 B", "take 2", "end"):
        code, clause, params = refused(state, text)
        assert (code, clause, params) == ("answer-first", "PN-9", {"seat": 0, "colour": "R"})
    assert refused(play(state, "keep"), "close") == ("no-perfect-number", "PN-9", {})


def test_example_a_lower_number_costs_the_newest_cards() -> None:
    """PN-10"""
    state = load("B5 B7 B3", pending=["B2"])
    gone = state.dump()["discard_count"]
    play(state, "add B2")
    assert row(state, 0, "B") == "B5 B7"  # the B2 itself leaves, and the B3 before it
    assert state.dump()["discard_count"] == gone + 2
    assert state.dump()["score"] == [0, 0]


def test_face_down_cards_count_leave_and_score() -> None:
    """PN-10 PN-15"""
    state = play(load("R: -protect -G3 R5", pending=["R2"]), "add R2")
    assert row(state, 0, "R") == "-protect -G3"
    assert state.view(None)["protected"][0] == ["R"]  # now a card face down is the last
    state = play(load("R: R5 -protect -G3 R5", pending=["R3"]), "add R3")
    assert row(state, 0, "R") == "R5 -protect"
    state = play(load("R: -protect -G3 R5", pending=["R4"]), "add R4", "close")
    assert state.dump()["score"] == [4, 0]


@pytest.mark.parametrize(
    ("before", "card", "bonus"),
    [
        ("R2 R2 R3 R3", "R5", 1),
        ("R2 R2 R3 R3 R4", "R6", 3),
        ("R2 R2 R3 R3 R4 R4", "R7", 5),
        ("R6 R7 R3", "R4", 0),
        ("R5 R6", "R3", 0),
    ],
)
def test_closing_with_a_high_number_brings_a_bonus(before: str, card: str, bonus: int) -> None:
    """PN-11: with the 7 of six cards, that is the third example."""
    state = load(before, pending=[card])
    pile = state.dump()["draw"]
    play(state, f"add {card}", "close")
    assert state.dump()["score"][0] == int(card[1]) + bonus
    assert state.dump()["draw"] == pile[bonus:]


def test_a_high_number_elsewhere_brings_nothing() -> None:
    """PN-11"""
    state = play(load("R7 R6 R5 R7", pending=["J5"]), "add J5 R", "close")
    assert state.dump()["score"][0] == 5


@pytest.mark.parametrize("left", [0, 2])
def test_the_bonus_is_what_the_pile_has(left: int) -> None:
    """PN-11 PN-21: and then there is no next round."""
    fields = {"round": 12, "market": [None] * 4, "first": 1, "left": left}
    state = load("R2 R2 R3 R3 R4 R4", pending=["R7"], score=[0, 20], bonus=6 - left, **fields)
    play(state, "add R7", "close")
    assert state.dump()["score"] == [7 + left, 20]
    assert state.dump()["draw"] == []
    assert state.is_over()


def test_with_room_a_new_colour_goes_to_the_own_collection() -> None:
    """PN-12"""
    state = load("R4, Y4, G4", "B3", pending=["B5"])
    assert legal(state) == ["add B5"]
    assert refused(state, "give B5 @1") == ("room-left", "PN-12", {"card": "B5"})
    assert refused(state, "replace R B5") == ("room-left", "PN-12", {"card": "B5"})


def test_without_room_the_card_is_given_or_replaces() -> None:
    """PN-12"""
    state = load("R4, Y4, G4, B4", "V3", "R2, Y2, G2", pending=["V5"])
    gives = ["give V5 @1", "give V5 @2"]
    assert legal(state) == [*gives, *(f"replace {x} V5" for x in "RYGB")]
    assert refused(state, "add V5") == ("no-room", "PN-12", {"card": "V5"})


def test_an_own_colour_has_its_place() -> None:
    """PN-12"""
    state = load("R4, Y4, G4, B4", "R3", pending=["R5"])
    assert legal(state) == ["add R5"]
    expected = ("own-colour", "PN-12", {"card": "R5", "colour": "R"})
    assert refused(state, "give R5 @1") == refused(state, "replace G R5") == expected


def test_stored_actions_take_a_place_and_may_make_way() -> None:
    """PN-12 PN-19"""
    state = load("R4, Y4, G4", "V3", pending=["V5"], stored=[["move", "steal"], []])
    assert [t for t in legal(state) if t.split()[0] in ("add", "give", "replace")] == [
        "give V5 @1",
        *(f"replace {x} V5" for x in "RYGA"),
    ]
    gone = state.dump()["discard_count"]
    play(state, "replace A V5")
    after = state.dump()
    assert after["stored"] == [[], []]
    assert row(state, 0, "V") == "V5"
    assert after["discard_count"] == gone + 2
    assert refused(load("R4, Y4, G4, B4", pending=["V5"]), "replace A V5")[0] == "nothing-stored"


def test_a_replaced_series_is_discarded_whole() -> None:
    """PN-12"""
    state = load("R4 R5 R6, Y4, G4, B4", pending=["V5"])
    gone = state.dump()["discard_count"]
    play(state, "replace R V5")
    assert list(state.dump()["series"][0]) == ["Y", "G", "B", "V"]
    assert state.dump()["discard_count"] == gone + 3
    state = load("R4, Y4, G4, B4", pending=["V5"])
    assert refused(load("R4, G4, B4, V4", pending=["Y5"]), "replace V G7")[0] == "not-at-hand"
    assert refused(load("R4, G4, B4, V4", pending=["Y5"]), "give Y6 @1")[0] == "not-at-hand"


def test_who_lacks_the_colour_needs_room_to_be_given_it() -> None:
    """PN-12"""
    full = "R2, Y2, G2, B2"
    state = load("R4, Y4, G4, B4", full, "R3, Y3, G3", pending=["V5"])
    assert legal(state, "give") == ["give V5 @2"]
    assert refused(state, "give V5 @1") == ("no-room-there", "PN-12", {"to": 1, "card": "V5"})
    state = load("R4, Y4, G4, B4", full, "R3, Y3, G3", pending=["V5"], stored=[[], [], ["steal"]])
    assert legal(state, "give") == []
    assert len(legal(state, "replace")) == 4


def test_a_protected_series_shuts_its_colour_out() -> None:
    """PN-12 PN-16: even where its owner has room."""
    state = load("R4, Y4, G4, B4", "V3 -protect", "V2", pending=["V5"])
    assert legal(state, "give") == ["give V5 @2"]
    assert refused(state, "give V5 @1") == ("protected", "PN-16", {"seat": 1, "colour": "V"})


def test_giving_names_another_player_at_the_table() -> None:
    """PN-12 PN-1"""
    state = load("R4, Y4, G4, B4", "V3", "V2", pending=["V5"])
    assert refused(state, "give V5 @0") == ("not-yourself", "PN-12", {})
    assert refused(state, "give V5 @3") == ("no-such-player", "PN-1", {"players": 3})


def test_example_what_another_loses_is_mine() -> None:
    """PN-13"""
    state = load("R4, Y4, G4, B4", "V6 V7", pending=["V2"])
    gone = state.dump()["discard_count"]
    play(state, "give V2 @1")
    after = state.dump()
    assert row(state, 1, "V") == "V6"  # the V2 itself and the V7 are mine
    assert after["score"] == [2, 0]
    assert after["discard_count"] == gone


def test_another_series_may_be_closed_for_the_own_points() -> None:
    """PN-13 PN-11"""
    state = load("R4, Y4, G4, B4", "V2 V2 V3 V3", pending=["V5"])
    play(state, "give V5 @1")
    assert state.actors() == (0,)
    assert state.dump()["perfect"] == {"seat": 1, "colour": "V"}
    play(state, "close")
    after = state.dump()
    assert (after["score"], after["series"][1]) == ([6, 0], {})


def test_another_series_may_be_left_open() -> None:
    """PN-13"""
    state = play(load("R4, Y4, G4, B4", "V6", pending=["V2"]), "give V2 @1", "keep")
    assert row(state, 1, "V") == "V6 V2"
    assert state.dump()["score"] == [0, 0]


def test_a_card_given_may_start_a_series() -> None:
    """PN-12"""
    state = play(load("R4, Y4, G4, B4", "G3", pending=["V2"]), "give V2 @1")
    assert row(state, 1, "V") == "V2"


def test_jokers_join_an_own_series() -> None:
    """PN-14"""
    state = load("R4, G5", "B4", pending=["J4"])
    assert legal(state) == ["add J4 R", "add J4 G"]
    expected = ("joker-joins", "PN-14", {"card": "J4", "colour": "B"})
    assert refused(state, "add J4 B") == expected


def test_a_joker_starts_a_series_only_where_there_is_none() -> None:
    """PN-14"""
    state = load("", "R4", pending=["J4"], stored=[["move", "steal"], []])
    assert legal(state, "add") == [f"add J4 {c}" for c in "RYGBV"]
    play(state, "add J4 B")
    assert row(state, 0, "B") == "J4"


def test_a_joker_never_displaces_a_series() -> None:
    """PN-14"""
    state = load("R4, Y4, G4, B4", pending=["J4"])
    assert legal(state) == [f"add J4 {c}" for c in "RYGB"]


def test_a_joker_has_its_number_but_no_bonus() -> None:
    """PN-14 PN-11"""
    state = load("R2 R2 R3 R3", pending=["J5"])
    pile = state.dump()["draw"]
    play(state, "add J5 R", "close")
    assert state.dump()["score"][0] == 5
    assert state.dump()["draw"] == pile
    assert row(play(load("R6 R7", pending=["J2"]), "add J2 R"), 0, "R") == "R6"


def test_jokers_neither_wait_nor_hold_others_up() -> None:
    """PN-14 PN-7"""
    state = load("R4", pending=["R5", "G3", "J4"])
    assert legal(state) == ["add R5", "add J4 R"]
    play(state, "add R5")
    assert legal(state) == ["add G3", "add J4 R"]


def test_jokers_may_join_a_protected_series_of_the_own() -> None:
    """PN-14 PN-16"""
    state = play(load("R4 -protect", pending=["J4"]), "add J4 R")
    assert row(state, 0, "R") == "R4 -protect J4"
    assert row(play(load("R4 -protect", pending=["R6"]), "add R6"), 0, "R") == "R4 -protect R6"
