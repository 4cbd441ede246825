"""Data sets: every row is what the deciding seat knew, might do and did, and what came of it."""

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq
from env_helpers import GAMES, RACES, ends

import pioche
from pioche import CLOCK, KeyedRng, Record, Recorder, Rng, cli
from pioche.arena.commands.dataset_sources import DatasetSources
from pioche.arena.results.finished_match import KeptMatch
from pioche.core.state import State
from pioche.core.tensors.field import count_numbers
from pioche.core.tensors.tensor import encode_tensor
from pioche.rl.data import dataset
from pioche.rl.data.finished_game import FinishedGame, load_finished_game
from pioche.rl.episodes.episode import BY_RANK, compute_returns

ROOT = Path(__file__).parents[2]
STRANGER = ROOT / "tests" / "arena" / "outside_bot.py"
Wanted = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def arena(id: str, bots: str, out: str, *more: str, games: int = 2) -> Path:
    words = ["arena", id, "--bots", bots, "--games", str(games), "--jobs", "1", "--out", out, *more]
    assert cli.main(words) == 0
    return Path(out)


def export(id: str, *paths: Path | str, out: str = "d.parquet", lang: str = "en") -> int:
    words = ["dataset", id, "--from", *map(str, paths), "--out", out, "--lang", lang]
    return cli.main(words)


def golden(id: str, version: int | None = None) -> list[Path]:
    """The golden records of a version of the rules, the one of today if none is named."""
    found = (ROOT / "src/pioche/games").joinpath(id.replace("-", "_"), "tests/golden")
    wanted = f'"rules": {version or pioche.games[id].version},'
    return [path for path in sorted(found.glob("*.json")) if wanted in path.read_text("utf-8")]


def record(id: str, moves: int = 10**6, seed: int = 3, bots: tuple[str, ...] = ()) -> Record:
    """A random game of the fewest, or the first moves of one."""
    game, luck = pioche.games[id], Rng(seed)
    people = [{"name": f"Zoé {seat}"} for seat in range(game.players[0] - len(bots))]
    players = [*people, *({"name": "Bot", "bot": level} for level in bots)]
    recorder = Recorder(game.new(game.players[0]), players, KeyedRng(bytes([seed] * 32)))
    while not recorder.state.is_over() and len(recorder.moves) < moves:
        if recorder.state.actors() == (pioche.CHANCE,):
            recorder.shuffle()
            continue
        seat = recorder.state.actors()[0]
        legal = recorder.state.legal(seat)
        recorder.apply(seat, legal[luck.below(len(legal))])
    return recorder.build_record()


def saved(found: Record, name: str) -> Path:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(found.to_json(), encoding="utf-8")
    return Path(name)


# -- what the rows should be -------------------------------------------------------------


def rows_of(id: str, steps: Iterator[tuple[State, int, int]], names: list[str]) -> Wanted:
    """The rows of a game by the contract, slowly."""
    found: Wanted = []
    for state, seat, action in steps:
        game, state = state.game, state.clone()
        if seat != CLOCK:
            fields = game.tensor_encoder().fields()
            row = {"game_id": id, "step": len(found), "seat": seat, "players": state.players}
            row["player"] = names[seat]
            row["observation"] = encode_tensor(
                game.tensor_encoder(), state, seat, count_numbers(fields)
            )
            legal = state.legal(seat)
            row["action_mask"] = [a in legal for a in range(game.num_actions)]
            found.append({**row, "action": action})
        state.apply(seat, action)
    ranks, scores, _ = state.outcome()
    rewards = compute_returns(state, BY_RANK)
    for row in found:
        seat = row["seat"]
        row["reward"], row["rank"], row["score"] = rewards[seat], ranks[seat], scores[seat]
        row["winner"] = ranks[seat] == 1
    return found


def of_match(folder: Path) -> Wanted:
    wanted: Wanted = []
    for game in KeptMatch(folder).games():
        names = [bot.partition("=")[0] for bot in game.bots]
        wanted += rows_of(f"{folder.name}/{game.deal}/{game.rotation}", game.replay(), names)
    return wanted


def of_file(path: Path, id: str | None = None) -> Wanted:
    kept = Record.from_json(path.read_text(encoding="utf-8"))
    names = [player.get("bot", "person") for player in kept.players]
    steps = (
        (step.before, step.who, step.action)
        for step in kept.replay(pioche.games[kept.game])
        if step.action is not None
    )
    return rows_of(id or path.stem, steps, names)


