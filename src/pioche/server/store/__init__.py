"""Where tables and people are kept: one interface, two stores."""

from urllib.parse import quote, unquote

from pioche.server.store.base import Store

URL_FORMS = "sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME"


def create_store(url: str, reading: bool = False) -> Store:
    """The store of an address, still to be opened; to read only, beside those who write.

    `sqlite://` is followed by the path of a file, absolute with a third slash; a `%` in it
    is written `%25`.
    """
    scheme, found, rest = url.partition("://")
    if found and scheme == "sqlite" and rest.strip("/"):
        from pioche.server.store.sqlite.store import SqliteStore

        return SqliteStore(unquote(rest), reading)
    if found and scheme in ("postgresql", "postgres"):
        from pioche.server.store.postgres.store import PostgresStore

        return PostgresStore(url, reading)
    raise ValueError(f"not the address of a database: {scheme + found}… It is {URL_FORMS}.")


def sqlite_url(path: str) -> str:
    """The address of a SQLite file."""
    return f"sqlite://{quote(path)}"
