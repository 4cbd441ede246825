"""Action cards: protect, move, steal; storing them and making a place."""

import pytest
from perfect_positions import GAME, legal, load, play, refused, row

from pioche import State
from pioche.core.game import BadMove


def gone(state: State) -> int:
    return int(state.dump()["discard_count"])


def test_protect_goes_face_down_onto_an_own_series() -> None:
    """PN-15 PN-19: it is not discarded."""
    state = load("R4, G4", pending=["protect"])
    before = gone(state)
    play(state, "protect R")
    assert row(state, 0, "R") == "R4 -protect"
    assert gone(state) == before


def test_protect_may_turn_a_last_card_over_instead() -> None:
    """PN-15 PN-19: then it is discarded."""
    state = load("R4 R5, G4 G6", pending=["protect"])
    before = gone(state)
    play(state, "protect G R")
    assert row(state, 0, "R") == "R4 R5 -G6"
    assert row(state, 0, "G") == "G4"
    assert gone(state) == before + 1


def test_protect_has_these_targets_and_no_others() -> None:
    """PN-15: a lone card can't stay in its own series, and no series is started."""
    state = load("R4 R5, G4", "B3", pending=["protect"])
    assert legal(state, "protect") == [
        "protect R",
        "protect G",
        "protect R R",
        "protect R G",
        "protect G R",
    ]
    assert refused(state, "protect G G") == ("lone-card", "PN-15", {"colour": "G"})
    assert refused(state, "protect R B") == ("no-series", "PN-15", {"colour": "B"})
    assert refused(state, "protect B") == ("no-series", "PN-15", {"colour": "B"})


def test_source_and_target_may_be_the_same() -> None:
    """PN-15"""
    state = play(load("R4 R5", pending=["protect"]), "protect R R")
    assert row(state, 0, "R") == "R4 -R5"


def test_a_lone_card_turned_over_ends_its_series() -> None:
    """PN-15 PN-7: the colour is then no longer own, and there is room again."""
    state = load("R4, Y4, G4, B4", pending=["Y5", "V2", "protect"])
    assert legal(state, "add", "give", "replace") == ["add Y5"]
    play(state, "protect Y R")
    assert list(state.dump()["series"][0]) == ["R", "G", "B"]
    assert row(state, 0, "R") == "R4 -Y4"
    assert legal(state) == ["add Y5", "add V2"]


def test_a_hidden_card_may_be_turned_over_again() -> None:
    """PN-15: and a series of hidden cards only is still a series."""
    state = load("R: -G3, G4", pending=["protect"])
    assert "protect R G" in legal(state)
    play(state, "protect G R")
    assert row(state, 0, "R") == "-G3 -G4"
    assert list(state.dump()["series"][0]) == ["R"]
    hidden = load("R: -G3 -G4", pending=["R5"])
    assert legal(hidden) == ["add R5"]
    assert row(play(hidden, "add R5"), 0, "R") == "-G3 -G4 R5"


def test_a_hidden_card_has_no_number() -> None:
    """PN-15: neither a perfect number nor a loss, whatever the count."""
    state = play(load("R4, G5 G2", pending=["protect"]), "protect G R")
    assert state.dump()["phase"] == "turn"
    assert row(state, 0, "R") == "R4 -G2"
    state = play(load("R4 R5 R6, G5 G2", pending=["protect"]), "protect G R")
    assert row(state, 0, "R") == "R4 R5 R6 -G2"


def test_a_protected_series_is_safe_from_stealing() -> None:
    """PN-16"""
    state = load("R4", "G3 -protect, B5, V: -protect V6", pending=["steal"])
    assert legal(state, "steal") == ["steal @1 B", "steal @1 V"]
    assert refused(state, "steal @1 G") == ("protected", "PN-16", {"seat": 1, "colour": "G"})


def test_move_puts_the_first_card_last() -> None:
    """PN-17"""
    state = load("R6 R4", pending=["move"])
    before = gone(state)
    play(state, "move R")
    assert row(state, 0, "R") == "R4 R6"
    assert gone(state) == before + 1


def test_a_moved_number_counts_as_added() -> None:
    """PN-17 PN-9: against the count as it is."""
    state = play(load("R3 R6 R4", pending=["move", "G4"]), "move R")
    assert row(state, 0, "R") == "R6 R4 R3"
    assert state.dump()["perfect"] == {"seat": 0, "colour": "R"}
    play(state, "close")
    assert state.dump()["score"][0] == 3
    assert state.dump()["phase"] == "turn"


def test_a_moved_number_brings_its_bonus() -> None:
    """PN-17 PN-11"""
    state = play(load("R5 R4 R6 R7 R6", pending=["move"]), "move R", "close")
    assert state.dump()["score"][0] == 6


