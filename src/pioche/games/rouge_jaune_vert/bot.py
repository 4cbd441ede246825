"""Rouge Jaune Vert: the player of a level, for tables and for the arena."""

from typing import Final

from pioche.core.bot import Choice, Sight, Thought
from pioche.core.rng import Rng
from pioche.core.state import COMPILED
from pioche.games.rouge_jaune_vert.bot_mind import Mind, highest
from pioche.games.rouge_jaune_vert.bot_reflexes import EXPERT, MASTER, NOVICE, REGULAR, Reflexes
from pioche.games.rouge_jaune_vert.bot_rest import careful, expected, held_fit, open_fit, ways_on
from pioche.games.rouge_jaune_vert.rules import PLACE, RETURN, RougeJauneVert
from pioche.games.rouge_jaune_vert.rules_cards import UP

LEVELS: Final = {"novice": NOVICE, "regular": REGULAR, "expert": EXPERT, "master": MASTER}

RUNS: Final = 300 if COMPILED else 20  # rests of the round thought through for a move
TRIED: Final = 3  # open cards that fit which are thought through one by one


class Racer:
    """A player with hands and eyes: one for each seat of each game."""

    def __init__(self, reflexes: Reflexes, runs: int = RUNS) -> None:
        self.reflexes = reflexes
        self.runs = runs
        self.mind = Mind(reflexes)

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """What it does next, and how long eyes and hands take for it."""
        table = sight.resample(rng)
        assert isinstance(table, RougeJauneVert)
        action = self.mind.act(table, sight.seat, rng)
        return Choice(int(action), self.mind.seconds)

    def thoughts(self, sight: Sight, rng: Rng) -> list[Thought]:
        """The moves in the order of its habits, and what each may bring.

        Moves that can't be told apart by what they may bring are thought through once:
        all cards that lie face down, all that lie open and don't fit.
        """
        table = sight.resample(rng)
        assert isinstance(table, RougeJauneVert)
        groups = by_habit(table, sight.seat, sight.legal(), self.reflexes)
        runs = self.runs if table.racing else 1
        shares = falling(
            [expected(table, sight.seat, g[0], self.reflexes, runs, rng) for g in groups]
        )
        return [
            Thought(action, share, runs)
            for group, share in zip(groups, shares, strict=True)
            for action in group
        ]


def falling(shares: list[float]) -> list[float]:
    """The nearest numbers that never rise: what a few runs measured the wrong way round is chance.

    >>> falling([0.5, 0.25, 0.75, 0.25])
    [0.5, 0.5, 0.5, 0.25]
    """
    pools: list[tuple[float, int]] = []  # sum and number of shares levelled out
    for share in shares:
        total, n = share, 1
        while pools and pools[-1][0] * n < total * pools[-1][1]:
            total, n = total + pools[-1][0], n + pools[-1][1]
            pools.pop()
        pools.append((total, n))
    return [total / n for total, n in pools for i in range(n)]


def by_habit(
    table: RougeJauneVert, seat: int, legal: list[int], reflexes: Reflexes
) -> list[list[int]]:
    """The moves as a careful player prefers them, those together that are alike."""
    if not table.racing:
        best = int(highest(table))
        return [[best], *([action] for action in legal if action != best)]
    if table.slot_held(seat) >= 0:
        mind = careful(table, seat, reflexes)
        place = held_fit(table, seat) or mind.will_stop(table, seat)
        return [[PLACE], [RETURN]] if place else [[RETURN], [PLACE]]
    fits = [slot for slot in legal if open_fit(table, seat, slot)]
    fits.sort(key=lambda slot: -ways_on(table, slot))
    down = [slot for slot in legal if table.slots[slot] < UP]
    others = [slot for slot in legal if slot not in fits and slot not in down]
    tried = [[slot] for slot in fits[: TRIED - 1]]
    return [alike for alike in [*tried, fits[TRIED - 1 :], down, others] if alike]
