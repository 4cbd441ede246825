"""What an entry costs in each store: `python tests/bench/store.py`.

So many tables append one entry after the other, each waiting for its own to be on disk: that
many entries share a commit. Reported are the processor time of this process for an entry (all
of it, and that of the event loop alone) and the time from asking to the answer. PostgreSQL is
one of its own, synced to disk, whose own processes are not counted.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.append(str(Path(__file__).parents[1] / "server" / "support"))

from postgres import Postgres

from pioche.server.store import create_store
from pioche.server.store.base import NewEntry, Store, StoredSummary, TableHeader

TOGETHER = [1, 8, 32, 128]
SECONDS = 3.0
NOW = 1_700_000_000_000
BODY = b'{"type":"played","at":1700000000000,"by":"0123456789abcdef","id":"x1","seat":2,"move":"7"}'
CARD = StoredSummary("running", True, ("ann", "bob"), b"{}" * 100)


async def measure(url: str, together: int) -> list[str]:
    """A row of figures."""
    store = create_store(url)
    await store.open()
    codes = [f"{together}-{n}" for n in range(together)]
    for code in codes:
        await store.create_table(
            TableHeader(code, b"s" * 32, NOW), NewEntry(code, 1, BODY, NOW, NOW, CARD)
        )
    waits: list[float] = []
    began, all_began, loop_began = time.perf_counter(), time.process_time(), time.thread_time()
    end = began + SECONDS
    await asyncio.gather(*(play(store, code, waits, end) for code in codes))
    ended, all_ended, loop_ended = time.perf_counter(), time.process_time(), time.thread_time()
    await store.close()
    waits.sort()
    many = len(waits)
    micro, milli = 1e6 / many, 1e3
    return [
        f"{many / (ended - began):,.0f}",
        f"{(all_ended - all_began) * micro:.0f}",
        f"{(loop_ended - loop_began) * micro:.0f}",
        f"{waits[many // 2] * milli:.1f}",
        f"{waits[many * 99 // 100] * milli:.1f}",
    ]


async def play(store: Store, code: str, waits: list[float], end: float) -> None:
    """Append one entry after the other."""
    seq = 1
    while (asked := time.perf_counter()) < end:
        seq += 1
        assert await store.append_entry(NewEntry(code, seq, BODY, NOW + seq, NOW + seq))
        waits.append(time.perf_counter() - asked)


def main() -> None:
    """Measure and print."""
    table = Table("store", "together", "a second", "µs each", "µs loop", "ms median", "ms 99 %")
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(fsync=True)
        try:
            for url in [f"sqlite://{folder}/bench.db", postgres.new_database()]:
                for together in TOGETHER:
                    figures = asyncio.run(measure(url, together))
                    table.add_row(url.partition(":")[0], str(together), *figures)
        finally:
            postgres.stop()
    Console().print(table)


if __name__ == "__main__":
    main()
