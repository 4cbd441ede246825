"""The server as an application: routes, sockets, what surrounds them."""

from litestar import Litestar, Router
from litestar.di import Provide

from pioche.server import logs
from pioche.server.client_address import Scope
from pioche.server.http.api_page import build_openapi_config
from pioche.server.http.error_handlers import (
    build_error_handlers,
    document_handlers,
    log_socket_error,
)
from pioche.server.http.middleware.security import add_middleware
from pioche.server.http.routes.continuing import continue_routes
from pioche.server.http.routes.devices import device_routes
from pioche.server.http.routes.games import game_routes
from pioche.server.http.routes.people import people_routes
from pioche.server.http.routes.replays import replay_routes
from pioche.server.http.routes.site import site_api_routes, site_routes
from pioche.server.http.routes.sockets import socket_routes
from pioche.server.http.routes.study import study_routes
from pioche.server.http.routes.tables import table_routes
from pioche.server.settings import ServerSettings
from pioche.server.tables.log_reader import NoSuchTable
from pioche.server.tables.service import StoreUnavailable
from pioche.server.worker import ServerWorker


def build_app(settings: ServerSettings) -> Litestar:
    worker = ServerWorker(settings)
    asked = document_handlers(
        [
            *(*game_routes, *people_routes, *device_routes),
            *(*table_routes, *study_routes, *site_api_routes),
        ]
    )
    larger = document_handlers([*replay_routes, *continue_routes])  # what may come with a record
    most = settings.limits.record_bytes
    app = Litestar(
        [
            Router("/api", route_handlers=[*asked, *socket_routes]),
            Router("/api", route_handlers=larger, request_max_body_size=most),
            *site_routes,
        ],
        dependencies={"worker": Provide(lambda: worker, sync_to_thread=False)},
        lifespan=[worker.lifespan],
        exception_handlers=build_error_handlers(
            {NoSuchTable: "no-table", StoreUnavailable: "store-down"}
        ),
        after_exception=[log_socket_error],
        openapi_config=build_openapi_config(),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )

    def answered(scope: Scope, status: int, seconds: float) -> None:
        worker.metrics.count_request(scope, status, seconds)
        logs.log_request(scope, status, seconds)

    return add_middleware(app, settings, worker.limiter, answered)
