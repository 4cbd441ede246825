"""Games for an agreed time between bots: the clock strikes after as many moves as it lasts."""

from pathlib import Path

import pytest

import pioche
from pioche import CLOCK, Rng, cli
from pioche.arena.match.game import ArenaGame
from pioche.arena.results.finished_match import KeptMatch
from pioche.bots.levels import make_bot

TIMED = [game for game in pioche.games.values() if "minutes" in game.options]


def played(game: pioche.Game, seed: int) -> ArenaGame:
    lucks = [Rng(seed + seat) for seat in range(3)]
    bots = [make_bot(game, "regular") for _ in range(3)]
    match = ArenaGame(game.new(3, minutes=5), bots, lucks, lambda k: Rng(100 * seed + k))
    match.play()
    return match


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(4))
def test_the_clock_strikes_once_when_its_moves_were_made(game: pioche.Game, seed: int) -> None:
    match = played(game, seed)
    (struck,) = [n for n, (seat, _) in enumerate(match.moves) if seat == CLOCK]
    assert struck == game.moves_until_clock(match.state) == 5 * 60 // game.turn_seconds
    assert match.state.is_over()
    assert match.moves == played(game, seed).moves


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
def test_a_match_by_the_clock_is_kept_and_played_again(game: pioche.Game, tmp_path: Path) -> None:
    out = tmp_path / "match"
    asked = ["arena", game.id, "--bots", "novice*2", "--option", "minutes=5"]
    assert cli.main([*asked, "--games", "2", "--out", str(out), "--jobs", "1"]) == 0
    for kept in KeptMatch(out).games():
        seats = [seat for _, seat, _ in kept.replay()]
        assert seats.count(CLOCK) == 1


def test_games_without_a_clock_have_no_such_move() -> None:
    for game in pioche.games.values():
        if not game.real_time:
            assert game.moves_until_clock(game.new(game.players[0])) == 0
