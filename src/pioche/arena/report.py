"""The report of a match: one page of HTML that needs nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from pioche.arena.plots import Bins, Row, histogram, share_plot
from pioche.arena.standing import Line, Standing
from pioche.arena.stats import Share
from pioche.arena.style import STYLE
from pioche.arena.table import decimal, duration, interval, label, percent
from pioche.words import Words, house_words

MOST_FAULTS = 20  # that are told one by one


class Report:
    """A standing told in one language."""

    def __init__(self, standing: Standing, lang: str, planned: int) -> None:
        self.standing = standing
        self.lang = lang
        self.planned = planned
        self.words: Mapping[str, Any] = house_words(lang)["arena"]
        self.texts: Mapping[str, Any] = self.words["report"]
        self.game = Words.of(standing.settings.game, lang).texts
        self.lines = sorted(standing.lines, key=lambda line: -line.share.mean)

    def html(self) -> str:
        """The page."""
        title = self.texts["title"].format(game=self.game["name"])
        parts = [
            f"<h1>{escape(title)}</h1>",
            self.lead(),
            self.notes(),
            self.standings(),
            f'<div class="plots">{"".join(self.plots())}</div>',
            self.endings(),
            self.faults(),
            self.reading(),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
            f"<body><main>\n{chr(10).join(filter(None, parts))}\n</main></body></html>\n"
        )

    # -- what was played -----------------------------------------------------------------

    def lead(self) -> str:
        """What was played, in a line."""
        settings = self.standing.settings
        said = self.texts["lead"].format(
            bots=", ".join(label(line) for line in self.standing.lines),
            games=self.standing.games,
            deals=self.standing.blocks,
            seed=settings.seed,
        )
        options = ", ".join(f"{name}={value}" for name, value in settings.options.items())
        more = self.texts["options"].format(options=options) if options else ""
        return f'<p class="lead">{escape(said)} {escape(more)}</p>'

    def notes(self) -> str:
        """What a reader should be warned of."""
        settings, notes = self.standing.settings, []
        if self.standing.blocks < self.planned:
            notes.append(self.texts["partial"].format(deals=self.planned))
        if settings.think is not None:
            notes.append(self.texts["timed"].format(seconds=decimal(settings.think, 2, self.words)))
        elif not settings.repeatable:
            notes.append(self.texts["outside"])
        if settings.iterations is not None:
            notes.append(self.texts["iterations"].format(runs=settings.iterations))
        return "".join(f'<p class="note">{escape(note)}</p>' for note in notes)

    def standings(self) -> str:
        """The table of the bots."""
        keys = ["bot", "share", "interval", "rank", "score", "rating", "think", "most", "faults"]
        heads = [self.texts["columns"][key] for key in keys]
        rows = [self.standing_row(line) for line in self.lines]
        return f"<h2>{escape(self.texts['standing'])}</h2>{self.table(heads, rows)}"

    def standing_row(self, line: Line) -> list[str]:
        """A bot's cells."""
        mu, sigma = (decimal(number, 1, self.words) for number in line.rating)
        score = line.mean_score
        return [
            label(line),
            percent(line.share.mean, self.words),
            interval(line.share, self.words),
            decimal(line.ranks.mean, 2, self.words),
            "–" if score is None else decimal(score, 1, self.words),
            f"{mu} ± {sigma}",
            duration(line.think.mean, self.words),
            duration(line.think.most, self.words),
            str(line.faults.total()),
        ]

    # -- the plots -----------------------------------------------------------------------

    def plots(self) -> list[str]:
        """All of them."""
        return [self.by_bot(), self.by_seat(), self.scores(), self.length()]

    def by_bot(self) -> str:
        """The share of the win of each bot."""
        rows = [self.row(label(line), line.share) for line in self.lines]
        return self.shares("by_bot", "bot", rows, self.share_table(rows, "bot"))

    def by_seat(self) -> str:
        """The share of the win of each seat, and of each bot at each seat."""
        seats = self.standing.seats
        rows = [self.row(self.seat(n), share) for n, share in enumerate(seats)]
        heads = [self.texts["seat_head"], self.texts["all"], *map(label, self.lines)]
        cells = [
            [row.label, row.said, *[self.said(line.seats[n]) for line in self.lines]]
            for n, row in enumerate(rows)
        ]
        return self.shares("by_seat", "seat", rows, self.table(heads, cells))

    def shares(self, key: str, id: str, rows: Sequence[Row], behind: str) -> str:
        """A plot of shares in its frame."""
        even = self.standing.even
        said = self.texts["even"].format(share=percent(even, self.words))
        desc = "; ".join(f"{row.label}: {row.said}" for row in rows)
        drawn = share_plot(f"plot-{id}", self.texts[key]["title"], desc, rows, (even, said))
        return self.figure(key, drawn, behind)

    def scores(self) -> str:
        """How the scores of each bot are spread, all on one scale."""
        all_scores = [score for line in self.lines for score in line.scores]
        if not all_scores:
            return ""
        bins, drawn = Bins.of(all_scores), ""
        for n, line in enumerate(self.lines):
            if line.scores:
                drawn += f'<div class="small"><b>{escape(label(line))}</b>'
                drawn += self.spread(f"plot-score-{n}", label(line), line.scores, bins) + "</div>"
        heads = [self.game["score"], *map(label, self.lines)]
        columns = [bins.counts(line.scores) for line in self.lines]
        rows = [
            [bins.label(bar), *[str(column[bar]) for column in columns]] for bar in range(bins.bars)
        ]
        return self.figure("scores", drawn, self.table(heads, rows))

    def length(self) -> str:
        """How long the games were: at the table, where they are played in real time."""
        drawn, tables = "", ""
        for key, counts in self.lengths().items():
            bins, title = Bins.of(list(counts)), self.texts["length"][key]
            drawn += f'<div class="small"><b>{escape(title)}</b>'
            drawn += self.spread(f"plot-{key}", title, counts, bins) + "</div>"
            rows = [[bins.label(n), str(c)] for n, c in enumerate(bins.counts(counts))]
            tables += self.table([title, self.texts["games"]], rows)
        return self.figure("length", drawn, tables)

    def lengths(self) -> dict[str, Mapping[int, int]]:
        """The games by moves and, where they have a clock, by seconds."""
        if not self.standing.games:
            return {}
        found: dict[str, Mapping[int, int]] = {"moves": self.standing.moves}
        if self.standing.seconds:
            found["seconds"] = self.standing.seconds
        return found

    def spread(self, id: str, title: str, counts: Mapping[int, int], bins: Bins) -> str:
        """A histogram, with its mean in words."""
        games = sum(counts.values())
        mean = sum(value * n for value, n in counts.items()) / games
        said = self.texts["spread"].format(
            mean=decimal(mean, 1, self.words), low=min(counts), high=max(counts)
        )
        return histogram(id, title, said, counts, bins) + f"<small>{escape(said)}</small>"

    # -- how games ended -----------------------------------------------------------------

    def endings(self) -> str:
        """What ended the games."""
        if not self.standing.reasons:
            return ""
        reasons = self.standing.reasons.most_common()
        rows = [[self.game["reasons"][reason], str(n)] for reason, n in reasons]
        heads = [self.texts["reason"], self.texts["games"]]
        return f"<h2>{escape(self.texts['endings'])}</h2>{self.table(heads, rows, words=(0,))}"

    def faults(self) -> str:
        """The games that were lost by rule: how many, why, and the first of them."""
        if not self.standing.faults:
            return ""
        told = self.texts["faults"]
        counted = [
            [label(line), self.words["faults"][kind], str(n)]
            for line in self.lines
            for kind, n in line.faults.most_common()
        ]
        heads = [self.texts["columns"]["bot"], told["why"], self.texts["games"]]
        first = self.table(
            [told["deal"], told["bot"], told["why"], told["said"]], self.told(), (2, 3)
        )
        return (
            f"<h2>{escape(told['title'])}</h2><p>{escape(told['rule'])}</p>"
            f"{self.table(heads, counted, words=(1,))}{self.behind(first, told['first'])}"
        )

    def told(self) -> list[list[str]]:
        """The first faults, one by one."""
        rows = []
        for deal, game in self.standing.faults[:MOST_FAULTS]:
            assert game.fault is not None
            line = self.standing.lines[game.seats[game.fault.seat]]
            why = self.words["faults"][game.fault.kind]
            rows.append([str(deal), label(line), why, game.fault.detail])
        return rows

    def reading(self) -> str:
        """What the numbers mean."""
        paragraphs = "".join(f"<p>{escape(text)}</p>" for text in self.texts["reading"].values())
        return f"<h2>{escape(self.texts['how'])}</h2>{paragraphs}"

    # -- parts ---------------------------------------------------------------------------

    def row(self, name: str, share: Share) -> Row:
        """A share to draw."""
        low, high = share.interval()
        return Row(name, share.mean, low, high, self.said(share))

    def said(self, share: Share) -> str:
        """A share and its interval."""
        return f"{percent(share.mean, self.words)} ({interval(share, self.words)})"

    def seat(self, number: int) -> str:
        """A seat, counted as everywhere from 0."""
        said: str = self.texts["seat"].format(number=number)
        return said

    def share_table(self, rows: Iterable[Row], head: str) -> str:
        """Shares as a table."""
        columns = self.texts["columns"]
        cells = [[row.label, *row.said.rstrip(")").split(" (")] for row in rows]
        return self.table([columns[head], columns["share"], columns["interval"]], cells)

    def figure(self, key: str, drawn: str, behind: str) -> str:
        """A plot with its caption and the table behind it."""
        texts = self.texts[key]
        caption = f"{escape(texts['title'])}<small>{escape(texts['help'])}</small>"
        return (
            f"<figure><figcaption>{caption}</figcaption>{drawn}"
            f"{self.behind(behind, self.texts['data'])}</figure>"
        )

    def behind(self, content: str, summary: str) -> str:
        """Something to unfold."""
        return f"<details><summary>{escape(summary)}</summary>{content}</details>"

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()
    ) -> str:
        """A table that scrolls by itself where the screen is narrow."""
        top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        body = "".join(
            "<tr>" + "".join(self.cell(n, text, n in words) for n, text in enumerate(row)) + "</tr>"
            for row in rows
        )
        return (
            f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def cell(self, column: int, text: str, words: bool) -> str:
        """A cell; long words may wrap."""
        kind = ' class="words"' if words and column else ""
        return f"<td{kind}>{escape(text)}</td>"
