"""Playing on from a step of a replay: what if I had played something else?"""

from typing import Annotated, Any, cast

from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from pioche.core.records.seals import BadRecord
from pioche.core.state import State
from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.error_handlers import document_problems
from pioche.server.http.routes.tables import CreatedTable, load_finished_record
from pioche.server.problem import Problem, ProblemDetails
from pioche.server.refusal_messages import build_refused
from pioche.server.replays.replay import convert_bad_record, read_record, state_after
from pioche.server.worker import AnyRequest, ServerWorker, WorkerDependency
from pioche.tables.codes import format_code
from pioche.tables.commands import Level, SeatNumber
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Refused
from pioche.tables.opening import open_from_state

MOST_STEPS = 1_000_000  # more than any record can have


class Continue(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a replay to play on from: of a finished table, or of a record."""

    # Of the replay; the game goes on from what it has led to.
    step: Annotated[int, Meta(ge=0, le=MOST_STEPS)]
    seat: SeatNumber  # yours
    level: Level = "regular"  # of the bots on all other seats
    table: Annotated[str, Meta(max_length=40)] | None = None  # its code; None: there is a record
    record: dict[str, Any] | None = None  # None: there is a table


CONTINUE_REFUSED = {
    409: ResponseSpec(
        Refused | ProblemDetails, generate_examples=False, description="refused, no-record"
    )
}


@post(
    "/tables/continue",
    summary="Play on from a step of a replay",
    responses=document_problems("no-person", "no-table", "bad-record", "too-big")
    | CONTINUE_REFUSED,
)
async def continue_from(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[Continue]
) -> Response[CreatedTable | Refused]:
    """A new table that begins there, with you and bots; it has started. Its shuffles are new."""
    person = await worker.identity.require_person(request.scope["headers"])
    address = read_client_key(cast(Scope, request.scope))
    state = await load_state(worker, data, address)
    await worker.check_new_table(person, address)
    try:
        entry = open_from_state(state, person, data.seat, data.level, worker.tables.now())
        code = await worker.tables.create_and_start(person, entry)
    except CommandRefused as denied:
        return Response(
            build_refused(denied, "", None, worker.read_language(request)), status_code=409
        )
    return Response(CreatedTable(code, format_code(code)))


async def load_state(worker: ServerWorker, data: Continue, asker: str) -> State:
    """The state to go on from."""
    if (data.table is None) == (data.record is None):
        problem = "either a table or a record is needed"
        raise Problem("bad-request", field="table", problem=problem)
    record = None if data.table is None else await load_finished_record(worker, data.table)

    def work() -> State:
        return state_after(record or read_record(data.record), data.step)

    try:
        return await worker.replays.run(asker, float(data.step), work)
    except BadRecord as bad:
        raise convert_bad_record(bad) from None


continue_routes = [continue_from]
