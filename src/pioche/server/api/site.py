"""What is not about people or tables: the front page, and whether the server is well."""

from html import escape

from litestar import MediaType, Response, get
from msgspec import Struct

from pioche import __version__
from pioche.catalog import games
from pioche.server.metrics import may_see
from pioche.server.parts import AnyRequest, Given
from pioche.server.problem import Problem
from pioche.words import Words, house_words


class Health(Struct, frozen=True):
    """The server is well, and which version it is."""

    status: str
    version: str


@get("/", include_in_schema=False)
async def front(parts: Given, request: AnyRequest) -> Response[str]:
    """A page that says what this is."""
    lang = parts.language(request)
    return Response(page(lang), media_type=MediaType.HTML, headers={"content-language": lang})


def page(lang: str) -> str:
    """The front page in a language: nothing but words and links."""
    words = house_words(lang)["server"]["page"]
    titles = [escape(Words.of(game, lang).texts["name"]) for game in games.values()]
    listed = "".join(f"<li>{title}</li>" for title in titles)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Pioche</title>'
        f"<h1>Pioche</h1><p>{escape(words['what'])}</p><ul>{listed}</ul>"
        f'<p>{escape(words["how"])} <a href="/schema">{escape(words["api"])}</a></p></html>'
    )


@get("/healthz", summary="Is the server well?")
async def health(parts: Given) -> Health:
    """Whether tables can be played and kept; 503 where they can't."""
    await parts.store.ping()
    return Health("ok", __version__)


@get("/metrics", include_in_schema=False)
async def metrics(parts: Given, request: AnyRequest) -> Response[bytes]:
    """What Prometheus asks for; only for neighbours unless the settings say otherwise."""
    if not may_see(request.scope, parts.settings):
        raise Problem("not-allowed")
    page, kind = parts.metrics.exposition()
    return Response(page, media_type=kind)


site = [front, health, metrics]
