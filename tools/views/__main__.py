"""Writes the types of views for the page and the tables of docs/formats.md: `make views`."""

from pathlib import Path

from tools.protocol.page import fill_page
from tools.views.tables import list_page_parts
from tools.views.typescript import list_files

PAGE = Path("docs/formats.md")


def build_files() -> dict[Path, str]:
    """What each file should hold."""
    types = {Path(path): render() for path, render in list_files().items()}
    page = fill_page(PAGE.read_text(encoding="utf-8"), list_page_parts())
    return {PAGE: page, **types}


if __name__ == "__main__":
    for path, text in build_files().items():
        path.write_text(text, encoding="utf-8")
