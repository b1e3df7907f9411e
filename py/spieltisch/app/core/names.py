"""The names of players, which of them is spoken to, and how a match ended for that one."""

from typing import Literal

from spieltisch.games import catalog
from spieltisch.kit.names import Names, bot_names, set_apart
from spieltisch.kit.words import Words
from spieltisch.table import Finish, Outcome, Seat, Setup, bot_level


def addressed(people: frozenset[Seat]) -> Seat | None:
    """The seat that is spoken to as "you": that of the only person who plays at this device.
    Several people have names, and who only watches has no seat."""
    return min(people) if len(people) == 1 else None


def player_names(setup: Setup, words: Words, people: frozenset[Seat] = frozenset()) -> Names:
    """Each player's name, seat 1 first: the typed one, else that of ``given_names``. People at this
    device are spoken to; nobody is in a text for others to read."""
    players, given = setup.all_players, given_names(setup, words)
    names = [player.name or name for player, name in zip(players, given, strict=True)]
    # Players of the same name are told apart by their seats.
    told_apart = (
        f"{set_apart(name)} ({seat})" if names.count(name) > 1 else set_apart(name)
        for seat, name in enumerate(names, start=1)
    )
    return Names(told_apart, addressed(people))


def given_names(setup: Setup, words: Words) -> tuple[str, ...]:
    """Names for players whom nobody has named: a person has the seat's, a bot one of its level."""
    view = catalog.game_of(setup.game).view
    bots = bot_names(bot_level(player.controller) for player in setup.all_players)
    return tuple(bot or view.seat_name(seat, words) for seat, bot in enumerate(bots, start=1))


def match_title(setup: Setup, words: Words) -> str:
    """What is played, and who plays it: a title, without a sign that would be read out."""
    game, (first, *rest) = catalog.game_of(setup.game).info.title, player_names(setup, words)
    if not rest:
        return f"{game}, {first}"
    others = words.listed(rest)
    return words("{game}, {first} against {others}", game=game, first=first, others=others)


def own_seat(people: frozenset[Seat]) -> Seat:
    """The seat whose chances are shown: that of the only person who played, else the first."""
    return addressed(people) or 1


def mood_of(outcome: Outcome, people: frozenset[Seat], seats: int) -> Finish | Literal["told"]:
    """How a match ended for the only person who played; ``told`` if no or several people played and
    somebody has won."""
    own = addressed(people)
    if own is None:
        return "told" if outcome.winners else Finish.DRAWN
    return outcome.result_for(own, seats)
