"""The screens without a match on them: the menu and the settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spieltisch.app.settings.keys_view import KeysModel, keys_section
from spieltisch.app.table.view.aids import pace_words
from spieltisch.app.table.view.playback import speed_words
from spieltisch.kit.fields import choices
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.scene import GameView, OptionWords
from spieltisch.table import GameInfo

LICENCES = "licences.html"
"""The page of licences that is made with the site (tools/shipped)."""


@dataclass(frozen=True)
class MenuItem:
    """A game on the menu.

    Attributes:
        info: its metadata.
        view: its view.
        picture: its board, to be looked at.
        lessons: the link to its lessons; None if it has none.
        is_new: whether its lessons are offered, as nobody has played it here.
        daily: the link to its puzzle of the day; None where it has none.
    """

    info: GameInfo
    view: GameView
    picture: Markup
    lessons: str | None = None
    is_new: bool = False
    daily: str | None = None


def start_screen(frame: Frame, items: Sequence[MenuItem], latest: Markup | None = None) -> Markup:
    """The menu of games.

    Args:
        frame: what is round it.
        items: the games.
        latest: the matches that can be continued, see ``latest_matches``; people who have some
            need no introduction, so this takes its place.
    """
    words = frame.words
    return page(
        frame,
        "start",
        el(
            "div",
            {"class": "start-head"},
            el("h1", None, words.gettext("Take a seat.")),
            _daily(frame, [item for item in items if item.daily]),
        ),
        latest
        if latest is not None
        else el(
            "p",
            {"class": "lead"},
            words.gettext(
                "Tabletop games for the people next to you: no account, no download, nothing but"
                " the board."
            ),
            [" ", words.gettext("New here? Learn each in five minutes.")]
            if all(item.is_new for item in items)
            else None,
        ),
        el("ul", {"class": "menu"}, [_menu_item(frame, item) for item in items]),
    )


def _daily(frame: Frame, items: Sequence[MenuItem]) -> Markup | None:
    """The puzzles of the day, for those who come by for a moment."""
    if not items:
        return None
    words = frame.words
    label = words.gettext("Today's puzzle: {game}")
    return el(
        "p",
        {"class": "daily"},
        el("span", None, words.gettext("Today's puzzle")),
        [
            el(
                "a",
                {"href": item.daily, "aria-label": label.format(game=item.info.title)},
                item.info.title,
            )
            for item in items
        ],
    )


def _menu_item(frame: Frame, item: MenuItem) -> Markup:
    words, info = frame.words, item.info
    return el(
        "li",
        {"class": "card"},
        el("div", {"class": "card-picture", "aria-hidden": "true"}, item.picture),
        el(
            "div",
            {"class": "card-text"},
            el("h2", None, info.title),
            el("p", {"class": "byline"}, words.gettext("by {author}").format(author=info.author)),
            el("p", None, item.view.tagline(words)),
        ),
        row(
            button(words.gettext("Play"), "play-now", info.name, kind="is-primary"),
            link_button(words.gettext("Choose …"), f"#/setup/{info.name}"),
            # A phone has room for three buttons; the lessons link to the rules as well.
            link_button(words.gettext("Learn"), item.lessons, "is-offer")
            if item.lessons and item.is_new
            else link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
            kind="card-actions",
        ),
    )


def settings_screen(
    frame: Frame, settings: Mapping[str, tuple[Sequence[str], str]], keys: Sequence[KeysModel]
) -> Markup:
    """The settings of the whole site.

    Args:
        frame: what is round it.
        settings: the choices there are and the chosen one, by field.
        keys: the seats' keys, for every game that has words to call.
    """
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
        "vibration": OptionWords(words.gettext("Vibration, on devices that can"), switch),
        "letter_keys": OptionWords(
            words.gettext("Letters, digits and the space bar are shortcuts"), switch
        ),
        "board_turns": OptionWords(
            words.gettext("The board turns to whoever is to move, where it has sides"), switch
        ),
        "place_names": OptionWords(
            words.gettext("Every place on a board is named, not only while you play by keys"),
            switch,
        ),
        "tab_stops": OptionWords(
            words.gettext(
                "Everything can be reached by Tab and Enter alone, each place on a board"
            ),
            switch,
        ),
        "pace": OptionWords(words.gettext("How fast computers play each other"), pace_words(words)),
        "playback": OptionWords(
            words.gettext("How fast matches are played back"), speed_words(words)
        ),
    }
    return page(
        frame,
        "settings",
        el("h1", None, words.gettext("Settings")),
        el(
            "div",
            {"class": "form"},
            [
                choices(labels[name], name, names, chosen, attribute="data-set")
                for name, (names, chosen) in settings.items()
            ],
            [keys_section(frame, model) for model in keys],
            el("p", {"class": "byline"}, words.gettext("Every choice is kept on this device.")),
            el(
                "p",
                None,
                el("a", {"href": LICENCES}, words.gettext("Licences of all that is here")),
            ),
        ),
    )
