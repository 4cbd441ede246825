"""What one sees while a match is played."""

from io import StringIO

import pytest
from rich.console import Console

from pioche.arena.commands import progress
from pioche.arena.commands.progress import Progress
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.local_pools import SerialPool
from pioche.arena.workers.runner import MatchRun
from pioche.words import LANGUAGES, common_words


def watched(monkeypatch: pytest.MonkeyPatch, lang: str, *, terminal: bool) -> str:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "REFRESH_SECONDS", 0.0)
    screen = Console(file=StringIO(), force_terminal=terminal, width=90, highlight=False)
    settings = MatchSettings("gap", ("regular", "novice"))
    run = MatchRun.of(settings, 6)
    Progress(run, screen, common_words(lang)["arena"]).show_blocks(run.play(SerialPool(settings)))
    said = screen.file
    assert isinstance(said, StringIO)
    return said.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_terminal_shows_a_bar_and_the_running_table(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    said = watched(monkeypatch, lang, terminal=True)
    assert "━" in said
    assert "regular" in said
    assert {"en": "4 of 6 games", "fr": "4 parties sur 6"}[lang] in said


def test_elsewhere_there_are_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = watched(monkeypatch, "en", terminal=False).splitlines()
    assert [line.split(" · ")[0] for line in lines] == [
        "2 of 6 games",
        "4 of 6 games",
        "6 of 6 games",
    ]
    assert lines[-1] == "6 of 6 games · 0:00 left"
