"""Where a request comes from, for counting and for what only neighbours may see.

`X-Forwarded-For` and `X-Forwarded-Proto` are believed only where the settings say that there is
a proxy, and only from a peer on this machine or in a private network: nobody else can be that
proxy. Of the addresses in the header the last is taken, the one that this proxy itself has seen;
all before it may be made up by the client. A chain of proxies has to pass the client's address
on to the last one. uvicorn's own `proxy_headers` must be off: where all hops are trusted it
takes the first address, which a client in the same network can choose.
"""

from collections.abc import MutableMapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

Scope = MutableMapping[str, Any]

NO_ADDRESS = "local"  # a Unix socket has no address
PROXY_HEADERS = (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded", b"via")


def apply_proxy_headers(scope: Scope, headers: dict[bytes, bytes]) -> None:
    """Put the client's own address and scheme into a request that a proxy has passed on."""
    if not is_private(read_peer(scope)):
        return
    last = headers.get(b"x-forwarded-for", b"").decode("latin-1").rpartition(",")[2].strip()
    if (host := strip_port(last)) and parse_address(host):
        scope["client"] = (host, 0)
    scheme = headers.get(b"x-forwarded-proto", b"").decode("latin-1").strip().lower()
    if scheme in ("http", "https"):
        web = {"http": "ws", "https": "wss"} if scope["type"] == "websocket" else {}
        scope["scheme"] = web.get(scheme, scheme)


def read_peer(scope: Scope) -> str:
    """The address at the other end."""
    client = scope.get("client")
    return str(client[0]) if client else NO_ADDRESS


def read_client_key(scope: Scope) -> str:
    """What a request is counted under."""
    return group_address(read_peer(scope))


@lru_cache(4096)
def group_address(host: str) -> str:
    """An address as it is counted: one for all that one subscriber of IPv6 has.

    >>> group_address("2001:db8:1:2:aaaa::1"), group_address("::ffff:192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    address = parse_address(host)
    if address is None:
        return NO_ADDRESS
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


@lru_cache(4096)
def is_private(host: str) -> bool:
    """Whether an address is on this machine or in a private network."""
    address = parse_address(host)
    return host == NO_ADDRESS or (address is not None and address.is_private)


def is_from_loopback(scope: Scope) -> bool:
    """Whether a request comes from this very computer."""
    address = parse_address(read_peer(scope))
    return address is not None and address.is_loopback


def is_from_private_network(scope: Scope, headers: dict[bytes, bytes], behind_proxy: bool) -> bool:
    """Whether a request comes from this machine or a private network, not through a proxy.

    Behind a proxy that the settings don't know of everybody would seem near.
    """
    passed_on = not behind_proxy and any(name in headers for name in PROXY_HEADERS)
    return is_private(read_peer(scope)) and not passed_on


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """An address; IPv4 within IPv6 is IPv4."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def strip_port(written: str) -> str:
    """An address without the port that some proxies add."""
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written
