"""A page that never answers fails its test, and no other."""

from pathlib import Path

from tests.unit.test_limits import run_tests

NEVER_SETTLES = """
import signal
import pytest
from playwright.sync_api import sync_playwright
from tests.e2e.conftest import launch_shell

@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch_shell(playwright)
        yield browser
        browser.close()

@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()

def test_waits_for_a_promise(page):
    signal.setitimer(signal.ITIMER_REAL, 0.5)  # The browser is there: no more is needed.
    page.evaluate("new Promise(() => {})")

def test_has_the_same_browser(page):
    assert page.evaluate("new Promise(done => setTimeout(done, 0, 'here'))") == "here"
"""


def test_a_promise_that_never_settles_fails_its_test_alone(tmp_path: Path) -> None:
    told = run_tests(tmp_path, NEVER_SETTLES, "-n", "1", limit_s=60.0)
    assert '>       page.evaluate("new Promise(() => {})")' in told
    assert "the call of test_inner.py::test_waits_for_a_promise waited in vain" in told
    assert "1 failed, 1 passed" in told
