"""Finds out which functions of Pyodide's WebAssembly pages run: `make functions`.

It builds a site whose Pyodide notes each of its functions that runs, runs the browser tests on it
in Chromium, and writes what any page or worker ran into `first_part.txt`. As a pytest plugin it
asks each page for its notes before that page is left.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Worker

from tools import first_part, lean, runtime, site
from tools.project import ROOT, ToolError
from tools.split import OWN, Whole, split
from tools.wasm import (
    CODE,
    EXPORTS,
    GLOBAL,
    GLOBALS,
    Reader,
    format_number,
    sections,
    vector,
    with_more,
    with_sections,
    with_size,
)

# Tests of starts that fail or have no snapshot, which run functions that no good start runs; tests
# of the service worker, which this site does not have; and tests in other browsers.
LEFT_OUT = ("boot", "boot_live", "boot_snapshot", "engines", "offline", "wrong_answers")
NOTES = "SPIELTISCH_NOTES"
# A global that is 0 at first, and the code that sets it to 1 (its number follows).
AT_FIRST, IS_SET = b"\x7f\1\x41\0\x0b", b"\x41\1\x24"
# Put before the scripts that start Python: keeps each instance of Pyodide's WebAssembly.
KEEP_INSTANCES = """\
(() => {
  const { instantiate } = WebAssembly;
  globalThis.instances = [];
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate.apply(WebAssembly, given);
    instances.push(made.instance ?? made);
    return made;
  };
})();
"""
ASK = f"""() => (globalThis.instances ?? []).flatMap(({{ exports }}) => Object.entries(exports)
  .filter(([name, {{ value }}]) => /^{OWN}\\d+$/.test(name) && value === 1)
  .map(([name]) => Number(name.slice(1))))"""


def noting(module: bytes, own_numbers: dict[int, int]) -> bytes:
    """Make each function of a module note that it ran, by its number in Pyodide's own."""
    found = dict(sections(module))
    whole = Whole(module)
    count = sum(one.kind == GLOBAL for one in whole.state)
    notes = {function: format_number(count + i) for i, function in enumerate(whole.functions)}
    names = {function: f"{OWN}{own_numbers[function]}".encode() for function in notes}
    exported = [with_size(names[one]) + bytes((GLOBAL,)) + note for one, note in notes.items()]
    return with_sections(
        module,
        {
            GLOBALS: with_more(found[GLOBALS], [AT_FIRST] * len(notes)),
            EXPORTS: with_more(found[EXPORTS], exported),
            CODE: vector(
                [
                    with_size(with_code(body, IS_SET + notes[function]))
                    for function, body in whole.bodies.items()
                ]
            ),
        },
    )


def with_code(body: bytes, code: bytes) -> bytes:
    """Put some code before a function's own."""
    reader = Reader(body)
    for _ in range(reader.number()):
        # How many local variables, and of which type.
        reader.number()
        reader.byte()
    return reader.since(0) + code + reader.rest()


def make_noting(app: bytes, out: Path) -> dict[str, str]:
    """Make the parts of a site whose Pyodide notes what runs."""
    module, own_numbers = lean.reachable()
    all_functions = frozenset(own_numbers)
    with tempfile.TemporaryDirectory() as folder:
        parts = split(noting(module, own_numbers), all_functions, lean.without_unreachable)
        lean.write_parts(Path(folder), *parts)
        return runtime.make_with(Path(folder), app, out)


def build(folder: Path) -> None:
    """Build the site."""
    site.build(folder, make=make_noting, is_offline=False)
    for name in ("static/boot/page.js", "static/runtime/python.js"):
        script = folder / name
        script.write_text(KEEP_INSTANCES + script.read_text("utf-8"), "utf-8")


def play(folder: Path, notes: Path) -> None:
    """Run the tests; ToolError if they do not run to the end."""
    left_out = (f"--ignore=tests/e2e/test_{name}.py" for name in LEFT_OUT)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *left_out),
            *("-p", "tools.run_functions", "-m", "e2e and not soak", "tests/e2e"),
        ],
        cwd=ROOT,
        env={**os.environ, "SPIELTISCH_TEST_SITE": str(folder), NOTES: str(notes)},
        check=False,
    )
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise ToolError("The browser tests could not be run.")


noted: set[int] = set()


def ask(pages: Iterable[Page]) -> None:
    """Take the notes of pages and of their workers."""
    for page in pages:
        threads: list[Page | Worker] = [page, *page.workers]
        for asked in threads:
            try:
                noted.update(asked.evaluate(ASK))
            except Error:
                # The page is gone or hangs; other tests run the same functions.
                continue


def asking_first(method: Callable[..., Any], pages: Callable[[Any], Iterable[Page]]) -> Any:
    """Give a method that takes the notes of pages first."""

    @wraps(method)
    def asking(self: object, *given: object, **options: object) -> object:
        ask(pages(self))
        return method(self, *given, **options)

    return asking


def pytest_configure() -> None:
    """Take a page's notes whenever it is left."""
    for left, method in (
        (Page, "close"),
        (Page, "goto"),
        (Page, "reload"),
        (BrowserContext, "close"),
    ):
        pages = (lambda page: [page]) if left is Page else (lambda context: context.pages)
        setattr(left, method, asking_first(getattr(left, method), pages))


def pytest_sessionfinish() -> None:
    """Write down what was noted in this process."""
    path = Path(os.environ[NOTES]) / f"{os.getpid()}.json"
    path.write_text(json.dumps(sorted(noted)), "ascii")


def main() -> int:
    """Build, play, and write the list."""
    with tempfile.TemporaryDirectory() as folder:
        built, notes = Path(folder) / "site", Path(folder) / "notes"
        notes.mkdir()
        try:
            build(built)
            play(built, notes)
        except ToolError as error:
            print(error, file=sys.stderr)
            return 1
        texts = [path.read_text("ascii") for path in notes.iterdir()]
    found = frozenset(number for text in texts for number in json.loads(text))
    first_part.write(found)
    print(f"pages run {len(found)} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
