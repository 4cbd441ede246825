"""The requests of the HTTP API as a table, read from its OpenAPI description."""

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.server.protocol.reference import table

METHODS = ("get", "post", "put", "patch", "delete")
FEW = 3


def requests(openapi: Mapping[str, Any]) -> str:
    """All requests: what is sent, what comes back, what for."""
    rows = [row(path, *found) for path, found in operations(openapi)]
    return table(["request", "send", "get", ""], rows)


def operations(openapi: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
    """Every path with a method and what is said of it."""
    for path, methods in openapi["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, (method, methods[method])


def row(path: str, method: str, operation: Mapping[str, Any]) -> list[str]:
    """One request."""
    good = next(each for status, each in operation["responses"].items() if status < "300")
    sent = shape_of(operation.get("requestBody", {}))
    return [f"`{method.upper()} {path}`", sent, shape_of(good), operation["summary"]]


def shape_of(body: Mapping[str, Any]) -> str:
    """The names of the shapes of a body; where they are many, they are the commands."""
    schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    found = list(dict.fromkeys(names(schema)))
    return " or ".join(found) if len(found) <= FEW else "a [command](#commands)"


def names(schema: Mapping[str, Any]) -> Iterator[str]:
    """The shapes that a schema speaks of, as links."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        yield f"[{name}](#{name.lower()})"
    for part in [*schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        yield from names(part)
    if "items" in schema:
        yield from (f"list of {name}" for name in names(schema["items"]))
