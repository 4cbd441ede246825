"""Who one is: name and picture, other devices, programs."""

from typing import Annotated, cast

from litestar import Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from pioche.server.address import Scope
from pioche.server.errors import told
from pioche.server.identity import AVATARS, Token, cookie, shown
from pioche.server.lobby import Listed, listed
from pioche.server.parts import AnyRequest, Given
from pioche.server.secret import Secret
from pioche.server.store.base import Person

MOST_TABLES = 100


class Me(Struct, frozen=True):
    """How one appears at tables."""

    id: str
    name: str
    avatar: str


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the avatar one would like."""

    name: Annotated[str, Meta(max_length=640, description="1 to 20 characters")]
    avatar: Annotated[str, Meta(pattern=f"^({'|'.join(AVATARS)})$")]


class NewLink(Struct, frozen=True):
    """A way to another device, once. The token goes behind the `#` of an address."""

    token: str
    expires: int


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link from another device."""

    token: Annotated[str, Meta(max_length=100)]


class Label(Struct, frozen=True, forbid_unknown_fields=True):
    """What one calls a program."""

    label: Annotated[str, Meta(max_length=1280, description="1 to 40 characters")]


class NewToken(Struct, frozen=True):
    """A program's key. Its token is shown this once."""

    id: str
    label: str
    token: str


class MyTables(Struct, frozen=True):
    """One's tables, the last touched first."""

    open: tuple[Listed, ...]
    running: tuple[Listed, ...]
    finished: tuple[Listed, ...]


OWNER = ("no-person", "not-allowed")  # what somebody else than a person in a browser is told
CHANGED = {200: ResponseSpec(Me, generate_examples=False, description="changed")}


def me_of(person: Person) -> Me:
    """A person as they see themselves."""
    return Me(person.id, person.name, person.avatar)


@get("/me", summary="Who am I?", responses=told("no-person"))
async def who_am_i(parts: Given, request: AnyRequest) -> Response[Me]:
    """Your name and avatar; 401 for somebody new."""
    headers = request.scope["headers"]
    person = await parts.identity.known(headers)
    key = shown(headers)
    if key is None or key.kind != "cookie" or key.secret is None:
        return Response(me_of(person))
    # Browsers forget a cookie after 400 days: those of people who come by start anew.
    return with_cookie(parts, request, person, key.secret, 200)


@post("/me", summary="Choose a name and an avatar", responses=told("too-many-people") | CHANGED)
async def introduce(parts: Given, request: AnyRequest, data: JSONBody[NewMe]) -> Response[Me]:
    """Become somebody, with a cookie; or change your name or avatar."""
    person = await parts.identity.whose(request.scope["headers"])
    if person is not None:
        return Response(me_of(await parts.identity.change(person, data.name, data.avatar)))
    parts.limiter.new_person(cast(Scope, request.scope))
    person, secret = await parts.identity.create(data.name, data.avatar)
    return with_cookie(parts, request, person, secret)


def with_cookie(
    parts: Given, request: AnyRequest, person: Person, secret: Secret, status: int = 201
) -> Response[Me]:
    """The answer that lets a browser be a person."""
    secure = parts.settings.secure_cookies or request.scope["scheme"] == "https"
    return Response(me_of(person), cookies=[cookie(secret, secure)], status_code=status)


@post("/me/links", summary="Go on on another device", responses=told(*OWNER, "too-many-keys"))
async def make_link(parts: Given, request: AnyRequest) -> NewLink:
    """A token that makes another device yours too; good once, for ten minutes."""
    person = await parts.identity.owner(request.scope["headers"])
    link = await parts.identity.link(person)
    return NewLink(link.secret.reveal(), link.expires)


@post("/me/claim", summary="Come from another device", responses=told("link-gone"))
async def claim(parts: Given, request: AnyRequest, data: JSONBody[Claim]) -> Response[Me]:
    """Be the person who made the link, on this device too."""
    person, secret = await parts.identity.claim(data.token)
    return with_cookie(parts, request, person, secret)


@get("/me/tokens", summary="My programs", responses=told(*OWNER))
async def my_tokens(parts: Given, request: AnyRequest) -> list[Token]:
    """The keys of your programs."""
    person = await parts.identity.owner(request.scope["headers"])
    return await parts.identity.tokens(person)


@post("/me/tokens", summary="Let a program play for me", responses=told(*OWNER, "too-many-keys"))
async def make_token(parts: Given, request: AnyRequest, data: JSONBody[Label]) -> NewToken:
    """A key for a program, which then acts as you."""
    person = await parts.identity.owner(request.scope["headers"])
    token, secret = await parts.identity.add_token(person, data.label)
    return NewToken(token.id, token.label, secret.reveal())


@delete(
    "/me/tokens/{id:str}", summary="Take a program's key away", responses=told(*OWNER, "no-token")
)
async def drop_token(parts: Given, request: AnyRequest, id: FromPath[str]) -> None:
    """The program can't act as you any more."""
    person = await parts.identity.owner(request.scope["headers"])
    await parts.identity.drop_token(person, id)


@get("/me/tables", summary="My tables", responses=told("no-person"))
async def my_tables(parts: Given, request: AnyRequest) -> MyTables:
    """Tables you host or sit at."""
    person = await parts.identity.known(request.scope["headers"])
    found = {
        phase: await parts.store.tables_of(person.id, phase, MOST_TABLES)
        for phase in ("open", "running", "over")
    }
    running = [await parts.with_turn(listed(shown), person) for shown in found["running"]]
    return MyTables(
        tuple(listed(shown) for shown in found["open"]),
        tuple(running),
        tuple(listed(shown) for shown in found["over"]),
    )


people = [who_am_i, introduce, make_link, claim, my_tokens, make_token, drop_token, my_tables]
