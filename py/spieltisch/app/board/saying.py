"""Who may resign, offer a draw or answer such an offer, also while something is tried out in the
match."""

from spieltisch.app.core.frame import language_of
from spieltisch.app.core.session import At
from spieltisch.kit.words import words_of
from spieltisch.play.match import is_race
from spieltisch.table import Seat, TableAction


def speakers(at: At, action: TableAction) -> tuple[Seat, ...]:
    """The seats of people on this device who may say something now. Where they take turns at one
    device, whoever is to act has the word. Nobody has it in another tab, or while the device that
    leads the match is out of reach."""
    table, match = at.table, at.match
    meeting = at.meeting
    is_reached = not match.needs_others or meeting.is_within_reach
    if table.is_elsewhere or not is_reached:
        return ()
    able = [seat for seat in sorted(match.people) if action in match.table_actions(seat)]
    to_act = match.position.active_seats.intersection(match.people)
    is_answer = action in (TableAction.ACCEPT, TableAction.DECLINE)
    if not is_answer and not is_race(match) and len(to_act) == 1:
        return tuple(to_act.intersection(able))
    return tuple(able)


def is_to_resign(at: At, text: str) -> bool:
    """Whether what was typed says so, in English or in the person's language, and can be said."""
    word = words_of(language_of(at.session)).gettext("Resign").casefold()
    is_said = text.strip().casefold() in ("resign", word)
    return is_said and bool(speakers(at, TableAction.RESIGN))
