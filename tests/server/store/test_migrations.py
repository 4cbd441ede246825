"""Databases of every version, from the first on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from stores import contents, new_table, opened, write

from pioche.server.store import create_store, migrations
from pioche.server.store.base import BadDatabase, Key, Person, TableRow
from pioche.server.store.columns import COLUMNS

FIRST = Path(__file__).parent
NEWEST = migrations.load_migrations("sqlite")[-1].version
BLUE = migrations.Migration(
    1000,
    "blue",
    "-- two statements; of one step\n"
    "ALTER TABLE people ADD COLUMN colour text NOT NULL DEFAULT 'a;b';\n"
    "UPDATE people SET colour = 'blue' WHERE id = 'ann';\n",
)
BROKEN = migrations.Migration(1001, "broken", "UPDATE people SET name = 'X'; SELECT nothing;")


@pytest.fixture
def first(url) -> str:
    """The address of a database of version 1."""
    return old(url, 1)


@pytest.fixture
def more_steps(monkeypatch):
    """Adds steps to those that are known."""
    known = migrations.load_migrations

    def add(*steps):
        monkeypatch.setattr(migrations, "load_migrations", lambda kind: [*known(kind), *steps])

    return add


def old(url: str, version: int) -> str:
    """Make a database as a version left it."""
    kind = url.partition(":")[0].removesuffix("ql")
    run(url, (FIRST / f"v{version}.{kind}.sql").read_text())
    return url


def run(url: str, sql: str) -> list[tuple]:
    """Run SQL of any kind on a database, past the store."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite://"))) as connection, connection:
            if sql.startswith("SELECT"):
                return connection.execute(sql).fetchall()
            connection.executescript(sql)
            return []
    return asyncio.run(run_on_postgres(url, sql))


async def run_on_postgres(url: str, sql: str) -> list[tuple]:
    """Run SQL of any kind."""
    connection = await asyncpg.connect(url)
    try:
        if sql.startswith("SELECT"):
            return [tuple(row) for row in await connection.fetch(sql)]
        await connection.execute(sql)
        return []
    finally:
        await connection.close()


async def open_and_close(url: str) -> None:
    """A server that starts and ends."""
    async with opened(url):
        pass


