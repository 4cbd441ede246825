"""Everything that a database holds, in an order in which it can be filled."""

from collections.abc import AsyncGenerator, Iterable
from typing import Any

SCHEMA = {
    "people": "id name avatar created",
    "keys": "hash person kind label created expires seen",
    "tables": "id code secret created phase listed body",
    "heads": "id seq touched due",
    "sits": "person id",
    "log": "id seq body",
}
COLUMNS = {table: columns.split() for table, columns in SCHEMA.items()}

RowChunk = tuple[str, list[tuple[Any, ...]]]  # of a table
RowStream = AsyncGenerator[RowChunk, None]
RowSource = Iterable[RowChunk]

CHUNK = 2000  # rows at a time

# A database that no server has said anything about yet was last seen at its newest entry.
SELECT_LAST_SEEN = (
    "SELECT CASE WHEN seen <> 0 THEN seen"
    " ELSE coalesce((SELECT max(touched) FROM heads), 0) END FROM pioche"
)


def build_select(table: str) -> str:
    order = ", ".join(COLUMNS[table][:2])  # so that equal contents make equal copies
    return f"SELECT {', '.join(COLUMNS[table])} FROM {table} ORDER BY {order}"


def build_insert(table: str) -> str:
    """Fills a table of SQLite."""
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
