"""What stands in the way of people with disabilities, as far as axe-core can tell."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What is drawn on a card is no label that anybody would speak: its name is said in words.
DRAWN = "label-content-name-mismatch"
RUN = """([tags, drawn]) => axe.run(document, {
  runOnly: tags, resultTypes: ["violations"], elementRef: true,
}).then(found => found.violations.flatMap(({id, help, nodes}) => nodes
  .filter(node => id !== drawn || !node.element.closest("[data-testid=game]"))
  .slice(0, 3)
  .map(node => `${id}: ${help}: ${node.html.slice(0, 160)}`)))"""


@cache
def script() -> str:
    """axe-core, which comes with the packages that the page is built with."""
    assert SCRIPT.is_file(), f"{SCRIPT} is not there: run `make setup`"
    return SCRIPT.read_text(encoding="utf-8")


def barriers(page: Page, where: str) -> list[str]:
    """What is wrong with a page as it is now."""
    # What fades in is judged when it is there.
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished.catch(() => 0)))")
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())  # not as a tag: the page lets no script in but its own
    return [f"axe, {where}: {line}" for line in page.evaluate(RUN, [TAGS, DRAWN])]
