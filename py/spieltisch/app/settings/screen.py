"""The settings, and the test of the keyboard, among the other screens."""

from collections.abc import Mapping

from spieltisch.app.board.key_list import calls_of, key_list, offered_by
from spieltisch.app.board.scene import key_labels
from spieltisch.app.core.contract import Place, Screen, no_more, showing, titled
from spieltisch.app.core.damage import LOCAL, MATCHES, REVIEWS, SUMMARIES, EntryKey
from spieltisch.app.core.effects import Survey
from spieltisch.app.core.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.app.core.messages import OfflineState
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Device, Result, Session
from spieltisch.app.core.settings import hearing_choice, pace_words, speed_words
from spieltisch.app.settings.state import MIN_SEATS, AllKeysScreen, KeyTestScreen, SettingsScreen
from spieltisch.app.settings.update import update
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame, button, choices, link_button, page, row
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.table import Seat


def arrived(session: Session, _link: Link, _at_ms: float) -> Result:
    """Open the settings, which list what is damaged in storage: it is looked for."""
    return session.on(SettingsScreen()), (Survey(),)


LICENCES = "licences.html"
"""The page of licences that is made with the site (tools/shipped)."""

LOOK_AND_SOUND = ("theme", "sound", "vibration", "board_turns", "place_names")
PLAY = ("pace", "playback", "offline")
KEYBOARD_AND_READER = ("hearing", "letter_keys", "tab_stops", "keyboard")
"""The settings in three groups; the last is folded away, as most people need none of it."""


def settings_screen(session: Session, screen: SettingsScreen, frame: Frame) -> Markup:
    chosen_by_name = session.settings.chosen()
    if session.device.key_labels:
        # The browser knows the layout.
        del chosen_by_name["keyboard"]
    if not session.device.can_keep_game:
        del chosen_by_name["offline"]
    words = frame.words
    switch = {"on": words.gettext("On"), "off": words.gettext("Off")}
    labels = {
        "theme": OptionWords(
            words.gettext("Colours"),
            {
                "auto": words.gettext("Same as the system"),
                "light": words.gettext("Light"),
                "dark": words.gettext("Dark"),
            },
        ),
        "sound": OptionWords(
            words.gettext("Sound"),
            {
                "off": words.gettext("Off"),
                "soft": words.gettext("Soft"),
                "full": words.gettext("Full"),
            },
        ),
        "vibration": OptionWords(words.gettext("Vibration, if your device supports it"), switch),
        "letter_keys": OptionWords(
            words.gettext("Use letters, digits and the space bar as shortcuts"), switch
        ),
        "board_turns": OptionWords(
            words.gettext("Turn the board towards whoever is to move"), switch
        ),
        "place_names": OptionWords(
            words.gettext("Always show the names of places on the board"),
            switch,
        ),
        "tab_stops": OptionWords(
            words.gettext(
                "Reach everything with Tab and Enter alone, including every place on the board"
            ),
            switch,
        ),
        "pace": OptionWords(
            words.gettext("Speed when computers play each other"), pace_words(words)
        ),
        "playback": OptionWords(words.gettext("Playback speed"), speed_words(words)),
        "keyboard": OptionWords(
            words.gettext("Keyboard layout, for the labels on keys"),
            {
                "from-keys": words.gettext("As shown by the keys you press"),
                "qwerty": "QWERTY",
                "qwertz": words.gettext("QWERTZ, German"),
                "azerty": words.gettext("AZERTY, French"),
                "spanish": words.gettext("QWERTY, Spanish"),
                "portuguese": words.gettext("QWERTY, Portuguese"),
                "dvorak": "Dvorak",
                "colemak": "Colemak",
            },
        ),
        "offline": OptionWords(
            words("Keep the game for playing offline, about {n} MB", n=session.device.megabytes),
            {
                "auto": words.gettext("Unless this device saves data"),
                "on": words.gettext("Always"),
                "off": words.gettext("Never"),
            },
        ),
    }
    rows = {
        name: choices(labels[name], name, names, chosen, attribute="data-set")
        for name, (names, chosen) in chosen_by_name.items()
        if name in labels
    }
    rows["hearing"] = hearing_choice(session.settings, words)
    return page(
        frame,
        "settings",
        el("h1", words.gettext("Settings")),
        el(
            "div.form",
            _group(words.gettext("Look and sound"), [rows[name] for name in LOOK_AND_SOUND]),
            _group(
                words.gettext("Play"),
                [rows[name] for name in PLAY if name in rows],
                _offline_told(session.device, words),
            ),
            el(
                "details#keyboard-and-reader.more",
                el("summary", words.gettext("Keyboard and screen reader")),
                el(
                    "div.more-fields",
                    [rows[name] for name in KEYBOARD_AND_READER if name in rows],
                    [
                        keys_section(session, screen, game, words)
                        for game in catalog.GAMES.values()
                        if game.shouts is not None
                    ],
                    el("p", el("a", {"href": "#/keys"}, words.gettext("All keys"))),
                ),
            ),
            damaged_section(words, session.damage.entries),
            el("p.byline", words.gettext("Your choices are kept on this device.")),
            el("p", el("a.settings-way", {"href": LICENCES}, words.gettext("Licences"))),
        ),
    )


