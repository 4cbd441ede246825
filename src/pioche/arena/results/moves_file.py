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

from pioche.arena.match.game_result import SeatAction

MOVES_FILE = "moves.jsonl"
LINE_HEAD = re.compile(
    rb'\{"deal":(?P<deal>\d+),"moves":(?P<none>null)?'
)  # as the ledger spells it


class MovesFile:
    """Where the moves of each deal are in the file; of several lines the last one counts.

    A torn last line is none. Blocks of an older Pioche have a line that says `null`.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / MOVES_FILE
        self.index_lines()

    def index_lines(self) -> None:
        self.offsets: dict[int, int] = {}  # deal → where its line begins
        self.deals_without_moves: set[int] = set()  # deals without moves
        self.end = 0  # of the last whole line
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, text in enumerate(file, 1):
                if text.endswith(b"\n"):
                    self.index_line(text, number)

    def index_line(self, text: bytes, number: int) -> None:
        """Note where a line is, and go on behind it."""
        head = LINE_HEAD.match(text)
        if head is None:
            raise self.damage_error(f"line {number}")
        deal = int(head["deal"])
        self.offsets[deal] = self.end
        self.end += len(text)
        (self.deals_without_moves.add if head["none"] else self.deals_without_moves.discard)(deal)

    def read_block(self, deal: int) -> list[list[SeatAction]]:
        """The moves of a block, game by game."""
        text = self.read_line(deal)
        head = LINE_HEAD.match(text)
        if head is None or int(head["deal"]) != deal:
            self.index_lines()  # a match that has come to its end meanwhile was put in order
            text = self.read_line(deal)
        try:
            return [[read_move(move) for move in game] for game in json.loads(text)["moves"]]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self.damage_error(f"deal {deal}") from None

    def read_line(self, deal: int) -> bytes:
        """The line of a block."""
        if deal not in self.offsets:
            raise self.damage_error(f"deal {deal}")
        with self.path.open("rb") as file:
            file.seek(self.offsets[deal])
            return file.readline()

    def damage_error(self, place: str) -> ValueError:
        """What is said of a line that makes no sense."""
        return ValueError(f"{self.path}, {place}: no moves; the file was damaged")

    def cut_torn_line(self) -> None:
        """Cut a torn last line off the file."""
        if self.path.exists() and self.path.stat().st_size > self.end:
            os.truncate(self.path, self.end)

    def sort_lines(self, deals: Iterable[int]) -> None:
        """Leave one line for each of some deals, in their order."""
        fresh = self.path.with_name(self.path.name + ".new")
        with self.path.open("rb") as old, fresh.open("wb") as new:
            for deal in deals:
                old.seek(self.offsets[deal])
                new.write(old.readline())
        fresh.replace(self.path)


def read_move(move: Any) -> SeatAction:
    """A move as the file has it."""
    seat, action = move
    if type(seat) is not int or type(action) is not int:
        raise TypeError
    return seat, action
