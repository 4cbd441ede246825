"""A server that serves the page, as the package has it or as it is built here."""

import fcntl
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from database_reader import StoredLog, sqlite_rows
from server_process import MANY, ServerProcess

from pioche.tables import entries as e

ROOT = Path(__file__).parents[3]
WEB = "PIOCHE_WEB"
sys.path.append(str(ROOT))  # for what builds the page


class PageHouse(ServerProcess):
    """A server with an empty SQLite database and a page."""

    def __init__(self, folder: Path, page: Path, bot_pace: int = 0, **limits: float) -> None:
        self.page = page
        super().__init__(
            folder,
            f"sqlite://{folder}/tables.db",
            bot_pace=bot_pace,
            films_per_minute=MANY,
            films_burst=MANY,
            studies_per_second=MANY,
            studies_burst=MANY,
            **limits,
        )

    def start(self) -> None:
        """Start with the page of the moment."""
        self.env[WEB] = str(self.page)
        super().start()

    def ledger(self, code: str) -> StoredLog:
        """What is kept of a table."""
        found: StoredLog | None = None
        for its_code, secret, seq, body in sqlite_rows(self.database):
            if its_code == code:
                found = found or StoredLog(code, secret)
                found.seqs.append(seq)
                found.entries.append(e.decode_entry(body))
        assert found is not None, f"there is no table {code}"
        return found


@contextmanager
def open_house(folder: Path, page: Path) -> Iterator[PageHouse]:
    """A server for a while, which must end well and have had nothing to worry about."""
    process = PageHouse(folder, page)
    try:
        yield process
        assert process.stop() == 0
        assert process.worries == []
    finally:
        process.close()


def built(work: Path) -> Path:
    """The folder of the built page: the one asked for, the package's, or one built now."""
    if asked := os.environ.get(WEB):
        return Path(asked)
    packaged = Path(str(files("pioche") / "web"))
    if (packaged / "index.html").is_file():
        return packaged
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "lock", "w") as lock:  # another process of the same run may build it, too
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (work / "web" / "index.html").is_file():
            from tools.wheel.page import build_page

            build_page(ROOT / "web", work / "web")
    return work / "web"


def upgraded(page: Path, folder: Path) -> Path:
    """A copy of the page as another build makes it: other names, other contents."""
    shutil.copytree(page, folder)
    named = re.search(r'src="/(assets/[^"]+\.js)"', (folder / "index.html").read_text())
    assert named is not None
    script = folder / named[1]
    renamed = script.with_name("index-upgraded.js")
    script.rename(renamed)
    with open(renamed, "a") as end:
        end.write('\ndocument.documentElement.dataset.build = "upgraded";\n')
    for path in [*folder.rglob("*.br"), *folder.rglob("*.gz")]:
        path.unlink()
    for path in [*folder.rglob("*.js"), *folder.rglob("*.html")]:
        text = path.read_text()
        if script.name in text:
            path.write_text(text.replace(script.name, renamed.name))
    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace("pioche-", "pioche-upgraded-"))
    return folder
