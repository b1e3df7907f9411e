"""Going through a match: looking at other moments of it, taking back, and trying out.

The two look different on purpose: arrows only look and change nothing; a button that changes the
match says so in words.
"""

from functools import lru_cache

from spieltisch.app.match.opening import can_branch_off
from spieltisch.app.match.state import Variation
from spieltisch.app.match.view.shown import Going, Shown
from spieltisch.app.news import Redone, TakenBack
from spieltisch.app.settings.screen import speed_words
from spieltisch.kit.frame import button, options_of
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.timing import speed_for, speeds_of


# Most turns change none of it.
@lru_cache(maxsize=64)
def steps(words: Words, going: Going) -> Markup:
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
            button(None, name, icon_name=name, title=title, is_disabled=is_locked or is_idle)
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
        {"role": "group", "aria-label": words.gettext("Take back and redo")},
        button(
            words.gettext("Take back"),
            "take-back",
            icon_name="undo",
            is_disabled=going.present == 0,
        ),
        button(
            words.gettext("Redo"),
            "redo",
            icon_name="redo",
            is_disabled=going.present == going.length,
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
            "aria-valuetext": words.gettext("Move {number} of {total}").format(
                number=shown, total=length
            ),
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
        _way_on(shown) if shown.at.played.people else None,
        button(words.gettext("Back"), "present", kind="is-primary"),
    )


def _way_on(shown: Shown) -> Markup | None:
    """The button to play on from the moment on screen; if the match is over, in a new match."""
    words, going = shown.words, shown.going
    if can_branch_off(shown.at.table, shown.at.match, going.shown):
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


def browsing_text(words: Words, going: Going) -> str:
    """Which moment is looked at, and what has happened meanwhile."""
    told = words.gettext("You are looking at move {number} of {total}.").format(
        number=going.shown, total=going.length
    )
    if going.shown == 0:
        told = words.gettext("You are looking at the start.")
    elif going.shown > going.present:
        told = words.gettext("You are looking at move {number}, which was taken back.").format(
            number=going.shown
        )
    return f"{told} {meanwhile_text(words, going.meanwhile)}" if going.meanwhile else told


def meanwhile_text(words: Words, count: int) -> str:
    """What has happened in the match while the person looked at, or tried out, something else."""
    news = words.ngettext(
        "{n} move has been played in the meantime.",
        "{n} moves have been played in the meantime.",
        count,
    )
    return news.format(n=count)


def changed_text(words: Words, what: TakenBack | Redone) -> str:
    count = what.count
    if isinstance(what, TakenBack):
        told = words.ngettext("Taken back: {n} move.", "Taken back: {n} moves.", count)
    else:
        told = words.ngettext("Played again: {n} move.", "Played again: {n} moves.", count)
    return told.format(n=count)


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


BEFORE, AFTER = 3, 4
"""How many moves of a variation are shown before the one on screen, and after it."""


def variation_banner(shown: Shown, variation: Variation) -> Markup:
    """Where the variation leaves the match, its moves, who answers, and the way back."""
    words, played = shown.words, shown.at.played.setup
    seats, meanwhile = range(1, played.seats + 1), shown.at.played.shown - variation.since
    return region(
        "div#variation.variation",
        {"role": "group", "aria-label": words.gettext("Variation")},
        el(
            "p",
            variation_text(words, variation.branch),
            # The same in brief where there is little room, so that nothing moves.
            [
                el("span.meanwhile", f" {meanwhile_text(words, meanwhile)}"),
                el("span.meanwhile-brief", {"aria-hidden": "true"}, f" (+{meanwhile})"),
            ]
            if meanwhile
            else None,
        ),
        _moves(words, variation),
        button(words.gettext("Computer answers"), "bots-answer", is_pressed=shown.is_answered)
        if any(shown.at.played.bot_level(seat) is not None for seat in seats)
        else None,
        branch_button(words, variation.match.shown)
        if can_branch_off(shown.at.table, variation.match, variation.match.shown)
        else None,
        button(words.gettext("Back to the game"), "leave-variation", kind="is-primary"),
    )


def variation_text(words: Words, branch: int) -> str:
    """Says that it was not played, and where it leaves the match."""
    if not branch:
        return words.gettext("Variation from the start: not played.")
    return words.gettext("Variation after move {number}: not played.").format(number=branch)


def _moves(words: Words, variation: Variation) -> Markup | None:
    """The moves round the one on screen."""
    branch, shown = variation.branch, variation.match.shown
    actions = [turn.entry.action for turn in variation.match.turns[branch:]]
    if not actions:
        return None
    at = max(0, shown - branch)
    first = max(0, min(at - BEFORE, len(actions) - BEFORE - AFTER))
    some = list(enumerate(actions, branch + 1))[first : first + BEFORE + AFTER]
    return el(
        "div.line",
        {"role": "group", "aria-label": words.gettext("Moves")},
        "…" if first else None,
        [
            el(
                "button.line-action",
                {
                    "type": "button",
                    "id": f"variation-{ply}",
                    "data-do": "show",
                    "data-arg": ply,
                    "aria-current": "step" if ply == shown else None,
                },
                action,
            )
            for ply, action in some
        ],
        "…" if first + len(some) < len(actions) else None,
    )
