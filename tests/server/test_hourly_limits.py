"""Limits by the hour: for all workers together, rematches included."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import msgspec
import pytest
from server_clients import GENEROUS, Guest, run_server
from stores import opened

from pioche.server.hourly_limits import HourlyLimits
from pioche.server.problem import Problem
from pioche.server.settings import Limits
from pioche.server.store.base import Store

LIMITS = Limits(people_per_hour=2, tables_per_hour=3, tables_per_hour_per_address=5)


def limited(test: Callable) -> Callable:
    """A test of the limits of two workers; with SQLite there is but one."""

    def run(url: str) -> None:
        async def scenario() -> None:
            async with AsyncExitStack() as stack:
                first = await stack.enter_async_context(opened(url))
                shared = first.is_shared
                second = await stack.enter_async_context(opened(url)) if shared else first
                await test(*(HourlyLimits(LIMITS, store) for store in (first, second)))

        asyncio.run(scenario())

    run.__name__ = run.__qualname__ = test.__name__
    return run


async def count_allowed(*asked: object) -> int:
    """How many of those who ask at once are let in; the others are told to wait."""
    answers = await asyncio.gather(*asked, return_exceptions=True)  # type: ignore[call-overload]
    problems = [answer for answer in answers if answer is not None]
    assert all(isinstance(one, Problem) and one.retry for one in problems)
    return len(answers) - len(problems)


@limited
async def test_new_people_of_an_address_are_limited_over_all_workers(
    one: HourlyLimits, two: HourlyLimits
) -> None:
    asked = [worker.check_new_person("192.0.2.7") for worker in (one, two) for _ in range(10)]
    assert await count_allowed(*asked) == 2
    with pytest.raises(Problem) as caught:
        await two.check_new_person("192.0.2.7")
    assert caught.value.code == "too-many-people"
    assert 1700 < caught.value.seconds <= 1800
    await two.check_new_person("192.0.2.8")


@limited
async def test_new_tables_of_a_person_are_limited_over_all_workers(
    one: HourlyLimits, two: HourlyLimits
) -> None:
    asked = [worker.check_new_table("ada", "here") for worker in (one, two) for _ in range(10)]
    assert await count_allowed(*asked) == 3
    # Who was refused has used up nothing of what the address may have.
    assert await count_allowed(*(two.check_new_table("bob", "here") for _ in range(9))) == 2
    assert await count_allowed(*(one.check_new_table("cem", "there") for _ in range(9))) == 3


@limited
async def test_links_of_a_person_are_limited(one: HourlyLimits, two: HourlyLimits) -> None:
    asked = [worker.check_new_link("ada") for worker in (one, two) for _ in range(20)]
    assert await count_allowed(*asked) == LIMITS.links_per_hour


def test_no_address_is_written_down(urls: Callable[[str], str]) -> None:
    url = urls("postgres")

    async def scenario() -> list[str]:
        async with opened(url) as store:
            await ask_from(store, "192.0.2.7")
            connection = await asyncpg.connect(url)
            keys = [key for (key,) in await connection.fetch("SELECT key FROM buckets")]
            await connection.close()
            return keys

    keys = asyncio.run(scenario())
    assert len(keys) == 3
    assert not any("192.0.2" in key for key in keys)


async def ask_from(store: Store, address: str) -> None:
    """Somebody new sets up a table."""
    limits = HourlyLimits(LIMITS, store)
    await limits.check_new_person(address)
    await limits.check_new_table("ada", address)


def test_a_clock_that_went_wrong_shuts_nobody_out(urls: Callable[[str], str]) -> None:
    url = urls("postgres")

    async def scenario() -> None:
        async with opened(url) as store:
            limits = HourlyLimits(LIMITS, store)
            await limits.check_new_table("ada")
            connection = await asyncpg.connect(url)
            await connection.execute("UPDATE buckets SET full_at = full_at + 366 * 86400")
            await connection.close()
            assert await count_allowed(*(limits.check_new_table("ada") for _ in range(9))) == 3

    asyncio.run(scenario())


# -- over a real server ------------------------------------------------------------------


def test_a_rematch_counts_like_any_new_table(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_hour=3)
    with run_server(tmp_path, limits) as url:
        guest = Guest(url, "Zoé")
        code = guest.open_table(bots=2, start=True)
        for _ in range(2):
            guest.ask(code, "abandon")
            guest.ask(code, "rematch")
            code = guest.http.get("/api/me/tables").json()["open"][0]["code"]
            guest.ask(code, "start")
        guest.ask(code, "abandon")
        command = {"type": "rematch", "id": "once-more"}
        answer = guest.http.post(f"/api/tables/{code}/commands", json=command)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 1000
        assert guest.http.get("/api/me/tables").json()["open"] == []
        with guest.at(code) as seat:
            failed = seat.ask("rematch")
            assert (failed["type"], failed["code"]) == ("failed", "too-fast")
            assert seat.ask("rematch", id="once-more")["code"] == "too-fast"
        guest.close()


def test_who_may_not_have_a_rematch_pays_nothing_for_asking(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_hour=2)
    with run_server(tmp_path, limits) as url:
        guest = Guest(url, "Zoé")
        code = guest.open_table(bots=2, start=True)
        with guest.at(code) as seat:
            for _ in range(5):
                assert seat.ask("rematch")["code"] == "not-over"
            assert seat.ask("abandon")["type"] == "done"
            assert seat.ask("rematch")["type"] == "done"
        guest.close()
