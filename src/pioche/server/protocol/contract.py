"""Which structs make up the wire, and which parts of the page are made from them."""

import sys
from collections.abc import Callable, Iterable, Sequence
from inspect import getmembers

from msgspec import Struct

from pioche.core.bot import LEVELS
from pioche.server import film, study, visit
from pioche.server.api import continuing, games, people, site, tables
from pioche.server.app import build
from pioche.server.identity import AVATARS, Token
from pioche.server.lobby import Lobby
from pioche.server.problem import STATUS, ProblemSaid
from pioche.server.protocol import http, reference
from pioche.server.protocol.conversation import Conversation
from pioche.server.protocol.notes import numbers
from pioche.server.protocol.typescript import TypeScript
from pioche.server.protocol.wire import Direction, Shape, members
from pioche.server.settings import Limits, ServerSettings
from pioche.tables import entries
from pioche.tables.commands import EMOTES, Asked, Command, Question
from pioche.tables.messages import ABSENCES, PHASES, Message
from pioche.tables.seen import HIDDEN
from pioche.words import house_words


def bodies(asked: bool) -> list[type[Struct]]:
    """What is sent and told over HTTP alone. What may be sent is strict, what is told is not."""
    found = [
        struct
        for module in (people, games, tables, continuing, film, study, site)
        for _, struct in getmembers(sys.modules[module.__name__], is_struct)
        if struct.__module__ == module.__name__
    ]
    return [each for each in found if each.__struct_config__.forbid_unknown_fields is asked]


def is_struct(found: object) -> bool:
    """Whether this is a struct."""
    return isinstance(found, type) and issubclass(found, Struct)


COMMANDS, QUESTIONS, MESSAGES = members(Asked), members(Question), members(Message)
NEWS_OF = tuple(entry for entry in members(entries.Logged) if entry is not entries.Played)

ASKED = Direction([*COMMANDS, *QUESTIONS, *bodies(asked=True)], asked=True)
TOLD = Direction([*MESSAGES, Lobby, ProblemSaid, Token, *bodies(asked=False)], asked=False)
NEWS = Direction(NEWS_OF, asked=False, hidden=HIDDEN)

WORDS = {
    "Level": LEVELS,
    "Sign": EMOTES,
    "Phase": PHASES,
    "Absence": ABSENCES,
    "Avatar": AVATARS,
}
PRECISE = {("Update", "news"): "News"}  # what the structs leave open


def typescript() -> str:
    """The wire in TypeScript."""
    unions = {
        "Message": (TOLD, MESSAGES),
        "News": (NEWS, NEWS_OF),
        "Command": (ASKED, COMMANDS),
        "Question": (ASKED, QUESTIONS),
    }
    return TypeScript([TOLD, NEWS, ASKED], WORDS, PRECISE).module(unions)


def parts() -> dict[str, Callable[[], str]]:
    """What is made for the page."""
    return {
        "http": lambda: http.requests(openapi()),
        "problems": problems,
        "refusals": lambda: reference.sentences(house_words("en")["table"]["refusals"]),
        "limits": lambda: reference.limits(Limits),
        "closing": lambda: reference.sentences(numbers(visit)),
        "conversation": lambda: Conversation().text(),
        "common": lambda: reference.common(ASKED.shape(Command)),
        "commands": lambda: by_type(ASKED, COMMANDS),
        "questions": lambda: by_type(ASKED, QUESTIONS),
        "messages": lambda: reference.one_by_one(TOLD.shapes[each] for each in MESSAGES),
        "news": lambda: by_type(NEWS, NEWS_OF),
        "shapes": lambda: reference.one_by_one(shapes()),
    }


def openapi() -> dict[str, object]:
    """The OpenAPI description of the server."""
    return build(ServerSettings("sqlite:///unused")).openapi_schema.to_schema()


def problems() -> str:
    """The errors of the HTTP API, with their statuses."""
    words = house_words("en")["server"]["problems"]
    rows = [[f"`{code}`", str(status), words[code]] for code, status in STATUS.items()]
    return reference.table(["its code", "status", ""], rows)


def by_type(direction: Direction, structs: Sequence[type[Struct]]) -> str:
    """A table of small shapes."""
    known = ASKED.shape(Command).fields if direction.asked else ()
    return reference.by_type([direction.shapes[each] for each in structs], known)


def shapes() -> Iterable[Shape]:
    """What stands inside messages and commands, and what HTTP sends and tells."""
    inside = {each: TOLD.shapes[each] for each in TOLD.structs if each not in MESSAGES}
    asked = {each: ASKED.shapes[each] for each in ASKED.structs if ASKED.shapes[each].tag is None}
    return (asked | inside | both(asked, inside)).values()


def both(
    asked: dict[type[Struct], Shape], told: dict[type[Struct], Shape]
) -> dict[type[Struct], Shape]:
    """Of what goes both ways, the shape that says what may be left out."""
    return {each: asked[each] for each in asked if each in told}
