"""Which Chromium the tests run in."""

import sys
from pathlib import Path

import pytest

from tools import browser, engines
from tools.project import ToolError


@pytest.fixture
def found(tmp_path, monkeypatch):
    """A machine with nothing on its PATH yet, to which nothing can be added."""
    monkeypatch.delenv("SPIELTISCH_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "CHOICE", tmp_path / "browser-path")
    monkeypatch.setattr(browser, "playwrights_own", lambda: tmp_path / "own" / "chrome")
    monkeypatch.setattr(browser, "run_quietly", lambda command, limit_s: False)
    monkeypatch.setattr(browser, "can_apt_install", lambda: False)

    def found(name: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return path

    return found


def test_without_any_it_is_said_what_helps(found):
    with pytest.raises(ToolError, match="apt-get install chromium"):
        browser.executables()


def test_one_and_its_shell_are_found_on_the_path_and_found_again(found):
    both = found("chromium"), found("chromium-headless-shell")
    assert browser.executables() == both
    found("chrome-headless-shell")
    assert browser.executables() == both
    assert browser.executable() == both[0]


def test_where_there_is_no_shell_the_whole_browser_serves(found):
    whole = found("google-chrome")
    assert browser.executables() == (whole, whole)


def test_playwrights_own_goes_before_all_and_without_another_release(found):
    found("chromium-headless-shell")
    own = found("own/chrome")
    assert browser.executables() == (own, own)


def test_what_is_gone_is_looked_for_anew(found):
    whole, shell = found("chromium"), found("chromium-headless-shell")
    assert browser.executables() == (whole, shell)
    shell.unlink()
    assert browser.executables() == (whole, whole)


def test_a_choice_of_an_earlier_version_is_made_anew(found):
    both = found("chromium"), found("chromium-headless-shell")
    browser.CHOICE.write_text(f"{both[0]}\n")
    assert browser.executables() == both


def test_a_missing_shell_is_installed(found, monkeypatch):
    whole = found("chromium")
    monkeypatch.setattr(browser, "can_apt_install", lambda: True)
    monkeypatch.setattr(browser, "apt_install", found)
    assert browser.executables() == (whole, whole.parent / "chromium-headless-shell")


class Terminal:
    """A person at a terminal, who has some answers ready; or nobody."""

    def __init__(self, *answers: str, is_there: bool = True):
        self.answers, self.is_there, self.asked = list(answers), is_there, 0

    def isatty(self) -> bool:
        return self.is_there

    def input(self, question: str) -> str:
        assert "May they be installed on this machine" in question
        self.asked += 1
        return self.answers.pop(0)


@pytest.fixture
def at_terminal(monkeypatch, tmp_path):
    """Put somebody at the terminal of a fresh checkout."""

    def sit_down(*answers, is_there=True):
        terminal = Terminal(*answers, is_there=is_there)
        monkeypatch.delenv("YES", raising=False)
        monkeypatch.setattr(browser, "ANSWER", tmp_path / "may-install")
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr("builtins.input", terminal.input)
        return terminal

    return sit_down


@pytest.mark.parametrize(
    ("answer", "may"), [("y", True), ("Yes ", True), ("n", False), ("", False), ("what?", False)]
)
def test_packages_of_the_system_are_asked_for_once(at_terminal, answer, may):
    terminal = at_terminal(answer)
    assert [browser.may_install(["firefox-esr"]) for _ in range(3)] == [may] * 3
    assert terminal.asked == 1


def test_where_nobody_can_be_asked_nothing_is_installed(at_terminal, monkeypatch, capsys):
    terminal = at_terminal(is_there=False)
    done = []
    monkeypatch.setattr(browser, "run_quietly", lambda command, _: done.append(command))
    browser.apt_install("firefox-esr")
    assert done == []
    assert terminal.asked == 0
    assert "YES=1 allows it, as in make test YES=1" in capsys.readouterr().out
    monkeypatch.setenv("YES", "1")
    browser.apt_install("firefox-esr")
    assert len(done) == 2
    assert terminal.asked == 0


@pytest.mark.parametrize("has_network", [True, False])
def test_lists_are_brought_up_to_date_before_debian_installs_from_them(monkeypatch, has_network):
    done = []

    def run(command, limit_s):
        done.append(command[1])
        return has_network

    monkeypatch.setattr(browser, "run_quietly", run)
    monkeypatch.setenv("YES", "1")
    browser.apt_install("chromium")
    assert done == ["update", "install"]


def test_one_that_is_named_is_used_for_all(found, monkeypatch, tmp_path):
    found("chromium"), found("chromium-headless-shell")
    monkeypatch.setenv("SPIELTISCH_BROWSER", str(named := found("mine")))
    assert browser.executables() == (named, named)
    monkeypatch.setenv("SPIELTISCH_BROWSER", str(tmp_path / "none"))
    with pytest.raises(ToolError, match="which is not there"):
        browser.executables()


@pytest.mark.parametrize(("wanted", "code", "told"), [("", 0, "are skipped"), ("1", 1, "wants it")])
def test_a_missing_engine_is_told_and_ends_a_run_that_wants_all(
    monkeypatch, capsys, wanted, code, told
):
    monkeypatch.setenv(engines.ALL_WANTED, wanted)
    monkeypatch.setattr(engines, "on_path", lambda _: None)
    monkeypatch.setattr(engines, "can_apt_install", lambda: False)
    assert engines.main() == code
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(engines.ENGINES)
    assert all(told in line for line in lines)
