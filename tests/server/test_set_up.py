"""Setting up a table over HTTP."""

from pathlib import Path

from guests import Guest, open_house


def test_a_table_that_can_not_be_started_is_not_set_up(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        guest = Guest(house, "Zoé")
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
