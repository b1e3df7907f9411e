"""The browser in the middle of the star: it orders the turns, and sends them to all others.

Pure: the match and a message go in, the new match and what is to be sent come out.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from spieltisch.live.log import GapError, RefusedError, digest, tail, with_turns
from spieltisch.live.protocol import (
    AnswerBack,
    Ask,
    AskBack,
    Back,
    Hello,
    Leave,
    PeerMessage,
    Presence,
    Refused,
    Turns,
    Welcome,
)
from spieltisch.live.sealed import Deal
from spieltisch.live.taking_back import BackAsked, gone_back
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat

LineNumber: TypeAlias = int
"""The number of a line, drawn with its invitation, see live/codes.py."""

NOBODY: LineNumber = -1
"""Stands for the line of a guest who has not come yet."""

Letters: TypeAlias = tuple[tuple[LineNumber, PeerMessage], ...]
"""What is to be sent, and on which line."""


@dataclass(frozen=True)
class Line:
    """A connection to a guest.

    Attributes:
        seats: the guest's seats; none for one who only watches.
        has: how many turns the guest has been sent; None until the guest has answered the welcome.
        is_open: whether it is connected.
        was_refused: whether the guest's last turns were refused and the whole match was sent again;
            after another refusal it is not, as that might go on for ever.
    """

    seats: tuple[Seat, ...] = ()
    has: int | None = None
    is_open: bool = True
    was_refused: bool = False


@dataclass(frozen=True)
class Host:
    """Attributes:
    match_id: the match that is played live.
    lines: the guests, by line.
    round: how often turns were taken back.
    asked: the wish to take turns back that is open.
    deal: what guests know of what lies hidden, in a match that is led.
    """

    match_id: MatchId
    lines: Mapping[LineNumber, Line] = field(default_factory=dict)
    round: int = 0
    asked: BackAsked | None = None
    deal: Deal | None = None

    @property
    def open_lines(self) -> Mapping[LineNumber, Line]:
        """The lines that are connected."""
        return {number: line for number, line in self.lines.items() if line.is_open}

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats of guests whose connection is lost."""
        lost = (line for line in self.lines.values() if not line.is_open)
        return tuple(sorted(seat for line in lost for seat in line.seats))

    def here(self, match: Match) -> tuple[Seat, ...]:
        """The seats whose people are at the host or connected."""
        given = (seat for line in self.open_lines.values() for seat in line.seats)
        return tuple(sorted({*match.people, *given}))

    def next_seat(self, match: Match) -> Seat | None:
        """The seat for the next guest who has had none before; None if all are taken."""
        return next(iter(self._granted(match, NOBODY, ())), None)

    def opened(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A line is connected: the guest at its other end is told of the match."""
        return self._welcoming(match, number, Line())

    def lost(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A line is no longer connected. The seats of its guest are kept free for them; a guest
        who only watched is forgotten."""
        line = self.lines.get(number)
        if line is None:
            return self, ()
        host = self._with(number, replace(line, is_open=False) if line.seats else None)
        host = replace(host, asked=None)
        return host, host._presence(match)

    def begun(self, match: Match, match_id: MatchId) -> tuple[Self, Letters]:
        """Another match is played from now on, with the guests that are connected."""
        host: Self = replace(self, match_id=match_id, round=0, lines=self.open_lines, deal=None)
        letters: list[tuple[LineNumber, PeerMessage]] = []
        for number, line in self.open_lines.items():
            host, more = host._welcoming(match, number, replace(line, seats=()))
            letters += more
        return host, tuple(letters)

    def told(
        self, match: Match, only: Collection[LineNumber] | None = None
    ) -> tuple[Self, Letters]:
        """All guests, or those on some lines, are sent the turns that they lack."""
        host = self._dealt(match)
        letters: list[tuple[LineNumber, PeerMessage]] = []
        for number, line in self.open_lines.items():
            is_wanted = only is None or number in only
            if not is_wanted or line.has is None or line.has >= match.shown:
                continue
            pieces = tail(match, self.match_id, self.round, line.has, host.deal)
            letters += [(number, piece) for piece in pieces]
            host = host._with(number, replace(line, has=match.shown))
        return host, tuple(letters)

    def heard(
        self, match: Match, number: LineNumber, message: PeerMessage, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        """A guest has sent a message; one about another match, or not due, changes nothing.

        Args:
            match: as the host has it.
            number: on which line.
            message: what was sent.
            at_ms: when, by the match's clock.
        """
        line = self.open_lines.get(number)
        if line is None or message.match_id != self.match_id:
            return self, match, ()
        match message:
            case Leave():
                host, letters = self.lost(match, number)
                return host, match, letters
            case Hello():
                host, letters = self._greeted(match, number, message)
                return host, match, letters
            case Ask(round=self.round, start=start) if line.has is not None:
                known = replace(line, has=min(start, match.shown))
                host, letters = self._with(number, known).told(match)
                return host, match, letters
            case Turns(round=self.round) if line.has is not None and not match.is_led:
                return self._played(match, number, line, message, at_ms)
            case AskBack(round=self.round, length=length, seat=seat) if (
                seat in line.seats and not match.is_led
            ):
                return self.asking(match, BackAsked(length, match.shown, seat), number)
            case AnswerBack(round=self.round, length=length, is_granted=is_granted):
                if self.asked is not None and self.asked.length == length:
                    return self.answered(match, number, is_granted=is_granted)
        return self, match, ()

    def asking(
        self, match: Match, wish: BackAsked, number: LineNumber | None
    ) -> tuple[Self, Match, Letters]:
        """Somebody wishes to take turns back: on a line, or here (None). All others who have seats
        are asked; if there are none, it is granted."""
        if wish.length >= match.shown:
            return self, match, ()
        seated = {
            one for one, line in self.open_lines.items() if line.seats and line.has is not None
        }
        here = {None} if match.people else set()
        wish = replace(wish, waits_for=frozenset((seated | here) - {number}))
        host = replace(self, asked=wish)
        if not wish.waits_for:
            return host._gone_back(match, wish.length)
        asked = AskBack(self.match_id, self.round, wish.length, wish.seat)
        return host, match, tuple((one, asked) for one in sorted(seated - {number}))

    def answered(
        self, match: Match, number: LineNumber | None, *, is_granted: bool
    ) -> tuple[Self, Match, Letters]:
        """Somebody who was asked has answered: on a line, or here (None)."""
        asked = self.asked
        if asked is None or number not in asked.waits_for or not asked.is_open(match):
            return self, match, ()
        if not is_granted:
            said = AnswerBack(self.match_id, self.round, asked.length, is_granted=False)
            others = tuple((one, said) for one in self.open_lines if one != number)
            return replace(self, asked=None), match, others
        asked = replace(asked, waits_for=asked.waits_for - {number})
        if asked.waits_for:
            return replace(self, asked=asked), match, ()
        return self._gone_back(match, asked.length)

    def _gone_back(self, match: Match, length: int) -> tuple[Self, Match, Letters]:
        lines = {
            number: line if line.has is None else replace(line, has=min(line.has, length))
            for number, line in self.lines.items()
        }
        host = replace(self, lines=lines, round=self.round + 1, asked=None)
        back = Back(self.match_id, host.round, length)
        letters = tuple(
            (one, back) for one, line in host.open_lines.items() if line.has is not None
        )
        return host, gone_back(match, length), letters

    def _played(
        self, match: Match, number: LineNumber, line: Line, sent: Turns, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        try:
            played = with_turns(match, sent, line.seats, at_ms)
        except GapError:
            return self, match, ((number, Ask(self.match_id, self.round, match.shown)),)
        except RefusedError as error:
            # The whole match shows the guest what was played instead.
            host, letters = self._put_right(match, number)
            refused = Refused(self.match_id, error.number, error.kind)
            return host, match, ((number, refused), *letters)
        has = max(line.has or 0, sent.start + len(sent.turns))
        host, letters = self._with(number, replace(line, has=has, was_refused=False)).told(played)
        return host, played, letters

    def _greeted(self, match: Match, number: LineNumber, hello: Hello) -> tuple[Self, Letters]:
        if hello.round != self.round:
            # Turns were taken back while the welcome that this answers was on its way.
            return self._welcoming(match, number, self.lines[number])
        if hello.have <= match.shown and digest(match, hello.have) != hello.digest:
            return self._put_right(match, number)
        seats = self._granted(match, number, hello.seats)
        line = replace(self.lines[number], seats=seats, has=min(hello.have, match.shown))
        host = self._without_lost(seats)._with(number, line)
        host, letters = host.told(match)
        return host, (*host._presence(match), *letters)

    def _put_right(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A guest whose turns differ from ours is sent the whole match, once."""
        line = self.lines[number]
        if line.was_refused:
            return self, ()
        return self._welcoming(match, number, replace(line, was_refused=True))

    def _granted(
        self, match: Match, number: LineNumber, wanted: Collection[Seat]
    ) -> tuple[Seat, ...]:
        """The seats that a guest gets: those it has had, unless somebody connected has them; else
        one that nobody has had yet, or at least nobody connected has."""
        free = [seat for seat in range(1, match.setup.seats + 1) if match.is_elsewhere(seat)]
        others = {one: line for one, line in self.lines.items() if one != number}
        here = {seat for line in others.values() if line.is_open for seat in line.seats}
        known = {seat for line in others.values() for seat in line.seats}
        own = tuple(seat for seat in free if seat in wanted and seat not in here)
        by_worth = sorted((seat for seat in free if seat not in here), key=known.__contains__)
        return own or tuple(by_worth[:1])

    def _without_lost(self, seats: Collection[Seat]) -> Self:
        """The host after lost lines' seats were given again: without lost lines left seatless."""
        left = {
            number: replace(line, seats=tuple(one for one in line.seats if one not in seats))
            if not line.is_open
            else line
            for number, line in self.lines.items()
        }
        kept = {number: line for number, line in left.items() if line.is_open or line.seats}
        return replace(self, lines=kept)

    def _welcoming(self, match: Match, number: LineNumber, line: Line) -> tuple[Self, Letters]:
        """The guest is sent the whole match, and turns are accepted only after the answer to it."""
        turns = match.turns[: match.shown]
        host = self._dealt(match)
        deal = host.deal
        setup = match.setup if deal is None else deal.setup
        code = encode_match(LinkedMatch(setup, turns, self.match_id))
        opened = () if deal is None else deal.all_opened
        welcome = Welcome(self.match_id, self.round, code, opened)
        return host._with(number, replace(line, has=None)), ((number, welcome),)

    def _dealt(self, match: Match) -> Self:
        """The host, its deal brought up to what guests are to know by now."""
        if not match.is_led:
            return self
        deal = (self.deal or Deal.of(match, self.match_id)).after(match)
        return self if deal is self.deal else replace(self, deal=deal)

    def _presence(self, match: Match) -> Letters:
        """All guests are told who is connected."""
        here, is_table = self.here(match), not match.people
        return tuple(
            (number, Presence(self.match_id, line.seats, here, is_table))
            for number, line in self.open_lines.items()
            if line.has is not None
        )

    def _with(self, number: LineNumber, line: Line | None) -> Self:
        """The host with a line replaced, or with it removed if ``line`` is None."""
        others = {one: other for one, other in self.lines.items() if one != number}
        return replace(self, lines=others if line is None else {**others, number: line})
