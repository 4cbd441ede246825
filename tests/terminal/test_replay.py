"""Records on the screen."""

from pathlib import Path
from typing import Any

import pytest
from terminal_helpers import GAMES, act
from textual.pilot import Pilot
from textual.widgets import Static

import pioche
from pioche import Record
from pioche.core.records.seals import BadRecord
from pioche.core.views.merge_views import merge_views
from pioche.paths import read_record
from pioche.terminal.app import PiocheApp
from pioche.terminal.replay_steps import TerminalReplay
from pioche.terminal.screens.replay import ReplayScreen
from pioche.terminal.screens.rules import RulesScreen

GAMES_FOLDER = Path(__file__).parents[2] / "src" / "pioche" / "games"


def golden(game: str, players: int = 3) -> Record:
    folder = GAMES_FOLDER / game.replace("-", "_") / "tests" / "golden"
    return read_record(folder / f"{game}-{players}.json")


def replay(pilot: Pilot[Any]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def said(pilot: Pilot[Any], id: str) -> str:
    return str(pilot.app.screen.query_one(id, Static).render())


@pytest.mark.parametrize("game", GAMES)
def test_forward_back_start_end_and_everybodys_eyes(game: str) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        last = len(replay(pilot).replay.steps) - 1
        await pilot.press("right", "right", "right", "left")
        assert replay(pilot).step_number == 2
        assert f"move 2 of {last}" in said(pilot, "#progress")
        await pilot.press("end", "right")
        assert replay(pilot).step_number == last
        assert "1. " in said(pilot, "#message")
        await pilot.press("pageup", "home", "left", "pagedown")
        assert replay(pilot).step_number == 10
        assert "everybody" in said(pilot, "#status")
        for seat in range(3):
            await pilot.press("v")
            assert replay(pilot).viewer_seat == seat
            assert replay(pilot).replay.names[seat] in said(pilot, "#status")
        await pilot.press("v")
        assert replay(pilot).viewer_seat is None

    act(PiocheApp("en", replay=TerminalReplay(golden(game), "en"), now=lambda: 0.0), scene)


def test_it_plays_by_itself_and_stops_at_the_end() -> None:
    class Time:
        now = 0.0

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press("space")
        assert replay(pilot).playing
        Time.now += 1.1
        await pilot.pause(0.2)
        assert replay(pilot).step_number == 1
        await pilot.press("s", "end")
        assert not replay(pilot).playing
        await pilot.press("space")
        assert replay(pilot).step_number == 0
        await pilot.press("space", "r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)

    act(
        PiocheApp("en", replay=TerminalReplay(golden("no-thanks"), "en"), now=lambda: Time.now),
        scene,
    )


def test_a_click_on_the_bar_goes_there() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.click("#progress", offset=(40, 0))
        last = len(replay(pilot).replay.steps) - 1
        assert 0 < replay(pilot).step_number < last

    act(PiocheApp("en", replay=TerminalReplay(golden("no-thanks"), "en"), now=lambda: 0.0), scene)


@pytest.mark.parametrize("game", GAMES)
def test_through_the_eyes_of_a_seat_nothing_more_is_shown_than_it_saw(game: str) -> None:
    film = TerminalReplay(golden(game), "en")
    for number in range(0, len(film.steps), 7):
        for seat in range(3):
            assert film.view(number, seat) == film.steps[number].after.view(seat)
        everything = film.view(number, None)
        for seat in range(3):
            view = film.steps[number].after.view(seat)
            assert merge_views(everything, view) == everything


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_a_step_is_the_same_whichever_way_one_came(game: str) -> None:
    film, other = TerminalReplay(golden(game), "fr"), TerminalReplay(golden(game), "fr")
    last = len(film.steps) - 1
    some = min(20, last // 2)
    other.list_event_lines(last, 1)
    assert film.list_event_lines(some, 1) == other.list_event_lines(some, 1)
    assert len(film.list_event_lines(some, 1)) < len(film.list_event_lines(last, 1))


def test_a_record_without_any_step_is_refused() -> None:
    record = golden("gap")
    start = TerminalReplay(record, "en").steps[0].after.dump()
    empty = Record(
        record.game, record.rules, record.options, record.players, {"draws": []}, (), None, start
    )
    empty.verify(pioche.games["gap"])
    with pytest.raises(BadRecord, match="nothing has been played"):
        TerminalReplay(empty, "en")


def test_a_seat_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="seat 9"):
        TerminalReplay(golden("gap"), "en", 9)


def test_any_name_can_be_shown() -> None:
    record = golden("gap")
    names = ["[red]Zoé", "[/]", "Zoé\x1b[2J"]
    odd = Record(
        record.game, record.rules, record.options, [{"name": name} for name in names],
        record.shuffles, record.moves, record.outcome, record.start,
    )  # fmt: skip

    async def scene(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press("v", "right", "end")
        assert "(red)Zoé" in said(pilot, "#message")

    act(PiocheApp("en", replay=TerminalReplay(odd, "en")), scene)
