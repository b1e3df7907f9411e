"""What `pip install .` gives: the engine and its command, which need nothing of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools import wheel
from tools.project import PACKAGE, ROOT, ToolError, version

# They build the wheel, and make environments to install it in.
pytestmark = pytest.mark.ci

ROOMS = {"table", "kit", "search", "games", "play"}
"""The engine; the others are the page."""

USER = """
from spieltisch.games import catalog
from spieltisch.games.aya.game import GAME as aya
from spieltisch.games.contract import Game, GameOf
from spieltisch.games.myra.game import GAME as myra
from spieltisch.games.yala.game import GAME as yala
from spieltisch.games.yala.rules.position import YalaAction, YalaPosition
from spieltisch.table import Outcome, Seat

position = yala.begin(seed=1)
reveal_type(position)
reveal_type(position.apply(1, position.legal_actions(1)[0]))
reveal_type(position.legal_actions(1)[0])
reveal_type(position.outcome)
reveal_type(yala.rules.parse_position("..."))
reveal_type(yala.rules.parse_action("a+"))
reveal_type(myra.begin(seed=1).legal_actions(1))
reveal_type(aya.begin(seed=1).track)


def other_seat(position: YalaPosition) -> Seat:
    [seat] = position.active_seats
    return 3 - seat


def any_game(name: str) -> Game:
    return catalog.game_of(name)


def typed() -> GameOf[YalaPosition, YalaAction]:
    return yala
"""
REVEALED = [
    "spieltisch.games.yala.rules.position.YalaPosition",
    "spieltisch.games.yala.rules.position.YalaPosition",
    "spieltisch.games.yala.rules.position.YalaAction",
    "spieltisch.table.position.Outcome | None",
    "spieltisch.games.yala.rules.position.YalaPosition",
    "spieltisch.games.yala.rules.position.YalaAction",
    "spieltisch.games.myra.rules.actions.MyraAction",
    "str",
]
WRONG = """
from spieltisch.games.yala.game import GAME as yala

yala.begin(seed=1).apply(1, "a+")
yala.begin("1")
yala.begin(seed=1).towers.append("d")
"""

EVERY_MODULE = """
import importlib, pkgutil, sys, spieltisch
for one in pkgutil.walk_packages(spieltisch.__path__, "spieltisch."):
    if not one.name.endswith("__main__"):
        importlib.import_module(one.name)
rooms = {name.split(".")[1] for name in sys.modules if name.startswith("spieltisch.")}
print(*sorted(rooms))
"""


BY_THE_BOOK = """
import doctest, pathlib, re, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
lines = "\\n".join(re.findall(r"```python\\n(.*?)```", text, re.DOTALL))
found = doctest.DocTestParser().get_doctest(lines, {}, "page", None, 0)
print(doctest.DocTestRunner().run(found))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """That of an environment with the wheel alone."""
    folder = tmp_path_factory.mktemp("environment")
    yield wheel.environment(folder / "fresh", built) / "python"
    shutil.rmtree(folder)


def metadata(built: Path) -> Message:
    with ZipFile(built) as archive:
        [described] = (name for name in archive.namelist() if name.endswith("/METADATA"))
        return message_from_string(archive.read(described).decode())


