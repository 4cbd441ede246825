"""Records to be looked at: of tables here and of games played elsewhere, over real sockets."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sample_records import SECRET, document, played
from server_clients import GENEROUS, Guest, run_server

import pioche
from pioche.core.records.record import Move, Record, Step
from pioche.core.records.seals import seal
from pioche.core.rng import Rng
from pioche.core.state import CHANCE
from pioche.core.views.merge_views import merge_views
from pioche.server.replays.replay import MOST_MOVES, GameReplay, ReplayBuilder, read_viewers

GAMES = list(pioche.games)


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with run_server(tmp_path_factory.mktemp("server")) as url:
        guest = Guest(url, "Zoé")
        guest.http.timeout = httpx.Timeout(60)
        yield guest
        guest.close()


def fetch_replay(guest: Guest, record: Record, eyes: str) -> dict[str, Any]:
    answer = guest.http.post("/api/film", params={"eyes": eyes}, json=document(record))
    assert answer.status_code == 200, answer.text
    msgspec.json.decode(answer.content, type=GameReplay)
    return dict(answer.json())


def plain(value: Any) -> Any:
    """Something as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def steps(record: Record) -> list[Step]:
    replayed = record.replay(pioche.games[record.game])
    return [step._replace(after=step.after.clone()) for step in replayed]


# -- what a replay shows -----------------------------------------------------------------


@pytest.mark.parametrize("eyes", ["0", "2", "watch"])
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_what_those_eyes_saw(guest: Guest, game: str, eyes: str) -> None:
    record, rules = played(game), pioche.games[game]
    seat = None if eyes == "watch" else int(eyes)
    shown, at = fetch_replay(guest, record, eyes)["steps"], 0
    assert shown[0]["who"] == CHANCE and shown[0]["move"] is None and shown[0]["at"] == 0
    for step, found in zip(steps(record), shown, strict=True):
        at = at if step.move is None else step.move.at
        seen = None if step.action is None else rules.mask_move(step.who, step.action, seat)
        assert (found["who"], found["move"], found["at"]) == (step.who, seen, at)
        assert found["view"] == plain(step.after.view(seat))
        events = rules.events(step.before, step.who, step.action, step.after, seat)
        assert found["events"] == plain(events)


@pytest.mark.parametrize("game", GAMES)
def test_with_all_eyes_nothing_that_anybody_sees_is_missing(guest: Guest, game: str) -> None:
    record = played(game)
    for step, found in zip(steps(record), fetch_replay(guest, record, "all")["steps"], strict=True):
        assert found["view"]["seat"] is None
        assert found["move"] == (None if step.move is None else step.move.text)
        for seat in range(3):
            view = plain(step.after.view(seat)) | {"seat": None}
            assert merge_views(found["view"], view) == found["view"]


def test_the_head_says_who_played_what(guest: Guest) -> None:
    record = played("gap")
    found = fetch_replay(guest, record, "watch")
    del found["steps"]
    assert found == {
        "game": "gap",
        "rules": 1,
        "options": record.options,
        "players": [
            {"name": "P0"},
            {"name": "P1", "bot": "novice"},
            {"name": "P2", "bot": "novice"},
        ],
        "commitment": record.shuffles["commitment"],
        "secret": SECRET.hex(),
        "start": False,
        "outcome": record.outcome,
    }


def test_a_game_that_was_not_finished_is_shown_as_far_as_it_went(guest: Guest) -> None:
    found = fetch_replay(guest, played("no-thanks", most=5), "0")
    assert found["outcome"] is None
    assert [step["who"] >= 0 for step in found["steps"]].count(True) == 5


def test_a_record_may_begin_from_a_position_and_have_draws(guest: Guest) -> None:
    game = pioche.games["no-thanks"]
    state = game.new(3)
    state.shuffle(Rng(1))
    start = state.dump()
    who = state.actors()[0]
    moves = (Move(who, "pass", 7),)
    people = [{"name": name} for name in "abc"]
    record = Record("no-thanks", 1, dict(state.options), people, {"draws": []}, moves, None, start)
    found = fetch_replay(guest, record, "all")
    assert found["start"] and found["secret"] is None and found["commitment"] is None
    assert [(step["who"], step["at"]) for step in found["steps"]] == [(who, 7)]


def test_a_replay_is_packed_for_who_can_unpack_it(guest: Guest) -> None:
    body = document(played("gap"))
    sizes = {}
    for wish, coding in (("gzip", "gzip"), ("identity", None), ("gzip;q=0", None)):
        headers = {"accept-encoding": wish}
        with guest.http.stream("POST", "/api/film", json=body, headers=headers) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["vary"] == "accept-encoding"
        sizes[wish] = len(raw)
        shown = gzip.decompress(raw) if coding else raw
        assert msgspec.json.decode(shown, type=GameReplay).game == "gap"
    assert sizes["gzip"] * 5 < sizes["identity"]


