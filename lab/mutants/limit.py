"""Ends the whole run at a test that never ends, as with a mutant a loop may, and names that test.

Processor time counts, as a busy machine would else notice by itself.
"""

import os
import signal
from collections.abc import Generator

import pytest

OUT = os.dup(1)
"""Standard output, before pytest takes it for itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the run say how long a test may take."""
    parser.addoption("--most-cpu", type=float, default=100, help="seconds of each test")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test, but no longer than that."""

    def end(*_: object) -> None:
        os.write(OUT, f"\nFAILED {item.nodeid}\n".encode())
        os._exit(1)

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, item.config.getoption("--most-cpu"))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
