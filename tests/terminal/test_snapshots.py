"""How the screens look. After a change that is meant: `pytest tests/terminal --snapshot-update`."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from terminal_helpers import GAMES, Plodder, app_at, my_turn, play_on, until
from test_replay import golden
from textual.pilot import Pilot

import pioche
from pioche.terminal.app import PiocheApp
from pioche.terminal.replay_steps import TerminalReplay
from pioche.terminal.screens.dialog import Dialog
from pioche.terminal.screens.rules import RulesScreen
from pioche.terminal.screens.seats import SetupScreen
from pioche.terminal.screens.start import StartScreen

Scene = Callable[[Pilot[Any]], Awaitable[None]]
SIZES = {"en": (80, 24), "fr": (120, 40)}


def moves(count: int) -> Scene:
    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, count)
        await pilot.press("right")
        await pilot.pause(0.2)

    return scene


@pytest.mark.parametrize("lang", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table(game: str, lang: str, snap_compare: Any) -> None:
    count = 0 if pioche.games[game].real_time else 3
    app = app_at(game, None, lang)
    assert snap_compare(app, terminal_size=SIZES[lang], run_before=moves(count))


@pytest.mark.parametrize("game", GAMES)
def test_the_fullest_table(game: str, snap_compare: Any) -> None:
    players = pioche.games[game].players[-1]
    count = 0 if pioche.games[game].real_time else 2
    app = app_at(game, players, "fr")
    assert snap_compare(app, terminal_size=(80, 24), run_before=moves(count))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(game: str, snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press("pagedown", "pagedown", "right", "v")
        await pilot.pause(0.1)

    app = PiocheApp("en", replay=TerminalReplay(golden(game), "en"), now=lambda: 0.0)
    assert snap_compare(app, terminal_size=(100, 30), run_before=scene)


@pytest.mark.parametrize("lang", SIZES)
def test_the_start(lang: str, snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.pause(0.1)

    assert snap_compare(PiocheApp(lang), terminal_size=(80, 24), run_before=scene)


@pytest.mark.parametrize("lang", SIZES)
def test_the_seats(lang: str, snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("down", "down", "down")
        await pilot.pause(0.1)

    app = PiocheApp(lang, bot_runner=Plodder())
    assert snap_compare(app, terminal_size=(80, 24), run_before=scene)


@pytest.mark.parametrize(
    "keys",
    [("left", "up", "up", "question_mark"), ("f1",), ("q",)],
    ids=["why", "keys", "leave"],
)
def test_a_window(keys: tuple[str, ...], snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.pause(0.1)

    assert snap_compare(app_at("gap"), terminal_size=(80, 24), run_before=scene)


def test_the_rulebook_open_at_a_clause(snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.press("left", "up", "up", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        await pilot.pause(0.3)

    assert snap_compare(app_at("gap", None, "fr"), terminal_size=(80, 24), run_before=scene)


def test_the_result(snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, PiocheApp)
        app.app_texts = {**app.app_texts, "saved": "…"}  # the path differs from machine to machine
        for _ in range(300):
            if isinstance(app.screen, Dialog):
                break
            await pilot.press("enter")
        await pilot.pause(0.2)

    assert snap_compare(app_at("no-thanks", 3), terminal_size=(80, 24), run_before=scene)


def test_the_light_table(snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, 2)
        await pilot.press("d")
        await pilot.pause(0.2)

    assert snap_compare(app_at("gap"), terminal_size=(80, 24), run_before=scene)


def test_a_terminal_that_is_too_small(snap_compare: Any) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.pause(0.2)

    assert snap_compare(app_at("code", 8), terminal_size=(60, 15), run_before=scene)


def test_a_terminal_without_colours(snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(app_at("gap"), terminal_size=(80, 24), run_before=moves(2))
