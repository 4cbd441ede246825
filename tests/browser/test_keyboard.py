"""A whole game without a mouse: Tab, arrows, Enter."""

from browser_user import SIMPLEST, Visit
from page_texts import name_of
from playwright.sync_api import Locator, Page, expect
from tap_player import GAME, Tapper, play_on

FAR = 120  # keys that it may take to get anywhere
HERE = "one => one === document.activeElement"
OUTLINED = "getComputedStyle(document.activeElement).outlineStyle !== 'none'"


class Typist(Tapper):
    """Chooses by keys alone."""

    def tap(self, choice: Locator) -> None:
        """Go there, and press Enter."""
        inside = self.page.locator(GAME).evaluate("game => game.contains(document.activeElement)")
        reach(self.page, choice, arrows=inside)
        self.page.keyboard.press("Enter")
        self.taps += 1


def reach(page: Page, target: Locator, arrows: bool = False) -> None:
    """Go somewhere, as one sees it: by the arrows among cards, then by Tab."""
    for number in range(FAR):
        if target.evaluate(HERE):
            assert page.evaluate(OUTLINED), "one can't see where one is"
            return
        page.keyboard.press("ArrowRight" if arrows and number < 6 else "Tab")
    raise AssertionError(f"no way to {target} by keyboard")


def test_a_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    ada = visit()
    ada.go("/")
    reach(ada.page, ada.button("home.play-named", name=name_of(SIMPLEST, "en")))
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/t/*")
    ada.at_table()
    typist = Typist(ada.page, seed=5)
    play_on([typist])
    expect(ada.result.get_by_role("heading").first).to_be_focused()
    assert typist.taps > 3
    reach(ada.page, ada.button("result.rematch"))
    ada.page.keyboard.press("Enter")
    expect(ada.button("setup.start")).to_be_visible()


def test_windows_are_left_by_escape_to_where_one_was(visit: Visit) -> None:
    ada = visit()
    ada.play_now(SIMPLEST)
    menu = ada.button("table.menu")
    reach(ada.page, menu)
    ada.page.keyboard.press("Enter")
    window = ada.page.get_by_role("dialog")
    expect(window).to_be_visible()
    inside = "document.querySelector('dialog[open]').contains(document.activeElement)"
    for _ in range(3):
        ada.page.keyboard.press("Tab")
        assert ada.page.evaluate(f"{inside} || document.activeElement === document.body")
    ada.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(menu).to_be_focused()
