"""A table with people, times and cards that are always the same, and what one program hears.

It is a real table: its commands are judged, its messages made, as at any other.
"""

from collections.abc import Iterable, Sequence

from pioche.catalog import games
from pioche.server.connection import Connection
from pioche.server.live import Live, line_of
from pioche.server.presence import local
from pioche.server.saying import refused
from pioche.server.store.base import Person
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import Denied, judge
from pioche.tables.messages import Done, Here, Message, Resumed
from pioche.tables.opening import opened
from pioche.tables.seen import Eyes
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table

CODE, SECRET = "k7tm4rx9w2hf", bytes(range(32))
START, PACE = 1_800_000_000_000, 2345  # milliseconds
HOST = Person("p1", "Zoé", "fox", START)
PROGRAM = Person("p2", "Nim", "owl", START)


class Rehearsal:
    """The table of a host, with one seat free for a program."""

    def __init__(self) -> None:
        self.log: list[e.Logged] = [opened(self.settings(), HOST, START, self.bots())]
        self.live = Live(Table.of(CODE, SECRET, self.log))
        self.socket = Connection("en", PROGRAM.id)  # nothing is sent: what waits in line is read

    @staticmethod
    def settings() -> Settings:
        """A small game, so that its messages are short."""
        game = min(games.values(), key=lambda game: game.num_actions)
        return Settings(game.id, game.players[0], clock=Clock(300, 5))

    def bots(self) -> list[str]:
        """Those beside the host and the program."""
        return ["regular"] * (self.settings().seats - 2)

    @property
    def now(self) -> int:
        """The time: every entry takes a moment."""
        return START + PACE * len(self.log)

    @property
    def seq(self) -> int:
        """How far the table is."""
        return self.live.table.seq

    def happens(self, entry: e.Logged) -> None:
        """An entry of the log, told to those connected."""
        self.log.append(entry)
        self.live.tell(self.live.add(entry))

    def heard(self) -> list[str]:
        """What the program has heard since it was last asked."""
        lines = list(self.socket.outbox)
        self.socket.outbox.clear()
        return lines

    def join(self) -> None:
        """The program connects."""
        self.live.join(self.socket)
        self.socket.push(self.live.whole(self.socket))
        self.live.tell_all(line_of(Here(*local(self.live))))

    def missed(self, since: int) -> Iterable[str]:
        """What the program is told when it comes back."""
        table = Table.of(CODE, SECRET, self.log[:since])
        eyes, seat = Eyes(table), self.socket.seat
        yield line_of(Resumed(since))
        for entry in self.log[since:]:
            yield line_of(eyes.happened(entry, table.add(entry), [seat])[seat])

    def start(self) -> None:
        """The host starts the game."""
        self.happens(judge(self.live.table, c.Start(id="z1"), HOST, self.now))

    def legal(self) -> Sequence[str]:
        """What the program may play."""
        return self.live.eyes.legal(self.socket.seat)

    def other_plays(self) -> None:
        """Whoever's turn it is makes a move."""
        table = self.live.table
        assert table.state is not None
        seat = table.state.actors()[0]
        move = table.game.texts[table.state.legal(seat)[-1]]
        self.happens(e.Played(at=self.now, seat=seat, move=move))

    def answer(self, command: c.Asked) -> Message:
        """What becomes of a command of the program."""
        table = self.live.table
        try:
            if (PROGRAM.id, command.id) not in table.done:
                self.happens(judge(table, command, PROGRAM, self.now))
            return Done(command.id, table.done[PROGRAM.id, command.id])
        except Denied as denied:
            return refused(denied, command.id, table, "en")
