"""Writes the folder of a new game from the template."""

import shutil
from pathlib import Path

from tools.new_game.names import BadName, GameNames

TEMPLATE = Path(__file__).parent / "template"
# What the template is called; as long as the words are rare, a plain replacement will do.
TEMPLATE_NAMES = GameNames("Demo Cards", "demo-cards", "demo_cards", "DemoCards", "DC")


def write_game(names: GameNames, games: Path) -> Path:
    """The new folder. It is written beside the others and moved there when it is whole."""
    folder = games / names.package
    if folder.exists():
        raise BadName(f"{folder} is there already")
    draft = games.with_name(f".new-{names.package}")
    shutil.rmtree(draft, ignore_errors=True)
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            target = draft / source.relative_to(TEMPLATE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(rename(source.read_text(encoding="utf-8"), names), encoding="utf-8")
    draft.rename(folder)
    return folder


def rename(text: str, names: GameNames) -> str:
    """A text of the template with the names of the new game."""
    for old, new in zip(TEMPLATE_NAMES[:-1], names[:-1], strict=True):
        text = text.replace(old, new)
    return text.replace(f"{TEMPLATE_NAMES.prefix}-", f"{names.prefix}-")