# -- tables ------------------------------------------------------------------------------


def test_the_replay_of_a_table_is_there_after_the_end_and_not_before(guest: Guest) -> None:
    code = guest.open_table(bots=2, start=True)
    early = guest.http.get(f"/api/tables/{code}/film")
    assert (early.status_code, early.json()["code"]) == (409, "no-record")
    guest.ask(code, "abandon")
    record = Record.from_json(guest.http.get(f"/api/tables/{code}/record").text)
    found = guest.http.get(f"/api/tables/{code}/film", params={"eyes": "1"}).json()
    assert found == fetch_replay(guest, record, "1")
    assert found["outcome"] is None
    missing = guest.http.get("/api/tables/k7tm4rx9w2hf/film")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-table")


# -- what a seat could not see -----------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_never_shows_what_its_eyes_could_not_see(game: str) -> None:
    """The truth is drawn anew behind the seat's back: its replay is the same."""
    record, rules, tried = played(game, seed=9), pioche.games[game], 0
    for number, step in enumerate(steps(record)):
        for seat in range(3):
            before = step.before.resample(seat, Rng(number))
            after = before.clone()
            if step.action is None or step.who < 0 or step.action not in before.legal(step.who):
                continue
            after.apply(step.who, step.action)
            if after.view(seat) != step.after.view(seat):  # it turned up what was hidden before
                continue
            encoded = [
                msgspec.json.encode(ReplayBuilder(rules, (seat,)).build_step(each, 0))
                for each in (step, step._replace(before=before, after=after))
            ]
            assert encoded[0] == encoded[1]
            tried += 1
    assert tried > 20


# -- what is refused ---------------------------------------------------------------------


def resealed(raw: dict[str, Any]) -> dict[str, Any]:
    """A record whose seals fit what it says."""
    head = {name: raw[name] for name in list(raw) if name not in ("moves", "outcome", "seals")}
    last = first = seal("", head)
    moves = []
    for entry in raw["moves"]:
        last = seal(last, entry[:3])
        moves.append([*entry[:3], last])
    return {**raw, "moves": moves, "seals": [first, seal(last, raw["outcome"])]}


def bad(guest: Guest, raw: Any) -> tuple[str, str]:
    answer = guest.http.post("/api/film", json=raw)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-record"), answer.text
    return answer.json()["field"], answer.json()["text"]


def test_a_bad_record_is_refused_with_the_place_named(guest: Guest) -> None:
    raw = document(played("no-thanks"))
    raw["moves"][3][1] = "take" if raw["moves"][3][1] == "pass" else "pass"
    place, text = bad(guest, raw)
    assert place == "moves[3]" and "moves[3]" in text and "seal" in text
    assert bad(guest, {})[0] == "format"
    assert bad(guest, {**raw, "more": 1})[0] == "more"
    assert bad(guest, resealed({**raw, "game": "chess"}))[0] == "game"
    assert bad(guest, resealed({**raw, "rules": 99}))[0] == "rules"
    long = resealed({**raw, "moves": [[0, "x" * 61, 0, ""]]})
    assert bad(guest, long)[0] == "moves[0]"
    many = resealed({**raw, "moves": [[0, "take", 0, ""]] * (MOST_MOVES + 1)})
    assert bad(guest, many)[0] == "moves"


def test_eyes_are_those_of_a_seat_of_somebody_who_watches_or_of_all(guest: Guest) -> None:
    raw = document(played("no-thanks"))
    for eyes in ("3", "8", "-1", "nobody", "01"):
        answer = guest.http.post("/api/film", params={"eyes": eyes}, json=raw)
        assert (answer.status_code, answer.json().get("field")) == (400, "eyes"), answer.text
    assert read_viewers("all", 4) == (0, 1, 2, 3)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_record_may_be_larger_than_other_bodies_but_not_endless(
    tmp_path: Path, chunked: bool
) -> None:
    limits = msgspec.structs.replace(GENEROUS, body_bytes=1000, record_bytes=100_000)
    with run_server(tmp_path, limits) as url:
        for name, size, status in (
            ("film", 50_000, 400),
            ("film", 200_000, 413),
            ("me", 5000, 413),
        ):
            body = b'{"x": "%s"}' % (b"x" * size)
            answer = httpx.post(
                f"{url}/api/{name}",
                content=iter([body]) if chunked else body,
                headers={"content-type": "application/json"},
            )
            assert answer.status_code == status, answer.text
            if status == 413:
                most = "100000" if name == "film" else "1000"
                assert f"{most} bytes" in answer.json()["text"]


def test_replays_are_not_for_the_asking_without_end(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, films_per_minute=0.1, films_burst=2)
    with run_server(tmp_path, limits) as url:
        codes = [httpx.post(f"{url}/api/film", json={}).json()["code"] for _ in range(3)]
        assert codes == ["bad-record", "bad-record", "too-fast"]
