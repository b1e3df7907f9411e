"""The examples in docstrings, docs/engine.md and docs/bots.md are run, and give what they say."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from tools.project import PACKAGE, PY, ROOT

PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
EXAMPLES = {
    ".".join(path.relative_to(PY).with_suffix("").parts).removesuffix(".__init__"): written
    for path in sorted(PACKAGE.rglob("*.py"))
    if (written := len(PROMPT.findall(path.read_text(encoding="utf-8"))))
}
"""The modules with examples, and how many prompts stand in each."""

LEARNT_FROM = re.compile(r"spieltisch\.(table|kit|play|games\.\w+\.rules)\b")
"""The rooms that one reads to learn the engine."""

ENGINE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FENCED.findall(ENGINE)
WHEEL = (ROOT / "py" / "README.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
COMMANDS = [
    command.partition("\n")
    for kind, block in BLOCKS + FENCED.findall(BOTS)
    if kind == "console"
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def run(test: doctest.DocTest) -> list[str]:
    """Run the examples of a text; what was otherwise than told."""
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return told


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings_give_what_they_say(name: str) -> None:
    found = doctest.DocTestFinder(exclude_empty=True).find(import_module(name))
    # One that stands where doctest does not look would never be run.
    assert sum(len(test.examples) for test in found) == EXAMPLES[name]
    assert [text for test in found for text in run(test)] == []


def test_there_are_enough_examples_to_learn_from() -> None:
    assert sum(count for name, count in EXAMPLES.items() if LEARNT_FROM.match(name)) >= 60
    for room in ("table", "play", "games.aya.rules", "games.yala.rules", "games.myra.rules"):
        assert any(name.startswith(f"spieltisch.{room}") for name in EXAMPLES), room


def examples_in(blocks: Sequence[tuple[str, str]], name: str) -> doctest.DocTest:
    """The examples in Python among a document's blocks, which go on from one another."""
    lines = "".join(block for kind, block in blocks if kind == "python")
    return doctest.DocTestParser().get_doctest(lines, {}, name, name, 0)


def test_the_engines_page_gives_what_it_says() -> None:
    page = examples_in(BLOCKS, "docs/engine.md")
    assert len(page.examples) > 30
    assert run(page) == []
    assert {kind for kind, _ in BLOCKS} == {"python", "console"}


def test_the_page_on_bots_gives_what_a_position_holds() -> None:
    page = examples_in(FENCED.findall(BOTS), "docs/bots.md")
    assert len(page.examples) > 12
    assert run(page) == []


def test_what_an_index_shows_of_the_wheel_gives_what_it_says() -> None:
    page = examples_in(FENCED.findall(WHEEL), "py/README.md")
    assert len(page.examples) > 8
    assert run(page) == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0][:40])
def test_the_documents_commands_give_what_they_say(command: tuple[str, str, str]) -> None:
    line, _, expected = command
    # As typed by somebody whose python3 is this one.
    folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
    surroundings = {**os.environ, "PATH": os.pathsep.join(folders), "PYTHONPATH": ""}
    ran = subprocess.run(
        line, shell=True, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == expected
