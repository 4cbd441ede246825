"""What a table agrees on before it starts."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pioche.catalog import games
from pioche.core.game import Game
from pioche.tables.first_player import has_first_player

MAX_BANK_SECONDS = 24 * 3600
MAX_INCREMENT_SECONDS = 3600

FirstSeat = Annotated[int, Meta(ge=0, le=7)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A time bank for each seat, in seconds, and what every move adds to it."""

    bank: Annotated[int, Meta(ge=5, le=MAX_BANK_SECONDS)]  # for the whole game
    increment: Annotated[int, Meta(ge=0, le=MAX_INCREMENT_SECONDS)] = 0  # when a turn ends


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The game, its options, how many may sit, the clock, who may find the table, who begins."""

    game: Annotated[str, Meta(max_length=40)]  # its id
    seats: Annotated[int, Meta(ge=1, le=8)]  # as many as may play; fewer may start
    options: Annotated[dict[str, bool | int], Meta(max_length=16)] = {}  # of the game
    clock: Clock | None = None  # None: take your time
    listed: bool = False  # in the lobby for everybody, or by link only
    hints: bool = True  # whether players may ask what an expert would do
    first: FirstSeat | None = None  # the seat that begins, a taken one; None: drawn by lot

    def find_problem(self) -> str | None:
        """What is wrong with them, or None."""
        if self.game not in games:
            return f"game: there is no {self.game!r:.50}; there are {', '.join(games)}"
        try:
            self.catalog_game.new(self.seats, **self.options)
        except ValueError as error:
            return str(error)
        return self.find_first_seat_problem()

    def find_first_seat_problem(self) -> str | None:
        """Why nobody can begin from that seat, or None."""
        if self.first is None:
            return None
        if not has_first_player(self.catalog_game):
            return f"first: in {self.game} all play at once, nobody begins"
        if self.first >= self.seats:
            return f"first: there is no seat {self.first}; they are 0 to {self.seats - 1}"
        return None

    @property
    def catalog_game(self) -> Game:
        return games[self.game]

    def with_players(self, players: int, first: int | None = None) -> "Settings":
        """The same for those who play: how many they are, and who of them begins."""
        return msgspec.structs.replace(self, seats=players, first=first)

    def with_first(self, first: int | None) -> "Settings":
        """The same with another who begins."""
        return msgspec.structs.replace(self, first=first)