def test_a_moved_joker_counts_as_added_but_brings_no_bonus() -> None:
    """PN-17 PN-14"""
    state = play(load("R: J5 R4 R6 R7 R6", pending=["move"]), "move R")
    assert state.dump()["perfect"] == {"seat": 0, "colour": "R"}
    assert play(state, "close").dump()["score"][0] == 5
    state = play(load("R: J2 R5 R4", pending=["move"]), "move R")
    assert row(state, 0, "R") == "R5"


def test_example_a_low_number_moved_costs_cards() -> None:
    """PN-17 PN-10"""
    state = load("R2 R5 R4", pending=["move"])
    before = gone(state)
    play(state, "move R")
    assert row(state, 0, "R") == "R5"  # the 2 and the 4 before it leave
    assert gone(state) == before + 3  # the move itself, too


def test_a_hidden_card_moved_protects_and_does_nothing_else() -> None:
    """PN-17 PN-16"""
    state = play(load("R: -R2 R5 R4", pending=["move"]), "move R")
    assert row(state, 0, "R") == "R5 R4 -R2"
    assert state.view(None)["protected"][0] == ["R"]
    for hidden in ("-R2", "-G7", "-J4", "-protect"):
        state = play(load(f"R: {hidden} R3 R3 R4 R4 R5 R5", pending=["move"]), "move R")
        assert row(state, 0, "R") == f"R3 R3 R4 R4 R5 R5 {hidden}"
        assert state.dump()["turn"] == 1


def test_move_needs_two_cards() -> None:
    """PN-17"""
    state = load("R4 R6, G4", "B3 B5", pending=["move"])
    assert legal(state, "move") == ["move R"]
    assert refused(state, "move G") == ("two-cards-needed", "PN-17", {"colour": "G"})
    assert refused(state, "move B") == ("no-series", "PN-17", {"colour": "B"})


def test_steal_takes_the_last_card_of_another() -> None:
    """PN-18"""
    state = load("R4", "G3 G5", pending=["steal"])
    before = gone(state)
    assert legal(state, "steal") == ["steal @1 G"]
    play(state, "steal @1 G")
    after = state.dump()
    assert (after["phase"], after["stolen"]) == ("stolen", "G5")
    assert row(state, 1, "G") == "G3"
    assert gone(state) == before + 1
    assert legal(state) == ["add G5", "discard"]


def test_a_lone_card_may_be_stolen() -> None:
    """PN-18"""
    state = play(load("R4", "G3", pending=["steal"]), "steal @1 G", "discard")
    assert state.dump()["series"][1] == {}


def test_steal_names_a_series_of_another_player() -> None:
    """PN-18"""
    state = load("R4", "G3", "", pending=["steal"])
    assert refused(state, "steal @1 B") == ("no-series-there", "PN-18", {"from": 1, "colour": "B"})
    assert refused(state, "steal @0 R") == ("not-yourself", "PN-18", {})
    assert refused(state, "steal @3 R") == ("no-such-player", "PN-1", {"players": 3})


def test_a_stolen_card_has_its_effect() -> None:
    """PN-18 PN-9 PN-10"""
    state = play(load("G6", "G3 G2", pending=["steal"]), "steal @1 G", "add G2")
    assert state.dump()["perfect"] == {"seat": 0, "colour": "G"}
    state = play(load("G6 G7", "G3 G2", pending=["steal"]), "steal @1 G", "add G2")
    assert row(state, 0, "G") == "G6"  # the G2 itself leaves, and the G7


def test_a_stolen_card_does_not_wait_for_own_colours() -> None:
    """PN-18: PN-7 does not apply, and it comes before anything else."""
    state = play(load("R4", "G3 G5", pending=["R2", "R5", "steal"]), "steal @1 G")
    assert legal(state) == ["add G5", "discard"]
    assert refused(state, "add R2") == ("stolen-first", "PN-18", {"card": "G5"})
    play(state, "add G5")
    assert legal(state) == ["add R2"]


def test_nothing_is_played_while_a_stolen_card_is_in_hand() -> None:
    """PN-6 PN-18"""
    stored = [["move", "protect"], []]
    state = play(load("R4 R5", "G3 G5", pending=["steal"], stored=stored), "steal @1 G")
    assert legal(state) == ["add G5", "discard"]
    for text in ("move R", "protect R", "end", "take 2", "steal @1 G"):
        assert refused(state, text)[:2] == ("stolen-first", "PN-18")


