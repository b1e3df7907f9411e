"""Begins a new game in a checkout: a copy of the example under another name, in the catalogue."""

import re
import shutil
from keyword import iskeyword
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE: Final = "mutorere"
"""The example's name; its classes and its title are below."""
SPELLINGS: Final = ("MuTorere", "Mū tōrere")
MOST_LETTERS = 20
TABLE, OPENING = "catalog.py", "FOLDERS = (\n"

STEPS = """\
{folder} is {example} under another name. It is in the catalogue, and `make play` has it.
What is left, as CONTRIBUTING.md tells under "Add a game":
1. rules/rules.py: INFO (title, author, seats, options), positions, actions, texts, events.
2. view/: the board, what keys and questions are for, sentences (told.toml), the rules, style.css.
3. bots/search.py: moves and their values, levels.
4. Beside them, if the game is to have it: lessons.toml, view/editor.py, hunt.py for puzzles.
5. make unit TESTS="tests/conformance -k {name}"; make unit TESTS=tests/test_house.py; make format
6. docs/rules.md: what is played. make catalogues: then translate its words in static/locale/.\
"""


class NewGameError(Exception):
    """Why no game can be begun under a name, and what to do about it."""


def begin(name: str, root: Path = ROOT) -> str:
    """Copy the example to the games of the checkout in a folder, and add it to the catalogue; gives
    what is left to be done. Raises NewGameError, and then has changed nothing."""
    example, games = root / "tests" / "fourth_game" / EXAMPLE, root / "py" / "spieltisch" / "games"
    if not example.is_dir():
        raise NewGameError("a new game is begun in a checkout, which has the example to copy")
    if not re.fullmatch(f"[a-z][a-z0-9]{{1,{MOST_LETTERS - 1}}}", name) or iskeyword(name):
        raise NewGameError(
            f"{name!r} cannot be a game's name: 2 to {MOST_LETTERS} small letters and digits, a"
            " letter first, and no word of Python's"
        )
    if name == EXAMPLE or (games / name).exists() or (games / f"{name}.py").exists():
        raise NewGameError(f"{name!r} is taken: choose another name")
    with_game = with_line((games / TABLE).read_text(encoding="utf-8"), name)
    target = games / name
    try:
        for source in sorted(example.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                path = target / source.relative_to(example)
                path.parent.mkdir(parents=True, exist_ok=True)
                text = source.read_text(encoding="utf-8")
                path.write_text(_renamed(text, name), encoding="utf-8", newline="\n")
        (games / TABLE).write_text(with_game, encoding="utf-8", newline="\n")
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        raise NewGameError(f"{target} cannot be written: {error.strerror}") from None
    folder = target.relative_to(root).as_posix()
    return STEPS.format(folder=folder, example=SPELLINGS[-1], name=name)


def with_line(table: str, name: str) -> str:
    """The text of a module that lists folders, with one more at the end of its FOLDERS; raises
    NewGameError if it has no such list."""
    before, opening, rest = table.partition(OPENING)
    ours, closing, after = rest.partition(")\n")
    if not opening or not closing:
        raise NewGameError(f"there is no list {OPENING.split(' ', 1)[0]} to add {name!r} to")
    return f'{before}{opening}{ours}    "{name}",\n{closing}{after}'


def _renamed(text: str, name: str) -> str:
    for spelling in SPELLINGS:
        text = text.replace(spelling, name.capitalize())
    return text.replace(EXAMPLE, name)
