"""What is not about people or tables: the page itself, where it is, whether the server is well."""

import asyncio
from html import escape
from typing import cast

from litestar import HttpMethod, MediaType, Response, get, route
from msgspec import Struct

from pioche import __version__
from pioche.catalog import games
from pioche.server.client_address import Scope, is_from_loopback
from pioche.server.http.middleware.origin import read_host_name
from pioche.server.http.middleware.security_headers import UNCACHED_PATHS
from pioche.server.http.routes.people import Me
from pioche.server.http.static_files import UNENCODED, StaticFile, matches_etag
from pioche.server.listen import find_network_url, is_loopback
from pioche.server.metrics import may_see
from pioche.server.people.identity import read_credential
from pioche.server.problem import Problem
from pioche.server.worker import AnyRequest, WorkerDependency
from pioche.words import Words, common_words


class Health(Struct, frozen=True):
    """How the server is, and which version it is."""

    status: str  # `ok`, or `full`: those who play can go on, and nobody new is let in
    version: str


class Site(Struct, frozen=True):
    """This server."""

    version: str
    network: str | None  # for you at this computer: its address for others in your network
    me: Me | None = None  # who you are here; null for somebody new


@get("/site", summary="This server")
async def get_site(worker: WorkerDependency, request: AnyRequest) -> Site:
    """Its version, who you are, and at its own computer the address that a phone can open."""
    host, port = worker.settings.host, worker.settings.port
    me = await worker.identity.find_holder(read_credential(request.scope["headers"]))
    known = None if me is None else Me(me.id, me.name, me.avatar)
    name = read_host_name(request.headers.get("host", "")).strip("[]")
    if not (is_loopback(name) and is_from_loopback(cast(Scope, request.scope))):
        return Site(__version__, None, known)
    # In a thread, as it may have to ask a name server. Not kept: computers change networks.
    return Site(__version__, await asyncio.to_thread(find_network_url, host, port), known)


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
)
async def get_page(worker: WorkerDependency, request: AnyRequest) -> Response[bytes]:
    """A file of the page, or the page itself, which finds its own way."""
    path = request.scope["path"]
    if worker.files is None and path == "/":
        return build_words_response(worker.read_language(request))
    asks_the_server = (
        f"/{path.split('/')[1]}" in UNCACHED_PATHS
    )  # for what there is not: no page has it
    file = None if worker.files is None or asks_the_server else worker.files.find(path)
    if file is None:
        raise Problem("not-found")
    return build_file_response(file, request)


def build_file_response(file: StaticFile, request: AnyRequest) -> Response[bytes]:
    """A file as its asker wants it, or that it is the one they have."""
    coding, form = file.choose_encoding(request.headers.get("accept-encoding", ""))
    headers = {"etag": form.tag, "cache-control": file.cache_control, "vary": "accept-encoding"}
    if matches_etag(request.headers.get("if-none-match", ""), form.tag):
        return Response(b"", status_code=304, headers=headers)
    if coding != UNENCODED:
        headers["content-encoding"] = coding
    return Response(form.body, media_type=file.type, headers=headers)


def build_words_response(lang: str) -> Response[bytes]:
    """Where there is no page: one that says what this is."""
    headers = {"content-language": lang, "cache-control": "no-cache"}
    return Response(build_words_page(lang).encode(), media_type=MediaType.HTML, headers=headers)


def build_words_page(lang: str) -> str:
    """A page in a language: nothing but words and links."""
    words = common_words(lang)["server"]["page"]
    titles = [escape(Words.load(game, lang).texts["name"]) for game in games.values()]
    listed = "".join(f"<li>{title}</li>" for title in titles)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Pioche</title>'
        f"<h1>Pioche</h1><p>{escape(words['what'])}</p><ul>{listed}</ul>"
        f"<p>{escape(words['unbuilt'])}</p>"
        f'<p>{escape(words["how"])} <a href="/schema">{escape(words["api"])}</a></p></html>'
    )


@get("/healthz", summary="Is the server well?")
async def get_health(worker: WorkerDependency) -> Health:
    """Whether tables can be played and kept; 503 where they can't."""
    if worker.store_monitor.fault is not None:
        raise Problem("store-damaged")
    await worker.store.ping()
    if worker.tables.entry_writer.saving_fails:
        raise Problem("store-down")
    return Health("full" if worker.load.is_full else "ok", __version__)


@get("/metrics", include_in_schema=False)
async def get_metrics(worker: WorkerDependency, request: AnyRequest) -> Response[bytes]:
    """What Prometheus asks for; only for neighbours unless the settings say otherwise."""
    if not may_see(request.scope, worker.settings):
        raise Problem("not-allowed")
    page, kind = worker.metrics.render_exposition()
    return Response(page, media_type=kind)


site_api_routes = [get_site]
site_routes = [get_page, get_health, get_metrics]
