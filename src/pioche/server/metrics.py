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
from pioche.server.client_address import is_from_private_network
from pioche.server.counters import (
    FLOODS,
    BufferedCounter,
    BufferedHistogram,
    BulkHistogram,
    SentTally,
    take_floods,
)
from pioche.server.problem import STATUS
from pioche.server.settings import ServerSettings
from pioche.tables.commands import Request
from pioche.words import Words, common_words

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each that counts

# The form that every Prometheus reads. Litestar adds the charset; twice would be an error.
CONTENT_TYPE = "text/plain; version=0.0.4"
MULTIPROC_DIR = "PROMETHEUS_MULTIPROC_DIR"

PHASES = ("open", "running", "over")
SOCKETS = ("table", "lobby")
NEW = ("table", "socket")
QUEUES = ("store", "bots", "outbox")
STORED = (*PHASES, "people")
RESUME_KINDS = ("resumed", "whole")  # only what was missed, or everything anew
STATUS_CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")

QUICK_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW_BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
SIZE_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def command_types() -> list[str]:
    """What a table can be asked for."""
    return [str(kind.__struct_config__.tag) for kind in get_args(Request)]


def refusal_codes() -> list[str]:
    """All codes that a refusal can have: of the server, of tables, of every game."""
    words = common_words("en")
    known = [*STATUS, *words["refusals"], *words["table"]["refusals"]]
    for game in games.values():
        known += Words.load(game, "en").texts["refusals"]
    return list(dict.fromkeys(known))


class Metrics:
    """All that a worker counts. What is asked for at every move is as cheap as can be."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.hooks: list[Callable[[], None]] = []
        self.add_move_metrics()
        self.add_socket_metrics()
        self.add_store_metrics()
        self.add_gauges()
        if MULTIPROC_DIR not in os.environ:
            ProcessCollector(registry=self.registry)

    def add_move_metrics(self) -> None:
        """Commands and what becomes of them."""
        self.moves = self.new_buffered_counter("moves", "Moves played", "game", games)
        self.bot_moves = self.new_buffered_counter(
            "bot_moves", "Moves played by bots", "level", LEVELS
        )
        self.commands = self.new_buffered_counter(
            "commands", "Commands and questions", "type", command_types()
        )
        self.refusals = self.new_buffered_counter(
            "refusals", "Refusals and errors", "reason", refusal_codes()
        )
        self.command_seconds = self.new_buffered_histogram(
            "command_seconds",
            "From a command's arrival until it is on disk and told",
            QUICK_BUCKETS,
        )
        self.thinking_seconds = self.new_histogram(
            "thinking_seconds", "A bot's thought", SLOW_BUCKETS
        )

    def add_socket_metrics(self) -> None:
        """What goes over the wire."""
        self.messages = self.new_buffered_counter(
            "messages", "Messages sent over sockets", "socket", SOCKETS
        )
        self.bytes = self.new_buffered_counter(
            "sent_bytes", "Bytes sent over sockets", "socket", SOCKETS
        )
        self.sent = {kind: SentTally() for kind in SOCKETS}
        self.resumes = self.new_buffered_counter(
            "resumes", "Sockets that came back", "how", RESUME_KINDS
        )
        self.requests = self.new_buffered_counter(
            "requests", "HTTP requests", "status", STATUS_CLASSES
        )
        self.request_seconds = self.new_buffered_histogram(
            "request_seconds", "An HTTP request", QUICK_BUCKETS
        )

        self.floods = self.new_buffered_counter(
            "floods", "Connections closed because somebody sent too much", "reason", FLOODS
        )

    def add_store_metrics(self) -> None:
        """How the store fares. A commit is measured in the store's own thread."""
        self.store_errors = self.new_counter("store_errors", "Times that the store did not answer")
        self.coalesced = self.new_counter(
            "coalesced_updates", "Spectators who got the news of some time in one message"
        )
        self.shed = self.new_buffered_counter(
            "shed", "Newcomers who were asked to come back, as the worker was full", "what", NEW
        )
        self.lost_races = self.new_counter("lost_races", "Entries that another worker's preceded")
        self.commit_seconds = self.new_histogram("commit_seconds", "A transaction", QUICK_BUCKETS)
        self.commit_entries = self.new_histogram(
            "commit_entries", "Writes of a transaction", SIZE_BUCKETS
        )

    def add_gauges(self) -> None:
        """How many there are of everything now."""
        self.tables = self.new_gauges("tables", "Tables in memory", "phase", PHASES)
        self.sockets = self.new_gauges("sockets", "Open sockets", "kind", SOCKETS)
        self.loop_delay = Gauge(
            "pioche_loop_delay_seconds",
            "How long a move would wait for the processor, on average lately",
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        self.queues = self.new_gauges("queue", "What waits in line", "queue", QUEUES)
        # Every worker knows the same of these, so they don't add up.
        self.stored = self.new_gauges("stored", "In the store", "what", STORED, "livemostrecent")

    # -- for hooks -----------------------------------------------------------------------

    def count_command(self, type: str, seconds: float) -> None:
        """A command was carried out."""
        self.commands.add(type)
        self.command_seconds.add(seconds)

    def count_sent(self) -> None:
        """What has gone out over sockets since the last time."""
        for kind, tally in self.sent.items():
            self.messages.add(kind, tally.messages)
            self.bytes.add(kind, tally.bytes)
            tally.messages = tally.bytes = 0

    def observe_commit(self, entries: int, seconds: float) -> None:
        """The store has written a batch. From any thread."""
        self.commit_seconds.observe(seconds)
        self.commit_entries.observe(entries)

    def count_request(self, scope: Mapping[str, Any], status: int, seconds: float) -> None:
        """A request was answered; for the guard. Of sockets only those denied come here."""
        self.requests.add(f"{status // 100}xx")
        if scope["type"] == "http":
            self.request_seconds.add(seconds)

    # -- showing -------------------------------------------------------------------------

    def add_hook(self, look: Callable[[], None]) -> None:
        """Let somebody set gauges whenever the metrics are brought up to date."""
        self.hooks.append(look)

    def refresh(self) -> None:
        """Bring everything up to date. With several workers each has to do so by itself."""
        for look in self.hooks:
            look()
        self.count_sent()
        for reason, count in take_floods().items():
            self.floods.add(reason, count)
        for part in vars(self).values():
            if isinstance(part, BufferedCounter | BufferedHistogram):
                part.flush()

    def render_exposition(self) -> tuple[bytes, str]:
        """The page for Prometheus, and its content type; of all workers."""
        self.refresh()
        registry = self.registry
        if MULTIPROC_DIR in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE

    # -- making --------------------------------------------------------------------------

    def new_counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"pioche_{name}", help, labels, registry=self.registry)

    def new_buffered_counter(
        self, name: str, help: str, label: str, values: Iterable[str]
    ) -> BufferedCounter:
        """A cheap counter with a label."""
        return BufferedCounter(self.new_counter(name, help, label), values)

    def new_histogram(self, name: str, help: str, bounds: tuple[float, ...]) -> Histogram:
        return Histogram(f"pioche_{name}", help, registry=self.registry, buckets=bounds)

    def new_buffered_histogram(
        self, name: str, help: str, bounds: tuple[float, ...]
    ) -> BufferedHistogram:
        buckets = BulkHistogram(f"pioche_{name}", help, registry=self.registry, buckets=bounds)
        return BufferedHistogram(buckets, bounds)

    def new_gauges(
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
    return settings.metrics_public or is_from_private_network(scope, headers, settings.behind_proxy)
