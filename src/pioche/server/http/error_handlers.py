"""What becomes of errors: clients are told in one shape, and nothing that is not their business."""

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from traceback import clear_frames, walk_tb
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, LitestarException, WebSocketException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from pioche.server.logs import OccasionalFilter
from pioche.server.problem import STATUS, Problem, ProblemDetails, negotiate_language
from pioche.server.store.base import StoreError

log = logging.getLogger(__name__)
log.addFilter(OccasionalFilter())

# Litestar's own errors, by their status.
CODES_BY_STATUS = {
    401: "no-person",
    403: "not-allowed",
    404: "not-found",
    405: "wrong-method",
    413: "too-big",
    429: "too-fast",
}


ErrorCodes = Mapping[type[Exception], str]  # errors of our own, and their codes
ErrorHandler = Callable[[Request[Any, Any, Any], Exception], Response[ProblemDetails]]


def build_error_handlers(foreseen: ErrorCodes) -> dict[int | type[Exception], ErrorHandler]:
    """What Litestar does with errors: the same with all of them."""
    known = {StoreError: "store-down"} | dict(foreseen)

    def answer(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDetails]:
        response = build_response(convert_error(error, request.scope, known), request, error)
        release_frames(error)
        return response

    return {Exception: answer}


def release_frames(error: BaseException) -> None:
    """Let go of the frames that an error came through: they hold it, the request and its body.

    Others that they have caught hold the same frames.
    """
    waiting: list[object] = [error]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if not isinstance(one, BaseException) or id(one) in seen:
            continue
        seen.add(id(one))
        frames = [frame for frame, _ in walk_tb(one.__traceback__)]
        waiting += [one.__cause__, one.__context__]
        waiting += [value for frame in frames for value in frame.f_locals.values()]
        clear_frames(one.__traceback__)
        one.__traceback__ = None


def build_response(
    problem: Problem, request: Request[Any, Any, Any], error: Exception
) -> Response[ProblemDetails]:
    """A problem as Litestar sends it."""
    lang = negotiate_language(request.headers.get("accept-language", ""))
    own = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return Response(
        problem.build_details(lang),
        status_code=problem.status,
        headers=own | problem.build_headers(),
        media_type=MediaType.JSON,
    )


def convert_error(error: Exception, scope: Mapping[str, Any], foreseen: ErrorCodes) -> Problem:
    """What a client is told of an error."""
    if isinstance(error, Problem):
        return error
    for kind, code in foreseen.items():
        if isinstance(error, kind):
            return Problem(code, retry=1 if code == "store-down" else None)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return convert_http_error(error, scope)
    if isinstance(error, (msgspec.DecodeError, RecursionError, UnicodeDecodeError)):
        # Litestar lets the last two pass. They could be ours, so the log has them: now and then
        # in one line, as anybody can cause them, and in full for whoever looks for the place.
        where = build_log_context(scope)
        log.warning("misread", extra=where | {"type": type(error).__name__})
        log.debug("misread", exc_info=error, extra=where)
        return build_bad_request(describe_misreading(error))
    return log_internal_error(error, scope)


def describe_misreading(error: Exception) -> str:
    """What is wrong with something that can't be read, in words for its sender."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8"
    return str(error)


def convert_http_error(error: HTTPException, scope: Mapping[str, Any]) -> Problem:
    """What Litestar has refused."""
    code = CODES_BY_STATUS.get(error.status_code, "bad-request")
    if code == "too-big":
        return Problem(code, most=scope["route_handler"].resolve_request_max_body_size() or 0)
    if code != "bad-request":
        return Problem(code, retry=1 if code == "too-fast" else None)
    if isinstance(error.extra, list) and error.extra:
        return convert_first_fault(error.extra)  # the text of the error itself names the address
    return build_bad_request(error.detail)


def convert_first_fault(faults: list[Any]) -> Problem:
    """The first of several fields at fault; `data` is what Litestar calls the body."""
    message, field = faults[0]["message"], faults[0].get("key")
    missing = message == "'data'"
    return build_bad_request(
        "a body is needed" if missing else message, None if field == "data" else field
    )


def build_bad_request(message: str, field: str | None = None) -> Problem:
    """What msgspec could not make sense of, and where.

    >>> build_bad_request("Expected `int`, got `str` - at `$.settings.seats`").field
    'settings.seats'
    """
    message, _, path = message.partition(" - at `$.")
    return Problem("bad-request", field=path.removesuffix("`") or field, problem=message)


def log_internal_error(error: Exception, scope: Mapping[str, Any]) -> Problem:
    """A fault of ours: the log has it all, the client gets what the log calls it."""
    ref = secrets.token_hex(4)
    where = build_log_context(scope) | {"ref": ref}
    if is_disconnect(error):
        log.debug("the client is gone", extra=where)
    else:
        log.error("internal", exc_info=error, extra=where)
    return Problem("internal", ref=ref)


def build_log_context(scope: Mapping[str, Any]) -> dict[str, Any]:
    """Where something happened, for the log: never the address itself, which may tell a code."""
    return {"path": scope.get("path_template"), "method": scope.get("method")}


def is_disconnect(error: Exception) -> bool:
    """Whether a request was not read to its end because nobody sent it."""
    return isinstance(error, LitestarException) and "disconnected" in error.detail


async def log_socket_error(error: Exception, scope: Any) -> None:
    """What goes wrong on a socket: nobody else would say so."""
    expected = (WebSocketException, HTTPException, Problem)
    if scope["type"] == "websocket" and not isinstance(error, expected):
        log_internal_error(error, scope)


def document_handlers(handlers: Iterable[Any]) -> list[Any]:
    """Handlers whose description names what any request may be answered with."""
    found = list(handlers)
    for handler in found:
        if isinstance(handler, HTTPRouteHandler):
            handler.responses = document_problems() | dict(handler.responses or {})
    return found


def document_problems(*codes: str) -> dict[int, ResponseSpec]:
    """For the API's description: problems that a request may be answered with."""
    texts: dict[int, list[str]] = {}
    for code in ("bad-request", "too-fast", "store-down", *codes):
        texts.setdefault(STATUS[code], []).append(code)
    return {
        status: ResponseSpec(ProblemDetails, description=", ".join(found), generate_examples=False)
        for status, found in texts.items()
    }