def typed_by(python: Path, folder: Path, text: str) -> str:
    """What mypy says of a user's script, who has the wheel."""
    script = folder / "script.py"
    script.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, script.name]
    # Neither the project's own settings nor its sources are there.
    surroundings = {**os.environ, "MYPYPATH": "", "PYTHONPATH": ""}
    done = subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_it_holds_the_engine_and_not_the_page(built: Path) -> None:
    with ZipFile(built) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    inside = {name.split("/")[1] for name in names if name.count("/") > 1}
    beside = {name.removeprefix("spieltisch/") for name in names if name.count("/") == 1}
    assert inside == ROOMS
    assert beside == {"__init__.py", "__main__.py", "cli.py", "new_game.py", "py.typed"}
    engine = {
        path.relative_to(PACKAGE.parent).as_posix()
        for room in ROOMS
        for path in (PACKAGE / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if name.split("/")[1] in ROOMS} == engine


def test_it_says_what_it_is(built: Path) -> None:
    told = metadata(built)
    assert (told["Name"], told["Version"]) == ("spieltisch", version())
    assert (told["License-Expression"], told["License-File"]) == ("MIT", "LICENSE")
    assert told["Author"] == "The Spieltisch authors"
    assert told["Requires-Dist"] is None
    assert "Typing :: Typed" in told.get_all("Classifier", [])
    assert not [one for one in told.get_all("Classifier", []) if one.startswith("License")]
    text = str(told.get_payload())
    assert told["Description-Content-Type"] == "text/markdown"
    assert text.startswith("# Spieltisch")
    # An index shows it without the files beside it.
    assert not re.findall(r"\]\((?!https://)|<img", text)


def test_it_tells_the_addresses_of_who_publishes_it(tmp_path: Path) -> None:
    urls = {"Homepage": "https://games.example/", "Source": "https://code.example/a/b"}
    told = metadata(wheel.build(tmp_path, urls))
    assert told.get_all("Project-URL") == [f"{name}, {url}" for name, url in urls.items()]


def test_the_same_sources_give_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """In another folder, by another person, at another time, after the page was built."""
    tree = tmp_path / "elsewhere" / "checkout"
    shutil.copytree(PACKAGE.parent, tree / "py", ignore=shutil.ignore_patterns("__pycache__"))
    for name in wheel.PARTS:
        shutil.copy(ROOT / name, tree / name)
    made = tree / "py" / "spieltisch" / "locale"
    made.mkdir(exist_ok=True)
    (made / "xx.mo").write_bytes(b"made by a build")
    (tree / "py" / "spieltisch.egg-info").mkdir()
    for path in sorted(tree.rglob("*"), reverse=True):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    earlier = os.umask(0o077)
    try:
        again = wheel.build(tmp_path / "dist", root=tree)
    finally:
        os.umask(earlier)
    assert again.name == built.name
    assert again.read_bytes() == built.read_bytes()


def test_what_builds_it_is_pinned_once() -> None:
    asked = re.search(
        r'requires = \["(setuptools==[\d.]+)"\]', (ROOT / "pyproject.toml").read_text()
    )
    locked = (ROOT / "tools" / "requirements" / "build.txt").read_text(encoding="utf-8")
    assert asked is not None
    assert f"\n{asked[1]} \\\n" in locked


def test_it_plays_a_match_in_a_fresh_environment(built: Path) -> None:
    wheel.check(built)


def test_all_of_it_can_be_imported(python: Path, tmp_path: Path) -> None:
    rooms = wheel.run(python, "-c", EVERY_MODULE, cwd=tmp_path).split()
    assert {*rooms} == ROOMS | {"cli", "new_game"}


def test_a_stranger_trains_searches_and_draws_with_it_as_its_page_says(
    python: Path, tmp_path: Path
) -> None:
    page = str(ROOT / "docs" / "engine.md")
    told = wheel.run(python, "-I", "-c", BY_THE_BOOK, page, cwd=tmp_path)
    assert re.fullmatch(r"TestResults\(failed=0, attempted=(\d{2,})\)\s*", told), told


def test_a_users_script_knows_the_types(python: Path, tmp_path: Path) -> None:
    told = typed_by(python, tmp_path, USER)
    revealed = re.findall(r'Revealed type is "(.*)"', told)
    assert len(revealed) == len(REVEALED)
    assert "error" not in told
    for found, wanted in zip(revealed, REVEALED, strict=True):
        assert wanted in found.replace("builtins.", "")


def test_a_users_mistakes_are_found(python: Path, tmp_path: Path) -> None:
    told = typed_by(python, tmp_path, WRONG)
    assert [int(line) for line in re.findall(r"script.py:(\d+): error", told)] == [4, 5, 6]


def test_a_wheel_that_does_not_play_is_refused(built: Path, tmp_path: Path) -> None:
    """It is told: pip has nothing to install it with but the wheel itself."""
    with ZipFile(built) as archive, ZipFile(tmp_path / built.name, "w") as other:
        for name in archive.namelist():
            text = archive.read(name)
            other.writestr(name, b"def main(): pass" if name.endswith("/cli.py") else text)
    with pytest.raises(ToolError, match="has played no game"):
        wheel.check(tmp_path / built.name)
