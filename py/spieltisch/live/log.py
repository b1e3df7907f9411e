"""The log of a match: its turns, numbered by how many come before each.

Both ends verify every turn with their own rules. A message that does not fit is refused as a whole
and changes nothing.
"""

from collections.abc import Collection, Iterable
from hashlib import sha256

from spieltisch.live.protocol import MAX_TURNS_AT_ONCE, RemoteCall, Turns
from spieltisch.live.sealed import Deal, in_sight, with_opened
from spieltisch.play.codec import is_sealed
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.play.turn_digits import MAX_TURNS
from spieltisch.table import TABLE_ACTIONS, Entry, Seat, TableAction, Turn, action_of
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


class CrossedError(ValueError):
    """Turns that have crossed those of this device: the first that differs, counted from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"turn {number} was played on both sides")
        self.number = number


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
    """What is to be sent to somebody who knows the first turns.

    Args:
        match: the match as it is.
        match_id, round_: as in Turns.
        start: how many turns are known.
        deal: what guests know of what lies hidden; None if nothing does.
    """
    pieces = []
    for first in range(start, match.shown, MAX_TURNS_AT_ONCE):
        end = min(match.shown, first + MAX_TURNS_AT_ONCE)
        turns = tuple(map(_told, match.turns[first:end]))
        opened = () if deal is None else deal.opened_between(first, end)
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
) -> Match:
    """The match with turns that were sent; the same object if it has them all.

    Args:
        match: as it is known here. What was taken back does not count.
        sent: the turns.
        seats: for which seats the sender may act. An action that nobody chooses (the rules'
            ``automatic_action``) may come from anybody.
        at_ms: when they were played, by the match's clock; None to take the sender's times.
        called: what has been chosen here for other seats, and may come back from the sender.

    Raises:
        GapError: turns before these are missing.
        CrossedError: something was said on one device while others went on elsewhere.
        RefusedError: they do not fit, or what comes to light by them is not what was sealed.
    """
    if sent.start > match.shown:
        raise GapError(f"turns from {sent.start} on, where {match.shown} are known")
    if digest(match, sent.start) != sent.before:
        raise RefusedError(sent.start + 1, "position")
    if sent.start + len(sent.turns) > match.shown:
        try:
            match = with_opened(match, sent.opened)
        except ValueError as error:
            raise RefusedError(sent.start + 1, "sealed") from error
    for number, (seat, text, sent_ms) in enumerate(sent.turns, start=sent.start + 1):
        if number > match.shown:
            entry = Entry(seat, text, sent_ms if at_ms is None else at_ms)
            may = {*seats, seat} if is_called(called, number, seat, text) else seats
            match = _with_entry(match, number, entry, may)
        elif _told(match.turns[number - 1])[:2] != (seat, text):
            if _has_crossed(match, sent, number):
                raise CrossedError(number)
            raise RefusedError(number, "position")
    return match


def _has_crossed(match: Match, sent: Turns, number: int) -> bool:
    """Whether the turns here and those that were sent part at a turn only because somebody said
    something, which anybody may do at any time: on one side there is nothing else from there on."""
    here = all(turn.is_table_action for turn in match.turns[number - 1 : match.shown])
    there = all(text in TABLE_ACTIONS for _, text, _ in sent.turns[number - 1 - sent.start :])
    return here or there


def crossed(
    match: Match,
    sent: Turns,
    number: int,
    seats: Collection[Seat],
    at_ms: int | None = None,
    *,
    is_host: bool,
) -> Match:
    """The match after turns that have crossed those of this device from turn ``number`` on. The
    host's come first on all devices, then the others' as far as they can still be played.

    Raises RefusedError for turns that the sender may not play, and on a guest for a host whose
    turns would come before those of others.

    Args:
        match, sent, seats, at_ms: as in with_turns.
        number: the first turn that differs, counted from 1.
        is_host: whether this device is the host.
    """
    theirs = [
        Entry(seat, text, sent_ms if at_ms is None else at_ms)
        for seat, text, sent_ms in sent.turns[number - 1 - sent.start :]
    ]
    if is_host:
        by = match.offers_at(number - 1).by
        return _as_far_as_legal(match, [one for one in theirs if is_meant(match, one, by)], seats)
    ours = match.turns[number - 1 : match.shown]
    automatic = match.rules.automatic_action
    is_own = (
        turn.seat in match.here or automatic(turn.before) == (turn.seat, turn.action)
        for turn in ours
    )
    if not all(is_own):
        raise RefusedError(number, "position")
    match = match.show(number - 1)
    for entry in theirs:
        match = _with_entry(match, match.shown + 1, entry, seats)
    return _as_far_as_legal(match, [turn.entry for turn in ours], match.here)


def is_meant(match: Match, entry: Entry, by: Seat | None) -> bool:
    """Whether what was said is still about the same thing: an answer is one to the offer that was
    open then, which was this seat's."""
    is_answer = entry.action in (TableAction.ACCEPT.value, TableAction.DECLINE.value)
    return not is_answer or by == match.offers.by


def _as_far_as_legal(match: Match, entries: Iterable[Entry], seats: Collection[Seat]) -> Match:
    for entry in entries:
        try:
            match = _with_entry(match, match.shown + 1, entry, seats)
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


def _with_entry(match: Match, number: int, entry: Entry, seats: Collection[Seat]) -> Match:
    position, rules, seat = match.position, match.rules, entry.seat
    last = match.last_turn
    # Devices start their clocks at different moments: no turn may be earlier than the one before.
    at_ms = max(entry.at_ms, last.at_ms if last is not None else 0)
    try:
        action = action_of(rules, match.setup, position, entry, match.clocks)
        played = match.play(seat, action, at_ms)
    except ValueError as error:
        raise RefusedError(number, "action") from error
    text = entry.action
    if played.turns[-1].entry.action != text or number > MAX_TURNS:
        raise RefusedError(number, "action")
    if seat not in seats and rules.automatic_action(position) != (seat, action):
        raise RefusedError(number, "seat")
    if is_sealed(match.setup.start) and in_sight(rules, played.position):
        raise RefusedError(number, "sealed")
    is_again = number <= len(match.turns) and _told(match.turns[number - 1])[:2] == (seat, text)
    # What was taken back is played again: what came after it can still be.
    return match.show(number) if is_again else played
