"""The package as it is built: compiled and pure, both play the same."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def build(folder: Path, wish: str, page: str = "0") -> Path:
    """A wheel, unpacked."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "PIOCHE_COMPILE": wish, "PIOCHE_PAGE": page}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def run(package: Path, *command: str) -> str:
    """What a command prints when that package is the one imported."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    done = subprocess.run(
        [sys.executable, *command], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("pure"), "0", page="1")


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("there is no C compiler here")
    return build(tmp_path_factory.mktemp("native"), "1")


def test_compiled_and_interpreted_rules_play_the_same(pure: Path, native: Path) -> None:
    slow, fast = (checksums(package) for package in (pure, native))
    assert fast.pop("compiled") is True
    assert slow.pop("compiled") is False
    assert slow == fast
    assert len(slow["cases"]) > 20


def checksums(package: Path) -> dict[str, Any]:
    return json.loads(run(package, str(ROOT / "tests" / "checksums.py")))


def test_version_says_whether_the_engine_is_compiled(pure: Path, native: Path) -> None:
    assert "interpreted" in run(pure, "-m", "pioche", "--version")
    assert "compiled" in run(native, "-m", "pioche", "--version")


def test_rules_views_and_bots_of_every_game_are_compiled(native: Path) -> None:
    for name in ("rules", "view", "bot"):
        sources = [
            *native.glob(f"pioche/games/*/{name}*.py"),
            *native.glob(f"pioche/games/*/{name}/*.py"),
        ]
        assert sources
        for source in sources:
            found = [path for path in source.parent.glob(f"{source.stem}.*") if path != source]
            assert found, f"{source.relative_to(native)} was not compiled"


def test_a_wheel_holds_the_page_ready_to_be_served_and_not_its_sources(pure: Path) -> None:
    page = pure / "pioche" / "web"
    assert "/assets/" in (page / "index.html").read_text(encoding="utf-8")
    assert (page / "sw.js").is_file()
    assert (page / "icons" / "icon-192.png").is_file()
    scripts = list((page / "assets").glob("*.js"))
    assert scripts
    assert any(path.with_name(f"{path.name}.br").is_file() for path in scripts)
    assert not list(pure.rglob("*.svelte"))


def test_wheels_hold_the_rulebooks_and_words_and_no_tests(pure: Path) -> None:
    names = {path.relative_to(pure).as_posix() for path in pure.rglob("*")}
    assert "pioche/words/fr.json" in names
    folders = [path.parent for path in (pure / "pioche" / "games").glob("*/__init__.py")]
    assert folders
    for folder in folders:
        assert (folder / "rulebook" / "fr.md").exists()
        assert (folder / "words" / "en.json").exists()
        assert not (folder / "tests").exists()


def test_a_machine_without_a_compiler_gets_the_pure_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    wishes = {"CC": "no-such-compiler", "PIOCHE_COMPILE": "auto", "PIOCHE_PAGE": "0"}
    environment = {**os.environ, **wishes}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert "will run interpreted" in done.stdout
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-none-any.whl")


@pytest.mark.long
def test_a_compiler_that_can_not_optimise_when_it_links_compiles_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which(os.environ.get("CC", "cc"))
    if not real:
        pytest.skip("there is no C compiler here")
    compiler = tmp_path / "cc"
    refusal = 'case " $* " in *" -flto"*) echo "no -flto here" >&2; exit 1;; esac'
    compiler.write_text(f'#!/bin/sh\n{refusal}\nexec {real} "$@"\n', encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    package = build(tmp_path / "wheel", "1")
    assert "compiled" in run(package, "-m", "pioche", "--version")


def test_the_installed_package_is_the_one_under_test_and_compiled() -> None:
    """What `make test` tests is what users get: built from this tree, and compiled."""
    if os.environ.get("PYTHONPATH"):
        pytest.skip("the sources are tested directly")
    import pioche
    from pioche.catalog import is_compiled

    assert ROOT / "src" not in Path(pioche.__file__).parents
    assert is_compiled() == bool(shutil.which(os.environ.get("CC", "cc")))
