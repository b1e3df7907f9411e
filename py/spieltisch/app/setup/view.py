"""The form in which a match is set up: choices, and the board that they lead to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spieltisch.app.setup.clock_view import clock_field
from spieltisch.kit.fields import choices
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.levels import level_words
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.scene import GameView, OptionWords, Preset, as_table
from spieltisch.kit.sentences import computer_name
from spieltisch.kit.words import Words
from spieltisch.play.codec import MAX_NAME_CODES
from spieltisch.table import (
    BY_LINK,
    HUMAN,
    GameInfo,
    Player,
    Seat,
    Setup,
    bot_controller,
    bot_level,
)

MOST_COMPANIES = 4
"""So many choices of company take two rows on a small screen."""

MOST_SEATS_NAMED = 3
"""With up to so many seats, a person alone chooses one by name; with more it matters less."""


@dataclass(frozen=True)
class SetupModel:
    """A match that is being set up.

    Attributes:
        info, view: the game.
        setup: the set-up as filled in, with all players; its start is empty where chance deals.
        company: ``alone``, ``together``, ``by-link`` or ``watch``.
        companies: those of them that the game offers.
        levels: the levels of the game's bots.
        level: the level of all bots at the table; None where they differ or there are none.
        is_live_only: whether people elsewhere can only play live.
        is_race: whether the bots react in their own time.
        names: the names of players to whom nobody gives one, by seat.
        home: the seat of the first person.
        draws_seats: whether lots are drawn for the seats.
        board: the board as the match would begin, to be looked at; None where it cannot.
        lessons: the link to the game's lessons; None if it has none.
        puzzles: the link to its puzzles; None where it has none.
        is_new: whether its lessons are offered, as nobody has played it here.
        has_clock: whether the seats may have clocks.
    """

    info: GameInfo
    view: GameView
    setup: Setup
    company: str
    companies: tuple[str, ...]
    levels: tuple[int, ...]
    level: int | None
    is_live_only: bool
    is_race: bool
    names: tuple[str, ...]
    home: Seat
    draws_seats: bool
    board: Markup | None
    lessons: str | None
    puzzles: str | None
    is_new: bool
    has_clock: bool = False


def setup_screen(frame: Frame, model: SetupModel) -> Markup:
    """The form, the board beside it, and the button to start, which is always in sight."""
    words, info = frame.words, model.info
    return page(
        frame,
        "setup",
        el("h1", None, info.title),
        _offer(words.gettext("Puzzles"), model.puzzles) if model.puzzles else None,
        _offer(words.gettext("New here? Learn in five minutes"), model.lessons)
        if model.lessons and model.is_new
        else None,
        el(
            "form",
            {"id": "setup", "class": "setup", "data-do": "start"},
            el("div", {"class": "setup-choices"}, _main_choices(words, model), _more(words, model)),
            el(
                "div",
                {"class": "setup-side"},
                _board(words, model),
                row(
                    button(words.gettext("Start the match"), kind="is-primary"),
                    link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
                    link_button(words.gettext("Lessons"), model.lessons, "is-quiet")
                    if model.lessons and not model.is_new
                    else None,
                    kind="setup-start",
                ),
            ),
        ),
    )


def _offer(label: str, link: str) -> Markup:
    """A link to something other than a match: beside the title, apart from the button to start."""
    return el("a", {"class": "offer", "href": link}, label)


def _board(words: Words, model: SetupModel) -> Markup:
    """The board as the match would begin; a start is arranged by hand on it."""
    arranger = model.view.arranger(model.setup.start, words) if model.setup.start else None
    is_arranged = arranger is not None
    return region(
        "div",
        {
            "id": "setup-board",
            "class": "setup-board is-arranged" if is_arranged else "setup-board",
            "aria-hidden": None if is_arranged else "true",
        },
        arranger or model.board,
    )


# ----------------------------------------------------------- the main choices


def _main_choices(words: Words, model: SetupModel) -> list[Markup | None]:
    seats = [str(count) for count in model.info.seat_counts[model.setup.variant]]
    return [
        _company(words, model) if len(model.companies) > 1 else None,
        _variants(words, model),
        _kind(words, model, "seats", seats, kind="is-even"),
        _level(words, model),
        None if _is_place_secondary(model) else _places(words, model),
        _players(words, model),
    ]


def _is_place_secondary(model: SetupModel) -> bool:
    """Whether it matters little who sits where: seats are no sides of a board, or several people
    settle it among themselves."""
    return model.is_race or not _has_home(model)


def _has_home(model: SetupModel) -> bool:
    """Whether one person sits here, who chooses a side."""
    people = sum(player.controller == HUMAN for player in model.setup.players)
    return model.company == "alone" or (model.company == "by-link" and people == 1)


def _company(words: Words, model: SetupModel) -> Markup:
    labels = OptionWords(
        words.gettext("Who plays"),
        {
            "alone": words.gettext("Alone against the computer")
            if model.setup.seats > 1
            else words.gettext("Alone"),
            "together": words.gettext("Together here"),
            "by-link": _elsewhere(words, model),
            "watch": words.gettext("Watch"),
        },
    )
    missing = ("together",) if model.setup.seats == 1 else ()
    names = tuple(name for name in labels.choices if name in model.companies)
    kind = "is-even is-four" if len(names) == MOST_COMPANIES else "is-even"
    # Where there is much to choose, each choice has little room.
    kind += " is-close" if model.is_live_only else ""
    return choices(labels, "company", names, model.company, kind=kind, missing=missing)


def _elsewhere(words: Words, model: SetupModel) -> str:
    """How people on other devices play along."""
    return words.gettext("On another device") if model.is_live_only else words.gettext("By link")


def _variants(words: Words, model: SetupModel) -> Markup:
    info, view, now = model.info, model.view, model.setup.variant
    pictures = {variant: view.variant_picture(variant) for variant in info.variants}
    has_pictures = any(pictures.values())
    kind = "is-tiles" if has_pictures else ""
    tiles = _kind(words, model, "variant", info.variants, kind=kind, pictures=pictures)
    if tiles is None or not has_pictures:
        return join(tiles)
    # On a phone there is room for the note of the chosen one alone.
    note = view.option_words(words)["variant"].notes.get(now)
    return join(tiles, el("p", {"class": "told tile-told", "aria-hidden": "true"}, note))


def _kind(
    words: Words,
    model: SetupModel,
    key: str,
    names: Sequence[str],
    *,
    kind: str = "",
    pictures: Mapping[str, Markup | None] | None = None,
) -> Markup | None:
    """The choice of variant, edition or number of seats; None where there is only one."""
    if len(names) < 2:
        return None
    labels, setup = model.view.option_words(words)[key], model.setup
    now = {"variant": setup.variant, "edition": setup.edition, "seats": str(setup.seats)}[key]
    return choices(labels, key, names, now, kind=kind, pictures=pictures)


def _level(words: Words, model: SetupModel) -> Markup | None:
    """How strong the bots are, with what to expect of them."""
    bots = sum(bot_level(player.controller) is not None for player in model.setup.players)
    if not bots:
        return None
    told = {n: level_words(n, words, is_race=model.is_race) for n in model.levels}
    label = words.ngettext("How strong it is", "How strong they are", bots)
    labels = OptionWords(
        label,
        {str(n): str(n) for n in model.levels},
        {str(n): level.name for n, level in told.items()},
    )
    chosen = told.get(model.level or 0)
    return join(
        choices(labels, "level", tuple(labels.choices), str(model.level), kind="is-even is-levels"),
        el(
            "p",
            {"id": "level-told", "class": "told"},
            el("strong", None, chosen.name) if chosen else None,
            " " if chosen else None,
            chosen.sentence if chosen else words.gettext("Each as chosen below."),
        ),
    )


def _places(words: Words, model: SetupModel) -> Markup | None:
    """Who sits where: as listed, or by lot; a person who is alone chooses a side."""
    setup, by_lot = model.setup, words.gettext("By lot")
    if setup.seats == 1:
        return None
    if _has_home(model) and setup.seats <= MOST_SEATS_NAMED:
        seats = range(1, setup.seats + 1)
        names = {str(seat): model.view.seat_name(seat, words) for seat in seats}
        labels = OptionWords(words.gettext("You play"), {**names, "random": by_lot})
        pictures = {str(seat): model.view.seat_badge(seat) for seat in seats}
        now = str(model.home)
    else:
        listed = {"listed": words.gettext("As listed"), "random": by_lot}
        labels, pictures, now = OptionWords(words.gettext("Who sits where"), listed), {}, "listed"
    chosen = "random" if model.draws_seats else now
    return choices(labels, "places", tuple(labels.choices), chosen, pictures=pictures)


def _players(words: Words, model: SetupModel) -> Markup:
    rows = [
        el(
            "div",
            {"class": "player-field"},
            model.view.seat_badge(seat),
            el("label", {"for": f"name-{seat}"}, model.view.seat_name(seat, words)),
            el(
                "input",
                {
                    "id": f"name-{seat}",
                    "data-edit": f"name:{seat}",
                    "value": player.name,
                    "maxlength": MAX_NAME_CODES,
                    "autocomplete": "off",
                    "spellcheck": "false",
                    "placeholder": words.gettext("Name")
                    if model.draws_seats
                    else model.names[seat - 1],
                },
            ),
            _controller(words, model, seat, player) if len(model.companies) > 1 else None,
        )
        for seat, player in enumerate(model.setup.players, start=1)
    ]
    kind = "players-list is-drawn" if model.draws_seats else "players-list"
    return el(
        "fieldset",
        {"class": "field field-players"},
        el("legend", None, words.gettext("Players")),
        el("div", {"class": kind}, rows),
        button(words.gettext("Swap seats"), "swap", icon_name="swap", kind="is-quiet")
        if len(rows) > 1 and not _has_home(model)
        else None,
    )


def _controller(words: Words, model: SetupModel, seat: Seat, player: Player) -> Markup:
    """Who acts for a seat: a person or a bot."""
    labels = {HUMAN: words.gettext("Person")}
    if "by-link" in model.companies:
        labels[BY_LINK] = _elsewhere(words, model)
    labels |= {bot_controller(level): computer_name(level, words) for level in model.levels}
    return el(
        "select",
        {
            "id": f"controller-{seat}",
            "data-edit": f"controller:{seat}",
            "aria-label": words.gettext("Who plays {seat}").format(
                seat=model.view.seat_name(seat, words)
            ),
        },
        [
            el("option", {"value": value, "selected": value == player.controller}, label)
            for value, label in labels.items()
        ],
    )


# ----------------------------------------------------------- the rarer choices


def _more(words: Words, model: SetupModel) -> Markup | None:
    """Rule books, times and the like, folded away on a small screen."""
    parts = [
        part
        for part in (
            _kind(words, model, "edition", model.info.editions),
            *_options(words, model),
            clock_field(words, model.setup.clock) if model.has_clock else None,
            _start(words, model),
            _places(words, model) if _is_place_secondary(model) else None,
        )
        if part is not None
    ]
    if not parts:
        return None
    return el(
        "details",
        {"id": "more", "class": "more"},
        el("summary", None, words.gettext("More")),
        el("div", {"class": "more-fields"}, parts),
    )


def _options(words: Words, model: SetupModel) -> list[Markup]:
    """The game's other options; those that a preset stands for are there too, but folded."""
    info, setup, labels = model.info, model.setup, model.view.option_words(words)
    chosen = {o.name: setup.option(o.name, o.default) for o in info.options_of(setup.variant)}
    rows = {
        option.name: choices(labels[option.name], option.name, option.choices, chosen[option.name])
        for option in info.options_of(setup.variant)
    }
    table = as_table(model.view)
    presets = table.presets(words) if table is not None else {}
    parts: list[Markup] = []
    folded: list[Markup] = []
    for name, (label, options) in presets.items():
        covered = list(options[0].values)
        if set(covered) <= chosen.keys():
            parts.append(_presets(label, name, options, chosen))
            folded += [rows.pop(key) for key in covered]
    summary = el("summary", None, words.gettext("One by one"))
    details = [el("details", {"id": "one-by-one"}, summary, folded)] if folded else []
    return [*parts, *details, *rows.values()]


def _presets(label: str, name: str, presets: Sequence[Preset], chosen: Mapping[str, str]) -> Markup:
    """Radio buttons that choose several options at once."""
    texts = {
        "+".join(f"{key}={value}" for key, value in preset.values.items()): preset
        for preset in presets
    }
    now = [text for text, preset in texts.items() if preset.values.items() <= chosen.items()]
    labels = OptionWords(label, {text: preset.label for text, preset in texts.items()})
    return choices(labels, name, tuple(texts), now[0] if now else "", field="options")


def _start(words: Words, model: SetupModel) -> Markup | None:
    """Whether chance deals or the start is arranged by hand, for games that can be arranged."""
    labels = model.view.start_words(words)
    if labels is None:
        return None
    now = "arranged" if model.setup.start else "random"
    return choices(labels, "start", tuple(labels.choices), now)
