"""The wire as tables for people: the generated part of the page on the protocol."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, inspect

from pioche.server.protocol.notes import doc_of, notes
from pioche.server.protocol.wire import Direction, Field, Shape, words_of

PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "anything",
    inspect.BoolType: "true or false",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
}


def common(shape: Shape) -> str:
    """The fields that all shapes of a direction have."""
    return table(["field", "", ""], (row(field) for field in shape.fields))


def by_type(shapes: Sequence[Shape], known: Sequence[Field]) -> str:
    """Many small shapes in one table, by their `type`; `known` fields are left out."""
    shared = {field.name for field in known}
    rows = []
    for shape in shapes:
        own = [field for field in shape.fields if field.name not in shared]
        rows.append([f"`{shape.tag}`", "<br>".join(brief(field) for field in own), shape.doc])
    return table(["type", "fields", ""], rows)


def one_by_one(shapes: Iterable[Shape]) -> str:
    """Each shape with a heading and a table of its fields."""
    return "\n".join(section(shape) for shape in shapes)


def section(shape: Shape) -> str:
    """One shape."""
    name = shape.name if shape.tag is None else f"`{shape.tag}`"
    fields = table(["field", "", ""], (row(field) for field in shape.fields))
    return "\n".join([f"### {name}\n", f"{shape.doc}\n", fields if shape.fields else ""])


def limits(struct: type[Struct]) -> str:
    """The fields of a struct of settings: name, value, meaning."""
    fields = Direction([struct], asked=False).shapes[struct].fields
    rows = [[f"`{f.name}`", f.default or "", notes(struct).get(f.name, "")] for f in fields]
    return f"{doc_of(struct)}\n\n" + table(["limit", "usual", ""], rows)


def sentences(texts: Mapping[Any, str]) -> str:
    """Codes and what they say."""
    return table(["its code", ""], ([f"`{code}`", text] for code, text in texts.items()))


def row(field: Field) -> list[str]:
    """A field as a row of a table."""
    return [f"`{field.name}`", type_text(field.type), meaning(field)]


def brief(field: Field) -> str:
    """A field in a few words."""
    note = f": {field.note}" if field.note else ""
    usual = f" (usually {shown(field.default)})" if field.optional else ""
    return f"`{field.name}`{usual}: {type_text(field.type)}{note}"


def meaning(field: Field) -> str:
    """What a field means, also where it is missing."""
    missing = f"missing: {shown(field.default)}" if field.optional and field.default else ""
    return "; ".join(filter(None, [field.note, missing]))


def shown(default: str | None) -> str:
    """A default as JSON in the text."""
    return f"`{default}`"


def type_text(type: inspect.Type) -> str:
    """A type in words."""
    words = words_of(type)
    if words:
        return " ".join(f"`{word}`" for word in words)
    if isinstance(type, inspect.StructType):
        return f"[{type.cls.__name__}](#{type.cls.__name__.lower()})"
    if isinstance(type, inspect.UnionType):
        return " or ".join(type_text(part) for part in type.types)
    if isinstance(type, inspect.DictType):
        inside = type.value_type
        return "object" if isinstance(inside, inspect.AnyType) else f"object of {type_text(inside)}"
    if isinstance(type, inspect.TupleType):
        return f"[{', '.join(type_text(part) for part in type.item_types)}]"
    if isinstance(type, inspect.CollectionType):
        return f"list of {type_text(type.item_type)}"
    return number(type) or text(type) or PLAIN[type.__class__]


def number(type: inspect.Type) -> str:
    """An integer and its range; empty for another type."""
    if not isinstance(type, inspect.IntType):
        return ""
    if type.ge is not None and type.le is not None:
        return f"{type.ge} … {type.le}"
    return "integer" if type.ge is None else f"integer from {type.ge}"


def text(type: inspect.Type) -> str:
    """A text and its length; empty for another type."""
    if not isinstance(type, inspect.StrType):
        return ""
    length = "" if type.max_length is None else f" of at most {type.max_length} characters"
    return f"text{length}" + (f" `{type.pattern}`" if type.pattern else "")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [line(head), line(["---"] * len(head)), *(line(row) for row in rows)]
    return "\n".join(lines) + "\n"


def line(cells: Sequence[str]) -> str:
    """A row of a table; what would end a cell is escaped."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
