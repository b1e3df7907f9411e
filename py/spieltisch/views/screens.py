"""The screens without a match on them: the menu, the set-up form and the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spieltisch.table import GameInfo, Player, Seat, Setup
from spieltisch.views.aids import pace_words
from spieltisch.views.frame import Frame, button, link_button, page, row
from spieltisch.views.keys import KeysModel, key_list, keys_section
from spieltisch.views.markup import Markup, el, join
from spieltisch.views.scene import GameView, OptionWords, Preset, as_table
from spieltisch.views.sentences import computer_name


@dataclass(frozen=True)
class MenuItem:
    """A game on the menu.

    Attributes:
        info: its metadata.
        view: its view.
        picture: its board, to be looked at.
        resume: the link to the match in progress, if there is one.
    """

    info: GameInfo
    view: GameView
    picture: Markup
    resume: str | None = None


def start_screen(frame: Frame, items: Sequence[MenuItem]) -> Markup:
    """The menu of games."""
    words = frame.words
    return page(
        frame,
        "start",
        el("h1", None, words.gettext("Take a seat.")),
        el(
            "p",
            {"class": "lead"},
            words.gettext(
                "Tabletop games for the people next to you: no account, no download, nothing but"
                " the board."
            ),
        ),
        el("ul", {"class": "menu"}, [_menu_item(frame, item) for item in items]),
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
            row(
                link_button(words.gettext("Continue"), item.resume, "is-primary")
                if item.resume
                else None,
                link_button(
                    words.gettext("New match") if item.resume else words.gettext("Play"),
                    f"#/setup/{info.name}",
                    "" if item.resume else "is-primary",
                ),
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
            ),
        ),
    )


def settings_screen(
    frame: Frame, settings: Mapping[str, tuple[Sequence[str], str]], keys: Sequence[KeysModel]
) -> Markup:
    """What can be chosen for the whole site.

    Args:
        frame: what is round it.
        settings: the choices there are and the chosen one, by field.
        keys: whose keys are where, for every game whose words are called.
    """
    words = frame.words
    switch = {"on": words.gettext("On"), "off": words.gettext("Off")}
    labels = {
        "theme": OptionWords(
            words.gettext("Colours"),
            {
                "auto": words.gettext("As the system"),
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
            words.gettext("Letter keys tell about the board while it has the focus"), switch
        ),
        "board_turns": OptionWords(
            words.gettext("The board turns to whoever is to move, where it has sides"), switch
        ),
        "pace": OptionWords(words.gettext("How fast computers play each other"), pace_words(words)),
    }
    return page(
        frame,
        "settings",
        el("h1", None, words.gettext("Settings")),
        el(
            "div",
            {"class": "form"},
            [
                _choices(labels[name], name, choices, chosen, attribute="data-set")
                for name, (choices, chosen) in settings.items()
            ],
            [keys_section(frame, model) for model in keys],
            el("p", {"class": "byline"}, words.gettext("Every choice is kept on this device.")),
        ),
    )


def rules_screen(frame: Frame, info: GameInfo, view: GameView, *, has_aids: bool) -> Markup:
    """A game's rules, short; ``has_aids`` is whether its bots help on request."""
    words = frame.words
    return page(
        frame,
        "rules",
        el("h1", None, words.gettext("{game} in a minute").format(game=info.title)),
        el("div", {"class": "prose"}, view.rules(words)),
        el(
            "p",
            {"class": "byline"},
            words.gettext("Invented by {author}.").format(author=info.author),
        ),
        el("h2", None, words.gettext("Keys of the board")),
        key_list(view, words, has_aids=has_aids),
        row(
            link_button(words.gettext("Play"), f"#/setup/{info.name}", "is-primary"),
            link_button(words.gettext("All games"), "#/", "is-quiet"),
        ),
    )


def setup_screen(
    frame: Frame, info: GameInfo, view: GameView, setup: Setup, levels: tuple[int, ...]
) -> Markup:
    """The form in which a match is set up.

    Args:
        frame, info, view: what is round it, and the game.
        setup: what is filled in: with all players, its start empty where chance deals.
        levels: the bots' levels that there are for the game.
    """
    words = frame.words
    labels = view.option_words(words)
    return page(
        frame,
        "setup",
        el("h1", None, info.title),
        el(
            "form",
            {"id": "setup", "class": "form", "data-do": "start"},
            [_choices(labels[key], key, names, now) for key, names, now in _kinds(info, setup)],
            _players(frame, view, setup, levels),
            _options(frame, info, view, setup),
            _start(frame, view, setup),
            row(
                button(words.gettext("Start the match"), kind="is-primary"),
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
            ),
        ),
    )


