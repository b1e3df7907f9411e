"""What a failed test has left is kept, to be looked at where the test did not run."""

from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from tests import failures
from tests.e2e.conftest import new_profile


@pytest.mark.parametrize("is_traced", [False, True])
def test_a_failed_test_leaves_what_was_seen_and_said(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_traced: bool
) -> None:
    monkeypatch.setenv("SPIELTISCH_FAILURES", str(tmp_path / "left"))
    monkeypatch.setenv("SPIELTISCH_TRACES", "1" if is_traced else "")
    context = new_profile(browser)
    page = context.new_page()
    page.set_content("<p>a board that is wrong</p>")
    closed = context.new_page()
    closed.close()
    item = SimpleNamespace(nodeid="tests/x.py::test_y[a/b ü]", funcargs={"page": page, "n": 1})
    for is_failed in (False, True):
        report = SimpleNamespace(failed=is_failed, longreprtext="E assert 1 == 2")
        failures.keep_if_failed(item, report, "console error: no")  # type: ignore[arg-type]
        assert (tmp_path / "left").exists() == is_failed
    left = {path.name: path for path in (tmp_path / "left").iterdir()}
    name = "tests-x.py-test_y-a-b-ü"
    traces = {f"{name}-1.zip"} if is_traced else set()
    assert left.keys() == {f"{name}.txt", f"{name}-1.png", f"{name}-1.html"} | traces
    said = left[f"{name}.txt"].read_text(encoding="utf-8")
    assert "E assert 1 == 2" in said
    assert "console error: no" in said
    assert "a board that is wrong" in left[f"{name}-1.html"].read_text(encoding="utf-8")
    for trace in traces:
        assert "trace.trace" in ZipFile(left[trace]).namelist()
    context.close()


def test_where_nobody_looks_nothing_is_kept(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPIELTISCH_FAILURES", raising=False)
    monkeypatch.setenv("SPIELTISCH_TRACES", "1")
    assert not failures.is_traced()
    item = SimpleNamespace(nodeid="x", funcargs={"browser": browser})
    failures.keep_if_failed(item, SimpleNamespace(failed=True, longreprtext=""))  # type: ignore[arg-type]
