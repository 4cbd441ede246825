"""The requests of the HTTP API as a table, read from its OpenAPI description."""

from collections.abc import Iterator, Mapping
from typing import Any

from tools.protocol.reference import render_table

METHODS = ("get", "post", "put", "patch", "delete")
FEW = 3


def render_requests(openapi: Mapping[str, Any]) -> str:
    """All requests: what is sent, what comes back, what for."""
    rows = [render_row(path, *found) for path, found in list_operations(openapi)]
    return render_table(["request", "send", "get", ""], rows)


def list_operations(
    openapi: Mapping[str, Any],
) -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
    """Every path with a method and what is said of it."""
    for path, methods in openapi["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, (method, methods[method])


def render_row(path: str, method: str, operation: Mapping[str, Any]) -> list[str]:
    good = next(each for status, each in operation["responses"].items() if status < "300")
    sent = describe_body(operation.get("requestBody", {}))
    return [f"`{method.upper()} {path}`", sent, describe_body(good), operation["summary"]]


def describe_body(body: Mapping[str, Any]) -> str:
    """The names of the shapes of a body; where they are many, they are the commands."""
    schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    found = list(dict.fromkeys(list_shape_links(schema)))
    return " or ".join(found) if len(found) <= FEW else "a [command](#commands)"


def list_shape_links(schema: Mapping[str, Any]) -> Iterator[str]:
    """The shapes that a schema speaks of, as links."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        yield f"[{name}](#{name.lower()})"
    for part in [*schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        yield from list_shape_links(part)
    if "items" in schema:
        yield from (f"list of {name}" for name in list_shape_links(schema["items"]))
