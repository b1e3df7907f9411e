"""The house's order (docs/architecture.md): who may import whom, and who may name a game."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from spieltisch.app import screens
from spieltisch.games import catalog
from tools.project import PACKAGE, PY, ROOT

ROOMS = {
    "table": set(),
    "kit": {"table"},
    "search": {"table"},
    "games": {"kit", "search", "table"},
    "play": {"games", "search", "table"},
    "live": {"games", "play", "table"},
    "app": {"games", "kit", "live", "play", "table"},
    "shell": {"app", "games", "kit", "live", "play", "table"},
    "cli": {"games", "new_game", "play", "table"},
    "new_game": set(),
    "__main__": {"cli"},
    "__init__": set(),
}
"""Each room and module of the package, and what it may use besides itself."""

GAMES = PACKAGE / "games"
INSIDE_A_GAME = {
    "rules": {"table"},
    "view": {"kit", "rules", "table"},
    "bots": {"contract", "rules", "search", "table"},
    "lessons": {"rules", "table"},
    "hunt": {"bots", "rules", "search", "table"},
    "game": {"bots", "contract", "lessons", "rules", "table", "view"},
}
"""Each part of a game's folder, and what it may use besides itself."""

SCRIPTS = ("main.py", "bot_worker.py", "own_bot_worker.py")
"""The scripts that PyScript runs: they lie beside the package and start it."""

BROWSER = {"pyscript", "js", "pyodide", "pyodide_js", "_pyodide", "polyscript"}
OUTSIDE_OF_RULES = {
    "asyncio", "calendar", "datetime", "gettext", "io", "locale", "logging", "os", "pathlib",
    "random", "secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uuid",
}  # fmt: skip
"""The clock, chance, translation and the machine: a rule reads none of them."""


class Import(NamedTuple):
    """One import of one module."""

    path: Path
    """The file it stands in."""
    line: int
    """Where."""
    name: str
    """The dotted name of the imported module."""
    is_at_top: bool
    """Whether it runs when the file is imported."""

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


APP = PACKAGE / "app"
FOLDERS = catalog.FOLDERS
MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCES = [*MODULES, *(PY / name for name in SCRIPTS if (PY / name).exists())]


@cache
def all_imports() -> tuple[Import, ...]:
    return tuple(found for path in MODULES for found in imports_of(path))


def none_of(found: Iterator[object]) -> None:
    assert [str(one) for one in found] == []


def test_every_room_is_known():
    assert {room_of(path) for path in MODULES} <= ROOMS.keys()
    assert len(MODULES) > 50


def test_imports_run_one_way():
    none_of(
        found
        for found in all_imports()
        if found.room and found.room not in ROOMS[room_of(found.path)] | {room_of(found.path)}
    )


def test_screens_tell_live_play_what_happens_and_do_not_call_it():
    """Screens return reports (app/core/effects.py), which live play answers: so it may use the
    screens, and none of them has to know what it does. What it draws beside a match the table of
    screens hands in."""
    live_play = f"{PACKAGE.name}.app.together."
    asked = [found for found in all_imports() if found.name.startswith(live_play)]
    table = (APP / "screens.py", APP / "update.py")
    above = (APP / "together", *table, PACKAGE / "shell")
    assert len(asked) > 20
    none_of(one for one in asked if not any(one.path.is_relative_to(path) for path in above))


def test_nothing_is_beside_the_package_but_what_starts_it():
    assert {path.name for path in PY.glob("*.py")} <= set(SCRIPTS)


def test_games_never_import_each_other_and_what_they_import_runs_one_way():
    for found in all_imports():
        inside = found.path.relative_to(GAMES).parts if found.path.is_relative_to(GAMES) else ()
        if len(inside) < 2 or not found.room:
            continue
        game, part = inside[0], inside[1].removesuffix(".py")
        names = found.name.split(".")
        if found.room != "games":
            used = found.room
        elif names[2] == "contract":
            used = "contract"
        else:
            assert names[2] == game, str(found)
            used = names[3]
        if part != "__init__":
            assert used in INSIDE_A_GAME[part] | {part}, str(found)


def test_only_the_shell_knows_the_browser():
    none_of(f for f in all_imports() if f.package in BROWSER and room_of(f.path) != "shell")


def test_every_module_can_be_imported():
    """A message, a notice or an effect that says once more that it is a dataclass cannot be."""
    for path in MODULES:
        if path.stem != "__main__":
            name = ".".join(path.relative_to(PY).with_suffix("").parts)
            assert import_module(name).__file__ == str(path)


def test_the_package_loads_without_a_browser():
    none_of(f for f in all_imports() if f.package in BROWSER and f.is_at_top)


def is_rule(path: Path) -> bool:
    inside = path.relative_to(PACKAGE).parts
    return inside[0] == "table" or (inside[0] == "games" and "rules" in inside)


