"""What only the SQLite store has to stand: files, locks, a full disk."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from stores import NOW, make_summary, new_table, opened, write

from pioche.server.store import create_store, sqlite_url
from pioche.server.store.base import BadDatabase, StoreError
from pioche.server.store.sqlite import file as sqlite_file
from pioche.server.store.sqlite import watch
from pioche.server.store.sqlite.store import SqliteStore, make_statement_job


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.db"


def test_an_address_is_followed_by_a_path(path, monkeypatch):
    assert create_store("sqlite:///var/lib/pioche.db").path.as_posix() == "/var/lib/pioche.db"
    assert create_store("sqlite://here.db").path.as_posix() == "here.db"
    odd = path.with_name("an odd#name?100%.db")
    assert create_store(sqlite_url(str(odd))).path == odd


@pytest.mark.parametrize("url", ["", "sqlite", "sqlite://", "sqlite:///", "mysql://x/y", "/a/b.db"])
def test_what_is_no_address_of_a_database_is_refused(url):
    with pytest.raises(ValueError, match=r"sqlite:///PATH or postgresql://"):
        create_store(url)


def test_an_unknown_address_is_not_repeated_for_it_may_hold_a_password():
    with pytest.raises(ValueError, match="mysql") as caught:
        create_store("mysql://ann:hush@host/db")
    assert "hush" not in str(caught.value)


def test_every_commit_is_synced_to_disk(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            assert store.writer.connection.execute("PRAGMA synchronous").fetchone() == (2,)
            assert store.writer.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert store.writer.connection.execute("PRAGMA foreign_keys").fetchone() == (1,)

    asyncio.run(scenario())


def test_the_file_is_for_its_owner_alone(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store)
            for name in ["tables.db", "tables.db-wal", "tables.db.lock"]:
                assert path.with_name(name).stat().st_mode & 0o777 == 0o600

    asyncio.run(scenario())


def test_a_second_server_on_the_same_file_is_refused(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            with pytest.raises(BadDatabase, match=r"tables\.db is in use"):
                await SqliteStore(path).open()
            await store.ping()
        async with opened(sqlite_url(str(path))):
            pass

    asyncio.run(scenario())


def test_a_second_server_is_refused_through_a_symbolic_link_too(path):
    async def scenario():
        links = [path.with_name("other.db"), path.with_name("again.db")]
        links[0].symlink_to(path.name)
        links[1].symlink_to(links[0])
        async with opened(sqlite_url(str(path))) as store:
            for link in links:
                with pytest.raises(BadDatabase, match="is in use"):
                    await SqliteStore(link).open()
            await store.ping()
        async with opened(sqlite_url(str(links[1]))):
            with pytest.raises(BadDatabase, match="is in use"):
                await SqliteStore(path).open()

    asyncio.run(scenario())


def test_a_file_with_two_names_is_refused_for_its_journal_would_be_found_under_one_only(path):
    asyncio.run(opens(path))
    other = path.with_name("other.db")
    os.link(path, other)
    for name in [path, other]:
        with pytest.raises(BadDatabase, match=r"has 2 names .* remove the others"):
            asyncio.run(SqliteStore(name).open())
    other.unlink()
    asyncio.run(opens(path))


def test_a_lock_ends_with_its_process_even_if_a_forked_child_lives_on(path):
    script = (
        "import os, sys, time; from pathlib import Path\n"
        "from pioche.server.store.sqlite.lock import FileLock\n"
        "lock = FileLock(Path(sys.argv[1]))\n"
        "child = os.fork()\n"
        "if child == 0: print(os.getpid(), flush=True); time.sleep(600)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", script, f"{path}.lock"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        child = int(holder.stdout.readline())  # it lives now, and can't let go before it does
        holder.kill()
        holder.wait()
        try:
            asyncio.run(opens(path))
        finally:
            os.kill(child, signal.SIGKILL)


async def opens(path):
    """A store can be opened."""
    async with opened(sqlite_url(str(path))):
        pass


@pytest.mark.parametrize("content", [b"Dear Ann, " * 999, b"?"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    with pytest.raises(BadDatabase, match=r"tables\.db is no SQLite database"):
        asyncio.run(SqliteStore(path).open())
    assert path.read_bytes() == content
    path.unlink()
    asyncio.run(opens(path))  # the lock was let go


@pytest.mark.parametrize("place", ["nowhere/tables.db", "."])
def test_a_place_where_no_file_can_be_is_named(tmp_path, place):
    with pytest.raises(BadDatabase, match=str(tmp_path)):
        asyncio.run(SqliteStore(tmp_path / place).open())


def test_a_full_disk_fails_all_that_wait_together_and_nothing_later(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            for code in ["t1", "t2"]:
                await new_table(store, code)
            full = "PRAGMA max_page_count = 1"  # no less than there are
            await store.submit(make_statement_job(full))
            big = write("t1", 2, body=b"x" * 100_000)
            answers = await asyncio.gather(
                store.append_entry(big), store.append_entry(write("t2", 2)), return_exceptions=True
            )
            assert [type(answer) for answer in answers] == [StoreError, StoreError]
            await store.submit(make_statement_job("PRAGMA max_page_count = 1000000"))
            assert await store.append_entry(big)
            assert await store.append_entry(write("t2", 2))
            assert len(await store.read_entries("t1")) == len(await store.read_entries("t2")) == 2

    asyncio.run(scenario())


def test_a_file_that_another_process_holds_is_a_store_error_until_it_lets_go(path, monkeypatch):
    monkeypatch.setattr(sqlite_file, "BUSY_TIMEOUT", 0.05)

    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreError, match="locked"):
                    await store.append_entry(write("t1", 2))
                with pytest.raises(StoreError, match="locked"):
                    await store.ping()
                assert len(await store.read_entries("t1")) == 1
            assert await store.append_entry(write("t1", 2))

    asyncio.run(scenario())


# -- what happens to the file under a running server ---------------------------------------


def move_away(path):
    path.rename(path.with_name("elsewhere.db"))


def replace_with_copy(path):
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


@pytest.mark.parametrize("change", [os.unlink, move_away, replace_with_copy])
def test_nothing_is_acknowledged_that_would_not_be_found_at_the_path_again(path, change):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store)
            await store.check()
            change(path)
            for call in [lambda: store.append_entry(write("t1", 2)), store.ping, store.check]:
                with pytest.raises(StoreError, match=r"gone from its place|replaced by another"):
                    await call()

    asyncio.run(scenario())


def test_a_file_that_is_moved_back_is_written_to_again(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store)
            move_away(path)
            with pytest.raises(StoreError, match="gone from its place"):
                await store.append_entry(write("t1", 2))
            path.with_name("elsewhere.db").rename(path)
            assert await store.append_entry(write("t1", 2))
            await store.check()

    asyncio.run(scenario())


@pytest.mark.parametrize("change", [os.unlink, move_away])
def test_a_file_that_goes_during_a_look_is_gone_and_not_damaged(path, monkeypatch, change):
    connect = sqlite_file.connect

    def connect_too_late(path):
        change(path)
        return connect(path)

    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            monkeypatch.setattr(watch, "connect", connect_too_late)
            with pytest.raises(StoreError, match="gone from its place"):
                await store.check()

    asyncio.run(scenario())


async def fill_and_close(path):
    """A database of some hundred pages, all of them in the file."""
    async with opened(sqlite_url(str(path))) as store:
        await asyncio.gather(*(new_table(store, f"t{n}", body=b"x" * 2000) for n in range(300)))


async def check_all_tables(store):
    """One look at each table."""
    for _ in range(20):
        await store.check()


def test_damage_under_a_running_server_is_noticed(path):
    async def scenario():
        await fill_and_close(path)
        async with opened(sqlite_url(str(path))) as store:
            await check_all_tables(store)
            with open(path, "r+b") as file:
                file.seek(path.stat().st_size // 2)
                file.write(b"\x5a" * 40_000)
            with pytest.raises(StoreError, match="the database file is damaged"):
                await check_all_tables(store)

    asyncio.run(scenario())


def test_a_header_that_was_overwritten_is_noticed(path):
    async def scenario():
        await fill_and_close(path)
        async with opened(sqlite_url(str(path))) as store:
            with open(path, "r+b") as file:
                file.write(b"Dear Ann," * 12)
            with pytest.raises(StoreError, match="the database file is damaged"):
                await store.check()

    asyncio.run(scenario())


def test_a_look_that_takes_too_long_is_cut_short_and_says_nothing(path, monkeypatch):
    monkeypatch.setattr(watch, "PAGES_SECONDS", -1.0)
    monkeypatch.setattr(watch, "PROGRESS_STEPS", 1)

    async def scenario():
        await fill_and_close(path)
        async with opened(sqlite_url(str(path))) as store:
            await check_all_tables(store)

    asyncio.run(scenario())


def test_a_write_that_no_database_can_keep_does_not_end_the_writer(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store)
            with pytest.raises(StoreError):
                await store.append_entry(write("t1", 2, at=2**70))
            with pytest.raises(StoreError):
                await store.append_entry(write("\ud800", 2))
            assert await store.append_entry(write("t1", 2))

    asyncio.run(scenario())


def test_a_code_that_comes_back_after_its_table_was_removed_is_a_new_table(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            await new_table(store, "t1")
            await store.append_entry(write("t1", 2))
            await store.remove_table("t1")
            await new_table(store, "t2")  # may get the id that t1 had
            assert not await store.append_entry(write("t1", 2))
            assert await store.read_entries("t2") == [b'{"n": 1}']
            await new_table(store, "t1", summary=make_summary(people=["bob"]))
            assert await store.append_entry(
                write("t1", 2, at=NOW, summary=make_summary("over", people=["cat"]))
            )
            assert [len(await store.read_entries(code)) for code in ["t1", "t2"]] == [2, 1]
            assert [s.code for s in await store.list_tables_of("cat", "over", 9)] == ["t1"]

    asyncio.run(scenario())


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files can't be listed here")
def test_a_file_that_is_no_database_does_not_stay_open(path):
    path.write_text("no database, but long enough to look like one" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite_file.connect(path)
    files = [os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")]
    assert str(path) not in files


def test_nothing_is_called_for_other_workers_for_there_are_none(path):
    async def scenario():
        async with opened(sqlite_url(str(path))) as store:
            calls = []
            store.on_appended, store.on_missed = calls.append, lambda: calls.append("missed")
            await new_table(store)
            await store.append_entry(write("t1", 2))
            await store.remove_table("t1")
            assert calls == []

    asyncio.run(scenario())
