"""The settings of a match: all that decides how its games go."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pioche
from pioche.arena.lineup import (
    LEVEL_PATTERN,
    NETWORK_PREFIX,
    deduplicate,
    is_network,
    is_outside,
    spec_of,
)
from pioche.bots.levels import make_bot
from pioche.core.bot import Bot
from pioche.core.game import Game

if TYPE_CHECKING:
    from pioche.rl.training.player import NetworkPlayer

FORMAT = 1
DEFAULT_PATIENCE = 10.0  # seconds that somebody else's bot has for a move


@dataclass(frozen=True)
class MatchSettings:
    """A game, a line-up, a seed, and how long the bots may think."""

    game_id: str
    bots: tuple[str, ...]
    seed: int = 1
    options: Mapping[str, int] = field(default_factory=dict)
    think: float | None = None  # seconds a move for the levels that search
    iterations: int | None = None  # rollouts a move for them
    patience: float = DEFAULT_PATIENCE

    def __post_init__(self) -> None:
        state = self.game.new(len(self.bots), **self.options)
        object.__setattr__(self, "options", dict(state.options))
        if not (isfinite(self.patience) and self.patience > 0):
            raise ValueError(f"--patience: seconds above 0 are needed, not {self.patience}")
        for name in deduplicate(self.bots):
            if not is_outside(name):
                self.make_own_bot(name)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return pioche.games[self.game_id]

    def make_own_bot(self, name: str) -> Bot:
        """A bot of this program: of a level, or with a network."""
        return self.make_network_bot(name) if is_network(name) else self.make_level_bot(name)

    def make_network_bot(self, name: str) -> Bot:
        """A bot that plays by a trained network."""
        player = load_network_player(name)
        if player.network.game is not self.game:
            raise ValueError(f"--bots: {name} plays {player.network.game.id}, not {self.game_id}")
        return player

    def make_level_bot(self, name: str) -> Bot:
        """A bot of one of the levels, thinking as long as it is told to."""
        parts = LEVEL_PATTERN.fullmatch(spec_of(name))
        assert parts is not None
        runs = int(parts["runs"]) if parts["runs"] else self.iterations
        return make_bot(self.game, parts["level"], runs=runs, seconds=self.think)

    @property
    def is_repeatable(self) -> bool:
        """Whether the seed decides everything: no clock is looked at, no stranger plays."""
        return self.think is None and not any(map(is_outside, self.bots))

    def to_json(self) -> dict[str, Any]:
        """As the folder of a match keeps it."""
        kept = {
            "format": FORMAT,
            "pioche": pioche.__version__,
            "game": self.game_id,
            "rules": self.game.version,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": dict(self.options),
            "think": self.think,
            "iterations": self.iterations,
            "patience": self.patience,
        }
        networks = {
            name: digest_network(name) for name in deduplicate(self.bots) if is_network(name)
        }
        return {**kept, "networks": networks} if networks else kept


def load_network_player(name: str) -> "NetworkPlayer":
    """A new player with the network that a bot of the line-up names."""
    try:
        from pioche.rl.training.player import NetworkPlayer  # only who has networks needs NumPy
    except ImportError:
        raise ValueError(f'--bots: {name} needs NumPy: pip install "pioche[rl]"') from None
    return NetworkPlayer.of(spec_of(name).removeprefix(NETWORK_PREFIX))


def digest_network(name: str) -> str:
    """What tells a network from another that has its file later."""
    return sha256(Path(spec_of(name).removeprefix(NETWORK_PREFIX)).read_bytes()).hexdigest()[:16]
