"""The browser in the middle of the star: it orders the turns, and sends them to all others.

Pure: the match and a message go in, the new match and what is to be sent come out.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from spieltisch.live.log import (
    BackAsked,
    CrossedError,
    GapError,
    RefusedError,
    crossed,
    digest,
    tail,
    wished,
    with_help,
    with_turns,
)
from spieltisch.live.protocol import (
    MOST_WATCHING,
    AnswerBack,
    Ask,
    AskBack,
    AskSeat,
    Back,
    Hello,
    HelpAllowed,
    Leave,
    PeerMessage,
    Presence,
    Refused,
    SeatsYielded,
    Turns,
    Welcome,
)
from spieltisch.live.sealed import Deal
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat

LineNumber: TypeAlias = int
"""The number of a line, drawn with its invitation, see live/codes.py."""

NOBODY: LineNumber = -1
"""No line's number."""

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
    """Whether it is connected."""
    key: str = ""
    """The secret by which the guest's device is known; empty until it has said hello."""
    asks: Seat | None = None
    """The seat that the guest, who watches, asks for."""
    was_refused: bool = False
    """Whether the guest's last turns were refused and the whole match was sent again; after another
    refusal it is not, as that might go on for ever."""


@dataclass(frozen=True)
class Host:
    match_id: MatchId
    """The match that is played live."""
    lines: Mapping[LineNumber, Line] = field(default_factory=dict)
    """The guests, by line."""
    round: int = 0
    """How often turns were taken back."""
    asked: BackAsked | None = None
    """The wish to take turns back that is open."""
    deal: Deal | None = None
    """What guests know of what lies hidden, in a match that is led."""
    helped: frozenset[Seat] = frozenset()
    """The seats whose people agree that computers help everybody."""

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

    @property
    def watching(self) -> int:
        """How many guests who are connected only watch."""
        return sum(not line.seats and line.has is not None for line in self.open_lines.values())

    def next_seat(self, match: Match) -> Seat | None:
        """The seat for the next guest: one that nobody has had yet, or else one whose people are
        not there; None if all are."""
        here = self.here(match)
        free = [seat for seat in match.shared if seat not in here]
        return min(free, key=lambda seat: (seat in match.keys, seat), default=None)

    def open_line(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A line is connected, for the first time or again: the guest at its other end is told of
        the match."""
        known = self.lines.get(number, Line())
        return self._welcome(match, number, replace(known, is_open=True, was_refused=False))

    def lose_line(self, match: Match, number: LineNumber) -> tuple[Self, Letters]:
        """A line is no longer connected. The seats of its guest are kept free for them; a guest
        who only watched is forgotten."""
        line = self.lines.get(number)
        if line is None:
            return self, ()
        host = self._with(number, replace(line, is_open=False) if line.seats else None)
        host, letters = host._decline()
        return host, (*letters, *host._presence(match))

    def begin(self, match: Match, match_id: MatchId) -> tuple[Self, Letters]:
        """Another match is played from now on, with the guests that are connected. Its keys say
        which seat is whose."""
        host: Self = replace(self, match_id=match_id, round=0, lines=self.open_lines)
        host = replace(host, deal=None, helped=frozenset())
        letters: list[tuple[LineNumber, PeerMessage]] = []
        for number, line in self.open_lines.items():
            host, more = host._welcome(match, number, replace(line, seats=()))
            letters += more
        return host, tuple(letters)

    def send_turns(
        self, match: Match, only: Collection[LineNumber] | None = None
    ) -> tuple[Self, Letters]:
        """All guests, or those on some lines, are sent the turns that they lack."""
        host = self._with_deal(match)
        letters: list[tuple[LineNumber, PeerMessage]] = []
        for number, line in self.open_lines.items():
            is_wanted = only is None or number in only
            if not is_wanted or line.has is None or line.has >= match.shown:
                continue
            pieces = tail(match, self.match_id, self.round, line.has, host.deal)
            letters += [(number, piece) for piece in pieces]
            host = host._with(number, replace(line, has=match.shown))
        return host, tuple(letters)

    def hear(
        self, match: Match, number: LineNumber, message: PeerMessage, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        """A guest has sent a message; one about another match, or not due, changes nothing.

        Args:
            at_ms: when, by the match's clock.
        """
        line = self.open_lines.get(number)
        if line is None or message.match_id != self.match_id:
            return self, match, ()
        match message:
            case Leave():
                host, letters = self.lose_line(match, number)
                return host, match, letters
            case Hello():
                return self._greet(match, number, message)
            case AskSeat(seat=seat) if seat in match.shared and not line.seats and line.key:
                asks = None if seat in self.here(match) else seat
                host = self._with(number, replace(line, asks=asks))
                if asks is None or seat in match.keys:
                    return host, match, ()
                # Nobody has it any more.
                return host.answer_seat(match, number, is_given=True)
            case HelpAllowed(is_allowed=is_allowed) if line.seats and line.has is not None:
                return self.allow_help(match, line.seats, is_allowed=is_allowed)
            case SeatsYielded() if line.seats and line.has is not None:
                keys = {one: key for one, key in match.keys.items() if one not in line.seats}
                host = replace(self, helped=self.helped.difference(line.seats))
                host = host._with(number, replace(line, seats=()))
                match = with_help(replace(match, keys=keys), host.helped)
                return host, match, host._presence(match)
            case Ask(round=self.round, start=start) if line.has is not None:
                known = replace(line, has=min(start, match.shown))
                host, letters = self._with(number, known).send_turns(match)
                return host, match, letters
            case Turns(round=self.round) if line.has is not None and not match.is_led:
                return self._play(match, number, line, message, at_ms)
            case AskBack(length=length, seat=seat) if line.has is not None and not match.is_led:
                wish = wished(match, line.seats)
                is_open = self.asked is not None and self.asked.is_open(match)
                is_theirs = wish is not None and (wish.length, wish.seat) == (length, seat)
                if wish is None or is_open or not is_theirs or message.round != self.round:
                    said = AnswerBack(self.match_id, self.round, length, is_granted=False)
                    return self, match, ((number, said),)
                return self.ask_back(match, wish, number)
            case AnswerBack(round=self.round, length=length, is_granted=is_granted):
                if self.asked is not None and self.asked.length == length:
                    return self.answer_back(match, number, is_granted=is_granted)
        return self, match, ()

    def ask_back(
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
            return host._go_back(match, wish.length)
        asked = AskBack(self.match_id, self.round, wish.length, wish.seat)
        return host, match, tuple((one, asked) for one in sorted(seated - {number}))

    def answer_back(
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
        return self._go_back(match, asked.length)

    def allow_help(
        self, match: Match, seats: Collection[Seat], *, is_allowed: bool
    ) -> tuple[Self, Match, Letters]:
        """The people at some seats agree that computers help everybody; if one does not, nobody
        has agreed."""
        host = replace(self, helped=self.helped.union(seats) if is_allowed else frozenset())
        return host, with_help(match, host.helped), host._presence(match)

    def _go_back(self, match: Match, length: int) -> tuple[Self, Match, Letters]:
        lines = {
            number: line if line.has is None else replace(line, has=min(line.has, length))
            for number, line in self.lines.items()
        }
        host = replace(self, lines=lines, round=self.round + 1, asked=None)
        back = Back(self.match_id, host.round, length)
        letters = tuple(
            (one, back) for one, line in host.open_lines.items() if line.has is not None
        )
        return host, match.show(length), letters

    def _play(
        self, match: Match, number: LineNumber, line: Line, sent: Turns, at_ms: int
    ) -> tuple[Self, Match, Letters]:
        try:
            try:
                played = with_turns(match, sent, line.seats, at_ms)
            except CrossedError as error:
                # The guest hears of the turns here, and brings them together as we do.
                played = crossed(match, sent, error.number, line.seats, at_ms, is_host=True)
                host, letters = self.send_turns(played)
                return host, played, letters
        except GapError:
            return self, match, ((number, Ask(self.match_id, self.round, match.shown)),)
        except RefusedError as error:
            # The whole match shows the guest what was played instead.
            if error.kind == "position":
                # It has crossed what was played here: the guest brings the two together.
                host, letters = self._welcome(match, number, line)
                return host, match, letters
            host, letters = self._send_whole(match, number)
            refused = Refused(self.match_id, error.number, error.kind)
            return host, match, ((number, refused), *letters)
        has = max(line.has or 0, sent.start + len(sent.turns))
        host, letters = self._with(number, replace(line, has=has, was_refused=False)).send_turns(
            played
        )
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
        host = self._with(number, left)
        declined = number
        if is_given and seat in match.shared and seat not in self.here(match):
            match = replace(match, keys={**match.keys, seat: line.key})
            host = host._without((seat,), number)._with(number, replace(left, seats=(seat,)))
            host = replace(host, helped=host.helped - {seat})
            match = with_help(match, host.helped)
            declined = NOBODY
        return host, match, host._presence(match, declined)

    def _greet(self, match: Match, number: LineNumber, hello: Hello) -> tuple[Self, Match, Letters]:
        if hello.round != self.round:
            # Turns were taken back while the welcome that this answers was on its way.
            host, letters = self._welcome(match, number, self.lines[number])
            return host, match, letters
        if hello.have <= match.shown and digest(match, hello.have) != hello.digest:
            host, letters = self._send_whole(match, number)
            return host, match, letters
        line = self.lines[number]
        # A line is one device's, whatever it says later.
        key = line.key or hello.key
        match = _with_seat(match, key, hello.seats)
        seats = tuple(seat for seat in match.shared if match.keys.get(seat) == key)
        line = replace(line, seats=seats, key=key, has=min(hello.have, match.shown))
        over = [one for one, other in self.open_lines.items() if set(other.seats) & set(seats)]
        leaves = tuple((one, Leave(self.match_id)) for one in over if one != number)
        host, declined = self._without(seats, number)._decline() if leaves else (self, ())
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

    def _decline(self) -> tuple[Self, Letters]:
        """The host without an open wish to take back: all are told that it is not granted."""
        if self.asked is None:
            return self, ()
        said = AnswerBack(self.match_id, self.round, self.asked.length, is_granted=False)
        letters = tuple((one, said) for one, line in self.open_lines.items() if line.seats)
        return replace(self, asked=None), letters

    def _welcome(self, match: Match, number: LineNumber, line: Line) -> tuple[Self, Letters]:
        """The guest is sent the whole match, and turns are accepted only after the answer to it."""
        turns = match.turns[: match.shown]
        host = self._with_deal(match)
        deal = host.deal
        setup = match.setup if deal is None else deal.setup
        code = encode_match(LinkedMatch(setup, turns, self.match_id))
        opened = () if deal is None else deal.all_opened
        welcome = Welcome(self.match_id, self.round, code, opened)
        return host._with(number, replace(line, has=None)), ((number, welcome),)

    def _with_deal(self, match: Match) -> Self:
        """The host, its deal brought up to what guests are to know by now."""
        if not match.is_led:
            return self
        deal = (self.deal or Deal.of(match, self.match_id)).after(match)
        return self if deal is self.deal else replace(self, deal=deal)

    def _presence(self, match: Match, declined: LineNumber = NOBODY) -> Letters:
        """All guests are told who is connected; one, perhaps, that it is not given a seat."""
        here, is_table = self.here(match), not match.people
        watching = min(self.watching, MOST_WATCHING)
        return tuple(
            (
                number,
                Presence(
                    self.match_id,
                    line.seats,
                    here,
                    is_table,
                    watching,
                    number == declined,
                    tuple(sorted(self.helped)),
                ),
            )
            for number, line in self.open_lines.items()
            if line.has is not None
        )

    def _with(self, number: LineNumber, line: Line | None) -> Self:
        """The host with a line replaced, or with it removed if ``line`` is None."""
        others = {one: other for one, other in self.lines.items() if one != number}
        return replace(self, lines=others if line is None else {**others, number: line})


def _with_seat(match: Match, key: str, wanted: Collection[Seat]) -> Match:
    """The match with a seat for a device that has none: one that nobody has had yet, if there is
    one. A seat that was given before belongs to the device that it was given to."""
    free = [seat for seat in match.shared if seat not in match.keys]
    if key in match.keys.values() or not free:
        return match
    seat = next((one for one in free if one in wanted), free[0])
    return replace(match, keys={**match.keys, seat: key})
