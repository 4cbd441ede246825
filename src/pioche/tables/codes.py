"""The codes of tables: short, easy to read aloud, not to be guessed."""

import hmac
from collections.abc import Callable

# Sixteen signs that neither look nor sound alike, in French or in English: 48 bits.
ALPHABET = "2345679fhkmrtwxy"
CODE_LENGTH = 12


def make_code(random_bytes: Callable[[int], bytes]) -> str:
    """A code from chance that nobody can foresee."""
    return "".join(ALPHABET[byte & 15] for byte in random_bytes(CODE_LENGTH))


def derive_rematch_code(secret: bytes, number: int) -> str:
    """The code of a table's rematch: the same for all who set it up.

    The number is for the case that somebody else's table has the code.
    """
    digest = hmac.digest(secret, b"rematch %d" % number, "sha256")
    return make_code(lambda length: digest[:length])


def read_code(text: str) -> str | None:
    """A code as somebody typed it, or None where it can't be one.

    >>> read_code("K7TM 4rx9-w2hf")
    'k7tm4rx9w2hf'
    >>> read_code("hello") is None
    True
    """
    code = "".join(sign for sign in text.lower() if sign not in " -_")
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def format_code(code: str) -> str:
    """A code as one reads it aloud.

    >>> format_code("k7tm4rx9w2hf")
    'k7tm-4rx9-w2hf'
    """
    return "-".join(code[i : i + 4] for i in range(0, CODE_LENGTH, 4))
