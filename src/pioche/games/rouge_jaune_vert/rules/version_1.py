"""Rouge Jaune Vert by version 1 of the rules, which games begun under it keep.

It differs in RJV-14: after a round ended by the clock, seat 0 always won ties.
"""

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, mypyc_attr

from pioche.games.rouge_jaune_vert.rules import state
from pioche.games.rouge_jaune_vert.rules.state import RougeJauneVert

if TYPE_CHECKING:
    from pioche.core.game import Game


@mypyc_attr(acyclic=True)
@final
class RougeJauneVertV1(RougeJauneVert):
    """A game under version 1."""

    __slots__ = ()

    def clock_tie_winner(self) -> i64:
        """RJV-14: always seat 0."""
        return 0

    def clone(self) -> "RougeJauneVertV1":
        s = RougeJauneVertV1(
            self.game, self.players, self.options, self.slots[:], self.series[:], self.won
        )
        self.copy_to(s)
        return s


def new_state(game: "Game", players: i64, options: dict[str, int]) -> RougeJauneVertV1:
    """A game before its first deal."""
    now = state.new_state(game, players, options)
    s = RougeJauneVertV1(game, players, options, now.slots, now.series, now.won)
    now.copy_to(s)
    return s
