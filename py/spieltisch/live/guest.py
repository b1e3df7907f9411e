"""A browser that has been invited: it follows the host's log, and verifies every turn of it.

Pure: the match and a message go in, the new match and what is to be sent come out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Self

from spieltisch.live import protocol
from spieltisch.live.log import (
    BackAsked,
    GapError,
    LogEnd,
    RefusedError,
    after_host,
    are_ours,
    digest,
    is_by_words,
    is_called,
    tail,
    wished,
    with_help,
    with_turns,
)
from spieltisch.live.proof import is_as, proof_of, tag_of
from spieltisch.live.protocol import PeerMessage, RemoteCall, Turns
from spieltisch.live.sealed import Unsealed, unsealed_start
from spieltisch.play.codec import may_be_by_link, may_be_live
from spieltisch.play.match import Match, Standing, common_turns, standing
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId
from spieltisch.table import BY_LINK, CLOCK, Seat, TableAction, Turn
from spieltisch.table.record import MAX_SEATS

MOST_CALLED = 50
"""So many choices are remembered until they come back as turns."""


def seat_key(match: Match) -> str:
    """By which the host of a match knows this device; empty if it has no seat there."""
    return next((match.keys[seat] for seat in sorted(match.here) if seat in match.keys), "")


def _drawn(of: str) -> str:
    """What only those know who know what it is drawn of: a seat's key, or a nonce."""
    return sha256(of.encode()).hexdigest()[:32]


def is_played_for(match: Match, told: Sequence[Turn], called: Collection[RemoteCall] = ()) -> bool:
    """Whether the host has told turns of seats here that nobody here has played: these count only
    if the people here say so. ``called`` is what has been chosen here and has not come back yet."""
    common = common_turns(match.turns[: match.shown], told)
    automatic = match.rules.automatic_action
    return any(
        turn.seat in match.here
        and not is_called(called, number, turn.seat, turn.entry.action)
        and automatic(turn.before) != (turn.seat, turn.action)
        for number, turn in enumerate(told[common:], start=common + 1)
    )


def brought_together(
    match: Match, told: Sequence[Turn], called: Collection[RemoteCall]
) -> Match | None:
    """The match after the turns that the host has told, if the two part only because somebody said
    something; None if they part for more."""
    common = common_turns(match.turns[: match.shown], told)
    ours = (turn.entry for turn in match.turns[common : match.shown])
    theirs = [turn.entry for turn in told[common:]]
    others = frozenset(range(1, match.setup.seats + 1)) - match.here
    if not is_by_words(ours, theirs):
        return None
    try:
        return after_host(match, common, theirs, others, called)
    except RefusedError:
        return None


def strays(match: Match, told: Sequence[Turn], called: Collection[RemoteCall]) -> bool:
    """Whether the match here does not fit the turns that the host has told: each has turns that the
    other lacks, or the host has taken back some that are here, or has played for seats here. A
    guest can be ahead only by turns that were played here and automatic ones."""
    found = standing(match, told)
    if found is Standing.LONGER:
        return is_played_for(match, told, called)
    if found is Standing.OLDER and match.is_led:
        return True
    if found is not Standing.OLDER:
        return found is Standing.FORK
    return not are_ours(match, match.turns[len(told) : match.shown])


