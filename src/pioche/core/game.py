"""A game: what can be asked without a state. It finds the modules of the game by their names."""

import difflib
import importlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pioche.core.heuristics import Heuristics
from pioche.core.option import Option
from pioche.core.position import PositionReader
from pioche.core.reaction_times import ReactionTimes
from pioche.core.refusal import Refusal
from pioche.core.schema import Event, Position, View, list_own_fields
from pioche.core.state import CHANCE, CLOCK, State
from pioche.core.tensors.tensor import TensorEncoder
from pioche.core.views.board import Row

if TYPE_CHECKING:
    from pioche.core.bot import Bot


class BadMove(ValueError):
    """A text that is no move of the game."""


class MissingPart(AttributeError):
    """A game's folder lacks a module, or a module lacks a function."""


class GameModules:
    """The modules of a game's folder, imported when they are first needed.

    They are typed by the game's own state, views and events. All calls between games and the
    rest of the program go through here, so this is the one place where those types are lost.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def find(self, name: str) -> ModuleType | None:
        """A module that a game may have or not."""
        try:
            module: ModuleType = getattr(self, name)
        except MissingPart:
            return None
        return module

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if find_spec(f"{self.package}.{name}") is None:
            raise MissingPart(f"{self.package} has no module {name}.py")
        module = importlib.import_module(f"{self.package}.{name}")
        setattr(self, name, module)  # from now on it is found at once
        return module


def find_game(package: str, version: int) -> "Game":
    """The game of a package, by a version of its rules."""
    game: Game = importlib.import_module(package).GAME
    return game.under(version)


class Game:
    """A game of the catalog. A subclass says what it is; the modules beside it do the work.

    The methods of the second half call those modules. A subclass overrides a method where a
    module would hold only a line or two.
    """

    id: str
    version: int = 1  # goes up only when an old record would replay differently
    players: range
    options: Mapping[str, Option]
    added_options: Sequence[str] = ()  # what was kept before they existed reads as their default
    position_type: type  # these three are the types of the game's schema.py
    view_type: type
    event_type: Any
    option_fields: Mapping[str, str] = {}  # position fields that depend on an option: on which
    # Rollouts per move of the levels that search.
    rollouts_per_move: Mapping[str, int] = {"expert": 300, "master": 5000}
    keys: Mapping[str, str] = {}  # keys of a keyboard that stand for a move, by its text
    fewest_wins: bool = False  # the lowest score is the best
    real_time: bool = False  # everybody acts at once, and what counts is who is first
    turn_seconds: int = 0  # what a move lasts for the clock of a game in turns, if none is real
    # The clauses behind the refusals that all games share.
    clauses: Mapping[str, str]  # keys: "players", "turn", "shuffle", "over"

    def __init__(self, *earlier: "Game") -> None:
        """The game, with the same under earlier versions of its rules, as far as they are kept."""
        self.earlier_versions: Mapping[int, Game] = {game.version: game for game in earlier}
        self.modules = GameModules(self.package)

    # -- the contract --------------------------------------------------------------------

    def new(self, players: int, **options: Any) -> State:
        """A game before its first shuffle; a bad count or option is a ValueError naming it."""
        if type(players) is not int or players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise ValueError(f"players: {self.id} is for {low} to {high}, not {players!r}")
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise ValueError(f"{name}: {self.id} has no such option (it has: {known})")
            problem = self.options[name].find_problem(value)
            if problem:
                raise ValueError(f"{name}: {problem}")
        return self.new_state(players, self.fill_options(options))

    def fill_options(self, options: Mapping[str, Any]) -> dict[str, int]:
        """All options, those that are not given by their defaults."""
        return {name: options.get(name, option.default) for name, option in self.options.items()}

    @property
    def num_actions(self) -> int:
        """Actions are 0 … num_actions-1."""
        return len(self.texts)

    @property
    def usual_players(self) -> int:
        """Four, or as near as the game comes."""
        return max(self.players[0], min(4, self.players[-1]))

    def text(self, action: int) -> str:
        """The move text of an action."""
        if not 0 <= action < len(self.texts):
            raise ValueError(f"action {action}: {self.id} has 0 to {len(self.texts) - 1}")
        return self.texts[action]

    def parse(self, text: str) -> int:
        """The action of a move text."""
        action = self.actions.get(" ".join(text.split()))
        if action is None:
            near = difflib.get_close_matches(text, self.texts, n=3, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise BadMove(f"{text!r:.60} is no move of {self.id}{hint}")
        return action

    def load(self, position: Any) -> State:
        """The state of a position; a malformed or impossible one raises BadPosition.

        It goes on by the version of the rules that it names.
        """
        version = position.get("rules") if isinstance(position, Mapping) else None
        if type(version) is int and version in self.earlier_versions:
            return self.earlier_versions[version].load(position)
        return self.restore_state(PositionReader(self, position))

    def under(self, version: int) -> "Game":
        """The game by a version of its rules; ValueError where this program does not know it."""
        if version == self.version:
            return self
        if version not in self.earlier_versions:
            known = " and ".join(map(str, [*sorted(self.earlier_versions), self.version]))
            raise ValueError(f"this program knows version {known} of {self.id}, not {version}")
        return self.earlier_versions[version]

    def __reduce__(self) -> tuple[Any, ...]:
        # There is one of each game and version; a pickle names it.
        return find_game, (self.package, self.version)

    @property
    def package(self) -> str:
        """The package that holds the game's word files and rulebook."""
        return type(self).__module__.rpartition(".")[0]

    # -- for the modules of a game -------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The game's own fields that every position has."""
        return list_own_fields(self.position_type, required=True)

    @cached_property
    def chance_fields(self) -> tuple[str, ...]:
        """Those that a position has only while a shuffle is due."""
        optional = list_own_fields(self.position_type, required=False)
        return tuple(name for name in optional if name not in self.option_fields)

    @cached_property
    def texts(self) -> list[str]:
        """The move texts, by action."""
        return self.list_move_texts()

    @cached_property
    def actions(self) -> dict[str, int]:
        """The actions, by move text."""
        return {text: action for action, text in enumerate(self.texts)}

    def move_name(self, action: int) -> str:
        """A move's text, or the number of an action that is none."""
        return self.texts[action] if 0 <= action < len(self.texts) else f"action {action}"

    def explain_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Why a move is not legal: what all games share first, then the game's own reasons."""
        if not CLOCK <= seat < state.players:
            return Refusal("no-such-seat", self.clauses["players"], {"players": state.players})
        if not 0 <= action < self.num_actions:
            return Refusal("no-such-move", self.clauses["turn"], {"actions": self.num_actions})
        if state.over:
            return Refusal("game-over", self.clauses["over"])
        if state.due:
            return Refusal("shuffle-due", self.clauses["shuffle"])
        if seat == CHANCE or (seat == CLOCK and not self.is_clock_move(action)):
            return Refusal("not-a-player", self.clauses["turn"])
        actors = state.actors()
        if seat >= 0 and seat not in actors:
            return Refusal("not-your-turn", self.clauses["turn"], {"actors": list(actors)})
        return self.explain_game_refusal(state, seat, action)

    def events(
        self, before: State, who: int, action: int | None, after: State, seat: int | None
    ) -> list[Event]:
        """What a seat sees happen between two states; action is None for a shuffle.

        Events are told from the two views and the move as that seat sees it, so they can't
        show what the views don't.
        """
        seen = None if action is None else self.mask_move(who, action, seat)
        return self.build_events(before.view(seat), who, seen, after.view(seat))

    # -- what the modules of a game answer -------------------------------------------------

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle; players and options are good."""
        state: State = self.modules.rules.new_state(self, players, options)
        return state

    def build_position(self, state: State) -> Position:
        """The whole truth of a state."""
        position: Position = self.modules.position.build_position(state)
        return position

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position whose common fields are good."""
        state: State = self.modules.position.restore_state(self, reader)
        return state

    def build_open_view(self, state: State) -> View:
        """A state as spectators see it: what everybody knows.

        What one sees whole has the position's name; of a pile that one can't look into one
        sees the size, under the name with `_count`.
        """
        view: View = self.modules.view.build_open_view(state)
        return view

    def add_own_view(self, state: State, seat: int, view: View) -> None:
        """Add to a view of that kind what a seat knows beside it.

        It replaces fields as a whole: views of several seats share what is in the others.
        """
        self.modules.view.add_own_view(state, seat, view)

    def build_events(self, before: View, who: int, move: str | None, after: View) -> list[Event]:
        """The events between two views of one seat; move is None for a shuffle."""
        events: list[Event] = self.modules.events.build_events(before, who, move, after)
        return events

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Why an actor may not play this; only asked where `write_moves` does not name it."""
        refusal: Refusal = self.modules.refusals.explain_game_refusal(state, seat, action)
        return refusal

    def build_board(self, view: View, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """A view as the rows of a table, each cell with the moves it stands for."""
        rows: list[Row] = self.modules.board.build_board(view, names, words)
        return rows

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers: how programs that learn see the game."""
        encoder: TensorEncoder = self.modules.tensor.create_encoder()
        return encoder

    def heuristics(self) -> Heuristics:
        """What a good player knows about the game; a game without bot.py knows nothing."""
        bot = self.modules.find("bot")
        return bot.create_heuristics() if bot else Heuristics()

    def advise(self, view: View, move: str) -> Event:
        """What speaks for a legal move, seen from a view: the type and what its sentence needs."""
        advice = self.modules.find("advice")
        return advice.advise(view, move) if advice else {"type": "plain"}

    # -- what a game's class answers -------------------------------------------------------

    def list_move_texts(self) -> list[str]:
        """The text of every action, in order."""
        raise NotImplementedError

    def mask_move(self, who: int, action: int, seat: int | None) -> str:
        """A move's text as a seat sees it; a game with hidden moves overrides it."""
        return self.texts[action]

    def is_clock_move(self, action: int) -> bool:
        """Whether an action is the clock's; only a game with a clock overrides it."""
        return False

    def clock_seconds(self, state: State) -> int:
        """How long the clock waits for its move; only asked where it has one.

        In a game in real time since the last deal, else since the first.
        """
        raise NotImplementedError

    def moves_until_clock(self, state: State) -> int:
        """After how many moves the clock of a game in turns strikes where none is real; 0: never.

        So long games last alike in simulations, whatever the machine and whoever plays.
        """
        return self.clock_seconds(state) // self.turn_seconds if self.turn_seconds else 0

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card as one says it, with the words of a language."""
        return str(card)

    def reaction_times(self) -> ReactionTimes:
        """How long eyes and hands take; only a game in real time has an answer."""
        raise NotImplementedError

    def create_own_bot(self, level: str) -> "Bot | None":
        """A bot of a level, where the game has its own kind; the others share theirs."""
        return None

    def preview(self, view: View, move: str) -> Event | None:
        """What a legal move will do, seen from a view: the type and what its words need."""
        return None
