"""What every screen has round it: the bar on top, the notice, the live region; and the buttons and
fields of all."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal, TypeAlias

from spieltisch.kit.markup import Attributes, Child, Markup, Value, el, join, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.words import LANGUAGES, Words


class Area(StrEnum):
    """The five words of the bar: where a screen belongs, and what leads there."""

    PLAY = "#/"
    PUZZLES = "#/puzzles"
    LEARN = "#/learn"
    MAKE = "#/make"
    YOURS = "#/matches"

    def label(self, words: Words) -> str:
        return {
            Area.PLAY: words.gettext("Play"),
            Area.PUZZLES: words.gettext("Puzzles"),
            Area.LEARN: words.gettext("Learn"),
            Area.MAKE: words.gettext("Make"),
            Area.YOURS: words.gettext("Yours"),
        }[self]


@dataclass(frozen=True)
class Toast:
    """A notice that lies over the page."""

    choice: Markup | None = None
    """Its button."""
    has_ways: bool = False
    """Whether it has a row of them, more than stand beside the words."""
    is_urgent: bool = False
    """Whether something went wrong: then it is spoken at once, by ``#urgent``."""


@dataclass(frozen=True)
class ToldWait:
    """What a person is told who waits for something."""

    text: str
    at: int = 0
    total: int = 0
    """How many turns of a long match have been read, and of how many; 0 for all else."""
    way_on: Markup | None = None
    """The button that may help where it could not be had."""
    lies_over: bool = False
    """Whether it lies over the page, so that nothing in it moves."""


@dataclass(frozen=True)
class LivePart:
    """What the screen of a match shows of people who play it live on devices of their own; nothing
    where nobody does."""

    panel: Markup | None = None
    """The panel beside the board."""
    is_asking: bool = False
    """Whether it asks for something: then it stands on top."""
    has_draw: bool = False
    """Whether the offer of a draw stands in it, as something else was asked before."""
    card: Markup | None = None
    """The card over the board instead, while phones come to take their seats."""


@dataclass(frozen=True)
class Frame:
    words: Words
    language: str
    """The language that is spoken, by its code in LANGUAGES."""
    title: str
    chosen_language: str = ""
    """The one that is chosen in its field; empty for the same."""
    notice: str | None = None
    wait: ToldWait | None = None
    deleted: str | None = None
    """What was deleted and can be brought back, which is told beside a notice."""
    toast: Toast | None = None
    """Given if the notice lies over the page rather than in it."""
    to_copy: str = ""
    """A text that goes with the notice, in a field from which a person can copy it."""
    change: str = ""
    """What has been done to the match, to be seen for a moment; ``spoken`` says it as well."""
    spoken: str = ""
    serial: int = 0
    """Changes whenever ``spoken`` is to be said again."""
    repeats: int = 0
    """How often the notice was told before in the same words, one time after the other."""
    paint: Markup | None = None
    """What the drawings on the screen refer to, see paint_svg."""
    sound: str = ""
    """The volume, as in the settings; empty on a screen without a board."""
    area: Area | None = None
    """Which of the bar's words leads here; None where that is none of them."""
    holds_end: bool = False
    """Whether the turn that has ended the match is still seen: until then nothing tells the end."""
    live: LivePart = LivePart()


def page(frame: Frame, name: str, *content: Child, layout: Iterable[str] = ()) -> Markup:
    """A whole screen, to be put into the page.

    Args:
        frame: what every screen has round it.
        name: the screen's, for the style sheet.
        content: the inside of ``<main>``.
        layout: what else the layout depends on, in words; with the name they are the page's
            ``data-layout``, so that no sheet has to look for it inside.
    """
    to_board = frame.words.gettext("Skip to the board")
    layout = tuple(layout)
    is_at_board = not AT_BOARD.isdisjoint(layout)
    return join(
        frame.paint,
        el(
            "div.page",
            {"data-layout": " ".join((name, *layout))},
            # The first stop of the keyboard; seen while it is there.
            button(to_board, "to-board", kind="skip is-primary visually-hidden")
            if is_at_board
            else None,
            _bar(
                frame.words,
                frame.chosen_language or frame.language,
                frame.sound,
                is_at_board,
                frame.area,
            ),
            el(
                "main#main",
                {"class": f"screen screen-{name}", "tabindex": -1},
                _notice(frame) if frame.toast is None else None,
                _told_wait(frame.words, frame.wait)
                if frame.wait is not None and not frame.wait.lies_over
                else None,
                *content,
            ),
        ),
        # Screen readers read what comes at once in this order.
        _live(frame),
        _toasts(frame),
    )


