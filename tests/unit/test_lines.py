"""The browser's side of lines, by a browser that a test holds up: whatever it fails to say, people
who invite or answer are told something in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Device, Session
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    Accept,
    Connect,
    Described,
    HangUp,
    IncomingText,
    Invite,
    LineLost,
    LineOpened,
    LineShaky,
    LiveMessage,
    MeasureTrip,
    NetworkChanged,
    PlayLive,
    Rejoin,
    SendTo,
    TripMeasured,
)
from spieltisch.app.update import update
from spieltisch.live.description import format_description, line_name
from spieltisch.shell import lines
from spieltisch.shell.lines import (
    BEAT_MS,
    DESCRIBING_MS,
    GATHERING_MS,
    LAPSE_BEATS,
    LOST_BEATS,
    RELAYED_BEATS,
    SHAKY_BEATS,
    SLOW_BEATS,
    Lines,
)
from tests.unit.asking import after, seen
from tests.unit.devices import endpoint_of

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
SDP = format_description(endpoint_of(1, 7), is_answer=False)
ALONE = SDP.replace("a=candidate", "x=candidate")


class Promise:
    """What a browser will say once a test lets it."""

    def __init__(self) -> None:
        self._then: list[tuple[Callable[..., Any], Callable[..., Any] | None, Promise]] = []

    def then(self, done: Callable[..., Any], failed: Callable[..., Any] | None = None) -> Promise:
        self._then.append((done, failed, Promise()))
        return self._then[-1][2]

    def keep(self, value: Any = None) -> None:
        for done, _, later in self._then:
            given = done(value)
            if isinstance(given, Promise):
                given.then(later.keep, later.fail)
            else:
                later.keep(given)

    def fail(self, *_: Any) -> None:
        for _, failed, later in self._then:
            if failed is None:
                later.fail()
            else:
                later.keep(failed())


class Heard:
    """Something that the browser tells of by events."""

    def __init__(self, **known: Any) -> None:
        self.listeners: dict[str, list[Callable[..., Any]]] = {}
        self.__dict__.update(known)

    def addEventListener(self, name: str, listener: Callable[..., Any]) -> None:  # noqa: N802
        self.listeners.setdefault(name, []).append(listener)

    def tell(self, name: str) -> None:
        for listener in self.listeners.get(name, ()):
            listener()


class Connection(Heard):
    def __init__(self) -> None:
        super().__init__(connectionState="new", iceGatheringState="new", localDescription=None)
        self.is_closed = False
        self.offer, self.answer, self.local, self.remote = (Promise() for _ in range(4))
        self.stats = Promise()

    def createDataChannel(self, *_: Any) -> Heard:  # noqa: N802
        self.channel = Heard(readyState="connecting", close=lambda: None)
        return self.channel

    def createOffer(self) -> Promise:  # noqa: N802
        return self.offer

    def createAnswer(self) -> Promise:  # noqa: N802
        return self.answer

    def setLocalDescription(self, _: Any = None) -> Promise:  # noqa: N802
        return self.local

    def setRemoteDescription(self, _: Any) -> Promise:  # noqa: N802
        return self.remote

    def getStats(self) -> Promise:  # noqa: N802
        self.stats = Promise()
        return self.stats

    def close(self) -> None:
        self.is_closed = True

    def describe(self, sdp: str, kind: str = "offer") -> None:
        """What the browser says of itself so far."""
        self.localDescription = SimpleNamespace(sdp=sdp, type=kind)

    def gather_all(self) -> None:
        self.iceGatheringState = "complete"
        self.tell("icegatheringstatechange")


@dataclass
class Browser:
    made: list[Connection] = field(default_factory=list)
    timers: list[tuple[int, Callable[..., Any]]] = field(default_factory=list)
    told: list[LiveMessage] = field(default_factory=list)
    refuses: bool = False
    beats: list[Callable[..., Any]] = field(default_factory=list)
    configs: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.heard = Heard()
        self.window = SimpleNamespace(
            RTCPeerConnection=SimpleNamespace(new=self._make),
            addEventListener=self.heard.addEventListener,
            setTimeout=lambda then, ms: self.timers.append((ms, then)),
            setInterval=lambda then, _: self.beats.append(then),
            clearInterval=lambda _: None,
            performance=SimpleNamespace(now=lambda: 0.0),
        )
        self.lines = Lines(self.window, self.told.append, "site?{}".format, None)

    def _make(self, config: Any = None) -> Connection:
        self.configs.append(config)
        if self.refuses:
            raise ValueError("too many connections, or a server that is none")
        self.made.append(Connection())
        return self.made[-1]

    def wait_until(self, until_ms: int) -> None:
        due = [then for ms, then in self.timers if ms <= until_ms]
        self.timers = [one for one in self.timers if one[0] > until_ms]
        for then in due:
            then()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    monkeypatch.setattr(lines, "proxy", lambda listener: listener)
    monkeypatch.setattr(lines, "once", lambda listener: listener)
    monkeypatch.setattr(lines, "ignored", lambda: lambda *_: None)
    monkeypatch.setattr(lines, "to_js", lambda _, value: value)
    return Browser()


def inviting(browser: Browser) -> Connection:
    browser.lines.carry_out(Invite(7, ""))
    (made,) = browser.made
    return made


def described(browser: Browser, sdp: str = SDP) -> Connection:
    """A browser that has described itself so far."""
    made = inviting(browser)
    made.offer.keep()
    made.describe(sdp)
    made.local.keep()
    return made


def test_all_addresses_are_told_once_they_are_found(browser):
    made = described(browser)
    assert browser.told == []
    made.gather_all()
    assert browser.told == [Described(7, SDP)]
    browser.wait_until(DESCRIBING_MS)
    assert len(browser.told) == 1


def test_who_never_finds_the_last_address_goes_on_with_those_found(browser):
    described(browser)
    browser.wait_until(GATHERING_MS)
    assert browser.told == [Described(7, SDP)]


def test_who_has_found_none_is_waited_for_and_told_of_when_it_has(browser):
    made = described(browser, ALONE)
    browser.wait_until(GATHERING_MS)
    assert browser.told == []
    made.describe(SDP)
    browser.wait_until(DESCRIBING_MS)
    assert browser.told == [Described(7, SDP)]


def test_a_browser_that_does_not_say_that_it_has_described_itself_has(browser):
    """Its promise is never kept, but what it would have said is there to be read."""
    made = inviting(browser)
    made.offer.keep()
    made.describe(SDP)
    browser.wait_until(GATHERING_MS)
    assert browser.told == [Described(7, SDP)]


@pytest.mark.parametrize("how_far", ["nothing", "an offer", "no address"])
def test_a_browser_that_says_nothing_is_given_up_and_people_are_told(browser, how_far):
    made = inviting(browser)
    if how_far != "nothing":
        made.offer.keep()
    if how_far == "no address":
        made.describe(ALONE)
        made.local.keep()
    browser.wait_until(GATHERING_MS)
    assert browser.told == []
    browser.wait_until(DESCRIBING_MS)
    (told,) = browser.told
    session, effects = update(after(Navigate(PLAY, 0.0), PlayLive(7)), told)
    assert HangUp(7) in effects
    panel = seen(session).one("id", "peers").text
    assert "No invitation could be made." in panel
    assert "does not tell this page where your device can be reached" in panel
    assert seen(session).all("data-do", "play-live"), "it can be tried again"
    # When it says something after all, the line is hung up.
    browser.lines.carry_out(HangUp(7))
    made.describe(SDP)
    made.gather_all()
    assert len(browser.told) == 1


def test_a_guest_whose_browser_says_nothing_is_told(browser):
    host = after(Navigate(PLAY, 0.0), PlayLive(7), Described(7, SDP))
    guest = Session(device=Device(secret="0" * 32))
    guest, effects = update(guest, Navigate(code_to_send(host), 0.0))
    (accept,) = (one for one in effects if isinstance(one, Accept))
    browser.lines.carry_out(accept)
    browser.wait_until(DESCRIBING_MS)
    guest, _ = update(guest, *browser.told)
    assert "does not tell this page" in seen(guest).one("id", "notice").text
    assert seen(guest).all("data-do", "take-code"), "it can be tried again"


def test_a_browser_that_makes_no_connection_at_all_is_told_of(browser):
    """The server that a person has named is none for it, or there are too many."""
    browser.refuses = True
    browser.lines.carry_out(Invite(7, "stun:[::::]"))
    (told,) = browser.told
    assert isinstance(told, LineLost)
    session, _ = update(after(Navigate(PLAY, 0.0), PlayLive(7)), told)
    assert session.peers == "lost"
    assert "No invitation could be made." in seen(session).one("id", "peers").text


def test_a_line_that_takes_long_to_connect_is_told_of_once_and_one_that_waits_is_not(
    browser, monkeypatch
):
    monkeypatch.setattr(browser.lines, "_look_round", lambda: None)
    made = described(browser)
    made.gather_all()
    (beat,) = browser.beats
    for state, told in (("new", []), ("connecting", [LineShaky(7)])):
        made.connectionState = state
        for _ in range(3 * SLOW_BEATS):
            beat()
        assert browser.told[1:] == told


def test_all_servers_that_are_named_are_asked(browser):
    browser.lines.carry_out(Invite(7, "stun:a.org\nturn:b.org:443?transport=tcp me p/="))
    browser.lines.carry_out(Invite(8, ""))
    turn = {"urls": "turn:b.org:443?transport=tcp", "username": "me", "credential": "p/="}
    assert [one["iceServers"] for one in browser.configs] == [[{"urls": "stun:a.org"}, turn], []]


@pytest.mark.parametrize("is_whole", [True, False], ids=["all addresses", "some"])
def test_another_network_is_noticed_even_if_the_last_address_is_never_found(browser, is_whole):
    inviting(browser)
    known = KnownLine(7, "abcdefgh0000", is_host=True, seats=(2,), own=SDP, theirs=SDP)
    browser.lines._known[7] = known
    browser.heard.tell("online")
    looking = browser.made[-1]
    looking.describe(format_description(endpoint_of(2, 7), is_answer=False))
    browser.heard.tell("online")
    assert browser.made[-1] is looking, "one look at a time"
    if is_whole:
        looking.gather_all()
    else:
        browser.wait_until(GATHERING_MS)
    assert browser.told[-1] == NetworkChanged()
    assert looking.is_closed
    browser.heard.tell("online")
    assert browser.made[-1] is not looking


def test_what_a_browser_says_of_a_line_that_was_hung_up_is_nothing(browser):
    """People leave while it is still looking at the other end's description."""
    browser.lines.carry_out(Accept(7, SDP, ""))
    (made,) = browser.made
    browser.lines.carry_out(HangUp(7))
    made.remote.keep()
    made.answer.fail()
    browser.wait_until(DESCRIBING_MS)
    assert browser.told == []


