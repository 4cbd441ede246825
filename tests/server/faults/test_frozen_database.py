"""A PostgreSQL that answers nothing, as when its machine hangs: those who play are told soon."""

import asyncio

import pytest
from postgres import Postgres
from server_cluster import flow
from table_services import PEOPLE, ask, pass_on, started, table_service, to_move

from pioche.server.store.base import StoreError
from pioche.server.store.postgres import connection
from pioche.server.tables.service import StoreUnavailable
from pioche.tables import commands as c

PATIENCE = 60  # seconds; only a failure takes that long


@flow
async def test_a_move_is_answered_while_the_database_hangs_and_made_once_when_it_is_back(
    postgres: Postgres, urls
) -> None:
    async with table_service(urls("postgres")) as only:
        code = await started(only)
        person = to_move((await only.get_table(code)).table)
        with postgres.frozen():
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(StoreUnavailable):
                    await pass_on(only, code, "move")
        move = c.Play(id="move", seq=0, move="pass")
        done = await ask_again(only, code, person, move)
        assert (await only.load_table(code)).done_commands[person.id, "move"] == done.seq
        assert (await ask_again(only, code, person, move)).seq == done.seq


async def ask_again(service, code, person, command):
    """The answer to a command, when the database is there again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await ask(service, code, person, command)
            except (StoreUnavailable, StoreError):
                await asyncio.sleep(0.05)


@flow
async def test_who_waits_for_the_same_table_does_not_wait_for_each_of_those_before(
    postgres: Postgres, urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "COMMAND_TIMEOUT", 3.0)
    async with table_service(urls("postgres")) as only:
        code = await started(only)
        says = [c.Say(id=f"say{n}", text="Hello?") for n in range(40)]
        before = only.metrics.store_errors._value.get()
        with postgres.frozen():
            async with asyncio.timeout(PATIENCE):  # one after the other it would be two minutes
                calls = [ask(only, code, PEOPLE[n % 3], say) for n, say in enumerate(says)]
                answers = await asyncio.gather(*calls, return_exceptions=True)
        assert {type(answer) for answer in answers} == {StoreUnavailable}
        assert only.metrics.store_errors._value.get() == before + 1
