"""The seats' keys in the settings, and the test of the keyboard."""

from collections.abc import Mapping

from spieltisch.app.match.scene import key_labels
from spieltisch.app.match.view.key_list import calls_of, key_list
from spieltisch.app.session import Session
from spieltisch.app.settings.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.app.settings.state import (
    MIN_SEATS,
    AllKeysScreen,
    KeyTestScreen,
    SettingsScreen,
)
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words
from spieltisch.table import Seat


def keys_section(session: Session, screen: SettingsScreen, game: Game, words: Words) -> Markup:
    """Every seat's keys of a game that has words to call, each a button that waits for another
    key."""
    title = words.gettext("Keys for {game}").format(game=game.info.title)
    labels = key_labels(session)
    return el(
        "section.bindings",
        {"aria-label": title},
        el("h2", title),
        el(
            "p.byline",
            words.gettext(
                "Press a button, then the key you want for it. No two calls can share a key, "
                "and keys that play on the board can't be chosen."
            ),
        ),
        el(
            "ul.binding-list",
            [_seat(game, seat, labels, screen.binding, words) for seat in range(1, MAX_SEATS + 1)],
        ),
        row(
            link_button(words.gettext("Try them together"), "#/key-test"),
            button(words.gettext("Restore the usual keys"), "reset-keys", kind="is-quiet"),
        ),
    )


def _seat(
    game: Game, seat: Seat, labels: Mapping[Slot, str], waiting: Slot | None, words: Words
) -> Markup:
    assert game.shouts is not None
    shouts = game.shouts
    return el(
        "li.binding",
        game.view.seat_badge(seat),
        el("span.binding-seat", words.gettext("Player {number}").format(number=seat)),
        el(
            "div.binding-keys",
            [
                _binding(seat, f"{seat}:{word}", shouts.label(word), labels, waiting, words)
                for word in shouts.words
            ],
        ),
    )


def _binding(
    seat: Seat,
    slot: Slot,
    word: str,
    labels: Mapping[Slot, str],
    waiting: Slot | None,
    words: Words,
) -> Markup:
    is_waiting = waiting == slot
    shown = words.gettext("press a key …") if is_waiting else labels[slot]
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
                number=seat, word=word, key=shown
            ),
        },
        el("span.binding-word", word),
        " ",
        el("kbd", shown),
    )


def all_keys_screen(session: Session, _: AllKeysScreen, frame: Frame) -> Markup:
    """Every key of every board, and the keys with which seats call."""
    words = frame.words
    return page(
        frame,
        "all-keys",
        el("h1", words.gettext("All keys")),
        [_keys_of(session, game, words) for game in catalog.GAMES.values()],
        row(link_button(words.gettext("Settings"), "#/settings")),
    )


def _keys_of(session: Session, game: Game, words: Words) -> Markup:
    title = game.info.title
    who = {
        seat: words.gettext("Player {number}").format(number=seat)
        for seat in range(1, MAX_SEATS + 1)
    }
    return el(
        "section.form.settings-group",
        {"aria-label": title},
        el("h2", title),
        key_list(
            game.view,
            words,
            has_aids=game.search_bots is not None,
            has_clocks=game.shouts is None,
            calls=calls_of(game, key_labels(session), who, words),
        ),
    )


def key_test_screen(session: Session, screen: KeyTestScreen, frame: Frame) -> Markup:
    """Everybody holds a key, or a finger, and sees what arrives together."""
    words, seats, labels = frame.words, screen.seats, key_labels(session)
    game = next(game for game in catalog.GAMES.values() if game.shouts is not None)
    assert game.shouts is not None
    keys = {seat: labels[f"{seat}:{HELD_WORD}"] for seat in sorted(screen.everybody)}
    return page(
        frame,
        "key-test",
        el("h1", words.gettext("Everybody, hold down your key")),
        el(
            "p.lead",
            words.gettext(
                "Hold down your keys for {word}, or keep a finger on your field, all at the same"
                " time. Some keyboards drop a key when others are held. Better to find out"
                " before you play."
            ).format(word=game.shouts.label(HELD_WORD)),
        ),
        _counts(seats, words),
        el(
            "ul",
            {"class": f"pads of-{seats}"},
            [
                _pad(screen, seat, game.view.seat_badge(seat), key, words)
                for seat, key in keys.items()
            ],
        ),
        el("p#verdict.status", {"role": "status"}, _verdict(screen, keys, words)),
        row(
            button(words.gettext("Once more"), "test-keys", seats),
            link_button(words.gettext("Other keys"), "#/settings"),
            link_button(words.gettext("Play"), f"#/setup/{game.info.name}", "is-primary"),
        ),
    )


def _counts(seats: int, words: Words) -> Markup:
    counts = range(MIN_SEATS, MAX_SEATS + 1)
    return el(
        "div.choices",
        {"role": "group", "aria-label": words.gettext("Seats")},
        [button(count, "test-keys", count, is_pressed=count == seats) for count in counts],
    )


def _pad(screen: KeyTestScreen, seat: Seat, badge: Markup, key: str, words: Words) -> Markup:
    kinds = ["pad"]
    for name in ("held", "together", "dropped"):
        kinds += [f"is-{name}"] if seat in getattr(screen, name) else []
    if seat in screen.held:
        told = words.gettext("held")
    elif seat in screen.dropped:
        told = words.gettext("dropped")
    elif seat in screen.together:
        told = words.gettext("arrived")
    else:
        told = words.gettext("waiting")
    return el(
        "li",
        {"class": " ".join(kinds), "data-hold": seat},
        badge,
        el("kbd", key),
        el("span.pad-told", told),
    )


def _verdict(screen: KeyTestScreen, keys: Mapping[Seat, str], words: Words) -> str:
    def of(seats: frozenset[Seat]) -> str:
        return ", ".join(keys[seat] for seat in sorted(seats))

    if len(screen.together) == len(keys):
        return words.gettext("All {n} arrive together, so you can play.").format(n=len(keys))
    if screen.dropped:
        return words.gettext(
            "Together: {together}. Dropped: {dropped}. Give that seat another key."
        ).format(together=of(screen.together), dropped=of(screen.dropped))
    if screen.together:
        return words.gettext("Together so far: {together}. Not yet: {silent}.").format(
            together=of(screen.together), silent=of(screen.silent) or "–"
        )
    return words.gettext("No key yet.")
