"""What every screen has round it: the bar on top, the notice, the live region; and the buttons and
fields of all."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.kit.markup import Attributes, Child, Markup, Value, el, join, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.words import LANGUAGES, Words


@dataclass(frozen=True)
class Toast:
    """A notice that lies over the page."""

    choice: Markup | None = None
    """Its button."""
    is_urgent: bool = False
    """Whether something went wrong: then it is spoken at once."""


@dataclass(frozen=True)
class Frame:
    words: Words
    language: str
    """The language, and its code in LANGUAGES."""
    title: str
    notice: str | None = None
    reading: tuple[int, int] | None = None
    """How many turns have been read of a long match that is to come, and of how many."""
    toast: Toast | None = None
    """Given if the notice lies over the page rather than in it."""
    to_copy: str = ""
    """A text that goes with the notice, in a field from which a person can copy it."""
    change: str = ""
    """What has been done to the match, to be seen for a moment; ``spoken`` says it as well."""
    spoken: str = ""
    serial: int = 0
    """Changes whenever ``spoken`` is to be said again."""
    paint: Markup | None = None
    """What the drawings on the screen refer to, see paint_svg."""
    sound: str = ""
    """The volume, as in the settings; empty on a screen without a board."""


def page(frame: Frame, name: str, *content: Child) -> Markup:
    """A whole screen, to be put into the page: its name is for the style sheet, its content the
    inside of ``<main>``."""
    to_board = frame.words.gettext("Skip to the board")
    return join(
        frame.paint,
        el(
            "div.page",
            # The first stop of the keyboard; seen while it is there.
            button(to_board, "to-board", kind="skip is-primary visually-hidden")
            if frame.sound
            else None,
            _bar(frame.words, frame.language, frame.sound),
            el(
                "main#main",
                {"class": f"screen screen-{name}", "tabindex": -1},
                _notice(frame) if frame.toast is None else None,
                _reading(frame.words, *frame.reading) if frame.reading is not None else None,
                *content,
            ),
        ),
        _toasts(frame),
        _live(frame),
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
) -> Markup:
    """A button: it does what its ``data-do`` says (see the shell's events) or sends its form.

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
            "title": title,
            "aria-label": title,
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


def row(*children: Child, kind: str = "") -> Markup:
    return el("div", {"class": f"row {kind}".strip()}, *children)


def link_button(label: Child, href: str, kind: str = "") -> Markup:
    return el("a", {"class": f"button {kind}".strip(), "href": href}, label)


# The same at every turn.
@lru_cache(maxsize=8)
def _bar(words: Words, language: str, sound: str) -> Markup:
    volume = sound_text(words, sound) if sound else None
    languages = [
        el("option", {"value": code, "lang": known.tag, "selected": code == language}, known.name)
        for code, known in LANGUAGES.items()
    ]
    return region(
        "header#bar",
        {"class": "bar has-sound" if sound else "bar"},
        el("a.brand", {"href": "#/"}, brand_mark(), el("span", "Spieltisch")),
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
            _place("#/matches", "matches", words.gettext("Your games")),
            _place("#/settings", "settings", words.gettext("Settings")),
        ),
    )


def _place(link: str, icon_name: str, title: str) -> Markup:
    attributes: dict[str, Value] = {"class": "button is-quiet", "href": link, "title": title}
    return el("a", {**attributes, "aria-label": title}, icon(icon_name))


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


COPY_FIELD: Attributes = {"id": "to-copy", "class": "to-copy", "rows": 2, "readonly": True}


def _notice(frame: Frame) -> Markup:
    if frame.notice is None:
        return Markup("")
    is_toast = frame.toast is not None
    is_urgent = frame.toast is None or frame.toast.is_urgent
    return region(
        "div#notice",
        {
            "class": "notice is-toast" if is_toast else "notice",
            "role": "alert" if is_urgent else None,
            "tabindex": -1,
        },
        el("p", frame.notice),
        el("textarea", {**COPY_FIELD, "aria-label": frame.notice}, frame.to_copy)
        if frame.to_copy
        else None,
        frame.toast.choice if frame.toast is not None else None,
        button(
            None, "dismiss", icon_name="close", kind="is-quiet", title=frame.words.gettext("Close")
        ),
    )


def _reading(words: Words, at: int, total: int) -> Markup:
    """How far a long match has been read: a region, as it changes many times a second."""
    label = words.gettext("Reading a game of {total} moves").format(total=total)
    return region(
        "div#reading.progress",
        el("p", {"role": "status"}, label),
        el("progress", {"aria-label": label, "max": total, "value": at}),
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
        ),
        el("div.toasts", _notice(frame)) if is_urgent else None,
        # A new node each time, so that its animation runs anew.
        el("div.toasts", region("p", {"id": f"change-{frame.serial % 2}", **change}, frame.change))
        if frame.change
        else None,
    )


def _live(frame: Frame) -> Markup:
    # Two regions take turns, so that the same words in a row are spoken twice.
    turns = ["", ""]
    turns[frame.serial % 2] = frame.spoken
    return region(
        "div#live.visually-hidden",
        [el("p", {"id": f"live-{i}", "role": "status"}, text) for i, text in enumerate(turns)],
    )


def options_of(labels: Mapping[str, str], chosen: str) -> list[Markup]:
    """What a list offers: each choice by its value, in words."""
    return [
        el("option", {"value": value, "selected": value == chosen}, label)
        for value, label in labels.items()
    ]


def plain_field(node_id: str, most: int, attributes: Attributes) -> Markup:
    """A field for what is no prose, of so many letters: the browser adds nothing of its own."""
    own = dict.fromkeys(("autocapitalize", "autocomplete"), "off")
    rest: Attributes = {**own, "spellcheck": "false", "maxlength": most}
    return el("input", {"id": node_id, **attributes, **rest})


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
    if picture is not None or note:
        text = [
            picture,
            el("span.choice-label", label),
            el("span.choice-note", note) if note else None,
        ]
    return el("label.choice", el("input", attributes), el("span", text))
