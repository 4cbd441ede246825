"""Runs a match: what is still to be played goes to the workers, what comes back is kept."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from pioche.arena.ledger import Ledger
from pioche.arena.lineup import checked, line_up
from pioche.arena.local import Here, Processes
from pioche.arena.played import Block
from pioche.arena.schedule import block_size, deals_for
from pioche.arena.settings import Settings
from pioche.arena.standing import Standing
from pioche.core.game import Game


class Workers(Protocol):
    """Those who play."""

    def blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, in any order."""

    def close(self) -> None:
        """Leave nothing running."""


@dataclass
class Run:
    """A match being played: the deals it is to have, and the blocks there are."""

    settings: Settings
    deals: Sequence[int]
    blocks: dict[int, Block]
    summed: Standing | None = None

    @staticmethod
    def of(settings: Settings, games: int) -> "Run":
        """A match of at least so many games, none played yet."""
        if games < 1:
            raise ValueError(f"--games: at least 1 is needed, not {games}")
        return Run(settings, list(deals_for(settings.bots, settings.seed, games)), {})

    def take(self, kept: Mapping[int, Block]) -> None:
        """Take over the blocks of this match that were played before."""
        self.blocks = {deal: kept[deal] for deal in self.deals if deal in kept}
        self.summed = None

    @property
    def games(self) -> int:
        """How many games there will be: all of every deal."""
        bots, seed = self.settings.bots, self.settings.seed
        return sum(block_size(bots, seed, deal) for deal in self.deals)

    @property
    def missing(self) -> list[int]:
        """The deals that are still to be played."""
        return [deal for deal in self.deals if deal not in self.blocks]

    def play(self, workers: Workers, ledger: Ledger | None = None) -> Generator[Block, None, None]:
        """Play what is missing; each block is kept before it is shown."""
        try:
            for block in workers.blocks(self.missing):
                if ledger is not None:
                    ledger.append(block)
                self.blocks[block.deal] = block.without_moves()
                yield block
        finally:
            workers.close()

    def standing(self) -> Standing:
        """What the blocks played so far add up to."""
        if self.summed is None or self.summed.blocks != len(self.blocks):
            self.summed = Standing.of(self.settings, self.blocks.values())
        return self.summed


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
    names = line_up(bots) if isinstance(bots, str) else tuple(map(checked, bots))
    wanted = Settings(game if isinstance(game, str) else game.id, names, seed, **settings)
    run = Run.of(wanted, games)
    with closing(run.play(local(wanted, jobs))) as blocks:
        for block in blocks:
            watch(block)
    return run.standing()


def local(settings: Settings, jobs: int, logs: Any = None) -> Workers:
    """Workers on this machine."""
    if jobs < 1:
        raise ValueError(f"--jobs: at least 1 is needed, not {jobs}")
    return Here(settings, logs) if jobs == 1 else Processes(settings, jobs, logs)
