"""Keys that are taken away: their sockets are closed at once, at every worker."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from copy import copy
from typing import Any

import httpx
import pytest
from server_clients import GENEROUS, Guest, Seat, serve_in_thread
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pioche.server import worker
from pioche.server.people.identity import Identity
from pioche.server.settings import ServerSettings

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)


class House:
    """The servers over one database, and those who come."""

    def __init__(self, kind: str, database: str, stack: ExitStack) -> None:
        self.kind, self.database, self.stack = kind, database, stack

    def start(self) -> tuple[str, str]:
        """Two servers; with SQLite there is one, which is both."""
        config = ServerSettings(self.database, bot_pace=0.0, limits=GENEROUS)
        first = self.stack.enter_context(serve_in_thread(config))
        if self.kind == "sqlite":
            return first, first
        return first, self.stack.enter_context(serve_in_thread(config))

    def welcome(self, url: str, name: str) -> Guest:
        """Somebody new."""
        return self.stack.enter_context(closing(Guest(url, name)))

    def claim(self, url: str, guest: Guest, agent: str) -> Guest:
        """Another device of somebody."""
        other = copy(guest)
        other.url = url
        other.http = httpx.Client(base_url=url, headers={"user-agent": agent})
        self.stack.callback(other.close)
        other.post("/api/me/claim", {"token": guest.post("/api/me/links")["token"]})
        return other


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, urls: Callable[[str], str]) -> Iterator[House]:
    """A house of either kind."""
    with ExitStack() as stack:
        yield House(request.param, urls(request.param), stack)


@contextmanager
def watching(url: str, path: str, **headers: str) -> Iterator[Seat]:
    """A socket, opened with headers."""
    address = f"{url.replace('http', 'ws', 1)}{path}"
    with connect(address, additional_headers=headers, compression=None) as socket:
        yield Seat(socket, iter(range(1, 1000)))


def hear_goodbye(seat: Seat) -> tuple[str, int]:
    """The first message that is not about who is there, and the code with which it ends."""
    while True:
        message = json.loads(seat.socket.recv(60))
        if message["type"] != "here":
            break
    assert message["type"] == "bye", message
    with pytest.raises(ConnectionClosed) as caught:
        seat.socket.recv(60)
    assert caught.value.rcvd is not None
    return message["code"], caught.value.rcvd.code


def devices(guest: Guest, lang: str = "en") -> list[dict[str, Any]]:
    answer = guest.http.get("/api/me/devices", headers={"accept-language": lang})
    assert answer.is_success, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def start_game(guest: Guest) -> str:
    """A table whose game has begun."""
    return guest.open_table(seats=3, bots=2, start=True)


def test_the_socket_of_a_program_whose_token_is_deleted_is_closed_at_every_worker(
    house: House,
) -> None:
    here, there = house.start()
    ada = house.welcome(here, "Ada")
    code = ada.open_table(bots=1)
    token = ada.post("/api/me/tokens", {"label": "my bot"})
    who = {"Authorization": f"Bearer {token['token']}"}
    paths = [f"/api/tables/{code}/socket", "/api/lobby/socket"]
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(watching(url, path, **who))
            for url in (here, there)
            for path in paths
        ]
        for socket in sockets:
            socket.hear("table", "lobby")
        assert ada.http.delete(f"/api/me/tokens/{token['id']}").status_code == 204
        for socket in sockets:
            assert hear_goodbye(socket) == ("logged-out", 4401)
        with ada.at(code) as own:
            assert own.hear("table")["seat"] == 0


def test_a_device_that_came_by_a_link_can_be_logged_out(house: House) -> None:
    here, there = house.start()
    ada = house.welcome(here, "Ada")
    code = ada.open_table(bots=1)
    phone = house.claim(there, ada, SAFARI)
    with phone.at(code) as seat:
        assert seat.hear("table")["seat"] == 0
        [other] = [device for device in devices(ada) if not device["current"]]
        assert other["name"] == "Safari on iPhone"
        assert ada.http.delete(f"/api/me/devices/{other['id']}").status_code == 204
        assert hear_goodbye(seat) == ("logged-out", 4401)
    assert phone.http.get("/api/me").status_code == 401
    with phone.at(code) as seat:
        assert seat.hear("table")["seat"] is None
    again = ada.http.delete(f"/api/me/devices/{other['id']}")
    assert (again.status_code, again.json()["code"]) == (404, "no-device")


def test_whoever_comes_back_after_being_logged_out_starts_from_scratch(house: House) -> None:
    here, there = house.start()
    ada = house.welcome(here, "Ada")
    code = ada.open_table(bots=1)
    phone = house.claim(there, ada, SAFARI)
    with phone.at(code) as seat:
        seq = seat.hear("table")["seq"]
    back = f"?since={seq}&seat=0"
    assert ada.http.delete("/api/me/devices").status_code == 204
    with phone.at(code, back) as seat:  # asleep meanwhile, it has heard no goodbye
        told = seat.hear("table", "resumed")
        assert (told["type"], told.get("seat")) == ("table", None)
    with ada.at(code, back) as own:
        assert own.hear("table", "resumed")["type"] == "resumed"
    with phone.at(code, f"?since={seq}&seat=-1") as watcher:
        assert watcher.hear("table", "resumed")["type"] == "resumed"


def test_all_others_are_logged_out_with_programs_and_links_and_this_one_stays(
    house: House,
) -> None:
    here, there = house.start()
    ada = house.welcome(here, "Ada")
    code = ada.open_table(bots=1)
    token, link = ada.token(), ada.post("/api/me/links")["token"]
    phone = house.claim(there, ada, SAFARI)
    program = {"Authorization": f"Bearer {token}"}
    with (
        ada.at(code) as own,
        phone.at(code) as seat,
        watching(there, f"/api/tables/{code}/socket", **program) as bot,
    ):
        for one in (own, seat, bot):
            one.hear("table")
        assert len(devices(ada)) == 3
        assert ada.http.delete("/api/me/devices").status_code == 204
        assert hear_goodbye(seat) == hear_goodbye(bot) == ("logged-out", 4401)
        assert own.ask("ping")["type"] == "pong"
    assert [device["current"] for device in devices(ada)] == [True]
    used = httpx.post(f"{here}/api/me/claim", json={"token": link})
    assert used.json()["code"] == "link-gone"


@pytest.mark.parametrize("house", ["postgres"], indirect=True)
def test_a_worker_that_hears_nothing_closes_the_socket_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "KEY_CHECK_SECONDS", 0.1)
    make_deaf(monkeypatch)
    here, there = house.start()
    ada = house.welcome(here, "Ada")
    code = ada.open_table(bots=1)
    phone = house.claim(there, ada, SAFARI)
    with phone.at(code) as seat:
        seat.hear("table")
        assert ada.http.delete("/api/me/devices").status_code == 204
        assert hear_goodbye(seat) == ("logged-out", 4401)


def make_deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no worker hear of keys that others have removed."""
    set_up = Identity.__init__

    def set_up_deaf(self: Identity, *given: Any) -> None:
        set_up(self, *given)
        self.store.on_keys_removed = lambda _: None

    monkeypatch.setattr(Identity, "__init__", set_up_deaf)


