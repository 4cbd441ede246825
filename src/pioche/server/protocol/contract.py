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
