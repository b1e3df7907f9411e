"""The kept matches: which of them a list shows, in which order, and in which words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from spieltisch.app.endings import mood_of, own_seat
from spieltisch.app.matches.cards import MatchCard
from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.matches.view import Field, Finder, MatchesModel, MatchList
from spieltisch.app.names import player_names
from spieltisch.app.routes import Link, format_link
from spieltisch.games import catalog
from spieltisch.kit.dates import Now, when_text
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import computer_name
from spieltisch.kit.words import Words
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Seat, Setup, bot_controller, bot_level, format_time_control
from spieltisch.table.calendar import day_of

MOST_GOING, MOST_ENDED = 6, 12
"""How many matches of each list are shown while both lists are."""

PAGE = 24
"""How many matches a page has of one list alone: for each a board has to be drawn."""

LATEST = 3
"""How many matches in progress the start screen has room for."""


def matches_model(
    summaries: Mapping[MatchId, Summary],
    wanted: MatchFilter,
    now: Now,
    words: Words,
    renaming: MatchId | None = None,
) -> MatchesModel:
    """The screen with the kept matches.

    Args:
        summaries: all that are kept.
        wanted: the filter.
        now: what the clock says.
        words: the language.
        renaming: the match whose name is being edited, if any.
    """
    going, ended = found_matches(summaries, wanted, now, words)

    def part(name: str, all_of: Sequence[Summary], most: int) -> MatchList | None:
        if wanted.show not in ("", name):
            return None
        return _part(replace(wanted, show=name), all_of, wanted.show, most, now, words, renaming)

    return MatchesModel(
        tabs=_tabs(wanted, len(going), len(ended), words),
        shown=wanted.show,
        going=part("going", going, MOST_GOING),
        ended=part("ended", ended, MOST_ENDED),
        finder=_finder(_facets(_Held(summaries)), wanted, words),
        is_empty=not summaries,
    )


def found_matches(
    summaries: Mapping[MatchId, Summary], wanted: MatchFilter, now: Now, words: Words
) -> tuple[Sequence[Summary], Sequence[Summary]]:
    """The matches in progress and those that are over, as far as the filter lets them through."""
    going, ended = (
        [one for one in part if _is_wanted(one, wanted, now, words)] if wanted.is_narrow else part
        for part in _in_order(_Held(summaries))
    )
    return going, ended


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
    return in_progress(held.summaries.values()), sorted(ended, key=_played_ms, reverse=True)


def in_progress(summaries: Iterable[Summary]) -> list[Summary]:
    """The matches in progress: those that wait for a person here first, of each kind the latest."""
    going = (one for one in summaries if one.outcome is None)
    return sorted(going, key=lambda one: (_is_yours(one), one.played_ms), reverse=True)


def latest_cards(summaries: Mapping[MatchId, Summary], words: Words) -> tuple[MatchCard, ...]:
    """Cards of the matches in progress, as many as the start screen has room for."""
    latest = _in_order(_Held(summaries))[0][:LATEST]
    return tuple(card_of(one, Now(), words) for one in latest)


def _played_ms(summary: Summary) -> int:
    return summary.played_ms


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
    bots = {one.controller for one in setup.all_players if bot_level(one.controller)}
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


# ------------------------------------------------------------------ the lists


def _tabs(
    wanted: MatchFilter, going: int, ended: int, words: Words
) -> tuple[tuple[str, str, str], ...]:
    labels = {
        "": words.gettext("All"),
        "going": words.gettext("In progress ({n})").format(n=going),
        "ended": words.gettext("Ended ({n})").format(n=ended),
    }
    return tuple(
        (name, label, _link(replace(wanted, show=name, page=1))) for name, label in labels.items()
    )


def _part(
    wanted: MatchFilter,
    found: Sequence[Summary],
    shown: str,
    most: int,
    now: Now,
    words: Words,
    renaming: MatchId | None,
) -> MatchList:
    """A list: a page of it where it is shown alone, else its beginning."""
    if shown == wanted.show:
        pages = max(1, ceil(len(found) / PAGE))
        page = min(wanted.page, pages)
        some = found[(page - 1) * PAGE : page * PAGE]
    else:
        pages, page, some = 1, 1, found[:most]
    cards = [card_of(one, now, words, is_renamed=one.id == renaming) for one in some]
    return MatchList(
        cards,
        total=len(found),
        more=_link(replace(wanted, page=1)) if pages == 1 and len(found) > len(some) else None,
        page=page,
        pages=pages,
        earlier=_link(replace(wanted, page=page - 1)) if page > 1 else None,
        later=_link(replace(wanted, page=page + 1)) if page < pages else None,
    )


def card_of(summary: Summary, now: Now, words: Words, *, is_renamed: bool = False) -> MatchCard:
    """A kept match in a list."""
    setup = summary.setup
    game = catalog.game_of(setup.game)
    variant = _variant_text(setup, words)
    clock = "" if setup.clock is None else format_time_control(setup.clock)
    about = (game.info.title if summary.name else "", variant, clock)
    return MatchCard(
        id=summary.id,
        link=format_link(Link("match", match_id=summary.id)),
        title=summary.name or game.info.title,
        about=" · ".join(filter(None, about)),
        players=_players_text(summary, words),
        picture=_picture(setup.game, summary.board, own_seat(summary.people)),
        turn=_turn_text(summary, words),
        mood=mood_in(summary) or ("yours" if _is_yours(summary) else "theirs"),
        length=_length_text(summary, words),
        when=when_text(words, summary.played_ms, now),
        name=summary.name if is_renamed else None,
    )


def _is_yours(summary: Summary) -> bool:
    """Whether it is the turn of a person on this device."""
    return bool(summary.people & frozenset(summary.awaits))


def _variant_text(setup: Setup, words: Words) -> str:
    game = catalog.game_of(setup.game)
    if len(game.info.variants) == 1:
        return ""
    return game.view.option_words(words)["variant"].choices[setup.variant]


def _players_text(summary: Summary, words: Words) -> str:
    """Who plays against whom, from the side of the one person who plays here."""
    names, people = player_names(summary.setup, words), summary.people
    if len(names) == 1:
        return words.gettext("You alone")
    if len(people) != 1:
        return " – ".join(names)
    (own,) = people
    others = [name for seat, name in enumerate(names, start=1) if seat != own]
    return words.gettext("You against {names}").format(names=", ".join(others))


def _turn_text(summary: Summary, words: Words) -> str:
    """Whose turn it is, or how it ended."""
    names = player_names(summary.setup, words)
    outcome, people = summary.outcome, summary.people
    if outcome is None:
        if not summary.awaits:
            return words.gettext("In progress")
        if people & frozenset(summary.awaits) and len(people) == 1:
            return words.gettext("Your turn")
        if len(summary.awaits) > 1:
            return words.gettext("Everybody's turn")
        return words.gettext("{name} to move").format(name=names[summary.awaits[0] - 1])
    texts = {
        "won": words.gettext("Won"),
        "lost": words.gettext("Lost"),
        "drawn": words.gettext("Drawn"),
    }
    winners = ", ".join(names[seat - 1] for seat in sorted(outcome.winners))
    return texts.get(mood_in(summary)) or words.gettext("{name} wins").format(name=winners)


def _length_text(summary: Summary, words: Words) -> str:
    count = words.ngettext("{n} move", "{n} moves", summary.length).format(n=summary.length)
    lasted = _lasted_text(round(summary.lasted_ms / 60_000), words)
    return f"{count}, {lasted}" if lasted else count


def _lasted_text(minutes: int, words: Words) -> str:
    """How long a match has been played; empty for 0 minutes."""
    hours, rest = divmod(minutes, 60)
    if hours:
        return words.gettext("{hours} h {minutes} min").format(hours=hours, minutes=rest)
    return words.gettext("{minutes} min").format(minutes=minutes) if minutes else ""


@lru_cache(maxsize=128)
def _picture(game_name: str, board: str, viewer: Seat) -> Markup | None:
    """The board of a position as a small picture; None where the text is no position."""
    game = catalog.game_of(game_name)
    try:
        position = game.rules.parse_position(board)
    except ValueError:
        return None
    return game.view.board(Scene(position=position, viewer=viewer, is_picture=True))


def _link(wanted: MatchFilter) -> str:
    return format_link(Link("matches", wanted=wanted))


# ------------------------------------------------------------------ the filter


class _Facets(NamedTuple):
    """What there is to choose from in a library: its games, their variants, whether people have
    played each other, and the levels of the bots."""

    games: frozenset[str]
    variants: frozenset[tuple[str, str]]
    has_people: bool
    levels: tuple[int, ...]


@lru_cache(maxsize=1)
def _facets(held: _Held) -> _Facets:
    setups = [one.setup for one in held.summaries.values()]
    tables = {tuple(player.controller for player in setup.all_players) for setup in setups}
    levels = {one: bot_level(one) for table in tables for one in table}
    return _Facets(
        frozenset(setup.game for setup in setups),
        frozenset((setup.game, setup.variant) for setup in setups),
        any(len(table) > 1 and not any(map(levels.get, table)) for table in tables),
        tuple(sorted(filter(None, levels.values()))),
    )


def _finder(facets: _Facets, wanted: MatchFilter, words: Words) -> Finder:
    """The filter, with only the fields that have several values to choose from, or one chosen."""
    fields = {
        "game": _game_field(facets, wanted, words),
        "variant": _variant_field(facets, wanted, words),
        "opponent": _opponent_field(facets, wanted, words),
        "result": _result_field(wanted, words),
    }
    return Finder(
        text=wanted.text,
        fields={
            name: field for name, field in fields.items() if len(field.choices) > 2 or field.chosen
        },
        since=wanted.since,
        until=wanted.until,
        is_narrow=wanted.is_narrow,
        is_folded_out=replace(wanted, text="").is_narrow,
        clear=_link(MatchFilter(show=wanted.show)),
    )


def _game_field(facets: _Facets, wanted: MatchFilter, words: Words) -> Field:
    choices = {"": words.gettext("Any game")}
    choices |= {
        name: game.info.title for name, game in catalog.GAMES.items() if name in facets.games
    }
    return Field(words.gettext("Game"), choices, wanted.game)


def _variant_field(facets: _Facets, wanted: MatchFilter, words: Words) -> Field:
    """The variants of the game that is chosen."""
    choices = {"": words.gettext("Any variant")}
    game = catalog.GAMES.get(wanted.game)
    if game is not None and len(game.info.variants) > 1:
        named = game.view.option_words(words)["variant"].choices
        played = [name for name in game.info.variants if (wanted.game, name) in facets.variants]
        choices |= {name: named[name] for name in played}
    return Field(words.gettext("Variant"), choices, wanted.variant)


def _opponent_field(facets: _Facets, wanted: MatchFilter, words: Words) -> Field:
    choices = {"": words.gettext("Anybody")}
    if facets.has_people:
        choices["people"] = words.gettext("People only")
    if facets.levels:
        choices["bot"] = words.gettext("Any computer")
    choices |= {bot_controller(level): computer_name(level, words) for level in facets.levels}
    return Field(words.gettext("Opponent"), choices, wanted.opponent)


def _result_field(wanted: MatchFilter, words: Words) -> Field:
    choices = {
        "": words.gettext("Any result"),
        "won": words.gettext("Won"),
        "lost": words.gettext("Lost"),
        "drawn": words.gettext("Drawn"),
    }
    return Field(words.gettext("Result"), choices, wanted.result)
