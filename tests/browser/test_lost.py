"""Servers die and come back; pages stay, and nobody's move is lost or made twice."""

from browser_user import FEWEST, SIMPLEST, Visit, Visitor, quick
from page_server import PageHouse
from playwright.sync_api import expect
from processes import until
from tap_player import Tapper, play_on
from view_checks import Sights

from pioche.tables import entries as e

UNREACHABLE = r"ERR_CONNECTION_REFUSED|WebSocket connection to '\S+' failed"


def test_a_page_outlives_its_server_and_the_game_goes_on(house: PageHouse, visit: Visit) -> None:
    ada = visit(seed=3)
    ada.watch.expect(UNREACHABLE)
    code = ada.open_table(SIMPLEST, FEWEST - 1, quick(SIMPLEST))
    ada.go(f"/t/{code}")
    ada.at_table()
    ada.page.evaluate("window.same = true")
    player = ada.tapper()
    lose_and_find(house, ada, player)
    lose_and_find(house, ada, player)
    play_on([player])
    assert ada.page.evaluate("window.same"), "the page was loaded again"

    ledger = house.ledger(code)
    made = [entry.id for entry in ledger.of(e.Played) if entry.seat == ada.seat]  # type: ignore[attr-defined]
    asked = {frame["id"] for frame in ada.watch.sent if frame["type"] == "play"}
    refused = {frame["id"] for frame in ada.watch.frames if frame["type"] == "refused"}
    assert len(made) == len(set(made)), "a move was made twice"
    assert set(made) == asked - refused, "a move was lost"
    assert len(made) >= 4
    assert Sights(ledger).wrong(ada.watch.frames) == []


def lose_and_find(house: PageHouse, ada: Visitor, player: Tapper) -> None:
    """Play a little; kill the server; move while it is away; let it come back."""
    taps = player.taps
    play_on([player], lambda: player.taps >= taps + 2)
    until(lambda: any(player.look()["sure"]))
    house.kill()
    lost = ada.page.get_by_text(ada.said("table.lost")).locator("visible=true")
    expect(lost.first).to_be_visible()
    assert player.step(), "nothing can be done without a server"
    house.start()
    expect(lost).to_have_count(0)
