"""Sentences for what a table or the server refuses."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.game import Game
from pioche.core.refusal import Refusal
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Refused
from pioche.tables.table import Table
from pioche.words import LANGUAGES, Words, common_words


def choose_language(wish: str | None) -> str:
    """A language that we speak."""
    return wish if wish in LANGUAGES else LANGUAGES[0]


def format_refusal(code: str, params: Mapping[str, Any], lang: str) -> str:
    """Why the server refuses something."""
    return str(common_words(lang)["table"]["refusals"][code]).format(**params)


def build_refused(denied: CommandRefused, id: str, table: Table | None, lang: str) -> Refused:
    """A refusal with its sentence."""
    text = describe_refusal(denied, table, lang)
    return Refused(id, denied.code, text, denied.clause, dict(denied.params))


def describe_refusal(denied: CommandRefused, table: Table | None, lang: str) -> str:
    """The sentence: the game's own where it rests on a clause of the rulebook."""
    if table is None:
        return format_refusal(denied.code, denied.params, lang)
    return describe_game_refusal(denied, table.game, seat_names(table), lang)


def describe_game_refusal(
    denied: CommandRefused, game: Game, names: Sequence[str], lang: str
) -> str:
    """The same where no table is: a game, and what its seats are called."""
    if denied.clause is None:
        return format_refusal(denied.code, denied.params, lang)
    refusal = Refusal(denied.code, denied.clause, denied.params)
    return Words.load(game, lang).say_refusal(refusal, names)


def seat_names(table: Table) -> Sequence[str]:
    """Those at a table, as sentences call them."""
    return [seat.name or "–" for seat in table.seats]
