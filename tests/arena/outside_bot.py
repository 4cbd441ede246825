"""A program that plays, or misbehaves in one of many ways. Standard library only.

    python3 outside_bot.py KIND [FOLDER]

Its process id, and that of a child, are left in FOLDER.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

KIND = sys.argv[1]
FOLDER = Path(sys.argv[2]) if len(sys.argv) > 2 else None


def note(pid: int) -> None:
    if FOLDER is not None:
        (FOLDER / f"pid-{pid}").touch()


def say(text: str) -> None:
    os.write(1, text.encode() + b"\n")


def for_ever() -> None:
    while True:
        time.sleep(1)


def child_that_holds_the_pipe() -> None:
    child = os.fork()
    if not child:
        for_ever()
    note(child)


def first_words() -> None:
    if KIND == "leaves at once":
        sys.exit(3)
    if KIND == "closes its input":
        os.close(0)
        for_ever()
    if KIND in ("leaves a child behind", "has a child"):
        child_that_holds_the_pipe()
    if KIND == "leaves a child behind":
        os._exit(0)
    if KIND == "waits at the gate":
        wait_at_the_gate()


def wait_at_the_gate() -> None:
    """The first few go through; the others wait until the gate is open."""
    assert FOLDER is not None
    if len(list(FOLDER.glob("pid-*"))) > 3:
        while not (FOLDER / "open").exists():
            time.sleep(0.01)


def answer(message: dict, seen: list[str]) -> None:  # noqa: C901
    legal = message["legal"]
    gone = [move for move in seen if move not in legal]
    seen += legal
    match KIND:
        case "crashes":
            raise RuntimeError("I have had enough")
        case "hangs":
            for_ever()
        case "stops itself":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "talks nonsense":
            say("I like cards")
        case "plays illegally" if gone:
            say(gone[0])
        case "never ends its line":
            os.write(1, b"x" * 50_000)
            for_ever()
        case "talks too much":
            sys.stdout.write("x" * 10_000_000 + "\n")
            sys.stdout.flush()
        case "sends bytes":
            os.write(1, bytes(range(128, 256)) + b"\0\n")
        case "says more than asked":
            say(legal[0] + "\nand by the way")
        case "closes its output":
            os.close(1)
            for_ever()
        case "sends broken JSON":
            say('{"move": ')
        case "sends deep JSON":
            say('{"a":' * 10_000)
        case "sends a number":
            say(json.dumps({"move": 5}))
        case "sends a list":
            say(json.dumps([legal[0]]))
        case "is never done":
            say(json.dumps({"move": legal[0], "seconds": float("inf")}))
        case "goes back in time":
            say(json.dumps({"move": legal[0], "seconds": -1}))
        case "answers something else":
            say(json.dumps({"move": legal[0], "number": message["number"] + 1}))
        case "complains":
            os.write(2, b"what a hand!\n" * 300_000)
            say(legal[0])
        case "leaves blank lines":
            say("\n\n  " + legal[0] + " \r\n\n")
        case _:
            say(json.dumps({"move": legal[0], "number": message["number"], "seconds": 0.5}))


note(os.getpid())
first_words()
seen: list[str] = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        answer(message, seen)
