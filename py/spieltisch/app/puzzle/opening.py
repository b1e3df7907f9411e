"""How a puzzle comes on screen: its pack is fetched first, if it is not here yet."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from spieltisch.app.board.exercise import Exercise
from spieltisch.app.core.dates import number_of, parse_day
from spieltisch.app.core.effects import Effect, Focus, Go
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.routes import ESCAPE, Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import leave_for
from spieltisch.app.core.waits import PuzzlePack
from spieltisch.app.core.wrong_links import lost
from spieltisch.app.keeping.damage import value_damaged
from spieltisch.app.keeping.kinds import PUZZLES
from spieltisch.app.keeping.puzzle_log import ContestKind, PuzzleLog, skill_log
from spieltisch.app.keeping.writing import keep_value
from spieltisch.app.puzzle import calendar
from spieltisch.app.puzzle.contest import ContestScreen
from spieltisch.app.puzzle.state import (
    OfDay,
    OfPack,
    OfSkill,
    OwnMistake,
    PuzzleScreen,
    SentMistake,
    Source,
)
from spieltisch.app.puzzle.wanted import ALL, NEXT, PuzzleFilter, PuzzleLink
from spieltisch.play.codec import LinkPart
from spieltisch.play.mistake import decode_mistake
from spieltisch.play.puzzle import PUZZLE_ID, Puzzle, next_for, of_day
from spieltisch.play.skill import band_for, name_of, name_of_day, puzzle_named


def arrived(session: Session, link: Link, at_ms: float) -> Result:
    assert link.game is not None
    if link.screen == "mistakes":
        return _to_mistake(session, link, at_ms)
    today = session.day(at_ms)
    if link.screen == ESCAPE:
        mistake = decode_mistake(link.section or "", link.game)
        before = session.on_screen(Exercise)
        screen = PuzzleScreen.at(mistake.puzzle, today, SentMistake(mistake), before)
        return session.on(screen), _arrival(session, None)
    if link.screen == ContestKind.SPOT:
        return _to_skill(session, link, at_ms)
    if link.screen == ContestKind.DUEL:
        return session.on(ContestScreen(link.game, ContestKind.DUEL, today)), ()
    if link.screen == "daily" and (link.section or today) > today:
        return lost(session, BadLink(LinkPart.PUZZLE, link.section or ""))
    if link.game in session.visit.packs:
        return _put_on_screen(session, link.game, link, at_ms)
    return leave_for(session, PuzzlePack(link.game), Navigate(link.text, at_ms))


def _to_mistake(session: Session, link: Link, at_ms: float) -> Result:
    """One of the person's own mistakes comes on screen; the next one if none is named."""
    assert link.game is not None
    log, day, before = (
        session.kept.of(PuzzleLog).of(link.game),
        session.day(at_ms),
        session.on_screen(Exercise),
    )
    mistake = log.mistake(link.section)
    if mistake is None:
        return lost(session, BadLink(LinkPart.PUZZLE, link.section or ""))
    try:
        screen = PuzzleScreen.at(mistake.puzzle, day, OwnMistake(mistake), before)
    except ValueError as error:
        # What was stored may be no position of the game.
        logs = session.kept.of(PuzzleLog).with_game(link.game, log.without_mistake(mistake))
        session = replace(session, kept=session.kept.having(logs))
        session, aside = value_damaged(session, PUZZLES, f"{link.game}.mistakes: {error}")
        if link.section is None and logs.of(link.game).mistakes:
            session, effects = _to_mistake(session, link, at_ms)
        else:
            session, effects = lost(session, BadLink(LinkPart.PUZZLE, mistake.id))
        return session, (*aside, *effects)
    own = Link("mistakes", link.game, section=mistake.id)
    return session.on(screen), _arrival(session, None if link.section else own)


def _arrival(session: Session, own: Link | None) -> tuple[Effect, ...]:
    """The effects with which a puzzle comes on screen. If another address has led to it, its own
    replaces that one, so that it can be shared and reloaded. From puzzle to puzzle the keyboard
    stays on the board."""
    address = () if own is None else (Go(own.text, replaces=True),)
    focus = (Focus("board"),) if session.on_screen(PuzzleScreen) is not None else ()
    return (*address, *focus)


