"""Who begins, where a table chooses: its seats are rotated until that player sits right.

The rules draw who begins in the first shuffle, and the cards with it. So a choice changes
no rule and no shuffle: it only decides who sits where, and everybody keeps their neighbours.
"""

from collections.abc import Sequence

from pioche.core.game import Game
from pioche.core.rng import Generator
from pioche.core.state import CHANCE, State


def has_first_player(game: Game) -> bool:
    """Whether one player begins; in real time all do."""
    return not game.real_time


def draw_first_player(state: State, source: Generator) -> int:
    """Deal to a new game; the seat that begins."""
    while state.actors() == (CHANCE,):
        state.shuffle(source)
    return state.actors()[0]


def rotate_seats(seats: Sequence[int], first: int, place: int) -> tuple[int, ...]:
    """The same seats around the table, with `first` in a given place.

    >>> rotate_seats((0, 2, 3, 5), first=3, place=0)
    (3, 5, 0, 2)
    """
    by = seats.index(first) - place
    return tuple(seats[(number + by) % len(seats)] for number in range(len(seats)))
