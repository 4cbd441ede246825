"""The log: one JSON object a line on stderr, or something to read where that is a terminal.

    log = logging.getLogger(__name__)
    log.warning("the store does not answer", extra={"seconds": 3})

The message names the event; what else there is to say are fields. Secrets stay out by how it is
built: numbers pass; texts only in fields that are known to hold none (`TEXT_FIELDS`), so a cookie,
something said at a table or a card can't get in under a name of its own; and what looks like a
secret is taken out of messages and of the traces of errors, which others have written.
"""

import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Any, TextIO

import msgspec

LEVEL_VARIABLE = (
    "PIOCHE_LOG"  # the environment may ask for more or less: debug, info, warning, error
)
UVICORN_LOGGERS = ("uvicorn", "uvicorn.error", "uvicorn.asgi")
HIDDEN = "…"
LONGEST = 300

# Fields that may hold texts. None of them comes from what somebody has typed.
TEXT_FIELDS = {
    *("ref", "path", "method", "kind", "type", "reason", "state", "phase", "signal"),
    *("game", "level", "person", "table", "host", "database", "version", "worker", "error"),
}
# A table's code lets anybody in: its beginning is enough to find it.
TRUNCATED_FIELDS = {"table": 4}

STANDARD_FIELDS = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}

SECRET_PATTERN = re.compile(
    r"(?P<cookie>pioche=)[^;\s'\"]+"
    r"|(?P<bearer>bearer\s+)\S+"
    r"|(?P<url>://[^\s:/@]*:)[^\s@]+(?=@)"  # the password of a database
    r"|(?P<query>[?#])[\w.~%-]+=[^\s'\"]*"  # what follows in an address
    r"|[\w-]{43,}"  # 256 bits, as we write them; hashes are longer
    r"|\bb\\*['\"][^\n]*",  # bytes are never to be read, nor what follows: they end anywhere
    re.IGNORECASE | re.ASCII,
)
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def redact_secrets(text: str) -> str:
    """A text without what looks like a secret.

    >>> redact_secrets("postgresql://ada:lovelace@db/pioche")
    'postgresql://ada:…@db/pioche'
    """
    return SECRET_PATTERN.sub(
        lambda found: (found[found.lastgroup] if found.lastgroup else "") + HIDDEN, text
    )


def redact_field(name: str, value: Any) -> Any:
    """A field's value as the log may have it."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if name not in TEXT_FIELDS:
        return HIDDEN
    text = redact_secrets(str(value))[:LONGEST]
    return text[: TRUNCATED_FIELDS[name]] + HIDDEN if name in TRUNCATED_FIELDS else text


def collect_fields(record: logging.LogRecord) -> dict[str, Any]:
    """What a record says beside its event."""
    # What begins with an underscore others have put there for themselves.
    ours = {name: value for name, value in vars(record).items() if name[0] != "_"}
    extra = {name: value for name, value in ours.items() if name not in STANDARD_FIELDS}
    return {name: redact_field(name, value) for name, value in extra.items() if value is not None}


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        head: dict[str, Any] = {
            "time": read_time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": redact_secrets(record.getMessage()),
            "from": record.name,
            "pid": record.process,
        }
        return msgspec.json.encode(
            head | collect_fields(record) | self.format_trace(record)
        ).decode()

    def format_trace(self, record: logging.LogRecord) -> dict[str, str]:
        """Where an error came from."""
        if not record.exc_info:
            return {}
        return {"trace": redact_secrets(self.formatException(record.exc_info))}


class TextFormatter(JsonFormatter):
    """For people: the time, the event, the fields, and traces as Python writes them."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as people read it."""
        said = " ".join(f"{name}={value}" for name, value in collect_fields(record).items())
        time = read_time(record).astimezone().strftime("%H:%M:%S")
        event = redact_secrets(record.getMessage())
        text = f"{time} {record.levelname.lower():7} {event}  {said}".rstrip().replace("\n", " ")
        traces = "".join(f"\n{trace}" for trace in self.format_trace(record).values())
        return CONTROLS.sub(HIDDEN, text + traces)


class OccasionalFilter(logging.Filter):
    """Lets a warning through once in a while, with how often it came since the last time.

    For loggers whose warnings somebody outside can cause as often as they like.
    """

    def __init__(self, seconds: float = 10.0, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.seconds, self.clock = seconds, clock
        self.counts: Counter[str] = Counter()
        self.next_times: dict[str, float] = {}  # by message, of which there are few

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to let a record through."""
        if record.levelno != logging.WARNING:
            return True
        event, now = str(record.msg), self.clock()
        self.counts[event] += 1
        if now < self.next_times.get(event, now):
            return False
        self.next_times[event] = now + self.seconds
        record.times = self.counts.pop(event)
        return True


def read_time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def build_handler(stream: TextIO) -> logging.Handler:
    """Writes the log to a stream."""
    made = logging.StreamHandler(stream)
    made.setFormatter(TextFormatter() if stream.isatty() else JsonFormatter())
    return made


def set_up(level: str | None = None) -> None:
    """Write all logs of this process to stderr: ours from a level on, others' warnings.

    uvicorn tells of every socket with its address at the level "info", so it is not asked for
    that; its access log stays off.
    """
    chosen = (level or os.environ.get(LEVEL_VARIABLE) or "info").upper()
    logging.basicConfig(handlers=[build_handler(sys.stderr)], level=logging.WARNING, force=True)
    known = logging.getLevelNamesMapping()
    logging.getLogger("pioche").setLevel(known.get(chosen, logging.INFO))
    for name in UVICORN_LOGGERS:
        theirs = logging.getLogger(name)
        theirs.handlers, theirs.propagate = [], True
        theirs.setLevel(logging.WARNING)
    filter_others()
    logging.getLogger("uvicorn.access").disabled = True


def filter_others() -> None:
    """Let nobody outside, nor a database that hangs, fill the log by way of others' loggers."""
    for name in UVICORN_LOGGERS:
        logging.getLogger(name).filters = [demote_client_fault, OccasionalFilter()]
    logging.getLogger("asyncpg.pool").filters = [drop_trace, OccasionalFilter()]


def drop_trace(record: logging.LogRecord) -> bool:
    """Make one line of what need not be looked for in the code."""
    record.exc_info = record.exc_text = None
    return True


def demote_client_fault(record: logging.LogRecord) -> bool:
    """Make one line of what uvicorn logs as an error of its own, though a client has caused it."""
    if str(record.msg).startswith("Invalid UTF-8"):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
    return True


request_log = logging.getLogger("pioche.server.request")


def log_request(scope: Mapping[str, Any], status: int, seconds: float) -> None:
    """A request was answered; for the guard. The path is that of the route, not of the asker."""
    if request_log.isEnabledFor(logging.DEBUG):
        path = scope.get("path_template") or HIDDEN
        method = scope.get("method", "SOCKET")
        took = round(seconds * 1000, 1)
        extra = {"method": method, "path": path, "status": status, "ms": took}
        request_log.debug("request", extra=extra)
