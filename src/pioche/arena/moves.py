"""The moves of a match in its folder: a line a block, like the games.

They are most of what a match keeps, so they are never all in memory: the file is looked
through for where each deal is, and read a block at a time.
"""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pioche.arena.played import Move

MOVES = "moves.jsonl"
HEAD = re.compile(rb'\{"deal":(?P<deal>\d+),"moves":(?P<none>null)?')  # as the ledger spells it


class Moves:
    """Where the moves of each deal are in the file; of several lines the last one counts.

    A torn last line is none. Blocks of an older Pioche have a line that says `null`.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / MOVES
        self.look_through()

    def look_through(self) -> None:
        """Find the lines."""
        self.places: dict[int, int] = {}  # deal → where its line begins
        self.old: set[int] = set()  # deals without moves
        self.end = 0  # of the last whole line
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, text in enumerate(file, 1):
                if text.endswith(b"\n"):
                    self.note(text, number)

    def note(self, text: bytes, number: int) -> None:
        """Note where a line is, and go on behind it."""
        head = HEAD.match(text)
        if head is None:
            raise self.damaged(f"line {number}")
        deal = int(head["deal"])
        self.places[deal] = self.end
        self.end += len(text)
        (self.old.add if head["none"] else self.old.discard)(deal)

    def of(self, deal: int) -> list[list[Move]]:
        """The moves of a block, game by game."""
        text = self.line(deal)
        head = HEAD.match(text)
        if head is None or int(head["deal"]) != deal:
            self.look_through()  # a match that has come to its end meanwhile was put in order
            text = self.line(deal)
        try:
            return [[read_move(move) for move in game] for game in json.loads(text)["moves"]]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self.damaged(f"deal {deal}") from None

    def line(self, deal: int) -> bytes:
        """The line of a block."""
        if deal not in self.places:
            raise self.damaged(f"deal {deal}")
        with self.path.open("rb") as file:
            file.seek(self.places[deal])
            return file.readline()

    def damaged(self, place: str) -> ValueError:
        """What is said of a line that makes no sense."""
        return ValueError(f"{self.path}, {place}: no moves; the file was damaged")

    def cut(self) -> None:
        """Cut a torn last line off the file."""
        if self.path.exists() and self.path.stat().st_size > self.end:
            os.truncate(self.path, self.end)

    def sort(self, deals: Iterable[int]) -> None:
        """Leave one line for each of some deals, in their order."""
        fresh = self.path.with_name(self.path.name + ".new")
        with self.path.open("rb") as old, fresh.open("wb") as new:
            for deal in deals:
                old.seek(self.places[deal])
                new.write(old.readline())
        fresh.replace(self.path)


def read_move(move: Any) -> Move:
    """A move as the file has it."""
    seat, action = move
    if type(seat) is not int or type(action) is not int:
        raise TypeError
    return seat, action
