"""What a match by link asks is in sight, at every size, in both languages and both themes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from spieltisch.app.board.messages import ClaimSeat, TypeAction
from spieltisch.app.core.messages import Edit, Navigate, SetSetting
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.match.view.by_link import link_of
from tests.e2e.yala_player import has_no_overflow
from tests.still import document_of, look_at, session_after, show_still

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]


def link(session: Session) -> str:
    match, table = session.match, session.table
    assert match is not None
    assert table is not None
    return link_of(match, table.match_id).text


def played(session: Session, number: int = 0) -> Session:
    """After a legal action of the seat that is to act."""
    match = session.match
    assert match is not None
    (seat,) = match.position.active_seats
    action = match.position.legal_actions(seat)[number]
    return session_after([TypeAction(match.rules.format_action(action), 1.0)], session)


def screens(game: str, language: str) -> Iterator[tuple[str, Session]]:
    """What is asked, and the page that asks it."""
    here, there = (
        session_after(
            [SetSetting("language", language)],
            Session(device=Device(site="https://example.org/table/"), visit=Visit(visit)),
        )
        for visit in ("aaaaaaaa", "bbbbbbbb")
    )
    begun = session_after([Navigate(f"#/play/{game}?seats=human,link&seed=4", 0.0)], here)
    sent = played(begun)
    yield "[data-do=send-turn]", sent
    asked = session_after([Navigate(link(sent), 0.0)], there)
    yield "[data-do=claim]", asked
    answered = played(session_after([ClaimSeat(2)], asked))
    other = played(session_after([ClaimSeat(2)], asked), 1)
    received = session_after([Navigate(link(answered), 0.0)], sent)
    yield "[data-do=give-up-seat]", received
    yield "[data-do=take-theirs]", session_after([Navigate(link(other), 0.0)], received)


SEEN = """(asked) => {
  const { documentElement: root } = document;
  const box = (node) => node.getBoundingClientRect().toJSON();
  return {
    isWide: root.scrollWidth > root.clientWidth,
    panel: box(document.querySelector("#by-link")),
    pressed: [...document.querySelectorAll(`#by-link button, #by-link ${asked}`)].map(box),
  };
}"""
"""Where things are, in CSS pixels."""


@pytest.mark.parametrize("game", ["yala", "myra"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_asked_is_in_sight(still, language, game):
    asked, sessions = zip(*screens(game, language), strict=True)
    documents = [document_of(session) for session in sessions]
    for size in SIZES:
        for css, one in zip(asked, look_at(still, size, SEEN, documents, asked), strict=True):
            case, panel = (size, css), one["panel"]
            assert not one["isWide"], case
            if css != "[data-do=give-up-seat]":
                assert panel["y"] < size[1] - 16, ("the panel begins on the first screen", case)
            for box in one["pressed"]:
                assert box["height"] >= 44, case
                assert box["x"] >= panel["x"], case
                assert box["right"] <= panel["right"] + 0.5, case


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_panel_is_accessible(still, axe, theme):
    themed = [session_after([SetSetting("theme", theme)], one) for _, one in screens("yala", "en")]
    documents = map(document_of, themed)
    assert axe(*documents, without_rules=("page-has-heading-one", "document-title")) == []


def test_the_form_has_room_for_four_companies(still):
    for width in (320, 390, 768, 1440):
        still.set_viewport_size({"width": width, "height": 800})
        session = session_after([Navigate("#/setup/yala", 0.0), Edit("company", "by-link")])
        show_still(still, session)
        assert has_no_overflow(still)
        labels = still.locator("label.choice:has([name=company])")
        assert labels.count() == 4
        for label in labels.all():
            assert label.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
