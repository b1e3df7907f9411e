"""Lines to other browsers: WebRTC data channels, without any server, or channels that go over a
relay (docs/peers.md). Whatever carries it, a line opens, brings texts in order and may be lost.

The other browser learns only the device's own addresses and, if a person has named a STUN server,
the one that this server reports. Both ends go on trying to reach each other: before they have met,
as an answer may take its time, and after the network is gone, as it may come back. A line whose
page is gone is lost for good; people then connect anew, with another invitation.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.together.messages import (
    KNOWN_LINES,
    Accept,
    ClaimCode,
    CodeOffered,
    CodeTaken,
    Connect,
    Described,
    HangUp,
    IncomingText,
    Invite,
    LineLost,
    LineOpened,
    LineSettled,
    LineShaky,
    LiveEffect,
    LiveMessage,
    MeasureTrip,
    NetworkChanged,
    OfferCode,
    Rejoin,
    SendTo,
    TripMeasured,
    format_lines,
)
from spieltisch.live.budget import Budget
from spieltisch.live.codes import LineNumber
from spieltisch.live.description import (
    candidates_again,
    hosts_of,
    line_name,
    with_credentials,
    without_candidates,
)
from spieltisch.live.protocol import MAX_MESSAGE
from spieltisch.play.summary import MatchId
from spieltisch.shell.dom import ignored, once, page_ms, proxy, to_js
from spieltisch.shell.storage import Storage, StorageError
from spieltisch.table import Seat

STORE, OWN = "certificates", "own"

FRESH_MS = 2 * 86_400_000.0
"""One that is valid for less than this is made anew; browsers make them for thirty days."""


class Certificates:
    """Where the browser lets nothing be kept, there are none, and so no spare lines."""

    def __init__(self, window: Any, name: str) -> None:
        self._window = window
        self._name = name
        self._found: Any = None

    def give(self, then: Callable[[Any], None], or_else: Callable[..., None]) -> None:
        """Give the certificate, as soon as it is there; or do something else if there is none."""
        if not getattr(self._window.RTCPeerConnection, "generateCertificate", None):
            or_else()
            return
        if self._found is not None:
            then(self._found)
            return
        try:
            request = self._window.indexedDB.open(self._name, 1)
        except Exception:
            or_else()
            return
        failed = proxy(or_else)

        def begin(*_: Any) -> None:
            request.result.createObjectStore(STORE)

        def look(*_: Any) -> None:
            database = request.result
            try:
                kept = database.transaction(STORE).objectStore(STORE).get(OWN)
            except Exception:  # it lacks the store, or is being closed
                or_else()
                return

            def found(*_: Any) -> None:
                until_ms = getattr(kept.result, "expires", 0.0)
                if until_ms > self._window.Date.now() + FRESH_MS:
                    self._found = kept.result
                    then(self._found)
                else:
                    self._make(database, then, or_else)

            kept.addEventListener("success", proxy(found))
            kept.addEventListener("error", failed)

        request.addEventListener("upgradeneeded", proxy(begin))
        request.addEventListener("success", proxy(look))
        request.addEventListener("error", failed)
        request.addEventListener("blocked", failed)

    def _make(
        self, database: Any, then: Callable[[Any], None], or_else: Callable[..., None]
    ) -> None:
        kind = to_js(self._window, {"name": "ECDSA", "namedCurve": "P-256"})

        def made(certificate: Any) -> None:
            # One that cannot be kept serves this visit.
            with suppress(Exception):
                writing = database.transaction(STORE, "readwrite")
                writing.objectStore(STORE).put(certificate, OWN)
            self._found = certificate
            then(certificate)

        self._window.RTCPeerConnection.generateCertificate(kind).then(proxy(made), proxy(or_else))


CERTIFICATES, TABS = "lines", "codes"
"""What the database of certificates is called after, and the channel on which tabs of this browser
hand each other codes."""

GATHERING_MS = 5000
"""How long to wait for all addresses: for a STUN server that does not answer, browsers wait
longer, and some never say that they have found the last one."""

DESCRIBING_MS = 15_000
"""How long to wait for any: a browser with much to do begins late, and some never begin."""

BEAT_MS = 500
"""Each end says so often that it is there, by an empty text, and an end that reaches nobody tries
again."""

REACH_BEATS = 6
"""An end that goes on trying is told of the other's addresses again after so many beats."""

