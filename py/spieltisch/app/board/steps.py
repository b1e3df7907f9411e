"""Going through a match: looking at other moments of it, taking back, and trying out.

The two look different on purpose: arrows only look and change nothing; a button that changes the
match says so in words.
"""

from functools import lru_cache

from spieltisch.app.board.opening import can_branch_off
from spieltisch.app.board.shown import Going, Shown
from spieltisch.app.core.keys import shortcuts
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import speed_words
from spieltisch.kit.frame import button, options_of
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.timing import speed_for, speeds_of


# Most turns change none of it.
@lru_cache(maxsize=64)
def steps(words: Words, going: Going, *, has_keys: bool = True) -> Markup:
    """The buttons that step through a match. They name no keys where the board is the whole table,
    which hears arrow keys wherever they are pressed."""
    is_start, is_locked = going.shown == 0, not going.may_browse
    buttons = (
        ("first", words.gettext("Back to the start"), is_start),
        ("earlier", words.gettext("Previous move"), is_start),
        ("later", words.gettext("Next move"), going.shown == going.length),
        ("present", words.gettext("To the current position"), not going.is_browsing),
    )
    return region(
        "div#steps.steps",
        {"role": "group", "aria-label": words.gettext("Look at other positions of the game")},
        [
            button(
                None,
                name,
                icon_name=name,
                title=title,
                is_disabled=is_locked or is_idle,
                keys=shortcuts(name) if has_keys else None,
            )
            for name, title, is_idle in buttons
        ],
    )


@lru_cache(maxsize=64)
def undoing(words: Words, going: Going) -> Markup | None:
    """The buttons that take back and redo; None where that is not allowed."""
    if not going.may_take_back:
        return None
    return region(
        "div#undoing.row.undoing",
        {"role": "group", "aria-label": words.gettext("Take back or redo moves")},
        button(
            words.gettext("Take back"),
            "take-back",
            icon_name="undo",
            is_disabled=going.present == 0,
            keys=shortcuts("take-back"),
        ),
        button(
            words.gettext("Redo"),
            "redo",
            icon_name="redo",
            is_disabled=going.present == going.length,
            keys=shortcuts("redo"),
        ),
    )


def match_slider(words: Words, name: str, shown: int, length: int) -> Markup:
    """The slider that goes through a match, by finger, mouse or arrow keys."""
    return el(
        "input",
        {
            "id": name,
            "type": "range",
            "min": 0,
            "max": length,
            "value": shown,
            "data-do": "look-at",
            "aria-label": words.gettext("Go through the game"),
            "aria-valuetext": words("Move {number} of {total}", number=shown, total=length),
        },
    )


def banner(shown: Shown) -> Markup:
    """Says, below the board, which moment is looked at, and leads back or on from there."""
    words, going = shown.words, shown.going
    brief = words.gettext("Move {number} of {total}")
    if going.meanwhile:
        brief = words.gettext("Move {number} of {total} (+{n})")
    brief = brief.format(number=going.shown, total=going.length, n=going.meanwhile)
    return region(
        "div#browsing.browsing",
        el("p.browsing-text", browsing_text(words, going)),
        # In its place where there is little room; screen readers are told the long text anyway.
        el("p.browsing-brief", {"aria-hidden": "true"}, brief),
        _way_on(shown) if shown.at.match.people else None,
        button(words.gettext("Back"), "present", kind="is-primary"),
    )


def _way_on(shown: Shown) -> Markup | None:
    """The button to play on from the moment on screen; if the match is over, in a new match."""
    words, going = shown.words, shown.going
    if shown.at.match.is_over and can_branch_off(shown.at.match, going.shown):
        return branch_button(words, going.shown)
    if not going.may_take_back:
        return None
    count, icon = abs(going.present - going.shown), "undo"
    told = words.ngettext(
        "Play from here: takes {n} move back", "Play from here: takes {n} moves back", count
    )
    if going.shown >= going.present:
        icon = "redo"
        told = words.ngettext(
            "Play from here: plays {n} move again", "Play from here: plays {n} moves again", count
        )
    label, title = words.gettext("Play from here"), told.format(n=count)
    return button(label, "play-from", going.shown, icon_name=icon, title=title)


def branch_button(words: Words, ply: int) -> Markup:
    """The button that begins a new match with the first ``ply`` moves of the one on screen."""
    return button(
        words.gettext("Play from here"),
        "branch-off",
        ply,
        icon_name="new",
        title=words.gettext("Play from here: starts a new game and keeps this one"),
    )


@lru_cache(maxsize=4)
def elsewhere_banner(words: Words) -> Markup:
    """Says, below the board, that another tab plays the match, and takes it over."""
    told = words.gettext("This game is being played in another tab.")
    brief = words.gettext("Played in another tab")
    return region(
        "div#elsewhere.browsing",
        {"role": "status"},
        el("p.browsing-text", told),
        # In its place where there is little room.
        el("p.browsing-brief", brief),
        button(words.gettext("Play here"), "play-here", kind="is-primary"),
    )


def failed_banner(session: Session, words: Words) -> Markup | None:
    """Says, below the board, that a bot of the person's own has failed, and asks how the match goes
    on; None while a notice does."""
    notice = session.notice_on_board
    if notice is None:
        return None
    return region(
        "div#bot-failed.browsing",
        {"role": "status"},
        el("p", notice.text(words)),
        notice.ways(words),
    )


def browsing_text(words: Words, going: Going) -> str:
    """Which moment is looked at, and what has happened meanwhile."""
    told = words(
        "You are looking at move {number} of {total}.", number=going.shown, total=going.length
    )
    if going.shown == 0:
        told = words.gettext("You are looking at the start.")
    elif going.shown > going.present:
        told = words("You are looking at move {number}, which was taken back.", number=going.shown)
    return f"{told} {meanwhile_text(words, going.meanwhile)}" if going.meanwhile else told


def meanwhile_text(words: Words, count: int) -> str:
    """What has happened in the match while the person looked at, or tried out, something else."""
    return words.counted(
        "{n} move has been played in the meantime.",
        "{n} moves have been played in the meantime.",
        count,
    )


def playback_controls(shown: Shown) -> Markup:
    """The button that starts and stops it, the slider, and the speed: below the board, in the
    place of a choice's controls, as there is nothing to choose any more."""
    words, at = shown.words, shown.at
    speed = speed_for(at.match, at.session.settings.playback)
    return el(
        "div.controls.playback",
        {"role": "group", "aria-label": words.gettext("Play the game back")},
        _button(words, is_running=at.table.playback_ms is not None),
        region(
            "div#playback-slider-box.playback-slider",
            match_slider(words, "playback-slider", at.seen.shown, at.match.shown),
        ),
        _speed(words, speed, speeds_of(at.match)),
    )


@lru_cache(maxsize=8)
def _button(words: Words, *, is_running: bool) -> Markup:
    label = words.gettext("Pause") if is_running else words.gettext("Play back")
    return region(
        "div#play-back.play-back",
        # What it stops it would not begin: a double click on it begins.
        button(
            label,
            "play-back",
            "stop" if is_running else None,
            icon_name="pause" if is_running else "play",
        ),
    )


@lru_cache(maxsize=16)
def _speed(words: Words, speed: str, speeds: tuple[str, ...]) -> Markup:
    labels = speed_words(words)
    return region(
        "select#playback-speed",
        {"data-set": "playback", "aria-label": words.gettext("Playback speed")},
        options_of({one: labels[one] for one in speeds}, speed),
    )
