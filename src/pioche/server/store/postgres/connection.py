"""How PostgreSQL is reached, how long it is waited for, and what its errors are to us."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from pioche.server.store.base import StoreError

# In seconds. A database that is frozen, or behind a dead line, says nothing at all: it is down
# when it has not answered for this long. One that is only slow gives up a little sooner by
# itself, so that its connection stays good.
COMMAND_TIMEOUT = 4.0
STATEMENT_TIMEOUT = 3.5
CONNECT_TIMEOUT = 4.0
PATIENT_TIMEOUT = 600.0  # for what reads or changes everything: migrations, backups

# What `append` promises holds whatever the server's defaults are.
SESSION_SETTINGS = {
    "application_name": "pioche",
    "default_transaction_isolation": "read committed",
    "jit": "off",
    "synchronous_commit": "on",
}
DATABASE_ERRORS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the two no longer understand each other
    OSError,
    TimeoutError,
    EOFError,
)
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
    """A connection of its own, beside the pool; whoever uses it limits the time."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_TIMEOUT,
        connection_class=PostgresConnection,
        server_settings={**build_session_settings(), **session},
    )


async def connect_patiently(url: str) -> Any:
    """A connection for what may take its time."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_TIMEOUT,
        command_timeout=PATIENT_TIMEOUT,
        connection_class=PostgresConnection,
        server_settings=SESSION_SETTINGS,
    )


def build_session_settings() -> dict[str, str]:
    """The settings of a session whose statements are all short."""
    return {**SESSION_SETTINGS, "statement_timeout": str(round(STATEMENT_TIMEOUT * 1000))}


@asynccontextmanager
async def lend_connection(pool: Any) -> AsyncIterator[Any]:
    """A connection of a pool for some statements, all of them within the time of one command.

    Everything that can go wrong with the database becomes a store's error here. A connection
    whose state is not known is not used again.
    """
    now = asyncio.get_running_loop().time
    end = now() + COMMAND_TIMEOUT
    with wrap_database_errors():
        connection = await pool.acquire(timeout=COMMAND_TIMEOUT)
        try:
            with cut_when_late(connection, end - now()):
                yield connection
        except (asyncpg.PostgresError, *DATA_ERRORS):
            raise  # an answer
        except BaseException:
            connection.terminate()
            raise
        finally:
            await pool.release(connection)


async def close_pool(pool: Any) -> None:
    """Say goodbye to the database, if it listens."""
    try:
        await asyncio.wait_for(pool.close(), COMMAND_TIMEOUT)
    except DATABASE_ERRORS:
        pool.terminate()


@contextmanager
def cut_when_late(connection: Any, seconds: float) -> Iterator[None]:
    """Cut a connection whose answer takes too long, which fails whoever waits for it.

    It is not asked to stop first, as a timeout of asyncpg would: who is frozen does not hear it.
    """
    timer = asyncio.get_running_loop().call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


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
    if isinstance(error, TimeoutError):
        return "it does not answer in time"
    return str(error) or type(error).__name__
