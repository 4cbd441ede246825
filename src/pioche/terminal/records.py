"""Keeping the records of games."""

from datetime import datetime
from pathlib import Path

from pioche.core.records.record import Record
from pioche.paths import records_folder


def make_record_path(game: str, now: datetime) -> Path:
    """A file that does not exist yet, named after the game and the moment."""
    stem = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    folder = records_folder()
    names = (f"{stem}.json" if n == 1 else f"{stem}-{n}.json" for n in range(1, 1000))
    return next(path for name in names if not (path := folder / name).exists())


def save_record(record: Record, path: Path | None) -> Path:
    """Save a record, in a file of its own unless one is asked for; where it went."""
    if path is None:
        path = make_record_path(record.game, datetime.now())
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record.to_json(), encoding="utf-8")
    return path
