"""The games that can be played."""

from litestar import get
from msgspec import Struct

from pioche.catalog import games as catalog
from pioche.core.bot import LEVELS
from pioche.core.game import Game
from pioche.server.people.identity import AVATARS
from pioche.tables.commands import EMOTES


class OptionInfo(Struct, frozen=True, omit_defaults=True):
    """An option: a range of numbers (and perhaps one that switches it off) or a list of choices."""

    default: bool | int
    low: int | None = None
    high: int | None = None
    choices: tuple[bool | int, ...] | None = None
    off: int | None = None


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    rules: int
    players: tuple[int, ...]
    usual_players: int
    options: dict[str, OptionInfo]
    real_time: bool


class SetupChoices(Struct, frozen=True):
    """What there is to choose from when a table is set up."""

    games: tuple[GameInfo, ...]
    levels: tuple[str, ...]
    emotes: tuple[str, ...]
    avatars: tuple[str, ...]


def build_game_info(game: Game) -> GameInfo:
    """A game with its options."""
    options = {
        name: OptionInfo(option.default, option.low, option.high, option.choices, option.off)
        for name, option in game.options.items()
    }
    return GameInfo(
        game.id,
        game.version,
        tuple(game.players),
        game.usual_players,
        options,
        game.real_time,
    )


@get("/games", summary="What can be played")
async def get_games() -> SetupChoices:
    """The games with their options, the levels of bots, the quick signs, the avatars."""
    return SetupChoices(
        tuple(build_game_info(game) for game in catalog.values()), LEVELS, EMOTES, tuple(AVATARS)
    )


game_routes = [get_games]
