"""Who one is: name and picture, other devices, programs."""

from typing import Annotated, cast

from litestar import Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.error_handlers import document_problems
from pioche.server.people.identity import AVATARS, Token, build_cookie, read_presented_key
from pioche.server.people.secrets import Secret
from pioche.server.people.user_agents import build_device_label
from pioche.server.store.base import Person
from pioche.server.tables.lobby import ListedTable, build_listed_table
from pioche.server.worker import AnyRequest, WorkerDependency

MAX_TABLES_LISTED = 100


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


class LinkClaim(Struct, frozen=True, forbid_unknown_fields=True):
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

    open: tuple[ListedTable, ...]
    running: tuple[ListedTable, ...]
    finished: tuple[ListedTable, ...]


OWNER_ERRORS = ("no-person", "not-allowed")  # what somebody else than a person in a browser is told
CHANGED_RESPONSE = {200: ResponseSpec(Me, generate_examples=False, description="changed")}


def build_me(person: Person) -> Me:
    """A person as they see themselves."""
    return Me(person.id, person.name, person.avatar)


@get("/me", summary="Who am I?", responses=document_problems("no-person"))
async def get_me(worker: WorkerDependency, request: AnyRequest) -> Response[Me]:
    """Your name and avatar; 401 for somebody new."""
    headers = request.scope["headers"]
    person = await worker.identity.require_person(headers)
    key = read_presented_key(headers)
    if key is None or key.kind != "cookie" or key.secret is None:
        return Response(build_me(person))
    # Browsers forget a cookie after 400 days: those of people who come by start anew.
    return build_cookie_response(worker, request, person, key.secret, 200)


@post(
    "/me",
    summary="Choose a name and an avatar",
    responses=document_problems("too-many-people") | CHANGED_RESPONSE,
)
async def post_me(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[NewMe]
) -> Response[Me]:
    """Become somebody, with a cookie; or change your name or avatar."""
    person = await worker.identity.find_person(request.scope["headers"])
    if person is not None:
        return Response(build_me(await worker.identity.change(person, data.name, data.avatar)))
    address = read_client_key(cast(Scope, request.scope))
    await worker.tables.hourly_limits.check_new_person(address)
    device = read_device_label(request)
    person, secret = await worker.identity.create(data.name, data.avatar, device)
    return build_cookie_response(worker, request, person, secret)


def read_device_label(request: AnyRequest) -> str:
    """What is kept of the browser that asks."""
    return build_device_label(request.headers.get("user-agent", ""))


def build_cookie_response(
    worker: WorkerDependency, request: AnyRequest, person: Person, secret: Secret, status: int = 201
) -> Response[Me]:
    """The answer that lets a browser be a person."""
    secure = worker.settings.secure_cookies or request.scope["scheme"] == "https"
    return Response(build_me(person), cookies=[build_cookie(secret, secure)], status_code=status)


@post(
    "/me/links",
    summary="Go on on another device",
    responses=document_problems(*OWNER_ERRORS, "too-many-keys"),
)
async def make_link(worker: WorkerDependency, request: AnyRequest) -> NewLink:
    """A token that makes another device yours too; good once, for ten minutes."""
    person = await worker.identity.require_owner(request.scope["headers"])
    await worker.tables.hourly_limits.check_new_link(person.id)
    link = await worker.identity.create_link(person)
    return NewLink(link.secret.reveal(), link.expires)


@post("/me/claim", summary="Come from another device", responses=document_problems("link-gone"))
async def claim_link(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[LinkClaim]
) -> Response[Me]:
    """Be the person who made the link, on this device too."""
    person, secret = await worker.identity.redeem_link(data.token, read_device_label(request))
    return build_cookie_response(worker, request, person, secret)


@get("/me/tokens", summary="My programs", responses=document_problems(*OWNER_ERRORS))
async def get_tokens(worker: WorkerDependency, request: AnyRequest) -> list[Token]:
    """The keys of your programs."""
    person = await worker.identity.require_owner(request.scope["headers"])
    return await worker.identity.list_tokens(person)


@post(
    "/me/tokens",
    summary="Let a program play for me",
    responses=document_problems(*OWNER_ERRORS, "too-many-keys"),
)
async def make_token(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[Label]
) -> NewToken:
    """A key for a program, which then acts as you."""
    person = await worker.identity.require_owner(request.scope["headers"])
    token, secret = await worker.identity.add_token(person, data.label)
    return NewToken(token.id, token.label, secret.reveal())


@delete(
    "/me/tokens/{id:str}",
    summary="Take a program's key away",
    responses=document_problems(*OWNER_ERRORS, "no-token"),
)
async def drop_token(worker: WorkerDependency, request: AnyRequest, id: FromPath[str]) -> None:
    """The program can't act as you any more."""
    person = await worker.identity.require_owner(request.scope["headers"])
    await worker.identity.drop_token(person, id)


@get("/me/tables", summary="My tables", responses=document_problems("no-person"))
async def get_my_tables(worker: WorkerDependency, request: AnyRequest) -> MyTables:
    """Tables you host or sit at."""
    person = await worker.identity.require_person(request.scope["headers"])
    found = {
        phase: await worker.store.list_tables_of(person.id, phase, MAX_TABLES_LISTED)
        for phase in ("open", "running", "over")
    }
    running = [
        await worker.add_turn(build_listed_table(shown), person) for shown in found["running"]
    ]
    return MyTables(
        tuple(build_listed_table(shown) for shown in found["open"]),
        tuple(running),
        tuple(build_listed_table(shown) for shown in found["over"]),
    )


people_routes = [
    get_me,
    post_me,
    make_link,
    claim_link,
    get_tokens,
    make_token,
    drop_token,
    get_my_tables,
]
