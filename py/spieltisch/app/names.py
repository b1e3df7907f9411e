"""The names of players, and which of them is spoken to."""

from spieltisch.games import catalog
from spieltisch.kit.names import Names, bot_names
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Setup, bot_level


def addressed(people: frozenset[Seat]) -> Seat | None:
    """The seat that is spoken to as "you": that of the only person who plays at this device.
    Several people have names, and who only watches has no seat."""
    return min(people) if len(people) == 1 else None


def player_names(setup: Setup, words: Words, people: frozenset[Seat] = frozenset()) -> Names:
    """Each player's name, seat 1 first: the typed one, else that of ``given_names``.

    Args:
        setup: who plays.
        words: the language.
        people: the seats of people at this device; nobody where a text is for others to read.
    """
    players, given = setup.all_players, given_names(setup, words)
    names = [player.name or name for player, name in zip(players, given, strict=True)]
    # Players of the same name are told apart by their seats.
    told_apart = (
        f"{name} ({seat})" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    )
    return Names(told_apart, addressed(people))


def given_names(setup: Setup, words: Words) -> tuple[str, ...]:
    """Names for players whom nobody has named: a person has the seat's, a bot one of its level."""
    view = catalog.game_of(setup.game).view
    bots = bot_names(bot_level(player.controller) for player in setup.all_players)
    return tuple(bot or view.seat_name(seat, words) for seat, bot in enumerate(bots, start=1))
