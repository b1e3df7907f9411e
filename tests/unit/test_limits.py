"""A test that waits in vain is ended, says where it was, and the others run."""

import subprocess
import sys
from pathlib import Path

from tools.project import PY, ROOT

CONFTEST = """
from tests import limits
from tests.limits import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown

limits.LIMIT_S, limits.AGAIN_S = {limit_s}, 0.5
"""

IN_VAIN = """
import asyncio, threading
import pytest

def test_passes():
    pass

def test_waits_for_nothing():
    threading.Event().wait()

def test_takes_every_exception_for_a_reason_to_try_again():
    while True:
        try:
            raise ValueError
        except Exception:
            continue

def test_is_ended_though_asyncio_swallows_what_ends_it():
    async def wait():
        loop = asyncio.get_running_loop()
        def again():
            loop.call_soon(again)
        again()
        await loop.create_future()
    asyncio.run(wait())
"""

TIDIES_UP_IN_VAIN = """
import threading
import pytest

@pytest.fixture
def never_set_up():
    threading.Event().wait()

@pytest.fixture
def never_closed():
    yield
    threading.Event().wait()

@pytest.fixture
def neither_closed(never_closed):
    yield
    threading.Event().wait()

def test_is_set_up_in_vain(never_set_up):
    pass

def test_has_failed_before(neither_closed):
    assert False, "for a reason of its own"

def test_passes_all_the_same():
    pass
"""

AFTER_OTHERS = """
import threading
import pytest

@pytest.mark.parametrize("number", range(9))
def test_waits_for_nothing(number):
    threading.Event().wait()
"""

OF_EXAMPLES = """
import time
from hypothesis import given, settings, strategies as st

@settings(database=None, deadline=None)
@given(st.integers(0, 9))
def test_is_slow(number):
    print("tried")
    time.sleep(0.4)
"""


def run_tests(folder: Path, tests: str, *options: str, limit_s: float = 1.0) -> str:
    """Run tests by pytest, with a short limit; gives what it prints."""
    (folder / "conftest.py").write_text(CONFTEST.format(limit_s=limit_s), encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {PY} {ROOT}\n", encoding="utf-8")
    (folder / "test_inner.py").write_text(tests, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", "pytest.ini", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode != 0, ran.stdout + ran.stderr
    return ran.stdout


WORKER = ("-n", "1")


def test_what_waits_in_vain_is_ended_and_told(tmp_path: Path) -> None:
    told = run_tests(tmp_path, IN_VAIN, *WORKER)
    assert ">       threading.Event().wait()" in told
    assert "the call of test_inner.py::test_waits_for_nothing waited in vain" in told
    assert "test_inner.py::test_takes_every_exception_for_a_reason_to_try_again waited" in told
    assert "test_inner.py::test_is_ended_though_asyncio_swallows_what_ends_it waited" in told
    assert "3 failed, 1 passed" in told


def test_setting_up_and_each_step_of_tidying_up_is_limited_also_after_a_failure(
    tmp_path: Path,
) -> None:
    told = run_tests(tmp_path, TIDIES_UP_IN_VAIN)
    assert "the setup of test_inner.py::test_is_set_up_in_vain waited in vain" in told
    assert "for a reason of its own" in told
    assert told.count("the teardown of test_inner.py::test_has_failed_before waited in vain") >= 2
    assert "1 failed, 1 passed, 2 errors" in told


def test_a_run_ends_when_all_wait_in_vain(tmp_path: Path) -> None:
    told = run_tests(tmp_path, AFTER_OTHERS, *WORKER)
    assert "3 tests have waited in vain" in told
    assert "3 failed" in told


def test_what_hypothesis_tries_too_slowly_is_no_failure_of_its_example(tmp_path: Path) -> None:
    """It would run the example again, and again to explain it: what is told is where that was, and
    nothing tells that there was no more than a busy machine."""
    told = run_tests(tmp_path, OF_EXAMPLES)
    assert "the call of test_inner.py::test_is_slow waited in vain" in told
    assert told.count("tried\n") <= 4
    assert "Flaky" not in told
