"""Setting up a table, and who is its host."""

from pathlib import Path

from server_clients import Guest, run_server


def test_a_table_that_can_not_be_started_is_not_set_up(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        guest = Guest(url, "Zoé")
        body = {"settings": {"game": "no-thanks", "seats": 3}, "bots": ["novice"], "start": True}
        answer = guest.http.post("/api/tables", json=body)
        assert answer.status_code == 409
        assert answer.json()["code"] == "too-few"
        assert guest.http.get("/api/me/tables").json() == {
            "open": [],
            "running": [],
            "finished": [],
        }
        code = guest.open_table(bots=2, start=True)
        assert guest.http.get(f"/api/tables/{code}").json()["phase"] == "running"
        guest.close()


def test_who_becomes_the_host_is_told(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        host, other = Guest(url, "Ada"), Guest(url, "Bo")
        code = host.open_table()
        other.ask(code, "sit")
        with other.at(code) as seat:
            assert not seat.hear("table")["hosting"]
            host.ask(code, "leave")
            assert seat.hear("table", "update")["hosting"]
            assert seat.ask("bot", level="novice")["type"] == "done"
        host.close()
        other.close()
