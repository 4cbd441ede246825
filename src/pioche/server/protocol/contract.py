"""Which structs make up the wire, in which direction each of them goes."""

from pioche.core.bot import LEVELS
from pioche.server.protocol.typescript import TypeScript
from pioche.server.protocol.wire import Direction, members
from pioche.tables import entries
from pioche.tables.commands import EMOTES, Asked, Question
from pioche.tables.messages import ABSENCES, PHASES, Message
from pioche.tables.seen import HIDDEN

COMMANDS, QUESTIONS, MESSAGES = members(Asked), members(Question), members(Message)
NEWS_OF = tuple(entry for entry in members(entries.Logged) if entry is not entries.Played)

ASKED = Direction([*COMMANDS, *QUESTIONS], asked=True)
TOLD = Direction(MESSAGES, asked=False)
NEWS = Direction(NEWS_OF, asked=False, hidden=HIDDEN)

WORDS = {"Level": LEVELS, "Sign": EMOTES, "Phase": PHASES, "Absence": ABSENCES}
PRECISE = {("Update", "news"): "News"}  # what the structs leave open


def typescript() -> str:
    """The wire in TypeScript."""
    made = TypeScript([TOLD, NEWS, ASKED], WORDS, PRECISE)
    unions = {
        "Message": (TOLD, MESSAGES),
        "News": (NEWS, NEWS_OF),
        "Command": (ASKED, COMMANDS),
        "Question": (ASKED, QUESTIONS),
    }
    return made.module(unions)


def parts() -> dict[str, Callable[[], str]]:
    """What is made for the page."""
    return {
        "refusals": lambda: reference.sentences(house_words("en")["table"]["refusals"]),
        "limits": lambda: reference.limits(Limits),
        "conversation": lambda: Conversation().text(),
        "common": lambda: reference.common(ASKED.shape(Command)),
        "commands": lambda: by_type(ASKED, COMMANDS),
        "questions": lambda: by_type(ASKED, QUESTIONS),
        "messages": lambda: reference.one_by_one(TOLD.shapes[each] for each in MESSAGES),
        "news": lambda: by_type(NEWS, NEWS_OF),
        "shapes": lambda: reference.one_by_one(shapes()),
    }


def by_type(direction: Direction, structs: Sequence[type[Struct]]) -> str:
    """A table of small shapes."""
    known = ASKED.shape(Command).fields if direction.asked else ()
    return reference.by_type([direction.shapes[each] for each in structs], known)


def shapes() -> Iterable[Shape]:
    """What stands inside messages and commands."""
    return (TOLD.shapes[each] for each in TOLD.structs if each not in MESSAGES)
