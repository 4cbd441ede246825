"""What README and docs tell people to type or to open: it exists."""

import re
import shlex
from pathlib import Path

import pytest

from pioche.cli import build_parser

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}


def find_blocks(text: str) -> list[str]:
    """What stands between fences, without code of a language."""
    return re.findall(r"^```(?:sh)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def find_commands(text: str) -> list[str]:
    """What a text lets people type after the word `pioche`: in blocks, without comments."""
    lines = [line for block in find_blocks(text) for line in block.splitlines()]
    typed = [re.split(r"\s{3,}|\s+#", line)[0] for line in lines]
    found = [re.search(r"^(?:sudo )?(?:\S+/)?pioche(?=\s|$)(.*)$", line) for line in typed]
    return [match[1].strip() for match in found if match]


COMMANDS = [(name, line) for name, text in TEXTS.items() for line in find_commands(text)]


def test_commands_are_found_without_what_explains_them() -> None:
    text = "```\npioche play gap      against bots\nsudo /opt/bin/pioche doctor  # all\nls\n```\n"
    assert find_commands(text) == ["play gap", "doctor"]
    assert len(COMMANDS) > 20


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_the_program_understands_every_command(
    page: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        build_parser().parse_args(shlex.split(line))
    except SystemExit as end:
        assert not end.code, f"{page}: pioche {line}: {capsys.readouterr().err}"


@pytest.mark.parametrize("page", TEXTS)
def test_every_target_of_make_exists(page: str) -> None:
    blocks = "\n".join(find_blocks(TEXTS[page]))
    named = re.findall(r"`make ([a-z][\w-]*)", TEXTS[page])
    named += re.findall(r"^make ([a-z][\w-]*)", blocks, re.MULTILINE)
    assert set(named) <= set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("page", TEXTS)
def test_every_link_leads_to_a_file_and_to_a_heading_that_is_there(page: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", TEXTS[page]):
        if re.match(r"https?:|mailto:", link):
            continue
        name, _, heading = link.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), link
        if heading and path.suffix == ".md":
            assert heading in find_headings(path.read_text(encoding="utf-8")), link


def find_headings(text: str) -> set[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}
