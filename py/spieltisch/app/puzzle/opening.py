"""How a puzzle comes on screen: its pack is fetched first, if it is not here yet."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.damaged.update import value_damaged
from spieltisch.app.dates import number_of, parse_day
from spieltisch.app.effects import Effect, FetchPack, Focus, Go
from spieltisch.app.kept_values import PUZZLES
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.notice import BadLink
from spieltisch.app.puzzle.contest import ContestScreen
from spieltisch.app.puzzle.log import ContestKind
from spieltisch.app.puzzle.state import AwaitedPuzzle, PackFetched, PuzzleScreen
from spieltisch.app.puzzles import screen as puzzles
from spieltisch.app.routes import ESCAPE, Link, format_link
from spieltisch.app.session import Result, Session
from spieltisch.app.start.update import lost
from spieltisch.play.codec import LinkPart
from spieltisch.play.mistake import decode_mistake
from spieltisch.play.puzzle import Puzzle, next_for, of_day, parse_pack


def opened(session: Session, link: Link, at_ms: float) -> Result:
    assert link.game is not None
    if link.screen == "mistakes":
        return _mistake_opened(session, link, at_ms)
    if link.screen == ESCAPE:
        mistake = decode_mistake(link.section or "", link.game)
        day = session.day(at_ms)
        screen = PuzzleScreen.at(mistake.puzzle, day, before=session.exercise, mistake=mistake)
        return session.on(replace(screen, is_sent=True)), _arrival(session, None)
    today = session.day(at_ms)
    if link.screen == ContestKind.DUEL:
        return session.on(ContestScreen(link.game, ContestKind.DUEL, today)), ()
    if link.screen == ContestKind.RUN:
        wanted = AwaitedPuzzle(link.game, is_run=True)
    elif link.screen == "daily":
        day = link.section or today
        if day > today:
            return lost(session, BadLink(LinkPart.PUZZLE, day))
        wanted = AwaitedPuzzle(link.game, day=day)
    else:
        wanted = AwaitedPuzzle(link.game, link.section, wanted=link.wanted_puzzles)
    if link.game in session.visit.packs:
        return _put_on_screen(session, wanted, at_ms)
    return session.on(wanted), (FetchPack(link.game),)


def _mistake_opened(session: Session, link: Link, at_ms: float) -> Result:
    """One of the person's own mistakes comes on screen; the next one if none is named."""
    assert link.game is not None
    log, day, before = session.kept.puzzles.of(link.game), session.day(at_ms), session.exercise
    mistake = log.mistake(link.section)
    if mistake is None:
        return lost(session, BadLink(LinkPart.PUZZLE, link.section or ""))
    try:
        screen = PuzzleScreen.at(mistake.puzzle, day, before=before, mistake=mistake)
    except ValueError as error:
        # What was stored may be no position of the game.
        logs = session.kept.puzzles.with_game(link.game, log.without_mistake(mistake))
        session = replace(session, kept=replace(session.kept, puzzles=logs))
        session, aside = value_damaged(session, PUZZLES, f"{link.game}.mistakes: {error}")
        if link.section is None and logs.of(link.game).mistakes:
            session, effects = _mistake_opened(session, link, at_ms)
        else:
            session, effects = lost(session, BadLink(LinkPart.PUZZLE, mistake.id))
        return session, (*aside, *effects)
    own = Link("mistakes", link.game, section=mistake.id)
    return session.on(screen), _arrival(session, None if link.section else own)


def _arrival(session: Session, own: Link | None) -> tuple[Effect, ...]:
    """The effects with which a puzzle comes on screen. If another address has led to it, its own
    replaces that one, so that it can be shared and reloaded. From puzzle to puzzle the keyboard
    stays on the board."""
    address = () if own is None else (Go(format_link(own), replaces=True),)
    focus = (Focus("board"),) if session.puzzle is not None else ()
    return (*address, *focus)


def update(session: Session, screen: AwaitedPuzzle, message: Message) -> Result:
    if message is Command.FETCH_AGAIN and screen.is_missing:
        return session.on(replace(screen, is_missing=False)), (FetchPack(screen.game),)
    return session, ()


def fetched(session: Session, message: PackFetched) -> Result:
    """A pack has come, or could not be fetched; a damaged one counts as missing."""
    game, screen = message.game, session.screen
    pack = _read(message.text)
    if pack:
        session = replace(
            session, visit=replace(session.visit, packs={**session.visit.packs, game: pack})
        )
    if not isinstance(screen, AwaitedPuzzle) or screen.game != game:
        return session, ()
    if not pack:
        return session.on(replace(screen, is_missing=True)), ()
    return _put_on_screen(session, screen, message.at_ms)


def _read(text: str | None) -> tuple[Puzzle, ...]:
    try:
        return parse_pack(text) if text is not None else ()
    except ValueError:
        return ()


def _put_on_screen(session: Session, wanted: AwaitedPuzzle, at_ms: float) -> Result:
    if wanted.is_run:
        return session.on(ContestScreen(wanted.game, ContestKind.RUN, session.day(at_ms))), ()
    pack = session.visit.packs[wanted.game]
    puzzle = _chosen(session, pack, wanted)
    if puzzle is None and wanted.puzzle_id is None:
        # None is left that was wanted: the last that failed is solved.
        every = Link("puzzles", wanted.game)
        session, effects = puzzles.opened(session, every, at_ms)
        return session, (Go(format_link(every), replaces=True), *effects)
    if puzzle is None:
        return lost(session, BadLink(LinkPart.PUZZLE, wanted.puzzle_id or ""))
    screen = PuzzleScreen.at(puzzle, session.day(at_ms), wanted.day, session.exercise)
    screen = replace(screen, wanted=wanted.wanted, begun_ms=at_ms)
    is_named = wanted.day or wanted.puzzle_id is not None
    here = Link("puzzle", wanted.game, section=puzzle.id, wanted_puzzles=wanted.wanted)
    own = None if is_named else here
    return session.on(screen), _arrival(session, own)


def _chosen(session: Session, pack: Sequence[Puzzle], wanted: AwaitedPuzzle) -> Puzzle | None:
    """The puzzle that is wanted; None if there is none with that id."""
    if wanted.day:
        return of_day(pack, number_of(parse_day(wanted.day)))
    if wanted.puzzle_id is not None:
        return next((one for one in pack if one.id == wanted.puzzle_id), None)
    log, before = session.kept.puzzles.of(wanted.game), session.puzzle
    after = before.puzzle.id if before is not None and before.game == wanted.game else None
    found = wanted.wanted.of(pack, log)
    return next_for(found, log.rating.value, tuple(log.attempts), after) if found else None