def _kinds(info: GameInfo, setup: Setup) -> list[tuple[str, Sequence[str], str]]:
    """Which game it is to be: key, choices and the chosen one; nothing with only one choice."""
    counts = info.seat_counts[setup.variant]
    rows: list[tuple[str, Sequence[str], str]] = [
        ("variant", info.variants, setup.variant),
        ("edition", info.editions, setup.edition),
        ("seats", [str(count) for count in counts], str(setup.seats)),
    ]
    return [row for row in rows if len(row[1]) > 1]


def _options(frame: Frame, info: GameInfo, view: GameView, setup: Setup) -> Markup:
    """What else can be chosen; what a preset stands for is there too, but folded."""
    words = frame.words
    labels = view.option_words(words)
    chosen = {o.name: setup.option(o.name, o.default) for o in info.options_of(setup.variant)}
    rows = {
        option.name: _choices(labels[option.name], option.name, option.choices, chosen[option.name])
        for option in info.options_of(setup.variant)
    }
    table = as_table(view)
    presets = table.presets(words) if table is not None else {}
    parts: list[Markup] = []
    folded: list[Markup] = []
    for name, (label, choices) in presets.items():
        covered = list(choices[0].values)
        if set(covered) <= chosen.keys():
            parts.append(_presets(label, name, choices, chosen))
            folded += [rows.pop(key) for key in covered]
    summary = el("summary", None, words.gettext("One by one"))
    details = el("details", {"id": "one-by-one"}, summary, folded) if folded else None
    return join(parts, details, list(rows.values()))


def _presets(label: str, name: str, choices: Sequence[Preset], chosen: Mapping[str, str]) -> Markup:
    """Radio buttons that choose several options at once."""
    texts = {
        "+".join(f"{key}={value}" for key, value in preset.values.items()): preset
        for preset in choices
    }
    now = [text for text, preset in texts.items() if preset.values.items() <= chosen.items()]
    return _choices(
        OptionWords(label, {text: preset.label for text, preset in texts.items()}),
        name,
        tuple(texts),
        now[0] if now else "",
        field="options",
    )


def _players(frame: Frame, view: GameView, setup: Setup, levels: tuple[int, ...]) -> Markup:
    words = frame.words
    rows = [
        el(
            "div",
            {"class": "player-field"},
            view.seat_badge(seat),
            el("label", {"for": f"name-{seat}"}, view.seat_name(seat, words)),
            el(
                "input",
                {
                    "id": f"name-{seat}",
                    "data-edit": f"name:{seat}",
                    "value": player.name,
                    "maxlength": 24,
                    "autocomplete": "off",
                    "spellcheck": "false",
                    "placeholder": words.gettext("Name"),
                },
            ),
            _controller(frame, view, seat, player, levels) if levels else None,
        )
        for seat, player in enumerate(setup.players, start=1)
    ]
    return el(
        "fieldset",
        None,
        el("legend", None, words.gettext("Players")),
        rows,
        button(words.gettext("Swap seats"), "swap", icon_name="swap", kind="is-quiet")
        if len(rows) > 1
        else None,
    )


def _controller(
    frame: Frame, view: GameView, seat: Seat, player: Player, levels: tuple[int, ...]
) -> Markup:
    """Who acts for a seat: a person or a bot."""
    words = frame.words
    labels = {"human": words.gettext("Person")}
    labels |= {f"bot:{level}": computer_name(level, words) for level in levels}
    return el(
        "select",
        {
            "id": f"controller-{seat}",
            "data-edit": f"controller:{seat}",
            "aria-label": words.gettext("Who plays {seat}").format(
                seat=view.seat_name(seat, words)
            ),
        },
        [
            el("option", {"value": value, "selected": value == player.controller}, label)
            for value, label in labels.items()
        ],
    )


def _choices(
    labels: OptionWords,
    key: str,
    names: Sequence[str],
    chosen: str,
    *,
    attribute: str = "data-edit",
    field: str | None = None,
) -> Markup:
    """Radio buttons; ``field`` is what they edit, if it is called otherwise than they are."""
    return el(
        "fieldset",
        None,
        el("legend", None, labels.label),
        el(
            "div",
            {"class": "choices"},
            [
                el(
                    "label",
                    {"class": "choice"},
                    el(
                        "input",
                        {
                            "type": "radio",
                            "id": f"{key}-{name}",
                            "name": key,
                            "value": name,
                            attribute: field or key,
                            "checked": name == chosen,
                        },
                    ),
                    el("span", None, labels.choices[name]),
                )
                for name in names
            ],
        ),
    )


def _start(frame: Frame, view: GameView, setup: Setup) -> Markup | None:
    """Whether chance deals or the start is arranged by hand, for games that can be arranged."""
    words = frame.words
    labels = view.start_words(words)
    if labels is None:
        return None
    is_arranged = bool(setup.start)
    return join(
        _choices(labels, "start", tuple(labels.choices), "arranged" if is_arranged else "random"),
        el("div", {"class": "arranger"}, view.arranger(setup.start, words))
        if is_arranged
        else None,
    )
