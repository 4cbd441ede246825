"""Playing on from a step of a film: what if I had played something else?"""

import asyncio
from typing import Annotated, Any, cast

from litestar import Response, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from pioche.core.seals import BadRecord
from pioche.core.state import State
from pioche.server.address import Scope
from pioche.server.api.tables import TableMade, finished
from pioche.server.errors import told
from pioche.server.film import read_record, state_after
from pioche.server.film import told as told_bad
from pioche.server.parts import AnyRequest, Given, Parts
from pioche.server.problem import Problem, ProblemSaid
from pioche.server.saying import refused
from pioche.tables.codes import said_code
from pioche.tables.commands import Level, SeatNumber
from pioche.tables.judge import Denied
from pioche.tables.messages import Refused
from pioche.tables.opening import continued


class Continue(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a film to play on from: of a finished table, or of a record."""

    step: Annotated[int, Meta(ge=0)]  # of the film; the game goes on from what it has led to
    seat: SeatNumber  # yours
    level: Level = "regular"  # of the bots on all other seats
    table: Annotated[str, Meta(max_length=40)] | None = None  # its code; None: there is a record
    record: dict[str, Any] | None = None  # None: there is a table


NOT_FROM_THERE = {
    409: ResponseSpec(
        Refused | ProblemSaid, generate_examples=False, description="refused, no-record"
    )
}


@post(
    "/tables/continue",
    summary="Play on from a step of a film",
    responses=told("no-person", "no-table", "bad-record", "too-big") | NOT_FROM_THERE,
)
async def continue_from(
    parts: Given, request: AnyRequest, data: JSONBody[Continue]
) -> Response[TableMade | Refused]:
    """A new table that begins there, with you and bots; it has started. Its shuffles are new."""
    person = await parts.identity.known(request.scope["headers"])
    parts.limiter.film(cast(Scope, request.scope))
    state = await chosen(parts, data)
    parts.limiter.new_table(person.id)
    await parts.allow_table(person)
    try:
        entry = continued(state, person, data.seat, data.level, parts.house.now())
        code = await parts.house.begin(person, entry)
    except Denied as denied:
        return Response(refused(denied, "", None, parts.language(request)), status_code=409)
    return Response(TableMade(code, said_code(code)))


async def chosen(parts: Parts, data: Continue) -> State:
    """The state to go on from."""
    if (data.table is None) == (data.record is None):
        problem = "either a table or a record is needed"
        raise Problem("bad-request", field="table", problem=problem)
    record = None if data.table is None else await finished(parts, data.table)

    def work() -> State:
        return state_after(record or read_record(data.record), data.step)

    try:
        async with parts.projector:
            return await asyncio.to_thread(work)
    except BadRecord as bad:
        raise told_bad(bad) from None


continuing = [continue_from]
