"""Which structs make up the wire, and which parts of the page are made from them."""

import sys
from collections.abc import Callable, Iterable, Sequence
from inspect import getmembers

from msgspec import Struct

from pioche.core.bot import LEVELS
from pioche.server.http.app import build_app
from pioche.server.http.routes import continuing, games, people, site, tables
from pioche.server.people.devices import Device
from pioche.server.people.identity import AVATARS, Token
from pioche.server.problem import STATUS, ProblemDetails
from pioche.server.replays import replay, study
from pioche.server.settings import Limits, ServerSettings
from pioche.server.sockets import session
from pioche.server.tables.lobby import Lobby
from pioche.tables import entries
from pioche.tables.commands import EMOTES, Command, CommandBase, Question
from pioche.tables.messages import ABSENCES, PHASES, Message
from pioche.tables.table_views import HIDDEN_FIELDS
from pioche.words import common_words
from tools.protocol import http, reference
from tools.protocol.conversation import ExampleConversation
from tools.protocol.notes import read_number_notes
from tools.protocol.typescript import TypeScriptWriter
from tools.protocol.wire import Direction, Shape, list_union_members


def list_body_structs(is_request: bool) -> list[type[Struct]]:
    """What is sent and told over HTTP alone. What may be sent is strict, what is told is not."""
    found = [
        struct
        for module in (people, games, tables, continuing, replay, study, site)
        for _, struct in getmembers(sys.modules[module.__name__], is_struct)
        if struct.__module__ == module.__name__
    ]
    return [each for each in found if each.__struct_config__.forbid_unknown_fields is is_request]


def is_struct(found: object) -> bool:
    """Whether this is a struct."""
    return isinstance(found, type) and issubclass(found, Struct)


COMMANDS, QUESTIONS, MESSAGES = (
    list_union_members(Command),
    list_union_members(Question),
    list_union_members(Message),
)
NEWS_ENTRIES = tuple(
    entry for entry in list_union_members(entries.Entry) if entry is not entries.Played
)

REQUESTS = Direction([*COMMANDS, *QUESTIONS, *list_body_structs(is_request=True)], is_request=True)
RESPONSES = Direction(
    [*MESSAGES, Lobby, ProblemDetails, Token, Device, *list_body_structs(is_request=False)],
    is_request=False,
)
NEWS = Direction(NEWS_ENTRIES, is_request=False, hidden=HIDDEN_FIELDS)

WORDS = {
    "Level": LEVELS,
    "Sign": EMOTES,
    "Phase": PHASES,
    "Absence": ABSENCES,
    "Avatar": AVATARS,
}
PRECISE_TYPES = {("Update", "news"): "News"}  # what the structs leave open


def render_typescript() -> str:
    """The wire in TypeScript."""
    unions = {
        "Message": (RESPONSES, MESSAGES),
        "News": (NEWS, NEWS_ENTRIES),
        "Command": (REQUESTS, COMMANDS),
        "Question": (REQUESTS, QUESTIONS),
    }
    return TypeScriptWriter([RESPONSES, NEWS, REQUESTS], WORDS, PRECISE_TYPES).render_module(unions)


def list_page_parts() -> dict[str, Callable[[], str]]:
    """What is made for the page."""
    return {
        "http": lambda: http.render_requests(build_openapi()),
        "problems": render_problems,
        "refusals": lambda: reference.render_codes(common_words("en")["table"]["refusals"]),
        "limits": lambda: reference.render_limits(Limits),
        "closing": lambda: reference.render_codes(read_number_notes(session)),
        "conversation": lambda: ExampleConversation().render(),
        "common": lambda: reference.render_common_fields(REQUESTS.build_shape(CommandBase)),
        "commands": lambda: render_by_type(REQUESTS, COMMANDS),
        "questions": lambda: render_by_type(REQUESTS, QUESTIONS),
        "messages": lambda: reference.render_sections(RESPONSES.shapes[each] for each in MESSAGES),
        "news": lambda: render_by_type(NEWS, NEWS_ENTRIES),
        "shapes": lambda: reference.render_sections(list_shapes()),
    }


def build_openapi() -> dict[str, object]:
    """The OpenAPI description of the server."""
    return build_app(ServerSettings("sqlite:///unused")).openapi_schema.to_schema()


def render_problems() -> str:
    """The errors of the HTTP API, with their statuses."""
    words = common_words("en")["server"]["problems"]
    rows = [[f"`{code}`", str(status), words[code]] for code, status in STATUS.items()]
    return reference.render_table(["its code", "status", ""], rows)


def render_by_type(direction: Direction, structs: Sequence[type[Struct]]) -> str:
    """A table of small shapes."""
    known = REQUESTS.build_shape(CommandBase).fields if direction.is_request else ()
    return reference.render_by_type([direction.shapes[each] for each in structs], known)


def list_shapes() -> Iterable[Shape]:
    """What stands inside messages and commands, and what HTTP sends and tells."""
    inside = {each: RESPONSES.shapes[each] for each in RESPONSES.structs if each not in MESSAGES}
    asked = {
        each: REQUESTS.shapes[each]
        for each in REQUESTS.structs
        if REQUESTS.shapes[each].tag is None
    }
    return (asked | inside | pick_request_shapes(asked, inside)).values()


def pick_request_shapes(
    asked: dict[type[Struct], Shape], told: dict[type[Struct], Shape]
) -> dict[type[Struct], Shape]:
    """Of what goes both ways, the shape that says what may be left out."""
    return {each: asked[each] for each in asked if each in told}
