"""A worker that appends to its tables as fast as it can and says what was acknowledged.

python append_worker.py URL TABLE… prints a line `TABLE SEQ` for each entry, until it is killed.
"""

import asyncio
import sys

from stores import new_table, opened, write


async def play(store, code: str) -> None:
    """Append for ever."""
    await new_table(store, code)
    seq = (await store.load_table_row(code)).seq
    while True:
        seq += 1
        assert await store.append_entry(write(code, seq))
        sys.stdout.write(f"{code} {seq}\n")
        sys.stdout.flush()


async def main(url: str, codes: list[str]) -> None:
    """Append to all tables at once."""
    async with opened(url) as store:
        await asyncio.gather(*(play(store, code) for code in codes))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