KNOWN = KnownLine(7, "kept00000001", True, (2,), SDP, SDP)


def no_database(*_: Any) -> Any:
    raise ValueError("refused")


def opening(browser: Browser, how: str) -> Any:
    """A database that is not opened, or holds no certificate."""
    request = Heard(result=None)
    if how == "closing":
        request.result = SimpleNamespace(transaction=no_database)
    browser.timers.append((1, lambda: request.tell("success" if how == "closing" else how)))
    return request


@pytest.mark.parametrize("how", ["throws", "error", "blocked", "closing"])
def test_who_has_loaded_the_page_anew_is_told_where_no_certificate_can_be_read(browser, how):
    """Else the page would go on calling the others for ever."""
    opens = no_database if how == "throws" else lambda *_: opening(browser, how)
    browser.window.RTCPeerConnection.generateCertificate = lambda _: Promise()
    browser.window.indexedDB = SimpleNamespace(open=opens)
    browser.lines.carry_out(Rejoin(KNOWN, ""))
    browser.wait_until(1)
    assert browser.told == [LineLost(7, 0.0)]


def test_so_is_who_has_a_browser_that_makes_none(browser):
    browser.lines.carry_out(Rejoin(KNOWN, ""))
    assert browser.told == [LineLost(7, 0.0)]


