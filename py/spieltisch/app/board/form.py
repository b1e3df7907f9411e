"""The form of a match: a set-up that has no seed yet, and how much time each seat has. Matches
begin by it from many screens."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from spieltisch.app.board.opening import begin
from spieltisch.app.board.seats import (
    Company,
    with_company,
    with_level,
    with_seats,
)
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.messages import PlayNow
from spieltisch.app.core.notice import BadSetup
from spieltisch.app.core.session import Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import choices
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.codec import (
    check_clock,
    clean_name,
    complete_setup,
    is_controller,
    may_have_clock,
)
from spieltisch.play.match import seated
from spieltisch.table import (
    BY_LINK,
    HUMAN,
    Bot,
    GameInfo,
    Player,
    Setup,
    SetupError,
    TimeControl,
    parse_controller,
    parse_time_control,
)
from spieltisch.table.record import NO_CLOCK, OWN, PRESETS

OWN_BOT = "own:"
"""How a bot of a person's own is chosen for a seat, before its id."""


def form_for(session: Session, game: str) -> Setup:
    """The form, filled in as for the last match of the game, or for one person against bots."""
    last = session.last_setup(game)
    if last is None:
        return with_company(catalog.game_of(game).info.default_setup(), Company.ALONE)
    return in_line(replace(another(last), start=""))


def another(setup: Setup) -> Setup:
    """The form for another match like this one; chance deals anew, also a person's own cards, and
    an arranged start stays."""
    start, own = setup.start if setup.seed is None else "", catalog.game_of(setup.game).own_cards
    if own is not None and own.is_dealt(start):
        start = own.start_of(start)
    players = setup.all_players
    controllers = [player.controller for player in players]
    if BY_LINK in controllers and HUMAN not in controllers:
        # If all people sit elsewhere, the one who sets the match up takes the first of their seats.
        first = controllers.index(BY_LINK)
        person = replace(players[first], controller=HUMAN)
        players = (*players[:first], person, *players[first + 1 :])
    return replace(setup, players=players, seed=None, start=start)


def start_match(session: Session, setup: Setup, seed: int, at_ms: float) -> Result:
    """Begin the match that is set up, or tell why it cannot be played."""
    try:
        playable = to_play(setup, seed)
    except SetupError as error:
        return replace(session, notice=BadSetup.of(error, setup.game)), (Focus("notice"),)
    match = seated(playable)
    # The form's address stays in the history, so that the step back leads to the form.
    return begin(replace(session, notice=None), match, at_ms, replaces=False)


def to_play(setup: Setup, seed: int) -> Setup:
    """The form's set-up with its start dealt; raises SetupError where it cannot be played."""
    setup = with_known_options(setup)
    if setup.start:
        shuffle = Random(seed).shuffle
        start = catalog.game_of(setup.game).rules.deal_rest(setup, shuffle)
        return complete_setup(replace(setup, seed=None, start=start))
    return complete_setup(replace(setup, seed=seed))


EXAMPLE_SEED = 1


def example(setup: Setup) -> Setup:
    """The form's set-up as it could begin, with this site's cards in the place of a person's own,
    as to deal those may take long; raises SetupError where it cannot be played."""
    own = catalog.game_of(setup.game).own_cards
    if own is not None and own.is_undealt(setup.start):
        setup = replace(setup, start="")
    return to_play(setup, EXAMPLE_SEED)


def edited(setup: Setup, name: str, value: str) -> Setup:
    """The set-up with one field of the form changed; unknown fields and values change nothing.

    Fields are ``variant``, ``edition``, ``seats``, ``start`` (``random`` or ``arranged``),
    ``company`` (see Company), ``level`` (of all bots), those of the clock (see with_clock),
    ``name:2``, ``controller:2``, and the options by name; ``options`` changes several of them, as
    in ``move-clock=off+refute-clock=off``. ``places`` changes more than the set-up, so ``update``
    handles it: ``random``, the number of the first person's seat, or ``listed``. So it does bots of
    people's own.
    """
    info = _info(setup)
    kind, _, seat = name.partition(":")
    if kind in ("name", "controller") and seat.isdecimal():
        return _with_player(setup, int(seat), kind, value)
    if name in CLOCK_FIELDS:
        return with_clock(setup, name, value)
    match name:
        case "variant" if value in info.variants:
            counts = info.seat_counts[value]
            setup = replace(setup, variant=value)
            return setup if setup.seats in counts else with_seats(setup, counts[0])
        case "edition" if value in info.editions:
            return replace(setup, edition=value)
        case "seats" if value in map(str, info.seat_counts[setup.variant]):
            return with_seats(setup, int(value))
        case "company" if value in [*Company]:
            return with_company(setup, Company(value))
        case "level" if value.isdecimal():
            return with_level(setup, int(value))
        case "start":
            return arranged(setup, "") if value == "arranged" else replace(setup, start="")
        case "options":
            for pair in value.split("+"):
                option, _, chosen = pair.partition("=")
                setup = _with_option(setup, option, chosen)
            return setup
    return _with_option(setup, name, value)


def in_line(setup: Setup, *, was_playable: bool = True) -> Setup:
    """The set-up with what no longer fits the rest of it brought in line, or left out: clocks where
    there can be none, a house rule for which there is no room, and a start that was arranged for
    another variant or number of seats. A start that could not be played before is still being
    arranged, and stays."""
    setup = setup if may_have_clock(setup) else replace(setup, clock=None)
    flaw = house_flaw(setup)
    if flaw is not None:
        setup = _with_option(setup, flaw.field, flaw.choices[0])
    if not setup.start or may_start(setup):
        return setup
    blank = arranged(setup, "")
    return blank if not was_playable or may_start(blank) else replace(setup, start="")


