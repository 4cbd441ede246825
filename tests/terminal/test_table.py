"""The table, played at by keyboard and mouse."""

import json
from pathlib import Path
from typing import Any

import pytest
from terminal_helpers import GAMES, Watch, act, app_at, my_turn, play_on, until
from textual.pilot import Pilot
from textual.widgets import Static

import pioche
from pioche import Record
from pioche.terminal.play.bot_runner import InProcessBotRunner
from pioche.terminal.play.local_game import PLAYER_SEAT, LocalGame
from pioche.terminal.screens.dialog import Dialog
from pioche.terminal.screens.rules import RulesScreen
from pioche.terminal.screens.table import TableScreen
from pioche.terminal.widgets.board import Board
from pioche.terminal.widgets.layout import LEGAL
from pioche.terminal.widgets.move_list import MoveList, number_moves


def table(pilot: Pilot[Any]) -> TableScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


def message(pilot: Pilot[Any]) -> str:
    return str(table(pilot).query_one("#message", Static).render())


def spots(pilot: Pilot[Any], legal: bool) -> list[Any]:
    """The cards on the table that can be played, or that can't."""
    found = table(pilot).query_one(Board).current_layout.spots
    return [s for s in found if s.cell.card and (table(pilot).mark_cell(s.cell) == LEGAL) == legal]


async def click(pilot: Pilot[Any], spot: Any) -> None:
    board = table(pilot).query_one(Board)
    x, y = board.content_region.offset
    await pilot.click(offset=(x + spot.x + 1, y + spot.y))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_keyboard(game: str, records: Path) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        def finished() -> bool:
            return isinstance(pilot.app.screen, Dialog)

        for _ in range(2000):
            if finished():
                break
            session = app.local_game
            if session is not None and session.legal_moves() and session.is_racing():
                await pilot.press(
                    *(["p"] if session.state.view(PLAYER_SEAT)["held"][PLAYER_SEAT] else ["enter"])
                )
            elif session is not None and session.legal_moves():
                await pilot.press("enter")
            await pilot.pause()
        await until(pilot, finished)
        assert app.local_game is not None
        assert app.local_game.state.is_over()

    players = pioche.games[game].players[0]
    app = app_at(game, players, thinking=InProcessBotRunner(), now=Watch(step=1.0))
    act(app, scene)
    (file,) = records.glob(f"{game}-*.json")
    record = Record.from_json(file.read_text(encoding="utf-8"))
    assert record.outcome is not None
    record.verify(pioche.games[game])
    assert record.players[1] == {"name": "Ada", "bot": "novice"}


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_the_list_can_be_clicked(game: str) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        before = session.move_count
        await pilot.click(MoveList, offset=(6, 0))
        if session.move_count == before:  # that line stood for a kind of moves; now they are listed
            await pilot.pause()
            await pilot.click(MoveList, offset=(6, 0))
        await until(pilot, lambda: session.move_count > before)
        assert session.recorder.moves[before].seat == PLAYER_SEAT

    act(app_at(game), scene)


def test_a_playable_card_can_be_clicked_and_one_that_is_not_says_why() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        before = session.move_count
        await click(pilot, spots(pilot, legal=False)[0])
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        assert session.move_count == before
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        card = spots(pilot, legal=True)[-1]
        await click(pilot, card)
        await until(pilot, lambda: session.move_count > before)
        assert session.recorder.moves[before].text == card.cell.moves[0]

    act(app_at("gap"), scene)


def test_arrows_go_from_the_moves_to_the_cards_and_back() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        board, moves = table(pilot).query_one(Board), table(pilot).query_one(MoveList)
        assert moves.has_focus
        await pilot.press("up")
        assert board.has_focus
        assert message(pilot).startswith("✓")
        first = board.cell
        await pilot.press("right")
        assert board.cell != first
        await pilot.press("left")
        assert board.cell == first
        await pilot.press("down")
        assert moves.has_focus
        before = session.move_count
        await pilot.press("left", "enter")
        await until(pilot, lambda: session.move_count > before)
        assert first is not None
        assert session.recorder.moves[before].text == first.moves[0]

    act(app_at("gap"), scene)


def test_a_question_mark_explains_a_card_and_leads_to_its_clause() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.press("left", "up", "up", "up")
        assert message(pilot).startswith("✗")
        clause = message(pilot).rsplit("(", 1)[1].strip(" )")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        assert pilot.app.screen.query_one(".marked").id == f"clause-{clause}"
        await pilot.press("escape", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))

    act(app_at("gap"), scene)


def test_a_question_mark_without_a_card_shows_the_keys() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("enter", "f1")
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))

    act(app_at("no-thanks"), scene)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_names_a_legal_move_and_points_at_it(game: str) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        await pilot.press("h")
        await until(pilot, lambda: message(pilot).startswith("☞"))
        if not session.is_racing():
            action = table(pilot).query_one(MoveList).action
            assert action in session.legal_moves()
            assert session.describe_move(action) in message(pilot)

    act(app_at(game), scene)


def test_numbers_choose_moves() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        before = session.move_count
        await pilot.press("9")
        assert session.move_count == before
        assert "9" in message(pilot)
        await pilot.press("2")
        await until(pilot, lambda: session.move_count > before)
        assert session.recorder.moves[before].text == "pass"

    act(app_at("no-thanks"), scene)


