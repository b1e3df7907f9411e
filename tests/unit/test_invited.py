"""What an invitation says: who invites, to which game, on which seat, with which clock."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.live import Visiting
from spieltisch.app.core.messages import Edit, Navigate, StartMatch
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import format_settings, parse_settings
from spieltisch.app.screens import title_of
from spieltisch.app.together.codes import code_to_send, said_with_code
from spieltisch.app.together.invited import (
    MOST_OF_NAME,
    Invited,
    brief,
    heading,
    parse_invited,
    terms,
)
from spieltisch.app.together.messages import (
    AskForSeat,
    ClaimCode,
    CodeTaken,
    LineOpened,
    LiveCommand,
    PlayLive,
    TakeCode,
)
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import clean_name
from spieltisch.table import TimeControl
from spieltisch.table.graphemes import clusters
from tests.unit.asking import after, seen
from tests.unit.devices import Devices, log
from tests.unit.test_rooms import THREE, YALA, states, with_relays
from tests.unit.whole_step import whole_step

CLOCKS = st.none() | st.builds(TimeControl, st.integers(1, 60), st.integers(0, 60))
INVITED = st.builds(
    Invited, st.text(max_size=40).map(clean_name), st.sampled_from(sorted(catalog.GAMES)),
    st.integers(0, 2), CLOCKS,
)  # fmt: skip


@given(INVITED)
def test_what_is_said_goes_through_a_link(told: Invited) -> None:
    text = told.text
    told = replace(told, by=brief(told.by))
    assert parse_invited(text.removeprefix("?")) == told
    assert text[-1].isalnum()
    assert text.isascii()
    assert len(text) <= MOST_OF_NAME + len("?by=&seat=2&clock=60%2B60&game=") + 4
    # What those who pass links on add to it changes nothing.
    assert parse_invited(f"{text[1:]}&utm_source=chat&fbclid=x") == told


FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
LONG_NAMES = {
    "Latin": ("Wilhelmina of Abcdefghijk", 24),
    "Cyrillic": ("Александра Константиновна", 24),
    "Chinese": ("字" * 24, 16),
    "with marks": ("\u0928\u093f" * 24, 8),
    "families": (FAMILY * 24, 2),
    "flags": ("\U0001f1e9\U0001f1ea" * 24, 6),
}


@pytest.mark.parametrize(("name", "count"), LONG_NAMES.values(), ids=LONG_NAMES)
def test_a_long_name_is_cut_between_its_characters(name: str, count: int) -> None:
    name = clean_name(name)
    begun = brief(name)
    assert name.startswith(begun)
    assert len([*clusters(begun)]) == count
    assert [*clusters(name)][:count] == [*clusters(begun)]
    assert len(quote(begun, safe="")) <= MOST_OF_NAME


def test_a_code_to_scan_does_not_grow_with_the_name() -> None:
    drawn = []
    for name in ("Anna", "字" * 24, clean_name(FAMILY * 24)):
        devices = with_relays(1)
        link = devices.open(YALA.replace("Anna", quote(name)))
        assert f"?by={quote(brief(name))}&" in link
        panel = seen(devices.sessions[0])
        drawn.append(panel.one("data-text").attributes["data-text"])
        assert parse_invited(drawn[-1].partition("?")[2]) == Invited("", "yala", 2)
        assert drawn[-1].partition("?")[0] == link.partition("?")[0]
    assert len(set(drawn)) == 1


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            ["by=", "game=", "yala", "&", "seat=", "9", "clock=", "%", "5+3", "=", "%ff"]
        )
    ).map("".join)
)
def test_anything_else_says_less_and_never_fails(query: str) -> None:
    told = parse_invited(query)
    assert told.game in ("", *catalog.GAMES)
    assert len(told.by) <= 200
    assert heading(ENGLISH, told)
    terms(ENGLISH, told)


def test_a_guest_reads_who_invites_to_what() -> None:
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    link = code_to_send(devices.sessions[0])
    assert link.endswith("?by=Anna&seat=2&game=yala")
    assert said_with_code(devices.sessions[0], ENGLISH) == "Anna invites you to a game of YALA."
    devices.send(1, Navigate(link, 0.0))
    page = seen(devices.sessions[1])
    assert "Anna invites you to a game of YALA." in page.text
    assert "Your seat: Light." in page.text
    told = title_of(devices.sessions[1], ENGLISH)
    assert told.startswith("Anna invites you to a game of YALA")
    # A link that says nothing of itself, as of a page of before, is followed as it was.
    devices.send(1, Navigate(link.partition("?")[0], 0.0))
    assert "You are invited to a game." in seen(devices.sessions[1]).text
    assert "YALA" not in title_of(devices.sessions[1], ENGLISH)


def test_a_room_says_so_too_and_the_seat_only_where_it_is_known() -> None:
    devices = with_relays(3)
    link = devices.open(THREE)
    assert link.endswith("?by=Anna&game=myra")
    devices.enter(1, link)
    devices.settle(2)
    assert seen(devices.sessions[0]).one("data-room").text == link, "one link for everybody"
    devices.send(2, Navigate(link, 0.0))
    page = seen(devices.sessions[2]).text
    assert f"Anna invites you to a game of {catalog.GAMES['myra'].info.title}." in page
    assert "Your seat" not in page


def test_the_clock_is_told() -> None:
    devices = Devices.some(1)
    devices.send(0, Navigate("#/play/yala?seats=human,link&seed=4&clock=5%2B3", 0.0))
    devices.send(0, PlayLive(7))
    link = code_to_send(devices.sessions[0])
    assert link.endswith("?seat=2&clock=5%2B3&game=yala")
    told = parse_invited(link.partition("?")[2])
    assert terms(ENGLISH, told) == "Your seat: Light. Clock: 5 min + 3 s per move."


def test_who_only_wants_to_watch_takes_no_seat_and_may_have_one_later() -> None:
    devices = with_relays(3)
    link = devices.open(YALA)
    devices.send(2, Navigate(link, 0.0))
    assert seen(devices.sessions[2]).one("data-do", "watch-room").text == "I only watch"
    devices.send(2, LiveCommand.WATCH_ROOM)
    devices.settle(3)
    assert states(devices)[2] == "connected"
    assert devices.match(2).here == frozenset()
    assert not seen(devices.sessions[2]).all("data-do", "watch"), "nothing is asked of them"
    assert "You are watching." in seen(devices.sessions[2]).text
    # The seat is for whoever plays.
    devices.enter(1, link)
    devices.settle(3)
    assert devices.match(1).here == {2}
    devices.play(0)
    devices.deliver_all()
    assert log(devices.match(2)) == log(devices.match(0)) != []
    assert devices.match(2).here == frozenset()


def test_who_watches_is_given_a_seat_that_they_ask_for() -> None:
    devices = with_relays(2)
    link = devices.open(YALA)
    devices.send(1, Navigate(link, 0.0))
    devices.send(1, LiveCommand.WATCH_ROOM)
    devices.settle(3)
    assert devices.match(1).here == frozenset()
    devices.send(1, AskForSeat(2))
    devices.deliver_all()
    assert devices.match(1).here == {2}
    assert not devices.sessions[1].live.guest.watches


@pytest.mark.parametrize("how", ["only to watch", "gave up the seat"])
@pytest.mark.parametrize("reloads", [1, 3])
def test_who_only_watches_does_so_after_a_reload(how: str, reloads: int) -> None:
    devices = with_relays(3)
    link = devices.open(YALA)
    devices.send(1, Navigate(link, 0.0))
    is_guest = how == "only to watch"
    devices.send(1, LiveCommand.WATCH_ROOM if is_guest else LiveCommand.ENTER_ROOM)
    devices.settle(3)
    if not is_guest:
        assert devices.match(1).here == {2}
        devices.send(1, LiveCommand.YIELD_SEATS)
        devices.deliver_all()
    for _ in range(reloads):
        devices.leave_page(1)
        devices.send(1, LiveCommand.RECONNECT)
        devices.settle(4)
        assert states(devices)[1] == "connected"
        assert devices.match(1).here == frozenset()
        assert "You are watching." in seen(devices.sessions[1]).text
    # The seat is still there for whom it is for, and for them once they ask for it.
    if reloads == 1:
        devices.send(1, AskForSeat(2))
        devices.deliver_all()
        assert devices.match(1).here == {2}
        devices.leave_page(1)
        devices.send(1, LiveCommand.RECONNECT)
        devices.settle(4)
        assert devices.match(1).here == {2}
        return
    devices.enter(2, link)
    devices.settle(3)
    assert devices.match(2).here == {2}


def test_the_name_for_friends_is_asked_once() -> None:
    session = after(Navigate("#/setup/yala/elsewhere", 0.0))
    field = seen(session).one("id", "name-1")
    assert field.attributes["placeholder"] == "Your name, for friends"
    assert not field.attributes["value"]
    session = after(Edit("name:1", "Anna"), StartMatch(4, 1.0), session=session)
    assert parse_settings(format_settings(session.settings)).friends_name == "Anna"
    for game in ("myra", "aya"):
        other = after(Navigate(f"#/setup/{game}/elsewhere", 2.0), session=session)
        assert seen(other).one("id", "name-1").attributes["value"] == "Anna"
    other = after(Navigate("#/setup/myra", 2.0), Edit("company", "by-link"), session=session)
    assert seen(other).one("id", "name-1").attributes["value"] == "Anna"
    # Whoever wants none has none.
    other = after(Edit("name:1", ""), session=other)
    assert not seen(other).one("id", "name-1").attributes["value"]


@pytest.mark.parametrize(
    ("relays", "told"), [("", "same Wi-Fi, or by link"), ("wss://a.org", "anywhere, by one link")]
)
def test_set_up_names_the_best_way_that_the_site_has(relays: str, told: str) -> None:
    session = after(Navigate("#/setup/yala", 0.0))
    session = replace(session, device=replace(session.device, relays=relays))
    assert told in seen(session).text


def test_of_two_tabs_with_one_invitation_the_other_is_told_once_one_is_connected() -> None:
    devices = Devices.some(2)
    devices.send(0, Navigate(YALA, 0.0))
    devices.send(0, PlayLive(7))
    link = code_to_send(devices.sessions[0])
    devices.send(1, Navigate(link, 0.0))
    # As far as this one knows, its own answer may be taken.
    tab = devices.sessions[1]
    assert "Send this answer back" in seen(tab).text
    devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
    before = devices.sessions[1]
    (claimed,) = [one for one in whole_step(*opened(before))[1] if isinstance(one, ClaimCode)]
    other, _ = whole_step(tab, CodeTaken(claimed.code, is_own=False))
    assert "The game continues in your other tab." in seen(other).text
    assert other.live is None
    # What is opened again once people are there leads to the table.
    devices.deliver_all()
    devices.send(1, Navigate(link, 0.0))
    assert devices.sessions[1].table is not None
    assert devices.sessions[1].peers == "connected"


def opened(session: Session) -> tuple[Session, LineOpened]:
    """A guest to whom the line opens, as before it had."""
    live = session.live
    assert isinstance(live, Visiting)
    anew = replace(live, has_been_open=False, guest=live.guest.without_line())
    return replace(session, live=anew), LineOpened(live.line)
