"""The process where bots think, by itself."""

import os
import pickle
import signal
import subprocess
from collections.abc import Iterator
from subprocess import PIPE, Popen

import pytest
from bot_worker_helpers import fits, question

from pioche.bots.worker import NICENESS, encode_message, make_picklable, read_message
from pioche.bots.worker_client import WORKER_COMMAND


@pytest.fixture
def thinker() -> Iterator[Popen[bytes]]:
    with Popen(WORKER_COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        yield process
        process.kill()


def ask(process: Popen[bytes], number: int) -> None:
    """Ask about the first move, and check the answer."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(encode_message(number, question()))
    process.stdin.flush()
    answer = read_message(process.stdout)
    assert answer is not None and answer[0] == number
    assert fits(question(), answer[1].action)


def test_it_stands_back_and_does_not_hear_an_interrupt(thinker: Popen[bytes]) -> None:
    ask(thinker, 1)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, thinker.pid) == min(19, own + NICENESS)
    thinker.send_signal(signal.SIGINT)
    ask(thinker, 2)


def test_it_ends_when_nobody_asks_any_more(thinker: Popen[bytes]) -> None:
    ask(thinker, 1)
    assert thinker.communicate(timeout=60) == (b"", b"")
    assert thinker.returncode == 0


def test_it_ends_when_nobody_hears_its_answer(thinker: Popen[bytes]) -> None:
    assert thinker.stdin is not None and thinker.stdout is not None
    thinker.stdout.close()
    thinker.stdin.write(encode_message(1, question()))
    thinker.stdin.flush()
    assert thinker.wait(60) == 0


def test_it_ends_in_the_middle_of_a_question(thinker: Popen[bytes]) -> None:
    assert thinker.stdin is not None
    thinker.stdin.write(encode_message(1, question())[:50])
    assert thinker.communicate(timeout=60)[0] == b""


def test_what_is_printed_does_not_get_between_the_answers() -> None:
    class Printing:
        def __reduce__(self):  # type: ignore[no-untyped-def]
            return print, ("hello",)

    messages = encode_message(0, Printing()) + encode_message(1, question())
    run = subprocess.run(
        WORKER_COMMAND, input=messages, capture_output=True, timeout=60, check=True
    )
    assert run.stderr == b"hello\n"
    number, choice = pickle.loads(run.stdout[4:])
    assert (number, fits(question(), choice.action)) == (1, True)


def test_an_error_that_cannot_be_sent_is_told() -> None:
    class Local(Exception):
        """Nobody else knows this class."""

    error = make_picklable(Local("of a bot"))
    assert type(error) is RuntimeError
    assert "of a bot" in str(error)
    assert pickle.loads(pickle.dumps(error)).args == error.args


def test_it_loads_neither_the_app_nor_the_server() -> None:
    """It is there at once, and small."""
    code = "import sys, pioche.bots.worker; print(*sys.modules)"
    python = [*WORKER_COMMAND[:2], "-c", code]
    run = subprocess.run(python, capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert not loaded & {"asyncio", "textual", "rich", "litestar", "uvicorn", "msgspec"}
