"""How fast the page is: until it can be used, and while cards travel. `make bench-web`.

The processor is slowed down four times, as a phone is. Nothing here fails; the numbers are to be
looked at, and compared with those of the same machine before.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path[:0] = [
    str(ROOT / "tests" / name) for name in ("browser/support", "server/support", "arena")
]

import chromium
from browser_user import Visitor
from page_server import PageHouse, built
from playwright.sync_api import Browser, sync_playwright
from tap_player import play_on

import pioche

SLOWER = 4
LOADS = 5
READY = """() => new Promise(done => {
  const button = () => document.querySelector("main .games button:not(:disabled)");
  const look = () => button() ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""
SIZES = """() => performance.getEntriesByType("resource")
  .filter(each => /\\.(js|css)$/.test(new URL(each.name).pathname))
  .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = now => {
    if (document.querySelector(".flights")?.childElementCount) window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def slowed(visitor: Visitor) -> None:
    """Make the processor as slow as a phone's."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def first_loads(browser: Browser, url: str) -> tuple[list[float], int]:
    """Milliseconds until somebody new can use the first page, and the bytes that it takes."""
    times, size = [], 0
    for _ in range(LOADS):
        visitor = Visitor(browser, url, phone=True)
        slowed(visitor)
        visitor.page.goto("/", wait_until="commit")
        times.append(float(visitor.page.evaluate(READY)))
        visitor.page.wait_for_load_state("networkidle")
        size = int(visitor.page.evaluate(SIZES))
        visitor.close()
    return times, size


def frames(browser: Browser, url: str, game: str) -> list[float]:
    """Milliseconds of every frame in which cards travel, at a phone's speed."""
    visitor = Visitor(browser, url, phone=True, seed=7)
    visitor.play_now(game)
    slowed(visitor)
    visitor.page.evaluate(FRAMES)
    player = visitor.tapper()
    play_on([player], lambda: player.taps >= 12)
    visitor.page.wait_for_timeout(1000)
    found: list[float] = visitor.page.evaluate("window.frames_")
    visitor.close()
    return found


def main() -> None:
    """Measure, and print."""
    assert chromium.found() is not None, chromium.MISSING
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        house = PageHouse(Path(work) / "house", built(Path(work) / "page"), bot_pace=300)
        browser = chromium.launch(playwright)
        try:
            times, size = first_loads(browser, house.url)
            print(f"first page, processor {SLOWER} times slower: {size / 1024:.0f} KB of scripts")
            print(f"  usable after {median(times):.0f} ms (worst {max(times):.0f})")
            print("frames while cards travel:")
            for game in pioche.games:
                took = sorted(frames(browser, house.url, game))
                if took:
                    late = took[int(0.95 * (len(took) - 1))]
                    said = f"{1000 / median(took):.0f} a second, 95 % within {late:.0f} ms"
                    print(f"  {game:20} {said} ({len(took)} frames)")
                else:
                    print(f"  {game:20} no card has travelled")
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
