"""What only the PostgreSQL store has to stand: other workers, and a database that goes away."""

import asyncio
from contextlib import AsyncExitStack

import asyncpg
import pytest
from postgres import free_port
from stores import make_summary, new_person, new_table, opened, write

from pioche.server.store import create_store
from pioche.server.store.base import BadDatabase, StoreError, TableHeader
from pioche.server.store.postgres import connection
from pioche.server.store.postgres.connection import describe_database, wrap_database_errors


@pytest.fixture
def url(urls):
    return urls("postgres")


async def until(condition):
    """Wait for something that must come."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def works_again(call):
    """The first answer after StoreErrors."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await call()
            except StoreError:
                await asyncio.sleep(0.02)


# -- other workers -----------------------------------------------------------------------


def test_workers_hear_of_each_others_entries_and_not_of_their_own(url):
    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            heard = {"ann": [], "bob": []}
            ann.on_appended, bob.on_appended = heard["ann"].extend, heard["bob"].extend
            await new_table(ann)
            assert await bob.append_entry(write("t1", 2))
            assert await ann.append_entry(write("t1", 3))
            assert not await bob.append_entry(write("t1", 3))
            await bob.remove_table("t1")
            await until(lambda: len(heard["ann"]) == len(heard["bob"]) == 2)
            assert heard == {"ann": [("t1", 2), ("t1", 0)], "bob": [("t1", 1), ("t1", 3)]}

    asyncio.run(scenario())


def test_many_entries_of_one_commit_are_all_heard(url):
    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            heard = []
            bob.on_appended = heard.extend
            codes = [f"a-code-longer-than-any-that-there-is-{n}" for n in range(1000)]
            await asyncio.gather(*(new_table(ann, code) for code in codes))
            assert all(await asyncio.gather(*(ann.append_entry(write(code, 2)) for code in codes)))
            await until(lambda: len(heard) == 2000)
            assert set(heard) == {(code, seq) for code in codes for seq in (1, 2)}

    asyncio.run(scenario())


def test_a_whisper_is_for_the_other_workers(url):
    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            overheard = []
            ann.on_broadcast = bob.on_broadcast = lambda *whisper: overheard.append(whisper)
            await ann.broadcast("psst " * 800)
            await bob.broadcast("é")
            await until(lambda: len(overheard) == 2)
            # Two workers listen, each on its own connection: either may hear first.
            assert sorted(overheard) == sorted([(ann.worker, "psst " * 800), (bob.worker, "é")])

    asyncio.run(scenario())


def test_workers_hear_which_keys_the_others_have_removed(url):
    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            heard = {"ann": [], "bob": []}
            ann.on_keys_removed, bob.on_keys_removed = heard["ann"].extend, heard["bob"].extend
            keys = [await new_person(ann, name) for name in ("ann", "bob", "cat")]
            for payload in ["", "x", "x y", "x 0g"]:
                await ann.fetch("SELECT pg_notify('pioche_keys', $1)", payload)
            assert await ann.consume_key(keys[0].hash)
            assert not await ann.consume_key(keys[0].hash)
            assert await ann.remove_other_keys("bob", b"") == [keys[1].hash]
            assert await bob.consume_key(keys[2].hash)
            await until(lambda: heard["ann"] and len(heard["bob"]) >= 2)
            assert heard == {"ann": [keys[2].hash], "bob": [keys[0].hash, keys[1].hash]}

    asyncio.run(scenario())


def test_a_strange_notification_is_not_heard(url):
    async def scenario():
        async with opened(url) as store:
            heard = []
            store.on_appended = heard.extend
            for payload in ["", "x", "w t1", "w t1:x", "w t1:2,", "w :3"]:
                await store.fetch("SELECT pg_notify('pioche', $1)", payload)
            await store.fetch("SELECT pg_notify('pioche', 'w t1:2')")
            await until(lambda: heard)
            assert heard == [("t1", 2)]

    asyncio.run(scenario())


