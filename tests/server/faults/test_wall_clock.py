"""A machine whose wall clock is wrong: nothing is lost by it, and games go on."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from processes import until
from server_clients import Guest
from server_process import ServerProcess

PROGRAM = Path(__file__).parents[1] / "support" / "programs" / "serve_with_clock.py"
DAY = 24 * 3600
SWEEPS = 4  # how often the server looks for what is due before we believe that it leaves it


class MachineWithClock(ServerProcess):
    """A server on a machine whose wall clock the test sets."""

    program = (str(PROGRAM),)

    def __init__(self, folder: Path, database: str, clock: Path) -> None:
        self.clock = clock
        super().__init__(folder, database)

    def start(self) -> None:
        """Start, with the clock as it is set."""
        self.env["WALL_CLOCK"] = str(self.clock)
        super().start()

    def set_clock(self, seconds: int) -> None:
        """Set the wall clock so far from the real time."""
        part = self.clock.with_suffix(".part")
        part.write_text(str(seconds))
        part.rename(self.clock)

    def count_sweeps(self) -> int:
        """How often the server has looked for what is due."""
        counted = self.clock.with_suffix(".sweeps")
        return counted.stat().st_size if counted.exists() else 0


@pytest.fixture
def machine(tmp_path: Path, url: str) -> Iterator[MachineWithClock]:
    clock = tmp_path / "clock"
    clock.write_text("0")
    server = MachineWithClock(tmp_path / "server", url, clock)
    try:
        yield server
    finally:
        server.close()


def play_and_finish(server: ServerProcess) -> tuple[Guest, str, str]:
    """Somebody with a finished game and one that runs, in which their time runs."""
    ada, bea = Guest(server.url, "Ada"), Guest(server.url, "Bea")
    with closing(bea):
        over = ada.open_table(seats=3, bots=2, start=True)
        ada.ask(over, "abandon")
        clock = {"bank": 3600, "increment": 0}
        settings = {"game": "gap", "seats": 2, "clock": clock}
        running = str(ada.post("/api/tables", {"settings": settings})["code"])
        bea.ask(running, "sit")
        ada.ask(running, "start")
    return ada, over, running


def has_record(guest: Guest, code: str) -> bool:
    answer = guest.http.get(f"/api/tables/{code}/record")
    assert answer.status_code in (200, 404)
    return answer.status_code == 200


def find_seats(guest: Guest, code: str) -> list[dict]:
    """The seats of a table that runs."""
    shown = guest.http.get(f"/api/tables/{code}").json()
    assert shown["phase"] == "running"
    return list(shown["table"]["seats"])


def watch(machine: MachineWithClock, guest: Guest, over: str, running: str) -> None:
    """For a while, nothing is removed or closed, and nobody's time runs out."""
    end = machine.count_sweeps() + SWEEPS

    def is_swept() -> bool:
        swept = machine.count_sweeps() >= end
        assert has_record(guest, over)
        assert not any(seat["away"] for seat in find_seats(guest, running))
        return swept

    until(is_swept)


@pytest.mark.parametrize("days", [366, -366])
def test_a_wall_clock_that_is_set_while_the_server_runs_destroys_nothing(
    machine: MachineWithClock, days: int
) -> None:
    ada, over, running = play_and_finish(machine)
    with closing(ada):
        machine.set_clock(days * DAY)
        watch(machine, ada, over, running)
        until(lambda: "the wall clock was set" in machine.log)
        with ada.at(running) as seat:
            banks = seat.hear("table")["times"]["banks"]
            assert max(banks) > 3_000_000
            answer = seat.ask("say", text="Still here")
            assert answer["type"] == "done"


def test_a_server_that_starts_a_year_ahead_destroys_nothing_until_somebody_confirms_it(
    machine: MachineWithClock,
) -> None:
    ada, over, running = play_and_finish(machine)
    with closing(ada):
        for _ in range(2):  # also when it is started once more
            machine.kill()
            machine.set_clock(366 * DAY)
            machine.start()
            watch(machine, ada, over, running)
            with ada.at(running) as seat:
                assert max(seat.hear("table")["times"]["banks"]) > 3_000_000
                assert seat.ask("say", text="Still here")["type"] == "done"
        assert machine.log.count("the clock is far ahead") == 2
        watch(machine, ada, over, running)
        machine.kill()
        machine.words.append("--confirm-clock")
        machine.start()
        until(lambda: not has_record(ada, over))


def test_a_clock_that_was_set_by_hours_is_doubted_after_a_restart_too(
    machine: MachineWithClock,
) -> None:
    """By less than a server may be away; but it was noticed, and nobody has confirmed it."""
    ada, over, running = play_and_finish(machine)
    with closing(ada):
        machine.set_clock(2 * 3600)
        until(lambda: "the wall clock was set" in machine.log)
        watch(machine, ada, over, running)
        for _ in range(2):
            machine.kill()
            machine.start()
            watch(machine, ada, over, running)
            with ada.at(running) as seat:
                assert max(seat.hear("table")["times"]["banks"]) > 3_000_000
                assert seat.ask("say", text="Still here")["type"] == "done"
        machine.kill()
        machine.words.append("--confirm-clock")
        machine.start()
        until(lambda: any(seat["away"] for seat in find_seats(ada, running)))


def test_a_server_whose_clock_was_right_again_goes_on(machine: MachineWithClock) -> None:
    """Tables that have seen a wrong time, too: their own time never goes back."""
    ada, over, running = play_and_finish(machine)
    with closing(ada):
        machine.kill()
        machine.set_clock(600)
        machine.start()
        with ada.at(running) as seat:
            assert seat.ask("say", text="Ten minutes ahead")["type"] == "done"
        machine.kill()
        machine.set_clock(0)
        machine.start()
        watch(machine, ada, over, running)
        with ada.at(running) as seat:
            table = seat.hear("table")
            before = table["times"]["at"]
            seat.ask("say", text="Right again")
            time.sleep(1)
            seat.ask("say", text="And it runs on")
            again = [one for one in seat.heard() if one["type"] == "update"]
            assert seat.ask("ping")["at"] > before + 1000
            assert again == [] or again[-1]["at"] >= before + 1000
