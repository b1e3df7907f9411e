"""Which of the kept matches are listed, and in which order."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from spieltisch.app.dates import Now, day_of
from spieltisch.app.matches.state import MatchFilter, MatchList
from spieltisch.app.names import mood_of, player_names
from spieltisch.games import catalog
from spieltisch.kit.words import Words
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Bot, Setup, bot_level

MOST = {MatchList.GOING: 6, MatchList.ENDED: 12}
"""How many matches of each list are shown while both lists are."""

PAGE = 24
"""How many matches a page has of one list alone: for each a board has to be drawn."""

LATEST = 3
"""How many matches in progress the start screen has room for."""


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
    pages = max(1, ceil(len(found) / PAGE))
    page = min(wanted.page, pages)
    return Part(found[(page - 1) * PAGE : page * PAGE], len(found), page, pages)


def found_matches(
    summaries: Mapping[MatchId, Summary], wanted: MatchFilter, now: Now, words: Words
) -> dict[MatchList, Sequence[Summary]]:
    """The matches that the filter lets through, by the name of the list that they are in. Players
    are searched for by their names in the language of ``words``."""
    lists = zip(MatchList, _in_order(_Held(summaries)), strict=True)
    if not wanted.is_narrow:
        return dict(lists)
    return {
        name: [one for one in whole if _is_wanted(one, wanted, now, words)] for name, whole in lists
    }


class _Held:
    """The library as a key of caches, compared by identity: it is replaced when it changes, and may
    hold thousands of matches."""

    def __init__(self, summaries: Mapping[MatchId, Summary]) -> None:
        self.summaries = summaries

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.summaries is other.summaries

    def __hash__(self) -> int:
        return id(self.summaries)


@lru_cache(maxsize=1)
def _in_order(held: _Held) -> tuple[Sequence[Summary], Sequence[Summary]]:
    """The matches in progress, see ``in_progress``, and those that are over, the latest first."""
    ended = (one for one in held.summaries.values() if one.outcome is not None)
    return in_progress(held.summaries.values()), sorted(
        ended, key=attrgetter("played_ms"), reverse=True
    )


def in_progress(summaries: Iterable[Summary]) -> list[Summary]:
    """The matches in progress: those that wait for a person here first, of each kind the latest."""
    going = (one for one in summaries if one.outcome is None)
    return sorted(going, key=lambda one: (is_yours(one), one.played_ms), reverse=True)


def latest_in_progress(summaries: Mapping[MatchId, Summary]) -> Sequence[Summary]:
    """The first matches in progress, as many as the start screen has room for."""
    going, _ = _in_order(_Held(summaries))
    return going[:LATEST]


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


def mood_in(summary: Summary) -> str:
    """How a match that is over ended for the one person who played here, see ``mood_of``; empty
    while it goes on."""
    if summary.outcome is None:
        return ""
    return mood_of(summary.outcome, summary.people, summary.setup.seats)


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


def is_yours(summary: Summary) -> bool:
    """Whether it is the turn of a person on this device."""
    return bool(summary.people & frozenset(summary.awaits))


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
    found, games = _facets(_Held(summaries)), catalog.GAMES.values()
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
def _facets(held: _Held) -> Facets:
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