@dataclass(frozen=True)
class Guest(LogEnd):
    match_id: MatchId | None = None
    """The host's id of the match; None until it is told."""
    secret: str = ""
    """What this device alone knows."""
    key: str = ""
    """The secret that the host was told when it was greeted: it knows this device by it."""
    line: str = ""
    """What both ends of the line, and nobody else, call it (live/proof.py)."""
    nonce: str = ""
    """What the host was asked by, whether it knows a key; empty if it was not, on this line."""
    asked_key: str = ""
    """Which key that was."""
    proven: str = ""
    """The key that it has shown on this line to know."""
    is_held: bool = False
    """Whether nothing is said to it, nor heard of it, until it has."""
    proof_by_ms: float | None = None
    """By when it has to; None until that is known."""
    has_more_time: bool = False
    """Whether that was put off, as this page had slept."""
    held: protocol.Welcome | None = None
    """What it says of the match meanwhile."""
    welcome: LinkedMatch | None = None
    """The match as the host has told it, until it is on the table here."""
    disclosed: tuple[Unsealed, ...] = ()
    """What had come to light by then."""
    has: int | None = None
    """How many turns the host has, as far as is known; None until the match is on the table."""
    here: tuple[Seat, ...] = ()
    """The seats whose people are connected, as the host has told."""
    taken: tuple[Seat, ...] = ()
    """The seats here that are somebody else's now, as the host says; they stay ours, and nobody
    plays for them, until the people here agree."""
    wants: Seat | None = None
    """The seat that the people here, who watch, have asked for."""
    watching: int = 0
    watches: bool = False
    """Whether the people here watch, as they wished, or as there was no seat for them."""
    called: tuple[RemoteCall, ...] = ()
    """What has been chosen here in a match that the host leads, and has not come back yet."""
    at_table: bool = False
    """Whether the host's screen is the table, so that this device shows a seat at it."""
    is_open: bool = False
    names: bool = False
    """Whether the host's page names questions."""
    agreed: tuple[BackAsked, ...] = ()
    """The wishes to take back that people here have made or granted in this round, but for those
    that were declined: the match may go back only as they say, and only as long as nothing else has
    been played."""

    @property
    def is_connected(self) -> bool:
        """Whether whoever is at the other end of an open line counts as the host."""
        return self.is_open and not self.is_held

    @property
    def common_id(self) -> MatchId:
        """The id that everything said of the match has; nothing is said before it is told."""
        assert self.match_id is not None, "nothing is said to a host that has not told its match"
        return self.match_id

    def opened(self, line: str) -> Self:
        """The guest as a line has opened, for the first time or again: whoever is at its other end
        has shown nothing yet."""
        return replace(self.without_line(), is_open=True, line=line)

    def without_line(self) -> Self:
        """The guest without what was known of whoever is at the other end of the line."""
        left = replace(self, is_open=False, has=None, here=(), asked=None, wants=None)
        left = replace(left, nonce="", asked_key="", proven="")
        return left.without_doubt()

    def without_doubt(self) -> Self:
        """The guest who waits for no proof."""
        return replace(self, is_held=False, held=None, proof_by_ms=None, has_more_time=False)

    def key_in(self, match: Match) -> str:
        """By which the host of a match that goes on here is to know this device; empty if it has
        met none."""
        return seat_key(match) or self.key

    def anew(self, match: Match) -> Self:
        """The guest as somebody new, by a key that tells nothing of the one before it."""
        return replace(self, key=_drawn(f"{self.secret} after {self.key_in(match)}"))

    def ask_proof(self, match: Match) -> tuple[Self, tuple[PeerMessage, ...]]:
        """The host is asked whether it knows the key of this device; once for each key on each line
        that has opened, and not before it has told its match."""
        key, held = self.key_in(match), self.held
        match_id = self.match_id if held is None else held.match_id
        is_told = held is not None or self.welcome is not None or self.has is not None
        if key == self.asked_key or not (key and self.line and is_told) or match_id is None:
            return self, ()
        nonce = _drawn(f"{self.secret}/{self.line}/{match_id}/{key}")
        asked = protocol.AskProof(match_id, nonce, tag_of(key, nonce))
        return replace(self, nonce=nonce, asked_key=key), (asked,)

    def is_shown(self, told: protocol.KeyProof) -> bool | None:
        """Whether the host knows the key that it was asked for, by what it has answered; None if
        that is no answer to the question."""
        key = self.asked_key
        if not self.nonce or self.proven == key or told.nonce != self.nonce:
            return None
        return is_as(proof_of(key, self.nonce, self.line), told.proof)

    def read_welcome(self, message: protocol.Welcome, sent: LinkedMatch) -> Self:
        """The guest after the host's welcome, whose code holds the match ``sent``; raises
        ValueError for one that cannot be played live."""
        setup = sent.setup
        is_shared = any(player.controller == BY_LINK for player in setup.players)
        is_live = is_shared and (may_be_by_link(setup) or may_be_live(setup))
        if not is_live or sent.match_id != message.match_id:
            raise ValueError("not a match that can be played live")
        told = self
        if (message.match_id, message.round) != (self.match_id, self.round):
            # What was asked was asked of another match.
            told = replace(self, asked=None, agreed=())
        told = replace(told, match_id=message.match_id, round=message.round, has=None, names=False)
        return replace(told, welcome=sent, disclosed=message.opened)

    def has_kept_its_word(self, kept: Match) -> bool:
        """Whether the host's start is the one that it had sealed in the match that is kept here."""
        told = "" if self.welcome is None else self.welcome.setup.start
        return unsealed_start(kept.setup.start, self.disclosed) == told

    def greet(self, match: Match, told: LinkedMatch) -> tuple[Self, tuple[PeerMessage, ...]]:
        """The match of the welcome is on the table, with what was known of it here, and fits that:
        the host is told how far it is."""
        # The secret that is kept with the match, or else one that is made for it.
        key = self.key or seat_key(match) or _drawn(f"{self.secret}/{self.common_id}")
        # What was played here alone follows: by then it may have crossed what others said.
        known, seats = min(match.shown, len(told.turns)), tuple(sorted(match.here))
        hello = protocol.Hello(self.common_id, self.round, known, digest(match, known), key, seats)
        guest, letters = replace(self, key=key, welcome=None, has=known).send_turns(match)
        return guest, (protocol.NamesQuestions(self.common_id), hello, *letters)

    def goes_on(self, match: Match) -> bool:
        """Whether the match of the welcome is another one that goes on from this one, such as with
        bots for those who have left."""
        if self.welcome is None or match.is_over or not match.shown:
            return False
        setup, told = self.welcome.setup, self.welcome.turns
        is_alike = (setup.game, setup.seats) == (match.setup.game, match.setup.seats)
        common = common_turns(match.turns[: match.shown], told)
        return is_alike and common == min(match.shown, len(told)) > 0

    def back_in(self, match: Match, told: Self) -> int | None:
        """To how many turns the match in a welcome, that of the guest ``told``, has gone back as
        the people here have agreed; of that no ``Back`` has told, as the host was not greeted yet.
        None if it has not."""
        if told.welcome is None or (told.match_id, told.round) != (self.match_id, self.round + 1):
            return None
        common = common_turns(match.turns[: match.shown], told.welcome.turns)
        lengths = (one.length for one in self.agreed if one.length <= common)
        return next((one for one in lengths if self._has_agreed(match, one)), None)

    def takes_over(self, match: Match) -> bool:
        """Whether the match of the welcome, which goes on from one that is played here, takes a
        seat of the people here or plays for it."""
        if self.welcome is None:
            return False
        players = self.welcome.setup.all_players
        is_taken = any(players[seat - 1].controller != BY_LINK for seat in match.here)
        return is_taken or is_played_for(match, self.welcome.turns, self.called)

    def send_turns(self, match: Match) -> tuple[Self, tuple[PeerMessage, ...]]:
        """The host is sent the turns that it lacks."""
        if not self.is_open or self.has is None or self.has >= match.shown or match.is_led:
            return self, ()
        letters = tail(match, self.common_id, self.round, self.has)
        return replace(self, has=match.shown), letters

    def hear(
        self, match: Match, message: PeerMessage
    ) -> tuple[Self, Match, tuple[PeerMessage, ...]]:
        """The host has sent any message but a welcome; one that is not due changes nothing."""
        guest = self
        if self.has is None or message.match_id != self.match_id:
            return self, match, ()
        match message:
            case protocol.Presence():
                return self._take_seats(match, message)
            case protocol.Ask(round=self.round, start=start):
                guest, letters = replace(self, has=min(start, match.shown)).send_turns(match)
                return guest, match, letters
            case Turns(round=self.round):
                return self._play(match, message)
            case protocol.AskBack(round=self.round, length=length, seat=seat) if (
                seat not in match.here
            ):
                asked, known = wished(match, (seat,)), self.wish(match)
                is_free = known is None or known in self.agreed
                if asked is not None and asked.length == length and is_free:
                    # A wish of people here that it has crossed stays open until it is declined.
                    asked = replace(asked, question=message.question)
                    guest = replace(self, asked=asked)
            case protocol.AnswerBack(round=self.round, length=length, question=question):
                # The host's answer is that it was not granted.
                guest = self._without_wish(length, question)
            case protocol.Back(round=round_, length=length) if round_ == self.round + 1:
                if match.here and not self._has_agreed(match, length):
                    return self, match, (protocol.Refused(self.common_id, length + 1, "position"),)
                match = match.show(min(length, match.shown))
                guest = replace(self, round=round_, has=match.shown, asked=None, agreed=())
        return guest, match, ()

    def _take_seats(
        self, match: Match, told: protocol.Presence
    ) -> tuple[Self, Match, tuple[PeerMessage, ...]]:
        """The host has told who is there. It may give seats to who has none, but take none."""
        if self.watches and told.yours and self.wants is None and not match.here:
            # They came only to watch: the seat is for somebody else.
            return self, match, (protocol.SeatsYielded(self.common_id),)
        is_open = not told.is_declined and not told.yours and self.wants not in told.here
        guest = replace(
            self,
            here=told.here,
            at_table=told.is_table,
            taken=tuple(sorted(match.here - set(told.yours))),
            wants=self.wants if is_open else None,
            watching=told.watching,
            watches=self.watches and not told.yours,
            helped=frozenset(told.helped),
            help_question=told.question or 0,
            names=told.question is not None,
        )
        seated = with_help(match if match.here else match.claiming(told.yours), told.helped)
        if not seated.here <= match.keys.keys():
            keys = {**match.keys, **dict.fromkeys(seated.here, self.key)}
            seated = replace(seated, keys=keys)
        return guest, seated, ()

    def ask_back(self, wish: BackAsked) -> tuple[Self, tuple[PeerMessage, ...]]:
        """The people here wish to take turns back."""
        guest, wish = self._counted(wish)
        named = wish.question if self.names else None
        letter = protocol.AskBack(self.common_id, self.round, wish.length, wish.seat, named)
        return replace(guest, asked=wish, agreed=(wish, *self.agreed)), (letter,)

    def answer_back(self, *, is_granted: bool) -> tuple[Self, tuple[PeerMessage, ...]]:
        """The people here have answered somebody's wish."""
        if self.asked is None or self.asked in self.agreed:
            return self, ()
        length, question = self.asked.length, self.asked.question
        letter = protocol.AnswerBack(self.common_id, self.round, length, is_granted, question)
        agreed = (self.asked, *self.agreed) if is_granted else self.agreed
        return replace(self, asked=None, agreed=agreed), (letter,)

    def _without_wish(self, length: int, question: int | None) -> Self:
        """The guest as a wish is not granted; a host that does not name it means the open one."""

        def is_it(one: BackAsked) -> bool:
            return one.length == length and question in (None, one.question)

        asked = None if self.asked is not None and is_it(self.asked) else self.asked
        agreed = tuple(one for one in self.agreed if not is_it(one))
        return replace(self, asked=asked, agreed=agreed)

    def _has_agreed(self, match: Match, length: int) -> bool:
        """Whether people here have agreed that only so many turns count. What they have played
        last, and what anybody has said, may have crossed the answer, and what others have played
        the wish: it still is for the last choice here then."""
        turns, settled = match.turns, match.shown
        while settled and (
            turns[settled - 1].seat in match.here or turns[settled - 1].is_table_action
        ):
            settled -= 1
        still = wished(match.show(settled), match.here)
        return any(
            one.length == length
            and (
                settled <= one.shown <= match.shown
                or (one.seat in match.here and still is not None and still.length == length)
            )
            for one in self.agreed
        )

    def _play(self, match: Match, sent: Turns) -> tuple[Self, Match, tuple[PeerMessage, ...]]:
        theirs = frozenset(range(1, match.setup.seats + 1)) - match.here
        theirs |= {CLOCK} if match.is_led else set()
        try:
            # Where the host leads, it sends back what was chosen here.
            played, crossed_at = with_turns(match, sent, theirs, called=self.called, is_host=False)
        except GapError:
            return self, match, (protocol.Ask(self.common_id, self.round, match.shown),)
        except RefusedError as error:
            return self, match, (protocol.Refused(self.common_id, error.number, error.kind),)
        guest = self._remember_offers(match, played, crossed_at, sent) if crossed_at else self
        left = tuple(one for one in guest.called if one.start + MAX_SEATS > played.shown)
        has = max(self.has or 0, sent.start + len(sent.turns))
        return replace(guest, has=has, called=left), played, ()

    def _remember_offers(self, match: Match, played: Match, number: int, sent: Turns) -> Self:
        """Offers and resignations of people here that had no place after the host's turns: with
        more of them they may have one, and then the host plays them."""
        said = (self.common_id, self.round, number - 1, sent.before)
        kept = {(one.seat, one.action) for one in played.turns[number - 1 : played.shown]}
        calls = (
            RemoteCall(*said, one.seat, one.entry.action, since=0)
            for one in match.turns[number - 1 : match.shown]
            if one.action in (TableAction.OFFER, TableAction.RESIGN)
            and (one.seat, one.action) not in kept
        )
        return replace(self, called=(*self.called, *calls)[-MOST_CALLED:])
