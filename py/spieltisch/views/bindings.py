"""Whose keys are where: the part of the settings for it, and the screen on which they are tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.games.aya.rules.choice import SHOUTS
from spieltisch.games.aya.view.table import seat_badge
from spieltisch.table import Seat
from spieltisch.views.frame import Frame, button, link_button, page
from spieltisch.views.markup import Markup, el
from spieltisch.views.words import Words

WORDS = {"aya": "AYA", "oye": "OYE / AHA"}
"""A seat's words, as both editions have them."""


@dataclass(frozen=True)
class KeysForm:
    """Attributes:
    labels: what is printed on the keys, by seat and word: ``2:oye``.
    seats: how many seats have keys.
    waiting: for which of them a key is waited for.
    """

    labels: Mapping[str, str]
    seats: int
    waiting: str | None = None


def keys_section(frame: Frame, form: KeysForm) -> Markup:
    """Every seat's two keys, each a button that waits for another key."""
    words = frame.words
    return el(
        "section",
        {"class": "bindings", "aria-labelledby": "bindings-title"},
        el("h2", {"id": "bindings-title"}, words.gettext("AYA's keys")),
        el(
            "p",
            {"class": "byline"},
            words.gettext(
                "Press a button, then the key that it shall be. No two words share a key; 1 to 5,"
                " the arrows, L and R roll the balls."
            ),
        ),
        el("ul", {"class": "binding-list"}, [_seat(form, seat, words) for seat in _seats(form)]),
        el(
            "div",
            {"class": "row"},
            link_button(words.gettext("Try them together"), "#/key-test"),
            button(words.gettext("Back to the usual keys"), "reset-keys", kind="is-quiet"),
        ),
    )


def _seats(form: KeysForm) -> range:
    return range(1, form.seats + 1)


def _seat(form: KeysForm, seat: Seat, words: Words) -> Markup:
    return el(
        "li",
        {"class": "binding"},
        seat_badge(seat),
        el("span", {"class": "binding-seat"}, words.gettext("Player {number}").format(number=seat)),
        [_binding(form, seat, shout, words) for shout in SHOUTS],
    )


def _binding(form: KeysForm, seat: Seat, shout: str, words: Words) -> Markup:
    slot = f"{seat}:{shout}"
    is_waiting = form.waiting == slot
    shown = words.gettext("press a key …") if is_waiting else form.labels[slot]
    return el(
        "button",
        {
            "type": "button",
            "id": f"bind-{slot}",
            "class": "button binding-key" + " is-waiting" * is_waiting,
            "data-do": "bind",
            "data-arg": slot,
            "aria-pressed": "true" if is_waiting else "false",
            "aria-label": words.gettext("Player {number}, {word}: {key}").format(
                number=seat, word=WORDS[shout], key=shown
            ),
        },
        el("span", {"class": "binding-word"}, WORDS[shout]),
        " ",
        el("kbd", None, shown),
    )


@dataclass(frozen=True)
class RehearsalPicture:
    """Attributes:
    labels: as in KeysForm.
    seats: how many take part.
    held, together, dropped, silent: seats, as in the session's Rehearsal.
    """

    labels: Mapping[str, str]
    seats: int
    held: frozenset[Seat]
    together: frozenset[Seat]
    dropped: frozenset[Seat]
    silent: frozenset[Seat]


def rehearsal_screen(frame: Frame, picture: RehearsalPicture) -> Markup:
    """Everybody holds a key, or a finger, and sees what arrives together."""
    words = frame.words
    return page(
        frame,
        "rehearsal",
        el("h1", None, words.gettext("Everybody hold your key")),
        el(
            "p",
            {"class": "lead"},
            words.gettext(
                "Each player holds the AYA key, or a finger on the field, all at the same time."
                " Some keyboards drop a key when others are held; better to know before you shout."
            ),
        ),
        _counts(picture, words),
        el(
            "ul",
            {"class": f"pads of-{picture.seats}"},
            [_pad(picture, seat, words) for seat in range(1, picture.seats + 1)],
        ),
        el("p", {"id": "verdict", "class": "status", "role": "status"}, _verdict(picture, words)),
        el(
            "div",
            {"class": "row"},
            button(words.gettext("Once more"), "rehearse", picture.seats),
            link_button(words.gettext("Other keys"), "#/settings"),
            link_button(words.gettext("Play"), "#/setup/aya", "is-primary"),
        ),
    )


def _counts(picture: RehearsalPicture, words: Words) -> Markup:
    return el(
        "div",
        {"class": "choices", "role": "group", "aria-label": words.gettext("Seats")},
        [
            el(
                "button",
                {
                    "type": "button",
                    "class": "button",
                    "data-do": "rehearse",
                    "data-arg": count,
                    "aria-pressed": "true" if count == picture.seats else "false",
                },
                count,
            )
            for count in range(2, 7)
        ],
    )


def _pad(picture: RehearsalPicture, seat: Seat, words: Words) -> Markup:
    kinds = ["pad"]
    for name in ("held", "together", "dropped"):
        kinds += [f"is-{name}"] if seat in getattr(picture, name) else []
    if seat in picture.held:
        told = words.gettext("held")
    elif seat in picture.dropped:
        told = words.gettext("dropped")
    elif seat in picture.together:
        told = words.gettext("arrived")
    else:
        told = words.gettext("waiting")
    return el(
        "li",
        {"class": " ".join(kinds), "data-hold": seat},
        seat_badge(seat),
        el("kbd", None, picture.labels[f"{seat}:aya"]),
        el("span", {"class": "pad-told"}, told),
    )


def _verdict(picture: RehearsalPicture, words: Words) -> str:
    def keys(seats: frozenset[Seat]) -> str:
        return ", ".join(picture.labels[f"{seat}:aya"] for seat in sorted(seats))

    if len(picture.together) == picture.seats:
        return words.gettext("All {n} arrive together. You can play.").format(n=picture.seats)
    if picture.dropped:
        return words.gettext(
            "Together: {together}. Dropped: {dropped}. Give that seat another key."
        ).format(together=keys(picture.together), dropped=keys(picture.dropped))
    if picture.together:
        return words.gettext("Together so far: {together}. Not yet: {silent}.").format(
            together=keys(picture.together), silent=keys(picture.silent) or "–"
        )
    return words.gettext("No key yet.")
