"""A trained network as a bot, like any other."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from pioche.core.bot import Choice, Knowledge, MoveEvaluation
from pioche.core.reaction_times import MICROSECONDS, draw_duration
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.core.tensors.field import count_numbers
from pioche.core.tensors.tensor import encode_tensor
from pioche.rl.training.network import FloatArray, Network, load


@dataclass
class NetworkPlayer:
    """Plays what its network finds most promising, at once."""

    network: Network
    last_action: int | None = field(default=None, init=False)  # its last move, where time counts

    @staticmethod
    def of(path: str | Path) -> "NetworkPlayer":
        """A player with the network of a file."""
        place = Path(path).resolve()
        changed = place.stat().st_mtime_ns if place.exists() else 0
        return NetworkPlayer(load_cached(place, changed))

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """The most promising move."""
        legal, state = knowledge.legal(), knowledge.resample(rng)
        action = legal[int(np.argmax(self.compute_logits(state, knowledge.seat)[legal]))]
        return Choice(action, self.draw_seconds(state, knowledge.seat, action, rng))

    def evaluate_moves(self, knowledge: Knowledge, rng: Rng) -> list[MoveEvaluation]:
        """Each legal move with the policy's probability for it, the best first."""
        legal = knowledge.legal()
        promise = self.compute_logits(knowledge.resample(rng), knowledge.seat)[legal]
        odds = np.exp(promise - promise.max())
        shares = (odds / odds.sum()).tolist()
        found = [
            MoveEvaluation(action, share, 0) for action, share in zip(legal, shares, strict=True)
        ]
        return sorted(found, key=lambda thought: (-thought.share, thought.action))

    def compute_logits(self, state: State, seat: int) -> FloatArray:
        """How promising each action is. The state is one imagined for the seat."""
        tensor = self.network.game.tensor_encoder()
        numbers = encode_tensor(tensor, state, seat, count_numbers(tensor.fields()))
        policy, _ = self.network.evaluate(np.array([numbers], np.int16))
        row: FloatArray = policy[0]
        return row

    def draw_seconds(self, state: State, seat: int, action: int, rng: Rng) -> float:
        """What eyes and hands take where everybody acts at once: as in the environments."""
        if not self.network.game.real_time:
            return 0.0
        hands, last = self.network.game.reaction_times(), self.last_action
        look = (
            hands.after_deal(state, seat) if last is None else hands.after_move(state, seat, last)
        )
        self.last_action = action
        taken = draw_duration(look, rng) + draw_duration(
            hands.before_move(state, seat, action), rng
        )
        return float(taken) / MICROSECONDS


@cache
def load_cached(path: Path, _changed: int) -> Network:
    """A network, read once for each time that its file has changed."""
    return load(path)
