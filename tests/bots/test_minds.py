"""The bots of tables: what they remember, when they are forgotten, what they are given."""

import pytest
from bot_worker_helpers import GAMES, dealt, fits, question

import pioche
from pioche import Rng
from pioche.bots import levels
from pioche.bots.levels import MOST_SECONDS
from pioche.bots.table_bots import TableBots
from pioche.bots.table_bots_cache import BotQuestion, TableBotsCache
from pioche.core.bot import LEVELS, Choice


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_of_any_level_takes_no_longer_than_it_is_given(level: str) -> None:
    asked = question()
    mind = TableBots(seed=5, think=0.01)
    assert fits(asked, mind.choose(asked.state, asked.seat, level).action)


def test_a_hint_depends_on_nothing_that_the_player_cannot_see() -> None:
    """Two tables that the seat can't tell apart get the same hint."""
    state = dealt("gap")
    seat = state.actors()[0]
    other = state.resample(seat, Rng(99))
    assert other.dump() != state.dump()
    adviser = levels.make_bot(state.game, "expert", runs=50)
    one, two = (TableBots(5).find_hint(s, seat, adviser) for s in (state, other))
    assert one == two


def test_a_bot_is_kept_until_the_level_of_its_seat_is_changed() -> None:
    mind, game = TableBots(5), pioche.games["rouge-jaune-vert"]
    first = mind.get_bot(game, 0, "expert")
    assert mind.get_bot(game, 0, "expert") is first
    assert mind.get_bot(game, 1, "expert") is not first
    assert mind.get_bot(game, 0, "master") is not first


def test_tables_not_asked_for_longest_are_forgotten() -> None:
    minds = TableBotsCache(most=2)
    for table in "abac":
        minds.answer(question(table))
    assert list(minds.tables.items) == ["a", "c"]
    minds.forget_table("a")
    minds.forget_table("never seen")
    assert list(minds.tables.items) == ["c"]


def test_neighbours_and_tables_have_chance_of_their_own() -> None:
    asked = question()

    def choices(question: BotQuestion) -> list[Choice]:
        minds = TableBotsCache()
        return [minds.answer(question) for _ in range(40)]  # type: ignore[misc]

    assert choices(asked) == choices(asked._replace(table="b"))
    assert choices(asked) != choices(asked._replace(seed=6))
    assert TableBots(5).get_rng(0).below(2**31) != TableBots(5).get_rng(1).below(2**31)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_knows_how_long_its_answer_may_take(game: str) -> None:
    asked = question(game=game)
    own = asked.state.game.create_own_bot("master") is not None
    seconds = [asked._replace(level=level).seconds for level in (*LEVELS, None)]
    searching = [0.0, 0.0] if own else [MOST_SECONDS["expert"], MOST_SECONDS["master"]]
    assert seconds == [0.0, 0.0, *searching, MOST_SECONDS["expert"]]
    assert asked._replace(level="master", think=7.0).seconds == (0.0 if own else 7.0)