def test_in_a_race_a_slot_goes_by_its_number_and_the_game_has_its_own_keys() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        for keys in (
            ("4", "2", "p"),
            ("4", "3", "b"),
            ("4", "4", "space"),
            ("7", "enter", "backspace"),
        ):
            await pilot.press(*keys)
        mine = [move.text for move in session.recorder.moves if move.seat == PLAYER_SEAT]
        assert mine == [
            "grab 42", "place", "grab 43", "return", "grab 44", "place", "grab 7", "return",
        ]  # fmt: skip

    act(app_at("rouge-jaune-vert"), scene)


def test_a_number_that_could_go_on_counts_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        await pilot.press("7")
        await until(pilot, lambda: session.move_count > 0)
        assert session.recorder.moves[0].text == "grab 7"

    monkeypatch.setattr("pioche.terminal.screens.table.TYPING_SECONDS", 0.1)
    act(app_at("rouge-jaune-vert"), scene)


def test_whoever_is_late_for_a_card_is_told_so() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        game = session.game
        session.play(1, game.parse("grab 42"))
        table(pilot).show_table()
        await pilot.press("4", "2")
        assert "Ada" in message(pilot)
        assert session.state.view(PLAYER_SEAT)["held"][PLAYER_SEAT] is None

    act(app_at("rouge-jaune-vert"), scene)


def test_a_race_stands_still_while_the_rules_are_read() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        await until(pilot, lambda: table(pilot).game_loop.seconds_left() is not None)
        playing = table(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
        await pilot.pause(0.1)
        left, moved = playing.game_loop.seconds_left(), session.move_count
        await pilot.pause(0.4)
        assert playing.game_loop.seconds_left() == left
        assert session.move_count == moved
        await pilot.press("escape")
        await until(pilot, lambda: (playing.game_loop.seconds_left() or 0.0) < (left or 0.0))

    act(app_at("rouge-jaune-vert", now=Watch(step=0.1)), scene)


def test_many_moves_are_folded_by_kind_and_open_up() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        session = await my_turn(pilot)
        moves = table(pilot).query_one(MoveList)
        assert len(session.legal_moves()) > moves.option_count
        moves.focus()
        await pilot.press("enter")
        assert moves.option_count == len(session.legal_moves()) + 1
        await pilot.press("escape")
        assert moves.option_count == 1

    act(app_at("rouge-jaune-vert"), scene)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(200, 60), (60, 15), (40, 8)], ids=str)
def test_any_size_will_do_and_one_too_small_is_named(game: str, size: tuple[int, int]) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.resize_terminal(*size)
        await pilot.pause(0.1)
        small = table(pilot).has_class("-small")
        assert small == (size[1] < 15) or size == (60, 15)
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.1)
        assert not table(pilot).has_class("-small")

    act(app_at(game), scene)


@pytest.mark.parametrize("game", GAMES)
def test_every_player_count_fits_into_the_smallest_usual_terminal(game: str) -> None:
    for players in pioche.games[game].players:

        async def scene(pilot: Pilot[Any]) -> None:
            await play_on(pilot, 2 if not pioche.games[game].real_time else 0)
            assert not table(pilot).has_class("-small")

        act(app_at(game, players, "fr"), scene)


def test_leaving_asks_first_and_keeps_the_record(records: Path) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, 2)
        await pilot.press("q", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app._exit)

    app = app_at("gap")
    act(app, scene)
    (file,) = records.iterdir()
    assert app.saved_paths == [file]
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["outcome"] is None
    assert len(record["moves"]) >= 2


def test_a_closed_app_keeps_the_record_too(records: Path) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, 1)
        await pilot.press("ctrl+q")

    act(app_at("gap"), scene)
    assert len(list(records.iterdir())) == 1


def test_the_record_goes_where_it_is_asked_for(tmp_path: Path, records: Path) -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        await pilot.press("ctrl+q")

    act(app_at("gap", record=tmp_path / "mine.json"), scene)
    assert (tmp_path / "mine.json").exists()
    assert not records.exists()


def test_the_pace_goes_round() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        seen = []
        for _ in range(4):
            await pilot.press("s")
            seen.append(table(pilot).game_loop.pace)
        assert seen == ["slow", "normal", "fast", "slow"]
        await pilot.press("space")

    act(app_at("no-thanks"), scene)


def test_light_and_dark() -> None:
    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        assert pilot.app.current_theme.dark
        await pilot.press("d")
        assert not pilot.app.current_theme.dark

    act(app_at("no-thanks"), scene)


def test_moves_that_are_a_verb_and_a_number_go_by_that_number() -> None:
    """What lies in slot 17 is number 17 at the keyboard as well."""
    own_numbers = 0
    for id in GAMES:
        session = LocalGame(app_at(id).setup)  # type: ignore[arg-type]
        session.shuffle()
        legal = session.state.legal(session.state.actors()[0])
        typed = number_moves(session.game, legal)
        assert list(typed.values()) == legal
        own = [n for n, a in typed.items() if session.game.text(a).split()[1:] == [n]]
        own_numbers += len(own) == len(legal)
        assert len(own) == len(legal) or list(typed) == [str(n + 1) for n in range(len(legal))]
    assert own_numbers
