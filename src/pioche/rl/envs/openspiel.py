"""The games played in turns as OpenSpiel games.

>>> import pyspiel
>>> import pioche.rl.envs.openspiel
>>> name, *others = [name for name in pyspiel.registered_names() if name.startswith("pioche_")]
>>> state = pyspiel.load_game(f"{name}(players=4)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes()) > 1
(True, True)

Chance is explicit: a shuffle is a row of chance nodes, one for each draw, all its outcomes
equally likely. So every deal has its exact probability and stands in the history, clones and
serialised states go on alike, and algorithms that ask for the odds get them. (One chance
node for a whole shuffle would have more outcomes than can be listed, and sampling behind
OpenSpiel's back would hide from its algorithms what was drawn.) A draw is named by its
number, not by its card: which card that is depends on what is left.

Where several seats act at once and none of them sees what the others do, they decide one
after the other, the lowest seat first.
"""

from typing import Any

import numpy as np
import pyspiel

from pioche.catalog import games
from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.rl.envs.openspiel_play import NEW, SequentialGame, SharedSetup, get_shared_setup

DEFAULT_MEMORY = 32  # the last decisions that an information-state tensor tells
MOST_DECISIONS = 10_000  # then a game is cut short and paid as it stands


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"pioche_{game.id.replace('-', '_')}"


def game_type(game: Game) -> pyspiel.GameType:
    """What kind of game it is, and its parameters."""
    options = {name: option.default for name, option in game.options.items()}
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Pioche {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.usual_players,
            "reward": "rank",
            "max_length": MOST_DECISIONS,
            "memory": DEFAULT_MEMORY,
            "start": NEW,
            **options,
        },
    )


class PiocheGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog.

    players     how many play
    reward      "rank" or "win" (both from -1 to 1), or "score" (less the mean of the others')
    max_length  decisions after which it is cut short and paid as it stands
    memory      how many of the last decisions the information-state tensor tells
    start       "new", or where each game begins: `packed` makes it of a position
    and the options of the game.
    """

    kind: pyspiel.GameType
    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, game = params or {}, self.game
        asked = {**self.kind.parameter_specification, **params}
        self.memory = check_at_least(0, "memory", asked.pop("memory"))
        asked["max_length"] = check_at_least(1, "max_length", asked["max_length"])
        self.shared: SharedSetup = get_shared_setup(game.id, tuple(sorted(asked.items())))
        table = self.shared
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=table.most_outcomes,
            num_players=table.setup.players,
            min_utility=-table.most_reward,
            max_utility=table.most_reward,
            utility_sum=0.0,
            max_game_length=table.max_length,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, start: Any = None) -> "PiocheState":
        if start is not None:
            raise ValueError("start: where games begin is a parameter of the game; see `packed`")
        return PiocheState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than there ever are: a shuffle for each decision."""
        return self.shared.most_draws * (self.shared.max_length + 1)

    def make_py_observer(
        self, kind: Any = None, params: Any = None
    ) -> "Observer | PartialObserver":
        """What a player is told of a state."""
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there is no observation of all that all players know together")
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            if not kind.public_info:
                raise ValueError("an observation of nothing is none")
            return PartialObserver(public=True)
        if not kind.public_info:
            return PartialObserver(public=False)
        return Observer(self.shared, self.memory if kind.perfect_recall else None)


class PiocheState(pyspiel.State):  # type: ignore[misc]
    """A game in play; `play.state` is the engine's own state."""

    def __init__(self, game: PiocheGame) -> None:
        super().__init__(game)
        self.play = SequentialGame.begin(game.shared)

    def current_player(self) -> int:
        """Whose decision it is."""
        return self.play.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The draws that may come, all as likely."""
        n = self.play.outcomes
        return [(draw, 1.0 / n) for draw in range(n)]

    def _apply_action(self, action: int) -> None:
        self.play.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player < 0 else self.play.shared.setup.game.text(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended, or was cut short."""
        return self.play.is_over

    def returns(self) -> list[float]:
        """What the game brought every player; nothing before its end."""
        return self.play.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> "PiocheState":
        """A state drawn from those in which a player sees the table as it is here.

        What the player could remember beyond that is not used: a state is its position. The
        new one has no history (the true one would tell the truth). Its player keeps what it
        has seen; what the others have seen begins with it.
        """
        other = PiocheState(self.get_game())
        other.play = self.play.resample(player, Rng(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return self.play.text()


class Observer:
    """What a player knows, as numbers in `tensor` (in `dict` by field) and as a text.

    `memory` is None for an observation, which is the table as the player sees it now. An
    information state also tells the last decisions, newest first: who (0 nobody, 1 the
    player, 2 the left neighbour …) and which action, counted from 1 (0: the player could not
    see it). Its text knows all that the player has ever seen.
    """

    def __init__(self, table: SharedSetup, memory: int | None) -> None:
        self.shared, self.memory = table, memory
        shapes = {field.name: field.shape or (1,) for field in table.setup.fields}
        if memory:
            shapes["decisions"] = (memory, 2)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            at += self.dict[name].size

    def set_from(self, state: PiocheState, player: int) -> None:
        size = self.shared.setup.size
        self.tensor[:size] = self.shared.get_buffer().observe(state.play.state, player)
        if self.memory:
            told = self.dict["decisions"]
            told.fill(0)
            for row, (seat, action) in zip(told, state.play.recent_decisions(player), strict=False):
                row[:] = seat, action

    def string_from(self, state: PiocheState, player: int) -> str:
        """The view of the player, and in an information state what came before."""
        seen = state.play.view_text(player)
        return seen if self.memory is None else f"{seen}\n{state.play.memory_text(player)}"


class PartialObserver:
    """What everybody knows, or what a player alone knows, as a text only."""

    def __init__(self, *, public: bool) -> None:
        self.public = public
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: PiocheState, player: int) -> None:
        """There are no numbers."""

    def string_from(self, state: PiocheState, player: int) -> str:
        """What a spectator sees, or what the player sees otherwise."""
        return state.play.view_text(None) if self.public else state.play.own_text(player)


def check_at_least(low: int, name: str, value: Any) -> int:
    """A whole number that is large enough."""
    if type(value) is not int or value < low:
        raise ValueError(f"{name}: a whole number from {low} on, not {value!r}")
    return value


def register() -> None:
    """Tell OpenSpiel of all games that are played in turns."""
    known = set(pyspiel.registered_names())
    for game in games.values():
        if not game.real_time and name_of(game) not in known:
            kind = game_type(game)
            # OpenSpiel keeps what it is given beyond the end of Python, which only classes
            # survive.
            pyspiel.register_game(
                kind, type(name_of(game), (PiocheGame,), {"kind": kind, "game": game})
            )


register()
