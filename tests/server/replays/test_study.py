"""Moves tried out in positions, for lessons, over real sockets."""

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from server_clients import GENEROUS, run_server

import pioche
from pioche.core.state import CHANCE, CLOCK, State

GAMES = list(pioche.games)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        run_server(tmp_path_factory.mktemp("server")) as url,
        httpx.Client(base_url=url, timeout=60) as client,
    ):
        yield client


def new(game: str, players: int = 3) -> State:
    return pioche.games[game].new(players)


def dealt(game: str, players: int = 3, seed: int = 5) -> State:
    state = new(game, players)
    state.shuffle(pioche.Rng(seed))
    return state


def study(client: httpx.Client, state: State, seat: int = 0, **more: Any) -> dict[str, Any]:
    body = {"game": state.game.id, "position": state.dump(), "seat": seat, **more}
    answer = client.post("/api/study", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def same(one: Any, other: Any) -> bool:
    """Whether two things are the same JSON."""
    return msgspec.json.decode(msgspec.json.encode(one)) == other


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_played_as_the_rules_play_them(client: httpx.Client, game: str) -> None:
    state, chance = dealt(game), pioche.Rng(11)
    start, shuffles, moves, expected = state.clone(), pioche.Rng(3), [], []
    for _ in range(60):
        if state.is_over():
            break
        who = state.actors()[0]
        legal = state.legal(who)
        action = legal[chance.below(len(legal))]
        before = state.clone()
        state.apply(who, action)
        events = state.game.events(before, who, action, state, 1)
        while state.actors() == (CHANCE,):
            before = state.clone()
            state.shuffle(shuffles)
            events += state.game.events(before, CHANCE, None, state, 1)
        moves.append([who, state.game.text(action)])
        expected.append(events)
    found = study(client, start, 1, moves=moves, seed=3)
    assert same(state.view(1), found["view"])
    assert same(expected, found["events"])
    assert found["legal"] == [state.game.text(action) for action in state.legal(1)]
    assert same(state.actors(), found["actors"])
    assert (found["refused"], found["replies"], found["before"]) == (None, [], None)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_before_the_deal_is_dealt_by_the_seed(client: httpx.Client, game: str) -> None:
    one, other, again = (study(client, new(game), seed=seed) for seed in (5, 6, 5))
    assert same(dealt(game, seed=5).view(0), one["view"])
    assert one["dealt"]
    assert one == again != other


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "It is not your turn: we are waiting for Ada."),
        ("fr", "Ce n'est pas votre tour : on attend Ada."),
    ],
)
def test_a_move_that_is_not_allowed_ends_it_with_the_reason(
    client: httpx.Client, lang: str, text: str
) -> None:
    state = dealt("no-thanks")
    (first,) = state.actors()
    second, third = (first + 1) % 3, (first + 2) % 3
    names = ["Bea", "Bea", "Bea"]
    names[second] = "Ada"
    moves = [[first, "pass"], [third, "take"], [second, "take"]]
    body = {"game": "no-thanks", "position": state.dump(), "seat": first, "moves": moves}
    answer = client.post(
        "/api/study", json={**body, "names": names}, headers={"accept-language": lang}
    ).json()
    refused = answer["refused"]
    assert (refused["index"], refused["code"], refused["text"]) == (1, "not-your-turn", text)
    assert refused["clause"] and refused["params"] == {"actors": [second]}
    assert len(answer["events"]) == 1
    state.apply(first, state.game.parse("pass"))
    assert same(state.view(first), answer["view"])


def test_what_is_no_move_is_said(client: httpx.Client) -> None:
    state = dealt("no-thanks")
    refused = study(client, state, moves=[[0, "pas"]], reply="novice")
    assert refused["refused"]["code"] == "bad-move"
    assert "did you mean pass?" in refused["refused"]["text"]
    assert refused["refused"]["clause"] is None
    assert refused["replies"] == []


def test_the_clock_may_strike(client: httpx.Client) -> None:
    game = next(id for id in GAMES if pioche.games[id].real_time)
    state = dealt(game)
    move = state.game.text(state.legal(CLOCK)[0])
    assert study(client, state, moves=[[CLOCK, move]])["refused"] is None
    assert study(client, state, moves=[[CHANCE, move]])["refused"]["code"] == "not-a-player"


@pytest.mark.parametrize("game", [id for id in GAMES if not pioche.games[id].real_time])
def test_bots_reply_until_it_is_the_seats_turn(client: httpx.Client, game: str) -> None:
    state = dealt(game)
    seat = (state.actors()[-1] + 1) % 3  # who has to wait longest, or about
    found = study(client, state, seat, reply="regular", seed=7)
    assert found["replies"] and len(found["replies"]) <= 40
    assert seat not in {who for who, _, _, _ in found["replies"]}
    assert seat in found["actors"] or found["view"]["over"] or len(found["replies"]) == 40
    assert same(state.view(seat), found["before"])
    assert found["replies"][-1][3] == found["view"]
    assert found == study(client, state, seat, reply="regular", seed=7)
    shuffles = pioche.Rng(7)
    for who, move, events, view in found["replies"]:
        before = state.clone()
        state.apply(who, state.game.parse(move))
        seen = state.game.events(before, who, state.game.parse(move), state, seat)
        while state.actors() == (CHANCE,):
            before = state.clone()
            state.shuffle(shuffles)
            seen += state.game.events(before, CHANCE, None, state, seat)
        assert same(seen, events) and same(state.view(seat), view)


def test_nobody_replies_when_it_is_the_seats_turn_or_all_act_at_once(client: httpx.Client) -> None:
    for game in GAMES:
        state = dealt(game)
        assert study(client, state, state.actors()[0], reply="novice")["replies"] == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seat": 3}, "seat"),
        ({"seat": 8}, "seat"),
        ({"position": {}}, "position.game"),
        ({"reply": "master"}, "reply"),
        ({"seed": -1}, "seed"),
        ({"moves": [[0, "pass"]] * 201}, "moves"),
        ({"moves": [[0]]}, "moves[0]"),
        ({"more": 1}, None),
    ],
)
def test_what_makes_no_sense_is_told_by_its_field(
    client: httpx.Client, change: dict[str, Any], field: str | None
) -> None:
    body = {"game": "no-thanks", "position": dealt("no-thanks").dump(), "seat": 0}
    answer = client.post("/api/study", json=body | change)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert answer.json().get("field") == field


def test_a_bad_position_is_told_by_the_field_at_fault(client: httpx.Client) -> None:
    position = dealt("no-thanks").dump()
    position["chips"][1] = -4
    answer = client.post("/api/study", json={"game": "no-thanks", "position": position, "seat": 0})
    assert answer.status_code == 400
    assert answer.json()["field"] == "position.chips[1]"
    assert "chips[1]" in answer.json()["text"]


def test_one_may_not_study_too_fast(tmp_path: Any) -> None:
    limits = msgspec.structs.replace(GENEROUS, studies_per_second=0.001, studies_burst=2)
    with run_server(tmp_path, limits) as url, httpx.Client(base_url=url) as client:
        for _ in range(2):
            study(client, dealt("gap"))
        body = {"game": "gap", "position": dealt("gap").dump(), "seat": 0}
        answer = client.post("/api/study", json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        assert client.get("/api/games").status_code == 200
