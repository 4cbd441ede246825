"""The types of a game's view and events in TypeScript."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args, get_origin, is_typeddict

from pioche.catalog import games
from pioche.core.game import Game
from pioche.core.option import Option
from pioche.core.schema import OutcomeFields, View
from tools.protocol.typescript import quote, render_comment
from tools.views.shapes import (
    ShapeField,
    describe,
    find_tag,
    get_short_name,
    is_union,
    list_events,
    list_fields,
    list_inner_shapes,
    list_own_fields,
)

HEAD = "// Made by `make views` from the game's schema.py. Changes belong there.\n"
COMMON_HEAD = "// Made by `make views` from core/schema.py. Changes belong there.\n"
WIDTH = 100
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
NameOf = Callable[[type], str]


def render_common() -> str:
    """What the views of all games have."""
    fields = [field for field in list_fields(View) if field.name != "options"]
    return "\n".join(
        [
            COMMON_HEAD,
            render_interface("Outcome", OutcomeFields, list_fields(OutcomeFields), name_common),
            render_interface("CommonView", View, fields, name_common),
        ]
    )


def name_common(shape: type) -> str:
    return shape.__name__.removesuffix("Fields")


def render_game(game: Game) -> str:
    """The view of a game, its events, and the objects inside them."""

    def name_of(shape: type) -> str:
        return get_short_name(shape, game)

    events = list_events(game)
    inner = [
        render_interface(name_of(shape), shape, list_fields(shape), name_of)
        for shape in list_inner_shapes(game.view_type, *events)
    ]
    return "\n".join(
        [
            HEAD,
            'import type { CommonView } from "$kit/commonView";\n',
            *inner,
            render_view(game, name_of),
            *(render_event(event, name_of) for event in events),
            render_union("GameEvent", [name_of(event) for event in events]),
        ]
    )


def render_view(game: Game, name_of: NameOf) -> str:
    """The view, with the options of this game."""
    lines = ["  options: {", *map(render_option, game.options.items()), "  };"]
    for field in list_own_fields(game.view_type):
        lines += render_field(field, name_of)
    head = f"/** {describe(game.view_type)} */\nexport interface View extends CommonView {{\n"
    return head + "".join(f"{line}\n" for line in lines) + "}\n"


def render_option(named: tuple[str, Option]) -> str:
    name, option = named
    return f"    {name}: {'boolean' if isinstance(option.default, bool) else 'number'};"


def render_event(event: type, name_of: NameOf) -> str:
    """An event. An alias rather than an interface, so that it can be handed on as any event."""
    fields = [field for field in list_fields(event) if field.name != "type"]
    lines = [f"  type: {quote(find_tag(event))};"]
    for field in fields:
        lines += render_field(field, name_of)
    head = f"/** {describe(event)} */\nexport type {name_of(event)} = {{\n"
    return head + "".join(f"{line}\n" for line in lines) + "};\n"


def render_interface(name: str, shape: type, fields: Sequence[ShapeField], name_of: NameOf) -> str:
    lines = [line for field in fields for line in render_field(field, name_of)]
    body = "".join(f"{line}\n" for line in lines)
    return f"/** {describe(shape)} */\nexport interface {name} {{\n{body}}}\n"


def render_field(field: ShapeField, name_of: NameOf) -> list[str]:
    """The comment of a field and the field."""
    note = field.note[:1].upper() + field.note[1:] + "." if field.note else ""
    mark = "?" if field.optional else ""
    name, typed = f"  {field.name}{mark}:", render_type(field.type, name_of)
    return [*render_comment(note, "  "), f"{name}{wrap_union(typed, len(name), '    ')};"]


def render_type(hint: Any, name_of: NameOf) -> str:
    """A type in TypeScript."""
    if is_typeddict(hint):
        return name_of(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    inside = get_args(hint)
    if get_origin(hint) is Literal:
        return " | ".join(render_literal(value) for value in inside)
    parts = [render_type(part, name_of) for part in inside]
    if is_union(hint):
        return " | ".join(dict.fromkeys(parts))
    if get_origin(hint) is list:
        return f"({parts[0]})[]" if is_union(inside[0]) else f"{parts[0]}[]"
    if get_origin(hint) is dict:
        return f"Record<{parts[0]}, {parts[1]}>"
    raise TypeError(f"{hint} has no type in TypeScript")


def render_literal(value: object) -> str:
    return quote(value) if isinstance(value, str) else str(value).lower()


def render_union(name: str, members: Sequence[str]) -> str:
    head = f"export type {name} ="
    return f"{head}{wrap_union(' | '.join(members), len(head), '  ')};\n"


def wrap_union(typed: str, before: int, indent: str) -> str:
    """A type on the same line, on the next one, or with a line for each member of the union."""
    if before + len(typed) + 2 <= WIDTH:
        return f" {typed}"
    if len(indent) + len(typed) + 1 <= WIDTH:
        return f"\n{indent}{typed}"
    return "".join(f"\n{indent}| {member}" for member in typed.split(" | "))


def list_files() -> dict[str, Callable[[], str]]:
    """The files of the page that are made here."""
    found: dict[str, Callable[[], str]] = {"web/src/kit/commonView.ts": render_common}
    for game in games.values():
        folder = game.package.rpartition(".")[2]
        path = f"src/pioche/games/{folder}/web/view.ts"
        found[path] = lambda game=game: render_game(game)  # type: ignore[misc]
    return found
