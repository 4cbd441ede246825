"""The guard at the door: every request passes it before anything else happens.

It counts requests, looks where they come from, refuses bodies that are too big and puts the
safe headers on every answer. Once a socket is open the guard is out of the way.
"""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.types import ASGIApp
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.address import Scope, believe_proxy
from pioche.server.errors import unforeseen
from pioche.server.headers import dressed
from pioche.server.limits import Limiter, most_bytes
from pioche.server.origin import HOST, Origins
from pioche.server.problem import Problem, language
from pioche.server.settings import ServerSettings

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Headers = dict[bytes, bytes]
Answered = Callable[[Scope, int, float], None]  # the request, the status, the seconds it took


def not_noted(scope: Scope, status: int, seconds: float) -> None:
    """Answers are nobody's business."""


def guard(
    app: Litestar, settings: ServerSettings, limiter: Limiter, answered: Answered = not_noted
) -> Litestar:
    """Put the guard before all of an app: unknown paths and errors pass it too."""
    guarded = Guard(app.asgi_handler, settings, limiter, answered)
    app.asgi_handler = cast(ASGIApp, guarded)
    return app


class Guard:
    """Stands before an ASGI app."""

    def __init__(
        self, app: App, settings: ServerSettings, limiter: Limiter, answered: Answered = not_noted
    ) -> None:
        self.app = app
        self.limiter = limiter
        self.origins = Origins(settings.origins, settings.behind_proxy)
        self.behind_proxy = settings.behind_proxy
        self.limits = settings.limits
        self.answered = answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket pass, or refuse it."""
        headers: Headers = dict(scope["headers"])
        if self.behind_proxy:
            believe_proxy(scope, headers)
        problem = self.problem(scope, headers)
        if scope["type"] == "http":
            await self.request(scope, headers, receive, send, problem)
        elif problem is None:
            await self.app(scope, receive, send)
        else:
            self.answered(scope, problem.status, 0.0)
            await deny(scope, send, problem, tongue(headers))

    def problem(self, scope: Scope, headers: Headers) -> Problem | None:
        """Why something must not pass."""
        try:
            self.limiter.request(scope)
            self.origins.check(scope, headers)
            self.check_size(headers, most_bytes(scope["path"], self.limits))
        except Problem as problem:
            return problem.with_traceback(None)  # which leads back to who holds it
        return None

    def check_size(self, headers: Headers, most: int) -> None:
        """Problem for a body that says it is too big; one that does not say is cut off later."""
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > most:
            raise Problem("too-big", most=most)

    async def request(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send, problem: Problem | None
    ) -> None:
        """Answer a request."""
        start = time.perf_counter()
        dresser = Dresser(scope, headers, send)
        try:
            if problem is None:
                await self.app(scope, receive, dresser)
            else:
                await answer(dresser, problem, tongue(headers))
        except Exception as error:
            if dresser.status:  # too late to say anything; the connection is cut
                raise
            await answer(dresser, unforeseen(error, scope), tongue(headers))
        finally:
            self.answered(scope, dresser.status, time.perf_counter() - start)


class Dresser:
    """Sends an answer with the headers that all answers have."""

    __slots__ = ("host", "path", "secure", "send", "status")

    def __init__(self, scope: Scope, headers: Headers, send: Send) -> None:
        host = headers.get(b"host", b"").decode("latin-1")
        self.host = host if HOST.fullmatch(host) else ""
        self.path = scope["path"]
        self.secure = scope.get("scheme") == "https"
        self.send = send
        self.status = 0

    async def __call__(self, event: Event) -> None:
        """One event of the answer."""
        if event["type"] == "http.response.start":
            self.status = event["status"]
            raw = list(event.get("headers", []))
            event["headers"] = dressed(raw, self.path, self.host, self.secure)
        await self.send(event)


def tongue(headers: Headers) -> str:
    """The language to answer in."""
    return language(headers.get(b"accept-language", b"").decode("latin-1"))


def told(problem: Problem, lang: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """A problem as headers and body."""
    body = msgspec.json.encode(problem.said(lang))
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    headers |= problem.headers()
    if problem.code == "too-big":
        headers["connection"] = "close"  # the rest of it need not come
    return [(name.encode(), value.encode()) for name, value in headers.items()], body


async def answer(send: Send, problem: Problem, lang: str) -> None:
    """Refuse a request."""
    headers, body = told(problem, lang)
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def deny(scope: Scope, send: Send, problem: Problem, lang: str) -> None:
    """Refuse a socket before it is one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    headers, body = told(problem, lang)
    start = {"type": "websocket.http.response.start", "status": problem.status}
    await send(start | {"headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
    # uvicorn would log a plain return as a fault of the app; this is how it says "all is done".
    raise ClientDisconnected
