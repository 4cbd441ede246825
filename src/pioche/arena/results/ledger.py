"""The ledger: the folder of a match, where every block played is kept at once."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pioche.arena.match.game_result import Block, GameResult, ThinkTime
from pioche.arena.results.moves_file import MOVES_FILE, MovesFile
from pioche.arena.settings import MatchSettings

SETTINGS_FILE, GAMES_FILE, TIMES_FILE, LOCK_FILE = (
    "settings.json",
    "games.jsonl",
    "times.jsonl",
    "lock",
)


class Ledger:
    """The files of a match. The same settings go on where they stopped; others are refused."""

    def __init__(self, folder: Path, settings: MatchSettings) -> None:
        self.folder = folder
        self.settings = settings
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = open_lock(folder / LOCK_FILE)
        try:
            self.check_settings()
            self.mark_blocks_without_moves()
            self.blocks = self.load_blocks()
        except (KeyError, TypeError, AttributeError) as error:
            self.close()
            raise ValueError(f"{folder} is damaged ({error!r}); choose another --out") from None
        except BaseException:
            self.close()
            raise

    def check_settings(self) -> None:
        """Keep the settings, or make sure that they are those kept here."""
        path, wanted = self.folder / SETTINGS_FILE, self.settings.to_json()
        if not path.exists():
            if (self.folder / GAMES_FILE).exists():
                raise ValueError(f"{self.folder} has games without settings; choose another --out")
            replace_file(path, json.dumps(wanted, indent=2, ensure_ascii=False) + "\n")
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise ValueError(f"{path} can't be read; choose another --out") from None
        other = [
            key for key in wanted if not isinstance(kept, dict) or kept.get(key) != wanted[key]
        ]
        if other:
            raise ValueError(
                f"{self.folder} holds another match: {describe_differences(kept, wanted, other)}; "
                "choose another --out"
            )

    def mark_blocks_without_moves(self) -> None:
        """Say of blocks that an older Pioche has played that it kept no moves of them."""
        if not (self.folder / MOVES_FILE).exists():
            old = [
                {"deal": kept["deal"], "moves": None}
                for kept in read_lines(self.folder / GAMES_FILE)
            ]
            replace_file(self.folder / MOVES_FILE, "".join(map(encode_line, old)))

    def load_blocks(self) -> dict[int, Block]:
        """The blocks kept so far. A last line that was torn off is dropped."""
        thinks = {kept["deal"]: kept["think"] for kept in read_lines(self.folder / TIMES_FILE)}
        moves = MovesFile(self.folder)
        moves.cut_torn_line()
        found = {kept["deal"]: kept["games"] for kept in read_lines(self.folder / GAMES_FILE)}
        self.blocks = {
            deal: build_block(deal, games, thinks.get(deal, ()))
            for deal, games in found.items()
            if deal in moves.offsets
        }
        if len(self.blocks) < len(found):
            # A block whose moves are lost is played again, and stands for nothing.
            self.sort_files()
        return self.blocks

    def append_block(self, block: Block) -> None:
        """Keep a block; the times and the moves first, so that no block is without."""
        append_line(self.folder / TIMES_FILE, block.times_to_json())
        append_line(self.folder / MOVES_FILE, block.moves_to_json())
        append_line(self.folder / GAMES_FILE, block.to_json())
        self.blocks[block.deal] = block.without_moves()

    def sort_files(self) -> None:
        """Put the lines in the order of the deals: jobs finish in any order."""
        ordered = [self.blocks[deal] for deal in sorted(self.blocks)]
        replace_file(
            self.folder / GAMES_FILE, "".join(encode_line(block.to_json()) for block in ordered)
        )
        replace_file(
            self.folder / TIMES_FILE,
            "".join(encode_line(block.times_to_json()) for block in ordered),
        )
        MovesFile(self.folder).sort_lines(sorted(self.blocks))

    def write_file(self, name: str, text: str) -> Path:
        """Keep a file beside the games."""
        replace_file(self.folder / name, text)
        return self.folder / name

    def close(self) -> None:
        os.close(self.lock)


def build_block(deal: int, games: Iterable[dict[str, Any]], thinks: Iterable[Any]) -> Block:
    """A block that was kept, without its moves."""
    times = tuple(ThinkTime(*think) for think in thinks)
    return Block(deal, tuple(GameResult.from_json(game) for game in games), times)


def open_lock(path: Path) -> int:
    """Open a file that nobody else has open this way; closing it, or dying, lets others in."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # a system without locks: nobody watches
    except OSError:
        os.close(handle)
        raise ValueError(f"{path.parent} is in use by another pioche") from None
    return handle


def describe_differences(kept: Any, wanted: dict[str, Any], keys: Iterable[str]) -> str:
    """How two settings differ, in words."""
    had = kept if isinstance(kept, dict) else {}
    return ", ".join(
        f"{key} {json.dumps(had.get(key))}, not {json.dumps(wanted[key])}" for key in keys
    )


def encode_line(content: dict[str, Any]) -> str:
    """One line of JSON, always spelled the same."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def append_line(path: Path, content: dict[str, Any]) -> None:
    """Add a line in one go: it is there as a whole or, when the power fails, torn at the end."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        rest = encode_line(content).encode()
        while rest:  # a full disk takes a part first and then complains
            rest = rest[os.write(handle, rest) :]
    finally:
        os.close(handle)


def replace_file(path: Path, text: str) -> None:
    """Write a file so that at any moment it is the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(text.encode())
    fresh.replace(path)


def read_lines(path: Path, *, cut: bool = True) -> Iterator[dict[str, Any]]:
    """The lines of a file; a torn last one is none, and is cut off the file."""
    if not path.exists():
        return
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if cut and len(whole) < len(content):
        os.truncate(path, len(whole))
    for number, text in enumerate(whole.splitlines(), 1):
        try:
            yield json.loads(text)
        except ValueError:
            raise ValueError(f"{path}, line {number}: not JSON; the file was damaged") from None
