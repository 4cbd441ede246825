"""Trying moves out: for lessons. The server computes all rules, so the page asks it."""

import asyncio
from typing import cast

from litestar import post
from litestar.params import JSONBody

from pioche.server.address import Scope
from pioche.server.parts import AnyRequest, Given
from pioche.server.study import Lesson, Studied, Study


@post("/study", summary="Try moves out in a position", status_code=200)
async def study_moves(parts: Given, request: AnyRequest, data: JSONBody[Study]) -> Studied:
    """What a seat sees of moves in a position of your own, and how bots would reply."""
    parts.limiter.study(cast(Scope, request.scope))
    # Two hundred moves take 4 ms, and far longer where the rules are not compiled.
    lesson = await asyncio.to_thread(Lesson, data, parts.language(request))
    await lesson.let_reply(parts.thinkers)
    return lesson.studied()


study = [study_moves]
