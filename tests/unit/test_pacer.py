"""Long work in steps by the clock."""

import gc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.shell import pacer
from spieltisch.shell.pacer import STEP_MS, Pacer


class Window:
    """A page whose clock goes on by what is done."""

    def __init__(self) -> None:
        self.at_ms = 0.0
        self.due: list[Callable[[], None]] = []
        self.performance = self

    def now(self) -> float:
        return self.at_ms

    def setTimeout(self, then: Callable[[], None], _: float) -> None:  # noqa: N802
        self.due.append(then)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    # Hypothesis calls it as well, without a generation, where its inputs are drawn by a seed.
    monkeypatch.setattr(gc, "collect", lambda *_: 0)


@given(st.lists(st.tuples(st.floats(0, 300), st.booleans()), min_size=1, max_size=60))
def test_nothing_is_begun_once_the_time_is_up_and_all_is_done(
    works: list[tuple[float, bool]],
) -> None:
    """However quick what came before was: a long one is not done many times over."""
    window, left, begun_ms, shown = Window(), list(works), list[float](), list[int]()

    def work(at_ms: float) -> bool:
        assert at_ms == window.at_ms
        begun_ms.append(at_ms)
        took_ms, goes_on = left.pop(0)
        window.at_ms += took_ms
        paced.follow(is_wanted=bool(left))
        return goes_on

    paced = Pacer(window, work, lambda: shown.append(len(begun_ms)))
    paced.follow(is_wanted=True)
    steps = 0
    while window.due:
        assert len(window.due) == 1
        from_ms, done = window.at_ms, len(begun_ms)
        window.due.pop()()
        steps += 1
        assert len(begun_ms) > done
        assert all(one < from_ms + STEP_MS for one in begun_ms[done:])
        # Who wants a step of its own for what comes next has it.
        assert all(goes_on for _, goes_on in works[done : len(begun_ms) - 1])
        window.at_ms += 1
    assert not left
    assert shown[-1] == len(works)
    assert len(shown) == steps


def test_what_is_no_longer_wanted_is_not_done() -> None:
    window, done = Window(), list[float]()

    def work(at_ms: float) -> bool:
        done.append(at_ms)
        return True

    paced = Pacer(window, work)
    paced.follow(is_wanted=True)
    paced.follow(is_wanted=False)
    window.due.pop()()
    assert not done
    assert not window.due
