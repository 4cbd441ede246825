"""The steps that make a database, from nothing to what this program knows.

`migrations/NNNN_name.sql` is a step for both databases; where they differ there is
`NNNN_name.sqlite.sql` and `NNNN_name.postgres.sql`. A step that has been released never
changes. Table `pioche`, one row, says how many steps a database has gone.
"""

from importlib.resources import files
from typing import NamedTuple

from pioche.server.store.base import BadDatabase

# Made before the first step. `pinged` is written to see whether writing works.
CREATE_VERSION_TABLE = "CREATE TABLE pioche (version bigint NOT NULL, pinged bigint NOT NULL)"
INSERT_VERSION = "INSERT INTO pioche (version, pinged) VALUES (0, 0)"


class Migration(NamedTuple):
    """One change of the schema."""

    version: int
    name: str
    sql: str


def load_migrations(kind: str) -> list[Migration]:
    """All steps of a kind of database, "sqlite" or "postgres", in order."""
    found = []
    for file in files(__package__).joinpath("migrations").iterdir():
        stem, *of = file.name.removesuffix(".sql").split(".")
        if file.name.endswith(".sql") and of in ([], [kind]):
            number, name = stem.split("_", 1)
            found.append(Migration(int(number), name, file.read_text("utf-8")))
    return sorted(found)


def check_version(version: object, where: str) -> int:
    """The version that a database says it has."""
    if not isinstance(version, int):
        raise make_foreign_error(where)
    return version


def find_pending(known: list[Migration], version: int, where: str) -> list[Migration]:
    """The steps that a database of a version still has to go."""
    newest = known[-1].version
    if version > newest:
        raise BadDatabase(
            f"{where} has version {version}; this program knows version {newest} at most. "
            "It was used by a newer pioche: use that one, or another database."
        )
    return [step for step in known if step.version > version]


def require_current(version: int, kind: str, where: str) -> None:
    """Make sure that a database has gone all steps, where nothing may be changed."""
    if left := find_pending(load_migrations(kind), version, where):
        raise BadDatabase(
            f"{where} has version {version}, this program uses {left[-1].version}. "
            "It is brought up to date when a server starts with it."
        )


def make_foreign_error(where: str) -> BadDatabase:
    """The error for a database that something else lives in."""
    return BadDatabase(f"{where} holds something else than pioche's tables.")


def make_not_empty_error(where: str) -> BadDatabase:
    """The error for a database that should be empty."""
    return BadDatabase(f"{where} is not empty; only an empty one can be filled.")
