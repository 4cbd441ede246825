"""The open sockets of every key: those of a key that is taken away are closed at once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Revocable(Protocol):
    """Something that ends when its key does."""

    def revoke(self) -> None:
        """Nothing more is sent, and the socket is closed."""


class OpenSockets:
    """Sockets by the hash of the key that they were opened with."""

    def __init__(self) -> None:
        self.by_key: dict[bytes, set[Revocable]] = {}

    @contextmanager
    def hold(self, hash: bytes, socket: Revocable) -> Iterator[None]:
        """Know a socket for as long as the block runs."""
        self.by_key.setdefault(hash, set()).add(socket)
        try:
            yield
        finally:
            sockets = self.by_key[hash]
            sockets.discard(socket)
            if not sockets:
                del self.by_key[hash]

    def revoke(self, hashes: Iterable[bytes]) -> None:
        """Close the sockets of keys."""
        for hash in hashes:
            for socket in list(self.by_key.get(hash, ())):
                socket.revoke()
