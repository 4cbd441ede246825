"""Runs a match: what is still to be played goes to the workers, what comes back is kept."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from pioche.arena.lineup import check_bot, parse_lineup
from pioche.arena.match.game_result import Block
from pioche.arena.match.schedule import block_size, plan_deals
from pioche.arena.results.ledger import Ledger
from pioche.arena.results.standing import Standing
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.local_pools import ProcessPool, SerialPool
from pioche.core.game import Game


class WorkerPool(Protocol):
    """Those who play."""

    def play_blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, in any order."""

    def close(self) -> None:
        """Leave nothing running."""


@dataclass
class MatchRun:
    """A match being played: the deals it is to have, and the blocks there are."""

    settings: MatchSettings
    deals: Sequence[int]
    blocks: dict[int, Block]
    cached_standing: Standing | None = None

    @staticmethod
    def of(settings: MatchSettings, games: int) -> "MatchRun":
        """A match of at least so many games, none played yet."""
        if games < 1:
            raise ValueError(f"--games: at least 1 is needed, not {games}")
        return MatchRun(settings, list(plan_deals(settings.bots, settings.seed, games)), {})

    def restore_blocks(self, kept: Mapping[int, Block]) -> None:
        """Take over the blocks of this match that were played before."""
        self.blocks = {deal: kept[deal] for deal in self.deals if deal in kept}
        self.cached_standing = None

    @property
    def games(self) -> int:
        """How many games there will be: all of every deal."""
        bots, seed = self.settings.bots, self.settings.seed
        return sum(block_size(bots, seed, deal) for deal in self.deals)

    @property
    def missing(self) -> list[int]:
        """The deals that are still to be played."""
        return [deal for deal in self.deals if deal not in self.blocks]

    def play(
        self, workers: WorkerPool, ledger: Ledger | None = None
    ) -> Generator[Block, None, None]:
        """Play what is missing; each block is kept before it is shown."""
        try:
            for block in workers.play_blocks(self.missing):
                if ledger is not None:
                    ledger.append_block(block)
                self.blocks[block.deal] = block.without_moves()
                yield block
        finally:
            workers.close()

    def build_standing(self) -> Standing:
        """What the blocks played so far add up to."""
        if self.cached_standing is None or self.cached_standing.blocks != len(self.blocks):
            self.cached_standing = Standing.of(self.settings, self.blocks.values())
        return self.cached_standing


def play_match(
    game: str | Game,
    bots: str | Sequence[str],
    games: int,
    *,
    seed: int = 1,
    jobs: int = 1,
    watch: Callable[[Block], object] = lambda _: None,
    **settings: Any,
) -> Standing:
    """Play bots against each other and say how they stand; nothing is written anywhere.

    `bots` as for `--bots`, or one name a player; further settings are `options`, `think`,
    `iterations` and `patience`. `standing["master"].share` has `mean` and `interval()`.
    """
    names = parse_lineup(bots) if isinstance(bots, str) else tuple(map(check_bot, bots))
    wanted = MatchSettings(game if isinstance(game, str) else game.id, names, seed, **settings)
    run = MatchRun.of(wanted, games)
    with closing(run.play(make_local_pool(wanted, jobs))) as blocks:
        for block in blocks:
            watch(block)
    return run.build_standing()


def make_local_pool(settings: MatchSettings, jobs: int, logs: Any = None) -> WorkerPool:
    """Workers on this machine."""
    if jobs < 1:
        raise ValueError(f"--jobs: at least 1 is needed, not {jobs}")
    return SerialPool(settings, logs) if jobs == 1 else ProcessPool(settings, jobs, logs)
