"""Starting a server: its door and its database are tried before anything is promised."""

import asyncio
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec

from pioche.paths import data_folder
from pioche.server.listen import (
    CannotListen,
    build_url,
    find_network_url,
    listen,
    listen_at_first_free,
)
from pioche.server.run.banner import Banner, open_browser, open_browser_in_thread
from pioche.server.run.options import choose_database, find_web_folder, own_database_url
from pioche.server.run.workers import run, stop_on_signals
from pioche.server.settings import ServerSettings
from pioche.server.store.backup import open_database, redact_database_url, restrict_permissions

OWN_PORTS = range(8000, 8020)  # that plain `pioche` tries
HEALTH_TIMEOUT = 2.0  # seconds for a server on this computer to say that it is there


def serve(settings: ServerSettings, words: Mapping[str, Any]) -> int:
    """Serve as asked; the exit status."""
    restrict_permissions()
    with open_listener(settings.host, settings.port, words) as door:
        asyncio.run(check_database(settings.database))
        return announce_and_run(settings, door, Banner(words))


def serve_at_home(port: int | None, browser: bool, words: Mapping[str, Any]) -> int:
    """Serve the player's own database, and open the page."""
    restrict_permissions()
    welcome = Banner(words)
    web = find_web_folder(words["errors"])
    settings = ServerSettings(database=choose_database(None), host="0.0.0.0", web=web)
    try:
        asyncio.run(check_database(settings.database))
    except ValueError:
        if (running := find_running_server()) is None:
            raise
        welcome.print_text("already", url=running)
        if browser:
            open_browser(running)
        return 0
    with open_listener(settings.host, port, words) as door:
        return announce_and_run(settings, door, welcome, browser)


def open_listener(host: str, port: int | None, words: Mapping[str, Any]) -> socket.socket:
    """The socket of a port, or of the first free one where none is asked for."""
    try:
        return listen_at_first_free(host, OWN_PORTS) if port is None else listen(host, port)
    except CannotListen as none:
        raise ValueError(none.describe(words["errors"])) from None


def announce_and_run(
    settings: ServerSettings, door: socket.socket, welcome: Banner, browser: bool = False
) -> int:
    """Say where the server is, and let it serve."""
    port = door.getsockname()[1]
    settings = msgspec.structs.replace(settings, port=port)
    here = build_url(settings.host, port)
    public, network = next(iter(settings.origins), None), find_network_url(settings.host, port)
    status = 0
    with stop_on_signals(), publish_address(settings.database, here):
        welcome.print_addresses(here, public, network, redact_database_url(settings.database))
        if browser:
            open_browser_in_thread(here)
        status = run(settings, door)
    if status == 0:
        welcome.print_text("ended")
    return status


async def check_database(address: str) -> None:
    """Open it, which brings it up to date; ValueError where it can't be used."""
    async with open_database(address) as store:
        await store.ping()


def address_file() -> Path:
    """Where a server with the player's own database says how to reach it."""
    return data_folder() / "address"


@contextmanager
def publish_address(database: str, here: str) -> Iterator[None]:
    """While it runs, let the next `pioche` find the server."""
    if database != own_database_url():
        yield
        return
    address_file().write_text(here, encoding="utf-8")
    try:
        yield
    finally:
        address_file().unlink(missing_ok=True)


def find_running_server() -> str | None:
    """The address of the server that has the player's own database, if it answers."""
    try:
        here = address_file().read_text(encoding="utf-8")
        with urlopen(f"{here}/healthz", timeout=HEALTH_TIMEOUT):
            return here
    except (OSError, ValueError):
        return None
