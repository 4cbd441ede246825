"""What a table tells those who sit at it or watch: each gets what their own eyes may see."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from pioche.core.schema import Event
from pioche.tables.commands import EmoteName, Level
from pioche.tables.settings import Settings

PHASES = ("open", "running", "over")
ABSENCES = ("left", "time", "covered")
ROLES = ("player", "host", "program")  # of those who speak

Phase = Annotated[str, Meta(pattern=f"^({'|'.join(PHASES)})$")]
Absence = Annotated[str, Meta(pattern=f"^({'|'.join(ABSENCES)})$")]
Role = Annotated[str, Meta(pattern=f"^({'|'.join(ROLES)})$")]


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str | None = None  # None: the seat is free
    avatar: str | None = None  # None for a bot
    bot: Level | None = None  # the level, where a bot has the seat
    away: Absence | None = None  # why a bot plays on for a person; None while it does not
    ready: bool = False  # before the start
    ends: bool = False  # asks to end the game without a result
    reserved: bool = False  # by a rematch, for somebody who has not accepted it
    awaited: bool = False  # the game can't start before this player is ready


class ChatLine(Struct, frozen=True):
    """Something said, or a sign shown."""

    at: int  # milliseconds since 1970, as all times
    name: str
    seat: int | None  # None: the host, who does not play
    role: Role = "player"  # what the speaker is: a player, a host who does not play, a program
    text: str | None = None
    emote: EmoteName | None = None


class TableInfo(Struct, frozen=True):
    """All about a table but the game itself."""

    code: str
    phase: Phase
    settings: Settings
    seats: tuple[SeatInfo, ...]  # seat 0 first, clockwise
    host: int | None  # the seat of the host; None where the host does not play
    commitment: str  # SHA-256 of the secret behind all shuffles, published before the first
    follows: str | None = None  # the code of the rematch
    abandoned: bool = False  # it ended without a result


class Times(Struct, frozen=True):
    """The clocks at the moment `at`, in milliseconds."""

    at: int  # when the clocks stood like this; those of `running` have run on since
    banks: tuple[int, ...] | None = None  # left to each seat, where the table has a clock
    running: tuple[int, ...] = ()  # the seats whose time runs
    race: int | None = None  # left to the race, where everybody acts at once
    game: int | None = None  # left of the time that was agreed for the whole game


class MessageBase(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """What all messages have: their type."""


class TableMessage(MessageBase, frozen=True, tag="table"):
    """Everything, from scratch: the first message, and again when one's role has changed."""

    seq: int  # the entry of the log that this is the state after
    seat: int | None  # yours; None for somebody who watches
    hosting: bool  # whether you may set up and start the table
    about: TableInfo
    times: Times
    chat: tuple[ChatLine, ...]  # the last lines, oldest first
    view: Mapping[str, Any] | None  # the game as you see it; None before the start
    legal: tuple[str, ...]  # the moves you may make now
    events: list[Event] = []  # what you saw happen in the game, if it begins just now


class Resumed(MessageBase, frozen=True, tag="resumed"):
    """The first message to one who comes back: what happened after `seq` follows."""

    seq: int


class Update(MessageBase, frozen=True, tag="update"):
    """One entry of the log as your eyes see it. Its seq is one more than that of the last."""

    seq: int
    at: int
    news: dict[str, Any] | None = None  # what happened at the table; None for a move of the game
    events: list[Event] = []  # what you saw happen in the game, in order
    about: TableInfo | None = None  # None: as before
    times: Times | None = None  # None: no time runs at this table
    view: Mapping[str, Any] | None = None  # None: as before
    legal: tuple[str, ...] = ()  # the moves you may make now


class Done(MessageBase, frozen=True, tag="done"):
    """Your command was carried out, as entry `seq`, and is on disk."""

    id: str
    seq: int
    changed: bool = True  # false: all was as you wanted it; nothing was written, `seq` is the last


class Refused(MessageBase, frozen=True, tag="refused"):
    """Your command was not carried out, and why. Nothing has changed."""

    id: str
    code: str  # a word for programs, below; or of the game, as its rules refuse a move
    text: str  # a sentence, in the language of the socket
    clause: str | None = None  # of the rulebook, where a rule is the reason
    params: dict[str, Any] = {}  # what the sentence was filled with


class HintMessage(MessageBase, frozen=True, tag="hint"):
    """What an expert would play in your place, seeing what you see."""

    id: str  # of your question
    seq: int  # the state it was thought for
    move: str
    share: float  # of the win you may expect, 0 … 1
    reason: Event  # for the words of the game's advice
    text: str  # the reason as a sentence, in the language of the socket


class TablePresence(MessageBase, frozen=True, tag="here"):
    """Which seats have somebody connected, and how many watch."""

    seats: tuple[int, ...]
    watching: int


class Pong(MessageBase, frozen=True, tag="pong"):
    """The answer to a ping, with the server's time."""

    id: str
    at: int


class Failed(MessageBase, frozen=True, tag="failed"):
    """The message could not be understood, or came too fast. Nothing has changed."""

    code: str
    text: str
    id: str | None = None


class Bye(MessageBase, frozen=True, tag="bye"):
    """The last message: why the socket is closed now."""

    code: str
    text: str


Message = (
    TableMessage
    | Resumed
    | Update
    | Done
    | Refused
    | HintMessage
    | TablePresence
    | Pong
    | Failed
    | Bye
)
