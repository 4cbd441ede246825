"""What a store knows about time: when a server was last seen, and what may be tidied up."""

from stores import NOW, make_summary, new_table, on_stores

from pioche.server.store.base import Store


@on_stores
async def test_where_the_time_is_in_doubt_only_games_that_run_are_due(store: Store) -> None:
    for number, phase in enumerate(["open", "running", "over"]):
        await new_table(store, f"t{number}", due=NOW + number, summary=make_summary(phase))
    later = NOW + 9
    assert await store.list_due_tables(later, 9, 0, later) == ["t0", "t1", "t2"]
    assert await store.list_due_tables(later, 9, 0, 0) == ["t1"]
    assert await store.list_due_tables(later, 9, 0, NOW) == ["t0", "t1"]
    assert await store.list_due_tables(later, 9, NOW, later) == ["t1", "t2"]


@on_stores
async def test_a_store_knows_when_a_server_was_last_seen(store: Store) -> None:
    assert await store.load_last_seen() == 0
    await new_table(store, "t1", at=NOW - 5)
    await new_table(store, "t2", at=NOW - 9)
    assert await store.load_last_seen() == NOW - 5  # the newest entry, where none has said so
    await store.save_last_seen(NOW + 7)
    assert await store.load_last_seen() == NOW + 7
    await store.save_last_seen(NOW + 3)
    assert await store.load_last_seen() == NOW + 3
    await store.save_last_seen(-NOW)  # its clock was set
    assert await store.load_last_seen() == -NOW
