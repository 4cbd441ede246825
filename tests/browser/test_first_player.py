"""The host of a table chooses who begins, by hand and by keyboard; the others see it."""

import pytest
from axe import barriers
from browser_user import FEWEST, SIMPLEST, TURN_BASED, Visit, Visitor, players_for
from page_server import PageHouse
from playwright.sync_api import Locator, expect
from processes import until
from tap_target_checks import cramped
from view_checks import Sights

import pioche

REAL_TIME = [game for game in pioche.games if game not in TURN_BASED]


def who_begins(visitor: Visitor) -> Locator:
    """The list of those who may begin."""
    return visitor.page.get_by_label(visitor.said("options.first"), exact=True)


def marked(visitor: Visitor) -> Locator:
    """The seats beside which it stands that they begin."""
    return visitor.page.locator(".seats li").filter(has_text=visitor.said("setup.begins"))


def first_mover(visitor: Visitor) -> str:
    """Whose move it was when the game began, as this browser was told."""
    until(lambda: bool(visitor.views()))
    (seat,) = visitor.views()[0]["view"]["actors"]
    told = [frame["about"] for frame in visitor.watch.frames if frame.get("about")]
    running = next(about for about in told if about["phase"] == "running")
    return str(running["seats"][seat]["name"])


@pytest.mark.parametrize("game", TURN_BASED)
def test_the_friend_whom_the_host_chooses_begins(game: str, house: PageHouse, visit: Visit) -> None:
    host, guest = visit(lang="en"), visit(lang="fr", phone=True, dark=True)
    link = host.set_up(game, players_for(game))
    guest.go(link)
    guest.page.locator("#name").fill("Zoé")
    guest.sit_down()
    host.add_bots(players_for(game) - 2)
    expect(who_begins(host)).to_have_value("")
    who_begins(host).select_option(label="Zoé")
    expect(marked(guest)).to_contain_text("Zoé")
    expect(who_begins(guest)).to_be_disabled()
    expect(who_begins(guest)).to_have_value("1")
    expect(guest.button("setup.not-ready")).to_be_visible()  # Zoé is as ready as before
    faults = barriers(host.page, "the host") + barriers(guest.page, "the guest")
    faults += cramped(host, None) + cramped(guest, None)
    host.start()
    guest.at_table()
    until(lambda: guest.mine)
    assert not host.mine
    assert first_mover(host) == first_mover(guest) == "Zoé"
    log = host.page.get_by_label(host.said("table.log"))
    expect(log.get_by_role("listitem").filter(has_text="Zoé is ready.")).to_have_count(1)
    expect(log.get_by_role("listitem").filter(has_text="Here we go!")).to_have_count(1)
    sights = Sights(house.ledger(host.code))
    assert sights.wrong(host.watch.frames) == sights.wrong(guest.watch.frames) == []
    assert faults == []


def test_a_bot_is_chosen_by_keyboard_and_begins(visit: Visit) -> None:
    ada = visit(lang="fr")
    ada.set_up(SIMPLEST, FEWEST)
    ada.add_bots(FEWEST - 1)
    who_begins(ada).focus()
    ada.page.keyboard.press("End")
    expect(marked(ada)).to_have_count(1)
    name = marked(ada).locator("strong").inner_text()
    expect(who_begins(ada)).to_have_value(str(FEWEST - 1))
    ada.start()
    assert first_mover(ada) == name


def test_the_list_follows_those_who_come_and_go(visit: Visit) -> None:
    host, guest = visit(lang="en"), visit(lang="en", phone=True)
    link = host.set_up(SIMPLEST, FEWEST)
    options = who_begins(host).locator("option")
    expect(options).to_have_count(2)
    guest.go(link)
    guest.page.locator("#name").fill("Zoé")
    guest.sit_down()
    who_begins(host).focus()
    expect(options).to_have_text([host.said("options.first-drawn"), own(host), "Zoé"])
    who_begins(host).select_option(label="Zoé")
    expect(marked(host)).to_contain_text("Zoé")
    guest.page.locator("#name").fill("Lou")
    guest.act(guest.button("shell.save"))
    expect(options).to_have_text([host.said("options.first-drawn"), own(host), "Lou"])
    expect(who_begins(host)).to_have_value("1")
    guest.act(guest.button("setup.leave"))
    expect(options).to_have_count(2)
    expect(who_begins(host)).to_have_value("")
    expect(who_begins(host)).to_be_focused()
    expect(marked(host)).to_have_count(0)
    guest.sit_down()  # on the same seat, but nobody has chosen anybody since
    expect(options).to_have_count(3)
    expect(who_begins(host)).to_have_value("")


def own(visitor: Visitor) -> str:
    """What the host is called."""
    return visitor.page.locator(".seats li strong").first.inner_text()


@pytest.mark.parametrize("game", REAL_TIME)
def test_where_all_play_at_once_there_is_nothing_to_choose(game: str, visit: Visit) -> None:
    ada = visit()
    ada.set_up(game, 2)
    expect(ada.page.locator("#option-seats")).to_be_visible()
    expect(who_begins(ada)).to_have_count(0)
