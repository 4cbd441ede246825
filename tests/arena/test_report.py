"""The report: one page, well formed, that asks nobody for anything."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import pioche
from pioche.arena.results.plots import Bins
from pioche.arena.results.report import Report
from pioche.arena.results.standing import Standing
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.runner import play_match
from pioche.words import LANGUAGES, common_words

VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page; every element must be closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words += f"{data} "

    def count(self, tag: str) -> int:
        return sum(seen == tag for seen, _ in self.seen)


@pytest.fixture(scope="module", params=list(pioche.games))
def standing(request: pytest.FixtureRequest) -> Standing:
    players = pioche.games[request.param].players[0]
    return play_match(request.param, f"<b>=regular,novice*{players - 1}".replace("<b>", "b"), 12)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_well_formed_and_sufficient_unto_itself(standing: Standing, lang: str) -> None:
    text = Report(standing, lang, standing.blocks).render_html()
    page = Page(text)
    assert ("html", {"lang": lang}) in page.seen
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|<img", text)
    ids = [attrs["id"] for _, attrs in page.seen if "id" in attrs]
    assert len(set(ids)) == len(ids)
    for line in standing.bot_standings:
        assert line.bot.removeprefix("b=") in page.words or line.bot == "b=regular"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plot_is_told_in_words_and_has_its_numbers_behind_it(
    standing: Standing, lang: str
) -> None:
    text = Report(standing, lang, standing.blocks).render_html()
    page = Page(text)
    assert page.count("figure") == 4 == page.count("details")
    drawn = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawn) >= 4 + standing.settings.game.real_time
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        labels = root.get("aria-labelledby", "").split()
        titles = {child.get("id"): child.text for child in root if child.tag in ("title", "desc")}
        assert list(titles) == labels
        assert all(titles.values())


def test_what_bots_say_can_do_no_harm_to_the_page() -> None:
    bot = "cmd:echo '<script>alert(1)</script>'"
    standing = play_match("gap", [bot, "novice"], 2)
    text = Report(standing, "en", 1).render_html()
    Page(text)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert common_words("en")["arena"]["report"]["faults"]["rule"] in text


def test_a_match_without_games_can_be_reported() -> None:
    Page(Report(Standing(MatchSettings("gap", ("novice", "regular"))), "fr", 5).render_html())


def test_french_numbers_have_a_comma(standing: Standing) -> None:
    words = Page(Report(standing, "fr", standing.blocks).render_html()).words
    assert re.search(r"\d,\d %", words)
    assert not re.search(r"\d\.\d", words)


@pytest.mark.parametrize(
    ("values", "start", "width", "bars"),
    [([5], 5, 1, 1), ([0, 29], 0, 1, 30), ([0, 30], 0, 2, 16), ([-7, 95], -10, 5, 22)],
)
def test_bars_are_round_and_few(values: list[int], start: int, width: int, bars: int) -> None:
    bins = Bins.of(values)
    assert bins == Bins(start, width, bars)
    assert sum(bins.count_values(dict.fromkeys(values, 2))) == 2 * len(values)
