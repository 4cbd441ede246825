"""Whether fingers hit what they mean, and a phone shows all of a page."""

from browser_user import Visitor

import pioche

SMALLEST = 44  # CSS pixels of a target for a finger
SMALLEST_IN_A_RACE = 34  # where eighty cards lie side by side
TARGETS = """least => [...document.querySelectorAll(
  ":is([data-testid=game], header, nav, .bar) :is(button, a[href])")]
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width && (box.width < least || box.height < least))
  .map(([one, box]) => `${Math.round(box.width)}×${Math.round(box.height)} px: `
    + (one.getAttribute("aria-label") ?? one.innerText))"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


def cramped(visitor: Visitor, game: str | None) -> list[str]:
    """What is too small for a finger, or too wide for the screen; mice are more exact."""
    where = visitor.page.url.removeprefix(visitor.url)
    race = game is not None and pioche.games[game].real_time
    least = SMALLEST_IN_A_RACE if race else SMALLEST
    small = visitor.page.evaluate(TARGETS, least) if visitor.phone else []
    faults = [f"too small, {where}: {line}" for line in small]
    if (beyond := visitor.page.evaluate(WIDE)) > 0:
        faults.append(f"{where} is {beyond} px wider than the screen")
    return faults
