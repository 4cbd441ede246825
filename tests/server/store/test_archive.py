"""Backups: from either store, into either store."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from stores import NOW, contents, make_summary, new_person, new_table, opened, write

from pioche.server.store import archive, create_store, migrations
from pioche.server.store.base import BadDatabase, Key, StoreError

KINDS = ["sqlite", "postgres"]


async def furnish(store):
    """Some of everything that a store can hold."""
    key = await new_person(store, "ann")
    await new_person(store, "bob", kind="link", expires=NOW, label="été")
    await store.add_key(Key(b"\0\xff" * 16, "ann", "token", "bot", NOW, NOW + 9))
    tables = (
        new_table(store, f"t{n}", NOW + n, due=NOW + n, summary=make_summary(listed=n % 2 == 0))
        for n in range(30)
    )
    await asyncio.gather(*tables)
    for seq in range(2, 10):
        assert await store.append_entry(write("t3", seq, body=b"\0\xff\x80" * seq))
    await store.append_entry(
        write("t3", 10, summary=make_summary("over", False, ["ann", "bob"], b"\xf0"))
    )
    await store.remove_table("t5")
    return key


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("of", KINDS)
def test_a_backup_of_either_store_fills_either_store(of, to, urls, tmp_path):
    async def scenario():
        async with opened(urls(of)) as store:
            key = await furnish(store)
            before = await contents(store)
            counts = await archive.backup(store, tmp_path / "backup")
        assert counts == {table: len(rows) for table, rows in before.items()}
        assert counts["tables"] == 29 and counts["log"] == 29 + 9
        async with opened(urls(to)) as other:
            assert await archive.restore(tmp_path / "backup", other) == counts
            assert await contents(other) == before
            await goes_on(other, key)

    asyncio.run(scenario())


async def goes_on(store, key):
    """A restored store is used like any other."""
    assert await store.append_entry(write("t3", 11))
    assert not await new_table(store, "t4")
    assert await new_table(store, "t99", due=NOW - 1)
    assert await store.list_due_tables(NOW, 9) == ["t99", "t0"]
    assert (await store.find_person_by_key(key.hash, ["cookie"], NOW)).id == "ann"


@pytest.mark.parametrize("of", KINDS)
def test_a_backup_is_one_moment_while_writing_goes_on(of, urls, tmp_path):
    codes = [f"t{n}" for n in range(12)]

    async def play(store, code, done, acknowledged):
        while not done.is_set():
            seq = acknowledged[code] + 1
            assert await store.append_entry(write(code, seq))
            acknowledged[code] = seq

    async def scenario():
        done, acknowledged = asyncio.Event(), dict.fromkeys(codes, 1)
        async with opened(urls(of)) as store, opened(urls("sqlite")) as other:
            for code in codes:
                await new_table(store, code)
            tasks = [asyncio.create_task(play(store, c, done, acknowledged)) for c in codes]
            while min(acknowledged.values()) < 5:
                await asyncio.sleep(0.01)
            before = dict(acknowledged)
            await archive.backup(store, tmp_path / "backup")
            after = {code: seq + 1 for code, seq in acknowledged.items()}
            done.set()
            await asyncio.gather(*tasks)
            await archive.restore(tmp_path / "backup", other)
            for code in codes:
                seq = (await other.load_table_row(code)).seq
                assert before[code] <= seq <= after[code]
                lines = [b'{"n": %d}' % n for n in range(1, seq + 1)]
                assert await other.read_entries(code) == lines

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", KINDS)
def test_another_process_may_read_and_back_up_but_not_write(kind, urls, tmp_path):
    async def scenario():
        url = urls(kind)
        async with opened(url) as store, opened(url, reading=True) as reader:
            await furnish(store)
            assert len(await reader.read_entries("t3")) == 10
            await archive.backup(reader, tmp_path / "backup")
            with pytest.raises(StoreError):
                await reader.append_entry(write("t3", 11))
            with pytest.raises(StoreError):
                await reader.remove_table("t3")
            assert await store.append_entry(write("t3", 11))

    asyncio.run(scenario())


def test_reading_takes_a_database_that_is_there_and_up_to_date(url, monkeypatch):
    async def scenario():
        with pytest.raises(BadDatabase):
            await create_store(url, reading=True).open()
        async with opened(url):
            pass
        known = migrations.load_migrations
        later = migrations.Migration(1000, "later", "")
        monkeypatch.setattr(migrations, "load_migrations", lambda kind: [*known(kind), later])
        with pytest.raises(BadDatabase, match=r"has version \d+, this program uses 1000"):
            await create_store(url, reading=True).open()

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", KINDS)
def test_only_an_empty_database_is_filled(kind, urls, tmp_path):
    async def scenario():
        async with opened(urls(kind)) as store:
            await archive.backup(store, tmp_path / "empty")
            await new_person(store)
            before = await contents(store)
            with pytest.raises(BadDatabase, match="not empty"):
                await archive.restore(tmp_path / "empty", store)
            assert await contents(store) == before

    asyncio.run(scenario())


def test_a_backup_is_for_its_owner_alone_and_leaves_nothing_beside_it(urls, tmp_path):
    async def scenario():
        async with opened(urls("sqlite")) as store:
            folder = tmp_path / "backups"
            folder.mkdir()
            await archive.backup(store, folder / "one")
            await archive.backup(store, folder / "one")
            assert os.listdir(folder) == ["one"]
            assert (folder / "one").stat().st_mode & 0o777 == 0o600

    asyncio.run(scenario())


def test_a_backup_replaces_a_backup_and_nothing_else(urls, tmp_path):
    async def scenario():
        async with opened(urls("sqlite")) as store:
            (tmp_path / "letter").write_text("Dear Ann")
            with pytest.raises(BadDatabase, match="no backup"):
                await archive.backup(store, tmp_path / "letter")
            with pytest.raises(BadDatabase, match="no backup"):
                await archive.backup(store, store.path)
            with pytest.raises(BadDatabase, match="nowhere"):
                await archive.backup(store, tmp_path / "nowhere" / "backup")
            assert (tmp_path / "letter").read_text() == "Dear Ann"
            await store.ping()

    asyncio.run(scenario())


def test_a_backup_that_fails_leaves_the_old_one(urls, tmp_path):
    async def scenario():
        async with opened(urls("sqlite")) as store:
            await archive.backup(store, tmp_path / "backup")
            old = (tmp_path / "backup").read_bytes()
            await new_table(store)
            os.rename(store.path, tmp_path / "away")
            with pytest.raises(StoreError):
                await archive.backup(store, tmp_path / "backup")
            os.rename(tmp_path / "away", store.path)
            assert (tmp_path / "backup").read_bytes() == old
            assert not [name for name in os.listdir(tmp_path) if "part" in name]

    asyncio.run(scenario())


# -- files that can't be restored --------------------------------------------------------


def refused(urls, path, match):
    """Restoring a file fails and changes nothing."""

    async def scenario():
        async with opened(urls("sqlite")) as store:
            before = path.read_bytes() if path.exists() else None
            with pytest.raises(BadDatabase, match=match):
                await archive.restore(path, store)
            assert not any((await contents(store)).values())
            assert (path.read_bytes() if path.exists() else None) == before

    asyncio.run(scenario())


def made(urls, path):
    """A backup with something in it."""

    async def scenario():
        async with opened(urls("sqlite")) as store:
            await furnish(store)
            await archive.backup(store, path)
            return store.path

    return asyncio.run(scenario())


def test_a_file_that_is_no_backup_is_refused(urls, tmp_path):
    (tmp_path / "letter").write_text("Dear Ann, " * 999)
    refused(urls, tmp_path / "letter", "letter")
    refused(urls, tmp_path / "nothing", "nothing")
    refused(urls, made(urls, tmp_path / "backup"), "no backup")
    with closing(sqlite3.connect(tmp_path / "others")) as others, others:
        others.execute("CREATE TABLE backup (name, value)")
    refused(urls, tmp_path / "others", "no backup")


def test_a_backup_from_the_future_is_refused(urls, tmp_path):
    made(urls, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "backup")) as file, file:
        file.execute("UPDATE pioche SET version = 1000")
    refused(urls, tmp_path / "backup", "version 1000")


def test_a_damaged_backup_is_refused(urls, tmp_path):
    made(urls, tmp_path / "backup")
    shutil.copy(tmp_path / "backup", tmp_path / "short")
    with closing(sqlite3.connect(tmp_path / "backup")) as file, file:
        file.execute("DELETE FROM log WHERE seq = 7")
    refused(urls, tmp_path / "backup", "damaged")
    os.truncate(tmp_path / "short", (tmp_path / "short").stat().st_size // 2)
    refused(urls, tmp_path / "short", "short")


def test_an_older_backup_is_brought_up_to_date(urls, tmp_path, monkeypatch):
    made(urls, tmp_path / "backup")
    known = migrations.load_migrations
    step = migrations.Migration(1000, "kinder", "UPDATE people SET avatar = 'owl'")
    monkeypatch.setattr(migrations, "load_migrations", lambda kind: [*known(kind), step])

    async def scenario():
        async with opened(urls("sqlite")) as store:
            await archive.restore(tmp_path / "backup", store)
            assert (await store.load_person("ann")).avatar == "owl"

    asyncio.run(scenario())


def test_a_backup_is_no_database_to_play_on(urls, tmp_path):
    made(urls, tmp_path / "backup")
    with pytest.raises(BadDatabase, match="is a backup"):
        asyncio.run(create_store(f"sqlite://{tmp_path}/backup").open())
