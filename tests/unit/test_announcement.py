"""A bot that has seen a forced win says so, on the page and to those who listen."""

from spieltisch.app.board.messages import PlayFrom, TypeAction, Wake
from spieltisch.app.board.thinking import SHORTEST_MS
from spieltisch.app.core.messages import Navigate, SetSetting
from tests.unit.asking import after, said, seen, told

BOT = "#/play/yala?seats=bot:6,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
WORDS = "sees a win in at most 2 more moves"


def played(expected, ends_in):
    session = after(SetSetting("language", "en"), Navigate(BOT, 0.0), Wake(0.0))
    session = after(Wake(5.0 + SHORTEST_MS), session=told(session, ["b+"], expected, ends_in))
    assert [entry.action for entry in session.match.record.entries] == ["b+"]
    return session


def texts(session):
    return seen(session).one("id", "last").text, said(session)


def test_it_is_shown_and_said_with_the_move():
    assert all(WORDS in text for text in texts(played(1.0, 5)))


def test_nothing_is_said_of_a_win_that_is_only_likely_nor_of_a_loss():
    for session in (played(0.97, None), played(0.0, 4)):
        assert not any("sees a win" in text for text in texts(session))


def test_the_move_that_wins_needs_no_words():
    assert not any("sees a win" in text for text in texts(played(1.0, 1)))


def test_it_is_said_of_that_move_alone():
    session = after(TypeAction("a+", 2000.0), session=played(1.0, 5))
    assert len(session.match.record.entries) == 2
    assert not any("sees a win" in text for text in texts(session))


def test_it_is_gone_with_the_move_when_that_is_taken_back():
    assert "sees a win" not in seen(after(PlayFrom(0), session=played(1.0, 5))).text
