"""Secrets of 256 bits: how they are made, how they are kept from view."""

import hashlib
import re
import secrets

SECRET_FORM = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits as base64url


class Secret:
    """A secret that shows itself only when asked by name: never by a log, a repr, an error."""

    __slots__ = ("_written",)

    def __init__(self, written: str) -> None:
        self._written = written

    @staticmethod
    def new() -> "Secret":
        return Secret(secrets.token_urlsafe(32))

    @staticmethod
    def read(written: str) -> "Secret | None":
        """A secret as a client has sent it; None for what can't be one."""
        return Secret(written) if SECRET_FORM.fullmatch(written) else None

    def reveal(self) -> str:
        """The secret, written out."""
        return self._written

    def __repr__(self) -> str:
        return "Secret(…)"


def hash_secret(secret: Secret) -> bytes:
    """What the store knows of a secret."""
    return hashlib.sha256(secret.reveal().encode()).digest()
