"""What people and programs ask of a table. Every command has the asker's own id for it.

The id makes it safe to ask again after a lost connection: a table does what it is asked
once. `seq` is how far the asker had seen the table; a command made on an older table is
judged on the table as it is now.
"""

from typing import Annotated

from msgspec import Meta, Struct

from pioche.core.bot import LEVELS
from pioche.tables.settings import Settings

MAX_TEXT_LENGTH = 200
EMOTES = ("hello", "thanks", "well-played", "oops", "wow", "think", "laugh", "good-game")

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9._:-]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Level = Annotated[str, Meta(pattern=f"^({'|'.join(LEVELS)})$")]
EmoteName = Annotated[str, Meta(pattern=f"^({'|'.join(EMOTES)})$")]


class CommandBase(Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all commands have beside their type."""

    id: CommandId  # of your choice, new for every command: asked twice with one id, it is done once
    seq: Annotated[int, Meta(ge=0)] = 0  # how far you have seen the table


class Sit(CommandBase, frozen=True, tag="sit"):
    """Take a free seat; without a number the first."""

    seat: SeatNumber | None = None


class Ready(CommandBase, frozen=True, tag="ready"):
    """Say that one is ready, or not yet: for the settings that one has seen, by `seq`."""

    ready: bool = True


class Rename(CommandBase, frozen=True, tag="rename"):
    """Before the start, appear at the table with the name and the avatar one has now."""


class AddBot(CommandBase, frozen=True, tag="bot"):
    """The host lets a bot take a free seat, or changes the level of one that sits there."""

    level: Level
    seat: SeatNumber | None = None


class Remove(CommandBase, frozen=True, tag="remove"):
    """The host frees a seat before the start."""

    seat: SeatNumber


class ChangeSettings(CommandBase, frozen=True, tag="settle"):
    """The host changes what the table agrees on, before the start."""

    settings: Settings


class Start(CommandBase, frozen=True, tag="start"):
    """The host starts the game; seats still free are taken away.

    All who are awaited must be ready before: those for whom a rematch has reserved a seat, and
    those who sat down for other settings.

    Where the settings say who begins, the seats are rotated. So they may have other
    numbers from now on.
    """


class Play(CommandBase, frozen=True, tag="play"):
    """Make a move, by its text."""

    move: Annotated[str, Meta(min_length=1, max_length=60)]  # one of the `legal` you were told


class Leave(CommandBase, frozen=True, tag="leave"):
    """Get up: before the start the seat is free; later a bot plays on."""


class Return(CommandBase, frozen=True, tag="return"):
    """Take one's seat back from the bot that played on."""


class Cover(CommandBase, frozen=True, tag="cover"):
    """Let a bot play on for somebody a table without a clock has waited for too long."""

    seat: SeatNumber


class Say(CommandBase, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH)]


class Emote(CommandBase, frozen=True, tag="emote"):
    """Show how one feels, with one of the quick signs."""

    emote: EmoteName


class Abandon(CommandBase, frozen=True, tag="abandon"):
    """Ask to end the game without a result; it ends when all who have a say ask.

    A wish lapses when anything happens in the game. Who has left has no say.
    """


class Rematch(CommandBase, frozen=True, tag="rematch"):
    """After the end: a new table with seats reserved for the same people, who have to accept."""


class AskHint(CommandBase, frozen=True, tag="hint"):
    """Ask what an expert would play. Only a question: it changes nothing and is not logged."""


class Follow(CommandBase, frozen=True, tag="follow"):
    """After a rematch was set up: go on at its table over this socket. Not logged."""


class Ping(CommandBase, frozen=True, tag="ping"):
    """Ask whether somebody is there."""


Command = (
    Sit
    | Ready
    | Rename
    | AddBot
    | Remove
    | ChangeSettings
    | Start
    | Play
    | Leave
    | Return
    | Cover
    | Say
    | Emote
    | Abandon
    | Rematch
)

Question = AskHint | Follow | Ping
Request = Command | Question