def test_of_all_workers_who_append_the_same_entry_one_gets_it(url):
    codes = [f"t{n}" for n in range(20)]

    async def race(store, order):
        """Append to all tables, in an order of one's own; how many went in."""
        won = 0
        for seq in range(2, 17):
            won += sum(await asyncio.gather(*(store.append_entry(write(c, seq)) for c in order)))
        return won

    async def scenario():
        async with AsyncExitStack() as stack:
            stores = [await stack.enter_async_context(opened(url)) for _ in range(4)]
            await asyncio.gather(*(new_table(stores[0], code) for code in codes))
            orders = [codes, codes[::-1], codes[10:] + codes[:10], codes[::2] + codes[1::2]]
            won = await asyncio.gather(*map(race, stores, orders))
            total = 0
            for code in codes:
                entries = await stores[0].read_entries(code)
                assert entries == [b'{"n": %d}' % n for n in range(1, len(entries) + 1)]
                total += len(entries) - 1
            assert sum(won) == total
            assert total >= 20

    asyncio.run(scenario())


def test_tables_that_are_removed_while_others_append_are_gone(url):
    codes = [f"t{n}" for n in range(30)]

    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            await asyncio.gather(*(new_table(ann, code) for code in codes))
            appends = [
                ann.append_entry(write(c, s, summary=make_summary())) for s in (2, 3) for c in codes
            ]
            removals = [bob.remove_table(code) for code in codes]
            await asyncio.gather(*appends, *removals)
            assert (await ann.count_totals())["open"] == 0
            assert not any(await asyncio.gather(*(ann.read_entries(code) for code in codes)))

    asyncio.run(scenario())


def test_a_commit_waits_for_the_disk_whatever_the_database_says(url):
    async def scenario():
        other = await asyncpg.connect(url)
        name = await other.fetchval("SELECT current_database()")
        await other.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        isolation = "default_transaction_isolation = 'serializable'"
        await other.execute(f"ALTER DATABASE {name} SET {isolation}")
        await other.close()
        async with opened(url) as store:
            await new_table(store)
            await store.append_entry(write("t1", 2))
            for ask in [store.fetch, store.writer.connection.fetch]:
                assert (await ask("SHOW synchronous_commit"))[0][0] == "on"
                assert (await ask("SHOW transaction_isolation"))[0][0] == "read committed"

    asyncio.run(scenario())


# -- a database that goes away -----------------------------------------------------------


@pytest.mark.parametrize("how", ["restart", "kill"])
def test_a_database_restarted_underneath_is_a_store_error_and_then_works(postgres, url, how):
    def down_and_up():
        if how == "kill":
            postgres.kill()
            postgres.start()
        else:
            postgres.restart(immediate=True)

    async def scenario():
        missed, heard = [], []
        async with opened(url) as store, opened(url) as other:
            store.on_missed, store.on_appended = lambda: missed.append(1), heard.extend
            await new_table(store)
            assert await store.append_entry(write("t1", 2))
            flight = asyncio.create_task(held_up(store, url))
            await waiting_for_a_lock(postgres)
            await asyncio.to_thread(down_and_up)
            with pytest.raises(StoreError):
                await flight
            assert await works_again(lambda: store.append_entry(write("t1", 3)))
            assert await works_again(lambda: store.read_entries("t1")) == [
                b'{"n": 1}',
                b'{"n": 2}',
                b'{"n": 3}',
            ]
            await works_again(store.ping)
            await until(lambda: missed)
            heard.clear()
            assert await works_again(lambda: other.append_entry(write("t1", 4)))
            await until(lambda: ("t1", 4) in heard)

    asyncio.run(scenario())


async def held_up(store, url):
    """An append that waits for somebody else's lock."""
    holder = await asyncpg.connect(url)
    try:
        transaction = holder.transaction()
        await transaction.start()
        await holder.fetch("SELECT * FROM heads FOR UPDATE")
        return await store.append_entry(write("t1", 3))
    finally:
        holder.terminate()