def _group(title: str, *content: Child) -> Markup:
    return el("section.form.settings-group", {"aria-label": title}, el("h2", title), *content)


def _offline_told(device: Device, words: Words) -> Markup | None:
    """Whether the game is kept; None where it cannot be."""
    if not device.can_keep_game:
        return None
    texts = {
        OfflineState.KEPT: words.gettext(
            "The whole game is kept on this device and needs no network."
        ),
        OfflineState.REFUSED: words.gettext(
            "A newer version could not be fetched completely, so this one stays. The page will"
            " try again later."
        ),
        OfflineState.FAILED: words.gettext(
            "The game could not be kept on this device, because part of it could not be fetched."
            " The page will try again at your next visit."
        ),
        OfflineState.WAITING: words.gettext(
            "It is not kept, because this device is set to save data. Choose “Always” to keep it."
        ),
        OfflineState.OFF: words.gettext(
            "It is not kept on this device, and needs a network to start."
        ),
    }
    told = texts.get(device.offline, "") if device.offline else ""
    return el("p#offline-told.byline", {"role": "status"}, told)


def keys_section(session: Session, screen: SettingsScreen, game: Game, words: Words) -> Markup:
    """Every seat's keys of a game that has words to call, each a button that waits for another
    key."""
    title = words("Keys for {game}", game=game.info.title)
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
    shouts, slots = game.shouts, {word: f"{seat}:{word}" for word in game.shouts.words}
    return el(
        "li.binding",
        game.view.seat_badge(seat),
        el("span.binding-seat", words("Player {number}", number=seat)),
        el(
            "div.binding-keys",
            [
                _binding(seat, slot, shouts.label(word), labels[slot], slot == waiting, words)
                for word, slot in slots.items()
            ],
        ),
    )


def _binding(seat: Seat, slot: Slot, word: str, key: str, is_waiting: bool, words: Words) -> Markup:
    shown = words.gettext("press a key …") if is_waiting else key
    return el(
        "button",
        {
            "type": "button",
            "id": f"bind-{slot}",
            "class": "button binding-key" + " is-waiting" * is_waiting,
            "data-do": "bind",
            "data-arg": slot,
            "aria-pressed": "true" if is_waiting else "false",
            "aria-label": words(
                "Player {number}, {word}: {key}", number=seat, word=word, key=shown
            ),
        },
        el("span.binding-word", word),
        " ",
        el("kbd", shown),
    )


def all_keys_screen(session: Session, _: AllKeysScreen, frame: Frame) -> Markup:
    """Every key of every board, and the keys with which seats call."""
    words, labels, player = frame.words, key_labels(session), frame.words.gettext("Player {number}")
    who = {seat: player.format(number=seat) for seat in range(1, MAX_SEATS + 1)}
    lists = {
        game.info.title: key_list(
            game.view,
            words,
            offers=offered_by(game),
            own_keys=calls_of(game, labels, who, words),
        )
        for game in catalog.GAMES.values()
    }
    return page(
        frame,
        "all-keys",
        el("h1", words.gettext("All keys")),
        [_group(title, keys) for title, keys in lists.items()],
        row(link_button(words.gettext("Settings"), "#/settings")),
    )


