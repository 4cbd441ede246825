"""What goes over the wire, read from the structs that the server itself decodes and sends."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, get_args

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from tools.protocol.notes import read_doc, read_notes

WORDS = re.compile(r"\^\(([a-z|-]+)\)\$")  # a pattern that allows some fixed words


class WireField(NamedTuple):
    """One field of something sent."""

    name: str
    type: inspect.Type
    note: str
    default: str | None  # as JSON; None where there is none, empty where it goes without saying
    optional: bool  # whether it may be missing on the wire


class Shape(NamedTuple):
    """An object that is sent, in one direction."""

    name: str
    tag: str | None  # the value of its "type"
    doc: str
    fields: tuple[WireField, ...]


class Direction:
    """All that is asked of the server, or all that it tells: there, other fields may be missing."""

    def __init__(
        self, roots: Sequence[type[Struct]], is_request: bool, hidden: Sequence[str] = ()
    ) -> None:
        self.roots, self.is_request, self.hidden = tuple(roots), is_request, hidden
        self.structs = collect_structs(roots, hidden)
        self.shapes = {struct: self.build_shape(struct) for struct in self.structs}

    def build_shape(self, struct: type[Struct]) -> Shape:
        """A struct as it is sent in this direction."""
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        make = build_request_field if self.is_request else build_response_field
        fields = tuple(make(struct, each) for each in info.fields if each.name not in self.hidden)
        tag = None if info.tag is None else str(info.tag)
        return Shape(struct.__name__, tag, read_doc(struct), fields)


def build_request_field(struct: type[Struct], found: inspect.Field) -> WireField:
    """A field as it may be sent to the server: what has a default may be left out."""
    default, note = get_default_json(found), read_notes(struct).get(found.name, "")
    return WireField(
        found.encode_name, strip_metadata(found.type), note, default, default is not None
    )


def build_response_field(struct: type[Struct], found: inspect.Field) -> WireField:
    """A field as the server sends it: it leaves out defaults where the struct says so."""
    field = build_request_field(struct, found)
    if not struct.__struct_config__.omit_defaults:
        return field._replace(optional=False)
    if field.default != "null":
        return field
    # It is never sent as null: it is missing.
    note = field.note.replace("null", "missing")
    return field._replace(type=strip_none(field.type), note=note, default="")


def strip_metadata(type: inspect.Type) -> inspect.Type:
    """A type without what is only said about it."""
    return strip_metadata(type.type) if isinstance(type, inspect.Metadata) else type


def strip_none(type: inspect.Type) -> inspect.Type:
    """A type without null."""
    assert isinstance(type, inspect.UnionType)
    rest = tuple(part for part in type.types if not isinstance(part, inspect.NoneType))
    return rest[0] if len(rest) == 1 else inspect.UnionType(rest)


def get_default_json(found: inspect.Field) -> str | None:
    """What is meant where a field is missing, as JSON."""
    if found.required:
        return None
    made: Callable[[], Any] = found.default_factory
    value = made() if found.default is NODEFAULT else found.default
    return json.dumps(to_builtins(value), ensure_ascii=False)


def list_union_members(union: Any) -> tuple[type[Struct], ...]:
    """The structs of a union."""
    return get_args(union) or (union,)


def collect_structs(
    roots: Iterable[type[Struct]], hidden: Sequence[str] = ()
) -> list[type[Struct]]:
    """These structs and all that their fields hold, each once, in the order of reading."""
    found: dict[type[Struct], None] = {}
    for root in roots:
        if root not in found:
            info = inspect.type_info(root)
            assert isinstance(info, inspect.StructType)
            seen = [each.type for each in info.fields if each.name not in hidden]
            inside = [struct for type in seen for struct in find_structs(type)]
            found |= dict.fromkeys([root, *collect_structs(inside)])
    return list(found)


def find_structs(type: inspect.Type) -> list[type[Struct]]:
    """The structs that a type speaks of."""
    if isinstance(type, inspect.StructType):
        return [type.cls]
    return [struct for part in list_inner_types(type) for struct in find_structs(part)]


def list_inner_types(type: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types inside a type."""
    if isinstance(type, inspect.Metadata):
        return (type.type,)
    if isinstance(type, inspect.UnionType):
        return type.types
    if isinstance(type, inspect.DictType):
        return (type.value_type,)
    if isinstance(type, inspect.TupleType):
        return type.item_types
    if isinstance(type, inspect.CollectionType):
        return (type.item_type,)
    return ()


def find_fixed_words(type: inspect.Type) -> tuple[str, ...]:
    """The fixed words that a text is one of; none where it is free."""
    if isinstance(type, inspect.LiteralType):
        return tuple(str(value) for value in type.values)
    found = isinstance(type, inspect.StrType) and WORDS.fullmatch(type.pattern or "")
    return tuple(found[1].split("|")) if found else ()
