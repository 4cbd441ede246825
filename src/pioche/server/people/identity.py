"""Who somebody is, without accounts: whoever has one of a person's keys is that person.

A key is a random secret of 256 bits. The store keeps its hash, so that nobody who reads the
store can be anybody. A browser has its key in a cookie that scripts can't read; a program
sends its own as `Authorization: Bearer`; a link takes a person to another device, once. The
secret of a link belongs behind the `#` of its address, which browsers keep to themselves.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from litestar.datastructures import Cookie
from msgspec import Struct, structs

from pioche.server.people import sanitize
from pioche.server.people.cache import PersonCache
from pioche.server.people.open_sockets import OpenSockets
from pioche.server.people.secrets import Secret, hash_secret
from pioche.server.people.sightings import Sightings
from pioche.server.problem import Problem
from pioche.server.store.base import Key, Person, Store, StoreError
from pioche.words import common_words

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


def key_id(hash: bytes) -> str:
    """What a key is called in lists: it says nothing about the hash."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"token" + hash).digest()[:9]).decode()


def fallback_name(avatar: str, lang: str) -> str:
    """What somebody who gives no name is called."""
    return str(common_words(lang)["server"]["avatars"][avatar])


class PresentedKey(NamedTuple):
    """The key that a request shows, and of what kind it is."""

    kind: str
    secret: Secret | None


Headers = Iterable[tuple[bytes, bytes]]


def read_presented_key(headers: Headers) -> PresentedKey | None:
    """The key of a request. A token comes first, even a wrong one: who shows it is a program.

    Other kinds of `Authorization` belong to a proxy that asks for a password of its own.
    """
    cookies = b""
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return PresentedKey("token", Secret.read(value[7:].decode("latin-1").strip()))
        if name == b"cookie":
            cookies += b";" + value
    secret = find_cookie_secret(cookies.decode("latin-1"))
    return PresentedKey("cookie", secret) if secret else None


def find_cookie_secret(cookies: str) -> Secret | None:
    """The first well-formed secret among cookies of our name."""
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and (secret := Secret.read(value.strip('"'))):
            return secret
    return None


class Credential(NamedTuple):
    """To be somebody: the hash of the key that a request shows, and its kind."""

    kind: str
    hash: bytes

    @property
    def is_program(self) -> bool:
        """Whether it is a program's."""
        return self.kind == "token"

    @property
    def cache_key(self) -> bytes:
        """How it is remembered: a cookie's secret is no token, nor the other way round."""
        return self.kind.encode() + self.hash


def read_credential(headers: Headers) -> Credential | None:
    """Who a request claims to be; None for somebody new."""
    key = read_presented_key(headers)
    if key is None or key.secret is None:
        return None
    return Credential(key.kind, hash_secret(key.secret))


def build_cookie(secret: Secret, secure: bool) -> Cookie:
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


class DeviceLink(NamedTuple):
    """A way to another device, once, until it expires."""

    secret: Secret
    expires: int


