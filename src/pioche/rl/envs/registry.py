"""The environments under the names by which tools look for them.

`register` is what the entry points of the package name; importing `pioche.rl.envs.pettingzoo` or
`pioche.rl.envs.gymnasium` calls it as well.
"""

import gymnasium
import pettingzoo

from pioche.catalog import games
from pioche.core.game import Game


def register() -> None:
    """Tell Gymnasium and PettingZoo of all games; a second time changes nothing."""
    for game in games.values():
        register_gymnasium(game)
        # Before version 1.27 PettingZoo has no list of environments.
        if hasattr(pettingzoo, "register"):
            register_pettingzoo(game)


def name_of(game: Game) -> str:
    """What an environment is called: pioche/GAME-vVERSION."""
    return f"pioche/{game.id}-v{game.version}"


def register_gymnasium(game: Game) -> None:
    """One seat against bots, for Gymnasium."""
    if name_of(game) not in gymnasium.registry:
        gymnasium.register(
            name_of(game), entry_point="pioche.rl.envs.gymnasium:SoloEnv", kwargs={"game": game.id}
        )


def register_pettingzoo(game: Game) -> None:
    """All seats, for PettingZoo."""
    kinds = {"aec": "env", "parallel": "parallel_env"}
    for kind, maker in kinds.items():
        known = pettingzoo.aec_registry if kind == "aec" else pettingzoo.parallel_registry
        if name_of(game) not in known and (kind == "aec" or game.real_time):
            entry = f"pioche.rl.envs.pettingzoo:{maker}"
            pettingzoo.register(kind, name_of(game), entry_point=entry, kwargs={"game": game.id})
