"""The moves of a match: kept, found again whatever was torn off, and played again."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import cli
from pioche.arena.results.finished_match import KeptGame, KeptMatch, NoMoves
from pioche.arena.results.ledger import Ledger
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.local_pools import SerialPool
from pioche.arena.workers.runner import MatchRun

HERE = Path(__file__).parent
SAME = ("settings.json", "games.jsonl", "moves.jsonl", "result.json")
GAP = ("gap", "--bots", "regular,novice")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)


def arena(*words: str, games: int = 4, out: str = "o") -> KeptMatch:
    asked = ["arena", *words, "--games", str(games), "--out", out, "--jobs", "1"]
    assert cli.main(asked) == 0
    return KeptMatch(Path(out))


def moves(folder: str = "o") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (Path(folder) / "moves.jsonl").read_text().splitlines()]


def write(lines: list[dict[str, Any]], file: str = "o/moves.jsonl") -> None:
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    Path(file).write_text(text)


def played(game: KeptGame) -> list[tuple[int, int]]:
    return [(seat, action) for _, seat, action in game.replay()]


def all_played(folder: str) -> list[list[tuple[int, int]]]:
    return [played(game) for game in KeptMatch(Path(folder)).games()]


def files(folder: str) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in Path(folder).iterdir()}


@pytest.mark.parametrize("id", pioche.games)
def test_every_game_of_a_match_can_be_played_again(id: str) -> None:
    game = pioche.games[id]
    match = arena(id, "--bots", f"regular,novice*{game.players[0] - 1}")
    assert match.game is game
    found = list(match.games())
    assert [(g.deal, g.rotation) for g in found][:2] == [(0, 0), (0, 1)]
    assert len(found) == sum(len(block.games) for block in match.blocks)
    for each in found:
        assert played(each) == list(each.moves)
        assert len(each.moves) == each.played.moves > 0
        assert sorted(each.bots) == sorted(match.bots)
        assert each.bots.count("regular") == 1
    assert [g.bots[g.played.seats.index(0)] for g in found] == ["regular"] * len(found)


@pytest.mark.parametrize("id", pioche.games)
def test_a_replay_shows_the_state_before_every_move(id: str) -> None:
    match = arena(id, "--bots", f"novice*{pioche.games[id].players[0]}", games=1)
    seats = set()
    for state, seat, action in next(match.games()).replay():
        assert action in state.legal(seat)
        seats.add(seat)
    assert state.is_over()  # it has gone on: a state is good until the next step
    assert {*range(state.players)} <= seats
    assert (pioche.CLOCK in seats) <= match.game.real_time


def test_the_clock_s_moves_are_kept_among_the_others() -> None:
    game = next(game for game in pioche.games.values() if game.real_time)
    match = arena(game.id, "--bots", "novice*2", "--option", "round_seconds=30", games=6)
    found = [seat for each in match.games() for seat, _ in played(each)]
    assert pioche.CLOCK in found


def test_a_line_is_compact_and_belongs_to_a_deal() -> None:
    arena(*GAP)
    first = Path("o/moves.jsonl").read_text().splitlines()[0]
    assert first.startswith('{"deal":0,"moves":[[[')
    assert " " not in first
    seat, action = json.loads(first)["moves"][0][0]
    assert seat in (0, 1) and 0 <= action < pioche.games["gap"].num_actions


def test_a_game_lost_by_rule_keeps_its_moves_up_to_the_fault() -> None:
    bot = shlex.join([sys.executable, str(HERE / "outside_bot.py"), "crashes"])
    match = arena("gap", "--bots", f"cmd:{bot},novice", games=2)
    found = list(match.games())
    assert all(game.played.fault is not None for game in found)
    assert sorted(len(game.moves) > 0 for game in found) == [False, True]
    for game in found:
        assert len(played(game)) == game.played.moves


# -- resuming ----------------------------------------------------------------------------


def test_moves_without_their_games_are_played_again() -> None:
    """A stop between the two lines of a block."""
    arena(*GAP, games=8)
    whole = files("o")["moves.jsonl"][0]
    lines = Path("o/games.jsonl").read_text().splitlines(keepends=True)
    Path("o/games.jsonl").write_text("".join(lines[:-1]))
    assert [game.deal for game in KeptMatch(Path("o")).games()][-1] == 2
    arena(*GAP, games=8)
    assert files("o")["moves.jsonl"][0] == whole


def test_games_without_their_moves_are_played_again_and_count_for_nothing_meanwhile() -> None:
    arena(*GAP, games=8)
    before = {name: content for name, (content, _) in files("o").items() if name in SAME}
    write([line for line in moves() if line["deal"] != 1])
    assert {game.deal for game in KeptMatch(Path("o")).games()} == {0, 2, 3}
    ledger = Ledger(Path("o"), MatchSettings("gap", ("regular", "novice")))
    ledger.close()
    assert set(ledger.blocks) == {0, 2, 3}
    assert len(Path("o/games.jsonl").read_text().splitlines()) == 3
    arena(*GAP, games=8)
    assert {name: files("o")[name][0] for name in before} == before


def test_of_two_lines_for_a_deal_the_last_counts() -> None:
    arena(*GAP)
    kept, wanted = moves(), all_played("o")
    write([{"deal": 1, "moves": [[], []]}, *kept])
    assert all_played("o") == wanted
    arena(*GAP)
    assert moves() == kept


def test_a_match_that_is_put_in_order_meanwhile_is_read_on() -> None:
    match = arena(*GAP, games=8)
    kept, wanted = moves(), all_played("o")
    write(kept[::-1])
    reading = KeptMatch(match.folder).games()
    found = [played(next(reading))]
    arena(*GAP, games=8)
    assert moves() == kept
    assert [*found, *map(played, reading)] == wanted


def test_blocks_that_came_in_any_order_are_read_in_that_of_the_deals() -> None:
    match = arena(*GAP, games=8)
    wanted = [(game.deal, game.rotation, played(game)) for game in match.games()]
    for name in ("o/moves.jsonl", "o/games.jsonl"):
        lines = Path(name).read_text().splitlines(keepends=True)
        Path(name).write_text("".join(reversed(lines)))
    again = KeptMatch(Path("o")).games()
    assert [(game.deal, game.rotation, played(game)) for game in again] == wanted


def test_moves_are_not_held_in_memory_while_a_match_is_played() -> None:
    settings = MatchSettings("gap", ("regular", "novice"))
    ledger = Ledger(Path("o"), settings)
    run = MatchRun.of(settings, 4)
    shown = list(run.play(SerialPool(settings), ledger))
    ledger.close()
    assert all(block.moves for block in shown)
    for blocks in (run.blocks, ledger.blocks, ledger.load_blocks()):
        assert [block.moves for block in blocks.values()] == [(), ()]


# -- matches of an older Pioche ----------------------------------------------------------


def test_a_match_of_an_older_pioche_goes_on_and_is_told_apart() -> None:
    arena(*GAP, games=8, out="new")
    arena(*GAP, games=4)
    Path("o/moves.jsonl").unlink()
    with pytest.raises(NoMoves, match="o was played by an older Pioche"):
        KeptMatch(Path("o"))
    for games in (4, 8):  # reported as it is, then played on
        with pytest.raises(NoMoves):
            arena(*GAP, games=games)
    for name in ("games.jsonl", "result.json"):
        assert files("o")[name][0] == files("new")[name][0]
    assert [line["moves"] is None for line in moves()] == [True, True, False, False]
    assert moves()[2:] == moves("new")[2:]


# -- reading -----------------------------------------------------------------------------


def test_reading_changes_nothing_and_needs_no_lock() -> None:
    arena(*GAP, games=8)
    for name in ("games", "moves", "times"):
        with Path(f"o/{name}.jsonl").open("a") as file:
            file.write('{"deal":4,"torn')
    before = files("o")
    ledger = Ledger(Path("o"), MatchSettings("gap", ("regular", "novice")))
    for name, (content, _) in before.items():
        Path("o", name).write_bytes(content)
    before = files("o")
    match = KeptMatch(Path("o"))
    assert len([played(game) for game in match.games()]) == 8
    assert files("o") == before
    ledger.close()


def test_a_match_is_read_where_its_bots_are_no_more() -> None:
    arena(*GAP)
    for name, old, new in [("settings.json", '"novice"', '"gone=cmd:/no/such/bot"')]:
        Path("o", name).write_text(Path("o", name).read_text().replace(old, new))
    match = KeptMatch(Path("o"))
    assert {bot for game in match.games() for bot in game.bots} == {
        "regular",
        "gone=cmd:/no/such/bot",
    }


@pytest.mark.parametrize("id", pioche.games)
def test_a_move_that_was_changed_is_found(id: str) -> None:
    """Another legal move at the end of a deal's first game, or none at all."""
    match = arena(id, "--bots", f"novice*{pioche.games[id].players[0]}", games=1)
    kept = moves()
    for change in ("drop the last", "drop the first", "no such action", "another seat", "one more"):
        lines = json.loads(json.dumps(kept))
        game = lines[0]["moves"][0]
        if change.startswith("drop"):
            del game[-1 if change == "drop the last" else 0]
        elif change == "no such action":
            game[3][1] = 10**30
        elif change == "another seat":
            game[3][0] = 77
        else:
            game.append(game[-1])
        write(lines)
        with pytest.raises(ValueError, match="o, deal 0, game 0: "):
            played(next(match_again(match)))


