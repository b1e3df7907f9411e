"""Who sits where in a match that is being set up: people, bots, and lots drawn for the seats."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from random import Random

from spieltisch.app.core.routes import Link
from spieltisch.games import catalog
from spieltisch.play.codec import may_be_by_link, may_be_live
from spieltisch.play.own_jobs import is_own_player
from spieltisch.table import BY_LINK, HUMAN, Bot, Player, Seat, Setup, bot_level

FIRST_LEVEL = 2
"""The level of the first bots that a person meets, as the weakest hardly resists."""


class Company(StrEnum):
    ALONE = "alone"
    """One person among bots."""
    TOGETHER = "together"
    """People round one screen."""
    BY_LINK = "by-link"
    """People with devices of their own."""
    WATCH = "watch"
    """Bots alone."""


def company_of(setup: Setup) -> Company:
    """The company in which the match would be played; in a game for one person, ALONE."""
    if any(player.controller == BY_LINK for player in setup.players):
        return Company.BY_LINK
    people = sum(player.controller == HUMAN for player in setup.players)
    if not people:
        return Company.WATCH
    return Company.ALONE if people == 1 else Company.TOGETHER


def levels_of(setup: Setup) -> tuple[int, ...]:
    """The levels of the game's bots, the weakest first; empty where it has none."""
    bots = catalog.game_of(setup.game).bots
    return bots.levels if bots else ()


def level_of(setup: Setup) -> int:
    """The level of the first bot at the table, or of one that would join."""
    levels = (bot_level(player.controller) for player in setup.players)
    return next(filter(None, levels), FIRST_LEVEL)


def shared_level(setup: Setup) -> int | None:
    """The level of all bots at the table; None where they differ, one is a person's own, or none
    sits there."""
    bots = [player for player in setup.players if _is_bot(player)]
    levels = {None if is_own_player(bot) else bot_level(bot.controller) for bot in bots}
    return levels.pop() if len(levels) == 1 else None


def seat_of_person(setup: Setup) -> Seat:
    """Where the first person sits; the first seat where none does."""
    seats = enumerate(setup.players, start=1)
    return next((seat for seat, player in seats if player.controller == HUMAN), 1)


def with_own_name(setup: Setup, name: str) -> Setup:
    """The set-up of a match with people elsewhere in which the one person here is called so, unless
    they have another name."""
    seat = own_seat_among_friends(setup)
    if seat is None or setup.players[seat - 1].name:
        return setup
    players = list(setup.players)
    players[seat - 1] = replace(players[seat - 1], name=name)
    return replace(setup, players=tuple(players))


def own_seat_among_friends(setup: Setup) -> Seat | None:
    """Where the one person here sits, if all other people are elsewhere; None otherwise."""
    people = [seat for seat, one in enumerate(setup.players, 1) if one.controller == HUMAN]
    is_among = company_of(setup) is Company.BY_LINK and len(people) == 1
    return people[0] if is_among else None


def companies_of(setup: Setup) -> tuple[Company, ...]:
    untimed = replace(setup, clock=None)
    is_elsewhere = may_be_by_link(untimed) or may_be_live(untimed)
    missing = set() if is_elsewhere else {Company.BY_LINK}
    missing |= set() if levels_of(setup) else {Company.ALONE, Company.WATCH}
    return tuple(company for company in Company if company not in missing)


def with_company(setup: Setup, company: Company) -> Setup:
    """The set-up in another company: people make room for bots, or bots for people."""
    if company not in companies_of(setup) or company == company_of(setup):
        return setup
    home, others = seat_of_person(setup), _bot(level_of(setup)).controller
    if company in (Company.TOGETHER, Company.BY_LINK):
        others = HUMAN if company == Company.TOGETHER else BY_LINK

    def player(seat: Seat, before: Player) -> Player:
        wanted = HUMAN if seat == home and company != Company.WATCH else others
        if type(wanted) is type(before.controller):
            return before
        # A name stays with its person: a bot does not take it over, nor a person a bot's.
        is_named = not isinstance(wanted, Bot) and not _is_bot(before)
        return Player(before.name if is_named else "", wanted)

    players = tuple(player(seat, before) for seat, before in enumerate(setup.players, start=1))
    return replace(setup, players=players)


def with_level(setup: Setup, level: int) -> Setup:
    """The set-up with all of its bots at a level, also those that were a person's own; unchanged
    where the game has no such bots."""
    if level not in levels_of(setup):
        return setup

    def player(before: Player) -> Player:
        if not _is_bot(before):
            return before
        return Player("" if is_own_player(before) else before.name, Bot(level))

    return replace(setup, players=tuple(map(player, setup.players)))


def with_seats(setup: Setup, seats: int) -> Setup:
    """The set-up with another number of seats, in the same company if it can be.

    A person who was alone stays at the table. New seats get bots, or people if people play together
    or the game has no bots.
    """
    players, company = list(setup.players), company_of(setup)
    if seats < len(players) and company == Company.ALONE:
        home = seat_of_person(setup)
        if home > seats:
            players[seats - 1] = players[home - 1]
    joins_people = company == Company.TOGETHER or not levels_of(setup)
    joining = Player() if joins_people else _bot(level_of(setup))
    if company == Company.BY_LINK:
        joining = Player(controller=BY_LINK)
    more = (joining,) * (seats - setup.seats)
    return replace(setup, seats=seats, players=(*players[:seats], *more))


def with_person_at(setup: Setup, seat: Seat) -> Setup:
    """The set-up with the first person at a seat, whose player takes that person's old seat."""
    if not 1 <= seat <= setup.seats:
        return setup
    players, home = list(setup.players), seat_of_person(setup)
    players[home - 1], players[seat - 1] = players[seat - 1], players[home - 1]
    return replace(setup, players=tuple(players))


def with_lots_drawn(setup: Setup, seed: int) -> Setup:
    """The set-up with its players in random order, the same one for the same seed."""
    players: Sequence[Player] = setup.players
    # Independent of the deal, which is drawn from the same seed.
    drawn = Random(f"seats {seed}").sample(players, len(players))
    return replace(setup, players=tuple(drawn))


def _is_bot(player: Player) -> bool:
    return isinstance(player.controller, Bot)


def _bot(level: int) -> Player:
    return Player(controller=Bot(level))


ELSEWHERE = "elsewhere"
"""The section of the form for people on other devices."""


def link_to_elsewhere(game: str) -> str | None:
    """The link to the form for a match with people on other devices; None if there is none."""
    setup = catalog.game_of(game).info.default_setup()
    is_offered = Company.BY_LINK in companies_of(setup)
    return Link("setup", game, section=ELSEWHERE).text if is_offered else None
