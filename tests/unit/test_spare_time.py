"""What is prepared while nobody does anything."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from spieltisch.shell import pacer
from spieltisch.shell.pacer import SpareTime

JSON = SimpleNamespace(parse=json.loads)


class Timers:
    """A window's timer, of which our code has one at a time."""

    def __init__(self) -> None:
        self.waiting = None
        self.idle = None

    def set(self, run, ms):
        assert self.waiting is None, "the one before goes on"
        self.waiting = (run, ms)
        return 7

    def clear(self, timer):
        self.waiting = None

    def fire(self):
        (run, _), self.waiting = self.waiting, None
        run()
        if self.idle is not None:
            run, self.idle = self.idle, None
            run()

    def request_idle(self, run, options):
        assert self.idle is None, "the one before goes on"
        assert options == {"timeout": pacer.IDLE_LIMIT_MS}, "no wait is without a limit"
        self.idle = run
        return 8

    def cancel_idle(self, handle):
        assert handle == 8
        self.idle = None

    @property
    def ms(self):
        return self.waiting[1] if self.waiting else None


@pytest.fixture
def timers():
    return Timers()


@pytest.fixture(params=[True, False], ids=["tells-idle", "tells-nothing"])
def spare(request, monkeypatch, timers):
    """Has a list of pauses made into preparations; they note in ``done`` how far they came.

    Once in a browser that tells when it is idle, once in one that does not.
    """
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)
    done = []

    def preparations(pauses):
        for number, pause in enumerate(pauses):
            done.append(number)
            yield pause
        done.append("all")

    def spare(*pauses):
        window = SimpleNamespace(setTimeout=timers.set, clearTimeout=timers.clear)
        if request.param:
            window.requestIdleCallback = timers.request_idle
            window.cancelIdleCallback = timers.cancel_idle
            window.JSON = JSON
        return SpareTime(window, preparations(pauses)), done

    return spare


def test_one_after_another_with_the_pauses_they_ask_for(spare, timers):
    _, done = spare(5.0, 70.0)
    assert (done, timers.ms) == ([], 0.0)
    timers.fire()
    assert (done, timers.ms) == ([0], 5.0)
    timers.fire()
    assert (done, timers.ms) == ([0, 1], 70.0)
    timers.fire()
    assert (done, timers.ms) == ([0, 1, "all"], None)


def test_something_that_is_done_puts_off_what_comes_next(spare, timers):
    spare_time, done = spare(70.0)
    timers.fire()
    spare_time.put_off()
    assert (done, timers.ms) == ([0], 70.0)


def test_some_wait_until_somebody_does_something(spare, timers):
    spare_time, done = spare(None, 5.0)
    timers.fire()
    assert (done, timers.ms) == ([0], None)
    spare_time.put_off()
    assert timers.ms == 0.0
    timers.fire()
    assert (done, timers.ms) == ([0, 1], 5.0)


def test_nothing_comes_after_the_last(spare, timers):
    spare_time, done = spare()
    timers.fire()
    assert (done, timers.ms) == (["all"], None)
    spare_time.put_off()
    assert timers.ms is None


def test_an_idle_moment_is_given_up_for_what_is_done(monkeypatch, timers):
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)
    window = SimpleNamespace(
        setTimeout=timers.set,
        clearTimeout=timers.clear,
        requestIdleCallback=timers.request_idle,
        cancelIdleCallback=timers.cancel_idle,
        JSON=JSON,
    )
    spare_time_of_page = SpareTime(window, iter([70.0]))
    (run, _), timers.waiting = timers.waiting, None
    run()
    assert timers.idle is not None
    spare_time_of_page.put_off()
    assert timers.idle is None
    assert timers.ms == 0.0
