"""A notice moves nothing that somebody may be about to press."""

from itertools import product

import pytest

from spieltisch.app.core.messages import Navigate, Tell
from spieltisch.app.core.notice import (
    BadAction,
    BadLink,
    LiveNotice,
    LiveTrouble,
    Notice,
    PlainNotice,
    StorageFails,
    ToCopy,
    UpdateNotice,
)
from spieltisch.games import catalog
from spieltisch.play.codec import LinkPart
from tests.still import document_of, look_at, session_after

SIZES = ((320, 568), (844, 390), (1440, 900))

NOTICES: tuple[Notice, ...] = (
    *(why for why in (StorageFails.BLOCKED, StorageFails.UNREAD)),
    *(LiveNotice(what) for what in (LiveTrouble.LEFT, LiveTrouble.FLOODED)),
    BadAction("nonsense", "b+"),
    PlainNotice.HELD,
    PlainNotice.NO_PICTURE,
    ToCopy("https://example.org/#/record/" + "x" * 200),
    UpdateNotice.READY,
)
UNASKED = tuple(notice for notice in NOTICES if isinstance(notice, StorageFails) or notice.is_toast)

BOARDS = (
    *(f"#/play/{name}?seats=human,human&seed=5" for name in catalog.GAMES),
    "#/learn/myra",
)
OTHERS = ("#/", "#/matches", "#/settings", "#/setup/yala", "#/rules/yala")

WHERE = """() => [...document.querySelectorAll(
    "main :is(button, a[href], input, select, textarea, [data-site], #board)")]
  .filter(node => !node.closest("#notice") && node.checkVisibility())
  .map(node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [node.id || node.dataset.site || node.textContent, left, top, width, height];
  })"""


@pytest.mark.parametrize(
    ("links", "notices"), [(BOARDS, NOTICES), (OTHERS, UNASKED)], ids=["boards", "others"]
)
def test_what_can_be_pressed_stays_where_it_is_when_a_notice_comes(still, links, notices):
    sessions = [session_after([Navigate(link, 0.0)]) for link in links]
    documents = [
        [document_of(session)]
        + [document_of(session_after([Tell(notice)], session)) for notice in notices]
        for session in sessions
    ]
    moved = []
    for size, (link, seen) in product(SIZES, zip(links, documents, strict=True)):
        before, *after = look_at(still, size, WHERE, seen)
        assert before, link
        pairs = zip(notices, after, strict=True)
        moved += [(size, link, notice) for notice, places in pairs if places != before]
    assert moved == []


def test_what_went_wrong_is_spoken_at_once_and_can_be_closed(still):
    session = session_after([Navigate(BOARDS[0], 0.0), Tell(StorageFails.BLOCKED)])
    look_at(still, (320, 568), "() => null", [document_of(session)])
    alert = still.locator("#notice")
    assert "does not let this page save" in alert.inner_text()
    close = alert.get_by_role("button", name="Close").bounding_box()
    shown = alert.bounding_box()
    assert close is not None
    assert shown is not None
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= 320
    assert close["height"] >= 44


CLOSE = """() => {
  const close = document.querySelector("#notice [data-do=dismiss]").getBoundingClientRect();
  const icon = document.querySelector("#notice [data-do=dismiss] .icon").getBoundingClientRect();
  const text = document.querySelector("#notice p").getBoundingClientRect();
  return [icon.width, icon.height, close.left >= text.right - 1, close.top < text.bottom];
}"""


def test_the_sign_that_closes_is_whole_and_beside_the_text(still):
    notices = (BadLink(LinkPart.BOT, ""), ToCopy("https://example.org/#/" + "x" * 3000, "whole"))
    sessions = [
        session_after([Navigate(link, 0.0), Tell(notice)])
        for link in ("#/", "#/puzzle/yala", BOARDS[0])
        for notice in notices
    ]
    documents = [document_of(session) for session in sessions]
    for size in ((320, 568), (390, 844), (1440, 900)):
        for width, height, is_behind, is_beside in look_at(still, size, CLOSE, documents):
            assert min(width, height) >= 16
            assert is_behind
            assert is_beside
