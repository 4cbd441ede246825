"""Choosing a game, seats, levels and options; the result and what comes after it."""

from pathlib import Path
from typing import Any

import pytest
from terminal_helpers import GAMES, Plodder, act, app_at, until
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import pioche
from pioche.terminal.app import PiocheApp
from pioche.terminal.screens.dialog import Dialog
from pioche.terminal.screens.replay import ReplayScreen
from pioche.terminal.screens.seats import SetupScreen, list_option_values
from pioche.terminal.screens.start import StartScreen
from pioche.terminal.screens.table import TableScreen
from pioche.terminal.widgets.stepper import Stepper


def fresh() -> PiocheApp:
    return PiocheApp("en", bot_runner=Plodder(), pace="none", now=lambda: 0.0)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_two_times_enter_and_one_plays(number: int) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press(*["down"] * number, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert app.local_game is not None
        assert app.local_game.game.id == GAMES[number]
        assert set(app.local_game.setup.levels) == {"regular"}

    app = fresh()
    act(app, scene)


def test_seats_levels_options_and_a_name_are_chosen_by_keyboard() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press(*["down"] * GAMES.index("no-thanks"), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("down", "Z", "o", "e", "down", "right", "down", "right")
        help = str(pilot.app.screen.query_one("#help", Static).render())
        assert "ahead" in help
        await pilot.press("down", "left", "down", *["down"] * 2, "down", "right", "right")
        await pilot.press("down", "right", "down", "right", "right")
        await pilot.press(*["up"] * 10)
        pilot.app.screen.query_one("#play").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert app.local_game is not None
        table = app.local_game.setup
        assert table.name == "Zoe"
        assert list(table.levels) == ["regular", "expert", "expert", "expert"]
        assert table.options == {"open_chips": True, "rounds": 3}
        assert table.first == 1

    app = fresh()
    act(app, scene)


@pytest.mark.parametrize("game", pioche.games.values(), ids=GAMES)
def test_whoever_plays_may_be_chosen_to_begin(game: pioche.Game) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press(*["down"] * GAMES.index(game.id), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        found = list(pilot.app.screen.query("#first").results(Stepper))
        assert len(found) == (not game.real_time)
        for stepper in found:
            players = pilot.app.screen.query_one("#players", Stepper)
            players.focus()
            await pilot.press("end")
            assert len(stepper.values) == 1 + game.players[-1]
            stepper.focus()
            await pilot.press("end")
            assert stepper.value == game.players[-1] - 1
            players.focus()
            await pilot.press("left")  # one player less: the last bot does not play any more
            assert stepper.value_labels[stepper.index] == "drawn by lot"
            stepper.focus()
            await pilot.press("end")
        pilot.app.screen.query_one("#play").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert app.local_game is not None
        seating = app.local_game.setup
        assert seating.first == (None if game.real_time else seating.players - 1)

    app = fresh()
    act(app, scene)


def test_a_name_and_a_level_given_beforehand_are_filled_in() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert app.local_game is not None
        assert app.local_game.names[0] == "Zoé"
        assert set(app.local_game.setup.levels) == {"master"}

    app = PiocheApp("en", name="Zoé", level="master", bot_runner=Plodder(), pace="none")
    act(app, scene)


def test_a_game_and_a_setting_can_be_clicked() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.click(OptionList, offset=(5, 4))
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        stepper = pilot.app.screen.query_one("#players", Stepper)
        assert stepper.value == 4
        await pilot.click(stepper, offset=(Stepper.LABEL, 0))
        assert stepper.value == 3
        await pilot.click(stepper, offset=(Stepper.LABEL + 4, 0))
        assert stepper.value == 4
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        assert pilot.app.screen.query_one(OptionList).highlighted == 1

    act(fresh(), scene)


def test_enter_behind_the_name_starts_the_game() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        pilot.app.screen.query_one(Input).focus()
        await pilot.press("[", "b", "]", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert app.local_game is not None
        assert app.local_game.names[0] == "(b)"

    app = fresh()
    act(app, scene)


@pytest.mark.parametrize("game", pioche.games.values(), ids=GAMES)
def test_the_values_offered_for_an_option_are_good_and_hold_the_default(
    game: pioche.Game,
) -> None:
    for option in game.options.values():
        offered = list_option_values(option)
        assert option.default in offered
        if option.low is not None:
            assert all(option.find_problem(value) is None for value in offered)
            assert offered[0] == (option.low if option.off is None else option.off)
            assert option.low in offered
            assert offered[-1] == option.high


def test_the_result_leads_to_a_replay_another_game_or_out(records: Path) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        def over() -> bool:
            return isinstance(pilot.app.screen, Dialog)

        for _ in range(300):
            if over():
                break
            await pilot.press("enter")
        await until(pilot, over)
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("q")
        await until(pilot, over)
        await pilot.press("right", "right", "right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("q")
        await until(pilot, over)
        await pilot.press("enter")
        await until(pilot, lambda: app.local_game is not None and app.local_game.setup.seed == 8)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("q", "enter")
        await until(pilot, lambda: pilot.app._exit)

    app = app_at("no-thanks", 3)
    act(app, scene)
    assert len(list(records.iterdir())) == 2
