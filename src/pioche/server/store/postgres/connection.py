"""How PostgreSQL is reached, and what its errors are to us."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from pioche.server.store.base import StoreError

CONNECT_TIMEOUT = 10.0  # seconds
COMMAND_TIMEOUT = 30.0

# What `append` promises holds whatever the server's defaults are.
SESSION_SETTINGS = {
    "application_name": "pioche",
    "default_transaction_isolation": "read committed",
    "jit": "off",
    "synchronous_commit": "on",
}
DATABASE_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
DATA_ERRORS = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.exceptions.DataError,  # a number or a text that no column can hold
    asyncpg.CharacterNotInRepertoireError,
    UnicodeEncodeError,
)


class PostgresConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that needs no tidying up between two uses: a round trip less."""

    def get_reset_query(self) -> str:
        """No use leaves anything behind."""
        return ""


async def connect(url: str, **session: str) -> Any:
    """A connection of its own, beside the pool."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_TIMEOUT,
        command_timeout=COMMAND_TIMEOUT,
        connection_class=PostgresConnection,
        server_settings={**SESSION_SETTINGS, **session},
    )


@contextmanager
def wrap_database_errors() -> Iterator[None]:
    """Errors of the database become a store's errors."""
    try:
        yield
    except DATA_ERRORS as error:
        raise ValueError(str(error)) from error
    except DATABASE_ERRORS as error:
        raise StoreError(
            f"the database does not answer: {error or type(error).__name__}"
        ) from error


def describe_database(url: str) -> str:
    """Where a database is, without its password."""
    worker = urlsplit(url)
    if "@" in worker.path + worker.query + worker.fragment:
        return "The PostgreSQL database"  # what stands before that may be half a password
    host = worker.netloc.rpartition("@")[2] or parse_qs(worker.query).get("host", ["localhost"])[0]
    if ":" not in host.rpartition("]")[2]:
        host += ":5432"
    return f"The PostgreSQL database {worker.path.lstrip('/') or '(default)'} at {host}"


def describe_error(error: Exception) -> str:
    """Why a database can't be used, without its password."""
    if isinstance(error, ValueError):  # it may quote what it could not read
        return "its address makes no sense. In a password, / is written %2F, # %23 and @ %40"
    return str(error) or type(error).__name__