def test_another_legal_move_is_found_where_the_game_ends_otherwise() -> None:
    match = arena("no-thanks", "--bots", "novice*3", games=1)
    game = next(match.games())
    found = 0
    for number, (state, seat, action) in enumerate(game.replay()):
        others = [other for other in state.legal(seat) if other != action]
        if not others or number % 5:
            continue
        lines = moves()
        lines[0]["moves"][0][number][1] = others[0]
        write(lines)
        with pytest.raises(ValueError, match="o, deal 0, game 0: "):
            played(next(match_again(match)))
        found += 1
        lines[0]["moves"][0][number][1] = action
        write(lines)
    assert found > 3


def match_again(match: KeptMatch) -> Any:
    return KeptMatch(match.folder).games()


def test_a_result_that_was_changed_is_found() -> None:
    arena(*GAP)
    file = Path("o/games.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[1]["games"][1]["scores"][0] += 1
    write(lines, "o/games.jsonl")
    *good, bad = KeptMatch(Path("o")).games()
    assert all(played(game) for game in good)
    with pytest.raises(ValueError, match=r"deal 1, game 1: it ends otherwise than it was kept"):
        played(bad)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("moves.jsonl", '{"deal":1,', "rubbish", r"moves.jsonl, line 2: no moves"),
        ("moves.jsonl", '{"deal":1,"moves":[[[', '{"deal":1,"moves":[[["', "deal 1: no moves"),
        ("moves.jsonl", '{"deal":1,"moves":[[', '{"deal":1,"moves":[],"more":[[', "deal 1: no mov"),
        ("moves.jsonl", '{"deal":1,"moves":[[[', '{"deal":1,"moves":[[[1.5,0],[', "deal 1: no mov"),
        ("games.jsonl", '{"deal":1,', "rubbish", "games.jsonl, line 2: not JSON"),
        ("games.jsonl", '{"deal":1,"games":[', '{"deal":1,"games":[{},', "o is damaged"),
        ("games.jsonl", '"seats":[0,1]', '"seats":[0,0]', "others sit there"),
        ("games.jsonl", '"seats":[0,1]', '"seats":[0,1,7]', "others sit there"),
        ("settings.json", "{", "", "settings.json can't be read"),
        ("settings.json", '"seed"', '"sead"', "o is damaged"),
        ("settings.json", '"game": "gap"', '"game": "chess"', "no game 'chess'"),
        ("settings.json", '"rules": 1', '"rules": 99', "version 99 of the rules of gap"),
    ],
)
def test_what_was_damaged_is_said_with_its_place(file: str, old: str, new: str, said: str) -> None:
    arena(*GAP)
    path = Path("o") / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ValueError, match=said):
        all_played("o")


def test_moves_that_make_no_sense_are_said_when_the_match_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arena(*GAP)
    Path("o/moves.jsonl").write_text("rubbish\n")
    assert cli.main(["arena", *GAP, "--games", "4", "--out", "o", "--jobs", "1"]) == 1
    assert "moves.jsonl, line 1" in capsys.readouterr().err
