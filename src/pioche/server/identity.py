"""Who somebody is, without accounts: whoever has one of a person's keys is that person.

A key is a random secret of 256 bits. The store keeps its hash, so that nobody who reads the
store can be anybody. A browser has its key in a cookie that scripts can't read; a program
sends its own as `Authorization: Bearer`; a link takes a person to another device, once. The
secret of a link belongs behind the `#` of its address, which browsers keep to themselves.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from litestar.datastructures import Cookie
from msgspec import Struct, structs

from pioche.server import clean
from pioche.server.problem import Problem
from pioche.server.recent import Recent
from pioche.server.secret import Secret, hash_of
from pioche.server.store.base import Key, Person, Store
from pioche.words import house_words

COOKIE = "pioche"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow; every visit starts it anew
LINK_MILLISECONDS = 10 * 60 * 1000
MOST_TOKENS = 20
MOST_LINKS = 10  # that are open at a time

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12

# As the web app draws them.
AVATARS = (
    "badger",
    "bear",
    "beaver",
    "bee",
    "cat",
    "crab",
    "deer",
    "dog",
    "dolphin",
    "duck",
    "elephant",
    "fox",
    "frog",
    "hedgehog",
    "heron",
    "hippo",
    "lion",
    "octopus",
    "otter",
    "owl",
    "penguin",
    "rabbit",
    "snail",
    "turtle",
)


def new_person_id() -> str:
    """A public id for a new person."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def token_id(hash: bytes) -> str:
    """What a token is called in lists: it says nothing about the hash."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"token" + hash).digest()[:9]).decode()


def fallback_name(avatar: str, lang: str) -> str:
    """What somebody who gives no name is called."""
    return str(house_words(lang)["server"]["avatars"][avatar])


class Shown(NamedTuple):
    """The key that a request shows, and of what kind it is."""

    kind: str
    secret: Secret | None


Headers = Iterable[tuple[bytes, bytes]]


def shown(headers: Headers) -> Shown | None:
    """The key of a request. A token comes first, even a wrong one: who shows it is a program.

    Other kinds of `Authorization` belong to a proxy that asks for a password of its own.
    """
    cookies = b""
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return Shown("token", Secret.read(value[7:].decode("latin-1").strip()))
        if name == b"cookie":
            cookies += b";" + value
    secret = in_cookies(cookies.decode("latin-1"))
    return Shown("cookie", secret) if secret else None


def in_cookies(cookies: str) -> Secret | None:
    """The first well-formed secret among cookies of our name."""
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and (secret := Secret.read(value.strip('"'))):
            return secret
    return None


class Claim(NamedTuple):
    """To be somebody: the hash of the key that a request shows, and its kind."""

    kind: str
    hash: bytes

    @property
    def entry(self) -> bytes:
        """How it is remembered: a cookie's secret is no token, nor the other way round."""
        return self.kind.encode() + self.hash


def claimed_by(headers: Headers) -> Claim | None:
    """Who a request claims to be; None for somebody new."""
    key = shown(headers)
    if key is None or key.secret is None:
        return None
    return Claim(key.kind, hash_of(key.secret))


