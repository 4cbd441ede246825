"""Films: records to be looked at, of tables here and of games played elsewhere."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from pioche.core.record import Record
from pioche.core.seals import BadRecord
from pioche.server.address import Scope
from pioche.server.api.tables import finished
from pioche.server.errors import told
from pioche.server.files import accepts
from pioche.server.film import EYES, Film, film_of, read_record
from pioche.server.film import told as told_bad
from pioche.server.parts import AnyRequest, Given, Parts

FILM = {200: ResponseSpec(Film, generate_examples=False, description="the film")}
WHOSE = "a seat; `watch`: a spectator; `all`: with all cards open"

Eyes = Annotated[str, QueryParameter(pattern=EYES, description=WHOSE)]


@get(
    "/tables/{code:str}/film",
    summary="The film of a finished game",
    responses=told("no-table", "no-record") | FILM,
)
async def table_film(
    parts: Given, request: AnyRequest, code: FromPath[str], eyes: Eyes = "all"
) -> Response[bytes]:
    """Every step with its events and the table after it; only after the end."""
    parts.limiter.film(cast(Scope, request.scope))
    return await filmed(parts, request, await finished(parts, code), eyes)


@post(
    "/film",
    summary="The film of a record",
    status_code=200,
    responses=told("bad-record", "too-big") | FILM,
)
async def record_film(
    parts: Given, request: AnyRequest, data: JSONBody[dict[str, Any]], eyes: Eyes = "all"
) -> Response[bytes]:
    """The same of a record from elsewhere, which must hold."""
    parts.limiter.film(cast(Scope, request.scope))
    return await filmed(parts, request, data, eyes)


async def filmed(
    parts: Parts, request: AnyRequest, record: Record | Mapping[str, Any], eyes: str
) -> Response[bytes]:
    """A film as the asker can read it."""
    packed = accepts(request.headers.get("accept-encoding", ""), "gzip")

    def work() -> bytes:
        known = record if isinstance(record, Record) else read_record(record)
        return film_of(known, eyes, packed)

    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packed else {})
    try:
        async with parts.projector:
            film = await asyncio.to_thread(work)
    except BadRecord as bad:
        raise told_bad(bad) from None
    return Response(film, media_type="application/json", headers=headers)


films = [table_film, record_film]
