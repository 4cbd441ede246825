"""People at a real server, for tests: over HTTP, and at tables over sockets."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from pioche.server.http.app import build_app
from pioche.server.listen import listen
from pioche.server.run.workers import build_config
from pioche.server.settings import Limits, ServerSettings

BUILDING = threading.Lock()
MANY = 1_000_000
GENEROUS = Limits(
    tables_per_person=MANY,
    tables_per_hour=MANY,
    people_per_hour=MANY,
    links_per_hour=MANY,
    tables_per_hour_per_address=MANY,
    entries_per_minute=MANY,
    entries_burst=MANY,
    table_entries_per_minute=MANY,
    table_entries_burst=MANY,
    address_entries_per_minute=MANY,
    address_entries_burst=MANY,
    sockets_per_person=MANY,
    sockets_per_address=MANY,
    requests_per_second=MANY,
    requests_burst=MANY,
    files_per_second=MANY,
    files_burst=MANY,
    messages_per_second=MANY,
    messages_burst=MANY,
    busy_seconds=MANY,  # no test depends on how fast the machine is
    full_seconds=MANY,
    lobby_messages_per_minute=MANY,
    lobby_messages_burst=MANY,
    frames_per_second=MANY,
    frames_burst=MANY,
    bytes_per_second=1000 * MANY,
    bytes_burst=1000 * MANY,
    connections_per_second=MANY,
    connections_burst=MANY,
    connections_per_address=MANY,
    texts_per_minute=MANY,
    texts_burst=MANY,
    films_per_minute=MANY,
    films_burst=MANY,
    studies_per_second=MANY,
    studies_burst=MANY,
)


@contextmanager
def run_server(folder: Path, limits: Limits = GENEROUS, **more: Any) -> Iterator[str]:
    """A server with a database in a folder; its address."""
    database = f"sqlite://{folder}/tables.db"
    with serve_in_thread(ServerSettings(database, bot_pace=0.0, limits=limits, **more)) as address:
        yield address


@contextmanager
def serve_in_thread(settings: ServerSettings) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    server = uvicorn.Server(build_config(settings, lambda: build_app_alone(settings)))
    with closing(listen("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        thread.start()
        try:  # who comes before it is up waits in line
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def build_app_alone(settings: ServerSettings) -> Litestar:
    """An application. Litestar loads modules for it, which no other thread may meet half loaded."""
    with BUILDING:
        return build_app(settings)


class Guest:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.ids = url, count(1)
        self.http = httpx.Client(base_url=url)
        self.id = self.post("/api/me", {"name": name, "avatar": "owl"})["id"]

    def post(self, path: str, body: Any = None) -> Any:
        """What a request that must succeed gives."""
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def open_table(
        self, seats: int = 3, bots: int = 0, game: str = "no-thanks", **more: Any
    ) -> str:
        """The code of a new table."""
        settings = {"game": game, "seats": seats, "options": more.pop("options", {})}
        body = {"settings": settings, "bots": ["novice"] * bots, **more}
        return str(self.post("/api/tables", body)["code"])

    def ask(self, code: str, type: str, **fields: Any) -> Any:
        """Ask a table for something, over HTTP."""
        command = {"type": type, "id": f"h{next(self.ids)}", **fields}
        return self.post(f"/api/tables/{code}/commands", command)

    def token(self) -> str:
        """A key for a program."""
        return str(self.post("/api/me/tokens", {"label": "program"})["token"])

    @contextmanager
    def at(self, code: str, query: str = "") -> Iterator["Seat"]:
        """A socket at a table."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        who = {"Cookie": cookies, "Origin": self.url}
        with connect(url, additional_headers=who, compression=None) as socket:
            yield Seat(socket, self.ids)

    def close(self) -> None:
        """Leave."""
        self.http.close()


class Seat:
    """A socket at a table."""

    def __init__(self, socket: ClientConnection, ids: Iterator[int]) -> None:
        self.socket, self.ids = socket, ids

    def hear(self, *types: str, timeout: float = 30) -> Any:
        """The next message of one of these types."""
        while True:
            message = json.loads(self.socket.recv(timeout))
            if message["type"] in types:
                return message

    def ask(self, type: str, **fields: Any) -> Any:
        """The answer to a command or a question."""
        command = {"type": type, "id": f"s{next(self.ids)}", **fields}
        self.socket.send(json.dumps(command))
        return self.hear("done", "refused", "failed", "hint", "pong")

    def heard(self) -> list[Any]:
        """All that was sent until now."""
        id = f"s{next(self.ids)}"
        self.socket.send(json.dumps({"type": "ping", "id": id}))
        messages = []
        while True:
            message = json.loads(self.socket.recv(30))
            if message["type"] == "pong" and message["id"] == id:
                return messages
            messages.append(message)


def end_game(*players: Guest) -> str:
    """The code of a table at which these people have agreed to end their game."""
    code = players[0].open_table(seats=len(players), game="gap")
    for guest in players[1:]:
        guest.ask(code, "sit")
    players[0].ask(code, "start")
    for player in players:
        player.ask(code, "abandon")
    return code
