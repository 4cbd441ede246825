"""Rouge Jaune Vert: the player of a level, for tables and for the arena."""

from typing import Final

from pioche.core.bot import Choice, Knowledge, MoveEvaluation
from pioche.core.rng import Rng
from pioche.core.state import COMPILED
from pioche.games.rouge_jaune_vert.bot.player import SimulatedPlayer, find_highest_choice
from pioche.games.rouge_jaune_vert.bot.rollout import (
    count_ways_on,
    create_careful_player,
    estimate_move,
    held_card_fits,
    open_card_fits,
)
from pioche.games.rouge_jaune_vert.bot.skill import EXPERT, MASTER, NOVICE, REGULAR, PlayerSkill
from pioche.games.rouge_jaune_vert.rules.cards import UP
from pioche.games.rouge_jaune_vert.rules.state import PLACE, RETURN, RougeJauneVert

LEVELS: Final = {"novice": NOVICE, "regular": REGULAR, "expert": EXPERT, "master": MASTER}

ROLLOUTS: Final = 300 if COMPILED else 20  # rests of the round thought through for a move
FITS_TRIED: Final = 3  # open cards that fit which are thought through one by one


class RougeJauneVertBot:
    """A player with hands and eyes: one for each seat of each game."""

    def __init__(self, reflexes: PlayerSkill, rollouts: int = ROLLOUTS) -> None:
        self.reflexes = reflexes
        self.rollouts = rollouts
        self.player = SimulatedPlayer(reflexes)

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """What it does next, and how long eyes and hands take for it."""
        table = knowledge.resample(rng)
        assert isinstance(table, RougeJauneVert)
        action = self.player.choose_move(table, knowledge.seat, rng)
        return Choice(int(action), self.player.seconds)

    def evaluate_moves(self, knowledge: Knowledge, rng: Rng) -> list[MoveEvaluation]:
        """The moves in the order of its habits, and what each may bring.

        Moves that can't be told apart by what they may bring are thought through once:
        all cards that lie face down, all that lie open and don't fit.
        """
        table = knowledge.resample(rng)
        assert isinstance(table, RougeJauneVert)
        groups = group_moves_by_preference(table, knowledge.seat, knowledge.legal(), self.reflexes)
        runs = self.rollouts if table.racing else 1
        shares = fit_non_increasing(
            [estimate_move(table, knowledge.seat, g[0], self.reflexes, runs, rng) for g in groups]
        )
        return [
            MoveEvaluation(action, share, runs)
            for group, share in zip(groups, shares, strict=True)
            for action in group
        ]


def fit_non_increasing(shares: list[float]) -> list[float]:
    """The nearest numbers that never rise: what a few runs measured the wrong way round is chance.

    >>> fit_non_increasing([0.5, 0.25, 0.75, 0.25])
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


def group_moves_by_preference(
    table: RougeJauneVert, seat: int, legal: list[int], reflexes: PlayerSkill
) -> list[list[int]]:
    """The moves as a careful player prefers them, those together that are alike."""
    if not table.racing:
        best = int(find_highest_choice(table))
        return [[best], *([action] for action in legal if action != best)]
    if table.held_slot(seat) >= 0:
        mind = create_careful_player(table, seat, reflexes)
        place = held_card_fits(table, seat) or mind.should_stop(table, seat)
        return [[PLACE], [RETURN]] if place else [[RETURN], [PLACE]]
    fits = [slot for slot in legal if open_card_fits(table, seat, slot)]
    fits.sort(key=lambda slot: -count_ways_on(table, slot))
    down = [slot for slot in legal if table.slots[slot] < UP]
    others = [slot for slot in legal if slot not in fits and slot not in down]
    tried = [[slot] for slot in fits[: FITS_TRIED - 1]]
    return [alike for alike in [*tried, fits[FITS_TRIED - 1 :], down, others] if alike]
