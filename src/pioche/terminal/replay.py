"""A record on the screen: forward and back, through anybody's eyes."""

import time
from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from pioche.terminal.board import Board
from pioche.terminal.film import Film
from pioche.terminal.fitting import Fitting
from pioche.terminal.layout import NORMAL
from pioche.terminal.log import Log
from pioche.terminal.result import summary
from pioche.terminal.rules import Rules

SPEEDS = (2.0, 1.0, 0.5, 0.2)  # seconds a move


class Replay(Fitting[None]):
    """A film with its controls."""

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

    def __init__(self, film: Film, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.film = film
        self.at, self.eyes, self.speed, self.playing = 0, film.seat, 1, False
        self.now, self.shown_at = now, now()
        self.house = self.film.words.house["terminal"]
        for keys, action, label in (
            ("left", "go(-1)", "previous"),
            ("right", "go(1)", "next"),
            ("space", "play", "play"),
            ("s", "speed", "speed"),
            ("v", "eyes", "eyes"),
            ("r", "rules", "rules"),
            ("q,ctrl+c,escape", "leave", "leave"),
        ):
            self._bindings.bind(keys, action, self.house["keys"][label])

    def compose(self) -> ComposeResult:
        """As at the table, without moves."""
        yield Static(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Board(still=True)
                yield Static(id="progress")
                yield Static(id="message")
                with Horizontal(id="below"):
                    yield Log()
            yield Log(id="aside")
        yield Footer()
        yield from self.cover(self.house["small"])

    def on_mount(self) -> None:
        """From the start."""
        self.set_interval(0.05, self.roll)
        self.show_step()

    def roll(self) -> None:
        """While it plays, the next step when its time has come."""
        if self.playing and self.now() - self.shown_at >= SPEEDS[self.speed]:
            self.action_go(1)

    def show_step(self) -> None:
        """The table after this step, and what happened."""
        film = self.film
        self.shown_at = self.now()
        rows = film.game.board(film.view(self.at, self.eyes), film.names, film.words.texts)
        self.query_one(Board).show(rows, lambda _: NORMAL)
        for log in self.query(Log):
            log.show(film.told(self.at, self.eyes))
        self.query_one("#status", Static).update(self.status())
        self.query_one("#progress", Static).update(self.progress())
        self.query_one("#message", Static).update(self.message())

    def status(self) -> Text:
        """The game, whose eyes, and how fast."""
        house, film = self.house, self.film
        who = house["everybody"] if self.eyes is None else film.names[self.eyes]
        line = Text().append(f" {film.words.texts['name']} ", "bold reverse")
        line.append(f"  {house['seen-by'].format(who=who)}")
        state = "▶" if self.playing else "‖"
        return line.append(f"   {state} {SPEEDS[self.speed]:g} s", "dim")

    def progress(self) -> Text:
        """Where in the film: a bar and the number."""
        last = len(self.film.steps) - 1
        said = self.house["progress"].format(number=self.at, last=last)
        wide = max(10, self.query_one("#progress").size.width - len(said) - 2)
        done = round(wide * self.at / max(last, 1))
        return (
            Text().append("━" * done, "bold").append("─" * (wide - done), "dim").append(f" {said}")
        )

    def message(self) -> Text:
        """The move of this step in words; at the end, the result."""
        step = self.film.steps[self.at]
        if self.at == len(self.film.steps) - 1 and step.after.is_over():
            return summary(step.after, self.film.names, self.film.words)
        if step.move is None:
            return Text("")
        who = self.film.names[step.who] if step.who >= 0 else self.house["clock"]
        said = self.film.words.move(step.move.text, self.film.names)
        return Text().append(f"{who} ({step.move.at / 1000:.1f} s): ", "bold").append(said)

    def action_go(self, by: int) -> None:
        """Forward or back."""
        last = len(self.film.steps) - 1
        at = max(0, min(last, self.at + by))
        self.playing = self.playing and at < last
        if at != self.at:
            self.at = at
            self.show_step()

    def action_play(self) -> None:
        """Play, or stop playing; at the end, from the start again."""
        self.playing = not self.playing
        if self.playing and self.at == len(self.film.steps) - 1:
            self.at = 0
        self.show_step()

    def action_speed(self) -> None:
        """Faster; after the fastest the slowest."""
        self.speed = (self.speed + 1) % len(SPEEDS)
        self.show_step()

    def action_eyes(self) -> None:
        """Look through the next seat's eyes; after the last, with all cards open."""
        order = [None, *range(len(self.film.names))]
        self.eyes = order[(order.index(self.eyes) + 1) % len(order)]
        self.show_step()

    def action_rules(self) -> None:
        """The rulebook."""
        self.app.push_screen(Rules(self.film.words))

    def action_leave(self) -> None:
        """Enough."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """On the bar: go there."""
        bar = self.query_one("#progress")
        if event.widget is bar and bar.size.width:
            last = len(self.film.steps) - 1
            self.action_go(round(last * event.x / bar.size.width) - self.at)

    def on_resize(self) -> None:
        """The bar is as wide as there is room."""
        super().on_resize()
        self.call_after_refresh(self.show_step)
