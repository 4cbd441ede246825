"""Names and texts as people may give them: one line, nothing unseen, nothing that climbs.

What can't be seen is taken away without a word; what is empty then, or too long, is refused.
Markup is no matter here: whoever shows a text escapes it. A client sets names apart from what
stands around them (`<bdi>`), since names in Arabic or Hebrew run the other way.
"""

import unicodedata

from pioche.server.problem import Problem
from pioche.tables.commands import MAX_TEXT_LENGTH

LONGEST_NAME = 20
LONGEST_LABEL = 40
MAX_POINTS_PER_CHARACTER = (
    4  # code points a character may take on average: families of emoji take more
)
MARKS_IN_A_ROW = 2
MAX_JOINED = 3  # pictures that may be joined to one: a family of four

JOINER = "\u200d"
FLAG = "\U0001f3f4"  # 🏴, and with letters of its own that can't be seen, the flags of Britain
FLAG_END = "\U000e007f"
SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")  # of skin
BRITAIN = ("gbeng", "gbsct", "gbwls")
# Letters and marks that show nothing, so that a name of them would look empty.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")


def sanitize_name(given: str) -> str:
    return sanitize_field(given, "name", LONGEST_NAME)


def sanitize_text(given: str) -> str:
    """Something said at a table."""
    return sanitize_field(given, "text", MAX_TEXT_LENGTH)


def sanitize_label(given: str) -> str:
    """What a person calls one of their programs."""
    return sanitize_field(given, "label", LONGEST_LABEL)


def sanitize_field(given: str, field: str, most: int) -> str:
    """A cleaned text of 1 to `most` characters; Problem otherwise."""
    # So much of what can't be seen is no accident, and cleaning it would cost something.
    if len(given) > 8 * MAX_POINTS_PER_CHARACTER * most:
        raise Problem("too-long", field=field, most=most)
    cleaned = sanitize(given)
    if not cleaned:
        raise Problem("empty", field=field, most=most)
    if count_characters(cleaned) > most or len(cleaned) > MAX_POINTS_PER_CHARACTER * most:
        raise Problem("too-long", field=field, most=most)
    return cleaned


def sanitize(given: str) -> str:
    """One line of what can be seen, composed, with single spaces.

    >>> sanitize("  Ada\\u202e \\n Lovelace\\u200b ")
    'Ada Lovelace'
    """
    seen = unicodedata.normalize("NFC", remove_invisible(given))
    return " ".join(limit_marks(seen).split())


def remove_invisible(given: str) -> str:
    """Without what can't be seen; all white space is spaces."""
    kept: list[str] = []
    for at, char in enumerate(given):
        if char.isspace():
            kept.append(" ")
        elif not is_invisible(char) or is_emoji_joiner(given, at) or is_flag_tag(given, at):
            kept.append(char)
    return "".join(kept)


def is_invisible(char: str) -> bool:
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


def is_emoji_joiner(given: str, at: int) -> bool:
    """Whether this joins two pictures into one, as in families and flags."""
    if given[at] != JOINER or at + 1 == len(given):
        return False
    before = given[:at].rstrip("\ufe0f")[-1:]
    return is_emoji(before) and is_emoji(given[at + 1])


def is_emoji(char: str) -> bool:
    """Whether this is a picture, by the blocks where those are."""
    block = "\U0001f000" <= char <= "\U0001fbff" or "\u2190" <= char <= "\u2bff"
    return block and not is_invisible(char)


def is_flag_tag(given: str, at: int) -> bool:
    """Whether this belongs to one of the flags that are spelled in unseen letters."""
    start = given.rfind(FLAG, max(0, at - 6), at)
    return start >= 0 and any(given.startswith(flag, start) for flag in FLAGS)


def spell_flag(region: str) -> str:
    """A flag spelled in unseen letters."""
    return FLAG + "".join(chr(0xE0000 + ord(letter)) for letter in region) + FLAG_END


FLAGS = tuple(spell_flag(region) for region in BRITAIN)


def limit_marks(given: str) -> str:
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


def count_characters(given: str) -> int:
    """How many characters a reader sees, near enough: marks and what is joined don't count.

    >>> count_characters("né"), count_characters("👩🏽‍🚀"), count_characters("🇫🇷")
    (2, 1, 1)
    """
    count = joins = 0
    before = ""
    for char in given:
        joins += before == JOINER
        if not (is_joined(before, char) and joins <= MAX_JOINED):
            count += 1
            joins = 0
            before = char
        else:
            before = "" if is_regional_indicator(char) else char  # a third half starts another flag
    return count


def is_joined(before: str, char: str) -> bool:
    """Whether a character is one with that before it."""
    if SKIN_TONES[0] <= char <= SKIN_TONES[1]:
        return is_emoji(before) and not SKIN_TONES[0] <= before <= SKIN_TONES[1]
    mark = unicodedata.category(char)[0] == "M" or is_invisible(char)
    return (
        mark or before == JOINER or (is_regional_indicator(before) and is_regional_indicator(char))
    )


def is_regional_indicator(char: str) -> bool:
    """Whether this is one of the letters that make a flag in pairs."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"
