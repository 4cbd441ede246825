"""Races in discrete-event time: who is first, what the clock does, what a late hand meets."""

from collections.abc import Callable

import pytest

import pioche
from pioche import Illegal, Rng
from pioche.arena.match.game import ArenaGame, RaceSimulation
from pioche.core.bot import Choice, Knowledge
from pioche.core.reaction_times import MIN_REACTION_SECONDS

GAMES = [game for game in pioche.games.values() if game.real_time]
AGES = 10.0**6  # seconds: never within a race

Plan = Callable[[Knowledge], Choice]


class Scripted:
    """Follows its plans one by one, then sits still; keeps when it was asked and on what table."""

    def __init__(self, *plans: Plan) -> None:
        self.plans = list(plans)
        self.asked: list[list[int]] = []

    def choose(self, sight: Knowledge, rng: Rng) -> Choice:
        self.asked.append(sight.legal())
        if len(self.asked) <= len(self.plans):
            return self.plans[len(self.asked) - 1](sight)
        return Choice(sight.legal()[0], AGES)


def first(seconds: float) -> Plan:
    """The first legal move, that much later."""
    return lambda sight: Choice(sight.legal()[0], seconds)


def race(game: pioche.Game, *bots: Scripted, seed: int = 1, **options: int) -> RaceSimulation:
    lucks = [Rng(100 * seed + seat) for seat in range(len(bots))]
    match = ArenaGame(game.new(len(bots), **options), bots, lucks, lambda k: Rng(k))
    match.shuffle()
    return RaceSimulation(match)


def played(race: RaceSimulation) -> list[tuple[float, int]]:
    """Run a race; when each seat made a move."""
    made: list[tuple[float, int]] = []
    apply = race.arena_game.apply_move

    def watched(seat: int, action: int) -> None:
        made.append((race.now, seat))
        apply(seat, action)

    race.arena_game.apply_move = watched  # type: ignore[method-assign]
    race.run()
    return made


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_quicker_hand_is_first_and_the_slower_looks_again(game: pioche.Game) -> None:
    slow, quick = Scripted(first(2.0), first(3.0)), Scripted(first(1.0))
    made = played(race(game, slow, quick))
    assert made[:2] == [(1.0, 1), (5.0, 0)]  # at 2.0 there was nothing left to take
    assert slow.asked[0][0] not in slow.asked[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_whoever_has_moved_is_asked_again_at_once_and_nobody_else_is(game: pioche.Game) -> None:
    slow, quick = Scripted(first(4.0)), Scripted(first(1.0), first(0.5), first(0.5))
    made = played(race(game, slow, quick))
    assert [at for at, seat in made if seat == 1][:3] == [1.0, 1.5, 2.0]
    assert len(quick.asked) == 4
    assert len(slow.asked) == 2  # at the start, and after its move or its empty grasp


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seconds", [30, 180])
def test_the_clock_ends_a_race_that_nobody_stops(game: pioche.Game, seconds: int) -> None:
    held = race(game, Scripted(), Scripted(), Scripted(), round_seconds=seconds)
    assert played(held) == [(float(seconds), pioche.CLOCK)]
    assert held.arena_game.state.actors() != (0, 1, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seconds", [0.0, -5.0, float("nan")])
def test_no_hand_is_quicker_than_the_fastest(game: pioche.Game, seconds: float) -> None:
    made = played(race(game, Scripted(first(seconds), first(seconds)), Scripted()))
    assert made[:2] == [(MIN_REACTION_SECONDS, 0), (2 * MIN_REACTION_SECONDS, 0)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_move_that_was_never_legal_is_an_error_and_not_another_look(game: pioche.Game) -> None:
    def wrong(sight: Knowledge) -> Choice:
        legal = set(sight.legal())
        return Choice(next(a for a in range(game.num_actions) if a not in legal), 1.0)

    with pytest.raises(Illegal):
        race(game, Scripted(wrong), Scripted()).run()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_two_hands_at_the_same_moment_are_first_equally_often(game: pioche.Game) -> None:
    firsts = [
        played(race(game, Scripted(first(1.0)), Scripted(first(1.0)), seed=seed))[0][1]
        for seed in range(200)
    ]
    assert 65 <= firsts.count(0) <= 135  # five standard deviations around 100


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_time_goes_on_from_one_race_to_the_next(game: pioche.Game) -> None:
    bots = [Scripted(), Scripted()]
    going = race(game, *bots)
    while not going.arena_game.state.is_over():
        if going.arena_game.state.actors() == (pioche.CHANCE,):
            going.arena_game.shuffle()
        before = going.now
        going.run()
        assert going.now > before
