"""The server as an application: routes, sockets, what surrounds them."""

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from pioche import __version__
from pioche.server.api.games import games
from pioche.server.api.people import people
from pioche.server.api.site import site
from pioche.server.api.sockets import sockets
from pioche.server.api.tables import tables
from pioche.server.parts import Parts
from pioche.server.settings import ServerSettings


def build(settings: ServerSettings) -> Litestar:
    """One worker's application."""
    parts = Parts(settings)
    routes = Router("/api", route_handlers=[*games, *people, *tables, *sockets])
    return Litestar(
        [routes, *site],
        dependencies={"parts": Provide(lambda: parts, sync_to_thread=False)},
        lifespan=[parts.lifespan],
        openapi_config=OpenAPIConfig("Pioche", __version__),
        logging_config=None,
        debug=False,
    )
