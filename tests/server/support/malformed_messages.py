"""What nobody should send over a socket, and what somebody will."""

import json
import random
import struct
from collections.abc import Iterator
from typing import Any

from pioche.tables.commands import Command, Question

TEXT, BINARY, CLOSE, PING, PONG, REST = 1, 2, 8, 9, 10, 0
TAGS = [each.__struct_config__.tag for each in (*Command.__args__, *Question.__args__)]  # type: ignore[attr-defined]
FIELDS = ["type", "id", "seq", "seat", "ready", "level", "settings", "move", "text", "emote"]
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    8,
    2**31,
    2**63,
    2**64,
    10**300,
    0.5,
    1e308,
    "",
    "0",
    "take",
    "novice",
    "\x00",
    "\ud800",
    "e\u0301" * 50,
    "\u202e",
    "<script>",
    "{problem}",
    "{0.__class__}",
    "%s%n",
    "' OR 1=1 --",
    [],
    [[]],
    {},
    {"type": "play"},
    {"game": "gap", "seats": 2},
]


def lines(rng: random.Random, number: int) -> Iterator[str | bytes]:
    """Lines that are no command of anybody's who may not give any."""
    makers = [mutated, odd_types, broken, not_json, deep]
    for _ in range(number):
        yield rng.choice(makers)(rng)


def command(rng: random.Random, number: int = 0) -> dict[str, Any]:
    """A command in good form, to be spoilt."""
    made: dict[str, Any] = {"type": rng.choice(TAGS), "id": f"x{number}{rng.random()}", "seq": 0}
    extra = {
        "bot": {"level": "novice", "seat": 1},
        "remove": {"seat": 1},
        "play": {"move": "take"},
        "cover": {"seat": 0},
        "say": {"text": "hello"},
        "emote": {"emote": "wow"},
        "settle": {"settings": {"game": "gap", "seats": 2}},
    }
    return made | extra.get(made["type"], {})


def mutated(rng: random.Random) -> str:
    """One field too many, too few, or of another type."""
    made = command(rng)
    how = rng.randrange(3)
    if how == 0:
        del made[rng.choice(list(made))]
    elif how == 1:
        made[rng.choice(["by", "at", "person", "host", "Seat", "__class__"])] = rng.choice(ODD)
    else:
        made[rng.choice(FIELDS)] = rng.choice(ODD)
    return json.dumps(made)


def odd_types(rng: random.Random) -> str:
    """Types that there are not, or that only the server has."""
    names = ["opened", "sat", "played", "started", "closed", "table", "update", "done", "ran-out"]
    return json.dumps(command(rng) | {"type": rng.choice([*names, *ODD]), "by": "", "at": 0})


def broken(rng: random.Random) -> str:
    """JSON that ends too early or has something in the middle."""
    text = json.dumps(command(rng))
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(["", "\x00", '"', "}", ",", "NaN", "\\u", "//", "é"])


def not_json(rng: random.Random) -> str | bytes:
    """Something else altogether."""
    numbers = bytes(rng.randrange(256) for _ in range(rng.randrange(80)))
    some: list[str | bytes] = ["", " ", "null", "NaN", "[]", '"play"', "1e999", "-", numbers]
    some += ['{"type": "play", "type": "sit", "id": "a"}', "{'type': 'sit'}", "\ufeff{}"]
    return rng.choice(some)


def deep(rng: random.Random) -> str:
    """Very many brackets."""
    depth = rng.choice([50, 500, 1300])
    inside = (
        "[" * depth + "]" * depth if rng.random() < 0.5 else '{"a":' * depth + "1" + "}" * depth
    )
    return f'{{"type": "settle", "id": "d", "settings": {inside}}}'[:4000]


# -- frames -----------------------------------------------------------------------------------


def frame(
    opcode: int, body: bytes, fin: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """A WebSocket frame, right or wrong."""
    first = (0x80 if fin else 0) | reserved << 4 | opcode
    mask = 0x80 if masked else 0
    if len(body) < 126:
        head = struct.pack("!BB", first, mask | len(body))
    elif len(body) < 65536:
        head = struct.pack("!BBH", first, mask | 126, len(body))
    else:
        head = struct.pack("!BBQ", first, mask | 127, len(body))
    return head + (b"\0\0\0\0" if masked else b"") + body


GOOD = b'{"type":"ping","id":"f"}'
# What a frame does to its socket: the codes it may be closed with, none where it stays open.
FRAMES: dict[str, tuple[bytes, set[int]]] = {
    "binary": (frame(BINARY, GOOD), set()),
    "binary that is no text": (frame(BINARY, b"\xff\xfe\x00"), set()),
    "in pieces": (frame(TEXT, GOOD[:9], fin=False) + frame(REST, GOOD[9:]), set()),
    "a ping between the pieces": (
        frame(TEXT, GOOD[:9], fin=False) + frame(PING, b"?") + frame(REST, GOOD[9:]),
        set(),
    ),
    "a pong that nobody asked for": (frame(PONG, b"!"), set()),
    "empty": (frame(TEXT, b""), set()),
    "not UTF-8": (frame(TEXT, b'{"type": "\xff\xfe"}'), {1007}),
    "half a letter": (frame(TEXT, "é".encode()[:1]), {1007}),
    "a lone surrogate": (frame(TEXT, b'"\xed\xa0\x80"'), {1007}),
    "too big": (frame(TEXT, b" " * 5000), {1009}),
    "much too big": (frame(TEXT, b" " * 1_000_000), {1009}),
    "too big in pieces": (
        frame(TEXT, b" " * 3000, fin=False) + frame(REST, b" " * 3000),
        {1009},
    ),
    "said to be huge": (struct.pack("!BBQ", 0x81, 0xFF, 2**62) + b"\0\0\0\0", {1009}),
    "said to be negative": (struct.pack("!BBQ", 0x81, 0xFF, 2**64 - 1) + b"\0\0\0\0", {1002, 1009}),
    "not masked": (frame(TEXT, GOOD, masked=False), {1002}),
    "reserved bits": (frame(TEXT, GOOD, reserved=4), {1002}),
    "a reserved kind": (frame(3, GOOD), {1002}),
    "a rest of nothing": (frame(REST, GOOD), {1002}),
    "a new one before the rest": (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), {1002}),
    "a long ping": (frame(PING, b"." * 126), {1002}),
    "a ping in pieces": (frame(PING, b".", fin=False), {1002}),
    "a close of one byte": (frame(CLOSE, b"\x03"), {1002}),
    "a close with a code that is none": (frame(CLOSE, struct.pack("!H", 1005)), {1002}),
    "a close that is not UTF-8": (frame(CLOSE, struct.pack("!H", 1000) + b"\xff"), {1002, 1007}),
}
