"""A race as a parallel environment: all seats act in every tick of a common clock."""

import operator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from pioche.catalog import games
from pioche.core.state import CLOCK
from pioche.rl.envs.setup import Setup, make_rng, make_seeded_rng, rebuild_env
from pioche.rl.envs.spaces import check_render_mode, make_metadata, make_observation_space
from pioche.rl.episodes.buffers import ObservationBuffer
from pioche.rl.episodes.episode import BY_SCORE, Episode, compute_returns
from pioche.rl.episodes.turns import describe_refusal
from pioche.rl.render.rendering import render

DEFAULT_TICK = 0.75  # seconds: about what a practised hand takes for a move

AgentDict = dict[str, Any]


class RaceEnv(ParallelEnv):  # type: ignore[misc]
    """A game in real time in ticks: whatever a seat does takes one tick, for all the same.

    The last action is to wait. In each tick the moves are made in an order drawn anew. One
    that can't be made (the card is gone, the choice is another's) is not made, and the
    agent's `build_info` has the refusal's code and clause; the episode goes on, as a hand that
    comes too late breaks no rule. The clock strikes after as many ticks as its time has.
    """

    def __init__(
        self, setup: Setup, tick: float, max_cycles: int | None, render_mode: str | None
    ) -> None:
        check_arguments(setup, tick, max_cycles)
        self.setup, self.tick, self.max_cycles = setup, tick, max_cycles
        self.fields = setup.fields
        self.render_mode = check_render_mode(render_mode)
        self.metadata = make_metadata(setup, parallel=True)
        self.wait_action = setup.game.num_actions
        self.possible_agents = [f"player_{p}" for p in range(setup.players)]
        self.agents: list[str] = []
        agents, actions = self.possible_agents, self.wait_action + 1
        self.observation_spaces = {a: make_observation_space(setup, actions) for a in agents}
        self.action_spaces = {a: spaces.Discrete(actions) for a in agents}
        self.buffer = ObservationBuffer(setup.tensor, setup.size)
        self.cycles, self.now, self.race_began = 0, 0.0, 0.0
        self.episode = Episode(setup.start, setup.reward, make_rng())

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The moves of the game, and to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: AgentDict | None = None
    ) -> tuple[AgentDict, AgentDict]:
        """A new game; without a seed, the chance of the last one goes on."""
        if seed is not None:
            self.episode.rng = make_seeded_rng(seed)
        self.episode.begin()
        self.agents = list(self.possible_agents)
        self.cycles = 0
        self.now = self.race_began = 0.0
        return self.observe_all(), {agent: self.build_info() for agent in self.agents}

    def step(
        self, actions: AgentDict
    ) -> tuple[AgentDict, AgentDict, AgentDict, AgentDict, AgentDict]:
        """One tick: what every agent does; whoever is not named waits."""
        agents, episode = self.agents, self.episode
        if not agents:
            raise ValueError("the game is over: reset() begins a new one")
        self.check_agents(actions)
        before = compute_returns(episode.state, BY_SCORE)
        told = [
            self.try_move(seat, actions.get(agents[seat], self.wait_action))
            for seat in self.draw_order()
        ]
        self.pass_time()
        episode.advance()
        infos = {agent: self.build_info() for agent in agents}
        for seat, why in told:
            infos[agents[seat]].update(why)
        rewards = dict(zip(agents, self.compute_rewards(before), strict=True))
        self.cycles += 1
        cut = not episode.done and self.cycles == self.max_cycles
        if episode.done or cut:
            self.agents = []
        ended, cut_short = dict.fromkeys(agents, episode.done), dict.fromkeys(agents, cut)
        return self.observe_all(agents), rewards, ended, cut_short, infos

    def draw_order(self) -> list[int]:
        """Whose hand is quickest in this tick."""
        seats = list(range(self.setup.players))
        for i in range(len(seats) - 1):
            j = i + int(self.episode.rng.below(len(seats) - i))
            seats[i], seats[j] = seats[j], seats[i]
        return seats

    def check_agents(self, actions: AgentDict) -> None:
        """Nobody acts who does not play."""
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"no agent {agent!r}; there are {', '.join(self.agents)}")

    def try_move(self, seat: int, action: Any) -> tuple[int, AgentDict]:
        """Make a move, or tell the seat why not."""
        number = operator.index(action)
        if number == self.wait_action:
            return seat, {}
        refusal = self.episode.state.refusal(seat, number)
        if refusal is not None:
            return seat, describe_refusal(refusal)
        self.episode.state.apply(seat, number)
        return seat, {}

    def pass_time(self) -> None:
        """A tick is over; in a race the clock may strike."""
        state = self.episode.state
        self.now += self.tick
        strike = state.legal(CLOCK)
        if not strike:
            self.race_began = self.now  # no race: the next one begins now at the earliest
        elif self.now - self.race_began >= state.game.clock_seconds(state):
            state.apply(CLOCK, strike[0])

    def compute_rewards(self, before: list[float]) -> list[float]:
        """What the tick brought."""
        episode = self.episode
        if episode.reward_kind == BY_SCORE:
            after = compute_returns(episode.state, BY_SCORE)
            return [now - was for now, was in zip(after, before, strict=True)]
        return [float(episode.rewards[p]) for p in range(self.setup.players)]

    def observe_all(self, agents: list[str] | None = None) -> AgentDict:
        """What every agent knows, and what it may do."""
        return {agent: self.observe(agent) for agent in agents or self.agents}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent knows, and what it may do."""
        seat, state = self.possible_agents.index(agent), self.episode.state
        mask = np.zeros(self.wait_action + 1, np.int8)
        mask[[*state.legal(seat), self.wait_action]] = 1
        return {"observation": self.buffer.observe(state, seat).copy(), "action_mask": mask}

    def build_info(self) -> AgentDict:
        """What everybody is told beside the table: the time."""
        state, told = self.episode.state, {"seconds": self.now}
        if state.legal(CLOCK):
            told["seconds_left"] = state.game.clock_seconds(state) - (self.now - self.race_began)
        return told

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as everybody sees it."""
        return render(self.setup.game, self.episode.state.view(None), self.render_mode)

    def close(self) -> None:
        """There is nothing to let go."""

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.setup, self.tick, self.max_cycles, self.render_mode)
        times = (self.agents, self.cycles, self.now, self.race_began, self.action_spaces)
        return rebuild_env, (type(self), arguments, {}, (self.episode.freeze(), times))

    def thaw(self, kept: Any) -> None:
        episode, times = kept
        self.episode.thaw(episode)
        self.agents, self.cycles, self.now, self.race_began, self.action_spaces = times


def check_arguments(setup: Setup, tick: float, max_cycles: int | None) -> None:
    """Refuse what can't be, by name."""
    if not setup.game.real_time:
        racing = ", ".join(game.id for game in games.values() if game.real_time)
        raise ValueError(f"game: {setup.game.id} is played in turns; in real time: {racing}")
    if not tick > 0:
        raise ValueError(f"tick: seconds, more than 0, not {tick!r}")
    if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
        raise ValueError(f"max_cycles: a whole number from 1 on, or None, not {max_cycles!r}")
