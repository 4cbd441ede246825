"""The log: one JSON object a line on stderr, or something to read where that is a terminal.

    log = logging.getLogger(__name__)
    log.warning("the store does not answer", extra={"seconds": 3})

The message names the event; what else there is to say are fields. Secrets stay out by how it is
built: numbers pass; texts only in fields that are known to hold none (`WORDS`), so that a cookie,
something said at a table or a card can't get in under a name of its own; and what looks like a
secret is taken out of messages and of the traces of errors, which others have written.
"""

import logging
import os
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

LEVEL = "PIOCHE_LOG"  # the environment may ask for more or less: debug, info, warning, error
HIDDEN = "…"
LONGEST = 300

# Fields that may hold texts. None of them comes from what somebody has typed.
WORDS = {
    *("ref", "path", "method", "kind", "type", "reason", "state", "phase", "signal"),
    *("game", "level", "person", "table", "host", "database", "version", "worker", "error"),
}
# A table's code lets anybody in: its beginning is enough to find it.
CUT = {"table": 4}

STANDARD = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}

SECRETS = re.compile(
    r"(?P<cookie>pioche=)[^;\s'\"]+"
    r"|(?P<bearer>bearer\s+)\S+"
    r"|(?P<url>://[^\s:/@]*:)[^\s@]+(?=@)"  # the password of a database
    r"|(?P<query>[?#])[\w.~%-]+=[^\s'\"]*"  # what follows in an address
    r"|[\w-]{43,}"  # 256 bits, as we write them; hashes are longer
    r"|\bb\\*['\"][^\n]*",  # bytes are never to be read, nor what follows: they end anywhere
    re.IGNORECASE | re.ASCII,
)
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def without_secrets(text: str) -> str:
    """A text without what looks like a secret.

    >>> without_secrets("postgresql://ada:lovelace@db/pioche")
    'postgresql://ada:…@db/pioche'
    """
    return SECRETS.sub(
        lambda found: (found[found.lastgroup] if found.lastgroup else "") + HIDDEN, text
    )


def allowed(name: str, value: Any) -> Any:
    """A field's value as the log may have it."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if name not in WORDS:
        return HIDDEN
    text = without_secrets(str(value))[:LONGEST]
    return text[: CUT[name]] + HIDDEN if name in CUT else text


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """What a record says beside its event."""
    # What begins with an underscore others have put there for themselves.
    ours = {name: value for name, value in vars(record).items() if name[0] != "_"}
    extra = {name: value for name, value in ours.items() if name not in STANDARD}
    return {name: allowed(name, value) for name, value in extra.items() if value is not None}


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        head: dict[str, Any] = {
            "time": moment(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": without_secrets(record.getMessage()),
            "from": record.name,
            "pid": record.process,
        }
        return msgspec.json.encode(head | fields(record) | self.trace(record)).decode()

    def trace(self, record: logging.LogRecord) -> dict[str, str]:
        """Where an error came from."""
        if not record.exc_info:
            return {}
        return {"trace": without_secrets(self.formatException(record.exc_info))}


class Readable(Lines):
    """For people: the time, the event, the fields, and traces as Python writes them."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as people read it."""
        said = " ".join(f"{name}={value}" for name, value in fields(record).items())
        time = moment(record).astimezone().strftime("%H:%M:%S")
        event = without_secrets(record.getMessage())
        text = f"{time} {record.levelname.lower():7} {event}  {said}".rstrip().replace("\n", " ")
        traces = "".join(f"\n{trace}" for trace in self.trace(record).values())
        return CONTROLS.sub(HIDDEN, text + traces)


def moment(record: logging.LogRecord) -> datetime:
    """When it happened."""
    return datetime.fromtimestamp(record.created, UTC)


def handler(stream: TextIO) -> logging.Handler:
    """Writes the log to a stream."""
    made = logging.StreamHandler(stream)
    made.setFormatter(Readable() if stream.isatty() else Lines())
    return made


def set_up(level: str | None = None) -> None:
    """Write all logs of this process to stderr: ours from a level on, others' warnings.

    uvicorn tells of every socket with its address at the level "info", so it is not asked for
    that; its access log stays off.
    """
    chosen = (level or os.environ.get(LEVEL) or "info").upper()
    logging.basicConfig(handlers=[handler(sys.stderr)], level=logging.WARNING, force=True)
    known = logging.getLevelNamesMapping()
    logging.getLogger("pioche").setLevel(known.get(chosen, logging.INFO))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi"):
        theirs = logging.getLogger(name)
        theirs.handlers, theirs.propagate = [], True
        theirs.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


requests = logging.getLogger("pioche.server.request")


def answered(scope: Mapping[str, Any], status: int, seconds: float) -> None:
    """A request was answered; for the guard. The path is that of the route, not of the asker."""
    if requests.isEnabledFor(logging.DEBUG):
        path = scope.get("path_template") or HIDDEN
        method = scope.get("method", "SOCKET")
        took = round(seconds * 1000, 1)
        extra = {"method": method, "path": path, "status": status, "ms": took}
        requests.debug("request", extra=extra)
