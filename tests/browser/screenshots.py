"""A gallery of every page and state: `make screenshots`, then build/screenshots/index.html.

Phone (upright, some also on its side) and desktop, light and dark, French and English: not all
combinations of everything, but each of them with everything somewhere.
"""

import html
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [
    str(ROOT / "tests" / name) for name in ("browser/support", "server/support", "arena")
]

import chromium
from browser_user import FEWEST, SIMPLEST, Visitor, players_for, quick
from page_server import PageHouse, built
from playwright.sync_api import Browser, Locator, expect, sync_playwright
from processes import until
from tap_player import play_on

import pioche
from pioche.words import common_words

OUT = ROOT / "build" / "screenshots"
ON_ITS_SIDE = {"width": 844, "height": 390}
NO_ROOM = 0.0  # seconds of delay from which nobody new is let in: always
PAGES = {
    "learn": "/learn",
    "rulebooks": "/rules",
    "settings": "/settings",
    "about": "/about",
    "record": "/replay",
    "device": "/device#token",
    "missing": "/nowhere",
}
STYLE = """body{font:16px system-ui;margin:24px;background:#ddd}section{display:flex;flex-wrap:wrap;
gap:16px}figure{margin:0}img{height:420px;border:1px solid #999}figcaption{font-size:13px}"""


