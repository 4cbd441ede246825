"""Positions, views and events as tables for docs/formats.md."""

from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import Any, Literal, get_args, get_origin, is_typeddict

from pioche.catalog import games
from pioche.core.game import Game
from pioche.core.schema import OutcomeFields, Position, View
from pioche.words import Words
from tools.protocol.reference import render_table
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

WORDS = {int: "number", float: "number", str: "text", bool: "true or false", type(None): "null"}
PLURALS = {"number": "numbers", "text": "texts", "true or false": "true or false"}
NameOf = Callable[[type], str]


def list_page_parts() -> dict[str, Callable[[], str]]:
    """What is made for the page."""
    return {"common": render_common, "games": render_games}


def render_games() -> str:
    """A section for each game."""
    return "\n".join(render_game(game) for game in games.values())


def render_common() -> str:
    """The fields that all games have."""

    def name_of(shape: type) -> str:
        return shape.__name__

    return render_places(Position, View, name_of, list_fields)


def render_game(game: Game) -> str:
    """The fields of a game's positions and views, the objects inside them, the events."""

    def name_of(shape: type) -> str:
        return get_short_name(shape, game)

    title = Words.load(game, "en").texts["name"]
    parts = [f"## {title} (`{game.id}`)\n", *read_introduction(game)]
    parts += [render_places(game.position_type, game.view_type, name_of, list_own_fields)]
    inner = list_inner_shapes(game.position_type, game.view_type, *list_events(game))
    if inner:
        parts.append("Objects inside them:\n")
        rows = [row for shape in inner for row in render_shape(shape, name_of)]
        parts.append(render_table(["object", "field", "", ""], rows))
    parts.append("Events:\n")
    rows = [render_event(event, name_of) for event in list_events(game)]
    parts.append(render_table(["`type`", "fields", ""], rows))
    return "\n".join(parts)


def read_introduction(game: Game) -> list[str]:
    """What the schema says of move texts and cards: its docstring after the first paragraph."""
    _, *paragraphs = cleandoc(game.modules.schema.__doc__).split("\n\n")
    return [" ".join(paragraph.split()) + "\n" for paragraph in paragraphs]


def render_places(
    position: type, view: type, name_of: NameOf, fields_of: Callable[[type], list[ShapeField]]
) -> str:
    """The fields of positions and of views in one table, which says where each of them is."""
    seen = {field.name: field for field in fields_of(view)}
    rows = []
    for field in fields_of(position):
        same = seen.get(field.name) == field
        rows.append(render_row(field, "both" if same else "position", name_of))
        if same:
            del seen[field.name]
        elif field.name in seen:
            rows.append(render_row(seen.pop(field.name), "view", name_of))
    rows += [render_row(field, "view", name_of) for field in seen.values()]
    return render_table(["field", "in", "", ""], rows)


def render_row(field: ShapeField, place: str, name_of: NameOf) -> list[str]:
    return [f"`{field.name}`", place, describe_type(field.type, name_of), describe_note(field)]


def render_shape(shape: type, name_of: NameOf) -> Iterable[list[str]]:
    """An object inside others: what it is, then a row a field."""
    yield [name_of(shape), "", "", describe(shape)]
    for field in list_fields(shape):
        yield ["", f"`{field.name}`", describe_type(field.type, name_of), describe_note(field)]


def render_event(event: type, name_of: NameOf) -> list[str]:
    fields = [field for field in list_fields(event) if field.name != "type"]
    listed = "<br>".join(describe_briefly(field, name_of) for field in fields)
    return [f"`{find_tag(event)}`", listed, describe(event)]


def describe_briefly(field: ShapeField, name_of: NameOf) -> str:
    note = f" ({field.note})" if field.note else ""
    return f"`{field.name}`: {describe_type(field.type, name_of)}{note}"


def describe_note(field: ShapeField) -> str:
    """What a field means; those that may be missing say when they are there."""
    return field.note


def describe_type(hint: Any, name_of: NameOf) -> str:
    """A type in words."""
    if hint is OutcomeFields:
        return "object: " + ", ".join(f"`{field.name}`" for field in list_fields(OutcomeFields))
    if is_typeddict(hint):
        return name_of(hint)
    if hint in WORDS:
        return WORDS[hint]
    inside = get_args(hint)
    if get_origin(hint) is Literal:
        return " or ".join(f"`{format_literal(value)}`" for value in inside)
    parts = [describe_type(part, name_of) for part in inside]
    if is_union(hint):
        return " or ".join(parts)
    if get_origin(hint) is list:
        return f"list of {pluralize(parts[0])}"
    return f"object of {pluralize(parts[1])}"


def format_literal(value: object) -> str:
    return value if isinstance(value, str) else str(value).lower()


def pluralize(words: str) -> str:
    """Some words for many of a thing.

    >>> pluralize("list of numbers"), pluralize("number or null")
    ('lists of numbers', '(number or null)')
    """
    if words in PLURALS:
        return PLURALS[words]
    if " or " in words:
        return f"({words})"
    for one, many in (("list of ", "lists of "), ("object of ", "objects of ")):
        if words.startswith(one):
            return many + words.removeprefix(one)
    return words
