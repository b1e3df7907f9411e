"""All puzzles of a game: every day's in a calendar, and those of a theme, of a level, failed ones.

``#/puzzles/<game>`` has this month, ``#/puzzles/<game>/2026-10`` another; ``#/puzzles`` leads to
those of all games.
"""

import re
from collections.abc import Iterator, Sequence

from spieltisch.app.board.dealt_links import link_to_latest
from spieltisch.app.board.menu import hub_page, today_link, way
from spieltisch.app.core.contract import optional_part
from spieltisch.app.core.dates import (
    Day,
    date_text,
    day_of,
    month_name,
    number_of,
    parse_day,
    weekday_names,
)
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Link, link_to_all_puzzles
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import wait
from spieltisch.app.core.waits import Owner, PuzzlePack
from spieltisch.app.keeping.decks import Decks, start_of
from spieltisch.app.keeping.puzzle_log import ContestKind, GameLog, PuzzleLog
from spieltisch.app.puzzle.contest_play import has_duel
from spieltisch.app.puzzle.facts import facts_so_far
from spieltisch.app.puzzle.wanted import PuzzleFilter, PuzzleLink
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.puzzle import BANDS, Puzzle, of_day

FIRST_MONTH = Day(2026, 1, 1)
"""No earlier month is offered."""

WEEK = 7
_MONTH = re.compile(r"\d{4}-\d\d", re.ASCII)


class PuzzlesScreen(ScreenState):
    game: str
    month: str
    """The first day of the month that is shown, as text."""
    today: str


class AllGamesScreen(ScreenState):
    today: str


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """An address; raises LinkError for a month that no calendar has."""
    if not parts:
        return Link(place)
    link = optional_part(place, parts, query)
    if link is None or link.game is None or catalog.game_of(link.game).puzzles is None:
        return None
    if link.section is not None and not _is_month(link.section):
        raise LinkError(LinkPart.PAGE, link.section)
    return link


def _is_month(text: str) -> bool:
    try:
        return bool(_MONTH.fullmatch(text)) and bool(parse_day(f"{text}-01"))
    except ValueError:
        return False


def arrived(session: Session, link: Link, at_ms: float) -> Result:
    """The month that the address names; the present one in place of one that is still to come."""
    today = session.day(at_ms)
    if link.game is None:
        return session.on(AllGamesScreen(today)), ()
    month = f"{link.section}-01" if link.section else today
    first = parse_day(min(month, today))._replace(day=1)
    session = session.on(PuzzlesScreen(link.game, str(max(first, FIRST_MONTH)), today))
    # Of earlier days only their puzzles tell whether they were solved.
    if link.game in session.visit.packs:
        return session, ()
    return wait(session, PuzzlePack(link.game), None, Owner.SCREEN)


def puzzles_screen(session: Session, screen: PuzzlesScreen, frame: Frame) -> Markup:
    words, game = frame.words, catalog.game_of(screen.game)
    log = session.kept.of(PuzzleLog).of(screen.game)
    pack = session.visit.packs.get(screen.game, ())
    following, *contests = _on_and_on(screen.game, words)
    return page(
        frame,
        "puzzles",
        el("h1", words("{game}: puzzles", game=game.info.title)),
        facts_so_far(session, log, screen.today, words),
        row(
            link_button(*following, "is-primary"),
            link_button(words.gettext("Today's puzzle"), Link("daily", screen.game).text),
            [link_button(*one) for one in contests],
        ),
        _calendar(screen, log, pack, words),
        _ways(session, screen, log, pack, words),
    )


def all_games_screen(session: Session, screen: AllGamesScreen, frame: Frame) -> Markup:
    words = frame.words
    return hub_page(
        frame,
        Area.PUZZLES.label(words),
        lambda game: _of_game(session, game, screen.today, words),
    )


def _of_game(session: Session, game: Game, today: str, words: Words) -> Iterator[Markup]:
    name = game.info.name
    if game.puzzles is None:
        return
    yield from today_link(session, game, today, words)
    for label, link in _on_and_on(name, words):
        yield from way(game, label, link)
    yield from way(game, words.gettext("All puzzles"), link_to_all_puzzles(name))
    if mistakes := session.kept.of(PuzzleLog).of(name).mistakes:
        label = words("My mistakes: {n}", n=len(mistakes))
        yield from way(game, label, Link("mistakes", name).text)


def _on_and_on(game: str, words: Words) -> Iterator[tuple[str, str]]:
    """The ways to one puzzle after the other, each with its name."""
    yield words.gettext("Next puzzle"), Link("puzzle", game).text
    yield words.gettext("Puzzle run"), Link(ContestKind.RUN, game).text
    skill = catalog.game_of(game).view.skill_words(words)
    if skill is not None:
        yield skill.title, Link(ContestKind.SPOT, game).text
    if has_duel(game):
        yield words.gettext("Duel of the day"), Link(ContestKind.DUEL, game).text


# ---------------------------------------------------------------- the calendar


