"""Names at a table: nobody is called like somebody else there."""

import unicodedata

from pioche.bots.names import BOT_NAMES
from pioche.tables.table import Table


def make_unique_name(table: Table, name: str, own: int | None = None) -> str:
    """A name that nobody at the table has, but for the seat that is one's own."""
    others = [seat.name for number, seat in enumerate(table.seats) if number != own]
    taken = {fold_name(other) for other in others if other is not None}
    names = [name, *(f"{name} {n}" for n in range(2, 10))]
    return next(name for name in names if fold_name(name) not in taken)


def fold_name(name: str) -> str:
    """The same for names that people would take for one another.

    >>> fold_name("Ada L") == fold_name("adal")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def pick_bot_name(table: Table) -> str:
    """The first name of a bot that nobody at the table has."""
    taken = {seat.name for seat in table.seats}
    return next(
        (name for name in BOT_NAMES if name not in taken), make_unique_name(table, BOT_NAMES[0])
    )
