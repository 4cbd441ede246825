"""Names and texts as people may give them: one line, nothing unseen, nothing that climbs.

What can't be seen is taken away without a word; what is empty then, or too long, is refused.
Markup is no matter here: whoever shows a text escapes it. A client sets names apart from what
stands around them (`<bdi>`), since names in Arabic or Hebrew run the other way.
"""

import unicodedata

from pioche.server.problem import Problem
from pioche.tables.commands import LONGEST_TEXT

LONGEST_NAME = 20
LONGEST_LABEL = 40
POINTS_EACH = 4  # code points a character may take on average: families of emoji take more
MARKS_IN_A_ROW = 2
JOINED = 3  # pictures that may be joined to one: a family of four

JOINER = "\u200d"
FLAG = "\U0001f3f4"  # 🏴, and with letters of its own that can't be seen, the flags of Britain
FLAG_END = "\U000e007f"
TONES = ("\U0001f3fb", "\U0001f3ff")  # of skin
BRITAIN = ("gbeng", "gbsct", "gbwls")
# Letters and marks that show nothing, so that a name of them would look empty.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")


def name(given: str) -> str:
    """A person's name."""
    return checked(given, "name", LONGEST_NAME)


def text(given: str) -> str:
    """Something said at a table."""
    return checked(given, "text", LONGEST_TEXT)


def label(given: str) -> str:
    """What a person calls one of their programs."""
    return checked(given, "label", LONGEST_LABEL)


def checked(given: str, field: str, most: int) -> str:
    """A cleaned text of 1 to `most` characters; Problem otherwise."""
    # So much of what can't be seen is no accident, and cleaning it would cost something.
    if len(given) > 8 * POINTS_EACH * most:
        raise Problem("too-long", field=field, most=most)
    cleaned = clean(given)
    if not cleaned:
        raise Problem("empty", field=field, most=most)
    if length(cleaned) > most or len(cleaned) > POINTS_EACH * most:
        raise Problem("too-long", field=field, most=most)
    return cleaned


def clean(given: str) -> str:
    """One line of what can be seen, composed, with single spaces.

    >>> clean("  Ada\\u202e \\n Lovelace\\u200b ")
    'Ada Lovelace'
    """
    seen = unicodedata.normalize("NFC", seen_part(given))
    return " ".join(unmarked(seen).split())


def seen_part(given: str) -> str:
    """Without what can't be seen; all white space is spaces."""
    kept: list[str] = []
    for at, char in enumerate(given):
        if char.isspace():
            kept.append(" ")
        elif not hidden(char) or joins(given, at) or waves(given, at):
            kept.append(char)
    return "".join(kept)


def hidden(char: str) -> bool:
    """Whether nothing is to be seen of a character, or nothing that all would see alike."""
    if char < "\x7f":
        return char < " "
    # Not yet assigned (Cn) stays: emoji are newer than the tables of some Python. What will
    # never be assigned, and the range kept for signs that can't be seen, goes.
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co")
        or char in BLANK
        or ord(char) & 0xFFFE == 0xFFFE
        or "\ufdd0" <= char <= "\ufdef"
        or "\ufff0" <= char <= "\ufff8"
        or "\U000e0000" <= char <= "\U000e00ff"
        or "\U000e01f0" <= char <= "\U000e0fff"
        or char == "\u2065"
    )


def joins(given: str, at: int) -> bool:
    """Whether this joins two pictures into one, as in families and flags."""
    if given[at] != JOINER or at + 1 == len(given):
        return False
    before = given[:at].rstrip("\ufe0f")[-1:]
    return pictured(before) and pictured(given[at + 1])


def pictured(char: str) -> bool:
    """Whether this is a picture, by the blocks where those are."""
    block = "\U0001f000" <= char <= "\U0001fbff" or "\u2190" <= char <= "\u2bff"
    return block and not hidden(char)


def waves(given: str, at: int) -> bool:
    """Whether this belongs to one of the flags that are spelled in unseen letters."""
    start = given.rfind(FLAG, max(0, at - 6), at)
    return start >= 0 and any(given.startswith(flag, start) for flag in FLAGS)


def spelled(region: str) -> str:
    """A flag spelled in unseen letters."""
    return FLAG + "".join(chr(0xE0000 + ord(letter)) for letter in region) + FLAG_END


FLAGS = tuple(spelled(region) for region in BRITAIN)


def unmarked(given: str) -> str:
    """Without marks that stand on nothing or on too many others."""
    kept: list[str] = []
    marks = MARKS_IN_A_ROW  # nothing to stand on yet
    for char in given:
        if unicodedata.category(char)[0] == "M":
            marks += 1
        else:
            marks = MARKS_IN_A_ROW if char == " " else 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)


def length(given: str) -> int:
    """How many characters a reader sees, near enough: marks and what is joined don't count.

    >>> length("né"), length("👩🏽‍🚀"), length("🇫🇷")
    (2, 1, 1)
    """
    count = joins = 0
    before = ""
    for char in given:
        joins += before == JOINER
        if not (joined(before, char) and joins <= JOINED):
            count += 1
            joins = 0
            before = char
        else:
            before = "" if half(char) else char  # a third half starts another flag
    return count


def joined(before: str, char: str) -> bool:
    """Whether a character is one with that before it."""
    if TONES[0] <= char <= TONES[1]:
        return pictured(before) and not TONES[0] <= before <= TONES[1]
    mark = unicodedata.category(char)[0] == "M" or hidden(char)
    return mark or before == JOINER or (half(before) and half(char))


def half(char: str) -> bool:
    """Whether this is one of the letters that make a flag in pairs."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"
