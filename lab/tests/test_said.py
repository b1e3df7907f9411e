"""What the tests have the page say, and what they do not."""

import json
import subprocess
import sys
from pathlib import Path

from lab import said
from tools import catalogues
from tools.project import ROOT

SAYING = """
from spieltisch.kit.words import ENGLISH
def test():
    assert ENGLISH("Resign") == "Resign"
    assert ENGLISH.counted("{n} move", "{n} moves", 3) == "3 moves"
"""


def test_what_is_asked_for_is_noted_and_written_down(tmp_path: Path) -> None:
    (tmp_path / "test_ours.py").write_text(SAYING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "lab.said"]
    paths = f"{ROOT / 'py'}:{ROOT}"
    subprocess.run(
        [*command, "test_ours.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": paths, said.FOLDER: str(tmp_path)},
        check=True,
        capture_output=True,
    )
    (path,) = tmp_path.glob("*.json")
    assert json.loads(path.read_text(encoding="utf-8")) == ["Resign", "{n} move", "{n} moves"]


def test_what_nobody_asks_for_is_told_with_its_place() -> None:
    every = {one for told in catalogues.extract() for one in ids_of(told) if told.id}
    assert [*said.unsaid(every)] == []
    silent = [*said.unsaid(every - {"Resign"})]
    assert [text for _, text in silent] == ["Resign"]
    assert silent[0][0].startswith("py/spieltisch/")
    # One form of a text is enough, and what is said before Python is the browser's.
    assert not [*said.unsaid(every - {"{n} moves"})]
    assert {place for place, _ in said.unsaid(())} > {"py/spieltisch/games/yala/view/told.toml"}
    assert not [place for place, _ in said.unsaid(()) if place.startswith(said.ELSEWHERE)]


def ids_of(message: catalogues.Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)
