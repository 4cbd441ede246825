"""One person, several devices: a seat is taken along, and whoever has a key can be logged out."""

import httpx
import pytest
from axe import barriers
from browser_user import FEWEST, SIMPLEST, Visit, Visitor, quick
from page_server import PageHouse
from playwright.sync_api import WebSocketRoute, expect
from processes import until
from tap_player import play_on
from tap_target_checks import cramped
from view_checks import Sights

import pioche

SECRETIVE = next(id for id, game in pioche.games.items() if not game.real_time and id != SIMPLEST)
# Browsers tell pages the code of a closed socket, but not those who watch them.
NOTE_CLOSINGS = """window.closings = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("close", ({ code }) => window.closings.push(code));
  }
};"""
LANGUAGES = pytest.mark.parametrize("langs", [("en", "fr"), ("fr", "en")], ids=["en", "fr"])
Langs = tuple[str, str]


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


@LANGUAGES
def test_the_settings_list_both_devices_by_name_and_last_use(langs: Langs, visit: Visit) -> None:
    desk, phone = visit(lang=langs[0]), visit(lang=langs[1], phone=True, dark=True)
    desk.open_table(SIMPLEST, FEWEST - 1)
    desk.carry_over(phone)
    names = {
        "en": ("Chrome on Linux", "Chrome on Android"),
        "fr": ("Chrome sur Linux", "Chrome sur Android"),
    }
    faults: list[str] = []
    for visitor in (desk, phone):
        this, other = names[visitor.lang] if visitor is desk else names[visitor.lang][::-1]
        lines = visitor.open_devices()
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text(this)
        expect(lines.nth(0)).to_contain_text(visitor.said("settings.devices-this"))
        expect(lines.nth(1)).to_contain_text(other)
        expect(lines.nth(1)).to_contain_text(
            visitor.said("settings.devices-seen", day="", time="")[:8]
        )
        faults += barriers(visitor.page, "the devices") + cramped(visitor, None)
    assert faults == []


@LANGUAGES
def test_a_device_that_is_logged_out_is_told_so_and_sees_no_more(
    langs: Langs, house: PageHouse, visit: Visit
) -> None:
    desk, phone = visit(lang=langs[0], seed=4), visit(lang=langs[1], phone=True, seed=6)
    phone.context.add_init_script(NOTE_CLOSINGS)
    code = desk.open_table(SECRETIVE, pioche.games[SECRETIVE].players[0] - 1)
    desk.carry_over(phone)
    phone.go(f"/t/{code}")
    phone.at_table()
    play_two(phone)
    lines = desk.open_devices()
    desk.act(lines.nth(1).get_by_role("button"))
    expect(lines).to_have_count(1)

    expect(phone.page.locator("main h1")).to_have_text(phone.said("table.logged-out"))
    expect(phone.page.locator("main [role=alert]")).to_be_visible()
    expect(phone.game).to_have_count(0)
    assert phone.page.evaluate("window.closings") == [4401]
    assert phone.watch.frames[-1]["type"] == "bye"
    faults = barriers(phone.page, "logged out") + cramped(phone, None)
    heard = len(phone.watch.frames)
    desk.go(f"/t/{code}")
    desk.at_table()
    play_two(desk)
    assert len(phone.watch.frames) == heard

    until(lambda: waits_for(desk, house))  # else bots fill the log that is looked at
    watch_as_somebody_new(phone)
    sights = Sights(house.ledger(code))
    assert sights.wrong(phone.watch.frames) == []
    assert not sights.shown(phone.seq, phone.page.content())
    assert faults == []


def play_two(visitor: Visitor) -> None:
    """Two taps, whatever they do."""
    player = visitor.tapper()
    play_on([player], lambda: player.taps >= 2)


def waits_for(visitor: Visitor, house: PageHouse) -> bool:
    """Whether nothing happens at a table before this visitor does something more."""
    visitor.page.evaluate("0")  # what was sent before is known after this
    answered = {frame.get("id") for frame in visitor.watch.frames}
    state = Sights(house.ledger(visitor.code)).table.state
    assert state is not None
    is_answered = all(message["id"] in answered for message in visitor.watch.sent)
    return is_answered and state.actors() == (visitor.seat,)


