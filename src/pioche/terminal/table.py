"""The table: play a game against bots."""

from collections.abc import Callable
from functools import partial

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from pioche.bots.line import Gone
from pioche.core.refusal import Refusal
from pioche.core.table import Cell
from pioche.terminal.board import Board
from pioche.terminal.dialog import Dialog
from pioche.terminal.driver import Driver
from pioche.terminal.film import Film
from pioche.terminal.fitting import Fitting
from pioche.terminal.layout import FREE, ILLEGAL, LEGAL, NORMAL
from pioche.terminal.log import Log
from pioche.terminal.moves import Moves
from pioche.terminal.replay import Replay
from pioche.terminal.result import result
from pioche.terminal.rules import Rules
from pioche.terminal.session import ME, Session
from pioche.terminal.thinking import Thinking

TOO_MANY = 40  # legal moves to be marked on the table
TYPING = 0.8  # seconds in which a longer number may follow


class Table(Fitting[str]):
    """A game in play. It gives back what to do next: again, other or quit."""

    def __init__(
        self, session: Session, thinking: Thinking, pace: str, keep: Callable[[], str]
    ) -> None:
        super().__init__()
        self.session, self.keep = session, keep
        self.house = session.words.house["terminal"]
        self.driver = Driver(session, thinking, pace, self.changed, lambda: self.is_active)
        self.typed = ""
        self.hinted: str | None = None
        for keys, action, label in (
            ("h", "hint", "hint"),
            ("question_mark", "why", "why"),
            ("r", "rules", "rules"),
            ("s", "pace", "pace"),
            ("d", "app.theme", "theme"),
            ("q,ctrl+c", "leave", "leave"),
        ):
            self._bindings.bind(keys, action, self.house["keys"][label])

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
                    yield Moves(self.session)
                    yield Log()
            yield Log(id="aside")
        yield Footer()
        yield from self.cover(self.house["small"])

    def on_mount(self) -> None:
        """Begin."""
        self.board, self.moves = self.query_one(Board), self.query_one(Moves)
        self.was_racing: bool | None = None
        self.changed()
        self.set_interval(0.25, self.status)
        self.run_game()

    def find_focus(self) -> None:
        """When a race begins the cards are what matters, when it ends the list of moves."""
        racing = self.session.racing()
        if racing != self.was_racing:
            self.was_racing = racing
            (self.board if racing else self.moves).focus()

    @work
    async def run_game(self) -> None:
        """Let the game go on until it is over."""
        try:
            await self.driver.run()
        except Gone:
            await self.give_up()
            return
        if not self.driver.stopped:
            self.saved = self.keep()
            await self.finish()

    async def give_up(self) -> None:
        """The bots can't think any more: say so, and what has become of the game."""
        body = f"{self.house['gone-body']}\n\n{self.keep()}"
        buttons = [(id, self.house["after"][id]) for id in ("again", "other", "quit")]
        answer = await self.app.push_screen_wait(Dialog(self.house["gone"], body, buttons))
        self.dismiss(answer)

    async def finish(self) -> None:
        """The result, over the table; one may look at the game again, or just at the table."""
        session = self.session
        while True:
            window = result(session.state, session.names, session.words, self.saved)
            answer = await self.app.push_screen_wait(window)
            if answer == "table":
                return
            if answer != "replay":
                self.dismiss(answer)
                return
            film = Film(session.recorder.record(), session.words.lang)
            await self.app.push_screen_wait(Replay(film, session.now))

    # -- what is shown -------------------------------------------------------------------

    def changed(self) -> None:
        """Something happened: show the table as it is now."""
        session = self.session
        view = session.state.view(ME)
        rows = session.game.board(view, session.names, session.words.texts)
        self.legal = set(session.legal())
        self.hinted = None
        self.board.show(rows, self.look)
        self.moves.show(session.legal())
        for log in self.query(Log):
            log.show(session.log)
        self.find_focus()
        self.status()
        self.message()
        self.call_after_refresh(self.check_room)

    def look(self, cell: Cell) -> str:
        """Whether a cell can be chosen now; while others act, nothing is marked."""
        if not self.legal:
            return NORMAL
        if not self.actions(cell):
            return ILLEGAL
        return FREE if len(self.legal) > TOO_MANY and not cell.card else LEGAL

    def actions(self, cell: Cell) -> list[int]:
        """The legal moves that a cell stands for."""
        known = self.session.game.actions
        found = [known[move] for move in cell.moves if known[move] in self.legal]
        return list(dict.fromkeys(found))

    def status(self) -> None:
        """The game, and whose turn it is."""
        line = Text().append(f" {self.session.words.texts['name']} ", "bold reverse").append("  ")
        line.append_text(self.turn())
        left = self.driver.seconds_left()
        if left is not None:
            line.append(f"   ◷ {int(left) // 60}:{int(left) % 60:02}", "bold")
        line.append(f"   {self.house['paces'][self.driver.pace]}", "dim")
        self.query_one("#status", Static).update(line)

    def turn(self) -> Text:
        """Who is to act."""
        session = self.session
        if session.racing():
            return Text(self.house["all-at-once"], "bold")
        if session.mine():
            return Text(f"▶ {self.house['your-turn']}", "bold")
        actors = [session.names[seat] for seat in session.state.actors() if seat >= 0]
        return Text(self.house["waiting"].format(names=", ".join(actors)) if actors else "", "dim")

    def message(self, text: Text | None = None) -> None:
        """What the cursor is on, or what was just asked for."""
        if text is None:
            text = self.about(self.board.cell if self.board.has_focus else None)
        self.query_one("#message", Static).update(text)

    def about(self, cell: Cell | None) -> Text:
        """What a cell stands for, or why it can't be chosen."""
        if self.hinted is not None:
            return Text(self.hinted, "bold")
        if cell is None or not self.legal:
            return Text("")
        found = self.actions(cell)
        if found:
            said = " · ".join(self.moves.said(action) for action in found[:3])
            more = " …" if len(found) > 3 else ""
            return Text(f"✓ {said}{more}")
        refusal = self.refusal(cell)
        return self.why(refusal) if refusal else Text("")

    def refusal(self, cell: Cell) -> Refusal | None:
        """Why the most obvious move of a cell is not legal."""
        return self.session.refusal(self.session.game.actions[cell.moves[0]])

    def why(self, refusal: Refusal) -> Text:
        """A refusal in words, with its clause."""
        sentence = self.session.words.refusal(refusal, self.session.names)
        return Text(f"✗ {sentence} ").append(f"({refusal.clause})", "bold")

    # -- choosing ------------------------------------------------------------------------

    def on_board_looked(self, event: Board.Looked) -> None:
        """Say what is under the cursor."""
        self.message(self.about(event.cell))

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """A card: play it, ask which way, or say why not."""
        found = self.actions(event.cell)
        if len(found) == 1:
            self.play(found[0])
        elif found and self.session.racing():
            self.message(self.about(event.cell))
        elif found:
            self.moves.narrow(found)
            self.moves.focus()
        else:
            self.explain(event.cell)

    def on_board_left(self) -> None:
        """Down from the cards to the moves."""
        self.moves.focus()
        self.message(Text(""))

    def on_moves_left(self) -> None:
        """Up from the moves to the cards."""
        self.board.focus()

    def on_moves_chosen(self, event: Moves.Chosen) -> None:
        """A move of the list."""
        self.play(event.action)

    def play(self, action: int) -> None:
        """Play a move of the player, or say why it can't be."""
        refusal = self.session.refusal(action)
        if refusal is None:
            self.driver.play(action)
            if self.session.racing():
                self.board.focus()
        else:
            self.message(self.why(refusal))

    def explain(self, cell: Cell) -> None:
        """Why a card can't be chosen; in a race there is no time for a window."""
        refusal = self.refusal(cell)
        if refusal is None:
            return
        if self.session.racing():
            self.message(self.why(refusal))
            return
        sentence = self.session.words.refusal(refusal, self.session.names)
        self.window_of(refusal.clause, sentence)

    @work
    async def window_of(self, clause: str, sentence: str) -> None:
        """A refusal with its clause, and the way to the rulebook."""
        buttons = [
            ("rules", self.house["read"].format(clause=clause)),
            ("close", self.house["close"]),
        ]
        answer = await self.app.push_screen_wait(Dialog(self.house["why"], sentence, buttons))
        if answer == "rules":
            self.app.push_screen(Rules(self.session.words, clause))

    # -- keys ----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Numbers choose moves, and a game may have keys of its own."""
        own = self.session.game.keys.get(event.key)
        if own is not None and self.session.game.actions[own] in self.legal:
            event.stop()
            event.prevent_default()
            self.play(self.session.game.actions[own])
        elif event.character and event.character in "-0123456789" and self.legal:
            event.stop()
            self.type(event.character)
        elif event.key == "enter" and self.typed:
            event.stop()
            event.prevent_default()
            self.enter_number()

    def type(self, character: str) -> None:
        """One more digit of a number: it counts at once where no longer one is possible."""
        self.typed += character
        longer = [n for n in self.moves.numbers if n.startswith(self.typed) and n != self.typed]
        self.message(Text(f"{self.house['number']} {self.typed}", "bold"))
        if not longer:
            self.enter_number()
        else:
            self.set_timer(TYPING, partial(self.enter_number, self.typed))

    def enter_number(self, waited: str | None = None) -> None:
        """Choose the move of the number that was typed; unless more was typed while one waited."""
        if waited is not None and waited != self.typed:
            return
        typed, self.typed = self.typed, ""
        action = self.moves.numbers.get(typed, self.meant(typed))
        if action is not None:
            self.play(action)
        elif typed:
            self.message(Text(self.house["numbers"].format(number=typed)))

    def meant(self, typed: str) -> int | None:
        """The move of that number that is not legal any more: somebody may have been quicker."""
        verb = self.session.game.text(min(self.legal)).split()[0] if self.legal else ""
        return self.session.game.actions.get(f"{verb} {typed}")

    def action_skip(self) -> None:
        """Don't wait for the bots' pace."""
        self.driver.skip()

    def action_pace(self) -> None:
        """Bots play slower or faster."""
        self.driver.next_pace()
        self.status()

    def action_back(self) -> None:
        """All moves again."""
        self.moves.action_back()

    def action_why(self) -> None:
        """Explain what is under the cursor, or else the keys."""
        cell = self.board.cell if self.board.has_focus else None
        if cell is not None and self.legal and not self.actions(cell):
            self.explain(cell)
        else:
            self.action_help()

    def action_help(self) -> None:
        """The keys."""
        body = "\n".join(self.house["help"].values())
        self.app.push_screen(
            Dialog(self.house["help-title"], body, [("close", self.house["close"])])
        )

    def action_rules(self) -> None:
        """The rulebook, at the clause in question if there is one."""
        cell = self.board.cell if self.board.has_focus else None
        refusal = self.refusal(cell) if cell and self.legal and not self.actions(cell) else None
        self.app.push_screen(Rules(self.session.words, refusal.clause if refusal else None))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask an expert what it would do."""
        if not self.legal:
            self.message(Text(self.house["not-now"]))
            return
        self.message(Text(self.house["thinking"], "dim"))
        moved = self.session.moved
        try:
            hint = await self.driver.hint()
        except Gone:
            self.message(Text(self.house["gone"]))
            return
        if moved != self.session.moved:
            return
        words = self.session.words
        said = self.session.said(hint.thought.action)
        reason = words.advice(hint.reason, self.session.names)
        share = f"{100 * hint.thought.share:.0f} %" if hint.thought.visits else "–"
        self.hinted = self.house["hinted"].format(move=said, share=share, reason=reason)
        self.moves.point_at(hint.thought.action)
        self.message()

    @work
    async def action_leave(self) -> None:
        """Leave, after a question; when the game is over, back to the result."""
        if self.session.state.is_over():
            await self.finish()
            return
        buttons = [("quit", self.house["leave"]), ("stay", self.house["stay"])]
        title, body = self.house["leave-title"], self.house["leave-body"]
        if await self.app.push_screen_wait(Dialog(title, body, buttons)) == "quit":
            self.driver.stop()
            self.dismiss("quit")
