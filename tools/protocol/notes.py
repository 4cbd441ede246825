"""What a comment behind a field says of it: written once, beside the field."""

import inspect
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from types import ModuleType

import msgspec.inspect
from msgspec import Struct

NUMBER = re.compile(r"^[A-Z_]+ = (\d+)  # (.+)$", re.MULTILINE)


def read_doc(struct: type) -> str:
    """The docstring of a struct in one line; empty where it has none of its own."""
    own = struct.__dict__.get("__doc__") or ""
    return " ".join(own.split())


@cache
def read_notes(struct: type[Struct]) -> dict[str, str]:
    """The comments behind the fields of a struct, those that it inherits included."""
    found = read_descriptions(struct)
    for part in reversed(struct.__mro__):
        if issubclass(part, Struct) and part is not Struct:
            found |= dict(read_own_notes(part))
    return found


def read_descriptions(struct: type[Struct]) -> dict[str, str]:
    """What fields say of themselves, where they do it for readers of the OpenAPI page."""
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    types = {each.name: each.type for each in info.fields}
    return {
        name: str((type.extra_json_schema or {}).get("description", ""))
        for name, type in types.items()
        if isinstance(type, msgspec.inspect.Metadata)
    }


def read_own_notes(struct: type) -> Iterator[tuple[str, str]]:
    """The comments behind the fields that a struct defines itself, in the words of JSON."""
    fields, field = set(struct.__annotations__), ""
    try:
        source = inspect.getsource(struct)
    except OSError:  # it was made by a call, not written down
        return
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.NAME and token.line.split(":")[0].strip() == token.string:
            field = token.string
        if token.type == tokenize.COMMENT and field in fields and get_text_before(token):
            yield field, token.string.lstrip("# ").replace("None", "null")
        if token.type == tokenize.NEWLINE:
            field = ""


def read_number_notes(module: ModuleType) -> dict[int, str]:
    """The numbers that a module names, and the comments behind them."""
    return {int(found[1]): found[2] for found in NUMBER.finditer(inspect.getsource(module))}


def get_text_before(token: tokenize.TokenInfo) -> str:
    """What stands on the line before a comment; a comment on a line of its own is no note."""
    return token.line[: token.start[1]].strip()