def test_a_stolen_card_without_room_replaces_or_is_discarded() -> None:
    """PN-18 PN-12: never given away."""
    state = play(load("R4, Y4, G4, B4", "V3, R2", pending=["steal"]), "steal @1 V")
    assert legal(state) == [*(f"replace {x} V3" for x in "RYGB"), "discard"]
    assert refused(state, "give V3 @1") == ("stolen-stays", "PN-18", {"card": "V3"})
    assert refused(state, "add V3") == ("no-room-for-stolen", "PN-12", {"card": "V3"})
    play(state, "replace Y V3")
    assert list(state.dump()["series"][0]) == ["R", "G", "B", "V"]


def test_a_stolen_card_may_replace_stored_actions() -> None:
    """PN-18 PN-12"""
    stored = [["protect", "steal"], []]
    state = play(load("R4, Y4, G4", "V3", stored=stored, taken=False), "steal @1 V")
    assert legal(state)[-2:] == ["replace A V3", "discard"]
    play(state, "replace A V3")
    assert state.dump()["stored"][0] == []


def test_a_stolen_card_with_room_replaces_nothing() -> None:
    """PN-18 PN-12"""
    state = play(load("R4, Y4", "V3, R2", pending=["steal"]), "steal @1 V")
    assert refused(state, "replace R V3") == ("room-left", "PN-12", {"card": "V3"})
    state = play(load("R4, Y4", "V3, R2", pending=["steal"]), "steal @1 R")
    assert refused(state, "replace Y R2")[0] == "own-colour"


def test_a_stolen_joker_joins_an_own_series() -> None:
    """PN-18 PN-14"""
    state = play(load("R4, Y4", "V3 J5", pending=["steal"]), "steal @1 V")
    assert legal(state) == ["add J5 R", "add J5 Y", "discard"]
    assert refused(state, "add J5 V")[:2] == ("joker-joins", "PN-14")
    state = play(load("", "V3 J5", pending=["steal"]), "steal @1 V")
    assert legal(state) == [*(f"add J5 {c}" for c in "RYGBV"), "discard"]


def test_only_what_was_stolen_is_discarded_at_will() -> None:
    """PN-18"""
    assert refused(load("R4", pending=["R5"]), "discard") == ("nothing-stolen", "PN-18", {})


def test_at_most_two_different_actions_are_stored() -> None:
    """PN-19"""
    state = load("R4", "B2", pending=["move", "steal"], stored=[["move"], []])
    assert legal(state, "store") == ["store steal"]
    assert refused(state, "store move") == ("same-stored", "PN-19", {"card": "move"})
    play(state, "store steal")
    assert state.dump()["stored"][0] == ["move", "steal"]
    state = load("R4", pending=["protect"], stored=[["move", "steal"], []])
    expected = ("two-stored", "PN-19", {"cards": ["move", "steal"]})
    assert refused(state, "store protect") == expected


def test_storing_needs_a_place() -> None:
    """PN-19"""
    assert legal(load("R4, Y4, G4", pending=["move"])) == ["store move"]
    state = load("R4, Y4, G4, B4", pending=["move"])
    assert refused(state, "store move") == ("no-place", "PN-19", {"card": "move"})
    second = load("R4, Y4, G4", pending=["move"], stored=[["steal"], []])
    assert "store move" in legal(second)


def test_a_place_may_be_made_for_actions() -> None:
    """PN-19 PN-12"""
    state = load("R4 R5, Y4, G4, B4", "V2", pending=["steal", "steal"])
    assert legal(state, "replace") == [f"replace {x} steal" for x in "RYGB"]
    before = gone(state)
    play(state, "replace R steal")
    after = state.dump()
    assert list(after["series"][0]) == ["Y", "G", "B"]
    assert after["stored"][0] == ["steal"]
    assert gone(state) == before + 2


def test_a_place_is_made_only_where_there_is_none() -> None:
    """PN-19"""
    state = load("R4, Y4, G4", pending=["steal"])
    assert refused(state, "replace R steal") == ("place-free", "PN-19", {"card": "steal"})
    state = load("R4, Y4, G4", "V2", pending=["steal"], stored=[["move", "protect"], []])
    assert refused(state, "replace R steal")[:2] == ("actions-have-place", "PN-19")
    state = load("R4, Y4, G4, B4", "V2", pending=["steal"])
    assert refused(state, "replace V steal") == ("no-series", "PN-19", {"colour": "V"})
    assert refused(state, "replace A steal") == ("nothing-stored", "PN-19", {"card": "steal"})