def button(
    label: Child,
    do: str | None = None,
    arg: str | int | None = None,
    *,
    icon_name: str | None = None,
    kind: str = "",
    title: str | None = None,
    node_id: str | None = None,
    is_disabled: bool = False,
    is_idle: bool = False,
    is_pressed: bool | None = None,
    question: str | None = None,
    keys: str | None = None,
) -> Markup:
    """A button: it does what its ``data-do`` says (see the shell's events) or sends its form.
    ``question`` is the name of what it answers, and counts for nothing else; ``keys`` do the same,
    as ``aria-keyshortcuts`` names them.

    An idle one does nothing for a while; unlike a disabled one it keeps the focus meanwhile.
    """
    return el(
        "button",
        {
            "type": "button" if do else "submit",
            "id": node_id,
            "class": f"button {kind}".strip(),
            "data-do": do,
            "data-arg": arg,
            "data-question": question,
            "title": title,
            "aria-keyshortcuts": keys,
            # A title alone is the name; beside one it would be said after it, as a description.
            "aria-label": title if label else None,
            "aria-disabled": "true" if is_idle else None,
            "aria-pressed": None if is_pressed is None else str(is_pressed).lower(),
            "disabled": is_disabled,
        },
        icon(icon_name) if icon_name else None,
        label,
    )


def either(label: str, other: str) -> Markup:
    """A text in the room that it and the other one need, so that all else stays in its place when
    the other one comes: a button's label, or what is told."""
    return el("span.either", {"data-other": other}, el("span", label))


def fault_ways(words: Words) -> Markup:
    """The ways on where the page itself has failed. The address stays, so that loading the page
    again leads to the same place."""
    return join(
        button(words.gettext("Load again"), "load-again"),
        button(words.gettext("Save a report"), "save-report"),
    )


def row(*children: Child, kind: str = "") -> Markup:
    return el("div", {"class": f"row {kind}".strip()}, *children)


def link_button(label: Child, href: str, kind: str = "", name: str | None = None) -> Markup:
    """A link that looks like a button; its name tells it from its like elsewhere on the page."""
    return el("a", {"class": f"button {kind}".strip(), "href": href, "aria-label": name}, label)


AT_BOARD = frozenset({"board", "whole"})
"""What the layout says of a screen with a board."""


# The same at every turn.
@lru_cache(maxsize=16)
def _bar(words: Words, language: str, sound: str, is_at_board: bool, area: Area | None) -> Markup:
    """The site's name, the five words, and what is set most often. The words give way to a board:
    from there the name leads to them."""
    volume = sound_text(words, sound) if sound else None
    kinds = [kind for kind, has in (("has-sound", sound), ("has-areas", not is_at_board)) if has]
    languages = [
        el("option", {"value": code, "lang": known.tag, "selected": code == language}, known.name)
        for code, known in LANGUAGES.items()
    ]
    return region(
        "header#bar",
        {"class": " ".join(("bar", *kinds))},
        el("a.brand", {"href": "#/"}, brand_mark(), el("span", "Spieltisch")),
        None if is_at_board else _nav(words, area),
        el(
            "div.bar-end",
            button(None, "sound", icon_name=f"sound-{sound}", kind="is-quiet", title=volume)
            if sound
            else None,
            el(
                "label.setting",
                el("span.visually-hidden", words.gettext("Language")),
                el("select#set-language", {"data-set": "language"}, languages),
            ),
            _place(Area.YOURS, "matches", words.gettext("Your games")) if is_at_board else None,
            _place("#/settings", "settings", words.gettext("Settings")),
        ),
    )


def _nav(words: Words, area: Area | None) -> Markup:
    return el(
        "nav.areas.tabs",
        {"data-nav": "", "aria-label": words.gettext("Main menu")},
        [
            el(
                "a",
                {"href": one.value, "aria-current": "true" if one is area else None},
                one.label(words),
            )
            for one in Area
        ],
    )


