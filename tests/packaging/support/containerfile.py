"""Runs the steps of a Containerfile without any container program, in folders with chroot.

Where the file says FROM, a stage begins as a copy of a root file system that is given. What is
run sees the processes and the network of this machine, but no file outside its folder.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

MOUNT = """
set -e
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
exec chroot --userspec="$AS" "$ROOT" /usr/bin/env -i "$@"
"""


class Instruction(NamedTuple):
    """A word in capitals, and what follows it."""

    word: str
    rest: str


def read_instructions(text: str) -> list[Instruction]:
    """All instructions, each on one line."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines()]


class Stage:
    """A root file system, and what is set for what runs in it."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        self.root = root
        self.environment = environment
        self.folder = "/"
        self.user = "0:0"
        self.settings: dict[str, str] = {}

    def inside(self, path: str) -> Path:
        """Where a path of the stage lies here."""
        return self.root / os.path.join(self.folder, path).lstrip("/")

    def command(self, words: list[str]) -> list[str]:
        """The command that runs words in the stage; ROOT and AS go into its environment."""
        entered = ["sh", "-c", f'cd {shlex.quote(self.folder)} && exec "$@"', "sh", *words]
        environment = {"HOME": self.find_home(), **self.environment}
        values = [f"{name}={value}" for name, value in environment.items()]
        return ["unshare", "--mount", "sh", "-c", MOUNT, "sh", *values, *entered]

    def find_home(self) -> str:
        """The home of the user, by the stage's own list."""
        lines = (self.root / "etc" / "passwd").read_text(encoding="utf-8").splitlines()
        users = {line.split(":")[2]: line.split(":")[5] for line in lines}
        return users[self.user.partition(":")[0]]

    def run(self, words: list[str]) -> str:
        """Run words in the stage; what they print."""
        done = subprocess.run(
            self.command(words),
            env={**os.environ, "ROOT": str(self.root), "AS": self.user},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{words}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout


def build(text: str, context: Path, base: Path, places: Path, extra: dict[str, str]) -> Stage:
    """Run all steps; the last stage. `extra` goes into the environment of every step."""
    stages: list[tuple[str, Stage]] = []
    for word, rest in read_instructions(text):
        if word == "FROM":
            _, _, name = rest.partition(" AS ")
            root = places / f"stage-{len(stages)}"
            subprocess.run(["cp", "-a", base, root], check=True)
            path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
            stages.append((name, Stage(root, {"PATH": path, **extra})))
            continue
        take(word, rest, stages[-1][1], context, dict(stages))
    return stages[-1][1]


def take(word: str, rest: str, stage: Stage, context: Path, stages: dict[str, Stage]) -> None:
    """Take one step in a stage."""
    if word == "RUN":
        stage.run(["sh", "-c", rest])
    elif word == "ENV":
        for part in shlex.split(rest):
            name, _, value = part.partition("=")
            stage.environment[name] = value.replace("$PATH", stage.environment["PATH"])
    elif word == "WORKDIR":
        stage.folder = rest
        stage.inside("").mkdir(parents=True, exist_ok=True)
    elif word == "COPY":
        copy(shlex.split(rest), stage, context, stages)
    elif word == "USER":
        stage.user = rest
    elif word in {"VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}:
        stage.settings[word] = rest
    else:
        raise ValueError(f"{word} is not known here: teach it to {__file__}")


def copy(words: list[str], stage: Stage, context: Path, stages: dict[str, Stage]) -> None:
    """Copy from the context, without what .dockerignore names, or from another stage."""
    if words[0].startswith("--from="):
        _, source, target = words
        there = stages[words[0].removeprefix("--from=")].inside(source)
        subprocess.run(["cp", "-a", there, stage.inside(target)], check=True)
        return
    *names, target = words
    patterns = (context / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in names:
        path = context / name
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        kept = [one for one in files if one.is_file() and not is_ignored(one, context, patterns)]
        assert kept, f"COPY {name}: nothing is left of it"
        for one in kept:
            to = stage.inside(target) / one.relative_to(path if path.is_dir() else path.parent)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(one, to)


def is_ignored(path: Path, context: Path, patterns: list[str]) -> bool:
    """Whether .dockerignore leaves a file out: the last line that matches decides."""
    name, ignored = path.relative_to(context).as_posix(), False
    above = [name, *(parent.as_posix() for parent in Path(name).parents)][:-1]
    for line in patterns:
        pattern = line.strip().removeprefix("!")
        if not pattern or pattern.startswith("#"):
            continue
        if any(matches(one, pattern) for one in above):
            ignored = not line.startswith("!")
    return ignored


def matches(name: str, pattern: str) -> bool:
    """As .dockerignore means it: ** is any number of folders, * stays within one."""
    if pattern.startswith("**/"):
        return any(
            matches(part, pattern[3:])
            for part in [
                name,
                *(name.split("/", count)[-1] for count in range(1, name.count("/") + 1)),
            ]
        )
    return name.count("/") == pattern.count("/") and fnmatch(name, pattern)


def words_of(setting: str) -> list[str]:
    """The words of a setting in the form of JSON, as in HEALTHCHECK … CMD ["a", "b"]."""
    found: list[str] = json.loads(setting[setting.index("[") :])
    return found
