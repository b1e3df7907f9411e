"""Keys: the list of the board's keys, made from what a game's view answers to; the seats' keys in
the settings; and the keyboard test."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.app.table.view.clocks import KEY as CLOCK_KEY
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Seat


def key_list(view: GameView, words: Words, *, has_aids: bool, has_clocks: bool = False) -> Markup:
    """Every key that does something on a game's board.

    Args:
        view, words: the game and the language.
        has_aids: whether the game's bots help on request.
        has_clocks: whether seats may have clocks.
    """
    questions = {key.upper(): meaning for key, meaning in view.questions(words).items()}
    if has_clocks:
        questions[CLOCK_KEY.upper()] = words.gettext("the clocks")
    return join(
        _rows(
            {
                "Enter": words.gettext("press the place that has the focus"),
                **view.keys(words),
                words.gettext("Shift + arrow"): words.gettext("go there and press it"),
                "Esc, ⌫": words.gettext("one step back in what is being chosen"),
                **(aid_keys(words) if has_aids else {}),
                words.gettext("← →, off the board"): words.gettext(
                    "look at earlier and later moves"
                ),
                words.gettext("K, or the space bar, off the board"): words.gettext(
                    "play back a match that is over"
                ),
                words.gettext("Shift + M"): words.gettext(
                    "sound soft, full or off; off the board, just M"
                ),
                words.gettext("Ctrl + Z"): words.gettext("take a move back; with Shift, redo it"),
            }
        ),
        el("p", None, words.gettext("These letters tell you something about the board:")),
        _rows(questions),
        el("p", {"class": "byline"}, words.gettext("The settings can switch all letters off.")),
    )


def aid_keys(words: Words) -> dict[str, str]:
    """The keys with which a person asks the bots."""
    return {
        "?": words.gettext("a hint; again for more of it"),
        "B": words.gettext("what the computer thinks of the position, and the best line"),
        "N": words.gettext("after a review, the next turning point; with Shift, the one before"),
    }


def key_button(words: Words) -> Markup:
    """The button that shows the list of ``key_panel``; the browser itself opens and closes it."""
    label = words.gettext("Keys of the board")
    return el(
        "button",
        {
            "type": "button",
            "class": "button is-quiet",
            "popovertarget": "keys",
            "aria-label": label,
            "title": label,
        },
        icon("keys"),
    )


# The same at every turn.
@lru_cache(maxsize=8)
def key_panel(view: GameView, words: Words, *, has_aids: bool, has_clocks: bool = False) -> Markup:
    """The list of keys, over the match; hidden until its button is pressed."""
    title = words.gettext("Keys of the board")
    return region(
        "div",
        {"id": "keys", "class": "keys", "popover": "auto", "role": "dialog", "aria-label": title},
        el("h2", None, title),
        key_list(view, words, has_aids=has_aids, has_clocks=has_clocks),
        el(
            "button",
            {
                "type": "button",
                "class": "button",
                "popovertarget": "keys",
                "popovertargetaction": "hide",
            },
            words.gettext("Close"),
        ),
    )


def _rows(keys: dict[str, str]) -> Markup:
    return el(
        "dl",
        {"class": "key-list"},
        [
            el("div", None, el("dt", None, el("kbd", None, key)), el("dd", None, meaning))
            for key, meaning in keys.items()
        ],
    )


@dataclass(frozen=True)
class KeysModel:
    """The keys of one game that has words to call.

    Attributes:
        title: the game's.
        words: its words and how they are written on keys, by word.
        badges: a small drawing of each seat's piece, seat 1 first.
        labels: what is printed on the keys, by seat and word: ``2:<word>``.
        waiting: the seat and word for which a new key is awaited; None for none.
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
                "Press a button, then the key you want for it. No two words share a key, and"
                " keys that play on the board cannot be chosen."
            ),
        ),
        el(
            "ul",
            {"class": "binding-list"},
            [_seat(model, seat, badge, words) for seat, badge in enumerate(model.badges, start=1)],
        ),
        row(
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
        el(
            "div",
            {"class": "binding-keys"},
            [_binding(model, seat, word, words) for word in model.words],
        ),
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
        row(
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
