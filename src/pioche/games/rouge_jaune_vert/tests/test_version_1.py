"""Version 1 of the rules: only so that what began under it stays what it was."""

from pathlib import Path

import pytest
from rjv_positions import GAME, race

from pioche import CLOCK, Record

FIRST = GAME.under(1)
GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.json"))


@pytest.mark.parametrize("round", [1, 2, 4])
def test_after_the_clock_ties_were_always_won_by_seat_0(round: int) -> None:
    """RJV-14"""
    cards = [value for value in range(-4, 11) for _ in range(2)]
    won = [[cards.pop() for _ in range(round - 1)] for _ in range(3)]
    state = GAME.load(race("GK1", "GB1", "GR1", round=round, won=won) | {"rules": 1})
    assert state.game is state.clone().game is FIRST
    state.apply(CLOCK, FIRST.parse("time"))
    assert state.dump()["choosing"] == [1, 2]


def test_its_golden_records_replay_by_its_own_rules() -> None:
    """RJV-14"""
    records = [Record.from_json(path.read_text(encoding="utf-8")) for path in GOLDEN]
    old = [record for record in records if record.rules == 1]
    assert old
    for record in old:
        assert record.verify(GAME).game is FIRST
