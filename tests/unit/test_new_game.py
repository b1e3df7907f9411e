"""``spieltisch new-game``: a copy of the example is a whole game at once."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import cli, new_game
from spieltisch.new_game import NewGameError, begin, with_line
from tests import fourth
from tools.project import PY, ROOT

CATALOGUE = "py/spieltisch/games/catalog.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with what a game is begun from."""
    shutil.copytree(PY, tmp_path / "py", ignore=fourth.MADE)
    shutil.copytree(fourth.FOLDERS, tmp_path / "tests/fourth_game", ignore=fourth.MADE)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def everything_in(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-m", *arguments],
        cwd=tree / "py",
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_played_at_once_and_what_is_left_is_told(tree: Path) -> None:
    done = run(tree, "spieltisch", "new-game", "hive")
    assert (done.returncode, done.stderr) == (0, "")
    assert "py/spieltisch/games/hive is" in done.stdout
    assert [line[:2] for line in done.stdout.splitlines()[2:]] == [f"{n}." for n in range(1, 7)]
    played = run(tree, "spieltisch", "selfplay", "hive", "--bots", "1,random", "--seed", "1")
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.startswith("1 game of hive standard, seed 1: ")


def test_it_is_one_folder_and_one_line_and_has_no_name_of_the_example(tree: Path) -> None:
    before = everything_in(tree)
    begin("hive", tree)
    now = everything_in(tree)
    new = {path.relative_to(tree / "py/spieltisch/games/hive") for path in now.keys() - before}
    assert new == {
        path.relative_to(fourth.FOLDERS / fourth.NAME)
        for path in (fourth.FOLDERS / fourth.NAME).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {path for path in before if now[path] != before[path]} == {tree / CATALOGUE}
    lines, ours = (one[tree / CATALOGUE].decode().splitlines() for one in (now, before))
    assert [line for line in lines if line not in ours] == ['    "hive",']
    assert len(lines) == len(ours) + 1
    for path in now.keys() - before:
        assert not re.search("mu ?torere|mū", now[path].decode(), re.IGNORECASE)


@pytest.mark.parametrize("name", ["go", "hive", "backgammon"])
def test_its_style_is_the_houses_once_it_is_formatted(tree: Path, name: str) -> None:
    begin(name, tree)
    folder = str(tree / "py/spieltisch/games" / name)
    for command in ("check --fix", "format", "check", "format --check"):
        done = run(tree, "ruff", *command.split(), "--no-cache", folder)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name",
    ["", "a", "class", "Hex", "hex game", "hex-game", "hex_game", "1chess", "schäch", "../hex",
     "a" * 21, "hex\n", "\0", "yala", "catalog", "contract", fourth.NAME],
)  # fmt: skip
def test_a_name_that_cannot_be_one_is_refused_and_changes_nothing(tree: Path, name: str) -> None:
    before = everything_in(tree)
    with pytest.raises(NewGameError, match=re.escape(repr(name))):
        begin(name, tree)
    assert everything_in(tree) == before


def test_a_second_one_does_not_write_over_the_first(tree: Path) -> None:
    begin("hive", tree)
    before = everything_in(tree)
    with pytest.raises(NewGameError, match="taken"):
        begin("hive", tree)
    assert everything_in(tree) == before


def test_without_a_checkout_it_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(new_game, "begin", lambda name: begin(name, tmp_path))
    monkeypatch.setattr(cli, "begin", lambda name: begin(name, tmp_path))
    assert cli.main(["new-game", "hive"]) == cli.EXIT_BAD_INPUT
    told = "spieltisch: a new game is begun in a checkout, which has the example to copy\n"
    assert capsys.readouterr().err == told


def test_a_disk_that_fails_leaves_nothing_behind(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = everything_in(tree), Path.write_text

    def full(path: Path, text: str, *rest: str, **more: str) -> int:
        if path.name in ("style.css", "view.py"):
            raise OSError(28, "No space left on device")
        return write(path, text, *rest, **more)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(NewGameError, match="No space left"):
        begin("hive", tree)
    assert everything_in(tree) == before


@pytest.mark.parametrize("table", ["", "FOLDERS = (", 'FOLDERS = ["yala"]\n', "FOLDERS = (\n"])
def test_a_catalogue_that_is_written_otherwise_is_refused(table: str) -> None:
    with pytest.raises(NewGameError, match="no list FOLDERS"):
        with_line(table, "hive")