def house_flaw(setup: Setup) -> SetupError | None:
    """Why a house rule cannot be played with the rest of a set-up; None if all can."""
    house = {option.name for option in _info(setup).options if option.is_house}
    try:
        example(setup)
    except SetupError as error:
        return error if error.field in house else None
    return None


def may_start(setup: Setup) -> bool:
    try:
        example(setup)
    except SetupError:
        return False
    return True


def _info(setup: Setup) -> GameInfo:
    return catalog.game_of(setup.game).info


def with_known_options(setup: Setup) -> Setup:
    """The set-up with only the options that its variant knows."""
    known = {option.name for option in _info(setup).options_of(setup.variant)}
    return replace(setup, options=tuple(pair for pair in setup.options if pair[0] in known))


def arranged(setup: Setup, token: str) -> Setup:
    """The set-up after a press on the board of the arranged start; see Rules.arrange."""
    rules = catalog.game_of(setup.game).rules
    return replace(setup, start=rules.arrange(with_known_options(setup), token))


def _with_option(setup: Setup, name: str, value: str) -> Setup:
    choices = {option.name: option.choices for option in _info(setup).options_of(setup.variant)}
    if value not in choices.get(name, ()):
        return setup
    options = {**dict(setup.options), name: value}
    setup = replace(setup, options=tuple(sorted(options.items())))
    return arranged(setup, "") if setup.start else setup


def _with_player(setup: Setup, seat: int, kind: str, value: str) -> Setup:
    if not 1 <= seat <= setup.seats:
        return setup
    players = list(setup.players)
    if kind == "name":
        players[seat - 1] = replace(players[seat - 1], name=clean_name(value))
        return replace(setup, players=tuple(players))
    try:
        controller = parse_controller(value)
    except ValueError:
        return setup
    if is_controller(replace(setup, clock=None), controller):
        before = players[seat - 1]
        # A computer's name may be that of an own bot, which it no longer is.
        name = "" if isinstance(before.controller, Bot) else before.name
        players[seat - 1] = Player(name, controller)
    return replace(setup, players=tuple(players))


def play_now(session: Session, wanted: PlayNow) -> Result:
    """Begin a match of a game as the form would be filled in, without showing the form."""
    return start_match(session, form_for(session, wanted.game), wanted.seed, wanted.at_ms)


CLOCK_FIELDS = ("clock", "clock-minutes", "clock-seconds")

FIRST_OWN = TimeControl(20, 10)
"""The time control that is filled in when somebody wants none of the presets."""


def offers_clock(setup: Setup) -> bool:
    """Whether the seats may have clocks: only in a game that is played in turns."""
    return may_have_clock(setup) and _is_possible(replace(setup, clock=FIRST_OWN))


def with_clock(setup: Setup, field: str, value: str) -> Setup:
    """The set-up with another time control; unchanged if that is not possible.

    The value of the field ``clock`` is a time control as text, NO_CLOCK, or OWN for minutes and
    seconds of one's own; of ``clock-minutes`` and ``clock-seconds``, a number.
    """
    try:
        changed = replace(setup, clock=_clock(setup.clock, field, value))
    except ValueError:
        return setup
    return changed if _is_possible(changed) else setup


def _clock(before: TimeControl | None, field: str, value: str) -> TimeControl | None:
    if field == "clock":
        if value == OWN:
            return FIRST_OWN if before is None or before in PRESETS else before
        return None if value == NO_CLOCK else parse_time_control(value)
    now = before or FIRST_OWN
    if field == "clock-minutes":
        return TimeControl(int(value), now.seconds)
    return TimeControl(now.minutes, int(value))


def _is_possible(setup: Setup) -> bool:
    try:
        check_clock(setup)
    except SetupError:
        return False
    return True


# ------------------------------------------------------------- its choices


def kind_choice(
    words: Words, setup: Setup, key: str, pictures: Mapping[str, Markup] | None = None
) -> Markup | None:
    """The choice of variant, edition or number of seats; None where there is only one."""
    info = catalog.game_of(setup.game).info
    names, now = {
        "variant": (info.variants, setup.variant),
        "edition": (info.editions, setup.edition),
        "seats": ([str(n) for n in info.seat_counts[setup.variant]], str(setup.seats)),
    }[key]
    if len(names) < 2:
        return None
    labels = catalog.game_of(setup.game).view.option_words(words)[key]
    kind = "is-even" if key == "seats" else "is-tiles" if pictures else ""
    return choices(labels, key, names, now, kind=kind, pictures=pictures)


def kind_choices(words: Words, setup: Setup, options: Collection[str]) -> list[Markup | None]:
    """The choices of variant, edition, number of seats, and some of the options."""
    game = catalog.game_of(setup.game)
    info, labels = game.info, game.view.option_words(words)
    return [
        *(kind_choice(words, setup, key) for key in ("variant", "edition", "seats")),
        *(
            choices(
                labels[one.name],
                one.name,
                sorted(one.choices, key=int) if one.is_house else one.choices,
                setup.option(one.name, one.default),
            )
            for one in info.options_of(setup.variant)
            if one.name in options
        ),
    ]
