"""The wire in TypeScript: types for the web app, made from the structs of the server."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, inspect

from pioche.server.protocol.wire import Direction, Field, Shape, words_of

HEAD = "// Made by `make protocol` from the server's own structs. Changes belong there.\n"
PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


class TwoOfOneName(ValueError):
    """Two shapes can't have the same name in one module."""


class TypeScript:
    """All directions as one module."""

    def __init__(
        self,
        directions: Sequence[Direction],
        words: Mapping[str, Sequence[str]],
        precise: Mapping[tuple[str, str], str],
    ) -> None:
        self.directions, self.words, self.precise = directions, words, precise

    def module(self, unions: Mapping[str, tuple[Direction, Sequence[type[Struct]]]]) -> str:
        """The whole file: fixed words, shapes, and the unions that `type` tells apart."""
        words = [self.fixed(name, some) for name, some in self.words.items()]
        made = [self.union(name, *union) for name, union in unions.items()]
        return "\n".join([HEAD, *words, *self.shapes().values(), *made])

    def shapes(self) -> dict[str, str]:
        """All shapes by their names."""
        shapes: dict[str, str] = {}
        for direction in self.directions:
            for struct in direction.structs:
                name, made = self.name(direction, struct), self.interface(direction, struct)
                if shapes.setdefault(name, made) != made:
                    raise TwoOfOneName(name)
        return shapes

    def fixed(self, name: str, words: Sequence[str]) -> str:
        """Fixed words, as a list and as a type."""
        constant = name.upper() + "S"
        listed = wrapped([quoted(word) for word in words])
        return (
            f"export const {constant} = [{listed}] as const;\n"
            f"export type {name} = (typeof {constant})[number];\n"
        )

    def interface(self, direction: Direction, struct: type[Struct]) -> str:
        """One shape."""
        shape = direction.shapes[struct]
        lines = [f"  type: {quoted(shape.tag)};"] if shape.tag is not None else []
        for field in shape.fields:
            lines += comment(said(field, direction.asked), "  ")
            mark = "?" if field.optional else ""
            typed = self.precise.get((shape.name, field.name)) or self.typed(field.type, direction)
            lines.append(f"  {field.name}{mark}: {typed};")
        head = "\n".join(comment(shape.doc, ""))
        name = self.name(direction, struct)
        return f"{head}\nexport interface {name} {{\n" + "".join(f"{x}\n" for x in lines) + "}\n"

    def name(self, direction: Direction, struct: type[Struct]) -> str:
        """Of a shape; what may lack other fields when asked than when told has two names."""
        name = struct.__name__
        told = [each for each in self.directions if not each.asked and struct in each.shapes]
        return f"Asked{name}" if direction.asked and told and differs(struct, told[0]) else name

    def typed(self, type: inspect.Type, direction: Direction) -> str:
        """A type in TypeScript."""
        words = words_of(type)
        if words:
            named = [name for name, some in self.words.items() if tuple(some) == words]
            return named[0] if named else " | ".join(quoted(word) for word in words)
        if isinstance(type, inspect.StructType):
            return self.name(direction, type.cls)
        if isinstance(type, inspect.UnionType):
            return " | ".join(dict.fromkeys(self.typed(part, direction) for part in type.types))
        if isinstance(type, inspect.DictType):
            return f"Record<string, {self.typed(type.value_type, direction)}>"
        if isinstance(type, inspect.TupleType):
            return f"[{', '.join(self.typed(part, direction) for part in type.item_types)}]"
        if isinstance(type, inspect.CollectionType):
            return f"readonly {grouped(self.typed(type.item_type, direction))}[]"
        return PLAIN[type.__class__]

    def union(self, name: str, direction: Direction, structs: Iterable[type[Struct]]) -> str:
        """A union of shapes that their `type` tells apart."""
        names = "".join(f"\n  | {self.name(direction, struct)}" for struct in structs)
        return f"export type {name} ={names};\n"


def differs(struct: type[Struct], told: Direction) -> bool:
    """Whether a struct, or one inside it, may lack other fields when it is asked."""
    asked = Direction([struct], asked=True)
    return any(optional(asked.shapes[each]) != optional(told.shapes[each]) for each in asked.shapes)


def said(field: Field, asked: bool) -> str:
    """The note of a field, and what it means when it is missing."""
    usual = field.optional and field.default
    default = f"{'Default' if asked else 'Missing'}: {field.default}." if usual else ""
    note = field.note[:1].upper() + field.note[1:]
    return " ".join(filter(None, [note + "." if note else "", default]))


def optional(shape: Shape) -> list[str]:
    """The fields that may be missing."""
    return [field.name for field in shape.fields if field.optional]


def comment(text: str, indent: str) -> list[str]:
    """A comment for readers' editors; none where there is nothing to say."""
    return [f"{indent}/** {text} */"] if text else []


def quoted(word: str | None) -> str:
    """A word as TypeScript writes it."""
    return f'"{word}"'


def grouped(type: str) -> str:
    """A type that may stand before brackets."""
    return f"({type})" if " " in type else type


def wrapped(words: Sequence[str]) -> str:
    """Words on one line, or one on a line where they are many."""
    line = ", ".join(words)
    return line if len(line) < 70 else "\n  " + ",\n  ".join(words) + ",\n"
