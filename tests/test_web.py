"""The page for browsers, by its own tools: types, components, formatting."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
sys.path.insert(0, str(ROOT))

from tools.wheel.page import fetch_tools  # noqa: E402

PARTS = [str(path) for path in sorted((ROOT / "src" / "pioche" / "games").glob("*/web"))]
CHECKS = {
    "types": [
        "svelte-check/bin/svelte-check",
        "--tsconfig",
        "./tsconfig.json",
        "--fail-on-warnings",
    ],
    "components": ["vitest/vitest.mjs", "run"],
    "formatting": ["prettier/bin/prettier.cjs", "--config", ".prettierrc", "--check", ".", *PARTS],
}


@pytest.fixture(scope="module")
def node() -> str:
    return fetch_tools(WEB)


@pytest.mark.parametrize("what", CHECKS)
def test_the_page_passes_the_checks_of_its_own_tools(node: str, what: str) -> None:
    tool, *words = CHECKS[what]
    done = run([node, str(WEB / "node_modules" / tool), *words], node)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def run(command: Sequence[str], node: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "CI": "true"}
    return subprocess.run(
        command, cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
