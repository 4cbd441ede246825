"""What is answered when something can't be done: a stable code, a sentence, the field at fault."""

from math import ceil
from typing import Any

import msgspec

from pioche.words import LANGUAGES, common_words

# Every code there is, with its HTTP status. Their sentences are the words under
# "server", "problems".
STATUS = {
    "no-person": 401,
    "no-avatar": 400,
    "empty": 400,
    "too-long": 400,
    "link-gone": 410,
    "too-many-keys": 409,
    "too-many-tables": 429,
    "no-table": 404,
    "no-record": 409,
    "bad-record": 400,
    "malformed": 400,
    "no-token": 404,
    "no-device": 404,
    "logged-out": 401,
    "too-fast": 429,
    "too-many-sockets": 429,
    "too-many-people": 429,
    "too-many-connections": 429,
    "too-big": 413,
    "head-too-big": 431,
    "too-slow": 408,
    "wrong-origin": 403,
    "wrong-host": 421,
    "bad-request": 400,
    "not-allowed": 403,
    "not-found": 404,
    "wrong-method": 405,
    "busy": 503,
    "store-down": 503,
    "store-damaged": 503,
    "internal": 500,
}


class ProblemDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem as the client reads it."""

    code: str
    text: str
    field: str | None = None
    ref: str | None = None  # what the log calls it, where the fault is the server's


class Problem(ValueError):
    """Something that can't be done, and why. The client is told."""

    def __init__(
        self, code: str, *, field: str | None = None, retry: float | None = None, **params: Any
    ) -> None:
        self.code = code
        self.field = field
        self.retry = retry  # seconds until it is worth trying again
        self.params = params
        super().__init__(f"{field}: {self.text()}" if field else self.text())

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS[self.code]

    @property
    def seconds(self) -> int:
        """How long to wait, in whole seconds."""
        return max(1, ceil((self.retry or 0) - 0.001))

    def text(self, lang: str = "en") -> str:
        """The sentence, in a language."""
        words = common_words(lang)["server"]
        said = {"seconds": self.seconds, "field": words["fields"].get(self.field, self.field)}
        return str(words["problems"][self.code].format(**said | self.params))

    def build_details(self, lang: str = "en") -> ProblemDetails:
        return ProblemDetails(self.code, self.text(lang), self.field, self.params.get("ref"))

    def build_headers(self) -> dict[str, str]:
        """Headers of the answer: when to come back."""
        return {} if self.retry is None else {"retry-after": str(self.seconds)}


def negotiate_language(accepted: str) -> str:
    """The language of an Accept-Language header that the server speaks best; else English.

    >>> negotiate_language("de, fr-CH;q=0.9, en;q=0.8")
    'fr'
    """
    wishes = [part.partition(";") for part in accepted[:200].split(",")]
    ranked = sorted(wishes, key=lambda wish: -parse_quality(wish[2]))
    tags = (tag.strip().lower()[:2] for tag, _, weight in ranked if parse_quality(weight) > 0)
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


def parse_quality(weight: str) -> float:
    """The q of a wish; 1 where nothing is said, 0 where it makes no sense."""
    try:
        return float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0
