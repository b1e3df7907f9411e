"""What the live region says while a match is on the table."""

from dataclasses import replace
from typing import assert_never

from spieltisch.app.match.clocks import seat_clocks
from spieltisch.app.match.view.aids import evaluation_text
from spieltisch.app.match.view.browsing import (
    browsing_text,
    changed_text,
    meanwhile_text,
    variation_text,
)
from spieltisch.app.match.view.ending import asked_text
from spieltisch.app.match.view.match import hint_text, last_text, status_text
from spieltisch.app.match.view.review import call_text, done_text, turning_text
from spieltisch.app.match.view.sentences import action_sentence, clocks_text, outcome_sentence
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.news import (
    Asked,
    Chosen,
    ClocksAsked,
    Dropped,
    OnBoard,
    OnTable,
    Played,
    Redone,
    SignGiven,
    TakenBack,
    TimeLeft,
)
from spieltisch.app.together.verdict_view import first_text
from spieltisch.kit.frame import sound_text
from spieltisch.kit.scene import MOST_RECENT, GameView, Scene


def spoken(shown: Shown) -> str:
    news, scene, view = shown.at.table.news, shown.scene, shown.view
    if news is None:
        return ""
    at, words = shown.at, shown.words
    match news.what:
        case Chosen() | Dropped() | OnBoard.HELPED:
            return hint_text(scene, view)
        case Asked(key, step):
            return view.answer(replace(scene, asked=step), key)
        case OnBoard.SOUND_CHANGED:
            return sound_text(words, at.session.settings.sound)
        case OnTable.BROWSED | OnTable.TRIED | OnTable.PLAYED_BACK:
            outcome = scene.position.outcome if at.table.variation is None else None
            end = "" if outcome is None else outcome_sentence(view, outcome, scene.names, words)
            return " ".join(filter(None, (_where(shown), last_text(scene, view), end)))
        case OnTable.READY | OnTable.BEGUN | OnTable.PAUSED:
            return _what_next(scene, view)
        case OnTable.THINKING:
            return words.gettext("The computer is still thinking.")
        case OnTable.ANSWERING:
            if shown.is_answered:
                return words.gettext("The computer answers.")
            return words.gettext("You move for everybody.")
        case OnTable.EVALUATED:
            return evaluation_text(scene, at.seen, shown.evaluation, at.session.device.worker)
        case OnTable.PHOTO_FINISH:
            return _finish(shown)
        case OnTable.MEANWHILE:
            variation = at.table.variation
            meanwhile = 0 if variation is None else at.played.shown - variation.since
            if meanwhile:
                return meanwhile_text(words, meanwhile)
            return words.gettext("The game goes on.")
        case OnTable.LIVE:
            from spieltisch.app.together.view import live_on, live_text

            live = live_on(shown)
            return live_text(shown, live) if live is not None else ""
        case OnTable.REVIEWING:
            return words.gettext("The review begins.")
        case OnTable.REVIEWED:
            return done_text(scene, shown.review) if shown.review is not None else ""
        case OnTable.NO_TURNING_POINT:
            return words.gettext("There are no more turning points.")
        case OnTable.TURNING_POINT:
            point, played = shown.turning_point, at.played
            call = next((one for one in played.calls if one.number == shown.ply), None)
            if call is not None:
                return call_text(words, view, scene.names, call, played.turns[call.number - 1])
            return "" if point is None else turning_text(scene, played, point)
        case ClocksAsked(at_ms) | TimeLeft(at_ms):
            clocks = seat_clocks(at.table, at.match, at_ms)
            if clocks is None:
                return ""
            is_short = isinstance(news.what, TimeLeft)
            return clocks_text(words, scene.names, clocks, is_short=is_short)
        case SignGiven(seat, sign):
            from spieltisch.app.together.view import sign_text

            return sign_text(words, scene.names[seat - 1], sign)
        # What happens to the match on screen, so that it is said who is to act now.
        case Played(count):
            changed = _played(shown, count)
        case TakenBack() | Redone():
            changed = changed_text(words, news.what)
        case OnTable.STARTED:
            changed = words.gettext("The game begins.")
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
            assert_never(news.what)
    next_one = asked_text(shown) or _what_next(shown.present, view)
    return " ".join(filter(None, (changed, next_one)))


def _where(shown: Shown) -> str:
    """Which moment is on screen, or that it was not played. In a playback only the start is named:
    every other moment is told by its move."""
    table, words = shown.at.table, shown.words
    if table.playback_ms is not None or (table.browsing is None and table.variation is None):
        return "" if shown.scene.last else words.gettext("From the start.")
    if table.variation is not None:
        return variation_text(words, table.variation.branch)
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


def _what_next(scene: Scene, view: GameView) -> str:
    outcome = scene.position.outcome
    if outcome is not None:
        return outcome_sentence(view, outcome, scene.names, scene.words)
    told = status_text(scene, view)
    return told if told.endswith((".", "?")) else f"{told}."
