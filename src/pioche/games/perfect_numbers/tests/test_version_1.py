"""Version 1 of the rules: only so that what began under it stays what it was."""

import pickle
from pathlib import Path

import pytest
from perfect_positions import GAME, position, row

from pioche import BadPosition, Record, State
from pioche.words import LANGUAGES, Words

FIRST = GAME.under(1)
GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.json"))


def load(*collections: str, **fields: object) -> State:
    return GAME.load(position(*collections, **fields) | {"rules": 1})


def test_a_position_goes_on_by_the_version_it_names() -> None:
    """PN-10"""
    state = load("B5 B7 B3", pending=["B2"])
    assert state.game is FIRST
    assert state.dump()["rules"] == 1
    assert state.clone().game is FIRST
    assert pickle.loads(pickle.dumps(state)).game is FIRST
    with pytest.raises(BadPosition, match="rules"):
        FIRST.load(position("B5 B7 B3", pending=["B2"]))


def test_the_oldest_cards_left_a_series() -> None:
    """PN-10"""
    state = load("B5 B7 B3", pending=["B2"])
    told = {"effect": "lose", "cards": 2, "leaving": ["B5", "B7"], "at": [0, 1]}
    told["series"] = {"seat": 0, "colour": "B"}
    assert state.view(0)["outlook"]["add B2"] == told
    before = state.clone()
    action = FIRST.parse("add B2")
    state.apply(0, action)
    assert row(state, 0, "B") == "B3 B2"
    lost = FIRST.events(before, 0, action, state, 0)[1]
    assert (lost["lost"], lost["cards"]) == (2, ["B5", "B7"])


def test_an_action_of_no_use_was_discarded() -> None:
    """PN-20"""
    state = load("R4, Y4, G4, B4", pending=["move"])
    texts = [FIRST.text(action) for action in state.legal(0)]
    assert texts == [*(f"replace {x} move" for x in "RYGB"), "discard move"]
    gone = state.dump()["discard_count"]
    state.apply(0, FIRST.parse("discard move"))
    assert (state.dump()["discard_count"], state.dump()["turn"]) == (gone + 1, 1)
    waiting = load("R4, Y4, G4, B4", pending=["V4", "move"])
    assert FIRST.parse("discard move") not in waiting.legal(0)


def test_stored_actions_made_way_for_none() -> None:
    """PN-19"""
    state = load("R4", pending=["move"], stored=[["move"], []])
    assert [FIRST.text(action) for action in state.legal(0)] == ["discard move"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_moves_have_words(lang: str) -> None:
    words = Words.load(FIRST, lang)
    for text in FIRST.texts:
        assert "{" not in words.say_move(text, ["Ada", "Blaise", "Chen", "Dora"])


def test_its_golden_records_replay_by_its_own_rules() -> None:
    """PN-10 PN-19 PN-20"""
    records = [Record.from_json(path.read_text(encoding="utf-8")) for path in GOLDEN]
    old = [record for record in records if record.rules == 1]
    assert any(move.text.startswith("discard ") for record in old for move in record.moves)
    for record in old:
        assert record.choose_rules(GAME) is FIRST
        assert record.verify(GAME).game is FIRST
