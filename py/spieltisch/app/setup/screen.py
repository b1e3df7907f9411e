"""The form in which a match is set up: choices, and the board that they lead to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spieltisch.app.board.form import OWN_BOT, example, form_for, kind_choice, offers_clock
from spieltisch.app.board.seats import (
    ELSEWHERE,
    Company,
    companies_of,
    company_of,
    levels_of,
    own_seat_among_friends,
    seat_of_person,
    shared_level,
    with_company,
    with_own_name,
)
from spieltisch.app.core.contract import Place, Screen, of_game, optional_part
from spieltisch.app.core.names import given_names
from spieltisch.app.core.routes import (
    Link,
    link_to_deck,
    link_to_editor,
    link_to_lessons,
    link_to_puzzles,
    link_to_workshop,
)
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.settings import hearing_choice
from spieltisch.app.keeping.bots import Bots
from spieltisch.app.keeping.decks import Decks, start_of
from spieltisch.app.keeping.progress import has_met
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import update
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.faces import face
from spieltisch.kit.frame import (
    Area,
    Frame,
    button,
    choices,
    input_field,
    link_button,
    options_of,
    page,
    row,
)
from spieltisch.kit.markup import Markup, Value, el, join, region
from spieltisch.kit.names import bot_names, bot_title, level_words, set_apart
from spieltisch.kit.scene import OptionWords, Preset, Scene, as_table
from spieltisch.kit.words import Words
from spieltisch.play.codec import MAX_NAME_CODES, may_be_by_link
from spieltisch.table import (
    BY_LINK,
    HUMAN,
    Bot,
    Option,
    Seat,
    Setup,
    SetupError,
    TimeControl,
    format_time_control,
)
from spieltisch.table.record import MOST_MINUTES, MOST_SECONDS, NO_CLOCK, OWN, PRESETS

LATEST_CARDS = "latest"
"""Cards that no kept deck has any more."""

MOST_COMPANIES = 4
"""So many choices of company take two rows on a small screen."""

MOST_SEATS_NAMED = 3
"""With up to so many seats, a person alone chooses one by name; with more it matters less."""


def _minutes(setup: Setup) -> int:
    """How long the course of a set-up's game takes, to five minutes: half a minute a step."""
    course = _game(setup).lessons
    return 5 * max(1, round(len(course.steps) / 10)) if course is not None else 0


def setup_screen(session: Session, screen: SetupScreen, frame: Frame) -> Markup:
    """The form, the board beside it, and the button to start, which is always in sight."""
    words, setup = frame.words, screen.setup
    puzzles, lessons = link_to_puzzles(setup.game), link_to_lessons(setup.game)
    is_new = not has_met(session, setup.game)
    plays_own = _game(setup).bots is not None
    own_bots = session.kept.of(Bots) if plays_own else Bots()
    arranger = _game(setup).view.arranger(setup.start, words) if setup.start else None
    offers = [_offer(words.gettext("Puzzles"), puzzles)] if puzzles else []
    if lessons and is_new:
        offers.append(
            _offer(words("New here? Learn it in {n} minutes", n=_minutes(setup)), lessons)
        )
    return page(
        frame,
        "setup",
        el("h1", _game(setup).info.title),
        offers,
        el(
            "form#setup.setup",
            {"data-do": "start"},
            el(
                "div.setup-choices",
                [
                    _company(words, setup, is_owners=session.device.is_owners),
                    kind_choice(words, setup, "variant", _pictures(setup)),
                    kind_choice(words, setup, "seats"),
                    _level(words, setup),
                    None if _is_place_secondary(setup) else _places(words, screen),
                    _players(words, screen, own_bots),
                ],
                _more(words, screen, session),
            ),
            el(
                "div.setup-side",
                _board(words, screen, arranger),
                row(
                    button(words.gettext("Start the game"), kind="is-primary"),
                    link_button(words.gettext("Rules"), f"#/rules/{setup.game}", "is-quiet"),
                    link_button(words.gettext("Lessons"), lessons, "is-quiet")
                    if lessons and not is_new
                    else None,
                    kind="setup-start",
                ),
            ),
        ),
        layout=_layout(has_offers=bool(offers), is_arranged=arranger is not None),
    )


