"""Tells which tests run which lines, and how long each takes; or runs some tests alone.

A plugin of pytest's: `--covered FILE` writes what was run of the mutated files, `--only FILE`
leaves nothing but the tests that are named in it, the quickest files first.
"""

import json
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest


class Covered(NamedTuple):
    """What a run has covered."""

    seconds: dict[str, float]
    """Of processor time, by test."""
    tests: dict[str, dict[int, list[str]]]
    """By file and line, those that have run it."""

    def running(self, path: str, lines: range) -> list[str]:
        """Name the tests that run some of a file's lines: those of a quick file first, and none if
        a line has been run before any test, when a module was read."""
        found = {test for line in lines for test in self.tests.get(path, {}).get(line, ())}
        if "" in found:
            return []
        cost: dict[str, float] = defaultdict(float)
        for test in found:
            cost[test.partition("::")[0]] += self.seconds[test]
        return sorted(found, key=lambda test: (cost[test.partition("::")[0]], test))


def read_covered(path: Path) -> Covered:
    """Read what a run has written."""
    told = json.loads(path.read_text(encoding="utf-8"))
    names = list(told["seconds"])
    tests = {
        file: {
            int(line): [names[number] if number >= 0 else "" for number in numbers]
            for line, numbers in lines.items()
        }
        for file, lines in told["tests"].items()
    }
    return Covered(told["seconds"], tests)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run say what it is for."""
    parser.addoption("--covered", default="", help="where to write which test runs which line")
    parser.addoption("--only", default="", help="a file with the tests to run, one a line")


def pytest_configure(config: pytest.Config) -> None:
    """Begin before a test is read, so that what reading it runs is known as such."""
    if target := config.getoption("--covered"):
        config.pluginmanager.register(_Covering(Path(target), Path.cwd()))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests that are asked for, in the order in which their files are named."""
    if not (name := config.getoption("--only")):
        return
    wanted = Path(name).read_text(encoding="utf-8").splitlines()
    order = {test: number for number, test in enumerate(wanted)}
    files = {test.partition("::")[0]: number for test, number in reversed(order.items())}
    items[:] = [item for item in items if item.nodeid in order]
    items.sort(key=lambda item: files[item.nodeid.partition("::")[0]])


class _Covering:
    def __init__(self, target: Path, root: Path) -> None:
        self.target, self.root = target, root
        self.seconds: dict[str, float] = {}
        included = [f"{root}/py/spieltisch/*", f"{root}/lab/puzzles/*"]
        self.coverage = coverage.Coverage(data_file=None, include=included)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test runs, what it is given included."""
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.process_time() - began, 3)
            self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        """Write all that was run."""
        self.coverage.stop()
        data = self.coverage.get_data()
        numbers = {test: number for number, test in enumerate(self.seconds)}
        tests: dict[str, Any] = {}
        for path in data.measured_files():
            lines = data.contexts_by_lineno(path).items()
            tests[Path(path).relative_to(self.root).as_posix()] = {
                line: sorted(numbers.get(context, -1) for context in contexts)
                for line, contexts in lines
            }
        told = {"seconds": self.seconds, "tests": tests}
        self.target.write_text(json.dumps(told), encoding="utf-8")
