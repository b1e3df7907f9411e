"""Puzzles that are dealt from a person's own cards: ``#/dealt/<game>/<code>``.

A code has a deal, or a deck and the puzzle after which another one is wanted; so a link needs no
deck on the device. Attempts are kept in a log of their own, and change no rating.
"""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go
from spieltisch.app.exercise.state import Exercise
from spieltisch.app.news import ScreenState
from spieltisch.app.puzzle.state import PuzzleScreen, own_log
from spieltisch.app.reading import TO_TABLE, read
from spieltisch.app.routes import Link, format_link, link_to_all_puzzles, link_to_deck
from spieltisch.app.session import Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, either, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.play.code_text import pack_text
from spieltisch.play.dealing import MOST_DEALS, Dealing, dealing, deck_code, further_code

DEALT = "dealt"

FIRST = "first"
"""After what the first puzzle comes."""


class AwaitedDeal(ScreenState):
    """A puzzle is being looked for in own cards."""

    game: str
    further: str = ""
    """The link to other deals, once no puzzle was found; empty while one is being looked for."""

    @property
    def is_wait(self) -> bool:
        return not self.further


def link_to_deal(game: str, deal: str) -> str:
    return format_link(Link(DEALT, game, section=pack_text(deal)))


def link_to_next(game: str, after: str, start: str) -> str:
    """The link to the puzzle that comes after another one from the same cards."""
    return format_link(Link(DEALT, game, section=deck_code(after, start)))


def link_to_latest(session: Session, game: str, start: str) -> str:
    """The link to puzzles from a deck, going on after the one that was attempted last."""
    latest = [FIRST, *session.kept.puzzles.of(own_log(game)).attempts][-1]
    return link_to_next(game, latest, start)


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """A link has led to a puzzle from own cards: it is dealt, or only proved, while the page goes
    on."""
    assert link.game is not None
    code = link.section or ""
    work, before = dealing(link.game, code), session.exercise
    waiting = session.on(AwaitedDeal(link.game))
    return read(waiting, TO_TABLE, work, lambda after: _found(after, work, code, before, at_ms))


def _found(
    session: Session, work: Dealing, code: str, before: Exercise | None, at_ms: float
) -> Result:
    found = work.found
    if found is None:
        further = format_link(Link(DEALT, work.game, section=further_code(code)))
        return session.on(AwaitedDeal(work.game, further)), (Focus("main"),)
    screen = PuzzleScreen.at(found.puzzle, session.day(at_ms), before=before)
    focus = (Focus("board"),) if isinstance(before, PuzzleScreen) else ()
    own = Go(link_to_deal(work.game, found.deal), replaces=True)
    return session.on(replace(screen, deal=found.deal, cards=found.cards, begun_ms=at_ms)), (
        own,
        *focus,
    )


def awaited_deal(_: Session, screen: AwaitedDeal, frame: Frame) -> Markup:
    """A puzzle that is being looked for, or was not found."""
    words, game = frame.words, catalog.game_of(screen.game)
    none = words.gettext(
        "None of {n} rows of these cards makes a puzzle. Keep looking, or try a deck with more"
        " different cards."
    ).format(n=MOST_DEALS)
    waiting = words.gettext("Looking for a puzzle with these cards …")
    told = either(none, waiting) if screen.further else either(waiting, none)
    deck, further = link_to_deck(screen.game), words.gettext("Keep looking")
    return page(
        frame,
        "awaited",
        el("h1", words.gettext("{game}: puzzles").format(game=game.info.title)),
        el("p#puzzle-told.lead", {"role": "status"}, told),
        row(
            deck and link_button(words.gettext("Your own cards"), deck, "is-quiet"),
            link_button(words.gettext("All puzzles"), link_to_all_puzzles(screen.game), "is-quiet"),
            # It comes last, so that nothing moves.
            link_button(further, screen.further, "is-primary") if screen.further else None,
        ),
    )
