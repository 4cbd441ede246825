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
    default: str | None  # as JSON; None where there is none, empty where it goes without saying
    optional: bool  # whether it may be missing on the wire


class Shape(NamedTuple):
    """An object that is sent, in one direction."""

    name: str
    tag: str | None  # the value of its "type"
    doc: str
    fields: tuple[Field, ...]


class Direction:
    """All that is asked of the server, or all that it tells: there, other fields may be missing."""

    def __init__(
        self, roots: Sequence[type[Struct]], asked: bool, hidden: Sequence[str] = ()
    ) -> None:
        self.roots, self.asked, self.hidden = tuple(roots), asked, hidden
        self.structs = reachable(roots, hidden)
        self.shapes = {struct: self.shape(struct) for struct in self.structs}

    def shape(self, struct: type[Struct]) -> Shape:
        """A struct as it is sent in this direction."""
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        make = asked_field if self.asked else told_field
        fields = tuple(make(struct, each) for each in info.fields if each.name not in self.hidden)
        tag = None if info.tag is None else str(info.tag)
        return Shape(struct.__name__, tag, doc_of(struct), fields)


def asked_field(struct: type[Struct], found: inspect.Field) -> Field:
    """A field as it may be sent to the server: what has a default may be left out."""
    default, note = default_of(found), notes(struct).get(found.name, "")
    return Field(found.encode_name, bare(found.type), note, default, default is not None)


def told_field(struct: type[Struct], found: inspect.Field) -> Field:
    """A field as the server sends it: it leaves out defaults where the struct says so."""
    field = asked_field(struct, found)
    if not struct.__struct_config__.omit_defaults:
        return field._replace(optional=False)
    if field.default != "null":
        return field
    # It is never sent as null: it is missing.
    note = field.note.replace("null", "missing")
    return field._replace(type=without_none(field.type), note=note, default="")


def bare(type: inspect.Type) -> inspect.Type:
    """A type without what is only said about it."""
    return bare(type.type) if isinstance(type, inspect.Metadata) else type


def without_none(type: inspect.Type) -> inspect.Type:
    """A type without null."""
    assert isinstance(type, inspect.UnionType)
    rest = tuple(part for part in type.types if not isinstance(part, inspect.NoneType))
    return rest[0] if len(rest) == 1 else inspect.UnionType(rest)


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


def reachable(roots: Iterable[type[Struct]], hidden: Sequence[str] = ()) -> list[type[Struct]]:
    """These structs and all that their fields hold, each once, in the order of reading."""
    found: dict[type[Struct], None] = {}
    for root in roots:
        if root not in found:
            info = inspect.type_info(root)
            assert isinstance(info, inspect.StructType)
            seen = [each.type for each in info.fields if each.name not in hidden]
            inside = [struct for type in seen for struct in structs_in(type)]
            found |= dict.fromkeys([root, *reachable(inside)])
    return list(found)


def structs_in(type: inspect.Type) -> list[type[Struct]]:
    """The structs that a type speaks of."""
    if isinstance(type, inspect.StructType):
        return [type.cls]
    return [struct for part in parts(type) for struct in structs_in(part)]


def parts(type: inspect.Type) -> tuple[inspect.Type, ...]:
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


def words_of(type: inspect.Type) -> tuple[str, ...]:
    """The fixed words that a text is one of; none where it is free."""
    if isinstance(type, inspect.LiteralType):
        return tuple(str(value) for value in type.values)
    found = isinstance(type, inspect.StrType) and WORDS.fullmatch(type.pattern or "")
    return tuple(found[1].split("|")) if found else ()
