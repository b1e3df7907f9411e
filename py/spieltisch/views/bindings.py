"""Whose keys are where: the part of the settings for it, and the screen on which they are tried."""

from collections.abc import Mapping
from dataclasses import dataclass

from spieltisch.table import Seat
from spieltisch.views.frame import Frame, button, link_button, page
from spieltisch.views.markup import Markup, el
from spieltisch.views.words import Words


@dataclass(frozen=True)
class KeysModel:
    """The keys of one game whose words are called.

    Attributes:
        title: the game's.
        words: its words and how they are written on keys, by word.
        badges: a small drawing of each seat's piece, seat 1 first.
        labels: what is printed on the keys, by seat and word: ``2:<word>``.
        waiting: for which of them a key is waited for.
    """

    title: str
    words: Mapping[str, str]
    badges: tuple[Markup, ...]
    labels: Mapping[str, str]
    waiting: str | None = None


def keys_section(frame: Frame, model: KeysModel) -> Markup:
    """Every seat's keys, each a button that waits for another key."""
    words = frame.words
    title = words.gettext("Keys for {game}").format(game=model.title)
    return el(
        "section",
        {"class": "bindings", "aria-label": title},
        el("h2", None, title),
        el(
            "p",
            {"class": "byline"},
            words.gettext(
                "Press a button, then the key that it shall be. No two words share a key, and keys"
                " that play on the board cannot be one."
            ),
        ),
        el(
            "ul",
            {"class": "binding-list"},
            [_seat(model, seat, badge, words) for seat, badge in enumerate(model.badges, start=1)],
        ),
        el(
            "div",
            {"class": "row"},
            link_button(words.gettext("Try them together"), "#/key-test"),
            button(words.gettext("Back to the usual keys"), "reset-keys", kind="is-quiet"),
        ),
    )


def _seat(model: KeysModel, seat: Seat, badge: Markup, words: Words) -> Markup:
    return el(
        "li",
        {"class": "binding"},
        badge,
        el("span", {"class": "binding-seat"}, words.gettext("Player {number}").format(number=seat)),
        [_binding(model, seat, word, words) for word in model.words],
    )


def _binding(model: KeysModel, seat: Seat, word: str, words: Words) -> Markup:
    slot = f"{seat}:{word}"
    is_waiting = model.waiting == slot
    shown = words.gettext("press a key …") if is_waiting else model.labels[slot]
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
                number=seat, word=model.words[word], key=shown
            ),
        },
        el("span", {"class": "binding-word"}, model.words[word]),
        " ",
        el("kbd", None, shown),
    )


@dataclass(frozen=True)
class KeyTestModel:
    """Attributes:
    game: the name of the game whose keys are tried.
    word: the word whose key is held, as it is written on keys.
    keys: what is printed on each seat's key for it, seat 1 first.
    badges: a small drawing of each seat's piece, seat 1 first.
    held: whose key is down now.
    together: the most that were down at once.
    dropped: whose key arrives alone, but not with the others.
    silent: whose key has not arrived at all so far.
    """

    game: str
    word: str
    keys: tuple[str, ...]
    badges: tuple[Markup, ...]
    held: frozenset[Seat]
    together: frozenset[Seat]
    dropped: frozenset[Seat]
    silent: frozenset[Seat]


def key_test_screen(frame: Frame, model: KeyTestModel, seat_counts: range) -> Markup:
    """Everybody holds a key, or a finger, and sees what arrives together.

    Args:
        frame: what is round it.
        model: who holds what.
        seat_counts: how many may take part.
    """
    words, seats = frame.words, len(model.keys)
    return page(
        frame,
        "key-test",
        el("h1", None, words.gettext("Everybody hold your key")),
        el(
            "p",
            {"class": "lead"},
            words.gettext(
                "Each player holds the key for {word}, or a finger on the field, all at the same"
                " time. Some keyboards drop a key when others are held; better to know before you"
                " shout."
            ).format(word=model.word),
        ),
        _counts(seats, seat_counts, words),
        el(
            "ul",
            {"class": f"pads of-{seats}"},
            [_pad(model, seat, words) for seat in range(1, seats + 1)],
        ),
        el("p", {"id": "verdict", "class": "status", "role": "status"}, _verdict(model, words)),
        el(
            "div",
            {"class": "row"},
            button(words.gettext("Once more"), "test-keys", seats),
            link_button(words.gettext("Other keys"), "#/settings"),
            link_button(words.gettext("Play"), f"#/setup/{model.game}", "is-primary"),
        ),
    )


def _counts(seats: int, counts: range, words: Words) -> Markup:
    return el(
        "div",
        {"class": "choices", "role": "group", "aria-label": words.gettext("Seats")},
        [button(count, "test-keys", count, is_pressed=count == seats) for count in counts],
    )


def _pad(model: KeyTestModel, seat: Seat, words: Words) -> Markup:
    kinds = ["pad"]
    for name in ("held", "together", "dropped"):
        kinds += [f"is-{name}"] if seat in getattr(model, name) else []
    if seat in model.held:
        told = words.gettext("held")
    elif seat in model.dropped:
        told = words.gettext("dropped")
    elif seat in model.together:
        told = words.gettext("arrived")
    else:
        told = words.gettext("waiting")
    return el(
        "li",
        {"class": " ".join(kinds), "data-hold": seat},
        model.badges[seat - 1],
        el("kbd", None, model.keys[seat - 1]),
        el("span", {"class": "pad-told"}, told),
    )


def _verdict(model: KeyTestModel, words: Words) -> str:
    def keys(seats: frozenset[Seat]) -> str:
        return ", ".join(model.keys[seat - 1] for seat in sorted(seats))

    if len(model.together) == len(model.keys):
        return words.gettext("All {n} arrive together. You can play.").format(n=len(model.keys))
    if model.dropped:
        return words.gettext(
            "Together: {together}. Dropped: {dropped}. Give that seat another key."
        ).format(together=keys(model.together), dropped=keys(model.dropped))
    if model.together:
        return words.gettext("Together so far: {together}. Not yet: {silent}.").format(
            together=keys(model.together), silent=keys(model.silent) or "–"
        )
    return words.gettext("No key yet.")
