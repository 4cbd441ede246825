"""Writes the generated part of docs/protocol.md and web/src/lib/protocol.ts: `make protocol`."""

from pathlib import Path

from pioche.server.protocol.contract import parts, typescript
from pioche.server.protocol.page import filled

PAGE, TYPES = Path("docs/protocol.md"), Path("web/src/lib/protocol.ts")


def made() -> dict[Path, str]:
    """What each file should hold."""
    return {PAGE: filled(PAGE.read_text(encoding="utf-8"), parts()), TYPES: typescript()}


if __name__ == "__main__":
    for path, text in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