def _place(link: str, icon_name: str, title: str) -> Markup:
    return el("a.button.is-quiet", {"href": link, "title": title}, icon(icon_name))


def sound_text(words: Words, sound: str) -> str:
    """The volume, as the button says it that changes it."""
    return {
        "off": words.gettext("Sound: off"),
        "soft": words.gettext("Sound: soft"),
        "full": words.gettext("Sound: full"),
    }[sound]


def brand_mark() -> Markup:
    """The site's sign: a table with pieces on it."""
    return el(
        "svg.brand-mark",
        {"viewBox": "0 0 32 32", "aria-hidden": "true"},
        el("path.mark-legs", {"d": "M7 17v11M25 17v11"}),
        el("ellipse.mark-table", {"cx": 16, "cy": 13, "rx": 14, "ry": 7}),
        el("circle.mark-stone", {"cx": 9, "cy": 14.5, "r": 2.6}),
        el("circle.mark-ball", {"cx": 16, "cy": 13, "r": 2.6}),
        el("circle.mark-gem", {"cx": 23, "cy": 11.5, "r": 2.6}),
    )


COPY_FIELD: Attributes = {"class": "to-copy", "rows": 2, "readonly": True}


def _notice(frame: Frame) -> Markup:
    if frame.notice is None:
        return Markup("")
    toast = frame.toast
    kind = "notice" + " is-toast" * (toast is not None) + " has-text" * bool(frame.to_copy)
    return region(
        "div#notice",
        {
            "class": kind + " has-ways" * (toast is not None and toast.has_ways),
            "role": "alert" if toast is None else None,
            "tabindex": -1,
        },
        el("p", frame.notice),
        input_field("to-copy", "code", {**COPY_FIELD, "aria-label": frame.notice}, frame.to_copy)
        if frame.to_copy
        else None,
        toast.choice if toast is not None else None,
        button(
            None, "dismiss", icon_name="close", kind="is-quiet", title=frame.words.gettext("Close")
        ),
    )


def _deleted(words: Words, told: str) -> Markup:
    return region(
        "div#deleted",
        {"class": "notice is-toast", "tabindex": -1},
        el("p", told),
        button(words.gettext("Undo"), "undo-delete"),
        button(None, "let-go", icon_name="close", kind="is-quiet", title=words.gettext("Close")),
    )


def _told_wait(words: Words, wait: ToldWait) -> Markup:
    """What is awaited, and how far a long match has been read: a region, as that changes many times
    a second."""
    kind = "notice is-toast" if wait.lies_over else "progress"
    return region(
        "div#reading",
        {"class": kind},
        el("p", {"role": "status"}, wait.text),
        el("progress", {"aria-label": wait.text, "max": wait.total, "value": wait.at})
        if wait.total
        else None,
        wait.way_on,
        button(words.gettext("Stop"), "stop-reading"),
    )


def _toasts(frame: Frame) -> Markup:
    """The notices that lie over the page for a while. The container of those that can wait is
    always in the page, so that a notice is spoken when it comes into it."""
    is_urgent = frame.toast is not None and frame.toast.is_urgent
    change = {"class": "notice is-toast is-brief", "aria-hidden": "true"}
    return join(
        el(
            "div#toasts.toasts",
            {"role": "status"},
            _notice(frame) if frame.toast is not None and not is_urgent else None,
            _deleted(frame.words, frame.deleted) if frame.deleted is not None else None,
        ),
        el("section.toasts", {"aria-label": frame.words.gettext("Notice")}, _notice(frame))
        if is_urgent
        else None,
        el("div.toasts", _told_wait(frame.words, frame.wait))
        if frame.wait is not None and frame.wait.lies_over
        else None,
        # A new node each time, so that its animation runs anew.
        el("div.toasts", region("p", {"id": f"change-{frame.serial % 2}", **change}, frame.change))
        if frame.change
        else None,
    )


