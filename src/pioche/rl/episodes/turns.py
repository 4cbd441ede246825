"""Turn by turn: an episode with the book-keeping that PettingZoo's agents expect.

`pioche.rl.envs.pettingzoo` puts this behind PettingZoo's interface. It is compiled because the
book-keeping of a turn takes longer than the turn.
"""

import operator
from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from pioche.core.native.vectors import vec
from pioche.core.refusal import Refusal
from pioche.core.rng import Rng
from pioche.core.state import move_buffer
from pioche.core.tensors.tensor import TensorEncoder
from pioche.rl.episodes.episode import Episode
from pioche.rl.episodes.race import RaceEpisode

NO_LIMIT: Final = 0
MOST_TURNS: Final = 2**62
NO_GAME: Final = "no game is on: reset() begins one"


@final
class AgentTurns:
    """The agents of one environment. The dictionaries are the same objects for ever."""

    __slots__ = (
        "actions",
        "agent_selection",
        "agents",
        "clear_numbers",
        "copy_masks",
        "copy_numbers",
        "cumulative",
        "decisions_left",
        "episode",
        "has_rewards",
        "infos",
        "legal",
        "limit",
        "masks",
        "names",
        "numbers",
        "race",
        "rewards",
        "seat_of",
        "tensor",
        "terminations",
        "truncations",
    )

    def __init__(self, episode: Episode, tensor: TensorEncoder, limit: i64) -> None:
        self.episode = episode
        self.tensor = tensor
        self.limit: i64 = limit  # decisions before all is cut short
        self.decisions_left: i64 = limit
        self.names = [f"player_{p}" for p in range(episode.seats)]
        self.seat_of = {name: p for p, name in enumerate(self.names)}
        self.agents = list(self.names)
        self.agent_selection = self.names[0]
        self.rewards: dict[str, float] = {}
        self.cumulative: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.has_rewards: bool = False  # some reward is not 0
        self.race: RaceEpisode | None = None
        if isinstance(episode, RaceEpisode):
            self.race = episode
        # What `write_observation` writes into, and how it becomes arrays: set by whoever has NumPy.
        self.actions: i64 = 0
        self.numbers = vec[i16]([0])
        self.masks = vec[u8]([0])
        self.legal = vec[i64]([0])  # where the last mask has its ones: how many, and which
        self.clear_numbers: Any = None
        self.copy_numbers: Any = None
        self.copy_masks: Any = None

    def allocate_buffers(self, size: i64, actions: i64) -> None:
        """Room for an observation and a mask; who calls this sets how to clear and copy them."""
        self.actions = actions
        self.numbers = vec[i16]([0] * size)
        self.masks = vec[u8]([0] * actions)
        self.legal = vec[i64]([0] * (actions + 1))

    def zero_numbers(self) -> None:
        """Make the room for an observation all 0 again."""
        for i in range(len(self.numbers)):
            self.numbers[i] = 0

    # -- a game --------------------------------------------------------------------------

    def begin(self, rng: Rng | None) -> None:
        """A new game; without a generator of its own it goes on with the one it has."""
        if rng is not None:
            self.episode.rng = rng
        self.episode.begin()
        self.decisions_left = self.limit
        self.has_rewards = False
        del self.agents[:]
        for name in self.names:
            self.agents.append(name)
            self.rewards[name] = 0.0
            self.cumulative[name] = 0.0
            self.terminations[name] = False
            self.truncations[name] = False
            self.infos[name] = {}
        self.select_agent()

    def step(self, action: object) -> None:
        """What the selected agent decides; None once it is out of the game."""
        agent = self.agent_selection
        try:
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            raise ValueError(NO_GAME) from None
        if over:
            self.remove_agent(agent, action)
            return
        chosen = read_action(action)
        episode = self.episode
        if self.has_rewards:
            self.clear_rewards(agent)
        if 0 <= chosen < self.actions and episode.state.is_legal(episode.seat, chosen):
            episode.play(chosen)
        else:
            self.infos[agent] = describe_refusal(
                episode.state.explain_refusal(episode.seat, chosen)
            )
            episode.end_illegal()
        self.add_rewards()
        if episode.done:
            self.end_for_all(self.terminations)
            return
        self.decisions_left -= 1
        if self.decisions_left == 0:
            self.end_for_all(self.truncations)
            return
        self.select_agent()

    def select_agent(self) -> None:
        """The agent whose decision it is."""
        seat = self.episode.seat
        self.agent_selection = self.names[seat]
        race = self.race
        if race is not None:
            self.infos[self.agent_selection] = self.build_race_info(race, seat)

    def build_race_info(self, episode: RaceEpisode, seat: i64) -> dict[str, Any]:
        """What a racer is told beside the view: the time, and why its last move was not made."""
        race = episode.race
        told: dict[str, Any] = {"seconds": race.get_seconds()}
        if race.has_clock():
            told["seconds_left"] = race.get_seconds_left()
        late = episode.late_refusals[seat]
        if late is not None:
            told.update(describe_refusal(late))
        return told

    # -- copies --------------------------------------------------------------------------

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        return {
            "episode": self.episode.freeze(),
            "agents": self.agents,
            "selected": self.agent_selection,
            "told": [self.rewards, self.cumulative, self.terminations, self.truncations],
            "infos": self.infos,
            "left": int(self.decisions_left),
            "paid": self.has_rewards,
        }

    def thaw(self, kept: dict[str, Any]) -> None:
        """Become a copy; the dictionaries stay the same objects."""
        self.episode.thaw(kept["episode"])
        self.agents[:] = kept["agents"]
        self.agent_selection = kept["selected"]
        rewards, cumulative, terminations, truncations = kept["told"]
        self.rewards.update(rewards)
        self.cumulative.update(cumulative)
        self.terminations.update(terminations)
        self.truncations.update(truncations)
        self.infos.update(kept["infos"])
        self.decisions_left = kept["left"]
        self.has_rewards = kept["paid"]

    # -- rewards and ends ----------------------------------------------------------------

    def clear_rewards(self, agent: str) -> None:
        """The agent that acts has had its rewards; those of the last step are over."""
        self.cumulative[agent] = 0.0
        for name in self.names:
            self.rewards[name] = 0.0

    def add_rewards(self) -> None:
        """The rewards of the step."""
        rewards = self.episode.rewards
        for p in range(self.episode.seats):
            reward = rewards[p]
            if reward != 0.0:
                self.has_rewards = True
                name = self.names[p]
                self.rewards[name] = reward
                self.cumulative[name] += reward

    def end_for_all(self, marks: dict[str, bool]) -> None:
        """The game is over for all; each agent is selected once more, to be told."""
        for name in self.names:
            marks[name] = True
        self.agent_selection = self.names[0]

    def remove_agent(self, agent: str, action: object) -> None:
        """An agent that is out of the game has been told."""
        if action is not None:
            raise ValueError(f"{agent} is out of the game: its only action is None")
        del self.rewards[agent]
        del self.cumulative[agent]
        del self.terminations[agent]
        del self.truncations[agent]
        del self.infos[agent]
        self.agents.remove(agent)
        for name in self.agents:
            self.rewards[name] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    # -- observations --------------------------------------------------------------------

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward so far, terminated, truncated and info of the selected agent."""
        agent = self.agent_selection
        try:
            reward = self.cumulative[agent]
        except KeyError:
            raise ValueError(NO_GAME) from None
        seen: Any = None
        if observe:
            seen = self.observe(agent)
        return seen, reward, self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Any:
        """What an agent knows, and what it may do now."""
        self.write_observation(self.seat_of[agent])
        return {"observation": self.copy_numbers(), "action_mask": self.copy_masks()}

    def write_observation(self, seat: i64) -> None:
        """Write what a seat knows; its mask is empty where the decision is not its own."""
        episode = self.episode
        state = episode.state
        self.clear_numbers()
        self.tensor.write(state, seat, self.numbers, 0)
        legal = self.legal
        masks = self.masks
        for k in range(1, legal[0] + 1):
            masks[legal[k]] = 0
        legal[0] = 0
        if seat != episode.seat or episode.done:
            return
        out = move_buffer()
        n = state.write_moves(seat, out)
        legal[0] = n
        for k in range(n):
            action = out[k]
            masks[action] = 1
            legal[k + 1] = action


@final
class AgentIterator:
    """The selected agent, again and again, until nobody is left or the turns are used up."""

    __slots__ = ("turns", "turns_left")

    def __init__(self, turns: AgentTurns, most: int) -> None:
        self.turns = turns
        self.turns_left: i64 = min(most, MOST_TURNS)

    def __iter__(self) -> "AgentIterator":
        return self

    def __next__(self) -> str:
        if self.turns_left <= 0 or not self.turns.agents:
            raise StopIteration
        self.turns_left -= 1
        return self.turns.agent_selection


def describe_refusal(refusal: Refusal) -> dict[str, Any]:
    """The code of a refusal, its clause and what its sentence needs."""
    return {"refusal": refusal.code, "clause": refusal.clause, "params": refusal.params}


def read_action(action: object) -> i64:
    """An action as a number."""
    if action is None:
        raise ValueError("None is for agents that are out of the game; this one is not")
    number: int = operator.index(action)  # type: ignore[arg-type]
    if not -1 <= number < 4096:
        number = -1  # no action of any game
    return number
