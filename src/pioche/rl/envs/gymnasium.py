"""One seat of a game against bots, as a Gymnasium environment.

>>> import gymnasium
>>> import pioche.rl.envs.gymnasium
>>> game, *others = pioche.games
>>> table = gymnasium.make(f"pioche/{game}-v1", players=4, opponents="regular")
>>> observation, info = table.reset(seed=1)
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = table.step(action)
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pioche.bots.levels import make_bot
from pioche.core.bot import Bot, Knowledge
from pioche.core.rng import Rng
from pioche.rl.envs.registry import register
from pioche.rl.envs.setup import Setup, make_rng, make_seeded_rng, make_setup, rebuild_env
from pioche.rl.envs.spaces import (
    RENDER_MODES,
    check_render_mode,
    make_observation_space,
    make_turns,
)
from pioche.rl.episodes.turns import NO_LIMIT
from pioche.rl.render.rendering import render


class SoloEnv(gymnasium.Env[Any, Any]):
    """The learner has one seat, bots have the others.

    `seat` is where the learner sits; None: at a seat drawn for each game. `opponents` is a
    level for all bots, or one for each of them in the order of the seats. An illegal action
    ends the episode with -1, and `build_info` says why.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = "regular",
        reward: str = "rank",
        render_mode: str | None = None,
        **options: int,
    ) -> None:
        self.setup = make_setup(game, players, reward, **options)
        self.render_mode = check_render_mode(render_mode)
        self.fields = self.setup.fields
        self.levels = check_opponents(opponents, self.setup)
        self.own_seat = check_seat(seat, self.setup)
        self.seat = 0  # until the first game
        actions = self.setup.game.num_actions
        self.observation_space = make_observation_space(self.setup, actions)
        self.action_space = spaces.Discrete(actions)
        self.turns = make_turns(self.setup, make_rng(), NO_LIMIT)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """A new game, up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self.turns.episode.rng = make_seeded_rng(seed)
        self.start_game()
        while self.turns.episode.done:
            self.start_game()  # a bot has won before the learner was asked: that is no episode
        return self.observe(), self.build_info()

    def start_game(self) -> None:
        """A new game, bots and all, up to the learner's first decision."""
        players, own = self.setup.players, self.own_seat
        self.seat = int(self.rng.below(players)) if own is None else own
        self.bots = dict(zip(self.opponent_seats(), map(self.make_bot, self.levels), strict=True))
        self.turns.begin(None)
        self.let_bots_play()

    @property
    def rng(self) -> Rng:
        """The chance of the game, and of its bots."""
        return self.turns.episode.rng

    def step(
        self, action: int
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """The learner's move, and then all moves up to its next decision."""
        me = f"player_{self.seat}"
        if self.turns.episode.done:
            raise ValueError("the game is over: reset() begins a new one")
        self.turns.step(action)
        reward = self.turns.rewards[me]
        if not self.turns.episode.done:
            reward += self.let_bots_play()
        over = self.turns.episode.done
        return self.observe(), float(reward), over, False, self.build_info()

    def let_bots_play(self) -> float:
        """The moves of the bots until the learner decides; what they brought the learner."""
        turns, reward = self.turns, 0.0
        while not turns.episode.done and turns.episode.seat != self.seat:
            seat = int(turns.episode.seat)
            knowledge = Knowledge(turns.episode.state, seat, self.rng)
            action, seconds = self.bots[seat].choose(knowledge, self.rng)
            turns.episode.set_decision_seconds(seconds)
            turns.step(action)
            reward += turns.rewards[f"player_{self.seat}"]
        return reward

    def opponent_seats(self) -> list[int]:
        """The seats of the bots."""
        return [p for p in range(self.setup.players) if p != self.seat]

    def make_bot(self, level: str) -> Bot:
        """A bot of a level."""
        return make_bot(self.setup.game, level)

    def observe(self) -> dict[str, NDArray[Any]]:
        """What the learner knows, and what it may do."""
        return self.turns.observe(f"player_{self.seat}")  # type: ignore[no-any-return]

    def build_info(self) -> dict[str, Any]:
        """Where the learner sits; why its last move was refused."""
        return {"seat": self.seat, **self.turns.infos[f"player_{self.seat}"]}

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do, as tools for masked policies ask for it."""
        return self.observe()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it."""
        view = self.turns.episode.state.view(self.seat)
        return render(self.setup.game, view, self.render_mode)

    def __reduce__(self) -> tuple[Any, ...]:
        named = {
            "seat": self.own_seat,
            "opponents": self.levels,
            "render_mode": self.render_mode,
            "reward": self.setup.reward_name,
            **self.setup.start.options,
        }
        arguments = (self.setup.game.id, self.setup.players)
        return rebuild_env, (type(self), arguments, named, (self.seat, self.turns.freeze()))

    def thaw(self, kept: Any) -> None:
        """Become a copy; only what bots remember is lost."""
        self.seat, turns = kept
        self.turns.thaw(turns)
        self.bots = dict(zip(self.opponent_seats(), map(self.make_bot, self.levels), strict=True))


def check_opponents(opponents: str | Sequence[str], setup: Setup) -> list[str]:
    """A level for each bot."""
    bots = setup.players - 1
    levels = [opponents] * bots if isinstance(opponents, str) else list(opponents)
    if len(levels) != bots:
        raise ValueError(f"opponents: {bots} levels are needed, not {len(levels)}")
    for level in levels:
        make_bot(setup.game, level)  # a level that is none is refused here
    return levels


def check_seat(seat: int | None, setup: Setup) -> int | None:
    """A seat of the table."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < setup.players):
        raise ValueError(f"seat: 0 to {setup.players - 1} or None, not {seat!r}")
    return seat


register()
