"""Which sites may ask: a page of this server, those in the settings, and programs.

The Host is looked at too: another site's name can be made to lead here (DNS rebinding), and its
pages would then be of "the same origin" as this server, inside a home network. So names that
anybody can register are refused unless the settings name them as an origin. Addresses,
`localhost` and names that exist within a network alone are fine. Behind a proxy without origins
in the settings, choosing the names is the proxy's part.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pioche.server.client_address import Scope, parse_address
from pioche.server.people.identity import read_presented_key
from pioche.server.problem import Problem

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES = ("local", "localhost", "internal", "home.arpa", "lan", "home")
HOST_PATTERN = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
SCHEMES = {"ws": "http", "wss": "https"}

Headers = dict[bytes, bytes]


class OriginPolicy:
    """Where requests may come from, and the names this server goes by."""

    def __init__(self, origins: Sequence[str] = (), behind_proxy: bool = False) -> None:
        self.allowed = {normalize_origin(origin) for origin in origins}
        self.names = {read_host_name(origin.partition("://")[2]) for origin in self.allowed}
        self.allows_any_name = behind_proxy and not origins

    def check(self, scope: Scope, headers: Headers) -> None:
        """Problem for a request that another site has made, or that was meant for one."""
        host = headers.get(b"host", b"").decode("latin-1")
        self.check_host(host)
        if scope["type"] == "websocket":
            self.check_socket(scope, headers, host)
        elif scope["method"] not in SAFE_METHODS:
            self.check_request(scope, headers, host)

    def check_host(self, host: str) -> None:
        """Problem for a name that is none of ours. Old programs send none; browsers always do."""
        if host and not HOST_PATTERN.fullmatch(host):
            raise Problem("bad-request", field="host", problem="Host")
        if host and not (
            self.allows_any_name
            or is_local(read_host_name(host))
            or read_host_name(host) in self.names
        ):
            raise Problem("wrong-host")

    def check_socket(self, scope: Scope, headers: Headers, host: str) -> None:
        """Problem for a socket of another site; a program has no origin, but a token.

        What a socket of another site's page could read is not protected by anything else.
        """
        if b"origin" in headers:
            self.check_origin(headers[b"origin"], scope, host)
        elif (key := read_presented_key(headers.items())) is None or key.kind != "token":
            raise Problem("wrong-origin")

    def check_request(self, scope: Scope, headers: Headers, host: str) -> None:
        """Problem for a change that another site asks for.

        Without Origin it is no browser's: they send it with all but GET and HEAD. Should one
        not, it says by Sec-Fetch-Site who asks, and its cookie stays at home (SameSite).
        """
        if b"origin" in headers:
            self.check_origin(headers[b"origin"], scope, host)
        elif headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise Problem("wrong-origin")

    def check_origin(self, origin: bytes, scope: Scope, host: str) -> None:
        """Problem for another origin than our own or those in the settings."""
        given = normalize_origin(origin.decode("latin-1"))
        if given != build_own_origin(scope, host) and given not in self.allowed:
            raise Problem("wrong-origin")


def build_own_origin(scope: Scope, host: str) -> str:
    """The origin of this server, as the asker sees it."""
    scheme = scope.get("scheme", "http")
    return normalize_origin(f"{SCHEMES.get(scheme, scheme)}://{host}")


@lru_cache(4096)
def normalize_origin(origin: str) -> str:
    """An origin as browsers write it.

    >>> normalize_origin("HTTPS://Games.Example:443/")
    'https://games.example'
    """
    scheme, _, host = origin.strip().rstrip("/").lower().partition("://")
    return f"{scheme}://{host.removesuffix(DEFAULT_PORTS.get(scheme, '/'))}"


def read_host_name(host: str) -> str:
    """A host without its port."""
    name = host.lower() if host.endswith("]") else re.sub(r":[0-9]*$", "", host.lower())
    return name.removesuffix(".")


@lru_cache(1024)
def is_local(name: str) -> bool:
    """Whether a name can't lead here by the will of somebody outside."""
    if parse_address(name.strip("[]")):
        return True
    return "." not in name or name.endswith(tuple(f".{local}" for local in LOCAL_NAMES))
