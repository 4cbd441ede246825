"""One person, two devices: a seat is taken along."""

from browser_user import FEWEST, SIMPLEST, Visit, quick
from page_server import PageHouse
from playwright.sync_api import expect
from tap_player import play_on
from view_checks import Sights


def test_a_game_goes_on_on_another_device(house: PageHouse, visit: Visit) -> None:
    desk, phone = visit(seed=4), visit(lang="fr", phone=True, seed=6)
    code = desk.open_table(SIMPLEST, FEWEST - 1, quick(SIMPLEST))
    desk.go(f"/t/{code}")
    desk.at_table()
    token = desk.page.request.post("/api/me/links").json()["token"]

    phone.go(f"/device#{token}")
    phone.act(phone.page.locator("main .button.main").first)
    expect(phone.page.locator("main")).to_contain_text("Ada")
    assert token not in phone.page.url
    phone.go(f"/t/{code}")
    phone.at_table()
    assert phone.seat == desk.seat == 0
    assert phone.views()[-1]["view"]["seat"] == 0

    first, second = desk.tapper(), phone.tapper()
    play_on([first], lambda: first.taps >= 2)
    play_on([second], lambda: second.taps >= 2)
    play_on([first, second])
    assert desk.ranking() == phone.ranking()
    sights = Sights(house.ledger(code))
    assert sights.wrong(desk.watch.frames) == sights.wrong(phone.watch.frames) == []


def test_a_link_to_another_device_is_good_once(visit: Visit) -> None:
    desk, phone, other = visit(), visit(phone=True), visit(lang="fr")
    desk.open_table(SIMPLEST, FEWEST - 1)
    token = desk.page.request.post("/api/me/links").json()["token"]
    other.watch.expect("410")
    for visitor in (phone, other):
        visitor.go(f"/device#{token}")
        visitor.act(visitor.page.locator("main .button.main").first)
    expect(phone.page.locator("main")).to_contain_text("Ada")
    expect(other.page.get_by_role("alert").filter(has_text="lien").first).to_be_visible()
