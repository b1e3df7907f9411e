"""All puzzles of a game: every day's in a calendar, and those of a theme, of a level, failed ones.

``#/puzzles/<game>`` has this month, ``#/puzzles/<game>/2026-10`` another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from spieltisch.app.dates import (
    Day,
    date_text,
    day_of,
    month_name,
    number_of,
    parse_day,
    weekday_names,
)
from spieltisch.app.deck.decks import start_of
from spieltisch.app.effects import FetchPack
from spieltisch.app.news import ScreenState
from spieltisch.app.puzzle.contest_play import has_duel
from spieltisch.app.puzzle.dealt import link_to_latest
from spieltisch.app.puzzle.log import ContestKind, GameLog
from spieltisch.app.puzzle.view import facts_so_far
from spieltisch.app.puzzle.wanted import PuzzleFilter
from spieltisch.app.routes import Link, format_link
from spieltisch.app.screen import Place, Screen, game_title, optional_part
from spieltisch.app.session import Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el
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


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """An address; raises LinkError for a month that no calendar has."""
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


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """The month that the address names; the present one in place of one that is still to come."""
    assert link.game is not None
    today = session.day(at_ms)
    month = f"{link.section}-01" if link.section else today
    first = parse_day(min(month, today))._replace(day=1)
    session = session.on(PuzzlesScreen(link.game, str(max(first, FIRST_MONTH)), today))
    # Of earlier days only their puzzles tell whether they were solved.
    return session, () if link.game in session.visit.packs else (FetchPack(link.game),)


def puzzles_screen(session: Session, screen: PuzzlesScreen, frame: Frame) -> Markup:
    words, game = frame.words, catalog.game_of(screen.game)
    log = session.kept.puzzles.of(screen.game)
    pack = session.visit.packs.get(screen.game, ())
    following, daily = Link("puzzle", screen.game), Link("daily", screen.game)
    return page(
        frame,
        "puzzles",
        el("h1", words.gettext("{game}: puzzles").format(game=game.info.title)),
        facts_so_far(session, log, screen.today, words),
        row(
            link_button(words.gettext("Next puzzle"), format_link(following), "is-primary"),
            link_button(words.gettext("Today's puzzle"), format_link(daily)),
            link_button(
                words.gettext("A run of puzzles"), format_link(Link(ContestKind.RUN, screen.game))
            ),
            link_button(
                words.gettext("Duel of the day"), format_link(Link(ContestKind.DUEL, screen.game))
            )
            if has_duel(screen.game)
            else None,
        ),
        _calendar(screen, log, pack, words),
        _ways(session, screen, log, pack, words),
    )


# ---------------------------------------------------------------- the calendar


def _calendar(screen: PuzzlesScreen, log: GameLog, pack: Sequence[Puzzle], words: Words) -> Markup:
    month = parse_day(screen.month)
    title = words.gettext("{month} {year}").format(
        month=month_name(words, month.month), year=month.year
    )
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
    return link_button(label, format_link(Link("puzzles", screen.game, section=str(month)[:7])))


def _day(
    screen: PuzzlesScreen, day: Day | None, log: GameLog, pack: Sequence[Puzzle], words: Words
) -> Markup:
    if day is None:
        return el("td")
    if str(day) > screen.today:
        return el("td.calendar-day.is-to-come", el("span", day.day))
    is_solved = _is_solved(log, day, pack)
    told = date_text(words, day, parse_day(screen.today))
    label = words.gettext("{date}, solved").format(date=told) if is_solved else told
    is_today = str(day) == screen.today
    kind = "calendar-day" + " is-solved" * is_solved + " is-today" * is_today
    link = Link("daily", screen.game, section=None if is_today else str(day))
    return el(
        "td",
        {"class": kind},
        el(
            "a",
            {
                "href": format_link(link),
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
        told = words.gettext("{n} of {count}").format(n=solved, count=len(found)) if found else ""
        return el(
            "li",
            el(
                "a.button",
                {"href": format_link(replace(base, wanted_puzzles=wanted))},
                label,
                el("span.way-told", told) if told else None,
            ),
        )

    base = Link("puzzle", screen.game)
    decks = [
        el("li", el("a.button", {"href": link_to_latest(session, screen.game, start)}, deck.name))
        for deck in session.kept.decks.of(screen.game).values()
        if (start := start_of(deck)) is not None
    ]
    failed = PuzzleFilter(is_failed=True)
    return el(
        "section.ways",
        el("h2", words.gettext("By level")),
        el(
            "ul.ways-list",
            [
                way(words.gettext("Level {n}").format(n=band), PuzzleFilter(band=band))
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


SCREENS = (
    Screen(
        PuzzlesScreen,
        puzzles_screen,
        places={"puzzles": Place(parse, opened)},
        title=lambda _, screen, __: game_title(screen.game),
    ),
)
