"""What stands in deploy/ and docs/hosting.md must fit the program."""

import re
import shlex
from configparser import RawConfigParser
from pathlib import Path

import msgspec
import pytest
import yaml

from pioche.cli import build_parser
from pioche.server.run.options import read_settings
from pioche.server.settings import Limits, ServerSettings
from pioche.words import common_words

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
HOSTING = ROOT / "docs" / "hosting.md"


def settings(words: list[str], monkeypatch: pytest.MonkeyPatch, database: str) -> ServerSettings:
    """What `pioche` makes of these words, without doing it."""
    monkeypatch.setenv("PIOCHE_DATABASE", database)
    return read_settings(build_parser().parse_args(words), common_words("en")["serve"]["errors"])


def unit(name: str) -> dict[str, list[str]]:
    """The settings of a unit, each with all that is said of it."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def filled(text: str, values: dict[str, str]) -> str:
    """A text of compose with its variables, each with its default where none is given."""

    def value(found: re.Match[str]) -> str:
        name, how, other = found.groups()
        if values.get(name):
            return values[name]
        assert how == ":-", f"{name} is not in .env.example"
        return other

    return re.sub(r"\$\{(\w+)(:[-?])?([^}]*)\}", value, text)


def compose() -> dict:
    example = dict(
        line.split("=", 1)
        for line in (DEPLOY / ".env.example").read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    assert example["POSTGRES_PASSWORD"] == ""  # nobody runs with a password from here
    example["POSTGRES_PASSWORD"] = "x"
    return yaml.safe_load(filled((DEPLOY / "compose.yaml").read_text(), example))


def test_the_unit_starts_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said = unit("pioche.service")
    environment = dict(shlex.split(line)[0].split("=", 1) for line in said["Environment"])
    (line,) = said["ExecStart"]
    program, *words = line.replace("$PIOCHE_OPTIONS", environment["PIOCHE_OPTIONS"]).split()
    assert program == "/opt/pioche/bin/pioche"
    found = settings(words, monkeypatch, environment["PIOCHE_DATABASE"])
    assert found.behind_proxy and found.secure_cookies and found.host == "127.0.0.1"
    assert found.database.startswith(f"sqlite:///var/lib/{said['StateDirectory'][0]}/")


def test_the_unit_gives_nothing_away() -> None:
    said = unit("pioche.service")
    for name in ("NoNewPrivileges", "PrivateDevices", "MemoryDenyWriteExecute", "DynamicUser"):
        assert said[name] == ["yes"]
    assert said["ProtectSystem"] == ["strict"] and said["CapabilityBoundingSet"] == [""]
    assert said["Restart"] == ["on-failure"] and int(said["LimitNOFILE"][0]) >= 65536


def test_the_backup_unit_backs_up_what_the_server_keeps() -> None:
    said, server = unit("pioche-backup.service"), unit("pioche.service")
    assert said["User"] == server["User"]
    assert said["Environment"] == server["Environment"][:1]
    assert said["EnvironmentFile"] == server["EnvironmentFile"]
    _, _, script = shlex.split(said["ExecStart"][0])
    _, program, *words = shlex.split(script)
    assert program == "/opt/pioche/bin/pioche"
    assert build_parser().parse_args(words).file.parent == Path("/var/lib/pioche/backups")
    timer = RawConfigParser()
    timer.read(DEPLOY / "pioche-backup.timer")
    assert timer["Timer"]["OnCalendar"]


def test_compose_starts_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose()["services"]
    server, database = services["server"], services["database"]
    found = settings(server["command"], monkeypatch, server["environment"]["PIOCHE_DATABASE"])
    assert found.workers == 2 and found.database.startswith("postgresql://pioche@database/")
    assert found.host == "0.0.0.0" and found.origins == ("https://cards.example.org",)
    assert server["environment"]["PGPASSWORD"] == database["environment"]["POSTGRES_PASSWORD"]
    assert "ports" not in database
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()


def test_the_containerfile_copies_what_there_is_and_starts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (DEPLOY / "Containerfile").read_text()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists() and f"!{name}" in ignored
    entry, words = (
        msgspec.json.decode(re.search(rf"^{name} (.*)$", text, re.MULTILINE)[1])
        for name in ("ENTRYPOINT", "CMD")
    )
    assert entry == ["pioche"]
    database = re.search(r"PIOCHE_DATABASE=(\S+)", text)[1]
    found = settings(words, monkeypatch, database)
    assert found.host == "0.0.0.0"
    assert f"EXPOSE {found.port}\n" in text and f":{found.port}/healthz" in text
    assert re.search(r"^USER 1\d{4}:1\d{4}$", text, re.MULTILINE)
    assert all(":" in base for base in re.findall(r"^FROM (\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("file", ["Caddyfile", "nginx.conf"])
def test_the_proxies_lead_to_the_server_and_hide_its_metrics(file: str) -> None:
    text = (DEPLOY / file).read_text()
    assert "127.0.0.1:8000" in text and "/metrics" in text and "404" in text


def test_every_limit_is_on_the_page_as_it_is() -> None:
    page = HOSTING.read_text()
    for row in re.findall(r"^\| (`.*?`) \| ([\d., ]+) \|", page, re.MULTILINE):
        names, values = re.findall(r"`(\w+)`", row[0]), row[1].split(", ")
        for name, value in zip(names, values, strict=True):
            assert getattr(Limits(), name) == float(value), name
    assert all(f"`{name}`" in page for name in Limits.__struct_fields__)


def test_every_command_on_the_page_is_one() -> None:
    page = HOSTING.read_text()
    lines = re.findall(r"^pioche ((?:serve|backup|restore)\b.*)$", page, re.MULTILINE)
    assert {line.split()[0] for line in lines} == {"serve", "backup", "restore"}
    for line in lines:
        assert build_parser().parse_args(shlex.split(line, comments=True)).run
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)[1]
    assert set(msgspec.json.decode(example)) <= set(Limits.__struct_fields__)
