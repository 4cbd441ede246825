"""Turn by turn: an episode with the book-keeping that PettingZoo's agents expect.

`pioche.rl.pettingzoo` puts this behind PettingZoo's interface. It is compiled because the
book-keeping of a turn takes longer than the turn.
"""

import operator
from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from pioche.core.refusal import Refusal
from pioche.core.rng import Rng
from pioche.core.state import buffer
from pioche.core.tensor import Tensor
from pioche.core.vecs import vec
from pioche.rl.episode import Episode
from pioche.rl.race import RaceEpisode

NO_LIMIT: Final = 0
MOST_TURNS: Final = 2**62
NO_GAME: Final = "no game is on: reset() begins one"


@final
class Turns:
    """The agents of one environment. The dictionaries are the same objects for ever."""

    __slots__ = (
        "actions",
        "agent_selection",
        "agents",
        "clear_numbers",
        "copy_masks",
        "copy_numbers",
        "cumulative",
        "episode",
        "infos",
        "left",
        "legal",
        "limit",
        "masks",
        "names",
        "numbers",
        "paid",
        "race",
        "rewards",
        "seat_of",
        "tensor",
        "terminations",
        "truncations",
    )

    def __init__(self, episode: Episode, tensor: Tensor, limit: i64) -> None:
        self.episode = episode
        self.tensor = tensor
        self.limit: i64 = limit  # decisions before all is cut short
        self.left: i64 = limit
        self.names = [f"player_{p}" for p in range(episode.seats)]
        self.seat_of = {name: p for p, name in enumerate(self.names)}
        self.agents = list(self.names)
        self.agent_selection = self.names[0]
        self.rewards: dict[str, float] = {}
        self.cumulative: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.paid: bool = False  # some reward is not 0
        self.race: RaceEpisode | None = None
        if isinstance(episode, RaceEpisode):
            self.race = episode
        # What `look` writes into, and how it becomes arrays: set by whoever has NumPy.
        self.actions: i64 = 0
        self.numbers = vec[i16]([0])
        self.masks = vec[u8]([0])
        self.legal = vec[i64]([0])  # where the last mask has its ones: how many, and which
        self.clear_numbers: Any = None
        self.copy_numbers: Any = None
        self.copy_masks: Any = None

    def make_room(self, size: i64, actions: i64) -> None:
        """Room for an observation and a mask; who calls this sets how to clear and copy them."""
        self.actions = actions
        self.numbers = vec[i16]([0] * size)
        self.masks = vec[u8]([0] * actions)
        self.legal = vec[i64]([0] * (actions + 1))

    def forget_numbers(self) -> None:
        """Make the room for an observation all 0 again."""
        for i in range(len(self.numbers)):
            self.numbers[i] = 0

    # -- a game --------------------------------------------------------------------------

    def begin(self, rng: Rng | None) -> None:
        """A new game; without a generator of its own it goes on with the one it has."""
        if rng is not None:
            self.episode.rng = rng
        self.episode.begin()
        self.left = self.limit
        self.paid = False
        del self.agents[:]
        for name in self.names:
            self.agents.append(name)
            self.rewards[name] = 0.0
            self.cumulative[name] = 0.0
            self.terminations[name] = False
            self.truncations[name] = False
            self.infos[name] = {}
        self.select()

    def step(self, action: object) -> None:
        """What the selected agent decides; None once it is out of the game."""
        agent = self.agent_selection
        try:
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            raise ValueError(NO_GAME) from None
        if over:
            self.leave(agent, action)
            return
        chosen = as_number(action)
        episode = self.episode
        if self.paid:
            self.forget(agent)
        if 0 <= chosen < self.actions and episode.state.may(episode.seat, chosen):
            episode.play(chosen)
        else:
            self.infos[agent] = reason(episode.state.why(episode.seat, chosen))
            episode.refuse()
        self.pay()
        if episode.done:
            self.end(self.terminations)
            return
        self.left -= 1
        if self.left == 0:
            self.end(self.truncations)
            return
        self.select()

    def select(self) -> None:
        """The agent whose decision it is."""
        seat = self.episode.seat
        self.agent_selection = self.names[seat]
        race = self.race
        if race is not None:
            self.infos[self.agent_selection] = self.report(race, seat)

    def report(self, race: RaceEpisode, seat: i64) -> dict[str, Any]:
        """What a racer is told beside the view: the time, and why its last move was not made."""
        told: dict[str, Any] = {"seconds": seconds(race.now)}
        if race.clocked:
            told["seconds_left"] = seconds(race.ends - race.now)
        late = race.late[seat]
        if late is not None:
            told.update(reason(late))
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
            "left": int(self.left),
            "paid": self.paid,
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
        self.left = kept["left"]
        self.paid = kept["paid"]

    # -- rewards and ends ----------------------------------------------------------------

    def forget(self, agent: str) -> None:
        """The agent that acts has had its rewards; those of the last step are over."""
        self.cumulative[agent] = 0.0
        for name in self.names:
            self.rewards[name] = 0.0

    def pay(self) -> None:
        """The rewards of the step."""
        rewards = self.episode.rewards
        for p in range(self.episode.seats):
            reward = rewards[p]
            if reward != 0.0:
                self.paid = True
                name = self.names[p]
                self.rewards[name] = reward
                self.cumulative[name] += reward

    def end(self, marks: dict[str, bool]) -> None:
        """The game is over for all; each agent is selected once more, to be told."""
        for name in self.names:
            marks[name] = True
        self.agent_selection = self.names[0]

    def leave(self, agent: str, action: object) -> None:
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
        self.look(self.seat_of[agent])
        return {"observation": self.copy_numbers(), "action_mask": self.copy_masks()}

    def look(self, seat: i64) -> None:
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
        out = buffer()
        n = state.moves(seat, out)
        legal[0] = n
        for k in range(n):
            action = out[k]
            masks[action] = 1
            legal[k + 1] = action


@final
class Agents:
    """The selected agent, again and again, until nobody is left or the turns are used up."""

    __slots__ = ("left", "turns")

    def __init__(self, turns: Turns, most: int) -> None:
        self.turns = turns
        self.left: i64 = min(most, MOST_TURNS)

    def __iter__(self) -> "Agents":
        return self

    def __next__(self) -> str:
        if self.left <= 0 or not self.turns.agents:
            raise StopIteration
        self.left -= 1
        return self.turns.agent_selection


def seconds(microseconds: i64) -> float:
    """A time as people tell it."""
    return float(microseconds) / 1000000.0


def reason(refusal: Refusal) -> dict[str, Any]:
    """The code of a refusal, its clause and what its sentence needs."""
    return {"refusal": refusal.code, "clause": refusal.clause, "params": refusal.params}


def as_number(action: object) -> i64:
    """An action as a number."""
    if action is None:
        raise ValueError("None is for agents that are out of the game; this one is not")
    number: int = operator.index(action)  # type: ignore[arg-type]
    if not -1 <= number < 4096:
        number = -1  # no action of any game
    return number
