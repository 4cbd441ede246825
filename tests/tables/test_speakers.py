"""Who speaks at a table is shown as what they are (docs/server.md, M-5)."""

from table_helpers import CODE, PEOPLE, SECRET, START, Played, Someone, started

from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import judge
from pioche.tables.messages import ChatLine
from pioche.tables.opening import open_table
from pioche.tables.settings import Settings
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews, build_news

ADA, BEA, CEM, _ = PEOPLE


def hosted(host: Someone) -> Played:
    """A table at which Bea and Cem sit, and the host does not."""
    table = Played(Table(CODE, SECRET))
    table.add(open_table(Settings("no-thanks", 3), host, START, sits=False))
    table.ask(BEA, c.Sit)
    table.ask(CEM, c.Sit)
    return table


def lines(table: Played) -> list[ChatLine]:
    return list(table.table.chat)


def test_a_player_speaks_as_a_player() -> None:
    table = started("no-thanks")
    entry = table.ask(BEA, c.Say, text="Hello")
    table.ask(CEM, c.Emote, emote="wow")
    assert [(line.name, line.seat, line.role) for line in lines(table)] == [
        ("Bea", 1, "player"),
        ("Cem", 2, "player"),
    ]
    assert (build_news(entry) or {})["role"] == "player"


def test_a_host_who_does_not_sit_speaks_as_the_host() -> None:
    table = hosted(ADA)
    table.ask(ADA, c.Say, text="Welcome")
    table.ask(ADA, c.Emote, emote="hello")
    assert [(line.name, line.seat, line.role) for line in lines(table)] == [
        ("Ada", None, "host"),
        ("Ada", None, "host"),
    ]


def test_a_host_can_not_speak_under_the_name_of_a_player() -> None:
    for name in ("Bea", "bea", "B e a", "Ｂｅａ"):
        table = hosted(Someone(ADA.id, name))
        table.ask(Someone(ADA.id, name), c.Say, text="I resign")
        (line,) = lines(table)
        assert (line.name, line.role, line.seat) == (f"{name} 2", "host", None)


def test_nobody_sits_down_under_a_name_that_looks_like_another() -> None:
    table = hosted(ADA)
    table.ask(Someone("person9", "BEA"), c.Sit)
    assert [seat.name for seat in table.table.seats] == ["Bea", "Cem", "BEA 2"]


def test_a_program_speaks_as_a_program() -> None:
    table = started("no-thanks")
    table.add(judge(table.table, c.Say(id="x", text="Beep"), BEA, table.now, program=True))
    table.ask(BEA, c.Say, text="That was my program")
    assert [line.role for line in lines(table)] == ["program", "player"]


def test_lines_of_earlier_versions_have_a_role_too() -> None:
    table = hosted(ADA)
    for seat, name in ((None, "Ada"), (0, "Bea")):
        said = {"type": "said", "at": START, "seat": seat, "name": name, "text": "Hm"}
        table.add(e.decode_entry(e.entry_encoder.encode(said)))
    assert [line.role for line in lines(table)] == ["host", "player"]
    news = [build_news(entry) for entry in table.log[-2:]]
    assert [one["role"] for one in news if one] == ["host", "player"]
    message = TableViews(table.table).build_table_message(None, "x")
    assert [line.role for line in message.chat] == ["host", "player"]