def cookie(secret: Secret, secure: bool) -> Cookie:
    """The cookie of a person's browser."""
    return Cookie(
        key=COOKIE,
        value=secret.reveal(),
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


class Token(Struct, frozen=True):
    """A program's key as its owner sees it in a list."""

    id: str
    label: str
    created: int


class Link(NamedTuple):
    """A way to another device, once, until it expires."""

    secret: Secret
    expires: int


class Identity:
    """The people of a server and their keys. `now` is the time in milliseconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], int], recent: Recent | None = None) -> None:
        self.store = store
        self.now = now
        self.recent = Recent() if recent is None else recent

    # -- who is it? ----------------------------------------------------------------------

    async def whose(self, headers: Headers) -> Person | None:
        """Whose request this is; None for somebody new."""
        return await self.holder(claimed_by(headers))

    async def holder(self, claim: Claim | None) -> Person | None:
        """Whose key this is now; None where it is nobody's, or was taken away."""
        if claim is None:
            return None
        return self.recent.get(claim.entry) or await self.looked_up(claim)

    async def looked_up(self, claim: Claim) -> Person | None:
        """Whose key this is, by the store."""
        changes = self.recent.changes
        person = await self.store.person_of(claim.hash, (claim.kind,), self.now())
        if person is not None:
            self.recent.put(claim.entry, person, changes)
        return person

    async def known(self, headers: Headers) -> Person:
        """Whose request this is; Problem for somebody new."""
        person = await self.whose(headers)
        if person is None:
            raise Problem("no-person")
        return person

    async def owner(self, headers: Headers) -> Person:
        """As `known`, but not a program: it must not make keys that outlive its own."""
        key = shown(headers)
        if key is not None and key.kind != "cookie":
            raise Problem("not-allowed")
        return await self.known(headers)

    # -- people --------------------------------------------------------------------------

    async def create(self, name: str, avatar: str) -> tuple[Person, Secret]:
        """Somebody new, and the secret for their cookie."""
        person = Person(new_person_id(), clean.name(name), known_avatar(avatar), self.now())
        secret, key = self.new_key(person, "cookie")
        await self.store.add_person(person, key)
        return person, secret

    async def change(self, person: Person, name: str, avatar: str) -> Person:
        """The same person with another name or avatar."""
        changed = structs.replace(person, name=clean.name(name), avatar=known_avatar(avatar))
        await self.store.change_person(changed)
        self.recent.forget(person.id)
        return changed

    # -- other devices -------------------------------------------------------------------

    async def link(self, person: Person) -> Link:
        """A way to another device."""
        await self.allow_one_more(person, "link", MOST_LINKS)
        expires = self.now() + LINK_MILLISECONDS
        secret, key = self.new_key(person, "link", expires=expires)
        await self.store.add_key(key)
        return Link(secret, expires)

    async def claim(self, token: str) -> tuple[Person, Secret]:
        """Use a link up: who it leads to, and the secret for this device's cookie."""
        used = Secret.read(token)
        person = await self.claimed(used) if used else None
        if person is None:
            raise Problem("link-gone", field="token")
        secret, key = self.new_key(person, "cookie")
        await self.store.add_key(key)
        return person, secret

    async def claimed(self, secret: Secret) -> Person | None:
        """Who a link leads to; it is used up then."""
        hash = hash_of(secret)
        person = await self.store.person_of(hash, ("link",), self.now())
        return person if person and await self.store.take_key(hash) else None

    # -- programs ------------------------------------------------------------------------

    async def add_token(self, person: Person, label: str) -> tuple[Token, Secret]:
        """A key for one of a person's programs. The secret is shown this once."""
        label = clean.label(label)
        await self.allow_one_more(person, "token", MOST_TOKENS)
        secret, key = self.new_key(person, "token", label=label)
        await self.store.add_key(key)
        return listed(key), secret

    async def tokens(self, person: Person) -> list[Token]:
        """The keys of a person's programs, the oldest first."""
        return [listed(key) for key in await self.keys(person, "token")]

    async def drop_token(self, person: Person, id: str) -> None:
        """Take a program's key away."""
        hashes = [key.hash for key in await self.keys(person, "token") if token_id(key.hash) == id]
        gone = [hash for hash in hashes if await self.store.take_key(hash)]
        self.recent.forget(person.id)
        if not gone:
            raise Problem("no-token", field="id")

    # -- keys ----------------------------------------------------------------------------

    async def keys(self, person: Person, kind: str) -> list[Key]:
        """A person's keys of a kind that have not expired."""
        now = self.now()
        keys = await self.store.keys_of(person.id)
        return [k for k in keys if k.kind == kind and (k.expires is None or k.expires > now)]

    async def allow_one_more(self, person: Person, kind: str, most: int) -> None:
        """Problem where a person has too many keys of a kind."""
        if len(await self.keys(person, kind)) >= most:
            raise Problem("too-many-keys", most=most)

    def new_key(self, person: Person, kind: str, **more: Any) -> tuple[Secret, Key]:
        """A new secret, and the key to it."""
        secret = Secret.new()
        more = {"label": ""} | more
        return secret, Key(hash_of(secret), person.id, kind, created=self.now(), **more)


def known_avatar(avatar: str) -> str:
    """An avatar that there is; Problem otherwise."""
    if avatar not in AVATARS:
        raise Problem("no-avatar", field="avatar", avatars=", ".join(AVATARS))
    return avatar


def listed(key: Key) -> Token:
    """A key as its owner sees it."""
    return Token(token_id(key.hash), key.label, key.created)
