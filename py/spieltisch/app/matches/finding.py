"""Which of the kept matches are listed, and in which order."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from spieltisch.app.board.match_cards import Held, in_order, mood_in
from spieltisch.app.core.dates import Now, day_of
from spieltisch.app.core.names import player_names
from spieltisch.app.core.session import Session
from spieltisch.app.matches.state import MatchesScreen, MatchFilter, MatchList
from spieltisch.games import catalog
from spieltisch.kit.words import Words
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Bot, Setup, bot_level

MOST = {MatchList.GOING: 6, MatchList.ENDED: 12}
"""How many matches of each list are shown while both lists are."""

PAGE_LENGTH = 24
"""How many matches a page has of one list alone: for each a board has to be drawn."""


class Part(NamedTuple):
    shown: Sequence[Summary]
    total: int
    """How many the whole list has."""
    page: int = 1
    pages: int = 1
    """Which part of a long list it is, and how many parts there are."""


def part_of(found: Sequence[Summary], wanted: MatchFilter, name: MatchList) -> Part:
    """What is shown of a list: a page of it where it is shown alone, else its beginning."""
    if name != wanted.show:
        return Part(found[: MOST[name]], len(found))
    pages = max(1, ceil(len(found) / PAGE_LENGTH))
    page = min(wanted.page, pages)
    return Part(found[(page - 1) * PAGE_LENGTH : page * PAGE_LENGTH], len(found), page, pages)


def found_matches(
    summaries: Mapping[MatchId, Summary], wanted: MatchFilter, now: Now, words: Words
) -> dict[MatchList, Sequence[Summary]]:
    """The matches that the filter lets through, by the name of the list that they are in. Players
    are searched for by their names in the language of ``words``."""
    lists = zip(MatchList, in_order(summaries), strict=True)
    if not wanted.is_narrow:
        return dict(lists)
    return {
        name: [one for one in whole if _is_wanted(one, wanted, now, words)] for name, whole in lists
    }


# ------------------------------------------------- which matches are wanted


def _is_wanted(summary: Summary, wanted: MatchFilter, now: Now, words: Words) -> bool:
    """Whether a match passes the filter; the cheap tests come first."""
    setup = summary.setup
    return (
        (not wanted.game or setup.game == wanted.game)
        and (not wanted.variant or setup.variant == wanted.variant)
        and (not wanted.result or mood_in(summary) == wanted.result)
        and (not wanted.opponent or _is_against(setup, wanted.opponent))
        and (not (wanted.since or wanted.until) or _is_within(summary, wanted, now))
        and (not wanted.text or wanted.text.casefold() in _searched(setup, summary.name, words))
    )


def _is_against(setup: Setup, opponent: str) -> bool:
    bots = {str(one.controller) for one in setup.all_players if isinstance(one.controller, Bot)}
    match opponent:
        case "people":
            return not bots and setup.seats > 1
        case "bot":
            return bool(bots)
    return opponent in bots


def _is_within(summary: Summary, wanted: MatchFilter, now: Now) -> bool:
    day = str(day_of(now.day_number(summary.played_ms)))
    return (not wanted.since or wanted.since <= day) and (not wanted.until or day <= wanted.until)


@lru_cache(maxsize=8192)
def _searched(setup: Setup, name: str, words: Words) -> str:
    """The text of a match that a search looks through."""
    title = catalog.game_of(setup.game).info.title
    return "\n".join((name, title, *player_names(setup, words))).casefold()


# --------------------------------------------------- what can be chosen there


class Facets(NamedTuple):
    """What there is to choose from in a library."""

    games: frozenset[str]
    variants: frozenset[tuple[str, str]]
    """Those of the games, each with its game."""
    has_people: bool
    """Whether people have played each other."""
    has_bots: bool
    """Whether a bot has played."""
    levels: tuple[int, ...]
    """Those of the bots, in order."""


def facets_of(summaries: Mapping[MatchId, Summary], wanted: MatchFilter) -> Facets:
    """What there is to choose from, and what is chosen, also if no match is left of it."""
    found, games = _facets(Held(summaries)), catalog.GAMES.values()
    every = {level for game in games if game.bots is not None for level in game.bots.levels}
    chosen = {level for level in every if str(Bot(level)) == wanted.opponent}
    return Facets(
        found.games | {wanted.game},
        found.variants | {(wanted.game, wanted.variant)},
        found.has_people or wanted.opponent == "people",
        found.has_bots or wanted.opponent == "bot",
        tuple(sorted(chosen | {*found.levels})),
    )


@lru_cache(maxsize=1)
def _facets(held: Held) -> Facets:
    setups = [one.setup for one in held.summaries.values()]
    tables = {tuple(player.controller for player in setup.all_players) for setup in setups}
    levels = {bot_level(one) for table in tables for one in table}
    return Facets(
        frozenset(setup.game for setup in setups),
        frozenset((setup.game, setup.variant) for setup in setups),
        any(len(table) > 1 and not any(map(bot_level, table)) for table in tables),
        any(levels),
        tuple(sorted(filter(None, levels))),
    )


def chosen(session: Session, which: str, words: Words) -> Sequence[Summary]:
    """The matches that are to be exported.

    Args:
        which: ids with spaces between them; ``found`` for those that the filter on screen finds;
            empty for all.
        words: the language in which the filter searches players' names.
    """
    summaries, screen = session.library.summaries, session.screen
    if which == "found" and isinstance(screen, MatchesScreen):
        now = Now(screen.now_ms, session.device.zone)
        found = found_matches(summaries, screen.wanted, now, words)
        return [one for name in screen.wanted.lists for one in found[name]]
    return [summaries[one] for one in which.split() or summaries if one in summaries]