def _layout(*, has_offers: bool, is_arranged: bool) -> Iterator[str]:
    """What the layout depends on: links beside the title, a board on which a start is arranged."""
    if has_offers:
        yield "offers"
    if is_arranged:
        yield "arranged"


def _game(setup: Setup) -> Game:
    return catalog.game_of(setup.game)


def _offer(label: str, link: str) -> Markup:
    """A link to something other than a match: beside the title, apart from the button to start."""
    return el("a.setup-offer", {"href": link}, label)


def _board(words: Words, screen: SetupScreen, arranger: Markup | None) -> Markup:
    """The board as the match would begin, to be looked at; a start is arranged by hand on it."""
    is_arranged = arranger is not None
    return region(
        "div#setup-board",
        {
            "class": "setup-board is-arranged" if is_arranged else "setup-board",
            "aria-hidden": None if is_arranged else "true",
        },
        arranger or _example(words, screen),
    )


def _example(words: Words, screen: SetupScreen) -> Markup | None:
    """The match as it could begin, from the side of the person who plays; None where it cannot."""
    setup = screen.setup
    game = _game(setup)
    try:
        position = game.rules.initial_position(example(setup))
    except SetupError:
        return None
    return game.view.board(
        Scene(
            position=position,
            words=words,
            viewer=1 if screen.draws_seats else seat_of_person(setup),
            people=setup.people,
            is_picture=True,
        )
    )


# ----------------------------------------------------------- the main choices


def _is_place_secondary(setup: Setup) -> bool:
    """Whether it matters little who sits where: seats are no sides of a board, or several people
    settle it among themselves."""
    return _is_race(setup) or not _has_home(setup)


def _is_race(setup: Setup) -> bool:
    return _game(setup).reaction_bots is not None


def _has_home(setup: Setup) -> bool:
    """Whether one person sits here, who chooses a side."""
    people = sum(player.controller == HUMAN for player in setup.players)
    company = company_of(setup)
    return company is Company.ALONE or (company is Company.BY_LINK and people == 1)


def _company(words: Words, setup: Setup, *, is_owners: bool) -> Markup | None:
    """Who plays; None where the game leaves no choice."""
    offered = companies_of(setup)
    if len(offered) < 2:
        return None
    labels = OptionWords(
        words.gettext("Who plays"),
        {
            Company.ALONE: words.gettext("You against the computer")
            if setup.seats > 1
            else words.gettext("Alone"),
            Company.TOGETHER: words.gettext("Together here"),
            Company.BY_LINK: words.gettext("With a friend"),
            Company.WATCH: words.gettext("Watch"),
        },
        # Some games can only be played live.
        {
            Company.BY_LINK: words.gettext("anywhere, by one link")
            if is_owners
            else words.gettext("same Wi-Fi, or by link")
            if may_be_by_link(setup)
            else words.gettext("live, on the same Wi-Fi")
        },
    )
    missing = (Company.TOGETHER,) if setup.seats == 1 else ()
    names = tuple(name for name in labels.choices if name in offered)
    kind = "is-even is-four" if len(names) == MOST_COMPANIES else "is-even"
    # Where there is much to choose, each choice has little room.
    kind += "" if may_be_by_link(setup) else " is-close"
    return choices(labels, "company", names, company_of(setup), kind=kind, missing=missing)


def _pictures(setup: Setup) -> Mapping[str, Markup]:
    """Those of the variants, where they have some."""
    info, view = _game(setup).info, _game(setup).view
    pictures = ((variant, view.variant_picture(variant)) for variant in info.variants)
    return {variant: picture for variant, picture in pictures if picture}


