"""`python -m lab.said`: which texts of the catalogue does no unit test have the page say?

The tests run as ever, and this module is a plugin of theirs: each process notes what it is asked
to translate. A text that nothing asks for stands in the code, translated into five languages, and
nobody knows whether it can ever be read. Texts of the scripts in `static/boot` are said before
Python has started, and are the browser tests' own.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from spieltisch.kit import words
from tools import catalogues
from tools.project import ROOT

FOLDER = "SPIELTISCH_SAID"
"""The variable that names where processes write what they were asked for."""
ELSEWHERE = "static/boot/"
WHOLE = ("tests/unit", "tests/conformance")


class Noting:
    """Notes which texts are asked of any language, from now on."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        for language in (words.Words, words._Catalogue):
            self.note(language)

    def note(self, language: type[words.Words]) -> None:
        """Have a class of languages tell what it is asked for."""
        asked, gettext, ngettext = self.asked, language.gettext, language.ngettext

        def noting(self: words.Words, message: str) -> str:
            asked.add(message)
            return gettext(self, message)

        def noting_counted(self: words.Words, one: str, other: str, count: int) -> str:
            asked.update((one, other))
            return ngettext(self, one, other, count)

        self._put(language, gettext=noting, ngettext=noting_counted)

    @staticmethod
    def _put(language: type[words.Words], **methods: Callable[..., str]) -> None:
        for name, method in methods.items():
            setattr(language, name, method)


def pytest_configure(config: pytest.Config) -> None:
    """Note what this process is asked for."""
    if FOLDER in os.environ:
        config.stash[NOTING] = Noting()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write it down."""
    if (noting := config.stash.get(NOTING, None)) is not None:
        path = Path(os.environ[FOLDER]) / f"{os.getpid()}.json"
        path.write_text(json.dumps(sorted(noting.asked)), encoding="utf-8")


NOTING = pytest.StashKey[Noting]()


def unsaid(asked: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Give the texts that were not asked for, each with its first place."""
    said = {*asked}
    for message in catalogues.extract():
        texts = (message.id,) if isinstance(message.id, str) else message.id
        places = [name for name, _ in message.locations]
        here = [name for name in places if not name.startswith(ELSEWHERE)]
        if message.id and here and not said & {*texts}:
            yield here[0], texts[0]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="lab.said", description=__doc__)
    parser.add_argument("tests", nargs="*", default=WHOLE, help="other tests than all unit tests")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "lab.said"]
        chosen = ["-m", "not e2e and not soak and not ear", *parser.parse_args().tests]
        done = subprocess.run(
            [*command, *chosen], cwd=ROOT, env={**os.environ, FOLDER: folder}, check=False
        )
        asked = [
            text for path in Path(folder).glob("*.json") for text in json.loads(path.read_text())
        ]
    found = sorted(unsaid(asked))
    for place, text in found:
        print(f"{place}: {text}")
    print(f"{len(found)} texts are said by none of these tests")
    return 1 if found or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
