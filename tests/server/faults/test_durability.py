"""What was acknowledged stays, whoever is killed."""

import asyncio
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

from stores import opened

CODES = [f"t{n}" for n in range(10)]
APPENDING = str(Path(__file__).parents[1] / "support" / "programs" / "append_worker.py")


def killed(url: str, lines: int) -> list[tuple[str, int]]:
    """What a worker says was acknowledged, before and after it is killed."""
    worker = subprocess.Popen(
        [sys.executable, APPENDING, url, *CODES],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with worker:
        said = list(islice(worker.stdout, lines))
        worker.kill()
        said += worker.stdout
    whole = [line.split() for line in said if line.endswith("\n")]
    assert len(whole) >= lines
    return [(code, int(seq)) for code, seq in whole]


def test_what_a_killed_worker_acknowledged_is_there_once_and_without_a_gap(url):
    acknowledged = [line for lines in (1, 40, 200) for line in killed(url, lines)]
    assert len(set(acknowledged)) == len(acknowledged)

    async def scenario():
        async with opened(url) as store:
            for code in CODES:
                last = max(seq for table, seq in acknowledged if table == code)
                entries = await store.read_entries(code)
                assert len(entries) >= last
                assert entries == [b'{"n": %d}' % n for n in range(1, len(entries) + 1)]
                assert (await store.load_table_row(code)).seq == len(entries)

    asyncio.run(scenario())
