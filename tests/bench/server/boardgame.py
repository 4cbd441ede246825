"""boardgame.io's own server from npm, under the same load of a comparable game."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from pioche_server import folder

HERE = Path(__file__).parent / "boardgame"
PACKAGE = json.loads((HERE / "package.json").read_text())
GAME: str = PACKAGE["comparable"]  # the game of ours that game.js plays
VERSION: str = PACKAGE["dependencies"]["boardgame.io"]
ENVIRONMENT = {**os.environ, "NODE_ENV": "production"}


def missing() -> str | None:
    """Why it can't be measured here, or None."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "there is no Node.js (node, npm) on this machine"
    lock, installed = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return None
    done = subprocess.run(["npm", "ci", "--loglevel=error"], cwd=HERE, check=False)
    return None if done.returncode == 0 else "npm could not install it"


def measured(tables: int, moves: int, on_disk: bool) -> dict[str, Any]:
    """So many moves, with its storage in files or in memory."""
    with folder() as place:
        command = ["node", "server.js", *([str(place)] if on_disk else [])]
        server = subprocess.Popen(
            command, cwd=HERE, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            asked = {"port": port, "pid": server.pid, "tables": tables, "moves": moves}
            return drive(asked)
        finally:
            server.terminate()
            server.wait()


def drive(asked: dict[str, int]) -> dict[str, Any]:
    """The load, from a process of its own."""
    command = ["node", "drive.js", json.dumps(asked)]
    done = subprocess.run(
        command, cwd=HERE, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result
