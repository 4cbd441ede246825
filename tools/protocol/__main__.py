"""Writes the generated part of docs/protocol.md and web/src/lib/protocol.ts: `make protocol`."""

from pathlib import Path

from tools.protocol.contract import list_page_parts, render_typescript
from tools.protocol.page import fill_page

PAGE, TYPES = Path("docs/protocol.md"), Path("web/src/lib/protocol.ts")


def build_files() -> dict[Path, str]:
    """What each file should hold."""
    return {
        PAGE: fill_page(PAGE.read_text(encoding="utf-8"), list_page_parts()),
        TYPES: render_typescript(),
    }


if __name__ == "__main__":
    for path, text in build_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
