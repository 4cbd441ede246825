"""A process where bots think: `python -m pioche.bots.worker`, questions in and answers out.

Messages are pickles behind their length; both ends are of this program. A question has a
number, and so has its answer; they are answered in the order in which they come. What has
the number 0 is the name of a table whose game is over.
"""

import ctypes
import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from struct import Struct
from typing import IO, Any

from pioche.bots.table_bots_cache import TableBotsCache

LENGTH_PREFIX = Struct("!I")
NICENESS = 10  # how far bots stand back for everybody else who needs the processor
MOST_FILES = 1 << 16
PR_SET_PDEATHSIG = 1


def encode_message(number: int, content: Any) -> bytes:
    body = pickle.dumps((number, content), pickle.HIGHEST_PROTOCOL)
    return LENGTH_PREFIX.pack(len(body)) + body


def read_message(questions: IO[bytes]) -> tuple[int, Any] | None:
    """The next message; None when nobody is there any more."""
    head = questions.read(LENGTH_PREFIX.size)
    if len(head) < LENGTH_PREFIX.size:
        return None
    body = questions.read(*LENGTH_PREFIX.unpack(head))
    return pickle.loads(body)  # type: ignore[no-any-return]


def main() -> None:
    """Answer until nobody asks any more."""
    lower_priority()
    close_inherited_files()
    end_with_parent()
    with suppress(ConnectionError):
        answer_questions(sys.stdin.buffer, take_over_stdout())


def answer_questions(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Questions in, answers out."""
    bots = TableBotsCache()
    while (message := read_message(questions)) is not None:
        number, content = message
        if number:
            answers.write(answer_question(bots, number, content))
        else:
            bots.forget_table(content)


def answer_question(bots: TableBotsCache, number: int, question: Any) -> bytes:
    """The answer to a question, or what went wrong."""
    try:
        return encode_message(number, bots.answer(question))
    except Exception as error:
        return encode_message(number, make_picklable(error))


def make_picklable(error: Exception) -> Exception:
    """An error as it can be raised on the other side, with the place where it happened."""
    error.add_note(f"In a process where bots think:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("\n".join([repr(error), *error.__notes__]))
    return error


def lower_priority() -> None:
    """Never be in the way; who started it stops it, not a Ctrl-C meant for everybody."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def close_inherited_files() -> None:
    """Close what was handed down by a loop that closes nothing itself, as uvloop does.

    A socket that a server listens on must not stay open when the server is gone.
    """
    os.closerange(3, MOST_FILES)


def end_with_parent() -> None:
    """Where the system can do it, end with the parent even in the middle of a thought.

    Elsewhere it ends at the next question or answer: there is nobody at the other end.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def take_over_stdout() -> IO[bytes]:
    """The wire for answers alone; what a bot prints goes to the standard error."""
    wire = os.dup(1)
    os.dup2(2, 1)
    return open(wire, "wb", buffering=0)


if __name__ == "__main__":
    main()
