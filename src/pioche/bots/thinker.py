"""A process where bots think: `python -m pioche.bots.thinker`, questions in and answers out.

Messages are pickles behind their length; both ends are of this house. A question has a
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

from pioche.bots.minds import Minds

LENGTH = Struct("!I")
POLITE = 10  # how far bots stand back for everybody else who needs the processor
MOST_FILES = 1 << 16
PR_SET_PDEATHSIG = 1


def packed(number: int, content: Any) -> bytes:
    """A message."""
    body = pickle.dumps((number, content), pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def heard(questions: IO[bytes]) -> tuple[int, Any] | None:
    """The next message; None when nobody is there any more."""
    head = questions.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = questions.read(*LENGTH.unpack(head))
    return pickle.loads(body)  # type: ignore[no-any-return]


def main() -> None:
    """Answer until nobody asks any more."""
    stand_back()
    let_go()
    end_with_parent()
    with suppress(ConnectionError):
        serve(sys.stdin.buffer, private_output())


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Questions in, answers out."""
    minds = Minds()
    while (message := heard(questions)) is not None:
        number, content = message
        if number:
            answers.write(answer(minds, number, content))
        else:
            minds.forget(content)


def answer(minds: Minds, number: int, question: Any) -> bytes:
    """The answer to a question, or what went wrong."""
    try:
        return packed(number, minds.answer(question))
    except Exception as error:
        return packed(number, sendable(error))


def sendable(error: Exception) -> Exception:
    """An error as it can be raised on the other side, with the place where it happened."""
    error.add_note(f"In a process where bots think:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("\n".join([repr(error), *error.__notes__]))
    return error


def stand_back() -> None:
    """Never be in the way; who started it stops it, not a Ctrl-C meant for everybody."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITE)


def let_go() -> None:
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


def private_output() -> IO[bytes]:
    """The wire for answers alone; what a bot prints goes to the standard error."""
    wire = os.dup(1)
    os.dup2(2, 1)
    return open(wire, "wb", buffering=0)


if __name__ == "__main__":
    main()