SHAKY_BEATS = 3
"""So many beats without a word from the other end make a line shaky."""

SLOW_BEATS = 20
"""After so many beats without reaching anybody people are told what might help."""

SETTLED_BEATS = 6
"""After so many beats a spare line is made beside a line."""

LAPSE_BEATS = 2
"""After so many beats for which the browser itself has not reached the other end, an open line is
lost: a browser says so only after some seconds, and gives it up after half a minute. The other end
may be in another network by then, and come by the relay. A page that only sleeps is not away."""

RARE_BEATS = 600
"""Still out of reach after so many beats, an end tries less often, for as long as its page is open:
people may be away for the evening."""

WAKE_MS = 5000
"""So long without a beat, and the device has slept."""

RELAYED_BEATS = 4
"""Over a relay an end says only each fourth time that it is there, and is heard as seldom."""

LOST_BEATS = 24
"""After so many beats without a word a line over a relay is lost."""

UNREACHED = ("connecting", "disconnected", "failed")
"""The states in which the other end is tried again. Chromium and Safari would begin anew even after
they have failed; Firefox goes on only if it is told of more before."""

CHANNEL = {"negotiated": True, "id": 0}
"""Both ends create the one channel under the same id: neither has to announce it."""


def nothing(*_: Any) -> None:
    """What follows where nothing does."""


@dataclass
class LineEnd:
    """The browser's side of a line."""

    number: LineNumber
    connection: Any
    """The browser's; None for a line that goes over a relay."""
    channel: Any
    """The browser's, or what is used like one (static/relay/line.js)."""
    stun: str = ""
    """The server that is asked, as for ``Invite``."""
    is_described: bool = False
    """Whether the session was told where the line can be reached."""
    spare_for: MatchId = ""
    """For a spare line that waits to be called: the match that is played live."""
    beats: int = 0
    """How many signs of life this end has sent on it."""
    is_over: bool = False
    """Whether it was hung up, so that the session hears no more of it."""
    theirs: str = ""
    """The other end's session description; empty until it is known."""
    tries: int = 0
    """How often its addresses have been tried again."""
    rare_from: int = RARE_BEATS
    """From which try on they are tried less often."""
    quiet: int | None = None
    """For how many beats nothing has come; None before the other end's first beat."""
    lost_ms: float | None = None
    """When it was lost after it had been open, by the page's clock; None if it was not."""
    budget: Budget = field(default_factory=Budget)
    """What may still come on it."""
    is_hearing: bool = False
    """Whether the session is just being told of something that has come."""
    away: int = 0
    """For how many beats the browser has not reached the other end of an open line."""
    answers: int | None = None
    """How many answers the browser had to its own questions when it last told of a trip."""

    @property
    def state(self) -> str:
        """As browsers name it."""
        return "connected" if self.connection is None else str(self.connection.connectionState)

    @property
    def name(self) -> str:
        """As in LineOpened."""
        own = self.connection.localDescription
        return line_name(own.sdp if own else "", self.theirs)

    @property
    def shaky_beats(self) -> int:
        return SHAKY_BEATS * (RELAYED_BEATS if self.connection is None else 1)

    def close(self) -> None:
        """Close it at once; the other end hears of it."""
        if self.connection is None:
            self.channel.leave()
        else:
            self.connection.close()