def check(wanted: Wanted, path: str = "d.parquet") -> Any:
    """The rows of a file are those, one by one, and `read` gives them too."""
    table = pq.read_table(path)
    assert table.num_rows == len(wanted)
    for name in wanted[0]:
        column = table.column(name)
        if name == "reward":
            assert column.to_pylist() == pytest.approx([row[name] for row in wanted])
        else:
            assert column.to_pylist() == [row[name] for row in wanted], name
    check_read(wanted, path)
    return table


def check_read(wanted: Wanted, path: str) -> None:
    made = dataset.read(path)
    assert len(made) == len(wanted)
    columns = {
        "observation": (made.observations, np.int16),
        "action_mask": (made.masks, np.int8),
        "action": (made.actions, np.int64),
        "rank": (made.ranks, np.int8),
        "seat": (made.seats, np.int8),
        "players": (made.players, np.int8),
    }
    for name, (array, kind) in columns.items():
        assert array.dtype == kind
        assert (array == np.array([row[name] for row in wanted])).all(), name
    assert made.rewards.dtype == np.float32 and made.games.dtype == np.int64
    assert made.rewards.tolist() == pytest.approx([row["reward"] for row in wanted])
    order = list(dict.fromkeys(row["game_id"] for row in wanted))
    assert made.games.tolist() == [order.index(row["game_id"]) for row in wanted]


# -- rows --------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_match_becomes_a_row_a_decision(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = arena(id, f"me=regular,novice*{ends(id)[0] - 1}", "o", games=1)
    capsys.readouterr()
    assert export(id, folder) == 0
    wanted = of_match(folder)
    check(wanted)
    assert dataset.read("d.parquet").game == id
    out, games = capsys.readouterr().out, len({row["game_id"] for row in wanted})
    size = f"{Path('d.parquet').stat().st_size / 1e6:.2f}"
    counts = f"Rows: {len(wanted)} · games: {games} · seats: {games * ends(id)[0]}"
    assert out == f"{counts} · d.parquet ({size} MB)\n"


@pytest.mark.parametrize("id", GAMES)
def test_records_of_all_counts_and_options_become_one_file(id: str) -> None:
    """Short ones of every number of players; what other counts have left is not in a row."""
    paths = [path for path in golden(id) if path.stat().st_size < 30_000]
    paths = [*paths[::-1], *(path for path in golden(id) if path not in paths)][:8]
    assert export(id, *paths) == 0
    table = check([row for path in paths for row in of_file(path)])
    assert len(set(table.column("players").to_pylist())) > 1


