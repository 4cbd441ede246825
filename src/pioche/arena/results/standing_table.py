"""The table of a match on the screen."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from pioche.arena.lineup import label_of
from pioche.arena.results.standing import BotStanding, Standing
from pioche.arena.results.stats import Share


def build_table(standing: Standing, words: Mapping[str, Any], *, ratings: bool = True) -> Table:
    """How the bots stand, best first; where room is short it is the names that give way."""
    keys = ["bot", "share", "interval", "rank", "score", "rating", "think", "most", "faults"]
    shown = [
        key for key in keys if (key != "rating" or ratings) and (key != "faults" or standing.faults)
    ]
    heads = [words["columns"][key] for key in shown]
    lines = sorted(standing.bot_standings, key=lambda line: -line.share.mean)
    rows = [format_cells(standing, line, words, ratings) for line in lines]
    drawn = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    drawn.add_column(heads[0], overflow="fold", min_width=10)
    for head in heads[1:]:
        drawn.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def format_cells(
    standing: Standing, line: BotStanding, words: Mapping[str, Any], ratings: bool
) -> list[Text]:
    """The row of a bot."""
    texts = [
        format_label(line),
        format_percent(line.share.mean, words),
        format_interval(line.share, words),
        format_decimal(line.ranks.mean, 2, words),
        "–" if line.mean_score is None else format_decimal(line.mean_score, 1, words),
    ]
    if ratings:
        texts.append(" ± ".join(format_decimal(number, 1, words) for number in line.rating))
    texts += [
        format_duration(line.think_time.mean, words),
        format_duration(line.think_time.most, words),
    ]
    if standing.faults:
        texts.append(str(line.faults.total()))
    return [Text(text) for text in texts]


def format_label(line: BotStanding) -> str:
    """A bot, and how often it is in the line-up."""
    name = label_of(line.bot)
    return name if line.players == 1 else f"{name} ×{line.players}"


def format_decimal(number: float, digits: int, words: Mapping[str, Any]) -> str:
    """A number as the language writes it."""
    return f"{number:.{digits}f}".replace(".", words["point"])


def format_percent(share: float, words: Mapping[str, Any]) -> str:
    """A share in per cent."""
    return words["percent"].format(number=format_decimal(100 * share, 1, words))  # type: ignore[no-any-return]


def format_interval(share: Share, words: Mapping[str, Any]) -> str:
    """From where to where a share lies."""
    low, high = share.interval()
    return f"{format_decimal(100 * low, 1, words)} – {format_percent(high, words)}"


def format_duration(seconds: float, words: Mapping[str, Any]) -> str:
    """A think time, in the unit that suits it."""
    if seconds < 0.0001:
        return f"{format_decimal(1e6 * seconds, 0, words)} µs"
    if seconds >= 1:
        return f"{format_decimal(seconds, 2, words)} s"
    return f"{format_decimal(1000 * seconds, 2 if seconds < 0.01 else 0, words)} ms"
