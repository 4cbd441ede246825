"""Every page and every window, for eyes, fingers and screen readers."""

from collections.abc import Callable

import pytest
from axe import barriers
from browser_user import FEWEST, SIMPLEST, Visit, Visitor
from playwright.sync_api import expect
from processes import until
from tap_target_checks import cramped

PAGES = ("/learn", "/rules", "/replay", "/settings", "/about", "/device", "/device#no", "/nowhere")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_nothing_stands_in_anybodys_way(phone: bool, visit: Visit) -> None:
    ada = visit(lang="fr" if phone else "en", phone=phone, dark=phone)
    faults: list[str] = []

    def look(where: str) -> None:
        faults.extend(barriers(ada.page, where) + cramped(ada, None))

    ada.go("/")
    expect(ada.button("home.join-go")).to_be_visible()
    look("home")
    for path in PAGES:
        ada.go("/")  # so that each is loaded, also one that differs in its # alone
        ada.go(path)
        expect(ada.page.locator("main h1")).to_be_visible()
        look(path)
    ada.set_up(SIMPLEST, FEWEST)
    look("the set-up")
    ada.add_bots(FEWEST - 1)
    ada.start()
    look_about_at_the_table(ada, look)
    ada.go("/")
    expect(ada.page.get_by_role("heading", name=ada.said("home.running"))).to_be_visible()
    look("home with a game")
    assert faults == []


def look_about_at_the_table(ada: Visitor, look: Callable[[str], None]) -> None:
    """A hint, and the windows over the table."""
    until(lambda: ada.mine)
    ada.act(ada.page.get_by_role("button", name=ada.said("table.hint")))
    expect(ada.page.get_by_test_id("hint")).to_be_visible()
    look("a hint")
    ada.act(ada.page.get_by_test_id("hint").get_by_role("button"))
    for window in ("menu", "log", "chat"):
        button = ada.button(f"table.{window}")
        if button.is_visible():  # where there is room they stand beside the table
            ada.act(button)
            expect(ada.page.get_by_role("dialog")).to_be_visible()
            look(window)
            ada.page.keyboard.press("Escape")
            expect(ada.page.get_by_role("dialog")).to_have_count(0)


def test_people_have_their_names_and_read_what_others_say(visit: Visit) -> None:
    host, guest = visit(lang="en"), visit(lang="fr", phone=True)
    link = host.set_up(SIMPLEST, FEWEST)
    guest.go(link)
    guest.page.locator("#name").fill("Zoé")
    guest.sit_down()
    expect(host.page.locator(".seats")).to_contain_text("Zoé")
    host.add_bots(FEWEST - 2)
    host.start()
    guest.at_table()
    said = "Bonne chance <b>à tous</b> & merci"
    guest.act(guest.button("table.chat"))
    guest.page.get_by_role("dialog").get_by_role("textbox").fill(said)
    guest.page.keyboard.press("Enter")
    expect(host.page.locator("aside")).to_contain_text(said)
    assert host.page.locator("aside b").count() == 0


def test_who_speaks_is_shown_as_what_they_are(visit: Visit) -> None:
    host, guest = visit(lang="en"), visit(lang="fr", phone=True)
    host.go(f"/t/{host.open_table(SIMPLEST, FEWEST - 1, sits=False, start=False)}")
    guest.go(f"/t/{host.code}")
    guest.page.locator("#name").fill("Zoé")
    guest.sit_down()
    host.start()
    guest.at_table()
    guest.speak("Bonjour")
    host.speak("Hello")
    guest.beep("Bip")
    for visitor in (host, guest):
        lines = visitor.chat_lines
        roles = [visitor.said(f"chat.roles.{role}") for role in ("program", "host", "player")]
        expect(lines).to_have_count(3)
        for line, role, text in zip(lines.all(), roles, ("Bip", "Hello", "Bonjour"), strict=True):
            expect(line).to_contain_text(f"({role})")
            expect(line).to_contain_text(text)
    assert host.chat_lines.locator("strong").all_inner_texts() == ["Zoé", "Ada", "Zoé"]
    faults = barriers(host.page, "the chat") + barriers(guest.page, "the chat")
    guest.page.keyboard.press("Escape")
    expect(guest.button("table.chat")).to_be_visible()  # nothing is unread: it was open
    assert faults + cramped(host, None) + cramped(guest, None) == []


def test_a_move_that_is_not_allowed_is_explained_by_its_clause(visit: Visit) -> None:
    host, guest = visit(lang="en"), visit(lang="fr", phone=True)
    link = host.set_up(SIMPLEST, FEWEST)
    guest.join(link)
    host.add_bots(FEWEST - 2)
    host.start()
    guest.at_table()
    until(lambda: host.mine or guest.mine)
    waiting = guest if host.mine else host
    # Playwright would wait until it is allowed; people don't.
    waiting.game.locator("button[aria-disabled=true]").first.click(force=True)
    reason = waiting.page.get_by_test_id("reason")
    expect(reason).to_be_visible()
    faults = barriers(waiting.page, "a refusal") + cramped(waiting, None)
    link = reason.get_by_role("link").get_attribute("href") or ""
    waiting.go(link)
    expect(waiting.page.locator(f"[id='{link.partition('#')[2]}']")).to_be_in_viewport()
    assert faults == []