def key_test_screen(session: Session, screen: KeyTestScreen, frame: Frame) -> Markup:
    """Everybody holds a key, or a finger, and sees what arrives together."""
    words, seats, labels = frame.words, screen.seats, key_labels(session)
    game = next(game for game in catalog.GAMES.values() if game.shouts is not None)
    assert game.shouts is not None
    keys = {seat: labels[f"{seat}:{HELD_WORD}"] for seat in sorted(screen.everybody)}
    counts = range(MIN_SEATS, MAX_SEATS + 1)
    return page(
        frame,
        "key-test",
        el("h1", words.gettext("Everybody, hold down your key")),
        el(
            "p.lead",
            words(
                "Hold down your keys for {word}, or keep a finger on your field, all at the same"
                " time. Some keyboards drop a key when others are held. Better to find out"
                " before you play.",
                word=game.shouts.label(HELD_WORD),
            ),
        ),
        el(
            "div.choices",
            {"role": "group", "aria-label": words.gettext("Seats")},
            [button(count, "test-keys", count, is_pressed=count == seats) for count in counts],
        ),
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
        return words("All {n} arrive together, so you can play.", n=len(keys))
    if screen.dropped:
        return words(
            "Together: {together}. Dropped: {dropped}. Give that seat another key.",
            together=of(screen.together),
            dropped=of(screen.dropped),
        )
    if screen.together:
        return words(
            "Together so far: {together}. Not yet: {silent}.",
            together=of(screen.together),
            silent=of(screen.silent) or "–",
        )
    return words.gettext("No key yet.")


MOST_LISTED = 100


def damaged_section(words: Words, entries: Mapping[EntryKey, str]) -> Markup | None:
    if not entries:
        return None
    count = len(entries)
    told = words.counted("{n} damaged entry", "{n} damaged entries", count)
    unlisted = count - MOST_LISTED
    return el(
        "section#damaged.damaged",
        {"aria-labelledby": "damaged-title"},
        el("h2#damaged-title", {"tabindex": -1}, told),
        el(
            "p",
            words.gettext(
                "Some of what is saved on this device can't be read. It was set aside and does"
                " no harm. Somebody who knows about files may be able to repair it."
            ),
        ),
        el(
            "details#damaged-list",
            el("summary", words.gettext("Show them")),
            el(
                "ul.refusals",
                [_entry(words, place, why) for place, why in list(entries.items())[:MOST_LISTED]],
            ),
            el(
                "p.byline",
                words.counted("{n} more is not listed.", "{n} more are not listed.", unlisted),
            )
            if unlisted > 0
            else None,
        ),
        row(
            button(words.gettext("Save as a file"), "save-damaged", icon_name="export"),
            button(words.gettext("Delete"), "delete-damaged"),
        ),
    )


def _entry(words: Words, place: EntryKey, why: str) -> Markup:
    store, key = place
    texts = {
        MATCHES: words.gettext("A game:"),
        SUMMARIES: words.gettext("What the list shows of a game:"),
        REVIEWS: words.gettext("A review:"),
        BelongingsKind.REVIEW: words.gettext("A review:"),
        BelongingsKind.SOLITAIRES: words.gettext("The best runs:"),
        BelongingsKind.LESSONS: words.gettext("Lessons:"),
        BelongingsKind.PUZZLES: words.gettext("Puzzles:"),
        BelongingsKind.BOTS: words.gettext("Bots:"),
        BelongingsKind.DECKS: words.gettext("Decks:"),
        BelongingsKind.STUDIES: words.gettext("Studies:"),
        BelongingsKind.SERIES: words.gettext("Test runs of bots:"),
        LOCAL: words.gettext("Settings:"),
    }
    kind = key.split("/")[1] if "/" in key else ""
    return el(
        "li",
        el("strong", (texts.get(kind) or texts.get(store) or f"{store}:")),
        " ",
        el("code", {"lang": "en"}, f"{store} {key}: {why}"),
    )


SCREENS = (
    Screen(
        SettingsScreen,
        settings_screen,
        update,
        places={"settings": Place(no_more, arrived)},
        title=lambda _, __, words: titled(words.gettext("Settings")),
    ),
    Screen(
        AllKeysScreen,
        all_keys_screen,
        places={"keys": Place(no_more, showing(lambda _: AllKeysScreen()))},
        title=lambda _, __, words: titled(words.gettext("All keys")),
    ),
    Screen(
        KeyTestScreen,
        key_test_screen,
        lambda session, screen, message: (session.on(screen.after(message)), ()),
        places={"key-test": Place(no_more, showing(lambda _: KeyTestScreen()))},
        title=lambda _, __, words: titled(words.gettext("Everybody, hold down your key")),
    ),
)