@pytest.mark.parametrize("id", [id for id in GAMES if pioche.games[id].earlier_versions])
def test_records_of_earlier_rules_are_refused_by_name(
    id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (old,) = golden(id, 1)[:1]
    assert export(id, old) == 1
    told = capsys.readouterr().err
    assert old.name in told and "version 1, not the 2 of today" in told


def test_the_clock_s_move_is_made_and_gives_no_row() -> None:
    (id,) = RACES
    found = []
    for path in golden(id):
        kept = Record.from_json(path.read_text(encoding="utf-8"))
        if any(move.seat == CLOCK for move in kept.moves):
            found.append((path, kept))
    path, kept = min(found, key=lambda each: len(each[1].moves))
    assert export(id, path) == 0
    wanted = of_file(path)
    assert len(wanted) == sum(move.seat != CLOCK for move in kept.moves) < len(kept.moves)
    assert check(wanted).column("step").to_pylist() == list(range(len(wanted)))


def test_several_groups_of_rows_are_the_same_rows() -> None:
    kept, game = record("gap"), pioche.games["gap"]
    told: list[int] = []
    for group in (7, 10**4):
        games = [load_finished_game(kept, game, name) for name in ("a", "b", "c")]
        path = Path(f"{group}.parquet")
        written = dataset.write(path, game, games, group=group, watch=told.append)
        assert written == (3 * len(kept.moves), 3, 6, path.stat().st_size)
    few, many = (pq.ParquetFile(f"{group}.parquet") for group in (7, 10**4))
    assert few.num_row_groups == -(-3 * len(kept.moves) // 7) > many.num_row_groups == 1
    assert few.read().equals(many.read())
    assert told == list(range(7, 3 * len(kept.moves) + 1, 7))
    assert dataset.read("7.parquet").games[-1] == 2
    few.close()
    many.close()


def test_the_same_games_give_the_same_bytes() -> None:
    folder = arena("gap", "regular,novice", "o")
    for out in ("a", "b"):
        assert export("gap", folder, golden("gap")[0], out=out) == 0
    assert Path("a").read_bytes() == Path("b").read_bytes()


def test_the_file_explains_itself() -> None:
    for id, game in pioche.games.items():
        dataset.write(Path("d"), game, [load_finished_game(record(id), game, "x")])
        schema = pq.read_schema("d")
        said = {key.decode(): value.decode() for key, value in schema.metadata.items()}
        assert said["game"] == id and said["rules"] == str(game.version)
        assert said["pioche"] == pioche.__version__
        fields = json.loads(said["fields"])
        assert [field["name"] for field in fields] == [
            f.name for f in game.tensor_encoder().fields()
        ]
        assert all({"name", "shape", "low", "high", "help"} == field.keys() for field in fields)
        assert json.loads(said["actions"]) == [game.text(a) for a in range(game.num_actions)]
        size = count_numbers(game.tensor_encoder().fields())
        assert schema.field("observation").type.list_size == size
        assert schema.field("observation").type.value_type == pa.int16()
        assert schema.field("action_mask").type.list_size == game.num_actions
        assert not any(column.nullable for column in schema)
        first = pq.ParquetFile("d")
        assert first.metadata.row_group(0).column(0).compression == "ZSTD"
        first.close()


def test_a_row_knows_nothing_that_its_seat_could_not() -> None:
    """The same game with what the seat can't know drawn anew gives the same observation."""
    kept, game = record("gap"), pioche.games["gap"]
    finished = load_finished_game(kept, game, "x")
    drawn = ((s.resample(seat, Rng(5)), seat, action) for s, seat, action in finished.decisions)
    dataset.write(Path("imagined"), game, [finished._replace(decisions=drawn)])
    dataset.write(Path("true"), game, [load_finished_game(kept, game, "x")])
    assert pq.read_table("imagined").equals(pq.read_table("true"))


# -- where games come from ---------------------------------------------------------------


def test_a_folder_may_hold_records_of_all_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    saved(record("gap", seed=1), "kept/b.json")
    saved(record("gap", seed=2, bots=("expert",)), "kept/a.json")
    saved(record("gap", moves=9), "kept/begun.json")
    saved(record("no-thanks"), "kept/other.json")
    saved(record("no-thanks", moves=3), "kept/other-begun.json")
    Path("kept/notes.txt").write_text("no record")
    assert export("gap", "kept") == 0
    first, second = (of_file(Path(f"kept/{name}.json"), f"kept/{name}") for name in "ab")
    table = check(first + second)
    assert set(table.column("player").to_pylist()) == {"person", "expert"}
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"Rows: {len(first + second)} · games: 2 · seats: 4 · ")
    assert said[1] == "Left out: games of another kind: 2, unfinished games: 1."


def test_matches_and_records_go_together_and_names_stay_apart() -> None:
    arena("gap", "regular,novice", "one/o", "--seed", "1")
    arena("gap", "regular,novice*2", "two/o", "--seed", "2", games=3)
    saved(record("gap", seed=1), "three/o.json")
    saved(record("gap", seed=2), "o/o.json")
    assert export("gap", "three/o.json", "one/o", "two/o/../../two/o", "o") == 0
    wanted = of_match(Path("one/o")) + of_match(Path("two/o"))
    wanted += of_file(Path("three/o.json")) + of_file(Path("o/o.json"))
    ids = list(dict.fromkeys(pq.read_table("d.parquet").column("game_id").to_pylist()))
    assert ids == [
        *(f"o-2/0/{n}" for n in (0, 1)),
        *(f"o-3/0/{n}" for n in (0, 1, 2)),
        "o",
        "o-4/o",
    ]
    assert dataset.read("d.parquet").actions.tolist() == [row["action"] for row in wanted]


def test_from_may_be_said_several_times() -> None:
    one, two = saved(record("gap", seed=1), "one.json"), saved(record("gap", seed=2), "two.json")
    words = ["dataset", "gap", "--from", str(one), "--out", "d.parquet", "--from", str(two)]
    assert cli.main(words) == 0
    check(of_file(one) + of_file(two))


def test_a_game_that_goes_on_from_a_position_is_taken_from_there() -> None:
    begun = record("gap", moves=9)
    state = begun.verify(pioche.games["gap"])
    recorder = Recorder(state, begun.players, Rng(4))
    while not state.is_over():
        if state.actors() == (pioche.CHANCE,):
            recorder.shuffle()
        else:
            recorder.apply(seat := state.actors()[0], state.legal(seat)[0])
    path = saved(recorder.build_record(), "on.json")
    assert export("gap", path) == 0
    check(of_file(path))


def test_games_lost_by_rule_are_left_out_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"cmd:{shlex.join([sys.executable, str(STRANGER), 'crashes'])}"
    lost, played = arena("gap", f"{bot},novice", "lost"), arena("gap", "regular,novice", "played")
    capsys.readouterr()
    assert export("gap", lost) == 1
    assert "there is no finished game of gap in there" in capsys.readouterr().err
    assert not Path("d.parquet").exists()
    assert export("gap", lost, played) == 0
    assert "Left out: games lost by rule: 2." in capsys.readouterr().out
    check(of_match(played))


def test_people_s_names_stay_at_home() -> None:
    kept = record("gap", bots=("novice",))
    finished = load_finished_game(kept, pioche.games["gap"], "x")
    assert finished.players == ["person", "novice"]
    odd = Record(**{**vars(kept), "players": [{"name": "Zoé", "bot": 3}, {"name": "Ada"}]})
    assert load_finished_game(odd, pioche.games["gap"], "x").players == ["person", "person"]


# -- what can't be -----------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_match_of_an_older_pioche_is_said_to_be_one(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = arena("gap", "regular,novice", "o")
    (folder / "moves.jsonl").unlink()
    for _ in ("never opened since", "played on since"):
        capsys.readouterr()
        assert export("gap", folder, lang=lang) == 1
        said = capsys.readouterr().err
        assert {"en": "older Pioche", "fr": "version plus ancienne de Pioche"}[lang] in said
        assert "another --out" in said or "un autre --out" in said
        arena("gap", "regular,novice", "o", games=4)
    assert sorted(path.name for path in Path().iterdir()) == ["o"]


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (["gap.json", "nowhere"], "there is no nowhere"),
        (["gap.json", "void"], "void is neither the folder of a match nor a folder of records"),
        (["gap.json", "thanks.json"], "thanks.json is about no-thanks, not gap"),
        (["thanks"], "thanks is about no-thanks, not gap"),
        (["begun.json"], "there is no finished game of gap in there"),
        (["gap.json", "gap.json"], "gap.json is there twice"),
        (["gap.json", "../{}/gap.json"], "gap.json is there twice"),
        (["match", "./match"], "match is there twice"),
        (["folder", "folder/x.json"], "folder/x.json is there twice"),
        (["gap.json", "torn.json"], "torn.json: record: not JSON"),
        (["gap.json", "forged.json"], "forged.json: moves[4]: the seal does not fit"),
        (["gap.json", "damaged"], "damaged/x.json: outcome: the seal does not fit"),
        (["gap.json", "chess.json"], "chess.json: game: no game 'chess'"),
        (["bytes.json"], "bytes.json: not a text file"),
        (["tampered"], "tampered, deal 0, game 1: "),
    ],
)
def test_what_cannot_be_taken_is_refused_with_its_place(
    paths: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay_out()
    before = sorted(tmp_path.rglob("*"))
    capsys.readouterr()
    assert export("gap", *(path.format(tmp_path.name) for path in paths)) == 1
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1
    assert not captured.out
    assert sorted(tmp_path.rglob("*")) == before


def lay_out() -> None:
    """All kinds of things that a path may lead to."""
    good = saved(record("gap"), "gap.json").read_text(encoding="utf-8")
    saved(record("gap", seed=9), "folder/x.json")
    saved(record("no-thanks"), "thanks.json")
    saved(record("gap", moves=5), "begun.json")
    Path("torn.json").write_text(good[:-9], encoding="utf-8")
    Path("bytes.json").write_bytes(b"\xff\xfe")
    lines = good.splitlines(keepends=True)
    start = lines.index('  "moves": [\n')
    Path("forged.json").write_text("".join(lines[: start + 5] + lines[start + 6 :]), "utf-8")
    Path("damaged").mkdir()
    Path("damaged/x.json").write_text(good.replace('"ranks": [', '"ranks": [9, '), "utf-8")
    other = Record(**{**vars(record("gap")), "game": "chess"})
    Path("chess.json").write_text(other.to_json(), encoding="utf-8")
    Path("void").mkdir()
    arena("no-thanks", "novice*3", "thanks")
    match = arena("gap", "regular,novice", "match")
    shutil.copytree(match, "tampered")
    kept = json.loads(Path("tampered/moves.jsonl").read_text())
    del kept["moves"][1][-1]
    Path("tampered/moves.jsonl").write_text(json.dumps(kept, separators=(",", ":")) + "\n")


@pytest.mark.parametrize(
    ("out", "said"),
    [("void", "--out: void can’t be a file: it is a folder"), ("no/d", "there is no folder no")],
)
def test_where_nothing_can_be_written_it_is_said_at_once(
    out: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("void").mkdir()
    assert export("gap", "anything", out=out) == 1
    assert said in capsys.readouterr().err


def test_no_such_game_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert export("chess", "anything") == 1
    assert "no game 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("missing", ["numpy", "pyarrow"])
def test_without_the_extra_it_is_named(
    missing: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pioche.rl.data.dataset", "pioche.rl.data.rows"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delattr("pioche.rl.data.dataset", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    assert export("gap", saved(record("gap"), "x.json"), lang=lang) == 1
    said = capsys.readouterr().err
    assert 'pip install "pioche[rl]"' in said and said.count("\n") == 1
    assert not Path("d.parquet").exists()


def test_other_commands_do_without_it() -> None:
    program = "import sys, pioche.cli; sys.exit('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# -- failures ----------------------------------------------------------------------------


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, ValueError])
@pytest.mark.parametrize("there", [False, True], ids=["new", "replaced"])
def test_whatever_ends_it_nothing_half_done_is_left(
    error: type[BaseException], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, games = saved(record("gap"), "x.json"), DatasetSources.games
    monkeypatch.setitem(dataset.write.__kwdefaults__, "group", 20)
    if there:
        Path("d.parquet").write_text("the one before")

    def broken(self: DatasetSources) -> Iterator[FinishedGame]:
        for _ in range(3):
            yield from games(self)
        assert Path("d.parquet.new").exists()
        raise error("enough")

    monkeypatch.setattr(DatasetSources, "games", broken)
    assert export("gap", path) == (130 if error is KeyboardInterrupt else 1)
    assert sorted(p.name for p in Path().iterdir()) == ["d.parquet"] * there + ["x.json"]
    assert not there or Path("d.parquet").read_text() == "the one before"


def test_a_full_disk_is_said_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dataset, "flush", full)
    assert export("gap", saved(record("gap"), "x.json")) == 1
    assert "No space left" in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["x.json"]


def test_what_is_no_data_set_of_this_pioche_is_refused() -> None:
    game = pioche.games["gap"]
    Path("text").write_text("no Parquet")
    with pytest.raises(ValueError, match="Parquet"):
        dataset.read("text")
    with pytest.raises(FileNotFoundError):
        dataset.read("nowhere")
    pq.write_table(pa.table({"a": [1]}), "other")
    with pytest.raises(ValueError, match="other is no data set of Pioche"):
        dataset.read("other")
    dataset.write(Path("d"), game, [load_finished_game(record("gap"), game, "x")])
    table = pq.read_table("d")
    for key in (b"rules", b"fields", b"actions"):
        pq.write_table(table.replace_schema_metadata({**table.schema.metadata, key: b"[]"}), "d")
        with pytest.raises(ValueError, match=f"d: made by Pioche .*, with other {key.decode()}"):
            dataset.read("d")


def test_french_players_are_told_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    saved(record("gap"), "kept/a.json")
    saved(record("gap", moves=4), "kept/b.json")
    assert export("gap", "kept", lang="fr") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Lignes : ") and first.endswith(" Mo)") and "," in first[-8:]
    assert second == "Laissé de côté : parties inachevées : 1."
