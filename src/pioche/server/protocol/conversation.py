"""A conversation between a program and a table, for the page. Nobody wrote its messages."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from pioche.server.live import line_of
from pioche.server.protocol.rehearsal import Rehearsal
from pioche.tables import commands as c
from pioche.tables.messages import Pong

WIDTH = 92
COMES = "The program connects. It only watches yet:"
SITS = "It takes the seat that is free. Its role has changed, so it is told everything again:"
STARTS = "The host starts the game:"
EARLY = "It is not the program’s turn:"
OTHERS = "The others play:"
PLAYS = "Now it is:"
LOST = "When it is its turn again it plays, and the connection is lost before an answer comes:"
BACK = "It connects again with `?since={seq}` and is told what it has missed:"
AGAIN = "It asks once more, with the same id. The move has been made, and is not made twice:"
PINGS = "Is anybody there?"


class Conversation:
    """What goes to and fro, written down."""

    def __init__(self) -> None:
        self.table = Rehearsal()
        self.lines: list[str] = []

    def text(self) -> str:
        """The whole of it, in Markdown."""
        for act in (self.comes, self.plays, self.comes_back):
            act()
        return "\n".join([*self.lines, "```", ""])

    def comes(self) -> None:
        """The program comes and sits; the game begins."""
        table = self.table
        self.tell(COMES)
        table.join()
        self.hears()
        self.tell(SITS)
        self.asks(c.Sit(id="a1", seq=table.seq), hide=("about", "times"))
        self.tell(STARTS)
        table.start()
        self.hears(hide=("about",))

    def plays(self) -> None:
        """Too early, then in turn."""
        table = self.table
        self.tell(EARLY)
        self.asks(c.Play(id="a2", seq=table.seq, move=table.live.table.game.texts[0]))
        self.tell(OTHERS)
        self.others_play()
        self.hears(hide=("view",))
        self.tell(PLAYS)
        self.asks(self.move("a3"), hide=("view",))

    def comes_back(self) -> None:
        """The connection is lost before an answer has come."""
        self.others_play()
        self.table.heard()
        seq, move = self.table.seq, self.move("a4")
        self.tell(LOST)
        self.sends(move)
        self.table.answer(move)
        self.table.heard()
        self.tell(BACK.format(seq=seq))
        for line in self.table.missed(seq):
            self.write("←", line, hide=("view",))
        self.tell(AGAIN)
        self.asks(move)
        self.tell(PINGS)
        self.sends(c.Ping(id="a5"))
        self.write("←", line_of(Pong("a5", self.table.now)))

    def others_play(self) -> None:
        """Until it is the program's turn."""
        while not self.table.legal():
            self.table.other_plays()

    def move(self, id: str) -> c.Play:
        """A move of the program."""
        return c.Play(id=id, seq=self.table.seq, move=self.table.legal()[-1])

    # -- writing it down -----------------------------------------------------------------

    def asks(self, command: c.Asked, hide: Sequence[str] = ()) -> None:
        """A command of the program, what it makes the table say, and its answer."""
        self.sends(command)
        answer = self.table.answer(command)
        self.hears(hide)
        self.write("←", line_of(answer))

    def sends(self, request: c.Request) -> None:
        """Something that the program sends."""
        sent = {
            key: value for key, value in msgspec.to_builtins(request).items() if value is not None
        }
        self.write("→", json.dumps(sent))

    def hears(self, hide: Sequence[str] = ()) -> None:
        """What the program has been told."""
        for line in self.table.heard():
            self.write("←", line, hide)

    def tell(self, what: str) -> None:
        """A sentence between the messages."""
        self.lines += ["```\n"] if self.lines else []
        self.lines += [f"{what}\n", "```"]

    def write(self, arrow: str, line: str, hide: Sequence[str] = ()) -> None:
        """A message; of what has been shown already, only that it is there."""
        message = json.loads(line)
        shown = {key: "…" if key in hide else value for key, value in message.items()}
        self.lines.append(f"{arrow} {laid_out(shown)}")


def laid_out(message: dict[str, Any]) -> str:
    """A message on one line, or with a line for each field where it is long."""
    whole = compact(message)
    if len(whole) <= WIDTH:
        return whole
    fields = [f"   {compact(key)}: {compact(value)}" for key, value in message.items()]
    return "{\n" + ",\n".join(fields) + "}"


def compact(value: Any) -> str:
    """JSON as one reads it best."""
    return json.dumps(value, ensure_ascii=False)
