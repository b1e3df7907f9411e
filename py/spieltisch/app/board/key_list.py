"""The list of the board's keys, made from what a game's view answers to."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from spieltisch.app.core.keys import TABLE_KEYS, KeyRow, Needs, Slot
from spieltisch.games.contract import Game
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Seat

ToldKeys = tuple[tuple[str, str], ...]
"""Keys, each with what it does, or with who calls what by it."""


def calls_of(
    game: Game, labels: Mapping[Slot, str], who: Mapping[Seat, str], words: Words
) -> ToldKeys:
    """The keys with which those named in ``who`` call; none in a game without calls."""
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
    view: GameView, words: Words, *, offers: Collection[Needs] = (), own_keys: ToldKeys = ()
) -> Markup:
    """Every key that does something on a game's board, where ``offers`` are given."""
    questions = {key.upper(): meaning for key, meaning in view.questions(words).items()}
    rows = [row for row in TABLE_KEYS if row.needs is None or row.needs in offers]
    questions |= told_keys((row for row in rows if row.needs is Needs.CLOCKS), words)
    return join(
        key_rows(own_keys, words) if own_keys else None,
        key_rows(
            {
                "Enter": words.gettext("press the focused place"),
                **view.keys(words),
                words.gettext("Shift + arrow"): words.gettext("go there and select it"),
                **told_keys((row for row in rows if row.needs is not Needs.CLOCKS), words),
            }.items(),
            words,
        ),
        el("p", words.gettext("Press a letter to hear about the board:")),
        key_rows(questions.items(), words),
        el("p.byline", words.gettext("You can switch all letters off in the settings.")),
        el("p", words.gettext("With a screen reader, the board takes keys in focus mode:")),
        key_rows(
            {
                "NVDA": words.gettext("Insert and Space"),
                "JAWS": words.gettext("Insert and Z"),
                "Orca": words.gettext("Insert and A, twice to stay in it"),
                "VoiceOver": words.gettext("Quick Nav off: Left and Right arrow together"),
            }.items(),
            words,
        ),
        el("p.byline", words.gettext("A letter typed in “Type a move” asks about the board, too.")),
    )


def offered_by(game: Game) -> frozenset[Needs]:
    """What matches of a game may have, whatever their set-up."""
    bots = {Needs.BOTS} if game.search_bots is not None else set()
    hints = {Needs.HINT} if bots or game.solver is not None else set()
    races = {Needs.CLOCKS} if game.shouts is None else {Needs.RACE}
    going = {Needs.LINE, Needs.PLAYBACK, Needs.UNDO, Needs.REDO}
    return frozenset({*bots, *hints, *races, *going, Needs.CHOICE, Needs.GATE})


def told_keys(rows: Iterable[KeyRow], words: Words) -> dict[str, str]:
    """What keys are called, and what they do, in a person's words."""
    return {words.gettext(row.shown): words.gettext(row.told) for row in rows}


def key_button(words: Words) -> Markup:
    """The button that shows the list of ``key_panel``; the browser itself opens and closes it."""
    label = words.gettext("Keys of the board")
    return el(
        "button.button.is-quiet",
        {"type": "button", "popovertarget": "keys", "title": label},
        icon("keys"),
    )


# Hardly any turn changes it.
@lru_cache(maxsize=8)
def key_panel(
    view: GameView, words: Words, *, offers: Collection[Needs] = (), own_keys: ToldKeys = ()
) -> Markup:
    """The list of keys, over the match; hidden until its button is pressed."""
    title = words.gettext("Keys of the board")
    return region(
        "div#keys.keys",
        {"popover": "auto", "role": "dialog", "aria-label": title},
        # The list is read where it begins: the page moves the focus here as it opens.
        el("h2", {"tabindex": -1}, title),
        key_list(view, words, offers=offers, own_keys=own_keys),
        el(
            "button.button",
            {"type": "button", "popovertarget": "keys", "popovertargetaction": "hide"},
            words.gettext("Close"),
        ),
    )


def key_rows(keys: Iterable[tuple[str, str]], words: Words) -> Markup:
    rows = [el("li", el("span", _key(key, words)), " ", el("span", told)) for key, told in keys]
    return el("ul.key-list", {"role": "list"}, rows)


def _key(key: str, words: Words) -> Markup:
    """A key as it is printed; for those who listen in words. In every language both are there, as a
    first view is the same in all of them (tools/first_words.py)."""
    told = el("kbd.visually-hidden", spoken_key(key, words))
    return join(el("kbd", {"aria-hidden": "true"}, key), told)


def spoken_key(key: str, words: Words) -> str:
    """What keys are called where a sign is not read, or is read as what it is not.

    >>> from spieltisch.kit.words import ENGLISH
    >>> keys = ("← →", "←", "+ −", "Esc, ⌫", "1 – 5", "Shift + M")
    >>> for key in keys: print(spoken_key(key, ENGLISH))
    Left or Right arrow
    Left arrow
    Plus or Minus
    Escape, Backspace
    1 to 5
    Shift and M
    """
    signs = {
        "← →": words.gettext("Left or Right arrow"),
        "←": words.gettext("Left arrow"),
        "↑ ↓": words.gettext("Up or Down arrow"),
        "+ −": words.gettext("Plus or Minus"),
        "⌫": words.gettext("Backspace"),
        "PgUp": words.gettext("Page Up"),
        "PgDn": words.gettext("Page Down"),
        " – ": words.gettext(" to "),
        " + ": words.gettext(" and "),
    }
    for sign, told in signs.items():
        key = key.replace(sign, told)
    if key == "?":
        return words.gettext("Question mark")
    return re.sub(r"\bEsc\b", words.gettext("Escape"), key).strip()
