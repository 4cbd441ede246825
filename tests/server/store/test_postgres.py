"""What only the PostgreSQL store has to stand: other workers, and a database that goes away."""

import asyncio
import re
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
from postgres import free_port
from stores import make_summary, new_person, new_table, opened, write

from pioche.server.store import create_store
from pioche.server.store.base import COMMIT_INTERVAL, BadDatabase, StoreError, TableHeader
from pioche.server.store.postgres import connection
from pioche.server.store.postgres.connection import describe_database, wrap_database_errors
from pioche.server.store.postgres.listener import FORGET_SECONDS
from pioche.server.store.postgres.store import POOL_SIZE
from pioche.server.store.postgres.writer import MAX_TOLD_BYTES


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
            bodies = {seq: write("t1", seq).body for seq in (2, 3)}
            assert heard["ann"] == [("t1", 2, bodies[2]), ("t1", 0, None)]
            assert heard["bob"] == [("t1", 1, None), ("t1", 3, bodies[3])]

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
            assert {(one.code, one.seq) for one in heard} == {
                (code, seq) for code in codes for seq in (1, 2)
            }
            assert {one.body for one in heard if one.seq == 2} == {write(codes[0], 2).body}

    asyncio.run(scenario())


def test_an_entry_that_fits_is_told_and_a_longer_one_is_named(url):
    async def scenario():
        async with opened(url) as ann, opened(url) as bob:
            heard = {}
            bob.on_appended = lambda news: heard.update({(n.code, n.seq): n.body for n in news})
            sizes = [*range(0, 2000, 50), MAX_TOLD_BYTES, MAX_TOLD_BYTES + 1, 20_000]
            codes = {f"table{size}": bytes(n % 256 for n in range(size)) for size in sizes}
            await asyncio.gather(*(new_table(ann, code) for code in codes))
            writes = [write(code, 2, body=body) for code, body in codes.items()]
            assert all(await asyncio.gather(*map(ann.append_entry, writes)))  # in one commit
            await until(lambda: len(heard) == 2 * len(codes))
            for code, body in codes.items():
                assert heard[code, 1] is None  # the first may hold a position that nobody knows
                assert heard[code, 2] == (body if len(body) <= MAX_TOLD_BYTES else None)

    asyncio.run(scenario())


def test_a_worker_of_the_last_release_understands_who_has_appended(url):
    """It takes the entries between the pairs for tables that it does not have."""
    old = re.compile(r"(\w+) ([^:,]+:\d+(?:,[^:,]+:\d+)*)")

    async def scenario():
        payloads = []
        codes = [f"t{n}" for n in range(20)]
        async with opened(url) as ann, listening(url, payloads):
            await asyncio.gather(*(new_table(ann, code) for code in codes))
            await until(lambda: sum(text.count(":") for text in payloads) >= len(codes))
            payloads.clear()  # only now: what is told of new tables may come after they are there
            await asyncio.gather(*(ann.append_entry(write(code, 2)) for code in codes))
            await until(lambda: sum(text.count(":") for text in payloads) >= 2 * len(codes))
        pairs = [pair for text in payloads for pair in old.fullmatch(text)[2].split(",")]
        told = [pair.rpartition(":") for pair in pairs]
        assert sorted(code for code, _, seq in told if seq == "2") == sorted(codes)
        assert all(code.startswith("=") for code, _, seq in told if seq != "2")

    asyncio.run(scenario())


@asynccontextmanager
async def listening(url, payloads):
    """All that is told to the workers, as it is sent."""
    connection = await asyncpg.connect(url)
    try:
        await connection.add_listener("pioche", lambda *told: payloads.append(told[3]))
        yield
    finally:
        await connection.close()


def test_logs_that_are_asked_for_at_the_same_moment_are_one_query(url, monkeypatch):
    async def scenario():
        async with opened(url) as store:
            codes = [f"t{n}" for n in range(50)]
            for code in codes:
                await new_table(store, code)
                assert await store.append_entry(write(code, 2))
            queries = count_queries(monkeypatch)
            asked = [store.read_entries(code, n % 3, 1) for n, code in enumerate(codes)]
            found = await asyncio.gather(*asked, store.read_entries("\0"), store.read_entries("x"))
            bodies = [[b'{"n": 1}'], [b'{"n": 2}'], []]
            assert found == [bodies[n % 3] for n in range(50)] + [[], []]
            assert len(queries) <= 2 + 52  # one of them was refused for its bad code
            queries.clear()
            assert len(await asyncio.gather(*map(store.read_entries, codes))) == 50
            assert len(queries) == 1

    asyncio.run(scenario())


def count_queries(monkeypatch):
    """A list that grows with every query, of all connections."""
    queries, fetch = [], connection.PostgresConnection.fetch

    async def counted(self, sql, *values, **more):
        queries.append(sql)
        return await fetch(self, sql, *values, **more)

    monkeypatch.setattr(connection.PostgresConnection, "fetch", counted)
    return queries


def test_a_worker_that_is_alone_whispers_to_nobody_and_tells_no_entries(url):
    async def scenario():
        payloads = []
        listening = await asyncpg.connect(url)
        for channel in ("pioche", "pioche_whispers"):
            await listening.add_listener(channel, lambda *told: payloads.append(told[2:]))
        async with opened(url) as ann:
            ann.listener.since -= 2 * FORGET_SECONDS  # nobody has come for long
            await ann.broadcast("psst")
            assert ann.writer.find_interval() == COMMIT_INTERVAL
            await new_table(ann)
            assert await ann.append_entry(write("t1", 2))
            async with opened(url):
                await until(lambda: not ann.listener.is_alone)
                assert ann.writer.find_interval() == 2 * COMMIT_INTERVAL
                await ann.broadcast("psst")
                assert await ann.append_entry(write("t1", 3))
                await until(lambda: len(payloads) == 4)
        names = [f"{ann.worker} {said}" for said in ("t1:1", "t1:2", "psst", "t1:3")]
        assert [text.partition(",")[0] for _, text in payloads] == names
        assert ["=" in text for _, text in payloads] == [False, False, False, True]
        await listening.close()

    asyncio.run(scenario())


def test_a_whisper_takes_no_connection_that_others_wait_for(url):
    async def scenario():
        async with opened(url) as ann, AsyncExitStack() as stack:
            for _ in range(POOL_SIZE):
                await stack.enter_async_context(ann.pool.acquire())
            await asyncio.gather(*(ann.broadcast("psst") for _ in range(50)))

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
            for payload in ["", "x", "w t1", "w t1:x", "w t1:2,", "w :3", "w =e30=:1"]:
                await store.fetch("SELECT pg_notify('pioche', $1)", payload)
            await store.fetch("SELECT pg_notify('pioche', 'w t1:2,=a:1')")
            await until(lambda: heard)
            assert heard == [("t1", 2, None)]

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
            await until(lambda: any((one.code, one.seq) == ("t1", 4) for one in heard))

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
                    first = asyncio.ensure_future(store.append_entry(write("t1", 3)))
                    await until(lambda: not store.writer.pending)
                    second = asyncio.ensure_future(store.append_entry(write("t2", 2)))
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
