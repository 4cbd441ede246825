"""A conversation between a program and a table, for the page. Nobody wrote its messages."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from pioche.server.tables.live_table import encode_message
from pioche.tables import commands as c
from pioche.tables.messages import Pong
from tools.protocol.rehearsal import ExampleTable

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


class ExampleConversation:
    """What goes to and fro, written down."""

    def __init__(self) -> None:
        self.table = ExampleTable()
        self.lines: list[str] = []

    def render(self) -> str:
        """The whole of it, in Markdown."""
        for act in (self.connect_and_sit, self.play_moves, self.reconnect):
            act()
        return "\n".join([*self.lines, "```", ""])

    def connect_and_sit(self) -> None:
        """The program comes and sits; the game begins."""
        table = self.table
        self.write_sentence(COMES)
        table.join()
        self.write_received()
        self.write_sentence(SITS)
        self.write_command(c.Sit(id="a1", seq=table.seq), hide=("about", "times"))
        self.write_sentence(STARTS)
        table.start()
        self.write_received(hide=("about",))

    def play_moves(self) -> None:
        """Too early, then in turn."""
        table = self.table
        self.write_sentence(EARLY)
        self.write_command(c.Play(id="a2", seq=table.seq, move=table.live.table.game.texts[0]))
        self.write_sentence(OTHERS)
        self.play_others()
        self.write_received(hide=("view",))
        self.write_sentence(PLAYS)
        self.write_command(self.build_move("a3"), hide=("view",))

    def reconnect(self) -> None:
        """The connection is lost before an answer has come."""
        self.play_others()
        self.table.take_received()
        seq, move = self.table.seq, self.build_move("a4")
        self.write_sentence(LOST)
        self.write_request(move)
        self.table.answer_command(move)
        self.table.take_received()
        self.write_sentence(BACK.format(seq=seq))
        for line in self.table.list_missed(seq):
            self.write_message("←", line, hide=("view",))
        self.write_sentence(AGAIN)
        self.write_command(move)
        self.write_sentence(PINGS)
        self.write_request(c.Ping(id="a5"))
        self.write_message("←", encode_message(Pong("a5", self.table.now)))

    def play_others(self) -> None:
        """Until it is the program's turn."""
        while not self.table.legal_moves():
            self.table.play_other()

    def build_move(self, id: str) -> c.Play:
        """A move of the program."""
        return c.Play(id=id, seq=self.table.seq, move=self.table.legal_moves()[-1])

    # -- writing it down -----------------------------------------------------------------

    def write_command(self, command: c.Command, hide: Sequence[str] = ()) -> None:
        """A command of the program, what it makes the table say, and its answer."""
        self.write_request(command)
        answer = self.table.answer_command(command)
        self.write_received(hide)
        self.write_message("←", encode_message(answer))

    def write_request(self, request: c.Request) -> None:
        """Something that the program sends."""
        sent = {
            key: value for key, value in msgspec.to_builtins(request).items() if value is not None
        }
        self.write_message("→", json.dumps(sent))

    def write_received(self, hide: Sequence[str] = ()) -> None:
        """What the program has been told."""
        for line in self.table.take_received():
            self.write_message("←", line, hide)

    def write_sentence(self, what: str) -> None:
        """A sentence between the messages."""
        self.lines += ["```\n"] if self.lines else []
        self.lines += [f"{what}\n", "```"]

    def write_message(self, arrow: str, line: str | bytes, hide: Sequence[str] = ()) -> None:
        """A message; of what has been shown already, only that it is there."""
        message = json.loads(line)
        shown = {key: "…" if key in hide else value for key, value in message.items()}
        self.lines.append(f"{arrow} {format_message(shown)}")


def format_message(message: dict[str, Any]) -> str:
    """A message on one line, or with a line for each field where it is long."""
    whole = format_json(message)
    if len(whole) <= WIDTH:
        return whole
    fields = [f"   {format_json(key)}: {format_json(value)}" for key, value in message.items()]
    return "{\n" + ",\n".join(fields) + "}"


def format_json(value: Any) -> str:
    """JSON as one reads it best."""
    return json.dumps(value, ensure_ascii=False)