def _calendar(screen: PuzzlesScreen, log: GameLog, pack: Sequence[Puzzle], words: Words) -> Markup:
    month = parse_day(screen.month)
    title = words("{month} {year}", month=month_name(words, month.month), year=month.year)
    before, after = _other_month(month, -1), _other_month(month, 1)
    return el(
        "section.calendar",
        {"aria-label": words.gettext("The puzzle of each day")},
        el(
            "div.calendar-head",
            _to_month(screen, before, words.gettext("Earlier"))
            if before >= FIRST_MONTH
            else el("span"),
            el("h2", title),
            _to_month(screen, after, words.gettext("Later"))
            if str(after) <= screen.today
            else el("span"),
        ),
        el(
            "table.calendar-days",
            el(
                "thead", el("tr", [el("th", {"scope": "col"}, day) for day in weekday_names(words)])
            ),
            el(
                "tbody",
                [
                    el("tr", [_day(screen, day, log, pack, words) for day in week])
                    for week in weeks_of(month)
                ],
            ),
        ),
    )


def weeks_of(month: Day) -> Iterator[tuple[Day | None, ...]]:
    """The days of a month in weeks from Monday on; None before its first and after its last.

    >>> first, *_, last = weeks_of(Day(2026, 11, 1))
    >>> [day.day if day else 0 for day in first], [day.day if day else 0 for day in last]
    ([0, 0, 0, 0, 0, 0, 1], [30, 0, 0, 0, 0, 0, 0])
    """
    start, end = number_of(month), number_of(_other_month(month, 1))
    # 1 January 1970 was a Thursday.
    monday = start - (start + 3) % WEEK
    while monday < end:
        numbers = range(monday, monday + WEEK)
        yield tuple(day_of(one) if start <= one < end else None for one in numbers)
        monday += WEEK


def _other_month(month: Day, step: int) -> Day:
    years, months = divmod(month.month - 1 + step, 12)
    return Day(month.year + years, months + 1, 1)


def _to_month(screen: PuzzlesScreen, month: Day, label: str) -> Markup:
    return link_button(label, Link("puzzles", screen.game, section=str(month)[:7]).text)


def _day(
    screen: PuzzlesScreen, day: Day | None, log: GameLog, pack: Sequence[Puzzle], words: Words
) -> Markup:
    if day is None:
        return el("td")
    if str(day) > screen.today:
        return el("td.calendar-day.is-to-come", el("span", day.day))
    is_solved = _is_solved(log, day, pack)
    told = date_text(words, day, parse_day(screen.today))
    label = words("{date}, solved", date=told) if is_solved else told
    is_today = str(day) == screen.today
    kind = "calendar-day" + " is-solved" * is_solved + " is-today" * is_today
    link = Link("daily", screen.game, section=None if is_today else str(day))
    return el(
        "td",
        {"class": kind},
        el(
            "a",
            {
                "href": link.text,
                "aria-label": label,
                "aria-current": "date" if is_today else None,
            },
            day.day,
        ),
    )


def _is_solved(log: GameLog, day: Day, pack: Sequence[Puzzle]) -> bool:
    """Whether a day's puzzle was solved, on that day or later."""
    if any(one.first <= str(day) <= one.last for one in log.streaks):
        return True
    return bool(pack) and log.has_solved(of_day(pack, number_of(day)).id)


# ------------------------------------------------------------- by theme and level


def _ways(
    session: Session, screen: PuzzlesScreen, log: GameLog, pack: Sequence[Puzzle], words: Words
) -> Markup:
    game = catalog.game_of(screen.game)
    themes = game.view.theme_words(words)
    puzzles = game.puzzles
    assert puzzles is not None

    def way(label: str, wanted: PuzzleFilter) -> Markup:
        found = wanted.of(pack, log)
        solved = sum(log.has_solved(one.id) for one in found)
        told = words("{n} of {count}", n=solved, count=len(found)) if found else ""
        return el(
            "li",
            el(
                "a.button",
                {"href": PuzzleLink("puzzle", screen.game, wanted=wanted).text},
                el("span.way-name", label),
                el("span.way-told", told) if told else None,
            ),
        )

    decks = [
        el(
            "li",
            el(
                "a.button",
                {"href": link_to_latest(session, screen.game, start)},
                set_apart(deck.name),
            ),
        )
        for deck in session.kept.of(Decks).of(screen.game).values()
        if (start := start_of(deck)) is not None
    ]
    failed = PuzzleFilter(is_failed=True)
    return el(
        "section.ways",
        el("h2", words.gettext("By level")),
        el(
            "ul.ways-list.is-levels",
            [
                way(words("Level {n}", n=band), PuzzleFilter(band=band))
                for band in range(1, BANDS + 1)
            ],
        ),
        el("h2", words.gettext("By theme")),
        el(
            "ul.ways-list",
            [way(themes[theme], PuzzleFilter(theme=theme)) for theme in puzzles.themes],
        ),
        [
            el("h2", words.gettext("Once more")),
            el("ul.ways-list", way(words.gettext("Failed puzzles"), failed)),
        ]
        if any(map(log.has_failed, log.attempts))
        else None,
        [el("h2", words.gettext("With your own cards")), el("ul.ways-list", decks)]
        if decks
        else None,
    )
