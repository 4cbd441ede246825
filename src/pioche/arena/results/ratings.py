"""Ratings: how strong each bot is, from the ranks of all games, by openskill."""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

Rating = tuple[float, float]  # how strong, and how uncertain that is


class Ratings:
    """The ratings of bots, game after game; everybody starts at 25 ± 8.3."""

    def __init__(self, bots: int) -> None:
        self.model = PlackettLuce()
        self.start: Rating = (self.model.mu, self.model.sigma)
        self.bots: list[Rating] = [self.start] * bots

    def add(self, seats: Sequence[int], ranks: Sequence[int]) -> None:
        """Learn from a game: which bot sat where, and where each seat came in."""
        teams = [[self.model.rating(*self.bots[bot])] for bot in seats]
        after = self.model.rate(teams, ranks=[float(rank) for rank in ranks])
        learnt: dict[int, list[PlackettLuceRating]] = {}
        for bot, team in zip(seats, after, strict=True):
            learnt.setdefault(bot, []).append(team[0])
        for bot, ratings in learnt.items():
            self.bots[bot] = combine_ratings(self.bots[bot], [(r.mu, r.sigma) for r in ratings])


def combine_ratings(before: Rating, after: Iterable[Rating]) -> Rating:
    """What a bot that sat at several seats learns from all of them: each is evidence."""
    mu, sigma = before
    weight = 1 / sigma**2
    total, pull = weight, mu * weight
    for seat_mu, seat_sigma in after:
        total += 1 / seat_sigma**2 - weight
        pull += seat_mu / seat_sigma**2 - mu * weight
    return pull / total, total**-0.5
