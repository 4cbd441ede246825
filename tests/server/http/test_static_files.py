"""The page that browsers load, and what it can ask about its server."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from server_clients import GENEROUS, run_server

from pioche import __version__
from pioche.server import listen
from pioche.server.http.static_files import StaticFiles, accepts, matches_etag
from pioche.server.run.options import find_web_folder
from pioche.words import LANGUAGES, common_words

FILES = {
    "index.html": b"<!doctype html><title>Pioche</title>",
    "sw.js": b"self.addEventListener('fetch', () => {})",
    "manifest.webmanifest": b'{"name": "Pioche"}',
    "icons/cards.svg": b"<svg/>",
    "assets/app-1a2b.js": b"console.log('a page')",
    "assets/app-1a2b.js.br": b"(smallest)",
    "assets/app-1a2b.js.gz": b"(small)",
    "assets/font-3c4d.woff2": b"wOF2",
    "strange.xyz": b"?",
    ".hidden": b"nobody's business",
}
SCRIPT = "/assets/app-1a2b.js"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as the build leaves it."""
    folder = tmp_path_factory.mktemp("web")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def page(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser at a server with a page."""
    with (
        run_server(tmp_path_factory.mktemp("server"), web=str(built)) as url,
        httpx.Client(base_url=url, headers={"accept-encoding": "identity"}) as browser,
    ):
        yield browser


# -- files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "type", "kept"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/icons/cards.svg", "image/svg+xml", "no-cache"),
        (SCRIPT, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/font-3c4d.woff2", "font/woff2", "public, max-age=31536000, immutable"),
        ("/strange.xyz", "application/octet-stream", "no-cache"),
    ],
)
def test_every_file_has_its_type_and_says_how_long_it_may_be_kept(
    page: httpx.Client, path: str, type: str, kept: str
) -> None:
    answer = page.get(path)
    assert answer.status_code == 200
    assert answer.content == FILES[path.removeprefix("/") or "index.html"]
    assert answer.headers["content-type"] == type
    assert answer.headers["cache-control"] == kept
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("wish", "coding", "body"),
    [
        ("gzip, deflate, br", "br", b"(smallest)"),
        ("gzip;q=0.9", "gzip", b"(small)"),
        ("br;q=0, gzip", "gzip", b"(small)"),
        ("deflate, nonsense;;q", None, FILES[SCRIPT[1:]]),
        ("", None, FILES[SCRIPT[1:]]),
    ],
)
def test_a_file_comes_packed_as_the_browser_can_read_it(
    page: httpx.Client, wish: str, coding: str | None, body: bytes
) -> None:
    with page.stream("GET", SCRIPT, headers={"accept-encoding": wish}) as answer:
        assert b"".join(answer.iter_raw()) == body
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-length"] == str(len(body))


def test_what_a_browser_has_is_not_sent_again(page: httpx.Client) -> None:
    tag = page.get("/").headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        answer = page.get("/", headers={"if-none-match": known})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == tag
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["vary"] == "accept-encoding"
    assert page.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_each_form_of_a_file_has_a_tag_of_its_own(page: httpx.Client) -> None:
    tags = {
        page.head(SCRIPT, headers={"accept-encoding": wish}).headers["etag"]
        for wish in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


def test_one_may_ask_for_the_head_alone(page: httpx.Client) -> None:
    head, whole = page.head(SCRIPT), page.get(SCRIPT)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "etag", "cache-control"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize("path", ["/tables/k7tm-4rx9-w2hf", "/rules/gap", "/lobby/", "/a/b/c"])
def test_places_within_the_page_are_the_page(page: httpx.Client, path: str) -> None:
    answer = page.get(path)
    assert (answer.status_code, answer.content) == (200, FILES["index.html"])
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/app-0000.js", "/assets/none", "/favicon.ico", "/icons/none.png", "/.hidden"),
        *("/assets/app-1a2b.js.br", "/assets/../../tables.db", "/%2e%2e/tables.db"),
        *("/api/nothing", "/api", "/healthz/more", "/metrics/more"),
    ],
)
def test_what_is_not_there_is_told_as_always(page: httpx.Client, path: str) -> None:
    answer = page.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_nothing_can_be_sent_to_the_page(page: httpx.Client) -> None:
    answer = page.post("/tables", json={})
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")


def test_a_page_is_loaded_though_its_reader_has_asked_enough(built: Path, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, requests_per_second=0.001, requests_burst=1)
    with run_server(tmp_path, limits, web=str(built)) as url:
        assert httpx.get(f"{url}/api/games").status_code == 200
        assert httpx.get(f"{url}/api/games").status_code == 429
        for _ in range(100):
            assert httpx.get(f"{url}/sw.js").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_page_it_is_said_that_there_is_none(lang: str, tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        answer = httpx.get(f"{url}/", headers={"accept-language": lang})
        assert common_words(lang)["server"]["page"]["unbuilt"] in answer.text
        assert answer.headers["content-language"] == lang
        assert httpx.get(f"{url}/lobby").json()["code"] == "not-found"


# -- without a server --------------------------------------------------------------------


def test_a_folder_is_read_once(built: Path) -> None:
    files = StaticFiles.read(built)
    assert set(files.files) == {f"/{name}" for name in FILES if name[-3:] not in (".br", ".gz")} - {
        "/.hidden"
    }
    assert list(files.files[SCRIPT].encodings) == ["br", "gzip", ""]


def test_codings_and_tags_are_read_with_care() -> None:
    assert accepts("GZIP ; q=0.5", "gzip") and not accepts("gzip;q=0", "gzip")
    assert not accepts("gzipped", "gzip") and not accepts("", "br")
    assert (
        matches_etag('W/"a", "b"', '"a"')
        and not matches_etag('"ab"', '"a"')
        and not matches_etag("", '"a"')
    )


def test_the_page_is_where_the_environment_says_or_in_the_package(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = common_words("en")["serve"]["errors"]
    monkeypatch.setenv("PIOCHE_WEB", str(built))
    assert find_web_folder(errors) == str(built)
    monkeypatch.setenv("PIOCHE_WEB", "")
    packaged = find_web_folder(errors)
    assert packaged is None or Path(packaged, "index.html").is_file()


# -- where it is -------------------------------------------------------------------------


def site(url: str, **headers: str) -> dict[str, str | None]:
    answer: dict[str, str | None] = httpx.get(f"{url}/api/site", headers=headers).json()
    assert answer["version"] == __version__
    return answer


def test_who_is_at_this_computer_is_told_the_address_for_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "network_address", lambda: "192.168.1.7")
    with run_server(tmp_path, host="0.0.0.0", port=8003) as url:
        port = url.rpartition(":")[2]
        for name in ("localhost", "127.0.0.1", "[::1]"):
            assert site(url, host=f"{name}:{port}")["network"] == "http://192.168.1.7:8003"
        for name in ("192.168.1.7", "pioche.local"):  # they came by an address that others can use
            assert site(url, host=f"{name}:{port}")["network"] is None


def test_a_server_for_this_computer_alone_has_no_other_address(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        assert site(url)["network"] is None


def test_who_is_not_at_this_computer_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "network_address", lambda: "192.168.1.7")
    with run_server(tmp_path, host="0.0.0.0", behind_proxy=True) as url:
        passed_on = {"host": "localhost", "x-forwarded-for": "203.0.113.9"}
        assert site(url, **passed_on)["network"] is None
