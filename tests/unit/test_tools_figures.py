"""The figures that `make bench` writes, and how it is known of what they are."""

import datetime
import subprocess
from pathlib import Path

import pytest

from tools import figures
from tools.project import ROOT, ToolError

DAY = datetime.date(2026, 11, 9)


@pytest.fixture
def report() -> figures.Report:
    found = figures.Report(seconds={"empty cold": 2.2, "ours cold": 0.5, "empty warm": 1.7})
    found.seconds["ours warm"] = 0.321
    found.ratio("ready, cold", 0.234, 0.25)
    found.ratio("ready, warm", 0.191, 0.17)
    found.answer("click", 100, 7.04, 11.04, 11.0)
    found.answer("shout", 40, 1.7, 4.06, 4.0)
    return found


def test_what_was_found_is_told_with_what_was_missed(report: figures.Report) -> None:
    lines = figures.table(report, DAY, "0123456789abcdef").splitlines()
    assert lines[0].startswith("Measured on 9 November 2026,")
    assert "| ready, cold | 0.23 | 0.25 |" in lines
    assert "| ready, warm | 0.19 | 0.17, missed |" in lines
    assert "| click, of 100 | 7.0 | 11.0 | 11 |" in lines
    assert "| shout, of 40 | 1.7 | 4.1 | 4, missed |" in lines
    (seconds,) = (line for line in lines if line.startswith("In seconds"))
    assert seconds.endswith("after 2.20, ours after 0.50; warm after 1.70, and 0.32.")


def test_it_stands_in_the_document_in_the_place_of_the_last(report: figures.Report) -> None:
    document = figures.FIGURES.read_text(encoding="utf-8")
    written = figures.table(report, DAY, "0123456789abcdef")
    once = figures.with_table(document, written)
    assert figures.with_table(once, written) == once
    before, _, after = document.partition(figures.BEGIN)
    assert once == before + figures.BEGIN + written + figures.END + after.partition(figures.END)[2]
    with pytest.raises(ToolError, match="must have"):
        figures.with_table("# Figures", written)


@pytest.mark.parametrize("path", figures.TELLS, ids=lambda path: path.name)
def test_what_the_readme_tells_is_rounded_from_the_table(
    report: figures.Report, path: Path
) -> None:
    before = path.read_text(encoding="utf-8")
    after = figures.told_anew(before, report)
    told = "ready to play after 0.5 seconds on a fast line, where an empty PyScript page takes 2.2."
    assert told in after
    assert "A click changes the page within 11 milliseconds, in 95 of 100 cases." in after
    assert figures.told_anew(after, report) == after
    changed = zip(before.splitlines(), after.splitlines(), strict=True)
    assert sum(one != other for one, other in changed) <= 2, "nothing else changes"


@pytest.mark.parametrize(("most", "told"), [(11.04, "11"), (11.06, "12"), (3.96, "4"), (4.0, "4")])
def test_the_time_of_a_click_is_never_told_as_less_than_it_is(most: float, told: str) -> None:
    found = figures.Report(seconds={"empty cold": 2.0, "ours cold": 0.5})
    found.answer("click", 100, 1.0, most, None)
    assert figures.for_the_readme(found) == ("0.5", "2.0", told)


def test_a_text_that_tells_no_figure_is_not_written(report: figures.Report) -> None:
    with pytest.raises(ToolError, match="must be told once, and is 0 times"):
        figures.told_anew("A page of our own.", report)


def test_figures_are_stale_unless_they_are_of_what_is_there(report: figures.Report) -> None:
    written = figures.table(report, DAY, "0123456789abcdef")
    assert figures.stale(written, "0123456789abcdef") == ""
    assert "run `make bench`" in figures.stale(written, "1123456789abcdef")
    assert "digest none" in figures.stale("# Figures", "0123456789abcdef")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("py/a.py", "static/b.js", "static/locale/c.po", "docs/d.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *command: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *command], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "a")


@pytest.mark.parametrize(
    ("name", "is_measured"),
    [
        ("py/a.py", True),
        ("static/b.js", True),
        ("static/new.js", True),
        ("static/locale/c.po", False),
        ("docs/d.md", False),
    ],
)
def test_what_a_page_is_made_of_counts_and_nothing_else(
    checkout: Path, name: str, is_measured: bool
) -> None:
    before = figures.measured(checkout)
    assert not figures.is_changed(checkout)
    (checkout / name).write_text("changed", encoding="utf-8")
    assert figures.is_changed(checkout) == is_measured
    assert figures.measured(checkout) == before, "what is not committed has no digest"
    commit(checkout)
    assert (figures.measured(checkout) != before) == is_measured
    assert not figures.is_changed(checkout)


def test_where_nothing_was_committed_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="git does not tell"):
        figures.measured(tmp_path)


def test_all_that_is_measured_is_there() -> None:
    assert [one for one in figures.MEASURED if not (ROOT / one).exists()] == []
