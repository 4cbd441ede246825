"""The door of a server: the socket it listens on, and the addresses that lead there."""

import errno
import ipaddress
import os
import socket
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import Any

BACKLOG = 2048
SOCKET_OPTIONS = {
    "TCP_USER_TIMEOUT": 60_000,  # milliseconds until a line is cut whose other end takes nothing
    "TCP_NOTSENT_LOWAT": 128 * 1024,  # bytes that wait in the system; more wait in the outbox
}
WILDCARD_HOSTS = ("0.0.0.0", "::", "")
REASONS = {
    errno.EADDRINUSE: "taken",
    errno.EACCES: "forbidden",
    errno.EADDRNOTAVAIL: "not-here",
    errno.EAFNOSUPPORT: "not-here",
}


class CannotListen(ValueError):
    """Nobody can listen there; `reason` is the key of the sentence that says why."""

    def __init__(self, reason: str, host: str, port: int) -> None:
        super().__init__(f"{host}:{port}: {reason}")
        self.reason, self.host, self.port = reason, host, port

    def describe(self, errors: Mapping[str, str]) -> str:
        """The reason in words."""
        return errors[self.reason].format(host=self.host, port=self.port)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens: whoever comes from now on waits until the server answers."""
    family, address = resolve_host(host, port)
    # Named, or asyncio would not know that it is TCP and would leave small messages waiting.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere this would let two servers share a port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        for option, value in SOCKET_OPTIONS.items():  # those who come in inherit them
            if hasattr(socket, option):
                door.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        if family == socket.AF_INET6 and host in WILDCARD_HOSTS:
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        door.bind(address)
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        if error.errno not in REASONS:
            raise
        raise CannotListen(REASONS[error.errno], host, port) from None
    door.set_inheritable(True)
    return door


def listen_at_first_free(host: str, ports: Iterable[int]) -> socket.socket:
    """The first of these ports that nobody has; where all are taken, any."""
    for port in ports:
        try:
            return listen(host, port)
        except CannotListen as none:
            if none.reason != "taken":
                raise
    return listen(host, 0)


def resolve_host(host: str, port: int) -> tuple[socket.AddressFamily, Any]:
    """The address of a host as a socket wants it."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError):
        raise CannotListen("no-host", host, port) from None
    family, _, _, _, address = found[0]
    return family, address


def build_url(host: str, port: int) -> str:
    """An address as a browser wants it.

    >>> build_url("::1", 8000), build_url("0.0.0.0", 8001)
    ('http://[::1]:8000', 'http://127.0.0.1:8001')
    """
    if host in WILDCARD_HOSTS:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def find_network_url(host: str, port: int) -> str | None:
    """The address for others in the same network; None where they can't come in."""
    if host in WILDCARD_HOSTS:
        found = network_address()
        return None if found is None else build_url(found, port)
    return None if is_loopback(host) else build_url(host, port)


def is_loopback(host: str) -> bool:
    """Whether a host can be reached from this computer alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_address() -> str | None:
    """What this computer is called in its network: where it would send a packet from."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples; nothing is sent
            found: str = probe.getsockname()[0]
        except OSError:
            found = resolve_own_name()
    return None if is_loopback(found) or found in WILDCARD_HOSTS else found


def resolve_own_name() -> str:
    """The address that this computer's own name stands for; loopback where it has none."""
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"
