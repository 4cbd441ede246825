"""The example of a program that plays takes a seat and plays a game, over a bad line too."""

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

from flaky_proxy import Cut, flaky_proxy
from server_clients import Guest, run_server
from stores import opened

import pioche
from pioche.core.records.record import Record
from pioche.tables.entries import decode_entry

PLAYER = Path(__file__).parents[2] / "examples" / "player.py"
CUTS = [Cut(1, lost=True), Cut(1, lost=False), Cut(3, lost=False)]


def test_the_example_is_short() -> None:
    code = PLAYER.read_text().split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


def test_a_program_plays_a_game_and_every_move_is_made_once(tmp_path: Path) -> None:
    with run_server(tmp_path) as url, flaky_proxy(url, CUTS) as proxy:
        host, nim = Guest(url, "Zoé"), Guest(url, "Nim")
        code = host.open_table(2, 1, "gap", options={"rounds": 1}, sits=False)
        command = [sys.executable, str(PLAYER), proxy.address, code, nim.token()]
        with host.at(code) as seat:
            program = subprocess.Popen(command)
            seat.hear("update", timeout=60)
        with program:
            assert host.ask(code, "start")["type"] == "done"
            assert program.wait(120) == 0
        record = Record.from_json(host.http.get(f"/api/tables/{code}/record").text)
        record.verify(pioche.games[record.game])
        host.close()
        nim.close()
    assert not proxy.cuts
    assert proxy.connections == len(CUTS) + 1
    asked = Counter(ids_of(tmp_path, code, by=nim.id))
    assert set(asked.values()) == {1}
    moves = [move for move in record.moves if move.seat == 1]
    assert len(asked) == 1 + len(moves)


def ids_of(folder: Path, code: str, by: str) -> list[str]:
    """The ids of a person's commands, by the log."""

    async def read() -> list[bytes]:
        async with opened(f"sqlite://{folder}/tables.db") as store:
            return await store.read_entries(code)

    entries = [decode_entry(line) for line in asyncio.run(read())]
    return [entry.id for entry in entries if entry.by == by]