def test_so_is_who_cannot_connect_any_more(browser):
    """A browser has so many connections at most; or it has no use for the server."""
    browser.refuses = True
    browser.lines._rejoin_by(KNOWN, "stun:example.org", None)
    assert browser.told == [LineLost(7, 0.0)]


def test_an_invitation_without_a_certificate_has_no_spare_line_and_nobody_is_told(browser):
    browser.lines.carry_out(Invite(7, "", "kept00000001"))
    assert browser.told == []


class LostLine:
    """A line that was open, and whose other end is out of reach."""

    def __init__(self, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
        self.browser, self.now_ms, self.tried = browser, 0.0, list[str]()
        self.looks = 0
        monkeypatch.setattr(browser.lines, "_look_round", self.look)
        browser.window.performance.now = lambda: self.now_ms
        browser.lines.carry_out(Accept(7, SDP, ""))
        (self.made,) = browser.made
        self.made.addIceCandidate = self.add
        self.channel = browser.lines._lines[7].channel
        self.channel.readyState = "open"
        self.made.connectionState = "failed"
        self.made.tell("connectionstatechange")
        (self.beat,) = browser.beats

    def look(self) -> None:
        self.looks += 1

    def add(self, told: dict[str, str]) -> Promise:
        self.tried.append(told["candidate"])
        return Promise()

    def wait(self, ms: float) -> int:
        """The page is awake for so long; gives how often the other end was tried."""
        before = len(self.tried)
        for _ in range(round(ms / BEAT_MS)):
            self.now_ms += BEAT_MS
            self.beat()
        return len(self.tried) - before


@pytest.fixture
def lost(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> LostLine:
    return LostLine(browser, monkeypatch)


def test_an_open_line_has_a_name_that_both_ends_know(browser):
    made = described(browser)
    theirs = format_description(endpoint_of(2, 7), is_answer=True)
    browser.lines.carry_out(Connect(7, theirs))
    made.channel.tell("open")
    (opened,) = (one for one in browser.told if isinstance(one, LineOpened))
    assert opened == LineOpened(7, name=line_name(theirs, SDP))
    assert len(opened.name) == 129


@pytest.mark.parametrize("state", ["disconnected", "failed"])
def test_an_open_line_whose_other_end_is_out_of_reach_is_lost_before_its_browser_gives_it_up(
    browser, monkeypatch, state
):
    """Who sleeps is within reach: the browser there answers."""
    monkeypatch.setattr(browser.lines, "_look_round", lambda *_: None)
    made = described(browser)
    made.channel.readyState, made.channel.send = "open", lambda _: None
    (beat,) = browser.beats
    made.connectionState = "connected"
    for _ in range(20):
        beat()
    lost = LineLost(7, 0.0, may_return=True)
    for _ in range(3):
        # It was so for a moment only.
        made.connectionState = state
        beat()
        made.connectionState = "connected"
        beat()
    assert lost not in browser.told
    made.connectionState = state
    for _ in range(2 * LAPSE_BEATS):
        beat()
    assert browser.told.count(lost) == 1
    made.connectionState = "connected"
    made.tell("connectionstatechange")
    assert browser.told[-1] == LineOpened(7)


HOUR_MS = 3_600_000


def test_an_end_goes_on_trying_as_long_as_its_page_is_open(browser, lost):
    assert browser.told == [LineLost(7, 0.0, may_return=True)]
    assert lost.wait(60_000) == 60
    assert lost.wait(8 * HOUR_MS) > 5000, "less often, but for the whole evening"
    assert lost.wait(60_000) == 12
    assert len(set(lost.tried)) == len(lost.tried), "a browser passes over what it knows"
    assert browser.told == [LineLost(7, 0.0, may_return=True)]
    assert not lost.made.is_closed
    lost.made.connectionState = "connected"
    lost.made.tell("connectionstatechange")
    assert browser.told[1:] == [LineOpened(7)]


def test_an_end_that_has_never_met_the_other_is_tried_as_often_as_at_first(browser, monkeypatch):
    times: list[float] = []
    now_ms = 0.0
    monkeypatch.setattr(browser.lines, "_look_round", lambda *_: None)
    monkeypatch.setattr(browser.window.performance, "now", lambda: now_ms)
    browser.lines.carry_out(Accept(7, SDP, ""))
    (made,) = browser.made
    made.addIceCandidate = lambda _: (times.append(now_ms), Promise())[1]
    made.connectionState = "failed"
    (beat,) = browser.beats
    for _ in range(3_600):
        now_ms += 500.0
        beat()
    gaps = [later - before for before, later in pairwise(times)]
    assert max(gaps) <= 2 * gaps[-1]
    assert gaps[-1] <= 1_000


@pytest.mark.parametrize("how", ["online", "awake"])
def test_who_is_online_again_or_has_slept_tries_at_once_and_as_often_as_at_first(
    browser, lost, how
):
    lost.wait(HOUR_MS)
    tried, looks = len(lost.tried), lost.looks
    if how == "online":
        browser.heard.tell("online")
    else:
        # No timer has run for ten minutes.
        lost.now_ms += 600_000
        lost.wait(BEAT_MS)
    assert len(lost.tried) > tried
    assert lost.looks > looks
    assert lost.wait(60_000) >= 55
    assert len(set(lost.tried)) == len(lost.tried)


def test_a_spare_line_waits_to_be_called_also_when_the_device_has_slept(browser, lost):
    browser.lines._lines[7].spare_for = "abcdefgh0000"
    browser.heard.tell("online")
    assert lost.tried == []


class Channel(Heard):
    """What goes over a relay, as static/relay/line.js gives it."""

    def __init__(self) -> None:
        super().__init__(readyState="open", name="known to both")
        self.sent: list[str] = []
        self.is_left = False

    def send(self, text: str) -> None:
        self.sent.append(text)

    def close(self) -> None:
        self.readyState = "closed"
        self.tell("close")

    def leave(self) -> None:
        self.is_left = True
        self.close()

    def hear(self, text: object) -> None:
        for listener in self.listeners["message"]:
            listener(SimpleNamespace(data=text))


@pytest.fixture
def carried(browser: Browser) -> Channel:
    """A line that goes over a relay, and no direct one."""
    channel = Channel()
    browser.lines.carry(7, channel)
    assert browser.told == [LineOpened(7, is_relayed=True, name="known to both")]
    browser.told.clear()
    return channel


def test_a_line_over_a_relay_brings_texts_as_any_other(browser, carried):
    browser.lines.carry_out(SendTo(7, "a text"))
    assert carried.sent == ["a text"]
    carried.hear("an answer")
    assert browser.told == [IncomingText(7, "an answer", 0.0)]
    for other in (None, 7, "x" * 40_000, ""):
        carried.hear(other)
    assert len(browser.told) == 1, "nor does it bring what no line does"
    browser.lines.carry_out(HangUp(7))
    assert carried.readyState == "closed"
    assert len(browser.told) == 1, "what was hung up here is no loss"


def test_it_says_seldom_that_it_is_there_and_makes_no_spare_line(browser, carried):
    for _ in range(LOST_BEATS // 2):
        (beat,) = browser.beats
        beat()
        carried.hear("")
    assert carried.sent == [""] * (LOST_BEATS // 2 // RELAYED_BEATS)
    assert not [one for one in browser.told if not isinstance(one, LineShaky)]


def test_one_on_which_nothing_comes_is_shaky_and_then_lost(browser, carried):
    (beat,) = browser.beats
    for _ in range(SHAKY_BEATS * RELAYED_BEATS):
        beat()
    assert browser.told == [LineShaky(7)]
    carried.hear("")
    assert browser.told[1:] == [LineShaky(7, is_shaky=False)]
    for _ in range(LOST_BEATS):
        beat()
    assert browser.told[2:] == [LineShaky(7), LineLost(7, 0.0)]


def test_far_too_much_ends_it_as_any_other(browser, carried):
    for _ in range(700):
        carried.hear("x")
    assert browser.told[-1] == LineLost(7, 0.0, is_flooded=True)


def test_a_page_that_is_left_says_so_on_it(browser, carried):
    other = Channel()
    browser.lines.carry(8, other)
    browser.told.clear()
    browser.heard.tell("pagehide")
    assert carried.is_left
    assert other.is_left
    assert browser.told == [], "to leave is no loss"


def test_a_page_that_is_shown_again_as_it_was_is_told_that_its_lines_are_lost(browser, carried):
    def hang_up(message: LiveMessage) -> None:
        browser.told.append(message)
        browser.lines.carry_out(HangUp(message.line))

    browser.lines.carry(8, Channel())
    browser.told.clear()
    browser.lines._send = hang_up
    browser.heard.tell("pagehide")
    browser.heard.tell("pageshow")
    browser.heard.tell("pageshow")
    assert browser.told == [LineLost(7, 0.0), LineLost(8, 0.0)]


def test_one_that_has_taken_the_number_of_another_is_alone_with_it(browser, carried):
    other = Channel()
    browser.lines.carry(7, other)
    assert carried.readyState == "closed"
    carried.hear("too late")
    assert browser.told == [LineOpened(7, is_relayed=True, name="known to both")]


PAIR = {"type": "candidate-pair", "currentRoundTripTime": 0.034, "responsesReceived": 5}
REPORTS = {
    "Chromium and Safari": {
        "other": {"type": "candidate-pair", "currentRoundTripTime": 9.0},
        "way": {"type": "transport", "selectedCandidatePairId": "pair"},
        "pair": PAIR,
    },
    "Firefox": {
        "other": {"type": "candidate-pair", "currentRoundTripTime": 9.0, "selected": False},
        "pair": {**PAIR, "selected": True},
    },
}
UNTOLD: dict[str, dict[str, dict[str, Any]]] = {
    "nothing": {},
    "no pair": {"way": {"type": "transport"}},
    "another pair": {"way": {"type": "transport", "selectedCandidatePairId": "gone"}},
    "no time": {"pair": {"type": "candidate-pair", "selected": True}},
}


def measured(browser: Browser, report: dict[str, dict[str, Any]]) -> list[LiveMessage]:
    """What is told of a line's trip once the browser says this."""
    known = len(browser.told)
    browser.lines.carry_out(MeasureTrip(7))
    told = {name: SimpleNamespace(**one) for name, one in report.items()}
    browser.made[0].stats.keep(told)
    return browser.told[known:]


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_the_trip_of_the_pair_in_use_is_told_once_for_each_answer(browser, report):
    inviting(browser)
    assert measured(browser, report) == [TripMeasured(7, 34.0)]
    assert measured(browser, report) == []
    later = {**report, "pair": {**report["pair"], "responsesReceived": 6}}
    assert measured(browser, later) == [TripMeasured(7, 34.0)]
    browser.lines.carry_out(HangUp(7))
    assert measured(browser, report) == []


@pytest.mark.parametrize("report", UNTOLD.values(), ids=UNTOLD)
def test_a_browser_that_does_not_know_a_trip_tells_none(browser, report):
    inviting(browser)
    assert measured(browser, report) == []


def test_a_browser_that_counts_no_answers_tells_each_time(browser):
    inviting(browser)
    report = {"pair": {"type": "candidate-pair", "selected": True, "currentRoundTripTime": 0.5}}
    assert 2 * measured(browser, report) == [*measured(browser, report), TripMeasured(7, 500.0)]


@pytest.fixture
def kept(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The listeners that are kept for as long as the page lives, from now on."""
    found: list[Any] = []

    def keep(listener: Any = None) -> Any:
        found.append(listener)
        return listener or (lambda *_: None)

    monkeypatch.setattr(lines, "proxy", keep)
    monkeypatch.setattr(lines, "ignored", keep)
    return found


def test_what_is_measured_every_second_keeps_no_listener(browser, kept):
    made = inviting(browser)
    known = len(kept)
    for answers in range(1000):
        browser.lines.carry_out(MeasureTrip(7))
        pair = SimpleNamespace(**PAIR | {"selected": True, "responsesReceived": answers})
        made.stats.keep({"pair": pair})
    assert browser.told.count(TripMeasured(7, 34.0)) == 1000
    assert len(kept) == known


def test_nor_does_an_end_that_is_tried_again_for_hours(browser, lost, kept):
    lost.wait(HOUR_MS)
    assert len(lost.tried) > 500
    assert kept == []


def test_over_a_relay_the_browsers_measure_nothing(browser):
    browser.lines.carry(7, Heard(readyState="open", name="a line", close=lambda: None))
    known = len(browser.told)
    browser.lines.carry_out(MeasureTrip(7))
    assert len(browser.told) == known
