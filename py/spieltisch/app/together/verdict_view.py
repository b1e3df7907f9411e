"""Who was first of several who called, in words."""

from spieltisch.app.together.state import Live, is_live
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.live.fair_calls import Verdict
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId


def last_verdict(live: Live | None, match_id: MatchId, match: Match) -> Verdict | None:
    """Who was first in the last turn of a match, if several had called; else None."""
    found, last = None if live is None else live.verdict, match.last_turn
    is_last = found is not None and last is not None and last.seat == found.seats[0]
    return found if is_last and is_live(live, match_id) else None


def margin_ms(verdict: Verdict | None) -> int | None:
    """By how much the first was faster than the next; None without a clear winner."""
    if verdict is None or verdict.is_drawn or len(verdict.seats) < 2:
        return None
    return round(verdict.behind_ms[1] - verdict.behind_ms[0])


def verdict_text(words: Words, names: Names, verdict: Verdict | None) -> str:
    """Who was first, and by how much; empty if nothing was to be decided between these players."""
    if verdict is None or any(seat > len(names) for seat in verdict.seats):
        return ""
    first, second = verdict.seats[:2]
    if verdict.is_drawn:
        templates = (
            words.gettext("You and {second} were equally fast. By lot, you go first."),
            words.gettext("{first} and you were equally fast. By lot, {first} goes first."),
            words.gettext("{first} and {second} were equally fast. By lot, {first} goes first."),
        )
    elif verdict.is_corrected:
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
    return told.format(first=names[first - 1], second=names[second - 1], ms=margin_ms(verdict))
