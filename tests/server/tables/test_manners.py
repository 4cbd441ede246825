"""Rematches and chat at a real server: all have to accept, and speak as what they are."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from server_clients import Guest, end_game, run_server
from websockets.sync.client import connect


@pytest.fixture
def server(tmp_path) -> Iterator[str]:
    with run_server(tmp_path) as url:
        yield url


def refusal(guest: Guest, code: str, type: str, **fields: object) -> dict:
    """Why a command is refused."""
    command = {"type": type, "id": f"r{next(guest.ids)}", **fields}
    answer = guest.http.post(f"/api/tables/{code}/commands", json=command)
    assert answer.status_code == 409, answer.text
    return answer.json()


def test_a_rematch_starts_when_everybody_has_accepted(server: str) -> None:
    """M-4"""
    ada, bea = Guest(server, "Ada"), Guest(server, "Bea")
    code = end_game(ada, bea)
    ada.ask(code, "rematch")
    with bea.at(code) as seat:
        follows = seat.hear("table")["about"]["follows"]
    told = refusal(ada, follows, "start")
    assert (told["code"], told["params"]) == ("not-accepted", {"names": "Bea"})
    assert "Bea" in told["text"]
    shown = bea.http.get(f"/api/tables/{follows}").json()["table"]["seats"]
    assert [(seat["name"], seat["ready"]) for seat in shown] == [("Bea", False), ("Ada", True)]
    bea.ask(follows, "ready")
    ada.ask(follows, "start")
    assert ada.http.get(f"/api/tables/{follows}").json()["phase"] == "running"
    for guest in (ada, bea):
        guest.close()


def test_whoever_speaks_is_shown_as_what_they_are(server: str) -> None:
    """A host who does not play, a player, and a player's program."""
    with ExitStack() as stack:
        host, bea = Guest(server, "Bea"), Guest(server, "Bea")
        code = host.open_table(seats=2, game="gap", sits=False)
        bea.ask(code, "sit")
        table = stack.enter_context(bea.at(code))
        table.hear("here")
        host.ask(code, "say", text="I am Bea")
        bea.ask(code, "say", text="No, me")
        program = {"Authorization": f"Bearer {bea.token()}"}
        beep = {"type": "emote", "id": "beep", "emote": "wow"}
        url = f"{server}/api/tables/{code}/commands"
        assert httpx.post(url, json=beep, headers=program).is_success
        news = [one["news"] for one in table.heard() if one["type"] == "update"]
        said = [(one["name"], one["seat"], one["role"]) for one in news]
        assert said == [("Bea 2", None, "host"), ("Bea", 0, "player"), ("Bea", 0, "program")]
        again = stack.enter_context(bea.at(code)).hear("table")["chat"]
        assert [(line["name"], line["seat"], line["role"]) for line in again] == said
        for guest in (host, bea):
            guest.close()


def test_a_program_at_a_socket_speaks_as_a_program(server: str) -> None:
    bea = Guest(server, "Bea")
    code = bea.open_table(seats=2, game="gap")
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    headers = {"Authorization": f"Bearer {bea.token()}"}
    with bea.at(code) as table, connect(url, additional_headers=headers) as program:
        program.send('{"type": "say", "id": "b", "text": "Beep"}')
        assert table.hear("update")["news"]["role"] == "program"
    bea.close()
