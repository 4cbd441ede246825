"""What a build uses again: the same sources give what was kept, others never do."""

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools.wheel import cache, page, rules  # noqa: E402

SOURCES = {
    "web/package.json": "{}",
    "web/package-lock.json": "{}",
    "web/index.html": "<p>",
    "web/src/main.ts": "start()",
    "web/src/main.test.ts": "test()",
    "src/pioche/core/rng.py": "SEED = 1",
    "src/pioche/games/gap/rules/state.py": "GAP = 1",
    "src/pioche/games/gap/tests/test_state.py": "assert GAP",
    "src/pioche/games/gap/web/Table.svelte": "<table>",
    "src/pioche/games/gap/words/fr.json": "{}",
    "src/pioche/words/fr.json": "{}",
    "src/pioche/server/worker.py": "WORK = 1",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree in the place of this one."""
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    wheel = shutil.copytree(ROOT / "tools" / "wheel", tmp_path / "tools" / "wheel")
    monkeypatch.setattr(cache, "__file__", str(wheel / "cache.py"))
    for module in (cache, page, rules):
        monkeypatch.setattr(module, "ROOT", tmp_path)
        monkeypatch.setattr(module, "CACHE", tmp_path / "build" / "cache")
    return tmp_path


def rules_hash() -> str:
    return cache.hash_files(rules.find_sources())


def page_hash() -> str:
    return page.find_page().name


@pytest.mark.parametrize(
    ("find", "name"),
    [
        (page_hash, "web/index.html"),
        (page_hash, "web/src/main.ts"),
        (page_hash, "web/package-lock.json"),
        (page_hash, "src/pioche/games/gap/web/Table.svelte"),
        (page_hash, "src/pioche/games/gap/words/fr.json"),
        (page_hash, "src/pioche/words/fr.json"),
        (page_hash, "tools/wheel/page.py"),
        (rules_hash, "src/pioche/core/rng.py"),
        (rules_hash, "src/pioche/games/gap/rules/state.py"),
        (rules_hash, "tools/wheel/rules.py"),
    ],
)
def test_other_sources_have_another_hash(tree: Path, find: Callable[[], str], name: str) -> None:
    before = find()
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write(" ")
    changed = find()
    (tree / name).rename((tree / name).with_stem("other"))
    assert len({before, changed, find()}) == 3


@pytest.mark.parametrize(
    ("find", "name"),
    [
        (page_hash, "src/pioche/core/rng.py"),
        (page_hash, "src/pioche/server/worker.py"),
        (rules_hash, "src/pioche/server/worker.py"),
        (rules_hash, "src/pioche/games/gap/tests/test_state.py"),
        (rules_hash, "web/src/main.ts"),
    ],
)
def test_what_has_nothing_to_do_with_a_part_leaves_it_as_it_is(
    tree: Path, find: Callable[[], str], name: str
) -> None:
    before = find()
    (tree / name).write_text("other", encoding="utf-8")
    assert find() == before


def test_the_time_of_a_file_does_not_count(tree: Path) -> None:
    before = page_hash(), rules_hash()
    for name in SOURCES:
        os.utime(tree / name, (0, 0))
    assert (page_hash(), rules_hash()) == before


def test_a_page_is_built_once(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []

    def build(web: Path, out: Path) -> None:
        built.append(web)
        out.mkdir(parents=True)
        (out / "index.html").write_text("built", encoding="utf-8")

    monkeypatch.setattr(page, "build_page", build)
    for number in (1, 2):
        made = page.make_page(tree / f"work-{number}")
        assert (made / "index.html").read_text(encoding="utf-8") == "built"
    assert built == [tree / "web"]
    (tree / "web" / "index.html").write_text("<b>", encoding="utf-8")
    page.make_page(tree / "work-3")
    assert built == [tree / "web"] * 2


def test_what_was_made_is_kept_whole_and_the_oldest_go(tree: Path) -> None:
    made = tree / "made"
    made.mkdir()
    (made / "file").write_text("made", encoding="utf-8")
    places = [tree / "build" / "cache" / f"rules-{number}" for number in range(cache.KEPT + 2)]
    for number, place in enumerate(places):
        cache.keep(made, place)
        os.utime(place, (number, number))
    cache.keep(made, places[-1])  # another build was as fast
    there = [place.is_dir() for place in places]
    assert there == [False, False, *[True] * cache.KEPT]
    assert all((place / "file").read_text() == "made" for place in places[2:])
    assert not [path for path in places[0].parent.iterdir() if path.name.startswith(".")]


def test_nothing_is_kept_where_nothing_can_be_written(tree: Path) -> None:
    made = tree / "made"
    made.mkdir()
    (tree / "file").touch()
    cache.keep(made, tree / "file" / "cache" / "rules-1")
    assert made.is_dir()


# -- what npm has installed ----------------------------------------------------------------


def npm_tree(web: Path, installed: dict[str, str]) -> None:
    """A lock file of three packages, and what npm says that it has installed of them."""
    lock = {
        "": {},
        "node_modules/vite": {"integrity": "sha512-vite"},
        "node_modules/vitest": {"integrity": "sha512-vitest", "dev": True},
        "node_modules/for-another-system": {"integrity": "sha512-x", "optional": True},
    }
    (web / "package-lock.json").write_text(json.dumps({"packages": lock}), encoding="utf-8")
    found = {f"node_modules/{name}": {"integrity": value} for name, value in installed.items()}
    (web / "node_modules").mkdir()
    (web / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": found}))


@pytest.mark.parametrize(
    ("installed", "can_build", "has_everything"),
    [
        ({"vite": "sha512-vite", "vitest": "sha512-vitest"}, True, True),
        ({"vite": "sha512-vite"}, True, False),
        ({"vite": "sha512-of-another-version", "vitest": "sha512-vitest"}, False, False),
        ({}, False, False),
    ],
)
def test_packages_are_installed_only_where_some_are_missing(
    tmp_path: Path, installed: dict[str, str], can_build: bool, has_everything: bool
) -> None:
    npm_tree(tmp_path, installed)
    assert page.is_installed(tmp_path, everything=False) == can_build
    assert page.is_installed(tmp_path, everything=True) == has_everything


def test_a_folder_without_packages_has_none(tmp_path: Path) -> None:
    assert not page.is_installed(tmp_path, everything=False)


# -- units ---------------------------------------------------------------------------------


def test_units_hold_every_source_once_and_are_about_equal(tmp_path: Path) -> None:
    sources = [tmp_path / f"{number}.c" for number in range(20)]
    for number, path in enumerate(sources):
        path.write_text("x" * (100 + number), encoding="utf-8")
    units = rules.gather_units([str(path) for path in sources], tmp_path / "units", 3)
    lines = [Path(unit).read_text(encoding="utf-8").splitlines() for unit in units]
    found = sorted(line for unit in lines for line in unit)
    assert found == sorted(f'#include "{path}"' for path in sources)
    assert max(map(len, lines)) - min(map(len, lines)) <= 1


def test_there_are_no_units_without_sources(tmp_path: Path) -> None:
    (tmp_path / "one.c").touch()
    units = rules.gather_units([str(tmp_path / "one.c")], tmp_path / "units", 8)
    assert len(units) == 1


# -- when uv builds ------------------------------------------------------------------------


def keys() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [key["file"] for key in settings["tool"]["uv"]["cache-keys"]]


def is_key(path: str) -> bool:
    """As uv matches: a * goes through folders, too."""
    return any(fnmatch(path, key.replace("**/", "*")) for key in keys())


def test_uv_builds_again_when_a_source_changes() -> None:
    sources = {path for pattern in page.PAGE_SOURCES for path in ROOT.glob(pattern)}
    sources |= {*rules.find_sources(), *(ROOT / "tools" / "wheel").glob("*.py")}
    names = [path.relative_to(ROOT).as_posix() for path in sources if path.is_file()]
    assert len(names) > 300
    assert [name for name in names if not is_key(name)] == []


def test_uv_does_not_build_again_because_of_what_a_build_leaves() -> None:
    left = ["web/node_modules/svelte/types/index.d.ts", "web/node_modules/vite/package.json"]
    left += ["build/cache/page-1/index.html", "web/dist/index.html", ".venv/lib/pioche/cli.py"]
    assert [name for name in left if is_key(name)] == []
