"""Games that go on without any screen: pacing, bots, the clock, gifts."""

import asyncio
import re

import pytest
from terminal_helpers import GAMES, Plodder, Watch, seating

import pioche
from pioche import CLOCK, Rng
from pioche.core.bot import Choice
from pioche.core.reaction_times import DEFAULT_REACTION_SECONDS
from pioche.core.state import State
from pioche.terminal.play.bot_runner import InProcessBotRunner
from pioche.terminal.play.game_loop import GameLoop
from pioche.terminal.play.local_game import PLAYER_SEAT, LocalGame
from pioche.terminal.play.race_timeline import RaceTimeline


def run(session: LocalGame, thinking: InProcessBotRunner, luck: Rng) -> list[int]:
    """Play a game to the end, the player at random; how often the screen was told."""
    told: list[int] = []

    def changed() -> None:
        told.append(session.move_count)

    async def player() -> None:
        while not session.state.is_over():
            legal = session.legal_moves()
            if legal:
                driver.play_move(legal[luck.below(len(legal))])
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(driver.run(), player())

    driver = GameLoop(session, thinking, "none", changed)
    asyncio.run(both())
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_to_its_end_and_its_record_verifies(game: str) -> None:
    session = LocalGame(seating(game), Watch(step=1.0))
    told = run(session, InProcessBotRunner(), Rng(1))
    assert told[-1] == session.move_count
    record = session.recorder.build_record()
    assert record.verify(session.game).is_over()
    assert [player.get("bot") for player in record.players] == [None, *session.setup.levels]


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for seed in (7, 7, 8):
        session = LocalGame(seating("no-thanks"), lambda: 0.0)
        session.recorder.source.source = Rng(seed)  # type: ignore[attr-defined]
        run(session, Plodder(), Rng(3))
        games.append([move.text for move in session.recorder.moves] + session.log)
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_without_a_seed_the_deal_comes_from_a_secret() -> None:
    table = seating("no-thanks")
    session = LocalGame(type(table)(table.game, table.levels))
    shuffles = session.recorder.build_record().shuffles
    assert len(shuffles["secret"]) == 64
    assert len(shuffles["commitment"]) == 64


class Giver(Plodder):
    """Bots that play a gift whenever they can."""

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        gift = state.game.parse("gift")
        if gift in state.legal(seat):
            return Choice(gift)
        return await super().choose(state, seat, level)


def test_for_a_gift_the_player_and_the_bots_lay_at_the_same_time() -> None:
    """CD-18"""
    for seed in range(20):
        session = LocalGame(seating("code"), lambda: 0.0)
        run(session, Giver(), Rng(seed))
        layers = {move.seat for move in session.recorder.moves if move.text.startswith("lay")}
        if PLAYER_SEAT in layers and len(layers) > 1:
            return
    raise AssertionError("no gift was ever played")


def racing() -> RaceTimeline:
    session = LocalGame(seating("rouge-jaune-vert"), lambda: 0.0)
    session.shuffle()
    return RaceTimeline(session)


def test_a_hand_arrives_when_its_seconds_are_over() -> None:
    race = racing()
    grab = pioche.games["rouge-jaune-vert"].parse("grab 42")
    race.plan_move(1, Choice(grab, 2.0), race.elapsed)
    assert race.pass_time(1.9) == []
    assert race.local_game.move_count == 0
    assert race.pass_time(0.2) == [1]
    assert race.local_game.move_count == 1


def test_of_two_hands_for_one_card_the_later_is_not_counted_and_looks_again() -> None:
    race = racing()
    grab = pioche.games["rouge-jaune-vert"].parse("grab 42")
    race.plan_move(2, Choice(grab, 2.0), 0.0)
    race.plan_move(1, Choice(grab, 1.0), 0.0)
    assert race.pass_time(3.0) == [1, 2]
    assert [move.seat for move in race.local_game.recorder.moves] == [1]
    refusal = race.local_game.refusal(grab)
    assert refusal is not None
    assert refusal.code == "card-taken"


def test_a_bot_without_a_notion_of_time_is_unhurried() -> None:
    race = racing()
    race.plan_move(1, Choice(pioche.games["rouge-jaune-vert"].parse("grab 42")), 0.0)
    assert race.pass_time(DEFAULT_REACTION_SECONDS - 0.01) == []
    assert race.pass_time(0.02) == [1]


def test_the_clock_ends_a_race_that_nobody_stops() -> None:
    """RJV-12"""
    race = racing()
    seconds = race.local_game.game.clock_seconds(race.local_game.state)
    race.pass_time(seconds - 1)
    assert race.local_game.is_racing()
    assert race.compute_seconds_left() == pytest.approx(1)
    race.pass_time(1)
    assert not race.local_game.is_racing()
    assert race.local_game.recorder.moves[-1].seat == CLOCK


def timed(minutes: int = 5, watched: bool = True) -> tuple[LocalGame, GameLoop, Watch]:
    """Gap for an agreed time, with a watch of our own."""
    watch = Watch()
    session = LocalGame(seating("gap", options={"minutes": minutes}), watch)
    return session, GameLoop(session, Plodder(), "none", lambda: None, lambda: watched), watch


async def let_pass(watch: Watch, driver: GameLoop, seconds: float) -> None:
    """Let time go by while the player thinks."""
    task = asyncio.create_task(driver.run_clock())
    await asyncio.sleep(0)
    watch.time += seconds
    await asyncio.sleep(0.15)
    task.cancel()


def test_an_agreed_time_is_counted_and_its_end_is_told() -> None:
    """GAP-4: while the player thinks, too."""
    session, driver, watch = timed()
    assert driver.seconds_left() is None  # nothing is dealt yet
    session.shuffle()
    assert driver.seconds_left() == 300
    asyncio.run(let_pass(watch, driver, 299.0))
    assert driver.seconds_left() == pytest.approx(1.0)
    assert session.move_count == 0
    asyncio.run(let_pass(watch, driver, 1.0))
    assert [(move.seat, move.text) for move in session.recorder.moves] == [(CLOCK, "time")]
    assert driver.seconds_left() is None
    assert "last" in session.log[-1]


def test_an_agreed_time_stands_still_while_the_player_reads() -> None:
    session, driver, watch = timed(watched=False)
    session.shuffle()
    asyncio.run(let_pass(watch, driver, 1000.0))
    assert driver.seconds_left() == 300


def test_a_game_by_the_clock_comes_to_its_end() -> None:
    """GAP-4"""
    session = LocalGame(seating("gap", options={"minutes": 5}), Watch(step=20.0))
    run(session, InProcessBotRunner(), Rng(1))
    assert session.state.dump()["last"] is not None
    assert session.recorder.build_record().verify(session.game).is_over()


def test_moves_say_what_they_will_do_where_the_view_tells() -> None:
    """PN-10 PN-9: which cards would leave, and what a perfect number would bring."""
    session, luck, said = LocalGame(seating("perfect-numbers"), lambda: 0.0), Rng(4), []
    while not session.state.is_over():
        if session.is_shuffle_due():
            session.shuffle()
            continue
        said += [session.describe_move(action) for action in session.legal_moves()]
        seat = session.state.actors()[0]
        legal = session.state.legal(seat)
        session.play(seat, legal[luck.below(len(legal))])
    assert any(re.search(r"^add the .*\(costs \d cards: \w+ \d, ", one) for one in said)
    assert any(re.search(r"^add the .*\(perfect: \d+ points\)$", one) for one in said)
    assert all("(" not in one for one in said if one.startswith("take"))
