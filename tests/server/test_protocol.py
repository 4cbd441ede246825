"""The page and the types of the wire say what the server does."""

import json
import re
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct, defstruct
from tools.protocol.__main__ import PAGE, TYPES, build_files
from tools.protocol.contract import COMMANDS, MESSAGES, list_page_parts, render_typescript
from tools.protocol.notes import read_notes
from tools.protocol.page import BadPage, fill_page
from tools.protocol.reference import describe_type
from tools.protocol.typescript import DuplicateShapeName, TypeScriptWriter
from tools.protocol.wire import Direction

from pioche.tables.commands import Command, Question
from pioche.tables.messages import Message

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", [PAGE, TYPES], ids=str)
def test_what_is_made_is_not_stale(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert path.read_text(encoding="utf-8") == build_files()[path], "run `make protocol`"


class Inner(Struct):
    """Something inside."""

    word: Annotated[str, Meta(pattern="^(red|green)$")]
    number: int = 3  # of something


class Sent(Struct, tag_field="type", tag="sent", omit_defaults=True):
    """Goes both ways."""

    inner: Inner | None = None  # None: nothing new
    many: tuple[Inner, ...] = ()
    # Not about a field.
    long: Annotated[int, Meta(ge=0, le=7)] | None = None  # over two lines


def module(words: dict[str, Any] | None = None) -> str:
    directions = [Direction([Sent], is_request=False), Direction([Sent], is_request=True)]
    return TypeScriptWriter(directions, words or {}, {}).render_module(
        {"All": (directions[0], [Sent])}
    )


def test_a_comment_behind_a_field_is_its_note() -> None:
    assert read_notes(Sent) == {"inner": "null: nothing new", "long": "over two lines"}


def test_what_the_server_leaves_out_may_be_missing_and_is_never_null() -> None:
    sent = module().split("export interface Sent {")[1].split("}")[0]
    assert sent == (
        '\n  type: "sent";\n  /** Missing: nothing new. */\n  inner?: Inner;\n'
        "  /** Missing: []. */\n  many?: readonly Inner[];\n"
        "  /** Over two lines. */\n  long?: number;\n"
    )


def test_what_one_may_leave_out_is_not_missing_in_what_is_told() -> None:
    text = module()
    assert "  number: number;\n" in text.split("interface Inner ")[1].split("}")[0]
    assert "  number?: number;\n" in text.split("interface AskedInner ")[1].split("}")[0]
    assert "inner?: AskedInner | null" in text.split("interface AskedSent ")[1].split("}")[0]


def test_fixed_words_are_a_union_or_have_a_name() -> None:
    assert '"red" | "green"' in module()
    text = module({"Colour": ("red", "green")})
    assert 'export const COLOURS = ["red", "green"] as const;' in text
    assert "  word: Colour;\n" in text


def test_types_are_said_in_words() -> None:
    fields = {
        field.name: field.type
        for field in Direction([Sent], is_request=True).build_shape(Sent).fields
    }
    assert describe_type(fields["long"]) == "0 … 7 or null"
    assert describe_type(fields["many"]) == "list of [Inner](#inner)"


def test_every_command_and_every_message_is_on_the_page_and_among_the_types() -> None:
    page, types = (ROOT / PAGE).read_text(encoding="utf-8"), render_typescript()
    for struct in (*COMMANDS, *MESSAGES):
        tag = struct.__struct_config__.tag
        assert f"`{tag}`" in page
        assert f'  type: "{tag}";' in types


def test_no_two_shapes_have_one_name() -> None:
    names = re.findall(r"^export (?:interface|type|const) (\w+)", render_typescript(), re.MULTILINE)
    assert len(names) == len(set(names))
    other = defstruct("Sent", [("word", str)])
    directions = [Direction([Sent], is_request=False), Direction([other], is_request=False)]
    with pytest.raises(DuplicateShapeName):
        TypeScriptWriter(directions, {}, {}).render_module({})


def test_a_page_whose_marks_are_not_those_of_the_parts_is_refused() -> None:
    page = "a\n<!-- made: x -->\nold\n<!-- end -->\nz"
    assert fill_page(page, {"x": lambda: "new"}) == "a\n<!-- made: x -->\n\nnew\n<!-- end -->\nz"
    with pytest.raises(BadPage):
        fill_page(page, {"x": lambda: "", "y": lambda: ""})


def test_the_conversation_is_one_that_the_server_would_understand_and_say() -> None:
    lines = list_page_parts()["conversation"]()
    said = [json.loads(line) for line in re.findall(r"(?m)^[→←] (\{.*?\})$", lines, re.DOTALL)]
    arrows = re.findall(r"(?m)^([→←]) \{", lines)
    assert len(said) == len(arrows) > 10
    for arrow, message in zip(arrows, said, strict=True):
        if arrow == "→":
            msgspec.convert(message, Command | Question)
        elif "…" not in message.values():
            msgspec.convert(message, Message)


def test_the_links_of_the_page_lead_somewhere() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    anchors = {
        re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-")
        for title in re.findall(r"(?m)^#+ (.*)$", page)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= anchors
