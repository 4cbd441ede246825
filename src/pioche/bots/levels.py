"""The four levels, the same names in every game."""

from pioche.bots.budget import Budget
from pioche.bots.level_bots import HeuristicBot, SearchBot
from pioche.core.bot import LEVELS, Bot
from pioche.core.game import Game

# What a level may take for a move where people wait for it, on one core.
MOST_SECONDS = {"expert": 0.2, "master": 1.0}


def make_bot(
    game: Game, level: str, *, runs: int | None = None, seconds: float | None = None
) -> Bot:
    """A player of a level; `runs` rollouts or `seconds` a move instead of the level's own."""
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}; there are {', '.join(LEVELS)}")
    own = game.create_own_bot(level)
    if own is not None:
        return own
    if level in ("novice", "regular"):
        return HeuristicBot(game.heuristics(), is_novice=level == "novice")
    return SearchBot(game.heuristics(), make_budget(game, level, runs, seconds))


def make_budget(game: Game, level: str, runs: int | None, seconds: float | None) -> Budget:
    """What is asked for; else the level's own number of rollouts."""
    if runs is not None:
        return Budget(runs, seconds)
    if seconds is not None:
        return Budget(10**9, seconds)
    return Budget(game.rollouts_per_move[level])


def make_table_bot(game: Game, level: str) -> Bot:
    """A player for a table where people wait: never longer than the level may take."""
    if level in MOST_SECONDS:
        return make_bot(
            game, level, runs=game.rollouts_per_move[level], seconds=MOST_SECONDS[level]
        )
    return make_bot(game, level)


def most_seconds(game: Game, level: str, think: float | None = None) -> float:
    """The seconds that a bot may take; 0.0 where it answers at once."""
    if level not in MOST_SECONDS or game.create_own_bot(level) is not None:
        return 0.0
    return MOST_SECONDS[level] if think is None else think
