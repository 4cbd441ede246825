"""What the rules of a table show on the page: an agreed time, and the cards that would leave."""

import json
import re

from browser_user import Visit, Visitor
from perfect_positions import load
from playwright.sync_api import expect

import pioche
from pioche import CHANCE, CLOCK, Recorder, Rng, State

GAP = pioche.games["gap"]


def go_on(visitor: Visitor, state: State, who: int, move: str) -> None:
    """A table that goes on after a move in a state; the visitor sits at seat 0."""
    players = [{"name": name} for name in ("Ada", "Bea", "Cem", "Dua")][: state.players]
    recorder = Recorder(state, players, Rng(1))
    recorder.apply(who, state.game.parse(move))
    visitor.open_table(state.game.id, state.players - 1, start=False)  # so that one is somebody
    record = json.loads(recorder.build_record().to_json())
    body = {"record": record, "step": 0, "seat": 0, "level": "novice"}
    answer = visitor.page.request.post("/api/tables/continue", data=body)
    assert answer.ok, answer.text()
    visitor.go(f"/t/{answer.json()['code']}")
    visitor.at_table()


def test_an_agreed_time_is_chosen_and_counted_down(visit: Visit) -> None:
    """GAP-4"""
    for lang, phone, left in (
        ("en", False, r"Round 1 · [45]:\d\d left"),
        ("fr", True, r"encore [45]:\d\d"),
    ):
        ada = visit(lang=lang, phone=phone)
        ada.set_up("gap", 2)
        minutes = ada.page.locator("#option-minutes")
        expect(minutes).to_have_value("0")
        minutes.select_option("5")
        ada.add_bots(1)
        expect(minutes).to_have_value("5")
        ada.start()
        expect(ada.page.get_by_test_id("about")).to_have_text(re.compile(left))
        first = ada.page.get_by_test_id("about").inner_text()
        expect(ada.page.get_by_test_id("about")).not_to_have_text(first)  # it runs


def test_the_last_round_is_told_when_the_time_is_up(visit: Visit) -> None:
    """GAP-4"""
    state = GAP.new(3, minutes=5)
    while state.actors() != (0,):
        if state.actors() == (CHANCE,):
            state.shuffle(Rng(2))
        else:
            state.step(Rng(3))
    ada = visit(lang="en")
    go_on(ada, state, CLOCK, "time")
    expect(ada.page.get_by_test_id("about")).to_have_text("Round 1 · the last one")


def test_the_cards_that_would_leave_are_named_and_marked(visit: Visit) -> None:
    """PN-10: the newest, the one just added among them."""
    market = [["R2", "Y5", "V5"], ["Y2", "Y6"], ["V2", "V6"], ["B7"]]
    state = load("R4 R6 R5", "G5", taken=False, market=market)
    for lang, phone in (("en", False), ("fr", True)):
        ada = visit(lang=lang, phone=phone)
        go_on(ada, state.clone(), 0, "take 1")
        choice = ada.page.get_by_test_id("choice-add R2")
        named = {"en": "(red 5, red 2)", "fr": "(5 rouge, 2 rouge)"}[lang]
        expect(choice).to_have_accessible_name(re.compile(re.escape(named)))
        expect(ada.page.get_by_test_id("laid-R5")).to_have_class(re.compile("leaving"))
        expect(ada.page.get_by_test_id("laid-R6")).not_to_have_class(re.compile("leaving"))
        ada.act(choice)
        expect(ada.page.get_by_test_id("laid-R5")).to_have_count(0)
        expect(ada.page.get_by_test_id("laid-R6")).to_have_count(1)


def test_stored_actions_make_way_for_another(visit: Visit) -> None:
    """PN-19"""
    market = [["steal", "Y5", "V5"], ["Y2", "Y6"], ["V2", "V6"], ["B7"]]
    state = load("R4, G3", "B5", taken=False, market=market, stored=[["steal", "move"], []])
    ada = visit(lang="en", phone=True)
    go_on(ada, state, 0, "take 1")
    ada.act(ada.page.get_by_test_id("hand-steal"))
    ada.act(ada.page.get_by_test_id("choice-replace A steal"))
    expect(ada.page.get_by_test_id("stored-steal")).to_have_count(1)
    expect(ada.page.get_by_test_id("stored-move")).to_have_count(0)
