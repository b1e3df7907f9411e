"""Ends what a test waits for in vain: a promise that never settles, a loop that never ends.

The limit ends each phase of a test with a traceback that says where it was, and the run goes on.
It is generous: it says that nothing will come, not how long something may take. What
pytest-timeout has cancels its timer as soon as a test has failed, but closing the browser may hang
as well, and just then.
"""

import signal
from collections.abc import Generator

import pytest
from _pytest.outcomes import OutcomeException

LIMIT_S = 300.0
AGAIN_S = 30.0
"""A callback of asyncio may swallow what ends a test, and a test may have several things to tidy
up: each is ended."""
MOST_ENDED = 3
"""When so many tests of a process have waited in vain, more of them would only take hours."""

ENDED = pytest.StashKey[int]()

Phase = Generator[None, object, object]


class WaitedInVain(OutcomeException):
    """Ends a test. Not as ``pytest.fail`` does, which Hypothesis takes for what its example has
    found: it would run that again and again, to explain a failure that is none."""


def limited(item: pytest.Item, phase: str) -> Phase:
    """Run a phase of a test, but no longer than the limit."""
    if any(item.get_closest_marker(name) is not None for name in ("soak", "ear")):
        # It runs for long on purpose.
        return (yield)
    was_ended = False

    def end(*_: object) -> None:
        nonlocal was_ended
        was_ended = True
        told = f"the {phase} of {item.nodeid} waited in vain: ended after {LIMIT_S:.0f} s"
        raise WaitedInVain(told)

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, LIMIT_S, AGAIN_S)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if was_ended:
            stash = item.session.stash
            stash[ENDED] = stash.get(ENDED, 0) + 1
            if stash[ENDED] == MOST_ENDED:
                item.session.shouldfail = f"{MOST_ENDED} tests have waited in vain"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Phase:
    """Limit what prepares a test."""
    return (yield from limited(item, "setup"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Phase:
    """Limit a test itself."""
    return (yield from limited(item, "call"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Phase:
    """Limit what tidies up after a test."""
    return (yield from limited(item, "teardown"))