class Identity:
    """The people of a server and their keys. `now` is the time in milliseconds since 1970."""

    def __init__(
        self, store: Store, now: Callable[[], int], recent: PersonCache | None = None
    ) -> None:
        self.store = store
        self.now = now
        self.cache = PersonCache() if recent is None else recent
        self.sockets = OpenSockets()
        self.sightings = Sightings(now)
        store.on_keys_removed = self.forget_keys

    # -- who is it? ----------------------------------------------------------------------

    async def find_person(self, headers: Headers) -> Person | None:
        """Whose request this is; None for somebody new."""
        return await self.find_holder(read_credential(headers))

    async def find_holder(self, claim: Credential | None) -> Person | None:
        """Whose key this is now; None where it is nobody's, or was taken away."""
        if claim is None:
            return None
        return self.cache.get(claim.cache_key) or await self.look_up(claim)

    def recall_holder(self, claim: Credential) -> Person | None:
        """Whose key this is, if that was seen a moment ago."""
        return self.cache.get(claim.cache_key)

    async def look_up(self, claim: Credential) -> Person | None:
        """Whose key this is, by the store."""
        changes = self.cache.changes
        person = await self.store.find_person_by_key(claim.hash, (claim.kind,), self.now())
        if person is not None:
            self.cache.put(claim.cache_key, person, changes)
            self.sightings.note(claim.hash)
        return person

    async def require_person(self, headers: Headers) -> Person:
        """Whose request this is; Problem for somebody new."""
        person = await self.find_person(headers)
        if person is None:
            raise Problem("no-person")
        return person

    async def require_owner(self, headers: Headers) -> Person:
        """As `require_person`, but not a program: it must not make keys that outlive its own."""
        key = read_presented_key(headers)
        if key is not None and key.kind != "cookie":
            raise Problem("not-allowed")
        return await self.require_person(headers)

    # -- people --------------------------------------------------------------------------

    async def create(self, name: str, avatar: str, device: str = "") -> tuple[Person, Secret]:
        """Somebody new, and the secret for the cookie of their device."""
        person = Person(
            new_person_id(), sanitize.sanitize_name(name), check_avatar(avatar), self.now()
        )
        secret, key = self.new_key(person, "cookie", label=device)
        await self.store.add_person(person, key)
        return person, secret

    async def change(self, person: Person, name: str, avatar: str) -> Person:
        """The same person with another name or avatar."""
        changed = structs.replace(
            person, name=sanitize.sanitize_name(name), avatar=check_avatar(avatar)
        )
        await self.store.change_person(changed)
        self.cache.forget(person.id)
        return changed

    # -- other devices -------------------------------------------------------------------

    async def create_link(self, person: Person) -> DeviceLink:
        """A way to another device."""
        expires = self.now() + LINK_MILLISECONDS
        secret, key = self.new_key(person, "link", expires=expires)
        await self.add_key(key, MOST_LINKS)
        return DeviceLink(secret, expires)

    async def redeem_link(self, token: str, device: str = "") -> tuple[Person, Secret]:
        """Use a link up: who it leads to, and the secret for this device's cookie."""
        used = Secret.read(token)
        person = await self.take_link(used) if used else None
        if person is None:
            raise Problem("link-gone", field="token")
        secret, key = self.new_key(person, "cookie", label=device)
        await self.store.add_key(key)
        return person, secret

    async def take_link(self, secret: Secret) -> Person | None:
        """Who a link leads to; it is used up then."""
        hash = hash_secret(secret)
        person = await self.store.find_person_by_key(hash, ("link",), self.now())
        return person if person and await self.store.consume_key(hash) else None

    # -- programs ------------------------------------------------------------------------

    async def add_token(self, person: Person, label: str) -> tuple[Token, Secret]:
        """A key for one of a person's programs. The secret is shown this once."""
        label = sanitize.sanitize_label(label)
        secret, key = self.new_key(person, "token", label=label)
        await self.add_key(key, MOST_TOKENS)
        return describe_token(key), secret

    async def list_tokens(self, person: Person) -> list[Token]:
        """The keys of a person's programs, the oldest first."""
        return [describe_token(key) for key in await self.list_keys(person, "token")]

    async def drop_token(self, person: Person, id: str) -> None:
        """Take a program's key away."""
        tokens = await self.list_keys(person, "token")
        if not await self.remove_keys(key.hash for key in tokens if key_id(key.hash) == id):
            raise Problem("no-token", field="id")

    # -- keys ----------------------------------------------------------------------------

    async def list_keys(self, person: Person, kind: str) -> list[Key]:
        """A person's keys of a kind that have not expired."""
        now = self.now()
        keys = await self.store.list_keys_of(person.id)
        return [k for k in keys if k.kind == kind and (k.expires is None or k.expires > now)]

    async def remove_keys(self, hashes: Iterable[bytes]) -> bool:
        """Take keys away, here and at all workers; False where there were none."""
        gone = [hash for hash in hashes if await self.store.consume_key(hash)]
        self.forget_keys(gone)
        return bool(gone)

    def forget_keys(self, hashes: Sequence[bytes]) -> None:
        """Keys are nobody's any more: nothing is remembered, and their sockets are closed."""
        self.cache.forget_keys(
            Credential(kind, hash).cache_key for hash in hashes for kind in ("cookie", "token")
        )
        self.sockets.revoke(hashes)

    async def check_open_sockets(self) -> None:
        """Close the sockets of keys that are gone, where nobody has said so."""
        hashes = list(self.sockets.by_key)
        known = await self.store.find_known_keys(hashes) if hashes else set()
        if gone := [hash for hash in hashes if hash not in known]:
            self.forget_keys(gone)

    async def save_sightings(self) -> None:
        """Write down which keys were used."""
        if taken := self.sightings.take():
            try:
                await self.store.note_seen(taken)
            except StoreError:
                self.sightings.give_back(taken)
                raise

    async def add_key(self, key: Key, most: int) -> None:
        """One more key; Problem where its person has too many of the kind."""
        if not await self.store.add_key(key, most):
            raise Problem("too-many-keys", most=most)

    def new_key(self, person: Person, kind: str, **more: Any) -> tuple[Secret, Key]:
        """A new secret, and the key to it."""
        secret = Secret.new()
        more = {"label": ""} | more
        return secret, Key(hash_secret(secret), person.id, kind, created=self.now(), **more)


def check_avatar(avatar: str) -> str:
    """An avatar that there is; Problem otherwise."""
    if avatar not in AVATARS:
        raise Problem("no-avatar", field="avatar", avatars=", ".join(AVATARS))
    return avatar


def describe_token(key: Key) -> Token:
    """A key as its owner sees it."""
    return Token(key_id(key.hash), key.label, key.created)
