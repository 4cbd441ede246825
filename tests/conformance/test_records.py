"""Records of every game: written, read, replayed, and refused where they were changed."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import SOURCE, Case, cases, choose, frozen, games

import pioche
from pioche import CHANCE, BadRecord, Generator, KeyedRng, Record, Recorder, Rng
from pioche.core.records import seals

NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou", "Gus", "Hana"]
SECRET = bytes(range(32))


def played(case: Case, source: Generator, steps: int = 5000) -> Recorder:
    """A random game, recorded."""
    recorder = Recorder(case.new(), [{"name": name} for name in NAMES[: case.players]], source)
    rng = Rng(3)
    while not recorder.state.is_over() and steps > 0:
        if recorder.state.actors() == (CHANCE,):
            recorder.shuffle()
        else:
            recorder.apply(*choose(recorder.state, rng), at=5 * len(recorder.moves))
        steps -= 1
    return recorder


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.parametrize(
    "source", [lambda: Rng(5), lambda: KeyedRng(SECRET)], ids=["draws", "secret"]
)
def test_a_record_replays_to_the_same_end(case: Case, source: Callable[[], Generator]) -> None:
    recorder = played(case, source())
    record = Record.from_json(recorder.build_record().to_json())
    assert record == recorder.build_record()
    assert frozen(record.verify(recorder.state.game).dump()) == frozen(recorder.state.dump())


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_an_unfinished_record_and_one_from_a_position_replay(game: pioche.Game) -> None:
    begun = played(Case(game.id, game.players[0]), Rng(2), steps=9)
    assert begun.build_record().outcome is None
    assert frozen(begun.build_record().verify(game).dump()) == frozen(begun.state.dump())
    start = begun.state.dump()
    again = Recorder(game.load(start), begun.players, Rng(4), start=start)
    again.apply(*choose(again.state, Rng(1)))
    record = Record.from_json(again.build_record().to_json())
    assert frozen(record.verify(game).dump()) == frozen(again.state.dump())


def document(game: pioche.Game, source: Generator | None = None) -> dict[str, Any]:
    record = played(Case(game.id, game.players[0]), source or Rng(5)).build_record()
    return json.loads(record.to_json())


def reseal(raw: dict[str, Any]) -> dict[str, Any]:
    """Make the seals fit again: what a forger would do."""
    last = first = seals.seal("", {name: raw[name] for name in seals.HEAD})
    for entry in raw["moves"]:
        last = entry[3] = seals.seal(last, entry[:3])
    raw["seals"] = [first, seals.seal(last, raw["outcome"])]
    return raw


def refused(raw: object) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(json.dumps(raw))
    return caught.value


def verify(text: str) -> None:
    record = Record.from_json(text)
    record.verify(pioche.games[record.game])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_change_is_found_where_it_was_made(game: pioche.Game) -> None:
    good = document(game)
    middle = len(good["moves"]) // 2
    for part in (0, 1, 2):
        raw = copy.deepcopy(good)
        raw["moves"][middle][part] = "take 9" if part == 1 else raw["moves"][middle][part] + 1
        assert refused(raw).place == f"moves[{middle}]"
    raw = copy.deepcopy(good)
    del raw["moves"][middle]
    assert refused(raw).place == f"moves[{middle}]"
    raw = copy.deepcopy(good)
    del raw["moves"][-1]
    assert refused(raw).place == "outcome"
    raw = copy.deepcopy(good)
    raw["outcome"]["ranks"].reverse()
    raw["outcome"]["scores"][0] += 1
    assert refused(raw).place == "outcome"
    raw = copy.deepcopy(good)
    raw["players"][0]["name"] = "Eve"
    assert refused(raw).place == "head"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_forged_record_is_refused_by_the_replay(game: pioche.Game) -> None:
    good = document(game)
    raw = copy.deepcopy(good)
    raw["moves"][0][1] = "fly away"
    assert refused(reseal(raw)).place == "moves[0]"
    raw = copy.deepcopy(good)
    raw["moves"][3][0] = 99
    assert refused(reseal(raw)).place == "moves[3]"
    raw = copy.deepcopy(good)
    raw["outcome"]["scores"][0] += 1
    assert refused(reseal(raw)).place == "outcome.scores"
    raw = copy.deepcopy(good)
    raw["outcome"] = None
    assert refused(reseal(raw)).place == "outcome"
    raw = copy.deepcopy(good)
    del raw["moves"][-1]
    assert refused(reseal(raw)).place == "outcome"
    raw = copy.deepcopy(good)
    raw["rules"] = game.version + 1
    assert refused(reseal(raw)).place == "rules"
    raw = copy.deepcopy(good)
    raw["options"]["colour_of_the_box"] = 1
    assert refused(reseal(raw)).place == "options"
    raw = copy.deepcopy(good)
    raw["shuffles"]["draws"][0][0] = 10**6
    assert refused(reseal(raw)).place == "shuffles.draws[0][0]"
    raw = copy.deepcopy(good)
    raw["shuffles"]["draws"][0].append(0)
    assert refused(reseal(raw)).place == "shuffles.draws[0]"
    raw = copy.deepcopy(good)
    raw["shuffles"]["draws"].append([1])
    assert refused(reseal(raw)).place == "shuffles.draws"


def test_another_secret_does_not_fit_the_commitment() -> None:
    raw = document(games()[0], KeyedRng(SECRET))
    raw["shuffles"]["secret"] = "00" * 32
    assert refused(reseal(raw)).place == "shuffles.commitment"
    raw["shuffles"]["secret"] = "xyz"
    assert refused(reseal(raw)).place == "shuffles.secret"


def test_malformed_documents_name_the_place() -> None:
    good = document(games()[0])
    for name in good:
        raw = {key: value for key, value in good.items() if key != name}
        assert refused(raw).place == name
    for name, wrong in [
        ("format", 99),
        ("game", 3),
        ("rules", "1"),
        ("options", []),
        ("players", {}),
        ("shuffles", []),
        ("shuffles", {"seed": 3}),
        ("moves", None),
        ("seals", [1]),
        ("outcome", 7),
    ]:
        assert refused({**good, name: wrong}).place == name
    assert refused({**good, "players": [{}]}).place == "players[0]"
    assert refused({**good, "moves": [[0, "take"]]}).place == "moves[0]"
    assert refused({**good, "shuffles": {"draws": [["a"]]}}).place == "shuffles.draws[0]"
    assert refused({**good, "extra": 1}).place == "extra"
    assert refused([]).place == "record"
    with pytest.raises(BadRecord, match="JSON"):
        Record.from_json("{")


def test_a_document_nested_without_end_is_refused() -> None:
    with pytest.raises(BadRecord, match="record"):
        Record.from_json("[" * 100_000)


@pytest.mark.parametrize("name", ["players", "self"])
def test_an_option_called_like_an_argument_is_refused(name: str) -> None:
    raw = document(games()[0])
    raw["options"][name] = 3
    assert refused(reseal(raw)).place == "options"


def test_the_head_of_a_record_agrees_with_the_position_it_starts_from() -> None:
    game = games()[0]
    begun = played(Case(game.id, game.players[0]), Rng(2), steps=9)
    good = json.loads(Recorder(begun.state, begun.players, Rng(4)).build_record().to_json())
    assert good["start"] is not None
    raw = copy.deepcopy(good)
    del raw["players"][0]
    assert refused(reseal(raw)).place == "players"
    raw = copy.deepcopy(good)
    name, option = next(iter(game.options.items()))
    raw["options"][name] = not option.default if option.choices else option.high
    assert refused(reseal(raw)).place == "options"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_game_that_has_begun_is_recorded_from_its_position(game: pioche.Game) -> None:
    begun = played(Case(game.id, game.players[0]), Rng(2), steps=9)
    again = Recorder(begun.state, begun.players, Rng(4))
    again.apply(*choose(again.state, Rng(1)))
    record = Record.from_json(again.build_record().to_json())
    assert frozen(record.verify(game).dump()) == frozen(again.state.dump())


def test_what_a_recorder_refuses_leaves_no_trace() -> None:
    game = games()[0]
    recorder = played(Case(game.id, game.players[0]), Rng(2), steps=9)
    seat, action = choose(recorder.state, Rng(1))
    with pytest.raises(ValueError, match="no shuffle is due"):
        recorder.shuffle()
    with pytest.raises(pioche.Illegal):
        recorder.apply(99, action)
    for at in (-1, 1.5, None, True):
        with pytest.raises(ValueError, match="at"):
            recorder.apply(seat, action, at)
    record = Record.from_json(recorder.build_record().to_json())
    assert frozen(record.verify(game).dump()) == frozen(recorder.state.dump())


def test_a_record_stays_as_it_was_when_the_game_goes_on() -> None:
    recorder = Recorder(games()[0].new(4), [{"name": name} for name in NAMES[:4]], Rng(2))
    early = recorder.build_record()
    before = early.to_json()
    recorder.shuffle()
    assert early.to_json() == before


@pytest.mark.parametrize("names", [NAMES[:1], NAMES[:5]])
def test_a_recorder_wants_a_player_for_every_seat(names: list[str]) -> None:
    with pytest.raises(ValueError, match="players"):
        Recorder(games()[0].new(4), [{"name": name} for name in names], Rng(2))


GOLDEN = sorted(SOURCE.glob("games/*/tests/golden/*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_replay(path: Path) -> None:
    """Games played long ago still go the same way; if not, the rules version must go up."""
    record = Record.from_json(path.read_text(encoding="utf-8"))
    assert record.verify(pioche.games[record.game]).is_over()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_has_golden_records(game: pioche.Game) -> None:
    """The fewest and the most players, several options, draws and secrets."""
    records = [Record.from_json(path.read_text(encoding="utf-8")) for path in GOLDEN]
    ours = [r for r in records if (r.game, r.rules) == (game.id, game.version)]
    counts = {len(record.players) for record in ours}
    assert {game.players[0], game.players[-1]} <= counts
    assert {"draws", "secret"} <= {key for record in ours for key in record.shuffles}
    defaults = {name: option.default for name, option in game.options.items()}
    varied = {name for r in ours for name, value in r.options.items() if value != defaults[name]}
    assert varied == set(game.options)
