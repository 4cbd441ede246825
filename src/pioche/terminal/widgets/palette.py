"""The colours of the terminal app: calm, and told apart by people who see them differently."""

from rich.terminal_theme import TerminalTheme

# black, red, green, yellow, blue, magenta, cyan, white
DARK_COLOURS = [
    (90, 90, 90),
    (255, 107, 94),
    (94, 200, 120),
    (255, 209, 64),
    (96, 165, 255),
    (214, 140, 255),
    (98, 214, 224),
    (225, 225, 225),
]
LIGHT_COLOURS = [
    (40, 40, 40),
    (196, 38, 28),
    (16, 122, 60),
    (150, 104, 0),
    (20, 84, 190),
    (134, 40, 176),
    (0, 112, 128),
    (90, 90, 90),
]
DARK_ANSI_THEME = TerminalTheme((18, 18, 18), (230, 230, 230), DARK_COLOURS)
LIGHT_ANSI_THEME = TerminalTheme((245, 245, 245), (30, 30, 30), LIGHT_COLOURS)
