"""The house's order, read from the imports: who may use whom (design.md, "The house")."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from spieltisch.games import catalog
from tools.project import PACKAGE, PY, ROOT

ROOMS = {
    "table": set(),
    "search": {"table"},
    "views": {"table"},
    "games": {"search", "table", "views"},
    "play": {"games", "search", "table"},
    "session": {"games", "play", "table"},
    "presenters": {"games", "play", "session", "table", "views"},
    "shell": {"games", "play", "presenters", "session", "table", "views"},
    "cli": {"games", "play", "table"},
    "__main__": {"cli"},
    "__init__": set(),
}
"""Each room and module of the package, and what it may use beside itself."""

RULE_ROOMS = ("table", "boards", "games")
SCRIPTS = ("main.py", "bot_worker.py")
"""What PyScript runs: they stand beside the package and start it."""

BROWSER = {"pyscript", "js", "pyodide", "pyodide_js", "_pyodide", "polyscript"}
OUTSIDE_OF_RULES = {
    "asyncio", "calendar", "datetime", "gettext", "io", "locale", "logging", "os", "pathlib",
    "random", "secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uuid",
}  # fmt: skip
"""The clock, chance, translation and the machine: a rule reads none of them."""

MAX_LINES = 400


class Import(NamedTuple):
    """One import of one module.

    Attributes:
        path: the file it stands in.
        line: where.
        name: the dotted name of the imported module.
        is_at_top: whether it runs when the file is imported.
    """

    path: Path
    line: int
    name: str
    is_at_top: bool

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    @property
    def room(self) -> str:
        """The room of ours that is imported; empty for what is not ours."""
        ours, _, rest = self.name.partition(".")
        return (rest.partition(".")[0] or "__init__") if ours == PACKAGE.name else ""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} imports {self.name}"


def imports_of(path: Path) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"), path)
    inside = {
        node
        for holder in ast.walk(tree)
        if isinstance(holder, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(holder)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: say where from, not relative to here"
            # `from spieltisch import x` imports the room x.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield Import(path, node.lineno, name, node not in inside)


def room_of(path: Path) -> str:
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCES = [*MODULES, *(PY / name for name in SCRIPTS if (PY / name).exists())]
IMPORTS = [found for path in MODULES for found in imports_of(path)]


def none_of(found: Iterator[object]) -> None:
    assert [str(one) for one in found] == []


def test_every_room_is_known():
    assert {room_of(path) for path in MODULES} <= ROOMS.keys()
    assert len(MODULES) > 50


def test_imports_run_one_way():
    none_of(
        found
        for found in IMPORTS
        if found.room and found.room not in ROOMS[room_of(found.path)] | {room_of(found.path)}
    )


def test_nothing_is_beside_the_package_but_what_starts_it():
    assert {path.name for path in PY.glob("*.py")} <= set(SCRIPTS)


def test_games_never_import_each_other():
    games = PACKAGE / "games"
    for found in IMPORTS:
        inside = found.path.relative_to(games).parts if found.path.is_relative_to(games) else ()
        if len(inside) > 1 and found.name.startswith("spieltisch.games."):
            assert found.name.split(".")[2] == inside[0], str(found)


def test_the_catalogue_reads_metadata_alone():
    for found in imports_of(PACKAGE / "games" / "catalog.py"):
        if found.name.startswith("spieltisch.games."):
            assert found.name.split(".")[3] == "info", str(found)


def test_game_metadata_needs_no_rules():
    for path in (PACKAGE / "games").glob("*/info.py"):
        none_of(f for f in imports_of(path) if f.room and f.room != "table")


def test_only_the_shell_knows_the_browser():
    none_of(f for f in IMPORTS if f.package in BROWSER and room_of(f.path) != "shell")


def test_the_package_loads_without_a_browser():
    none_of(f for f in IMPORTS if f.package in BROWSER and f.is_at_top)


def test_rules_know_neither_clock_nor_chance_nor_translation():
    none_of(f for f in IMPORTS if room_of(f.path) in RULE_ROOMS and f.package in OUTSIDE_OF_RULES)


def test_views_and_session_read_no_clock_and_no_machine():
    kept_out = OUTSIDE_OF_RULES - {"gettext", "random", "urllib"}
    none_of(f for f in IMPORTS if room_of(f.path) in ("views", "session") and f.package in kept_out)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_game_has_its_three_doors(game):
    folder = PACKAGE / "games" / game
    assert {"info.py", "rules.py", "choice.py"} <= {path.name for path in folder.glob("*.py")}


def test_every_game_folder_is_in_the_catalogue():
    folders = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    assert folders == catalog.GAMES.keys()


def test_games_on_the_page_have_a_view():
    for game in catalog.GAMES:
        assert (PACKAGE / "views" / game / "view.py").exists()


def test_modules_are_short():
    lengths = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in SOURCES}
    assert {p.name: n for p, n in lengths.items() if n > MAX_LINES} == {}


def test_types_are_not_silenced():
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "type: ignore" in line
    ]
    assert lines == []
