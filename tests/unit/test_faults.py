"""What fails in the program itself costs a notice, and nothing else."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from spieltisch.app.board import exercise_update as exercise
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import TypeAction, Wake
from spieltisch.app.core.effects import Animate, Focus, Go, Keep
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Navigate, ReadOn, SaveKept, SetSetting
from spieltisch.app.core.notice import FaultNotice
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings
from spieltisch.app.core.table import TableScreen
from spieltisch.app.core.waiting import leave_for
from spieltisch.app.core.waits import Modules
from spieltisch.app.fault.state import FaultScreen
from spieltisch.app.screens import SCREENS, page_of
from spieltisch.kit.markup import whole
from spieltisch.play.match import KnownRoom
from spieltisch.shell import app as shell
from spieltisch.shell import dom
from spieltisch.shell.deeds import OF_ALL
from spieltisch.shell.faults import FAULTS, MOST_CALLS, MOST_FAULTS
from spieltisch.shell.thinker import Workbench
from tests.unit.asking import after
from tests.unit.local_storage import LocalStorage

TABLE = "#/play/yala?seats=human,human&seed=42"
FOLLOWERS = ("_sounds", "_keeper", "_offline", "_files", "_reading", "_workbench", "_thinker")
"""Parts of the shell that follow the session."""


class BrokenError(Exception):
    """Not one of those that anybody expects."""


def broken(*_: object, **__: object) -> None:
    raise BrokenError("on purpose")


@pytest.fixture
def page(monkeypatch):
    """A running page whose browser does nothing."""
    loop = MagicMock()
    monkeypatch.setattr("spieltisch.shell.faults.asyncio", MagicMock(get_event_loop=lambda: loop))
    for module in (
        "dom", "app", "keeper", "pacer", "files", "offline", "site_files", "thinker", "faults"
    ):  # fmt: skip
        place = f"spieltisch.shell.{module}.proxy"
        monkeypatch.setattr(place, lambda listener: listener, raising=False)
    for module in ("listeners", "attention", "address", "sharing", "sound", "pointer", "keyboard"):
        place = f"spieltisch.shell.{module}.proxy"
        monkeypatch.setattr(place, lambda listener: listener, raising=False)
    monkeypatch.setattr(shell, "Listeners", MagicMock())
    monkeypatch.setattr(shell, "SpareTime", MagicMock())
    monkeypatch.setattr(shell, "read_values", lambda *_: empty())
    for part in ("ClockFace", "SeatClockFace", "Settling", "Sounds", "MoveList", "ShoutMarks"):
        monkeypatch.setattr(shell, part, MagicMock())
    for part in ("Attention", "Workbench", "Thinker", "Offline", "Keeper", "Element", "Files"):
        monkeypatch.setattr(shell, part, MagicMock())
    window = MagicMock()
    window.performance.now.return_value = 5.0
    window.Date.now.return_value = 1_000.0
    window.location = SimpleNamespace(href="http://x/", hash="")
    window.localStorage = LocalStorage()
    window.sessionStorage = LocalStorage()
    window.document.visibilityState = "visible"
    window.history.state = None
    monkeypatch.setattr(shell, "is_still", lambda _: True)
    # Where each thing is kept is named by the site's path.
    kept = MagicMock(first_id=None, values="{}")
    kept.text_name = kept.name_of = lambda name: f"spieltisch.{name}"
    catalogues = SimpleNamespace(language="en", first=None)
    drawn = []

    def patch(_, given):
        drawn.append(given)
        return True

    running = shell.App(window, patch, kept, catalogues, lambda: "0", broken, broken)
    running._offline.megabytes = 0
    running.start()
    running.drawn = drawn
    running.window, running.loop = window, loop
    return running


def empty():
    return SimpleNamespace(settings=Settings(), kept=Kept(), damage=())


def with_view(monkeypatch, state, view):
    monkeypatch.setitem(SCREENS, state, replace(SCREENS[state], view=view))


def kept(page):
    """What was written, in order."""
    calls = page._keeper.carry_out.call_args_list
    return [call.args[0] for call in calls if isinstance(call.args[0], Keep)]


def first_action(page):
    match = page.session.match
    seat = min(match.position.active_seats)
    return match.rules.format_action(min(match.position.legal_actions(seat), key=str))


def test_a_turn_is_kept_before_anything_is_drawn_and_though_nothing_can_be(page, monkeypatch):
    page.send(Navigate(TABLE, 0.0))
    assert isinstance(page.session.screen, TableScreen)
    before = len(page.drawn)
    seen = []
    page._keeper.carry_out.side_effect = lambda effect: seen.append((effect, len(page.drawn)))
    with_view(monkeypatch, TableScreen, broken)
    page.send(TypeAction(first_action(page), 10.0))
    assert len(page.session.match.turns) == 1
    assert isinstance(seen[0][0], Keep)
    assert seen[0][1] == before
    assert "mistake in the program" in page.drawn[-1]
    assert page._keeper.follow.called
    assert page._thinker.want.called


def test_what_cannot_be_drawn_any_more_stays_with_a_notice_and_is_drawn_when_it_can(
    page, monkeypatch
):
    page.send(Navigate(TABLE, 0.0))
    whole_view = SCREENS[TableScreen].view

    def view(session, *given):
        return broken() if session.match.turns else whole_view(session, *given)

    with_view(monkeypatch, TableScreen, view)
    page.send(TypeAction(first_action(page), 10.0))
    assert 'id="notice"' in page.drawn[-1]
    with_view(monkeypatch, TableScreen, whole_view)
    page.send(TypeAction(first_action(page), 20.0))
    assert len(page.session.match.turns) == 2
    assert "mistake in the program" not in page.drawn[-1]


def test_a_place_that_cannot_be_drawn_says_so_in_its_place(page, monkeypatch):
    page.send(Navigate("#/settings", 0.0))
    with_view(monkeypatch, TableScreen, broken)
    page.window.history.pushState.reset_mock()
    page.send(Navigate(TABLE, 0.0))
    assert "screen-fault" in page.drawn[-1]
    assert "load-again" in page.drawn[-1]
    assert "#/" in page.drawn[-1]


@pytest.mark.parametrize("place", ["#/settings", "#/rules/aya", "#/workshop/yala", TABLE])
def test_a_place_that_cannot_be_opened_says_so_and_leaves_the_address(page, monkeypatch, place):
    monkeypatch.setattr(shell, "update", broken)
    page.send(Navigate(place, 0.0))
    monkeypatch.undo()
    assert isinstance(page.session.screen, FaultScreen)
    assert "cannot be shown" in whole(page_of(page.session))
    assert not page.window.history.pushState.called
    assert not page.window.history.replaceState.called


@pytest.mark.parametrize("part", FOLLOWERS)
def test_one_that_follows_and_fails_harms_no_other_and_is_told_once(page, monkeypatch, part):
    follower = getattr(page, part)
    name = "want" if part == "_thinker" else "follow"
    monkeypatch.setattr(follower, name, broken)
    page._alarm.follow = MagicMock()
    page.send(Navigate(TABLE, 0.0))
    assert page.session.notice == FaultNotice()
    page.send(TypeAction(first_action(page), 10.0))
    assert len(page.session.match.turns) == 1
    assert page._alarm.follow.called
    for other in set(FOLLOWERS) - {part, "_reading", "_thinker"}:
        assert getattr(page, other).follow.called, other
    page.send(TypeAction(first_action(page), 20.0))
    assert len(page.session.match.turns) == 2
    assert page.session.notice is None


@pytest.mark.parametrize("effect", [Focus("main"), Go("#/x"), Animate])
def test_an_effect_that_fails_leaves_the_others(page, monkeypatch, effect):
    page.send(Navigate(TABLE, 0.0))
    kind = effect if isinstance(effect, type) else type(effect)
    whole_way, done = page.carry_out, []

    def carry_out(one):
        if isinstance(one, kind):
            raise BrokenError
        done.append(type(one))
        whole_way(one)

    monkeypatch.setattr(page, "carry_out", carry_out)
    page.send(TypeAction(first_action(page), 10.0))
    assert Keep in done
    assert len(page.session.match.turns) == 1


def test_a_press_that_fails_is_told_and_the_match_goes_on(page, monkeypatch):
    page.send(Navigate(TABLE, 0.0))
    with monkeypatch.context() as patched:
        patched.setattr(shell, "update", broken)
        page.send(TypeAction("a+", 10.0))
    assert page.session.notice == FaultNotice()
    assert isinstance(page.session.screen, TableScreen)
    page.send(TypeAction(first_action(page), 20.0))
    assert len(page.session.match.turns) == 1


def test_a_clock_that_fails_is_not_asked_at_once_for_ever(page, monkeypatch):
    page.send(Navigate("#/play/yala?seats=human,human&seed=42&clock=5%2B3", 0.0))
    monkeypatch.setattr(shell, "update", broken)
    page.window.setTimeout.reset_mock()
    page.send(Wake(6.0))
    waits = [call.args[1] for call in page.window.setTimeout.call_args_list if len(call.args) > 1]
    assert waits
    assert min(waits) >= 500


def test_what_waits_is_not_waited_for_without_an_end(page, monkeypatch):
    page._session, _ = leave_for(page.session, Modules(), Navigate("#/rules/aya", 0.0))
    monkeypatch.setattr(shell, "update", broken)
    page.send(ReadOn(10))
    assert isinstance(page.session.screen, FaultScreen)


def test_the_record_of_faults_is_bounded_and_survives_damage(page):
    faults = page._faults
    for damage in ("", "[", "{}", "[" * 40_000, "9" * 100_000, '"a"', "null"):
        page.window.localStorage.setItem(f"spieltisch.{FAULTS}", damage)

        def deep(n):
            return broken("x" * 10_000) if n == 0 else deep(n - 1)

        for number in range(30):
            try:
                deep(number)
            except BrokenError as error:
                faults.note(f"{damage[:3]} {number}", error)
    kept = json.loads(page.window.localStorage.getItem(f"spieltisch.{FAULTS}"))
    assert len(kept) == MOST_FAULTS
    assert all(len(one["where"]) <= MOST_CALLS for one in kept)
    assert len(json.dumps(kept)) < 50_000


def thrown(name, message, stack=""):
    return SimpleNamespace(name=name, message=message, stack=stack)


OURS = [
    thrown("TypeError", "x is null", "TypeError: x is null\n    at f (http://x/static/a.js:1:2)"),
    thrown("TypeError", "x is null", "f@http://x/static/a.js:1:2\ng@http://x/static/b.js:3:4"),
]
THEIRS = [
    None,
    "a text",
    7,
    SimpleNamespace(),
    # The loop knows of it.
    thrown("PythonError", "IndexError: x", "PythonError\n    at f (http://x/static/a.js:1:2)"),
    thrown("AbortError", "The user has aborted"),
    thrown("TypeError", "x", "f@moz-extension://1/a.js:1:2"),
    thrown("TypeError", "x", "f@http://x/#/settings:1:2"),
    thrown(
        "TypeError",
        "Failed to fetch dynamically imported module: http://x/static/a.js",
        "TypeError: Failed to fetch dynamically imported module: http://x/static/a.js",
    ),
]


def heard(page, event, **what):
    """What the browser tells, and after it whatever the page has put off."""
    calls = page.window.addEventListener.call_args_list
    for call in calls:
        if call.args[0] == event:
            call.args[1](SimpleNamespace(**what))
    for call in page.window.setTimeout.call_args_list:
        if call.args[0] == page._on_fault:
            call.args[0]()
    page.window.setTimeout.reset_mock()


def faults_of(page):
    return json.loads(page.window.localStorage.getItem(f"spieltisch.{FAULTS}") or "[]")


@pytest.mark.parametrize("error", OURS)
@pytest.mark.parametrize(("event", "key"), [("error", "error"), ("unhandledrejection", "reason")])
def test_what_nobody_catches_is_told_once_and_kept(page, event, key, error):
    page.send(Navigate(TABLE, 0.0))
    for _ in range(3):
        page.send(TypeAction(first_action(page), 10.0))
        assert page.session.notice is None
        heard(page, event, **{key: error})
        assert isinstance(page.session.screen, TableScreen)
        assert page.session.notice == (None if _ else FaultNotice())
    (fault,) = faults_of(page)
    assert fault["what"] == "TypeError: x is null"
    assert not page.window.history.pushState.called


@pytest.mark.parametrize("error", THEIRS)
def test_what_others_throw_is_no_concern_of_ours(page, error):
    page.send(Navigate(TABLE, 0.0))
    heard(page, "error", error=error)
    heard(page, "unhandledrejection", reason=error)
    assert page.session.notice is None
    assert faults_of(page) == []


def test_a_task_that_fails_is_told_once(page):
    page.send(Navigate(TABLE, 0.0))
    (hear,) = page.loop.set_exception_handler.call_args.args
    for error in (BrokenError("one"), BrokenError("two"), None):
        hear(page.loop, {"message": "unhandled", **({} if error is None else {"exception": error})})
    assert page.window.setTimeout.call_args_list[-1].args[0] == page._on_fault
    assert [one["what"] for one in faults_of(page)] == ["BrokenError: one"]
    page._on_fault()
    assert page.session.notice == FaultNotice()
    page.send(Command.DISMISS)
    page._on_fault()
    assert page.session.notice is None


def test_the_loop_is_told_what_any_listener_raises(monkeypatch):
    told, loop = [], MagicMock()
    loop.call_exception_handler.side_effect = told.append
    monkeypatch.setattr("spieltisch.shell.dom.asyncio", MagicMock(get_event_loop=lambda: loop))
    ffi = SimpleNamespace(create_proxy=lambda one: one, create_once_callable=lambda one: one)
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    for make in (dom.proxy, dom.once):
        assert make(lambda *given: given)(1, 2) == (1, 2)
        assert told == []
        with pytest.raises(BrokenError) as raised:
            make(broken)()
        assert told.pop()["exception"] is raised.value


def test_an_error_that_comes_by_two_ways_is_told_once(page):
    hear = page.loop.set_exception_handler.call_args.args[0]
    error = BrokenError("both")
    hear(page.loop, {"exception": error})
    try:
        raise error
    except BrokenError:
        hear(page.loop, {"exception": error})
    through_a_script = BrokenError("both")
    through_a_script.name = "PythonError"
    hear(page.loop, {"exception": through_a_script})
    assert len(faults_of(page)) == 1


def test_a_notice_that_cannot_be_shown_is_not_told_for_ever(page, monkeypatch):
    """What fails while a fault is told may fail each time."""
    page.send(Navigate(TABLE, 0.0))
    hear = page.loop.set_exception_handler.call_args.args[0]

    def failing(*_):
        hear(page.loop, {"exception": BrokenError("again")})
        broken()

    monkeypatch.setattr(page, "show_now", failing)
    hear(page.loop, {"exception": BrokenError("first")})
    shown = 0
    while page._has_new_fault:
        page._on_fault()
        shown += 1
        assert shown < 5
    assert len(faults_of(page)) <= 3


def test_the_report_says_where_and_keeps_secrets(page, monkeypatch):
    saved = []
    monkeypatch.setattr(
        "spieltisch.shell.faults.save_text", lambda _, text, name: saved.append(text)
    )
    page.send(Navigate(TABLE, 0.0))
    page.window.location.hash = "#/room/relay.example/secret-secret"
    with_view(monkeypatch, TableScreen, broken)
    page.send(TypeAction(first_action(page), 10.0))
    match, room = page.session.kept_match, KnownRoom("relay.example/secret", is_host=True)
    live = replace(match, keys={1: "secret" * 5 + "se"}, salt="secret", room=room)
    page._session = page.session.with_match(page.session.home.match_id, live)
    page.give("save-report", "")
    report = json.loads(saved[0])
    assert "BrokenError: on purpose" in report["faults"][-1]["what"]
    assert any("test_faults.py" in call for call in report["faults"][-1]["where"])
    assert "secret" not in json.dumps(report)
    assert "YALA" not in report["faults"][-1]["what"]
    assert '"record"' in report["match"]


def test_what_was_typed_is_not_to_blame_for_what_fails_after_it(page, monkeypatch):
    """A mistake in what follows a move was told as a move that is not possible."""
    page.send(Navigate(TABLE, 0.0))
    monkeypatch.setattr("spieltisch.app.match.update.keep", wrong)
    page.send(TypeAction(first_action(page), 10.0))
    assert page.session.notice == FaultNotice()
    monkeypatch.undo()


def wrong(*_: object, **__: object) -> None:
    raise ValueError("on purpose")


def test_nor_is_it_in_an_exercise():
    session = after(Navigate("#/learn/yala", 0.0))
    seat = session.screen.choice.seat
    rules, position = (
        session.screen.match.rules,
        session.screen.match.position,
    )
    action = rules.format_action(min(position.legal_actions(seat), key=str))
    conduct = exercise.Conduct(play=wrong, begin_again=wrong, go_on=wrong)
    with pytest.raises(ValueError, match="on purpose"):
        exercise._type_action(session, session.on_screen(Exercise), conduct, action, 0.0)


def test_no_language_is_taken_that_the_page_does_not_have():
    session = after(SetSetting("language", "de"))
    assert session.settings.language == "de"
    for other in ("xx", "", "DE", "de-AT", "__proto__", "\ud800"):
        session = after(SetSetting("language", other), session=session)
        assert session.settings.language == "de"
        whole(page_of(session))


def test_a_bot_that_is_asked_again_is_asked_the_same_question(monkeypatch):
    jobs, wanted = [], [("job", 5_000)]
    monkeypatch.setattr("spieltisch.shell.thinker.proxy", lambda listener: listener)
    monkeypatch.setattr("spieltisch.shell.thinker.wanted_job", lambda _: wanted[-1])
    monkeypatch.setattr("spieltisch.shell.thinker.has_own_bot", lambda _: True)
    monkeypatch.setattr("spieltisch.shell.thinker.format_job", lambda job: job)
    sent = []
    bench = Workbench(MagicMock(), sent.append, MagicMock())
    sandbox = SimpleNamespace(
        run=lambda job, limit: jobs.append(job), stop=lambda: None, prepare=lambda: None
    )
    bench._script.handed = SimpleNamespace(new=lambda *_: sandbox)
    bench.follow(Session())
    assert jobs == ["job"]
    bench._hear('["{\\"kind\\":\\"failed\\"}"]')
    wanted.append(None)
    bench.follow(Session())
    assert jobs == ["job"]
    wanted.append(("job", 5_000))
    bench.follow(Session())
    assert jobs == ["job", "job"]


@pytest.mark.parametrize("what", OF_ALL)
def test_what_saves_all_is_told_of_all_before(page, monkeypatch, what):
    """What is read in the page's spare time may be unread when the button is pressed."""
    order = []
    page._keeper.tell_all.side_effect = lambda: order.append("told")
    monkeypatch.setattr(page, "send", order.append)
    page.give(what, "found")
    assert order == ["told", SaveKept(what, "found")]
