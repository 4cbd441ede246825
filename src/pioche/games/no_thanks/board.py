"""No Thanks!: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_text_row
from pioche.games.no_thanks.schema import NoThanksView


def build_board(view: NoThanksView, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """The card that is up, then a line a player: chips, cost, cards with runs joined."""
    width = max(len(name) for name in names)
    players = [build_player_row(view, seat, f"{n:{width}}", words) for seat, n in enumerate(names)]
    return [build_offer_row(view, words), build_text_row(""), *players]


def build_offer_row(view: NoThanksView, words: Mapping[str, Any]) -> Row:
    """The card that is up, the chips on it and the pile."""
    say, card, pot = words["board"], view["card"], view["pot"]
    face = "–" if card is None else f"[bold cyan]{card:^4}[/]"
    chips = say["pot"].format(pot=pot, chips="●" * min(pot, 20))
    return Row(
        (
            Cell(say["card"]),
            Cell(face, ("take",), card=True),
            Cell(chips, ("pass",)),
            Cell(say["pile"].format(left=view["draw_count"])),
        )
    )


def build_player_row(view: NoThanksView, seat: int, name: str, words: Mapping[str, Any]) -> Row:
    """One player: chips as far as they can be seen, what the cards cost, the cards."""
    say = words["board"]
    mark = "▶" if view["turn"] == seat else " "
    chips = view["chips"][seat]
    shown = say["chips"].format(chips="?" if chips is None else chips)
    cost = say["cost"].format(cost=view["costs"][seat])
    total = say["total"].format(total=view["totals"][seat]) if any(view["totals"]) else ""
    label = f"{mark} {name}  {shown}  {cost}{total} "
    return Row((Cell(label), *(Cell(format_run(run)) for run in view["runs"][seat])))


def format_run(run: Sequence[int]) -> str:
    """A run joined, as its cards overlap on a table: the lowest counts, the others follow.

    >>> format_run([8, 9, 10])
    '8[dim]–9–10[/]'
    """
    rest = "".join(f"–{card}" for card in run[1:])
    return f"{run[0]}[dim]{rest}[/]" if rest else str(run[0])
