"""A match that was played, read from its folder: its games, to be played again.

Nothing is locked and nothing is changed, so a match may be read while it is played.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from pioche.arena.lineup import deduplicate
from pioche.arena.match.game_result import Block, GameResult, SeatAction
from pioche.arena.match.schedule import build_seatings, shuffle_rng
from pioche.arena.results.ledger import GAMES_FILE, SETTINGS_FILE, build_block, read_lines
from pioche.arena.results.moves_file import MovesFile
from pioche.catalog import get_game
from pioche.core.game import Game
from pioche.core.state import State
from pioche.rl.data.finished_game import Decision


class NoMoves(ValueError):
    """A match that was played by an older Pioche, which kept no moves."""


def is_match(path: Path) -> bool:
    """Whether a path is the folder of a match."""
    return (path / SETTINGS_FILE).is_file()


class KeptMatch:
    """The match of a folder. What can't be read is a ValueError naming the place.

    The bots are names here: who played need not be there any more.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.apply_settings(load_settings(folder / SETTINGS_FILE))
            kept = {
                line["deal"]: line["games"] for line in read_lines(folder / GAMES_FILE, cut=False)
            }
            found = [build_block(deal, games, ()) for deal, games in sorted(kept.items())]
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{folder} is damaged ({error!r})") from None
        self.moves_file = MovesFile(folder)
        if not self.moves_file.path.exists() or any(
            block.deal in self.moves_file.deals_without_moves for block in found
        ):
            raise NoMoves(f"{folder} was played by an older Pioche, which kept no moves")
        # As when the match goes on: a block whose moves were torn off counts as not played.
        self.blocks: list[Block] = [
            block for block in found if block.deal in self.moves_file.offsets
        ]

    def apply_settings(self, settings: Mapping[str, Any]) -> None:
        """What of the settings it takes to play the games again."""
        self.game: Game = get_game(settings["game"])
        self.bots: Sequence[str] = tuple(settings["bots"])
        self.seed: int = settings["seed"]
        self.options: Mapping[str, int] = settings["options"]
        self.game.new(len(self.bots), **self.options)
        if settings["rules"] != self.game.version:
            raise ValueError(
                f"{self.folder} was played under version {settings['rules']} of the rules of "
                f"{self.game.id}; this program plays version {self.game.version}"
            )

    def games(self) -> Iterator["KeptGame"]:
        """All games in the order of the deals."""
        for block in self.blocks:
            moves = self.moves_file.read_block(block.deal)
            if [game.seats for game in block.games] != self.expected_seats(block.deal):
                raise ValueError(f"{self.folder}, deal {block.deal}: others sit there than should")
            if len(moves) != len(block.games):
                raise self.moves_file.damage_error(f"deal {block.deal}")
            for rotation, played in enumerate(block.games):
                yield KeptGame(self, block.deal, rotation, played, moves[rotation])

    def expected_seats(self, deal: int) -> list[tuple[int, ...]]:
        """Who sits where in the games of a deal, by the number of the bot."""
        number = {bot: n for n, bot in enumerate(deduplicate(self.bots))}
        tables = build_seatings(self.bots, self.seed, deal)
        return [tuple(number[self.bots[player]] for player in players) for players in tables]


@dataclass(frozen=True)
class KeptGame:
    """A game of a match: who played, how it ended, and every move."""

    match: KeptMatch
    deal: int
    rotation: int  # which game of its block
    played: GameResult
    moves: Sequence[SeatAction]

    @property
    def bots(self) -> list[str]:
        """The bot at each seat, as the line-up names it."""
        names = deduplicate(self.match.bots)
        return [names[number] for number in self.played.seats]

    def replay(self) -> Iterator[Decision]:
        """Play it again: before every move the state, who makes it, and the move.

        The state is the same one all the time, and goes on with the next step: clone what
        must last. A game that does not go or end as it was kept is a ValueError.
        """
        state, shuffles = self.match.game.new(len(self.played.seats), **self.match.options), count()
        for number, (seat, action) in enumerate(self.moves):
            self.apply_shuffles(state, shuffles)
            refusal = state.refusal(seat, action)
            if refusal is not None:
                raise self.damage_error(f"move {number} can't be made ({refusal.code})")
            yield state, seat, action
            state.do(seat, action)
        self.apply_shuffles(state, shuffles)
        self.check_end(state)

    def apply_shuffles(self, state: State, shuffles: Iterator[int]) -> None:
        """Do the shuffles that are due."""
        while state.due and not state.over:
            state.shuffle(shuffle_rng(self.match.seed, self.deal, next(shuffles)))

    def check_end(self, state: State) -> None:
        """It ended as it was kept; one that was lost by rule did not come to its end."""
        played = self.played
        if len(self.moves) != played.moves:
            raise self.damage_error(f"{len(self.moves)} moves are kept of {played.moves}")
        if state.is_over() == (played.fault is not None):
            raise self.damage_error("it does not end with its last move")
        if played.fault is None and state.outcome() != (played.ranks, played.scores, played.reason):
            raise self.damage_error("it ends otherwise than it was kept")

    def damage_error(self, problem: str) -> ValueError:
        """What does not fit, and where."""
        place = f"{self.match.folder}, deal {self.deal}, game {self.rotation}"
        return ValueError(f"{place}: {problem}; the folder was damaged")


def load_settings(path: Path) -> Any:
    """The settings of a match as they were kept."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(f"{path} can't be read") from None