class Lines:
    def __init__(
        self,
        window: Any,
        send: Callable[[LiveMessage], None],
        name_of: Callable[[str], str],
        tab: Storage,
    ) -> None:
        self._window = window
        self._tab = tab
        self._certificates = Certificates(window, name_of(CERTIFICATES))
        self._known: dict[LineNumber, KnownLine] = {}
        self._send = send
        self._lines: dict[LineNumber, LineEnd] = {}
        self._ignored = ignored()
        """For what is done again and again: each listener is kept for as long as the page lives."""
        self._beating: Any = None
        self._beat_ms: float | None = None
        """When the last beat was, by the page's clock, while there are any."""
        self._looking: Any = None
        self._tabs: Any = None
        if getattr(window, "BroadcastChannel", None):
            self._tabs = window.BroadcastChannel.new(name_of(TABS))
            self._tabs.addEventListener("message", proxy(self._hear_tab))
        # The other side then knows of it at once, not only after some silence.
        window.addEventListener("pagehide", proxy(self._close))
        window.addEventListener("pageshow", proxy(self._come_back))
        window.addEventListener("online", proxy(self._wake))

    def carry_out(self, effect: LiveEffect) -> None:
        """Do what the session asks for."""
        match effect:
            case Invite(line, stun, spare_for):
                self._begin(line, stun, spare_for, self._invite)
            case Accept(line, description, stun, spare_for):
                self._begin(line, stun, spare_for, lambda one: self._accept(one, description))
            case Connect():
                self._connect(effect)
            case Rejoin(known, stun):
                self._rejoin(known, stun, lambda *_: self._send(self._lost(known.line)))
            case SendTo(line, text):
                end = self._lines.get(line)
                if end is not None and end.channel.readyState == "open":
                    end.channel.send(text)
                    if end.is_hearing:
                        end.budget = end.budget.answered(len(text))
            case MeasureTrip(line):
                self._measure(line)
            case HangUp(line):
                self._hang_up(line)
            case OfferCode(code):
                self._tell_tabs({"offered": code})
            case ClaimCode(code, is_own):
                self._tell_tabs({"taken": code, "isOwn": is_own})

    def carry(self, number: LineNumber, channel: Any) -> None:
        """A line goes over the relay from now on."""
        self._hang_up(number)
        line = self._lines[number] = LineEnd(number, None, channel, quiet=0)

        def closed(*_: Any) -> None:
            if not line.is_over:
                self._send(self._lost(number))

        channel.addEventListener("close", proxy(closed))
        channel.addEventListener("message", proxy(lambda event: self._hear(line, event)))
        self._keep_beating()
        self._send(LineOpened(number, is_relayed=True, name=str(channel.name)))

    # ------------------------------------------------------------- connecting

    def _begin(
        self, number: LineNumber, stun: str, spare_for: MatchId, then: Callable[[LineEnd], None]
    ) -> None:
        def begin(certificate: Any = None) -> None:
            try:
                line = self._made(number, stun, certificate)
            except Exception:  # it has no use for the server, or has too many lines already
                self._send(self._lost(number))
                return
            line.spare_for = spare_for
            then(line)

        if spare_for:
            # Without one there is no spare line, and nobody misses it.
            self._certificates.give(begin, nothing)
        else:
            begin()

    def _invite(self, line: LineEnd) -> None:
        self._describe(line, line.connection.createOffer())

    def _accept(self, line: LineEnd, offer: str, like: str = "") -> None:
        line.theirs = offer

        def answer(*_: Any) -> None:
            self._describe(line, line.connection.createAnswer(), like)

        self._take(line, "offer", answer)

    def _connect(self, effect: Connect) -> None:
        line = self._lines.get(effect.line)
        if line is None:
            return
        line.theirs = effect.description
        self._take(line, "answer")
        if line.spare_for:
            self._keep(line, effect.seats, is_host=True)

    def _take(self, line: LineEnd, kind: str, then: Callable[..., None] = nothing) -> None:
        """Tell the browser the other end's description; a spare line waits to be called, as the
        browser would soon give up an address at which nobody answers."""
        told = without_candidates(line.theirs) if line.spare_for else line.theirs
        given = to_js(self._window, {"type": kind, "sdp": told})
        line.connection.setRemoteDescription(given).then(proxy(then), self._failing(line))

    def _keep(self, line: LineEnd, seats: tuple[Seat, ...], *, is_host: bool) -> None:
        """Keep in the tab what it needs to call the other end of a spare line."""
        own = line.connection.localDescription.sdp
        known = KnownLine(line.number, line.spare_for, is_host, seats, own, line.theirs)
        self._known[line.number] = known
        self._write_known()

    def _forget(self, number: LineNumber) -> None:
        if self._known.pop(number, None) is not None:
            self._write_known()

    def _write_known(self) -> None:
        # Without room for it, people who load the page anew need another invitation.
        with suppress(StorageError):
            self._tab.write(KNOWN_LINES, format_lines(tuple(self._known.values())))

    def _rejoin(self, known: KnownLine, stun: str, or_else: Callable[..., None] = nothing) -> None:
        """Make a line anew that waits at its other end, with the credentials that it had; or do
        something else where they cannot be had."""
        self._certificates.give(lambda one: self._rejoin_by(known, stun, one), or_else)

    def _rejoin_by(self, known: KnownLine, stun: str, certificate: Any) -> None:
        try:
            line = self._made(known.line, stun, certificate)
        except Exception:  # as in _begin
            self._send(self._lost(known.line))
            return
        line.theirs, line.is_described = known.theirs, True
        # Until it is open, another reload or another network makes it once more.
        self._known[known.line] = known
        self._write_known()
        if known.is_host:
            offer = line.connection.createOffer()
            self._describe(line, offer, known.own, lambda *_: self._take(line, "answer"))
        else:
            self._accept(line, known.theirs, known.own)

    def _look_round(self, *_: Any) -> None:
        """Somebody is out of reach, or this device is in a network again. If that is another one
        than when the spare lines were made, their other ends are called from here: they wait."""
        if not self._known or self._looking is not None:
            return
        self._looking = found = self._window.RTCPeerConnection.new()
        found.createDataChannel("")

        def look(*_: Any) -> None:
            if found is self._looking:
                self._looking, own = None, found.localDescription
                found.close()
                self._call_from(own.sdp if own else "")

        def gathered(*_: Any) -> None:
            if found.iceGatheringState == "complete":
                look()

        found.addEventListener("icegatheringstatechange", proxy(gathered))
        found.setLocalDescription().then(self._ignored, self._ignored)
        self._window.setTimeout(proxy(look), GATHERING_MS)

    def _call_from(self, sdp: str) -> None:
        """Call the other ends of spare lines that were made where this device had other addresses
        than in a description of now."""
        here = hosts_of(sdp)
        moved = [
            (line, known)
            for number, known in self._known.items()
            if (line := self._lines.get(number)) is not None and here != hosts_of(known.own)
        ]
        if not here or not moved:
            return
        self._send(NetworkChanged())
        for line, known in moved:
            self._rejoin(replace(known, own=with_credentials(sdp, known.own)), line.stun)
        for line in list(self._lines.values()):
            is_direct = line.connection is not None
            if is_direct and line.quiet is not None and line.quiet >= SHAKY_BEATS:
                self._lapse(line)

    def _made(self, number: LineNumber, stun: str, certificate: Any = None) -> LineEnd:
        self._hang_up(number)
        # An address, and for TURN a name and a password behind it.
        names = ("urls", "username", "credential")
        servers = [dict(zip(names, one.split(), strict=False)) for one in stun.splitlines()]
        config = to_js(self._window, {"iceServers": servers})
        if certificate is not None:
            config.certificates = self._window.Array.of(certificate)
        connection = self._window.RTCPeerConnection.new(config)
        channel = connection.createDataChannel("match", to_js(self._window, CHANNEL))
        line = LineEnd(number, connection, channel, stun)
        self._lines[number] = line

        def told(message: Callable[[], LiveMessage]) -> Any:
            def listener(*_: Any) -> None:
                if not line.is_over:
                    self._send(message())

            return proxy(listener)

        def changed(*_: Any) -> None:
            if not line.is_over:
                self._follow(line)

        channel.addEventListener("open", told(lambda: self._opened(line)))
        channel.addEventListener("close", told(lambda: self._lost(number)))
        channel.addEventListener("message", proxy(lambda event: self._hear(line, event)))
        connection.addEventListener("connectionstatechange", proxy(changed))

        def gathered(*_: Any) -> None:
            if connection.iceGatheringState == "complete":
                self._tell(line)

        connection.addEventListener("icegatheringstatechange", proxy(gathered))
        last = proxy(lambda *_: self._tell(line, is_last=True))
        self._window.setTimeout(proxy(lambda *_: self._tell(line)), GATHERING_MS)
        self._window.setTimeout(last, DESCRIBING_MS)
        self._keep_beating()
        return line

    def _keep_beating(self) -> None:
        if self._beating is None:
            self._beating = self._window.setInterval(proxy(self._beat), BEAT_MS)

    def _opened(self, line: LineEnd) -> LineOpened:
        line.spare_for = ""
        self._forget(line.number)
        return LineOpened(line.number, name=line.name)

    def _follow(self, line: LineEnd) -> None:
        """The browser has reached the other end, or reaches it no more."""
        state = line.connection.connectionState
        is_open = line.channel.readyState == "open"
        if state == "connected" and is_open:
            self._return(line)
        elif state == "failed" and is_open:
            self._lapse(line)
        elif state == "failed":
            self._send(LineShaky(line.number))

    def _lapse(self, line: LineEnd) -> None:
        """A line is lost, and may return."""
        if line.lost_ms is None:
            line.lost_ms, line.rare_from = page_ms(self._window), line.tries + RARE_BEATS
            self._send(LineLost(line.number, line.lost_ms, may_return=True))

    def _return(self, line: LineEnd) -> None:
        if line.lost_ms is not None:
            line.lost_ms, line.quiet, line.beats = None, None, 0
            self._send(LineOpened(line.number, name=line.name))

    def _beat(self, *_: Any) -> None:
        before, self._beat_ms = self._beat_ms, page_ms(self._window)
        if before is not None and self._beat_ms - before > WAKE_MS:
            self._wake()
        for line in list(self._lines.values()):
            if line.spare_for:
                pass
            elif line.state in UNREACHED:
                self._reach(line)
            elif line.channel.readyState == "open":
                self._beat_on(line)

    def _beat_on(self, line: LineEnd) -> None:
        line.away = 0
        is_relayed = line.connection is None
        if not is_relayed or line.beats % RELAYED_BEATS == 0:
            line.channel.send("")
        line.beats += 1
        if line.beats == SETTLED_BEATS and not is_relayed:
            self._send(LineSettled(line.number))
        if line.quiet is None:
            return
        line.quiet += 1
        if line.quiet == line.shaky_beats:
            self._send(LineShaky(line.number))
        if line.quiet % line.shaky_beats == 0:
            self._look_round()
        if is_relayed and line.quiet >= LOST_BEATS:
            line.channel.close()

    def _reach(self, line: LineEnd) -> None:
        """Try to reach the other end again, on the same line: all that was to be sent still is."""
        line.tries += 1
        line.away += line.channel.readyState == "open"
        if line.away == LAPSE_BEATS:
            self._lapse(line)
        if line.tries == SLOW_BEATS and line.lost_ms is None:
            self._send(LineShaky(line.number))
        is_failed = line.connection.connectionState == "failed"
        beats = REACH_BEATS // 3 if is_failed else REACH_BEATS
        is_rare = line.lost_ms is not None and line.tries >= line.rare_from
        if line.tries % (5 * beats if is_rare else beats):
            return
        self._look_round()
        self._call(line)

    def _wake(self, *_: Any) -> None:
        """This device is in a network again, or has slept: whoever is out of reach is tried at
        once, and as often as at first."""
        self._look_round()
        for line in list(self._lines.values()):
            if line.theirs and not line.spare_for and line.state in UNREACHED:
                line.tries += 1
                line.rare_from = line.tries + RARE_BEATS
                self._call(line)

    def _call(self, line: LineEnd) -> None:
        for candidate in candidates_again(line.theirs, line.tries):
            told = to_js(self._window, {"candidate": candidate, "sdpMid": "0"})
            line.connection.addIceCandidate(told).then(self._ignored, self._ignored)

    def _measure(self, number: LineNumber) -> None:
        """Tell how long the browsers' last own round trip took, unless that is known: they ask each
        other every few seconds whether the way still goes (RFC 7675), and no page hears of it."""
        line = self._lines.get(number)
        if line is None or line.connection is None:
            return

        def found(report: Any) -> None:
            pair = _pair_in_use(report)
            trip_s = getattr(pair, "currentRoundTripTime", None)
            answers = getattr(pair, "responsesReceived", None)
            if line.is_over or trip_s is None or (answers is not None and answers == line.answers):
                return
            line.answers = answers
            self._send(TripMeasured(number, 1000.0 * trip_s))

        line.connection.getStats().then(once(found), self._ignored)

    def _describe(
        self, line: LineEnd, making: Any, like: str = "", then: Callable[..., None] = nothing
    ) -> None:
        """Have the browser find out where the line can be reached; for one that is made anew, with
        the credentials of a description that it had."""

        def begin(made: Any) -> Any:
            if like:
                sdp = with_credentials(made.sdp, like)
                made = to_js(self._window, {"type": made.type, "sdp": sdp})
            return line.connection.setLocalDescription(made)

        making.then(proxy(begin)).then(proxy(then), self._failing(line))

    def _tell(self, line: LineEnd, *, is_last: bool = False) -> None:
        """Tell the session where the line can be reached: once the browser has found all of its
        addresses; or after GATHERING_MS, if it has found some; or else what it has said at last."""
        if line.is_over or line.is_described:
            return
        own = line.connection.localDescription
        sdp = own.sdp if own else ""
        is_found = line.connection.iceGatheringState == "complete" or "a=candidate:" in sdp
        if is_found or is_last:
            line.is_described = True
            if line.spare_for and own and own.type == "answer":
                self._keep(line, (), is_host=False)
            self._send(Described(line.number, sdp))

    def _lost(self, number: LineNumber) -> LineLost:
        return LineLost(number, page_ms(self._window))

    def _failing(self, line: LineEnd) -> Any:
        def failed(*_: Any) -> None:
            if not line.is_over:
                self._send(self._lost(line.number))

        return proxy(failed)

    # --------------------------------------------------------------- talking

    def _hear(self, line: LineEnd, event: Any) -> None:
        if line.is_over:
            return
        self._return(line)
        if line.quiet is not None and line.quiet >= line.shaky_beats:
            self._send(LineShaky(line.number, is_shaky=False))
        line.quiet = 0
        # Anything may come: skip what is too much, not text, or longer than any message.
        data, now_ms = event.data, page_ms(self._window)
        length = len(data) if isinstance(data, str) else 0
        line.budget = line.budget.heard(length, now_ms)
        if line.budget.is_over:
            self._send(LineLost(line.number, now_ms, is_flooded=True))
        elif line.budget.is_taken and 0 < length <= MAX_MESSAGE:
            line.is_hearing = True
            try:
                self._send(IncomingText(line.number, data, now_ms))
            finally:
                line.is_hearing = False
                line.budget = line.budget.took(page_ms(self._window) - now_ms)

    def _hang_up(self, number: LineNumber) -> None:
        line = self._lines.pop(number, None)
        if line is None:
            return
        line.is_over = True
        self._forget(number)
        if not self._lines:
            self._window.clearInterval(self._beating)
            self._beating = self._beat_ms = None
        if line.connection is None:
            line.channel.close()
            return
        if line.channel.readyState != "open":
            line.connection.close()
            return
        # Close the channel first: it closes only after what was sent has arrived.
        line.channel.addEventListener("close", proxy(lambda *_: line.connection.close()))
        line.channel.close()

    def _close(self, *_: Any) -> None:
        for line in list(self._lines.values()):
            # To leave is no loss: nothing is done about it before all others have heard of it.
            line.is_over = True
            line.close()

    def _come_back(self, *_: Any) -> None:
        """A page may be left and shown again as it was: its lines are lost then."""
        for line in list(self._lines.values()):
            if line.is_over:
                self._send(self._lost(line.number))

    # ---------------------------------------------------------------- tabs

    def _tell_tabs(self, told: dict[str, Any]) -> None:
        if self._tabs is not None:
            self._tabs.postMessage(to_js(self._window, told))

    def _hear_tab(self, event: Any) -> None:
        offered, taken = getattr(event.data, "offered", None), getattr(event.data, "taken", None)
        if isinstance(offered, str):
            self._send(CodeOffered(offered))
        elif isinstance(taken, str):
            self._send(CodeTaken(taken, bool(getattr(event.data, "isOwn", False))))


def _pair_in_use(report: Any) -> Any:
    """The addresses between which a line goes, in what a browser tells of it; None if none do."""
    for one in report.values():
        if one.type == "transport":
            return report.get(getattr(one, "selectedCandidatePairId", ""))
        # Firefox tells of no transport.
        if one.type == "candidate-pair" and getattr(one, "selected", False):
            return one
    return None