def _level(words: Words, setup: Setup) -> Markup | None:
    """How strong the bots are, with what to expect of them."""
    bots = [one for one in setup.players if isinstance(one.controller, Bot)]
    if not bots:
        return None
    told = {n: level_words(n, words, is_race=_is_race(setup)) for n in levels_of(setup)}
    label = words.ngettext("Strength", "Strengths", len(bots))
    labels = OptionWords(
        label,
        {str(n): str(n) for n in told},
        {str(n): level.name for n, level in told.items()},
    )
    level = shared_level(setup)
    chosen = told.get(level or 0)
    return join(
        choices(labels, "level", tuple(labels.choices), str(level), kind="is-even is-levels"),
        el(
            "p#level-told.told",
            face(*bot_names((level,))) if chosen and level else None,
            el(
                "span",
                el("strong", bot_title(level, words) + ".") if chosen and level else None,
                " " if chosen else None,
                chosen.sentence if chosen else words.gettext("As chosen below."),
            ),
        ),
    )


def _places(words: Words, screen: SetupScreen) -> Markup | None:
    """Who sits where: as listed, or by lot; a person who is alone chooses a side."""
    setup, by_lot = screen.setup, words.gettext("Random")
    if setup.seats == 1:
        return None
    if _has_home(setup) and setup.seats <= MOST_SEATS_NAMED:
        seats, view = range(1, setup.seats + 1), _game(setup).view
        names = {str(seat): view.seat_name(seat, words) for seat in seats}
        labels = OptionWords(words.gettext("You play"), {**names, "random": by_lot})
        pictures = {str(seat): view.seat_badge(seat) for seat in seats}
        now = str(seat_of_person(setup))
    else:
        listed = {"listed": words.gettext("In this order"), "random": by_lot}
        labels, pictures, now = OptionWords(words.gettext("Who sits where"), listed), {}, "listed"
    chosen = "random" if screen.draws_seats else now
    return choices(labels, "places", tuple(labels.choices), chosen, pictures=pictures)


def _players(words: Words, screen: SetupScreen, own_bots: Bots) -> Markup:
    setup = screen.setup
    view, names, companies = _game(setup).view, given_names(setup, words), companies_of(setup)
    own_seat = own_seat_among_friends(setup)
    rows = [
        el(
            "div.player-field",
            view.seat_badge(seat),
            el("label", {"for": f"name-{seat}"}, view.seat_name(seat, words)),
            input_field(
                f"name-{seat}",
                "name",
                {
                    "data-edit": f"name:{seat}",
                    "data-thing": screen.thing,
                    "value": player.name,
                    "maxlength": MAX_NAME_CODES,
                    "placeholder": words.gettext("Your name, for friends")
                    if seat == own_seat
                    else words.gettext("Name")
                    if screen.draws_seats
                    else names[seat - 1],
                },
            ),
            _controller(words, setup, seat, companies, own_bots) if len(companies) > 1 else None,
        )
        for seat, player in enumerate(setup.players, start=1)
    ]
    kind = "players-list is-drawn" if screen.draws_seats else "players-list"
    listed = el("div", {"class": kind}, rows)
    swap = (
        button(words.gettext("Swap seats"), "swap", icon_name="swap", kind="is-quiet")
        if len(rows) > 1 and not _has_home(setup)
        else None
    )
    own = (
        link_button(
            words.gettext("Write a bot of your own"), link_to_workshop(setup.game), "is-quiet"
        )
        if len(companies) > 1 and company_of(setup) is not Company.BY_LINK
        else None
    )
    # Whether the choice of company says all that most people want to say of the players.
    is_told = len(companies) > 1 and company_of(setup) in (Company.ALONE, Company.WATCH)
    if not is_told:
        title = el("legend", words.gettext("Players"))
        return el("fieldset.field.field-players", title, listed, swap, own)
    return el(
        "details#players.more.field-players",
        {"open": shared_level(setup) is None},
        el("summary", words.gettext("Names and players")),
        el("div.more-fields", listed, swap, own),
    )


def _controller(
    words: Words, setup: Setup, seat: Seat, companies: Sequence[str], own_bots: Bots
) -> Markup:
    labels = {str(HUMAN): words.gettext("Person")}
    if Company.BY_LINK in companies:
        labels[str(BY_LINK)] = words.gettext("Elsewhere")
    labels |= {str(Bot(n)): bot_title(n, words) for n in levels_of(setup)}
    names = own_bots.names(setup.game).items()
    labels |= {OWN_BOT + one: name for one, name in names if own_bots.by_id[one].sits}
    sitting = own_bots.at(setup, seat)
    chosen = str(setup.players[seat - 1].controller) if sitting is None else OWN_BOT + sitting[0]
    name = words("Who plays {seat}", seat=_game(setup).view.seat_name(seat, words))
    return _select(f"controller-{seat}", f"controller:{seat}", name, labels, chosen)


