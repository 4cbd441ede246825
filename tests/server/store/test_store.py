"""What both stores do, in the same words."""

import asyncio

import pytest
from stores import KEY, NOW, make_summary, new_person, new_table, on_stores, opened, write

from pioche.server.store import create_store
from pioche.server.store.base import (
    Key,
    Person,
    StoreError,
    TableHeader,
    TableLimit,
    TableRow,
    TooManyTables,
)

# -- tables ------------------------------------------------------------------------------


@on_stores
async def test_a_table_starts_with_its_first_entry(store):
    assert await new_table(store)
    assert await store.load_header("t1") == TableHeader("t1", b"s" * 32, NOW)
    assert await store.read_entries("t1") == [b'{"n": 1}']


@on_stores
async def test_a_taken_code_makes_no_table(store):
    assert await new_table(store)
    assert not await store.create_table(
        TableHeader("t1", b"x" * 32, NOW), write("t1", 1, body=b"other")
    )
    assert (await store.load_header("t1")).secret == b"s" * 32
    assert await store.read_entries("t1") == [b'{"n": 1}']


@on_stores
async def test_of_two_who_take_a_code_at_once_one_gets_it(store):
    assert sorted(await asyncio.gather(*(new_table(store) for _ in range(9)))) == [0] * 8 + [1]


@on_stores
async def test_entries_are_read_in_order_from_any_seq(store):
    await new_table(store)
    for seq in range(2, 13):
        assert await store.append_entry(write("t1", seq))
    assert await store.read_entries("t1") == [b'{"n": %d}' % seq for seq in range(1, 13)]
    assert await store.read_entries("t1", after=10) == [b'{"n": 11}', b'{"n": 12}']
    assert await store.read_entries("t1", after=12) == []


@on_stores
async def test_a_taken_seq_is_refused_and_changes_nothing(store):
    await new_table(store)
    assert await store.append_entry(write("t1", 2, due=NOW))
    assert not await store.append_entry(
        write("t1", 2, body=b"other", due=None, summary=make_summary("over"))
    )
    assert await store.read_entries("t1", after=1) == [b'{"n": 2}']
    assert await store.list_due_tables(NOW, 9) == ["t1"]
    assert (await store.load_table_row("t1")).phase == "open"


@on_stores
async def test_a_seq_too_far_is_refused(store):
    await new_table(store)
    assert not await store.append_entry(write("t1", 3))
    assert await store.read_entries("t1") == [b'{"n": 1}']


@on_stores
async def test_a_table_that_is_not_there_takes_no_entry(store):
    assert not await store.append_entry(write("nowhere", 1))
    assert await store.read_entries("nowhere") == []
    assert await store.load_header("nowhere") is None
    assert await store.load_table_row("nowhere") is None


@on_stores
async def test_a_refused_entry_does_not_hold_up_those_beside_it(store):
    codes = [f"t{n}" for n in range(150)]
    await asyncio.gather(*(new_table(store, code) for code in codes))
    seqs = {code: 2 if n % 3 else 1 for n, code in enumerate(codes)}
    went_in = await asyncio.gather(*(store.append_entry(write(c, s)) for c, s in seqs.items()))
    assert went_in == [bool(n % 3) for n in range(150)]
    for n, code in enumerate(codes):
        assert len(await store.read_entries(code)) == (2 if n % 3 else 1)


@on_stores
async def test_of_many_who_append_the_same_seq_one_gets_it(store):
    await new_table(store)
    bodies = [b"%d" % n for n in range(40)]
    tries = [store.append_entry(write("t1", 2, body=body)) for body in bodies]
    went_in = await asyncio.gather(*tries)
    assert went_in.count(True) == 1
    assert await store.read_entries("t1", after=1) == [bodies[went_in.index(True)]]


@on_stores
async def test_entries_of_one_table_that_wait_together_go_in_by_turns(store):
    await new_table(store)
    assert all(await asyncio.gather(*(store.append_entry(write("t1", s)) for s in range(2, 40))))
    assert await store.read_entries("t1") == [b'{"n": %d}' % seq for seq in range(1, 40)]


