"""No level has become clearly weaker: short seeded matches against the figures on record."""

import json

import gate
import pytest

import pioche

# Only where somebody has taught the bots something: else novice and regular play at random.
TAUGHT = [game for game in pioche.games.values() if game.modules.find("bot")]
CASES = [(game, level) for game in TAUGHT for level in gate.GAMES]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "level"), CASES, ids=[f"{game.id}-{level}" for game, level in CASES]
)
def test_no_level_has_become_clearly_weaker(game: pioche.Game, level: str) -> None:
    """`python tests/strength/gate.py` writes new figures where a change is meant."""
    on_record = json.loads(gate.kept_in(game).read_text(encoding="utf-8"))[level]
    now = gate.played(game, level)
    assert now["high"] > on_record["share"], "clearly weaker than it was"
    assert now["share"] > 1 / now["players"], "no stronger than the level below"


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_on_record_every_level_beats_the_one_below(game: pioche.Game) -> None:
    on_record = json.loads(gate.kept_in(game).read_text(encoding="utf-8"))
    assert list(on_record) == list(gate.GAMES)
    for level, figures in on_record.items():
        assert (figures["bot"], figures["below"]) == gate.bots(game, level)
        assert figures["share"] > 1 / figures["players"], level
