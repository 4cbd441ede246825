"""How fast pgx plays random games on one core of the CPU; prints JSON for rl.py.

A process of its own, because it must be held to one core before JAX starts its threads: the
flags of XLA alone don't do that. Python is asked only once for 100 steps, the best case of
JAX; what compiling takes is not counted.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

BATCH = 1024
STEPS = 100  # in one call
ROUNDS = 5
SECONDS = 0.35


def main() -> None:
    """Decisions a second, players, actions and numbers of an observation of each game named."""
    one_core()
    print(json.dumps({name: measured(name) for name in sys.argv[1:]}))


def one_core() -> None:
    """Hold this process to one core, where the system can, and XLA to one thread."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"


def measured(name: str) -> dict[str, Any]:
    """One game."""
    import pgx

    env = pgx.make(name)
    size = 1
    for side in env.observation_shape:
        size *= side
    about = {"players": env.num_players, "actions": env.num_actions, "size": size}
    return {"rate": best_rate(env), **about}


def best_rate(env: Any) -> float:
    """Decisions a second, the best of several rounds."""
    import jax

    play = player(env)
    keys = jax.random.split(jax.random.PRNGKey(0), BATCH)
    games = jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1)
    games, best = jax.block_until_ready(play(games)), 0.0  # compiles
    for _ in range(ROUNDS):
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            games, count = jax.block_until_ready(play(games)), count + BATCH * STEPS
        best = max(best, count / spent)
    return best


def player(env: Any) -> Callable[[Any], Any]:
    """Random legal steps in all games of a batch, compiled; a game that ends begins anew."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, _: None) -> tuple[Any, None]:
        games, key = carry
        key, choice, chance = jax.random.split(key, 3)
        odds = jnp.where(games.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choice, odds, axis=-1)
        return (step(games, actions, jax.random.split(chance, BATCH)), key), None

    return jax.jit(lambda games: jax.lax.scan(once, games, None, length=STEPS)[0])


if __name__ == "__main__":
    main()
