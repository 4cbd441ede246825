"""A record on the screen: forward and back, through anybody's eyes."""

import time
from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from pioche.terminal.replay_steps import TerminalReplay
from pioche.terminal.screens.board_screen import BoardScreen
from pioche.terminal.screens.result import build_summary
from pioche.terminal.screens.rules import RulesScreen
from pioche.terminal.widgets.board import Board
from pioche.terminal.widgets.game_log import GameLog
from pioche.terminal.widgets.layout import NORMAL

STEP_SECONDS = (2.0, 1.0, 0.5, 0.2)  # seconds a move


class ReplayScreen(BoardScreen[None]):
    """A replay with its controls."""

    AUTO_FOCUS = None
    BINDINGS = [
        Binding("b", "go(-1)", show=False),
        Binding("f,enter", "go(1)", show=False),
        Binding("d", "app.theme", show=False),
        Binding("home", "go(-1000000)", show=False, priority=True),
        Binding("end", "go(1000000)", show=False, priority=True),
        Binding("pageup", "go(-10)", show=False, priority=True),
        Binding("pagedown", "go(10)", show=False, priority=True),
    ]

    def __init__(self, replay: TerminalReplay, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.replay = replay
        self.step_number, self.viewer_seat, self.speed, self.playing = 0, replay.seat, 1, False
        self.now, self.shown_at = now, now()
        self.app_texts = self.replay.words.common_texts["terminal"]
        for keys, action, label in (
            ("left", "go(-1)", "previous"),
            ("right", "go(1)", "next"),
            ("space", "play", "play"),
            ("s", "speed", "speed"),
            ("v", "eyes", "eyes"),
            ("r", "rules", "rules"),
            ("q,ctrl+c,escape", "leave", "leave"),
        ):
            self._bindings.bind(keys, action, self.app_texts["keys"][label])

    def compose(self) -> ComposeResult:
        """As at the table, without moves."""
        yield Static(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Board(still=True)
                yield Static(id="progress")
                yield Static(id="message")
                with Horizontal(id="below"):
                    yield GameLog()
            yield GameLog(id="aside")
        yield Footer()
        yield from self.compose_too_small(self.app_texts["small"])

    def on_mount(self) -> None:
        self.set_interval(0.05, self.advance_if_due)
        self.show_step()

    def advance_if_due(self) -> None:
        """While it plays, the next step when its time has come."""
        if self.playing and self.now() - self.shown_at >= STEP_SECONDS[self.speed]:
            self.action_go(1)

    def show_step(self) -> None:
        """The table after this step, and what happened."""
        replay = self.replay
        self.shown_at = self.now()
        rows = replay.game.build_board(
            replay.view(self.step_number, self.viewer_seat), replay.names, replay.words.texts
        )
        self.query_one(Board).show_rows(rows, lambda _: NORMAL)
        for log in self.query(GameLog):
            log.show_lines(replay.list_event_lines(self.step_number, self.viewer_seat))
        self.query_one("#status", Static).update(self.build_status())
        self.query_one("#progress", Static).update(self.build_progress())
        self.query_one("#message", Static).update(self.build_message())

    def build_status(self) -> Text:
        """The game, whose eyes, and how fast."""
        texts, replay = self.app_texts, self.replay
        who = texts["everybody"] if self.viewer_seat is None else replay.names[self.viewer_seat]
        line = Text().append(f" {replay.words.texts['name']} ", "bold reverse")
        line.append(f"  {texts['seen-by'].format(who=who)}")
        state = "▶" if self.playing else "‖"
        return line.append(f"   {state} {STEP_SECONDS[self.speed]:g} s", "dim")

    def build_progress(self) -> Text:
        """Where in the replay: a bar and the number."""
        last = len(self.replay.steps) - 1
        said = self.app_texts["progress"].format(number=self.step_number, last=last)
        wide = max(10, self.query_one("#progress").size.width - len(said) - 2)
        done = round(wide * self.step_number / max(last, 1))
        return (
            Text().append("━" * done, "bold").append("─" * (wide - done), "dim").append(f" {said}")
        )

    def build_message(self) -> Text:
        """The move of this step in words; at the end, the result."""
        step = self.replay.steps[self.step_number]
        if self.step_number == len(self.replay.steps) - 1 and step.after.is_over():
            return build_summary(step.after, self.replay.names, self.replay.words)
        if step.move is None:
            return Text("")
        who = self.replay.names[step.who] if step.who >= 0 else self.app_texts["clock"]
        said = self.replay.words.say_move(step.move.text, self.replay.names)
        return Text().append(f"{who} ({step.move.at / 1000:.1f} s): ", "bold").append(said)

    def action_go(self, by: int) -> None:
        last = len(self.replay.steps) - 1
        at = max(0, min(last, self.step_number + by))
        self.playing = self.playing and at < last
        if at != self.step_number:
            self.step_number = at
            self.show_step()

    def action_play(self) -> None:
        """Play, or stop playing; at the end, from the start again."""
        self.playing = not self.playing
        if self.playing and self.step_number == len(self.replay.steps) - 1:
            self.step_number = 0
        self.show_step()

    def action_speed(self) -> None:
        """Faster; after the fastest the slowest."""
        self.speed = (self.speed + 1) % len(STEP_SECONDS)
        self.show_step()

    def action_eyes(self) -> None:
        """Look through the next seat's eyes; after the last, with all cards open."""
        order = [None, *range(len(self.replay.names))]
        self.viewer_seat = order[(order.index(self.viewer_seat) + 1) % len(order)]
        self.show_step()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.replay.words))

    def action_leave(self) -> None:
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """On the bar: go there."""
        bar = self.query_one("#progress")
        if event.widget is bar and bar.size.width:
            last = len(self.replay.steps) - 1
            self.action_go(round(last * event.x / bar.size.width) - self.step_number)

    def on_resize(self) -> None:
        """The bar is as wide as there is room."""
        super().on_resize()
        self.call_after_refresh(self.show_step)
