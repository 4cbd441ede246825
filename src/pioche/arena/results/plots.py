"""Plots as inline SVG, drawn by hand: no script, no request, every one with words for it.

All are 360 units wide, so that their text is as large as the text around them on a phone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 360
ROW_HEIGHT = 40
MOST_LABEL = 24  # characters
MOST_BARS = 30  # bars of a histogram, at most


@dataclass(frozen=True)
class ShareRow:
    """A share to draw: whose, how much, from where to where, and how that is said."""

    label: str
    mean: float
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Bins:
    """Numbers gathered into bars of equal width."""

    start: int
    width: int
    bars: int

    @staticmethod
    def of(values: Sequence[int]) -> "Bins":
        """Bars of a round width, few enough to be told apart."""
        low, high = min(values), max(values)
        width = next(w for w in list_round_widths() if (high // w) - (low // w) < MOST_BARS)
        return Bins(low // width * width, width, high // width - low // width + 1)

    def count_values(self, values: Mapping[int, int]) -> list[int]:
        """How many are in each bar."""
        found = [0] * self.bars
        for value, n in values.items():
            found[(value - self.start) // self.width] += n
        return found

    def bar_label(self, bar: int) -> str:
        """From where to where a bar goes."""
        low = self.start + bar * self.width
        return str(low) if self.width == 1 else f"{low} … {low + self.width - 1}"


def list_round_widths() -> Sequence[int]:
    return [digit * 10**power for power in range(12) for digit in (1, 2, 5)]


def draw_svg(id: str, title: str, desc: str, height: int, body: str) -> str:
    """A drawing that can be read out."""
    return (
        f'<svg role="img" aria-labelledby="{id}-t {id}-d" viewBox="0 0 {WIDTH} {height}">'
        f'<title id="{id}-t">{escape(title)}</title><desc id="{id}-d">{escape(desc)}</desc>'
        f"{body}</svg>"
    )


def draw_text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words in a drawing."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} class="{kind}">{escape(words)}</text>'


def draw_line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line in a drawing."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def draw_share_plot(
    id: str, title: str, desc: str, rows: Sequence[ShareRow], even: tuple[float, str]
) -> str:
    """A dot for each share, a bar for its interval, and a dashed line for an even share."""
    top = max([row.high for row in rows] + [even[0]])
    scale = next(t / 20 for t in range(1, 21) if t / 20 >= top - 1e-9 or t == 20)

    def at(share: float) -> float:
        return 6 + share / scale * (WIDTH - 12)

    bottom = ROW_HEIGHT * len(rows) + 8
    body = ""
    for number, row in enumerate(rows):
        y = ROW_HEIGHT * number + 27
        body += draw_share_row(row, ROW_HEIGHT * number, at) + draw_line(
            at(even[0]), y - 9, at(even[0]), y + 9, "even"
        )
    body += draw_text(min(at(even[0]), WIDTH - 60), bottom + 14, even[1], "dim", "middle")
    body += draw_text(6, bottom + 14, "0 %", "dim") if at(even[0]) > 90 else ""
    body += draw_text(WIDTH - 6, bottom + 14, f"{100 * scale:.0f} %", "dim", "end")
    return draw_svg(id, title, desc, bottom + 20, body)


def draw_share_row(row: ShareRow, y: float, at: Callable[[float], float]) -> str:
    """One share: the words above, the interval and the dot below."""
    return (
        draw_text(6, y + 14, shorten_label(row.label), "label")
        + draw_text(WIDTH - 6, y + 14, row.text, "value", "end")
        + draw_line(6, y + 27, WIDTH - 6, y + 27, "rail")
        + draw_line(at(row.low), y + 27, at(row.high), y + 27, "interval")
        + f'<circle cx="{at(row.mean):.1f}" cy="{y + 27}" r="5" class="dot"/>'
    )


def shorten_label(label: str) -> str:
    """A label that leaves room for the numbers; the table behind has all of it."""
    return label if len(label) <= MOST_LABEL else label[: MOST_LABEL - 1] + "…"


def draw_histogram(id: str, title: str, desc: str, values: Mapping[int, int], bins: Bins) -> str:
    """A bar for each number or range of numbers."""
    height, counts = 90.0, bins.count_values(values)
    most, step = max([*counts, 1]), (WIDTH - 12) / bins.bars
    body = draw_line(6, height + 8, WIDTH - 6, height + 8, "rail")
    for bar, n in enumerate(counts):
        tall = height * n / most
        x, y = 6 + bar * step, 8 + height - tall
        body += (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(step - 1, 1):.1f}" height="{tall:.1f}"/>'
        )
    last = bins.start + bins.bars * bins.width - 1
    body += draw_text(6, height + 24, str(bins.start), "dim")
    if last > bins.start:
        body += draw_text(WIDTH - 6, height + 24, str(last), "dim", "end")
    return draw_svg(id, title, desc, int(height) + 30, body)