def test_no_hint_is_given_to_a_key_that_was_taken_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the socket is still open, because nobody has told this worker."""
    monkeypatch.setattr("pioche.server.people.open_sockets.OpenSockets.revoke", lambda *_: None)
    here, _ = house.start()
    ada = house.welcome(here, "Ada")
    code = start_game(ada)
    token = ada.post("/api/me/tokens", {"label": "my bot"})
    who = {"Authorization": f"Bearer {token['token']}"}
    with watching(here, f"/api/tables/{code}/socket", **who) as bot:
        bot.hear("table")
        assert ada.http.delete(f"/api/me/tokens/{token['id']}").status_code == 204
        assert bot.ask("hint")["code"] == "no-person"


def test_devices_are_named_in_plain_words_in_the_language_of_the_page(house: House) -> None:
    here, _ = house.start()
    ada = house.welcome(here, "Ada")  # by a program that is no browser
    laptop, phone = house.claim(here, ada, FIREFOX), house.claim(here, ada, SAFARI)
    ada.post("/api/me/tokens", {"label": "my bot"})
    names = {device["name"]: device["kind"] for device in devices(laptop)}
    assert names == {
        "Firefox on Linux": "device",
        "Safari on iPhone": "device",
        "a device": "device",
        "my bot": "program",
    }
    first = devices(phone, "fr")[0]
    assert (first["name"], first["current"]) == ("Safari sur iPhone", True)
    assert first["seen"] % 3_600_000 == 0
    assert first["created"] - first["seen"] < 2 * 3_600_000


def test_who_logs_this_device_out_is_somebody_new_here(house: House) -> None:
    here, _ = house.start()
    ada = house.welcome(here, "Ada")
    [own] = devices(ada)
    answer = ada.http.delete(f"/api/me/devices/{own['id']}")
    assert answer.status_code == 204
    assert 'pioche=""; ' in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert ada.http.get("/api/me").status_code == 401


def test_a_program_neither_sees_nor_logs_out_devices_and_nobody_those_of_others(
    house: House,
) -> None:
    here, _ = house.start()
    ada, bob = house.welcome(here, "Ada"), house.welcome(here, "Bob")
    program = {"authorization": f"Bearer {ada.token()}"}
    for method, path in [("GET", ""), ("DELETE", ""), ("DELETE", f"/{devices(ada)[0]['id']}")]:
        answer = httpx.request(method, f"{here}/api/me/devices{path}", headers=program)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    others = bob.http.delete(f"/api/me/devices/{devices(ada)[0]['id']}")
    assert others.json()["code"] == "no-device"
    assert ada.http.get("/api/me").is_success
