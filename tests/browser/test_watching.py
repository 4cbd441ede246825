"""Finished games are looked at again, step by step, and played on from there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sample_records as records
from axe import barriers
from browser_user import SIMPLEST, Visit, Visitor
from page_server import PageHouse, open_house
from playwright.sync_api import expect
from tap_player import play_on
from tap_target_checks import cramped

import pioche


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, page_folder: Path) -> Iterator[PageHouse]:
    """One server for all of these."""
    with open_house(tmp_path_factory.mktemp("watching"), page_folder) as process:
        yield process


@pytest.mark.parametrize("game", pioche.games)
def test_a_finished_game_is_watched_and_played_on_from_its_middle(
    game: str, visit: Visit, tmp_path: Path
) -> None:
    even = list(pioche.games).index(game) % 2 == 0
    ada = visit(lang="fr" if even else "en", phone=even, dark=even, seed=8)
    film = find_a_film(ada, game, tmp_path)
    told, step = ada.page.get_by_test_id("told"), ada.page.locator("#step")
    first = told.inner_text()
    ada.act(ada.page.get_by_test_id("replay-forward"))
    expect(step).to_have_value("1")
    expect(told).not_to_have_text(first)
    ada.act(ada.button("replay.back"))
    expect(told).to_have_text(first)
    ada.act(ada.button("replay.last"))
    expect(step).to_have_value(step.get_attribute("max") or "")
    faults = barriers(ada.page, "the end of the film") + cramped(ada, game)

    ada.page.get_by_label(ada.said("replay.eyes")).select_option("0")
    ada.page.keyboard.press("Home")
    middle = int(step.get_attribute("max") or 0) // 2
    ada.go(f"{film}?step={middle}&eyes=0")
    ada.at_table()
    expect(step).to_have_value(str(middle))
    for summary in ada.page.locator("aside summary").all():
        ada.act(summary)
    # Who watched the table was shown its seal; who brings a record was not.
    verdict = "fits" if pioche.games[game].real_time else "seen"
    expect(ada.page.get_by_test_id("seal")).to_have_attribute("data-verdict", verdict)
    faults += barriers(ada.page, "the middle of the film") + cramped(ada, game)

    ada.act(ada.button("replay.continue-go"))
    ada.page.wait_for_url("**/t/*")
    ada.at_table()
    assert not film.endswith(ada.code)
    player = ada.tapper()
    play_on([player], lambda: player.taps >= 2)
    assert faults == []


def test_a_replay_that_has_to_wait_is_tried_again(visit: Visit) -> None:
    ada = visit(lang="fr", phone=True)
    ada.watch.expect("503")
    code = ada.watch_bots(SIMPLEST)
    busy = {"code": "busy", "text": "Trop de demandes attendent. Réessayez dans 5 s."}
    ada.page.route("**/film*", lambda route: route.fulfill(status=503, json=busy), times=1)
    ada.go(f"/replay/{code}")
    expect(ada.page.locator("main [role=alert]")).to_have_text(busy["text"])
    ada.act(ada.button("offline.again"))
    ada.at_table()


def find_a_film(ada: Visitor, game: str, folder: Path) -> str:
    """Bring a finished game to the page: of a table, or from a file where bots take their time."""
    if not pioche.games[game].real_time:
        path = f"/replay/{ada.watch_bots(game)}"
        ada.go(path)
    else:
        path = "/replay"
        record = folder / "record.json"
        record.write_text(records.played(game).to_json())
        ada.go(path)
        ada.page.locator("input[type=file]").set_input_files(record)
    ada.at_table()
    return path


def test_a_record_is_watched_from_a_file_and_a_bad_one_is_named(
    visit: Visit, tmp_path: Path
) -> None:
    ada = visit()
    ada.watch.expect("400")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    text = records.played(SIMPLEST, pioche.games[SIMPLEST].players[0]).to_json()
    good.write_text(text)
    bad.write_text(text.replace('"rules": ', '"rules": 9'))
    ada.go("/replay")
    ada.page.locator("input[type=file]").set_input_files(bad)
    expect(ada.page.locator("main [role=alert]")).to_contain_text("head:")
    ada.page.locator("input[type=file]").set_input_files(good)
    ada.at_table()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator("#step")).to_have_value("1")
    ada.page.reload()
    ada.at_table()
