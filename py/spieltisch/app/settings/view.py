"""The screen with the settings of the whole site."""

from collections.abc import Mapping

from spieltisch.app.damaged.view import damaged_section
from spieltisch.app.messages import OfflineState
from spieltisch.app.session import Device, Session
from spieltisch.app.settings.keys_view import keys_section
from spieltisch.app.settings.state import SettingsScreen
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, choices, page
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.words import Words

LICENCES = "licences.html"
"""The page of licences that is made with the site (tools/shipped)."""

LOOK_AND_SOUND = ("theme", "sound", "vibration", "board_turns", "place_names")
PLAY = ("pace", "playback", "offline")
KEYBOARD_AND_READER = ("letter_keys", "tab_stops", "keyboard")
"""The settings in three groups; the last is folded away, as most people need none of it."""


def settings_screen(session: Session, screen: SettingsScreen, frame: Frame) -> Markup:
    """The settings of the whole site, and what is damaged in storage."""
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
        "vibration": OptionWords(words.gettext("Vibration, where the device can"), switch),
        "letter_keys": OptionWords(
            words.gettext("Use letters, digits and the space bar as shortcuts"), switch
        ),
        "board_turns": OptionWords(words.gettext("Turn the board to the side to move"), switch),
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
            words.gettext("Keep the game for playing offline (about {n} MB)").format(
                n=session.device.megabytes
            ),
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
    }
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
            el("p", el("a", {"href": LICENCES}, words.gettext("Licences"))),
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


def pace_words(words: Words) -> Mapping[str, str]:
    return {
        "slow": words.gettext("Slow"),
        "normal": words.gettext("Normal"),
        "fast": words.gettext("Fast"),
    }


def speed_words(words: Words) -> Mapping[str, str]:
    return {**pace_words(words), "as-played": words.gettext("As played")}