def _select(
    node_id: str, edited: str, name: str | None, labels: Mapping[str, str], chosen: str
) -> Markup:
    """A list to choose from, for a field of the form."""
    about: dict[str, Value] = {"id": node_id, "data-edit": edited, "aria-label": name}
    return el("select", about, options_of(labels, chosen))


# ----------------------------------------------------------- the rarer choices


def _more(words: Words, screen: SetupScreen, session: Session) -> Markup | None:
    """Rule books, times and the like, folded away on a small screen."""
    setup, decks = screen.setup, session.kept.of(Decks)
    parts = [
        part
        for part in (
            kind_choice(words, setup, "edition"),
            *_options(words, setup),
            hearing_choice(session.settings, words)
            if _game(setup).reaction_bots is not None and setup.seats > 1
            else None,
            _clock(words, setup.clock) if offers_clock(setup) else None,
            _start(words, setup),
            _cards(words, setup, decks),
            _places(words, screen) if _is_place_secondary(setup) else None,
        )
        if part is not None
    ]
    if not parts:
        return None
    return el(
        "details#more.more", el("summary", words.gettext("More")), el("div.more-fields", parts)
    )


def _cards(words: Words, setup: Setup, decks: Decks) -> Markup | None:
    """Which cards are dealt: this site's, or a person's own; and the way to type some in."""
    own, link = _game(setup).own_cards, link_to_deck(setup.game)
    if own is None or link is None:
        return None
    starts = {one: start_of(deck) for one, deck in decks.of(setup.game).items()}
    labels = {"": words.gettext("This site’s cards")}
    labels |= {one: set_apart(decks.by_id[one].name) for one, start in starts.items() if start}
    now = setup.start if own.is_undealt(setup.start) else ""
    chosen = next((one for one, start in starts.items() if start and start == now), "")
    if now and not chosen:
        chosen = LATEST_CARDS
        labels[LATEST_CARDS] = words.gettext("Those of the last game")
    return el(
        "fieldset.field.field-deck",
        el("legend", words.gettext("Cards")),
        _select("deck", "deck", words.gettext("Cards"), labels, chosen)
        if len(labels) > 1
        else None,
        link_button(words.gettext("Type in your own cards"), link, "is-quiet"),
    )


def _options(words: Words, setup: Setup) -> list[Markup]:
    """The game's other options; those that a preset stands for are there too, but folded."""
    info, view = _game(setup).info, _game(setup).view
    labels = view.option_words(words)
    chosen = {o.name: setup.option(o.name, o.default) for o in info.options_of(setup.variant)}
    rows = {
        option.name: choices(labels[option.name], option.name, option.choices, chosen[option.name])
        for option in info.options_of(setup.variant)
        if not option.is_house
    }
    table = as_table(view)
    presets = table.presets(words) if table is not None else {}
    parts: list[Markup] = []
    folded: list[Markup] = []
    for name, (label, options) in presets.items():
        covered = list(options[0].values)
        if set(covered) <= chosen.keys():
            parts.append(_presets(label, name, options, chosen))
            folded += [rows.pop(key) for key in covered]
    summary = el("summary", words.gettext("One by one"))
    details = [el("details#one-by-one", summary, folded)] if folded else []
    house = [option for option in info.options_of(setup.variant) if option.is_house]
    return [*parts, *details, *rows.values(), *_house_rules(words, setup, house, labels)]


def _house_rules(
    words: Words, setup: Setup, options: Sequence[Option], labels: Mapping[str, OptionWords]
) -> list[Markup]:
    """What no rule book knows, folded away until it is chosen."""
    if not options:
        return []
    fields = [
        el(
            "label.clock-number",
            el("span", labels[option.name].label),
            _select(
                f"house-{option.name}",
                option.name,
                None,
                dict(sorted(labels[option.name].choices.items(), key=lambda one: int(one[0]))),
                setup.option(option.name, option.default),
            ),
        )
        for option in options
    ]
    note = words.gettext("These are in no rule book. Statistics do not count such games.")
    return [
        el(
            "details#house-rules",
            {"open": _game(setup).info.has_house_rules(setup)},
            el("summary", words.gettext("House rules")),
            el("p.told", note),
            el("div.clock-choice", fields),
        )
    ]