class Gallery:
    """Pictures, and the page that shows them."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder = folder
        self.rooms: dict[str, list[str]] = {}

    def take(self, visitor: Visitor, room: str, name: str) -> None:
        """A picture of a page, once nothing moves."""
        visitor.page.wait_for_timeout(450)
        looks = "dark" if visitor.dark else "light"
        file = f"{room}-{name}-{shape_of(visitor)}-{visitor.lang}-{looks}.png".replace(" ", "-")
        visitor.page.screenshot(path=self.folder / file)
        self.rooms.setdefault(room, []).append(file)
        self.write()

    def write(self) -> None:
        """The page with all pictures so far."""
        parts = [f"<!doctype html><meta charset=utf-8><title>Pioche</title><style>{STYLE}</style>"]
        for room, files in self.rooms.items():
            parts.append(f"<h2>{html.escape(room)}</h2><section>")
            for file in files:
                caption = html.escape(file.removesuffix(".png"))
                picture = f'<a href="{file}"><img src="{file}" alt="{caption}" loading=lazy></a>'
                parts.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
            parts.append("</section>")
        (self.folder / "index.html").write_text("".join(parts), encoding="utf-8")


def shape_of(visitor: Visitor) -> str:
    """What the pictures of a visitor are called after."""
    on_its_side = visitor.phone and visitor.page.viewport_size == ON_ITS_SIDE
    return "landscape" if on_its_side else "phone" if visitor.phone else "desktop"


def refuse_all(visitor: Visitor, problem: dict[str, str]) -> None:
    """Answer as a busy server does, for what no server can be made to refuse in time."""
    for asked in ("**/api/tables/*/film*", "**/api/study"):
        visitor.page.route(asked, lambda route: route.fulfill(status=503, json=problem))


class Photographer:
    """Goes through the house with two browsers, a desktop and a phone."""

    def __init__(self, browser: Browser, house: PageHouse, gallery: Gallery) -> None:
        self.browser, self.house, self.gallery = browser, house, gallery

    @contextmanager
    def pair(self, swapped: bool) -> Iterator[tuple[Visitor, Visitor]]:
        """A desktop and a phone; what one shows in French and dark, the other does not."""
        url, langs = self.house.url, ("fr", "en") if swapped else ("en", "fr")
        desk = Visitor(self.browser, url, lang=langs[0], dark=swapped, seed=1)
        phone = Visitor(self.browser, url, lang=langs[1], phone=True, dark=not swapped, seed=2)
        try:
            yield desk, phone
        finally:
            desk.close()
            phone.close()

    def pages(self, swapped: bool) -> None:
        """What is around the tables."""
        with self.pair(swapped) as pair:
            for visitor in pair:
                visitor.go("/")
                expect(visitor.button("home.join-go")).to_be_visible()
                self.gallery.take(visitor, "pages", "home")
                for name, path in PAGES.items():
                    visitor.go("/")
                    visitor.go(path)
                    expect(visitor.page.locator("main h1")).to_be_visible()
                    self.gallery.take(visitor, "pages", name)

    def table(self) -> None:
        """What all games share: set-up, hint, refusal, windows."""
        with self.pair(False) as (desk, phone):
            link = desk.set_up(SIMPLEST, FEWEST)
            self.gallery.take(desk, "table", "set-up")
            phone.go(link)
            expect(phone.button("setup.sit-down")).to_be_visible()
            self.gallery.take(phone, "table", "invited")
            phone.sit_down()
            desk.add_bots(FEWEST - 2)
            desk.start()
            phone.at_table()
            until(lambda: desk.mine or phone.mine)
            active, waiting = (desk, phone) if desk.mine else (phone, desk)
            active.act(active.page.get_by_role("button", name=active.said("table.hint")))
            expect(active.page.get_by_test_id("hint")).to_be_visible()
            self.gallery.take(active, "table", "hint")
            waiting.game.locator("button[aria-disabled=true]").first.click(force=True)
            expect(waiting.page.get_by_test_id("reason")).to_be_visible()
            self.gallery.take(waiting, "table", "refusal")
            for window in ("menu", "log", "chat"):
                phone.act(phone.button(f"table.{window}"))
                self.gallery.take(phone, "table", window)
                phone.page.keyboard.press("Escape")

    def game(self, game: str, swapped: bool) -> None:
        """A game from its beginning to its result."""
        with self.pair(swapped) as pair:
            desk, phone = pair
            link = desk.set_up(game, players_for(game), quick(game))
            desk.add_bots(players_for(game) - 2)
            phone.join(link)
            desk.start()
            phone.at_table()
            players = [visitor.tapper() for visitor in pair]
            for name, taps in (("beginning", 0), ("middle", 14)):
                play_on(players, lambda most=taps: sum(p.taps for p in players) >= most)  # type: ignore[misc]
                for visitor in pair:
                    self.gallery.take(visitor, game, name)
            play_on(players)
            for visitor in pair:
                self.gallery.take(visitor, game, "result")
            self.about(game, pair, desk.code)

    def about(self, game: str, pair: tuple[Visitor, Visitor], code: str) -> None:
        """How a game is learned and looked at again."""
        for visitor in pair:
            for name, path in (
                ("lesson", f"/learn/{game}"),
                ("rules", f"/rules/{game}"),
                ("replay", f"/replay/{code}?step=12"),
            ):
                visitor.go(path)
                visitor.page.wait_for_load_state("networkidle")
                self.gallery.take(visitor, game, name)

    def take_turned(self, visitor: Visitor, room: str, name: str, shown: Locator) -> None:
        """A picture of what matters here; of a phone also one on its side."""
        shown.scroll_into_view_if_needed()
        self.gallery.take(visitor, room, name)
        if visitor.phone:
            upright = visitor.page.viewport_size or {}
            visitor.page.set_viewport_size(ON_ITS_SIDE)
            shown.scroll_into_view_if_needed()
            self.gallery.take(visitor, room, name)
            visitor.page.set_viewport_size(upright)

    def devices(self, swapped: bool) -> None:
        """One person's devices, and how they are logged out."""
        with self.pair(swapped) as (desk, phone):
            code = desk.open_table(SIMPLEST, FEWEST - 1)
            desk.page.request.post("/api/me/tokens", data={"label": "Robbie"})
            desk.carry_over(phone)
            for visitor in (desk, phone):
                lines = visitor.open_devices()
                end = visitor.button("settings.devices-out-others")
                self.take_turned(visitor, "devices", "list", end)
                visitor.act(lines.first.get_by_role("button"))
                question = visitor.page.locator("details [role=alert]")
                self.take_turned(visitor, "devices", "question", question)
            self.logged_out(desk, phone, code)
            desk.carry_over(phone)
            self.logged_out(phone, desk, code)

    def logged_out(self, active: Visitor, other: Visitor, code: str) -> None:
        """A table on a device that another one logs out."""
        other.go(f"/t/{code}")
        other.at_table()
        active.open_devices()
        active.act(active.button("settings.devices-out-others"))
        title = other.page.locator("main h1", has_text=other.said("table.logged-out"))
        expect(title).to_be_visible()
        self.take_turned(other, "devices", "logged out", title)

    def chat(self, swapped: bool) -> None:
        """A host who does not play, a player and a program talk."""
        with self.pair(swapped) as (host, guest):
            bots = FEWEST - 1
            host.go(f"/t/{host.open_table(SIMPLEST, bots, start=False, sits=False)}")
            guest.go(f"/t/{host.code}")
            guest.page.locator("#name").fill("Maximilienne-Aurore")
            guest.sit_down()
            host.start()
            guest.at_table()
            guest.speak("Bonne chance à tous, et que la meilleure gagne cette partie !")
            host.speak("Hello!")
            guest.beep("Bip")
            expect(host.chat_lines).to_have_count(3)
            for visitor in (host, guest):
                self.take_turned(visitor, "table", "roles", visitor.chat_lines.first)

    def rematch(self, swapped: bool) -> None:
        """Who wants to play again waits for the others, who have to accept."""
        with self.pair(swapped) as (desk, phone):
            link = desk.set_up(SIMPLEST, players_for(SIMPLEST), quick(SIMPLEST))
            desk.add_bots(players_for(SIMPLEST) - 2)
            phone.join(link)
            desk.start()
            phone.at_table()
            play_on([desk.tapper(), phone.tapper()])
            first, second = (phone, desk) if swapped else (desk, phone)
            first.act(first.button("result.rematch"))
            second.act(second.button("result.to-rematch"))
            for visitor, waits in ((first, "setup.start"), (second, "setup.accept")):
                expect(visitor.button(waits)).to_be_visible()
                self.take_turned(visitor, "table", "rematch", visitor.button(waits))

    def busy(self, full: PageHouse, swapped: bool) -> None:
        """Where more ask for something than the server can bear."""
        known, self.house = self.house, full
        with self.pair(swapped) as pair:
            for visitor in pair:
                visitor.go("/")
                visitor.act(visitor.page.locator("main .game .button.main").first)
                alert = visitor.page.locator("main [role=alert]")
                self.take_turned(visitor, "busy", "home", alert)
                visitor.go("/t/k7tm4rx9w2hf")
                waiting = visitor.page.get_by_text(visitor.said("table.busy"))
                self.take_turned(visitor, "busy", "table", waiting)
        self.house = known
        with self.pair(swapped) as pair:
            for visitor in pair:
                self.busy_replays(visitor)

    def busy_replays(self, visitor: Visitor) -> None:
        """A replay and a lesson that have to wait."""
        code = visitor.watch_bots(SIMPLEST)
        text = common_words(visitor.lang)["server"]["problems"]["busy"].format(seconds=5)
        refuse_all(visitor, {"code": "busy", "text": text})
        for name, path in (("replay", f"/replay/{code}"), ("lesson", f"/learn/{SIMPLEST}")):
            visitor.go(path)
            told = visitor.page.get_by_text(text).first
            expect(told).to_be_visible()
            self.take_turned(visitor, "busy", name, told)

    def offline(self) -> None:
        """Without a server."""
        with self.pair(False) as pair:
            for visitor in pair:
                visitor.go("/")
                visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
                visitor.page.wait_for_load_state("networkidle")
            self.house.kill()
            for visitor in pair:
                visitor.page.reload()
                expect(visitor.page.locator("main h1")).to_be_visible()
                self.gallery.take(visitor, "pages", "offline")


def main() -> None:
    """Take all pictures."""
    assert chromium.found() is not None, chromium.MISSING
    gallery = Gallery(OUT)
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        page = built(Path(work) / "page")
        house = PageHouse(Path(work) / "house", page)
        full = PageHouse(Path(work) / "full", page, full_seconds=NO_ROOM)
        browser = chromium.launch(playwright)
        try:
            photographer = Photographer(browser, house, gallery)
            photographer.pages(False)
            photographer.pages(True)
            photographer.table()
            for swapped in (False, True):
                photographer.devices(swapped)
                photographer.chat(swapped)
                photographer.rematch(swapped)
                photographer.busy(full, swapped)
            for number, game in enumerate(pioche.games):
                photographer.game(game, number % 2 == 1)
            photographer.offline()
        finally:
            browser.close()
            house.close()
            full.close()
    print(f"{sum(map(len, gallery.rooms.values()))} pictures: {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
