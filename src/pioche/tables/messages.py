"""What a table tells those who sit at it or watch: each gets what their own eyes may see."""

from typing import Any

from msgspec import Struct

from pioche.tables.settings import Settings


class SeatShown(Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str | None = None  # None: the seat is free
    avatar: str | None = None
    bot: str | None = None  # the level, where a bot has the seat
    away: str | None = None  # why a bot plays on: "left", "time" or "covered"
    ready: bool = False
    ends: bool = False  # asks to end the game without a result


class Line(Struct, frozen=True):
    """Something said, or a sign shown."""

    at: int
    name: str
    seat: int | None
    text: str | None = None
    emote: str | None = None


class About(Struct, frozen=True):
    """All about a table but the game itself."""

    code: str
    phase: str  # "open", "running", "over"
    settings: Settings
    seats: tuple[SeatShown, ...]
    host: int | None  # the seat of the host, who may not sit
    commitment: str  # SHA-256 of the secret behind all shuffles, published before the first
    follows: str | None = None  # the code of the rematch
    abandoned: bool = False  # it ended without a result


class Times(Struct, frozen=True):
    """The clocks at the moment `at`, in milliseconds."""

    at: int
    banks: tuple[int, ...] | None = None  # left to each seat, where the table has a clock
    running: tuple[int, ...] = ()  # the seats whose time runs
    race: int | None = None  # left to the race, where everybody acts at once


class Told(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """What all messages have: their type."""


class Table(Told, frozen=True, tag="table"):
    """Everything, from scratch: the first message, and again when one's role has changed."""

    seq: int
    seat: int | None  # yours; None for somebody who watches
    hosting: bool  # whether you may set up and start the table
    about: About
    times: Times
    chat: tuple[Line, ...]
    view: dict[str, Any] | None  # of the game; None before the start
    legal: tuple[str, ...]  # the moves you may make now


class Resumed(Told, frozen=True, tag="resumed"):
    """The first message to one who comes back: what happened after `seq` follows."""

    seq: int


class Update(Told, frozen=True, tag="update"):
    """One entry of the log as your eyes see it. Its seq is one more than that of the last."""

    seq: int
    at: int
    news: dict[str, Any] | None = None  # what happened at the table: {"type", …}
    events: list[dict[str, Any]] = []  # what happened in the game, in order
    about: About | None = None  # where it has changed
    times: Times | None = None
    view: dict[str, Any] | None = None  # where it has changed
    legal: tuple[str, ...] = ()


class Done(Told, frozen=True, tag="done"):
    """Your command was carried out, as entry `seq`, and is on disk."""

    id: str
    seq: int


class Refused(Told, frozen=True, tag="refused"):
    """Your command was not carried out, and why. Nothing has changed."""

    id: str
    code: str  # a stable word
    text: str  # a sentence, in the language of the socket
    clause: str | None = None  # of the rulebook
    params: dict[str, Any] = {}


class Hint(Told, frozen=True, tag="hint"):
    """What an expert would play in your place, seeing what you see."""

    id: str
    seq: int
    move: str
    share: float  # of the win you may expect, 0 … 1
    reason: dict[str, Any]  # for the words of the game's advice
    text: str


class Here(Told, frozen=True, tag="here"):
    """Which seats have somebody connected, and how many watch."""

    seats: tuple[int, ...]
    watching: int


class Pong(Told, frozen=True, tag="pong"):
    """The answer to a ping, with the server's time."""

    id: str
    at: int


class Failed(Told, frozen=True, tag="failed"):
    """The message could not be understood, or came too fast. Nothing has changed."""

    code: str
    text: str
    id: str | None = None


class Bye(Told, frozen=True, tag="bye"):
    """The last message: why the socket is closed now."""

    code: str
    text: str


Message = Table | Resumed | Update | Done | Refused | Hint | Here | Pong | Failed | Bye
