"""Films: records to be looked at, of tables here and of games played elsewhere."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from pioche.core.records.record import Record
from pioche.core.records.seals import BadRecord
from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.error_handlers import document_problems
from pioche.server.http.routes.tables import load_finished_record
from pioche.server.http.static_files import accepts
from pioche.server.replays.replay import (
    VIEWERS_PATTERN,
    GameReplay,
    convert_bad_record,
    encode_replay,
    read_record,
)
from pioche.server.worker import AnyRequest, ServerWorker, WorkerDependency

REPLAY_RESPONSE = {200: ResponseSpec(GameReplay, generate_examples=False, description="the replay")}
VIEWER_HELP = "a seat; `watch`: a spectator; `all`: with all cards open"

ViewerParameter = Annotated[str, QueryParameter(pattern=VIEWERS_PATTERN, description=VIEWER_HELP)]


@get(
    "/tables/{code:str}/film",
    summary="The replay of a finished game",
    responses=document_problems("no-table", "no-record", "busy") | REPLAY_RESPONSE,
)
async def get_table_replay(
    worker: WorkerDependency,
    request: AnyRequest,
    code: FromPath[str],
    eyes: ViewerParameter = "all",
) -> Response[bytes]:
    """Every step with its events and the table after it; only after the end."""
    worker.limiter.check_replay(cast(Scope, request.scope))
    record = await load_finished_record(worker, code)
    return await build_replay_response(worker, request, record, eyes, f"table {code}")


@post(
    "/film",
    summary="The replay of a record",
    status_code=200,
    responses=document_problems("bad-record", "too-big", "busy") | REPLAY_RESPONSE,
)
async def post_record_replay(
    worker: WorkerDependency,
    request: AnyRequest,
    data: JSONBody[dict[str, Any]],
    eyes: ViewerParameter = "all",
) -> Response[bytes]:
    """The same of a record from elsewhere, which must hold."""
    body = hashlib.sha256(await request.body()).hexdigest()
    return await build_replay_response(worker, request, data, eyes, f"record {body}")


async def build_replay_response(
    worker: ServerWorker,
    request: AnyRequest,
    record: Record | Mapping[str, Any],
    eyes: str,
    name: str,
) -> Response[bytes]:
    """A replay as the asker can read it; `name` stands for this record and no other."""
    packed = accepts(request.headers.get("accept-encoding", ""), "gzip")

    def work() -> bytes:
        known = record if isinstance(record, Record) else read_record(record)
        return encode_replay(known, eyes, packed)

    moves = record.moves if isinstance(record, Record) else record.get("moves")
    cost = float(len(moves)) if isinstance(moves, Sequence) else 1.0
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packed else {})
    try:
        asker = read_client_key(cast(Scope, request.scope))
        replay = await worker.replays.get(f"{name} {eyes} {packed}", asker, cost, work)
    except BadRecord as bad:
        raise convert_bad_record(bad) from None
    return Response(replay, media_type="application/json", headers=headers)


replay_routes = [get_table_replay, post_record_replay]