def test_rules_know_neither_clock_nor_chance_nor_translation():
    assert len([path for path in MODULES if is_rule(path)]) > 20
    none_of(f for f in all_imports() if is_rule(f.path) and f.package in OUTSIDE_OF_RULES)


PURE = ("app", "games", "kit", "live", "play", "search")


def test_what_is_pure_reads_no_clock_and_no_machine():
    kept_out = OUTSIDE_OF_RULES - {"asyncio", "gettext", "random", "urllib"}
    pure = [f for f in all_imports() if room_of(f.path) in PURE]
    # A BytesIO is memory, not a file of the machine.
    none_of(f for f in pure if f.package in kept_out and f.name != "io.BytesIO")


@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_a_game_is_one_folder(game):
    folder = GAMES / game
    stems = {path.stem for path in folder.glob("*.py")}
    assert {"__init__", "game"} <= stems <= {"__init__", "game", "hunt", "lessons"}
    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} <= {
        "bots", "rules", "view",
    }  # fmt: skip


def test_every_game_folder_is_in_the_catalogue():
    folders = {path.parent.name for path in GAMES.glob("*/__init__.py")}
    assert folders == set(catalog.FOLDERS)


def names_of_games() -> set[str]:
    """All words that belong to one game: its name, variants, editions and shouts."""
    names = set()
    for folder in catalog.FOLDERS:
        game = catalog.GAMES[folder]
        names |= {folder, game.info.title.lower(), *game.info.variants, *game.info.editions}
        if game.shouts is not None:
            for word in game.shouts.words:
                names |= {word, *re.findall(r"[a-z]+", game.shouts.label(word).lower())}
    return names - {"standard"}


OUTSIDE_THE_GAMES = sorted(
    [
        *(path for path in SOURCES if not path.is_relative_to(GAMES)),
        *(path for path in (PACKAGE / "table").glob("*.json")),
        *(GAMES.glob("*.py")),
        *(ROOT / "static" / "boot").glob("*.js"),
        *(ROOT / "static" / "sound").glob("*.js"),
        *(ROOT / "static" / "styles").glob("*.css"),
        ROOT / "index.html",
    ]
)


class WithoutProse(ast.NodeTransformer):
    """Drops what explains the code: docstrings, and the texts below attributes."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | ast.Pass:
        is_prose = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.Pass() if is_prose else node


def said_in(path: Path) -> str:
    """What a file does: of Python the names and strings, of others every word."""
    text = path.read_text(encoding="utf-8")
    return ast.unparse(WithoutProse().visit(ast.parse(text))) if path.suffix == ".py" else text


def test_only_its_own_folder_names_a_game():
    """Comments and docstrings may: an example is plainer with a game. Code may not, but for the
    catalogue, which lists the folders."""
    # At the beginning of a word, so that class names count, too.
    named = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(names_of_games()))})", re.IGNORECASE)
    assert len(names_of_games()) >= 12
    assert len(OUTSIDE_THE_GAMES) > 60
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in OUTSIDE_THE_GAMES
        for line in said_in(path).splitlines()
        if named.search(line) and path.name != "catalog.py"
    ]
    listed = [line for line in said_in(GAMES / "catalog.py").splitlines() if named.search(line)]
    assert found == []
    assert [line.partition(" = ")[0] for line in listed] == ["FOLDERS"]


def test_no_two_classes_have_one_name():
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                place = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                places.setdefault(node.name, []).append(place)
    assert len(places) > 300
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_types_are_not_silenced():
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "type: ignore" in line
    ]
    assert lines == []


PROVERS_ARE_ASKED = {"test_dealt_puzzles.py", "test_puzzle_packs.py"}
"""Tests that ask the laboratory's provers about puzzles, as nothing else proves them."""


def test_nothing_of_the_product_needs_the_laboratory():
    asking = re.compile(r"^\s*(?:from|import) lab\b|import_module\([\"']lab\b", re.MULTILINE)
    found = {
        path.name
        for folder in (PY, ROOT / "tools", ROOT / "tests", ROOT / "examples")
        for path in folder.rglob("*.py")
        if asking.search(path.read_text(encoding="utf-8"))
    }
    assert found == PROVERS_ARE_ASKED


FLOORS = ("core", "keeping", "board")
"""The lower floors of app/, the lowest first: each may import those below it alone. On them stand
the screens, on these live play (together/), and on all of it the table of screens, which are the
files beside the folders."""


def folder_of(parts: tuple[str, ...]) -> str:
    """The folder of app/ that a module is in, given its path or its name inside app/."""
    return parts[0] if (APP / parts[0]).is_dir() else "table"


