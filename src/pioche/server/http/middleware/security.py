"""The guard at the door: every request passes it before anything else happens.

It counts requests, looks where they come from, refuses bodies that are too big and puts the
safe headers on every answer. Once a socket is open the guard is out of the way.
"""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import ExitStack
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.types import ASGIApp
from litestar.utils import normalize_path
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.client_address import Scope, apply_proxy_headers
from pioche.server.counters import count_flood
from pioche.server.http.error_handlers import log_internal_error
from pioche.server.http.middleware.large_bodies import LargeBodies
from pioche.server.http.middleware.origin import HOST_PATTERN, OriginPolicy
from pioche.server.http.middleware.rate_limit import (
    RECORD_PATHS,
    Limiter,
    max_body_bytes,
)
from pioche.server.http.middleware.security_headers import add_security_headers
from pioche.server.problem import Problem, negotiate_language
from pioche.server.settings import ServerSettings

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Headers = dict[bytes, bytes]
AnswerHook = Callable[[Scope, int, float], None]  # the request, the status, the seconds it took


def ignore_answer(scope: Scope, status: int, seconds: float) -> None:
    """Answers are nobody's business."""


def add_middleware(
    app: Litestar, settings: ServerSettings, limiter: Limiter, answered: AnswerHook = ignore_answer
) -> Litestar:
    """Put the guard before all of an app: unknown paths and errors pass it too."""
    guarded = SecurityMiddleware(app.asgi_handler, settings, limiter, answered)
    app.asgi_handler = cast(ASGIApp, guarded)
    return app


class SecurityMiddleware:
    """Stands before an ASGI app."""

    def __init__(
        self,
        app: App,
        settings: ServerSettings,
        limiter: Limiter,
        answered: AnswerHook = ignore_answer,
    ) -> None:
        self.app = app
        self.limiter = limiter
        self.large_bodies = LargeBodies(settings.limits)
        self.origins = OriginPolicy(settings.origins, settings.behind_proxy)
        self.behind_proxy = settings.behind_proxy
        self.limits = settings.limits
        self.on_answered = answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket pass, or refuse it."""
        headers: Headers = dict(scope["headers"])
        scope["path"] = normalize_path(scope["path"])  # as the app will read it
        if self.behind_proxy:
            apply_proxy_headers(scope, headers)
        problem = self.find_problem(scope, headers)
        if scope["type"] == "http":
            await self.handle_request(scope, headers, receive, send, problem)
        elif problem is None:
            await self.app(scope, receive, send)
        else:
            self.on_answered(scope, problem.status, 0.0)
            await reject_socket(scope, send, problem, read_language(headers))

    def find_problem(self, scope: Scope, headers: Headers) -> Problem | None:
        """Why something must not pass."""
        try:
            self.limiter.check_request(scope)
            self.origins.check(scope, headers)
            self.check_size(headers, max_body_bytes(scope["path"], self.limits))
            if scope["path"] in RECORD_PATHS and scope.get("method") == "POST":
                self.limiter.check_replay(scope)  # before anybody reads the record
        except Problem as problem:
            return problem.with_traceback(None)  # which leads back to who holds it
        return None

    def check_size(self, headers: Headers, most: int) -> None:
        """Problem for a body that says it is too big; one that does not say is cut off later."""
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > most:
            raise Problem("too-big", most=most)

    def closes_after(self, problem: Problem) -> bool:
        """Whether the connection ends after an answer: what is left of a body need not come.

        Who asks too much needs a new connection, and those are cheap to refuse. But the
        connections of a proxy are everybody's.
        """
        if problem.code == "too-fast" and not self.behind_proxy:
            count_flood("requests")
            return True
        return problem.code in ("too-big", "busy")

    async def handle_request(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send, problem: Problem | None
    ) -> None:
        start = time.perf_counter()
        dresser = ResponseSender(scope, headers, send)
        try:
            problem = problem or await self.pass_on(scope, headers, receive, dresser)
            if problem is not None:
                closes = self.closes_after(problem)
                await send_problem(dresser, problem, read_language(headers), closes)
        except Exception as error:
            if dresser.status:  # too late to say anything; the connection is cut
                raise
            await send_problem(dresser, log_internal_error(error, scope), read_language(headers))
        finally:
            self.on_answered(scope, dresser.status, time.perf_counter() - start)

    async def pass_on(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send
    ) -> Problem | None:
        """Let the app answer; the problem where there is no room for the body."""
        if not self.large_bodies.may_come(scope, headers):
            await self.app(scope, receive, send)
            return None
        with ExitStack() as stack:
            try:
                stack.enter_context(self.large_bodies.reserve(scope))
            except Problem as problem:
                return problem.with_traceback(None)
            await self.app(scope, self.large_bodies.gather(receive), send)
        return None


class ResponseSender:
    """Sends an answer with the headers that all answers have."""

    __slots__ = ("host", "path", "secure", "send", "status")

    def __init__(self, scope: Scope, headers: Headers, send: Send) -> None:
        host = headers.get(b"host", b"").decode("latin-1")
        self.host = host if HOST_PATTERN.fullmatch(host) else ""
        self.path = scope["path"]
        self.secure = scope.get("scheme") == "https"
        self.send = send
        self.status = 0

    async def __call__(self, event: Event) -> None:
        """One event of the answer."""
        if event["type"] == "http.response.start":
            self.status = event["status"]
            raw = list(event.get("headers", []))
            event["headers"] = add_security_headers(raw, self.path, self.host, self.secure)
        await self.send(event)


def read_language(headers: Headers) -> str:
    """The language to answer in."""
    return negotiate_language(headers.get(b"accept-language", b"").decode("latin-1"))


def encode_problem(
    problem: Problem, lang: str, closes: bool = False
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """A problem as headers and body."""
    body = msgspec.json.encode(problem.build_details(lang))
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    headers |= problem.build_headers()
    if closes:
        headers["connection"] = "close"
    return [(name.encode(), value.encode()) for name, value in headers.items()], body


async def send_problem(send: Send, problem: Problem, lang: str, closes: bool = False) -> None:
    headers, body = encode_problem(problem, lang, closes)
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def reject_socket(scope: Scope, send: Send, problem: Problem, lang: str) -> None:
    """Refuse a socket before it is one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    headers, body = encode_problem(problem, lang)
    start = {"type": "websocket.http.response.start", "status": problem.status}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
    # uvicorn would log a plain return as a fault of the app; this is how it says "all is done".
    raise ClientDisconnected
