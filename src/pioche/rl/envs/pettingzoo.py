"""The games as PettingZoo environments.

>>> import pioche
>>> from pioche.rl.envs.pettingzoo import env
>>> game, *others = pioche.games
>>> table = env(game, players=4)
>>> table.reset(seed=42)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = table.action_space(agent).sample(observation["action_mask"])
...     table.step(action)
>>> table.agents
[]
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from pioche.rl.envs.parallel import DEFAULT_TICK, RaceEnv
from pioche.rl.envs.registry import register
from pioche.rl.envs.setup import Setup, make_rng, make_seeded_rng, make_setup, rebuild_env
from pioche.rl.envs.spaces import (
    check_render_mode,
    make_metadata,
    make_observation_space,
    make_turns,
)
from pioche.rl.episodes.turns import NO_LIMIT, AgentIterator
from pioche.rl.render.rendering import render

FORWARDED_METHODS = ("step", "last", "observe")  # asked at every turn
SHARED_ATTRIBUTES = {
    "agents",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
}


def env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "rank",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: int,
) -> "PiocheEnv":
    """A game as an agent environment cycle: one agent decides at a time.

    `reward` is "rank", "win" or "score"; `options` are those of `game.options`.
    """
    return PiocheEnv(make_setup(game, players, reward, **options), max_cycles, render_mode)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "rank",
    tick: float = DEFAULT_TICK,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: int,
) -> RaceEnv:
    """A game in real time in which everybody acts at once, every `tick` seconds."""
    return RaceEnv(make_setup(game, players, reward, **options), tick, max_cycles, render_mode)


class PiocheEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment with action masks.

    An observation is {"observation": int16 numbers as `fields` says, "action_mask": int8}. An
    illegal action ends the episode: -1 for whoever made it, nothing for the others, and
    `info` has the refusal's code and clause.
    """

    def __init__(self, setup: Setup, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self.setup = setup
        self.fields = setup.fields
        self.metadata = make_metadata(setup)
        self.max_cycles = max_cycles
        self.turns = make_turns(setup, make_rng(), count_most_decisions(setup, max_cycles))
        self.possible_agents = list(self.turns.names)
        self.make_spaces()
        self.bind_turns()

    def make_spaces(self) -> None:
        """The same for all agents; each has its own, as they are seeded one by one."""
        actions, agents = self.setup.game.num_actions, self.possible_agents
        self.observation_spaces = {a: make_observation_space(self.setup, actions) for a in agents}
        self.action_spaces = {a: spaces.Discrete(actions) for a in agents}

    def bind_turns(self) -> None:
        """Call the methods of `AgentTurns` directly where nobody overrides them.

        The dictionaries are changed, never replaced, so they can be shared.
        """
        turns = self.turns
        self.agents: list[str] = turns.agents
        self.rewards = turns.rewards
        self._cumulative_rewards = turns.cumulative
        self.terminations = turns.terminations
        self.truncations = turns.truncations
        self.infos = turns.infos
        own = {
            name
            for name in FORWARDED_METHODS
            if getattr(type(self), name) is getattr(PiocheEnv, name)
        }
        for name in own if "observe" in own else own - {"last"}:
            setattr(self, name, getattr(turns, name))

    def __setattr__(self, name: str, value: Any) -> None:
        # PettingZoo's wrappers replace some of them; what they mean is their contents.
        kept = self.__dict__.get(name) if name in SHARED_ATTRIBUTES else None
        if kept is None or kept is value:
            super().__setattr__(name, value)
        elif isinstance(kept, list):
            kept[:] = value
        else:
            taken = dict(value)
            kept.clear()
            kept.update(taken)

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.setup, self.max_cycles, self.render_mode)
        return rebuild_env, (type(self), arguments, {}, (self.turns.freeze(), self.action_spaces))

    def thaw(self, kept: Any) -> None:
        turns, self.action_spaces = kept
        self.turns.thaw(turns)

    # -- PettingZoo's interface ----------------------------------------------------------

    @property
    def agent_selection(self) -> str:
        """The agent whose decision it is."""
        return self.turns.agent_selection

    @agent_selection.setter
    def agent_selection(self, agent: str) -> None:
        self.turns.agent_selection = agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed, the chance of the last one goes on."""
        self.turns.begin(None if seed is None else make_seeded_rng(seed))

    def step(self, action: Any) -> None:
        """What the selected agent does; None for one that is out of the game."""
        self.turns.step(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent is told."""
        told = self.turns.last(False)
        return (self.observe(self.agent_selection) if observe else None, *told[1:])

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent knows, and what it may do now."""
        return self.turns.observe(agent)  # type: ignore[no-any-return]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent, again and again, until nobody is left."""
        return AgentIterator(self.turns, max_iter)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The moves of the game."""
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.int16]:
        """What all seats know together, a row a seat: for critics that may see everything."""
        rows = [self.observe(agent)["observation"] for agent in self.possible_agents]
        return np.stack(rows)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the deciding seat sees it."""
        view = self.turns.episode.state.view(int(self.turns.episode.seat))
        return render(self.setup.game, view, self.render_mode)

    def close(self) -> None:
        """There is nothing to let go."""


def count_most_decisions(setup: Setup, max_cycles: int | None) -> int:
    """Decisions until the episode is cut short."""
    if max_cycles is None:
        return NO_LIMIT
    if type(max_cycles) is not int or max_cycles < 1:
        raise ValueError(f"max_cycles: a whole number from 1 on, or None, not {max_cycles!r}")
    return max_cycles * setup.players


register()
