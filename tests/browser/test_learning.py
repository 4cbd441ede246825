"""Lessons and rulebooks, as a beginner goes through them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe import barriers
from browser_user import Visit, Visitor
from page_server import PageHouse, open_house
from playwright.sync_api import expect
from tap_target_checks import cramped

import pioche
from pioche.words.rulebook import Rulebook

LONGEST = 60  # steps of a lesson


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, page_folder: Path) -> Iterator[PageHouse]:
    """One server for all: nothing of it changes."""
    with open_house(tmp_path_factory.mktemp("learning"), page_folder) as process:
        yield process


def list_games_with_lessons() -> list[str]:
    games = Path(__file__).parents[2] / "src" / "pioche" / "games"
    return [id for id in pioche.games if (games / id.replace("-", "_") / "web/lesson.ts").is_file()]


@pytest.mark.parametrize("game", list_games_with_lessons())
def test_a_lesson_leads_to_its_end_and_to_a_table(game: str, visit: Visit) -> None:
    odd = list(pioche.games).index(game) % 2 == 1
    learner = visit(lang="fr" if odd else "en", phone=odd, dark=odd)
    learner.go(f"/learn/{game}")
    text = learner.page.get_by_test_id("lesson-text")
    expect(text).not_to_be_empty()
    learner.at_table()
    faults = barriers(learner.page, "the lesson") + cramped(learner, game)
    read, done = [], 0
    for _ in range(LONGEST):
        read.append(text.inner_text())
        done += make_the_move(learner)
        onward = learner.page.get_by_test_id("next")
        end = learner.button("home.play")
        expect(onward.or_(end)).to_be_visible()
        if end.is_visible():
            break
        expect(onward).to_have_attribute("aria-disabled", "false")
        learner.act(onward)
        expect(text).not_to_have_text(read[-1])
    assert len(set(read)) == len(read) > 3
    assert done >= 2, "one learns by playing"
    faults += barriers(learner.page, "the end of the lesson")
    learner.act(learner.button("home.play"))
    learner.page.wait_for_url("**/t/*")
    learner.at_table()
    assert faults == []


def make_the_move(learner: Visitor) -> int:
    """Let oneself be shown the move that is asked for, if one is."""
    show = learner.page.get_by_test_id("show-me")
    if not show.is_visible():
        return 0
    learner.act(show)
    expect(learner.page.get_by_test_id("lesson-hint")).to_be_visible()
    learner.act(show)
    expect(show).to_have_count(0)
    return 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_clause_of_a_rulebook_has_an_address(lang: str, visit: Visit) -> None:
    reader = visit(lang=lang, phone=lang == "fr", dark=lang == "en")
    faults = []
    for game in pioche.games:
        clauses = Rulebook.load(pioche.games[game], lang).clauses
        last = list(clauses)[-1]
        reader.go("/rules")
        reader.go(f"/rules/{game}#{last}")
        expect(reader.page.locator(f"[id='{last}']")).to_be_in_viewport()
        shown = reader.page.locator("main [id]").evaluate_all("found => found.map(one => one.id)")
        assert set(clauses) <= set(shown), game
        faults += barriers(reader.page, f"the rules of {game}") + cramped(reader, None)
    assert faults == []
