"""A finished game, to be played again by whoever learns from it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pioche.core.game import Game
from pioche.core.records.record import Record
from pioche.core.records.seals import BadRecord
from pioche.core.state import State

Decision = tuple[State, int, int]  # the state before a move, the seat (or CLOCK), the action
PERSON = "person"  # people's names are nobody's business


class FinishedGame(NamedTuple):
    """How a game went and ended. A state is good until the next decision is asked for."""

    id: str  # no two games of a data set have the same
    players: Sequence[str]  # for each seat the bot, or that it was a person
    ranks: Sequence[int]
    scores: Sequence[int]
    decisions: Iterator[Decision]


def load_finished_game(record: Record, game: Game, id: str) -> FinishedGame:
    """The game of a record that has come to its end; it is checked first, all of it.

    What is learned together was played by the same rules, so earlier versions are refused.
    """
    if record.choose_rules(game) is not game:
        raise BadRecord("rules", f"version {record.rules}, not the {game.version} of today")
    ranks, scores, _ = record.verify(game).outcome()
    return FinishedGame(
        id,
        [describe_player(player) for player in record.players],
        ranks,
        scores,
        (
            (step.before, step.who, step.action)
            for step in record.replay(game)
            if step.action is not None
        ),
    )


def describe_player(player: object) -> str:
    """The level of a bot; of a person, no more than that it is one."""
    bot = player.get("bot") if isinstance(player, dict) else None
    return bot if isinstance(bot, str) else PERSON
