"""The wire as tables for people: the generated part of the page on the protocol."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, inspect

from tools.protocol.notes import read_doc, read_notes
from tools.protocol.wire import Direction, Shape, WireField, find_fixed_words

PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "anything",
    inspect.BoolType: "true or false",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
}


def render_common_fields(shape: Shape) -> str:
    """The fields that all shapes of a direction have."""
    return render_table(["field", "", ""], (render_row(field) for field in shape.fields))


def render_by_type(shapes: Sequence[Shape], known: Sequence[WireField]) -> str:
    """Many small shapes in one table, by their `type`; `known` fields are left out."""
    shared = {field.name for field in known}
    rows = []
    for shape in shapes:
        own = [field for field in shape.fields if field.name not in shared]
        rows.append(
            [f"`{shape.tag}`", "<br>".join(describe_briefly(field) for field in own), shape.doc]
        )
    return render_table(["type", "fields", ""], rows)


def render_sections(shapes: Iterable[Shape]) -> str:
    """Each shape with a heading and a table of its fields."""
    return "\n".join(render_section(shape) for shape in shapes)


def render_section(shape: Shape) -> str:
    name = shape.name if shape.tag is None else f"`{shape.tag}`"
    fields = render_table(["field", "", ""], (render_row(field) for field in shape.fields))
    return "\n".join([f"### {name}\n", f"{shape.doc}\n", fields if shape.fields else ""])


def render_limits(struct: type[Struct]) -> str:
    """The fields of a struct of settings: name, value, meaning."""
    fields = Direction([struct], is_request=False).shapes[struct].fields
    rows = [[f"`{f.name}`", f.default or "", read_notes(struct).get(f.name, "")] for f in fields]
    return f"{read_doc(struct)}\n\n" + render_table(["limit", "usual", ""], rows)


def render_codes(texts: Mapping[Any, str]) -> str:
    """Codes and what they say."""
    return render_table(["its code", ""], ([f"`{code}`", text] for code, text in texts.items()))


def render_row(field: WireField) -> list[str]:
    """A field as a row of a table."""
    return [f"`{field.name}`", describe_type(field.type), describe_meaning(field)]


def describe_briefly(field: WireField) -> str:
    """A field in a few words."""
    note = f": {field.note}" if field.note else ""
    usual = f" (usually {format_default(field.default)})" if field.optional else ""
    return f"`{field.name}`{usual}: {describe_type(field.type)}{note}"


def describe_meaning(field: WireField) -> str:
    """What a field means, also where it is missing."""
    missing = (
        f"missing: {format_default(field.default)}" if field.optional and field.default else ""
    )
    return "; ".join(filter(None, [field.note, missing]))


def format_default(default: str | None) -> str:
    """A default as JSON in the text."""
    return f"`{default}`"


def describe_type(type: inspect.Type) -> str:
    """A type in words."""
    words = find_fixed_words(type)
    if words:
        return " ".join(f"`{word}`" for word in words)
    if isinstance(type, inspect.StructType):
        return f"[{type.cls.__name__}](#{type.cls.__name__.lower()})"
    if isinstance(type, inspect.UnionType):
        return " or ".join(describe_type(part) for part in type.types)
    if isinstance(type, inspect.DictType):
        inside = type.value_type
        return (
            "object"
            if isinstance(inside, inspect.AnyType)
            else f"object of {describe_type(inside)}"
        )
    if isinstance(type, inspect.TupleType):
        return f"[{', '.join(describe_type(part) for part in type.item_types)}]"
    if isinstance(type, inspect.CollectionType):
        return f"list of {describe_type(type.item_type)}"
    return describe_number(type) or describe_text(type) or PLAIN[type.__class__]


def describe_number(type: inspect.Type) -> str:
    """An integer and its range; empty for another type."""
    if not isinstance(type, inspect.IntType):
        return ""
    if type.ge is not None and type.le is not None:
        return f"{type.ge} … {type.le}"
    return "integer" if type.ge is None else f"integer from {type.ge}"


def describe_text(type: inspect.Type) -> str:
    """A text and its length; empty for another type."""
    if not isinstance(type, inspect.StrType):
        return ""
    length = "" if type.max_length is None else f" of at most {type.max_length} characters"
    return f"text{length}" + (f" `{type.pattern}`" if type.pattern else "")


def render_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [
        render_line(head),
        render_line(["---"] * len(head)),
        *(render_line(row) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def render_line(cells: Sequence[str]) -> str:
    """A row of a table; what would end a cell is escaped."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
