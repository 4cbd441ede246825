"""The two kinds of players that all games share: by instinct, and by search."""

from dataclasses import dataclass

from pioche.bots.budget import Budget
from pioche.bots.search import Search
from pioche.core.bot import Choice, Sight, Thought
from pioche.core.rng import Rng
from pioche.core.sense import Sense


@dataclass(frozen=True)
class Instinct:
    """Plays at once what card sense says: as a child would, or as the family does."""

    sense: Sense
    childlike: bool

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """The first move that comes to mind."""
        imagined = sight.resample(rng)
        pick = self.sense.child if self.childlike else self.sense.family
        return Choice(int(pick(imagined, sight.seat, rng)))

    def thoughts(self, sight: Sight, rng: Rng) -> list[Thought]:
        """Only the move it would play: there is no thought behind it."""
        return [Thought(self.choose(sight, rng).action, 1 / sight.players, 0)]


@dataclass(frozen=True)
class Searcher:
    """Thinks moves through by information-set tree search."""

    sense: Sense
    budget: Budget

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """The move that was tried most."""
        legal = sight.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        return Choice(self.thoughts(sight, rng)[0].action)

    def thoughts(self, sight: Sight, rng: Rng) -> list[Thought]:
        """What the search found, the most visited move first."""
        search = Search(sight.resample(rng), sight.seat, self.sense, rng)
        self.budget.spend(search)
        found = [Thought(*thought) for thought in search.thoughts()]
        return sorted(found, key=lambda thought: (-thought.visits, -thought.share, thought.action))
