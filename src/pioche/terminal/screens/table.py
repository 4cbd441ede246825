"""The table: play a game against bots."""

from collections.abc import Callable
from functools import partial

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from pioche.bots.worker_client import BotWorkerFailed
from pioche.core.refusal import Refusal
from pioche.core.views.board import Cell
from pioche.terminal.play.bot_runner import BotRunner
from pioche.terminal.play.game_loop import GameLoop
from pioche.terminal.play.local_game import PLAYER_SEAT, LocalGame
from pioche.terminal.replay_steps import TerminalReplay
from pioche.terminal.screens.board_screen import BoardScreen
from pioche.terminal.screens.dialog import Dialog
from pioche.terminal.screens.replay import ReplayScreen
from pioche.terminal.screens.result import build_result_dialog
from pioche.terminal.screens.rules import RulesScreen
from pioche.terminal.widgets.board import Board
from pioche.terminal.widgets.game_log import GameLog
from pioche.terminal.widgets.layout import FREE, ILLEGAL, LEGAL, NORMAL
from pioche.terminal.widgets.move_list import MoveList

MAX_MARKED_MOVES = 40  # legal moves to be marked on the table
TYPING_SECONDS = 0.8  # seconds in which a longer number may follow


class TableScreen(BoardScreen[str]):
    """A game in play. It gives back what to do next: again, other or quit."""

    def __init__(
        self, session: LocalGame, thinking: BotRunner, pace: str, keep: Callable[[], str]
    ) -> None:
        super().__init__()
        self.local_game, self.save_record = session, keep
        self.app_texts = session.words.common_texts["terminal"]
        self.game_loop = GameLoop(session, thinking, pace, self.show_table, lambda: self.is_active)
        self.typed_number = ""
        self.hint_text: str | None = None
        for keys, action, label in (
            ("h", "hint", "hint"),
            ("question_mark", "why", "why"),
            ("r", "rules", "rules"),
            ("s", "pace", "pace"),
            ("d", "app.theme", "theme"),
            ("q,ctrl+c", "leave", "leave"),
        ):
            self._bindings.bind(keys, action, self.app_texts["keys"][label])

    BINDINGS = [
        Binding("f1", "help", show=False),
        Binding("space", "skip", show=False),
        Binding("escape", "back", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Status, table, message, moves and log."""
        yield Static(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Board()
                yield Static(id="message")
                with Horizontal(id="below"):
                    yield MoveList(self.local_game)
                    yield GameLog()
            yield GameLog(id="aside")
        yield Footer()
        yield from self.compose_too_small(self.app_texts["small"])

    def on_mount(self) -> None:
        self.board, self.moves = self.query_one(Board), self.query_one(MoveList)
        self.was_racing: bool | None = None
        self.show_table()
        self.set_interval(0.25, self.show_status)
        self.run_game()

    def update_focus(self) -> None:
        """When a race begins the cards are what matters, when it ends the list of moves."""
        racing = self.local_game.is_racing()
        if racing != self.was_racing:
            self.was_racing = racing
            (self.board if racing else self.moves).focus()

    @work
    async def run_game(self) -> None:
        """Let the game go on until it is over."""
        try:
            await self.game_loop.run()
        except BotWorkerFailed:
            await self.give_up()
            return
        if not self.game_loop.is_stopped:
            self.saved_message = self.save_record()
            await self.finish()

    async def give_up(self) -> None:
        """The bots can't think any more: say so, and what has become of the game."""
        body = f"{self.app_texts['gone-body']}\n\n{self.save_record()}"
        buttons = [(id, self.app_texts["after"][id]) for id in ("again", "other", "quit")]
        answer = await self.app.push_screen_wait(Dialog(self.app_texts["gone"], body, buttons))
        self.dismiss(answer)

    async def finish(self) -> None:
        """The result, over the table; one may look at the game again, or just at the table."""
        session = self.local_game
        while True:
            window = build_result_dialog(
                session.state, session.names, session.words, self.saved_message
            )
            answer = await self.app.push_screen_wait(window)
            if answer == "table":
                return
            if answer != "replay":
                self.dismiss(answer)
                return
            replay = TerminalReplay(session.recorder.build_record(), session.words.lang)
            await self.app.push_screen_wait(ReplayScreen(replay, session.now))

    # -- what is shown -------------------------------------------------------------------

    def show_table(self) -> None:
        """Something happened: show the table as it is now."""
        session = self.local_game
        view = session.state.view(PLAYER_SEAT)
        rows = session.game.build_board(view, session.names, session.words.texts)
        self.legal = set(session.legal_moves())
        self.hint_text = None
        self.board.show_rows(rows, self.mark_cell)
        self.moves.show_moves(session.legal_moves())
        for log in self.query(GameLog):
            log.show_lines(session.log)
        self.update_focus()
        self.show_status()
        self.show_message()
        self.call_after_refresh(self.check_room)

    def mark_cell(self, cell: Cell) -> str:
        """Whether a cell can be chosen now; while others act, nothing is marked."""
        if not self.legal:
            return NORMAL
        if not self.find_actions(cell):
            return ILLEGAL
        return FREE if len(self.legal) > MAX_MARKED_MOVES and not cell.card else LEGAL

    def find_actions(self, cell: Cell) -> list[int]:
        """The legal moves that a cell stands for."""
        known = self.local_game.game.actions
        found = [known[move] for move in cell.moves if known[move] in self.legal]
        return list(dict.fromkeys(found))

    def show_status(self) -> None:
        """The game, and whose turn it is."""
        line = (
            Text().append(f" {self.local_game.words.texts['name']} ", "bold reverse").append("  ")
        )
        line.append_text(self.describe_turn())
        left = self.game_loop.seconds_left()
        if left is not None:
            line.append(f"   ◷ {int(left) // 60}:{int(left) % 60:02}", "bold")
        line.append(f"   {self.app_texts['paces'][self.game_loop.pace]}", "dim")
        self.query_one("#status", Static).update(line)

    def describe_turn(self) -> Text:
        """Who is to act."""
        session = self.local_game
        if session.is_racing():
            return Text(self.app_texts["all-at-once"], "bold")
        if session.is_my_turn():
            return Text(f"▶ {self.app_texts['your-turn']}", "bold")
        actors = [session.names[seat] for seat in session.state.actors() if seat >= 0]
        return Text(
            self.app_texts["waiting"].format(names=", ".join(actors)) if actors else "", "dim"
        )

    def show_message(self, text: Text | None = None) -> None:
        """What the cursor is on, or what was just asked for."""
        if text is None:
            text = self.describe_cell(self.board.cell if self.board.has_focus else None)
        self.query_one("#message", Static).update(text)

    def describe_cell(self, cell: Cell | None) -> Text:
        """What a cell stands for, or why it can't be chosen."""
        if self.hint_text is not None:
            return Text(self.hint_text, "bold")
        if cell is None or not self.legal:
            return Text("")
        found = self.find_actions(cell)
        if found:
            said = " · ".join(self.moves.describe_move(action) for action in found[:3])
            more = " …" if len(found) > 3 else ""
            return Text(f"✓ {said}{more}")
        refusal = self.find_refusal(cell)
        return self.describe_refusal(refusal) if refusal else Text("")

    def find_refusal(self, cell: Cell) -> Refusal | None:
        """Why the most obvious move of a cell is not legal."""
        return self.local_game.refusal(self.local_game.game.actions[cell.moves[0]])

    def describe_refusal(self, refusal: Refusal) -> Text:
        """A refusal in words, with its clause."""
        sentence = self.local_game.words.say_refusal(refusal, self.local_game.names)
        return Text(f"✗ {sentence} ").append(f"({refusal.clause})", "bold")

    # -- choosing ------------------------------------------------------------------------

    def on_board_cursor_moved(self, event: Board.CursorMoved) -> None:
        """Say what is under the cursor."""
        self.show_message(self.describe_cell(event.cell))

    def on_board_cell_chosen(self, event: Board.CellChosen) -> None:
        """A card: play it, ask which way, or say why not."""
        found = self.find_actions(event.cell)
        if len(found) == 1:
            self.play_move(found[0])
        elif found and self.local_game.is_racing():
            self.show_message(self.describe_cell(event.cell))
        elif found:
            self.moves.narrow(found)
            self.moves.focus()
        else:
            self.explain(event.cell)

    def on_board_exited_below(self) -> None:
        """Down from the cards to the moves."""
        self.moves.focus()
        self.show_message(Text(""))

    def on_move_list_exited_above(self) -> None:
        """Up from the moves to the cards."""
        self.board.focus()

    def on_move_list_move_chosen(self, event: MoveList.MoveChosen) -> None:
        """A move of the list."""
        self.play_move(event.action)

    def play_move(self, action: int) -> None:
        """Play a move of the player, or say why it can't be."""
        refusal = self.local_game.refusal(action)
        if refusal is None:
            self.game_loop.play_move(action)
            if self.local_game.is_racing():
                self.board.focus()
        else:
            self.show_message(self.describe_refusal(refusal))

    def explain(self, cell: Cell) -> None:
        """Why a card can't be chosen; in a race there is no time for a window."""
        refusal = self.find_refusal(cell)
        if refusal is None:
            return
        if self.local_game.is_racing():
            self.show_message(self.describe_refusal(refusal))
            return
        sentence = self.local_game.words.say_refusal(refusal, self.local_game.names)
        self.show_refusal_dialog(refusal.clause, sentence)

    @work
    async def show_refusal_dialog(self, clause: str, sentence: str) -> None:
        """A refusal with its clause, and the way to the rulebook."""
        buttons = [
            ("rules", self.app_texts["read"].format(clause=clause)),
            ("close", self.app_texts["close"]),
        ]
        answer = await self.app.push_screen_wait(Dialog(self.app_texts["why"], sentence, buttons))
        if answer == "rules":
            self.app.push_screen(RulesScreen(self.local_game.words, clause))

    # -- keys ----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Numbers choose moves, and a game may have keys of its own."""
        own = self.local_game.game.keys.get(event.key)
        if own is not None and self.local_game.game.actions[own] in self.legal:
            event.stop()
            event.prevent_default()
            self.play_move(self.local_game.game.actions[own])
        elif event.character and event.character in "-0123456789" and self.legal:
            event.stop()
            self.type_digit(event.character)
        elif event.key == "enter" and self.typed_number:
            event.stop()
            event.prevent_default()
            self.enter_number()

    def type_digit(self, character: str) -> None:
        """One more digit of a number: it counts at once where no longer one is possible."""
        self.typed_number += character
        longer = [
            n
            for n in self.moves.numbers
            if n.startswith(self.typed_number) and n != self.typed_number
        ]
        self.show_message(Text(f"{self.app_texts['number']} {self.typed_number}", "bold"))
        if not longer:
            self.enter_number()
        else:
            self.set_timer(TYPING_SECONDS, partial(self.enter_number, self.typed_number))

    def enter_number(self, waited: str | None = None) -> None:
        """Choose the move of the number that was typed; unless more was typed while one waited."""
        if waited is not None and waited != self.typed_number:
            return
        typed, self.typed_number = self.typed_number, ""
        action = self.moves.numbers.get(typed, self.find_typed_action(typed))
        if action is not None:
            self.play_move(action)
        elif typed:
            self.show_message(Text(self.app_texts["numbers"].format(number=typed)))

    def find_typed_action(self, typed: str) -> int | None:
        """The move of that number that is not legal any more: somebody may have been quicker."""
        verb = self.local_game.game.text(min(self.legal)).split()[0] if self.legal else ""
        return self.local_game.game.actions.get(f"{verb} {typed}")

    def action_skip(self) -> None:
        """Don't wait for the bots' pace."""
        self.game_loop.skip()

    def action_pace(self) -> None:
        """Bots play slower or faster."""
        self.game_loop.next_pace()
        self.show_status()

    def action_back(self) -> None:
        self.moves.action_back()

    def action_why(self) -> None:
        """Explain what is under the cursor, or else the keys."""
        cell = self.board.cell if self.board.has_focus else None
        if cell is not None and self.legal and not self.find_actions(cell):
            self.explain(cell)
        else:
            self.action_help()

    def action_help(self) -> None:
        body = "\n".join(self.app_texts["help"].values())
        self.app.push_screen(
            Dialog(self.app_texts["help-title"], body, [("close", self.app_texts["close"])])
        )

    def action_rules(self) -> None:
        """The rulebook, at the clause in question if there is one."""
        cell = self.board.cell if self.board.has_focus else None
        refusal = (
            self.find_refusal(cell) if cell and self.legal and not self.find_actions(cell) else None
        )
        self.app.push_screen(
            RulesScreen(self.local_game.words, refusal.clause if refusal else None)
        )

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask an expert what it would do."""
        if not self.legal:
            self.show_message(Text(self.app_texts["not-now"]))
            return
        self.show_message(Text(self.app_texts["thinking"], "dim"))
        moved = self.local_game.move_count
        try:
            hint = await self.game_loop.hint()
        except BotWorkerFailed:
            self.show_message(Text(self.app_texts["gone"]))
            return
        if moved != self.local_game.move_count:
            return
        words = self.local_game.words
        said = self.local_game.describe_move(hint.thought.action)
        reason = words.say_advice(hint.reason, self.local_game.names)
        share = f"{100 * hint.thought.share:.0f} %" if hint.thought.visits else "–"
        self.hint_text = self.app_texts["hinted"].format(move=said, share=share, reason=reason)
        self.moves.highlight_move(hint.thought.action)
        self.show_message()

    @work
    async def action_leave(self) -> None:
        """Leave, after a question; when the game is over, back to the result."""
        if self.local_game.state.is_over():
            await self.finish()
            return
        buttons = [("quit", self.app_texts["leave"]), ("stay", self.app_texts["stay"])]
        title, body = self.app_texts["leave-title"], self.app_texts["leave-body"]
        if await self.app.push_screen_wait(Dialog(title, body, buttons)) == "quit":
            self.game_loop.stop()
            self.dismiss("quit")
