"""Another Pyodide is brought by one command, which says what to do where something refuses."""

from __future__ import annotations

import re
import sys
from types import SimpleNamespace

import pytest

from tools import packages, upgrade
from tools.project import ToolError
from tools.upgrade import STEPS, Step, take, written_version


def test_what_is_installed_is_what_package_json_and_the_table_say(monkeypatch, tmp_path) -> None:
    asked: list[tuple[str, ...]] = []

    def run(*command: str) -> SimpleNamespace:
        asked.append(command)
        return SimpleNamespace(returncode=0, stdout="")

    monkeypatch.setattr(upgrade, "run", run)
    monkeypatch.setattr(upgrade, "NODE_MODULES", tmp_path)
    monkeypatch.setattr(packages, "TABLE", tmp_path / "packages.md")
    upgrade.install("9.9.9")
    assert asked[0][-1] == "pyodide@9.9.9"
    assert f"| pyodide {written_version()} |" in packages.TABLE.read_text(encoding="utf-8")


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
