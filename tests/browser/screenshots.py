"""A gallery of every page and state: `make screenshots`, then build/screenshots/index.html.

Phone and desktop, light and dark, French and English: not all combinations of everything, but
each of them with everything somewhere.
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
from playwright.sync_api import Browser, expect, sync_playwright
from processes import until
from tap_player import play_on

import pioche

OUT = ROOT / "build" / "screenshots"
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
        shape = "phone" if visitor.phone else "desktop"
        file = f"{room}-{name}-{shape}-{visitor.lang}.png".replace(" ", "-")
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
        house = PageHouse(Path(work) / "house", built(Path(work) / "page"))
        browser = chromium.launch(playwright)
        try:
            photographer = Photographer(browser, house, gallery)
            photographer.pages(False)
            photographer.pages(True)
            photographer.table()
            for number, game in enumerate(pioche.games):
                photographer.game(game, number % 2 == 1)
            photographer.offline()
        finally:
            browser.close()
            house.close()
    print(f"{sum(map(len, gallery.rooms.values()))} pictures: {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
