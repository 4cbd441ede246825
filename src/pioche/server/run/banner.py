"""What a server says when it starts: where it is, for browsers and for phones."""

import io
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

import segno

BORDER = 2  # around a code, in modules: scanners want a rim
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
SSH_VARIABLES = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")


class Banner:
    """Prints the addresses; the first line ends with the one for this computer."""

    def __init__(self, words: Mapping[str, str], out: TextIO | None = None) -> None:
        self.words = words
        self.out = sys.stdout if out is None else out

    def print_text(self, key: str, **params: object) -> None:
        """One line, at once: somebody may wait for it at the other end of a pipe."""
        self.print(self.words[key].format(**params))

    def print(self, line: str) -> None:
        """One line; a server goes on when nobody listens any more."""
        try:
            print(line, file=self.out, flush=True)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.out.fileno())
            os.close(nowhere)

    def print_addresses(
        self, here: str, public: str | None, network: str | None, where: str
    ) -> None:
        """The server is there, at these addresses; its games are kept somewhere."""
        self.print_text("served", url=here)
        if public is not None:
            self.print_text("public", url=public)
        elif network is not None:
            self.print_text("network", url=network)
        if others := public or network:
            self.print_qr_code(others)
        self.print_text("kept", where=where)
        self.print_text("end")

    def print_qr_code(self, url: str) -> None:
        """The address as a code that phones scan, on a screen that can show it."""
        lines = draw_qr_code(url)
        if not can_show_blocks(self.out, len(lines[0])):
            return
        self.print_text("scan")
        colours = os.name == "posix" and not os.environ.get("NO_COLOR")
        for line in lines:
            self.print(f"  {WHITE_ON_BLACK}{line}{PLAIN}" if colours else f"  {line}")


def draw_qr_code(url: str) -> list[str]:
    """A code drawn with half blocks, light where there is ink."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=BORDER, compact=True)
    return drawn.getvalue().splitlines()


def can_show_blocks(out: TextIO, width: int) -> bool:
    """Whether this is a terminal, wide enough, that knows block characters."""
    if not out.isatty() or os.environ.get("TERM") == "dumb":
        return False
    try:
        "█▀▄".encode(out.encoding or "ascii")
        return os.get_terminal_size(out.fileno()).columns >= width + 2
    except (UnicodeError, OSError):
        return False


def open_browser(url: str) -> None:
    """Open the page, where somebody sits in front of a screen."""
    if has_local_screen(sys.stdout):
        try_browser(url)


def open_browser_in_thread(url: str) -> None:
    """The same, for somebody with other work to do: some browsers return only when closed."""
    threading.Thread(target=open_browser, args=(url,), daemon=True).start()


def try_browser(url: str) -> None:
    """Open the page; without a browser the address on the screen is enough."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        # One for text would take over the terminal; only somebody who named it wants that.
        if "BROWSER" in os.environ or type(browser) is not webbrowser.GenericBrowser:
            browser.open(url)


def has_local_screen(out: TextIO) -> bool:
    """Whether this is a terminal on a computer with a screen, not one far away."""
    if not out.isatty():
        return False
    if "BROWSER" in os.environ:
        return True
    if any(name in os.environ for name in SSH_VARIABLES):
        return False
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(name in os.environ for name in screens)
