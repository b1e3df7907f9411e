"""What each message does to the form in which a match is set up."""

from dataclasses import replace

from spieltisch.app.board.form import (
    OWN_BOT,
    arranged,
    edited,
    house_flaw,
    in_line,
    may_start,
    start_match,
)
from spieltisch.app.board.seats import (
    Company,
    company_of,
    own_seat_among_friends,
    with_lots_drawn,
    with_own_name,
    with_person_at,
)
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit, StartMatch
from spieltisch.app.core.notice import BadSetup
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.bots import BotId, Bots
from spieltisch.app.keeping.decks import Decks, start_of
from spieltisch.app.keeping.writing import keep_value, with_settings
from spieltisch.app.setup.state import Arrange, SetupScreen
from spieltisch.play.own_jobs import own_player
from spieltisch.table import Setup, SetupError

BY_LOT = "random"
"""The value of ``places`` for which lots are drawn."""


def update(session: Session, screen: SetupScreen, message: Message) -> Result:
    setup, draws_seats = screen.setup, screen.draws_seats
    flaw: SetupError | None = None
    match message:
        case Edit("places", value):
            draws_seats = value == BY_LOT
            setup = with_person_at(setup, int(value)) if value.isdecimal() else setup
        case Edit("deck", value):
            deck = session.kept.of(Decks).by_id.get(value)
            setup = in_line(replace(setup, start=(start_of(deck) or "") if deck else ""))
        case Edit(name, value) if value.startswith(OWN_BOT) and name.startswith("controller:"):
            return _with_own_bot(session, screen, name, value.removeprefix(OWN_BOT))
        case Edit(name, value):
            wanted = edited(setup, name, value)
            if company_of(wanted) is Company.BY_LINK is not company_of(setup):
                wanted = with_own_name(wanted, session.settings.friends_name)
            flaw = house_flaw(wanted)
            setup = in_line(wanted, was_playable=may_start(setup))
        case Arrange(token):
            setup = arranged(setup, token)
        case Command.SWAP:
            setup = replace(setup, players=setup.players[::-1])
        case StartMatch(seed, at_ms):
            drawn = with_lots_drawn(setup, seed) if draws_seats else setup
            session, named = _keep_own_name(session, setup)
            session, effects = start_match(session, drawn, seed, at_ms)
            return session, (*named, *effects)
        case _:
            return session, ()
    notice = None if flaw is None else BadSetup.of(flaw, setup.game)
    return replace(session.on(SetupScreen(setup, draws_seats)), notice=notice), ()


def _keep_own_name(session: Session, setup: Setup) -> Result:
    """What friends call the person here is asked once."""
    seat, settings = own_seat_among_friends(setup), session.settings
    if seat is None or setup.players[seat - 1].name == settings.friends_name:
        return session, ()
    name = setup.players[seat - 1].name
    return with_settings(session, replace(settings, friends_name=name))


def _with_own_bot(session: Session, screen: SetupScreen, field: str, bot_id: BotId) -> Result:
    """A bot of a person's own sits down. Of several with the same name the one that was changed
    last is at the table, see at_table.py: so it becomes that."""
    bots, setup, seat = session.kept.of(Bots), screen.setup, field.partition(":")[2]
    bot = bots.of(setup.game).get(bot_id)
    if bot is None or not bot.sits or seat not in map(str, range(1, setup.seats + 1)):
        return session, ()
    players = list(setup.players)
    players[int(seat) - 1] = own_player(bot.name)
    setup = replace(setup, players=tuple(players))
    session = replace(session.on(replace(screen, setup=setup)), notice=None)
    found = bots.at(setup, int(seat))
    is_first = found is not None and found[0] == bot_id
    return (session, ()) if is_first else keep_value(session, bots.having(bot_id, bot))
