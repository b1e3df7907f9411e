"""Who was first of several who called, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spieltisch.app.core.live import Meeting
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Seat

if TYPE_CHECKING:
    from spieltisch.live.protocol import TieBreak


def last_verdict(meeting: Meeting, match: Match) -> TieBreak | None:
    """Who was first in the last turn of a match, if several had called; else None."""
    found, last = meeting.verdict, match.last_turn
    is_last = found is not None and last is not None and last.seat == found.seats[0]
    return found if is_last else None


def margin_ms(verdict: TieBreak | None) -> int | None:
    """By how much the first was faster than the next; None without a clear winner."""
    if verdict is None or verdict.is_drawn or len(verdict.seats) < 2:
        return None
    return verdict.behind[1] - verdict.behind[0]


def verdict_text(words: Words, names: Names, verdict: TieBreak | None) -> str:
    """Who was first, and by how much; empty if nothing was to be decided."""
    if verdict is None:
        return ""
    is_drawn, is_corrected = verdict.is_drawn, verdict.is_corrected
    seats, ms = verdict.seats, margin_ms(verdict)
    told = first_text(words, names, seats, ms, is_drawn=is_drawn, is_corrected=is_corrected)
    late = zip(seats, verdict.put_back or (), strict=False)
    more = [_put_back_text(words, names, seat, later_ms) for seat, later_ms in late if later_ms]
    return " ".join((told, *more)) if told else ""


def _put_back_text(words: Words, names: Names, seat: Seat, ms: int) -> str:
    """A call counts later than its device says."""
    if seat == names.you:
        told = words.gettext(
            "Your call counts {ms} ms later than your device says: the line is not that slow."
        )
    else:
        told = words.gettext(
            "{name}’s call counts {ms} ms later than their device says: the line is not that slow."
        )
    return told.format(name=names[seat - 1], ms=ms)


def first_text(
    words: Words,
    names: Names,
    seats: Sequence[Seat],
    ms: int | None,
    *,
    is_drawn: bool = False,
    is_corrected: bool = False,
) -> str:
    """Who of those seats was first, and by how much; empty for others than these players."""
    if any(seat > len(names) for seat in seats):
        return ""
    first, second = seats[:2]
    if is_drawn:
        templates = (
            words.gettext("You and {second} were equally fast. Lots were drawn: you go first."),
            words.gettext(
                "{first} and you were equally fast. Lots were drawn: {first} goes first."
            ),
            words.gettext(
                "{first} and {second} were equally fast. Lots were drawn: {first} goes first."
            ),
        )
    elif is_corrected:
        templates = (
            words.gettext("You were {ms} ms faster than {second}, whose call arrived first."),
            words.gettext("{first} was {ms} ms faster than you, though your call arrived first."),
            words.gettext("{first} was {ms} ms faster than {second}, whose call arrived first."),
        )
    else:
        templates = (
            words.gettext("You were {ms} ms faster than {second}."),
            words.gettext("{first} was {ms} ms faster than you."),
            words.gettext("{first} was {ms} ms faster than {second}."),
        )
    to_first, to_second, of_both = templates
    told = {first: to_first, second: to_second}.get(names.you or 0, of_both)
    return told.format(first=names[first - 1], second=names[second - 1], ms=ms)
