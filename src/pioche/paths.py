"""Where things are kept on this computer: the player's own folder, and records in files."""

import os
import platform
from pathlib import Path

from platformdirs import user_data_path

from pioche.catalog import games
from pioche.core.records.record import Record
from pioche.core.records.seals import BadRecord


def data_folder() -> Path:
    """The player's own folder for Pioche: by the XDG rules, or as the system has it.

    A folder that is there by the XDG rules stays the one, on systems with other customs too.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    home = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    folder = home / "pioche"
    if data or platform.system() not in ("Darwin", "Windows") or folder.exists():
        return folder
    return user_data_path("pioche", appauthor=False)


def records_folder() -> Path:
    """Where the records of games are kept."""
    return data_folder() / "records"


def read_record(path: Path) -> Record:
    """A record from a file; whatever is wrong with it is a BadRecord."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(str(path), "not a text file") from None
    record = Record.from_json(text)
    if record.game not in games:
        raise BadRecord("game", f"no game {record.game!r}; there are {', '.join(games)}")
    return record
