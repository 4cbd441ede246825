"""Trying moves out: for lessons. The server computes all rules, so the page asks it."""

import asyncio
from typing import cast

from litestar import post
from litestar.params import JSONBody

from pioche.server.client_address import Scope, read_client_key
from pioche.server.replays.study import Study, StudyResult, StudyRun
from pioche.server.worker import AnyRequest, WorkerDependency


@post("/study", summary="Try moves out in a position", status_code=200)
async def study_moves(
    worker: WorkerDependency, request: AnyRequest, data: JSONBody[Study]
) -> StudyResult:
    """What a seat sees of moves in a position of your own, and how bots would reply."""
    worker.limiter.check_study(cast(Scope, request.scope))
    # Two hundred moves take 4 ms, and far longer where the rules are not compiled.
    lesson = await asyncio.to_thread(StudyRun, data, worker.read_language(request))
    await lesson.play_replies(worker.bots, read_client_key(cast(Scope, request.scope)))
    return lesson.build_result()


study_routes = [study_moves]
