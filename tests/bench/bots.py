"""How fast the bots think: `make bench`.

For every game: rollouts a second (the best of several goes, so that a busy moment of
the machine does not count), and the seconds a move takes over whole games of the level with
itself, as the arena plays it and as it is held to its limit at a table.
"""

import time

from rich.console import Console
from rich.table import Table

import pioche
from pioche import CHANCE, Rng
from pioche.bots.levels import MOST_SECONDS, make_bot, make_table_bot
from pioche.bots.search import Search
from pioche.core.bot import Bot, Knowledge
from pioche.core.state import State

RUNS = 2000
GOES = 5


def main() -> None:
    """Measure and print."""
    table = Table("game", "players", "rollouts a second", "level", "mean s", "most s", "limit")
    for game in pioche.games.values():
        if game.real_time:
            continue  # its bots have hands and eyes instead
        players = game.players[len(game.players) // 2]
        speed = f"{thinking_speed(game.new(players)):,.0f}"
        for level, limit in MOST_SECONDS.items():
            mean, most = times(game.new(players), make_table_bot(game, level))
            figures = (f"{mean:.3f}", f"{most:.3f}", f"{limit:g}")
            table.add_row(game.id, str(players), speed, level, *figures)
    Console().print(table)


def thinking_speed(state: State) -> float:
    """Rollouts a second at the first move."""
    state.shuffle(Rng(1))
    seat = state.actors()[0]
    best = 0.0
    for go in range(GOES):
        search = Search(state, seat, state.game.heuristics(), Rng(go))
        start = time.perf_counter()
        search.run_iterations(RUNS)
        best = max(best, RUNS / (time.perf_counter() - start))
    return best


def times(state: State, player: Bot) -> tuple[float, float]:
    """The mean and the longest time of a move, one seat thinking and the family at the others."""
    family, rng, taken = make_bot(state.game, "regular"), Rng(2), []
    while not state.is_over():
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
            continue
        seat = state.actors()[0]
        start = time.perf_counter()
        choice = (player if seat == 0 else family).choose(Knowledge(state, seat, rng), rng)
        if seat == 0:
            taken.append(time.perf_counter() - start)
        state.apply(seat, choice.action)
    return sum(taken) / len(taken), max(taken)


if __name__ == "__main__":
    main()
