"""Bots that think in a process of their own."""

import asyncio

import pytest
from playing import GAMES, seating

import pioche
from pioche.bots import levels
from pioche.core.bot import LEVELS
from pioche.terminal.mind import Elsewhere, Mind
from pioche.terminal.session import Session


def test_a_process_answers_says_what_is_wrong_and_is_gone_when_closed() -> None:
    async def ask(thinking: Elsewhere) -> None:
        for game in GAMES:
            session = Session(seating(game))
            session.shuffle()
            seat = session.state.actors()[0]
            await thinking.sit(Mind(session.game, {seat: "regular"}, seed=5))
            choice = await thinking.choose(session.state, seat)
            assert choice.action in session.state.legal(seat)
            hint = await thinking.hint(session.state, seat)
            assert hint.thought.action in session.state.legal(seat)
        with pytest.raises(KeyError):
            await thinking.choose(session.state, 5)

    thinking = Elsewhere()
    try:
        asyncio.run(ask(thinking))
        assert thinking.process.is_alive()
    finally:
        thinking.close()
    assert not thinking.process.is_alive()


def test_a_process_whose_asker_is_gone_ends_by_itself() -> None:
    thinking = Elsewhere()
    thinking.line.close()
    thinking.process.join(30)
    assert thinking.process.exitcode == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_of_any_level_takes_no_longer_than_it_is_given(level: str) -> None:
    session = Session(seating("gap"))
    session.shuffle()
    seat = session.state.actors()[0]
    mind = Mind(pioche.games["gap"], {seat: level}, seed=5, think=0.01)
    assert mind.choose(session.state, seat).action in session.state.legal(seat)


def test_a_hint_depends_on_nothing_that_the_player_cannot_see() -> None:
    """Two tables that the seat can't tell apart get the same hint."""
    session = Session(seating("gap"))
    session.shuffle()
    seat = session.state.actors()[0]
    other = session.state.resample(seat, pioche.Rng(99))
    assert other.dump() != session.state.dump()
    adviser = levels.bot(session.game, "expert", runs=50)
    one, two = (Mind(session.game, {}, 5).hint(s, seat, adviser) for s in (session.state, other))
    assert one == two