@pytest.mark.parametrize("stored", [["move", "protect"], ["steal"], ["move", "steal"]])
def test_stored_actions_make_way_for_one_that_cannot_join_them(stored: list[str]) -> None:
    """PN-19: there are two, or one of its kind."""
    state = load("R4, Y4, G4", "V2", pending=["steal"], stored=[stored, []])
    assert legal(state, "store", "replace") == ["replace A steal"]
    before = gone(state)
    play(state, "replace A steal")
    after = state.dump()
    assert (after["stored"][0], after["pending"]) == (["steal"], [])
    assert gone(state) == before + len(stored)
    assert list(after["series"][0]) == ["R", "Y", "G"]


def test_stored_actions_make_way_for_none_that_can_join_them() -> None:
    """PN-19"""
    state = load("R4, Y4, G4", "V2", pending=["steal"], stored=[["move"], []])
    assert legal(state, "store", "replace") == ["store steal"]
    assert refused(state, "replace A steal") == ("place-free", "PN-19", {"card": "steal"})


def test_each_action_at_hand_is_stored_in_its_own_way() -> None:
    """PN-19"""
    state = load("R4, Y4, G4", "V2", pending=["move", "steal"], stored=[["move"], []])
    assert legal(state, "store", "replace") == ["replace A move", "store steal"]


def test_making_a_place_waits_for_own_colours() -> None:
    """PN-19 PN-7"""
    state = load("R4, Y4, G4", pending=["R5", "move"], stored=[["move"], []])
    assert legal(state) == ["add R5"]
    expected = ("own-colours-first", "PN-7", {"cards": ["R5"]})
    assert refused(state, "replace A move") == expected
    new = load("R4, Y4", pending=["V5", "move"], stored=[["move"], []])
    assert "replace A move" in legal(new)
    full = load("R4, Y4, G4, B4", pending=["R5", "move"])
    assert legal(full) == ["add R5"]


def test_in_the_variant_stored_actions_make_way_for_actions_alone() -> None:
    """PN-19 PN-23"""
    fields = {"options": {"interactive": True}, "stored": [["move"], []]}
    state = load("R4, Y4, G4", "B2", pending=["V5", "move"], **fields)
    assert "replace A move" in legal(state)
    assert "replace A V5" not in legal(state)


def test_the_one_at_hand_is_used_first() -> None:
    """PN-19"""
    state = load("R6 R4", pending=["move", "G3"], stored=[["move"], []])
    play(state, "move R")
    assert state.dump()["stored"][0] == ["move"]
    assert state.dump()["pending"] == ["G3"]
    play(state, "move R")
    assert state.dump()["stored"][0] == []


def test_an_action_must_be_there_to_be_used() -> None:
    """PN-19"""
    state = load("R6 R4", "B3", pending=["G3"])
    for text, name in (("move R", "move"), ("protect R", "protect"), ("steal @1 B", "steal")):
        assert refused(state, text) == ("no-action", "PN-19", {"card": name})


def test_an_action_that_can_be_neither_used_nor_stored_gets_a_place() -> None:
    """PN-20: with four colours and nothing stored, that of a colour."""
    state = load("R4, Y4, G4, B4", pending=["move"])
    assert legal(state) == [f"replace {x} move" for x in "RYGB"]
    before = gone(state)
    play(state, "replace Y move")
    assert gone(state) == before + 1
    assert state.dump()["turn"] == 1


def test_an_action_is_never_thrown_away() -> None:
    """PN-20"""
    for action in ("move", "protect", "steal"):
        with pytest.raises(BadMove):
            GAME.parse(f"discard {action}")
    assert GAME.num_actions == 414


def test_an_action_that_can_be_used_may_still_be_given_a_place() -> None:
    """PN-19 PN-20"""
    state = load("R4 R5, Y4, G4, B4", pending=["move"])
    assert legal(state) == [*(f"replace {x} move" for x in "RYGB"), "move R"]
    assert refused(state, "end")[0] == "cards-left"


def test_a_second_action_of_a_kind_is_used_or_takes_the_place_of_the_first() -> None:
    """PN-20 PN-19"""
    state = load("R4 R5", pending=["move", "move"])
    play(state, "store move")
    assert legal(state) == ["replace A move", "move R"]
    assert refused(state, "end")[0] == "cards-left"
    lone = play(load("R4", pending=["move", "move"]), "store move")
    assert legal(lone) == ["replace A move"]


@pytest.mark.parametrize("action", ["protect", "steal"])
def test_without_any_series_a_second_action_has_one_place_to_go(action: str) -> None:
    """PN-20: protect needs a series of one's own, steal one of another's."""
    state = load("", "", pending=[action, action])
    assert legal(state) == [f"store {action}"]
    play(state, f"store {action}")
    assert legal(state) == [f"replace A {action}"]
    before = gone(state)
    play(state, f"replace A {action}")
    assert (gone(state), state.dump()["stored"][0]) == (before + 1, [action])
    assert state.dump()["turn"] == 1
