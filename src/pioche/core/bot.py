"""What a bot is, and all that it is given: a seat's knowledge, never the state."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.core.schema import Event, View
from pioche.core.state import State

LEVELS = ("novice", "regular", "expert", "master")  # weakest first; the same in every game


class Choice(NamedTuple):
    """What a bot does next, and how long its eyes and hands take for it.

    Seconds count in games played in real time: the move is made that much later, on the
    table as it is then. Where it has become illegal the bot is asked again.
    """

    action: int
    seconds: float = 0.0


class MoveEvaluation(NamedTuple):
    """What a bot thinks of one legal move."""

    action: int
    share: float  # of the win that the seat may expect, 0 … 1
    visits: int  # how often the move was tried in thought


class Knowledge:
    """What a seat knows of a game: its view, its legal moves, and states that fit them.

    It is built on a state redrawn for that seat, so the truth is not in it: nothing that
    is asked of this knowledge can depend on what the seat can't know.
    """

    def __init__(self, state: State, seat: int, rng: Rng) -> None:
        self._imagined = state.resample(seat, rng)
        self.seat = seat

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._imagined.game

    @property
    def players(self) -> int:
        return int(self._imagined.players)

    @property
    def options(self) -> Mapping[str, int]:
        """The options of this table."""
        return self._imagined.options

    def view(self) -> View:
        """What the seat sees, as JSON."""
        return self._imagined.view(self.seat)

    def legal(self) -> list[int]:
        """The actions the seat may play now."""
        return self._imagined.legal(self.seat)

    def resample(self, rng: Rng) -> State:
        """A state that the seat can't tell from the true one."""
        return self._imagined.resample(self.seat, rng)

    def advise(self, action: int) -> Event:
        """What speaks for a move, from the game's own knowledge, to be put into words."""
        return self.game.advise(self.view(), self.game.text(action))


@runtime_checkable
class Bot(Protocol):
    """A player. One is made for each seat of each game, so it may remember what it saw."""

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """The next move of a seat that may act; all chance must come from the generator."""


@runtime_checkable
class EvaluatingBot(Bot, Protocol):
    """A bot that can say what it thinks."""

    def evaluate_moves(self, knowledge: Knowledge, rng: Rng) -> list[MoveEvaluation]:
        """Each legal move as the bot judges it, best first; the first is what it would play."""


@runtime_checkable
class WatchingBot(Bot, Protocol):
    """A bot that follows the game between its own moves."""

    def watch(self, events: list[Event]) -> None:
        """What the seat has just seen happen, its own moves included."""
