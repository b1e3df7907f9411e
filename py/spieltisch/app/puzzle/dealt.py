"""Puzzles that are dealt from a person's own cards: ``#/dealt/<game>/<code>``.

A code has a deal, or a deck and the puzzle after which another one is wanted; so a link needs no
deck on the device. Attempts are kept in a log of their own, and change no rating.
"""

from dataclasses import replace

from spieltisch.app.board.dealt_links import DEALT
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.core.effects import Focus, Go
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Link, link_to_all_puzzles, link_to_deck
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import REPLAYED_AT_ONCE, leave_for
from spieltisch.app.core.waits import Replaying
from spieltisch.app.puzzle.state import FromCards, PuzzleScreen, TakeDeal
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, either, link_button, page, row
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.words import Words
from spieltisch.play.code_text import pack_text
from spieltisch.play.dealing import MOST_DEALS, dealing, further_code


class NoDeal(ScreenState):
    """No puzzle was found in own cards."""

    game: str
    further: str
    """The link to other deals."""


class Deals(Replaying):
    """A puzzle is being looked for in own cards."""

    @property
    def node_id(self) -> str:
        return "puzzle-told"

    @property
    def has_own_ways(self) -> bool:
        return True

    def told(self, words: Words) -> str:
        return words.gettext("Looking for a puzzle with these cards …")

    def missing(self, words: Words) -> str:
        return none_found(words)

    def heading(self, words: Words) -> str:
        return heading(words, self.work.game)

    def links(self, words: Words) -> tuple[Child, ...]:
        return links(words, self.work.game)


def link_to_deal(game: str, deal: str) -> str:
    return Link(DEALT, game, section=pack_text(deal)).text


def arrived(session: Session, link: Link, at_ms: float) -> Result:
    """A link has led to a puzzle from own cards: it is dealt, or only proved, while the page goes
    on."""
    assert link.game is not None
    code = link.section or ""
    work, is_after = dealing(link.game, code), isinstance(session.screen, PuzzleScreen)
    begun = work.on(REPLAYED_AT_ONCE)
    then = TakeDeal(work, code, at_ms, is_after)
    return taken(session, then) if begun.is_over else leave_for(session, Deals(begun), then)


def taken(session: Session, then: TakeDeal) -> Result:
    work, found, at_ms = then.work, then.work.found, then.at_ms
    if found is None:
        further = Link(DEALT, work.game, section=further_code(then.code)).text
        return session.on(NoDeal(work.game, further)), (Focus("main"),)
    source, before = FromCards(found.deal, found.cards), session.on_screen(Exercise)
    screen = PuzzleScreen.at(found.puzzle, session.day(at_ms), source, before)
    focus = (Focus("board"),) if then.is_after else ()
    own = Go(link_to_deal(work.game, found.deal), replaces=True)
    return session.on(replace(screen, begun_ms=at_ms)), (
        own,
        *focus,
    )


def no_deal(_: Session, screen: NoDeal, frame: Frame) -> Markup:
    words = frame.words
    none = none_found(words)
    waiting = words.gettext("Looking for a puzzle with these cards …")
    return page(
        frame,
        "awaited",
        el("h1", heading(words, screen.game)),
        el("p#puzzle-told.lead", {"role": "status"}, either(none, waiting)),
        row(
            *links(words, screen.game),
            # It comes last, so that nothing moves.
            link_button(words.gettext("Keep looking"), screen.further, "is-primary"),
        ),
    )


def none_found(words: Words) -> str:
    return words(
        "None of {n} rows of these cards makes a puzzle. Keep looking, or try a deck with more"
        " different cards.",
        n=MOST_DEALS,
    )


def heading(words: Words, game: str) -> str:
    return words("{game}: puzzles", game=catalog.game_of(game).info.title)


def links(words: Words, game: str) -> tuple[Child, ...]:
    """The ways on while a puzzle is looked for, and if none is found."""
    deck, every = link_to_deck(game), link_to_all_puzzles(game)
    return (
        deck and link_button(words.gettext("Your own cards"), deck, "is-quiet"),
        link_button(words.gettext("All puzzles"), every, "is-quiet"),
    )
