"""Starting a server: its door and its database are tried before anything is promised."""

import asyncio
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec

from pioche.keeping import data_folder
from pioche.server.copies import keep_to_oneself, opened, shown
from pioche.server.door import NoDoor, listen, listen_at_first_free, network_url, url
from pioche.server.options import database, own_database, web_folder
from pioche.server.run import ended_by_signals, run
from pioche.server.settings import ServerSettings
from pioche.server.welcome import Welcome, open_browser, open_browser_aside

PORTS = range(8000, 8020)  # that plain `pioche` tries
PATIENCE = 2.0  # seconds for a server on this computer to say that it is there


def serve(settings: ServerSettings, words: Mapping[str, Any]) -> int:
    """Serve as asked; the exit status."""
    keep_to_oneself()
    with open_door(settings.host, settings.port, words) as door:
        asyncio.run(try_database(settings.database))
        return welcome_and_run(settings, door, Welcome(words))


def serve_at_home(port: int | None, browser: bool, words: Mapping[str, Any]) -> int:
    """Serve this house from the player's own database, and open the page."""
    keep_to_oneself()
    welcome = Welcome(words)
    web = web_folder(words["errors"])
    settings = ServerSettings(database=database(None), host="0.0.0.0", web=web)
    try:
        asyncio.run(try_database(settings.database))
    except ValueError:
        if (running := running_server()) is None:
            raise
        welcome.say("already", url=running)
        if browser:
            open_browser(running)
        return 0
    with open_door(settings.host, port, words) as door:
        return welcome_and_run(settings, door, welcome, browser)


def open_door(host: str, port: int | None, words: Mapping[str, Any]) -> socket.socket:
    """The socket of a port, or of the first free one where none is asked for."""
    try:
        return listen_at_first_free(host, PORTS) if port is None else listen(host, port)
    except NoDoor as none:
        raise ValueError(none.said(words["errors"])) from None


def welcome_and_run(
    settings: ServerSettings, door: socket.socket, welcome: Welcome, browser: bool = False
) -> int:
    """Say where the server is, and let it serve."""
    port = door.getsockname()[1]
    settings = msgspec.structs.replace(settings, port=port)
    here = url(settings.host, port)
    public, network = next(iter(settings.origins), None), network_url(settings.host, port)
    status = 0
    with ended_by_signals(), address_kept(settings.database, here):
        welcome.served(here, public, network, shown(settings.database))
        if browser:
            open_browser_aside(here)
        status = run(settings, door)
    if status == 0:
        welcome.say("ended")
    return status


async def try_database(address: str) -> None:
    """Open it, which brings it up to date; ValueError where it can't be used."""
    async with opened(address) as store:
        await store.ping()


def address_file() -> Path:
    """Where a server with the player's own database says how to reach it."""
    return data_folder() / "address"


@contextmanager
def address_kept(database: str, here: str) -> Iterator[None]:
    """While it runs, let the next `pioche` find the server."""
    if database != own_database():
        yield
        return
    address_file().write_text(here, encoding="utf-8")
    try:
        yield
    finally:
        address_file().unlink(missing_ok=True)


def running_server() -> str | None:
    """The address of the server that has the player's own database, if it answers."""
    try:
        here = address_file().read_text(encoding="utf-8")
        with urlopen(f"{here}/healthz", timeout=PATIENCE):
            return here
    except (OSError, ValueError):
        return None
