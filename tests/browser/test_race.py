"""Where all play at once: two hands reach for the same card."""

import pytest
from browser_user import Visit, Visitor
from page_monitor import Json
from page_server import PageHouse
from playwright.sync_api import Locator, expect
from view_checks import Sights

import pioche
from pioche.tables import entries as e

RACES = [id for id, game in pioche.games.items() if game.real_time]
CHOICE = "button[aria-disabled=false]"
# Both at the same moment, by the clock that they share.
CLICK_AT = "(choice, at) => void setTimeout(() => choice.click(), at - Date.now())"
SOON = 500  # milliseconds


@pytest.mark.parametrize("game", RACES)
def test_of_two_who_reach_for_the_same_card_one_has_it_and_the_other_is_told_why(
    game: str, house: PageHouse, visit: Visit
) -> None:
    ada, bea = visit(lang="en"), visit(lang="fr", phone=True)
    link = ada.set_up(game, 2)
    bea.join(link)
    ada.start()
    bea.at_table()
    reach_together([one.game.locator(CHOICE).nth(7) for one in (ada, bea)])
    for visitor in (ada, bea):
        visitor.page.wait_for_timeout(SOON)
        expect(visitor.game).to_have_attribute("data-seq", str(len(house.ledger(ada.code).seqs)))

    moves = {asked(ada)["move"], asked(bea)["move"]}
    assert len(moves) == 1, "they have not reached for the same card"
    played = [entry for entry in house.ledger(ada.code).of(e.Played) if entry.move in moves]  # type: ignore[attr-defined]
    assert len(played) == 1
    first, second = (ada, bea) if played[0].seat == ada.seat else (bea, ada)  # type: ignore[attr-defined]
    assert answer(first)["type"] == "done"
    refused = answer(second)
    assert refused["type"] == "refused" and refused["clause"]
    expect(second.page.get_by_test_id("reason")).to_contain_text(refused["text"])
    expect(first.page.get_by_test_id("reason")).to_have_count(0)

    reach_together([one.game.locator(CHOICE).first for one in (first, second)])
    sights = Sights(house.ledger(ada.code))
    assert sights.wrong(ada.watch.frames) == sights.wrong(bea.watch.frames) == []


def reach_together(choices: list[Locator]) -> None:
    """Click on each page at the same moment."""
    at = choices[0].page.evaluate("Date.now()") + SOON
    for choice in choices:
        choice.evaluate(CLICK_AT, at)
    choices[0].page.wait_for_timeout(2 * SOON)


def asked(visitor: Visitor) -> Json:
    """The last move that a page has asked for."""
    return [frame for frame in visitor.watch.sent if frame["type"] == "play"][-1]


def answer(visitor: Visitor) -> Json:
    """What it was told."""
    id = asked(visitor)["id"]
    return next(frame for frame in visitor.watch.frames if frame.get("id") == id)
