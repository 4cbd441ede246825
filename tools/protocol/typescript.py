"""The wire in TypeScript: types for the web app, made from the structs of the server."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, inspect

from tools.protocol.wire import Direction, Shape, WireField, find_fixed_words

HEAD = "// Made by `make protocol` from the server's own structs. Changes belong there.\n"
PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


class DuplicateShapeName(ValueError):
    """Two shapes can't have the same name in one module."""


class TypeScriptWriter:
    """All directions as one module."""

    def __init__(
        self,
        directions: Sequence[Direction],
        words: Mapping[str, Sequence[str]],
        precise: Mapping[tuple[str, str], str],
    ) -> None:
        self.directions, self.words, self.precise = directions, words, precise

    def render_module(self, unions: Mapping[str, tuple[Direction, Sequence[type[Struct]]]]) -> str:
        """The whole file: fixed words, shapes, and the unions that `type` tells apart."""
        words = [self.render_words(name, some) for name, some in self.words.items()]
        made = [self.render_union(name, *union) for name, union in unions.items()]
        return "\n".join([HEAD, *words, *self.render_shapes().values(), *made])

    def render_shapes(self) -> dict[str, str]:
        """All shapes by their names."""
        shapes: dict[str, str] = {}
        for direction in self.directions:
            for struct in direction.structs:
                name, made = (
                    self.choose_name(direction, struct),
                    self.render_interface(direction, struct),
                )
                if shapes.setdefault(name, made) != made:
                    raise DuplicateShapeName(name)
        return shapes

    def render_words(self, name: str, words: Sequence[str]) -> str:
        """Fixed words, as a list and as a type."""
        constant = name.upper() + "S"
        listed = wrap_words([quote(word) for word in words])
        return (
            f"export const {constant} = [{listed}] as const;\n"
            f"export type {name} = (typeof {constant})[number];\n"
        )

    def render_interface(self, direction: Direction, struct: type[Struct]) -> str:
        shape = direction.shapes[struct]
        lines = [f"  type: {quote(shape.tag)};"] if shape.tag is not None else []
        for field in shape.fields:
            lines += render_comment(describe_field(field, direction.is_request), "  ")
            mark = "?" if field.optional else ""
            typed = self.precise.get((shape.name, field.name)) or self.render_type(
                field.type, direction
            )
            lines.append(f"  {field.name}{mark}: {typed};")
        head = "\n".join(render_comment(shape.doc, ""))
        name = self.choose_name(direction, struct)
        return f"{head}\nexport interface {name} {{\n" + "".join(f"{x}\n" for x in lines) + "}\n"

    def choose_name(self, direction: Direction, struct: type[Struct]) -> str:
        """Of a shape; what may lack other fields when asked than when told has two names."""
        name = struct.__name__
        told = [each for each in self.directions if not each.is_request and struct in each.shapes]
        return (
            f"Asked{name}"
            if direction.is_request and told and is_different_when_asked(struct, told[0])
            else name
        )

    def render_type(self, type: inspect.Type, direction: Direction) -> str:
        """A type in TypeScript."""
        words = find_fixed_words(type)
        if words:
            named = [name for name, some in self.words.items() if tuple(some) == words]
            return named[0] if named else " | ".join(quote(word) for word in words)
        if isinstance(type, inspect.StructType):
            return self.choose_name(direction, type.cls)
        if isinstance(type, inspect.UnionType):
            return " | ".join(
                dict.fromkeys(self.render_type(part, direction) for part in type.types)
            )
        if isinstance(type, inspect.DictType):
            return f"Record<string, {self.render_type(type.value_type, direction)}>"
        if isinstance(type, inspect.TupleType):
            return f"[{', '.join(self.render_type(part, direction) for part in type.item_types)}]"
        if isinstance(type, inspect.CollectionType):
            return f"readonly {parenthesize(self.render_type(type.item_type, direction))}[]"
        return PLAIN[type.__class__]

    def render_union(self, name: str, direction: Direction, structs: Iterable[type[Struct]]) -> str:
        """A union of shapes that their `type` tells apart."""
        names = "".join(f"\n  | {self.choose_name(direction, struct)}" for struct in structs)
        return f"export type {name} ={names};\n"


def is_different_when_asked(struct: type[Struct], told: Direction) -> bool:
    """Whether a struct, or one inside it, may lack other fields when it is asked."""
    asked = Direction([struct], is_request=True)
    return any(
        list_optional_fields(asked.shapes[each]) != list_optional_fields(told.shapes[each])
        for each in asked.shapes
    )


def describe_field(field: WireField, asked: bool) -> str:
    """The note of a field, and what it means when it is missing."""
    usual = field.optional and field.default
    default = f"{'Default' if asked else 'Missing'}: {field.default}." if usual else ""
    note = field.note[:1].upper() + field.note[1:]
    return " ".join(filter(None, [note + "." if note else "", default]))


def list_optional_fields(shape: Shape) -> list[str]:
    """The fields that may be missing."""
    return [field.name for field in shape.fields if field.optional]


def render_comment(text: str, indent: str) -> list[str]:
    """A comment for readers' editors; none where there is nothing to say."""
    return [f"{indent}/** {text} */"] if text else []


def quote(word: str | None) -> str:
    """A word as TypeScript writes it."""
    return f'"{word}"'


def parenthesize(type: str) -> str:
    """A type that may stand before brackets."""
    return f"({type})" if " " in type else type


def wrap_words(words: Sequence[str]) -> str:
    """Words on one line, or one on a line where they are many."""
    line = ", ".join(words)
    return line if len(line) < 70 else "\n  " + ",\n  ".join(words) + ",\n"