def arrows_of_app() -> set[tuple[str, str]]:
    """Which folder of app/ imports which, wherever an import stands and whatever it is for."""
    inside = f"{PACKAGE.name}.app."
    found = set()
    for one in all_imports():
        if one.path.is_relative_to(APP) and one.name.startswith(inside):
            arrow = (
                folder_of(one.path.relative_to(APP).parts),
                folder_of(tuple(one.name.removeprefix(inside).split("."))),
            )
            found.add(arrow)
    return {(one, other) for one, other in found if one != other}


def test_app_has_floors():
    arrows = arrows_of_app()
    assert len(arrows) > 50
    upward = {
        (one, other)
        for one, other in arrows
        if (one in FLOORS and other not in FLOORS[: FLOORS.index(one)])
        or (other == "together" and one != "table")
        or other == "table"
    }
    assert upward == set(), "what two folders share belongs on a floor below them"


def test_no_folders_of_app_know_each_other_in_a_circle():
    arrows, above = arrows_of_app(), set[str]()
    folders = {one for arrow in arrows for one in arrow}
    while free := {one for one in folders - above if {a for a, b in arrows if b == one} <= above}:
        above |= free
    assert folders - above == set()


def test_screens_know_each_other_by_addresses_and_messages():
    apart = {*FLOORS, "together", "table"}
    known = {(one, other) for one, other in arrows_of_app() if not {one, other} & apart}
    assert known == set(), "Hear (app/core/effects.py) has the session hear another's message"


def test_what_a_screen_remembers_does_not_stand_where_it_changes_or_is_drawn():
    """States and messages stand in state.py, messages.py or, of a small screen, in screen.py."""
    for name in ("update", "view"):
        for path in APP.rglob(f"{name}.py"):
            inside = ".".join(path.relative_to(PY).with_suffix("").parts)
            found = [one for one in vars(import_module(inside)).values() if isinstance(one, type)]
            own = [one.__name__ for one in found if one.__module__ == inside]
            assert [one for one in own if not one.startswith("_")] == [], path


def test_a_match_sees_one_small_value_of_live_play():
    """Who has which role, who is waited for and what was decided (``Meeting``): no screen reads
    who is connected by which line, and none but live play draws it."""
    apart = (*(APP / name for name in ("core", "together")), *APP.glob("*.py"))
    below = [
        path
        for path in MODULES
        if path.is_relative_to(APP) and not any(path.is_relative_to(one) for one in apart)
    ]
    inside = f"{PACKAGE.name}.app.core.live."
    seen = {
        one.name.removeprefix(inside)
        for one in all_imports()
        if one.name.startswith(inside) and one.path in below
    }
    assert seen == {"Meeting", "meeting_of"}
    none_of(found for path in below for found in readings_of_live(path))


def readings_of_live(path: Path) -> Iterator[str]:
    """Where ``session.live`` is read, but to ask whether there is any, or for a ``Meeting``."""
    tree = ast.parse(path.read_text(encoding="utf-8"), path)
    allowed = set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="meeting_of"), args=[first, *_]):
                allowed.add(first)
            case ast.Compare(left=left, comparators=[ast.Constant(value=None)]):
                allowed.add(left)
    for node in ast.walk(tree):
        # What live play draws comes with the frame.
        match node:
            case ast.Attribute(value=ast.Name(id="frame"), attr="live"):
                pass
            case ast.Attribute(attr="live") if node not in allowed:
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


EACH_SCREEN_HAS_ONE = {"CONDUCT", "SCREENS"}


def is_constant(name: str) -> bool:
    # Single letters are type variables.
    is_public = name.isupper() and len(name) > 1 and not name.startswith("_")
    return is_public and name not in EACH_SCREEN_HAS_ONE


def test_no_two_constants_of_app_have_one_name():
    """One name means one thing: most of them are bounds, and none of these is another's."""
    places: dict[str, list[str]] = {}
    for path in APP.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            for one in (one for target in targets for one in ast.walk(target)):
                if isinstance(one, ast.Name) and is_constant(one.id):
                    places.setdefault(one.id, []).append(str(path.relative_to(APP)))
    assert len(places) > 150
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


OF_SESSION = {"StartScreen", "TableScreen", "WaitScreen"}
"""What a session itself knows of: where it begins, the table that has a match on it, whatever lies
over that, and that something is waited for. Their screens are built elsewhere, as all others."""


def test_core_names_no_screen_but_what_a_session_itself_is_at():
    for folder in (*screens.FOLDERS, *screens.LATE):
        screens.bring_in(folder)
    names = {state.__name__ for state in screens.SCREENS}
    assert len(names) > 25
    assert names > OF_SESSION
    said = "".join(said_in(path) for path in (APP / "core").rglob("*.py"))
    assert {name for name in names if re.search(rf"\b{name}\b", said)} == OF_SESSION
    in_core = {state.__name__ for state in screens.SCREENS if ".app.core." in state.__module__}
    assert in_core == OF_SESSION
