"""The browser in the middle of the star: it orders the turns, and sends them to all others.

Pure: the match and a message go in, the new match and what is to be sent come out.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from spieltisch.live import protocol
from spieltisch.live.codes import LineNumber
from spieltisch.live.log import (
    BackAsked,
    GapError,
    LogEnd,
    RefusedError,
    digest,
    tail,
    wished,
    with_help,
    with_turns,
)
from spieltisch.live.proof import is_as, proof_of, tag_of
from spieltisch.live.protocol import MOST_WATCHING, PeerMessage, Turns
from spieltisch.live.sealed import Deal
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat

NOBODY: LineNumber = -1
"""No line's number."""

MOST_FORMER = 20
"""So many keys are remembered of seats that were given to others."""

Letters: TypeAlias = tuple[tuple[LineNumber, PeerMessage], ...]
"""What is to be sent, and on which line."""


@dataclass(frozen=True)
class Line:
    """A connection to a guest."""

    seats: tuple[Seat, ...] = ()
    """The guest's seats; none for one who only watches."""
    has: int | None = None
    """How many turns the guest has been sent; None until the guest has answered the welcome."""
    is_open: bool = True
    key: str = ""
    """The secret by which the guest's device is known; empty until it has said hello."""
    asks: Seat | None = None
    """The seat that the guest, who watches, asks for."""
    names: bool = False
    """Whether the guest's page names questions."""
    name: str = ""
    """What both ends of the line, and nobody else, call it (live/proof.py)."""
    was_refused: bool = False
    """Whether the guest's last turns were refused and the whole match was sent again; after another
    refusal it is not, as that might go on for ever."""


