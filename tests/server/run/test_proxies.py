"""The rules in deploy/ lead everything that belongs to a table to one machine.

They are tried with the real nginx and Caddy, where these are installed.
"""

import http.client
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from postgres import free_port
from processes import LONG, until

from pioche.tables.codes import make_code

DEPLOY = Path(__file__).parents[3] / "deploy"
HOST = "cards.example.org"
CODES = [
    make_code(lambda size, n=n: (n * 0x9E3779B97F4A7C15).to_bytes(16, "big")[-size:])
    for n in range(1, 25)
]

Ask = Callable[[str], str]


@contextmanager
def machine(name: str) -> Iterator[int]:
    """A server that says its name; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            self.wfile.write(name.encode())

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with our rules in front of these machines; its port."""
    port = free_port()
    rules = (DEPLOY / "nginx.conf").read_text()
    servers = "".join(f"server 127.0.0.1:{machine}; " for machine in ports)
    rules = rules.replace("server 127.0.0.1:8000;", servers)
    rules = rules.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen [::]:80;", "")
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    kept = "".join(f"{path}_temp_path {folder}/{path};" for path in paths)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
        f"http {{ access_log off; {kept}\n{rules} }}"
    )
    with running(["nginx", "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"], port):
        yield port


@contextmanager
def caddy(folder: Path, ports: list[int]) -> Iterator[int]:
    """Caddy with our rules in front of these machines; its port."""
    port = free_port()
    rules = (DEPLOY / "Caddyfile").read_text()
    rules = rules.replace("{$PIOCHE_SITE:cards.example.org}", f"http://{HOST}:{port}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{rules}")
    at = " ".join(f"127.0.0.1:{machine}" for machine in ports)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]
    with running(command, port, PIOCHE_SERVER_AT=at, HOME=str(folder)):
        yield port


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    """A program, from when it answers on a port."""
    path = shutil.which(command[0], path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        pytest.skip(f"{command[0]} is not installed")
    process = subprocess.Popen(
        [path, *command[1:]],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        until(lambda: process.poll() is not None or answers(port))
        assert process.poll() is None, process.stderr.read().decode()
        yield
    finally:
        process.terminate()
        process.communicate(timeout=LONG)


def answers(port: int) -> bool:
    """Whether somebody listens."""
    try:
        return bool(ask(port, "/"))
    except OSError:
        return False


def ask(port: int, path: str) -> str:
    """Which machine answers; the status where it is none of them."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)) as connection:
        connection.request("GET", path, headers={"Host": HOST})
        answer = connection.getresponse()
        body = answer.read().decode()
        return body if answer.status == 200 else str(answer.status)


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_what_belongs_to_a_table_goes_to_one_machine(
    proxy: Callable[[Path, list[int]], Iterator[int]], tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    with ExitStack() as stack:
        gone = stack.enter_context(ExitStack())
        ports = [gone.enter_context(machine("a")), stack.enter_context(machine("b"))]
        port = stack.enter_context(proxy(tmp_path, ports))
        homes = {}
        for code in CODES:
            paths = ["", "/socket", "/socket?since=3", "/socket?lang=fr&since=9", "/commands"]
            (homes[code],) = {ask(port, f"/api/tables/{code}{path}") for path in paths}
        assert set(homes.values()) == {"a", "b"}
        assert {ask(port, "/api/lobby/socket") for _ in range(40)} == {"a", "b"}
        assert ask(port, "/metrics") == "404"
        gone.close()  # a machine fails: its tables go to the other, and no other table moves
        assert {ask(port, f"/api/tables/{code}/socket") for code in CODES} == {"b"}
