"""What the live region says while a match is on the table."""

from dataclasses import replace
from typing import assert_never

from spieltisch.app.board.aids import evaluation_text
from spieltisch.app.board.clocks import seat_clocks
from spieltisch.app.board.controls import hint_text, last_text, status_text
from spieltisch.app.board.review_view import call_text, done_text, turning_text
from spieltisch.app.board.sentences import (
    action_sentence,
    answer_part,
    clocks_text,
)
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.steps import browsing_text
from spieltisch.app.board.verdicts import first_text
from spieltisch.app.core.frame import changed_text
from spieltisch.app.core.news import (
    Asked,
    Chosen,
    ClocksAsked,
    Dropped,
    LiveNews,
    OnBoard,
    OnTable,
    Played,
    Redone,
    TakenBack,
    TimeLeft,
)
from spieltisch.app.core.session import At
from spieltisch.app.match.view.ending import asked_text, ending_sentence
from spieltisch.kit.frame import sound_text
from spieltisch.kit.scene import MOST_RECENT, as_table
from spieltisch.play.timing import is_up_to_bots
from spieltisch.table import GateReason


def spoken(shown: Shown) -> str:
    news, scene, view = shown.at.table.news, shown.scene, shown.view
    if news is None:
        return ""
    at, words, what = shown.at, shown.words, news.what
    if isinstance(what, LiveNews):
        # Live play tells it (app/screens.py).
        return ""
    match what:
        case Chosen() | Dropped() | OnBoard.HELPED:
            return hint_text(replace(scene, is_spoken=True), view)
        case Asked(key, step):
            return answer_part(view, scene, key, step)
        case OnBoard.SOUND_CHANGED:
            return sound_text(words, at.session.settings.sound)
        case OnTable.BROWSED | OnTable.PLAYED_BACK:
            end = "" if scene.position.outcome is None else ending_sentence(shown, scene)
            return " ".join(filter(None, (_where(shown), last_text(scene, view), end)))
        # How to call is told at first alone.
        case OnTable.BEGUN if not scene.turns:
            return f"{_what_next(shown)} {view.hint(scene)}".strip()
        case OnTable.READY | OnTable.BEGUN | OnTable.PAUSED:
            return _what_next(shown)
        case OnTable.THINKING:
            return words.gettext("The computer is still thinking.")
        case OnTable.EVALUATED:
            return evaluation_text(scene, at.seen, shown.evaluation, at.session.device.worker)
        case OnTable.PHOTO_FINISH:
            return _finish(shown)
        case OnTable.REVIEWING:
            return words.gettext("The review begins.")
        case OnTable.REVIEWED:
            return done_text(scene, shown.review) if shown.review is not None else ""
        case OnTable.NO_TURNING_POINT:
            return words.gettext("There are no more turning points.")
        case OnTable.TURNING_POINT:
            point, played = shown.turning_point, at.match
            call = next((one for one in played.calls if one.number == shown.ply), None)
            if call is not None:
                return call_text(words, view, scene.names, call, played.turns[call.number - 1])
            return "" if point is None else turning_text(scene, played, point)
        case ClocksAsked(at_ms) | TimeLeft(at_ms):
            clocks = seat_clocks(at.table, at.match, at_ms)
            if clocks is None:
                return ""
            is_short = isinstance(what, TimeLeft)
            return clocks_text(words, scene.names, clocks, is_short=is_short)
        # What happens to the match on screen, so that it is said who is to act now.
        case Played(count):
            changed = _played(shown, count)
        case TakenBack() | Redone():
            changed = changed_text(words, what)
        case OnTable.STARTED:
            changed = begin_text(shown)
        case OnTable.RESUMED:
            # A match that is over does not go on; its last turn is told either way.
            is_over = shown.present.position.outcome is not None
            going = "" if is_over else words.gettext("The game goes on.")
            changed = f"{going} {last_text(shown.present, view)}".strip()
        case OnTable.RETURNED:
            changed = words.gettext("Back to the current position.")
        case OnTable.LEFT:
            changed = words.gettext("Back to the game.")
        case _:
            assert_never(what)
    next_one = asked_text(shown) or _what_next(shown)
    if isinstance(what, Played) and _goes_on_by_itself(at):
        next_one = ""
    gate, is_first = shown.present.gate, what is OnTable.STARTED
    if is_first or (gate is not None and gate.reason is GateReason.RETURN):
        next_one = f"{next_one} {view.before_race(shown.present)}".strip()
    return " ".join(filter(None, (changed, next_one)))


def begin_text(shown: Shown) -> str:
    """What game it is, who plays, and which side those here have."""
    scene, view, words, game = shown.present, shown.view, shown.words, shown.game
    names, you, variants = scene.names, scene.names.you, game.info.variants
    title = game.info.title
    if len(variants) > 1:
        variant = view.option_words(words)["variant"].choices[shown.at.match.setup.variant]
        title = words("{game}, {variant}", game=title, variant=variant)
    others = words.listed(n for seat, n in enumerate(names, 1) if seat != you)
    if you is None:
        told = words("{names} play.", names=others)
    elif not others:
        told = words.gettext("You play alone.")
    elif as_table(view) is not None:
        told = words("You play against {names}.", names=others)
    else:
        side = view.seat_name(you, words)
        told = words("You play {side} against {names}.", side=side, names=others)
    return f"{title}. {told}"


def _goes_on_by_itself(at: At) -> bool:
    """Whether a computer goes on that has just told what it does: its result comes at once."""
    match, last = at.match, at.match.last_turn
    is_own = last is not None and match.position.active_seats == {last.seat}
    return match.game.reaction_bots is not None and is_own and is_up_to_bots(match)


def _where(shown: Shown) -> str:
    """Which moment is on screen. In a playback only the start is named: every other moment is told
    by its move."""
    table, words = shown.at.table, shown.words
    if table.playback_ms is not None or table.browsing is None:
        return "" if shown.scene.last else words.gettext("From the start.")
    return browsing_text(words, shown.going)


def _played(shown: Shown, count: int) -> str:
    """What was played; the last turns only if many came at once, as from another device."""
    scene, match = shown.present, shown.at.match
    earlier = match.turns[max(0, match.shown - min(count, MOST_RECENT)) : match.shown - 1]
    told = [action_sentence(shown.view, turn, scene.names, scene.words) for turn in earlier]
    if scene.said is not None and scene.said.is_table_action and match.is_over:
        # How the match ended says it all.
        return " ".join(told)
    finish = _finish(shown) if scene.finish == shown.at.table.finish else ""
    return " ".join(filter(None, (*told, last_text(scene, shown.view), finish)))


def _finish(shown: Shown) -> str:
    """By how much who called first was faster, if it was close."""
    finish = shown.at.table.finish
    if finish is None:
        return ""
    return first_text(shown.words, shown.present.names, finish.seats, finish.ms)


def _what_next(shown: Shown) -> str:
    scene = shown.present
    if scene.position.outcome is not None:
        return ending_sentence(shown, scene)
    told = status_text(scene, shown.view)
    return told if told.endswith((".", "?")) else f"{told}."
