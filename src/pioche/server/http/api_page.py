"""The page that shows the API, made from its description: one document, no script.

Litestar's own pages load their scripts from elsewhere; no request leaves this server.
"""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from litestar import Request, Router
from litestar.datastructures import ResponseHeader
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

from pioche import __version__

METHODS = ("get", "post", "put", "patch", "delete")
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
h2 { margin: 2.5rem 0 0; font-size: 1.1rem; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: .15rem 1.5rem .15rem 0; }
b { display: inline-block; min-width: 4.5rem; }
"""
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# The page's own: it loads nothing, and of all styles this one alone counts.
CONTENT_SECURITY_POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; img-src data:;"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)

Schema = Mapping[str, Any]


def build_openapi_config(description: str = "") -> OpenAPIConfig:
    """The API's description: for programs at /schema/openapi.json, for people at /schema."""
    headers = [ResponseHeader(name="content-security-policy", value=CONTENT_SECURITY_POLICY)]
    pages = Router("/schema", route_handlers=[], response_headers=headers, include_in_schema=False)
    return OpenAPIConfig(
        "Pioche",
        __version__,
        description=description or None,
        use_handler_docstrings=True,
        openapi_router=pages,
        render_plugins=[ApiPage(path="/")],
    )


class ApiPage(OpenAPIRenderPlugin):
    """Every request with its parameters, bodies and answers."""

    def render(
        self,
        request: Request[Any, Any, Any],  # noqa: ARG002
        openapi_schema: dict[str, Any],
    ) -> bytes:
        return "".join(render_page(openapi_schema)).encode()


def render_page(schema: Schema) -> Iterator[str]:
    """The page, piece by piece."""
    info = schema["info"]
    title = escape(f"{info['title']} {info['version']}")
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
    yield f"<style>{STYLE}</style><h1>{title}</h1><p>{escape(info.get('description') or '')}</p>"
    yield '<p>For programs: <a href="/schema/openapi.json">openapi.json</a></p>'
    for path, item in schema.get("paths", {}).items():
        for method in METHODS:
            if method in item:
                yield from render_operation(method, path, item[method])
    yield "<h1>Shapes</h1>"
    for name, shape in schema.get("components", {}).get("schemas", {}).items():
        yield from render_schema(name, shape)


def render_operation(method: str, path: str, what: Schema) -> Iterator[str]:
    yield f"<h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2>"
    yield f"<p>{escape(what.get('summary') or '')}. {escape(what.get('description') or '')}</p>"
    yield "<table>"
    for parameter in what.get("parameters", []):
        named = f"{parameter['in']}: {parameter['name']}"
        yield render_row(
            named, render_type(parameter.get("schema", {})), parameter.get("description")
        )
    for kind, content in what.get("requestBody", {}).get("content", {}).items():
        yield render_row("body", render_type(content.get("schema", {})), kind)
    for status, answer in what.get("responses", {}).items():
        types = [render_type(part.get("schema", {})) for part in answer.get("content", {}).values()]
        yield render_row(status, " or ".join(types), answer.get("description"))
    yield "</table>"


def render_schema(name: str, shape: Schema) -> Iterator[str]:
    """One shape and its fields."""
    yield f'<h2 id="{escape(name)}"><code>{escape(name)}</code></h2>'
    yield f"<p>{escape(shape.get('description') or '')}</p><table>"
    needed = shape.get("required", [])
    for field, part in shape.get("properties", {}).items():
        note = "" if field in needed else "may be left out. "
        yield render_row(field, render_type(part), note + (part.get("description") or ""))
    if "properties" not in shape:
        yield render_row("", render_type(shape), "")
    yield "</table>"


def render_row(name: str, type: str, text: str | None) -> str:
    """A line of a table; the type is markup already."""
    return f"<tr><th><code>{escape(name)}</code><td>{type}<td>{escape(text or '')}"


def render_type(part: Schema) -> str:
    """A type in words, with links to shapes."""
    if "$ref" in part:
        name = escape(part["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for choice in ("oneOf", "anyOf"):
        if choice in part:
            return " or ".join(render_type(option) for option in part[choice])
    if "enum" in part or "const" in part:
        values = part.get("enum") or [part.get("const")]
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if part.get("type") == "array":
        return f"list of {render_type(part.get('items', {}))}" if "items" in part else "list"
    kind = part.get("type", "anything")
    return escape(kind if isinstance(kind, str) else " or ".join(kind)) + escape(
        render_bounds(part)
    )


def render_bounds(part: Schema) -> str:
    """What limits a number or a text."""
    low, high = part.get("minimum"), part.get("maximum")
    short, long = part.get("minLength"), part.get("maxLength")
    said = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
    said += [f"{short or 0} to {long} characters"] * (long is not None)
    return f" ({', '.join(said)})" if said else ""
