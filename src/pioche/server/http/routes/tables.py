"""Tables over HTTP: the lobby, setting one up, commands for programs without a socket, records."""

from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from pioche.core.records.record import Record
from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.error_handlers import document_problems
from pioche.server.people.identity import read_credential
from pioche.server.problem import Problem
from pioche.server.refusal_messages import build_refused
from pioche.server.sockets.command_handler import handle_command
from pioche.server.tables.lobby import ListedTable, Lobby, build_listed_table
from pioche.server.worker import AnyRequest, ServerWorker, WorkerDependency
from pioche.tables.codes import format_code, read_code
from pioche.tables.commands import Command, Level
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Done, Refused
from pioche.tables.settings import Settings


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up: what it agrees on, and who sits there from the beginning."""

    settings: Settings
    bots: Annotated[tuple[Level, ...], Meta(max_length=8)] = ()
    sits: bool = True  # whether you take the first seat
    start: bool = False  # at once, with those who sit


class CreatedTable(Struct, frozen=True):
    """The code of a new table, and how to read it aloud."""

    code: str
    said: str


REFUSED_RESPONSE = {409: ResponseSpec(Refused, generate_examples=False, description="refused")}
RECORD_RESPONSE = {
    200: ResponseSpec(dict[str, Any], generate_examples=False, description="the record")
}


def parse_table_code(text: str) -> str:
    """The code of a table as an address has it."""
    code = read_code(text)
    if code is None:
        raise Problem("no-table")
    return code


@get("/tables", summary="The lobby")
async def get_lobby(worker: WorkerDependency) -> Lobby:
    """Tables open to everybody, and running ones that anybody may watch."""
    return Lobby(await worker.lobby.list_tables())


@post(
    "/tables",
    summary="Set up a table",
    responses=document_problems("no-person", "busy") | REFUSED_RESPONSE,
)
async def post_table(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[NewTable]
) -> Response[CreatedTable | Refused]:
    """A new table; you are its host."""
    worker.load.check_room("table")
    person = await worker.identity.require_person(request.scope["headers"])
    await worker.check_new_table(person, read_client_key(cast(Scope, request.scope)))
    try:
        code = await worker.tables.create(person, data.settings, data.bots, data.sits, data.start)
    except CommandRefused as denied:
        return Response(
            build_refused(denied, "", None, worker.read_language(request)), status_code=409
        )
    return Response(CreatedTable(code, format_code(code)))


@get("/tables/{code:str}", summary="One table", responses=document_problems("no-table"))
async def get_table(worker: WorkerDependency, code: FromPath[str]) -> ListedTable:
    """A table as lists show it."""
    shown = await worker.store.load_table_row(parse_table_code(code))
    if shown is None:
        raise Problem("no-table")
    return build_listed_table(shown)


@post(
    "/tables/{code:str}/commands",
    summary="Ask a table for something",
    status_code=200,
    responses=document_problems("no-person", "no-table") | REFUSED_RESPONSE,
)
async def post_command(
    worker: WorkerDependency, request: AnyRequest, code: FromPath[str], data: JSONBody[Command]
) -> Response[Done | Refused]:
    """The same commands as over the socket, for programs that have none."""
    person = await worker.identity.require_person(request.scope["headers"])
    live = await worker.tables.get_table(parse_table_code(code))
    try:
        credential = read_credential(request.scope["headers"])
        program = credential is not None and credential.is_program
        address = read_client_key(cast(Scope, request.scope))
        return Response(await handle_command(worker, live, person, data, program, address))
    except CommandRefused as denied:
        answer = build_refused(denied, data.id, live.table, worker.read_language(request))
        return Response(answer, status_code=409)


@get(
    "/tables/{code:str}/record",
    summary="The record of a finished game",
    responses=document_problems("no-table", "no-record") | RECORD_RESPONSE,
)
async def get_record(worker: WorkerDependency, code: FromPath[str]) -> Response[bytes]:
    """Every move, and the secret behind the shuffles; only after the end."""
    found = await load_finished_record(worker, code)
    name = f'attachment; filename="{found.game}-{parse_table_code(code)}.json"'
    headers = {"content-disposition": name}
    return Response(found.to_json().encode(), media_type="application/json", headers=headers)


async def load_finished_record(worker: ServerWorker, code: str) -> Record:
    """The record of a table whose game is over."""
    live = await worker.tables.get_table(parse_table_code(code))
    async with live.lock:
        await worker.tables.refresh(live)
        if live.table.phase != "over":
            await worker.tables.read_new_entries(live)
        if live.table.phase != "over" or live.table.state is None:
            raise Problem("no-record")
        return live.table.build_record()


table_routes = [get_lobby, post_table, get_table, post_command, get_record]
