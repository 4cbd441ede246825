"""The two kinds of players that all games share: by instinct, and by search."""

from dataclasses import dataclass

from pioche.bots.budget import Budget
from pioche.bots.search import Search
from pioche.core.bot import Choice, Knowledge, MoveEvaluation
from pioche.core.heuristics import Heuristics
from pioche.core.rng import Rng


@dataclass(frozen=True)
class HeuristicBot:
    """Plays at once what card sense says: as a child would, or as the family does."""

    heuristics: Heuristics
    is_novice: bool

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """The first move that comes to mind."""
        imagined = knowledge.resample(rng)
        pick = self.heuristics.novice_move if self.is_novice else self.heuristics.regular_move
        return Choice(int(pick(imagined, knowledge.seat, rng)))

    def evaluate_moves(self, knowledge: Knowledge, rng: Rng) -> list[MoveEvaluation]:
        """Only the move it would play: there is no thought behind it."""
        return [MoveEvaluation(self.choose(knowledge, rng).action, 1 / knowledge.players, 0)]


@dataclass(frozen=True)
class SearchBot:
    """Thinks moves through by information-set tree search."""

    heuristics: Heuristics
    budget: Budget

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """The move that was tried most."""
        legal = knowledge.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        return Choice(self.evaluate_moves(knowledge, rng)[0].action)

    def evaluate_moves(self, knowledge: Knowledge, rng: Rng) -> list[MoveEvaluation]:
        """What the search found, the most visited move first."""
        search = Search(knowledge.resample(rng), knowledge.seat, self.heuristics, rng)
        self.budget.spend(search)
        found = [MoveEvaluation(*thought) for thought in search.root_statistics()]
        return sorted(found, key=lambda thought: (-thought.visits, -thought.share, thought.action))