async def waiting_for_a_lock(postgres):
    """Wait until some statement waits for a lock."""
    sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(
            postgres.ask, f"{postgres.address(postgres.port)}/postgres", sql
        ):
            await asyncio.sleep(0.01)


def test_while_the_database_is_down_every_call_is_a_store_error(postgres, url):
    async def scenario():
        async with opened(url) as store:
            await new_table(store)
            await asyncio.to_thread(postgres.kill)
            try:
                calls = [
                    lambda: store.append_entry(write("t1", 2)),
                    lambda: store.create_table(TableHeader("t2", b"", 0), write("t2", 1)),
                    lambda: store.read_entries("t1"),
                    lambda: store.list_due_tables(0, 1),
                    store.ping,
                ]
                for call in [*calls, *calls]:
                    with pytest.raises(StoreError):
                        await call()
            finally:
                await asyncio.to_thread(postgres.start)
            assert await works_again(lambda: store.append_entry(write("t1", 2)))

    asyncio.run(scenario())


def test_an_idle_store_does_not_notice_that_the_database_was_restarted(postgres, url):
    async def scenario():
        async with opened(url) as store:
            await new_table(store)
            assert await store.append_entry(write("t1", 2))
            missed = []
            store.on_missed = lambda: missed.append(1)
            await asyncio.to_thread(postgres.restart)
            await until(lambda: missed)  # all connections have had time to see it
            assert await store.append_entry(write("t1", 3))
            assert len(await store.read_entries("t1")) == 3

    asyncio.run(scenario())


# -- a database that hangs, and one that talks nonsense ------------------------------------


def test_a_database_that_is_frozen_is_a_store_error_within_seconds_and_then_works(postgres, url):
    async def scenario():
        async with opened(url) as store:
            await new_table(store)
            assert await store.append_entry(write("t1", 2))
            with postgres.frozen():
                async with asyncio.timeout(60):  # four seconds are aimed at
                    calls = [
                        store.append_entry(write("t1", 3)),
                        *(store.read_entries("t1") for _ in range(50)),  # more than the pool has
                        store.ping(),
                    ]
                    answers = await asyncio.gather(*calls, return_exceptions=True)
                assert {type(answer) for answer in answers} == {StoreError}
            assert len(await works_again(lambda: store.read_entries("t1"))) >= 2
            await works_again(store.ping)
            assert await works_again(lambda: append_next(store))

    asyncio.run(scenario())


async def append_next(store):
    """Append whatever entry comes next."""
    return await store.append_entry(write("t1", len(await store.read_entries("t1")) + 1))


def test_an_entry_that_waits_behind_one_that_hangs_does_not_wait_for_as_long_again(
    postgres, url, monkeypatch
):
    """One that is tried anew would take a connection, which nobody answers either."""
    monkeypatch.setattr(connection, "COMMAND_TIMEOUT", 1.0)
    monkeypatch.setattr(connection, "CONNECT_TIMEOUT", 1000.0)

    async def scenario():
        async with opened(url) as store:
            await new_table(store)
            await new_table(store, "t2")
            assert await store.append_entry(write("t1", 2))
            with postgres.frozen():
                async with asyncio.timeout(60):
                    first = asyncio.create_task(store.append_entry(write("t1", 3)))
                    await until(lambda: not store.writer.pending)
                    second = asyncio.create_task(store.append_entry(write("t2", 2)))
                    answers = await asyncio.gather(first, second, return_exceptions=True)
                assert [type(answer) for answer in answers] == [StoreError, StoreError]

    asyncio.run(scenario())


