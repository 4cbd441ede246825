"""What a browser does behind the page: what it complains of, asks for and is told."""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebSocket

Json = dict[str, Any]
WITHIN = ("data:", "blob:", "about:")  # addresses that ask nobody


class Watch:
    """Watches all pages of one browser context."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.strangers: list[str] = []  # addresses beyond the own server
        self.frames: list[Json] = []  # what tables have told
        self.sent: list[Json] = []  # what tables were asked
        self.expected: list[str] = []
        context.on("console", self.console)
        context.on("weberror", lambda error: self.complaints.append(f"thrown: {error.error}"))
        context.on("request", self.request)
        context.on("page", self.page)

    def console(self, message: ConsoleMessage) -> None:
        """Something was written on the console."""
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def request(self, request: Request) -> None:
        """Something is asked for."""
        if not request.url.startswith((f"{self.url}/", *WITHIN)):
            self.strangers.append(request.url)

    def page(self, page: Page) -> None:
        """A page was opened."""
        page.on("websocket", self.socket)

    def socket(self, socket: WebSocket) -> None:
        """A page talks to a server."""
        if not socket.url.startswith(self.url.replace("http", "ws", 1) + "/"):
            self.strangers.append(socket.url)
        if "/api/tables/" in socket.url:
            socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))
            socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def expect(self, pattern: str) -> None:
        """Something a browser may complain of in this test."""
        self.expected.append(pattern)

    def faults(self) -> list[str]:
        """What nobody wants to see."""
        return [
            *(line for line in self.complaints if not self.is_expected(line)),
            *(f"asked a stranger: {url}" for url in self.strangers),
        ]

    def is_expected(self, line: str) -> bool:
        """Whether a test has named this."""
        return any(re.search(pattern, line) for pattern in self.expected)
