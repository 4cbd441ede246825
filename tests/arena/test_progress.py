"""What one sees while a match is played."""

from io import StringIO

import pytest
from rich.console import Console

from pioche.arena import progress
from pioche.arena.local import Here
from pioche.arena.progress import Progress
from pioche.arena.runner import Run
from pioche.arena.settings import Settings
from pioche.words import LANGUAGES, house_words


def watched(monkeypatch: pytest.MonkeyPatch, lang: str, *, terminal: bool) -> str:
    monkeypatch.setattr(progress, "SPEAK", 0.0)
    monkeypatch.setattr(progress, "REFRESH", 0.0)
    screen = Console(file=StringIO(), force_terminal=terminal, width=90, highlight=False)
    settings = Settings("gap", ("regular", "novice"))
    run = Run.of(settings, 6)
    Progress(run, screen, house_words(lang)["arena"]).watch(run.play(Here(settings)))
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
