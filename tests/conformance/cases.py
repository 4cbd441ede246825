"""Tables to test at: every game, every player count, every option at its ends."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

import pioche
from pioche import CHANCE, CLOCK, Game, Rng, State

SOURCE = Path(__file__).parents[2] / "src" / "pioche"


class Case(NamedTuple):
    """A table: a game, a number of players, and options."""

    game: str
    players: int
    options: dict[str, int] = {}

    def __str__(self) -> str:
        options = "".join(f",{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.players}{options}"

    def new(self) -> State:
        return pioche.games[self.game].new(self.players, **self.options)


class Step(NamedTuple):
    """One move or shuffle (action None) and the states around it."""

    before: State
    who: int
    action: int | None
    after: State


def cases() -> list[Case]:
    """Every player count with the defaults; every end of every option with the fewest and most."""
    found = []
    for id, game in pioche.games.items():
        found += [Case(id, players) for players in game.players]
        for name, option in game.options.items():
            values = option.choices or (option.low, option.high)
            others = [value for value in values if value != option.default]
            ends = (game.players[0], game.players[-1])
            found += [Case(id, n, {name: value}) for n in ends for value in others]
    return found


def games() -> list[Game]:
    return list(pioche.games.values())


def choose(state: State, rng: Rng) -> tuple[int, int]:
    """A random actor, now and then the clock, and a random legal action of theirs."""
    clock = state.legal(CLOCK)
    if clock and rng.below(40) == 0:
        return CLOCK, clock[0]
    actors = state.actors()
    seat = actors[rng.below(len(actors))]
    legal = state.legal(seat)
    return seat, legal[rng.below(len(legal))]


def advance(state: State, rng: Rng) -> tuple[int, int | None]:
    """Play one random move or do the shuffle that is due."""
    if state.actors() == (CHANCE,):
        state.shuffle(rng)
        return CHANCE, None
    seat, action = choose(state, rng)
    state.apply(seat, action)
    return seat, action


def walk(case: Case, seed: int, steps: int = 10**9) -> Iterator[Step]:
    """A random game, or the first steps of one."""
    rng = Rng(seed)
    state = case.new()
    while not state.is_over() and steps > 0:
        before = state.clone()
        who, action = advance(state, rng)
        yield Step(before, who, action, state)
        steps -= 1


def reached(case: Case, seed: int, depth: int) -> State:
    """The state after so many random steps, or where the game ended before."""
    rng = Rng(seed)
    state = case.new()
    while depth > 0 and not state.is_over():
        advance(state, rng)
        depth -= 1
    return state


def frozen(value: Any) -> bytes:
    """JSON to compare byte by byte."""
    return msgspec.json.encode(value, order="sorted")


def part_of_tests(game: Game, name: str) -> ModuleType:
    """A module from a game's own tests folder, such as `secrecy_oracle`."""
    folder = game.__class__.__module__.split(".")[2]
    path = SOURCE / "games" / folder / "tests" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{folder}_{name}", path)
    assert spec is not None and spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
