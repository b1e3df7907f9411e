"""The names of players."""

from spieltisch.games import catalog
from spieltisch.kit.sentences import bot_name, computer_name
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Setup, bot_level


def player_names(setup: Setup, words: Words) -> tuple[str, ...]:
    """Each player's name, seat 1 first: the typed one, else that of ``given_names``."""
    players, given = setup.all_players, given_names(setup, words)
    names = [player.name or name for player, name in zip(players, given, strict=True)]
    # Players of the same name are told apart by their seats.
    return tuple(
        f"{name} ({seat})" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    )


def given_names(setup: Setup, words: Words) -> tuple[str, ...]:
    """Names for players whom nobody has named: a person has the seat's, a bot its level's; several
    bots have names of their own, as they may be of the same level."""
    view = catalog.game_of(setup.game).view
    levels = [bot_level(player.controller) for player in setup.all_players]
    has_several = sum(level is not None for level in levels) > 1

    def name(seat: Seat, level: int | None) -> str:
        if level is None:
            return view.seat_name(seat, words)
        return bot_name(seat, level) if has_several else computer_name(level, words)

    return tuple(name(seat, level) for seat, level in enumerate(levels, start=1))
