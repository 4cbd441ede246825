"""A trained network as a bot, like any other."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from pioche.core.bot import Choice, Sight, Thought
from pioche.core.field import size_of
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.core.tensor import numbers_of
from pioche.rl.network import Network, Numbers, load
from pioche.rl.race import SECOND, drawn


@dataclass
class NetworkPlayer:
    """Plays what its network finds most promising, at once."""

    network: Network
    before: int | None = field(default=None, init=False)  # its last move, where time counts

    @staticmethod
    def of(path: str | Path) -> "NetworkPlayer":
        """A player with the network of a file."""
        place = Path(path).resolve()
        changed = place.stat().st_mtime_ns if place.exists() else 0
        return NetworkPlayer(loaded(place, changed))

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """The most promising move."""
        legal, state = sight.legal(), sight.resample(rng)
        action = legal[int(np.argmax(self.promise(state, sight.seat)[legal]))]
        return Choice(action, self.seconds(state, sight.seat, action, rng))

    def thoughts(self, sight: Sight, rng: Rng) -> list[Thought]:
        """Each legal move with the policy's probability for it, the best first."""
        legal = sight.legal()
        promise = self.promise(sight.resample(rng), sight.seat)[legal]
        odds = np.exp(promise - promise.max())
        shares = (odds / odds.sum()).tolist()
        found = [Thought(action, share, 0) for action, share in zip(legal, shares, strict=True)]
        return sorted(found, key=lambda thought: (-thought.share, thought.action))

    def promise(self, state: State, seat: int) -> Numbers:
        """How promising each action is. The state is one imagined for the seat."""
        tensor = self.network.game.tensor()
        numbers = numbers_of(tensor, state, seat, size_of(tensor.fields()))
        policy, _ = self.network.judge(np.array([numbers], np.int16))
        row: Numbers = policy[0]
        return row

    def seconds(self, state: State, seat: int, action: int, rng: Rng) -> float:
        """What eyes and hands take where everybody acts at once: as in the environments."""
        if not self.network.game.real_time:
            return 0.0
        hands, last = self.network.game.hands(), self.before
        look = hands.start(state, seat) if last is None else hands.look(state, seat, last)
        self.before = action
        taken = drawn(look, rng) + drawn(hands.reach(state, seat, action), rng)
        return float(taken) / SECOND


@cache
def loaded(path: Path, _changed: int) -> Network:
    """A network, read once for each time that its file has changed."""
    return load(path)
