"""Games that bots play among themselves, to learn from."""

from collections.abc import Callable, Iterator, Sequence

from pioche.core.bot import Bot, Knowledge
from pioche.core.rng import Rng
from pioche.rl.data.finished_game import Decision, FinishedGame
from pioche.rl.envs.setup import Setup
from pioche.rl.episodes.episode import Episode

BotFactory = Callable[[int], Sequence[Bot]]  # the bots of the n-th game, seat by seat


def play_games(
    setup: Setup, seating: BotFactory, number: int, seed: int, noise: float = 0.0
) -> Iterator[FinishedGame]:
    """Whole games, one after the other.

    With `noise` that share of the moves is made at random, so that the games come to places
    where the bots would not go; noted is what the bot would have done there.
    """
    episode, luck = setup.make_episode(Rng(seed)), Rng(seed + 1)
    for n in range(number):
        bots = seating(n)
        decisions = list(play_decisions(episode, bots, luck, noise))
        ranks, scores, _ = episode.state.outcome()
        names = [type(bot).__name__ for bot in bots]
        yield FinishedGame(f"{seed}/{n}", names, ranks, scores, iter(decisions))


def play_decisions(
    episode: Episode, bots: Sequence[Bot], luck: Rng, noise: float
) -> Iterator[Decision]:
    """The decisions of a game to its end, as the bots take them."""
    episode.begin()
    while not episode.done:
        seat, state = int(episode.seat), episode.state
        action, seconds = bots[seat].choose(Knowledge(state, seat, luck), luck)
        episode.set_decision_seconds(seconds)
        yield state.clone(), seat, action
        if int(luck.below(1000)) < 1000 * noise:
            legal = state.legal(seat)
            action = legal[luck.below(len(legal))]
        episode.play(action)