def _presets(label: str, name: str, presets: Sequence[Preset], chosen: Mapping[str, str]) -> Markup:
    """Radio buttons that choose several options at once."""
    texts = {
        "+".join(f"{key}={value}" for key, value in preset.values.items()): preset
        for preset in presets
    }
    now = [text for text, preset in texts.items() if preset.values.items() <= chosen.items()]
    labels = OptionWords(label, {text: preset.label for text, preset in texts.items()})
    return choices(labels, name, tuple(texts), now[0] if now else "", field="options")


def _clock(words: Words, now: TimeControl | None) -> Markup:
    """How much time each seat has: the usual times in a list, any other as numbers."""
    is_own = now is not None and now not in PRESETS
    chosen = OWN if is_own else format_time_control(now) if now else NO_CLOCK
    labels = {
        NO_CLOCK: words.gettext("No clock"),
        **{
            format_time_control(one): words.gettext("1 minute")
            if not one.seconds and one.minutes == 1
            else words(
                "{minutes} min + {seconds} s per move", minutes=one.minutes, seconds=one.seconds
            )
            for one in PRESETS
        },
        OWN: words.gettext("Another time"),
    }
    numbers = (
        [
            _number(words.gettext("Minutes"), "clock-minutes", now.minutes, MOST_MINUTES),
            _number(words.gettext("Seconds per move"), "clock-seconds", now.seconds, MOST_SECONDS),
        ]
        if is_own and now
        else []
    )
    return el(
        "fieldset.field.field-clock",
        el("legend", words.gettext("Time")),
        el(
            "div.clock-choice",
            _select("clock", "clock", words.gettext("Time"), labels, chosen),
            numbers,
        ),
    )


def _number(label: str, name: str, value: int, most: int) -> Markup:
    return el(
        "label.clock-number",
        el("span", label),
        input_field(name, "number", {"data-edit": name, "min": 0, "max": most, "value": value}),
    )


def _start(words: Words, setup: Setup) -> Markup | None:
    """Whether chance deals or the start is arranged by hand, for games that can be arranged."""
    labels, own = _game(setup).view.start_words(words), _game(setup).own_cards
    if own is not None and own.is_undealt(setup.start):
        # Its cards are chosen; chance deals them.
        setup = replace(setup, start="")
    if labels is None and setup.start:
        # Without a word for it in the game: the position comes from the editor.
        told = {"random": words.gettext("Usual start"), "arranged": words.gettext("Your position")}
        labels = OptionWords(words.gettext("Start"), told)
    now = "arranged" if setup.start else "random"
    link = link_to_editor(setup)
    return join(
        choices(labels, "start", tuple(labels.choices), now) if labels else None,
        link_button(words.gettext("Set up a position"), link, "is-quiet") if link else None,
    )


def arrived(session: Session, link: Link, _at_ms: float) -> Result:
    """The form comes on screen, filled in; with a section, for people on other devices."""
    assert link.game is not None
    setup = form_for(session, link.game)
    if link.section is not None:
        if Company.BY_LINK not in companies_of(setup):
            setup = catalog.game_of(link.game).info.default_setup()
        setup = with_company(setup, Company.BY_LINK)
        setup = with_own_name(setup, session.settings.friends_name)
    return session.on(SetupScreen(setup)), ()


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/setup/<game>`` or ``#/setup/<game>/elsewhere``."""
    link = optional_part(place, parts, query)
    return None if link is None or link.section not in (None, ELSEWHERE) else link


SCREENS = (
    Screen(
        SetupScreen,
        setup_screen,
        update,
        places={"setup": Place(parse, arrived)},
        title=lambda _, screen, words: of_game(words.gettext("Set up"), screen.setup.game),
        area=Area.PLAY,
    ),
)
