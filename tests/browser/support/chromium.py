"""The browser of these tests: the machine's own Chromium."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # Pages that are not in front are played, too.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    # Only the server of a test can be reached, whatever a page may ask for.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
MISSING = "there is no Chromium: run tests/browser/install.sh, or name one in PIOCHE_CHROMIUM"


def found() -> str | None:
    """Where Chromium is."""
    asked = os.environ.get("PIOCHE_CHROMIUM")
    if asked:
        return shutil.which(asked)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Start it, with no window."""
    path = found()
    assert path is not None, MISSING
    # Chromium does not fence itself in where everybody is root, as in a container.
    fenceless = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *fenceless])
