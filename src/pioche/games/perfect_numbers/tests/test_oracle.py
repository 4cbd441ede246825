"""The rules against a second, slow telling of them: every legal move and every effect."""

from typing import Any

import pytest
from perfect_positions import GAME, part

from pioche import Rng

oracle = part("oracle")

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"interactive": True}),
    (3, {"interactive": True, "actions": 6, "copies": 2}),
    (4, {"actions": 6}),
    (2, {"actions": 6, "copies": 2}),
    (3, {"actions": 0, "copies": 4}),
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_random_games_go_as_the_clauses_say(players: int, options: dict[str, Any]) -> None:
    """PN-4 PN-5 PN-6 PN-7 PN-12 PN-14 PN-18 PN-19 PN-20 PN-21 PN-23"""
    for seed in range(6):
        rng, state = Rng(seed), GAME.new(players, **options)
        state.shuffle(rng)
        while not state.is_over():
            before, who = state.dump(), state.actors()[0]
            legal = state.legal(who)
            expected = oracle.legal(before)
            assert sorted(map(GAME.text, legal)) == sorted(expected.pop(who))
            assert not expected
            action = choice(legal, rng)
            state.apply(who, action)
            assert state.dump() == oracle.after(before, who, GAME.text(action))


def choice(legal: list[int], rng: Rng) -> int:
    """Random, but actions are rather stored and series rather kept: the table gets crowded."""
    texts = [GAME.text(action) for action in legal]
    liked = [a for a, t in zip(legal, texts, strict=True) if t == "keep" or t.startswith("store")]
    options = liked if liked and rng.below(3) else legal
    return options[rng.below(len(options))]
