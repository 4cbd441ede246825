"""The report of a match: one page of HTML that needs nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from pioche.arena.results.plots import Bins, ShareRow, draw_histogram, draw_share_plot
from pioche.arena.results.report_style import STYLE
from pioche.arena.results.standing import BotStanding, Standing
from pioche.arena.results.standing_table import (
    format_decimal,
    format_duration,
    format_interval,
    format_label,
    format_percent,
)
from pioche.arena.results.stats import Share
from pioche.words import Words, common_words

MOST_FAULTS = 20  # that are told one by one


class Report:
    """A standing told in one language."""

    def __init__(self, standing: Standing, lang: str, planned: int) -> None:
        self.standing = standing
        self.lang = lang
        self.planned = planned
        self.words: Mapping[str, Any] = common_words(lang)["arena"]
        self.texts: Mapping[str, Any] = self.words["report"]
        self.game_texts = Words.load(standing.settings.game, lang).texts
        self.bot_standings = sorted(standing.bot_standings, key=lambda line: -line.share.mean)

    def render_html(self) -> str:
        title = self.texts["title"].format(game=self.game_texts["name"])
        parts = [
            f"<h1>{escape(title)}</h1>",
            self.render_lead(),
            self.render_notes(),
            self.render_standings(),
            f'<div class="plots">{"".join(self.render_plots())}</div>',
            self.render_endings(),
            self.render_faults(),
            self.render_explanations(),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
            f"<body><main>\n{chr(10).join(filter(None, parts))}\n</main></body></html>\n"
        )

    # -- what was played -----------------------------------------------------------------

    def render_lead(self) -> str:
        """What was played, in a line."""
        settings = self.standing.settings
        said = self.texts["lead"].format(
            bots=", ".join(format_label(line) for line in self.standing.bot_standings),
            games=self.standing.games,
            deals=self.standing.blocks,
            seed=settings.seed,
        )
        options = ", ".join(f"{name}={value}" for name, value in settings.options.items())
        more = self.texts["options"].format(options=options) if options else ""
        return f'<p class="lead">{escape(said)} {escape(more)}</p>'

    def render_notes(self) -> str:
        """What a reader should be warned of."""
        settings, notes = self.standing.settings, []
        if self.standing.blocks < self.planned:
            notes.append(self.texts["partial"].format(deals=self.planned))
        if settings.think is not None:
            notes.append(
                self.texts["timed"].format(seconds=format_decimal(settings.think, 2, self.words))
            )
        elif not settings.is_repeatable:
            notes.append(self.texts["outside"])
        if settings.iterations is not None:
            notes.append(self.texts["iterations"].format(runs=settings.iterations))
        return "".join(f'<p class="note">{escape(note)}</p>' for note in notes)

    def render_standings(self) -> str:
        """The table of the bots."""
        keys = ["bot", "share", "interval", "rank", "score", "rating", "think", "most", "faults"]
        heads = [self.texts["columns"][key] for key in keys]
        rows = [self.build_standing_row(line) for line in self.bot_standings]
        return f"<h2>{escape(self.texts['standing'])}</h2>{self.render_table(heads, rows)}"

    def build_standing_row(self, line: BotStanding) -> list[str]:
        mu, sigma = (format_decimal(number, 1, self.words) for number in line.rating)
        score = line.mean_score
        return [
            format_label(line),
            format_percent(line.share.mean, self.words),
            format_interval(line.share, self.words),
            format_decimal(line.ranks.mean, 2, self.words),
            "–" if score is None else format_decimal(score, 1, self.words),
            f"{mu} ± {sigma}",
            format_duration(line.think_time.mean, self.words),
            format_duration(line.think_time.most, self.words),
            str(line.faults.total()),
        ]

    # -- the plots -----------------------------------------------------------------------

    def render_plots(self) -> list[str]:
        return [self.plot_by_bot(), self.plot_by_seat(), self.plot_scores(), self.plot_lengths()]

    def plot_by_bot(self) -> str:
        """The share of the win of each bot."""
        rows = [self.build_share_row(format_label(line), line.share) for line in self.bot_standings]
        return self.plot_shares("by_bot", "bot", rows, self.render_share_table(rows, "bot"))

    def plot_by_seat(self) -> str:
        """The share of the win of each seat, and of each bot at each seat."""
        seats = self.standing.seat_shares
        rows = [self.build_share_row(self.format_seat(n), share) for n, share in enumerate(seats)]
        heads = [self.texts["seat_head"], self.texts["all"], *map(format_label, self.bot_standings)]
        cells = [
            [
                row.label,
                row.text,
                *[self.format_share(line.seat_shares[n]) for line in self.bot_standings],
            ]
            for n, row in enumerate(rows)
        ]
        return self.plot_shares("by_seat", "seat", rows, self.render_table(heads, cells))

    def plot_shares(self, key: str, id: str, rows: Sequence[ShareRow], behind: str) -> str:
        """A plot of shares in its frame."""
        even = self.standing.even
        said = self.texts["even"].format(share=format_percent(even, self.words))
        desc = "; ".join(f"{row.label}: {row.text}" for row in rows)
        drawn = draw_share_plot(f"plot-{id}", self.texts[key]["title"], desc, rows, (even, said))
        return self.render_figure(key, drawn, behind)

    def plot_scores(self) -> str:
        """How the scores of each bot are spread, all on one scale."""
        all_scores = [score for line in self.bot_standings for score in line.scores]
        if not all_scores:
            return ""
        bins, drawn = Bins.of(all_scores), ""
        for n, line in enumerate(self.bot_standings):
            if line.scores:
                drawn += f'<div class="small"><b>{escape(format_label(line))}</b>'
                drawn += (
                    self.plot_histogram(f"plot-score-{n}", format_label(line), line.scores, bins)
                    + "</div>"
                )
        heads = [self.game_texts["score"], *map(format_label, self.bot_standings)]
        columns = [bins.count_values(line.scores) for line in self.bot_standings]
        rows = [
            [bins.bar_label(bar), *[str(column[bar]) for column in columns]]
            for bar in range(bins.bars)
        ]
        return self.render_figure("scores", drawn, self.render_table(heads, rows))

    def plot_lengths(self) -> str:
        """How long the games were: at the table, where they are played in real time."""
        drawn, tables = "", ""
        for key, counts in self.count_lengths().items():
            bins, title = Bins.of(list(counts)), self.texts["length"][key]
            drawn += f'<div class="small"><b>{escape(title)}</b>'
            drawn += self.plot_histogram(f"plot-{key}", title, counts, bins) + "</div>"
            rows = [[bins.bar_label(n), str(c)] for n, c in enumerate(bins.count_values(counts))]
            tables += self.render_table([title, self.texts["games"]], rows)
        return self.render_figure("length", drawn, tables)

    def count_lengths(self) -> dict[str, Mapping[int, int]]:
        """The games by moves and, where they have a clock, by seconds."""
        if not self.standing.games:
            return {}
        found: dict[str, Mapping[int, int]] = {"moves": self.standing.moves}
        if self.standing.seconds:
            found["seconds"] = self.standing.seconds
        return found

    def plot_histogram(self, id: str, title: str, counts: Mapping[int, int], bins: Bins) -> str:
        """A histogram, with its mean in words."""
        games = sum(counts.values())
        mean = sum(value * n for value, n in counts.items()) / games
        said = self.texts["spread"].format(
            mean=format_decimal(mean, 1, self.words), low=min(counts), high=max(counts)
        )
        return draw_histogram(id, title, said, counts, bins) + f"<small>{escape(said)}</small>"

    # -- how games ended -----------------------------------------------------------------

    def render_endings(self) -> str:
        """What ended the games."""
        if not self.standing.reasons:
            return ""
        reasons = self.standing.reasons.most_common()
        rows = [[self.game_texts["reasons"][reason], str(n)] for reason, n in reasons]
        heads = [self.texts["reason"], self.texts["games"]]
        return (
            f"<h2>{escape(self.texts['endings'])}</h2>{self.render_table(heads, rows, words=(0,))}"
        )

    def render_faults(self) -> str:
        """The games that were lost by rule: how many, why, and the first of them."""
        if not self.standing.faults:
            return ""
        told = self.texts["faults"]
        counted = [
            [format_label(line), self.words["faults"][kind], str(n)]
            for line in self.bot_standings
            for kind, n in line.faults.most_common()
        ]
        heads = [self.texts["columns"]["bot"], told["why"], self.texts["games"]]
        first = self.render_table(
            [told["deal"], told["bot"], told["why"], told["said"]], self.list_faults(), (2, 3)
        )
        return (
            f"<h2>{escape(told['title'])}</h2><p>{escape(told['rule'])}</p>"
            f"{self.render_table(heads, counted, words=(1,))}"
            f"{self.render_details(first, told['first'])}"
        )

    def list_faults(self) -> list[list[str]]:
        """The first faults, one by one."""
        rows = []
        for deal, game in self.standing.faults[:MOST_FAULTS]:
            assert game.fault is not None
            line = self.standing.bot_standings[game.seats[game.fault.seat]]
            why = self.words["faults"][game.fault.kind]
            rows.append([str(deal), format_label(line), why, game.fault.detail])
        return rows

    def render_explanations(self) -> str:
        """What the numbers mean."""
        paragraphs = "".join(f"<p>{escape(text)}</p>" for text in self.texts["reading"].values())
        return f"<h2>{escape(self.texts['how'])}</h2>{paragraphs}"

    # -- parts ---------------------------------------------------------------------------

    def build_share_row(self, name: str, share: Share) -> ShareRow:
        """A share to draw."""
        low, high = share.interval()
        return ShareRow(name, share.mean, low, high, self.format_share(share))

    def format_share(self, share: Share) -> str:
        """A share and its interval."""
        return f"{format_percent(share.mean, self.words)} ({format_interval(share, self.words)})"

    def format_seat(self, number: int) -> str:
        """A seat, counted as everywhere from 0."""
        said: str = self.texts["seat"].format(number=number)
        return said

    def render_share_table(self, rows: Iterable[ShareRow], head: str) -> str:
        """Shares as a table."""
        columns = self.texts["columns"]
        cells = [[row.label, *row.text.rstrip(")").split(" (")] for row in rows]
        return self.render_table([columns[head], columns["share"], columns["interval"]], cells)

    def render_figure(self, key: str, drawn: str, behind: str) -> str:
        """A plot with its caption and the table behind it."""
        texts = self.texts[key]
        caption = f"{escape(texts['title'])}<small>{escape(texts['help'])}</small>"
        return (
            f"<figure><figcaption>{caption}</figcaption>{drawn}"
            f"{self.render_details(behind, self.texts['data'])}</figure>"
        )

    def render_details(self, content: str, summary: str) -> str:
        return f"<details><summary>{escape(summary)}</summary>{content}</details>"

    def render_table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()
    ) -> str:
        """A table that scrolls by itself where the screen is narrow."""
        top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        body = "".join(
            "<tr>"
            + "".join(self.render_cell(n, text, n in words) for n, text in enumerate(row))
            + "</tr>"
            for row in rows
        )
        return (
            f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def render_cell(self, column: int, text: str, words: bool) -> str:
        """A cell; long words may wrap."""
        kind = ' class="words"' if words and column else ""
        return f"<td{kind}>{escape(text)}</td>"
