"""What the doctor looks at outside the database: the program, the port, the disk, HTTPS."""

import os
import shutil
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec

from pioche.catalog import is_compiled
from pioche.paths import data_folder
from pioche.server.listen import CannotListen, build_url, is_loopback, listen
from pioche.server.problem import STATUS
from pioche.server.run.doctor.finding import Finding, bad, caution, good
from pioche.server.settings import ServerSettings

ASK_SECONDS = 5.0  # for whoever has the port to say who it is
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000  # bytes
MEGABYTE = 1_000_000
LONGEST_ANSWER = 10_000  # bytes


class HealthAnswer(msgspec.Struct):
    """What one of our servers says at /healthz: its version, or a problem."""

    version: str = ""
    code: str = ""
    text: str = ""


def check_engine() -> Finding:
    """Whether the rules are compiled."""
    return good("engine", "compiled") if is_compiled() else caution("engine", "interpreted")


def check_page(settings: ServerSettings) -> Finding:
    """Whether there is a page to play on."""
    if settings.web is None:
        return bad("page", "no-page")
    return good("page", "page", folder=settings.web)


# -- the port ----------------------------------------------------------------------------


def check_port(settings: ServerSettings) -> Finding:
    """Whether the port is free, or served by us."""
    where = {"host": settings.host, "port": settings.port}
    try:
        listen(settings.host, settings.port).close()
    except CannotListen as none:
        if none.reason != "taken":
            return bad("port", none.reason, **where)
        return check_server(build_url(settings.host, settings.port), where)
    return good("port", "free", **where)


def check_server(url: str, where: dict[str, object]) -> Finding:
    """Who it is that has the port."""
    health = ask_health(url)
    if health.version:
        return good("port", "served", version=health.version, **where)
    if health.code in STATUS:
        return bad("port", "ill", text=health.text, **where)
    return bad("port", "taken", **where)


def ask_health(url: str) -> HealthAnswer:
    """What a server says of its health; nothing where it is not one of ours."""
    try:
        try:
            with urlopen(f"{url}/healthz", timeout=ASK_SECONDS) as answer:
                return msgspec.json.decode(answer.read(LONGEST_ANSWER), type=HealthAnswer)
        except HTTPError as refusal:
            with refusal:
                return msgspec.json.decode(refusal.read(LONGEST_ANSWER), type=HealthAnswer)
    except (HTTPException, URLError, OSError, ValueError):
        return HealthAnswer()


# -- the folder --------------------------------------------------------------------------


def check_folder(path: Path) -> Finding:
    """Whether a file of ours can be written in a folder, and whether there is room."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        return check_missing_folder(folder)
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        return bad("folder", "not-writable", folder=folder)
    return check_space(folder, folder)


def check_missing_folder(folder: Path) -> Finding:
    """The player's own folder is made at the first start; others are not."""
    parent = next(each for each in folder.parents if each.is_dir())
    if folder != Path(os.path.realpath(data_folder())) or not os.access(parent, os.W_OK | os.X_OK):
        return bad("folder", "no-folder", folder=folder)
    return check_space(folder, parent)


def check_space(folder: Path, existing: Path) -> Finding:
    """Whether there is room in a folder that can be written to."""
    free = shutil.disk_usage(existing).free
    params = {"folder": folder, "free": free // MEGABYTE}
    if free < NO_SPACE:
        return bad("folder", "no-space", **params)
    if free < LITTLE_SPACE:
        return caution("folder", "little-space", **params)
    return good("folder", "writable", **params)


# -- HTTPS -------------------------------------------------------------------------------


def check_https(settings: ServerSettings) -> Finding:
    """Whether what is served to the world is served safely."""
    if not settings.origins:
        return check_without_origin(settings)
    plain = [origin for origin in settings.origins if not is_safe(origin)]
    if plain:
        return caution("https", "plain-origin", origin=plain[0])
    if not settings.secure_cookies:
        return caution("https", "not-secure", origin=settings.origins[0])
    if not settings.behind_proxy:
        return caution("https", "no-proxy", origin=settings.origins[0])
    return good("https", "safe", origin=settings.origins[0])


def check_without_origin(settings: ServerSettings) -> Finding:
    """The same, where people open the server's own address, which is plain HTTP."""
    if settings.secure_cookies:
        return bad("https", "secure-without-https")
    if settings.behind_proxy:
        return bad("https", "proxy-without-origin")
    if is_loopback(settings.host):
        return good("https", "this-computer")
    return caution("https", "network", host=settings.host)


def is_safe(origin: str) -> bool:
    """Whether nobody in between can read along."""
    parts = urlsplit(origin)
    return parts.scheme == "https" or is_loopback(parts.hostname or "")
