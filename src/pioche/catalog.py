"""Finds the games: every folder of `pioche.games` that holds one. The only list of them."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from pioche import games as folder
from pioche.core.game import Game


class Catalog(Mapping[str, Game]):
    """The games by id, in the order of their ids."""

    def __init__(self) -> None:
        names = [module.name for module in pkgutil.iter_modules(folder.__path__) if module.ispkg]
        found = [importlib.import_module(f"{folder.__name__}.{name}").GAME for name in names]
        self._games: dict[str, Game] = {game.id: game for game in sorted(found, key=lambda g: g.id)}

    def __getitem__(self, id: str) -> Game:
        try:
            return self._games[id]
        except KeyError:
            raise KeyError(f"no game {id!r}; there are {', '.join(self._games)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, id: object) -> bool:
        return id in self._games

    def __repr__(self) -> str:
        return f"<games: {', '.join(self._games)}>"

    def __getattr__(self, name: str) -> Any:
        # `pioche.games` is this mapping, and `import pioche.games.NAME as x` must still work.
        module = sys.modules.get(f"{folder.__name__}.{name}")
        if module is None:
            raise AttributeError(name)
        return module


games = Catalog()


def is_compiled() -> bool:
    """Whether the rules of all games, and the core beneath them, run compiled."""
    rules = [type(game.new(game.players[0])).__module__ for game in games.values()]
    modules = [sys.modules[name] for name in ["pioche.core.state", *rules]]
    return not any(str(module.__file__).endswith(".py") for module in modules)


def get_game(id: str) -> Game:
    """A game by its id, as a user typed it."""
    if id not in games:
        raise ValueError(f"no game {id!r}; there are {', '.join(games)}")
    return games[id]
