"""What the repository brings for those who work on it: workflows, hooks, forms."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
HOOKS = ROOT / ".pre-commit-config.yaml"
OFFICIAL = ("actions/", "astral-sh/")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
sys.path.insert(0, str(ROOT))

from tools.test_pythons import VERSIONS  # noqa: E402


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.name


def recipe(target: str) -> list[str]:
    """The commands of a target, with uv for what the Makefile finds as $(RUN)."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert found is not None
    lines = found[1].splitlines()
    return [line.strip().replace("$(RUN)", "uv run --no-sync") for line in lines]


def steps(workflow: Path) -> list[dict[str, Any]]:
    return [step for job in read(workflow)["jobs"].values() for step in job["steps"]]


def test_the_files_are_where_they_are_looked_for() -> None:
    assert {path.stem for path in WORKFLOWS} >= {"test", "wheels"}
    assert {path.stem for path in FORMS} >= {"bug", "config", "feature", "rules"}


@pytest.mark.parametrize("path", [HOOKS, *WORKFLOWS, *FORMS], ids=named)
def test_yaml_can_be_read(path: Path) -> None:
    assert isinstance(read(path), dict)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=named)
def test_workflows_call_only_targets_that_exist(workflow: Path) -> None:
    commands = "\n".join(step.get("run", "") for step in steps(workflow))
    called = set(re.findall(r"\bmake +([\w-]+)", commands))
    assert called <= set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=named)
def test_workflows_may_only_read_and_use_official_actions(workflow: Path) -> None:
    assert read(workflow)["permissions"] == {"contents": "read"}
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert all(action.startswith(OFFICIAL) for action in used)


def test_changes_are_checked_and_tested_on_every_python() -> None:
    (job,) = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == ["make check", "make test"]
    assert job["strategy"]["matrix"]["python"] == PYTHONS
    assert list(VERSIONS) == PYTHONS


def test_wheels_are_made_for_every_system_and_every_python() -> None:
    jobs = read(ROOT / ".github" / "workflows" / "wheels.yml")["jobs"]
    systems = jobs["wheels"]["strategy"]["matrix"]["system"]
    kinds = [re.sub(r"-(latest|[\d.]+)", "", system) for system in systems]
    assert sorted(kinds) == ["macos", "macos-intel", "ubuntu", "ubuntu-arm", "windows"]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = settings["tool"]["cibuildwheel"]
    assert wanted["build"] == [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    assert wanted["environment"] == {"PIOCHE_COMPILE": "1", "PIOCHE_PAGE": "1"}


def test_no_lock_file_names_a_place_that_others_do_not_have() -> None:
    python = (ROOT / "uv.lock").read_text(encoding="utf-8")
    hosts = set(re.findall(r"https?://[^/\"]+", python))
    assert hosts == {"https://pypi.org", "https://files.pythonhosted.org"}
    assert "file:" not in python
    node = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in node


def test_hooks_run_what_make_check_runs() -> None:
    hooks = [hook for repo in read(HOOKS)["repos"] for hook in repo["hooks"]]
    assert [hook["entry"] for hook in hooks] == recipe("check")
    assert all(repo["repo"] == "local" for repo in read(HOOKS)["repos"])


@pytest.mark.parametrize("form", [path for path in FORMS if path.stem != "config"], ids=named)
def test_questions_of_a_form_have_ids_of_their_own(form: Path) -> None:
    asked = [part["id"] for part in read(form)["body"] if part["type"] != "markdown"]
    assert len(asked) == len(set(asked)) > 0
