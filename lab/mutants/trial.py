"""Tries one mutant: changes the engine in a copy of the project, and runs its narrow tests.

Narrow tests are those that import nothing above what was changed: a broken rule should fail the
tests of the rules, not a test of how a page looks.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lab.mutants.cover import Covered
from lab.mutants.mutations import Mutation, lines_of, mutations
from tools.project import ROOT

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "_site",
    "vendor", "made",
)  # fmt: skip
MUTATED = (
    "py/spieltisch/games/*/rules/*.py", "py/spieltisch/table/*.py",
    "py/spieltisch/games/*/bots/*.py", "py/spieltisch/search/*.py", "py/spieltisch/play/*.py",
    "lab/puzzles/proving.py",
)  # fmt: skip
TESTS = ("tests/unit", "lab/tests")
IMPORTED = re.compile(r"^(?:from|import) (?:spieltisch\.)?([\w.]+)", re.MULTILINE)
RULES_OF_GAME = re.compile(r"games\.(\w+)\.(?:rules|bots)")
FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w./]+(?:::\w+)?)", re.MULTILINE)
NO_TEST = "before any test"
ROOMS_ABOVE = {"app", "cli", "kit", "live", "shell"}
# Of a test, and of one that only waits. All narrow tests of a module take as long as they take: a
# limit for them together would take a busy machine, or many tests, for one that has noticed.
TEST_CPU_S = 100.0
TEST_LIMIT_S = 600
# Numbers that were found by trying: others are as right, and nobody could tell.
FITTED = {"py/spieltisch/games/yala/bots/values.py"}
PYTEST = (
    "-q", "-x", "-p", "no:cacheprovider", "-m", "not e2e and not soak",
    "--hypothesis-profile=mutants", "-o", f"faulthandler_timeout={TEST_LIMIT_S}",
    "-o", "faulthandler_exit_on_timeout=true", "-p", "lab.mutants.limit", "-p", "lab.mutants.cover",
)  # fmt: skip


@dataclass(frozen=True, order=True)
class Mutant:
    """A mutation of one file; `path` is relative to the project."""

    path: str
    line: int
    mutation: Mutation

    def __str__(self) -> str:
        """Tell where it is and what was changed."""
        old, new = (" ".join(text.split()) for text in (self.mutation.old, self.mutation.new))
        return f"{self.path}:{self.line}: {old} -> {new}"

    def lines(self, root: Path = ROOT) -> range:
        """Tell the lines of the statement that is changed."""
        return lines_of((root / self.path).read_bytes(), self.mutation)

    def source(self, root: Path = ROOT) -> bytes:
        """Give the changed file."""
        return self.mutation.apply((root / self.path).read_bytes())


def all_mutants(root: Path = ROOT) -> list[Mutant]:
    """Give every mutant of the rules and bots of all games, of what games share, and of provers."""
    found = []
    for path in sorted(path for pattern in MUTATED for path in root.glob(pattern)):
        source = path.read_bytes()
        name = path.relative_to(root).as_posix()
        if name in FITTED:
            continue
        found += [
            Mutant(name, source.count(b"\n", 0, mutation.start) + 1, mutation)
            for mutation in mutations(source)
        ]
    return found


def unit_tests(path: str, root: Path = ROOT) -> list[str]:
    """Name the unit tests that are about a module.

    Those that import it or are named after it come first: they notice most mutants.
    """
    game, room, stem = _game_of(path), Path(path).parent.name, Path(path).stem
    all_games = [
        folder.name for folder in (root / "py/spieltisch/games").iterdir() if folder.is_dir()
    ]
    found: list[tuple[bool, str]] = []
    for test in sorted(path for folder in TESTS for path in (root / folder).glob("test_*.py")):
        imported = IMPORTED.findall(test.read_text(encoding="utf-8"))
        games = {match[1] for name in imported if (match := RULES_OF_GAME.match(name))}
        rooms = {name.partition(".")[0] for name in imported}
        is_narrow = not rooms & ROOMS_ABOVE
        named = {name for name in all_games if f"_{name}" in test.stem}
        if game is not None:
            is_of_bots = room == "bots" and "_search" in test.stem and not named
            is_about = is_narrow and (game in games or game in named or is_of_bots)
        elif room == "table":
            is_about = (is_narrow and "table" in imported and not named) or f"_{stem}" in test.stem
        else:
            is_of_search = room == "search" and is_narrow and "search" in rooms
            is_imported = f"{room}.{stem}" in " ".join(imported)
            is_about = is_imported or is_of_search or f"_{stem}" in test.stem
        if is_about:
            is_other = stem not in test.stem and not any(
                one.endswith(f".{stem}") for one in imported
            )
            found.append((is_other, test.relative_to(root).as_posix()))
    return [name for _, name in sorted(found)]


def stages(path: str, root: Path = ROOT) -> list[list[str]]:
    """Give pytest's arguments for each stage of a module's tests: the quick and telling first."""
    game = _game_of(path)
    only = ["-k", game] if game is not None else []
    wide = [["tests/records", "tests/perft", *only], ["tests/conformance", *only]]
    if Path(path).parent.name in ("rules", "table"):
        return [wide[0], unit_tests(path, root), wide[1]]
    return [unit_tests(path, root), *([] if path.startswith("lab/") else wide[1:])]


def _game_of(path: str) -> str | None:
    parts = Path(path).parts
    return parts[3] if parts[2] == "games" else None


def copy_project(scratch: Path) -> None:
    """Copy what the tests need, in its present state."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(ROOT, scratch, ignore=NOT_COPIED)


def failure(scratch: Path, arguments: list[str], most_cpu_s: float = 0) -> str:
    """Run some tests in the copy; name the one that fails, give nothing if none does."""
    limit = f"--most-cpu={most_cpu_s or TEST_CPU_S}"
    command = [sys.executable, "-m", "pytest", *PYTEST, limit, *arguments]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command,
        cwd=scratch,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    named = FAILED.search(done.stdout)
    return named[1] if named else NO_TEST


def alone(tests: list[str], scratch: Path) -> list[str]:
    """Give pytest's arguments for these tests, in their order."""
    listed = scratch / ".only"
    listed.write_text("\n".join(tests), encoding="utf-8")
    return ["--only", listed.name, *dict.fromkeys(test.partition("::")[0] for test in tests)]


def killer(mutant: Mutant, scratch: Path, covered: Covered | None = None) -> str:
    """Put a mutant into the copy, and take it out again; name the test that noticed it, if any.

    Tests that are known to run what was changed come first, and notice nearly all. Those that run
    it by what was kept of an earlier test are not known: if none of the first has noticed, all are
    run.
    """
    path = scratch / mutant.path
    original = path.read_bytes()
    told = [] if covered is None else covered.running(mutant.path, mutant.lines(scratch))
    wanted = [alone(told, scratch)] if told else []
    path.write_bytes(mutant.source(scratch))
    try:
        several = [*wanted, *stages(mutant.path, scratch)]
        return next((found for stage in several if (found := failure(scratch, stage))), "")
    finally:
        path.write_bytes(original)
