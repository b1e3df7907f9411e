"""Another Pyodide is brought by one command, which says what to do where something refuses."""

from __future__ import annotations

import re
import sys

import pytest

from tools import upgrade
from tools.project import ToolError
from tools.upgrade import STEPS, Step, take, with_version, written_version

TABLE = "| pyodide 1.2.3 | MPL-2.0 | pyodide 1.2.3 is\n| @pyscript/core 1.2.3 | Apache-2.0 |"


@pytest.mark.parametrize("new", ["1.2.4", "315.0.0-alpha.2"])
def test_the_version_is_written_where_the_table_has_it(new: str) -> None:
    assert with_version(TABLE, "1.2.3", new) == TABLE.replace("1.2.3 | M", f"{new} | M")
    assert with_version(TABLE, "1.2.4", new) == TABLE


def test_the_readme_has_the_version_where_it_would_be_written() -> None:
    text = upgrade.README.read_text(encoding="utf-8")
    assert with_version(text, written_version(), "9.9.9") != text


def test_a_step_that_fails_says_what_it_was_what_was_said_and_what_to_do() -> None:
    program = "import sys; print('no GOT.func'); sys.exit(3)"
    step = Step("build the site", (sys.executable, "-c", program), "Look at tools/indirect.py.")
    told = r"Could not build the site:\nno GOT.func\n\nLook at tools/indirect.py.\nAgain: .*"
    with pytest.raises(ToolError, match=told):
        take(step)


def test_a_step_that_succeeds_is_told_alone(capsys: pytest.CaptureFixture[str]) -> None:
    take(Step("do nothing", (sys.executable, "-c", "print('much')"), ""))
    assert capsys.readouterr().out == "do nothing ...\n"


def test_each_file_of_tests_that_is_run_is_there() -> None:
    named = [part for step in STEPS for part in step.command if re.search(r"test_\w+\.py$", part)]
    assert len(named) > 5
    for name in named:
        assert (upgrade.ROOT / name).is_file(), name