def _live(frame: Frame) -> Markup:
    """What is spoken. Its nodes are always in the page: Firefox tells no screen reader of an alert
    that comes into it inside another node, nor Orca of one whose words change.

    Two regions of each kind take turns, so that the same words in a row are spoken twice.
    """
    turns, urgent = ["", ""], ["", ""]
    turns[frame.serial % 2] = frame.spoken
    if frame.toast is not None and frame.toast.is_urgent:
        urgent[frame.repeats % 2] = frame.notice or ""
    return join(
        region(
            "div#live.visually-hidden",
            [el("p", {"id": f"live-{i}", "role": "status"}, text) for i, text in enumerate(turns)],
        ),
        region(
            "div#urgent.visually-hidden",
            [
                el("p", {"id": f"urgent-{i}", "aria-live": "assertive"}, text)
                for i, text in enumerate(urgent)
            ],
        ),
    )


def options_of(labels: Mapping[str, str], chosen: str) -> list[Markup]:
    """What a list offers: each choice by its value, in words."""
    return [
        el("option", {"value": value, "selected": value == chosen}, label)
        for value, label in labels.items()
    ]


Holds: TypeAlias = Literal["code", "name", "prose", "number", "date"]

_EVERY_FIELD: Attributes = {
    "autocomplete": "off",
    # 1Password, LastPass, Bitwarden and Dashlane take any field near a name for a login's.
    "data-1p-ignore": True,
    "data-lpignore": "true",
    "data-bwignore": True,
    "data-form-type": "other",
}
_AS_TYPED: Attributes = {"autocorrect": "off", "spellcheck": "false", "data-gramm": "false"}
"""Nothing is corrected or marked, by the browser or by a writing helper (Grammarly)."""

_FIELDS: Mapping[Holds, Attributes] = {
    "code": {"autocapitalize": "off", **_AS_TYPED},
    "name": {"autocapitalize": "words", "dir": "auto", **_AS_TYPED},
    "prose": {"autocapitalize": "sentences", "dir": "auto"},
    "number": {"type": "number", "inputmode": "numeric"},
    "date": {"type": "date"},
}


def input_field(
    node_id: str, holds: Holds, attributes: Attributes | None = None, text: str | None = None
) -> Markup:
    """A field that people write in, which tells browsers, password managers and writing helpers
    what is none of theirs; with several lines if it has a text (else see ``value``).

    Args:
        holds: what is written: ``code`` has no letter too many, a ``name`` is in no dictionary.
    """
    own: Attributes = {"id": node_id, **_EVERY_FIELD, **_FIELDS[holds], **(attributes or {})}
    # A line break right behind the tag would not count.
    return el("input", own) if text is None else el("textarea", own, "\n" + text)


def choices(
    labels: OptionWords,
    key: str,
    names: Sequence[str],
    chosen: str,
    *,
    attribute: str = "data-edit",
    field: str | None = None,
    kind: str = "",
    pictures: Mapping[str, Markup | None] | None = None,
    missing: Collection[str] = (),
) -> Markup:
    """Radio buttons, one for each name; ``chosen`` may be none of them.

    Args:
        key: what the choice is called in ids; also the field that they edit, if ``field`` is none.
        attribute: what kind of field it is, see the shell's events.
        kind: their style class, as ``is-tiles`` or ``is-even``; empty for buttons side by side.
        missing: those that cannot be chosen now.
    """
    return el(
        "fieldset",
        {"class": f"field field-{key}"},
        el("legend", labels.label),
        el(
            "div",
            {"class": f"choices {kind}".strip()},
            [
                _choice(
                    {
                        "type": "radio",
                        "id": f"{key}-{name}",
                        "name": key,
                        "value": name,
                        attribute: field or key,
                        "checked": name == chosen,
                        "disabled": name in missing,
                    },
                    pictures.get(name) if pictures else None,
                    labels.choices[name],
                    labels.notes.get(name),
                )
                for name in names
            ],
        ),
    )


def _choice(
    attributes: dict[str, Value], picture: Markup | None, label: str, note: str | None
) -> Markup:
    text: Child = label
    kind = "span" if picture is None else "span.has-picture"
    if picture is not None or note:
        text = [
            picture,
            el("span.choice-label", label),
            el("span.choice-note", note) if note else None,
        ]
    return el("label.choice", el("input", attributes), el(kind, text))
