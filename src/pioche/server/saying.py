"""Sentences for what a table or the house refuses."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.game import Game
from pioche.core.refusal import Refusal
from pioche.tables.judge import Denied
from pioche.tables.messages import Refused
from pioche.tables.table import Table
from pioche.words import LANGUAGES, Words, house_words


def language_of(wish: str | None) -> str:
    """A language that we speak."""
    return wish if wish in LANGUAGES else LANGUAGES[0]


def sentence(code: str, params: Mapping[str, Any], lang: str) -> str:
    """Why the house refuses something."""
    return str(house_words(lang)["table"]["refusals"][code]).format(**params)


def refused(denied: Denied, id: str, table: Table | None, lang: str) -> Refused:
    """A refusal with its sentence."""
    text = refusal_text(denied, table, lang)
    return Refused(id, denied.code, text, denied.clause, dict(denied.params))


def refusal_text(denied: Denied, table: Table | None, lang: str) -> str:
    """The sentence: the game's own where it rests on a clause of the rulebook."""
    if table is None:
        return sentence(denied.code, denied.params, lang)
    return refusal_of_game(denied, table.game, names(table), lang)


def refusal_of_game(denied: Denied, game: Game, names: Sequence[str], lang: str) -> str:
    """The same where no table is: a game, and what its seats are called."""
    if denied.clause is None:
        return sentence(denied.code, denied.params, lang)
    refusal = Refusal(denied.code, denied.clause, denied.params)
    return Words.of(game, lang).refusal(refusal, names)


def names(table: Table) -> Sequence[str]:
    """Those at a table, as sentences call them."""
    return [seat.name or "–" for seat in table.seats]
