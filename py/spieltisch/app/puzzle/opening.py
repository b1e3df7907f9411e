"""How a puzzle comes on screen: its pack is fetched first, if it is not here yet."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.damaged.update import value_damaged
from spieltisch.app.dates import number_of, parse_day
from spieltisch.app.effects import Effect, FetchPack, Focus, Go
from spieltisch.app.kept_values import PUZZLES
from spieltisch.app.late.screen import awaited_page
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.news import ScreenState
from spieltisch.app.notice import BadLink
from spieltisch.app.puzzle.contest import ContestScreen
from spieltisch.app.puzzle.log import ContestKind
from spieltisch.app.puzzle.state import PackFetched, PuzzleScreen
from spieltisch.app.puzzle.wanted import PuzzleFilter
from spieltisch.app.puzzles import screen as puzzles
from spieltisch.app.routes import ESCAPE, Link, format_link
from spieltisch.app.session import Result, Session
from spieltisch.app.start.update import lost
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.play.codec import LinkPart
from spieltisch.play.mistake import decode_mistake
from spieltisch.play.puzzle import Puzzle, next_for, of_day, parse_pack


class AwaitedPuzzle(ScreenState):
    """A puzzle or a run is wanted, and the pack is not here yet."""

    game: str
    link: Link
    """What leads to it."""
    is_missing: bool = False


def opened(session: Session, link: Link, at_ms: float) -> Result:
    assert link.game is not None
    if link.screen == "mistakes":
        return _mistake_opened(session, link, at_ms)
    today = session.day(at_ms)
    if link.screen == ESCAPE:
        mistake = decode_mistake(link.section or "", link.game)
        screen = PuzzleScreen.at(mistake.puzzle, today, before=session.exercise, mistake=mistake)
        return session.on(replace(screen, is_sent=True)), _arrival(session, None)
    if link.screen == ContestKind.DUEL:
        return session.on(ContestScreen(link.game, ContestKind.DUEL, today)), ()
    if link.screen == "daily" and (link.section or today) > today:
        return lost(session, BadLink(LinkPart.PUZZLE, link.section or ""))
    if link.game in session.visit.packs:
        return _put_on_screen(session, link.game, link, at_ms)
    return session.on(AwaitedPuzzle(link.game, link)), (FetchPack(link.game),)


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


def awaited_screen(_: Session, screen: AwaitedPuzzle, frame: Frame) -> Markup:
    """A puzzle that is being fetched, or could not be."""
    words, title = frame.words, catalog.game_of(screen.game).info.title
    heading = words.gettext("{game}: puzzles").format(game=title)
    return awaited_page(
        frame,
        heading,
        words.gettext("Fetching the puzzles …"),
        words.gettext(
            "The puzzles could not be fetched. Check that you are online, and try again."
        ),
        is_missing=screen.is_missing,
        node_id="puzzle-told",
    )


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
    return _put_on_screen(session, game, screen.link, message.at_ms)


def _read(text: str | None) -> tuple[Puzzle, ...]:
    try:
        return parse_pack(text) if text is not None else ()
    except ValueError:
        return ()


def _put_on_screen(session: Session, game: str, link: Link, at_ms: float) -> Result:
    today, pack, day, own = session.day(at_ms), session.visit.packs[game], "", None
    if link.screen == ContestKind.RUN:
        return session.on(ContestScreen(game, ContestKind.RUN, today)), ()
    puzzle: Puzzle | None
    if link.screen == "daily":
        day = link.section or today
        puzzle = of_day(pack, number_of(parse_day(day)))
    elif link.section is not None:
        puzzle = next((one for one in pack if one.id == link.section), None)
        if puzzle is None:
            return lost(session, BadLink(LinkPart.PUZZLE, link.section))
    else:
        puzzle = _next(session, game, pack, link.wanted_puzzles)
        if puzzle is None:
            # None is left that was wanted: the last that failed is solved.
            every = Link("puzzles", game)
            session, effects = puzzles.opened(session, every, at_ms)
            return session, (Go(format_link(every), replaces=True), *effects)
        own = replace(link, section=puzzle.id)
    screen = PuzzleScreen.at(puzzle, today, day, session.exercise)
    screen = replace(screen, wanted=link.wanted_puzzles, begun_ms=at_ms)
    return session.on(screen), _arrival(session, own)


def _next(
    session: Session, game: str, pack: Sequence[Puzzle], wanted: PuzzleFilter
) -> Puzzle | None:
    """The next puzzle of those that are wanted; None if there are none."""
    log, before = session.kept.puzzles.of(game), session.puzzle
    after = before.puzzle.id if before is not None and before.game == game else None
    found = wanted.of(pack, log)
    return next_for(found, log.rating.value, tuple(log.attempts), after) if found else None