def test_a_store_closes_although_the_database_is_frozen(postgres, url, monkeypatch):
    monkeypatch.setattr(connection, "COMMAND_TIMEOUT", 0.5)

    async def scenario():
        async with opened(url) as store:
            await store.ping()
            with postgres.frozen():
                async with asyncio.timeout(60):
                    await store.close()

    asyncio.run(scenario())


class GarblingProxy:
    """Between a store and its database; what the database says is replaced while told so."""

    def __init__(self, port):
        self.port, self.garbles = port, False

    async def connect(self, reader, writer):
        """Hand on, both ways."""
        others, to = await asyncio.open_connection("127.0.0.1", self.port)
        there, back = self.copy(reader, to, False), self.copy(others, writer, True)
        await asyncio.gather(there, back, return_exceptions=True)

    async def copy(self, reader, writer, garbled):
        """Hand on, one way."""
        while data := await reader.read(65536):
            nonsense = b"Z\x00\x00\x00\x05I" + b"D\x00\x00\x00\x06\x00\x09" * 3
            writer.write(nonsense if garbled and self.garbles else data)
        writer.close()


def test_an_answer_that_makes_no_sense_is_a_store_error_and_ends_the_connection(postgres, url):
    async def scenario():
        proxy = GarblingProxy(postgres.port)
        server = await asyncio.start_server(proxy.connect, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with opened(url.replace(str(postgres.port), str(port))) as store:
            await new_table(store)
            proxy.garbles = True
            for call in [lambda: store.read_entries("t1"), store.ping, lambda: append_next(store)]:
                for _ in range(3):
                    with pytest.raises(StoreError):
                        await call()
            proxy.garbles = False
            assert len(await works_again(lambda: store.read_entries("t1"))) == 1
            assert await works_again(lambda: append_next(store))
        server.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InternalClientError("cannot switch to state 12; another operation is in progress"),
        asyncpg.ProtocolError("unknown message"),
        asyncpg.InterfaceError("the pool is closing"),
        asyncpg.ConnectionDoesNotExistError("gone"),
        ConnectionResetError("reset"),
        TimeoutError(),
    ],
)
def test_whatever_asyncpg_raises_is_a_store_error(error):
    with pytest.raises(StoreError), wrap_database_errors():
        raise error


# -- databases that can't be used --------------------------------------------------------


def test_an_unreachable_database_is_named_without_its_password():
    port = free_port()
    url = f"postgresql://ann:hush@127.0.0.1:{port}/tables"
    with pytest.raises(BadDatabase, match=f"tables at 127.0.0.1:{port}") as caught:
        asyncio.run(create_store(url).open())
    assert "hush" not in str(caught.value)


def test_a_database_that_the_server_does_not_have_is_named(url):
    with pytest.raises(BadDatabase, match="nowhere"):
        asyncio.run(create_store(url.rpartition("/")[0] + "/nowhere").open())


def test_an_address_that_makes_no_sense_is_refused():
    for url in ["postgresql://h:port/x", "postgresql://h/x?sslmode=perhaps"]:
        with pytest.raises(BadDatabase, match="makes no sense"):
            asyncio.run(create_store(url).open())


def test_a_password_with_a_sign_in_it_is_not_told_either():
    for url in ["postgresql://ann:hu/sh@h/x", "postgresql://ann:hu#sh@h/x"]:
        with pytest.raises(BadDatabase, match="%23") as caught:
            asyncio.run(create_store(url).open())
        assert "hu" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("postgresql://ann:hush@db.example/tables", "tables at db.example:5432"),
        ("postgresql://ann:hush@db.example:6000/tables?x=1", "tables at db.example:6000"),
        ("postgresql://[::1]/tables", "tables at [::1]:5432"),
        ("postgresql:///tables?host=/run/pg&password=hush", "tables at /run/pg"),
        ("postgresql://", "(default) at localhost:5432"),
    ],
)
def test_where_a_database_is_is_said_without_its_password(url, where):
    assert where in describe_database(url)
    assert "hush" not in describe_database(url)