def _put_on_screen(session: Session, game: str, link: Link, at_ms: float) -> Result:
    today, pack, own = session.day(at_ms), session.visit.packs[game], None
    if link.screen == ContestKind.RUN:
        return session.on(ContestScreen(game, ContestKind.RUN, today)), ()
    wanted = link.wanted if isinstance(link, PuzzleLink) else ALL
    puzzle: Puzzle | None
    source: Source = OfPack(wanted)
    if link.screen == "daily":
        source = OfDay(link.section or today)
        puzzle = of_day(pack, number_of(parse_day(source.day)))
    elif link.section is not None:
        puzzle = next((one for one in pack if one.id == link.section), None)
        if puzzle is None:
            return lost(session, BadLink(LinkPart.PUZZLE, link.section))
    else:
        puzzle = _next(session, game, pack, wanted)
        if puzzle is None:
            # None is left that was wanted: the last that failed is solved.
            every = Link("puzzles", game)
            session, effects = calendar.arrived(session, every, at_ms)
            return session, (Go(every.text, replaces=True), *effects)
        own = replace(link, section=puzzle.id)
    screen = PuzzleScreen.at(puzzle, today, source, session.on_screen(Exercise))
    screen = replace(screen, begun_ms=at_ms)
    effects = _arrival(session, own)
    if screen.is_todays:
        session, kept = _seen_today(session, game, today)
        effects = (*effects, *kept)
    return session.on(screen), effects


def _to_skill(session: Session, link: Link, at_ms: float) -> Result:
    """What there is of the game's own skill; or one of its puzzles, which its name makes."""
    assert link.game is not None
    today, section, own = session.day(at_ms), link.section, None
    if section is None:
        return session.on(ContestScreen(link.game, ContestKind.SPOT, today)), ()
    day = "" if PUZZLE_ID.fullmatch(section) or section == NEXT else section
    if day > today:
        return lost(session, BadLink(LinkPart.PUZZLE, section))
    if day:
        name = name_of_day(number_of(parse_day(day)))
    elif section == NEXT:
        name = _next_name(session, link.game, round(session.wall_ms(at_ms)))
        own = replace(link, section=name)
    else:
        name = section
    puzzle, before = puzzle_named(link.game, name), session.on_screen(Exercise)
    screen = replace(PuzzleScreen.at(puzzle, today, OfSkill(day), before), begun_ms=at_ms)
    effects = _arrival(session, own)
    if screen.is_todays:
        session, kept = _seen_today(session, screen.log_name, today)
        effects = (*effects, *kept)
    return session.on(screen), effects


def _next_name(session: Session, game: str, number: int) -> str:
    """The name of a puzzle that is as hard as the person is strong, and new to the person."""
    log = session.kept.of(PuzzleLog).of(skill_log(game))
    names = (name_of(one, band_for(log.rating.value)) for one in count(number))
    return next(name for name in names if name not in log.attempts)


def _seen_today(session: Session, log_name: str, day: str) -> Result:
    """The session where the day's puzzle is seen, which may have been solved further east."""
    log = session.kept.of(PuzzleLog).of(log_name)
    seen = log.seen_on(day, session.device.east_minutes)
    if seen == log:
        return session, ()
    return keep_value(session, session.kept.of(PuzzleLog).with_game(log_name, seen))


def _next(
    session: Session, game: str, pack: Sequence[Puzzle], wanted: PuzzleFilter
) -> Puzzle | None:
    """The next puzzle of those that are wanted; None if there are none."""
    log, before = session.kept.of(PuzzleLog).of(game), session.on_screen(PuzzleScreen)
    after = before.puzzle.id if before is not None and before.game == game else None
    found = wanted.of(pack, log)
    return next_for(found, log.rating.value, tuple(log.attempts), after) if found else None
