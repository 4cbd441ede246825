"""What the tests of the environments share."""

from typing import Any

import pioche

GAMES = list(pioche.games)
TURNS = [id for id, game in pioche.games.items() if not game.real_time]
RACES = [id for id, game in pioche.games.items() if game.real_time]


def ends(id: str) -> tuple[int, int]:
    """The fewest and the most players of a game."""
    players = pioche.games[id].players
    return players[0], players[-1]


def start(env: Any, seed: int | None) -> None:
    """Begin a game of an AEC environment; a seed decides the cards and what is sampled."""
    env.reset(seed=seed)
    for index, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(None if seed is None else seed + index)


def play(env: Any, seed: int | None = None, most: int = 10**6) -> dict[str, float]:
    """Play an AEC environment at random; what each agent got in all."""
    start(env, seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return totals
