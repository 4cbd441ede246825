"""Somebody with a browser of their own: what they see, and what they do at tables."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from page_monitor import Json, Watch
from page_texts import name_of, said
from playwright.sync_api import Browser, Error, Locator, Page, expect
from processes import until
from tap_player import GAME, RESULT, Tapper

import pioche

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Mobile Safari/537.36",
}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
# Options that make a game short; each game has some of them.
QUICK = {
    "rounds": 1,
    "target": 5,
    "copies": 2,
    "actions": 1,
    "round_seconds": 30,
    "max_turns": 50,
}
TURN_BASED = [id for id, game in pioche.games.items() if not game.real_time]
# For tests of what is the same in all games: the one with the fewest kinds of moves.
SIMPLEST = min(TURN_BASED, key=lambda game: pioche.games[game].num_actions)
FEWEST = pioche.games[SIMPLEST].players[0]  # who can play it
expect.set_options(timeout=15_000)


class Visitor:
    """A browser context and its page, with a person in front of it."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        lang: str = "en",
        phone: bool = False,
        dark: bool = False,
        calm: bool = False,
        seed: int = 1,
    ) -> None:
        self.url, self.lang, self.phone, self.dark, self.seed = url, lang, phone, dark, seed
        shape: dict[str, Any] = PHONE if phone else DESKTOP
        self.context = browser.new_context(
            base_url=url,
            locale=LOCALES[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            **shape,
        )
        self.watch = Watch(self.context, url)
        self.page: Page = self.context.new_page()

    def close(self, picture: Path | None = None) -> None:
        """Go; with a last picture where something went wrong."""
        if picture is not None:
            with suppress(Error):
                self.page.screenshot(path=picture)
        self.context.close()

    # -- looking -------------------------------------------------------------------------

    def said(self, path: str, **params: object) -> str:
        """A text of the page in this visitor's language."""
        return said(self.lang, path, **params)

    def button(self, path: str, **params: object) -> Locator:
        """The button or link that reads so."""
        name = self.said(path, **params)
        page = self.page
        return page.get_by_role("button", name=name, exact=True).or_(
            page.get_by_role("link", name=name, exact=True)
        )

    @property
    def game(self) -> Locator:
        """The game's own part of the table."""
        return self.page.locator(GAME)

    @property
    def result(self) -> Locator:
        """How the game ended."""
        return self.page.locator(RESULT)

    @property
    def seq(self) -> int:
        """How far the page has shown the table's log."""
        return int(self.game.get_attribute("data-seq") or 0)

    @property
    def code(self) -> str:
        """The table's code, from the address."""
        found = re.search(r"/t/([a-z0-9]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    @property
    def mine(self) -> bool:
        """Whether the page says that it is one's own move."""
        return self.page.locator("[data-testid=status].mine").count() > 0

    @property
    def seat(self) -> int | None:
        """Where one sits, as the server has told last."""
        seats = [frame["seat"] for frame in self.watch.frames if frame["type"] == "table"]
        return seats[-1] if seats else None

    @property
    def chat_lines(self) -> Locator:
        """What was said, the last first: beside the table, or in the window that is open."""
        place = self.page.locator("dialog[open]" if self.phone else "aside")
        return place.get_by_role("list", name=self.said("table.chat")).get_by_role("listitem")

    @property
    def name(self) -> str:
        """What the server calls the person of this browser."""
        return str(self.page.request.get("/api/site").json()["me"]["name"])

    def views(self) -> list[Json]:
        """All that was told of the game."""
        return [frame for frame in self.watch.frames if frame.get("view") is not None]

    def ranking(self) -> list[list[str]]:
        """The lines of the result: place, name, score."""
        rows = self.result.locator("table").first.locator("tbody tr").all()
        return [[cell.strip() for cell in row.locator("td").all_inner_texts()] for row in rows]

    # -- doing ---------------------------------------------------------------------------

    def act(self, target: Locator) -> None:
        """Click, or tap on a phone."""
        if self.phone:
            target.tap()
        else:
            target.click()

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(path)

    def tapper(self) -> Tapper:
        """Somebody who plays here without knowing any rule."""
        return Tapper(self.page, self.seed, self.phone)

    def set_up(self, game: str, seats: int, options: Mapping[str, int] | None = None) -> str:
        """Set up a table for friends; its link."""
        self.go("/")
        self.act(self.button("home.friends-named", name=name_of(game, self.lang)))
        self.page.wait_for_url("**/t/*")
        self.choose_seats(seats)
        for name, value in (options or {}).items():
            field = self.page.locator(f"#option-{name}")
            field.fill(str(value))
            field.press("Tab")
        return self.page.locator("#share-link").input_value()

    def choose_seats(self, seats: int) -> None:
        """So many may play."""
        self.page.locator("#option-seats").select_option(str(seats))
        expect(self.page.locator(".seats li")).to_have_count(seats)

    def add_bots(self, count: int) -> None:
        """Bots on the first free seats."""
        bots = self.page.locator(".seats li select")
        for number in range(count):
            self.act(self.button("setup.bot").first)
            expect(bots).to_have_count(number + 1)

    def join(self, link: str) -> None:
        """Follow a link and take a seat."""
        self.go(link)
        self.sit_down()

    def sit_down(self) -> None:
        """Take a seat, and be ready."""
        self.act(self.button("setup.sit-down"))
        self.act(self.button("setup.be-ready"))
        expect(self.button("setup.not-ready")).to_be_visible()

    def start(self) -> None:
        """Begin the game."""
        self.act(self.button("setup.start"))
        self.at_table()

    def at_table(self) -> None:
        """Wait until the game's own part is there."""
        expect(self.game.locator("> *").first).to_be_attached()

    def carry_over(self, other: "Visitor") -> None:
        """Let another device of the same person in, by a link from the settings."""
        self.go("/settings")
        self.act(self.button("settings.device-make"))
        other.go(self.page.locator("#share-link").input_value())
        other.act(other.button("device.go"))
        expect(other.page.locator("main footer")).to_contain_text(self.name)

    def open_devices(self) -> Locator:
        """The lines of the list of one's devices."""
        self.go("/settings")
        self.act(self.page.get_by_role("heading", name=self.said("settings.devices")))
        lines = self.page.locator("details[open] li")
        expect(lines.first).to_be_visible()
        return lines

    def speak(self, text: str) -> None:
        """Say something; on a phone the window of the chat stays open."""
        if self.phone:
            self.act(self.button("table.chat"))
        field = self.page.get_by_role("textbox", name=self.said("chat.text"))
        field.locator("visible=true").fill(text)
        self.page.keyboard.press("Enter")
        expect(self.chat_lines.first).to_contain_text(text)

    def beep(self, text: str) -> None:
        """Let a program of one's own say something."""
        label = {"label": "Robbie"}
        token = self.page.request.post("/api/me/tokens", data=label).json()["token"]
        answer = httpx.post(
            f"{self.url}/api/tables/{self.code}/commands",
            headers={"authorization": f"Bearer {token}"},
            json={"type": "say", "id": "beep", "text": text},
        )
        assert answer.is_success, answer.text
        expect(self.chat_lines.first).to_contain_text(text)

    def play_now(self, game: str) -> None:
        """A game against bots, in one tap."""
        self.go("/")
        self.act(self.button("home.play-named", name=name_of(game, self.lang)))
        self.page.wait_for_url("**/t/*")
        self.at_table()

    def open_table(
        self,
        game: str,
        bots: int,
        options: Mapping[str, int] | None = None,
        start: bool = True,
        sits: bool = True,
    ) -> str:
        """The code of a table of one's own, set up behind the page, for tests of other things."""
        self.page.goto("/")
        request = self.page.request
        if request.get("/api/site").json()["me"] is None:
            request.post("/api/me", data={"name": "Ada", "avatar": "fox"})
        settings = {"game": game, "seats": bots + 1, "options": options or {}}
        body = {
            "settings": settings,
            "bots": ["regular"] * bots,
            "start": start,
            "sits": sits,
        }
        answer = request.post("/api/tables", data=body)
        assert answer.ok, answer.text()
        return str(answer.json()["code"])

    def watch_bots(self, game: str) -> str:
        """The code of a finished game between bots."""
        self.open_table(SIMPLEST, FEWEST - 1, start=False)
        settings = {"game": game, "seats": pioche.games[game].players[0], "options": quick(game)}
        bots = ["novice"] * pioche.games[game].players[0]
        body = {"settings": settings, "bots": bots, "sits": False, "start": True}
        code = str(self.page.request.post("/api/tables", data=body).json()["code"])
        self.page.goto(f"/t/{code}")  # bots among themselves play only while somebody looks
        until(lambda: self.page.request.get(f"/api/tables/{code}/record").ok)
        return code


Visit = Callable[..., Visitor]  # the fixture that lets visitors come


def quick(game: str) -> dict[str, int]:
    """The options that make a game short, as far as it has them."""
    found = {}
    for name, option in pioche.games[game].options.items():
        if name in QUICK and option.low is not None and option.high is not None:
            found[name] = max(option.low, min(option.high, QUICK[name]))
    return found


def players_for(game: str) -> int:
    """Three where three may play; all that may where the first to finish ends it for all."""
    counts = pioche.games[game].players
    return counts[-1] if pioche.games[game].real_time else max(counts[0], min(3, counts[-1]))