@on_stores
async def test_a_removed_table_is_gone_with_its_log(store):
    await new_table(store, due=NOW, summary=make_summary(listed=True))
    await new_table(store, "t2")
    await store.remove_table("t1")
    assert await store.read_entries("t1") == []
    assert await store.load_header("t1") is None
    assert await store.list_due_tables(NOW, 9) == await store.list_lobby_tables(9) == []
    assert [shown.code for shown in await store.list_tables_of("ann", "open", 9)] == ["t2"]
    assert not await store.append_entry(write("t1", 2))


def test_what_was_acknowledged_is_there_after_opening_again(url):
    async def first():
        async with opened(url) as store:
            await new_person(store)
            await new_table(store)
            assert await store.append_entry(
                write("t1", 2, due=NOW, summary=make_summary("running"))
            )

    async def then():
        async with opened(url) as store:
            assert await store.read_entries("t1") == [b'{"n": 1}', b'{"n": 2}']
            assert await store.load_table_row("t1") == TableRow("t1", 2, NOW + 2, "running", b"{}")
            assert await store.count_tables_of("ann") == 1
            assert (await store.load_person("ann")).name == "Ann"

    asyncio.run(first())
    asyncio.run(then())


def test_closing_finishes_what_is_under_way(url):
    async def scenario():
        store = create_store(url)
        await store.open()
        await new_table(store)
        waiting = [asyncio.ensure_future(store.append_entry(write("t1", s))) for s in range(2, 9)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [True] * 7
        with pytest.raises(StoreError):
            await store.append_entry(write("t1", 9))
        with pytest.raises(StoreError):
            await store.read_entries("t1")
        await store.close()

    asyncio.run(scenario())


@on_stores
async def test_words_that_no_database_can_hold_are_found_nowhere(store):
    for word in ["\0", "\ud800", "é" * 5000]:
        assert await store.load_header(word) is None
        assert await store.load_table_row(word) is None
        assert await store.load_person(word) is None
        assert await store.read_entries(word) == []
    await new_table(store)
    assert await store.read_entries("t1", after=2**80) == []


@on_stores
async def test_commits_are_told_with_how_many_entries_they_hold(store):
    commits = []
    store.on_committed = lambda entries, seconds: commits.append((entries, seconds))
    codes = [f"t{n}" for n in range(20)]
    await asyncio.gather(*(new_table(store, code) for code in codes))
    await asyncio.sleep(0)
    commits.clear()
    await asyncio.gather(*(store.append_entry(write(code, 2)) for code in codes))
    await asyncio.sleep(0)
    assert sum(entries for entries, _ in commits) == 20
    assert len(commits) < 20
    assert all(seconds > 0 for _, seconds in commits)
    assert store.pending_count == 0


@on_stores
async def test_a_callback_that_fails_stops_no_writer(store):
    failures = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    store.on_committed = lambda entries, seconds: 1 / 0
    await new_table(store)
    assert await store.append_entry(write("t1", 2))
    assert await store.append_entry(write("t1", 3))
    assert failures


@on_stores
async def test_who_gives_up_waiting_does_not_keep_the_others_from_an_answer(store):
    await new_table(store, "t1")
    await new_table(store, "t2")
    impatient = asyncio.ensure_future(store.append_entry(write("t1", 2)))
    patient = asyncio.ensure_future(store.append_entry(write("t2", 2)))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient
    assert impatient.cancelled()
    assert await store.append_entry(write("t2", 3))


# -- lists -------------------------------------------------------------------------------


@on_stores
async def test_due_tables_come_with_the_longest_overdue_first(store):
    for n, due in enumerate([NOW + 5, None, NOW - 5, NOW, NOW - 9]):
        await new_table(store, f"t{n}", due=due)
    assert await store.list_due_tables(NOW, 9) == ["t4", "t2", "t3"]
    assert await store.list_due_tables(NOW, 2) == ["t4", "t2"]


@on_stores
async def test_every_entry_says_anew_when_a_table_is_due(store):
    await new_table(store, due=NOW)
    await store.append_entry(write("t1", 2, due=NOW + 60))
    assert await store.list_due_tables(NOW, 9) == []
    await store.append_entry(write("t1", 3, due=None))
    assert await store.list_due_tables(NOW + 99, 9) == []


@on_stores
async def test_the_lobby_shows_listed_tables_that_are_not_over_the_newest_first(store):
    summaries = [
        make_summary(listed=True),
        make_summary(),
        make_summary("running", True),
        make_summary("over", True),
    ]
    for n, shown in enumerate(summaries):
        await new_table(store, f"t{n}", NOW + n, summary=shown)
    assert [shown.code for shown in await store.list_lobby_tables(9)] == ["t2", "t0"]
    assert [shown.code for shown in await store.list_lobby_tables(1)] == ["t2"]


@on_stores
async def test_a_new_summary_moves_a_table_from_list_to_list(store):
    await new_table(store, summary=make_summary(listed=True, people=["ann", "bob"], body=b"1"))
    assert [shown.body for shown in await store.list_lobby_tables(9)] == [b"1"]
    await store.append_entry(
        write("t1", 2, summary=make_summary("running", False, ["bob", "cat"], b"2"))
    )
    assert await store.list_lobby_tables(9) == []
    assert await store.list_tables_of("ann", "running", 9) == []
    assert await store.list_tables_of("bob", "open", 9) == []
    assert [shown.body for shown in await store.list_tables_of("cat", "running", 9)] == [b"2"]


@on_stores
async def test_an_entry_without_a_summary_leaves_the_lists_as_they_are(store):
    await new_table(store, summary=make_summary(listed=True, body=b"1"))
    await store.append_entry(write("t1", 2))
    shown = TableRow("t1", 2, NOW + 2, "open", b"1")
    assert (
        await store.list_lobby_tables(9) == await store.list_tables_of("ann", "open", 9) == [shown]
    )


@on_stores
async def test_somebody_who_is_there_twice_is_listed_once(store):
    await new_table(store, summary=make_summary(people=["ann", "bob", "ann"]))
    assert len(await store.list_tables_of("ann", "open", 9)) == 1


@on_stores
async def test_a_persons_tables_come_with_the_last_touched_first(store):
    for code in ["t1", "t2", "t3"]:
        await new_table(store, code)
    await store.append_entry(write("t2", 2, at=NOW + 50))
    await store.append_entry(write("t1", 2, at=NOW + 40))
    codes = [shown.code for shown in await store.list_tables_of("ann", "open", 2)]
    assert codes == ["t2", "t1"]


@on_stores
async def test_only_tables_that_are_not_over_count(store):
    for n, phase in enumerate(["open", "running", "over"]):
        await new_table(store, f"t{n}", summary=make_summary(phase))
    assert await store.count_tables_of("ann") == 2
    await store.append_entry(write("t0", 2, summary=make_summary("over")))
    assert await store.count_tables_of("ann") == 1
    assert await store.count_tables_of("nobody") == 0


@on_stores
async def test_the_size_counts_tables_by_phase_and_people(store):
    assert await store.count_totals() == {"open": 0, "running": 0, "over": 0, "people": 0}
    await new_person(store)
    for n, phase in enumerate(["open", "over", "over"]):
        await new_table(store, f"t{n}", summary=make_summary(phase))
    assert await store.count_totals() == {"open": 1, "running": 0, "over": 2, "people": 1}


# -- people ------------------------------------------------------------------------------


@on_stores
async def test_a_person_is_found_by_id_and_by_key(store):
    key = await new_person(store)
    ann = Person("ann", "Ann", "fox", NOW)
    assert await store.load_person("ann") == ann
    assert await store.find_person_by_key(key.hash, ["token", "cookie"], NOW) == ann
    assert await store.load_person("bob") is None
    assert await store.find_person_by_key(b"?" * 32, ["cookie"], NOW) is None


@on_stores
async def test_a_person_may_change_name_and_avatar(store):
    await new_person(store)
    await store.change_person(Person("ann", "Anna", "owl", NOW + 9))
    assert await store.load_person("ann") == Person("ann", "Anna", "owl", NOW)


@on_stores
async def test_a_key_opens_only_as_its_kind_and_before_it_expires(store):
    key = await new_person(store, kind="link", expires=NOW)
    assert await store.find_person_by_key(key.hash, ["link"], NOW - 1)
    assert not await store.find_person_by_key(key.hash, ["link"], NOW)
    assert not await store.find_person_by_key(key.hash, ["cookie", "token"], NOW - 1)
    assert not await store.find_person_by_key(key.hash, [], NOW - 1)


@on_stores
async def test_keys_are_listed_the_oldest_first(store):
    first = await new_person(store)
    later = Key(**{**KEY, "hash": b"2" * 32, "person": "ann", "created": NOW + 2, "label": "x"})
    between = Key(**{**KEY, "hash": b"1" * 32, "person": "ann", "created": NOW + 1})
    await store.add_key(later)
    await store.add_key(between)
    assert await store.list_keys_of("ann") == [first, between, later]
    assert await store.list_keys_of("bob") == []


@on_stores
async def test_a_key_is_taken_once_among_many(store):
    key = await new_person(store)
    taken = await asyncio.gather(*(store.consume_key(key.hash) for _ in range(20)))
    assert sorted(taken) == [False] * 19 + [True]
    assert await store.list_keys_of("ann") == []


@on_stores
async def test_all_keys_of_a_person_but_one_are_taken_away_together(store):
    kept = await new_person(store)
    bobs = await new_person(store, "bob")
    others = [Key(**{**KEY, "hash": bytes([n]) * 32, "person": "ann"}) for n in range(20)]
    await asyncio.gather(*(store.add_key(key) for key in others))
    known = [kept.hash, bobs.hash, *(key.hash for key in others)]
    assert await store.find_known_keys([*known, b"?" * 32]) == set(known)
    removed = await store.remove_other_keys("ann", kept.hash)
    assert sorted(removed) == [key.hash for key in others]
    assert await store.find_known_keys(known) == {kept.hash, bobs.hash}
    assert await store.find_known_keys([]) == set()


@on_stores
async def test_when_a_key_was_last_used_never_goes_back(store):
    key = await new_person(store)
    for seen, noted in [(NOW, NOW), (NOW - 5, NOW), (NOW + 5, NOW + 5)]:
        await store.note_seen({key.hash: seen, b"?" * 32: seen})
        [found] = await store.list_keys_of("ann")
        assert found.seen == noted


@on_stores
async def test_tidying_up_forgets_expired_keys_only(store):
    await new_person(store, "ann", expires=NOW)
    await new_person(store, "bob", expires=NOW + 1)
    await new_person(store, "cat")
    await store.remove_expired_keys(NOW)
    assert [len(await store.list_keys_of(id)) for id in ["ann", "bob", "cat"]] == [0, 1, 1]


@on_stores
async def test_a_taken_id_or_hash_and_an_unknown_person_are_refused(store):
    key = await new_person(store)
    with pytest.raises(ValueError):  # noqa: PT011
        await new_person(store, hash=b"other")
    with pytest.raises(ValueError):  # noqa: PT011
        await store.add_key(key)
    with pytest.raises(ValueError):  # noqa: PT011
        await store.add_key(Key(**{**KEY, "hash": b"2", "person": "nobody"}))
    with pytest.raises(ValueError):  # noqa: PT011
        await store.add_person(Person("bob", "Bob", "", NOW), key)
    assert await store.load_person("bob") is None


@on_stores
async def test_a_refused_key_does_not_hold_up_entries_beside_it(store):
    await new_table(store)
    key = await new_person(store)
    results = await asyncio.gather(
        store.append_entry(write("t1", 2)),
        store.add_key(key),
        store.append_entry(write("t1", 3)),
        return_exceptions=True,
    )
    assert (results[0], results[2]) == (True, True)
    assert isinstance(results[1], ValueError)


@on_stores
async def test_of_many_keys_added_at_once_no_more_than_the_limit_go_in(store):
    await new_person(store, "ann")
    await new_person(store, "bob")
    link = {**KEY, "person": "ann", "kind": "link"}
    keys = [Key(**{**link, "hash": b"%032d" % n}) for n in range(60)]
    added = await asyncio.gather(*(store.add_key(key, 10) for key in keys))
    assert added.count(True) == 10
    kept = [key for key in await store.list_keys_of("ann") if key.kind == "link"]
    assert sorted(key.hash for key in kept) == sorted(
        key.hash for key, went_in in zip(keys, added, strict=True) if went_in
    )
    # Neither other kinds nor other people are counted.
    assert await store.add_key(Key(**{**KEY, "hash": b"1", "person": "ann", "kind": "token"}), 1)
    assert await store.add_key(Key(**{**KEY, "hash": b"2", "person": "bob", "kind": "link"}), 1)
    assert not await store.add_key(Key(**{**KEY, "hash": b"3", "person": "bob", "kind": "link"}), 1)


@on_stores
async def test_of_many_tables_set_up_at_once_no_more_than_the_limit_are_there(store):
    for person in ("ann", "bob"):
        await new_person(store, person)
    await new_table(store, "over", summary=make_summary("over"))
    limit = TableLimit("ann", 5)
    tables = [new_table(store, f"t{n}", limit=limit) for n in range(30)]
    made = await asyncio.gather(*tables, return_exceptions=True)
    assert made.count(True) == 5
    assert all(isinstance(one, TooManyTables) for one in made if one is not True)
    assert await store.count_tables_of("ann") == 5
    # Others are not counted, and a code that is taken is no table more.
    guests = make_summary(people=("bob", "ann"))
    assert await new_table(store, "b1", summary=guests, limit=TableLimit("bob", 1))
    assert not await new_table(store, "b1", summary=guests, limit=TableLimit("cem", 1))


@on_stores
async def test_keys_that_have_expired_are_not_counted(store):
    await new_person(store, "ann", kind="link", expires=NOW)
    key = Key(**{**KEY, "hash": b"1", "person": "ann", "kind": "link", "expires": NOW + 5})
    assert await store.add_key(key, 1)
    late = Key(**{**KEY, "hash": b"2", "person": "ann", "kind": "link", "created": NOW + 4})
    assert not await store.add_key(late, 1)


# -- limits ------------------------------------------------------------------------------


@on_stores
async def test_of_many_who_take_tokens_at_once_no_more_than_the_burst_get_one(store):
    waits = await asyncio.gather(*(store.take_token("ann", 1 / 3600, 20) for _ in range(60)))
    assert waits.count(0) == 20
    assert await store.take_token("ann", 1 / 3600, 20) == pytest.approx(3600, abs=60)
    assert await store.take_token("bob", 1 / 3600, 20) == 0


@on_stores
async def test_tokens_flow_in_at_the_rate(store):
    assert [await store.take_token("ann", 20, 2) for _ in range(2)] == [0, 0]
    while (wait := await store.take_token("ann", 20, 2)) > 0:
        assert wait <= 1 / 20
        await asyncio.sleep(wait)


@on_stores
async def test_full_buckets_are_forgotten_and_others_are_not(store):
    await store.take_token("ann", 1 / 3600, 1)
    await store.take_token("bob", 1_000_000, 1)
    await asyncio.sleep(0.001)
    await store.remove_full_buckets()
    assert await store.take_token("ann", 1 / 3600, 1) > 3000
    assert await store.take_token("bob", 1_000_000, 1) == 0


@on_stores
async def test_a_store_that_works_answers_a_ping(store):
    await store.ping()
