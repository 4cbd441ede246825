"""Data sets: the decisions of finished games as a Parquet file, to learn from.

`write` makes one, a row a decision; `read` gives it back as arrays. The file says itself
what its numbers mean: look at the metadata of its schema.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from numpy.typing import NDArray

import pioche
from pioche.catalog import get_game
from pioche.core.game import Game
from pioche.core.tensors.field import Field
from pioche.rl.data.finished_game import FinishedGame
from pioche.rl.data.rows import RowBuffer

COLUMNS = ["observation", "action_mask", "action", "reward", "rank", "seat", "players", "step"]
ROW_GROUP_SIZE = 1 << 14  # rows that are written, and held in memory, at once


class DatasetSummary(NamedTuple):
    """What a data set holds."""

    rows: int
    games: int
    seats: int  # in all games together
    size: int  # of the file, in bytes


@dataclass(frozen=True)
class Dataset:
    """A data set in memory: everything has a row a decision, game after game."""

    game: str
    observations: NDArray[np.int16]  # (rows, size): what the seat knew, as the tensor tells it
    masks: NDArray[np.int8]  # (rows, actions): 1 for what it might do
    actions: NDArray[np.int64]  # what it did
    rewards: NDArray[np.float32]  # what the whole game brought it, by rank, from -1 to 1
    ranks: NDArray[np.int8]  # at the end
    seats: NDArray[np.int8]
    players: NDArray[np.int8]  # how many played
    games: NDArray[np.int64]  # the number of the game, from 0

    def __len__(self) -> int:
        return len(self.actions)


# -- writing -----------------------------------------------------------------------------


def write(
    path: Path,
    game: Game,
    games: Iterable[FinishedGame],
    *,
    group: int = ROW_GROUP_SIZE,
    watch: Callable[[int], object] = lambda _: None,
) -> DatasetSummary:
    """Write the decisions of some games; the file is there as a whole or not at all.

    `watch` is told now and then how many rows there are.
    """
    rows, played, seats = RowBuffer(game, group), 0, 0
    schema = build_schema(game, rows.size)
    with replace_atomically(path) as new:
        with pq.ParquetWriter(new, schema, compression="zstd") as file:
            for finished in games:
                played, seats = played + 1, seats + len(finished.ranks)
                for _ in rows.add_game(finished):
                    flush(rows, file, schema)
                    watch(rows.total)
            flush(rows, file, schema)
        size = new.stat().st_size
    return DatasetSummary(rows.total, played, seats, size)


@contextmanager
def replace_atomically(path: Path) -> Iterator[Path]:
    """A file beside another, which takes its place in the end; of a failure nothing is left."""
    new = path.with_name(path.name + ".new")
    try:
        yield new
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def build_schema(game: Game, size: int) -> Any:
    """The columns, and what there is to know about them."""
    kinds = {
        "game_id": pa.string(),
        "step": pa.int32(),
        "seat": pa.int8(),
        "players": pa.int8(),
        "player": pa.string(),
        "observation": make_list_type(pa.int16(), size),
        "action_mask": make_list_type(pa.bool_(), game.num_actions),
        "action": pa.int16(),
        "reward": pa.float32(),
        "rank": pa.int8(),
        "score": pa.int32(),
        "winner": pa.bool_(),
    }
    columns = [pa.field(name, kind, nullable=False) for name, kind in kinds.items()]
    return pa.schema(columns, metadata=build_metadata(game))


def make_list_type(kind: Any, size: int) -> Any:
    """A row of numbers, always as many."""
    return pa.list_(pa.field("element", kind, nullable=False), size)


def build_metadata(game: Game) -> dict[str, str]:
    """What a file says about itself."""
    return {
        "pioche": pioche.__version__,
        "game": game.id,
        "rules": str(game.version),
        "fields": json.dumps([field_to_json(field) for field in game.tensor_encoder().fields()]),
        "actions": json.dumps(game.texts, ensure_ascii=False),
    }


def field_to_json(field: Field) -> dict[str, Any]:
    """A field of an observation as JSON has it."""
    return {**field._asdict(), "shape": list(field.shape)}


def flush(rows: RowBuffer, file: Any, schema: Any) -> None:
    """Write the rows there are as a group of their own."""
    if not rows.rows:
        return
    columns = rows.columns()
    arrays = [to_arrow(columns[field.name], field.type) for field in schema]
    file.write_table(pa.Table.from_arrays(arrays, schema=schema))
    rows.clear()


def to_arrow(numbers: Any, kind: Any) -> Any:
    """A column as Arrow has it."""
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(numbers, kind)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers.reshape(-1)), type=kind)


# -- reading -----------------------------------------------------------------------------


def read(path: str | Path) -> Dataset:
    """The data set of a file; one that this Pioche would not have written is a ValueError."""
    with pq.ParquetFile(path) as file:
        game = read_game(file.schema_arrow, path)
        made = Dataset(game.id, *allocate_arrays(file.schema_arrow, file.metadata.num_rows))
        at = games = 0
        for batch in file.iter_batches(ROW_GROUP_SIZE, columns=COLUMNS):
            games = fill_rows(made, at, games, batch)
            at += batch.num_rows
    return made


def read_game(schema: Any, path: str | Path) -> Game:
    """The game of a file, in the layout that its tensor has now."""
    kept = {key.decode(): value.decode() for key, value in (schema.metadata or {}).items()}
    if not {"pioche", "game", "rules", "fields"} <= kept.keys():
        raise ValueError(f"{path} is no data set of Pioche")
    game = get_game(kept["game"])
    now = build_metadata(game)
    for key in ("rules", "fields", "actions"):
        if kept.get(key) != now[key]:
            raise ValueError(f"{path}: made by Pioche {kept['pioche']}, with other {key}")
    return game


def allocate_arrays(schema: Any, rows: int) -> list[NDArray[Any]]:
    """The arrays of a data set, to be filled."""
    size, actions = (schema.field(name).type.list_size for name in COLUMNS[:2])
    kinds = [np.int64, np.float32, np.int8, np.int8, np.int8, np.int64]
    lists = [np.empty((rows, size), np.int16), np.empty((rows, actions), np.int8)]
    return [*lists, *(np.empty(rows, kind) for kind in kinds)]


def fill_rows(made: Dataset, at: int, games: int, batch: Any) -> int:
    """Take over some rows; how many games there are so far."""
    rows = slice(at, at + batch.num_rows)
    numbers = {name: to_numpy(batch.column(name)) for name in COLUMNS}
    made.observations[rows] = numbers["observation"].reshape(batch.num_rows, -1)
    made.masks[rows] = numbers["action_mask"].reshape(batch.num_rows, -1)
    made.actions[rows] = numbers["action"]
    made.rewards[rows] = numbers["reward"]
    made.ranks[rows] = numbers["rank"]
    made.seats[rows] = numbers["seat"]
    made.players[rows] = numbers["players"]
    made.games[rows] = games + np.cumsum(numbers["step"] == 0) - 1
    return games + int(np.count_nonzero(numbers["step"] == 0))


def to_numpy(column: Any) -> NDArray[Any]:
    """A column as NumPy has it; lists one after the other."""
    numbers = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
    return numbers.to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]
