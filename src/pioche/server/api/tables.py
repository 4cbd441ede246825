"""Tables over HTTP: the lobby, setting one up, commands for programs without a socket, records."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from pioche.core.record import Record
from pioche.server.errors import told
from pioche.server.lobby import Listed, Lobby, listed
from pioche.server.parts import AnyRequest, Given, Parts
from pioche.server.problem import Problem
from pioche.server.saying import refused
from pioche.tables.codes import read_code, said_code
from pioche.tables.commands import Asked, Level
from pioche.tables.judge import Denied
from pioche.tables.messages import Done, Refused
from pioche.tables.settings import Settings


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up: what it agrees on, and who sits there from the beginning."""

    settings: Settings
    bots: Annotated[tuple[Level, ...], Meta(max_length=8)] = ()
    sits: bool = True  # whether you take the first seat
    start: bool = False  # at once, with those who sit


class TableMade(Struct, frozen=True):
    """The code of a new table, and how to read it aloud."""

    code: str
    said: str


REFUSED = {409: ResponseSpec(Refused, generate_examples=False, description="refused")}
RECORD = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="the record")}


def code_of(text: str) -> str:
    """The code of a table as an address has it."""
    code = read_code(text)
    if code is None:
        raise Problem("no-table")
    return code


@get("/tables", summary="The lobby")
async def lobby(parts: Given) -> Lobby:
    """Tables open to everybody, and running ones that anybody may watch."""
    return Lobby(await parts.lobby.tables())


@post("/tables", summary="Set up a table", responses=told("no-person") | REFUSED)
async def set_up(
    parts: Given, request: AnyRequest, data: JSONBody[NewTable]
) -> Response[TableMade | Refused]:
    """A new table; you are its host."""
    person = await parts.identity.known(request.scope["headers"])
    parts.limiter.new_table(person.id)
    await parts.allow_table(person)
    try:
        code = await parts.house.create(person, data.settings, data.bots, data.sits, data.start)
    except Denied as denied:
        return Response(refused(denied, "", None, parts.language(request)), status_code=409)
    return Response(TableMade(code, said_code(code)))


@get("/tables/{code:str}", summary="One table", responses=told("no-table"))
async def one_table(parts: Given, code: FromPath[str]) -> Listed:
    """A table as lists show it."""
    shown = await parts.store.show(code_of(code))
    if shown is None:
        raise Problem("no-table")
    return listed(shown)


@post(
    "/tables/{code:str}/commands",
    summary="Ask a table for something",
    status_code=200,
    responses=told("no-person", "no-table") | REFUSED,
)
async def command(
    parts: Given, request: AnyRequest, code: FromPath[str], data: JSONBody[Asked]
) -> Response[Done | Refused]:
    """The same commands as over the socket, for programs that have none."""
    person = await parts.identity.known(request.scope["headers"])
    live = await parts.house.table(code_of(code))
    try:
        return Response(await parts.handle(live.table.code, person, data))
    except Denied as denied:
        answer = refused(denied, data.id, live.table, parts.language(request))
        return Response(answer, status_code=409)


@get(
    "/tables/{code:str}/record",
    summary="The record of a finished game",
    responses=told("no-table", "no-record") | RECORD,
)
async def record(parts: Given, code: FromPath[str]) -> Response[bytes]:
    """Every move, and the secret behind the shuffles; only after the end."""
    found = await finished(parts, code)
    name = f'attachment; filename="{found.game}-{code_of(code)}.json"'
    headers = {"content-disposition": name}
    return Response(found.to_json().encode(), media_type="application/json", headers=headers)


async def finished(parts: Parts, code: str) -> Record:
    """The record of a table whose game is over."""
    live = await parts.house.table(code_of(code))
    async with live.lock:
        await parts.house.refresh(live)
        if live.table.phase != "over":
            await parts.house.read_on(live)
        if live.table.phase != "over" or live.table.state is None:
            raise Problem("no-record")
        return live.table.record()


tables = [lobby, set_up, one_table, command, record]
