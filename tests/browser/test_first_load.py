"""How much comes over the network first; what is there without one; how an upgrade arrives."""

from pathlib import Path

from browser_user import FEWEST, SIMPLEST, Visit
from page_server import PageHouse, upgraded
from playwright.sync_api import expect
from processes import until

MOST = 120 * 1024  # bytes of scripts and styles, packed, before the first page is there
UNREACHABLE = r"ERR_CONNECTION_REFUSED|ERR_FAILED|WebSocket connection to '\S+' failed"
LOADED = """() => performance.getEntriesByType("resource")
  .filter(each => /\\.(js|css)$/.test(new URL(each.name).pathname))
  .map(each => [each.name, each.encodedBodySize])"""
RENEWED = "caches.keys().then(kept => kept.length === 1 && kept[0].includes('upgraded'))"
WORKING = "navigator.serviceWorker.ready.then(found => found.active.state)"


def test_little_is_loaded_before_the_first_page_and_games_come_later(visit: Visit) -> None:
    ada = visit()
    ada.go("/")
    ada.page.wait_for_load_state("networkidle")
    first = dict(ada.page.evaluate(LOADED))
    total = sum(first.values())
    assert 20_000 < total <= MOST, first
    ada.play_now(SIMPLEST)
    ada.page.wait_for_load_state("networkidle")
    later = dict(ada.page.evaluate(LOADED))
    assert set(later) - set(first), "the table and its game are loaded with the first page"


def test_without_a_server_the_page_says_so_and_comes_back(house: PageHouse, visit: Visit) -> None:
    ada = visit(lang="fr")
    ada.watch.expect(UNREACHABLE)
    code = ada.open_table(SIMPLEST, FEWEST - 1)
    assert ada.page.evaluate(WORKING) in ("activating", "activated")
    ada.page.wait_for_load_state("networkidle")
    house.kill()
    ada.go(f"/t/{code}")
    expect(ada.page.get_by_role("heading", name=ada.said("offline.title"))).to_be_visible()
    house.start()
    ada.act(ada.button("offline.again"))
    ada.at_table()


def test_an_upgrade_is_there_at_the_next_load(
    house: PageHouse, visit: Visit, tmp_path: Path
) -> None:
    ada = visit()
    ada.watch.expect(UNREACHABLE)
    page = ada.page.locator("html")
    ada.go("/")
    assert ada.page.evaluate(WORKING) in ("activating", "activated")
    assert page.get_attribute("data-build") is None
    house.kill()
    house.page = upgraded(house.page, tmp_path / "upgraded")
    house.start()
    ada.go("/")
    expect(ada.page.get_by_role("heading", name=ada.said("home.title"))).to_be_visible()
    expect(page).to_have_attribute("data-build", "upgraded")
    until(lambda: bool(ada.page.evaluate(RENEWED)))
    house.kill()
    ada.page.reload()
    expect(page).to_have_attribute("data-build", "upgraded")  # what is kept is the new one, too
