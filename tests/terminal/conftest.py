"""Records of test games go to a folder of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    # However slow the machine, a number typed by a test is complete only when the test says so.
    monkeypatch.setattr("pioche.terminal.screens.table.TYPING_SECONDS", 1e6)
    return tmp_path / "pioche" / "records"
