"""What goes over the wire, read from the structs that the server itself decodes and sends."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, get_args

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from pioche.server.protocol.notes import doc_of, notes

WORDS = re.compile(r"\^\(([a-z|-]+)\)\$")  # a pattern that allows some fixed words


class Field(NamedTuple):
    """One field of something sent."""

    name: str
    type: inspect.Type
    note: str
    default: str | None  # as JSON; None where it has to be there
    optional: bool  # whether it may be missing on the wire


class Shape(NamedTuple):
    """An object that is sent, in one direction."""

    name: str
    tag: str | None  # the value of its "type"
    doc: str
    fields: tuple[Field, ...]


class Direction:
    """All that is asked of the server, or all that it tells: there, other fields may be missing."""

    def __init__(self, roots: Sequence[type[Struct]], asked: bool) -> None:
        self.asked = asked
        self.structs = reachable(roots)
        self.shapes = {struct: self.shape(struct) for struct in self.structs}

    def shape(self, struct: type[Struct]) -> Shape:
        """A struct as it is sent in this direction."""
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        missing = self.asked or struct.__struct_config__.omit_defaults
        told = notes(struct)
        fields = tuple(field(each, told.get(each.name, ""), missing) for each in info.fields)
        tag = None if info.tag is None else str(info.tag)
        return Shape(struct.__name__, tag, doc_of(struct), fields)


def field(found: inspect.Field, note: str, missing: bool) -> Field:
    """A field as it is sent; `missing`: whether defaults may be left out."""
    default = default_of(found)
    optional = missing and default is not None
    return Field(found.encode_name, found.type, note, default, optional)


def default_of(found: inspect.Field) -> str | None:
    """What is meant where a field is missing, as JSON."""
    if found.required:
        return None
    made: Callable[[], Any] = found.default_factory
    value = made() if found.default is NODEFAULT else found.default
    return json.dumps(to_builtins(value), ensure_ascii=False)


def members(union: Any) -> tuple[type[Struct], ...]:
    """The structs of a union."""
    return get_args(union) or (union,)


def reachable(roots: Iterable[type[Struct]]) -> list[type[Struct]]:
    """These structs and all that their fields hold, each once, in the order of reading."""
    found: dict[type[Struct], None] = {}
    for root in roots:
        if root not in found:
            found[root] = None
            info = inspect.type_info(root)
            assert isinstance(info, inspect.StructType)
            inside = [struct for each in info.fields for struct in structs_in(each.type)]
            found |= dict.fromkeys(struct for struct in reachable(inside) if struct not in found)
    return list(found)


def structs_in(type: inspect.Type) -> list[type[Struct]]:
    """The structs that a type speaks of."""
    if isinstance(type, inspect.StructType):
        return [type.cls]
    return [struct for part in parts(type) for struct in structs_in(part)]


def parts(type: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types inside a type."""
    if isinstance(type, inspect.UnionType):
        return type.types
    if isinstance(type, inspect.DictType):
        return (type.value_type,)
    if isinstance(type, inspect.TupleType):
        return type.item_types
    if isinstance(type, inspect.CollectionType):
        return (type.item_type,)
    return ()


def words_of(type: inspect.Type) -> tuple[str, ...]:
    """The fixed words that a text is one of; none where it is free."""
    if isinstance(type, inspect.LiteralType):
        return tuple(str(value) for value in type.values)
    found = isinstance(type, inspect.StrType) and WORDS.fullmatch(type.pattern or "")
    return tuple(found[1].split("|")) if found else ()