@dataclass(frozen=True)
class Host(LogEnd):
    match_id: MatchId = field(kw_only=True)
    lines: Mapping[LineNumber, Line] = field(default_factory=dict)
    deal: Deal | None = None
    """What guests know of what lies hidden, in a match that is led."""
    former: tuple[str, ...] = ()
    """The last keys of seats that are others' by now: who had them still knows this host."""

    @property
    def open_lines(self) -> Mapping[LineNumber, Line]:
        return {number: line for number, line in self.lines.items() if line.is_open}

    @property
    def greeted(self) -> Mapping[LineNumber, Line]:
        """The lines of guests who have the match on their table."""
        return {one: line for one, line in self.open_lines.items() if line.has is not None}

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats of guests whose connection is lost."""
        lost = (line for line in self.lines.values() if not line.is_open)
        return tuple(sorted(seat for line in lost for seat in line.seats))

    def here(self, match: Match) -> tuple[Seat, ...]:
        """The seats whose people are at the host or connected."""
        given = (seat for line in self.open_lines.values() for seat in line.seats)
        return tuple(sorted({*match.people, *given}))

    @property
    def watching(self) -> int:
        """How many guests who are connected only watch."""
        return sum(not line.seats for line in self.greeted.values())

    def next_seat(self, match: Match) -> Seat | None:
        """The seat for the next guest: one that nobody has had yet, or else one whose people are
        not there; None if all are."""
        here = self.here(match)
        free = [seat for seat in match.shared if seat not in here]
        return min(free, key=lambda seat: (seat in match.keys, seat), default=None)

    def open_line(self, match: Match, number: LineNumber, name: str = "") -> tuple[Self, Letters]:
        """A line is connected, for the first time or again: its guest is told of the match."""
        known = self.lines.get(number, Line())
        known = replace(known, is_open=True, was_refused=False, names=False, name=name)
        return self._welcome(match, number, known)

    def lose_line(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A line is no longer connected. The seats of its guest are kept free for them; a guest
        who only watched is forgotten."""
        line = self.lines.get(number)
        if line is None:
            return self, ()
        host = self._with(number, replace(line, is_open=False) if line.seats else None)
        host, letters = host.decline()
        return host, (*letters, *host._presence(match))

    def begin(self, match: Match, match_id: MatchId) -> tuple[Self, Letters]:
        """Another match is played with those who are connected; its keys say whose seats are."""
        lines, letters = self.open_lines, list[tuple[LineNumber, PeerMessage]]()
        host: Self = replace(
            self, match_id=match_id, round=0, lines=lines, deal=None, asked=None, helped=frozenset()
        )
        for number, line in lines.items():
            host, more = host._welcome(match, number, replace(line, seats=()))
            letters += more
        return host, tuple(letters)

    def send_turns(self, match: Match) -> tuple[Self, Letters]:
        """All guests are sent the turns that they lack."""
        host, letters = self._with_deal(match), list[tuple[LineNumber, PeerMessage]]()
        for number, line in self.greeted.items():
            if line.has is not None and line.has < match.shown:
                pieces = tail(match, self.match_id, self.round, line.has, host.deal)
                letters += [(number, piece) for piece in pieces]
                host = host._with(number, replace(line, has=match.shown))
        return host, tuple(letters)

    def hear(
        self, match: Match, number: LineNumber, message: PeerMessage, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        """A guest has sent a message, at ``at_ms`` by the match's clock; one about another match,
        or not due, changes nothing."""
        line = self.open_lines.get(number)
        if line is not None and isinstance(message, protocol.AskProof):
            # It may have crossed the beginning of another match: it is about this host.
            return self, match, ((number, self._proof(match, line, message)),)
        if line is None or message.match_id != self.match_id:
            return self, match, ()
        match message:
            case protocol.Leave():
                host, letters = self.lose_line(match, number)
                return host, match, letters
            case protocol.NamesQuestions():
                return self._with(number, replace(line, names=True)), match, ()
            case protocol.Hello():
                return self._greet(match, number, message)
            case protocol.AskSeat(seat=seat) if (
                seat in match.shared and not line.seats and line.key
            ):
                asks = None if seat in self.here(match) else seat
                host = self._with(number, replace(line, asks=asks))
                if asks is None or seat in match.keys:
                    return host, match, ()
                # Nobody has it any more.
                return host.answer_seat(match, number, is_given=True)
            case protocol.AnswerBack(round=self.round, length=length, is_granted=is_granted):
                asked = self.asked
                if asked is not None and (length, message.question) == self._told(asked, line):
                    return self.answer_back(match, number, is_granted=is_granted)
            case _ if line.has is None:
                return self, match, ()
            case protocol.HelpAllowed(is_allowed=is_allowed) if line.seats:
                if not line.names or message.question == self.help_question:
                    return self.allow_help(match, line.seats, is_allowed=is_allowed)
            case protocol.SeatsYielded() if line.seats:
                keys = {one: key for one, key in match.keys.items() if one not in line.seats}
                host = replace(self, helped=self.helped.difference(line.seats))
                # A wish to take back was theirs, or waited for them.
                host, declined = host._with(number, replace(line, seats=())).decline()
                match = with_help(replace(match, keys=keys), host.helped)
                return host, match, (*declined, *host._presence(match))
            case protocol.Ask(round=self.round, start=start):
                known = replace(line, has=min(start, match.shown))
                host, letters = self._with(number, known).send_turns(match)
                return host, match, letters
            case Turns(round=self.round) if not match.is_led:
                return self._play(match, number, line, message, at_ms)
            case protocol.AskBack(length=length, seat=seat) if not match.is_led:
                wish, others = wished(match, line.seats), self.wish(match)
                is_theirs = wish is not None and (wish.length, wish.seat) == (length, seat)
                is_free = others is None or (line.names and others.seat == seat)
                if wish is None or not is_theirs or not is_free or message.round != self.round:
                    return self, match, self._declining(length, message.question, (number,))
                # Turns have come there since an open wish of theirs, and made it another.
                host, declined = self.decline() if others is not None else (self, ())
                wish = replace(wish, question=message.question)
                host, match, letters = host.ask_back(match, wish, number)
                return host, match, (*declined, *letters)
        return self, match, ()

    def ask_back(
        self, match: Match, wish: BackAsked, number: LineNumber | None
    ) -> tuple[Self, Match, Letters]:
        """Somebody wishes to take turns back: on a line, or here (None). All others who have seats
        are asked; if there are none, it is granted."""
        if wish.length >= match.shown:
            return self, match, ()
        others = {one for one, line in self.open_lines.items() if line.seats} - {number}
        if not others <= self.greeted.keys():
            # Somebody's turns are being brought together with those here, and may go on from them.
            asker = () if number is None else (number,)
            return self, match, self._declining(wish.length, wish.question, asker)
        here = {None} if match.people and number is not None else set()
        wish, host = replace(wish, waits_for=frozenset(others | here)), self
        if number is None:
            host, wish = host._counted(wish)
        host = replace(host, asked=wish)
        if not wish.waits_for:
            return host._go_back(match, wish.length)
        letters = tuple(
            (one, protocol.AskBack(self.match_id, self.round, length, wish.seat, question))
            for one in sorted(others)
            for length, question in [self._told(wish, self.lines[one])]
        )
        return host, match, letters

    def answer_back(
        self, match: Match, number: LineNumber | None, *, is_granted: bool
    ) -> tuple[Self, Match, Letters]:
        """Somebody who was asked has answered: on a line, or here (None)."""
        asked = self.wish(match)
        if asked is None or number not in asked.waits_for:
            return self, match, ()
        if not is_granted:
            others = [one for one in self.open_lines if one != number]
            declined = self._declining(asked.length, asked.question, others)
            return replace(self, asked=None), match, declined
        asked = replace(asked, waits_for=asked.waits_for - {number})
        if asked.waits_for:
            return replace(self, asked=asked), match, ()
        return self._go_back(match, asked.length)

    def decline(self) -> tuple[Self, Letters]:
        """The host without an open wish to take back: all are told that it is not granted."""
        if self.asked is None:
            return self, ()
        seated = [one for one, line in self.open_lines.items() if line.seats]
        declined = self._declining(self.asked.length, self.asked.question, seated)
        return replace(self, asked=None), declined

    def _told(self, wish: BackAsked, line: Line) -> tuple[int, int | None]:
        """By what the guest on a line knows a wish: its length, and its number if it names any."""
        return wish.length, wish.question if line.names else None

    def _declining(self, length: int, question: int | None, lines: Iterable[LineNumber]) -> Letters:
        def said(number: LineNumber) -> protocol.AnswerBack:
            named = question if self.lines[number].names else None
            return protocol.AnswerBack(
                self.match_id, self.round, length, is_granted=False, question=named
            )

        return tuple((one, said(one)) for one in lines)

    def allow_help(
        self, match: Match, seats: Collection[Seat], *, is_allowed: bool
    ) -> tuple[Self, Match, Letters]:
        """People agree that computers help everybody; if one does not, nobody has agreed."""
        host = replace(self, helped=self.helped.union(seats) if is_allowed else frozenset())
        if self.helped and not is_allowed:
            host = replace(host, help_question=self.help_question + 1)
        return host, with_help(match, host.helped), host._presence(match)

    def _go_back(self, match: Match, length: int) -> tuple[Self, Match, Letters]:
        lines = {
            number: line if line.has is None else replace(line, has=min(line.has, length))
            for number, line in self.lines.items()
        }
        host = replace(self, lines=lines, round=self.round + 1, asked=None)
        back = protocol.Back(self.match_id, host.round, length)
        return host, match.show(length), tuple((one, back) for one in host.greeted)

    def _play(
        self, match: Match, number: LineNumber, line: Line, sent: Turns, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        try:
            played, crossed_at = with_turns(match, sent, line.seats, at_ms, is_host=True)
        except GapError:
            return self, match, ((number, protocol.Ask(self.match_id, self.round, match.shown)),)
        except RefusedError as error:
            # The whole match shows the guest what was played instead.
            if error.kind == "position":
                # It has crossed what was played here: the guest brings the two together.
                host, letters = self._welcome(match, number, line)
                return host, match, letters
            host, letters = self._send_whole(match, number)
            refused = protocol.Refused(self.match_id, error.number, error.kind)
            return host, match, ((number, refused), *letters)
        host = self
        if not crossed_at:
            has = max(line.has or 0, sent.start + len(sent.turns))
            host = self._with(number, replace(line, has=has, was_refused=False))
        # Else the guest hears of the turns here, and brings them together as we do.
        host, letters = host.send_turns(played)
        return host, played, letters

    def answer_seat(
        self, match: Match, number: LineNumber, *, is_given: bool
    ) -> tuple[Self, Match, Letters]:
        """The people here give a seat to a guest who has asked for it, or do not. Given, it is no
        longer that of the device that had it."""
        line = self.open_lines.get(number)
        if line is None or line.asks is None:
            return self, match, ()
        seat, left = line.asks, replace(line, asks=None)
        if not is_given or seat not in match.shared or seat in self.here(match):
            host = self._with(number, left)
            return host, match, host._presence(match, declined=number)
        before = tuple(key for key in (match.keys.get(seat),) if key is not None)
        match = replace(match, keys={**match.keys, seat: line.key})
        host = self._without((seat,), number)._with(number, replace(left, seats=(seat,)))
        former = (*self.former, *before)[-MOST_FORMER:]
        host = replace(host, helped=host.helped - {seat}, former=former)
        match = with_help(match, host.helped)
        return host, match, host._presence(match)

    def _proof(self, match: Match, line: Line, asked: protocol.AskProof) -> protocol.KeyProof:
        """What shows whether a key is known here."""
        nonce, known = asked.nonce, {*match.keys.values(), *self.former, line.key} - {""}
        key = next((one for one in known if is_as(tag_of(one, nonce), asked.tag)), None)
        proof = proof_of(key, nonce, line.name) if key is not None and line.name else ""
        return protocol.KeyProof(asked.match_id, nonce, proof)

    def _greet(
        self, match: Match, number: LineNumber, hello: protocol.Hello
    ) -> tuple[Self, Match, Letters]:
        line = self.lines[number]
        if hello.round != self.round:
            # Turns were taken back while the welcome that this answers was on its way.
            host, letters = self._welcome(match, number, line)
            return host, match, letters
        if hello.have <= match.shown and digest(match, hello.have) != hello.digest:
            host, letters = self._send_whole(match, number)
            return host, match, letters
        # A line is one device's, whatever it says later.
        key = line.key or hello.key
        free = [seat for seat in match.shared if seat not in match.keys]
        if key not in match.keys.values() and free:
            # A device that has none gets a seat that nobody has had yet.
            seat = next((one for one in free if one in hello.seats), free[0])
            match = replace(match, keys={**match.keys, seat: key})
        seats = tuple(seat for seat in match.shared if match.keys.get(seat) == key)
        line = replace(line, seats=seats, key=key, has=min(hello.have, match.shown))
        over = [one for one, other in self.open_lines.items() if set(other.seats) & set(seats)]
        leaves = tuple((one, protocol.Leave(self.match_id)) for one in over if one != number)
        host, declined = self._without(seats, number).decline() if leaves else (self, ())
        host = host._without(seats, number)._with(number, line)
        host, letters = host.send_turns(match)
        return host, match, (*leaves, *declined, *host._presence(match), *letters)

    def _send_whole(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A guest whose turns differ from ours is sent the whole match, once."""
        line = self.lines[number]
        if line.was_refused:
            return self, ()
        return self._welcome(match, number, replace(line, was_refused=True))

    def _without(self, seats: Collection[Seat], number: LineNumber) -> Self:
        """The host after seats were given to a line: without the others that had them."""
        lines: dict[LineNumber, Line] = {}
        for one, line in self.lines.items():
            left = tuple(seat for seat in line.seats if seat not in seats)
            if one == number or left == line.seats:
                lines[one] = line
            elif left:
                lines[one] = replace(line, seats=left)
        return replace(self, lines=lines)

    def _welcome(self, match: Match, number: LineNumber, line: Line) -> tuple[Self, Letters]:
        """The guest is sent the whole match, and turns are accepted only after the answer to it."""
        host, turns = self._with_deal(match), match.turns[: match.shown]
        setup = match.setup if host.deal is None else host.deal.setup
        code = encode_match(LinkedMatch(setup, turns, self.match_id))
        opened = () if host.deal is None else tuple(one for _, one in host.deal.opened)
        welcome = protocol.Welcome(self.match_id, self.round, code, opened)
        return host._with(number, replace(line, has=None)), ((number, welcome),)

    def _with_deal(self, match: Match) -> Self:
        """The host, its deal brought up to what guests are to know by now."""
        if not match.is_led:
            return self
        deal = (self.deal or Deal.of(match, self.match_id)).after(match)
        return self if deal is self.deal else replace(self, deal=deal)

    def _presence(self, match: Match, declined: LineNumber | None = None) -> Letters:
        """All guests are told who is connected; one, perhaps, that it is not given a seat."""
        here, is_table, helped = self.here(match), not match.people, tuple(sorted(self.helped))
        watching = min(self.watching, MOST_WATCHING)
        return tuple(
            (
                one,
                protocol.Presence(
                    self.match_id,
                    line.seats,
                    here,
                    is_table,
                    watching,
                    one == declined,
                    helped,
                    self.help_question if line.names else None,
                ),
            )
            for one, line in self.greeted.items()
        )

    def _with(self, number: LineNumber, line: Line | None) -> Self:
        """The host with a line replaced, or with it removed if ``line`` is None."""
        others = {one: other for one, other in self.lines.items() if one != number}
        return replace(self, lines=others if line is None else {**others, number: line})
