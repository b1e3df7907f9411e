"""What the live region says while a match is on the table."""

from spieltisch.app.exercise.mistakes import allowed_text
from spieltisch.app.table.clocks import seat_clocks_at
from spieltisch.app.table.state import News
from spieltisch.app.table.variation import untimed
from spieltisch.app.table.view.browsing import browsing_text, changed_text
from spieltisch.app.table.view.clocks import action_sentence, clocks_text, outcome_sentence
from spieltisch.app.table.view.evaluation import evaluation_text
from spieltisch.app.table.view.match import hint_text, last_text, status_text
from spieltisch.app.table.view.review import done_text, turning_text
from spieltisch.app.table.view.shown import Shown
from spieltisch.app.table.view.variation import answering_text, variation_text
from spieltisch.app.together.view import live_on, live_text
from spieltisch.kit.frame import sound_text
from spieltisch.kit.scene import GameView, Scene


def spoken(shown: Shown) -> str:
    """What is said of the news."""
    news, scene, view = shown.at.table.news, shown.scene, shown.view
    if news is None:
        return ""
    match news.kind:
        case "chosen" | "dropped" | "helped":
            return hint_text(scene, view)
        case "asked":
            return view.answer(scene, news.key)
        case "browsed" | "tried" | "played-back":
            told = (_where(shown), last_text(scene, view), _end_seen(shown))
            return " ".join(filter(None, told))
        case "played" | "taken-back" | "redone" | "started" | "resumed" | "returned" | "left":
            changed = _changed(news, shown.present, view)
            return " ".join(filter(None, (changed, _what_next(shown.present, view))))
        case "ready" | "begun" | "paused":
            return _what_next(scene, view)
        case "answering":
            setup = shown.at.match.setup
            return answering_text(shown.words, is_answered=setup == untimed(shown.at.played.setup))
        case "evaluated":
            return evaluation_text(scene, shown.evaluation, shown.at.session.device.worker)
        case "sound" | "live" | "clocks" | "time-left":
            return _spoken_of_table(shown, news)
    return _spoken_of_review(shown, news.kind)


def _spoken_of_table(shown: Shown, news: News) -> str:
    """What is said of the volume, the clocks, or who is connected."""
    at, words = shown.at, shown.words
    if news.kind == "sound":
        return sound_text(words, at.session.settings.sound)
    if news.kind == "live":
        live = live_on(shown)
        return live_text(shown, live) if live is not None else ""
    clocks = seat_clocks_at(at.table, at.match, float(news.key))
    if clocks is None:
        return ""
    return clocks_text(words, shown.scene.names, clocks, is_short=news.kind == "time-left")


def _end_seen(shown: Shown) -> str:
    """How the match ended, if its end is on screen."""
    outcome = shown.scene.position.outcome
    if shown.at.table.variation is not None or outcome is None:
        return ""
    return outcome_sentence(shown.view, outcome, shown.scene.names, shown.words)


def _where(shown: Shown) -> str:
    """Which moment is on screen, or that it was not played. In a playback only the start is named:
    every other moment is told by its move."""
    table, words = shown.at.table, shown.words
    if table.playback_ms is not None or (table.browsing is None and table.variation is None):
        return "" if shown.scene.last else words.gettext("From the start.")
    if table.variation is not None:
        return variation_text(words, table.variation.branch)
    return browsing_text(words, shown.going)


def _spoken_of_review(shown: Shown, kind: str) -> str:
    words, scene = shown.words, shown.scene
    match kind:
        case "reviewing":
            return words.gettext("The review begins.")
        case "reviewed":
            return done_text(scene, shown.review) if shown.review is not None else ""
        case "no-turning-point":
            return words.gettext("There is no further turning point.")
        case "turning-point":
            point = shown.turning_point
            if point is None:
                return ""
            allowed = allowed_text(shown.at.match, point, scene.names, words)
            return turning_text(scene, point, allowed)
    raise ValueError(f"nothing is said of {kind!r}")


def _changed(news: News, scene: Scene, view: GameView) -> str:
    """What has happened to the match."""
    words = scene.words
    match news.kind:
        case "taken-back" | "redone":
            return changed_text(words, news.kind, int(news.key))
        case "started":
            return words.gettext("The match begins.")
        case "resumed":
            # A match that is over does not go on; its last turn is told either way.
            is_over = scene.position.outcome is not None
            going = "" if is_over else words.gettext("The match goes on.")
            return f"{going} {last_text(scene, view)}".strip()
        case "returned":
            return words.gettext("Back to the present.")
        case "left":
            return words.gettext("Back to the match.")
    return _played(scene, view, int(news.key or 1))


def _played(scene: Scene, view: GameView, count: int) -> str:
    """What was played; the last turns only if many came at once, as from another device."""
    earlier = scene.recent[-count:-1]
    told = [action_sentence(view, turn, scene.names, scene.words) for turn in earlier]
    return " ".join((*told, last_text(scene, view)))


def _what_next(scene: Scene, view: GameView) -> str:
    outcome = scene.position.outcome
    if outcome is not None:
        return outcome_sentence(view, outcome, scene.names, scene.words)
    told = status_text(scene, view)
    return told if told.endswith((".", "?")) else f"{told}."
