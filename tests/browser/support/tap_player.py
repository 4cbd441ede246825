"""A player who knows no rule: looks for what can be tapped, and taps it.

Whatever a game's table is like, its choices are buttons. Some moves take two taps (a card, then
where it goes), so what appears after a tap is tapped next, and what led nowhere is not tapped
again before something has happened.
"""

import random
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from playwright.sync_api import Error, Locator, Page

GAME = "[data-testid=game]"
CHOICES = f"{GAME} button:not(:disabled):not([aria-disabled=true]):visible"
RESULT = "[data-testid=result]"
IDLE = 80  # taps that lead nowhere, until one gives up
BRIEF = 600  # milliseconds in which a tap must be possible; else one looks again
BOLD = 0.85  # how often the first of what has just appeared is taken: it is what is mostly meant
LOOK = """choices => {
  const game = document.querySelector("[data-testid=game]");
  const times = {};
  return {
    seq: Number(game?.dataset.seq ?? 0),
    over: document.querySelector("[data-testid=result]") !== null,
    names: choices.map(one => {
      const name = (one.getAttribute("aria-label") ?? one.innerText).trim();
      times[name] = (times[name] ?? 0) + 1;
      return `${name} #${times[name]}`;
    }),
    sure: choices.map(one => one.getAttribute("aria-disabled") === "false"),
  };
}"""


class Tapper:
    """Taps through a game on one page."""

    def __init__(self, page: Page, seed: int, touch: bool = False) -> None:
        self.page, self.chance, self.touch = page, random.Random(seed), touch
        self.over = False
        self.seq = 0
        self.taps = self.idle = self.missed = 0
        self.tried: set[str] = set()
        self.before: set[str] = set()
        self.trouble = ""

    def look(self) -> dict[str, Any]:
        """What is there to tap."""
        found: dict[str, Any] = self.page.locator(CHOICES).evaluate_all(LOOK)
        return found

    def step(self) -> bool:
        """Tap something, if there is anything to tap."""
        seen = self.look()
        if seen["seq"] != self.seq:
            self.seq, self.idle = seen["seq"], 0
            self.tried, self.before = set(), set()
        self.over = seen["over"]
        names: list[str] = seen["names"]
        if self.over or not any(seen["sure"]):
            return False
        index = self.choose(names, seen["sure"])
        self.tried.add(names[index])
        self.before = set(names)
        self.idle += 1
        assert self.idle < IDLE, f"nothing happens, whatever is tapped: {names}; {self.trouble}"
        self.tap(self.page.locator(CHOICES).nth(index))
        return True

    def choose(self, names: Sequence[str], sure: Sequence[bool]) -> int:
        """What has just appeared, else what was not tried, else what is a choice of the game."""
        every = range(len(names))
        untried = [n for n in every if names[n] not in self.tried]
        fresh = [n for n in untried if self.before and names[n] not in self.before]
        legal = [n for n in untried if sure[n]]
        if not untried:
            self.tried.clear()
        if fresh and self.chance.random() < BOLD:
            return fresh[0]
        return self.chance.choice(fresh or legal or untried or list(every))

    def tap(self, choice: Locator) -> None:
        """A tap or a click, as a person does it: on what can be seen and reached."""
        try:
            if self.touch:
                choice.tap(timeout=BRIEF)
            else:
                choice.click(timeout=BRIEF)
            self.taps += 1
            self.missed = 0
        except Error as error:
            if self.page.is_closed():
                raise
            self.missed += 1  # it may be gone meanwhile: others play, too
            self.trouble = str(error)[-600:]
            assert self.missed < 25, f"what is offered can't be tapped: {self.trouble}"


def play_on(
    players: Sequence[Tapper],
    done: Callable[[], bool] = lambda: False,
    patience: float = 600.0,
) -> None:
    """Let them play, until all of them see the result or something is done."""
    end = monotonic() + patience
    while not done() and not all(player.over for player in players):
        assert monotonic() < end, "the game does not come to its end"
        acted = [player.step() for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(30)
