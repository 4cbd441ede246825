"""What a worker tells Prometheus about itself.

With several workers the supervisor gives them a common folder (PROMETHEUS_MULTIPROC_DIR, read
when prometheus_client is imported): counters add up over all workers there ever were, gauges
over those that live. Every label has few values, and none that somebody outside can make up.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from pioche.catalog import games
from pioche.core.bot import LEVELS
from pioche.server.address import is_near
from pioche.server.problem import STATUS
from pioche.server.settings import ServerSettings
from pioche.server.tally import Buckets, Tally, Timing
from pioche.tables.commands import Request
from pioche.words import Words, house_words

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each that counts

# The form that every Prometheus reads. Litestar adds the charset; twice would be an error.
CONTENT_TYPE = "text/plain; version=0.0.4"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

PHASES = ("open", "running", "over")
SOCKETS = ("table", "lobby")
QUEUES = ("store", "bots", "outbox")
STORED = (*PHASES, "people")
WAYS_BACK = ("resumed", "whole")  # only what was missed, or everything anew
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def command_types() -> list[str]:
    """What a table can be asked for."""
    return [str(kind.__struct_config__.tag) for kind in get_args(Request)]


def refusal_codes() -> list[str]:
    """All codes that a refusal can have: of the house, of tables, of every game."""
    house = house_words("en")
    known = [*STATUS, *house["refusals"], *house["table"]["refusals"]]
    for game in games.values():
        known += Words.of(game, "en").texts["refusals"]
    return list(dict.fromkeys(known))


class Metrics:
    """All that a worker counts. What is asked for at every move is as cheap as can be."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.watched: list[Callable[[], None]] = []
        self.count_moves()
        self.count_wire()
        self.count_store()
        self.show_what_is()
        if FOLDER not in os.environ:
            ProcessCollector(registry=self.registry)

    def count_moves(self) -> None:
        """Commands and what becomes of them."""
        self.moves = self.tally("moves", "Moves played", "game", games)
        self.bot_moves = self.tally("bot_moves", "Moves played by bots", "level", LEVELS)
        self.commands = self.tally("commands", "Commands and questions", "type", command_types())
        self.refusals = self.tally("refusals", "Refusals and errors", "reason", refusal_codes())
        self.command_seconds = self.timing(
            "command_seconds", "From a command's arrival until it is on disk and told", QUICK
        )
        self.thinking_seconds = self.histogram("thinking_seconds", "A bot's thought", SLOW)

    def count_wire(self) -> None:
        """What goes over the wire."""
        self.messages = self.tally("messages", "Messages sent over sockets", "socket", SOCKETS)
        self.bytes = self.tally("sent_bytes", "Bytes sent over sockets", "socket", SOCKETS)
        self.resumes = self.tally("resumes", "Sockets that came back", "how", WAYS_BACK)
        self.requests = self.tally("requests", "HTTP requests", "status", CLASSES)
        self.request_seconds = self.timing("request_seconds", "An HTTP request", QUICK)

    def count_store(self) -> None:
        """How the store fares. A commit is measured in the store's own thread."""
        self.store_errors = self.counter("store_errors", "Times that the store did not answer")
        self.lost_races = self.counter("lost_races", "Entries that another worker's preceded")
        self.commit_seconds = self.histogram("commit_seconds", "A transaction", QUICK)
        self.commit_entries = self.histogram("commit_entries", "Writes of a transaction", SIZES)

    def show_what_is(self) -> None:
        """How many there are of everything now."""
        self.tables = self.gauges("tables", "Tables in memory", "phase", PHASES)
        self.sockets = self.gauges("sockets", "Open sockets", "kind", SOCKETS)
        self.queues = self.gauges("queue", "What waits in line", "queue", QUEUES)
        # Every worker knows the same of these, so they don't add up.
        self.stored = self.gauges("stored", "In the store", "what", STORED, "livemostrecent")

    # -- for hooks -----------------------------------------------------------------------

    def commanded(self, type: str, seconds: float) -> None:
        """A command was carried out."""
        self.commands.add(type)
        self.command_seconds.add(seconds)

    def sent(self, socket: str, messages: int, bytes: int) -> None:
        """Messages went out over sockets of a kind."""
        self.messages.add(socket, messages)
        self.bytes.add(socket, bytes)

    def committed(self, entries: int, seconds: float) -> None:
        """The store has written a batch. From any thread."""
        self.commit_seconds.observe(seconds)
        self.commit_entries.observe(entries)

    def answered(self, scope: Mapping[str, Any], status: int, seconds: float) -> None:
        """A request was answered; for the guard. Of sockets only those denied come here."""
        self.requests.add(f"{status // 100}xx")
        if scope["type"] == "http":
            self.request_seconds.add(seconds)

    # -- showing -------------------------------------------------------------------------

    def watch(self, look: Callable[[], None]) -> None:
        """Let somebody set gauges whenever the metrics are brought up to date."""
        self.watched.append(look)

    def refresh(self) -> None:
        """Bring everything up to date. With several workers each has to do so by itself."""
        for look in self.watched:
            look()
        for part in vars(self).values():
            if isinstance(part, Tally | Timing):
                part.flush()

    def exposition(self) -> tuple[bytes, str]:
        """The page for Prometheus, and its content type; of all workers."""
        self.refresh()
        registry = self.registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE

    # -- making --------------------------------------------------------------------------

    def counter(self, name: str, help: str, *labels: str) -> Counter:
        """A counter."""
        return Counter(f"pioche_{name}", help, labels, registry=self.registry)

    def tally(self, name: str, help: str, label: str, values: Iterable[str]) -> Tally:
        """A cheap counter with a label."""
        return Tally(self.counter(name, help, label), values)

    def histogram(self, name: str, help: str, bounds: tuple[float, ...]) -> Histogram:
        """A histogram."""
        return Histogram(f"pioche_{name}", help, registry=self.registry, buckets=bounds)

    def timing(self, name: str, help: str, bounds: tuple[float, ...]) -> Timing:
        """A cheap histogram."""
        buckets = Buckets(f"pioche_{name}", help, registry=self.registry, buckets=bounds)
        return Timing(buckets, bounds)

    def gauges(
        self, name: str, help: str, label: str, values: Iterable[str], mode: Any = "livesum"
    ) -> dict[str, Gauge]:
        """A gauge for each value of a label."""
        gauge = Gauge(
            f"pioche_{name}", help, [label], registry=self.registry, multiprocess_mode=mode
        )
        return {value: gauge.labels(value) for value in values}


def may_see(scope: Any, settings: ServerSettings) -> bool:
    """Whether somebody may see the metrics: the neighbours, or all if the settings say so.

    They tell how busy a server is and when, which is nobody's business but its owner's.
    """
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return settings.metrics_public or is_near(scope, headers, settings.behind_proxy)
