"""Rouge Jaune Vert: the player of a level, for tables and for the arena."""

from typing import Final

from pioche.core.bot import Choice, Sight, Thought
from pioche.core.rng import Rng
from pioche.core.state import COMPILED
from pioche.games.rouge_jaune_vert.bot_mind import Mind, highest
from pioche.games.rouge_jaune_vert.bot_reflexes import EXPERT, MASTER, NOVICE, REGULAR, Reflexes
from pioche.games.rouge_jaune_vert.bot_rest import expected, held_fit, open_fit, ways_on
from pioche.games.rouge_jaune_vert.rules import PLACE, RETURN, RougeJauneVert
from pioche.games.rouge_jaune_vert.rules_cards import UP

LEVELS: Final = {"novice": NOVICE, "regular": REGULAR, "expert": EXPERT, "master": MASTER}

RUNS: Final = 300 if COMPILED else 20  # rests of the round thought through for a move
CLOSE: Final = 0.02  # shares nearer to each other than this say nothing: the rule of thumb does
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
        """What each move may bring, by rests of the round played out in thought.

        Moves that can't be told apart by what they may bring are thought through once:
        all cards that lie face down, all that lie open and don't fit.
        """
        table = sight.resample(rng)
        assert isinstance(table, RougeJauneVert)
        found: list[tuple[float, Thought]] = []
        for rule, alike in enumerate(by_rule(table, sight.seat, sight.legal())):
            runs = self.runs if table.racing else 1
            share = expected(table, sight.seat, alike[0], self.reflexes, runs, rng)
            worth = share + (CLOSE if rule == 0 else 0.0)
            found += [(worth, Thought(action, share, runs)) for action in alike]
        return [thought for _, thought in sorted(found, key=before)]


def before(judged: tuple[float, Thought]) -> tuple[float, int]:
    """The order of thoughts: the best first, then by action."""
    return -judged[0], judged[1].action


def by_rule(table: RougeJauneVert, seat: int, legal: list[int]) -> list[list[int]]:
    """The moves by rule of thumb, the best first, those together that are alike."""
    if not table.racing:
        best = int(highest(table))
        return [[best], *([action] for action in legal if action != best)]
    if table.slot_held(seat) >= 0:
        return [[PLACE], [RETURN]] if held_fit(table, seat) else [[RETURN], [PLACE]]
    fits = [slot for slot in legal if open_fit(table, seat, slot)]
    fits.sort(key=lambda slot: -ways_on(table, slot))
    down = [slot for slot in legal if table.slots[slot] < UP]
    others = [slot for slot in legal if slot not in fits and slot not in down]
    tried = [[slot] for slot in fits[: TRIED - 1]]
    return [alike for alike in [*tried, fits[TRIED - 1 :], down, others] if alike]
