"""The list of the board's keys, made from what a game's view answers to."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from spieltisch.app.match.view.sentences import KEY as CLOCK_KEY
from spieltisch.app.settings.keys import Slot
from spieltisch.games.contract import Game
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Seat

Calls = tuple[tuple[str, str], ...]
"""The keys with which seats call, each with who calls what."""


def calls_of(
    game: Game, labels: Mapping[Slot, str], who: Mapping[Seat, str], words: Words
) -> Calls:
    """The keys of those named in ``who``; none in a game without calls."""
    shouts, told = game.shouts, words.gettext("{who}: {what}")
    if shouts is None:
        return ()
    return tuple(
        (labels[slot], told.format(who=name, what=shouts.label(word)))
        for seat, name in who.items()
        for word in shouts.words
        if (slot := f"{seat}:{word}") in labels
    )


def key_list(
    view: GameView, words: Words, *, has_aids: bool, has_clocks: bool = False, calls: Calls = ()
) -> Markup:
    """Every key that does something on a game's board."""
    aids = {
        "?": words.gettext("a hint; press again for more"),
        "B": words.gettext("what the computer thinks of the position, and its best line"),
        "N": words.gettext("after a review, the next turning point; with Shift, the one before"),
    }
    questions = {key.upper(): meaning for key, meaning in view.questions(words).items()}
    if has_clocks:
        questions[CLOCK_KEY.upper()] = words.gettext("the clocks")
    return join(
        key_rows(calls) if calls else None,
        key_rows(
            {
                "Enter": words.gettext("press the focused place"),
                **view.keys(words),
                words.gettext("Shift + arrow"): words.gettext("go there and press it"),
                "Esc, ⌫": words.gettext("undo the last step of your choice"),
                **(aids if has_aids else {}),
                words.gettext("← →, outside the board"): words.gettext(
                    "look at earlier and later moves"
                ),
                words.gettext("K or the space bar, outside the board"): words.gettext(
                    "play back a finished game"
                ),
                words.gettext("Shift + M"): words.gettext(
                    "sound soft, full or off; outside the board, just M"
                ),
                words.gettext("Ctrl + Z"): words.gettext("take a move back; with Shift, redo it"),
            }.items()
        ),
        el("p", words.gettext("Press a letter to hear about the board:")),
        key_rows(questions.items()),
        el("p.byline", words.gettext("You can switch all letters off in the settings.")),
    )


def key_button(words: Words) -> Markup:
    """The button that shows the list of ``key_panel``; the browser itself opens and closes it."""
    label = words.gettext("Keys of the board")
    return el(
        "button.button.is-quiet",
        {"type": "button", "popovertarget": "keys", "aria-label": label, "title": label},
        icon("keys"),
    )


# No turn changes it.
@lru_cache(maxsize=8)
def key_panel(
    view: GameView, words: Words, *, has_aids: bool, has_clocks: bool = False, calls: Calls = ()
) -> Markup:
    """The list of keys, over the match; hidden until its button is pressed."""
    title = words.gettext("Keys of the board")
    return region(
        "div#keys.keys",
        {"popover": "auto", "role": "dialog", "aria-label": title},
        el("h2", title),
        key_list(view, words, has_aids=has_aids, has_clocks=has_clocks, calls=calls),
        el(
            "button.button",
            {"type": "button", "popovertarget": "keys", "popovertargetaction": "hide"},
            words.gettext("Close"),
        ),
    )


def key_rows(keys: Iterable[tuple[str, str]]) -> Markup:
    return el(
        "dl.key-list",
        [el("div", el("dt", el("kbd", key)), el("dd", meaning)) for key, meaning in keys],
    )
