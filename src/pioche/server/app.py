"""The server as an application: routes, sockets, what surrounds them."""

from litestar import Litestar, Router
from litestar.di import Provide

from pioche.server import logs
from pioche.server.address import Scope
from pioche.server.api.continuing import continuing
from pioche.server.api.films import films
from pioche.server.api.games import games
from pioche.server.api.people import people
from pioche.server.api.site import about, site
from pioche.server.api.sockets import sockets
from pioche.server.api.study import study
from pioche.server.api.tables import tables
from pioche.server.apipage import described
from pioche.server.errors import documented, handlers, note
from pioche.server.house import NoSuchTable, Unavailable
from pioche.server.parts import Parts
from pioche.server.safety import guard
from pioche.server.settings import ServerSettings


def build(settings: ServerSettings) -> Litestar:
    """One worker's application."""
    parts = Parts(settings)
    asked = documented([*games, *people, *tables, *study, *about])
    larger = documented([*films, *continuing])  # what may come with a record
    most = settings.limits.record_bytes
    app = Litestar(
        [
            Router("/api", route_handlers=[*asked, *sockets]),
            Router("/api", route_handlers=larger, request_max_body_size=most),
            *site,
        ],
        dependencies={"parts": Provide(lambda: parts, sync_to_thread=False)},
        lifespan=[parts.lifespan],
        exception_handlers=handlers({NoSuchTable: "no-table", Unavailable: "store-down"}),
        after_exception=[note],
        openapi_config=described(),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )

    def answered(scope: Scope, status: int, seconds: float) -> None:
        parts.metrics.answered(scope, status, seconds)
        logs.answered(scope, status, seconds)

    return guard(app, settings, parts.limiter, answered)