def watch_as_somebody_new(phone: Visitor) -> None:
    """Come back to the table as a spectator, who knows nothing of what the player saw."""
    phone.act(phone.button("table.watch-anew"))
    phone.at_table()
    assert phone.seat is None
    assert phone.page.evaluate("window.closings") == [4401]
    phone.act(phone.button("table.log"))
    window = phone.page.get_by_role("dialog")
    expect(window).to_contain_text(phone.said("table.log-empty"))
    phone.page.reload()  # nothing comes back from what the browser keeps
    phone.at_table()
    phone.act(phone.button("table.log"))
    expect(window).to_contain_text(phone.said("table.log-empty"))


@LANGUAGES
def test_all_others_are_logged_out_at_once(langs: Langs, visit: Visit) -> None:
    desk, phone = visit(lang=langs[0]), visit(lang=langs[1], phone=True)
    code = desk.open_table(SIMPLEST, FEWEST - 1)
    desk.carry_over(phone)
    label = {"label": "Ada’s bot"}
    token = desk.page.request.post("/api/me/tokens", data=label).json()["token"]
    program = httpx.Client(base_url=desk.url, headers={"authorization": f"Bearer {token}"})
    assert program.get("/api/me").is_success
    phone.go(f"/t/{code}")
    phone.at_table()
    lines = desk.open_devices()
    expect(lines).to_have_count(3)
    expect(lines.filter(has_text="Ada’s bot")).to_contain_text(
        desk.said("settings.devices-program")
    )
    desk.act(desk.button("settings.devices-out-others"))
    expect(lines).to_have_count(1)
    expect(desk.button("settings.devices-out-others")).to_have_count(0)
    expect(phone.page.locator("main h1")).to_have_text(phone.said("table.logged-out"))
    assert not program.get("/api/me").is_success
    program.close()
    desk.go(f"/t/{code}")  # this one is who it was
    desk.at_table()
    assert desk.seat == 0


def test_a_device_that_was_logged_out_without_a_connection_is_told_when_it_is_back(
    visit: Visit,
) -> None:
    desk, phone = visit(), visit(lang="fr", phone=True)
    sockets: list[WebSocketRoute] = []
    is_there = True

    def lead(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if is_there:
            socket.connect_to_server()
        else:
            socket.close()

    phone.context.route_web_socket("**/api/tables/**", lead)
    code = desk.open_table(SIMPLEST, FEWEST - 1)
    desk.carry_over(phone)
    phone.go(f"/t/{code}")
    phone.at_table()
    is_there = False
    sockets[-1].close()
    expect(phone.page.get_by_text(phone.said("table.lost")).first).to_be_visible()
    desk.act(desk.open_devices().nth(1).get_by_role("button"))
    expect(desk.page.locator("details[open] li")).to_have_count(1)
    is_there = True
    expect(phone.page.locator("main h1")).to_have_text(phone.said("table.logged-out"))
    expect(phone.game).to_have_count(0)


def test_a_page_that_was_logged_out_unawares_begins_anew(visit: Visit) -> None:
    desk, phone = visit(), visit(lang="fr", phone=True)
    phone.watch.expect("401")
    desk.open_table(SIMPLEST, FEWEST - 1)
    desk.carry_over(phone)
    expect(phone.page.locator("#running")).to_be_visible()
    desk.act(desk.open_devices().nth(1).get_by_role("button"))
    expect(desk.page.locator("details[open] li")).to_have_count(1)
    play = phone.page.locator("main .game .button.main").first
    phone.act(play)
    alert = phone.page.locator("main [role=alert]")
    expect(alert).to_have_text(phone.said("device.logged-out"))
    phone.act(play)
    phone.page.wait_for_url("**/t/*")
    phone.at_table()
    until(lambda: phone.seat == 0)
    assert phone.name != "Ada"
