import os
from collections.abc import Generator, Iterator
from pathlib import Path

import chromium
import pytest
from browser_user import Visit, Visitor
from page_server import PageHouse, built, open_house
from playwright.sync_api import Browser, sync_playwright

FAILED = pytest.StashKey[bool]()
PICTURES = Path(__file__).parents[2] / "build" / "browser"  # of tests that failed


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; a module's own, as the other tests of a run want the event loop back."""
    if chromium.found() is None:
        if os.environ.get("CI"):
            pytest.fail(chromium.MISSING)
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        found = chromium.launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built page."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return built(shared / "page")


@pytest.fixture
def house(tmp_path: Path, page_folder: Path) -> Iterator[PageHouse]:
    """A server of this test's own."""
    with open_house(tmp_path / "house", page_folder) as process:
        yield process


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, house: PageHouse) -> Iterator[Visit]:
    """Lets visitors come. What their browsers complain of in the end fails the test."""
    came: list[Visitor] = []

    def come(**wishes: object) -> Visitor:
        came.append(Visitor(browser, house.url, **wishes))  # type: ignore[arg-type]
        return came[-1]

    yield come
    failed = request.node.stash.get(FAILED, False)
    if failed:
        PICTURES.mkdir(parents=True, exist_ok=True)
    for number, visitor in enumerate(came):
        name = f"{request.node.name}-{number}.png".replace("/", "-")
        visitor.close(PICTURES / name if failed else None)
    faults = [fault for visitor in came for fault in visitor.watch.faults()]
    assert faults == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test failed, for a last picture."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
