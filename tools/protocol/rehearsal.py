"""A table with people, times and cards that are always the same, and what one program hears.

It is a real table: its commands are judged, its messages made, as at any other.
"""

from collections.abc import Iterable, Sequence

from pioche.catalog import games
from pioche.server.refusal_messages import build_refused
from pioche.server.store.base import Person
from pioche.server.tables.live_table import LiveTable, encode_message
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.presence import find_local
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import CommandRefused, judge
from pioche.tables.messages import Done, Message, Resumed, TablePresence
from pioche.tables.opening import open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

CODE, SECRET = "k7tm4rx9w2hf", bytes(range(32))
START, PACE = 1_800_000_000_000, 2345  # milliseconds
HOST = Person("p1", "Zoé", "fox", START)
PROGRAM = Person("p2", "Nim", "owl", START)


class ExampleTable:
    """The table of a host, with one seat free for a program."""

    def __init__(self) -> None:
        self.log: list[e.Entry] = [
            open_table(self.choose_settings(), HOST, START, self.list_bot_levels())
        ]
        self.live = LiveTable(Table.from_log(CODE, SECRET, self.log))
        self.socket = Outbox("en", PROGRAM.id)  # nothing is sent: what waits in line is read

    @staticmethod
    def choose_settings() -> Settings:
        """A small game, so that its messages are short."""
        game = min(games.values(), key=lambda game: game.num_actions)
        return Settings(game.id, game.players[0], clock=Clock(300, 5))

    def list_bot_levels(self) -> list[str]:
        """Those beside the host and the program."""
        return ["regular"] * (self.choose_settings().seats - 2)

    @property
    def now(self) -> int:
        """The time: every entry takes a moment."""
        return START + PACE * len(self.log)

    @property
    def seq(self) -> int:
        """How far the table is."""
        return self.live.table.seq

    def apply_entry(self, entry: e.Entry) -> None:
        """An entry of the log, told to those connected."""
        self.log.append(entry)
        self.live.send(self.live.add(entry))

    def take_received(self) -> list[bytes]:
        """What the program has heard since it was last asked."""
        lines = list(self.socket.messages)
        self.socket.messages.clear()
        return lines

    def join(self) -> None:
        self.live.join(self.socket)
        self.socket.push(self.live.encode_snapshot(self.socket))
        self.live.broadcast(encode_message(TablePresence(*find_local(self.live))))

    def list_missed(self, since: int) -> Iterable[bytes]:
        """What the program is told when it comes back."""
        table = Table.from_log(CODE, SECRET, self.log[:since])
        eyes, seat = TableViews(table), self.socket.seat
        yield encode_message(Resumed(since))
        for entry in self.log[since:]:
            yield encode_message(eyes.build_updates(entry, table.apply_entry(entry), [seat])[seat])

    def start(self) -> None:
        """The host starts the game."""
        entry = judge(self.live.table, c.Start(id="z1"), HOST, self.now)
        assert entry is not None
        self.apply_entry(entry)

    def legal_moves(self) -> Sequence[str]:
        """What the program may play."""
        return self.live.views.legal_moves(self.socket.seat)

    def play_other(self) -> None:
        """Whoever's turn it is makes a move."""
        table = self.live.table
        assert table.state is not None
        seat = table.state.actors()[0]
        move = table.game.texts[table.state.legal(seat)[-1]]
        self.apply_entry(e.Played(at=self.now, seat=seat, move=move))

    def answer_command(self, command: c.Command) -> Message:
        """What becomes of a command of the program."""
        table = self.live.table
        try:
            if (PROGRAM.id, command.id) not in table.done_commands:
                entry = judge(table, command, PROGRAM, self.now)
                if entry is None:
                    return Done(command.id, table.seq, changed=False)
                self.apply_entry(entry)
            return Done(command.id, table.done_commands[PROGRAM.id, command.id])
        except CommandRefused as denied:
            return build_refused(denied, command.id, table, "en")
