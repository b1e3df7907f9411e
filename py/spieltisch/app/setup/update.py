"""Setting a match up: the form holds a set-up that has no seed yet, and how much time each seat
has."""

from dataclasses import replace
from random import Random

from spieltisch.app.deck.decks import start_of
from spieltisch.app.effects import Focus, Go
from spieltisch.app.keeping import keep_value
from spieltisch.app.match.opening import begin
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.news import ScreenState
from spieltisch.app.notice import BadSetup
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.seats import (
    Company,
    with_company,
    with_level,
    with_lots_drawn,
    with_person_at,
    with_seats,
)
from spieltisch.app.start.state import PlayNow
from spieltisch.app.workshop.bots import BotId
from spieltisch.games import catalog
from spieltisch.play.codec import (
    check_clock,
    clean_name,
    complete_setup,
    is_controller,
    may_have_clock,
)
from spieltisch.play.match import Match, seated, seen_from_here
from spieltisch.play.own_jobs import own_player
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


class SetupScreen(ScreenState):
    setup: Setup
    """Without a seed, with all its players, its start empty where chance deals. Its options may
    hold some that only another variant knows: they count again when that one is chosen."""

    draws_seats: bool = False
    """Whether lots are drawn, when the match starts, for who sits where."""


class Edit(Message):
    """A field of the form was changed; see ``edited`` in update.py."""

    field: str
    value: str


class Arrange(Message):
    """A token of the hand-arranged start was pressed."""

    token: str


class StartMatch(Message):
    """The match that was set up begins; chance deals from the seed."""

    seed: int
    at_ms: float = 0.0


OWN_BOT = "own:"
"""How a bot of a person's own is chosen for a seat, before its id."""

BY_LOT = "random"
"""The value of ``places`` for which lots are drawn."""


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


def update(session: Session, screen: SetupScreen, message: Message) -> Result:
    setup, draws_seats = screen.setup, screen.draws_seats
    flaw: SetupError | None = None
    match message:
        case Edit("places", value):
            draws_seats = value == BY_LOT
            setup = with_person_at(setup, int(value)) if value.isdecimal() else setup
        case Edit("deck", value):
            deck = session.kept.decks.by_id.get(value)
            setup = in_line(replace(setup, start=(start_of(deck) or "") if deck else ""))
        case Edit(name, value) if value.startswith(OWN_BOT) and name.startswith("controller:"):
            return _with_own_bot(session, screen, name, value.removeprefix(OWN_BOT))
        case Edit(name, value):
            wanted = edited(setup, name, value)
            flaw = _house_flaw(wanted)
            setup = in_line(wanted, was_playable=may_start(setup))
        case Arrange(token):
            setup = _arranged(setup, token)
        case Command.SWAP:
            setup = replace(setup, players=setup.players[::-1])
        case StartMatch(seed, at_ms):
            drawn = with_lots_drawn(setup, seed) if draws_seats else setup
            return start_match(session, drawn, seed, at_ms)
        case _:
            return session, ()
    notice = None if flaw is None else BadSetup.of(flaw, setup.game)
    return replace(session.on(SetupScreen(setup, draws_seats)), notice=notice), ()


def _with_own_bot(session: Session, screen: SetupScreen, field: str, bot_id: BotId) -> Result:
    """A bot of a person's own sits down. Of several with the same name the one that was changed
    last is at the table, see at_table.py: so it becomes that."""
    bots, setup, seat = session.kept.bots, screen.setup, field.partition(":")[2]
    bot = bots.of(setup.game).get(bot_id)
    if bot is None or seat not in map(str, range(1, setup.seats + 1)):
        return session, ()
    players = list(setup.players)
    players[int(seat) - 1] = own_player(bot.name)
    setup = replace(setup, players=tuple(players))
    session = replace(session.on(replace(screen, setup=setup)), notice=None)
    found = bots.at(setup, int(seat))
    is_first = found is not None and found[0] == bot_id
    return (session, ()) if is_first else keep_value(session, bots.having(bot_id, bot))


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
            return _arranged(setup, "") if value == "arranged" else replace(setup, start="")
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
    flaw = _house_flaw(setup)
    if flaw is not None:
        setup = _with_option(setup, flaw.field, flaw.choices[0])
    if not setup.start or may_start(setup):
        return setup
    arranged = _arranged(setup, "")
    return arranged if not was_playable or may_start(arranged) else replace(setup, start="")


def _house_flaw(setup: Setup) -> SetupError | None:
    """Why a house rule cannot be played with the rest of a set-up; None if all can."""
    house = {option.name for option in _info(setup).options if option.is_house}
    try:
        to_play(setup, 0)
    except SetupError as error:
        return error if error.field in house else None
    return None


def may_start(setup: Setup) -> bool:
    try:
        to_play(setup, 0)
    except SetupError:
        return False
    return True


def _info(setup: Setup) -> GameInfo:
    return catalog.game_of(setup.game).info


def with_known_options(setup: Setup) -> Setup:
    """The set-up with only the options that its variant knows."""
    known = {option.name for option in _info(setup).options_of(setup.variant)}
    return replace(setup, options=tuple(pair for pair in setup.options if pair[0] in known))


def _arranged(setup: Setup, token: str) -> Setup:
    """The set-up after a press on the board of the arranged start; see Rules.arrange."""
    rules = catalog.game_of(setup.game).rules
    return replace(setup, start=rules.arrange(with_known_options(setup), token))


def _with_option(setup: Setup, name: str, value: str) -> Setup:
    choices = {option.name: option.choices for option in _info(setup).options_of(setup.variant)}
    if value not in choices.get(name, ()):
        return setup
    options = {**dict(setup.options), name: value}
    setup = replace(setup, options=tuple(sorted(options.items())))
    return _arranged(setup, "") if setup.start else setup


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


def set_up_again(session: Session, match: Match) -> Result:
    link = Link("setup", match.setup.game)
    return session.on(SetupScreen(in_line(another(seen_from_here(match))))), (
        Go(format_link(link)),
    )


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
