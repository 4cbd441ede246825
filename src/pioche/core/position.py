"""Reading a position: every error names the field and what is wrong with it."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from pioche.core.game import Game

COMMON_FIELDS = ("game", "rules", "players", "options", "over")


class BadPosition(ValueError):
    """A position that is malformed or can't come about."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return BadPosition, (self.field, self.problem)


def fail(field: str, problem: str) -> NoReturn:
    raise BadPosition(field, problem)


class PositionReader:
    """A position under examination: typed access to its fields, the common ones checked."""

    def __init__(self, game: "Game", position: Any) -> None:
        if not isinstance(position, Mapping):
            fail("position", f"a JSON object is needed, not {position!r:.40}")
        self.position = position
        self.check_game(game)
        self.chance = "chance" in position
        if self.chance and position["chance"] is not True:
            fail("chance", "is true or absent")
        self.options = self.read_options(game)
        self.check_fields(game)
        self.over = self.flag("over")
        if self.over and self.chance:
            fail("chance", "no shuffle is due in a game that is over")
        self.players = self.number("players", game.players[0], game.players[-1])

    def check_game(self, game: "Game") -> None:
        """The right game, and rules that this version knows."""
        if self.raw("game") != game.id:
            fail("game", f"{self.raw('game')!r} is not {game.id!r}")
        version = self.number("rules", 1, 10**6)
        if version > game.version:
            fail("rules", f"version {version} is newer than this program's {game.version}")
        if version < game.version:
            fail("rules", f"version {version} is older than this program's {game.version}")

    def check_fields(self, game: "Game") -> None:
        """Exactly the fields of the clause file, and what a shuffle that is due interrupted."""
        needed = [*COMMON_FIELDS, *game.fields]
        needed += [name for name, option in game.option_fields.items() if self.options[option]]
        allowed = {*needed, "chance", *game.chance_fields} if self.chance else set(needed)
        for name in needed:
            if name not in self.position:
                fail(name, "the field is missing")
        for name in self.position:
            if name not in allowed:
                fail(str(name), "there is no such field")

    def read_options(self, game: "Game") -> dict[str, int]:
        """All options, each in its range; those added later may be missing."""
        given = self.raw("options")
        if not isinstance(given, Mapping):
            fail("options", "a JSON object is needed")
        for name in game.options:
            if name not in given and name not in game.added_options:
                fail(f"options.{name}", "the option is missing")
        for name, value in given.items():
            if name not in game.options:
                fail(f"options.{name}", "there is no such option")
            problem = game.options[name].find_problem(value)
            if problem:
                fail(f"options.{name}", problem)
        return game.fill_options(given)

    def raw(self, name: str) -> Any:
        """A field as it stands."""
        if name not in self.position:
            fail(name, "the field is missing")
        return self.position[name]

    def flag(self, name: str) -> bool:
        value = self.raw(name)
        if not isinstance(value, bool):
            fail(name, f"true or false is needed, not {value!r:.40}")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number in a range."""
        return read_whole_number(name, self.raw(name), low, high)

    def seat(self, name: str) -> int:
        return self.number(name, 0, self.players - 1)

    def word(self, name: str, choices: Iterable[str]) -> str:
        """One of some words."""
        value = self.raw(name)
        if value not in choices:
            fail(name, f"{value!r:.40} is none of {', '.join(choices)}")
        return str(value)

    def is_null(self, name: str) -> bool:
        """Whether a field is null."""
        return self.raw(name) is None

    def items(self, name: str, length: int | None = None) -> list[tuple[str, Any]]:
        """The entries of a list, each with the path that names it in an error."""
        return read_entries(name, self.raw(name), length)

    def per_seat(self, name: str) -> list[tuple[str, Any]]:
        """The entries of a list that has one a seat."""
        return read_entries(name, self.raw(name), self.players)


def read_entries(path: str, value: Any, length: int | None = None) -> list[tuple[str, Any]]:
    """The entries of a list with their paths; the length checked where one is given."""
    if not isinstance(value, list):
        fail(path, f"a list is needed, not {value!r:.40}")
    if length is not None and len(value) != length:
        fail(path, f"{length} entries are needed, not {len(value)}")
    return [(f"{path}[{i}]", entry) for i, entry in enumerate(value)]


def read_whole_number(path: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        fail(path, f"{value!r:.40} is not a whole number from {low} to {high}")
    return value


class Census:
    """Counts cards by kind over a whole position: none too many, none missing."""

    def __init__(self, copies: Mapping[Any, int]) -> None:
        self.copies = copies
        self.places: dict[Any, list[str]] = {kind: [] for kind in copies}

    def add_card(self, path: str, value: Any) -> Any:
        """A card that lies at a place; one there is, and not too often."""
        # 20.0 and true would be found among whole numbers, which they equal.
        odd = isinstance(value, bool | float) or not isinstance(value, Hashable)
        if odd or value not in self.copies:
            fail(path, f"{value!r:.40} is not a card of this game")
        places = self.places[value]
        if len(places) == self.copies[value]:
            where = " and ".join(places)
            fail(path, f"card {value} is there once too often (also in {where})")
        places.append(path)
        return value

    def add_cards(self, path: str, value: Any, length: int | None = None) -> list[Any]:
        """A list of cards that lie at a place."""
        return [self.add_card(at, card) for at, card in read_entries(path, value, length)]

    def missing_cards(self) -> list[Any]:
        """The cards not seen yet, as often as they are missing, in the order of the kinds."""
        return [k for k, n in self.copies.items() for _ in range(n - len(self.places[k]))]

    def check_complete(self, field: str) -> None:
        """No card may be missing; `field` is where it would be looked for."""
        for card in self.missing_cards():
            fail(field, f"card {card} is missing")