def schema(url: str) -> list[tuple]:
    """Everything about tables and indexes."""
    if url.startswith("sqlite"):
        return run(url, "SELECT name, sql FROM sqlite_master ORDER BY name")
    return (
        run(
            url,
            "SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity"
            " FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2",
        )
        + run(
            url,
            "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
        )
        + run(url, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
    )


# -- from the first version on -----------------------------------------------------------


def test_a_database_of_the_first_version_is_brought_up_to_date_and_loses_nothing(first):
    async def scenario():
        async with opened(first) as store:
            assert await store.read_entries("first") == [b'{"1":1}', b'{"2":2}']
            shown = TableRow("first", 2, 1700000000009, "open", b"{}")
            assert (
                await store.list_lobby_tables(9)
                == await store.list_tables_of("zoe", "open", 9)
                == [shown]
            )
            over = TableRow("fourth", 1, 1700000000005, "over", b'{"a":1}')
            assert await store.list_tables_of("ann", "over", 9) == [over]
            assert (await store.load_header("fourth")).secret == b"\x0c"
            assert await store.list_due_tables(1700000000100, 9) == ["first"]
            assert await store.load_person("zoe") == Person("zoe", "Zoé", "owl", 1700000000001)
            assert await store.list_keys_of("ann") == [
                Key(b"\x00\xff", "ann", "cookie", "", 1700000000000, None),
                Key(b"\x01", "ann", "token", "my bot", 1700000000002, 1800000000000),
            ]
            assert await store.append_entry(write("first", 3))
            assert await new_table(store, "fifth")

    asyncio.run(scenario())
    assert run(first, "SELECT version FROM pioche") == [(NEWEST,)]


def test_an_upgraded_database_is_like_a_new_one(urls, first):
    new = urls("postgres" if first.startswith("postgres") else "sqlite")
    for url in [new, first]:
        asyncio.run(open_and_close(url))
    assert schema(first) == schema(new)


def test_the_first_step_still_makes_the_first_version(urls, first, monkeypatch):
    known = migrations.load_migrations
    monkeypatch.setattr(migrations, "load_migrations", lambda kind: known(kind)[:1])
    new = urls("postgres" if first.startswith("postgres") else "sqlite")
    asyncio.run(open_and_close(new))
    assert schema(new) == schema(first)


def test_steps_are_numbered_and_each_has_a_form_for_both_databases():
    sqlite, postgres = migrations.load_migrations("sqlite"), migrations.load_migrations("postgres")
    assert [step.version for step in sqlite] == list(range(1, len(sqlite) + 1))
    assert [step[:2] for step in sqlite] == [step[:2] for step in postgres]


def test_backups_know_every_column(url):
    asyncio.run(open_and_close(url))
    columns = {
        table: set(COLUMNS[table]) if table in COLUMNS else {"version", "pinged", "seen"}
        for table in [*COLUMNS, "pioche"]
    }
    if url.startswith("sqlite"):
        names = {name for (name,) in run(url, "SELECT name FROM sqlite_master WHERE type='table'")}
        rows = [
            (t, c)
            for t in names
            for _, c, *_ in run(url, f"SELECT * FROM pragma_table_info('{t}')")
        ]
    else:
        rows = run(
            url,
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public'",
        )
    found = {table: {c for t, c in rows if t == table} for table, _ in rows}
    found.pop("buckets", None)  # what was taken of limits is forgotten within hours
    assert found == columns


# -- how steps are gone ------------------------------------------------------------------


def test_new_steps_are_gone_once_and_keep_what_is_there(first, more_steps):
    async def all_of_it():
        async with opened(first) as store:
            return await contents(store)

    before = asyncio.run(all_of_it())
    more_steps(BLUE)
    assert asyncio.run(all_of_it()) == before
    run(first, "UPDATE people SET colour = 'green' WHERE id = 'zoe'")
    assert asyncio.run(all_of_it()) == before
    colours = run(first, "SELECT colour FROM people ORDER BY id")
    assert colours == [("blue",), ("green",)]
    assert run(first, "SELECT version FROM pioche") == [(1000,)]


def test_an_empty_database_goes_all_steps(url, more_steps):
    more_steps(BLUE)
    asyncio.run(open_and_close(url))
    assert run(url, "SELECT version, pinged FROM pioche") == [(1000, 0)]
    assert run(url, "SELECT colour FROM people") == []


def test_a_step_that_fails_leaves_the_database_as_it_was(first, more_steps):
    before = schema(first)
    more_steps(BLUE, BROKEN)
    with pytest.raises(BadDatabase, match="nothing"):
        asyncio.run(open_and_close(first))
    assert schema(first) == before
    assert run(first, "SELECT version FROM pioche") == [(1,)]
    assert run(first, "SELECT name FROM people ORDER BY id") == [("Ann",), ("Zoé",)]


def test_a_step_of_sqlite_may_not_leave_rows_that_belong_to_nothing(urls, more_steps):
    first = old(urls("sqlite"), 1)
    more_steps(migrations.Migration(1000, "lose", "DELETE FROM people;"))
    with pytest.raises(BadDatabase, match="belong to nothing"):
        asyncio.run(open_and_close(first))
    assert run(first, "SELECT count(*) FROM people") == [(2,)]


def test_workers_that_start_at_once_make_one_database(urls, more_steps):
    more_steps(BLUE)
    url = urls("postgres")

    async def scenario():
        await asyncio.gather(*(open_and_close(url) for _ in range(6)))

    asyncio.run(scenario())
    assert run(url, "SELECT version FROM pioche") == [(1000,)]


# -- databases that are not for us -------------------------------------------------------


def refused(url: str, match: str) -> None:
    """A database is refused and left alone."""
    before = schema(url)
    for reading in [False, True]:
        with pytest.raises(BadDatabase, match=match):
            asyncio.run(create_store(url, reading).open())
    assert schema(url) == before


def test_a_database_from_the_future_is_refused_with_both_versions(first):
    run(first, "UPDATE pioche SET version = 1000")
    refused(first, rf"has version 1000; this program knows version {NEWEST} at most")
    assert run(first, "SELECT version FROM pioche") == [(1000,)]


def test_a_database_that_something_else_lives_in_is_refused(url):
    run(url, "CREATE TABLE recipes (name text)")
    refused(url, "something else")


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE pioche (version bigint)",
        "CREATE TABLE pioche (version text); INSERT INTO pioche VALUES ('new');",
        "CREATE TABLE pioche (colour text); INSERT INTO pioche VALUES ('red');",
    ],
)
def test_a_database_with_another_table_of_our_name_is_refused(url, sql):
    run(url, sql)
    refused(url, "something else|can't be used")
