"""A newer build is offered and taken, and what is kept is asked to stay."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spieltisch.app.core.messages import Command, Navigate, Tell
from spieltisch.app.core.notice import UpdateNotice
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.shell import offline
from spieltisch.shell.offline import Updates
from tests.unit.markup_check import read


class Events:
    """What listens to a window or a document."""

    def __init__(self):
        self.listeners = {}

    def addEventListener(self, name, listener):  # noqa: N802 - the browser's name
        self.listeners[name] = listener


@pytest.fixture
def window(monkeypatch):
    monkeypatch.setattr(offline, "proxy", lambda listener: listener)
    window = Events()
    window.document = Events()
    return window


def test_an_offer_is_told_and_taken_when_its_button_is_pressed(window):
    sent, answers = [], []
    offered = Updates(window, sent.append)
    offered.listen()
    offered.take()
    window.listeners[offline.OFFERED](
        SimpleNamespace(detail=lambda: SimpleNamespace(then=answers.append))
    )
    assert sent == [Tell(UpdateNotice.READY)]
    assert not answers
    offered.take()
    (answer,) = answers
    answer("taken")
    assert sent == [Tell(UpdateNotice.READY)], "the page loads anew"
    answer("blocked")
    answer("silent")
    assert sent[1:] == [Tell(UpdateNotice.BLOCKED), Tell(UpdateNotice.SILENT)]


@pytest.mark.parametrize("notice", [UpdateNotice.READY, UpdateNotice.BLOCKED, UpdateNotice.SILENT])
def test_an_offer_lies_over_every_screen_until_it_is_closed(notice):
    session, _ = update(Session(), Tell(notice))
    for link in ("#/", "#/settings", "#/play/yala?seats=human,human&seed=4", "#/rules/aya"):
        session, _ = update(session, Navigate(link, 0.0))
        page = read(page_of(session))
        assert page.one("id", "toasts").one("data-do", "update").text == "Reload"
    session, _ = update(session, Command.DISMISS)
    assert session.notice is None
