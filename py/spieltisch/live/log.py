"""The log of a match: its turns, numbered by how many come before each.

Both ends verify every turn with their own rules. A message that does not fit is refused as a whole
and changes nothing. Turns are taken back, and computers help, only if all who have a seat agree.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Self

from spieltisch.live.protocol import MAX_ROUND, MAX_TURNS_AT_ONCE, RemoteCall, Turns
from spieltisch.live.sealed import Deal, in_sight, with_unsealed
from spieltisch.play.codec import is_sealed
from spieltisch.play.digits import MAX_TURNS
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import TABLE_ACTIONS, Entry, Seat, TableAction, Turn
from spieltisch.table.record import MAX_SEATS

_DIGEST_LENGTH = 16


class RefusedError(ValueError):
    """Turns that do not fit: from which on, counted from 1, and why, as in ``Refused.why``."""

    def __init__(self, number: int, kind: str) -> None:
        super().__init__(f"turn {number} is refused because of its {kind}")
        self.number = number
        self.kind = kind


class GapError(ValueError):
    """Turns whose predecessors are missing."""


def digest(match: Match, length: int) -> str:
    """The position after so many turns as everybody sees it, its past included, as 16 hexadecimal
    digits: a device that plays on from another position is found out at once."""
    position = match.position_at(length)
    text = match.rules.format_position(position.observe(None))
    offers = match.offers_at(length)
    if offers.said:
        # Devices on which other things were said are not in the same position.
        outcome = position.outcome
        ended = "" if outcome is None else f"{outcome.reason} {sorted(outcome.winners)}"
        text += f"\n{offers.by} {sorted(offers.agreed)} {sorted(offers.spent)} {ended}"
    return sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


def tail(
    match: Match, match_id: MatchId, round_: int, start: int, deal: Deal | None = None
) -> tuple[Turns, ...]:
    """What is to be sent to somebody who knows the first ``start`` turns, and who is told of what
    lies hidden as the deal says."""
    pieces = []
    for first in range(start, match.shown, MAX_TURNS_AT_ONCE):
        end = min(match.shown, first + MAX_TURNS_AT_ONCE)
        turns = tuple(map(_told, match.turns[first:end]))
        opened = () if deal is None else deal.unsealed_between(first, end)
        pieces.append(Turns(match_id, round_, first, digest(match, first), turns, opened))
    return tuple(pieces)


def _told(turn: Turn) -> tuple[Seat, str, int]:
    entry = turn.entry
    return entry.seat, entry.action, entry.at_ms


def with_turns(
    match: Match,
    sent: Turns,
    seats: Collection[Seat],
    at_ms: int | None = None,
    called: Collection[RemoteCall] = (),
    *,
    is_host: bool,
) -> tuple[Match, int]:
    """The match with turns that were sent, the same object if it has them all; and from which turn
    on, counted from 1, they have crossed those of this device, as something was said on one device
    while others went on elsewhere; 0 if they have not. If they have, the host's come first on all
    devices, then the others' as far as they can still be played.

    Args:
        seats: for which seats the sender may act. An action that nobody chooses (the rules'
            ``automatic_action``) may come from anybody.
        at_ms: when they were played, by the match's clock; None to take the sender's times.
        called: what has been chosen here for other seats, and may come back from the sender.
        is_host: whether this device is the host.

    Raises:
        GapError: turns before these are missing.
        RefusedError: they do not fit, what comes to light by them is not what was sealed, or the
            host's would come before those of others.
    """
    known = match
    if sent.start > match.shown:
        raise GapError(f"turns from {sent.start} on, where {match.shown} are known")
    if digest(match, sent.start) != sent.before:
        raise RefusedError(sent.start + 1, "position")
    if sent.start + len(sent.turns) > match.shown:
        try:
            match = with_unsealed(match, sent.opened)
        except ValueError as error:
            raise RefusedError(sent.start + 1, "sealed") from error
    entries = [Entry(seat, text, ms if at_ms is None else at_ms) for seat, text, ms in sent.turns]
    for number, entry in enumerate(entries, start=sent.start + 1):
        alike = entry.seat, entry.action
        if number > match.shown:
            match = _with_entry(match, entry, seats, called)
        elif _told(match.turns[number - 1])[:2] != alike:
            theirs = entries[number - 1 - sent.start :]
            here = (turn.entry for turn in match.turns[number - 1 : match.shown])
            if not is_by_words(here, theirs):
                raise RefusedError(number, "position")
            if is_host:
                return _as_far_as_legal(known, theirs, number - 1, seats), number
            return after_host(known, number - 1, theirs, seats, called), number
    return match, 0


def is_by_words(here: Iterable[Entry], there: Iterable[Entry]) -> bool:
    """Whether a match parts only because somebody said something, which anybody may do at any time:
    of the turns from there on, one side has no others that the other side lacks."""
    ours, theirs = ({(one.seat, one.action): None for one in side} for side in (here, there))
    return any(
        all(action in TABLE_ACTIONS for seat, action in one if (seat, action) not in other)
        for one, other in ((ours, theirs), (theirs, ours))
    )


def are_ours(match: Match, turns: Iterable[Turn]) -> bool:
    """Whether people here have played all of the turns, but for those that nobody chooses."""
    automatic = match.rules.automatic_action
    return all(
        turn.seat in match.here or automatic(turn.before) == (turn.seat, turn.action)
        for turn in turns
    )


def after_host(
    match: Match,
    common: int,
    told: Iterable[Entry],
    seats: Collection[Seat],
    called: Collection[RemoteCall],
) -> Match:
    """A guest's match that parts from the host's after ``common`` turns: the host's turns, then
    what was played here and is not among them, as far as it can still be played. Raises
    RefusedError if turns of others would be moved, or the host may not play its own."""
    ours = match.turns[common : match.shown]
    if not are_ours(match, ours):
        raise RefusedError(common + 1, "position")
    left = [turn.entry for turn in ours]
    match = match.show(common)
    for entry in told:
        alike = entry.seat, entry.action
        known = next((one for one in left if (one.seat, one.action) == alike), None)
        if known is not None:
            left.remove(known)
        may = seats if known is None else {*seats, entry.seat}
        match = _with_entry(match, entry, may, called)
    return _as_far_as_legal(match, left, common, match.here)


def is_meant(match: Match, entry: Entry, since: int) -> bool:
    """Whether what was said after ``since`` turns is still about the same thing: an answer is one
    to the offer that was open then, and only to that."""
    if entry.action not in (TableAction.ACCEPT.value, TableAction.DECLINE.value):
        return True
    by = match.offers_at(since).by
    return all(match.offers_at(length).by == by for length in range(since, match.shown + 1))


def _as_far_as_legal(
    match: Match, entries: Iterable[Entry], since: int, seats: Collection[Seat]
) -> Match:
    """The match after those of the entries that can still be played, and are still meant; they were
    made after ``since`` turns."""
    for entry in entries:
        if not is_meant(match, entry, since):
            continue
        try:
            match = _with_entry(match, entry, seats)
        except RefusedError as error:
            if error.kind != "action":
                raise
    return match


def is_called(called: Collection[RemoteCall], number: int, seat: Seat, action: str) -> bool:
    """Whether a turn is what was chosen on this device, perhaps after others who were faster."""
    return any(
        (one.seat, one.action) == (seat, action) and one.start < number <= one.start + MAX_SEATS
        for one in called
    )


def _with_entry(
    match: Match, entry: Entry, seats: Collection[Seat], called: Collection[RemoteCall] = ()
) -> Match:
    number, rules, seat, text = match.shown + 1, match.rules, entry.seat, entry.action
    last = match.last_turn
    # Devices start their clocks at different moments: no turn may be earlier than the one before.
    at_ms = max(entry.at_ms, last.at_ms if last is not None else 0)
    try:
        action = match.state.action_of(match.setup, entry)
        played = match.play(seat, action, at_ms)
    except ValueError as error:
        raise RefusedError(number, "action") from error
    if played.turns[-1].entry.action != text or number > MAX_TURNS:
        raise RefusedError(number, "action")
    may = seat in seats or is_called(called, number, seat, text)
    if not may and rules.automatic_action(match.position) != (seat, action):
        raise RefusedError(number, "seat")
    if is_sealed(match.setup.start) and in_sight(rules, played.position):
        raise RefusedError(number, "sealed")
    is_again = number <= len(match.turns) and _told(match.turns[number - 1])[:2] == (seat, text)
    # What was taken back is played again: what came after it can still be.
    return match.show(number) if is_again else played


@dataclass(frozen=True)
class BackAsked:
    """A wish to take turns back."""

    length: int
    """How many turns are to count."""
    shown: int
    """How many counted when it was made: it lapses once others are played."""
    seat: Seat
    """Whose wish it is."""
    question: int | None = None
    """Which of all wishes it is, if that is told."""
    waits_for: frozenset[int | None] = frozenset()
    """On the host, whose answers are missing: the lines of guests, and None for the people at the
    host."""

    def is_open(self, match: Match) -> bool:
        """Whether it can still be granted: what is only said, such as the offer of a draw, is
        another question."""
        if self.shown == match.shown:
            return True
        since = match.turns[self.shown : match.shown]
        return bool(since) and all(turn.is_table_action for turn in since) and not match.is_over


@dataclass(frozen=True)
class LogEnd:
    """What the host and a guest know alike of what has been agreed."""

    round: int = 0
    """How often turns were taken back."""
    asked: BackAsked | None = None
    wishes: int = 0
    """How many wishes to take back were made on this device, as far as they are counted."""
    helped: frozenset[Seat] = frozenset()
    """The seats whose people agree that computers help everybody."""
    help_question: int = 0
    """How often somebody has not agreed: after that it is another question."""

    def named(self, wish: BackAsked) -> str:
        """The name of a wish to take back, which an answer on this device repeats."""
        told = self.round, wish.length, wish.shown, wish.seat, wish.question or 0
        return ".".join(map(str, told))

    def _counted(self, wish: BackAsked) -> tuple[Self, BackAsked]:
        """A wish of people here has a number, which no wish of people elsewhere has: where two have
        crossed, an answer to one may arrive where the other is open."""
        question = self.wishes * (MAX_SEATS + 1) + wish.seat
        wishes = (self.wishes + 1) % (MAX_ROUND // (MAX_SEATS + 1))
        return replace(self, wishes=wishes), replace(wish, question=question)

    def wish(self, match: Match) -> BackAsked | None:
        """Somebody's wish to take back, if it can still be granted."""
        return self.asked if self.asked is not None and self.asked.is_open(match) else None


def wished(match: Match, seats: Collection[Seat]) -> BackAsked | None:
    """What people at these seats can wish: to choose once more what they chose last. None if they
    have chosen nothing yet."""
    for length in range(match.shown - 1, -1, -1):
        turn = match.turns[length]
        if turn.seat in seats and match.rules.automatic_action(turn.before) is None:
            return BackAsked(length, match.shown, turn.seat)
    return None


def may_redo(match: Match) -> bool:
    """Whether the next turn that was taken back is that of people here, who may play it again."""
    return match.shown < len(match.turns) and match.turns[match.shown].seat in match.here


def with_help(match: Match, agreed: Collection[Seat]) -> Match:
    """The match in which computers help, if the people at all seats agree to that."""
    is_helped = {*match.shared, *match.people} <= set(agreed)
    return match if is_helped == match.is_helped else replace(match, is_helped=is_helped)
