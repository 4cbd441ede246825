"""What devices are called."""

import pytest

from pioche.server.people.user_agents import build_device_label, name_device

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
            "Firefox on Linux",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36 Edg/12",
            "Edge on Windows",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/126.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML,"
            " like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like"
            " Gecko) Version/17.5 Safari/605.1.15",
            "Safari on Mac",
        ),
        ("curl/8.5.0", "a device"),
        ("Something for Linux", "Linux"),
        ("", "a device"),
    ],
)
def test_a_device_is_its_browser_and_its_system(agent: str, name: str) -> None:
    assert name_device(build_device_label(agent), "en") == name


@pytest.mark.parametrize("agent", ["<b>Ada was here</b>", "x" * 10_000 + "Firefox/1", "/" * 50])
def test_nothing_that_a_client_makes_up_is_kept(agent: str) -> None:
    assert build_device_label(agent) == "/"


@pytest.mark.parametrize(("lang", "name"), [("en", "a device"), ("fr", "un appareil")])
def test_a_key_from_before_has_no_name(lang: str, name: str) -> None:
    assert name_device("", lang) == name
