"""The screen with a match among the others."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from spieltisch.app.late.screen import awaited_page
from spieltisch.app.match.by_link import open_sent
from spieltisch.app.match.opening import open_kept, open_link
from spieltisch.app.match.state import AwaitedMatch, TableScreen
from spieltisch.app.match.update import update
from spieltisch.app.match.view.match import match_screen
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.match.view.speech import spoken
from spieltisch.app.names import player_names
from spieltisch.app.reading import TO_TABLE, read
from spieltisch.app.routes import Link
from spieltisch.app.screen import SITE, Place, Screen
from spieltisch.app.session import At, Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart, complete_setup, known_game, parse_setup
from spieltisch.play.match import Match, is_called_for, seated
from spieltisch.play.record_link import PLACE, replay_in
from spieltisch.play.summary import is_match_id
from spieltisch.table import MAX_SEED, Setup


def view(session: Session, table: TableScreen, frame: Frame) -> Markup:
    return match_screen(frame, Shown(At.table_of(session, table), frame.words))


def said(session: Session, table: TableScreen, words: Words) -> str:
    return spoken(Shown(At.table_of(session, table), words))


def title(session: Session, table: TableScreen, words: Words) -> str:
    """Who plays what; before that, that it is the turn of people here, whom others wait for."""
    match = session.matches[table.match_id]
    players = _players(match.setup, words)
    return f"{words.gettext('Your turn')} · {players}" if is_called_for(match) else players


def _players(setup: Setup, words: Words) -> str:
    players = " · ".join(player_names(setup, words))
    return f"{catalog.game_of(setup.game).info.title}: {players}"


def awaited_view(session: Session, awaited: AwaitedMatch, frame: Frame) -> Markup:
    return awaited_page(frame, frame.title, frame.words.gettext("Reading the game …"))


def awaited_title(session: Session, awaited: AwaitedMatch, words: Words) -> str:
    summary = session.library.summaries.get(awaited.match_id)
    return SITE if summary is None else _players(summary.setup, words)


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/play/<game>?<set-up>``, ``#/match/<id>`` or ``#/record/<code>``."""
    if place == "record" and parts:
        return Link(place, replay=replay_in(PLACE + "/".join(parts)))
    if len(parts) != 1:
        return None
    if place == "play":
        return Link(place, known_game(parts[0]), setup=parse_setup(parts[0], query))
    if not is_match_id(parts[0]):
        raise LinkError(LinkPart.MATCH, parts[0])
    return Link(place, match_id=parts[0])


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """A match comes on the table: a new one, one that is kept, or one that was sent."""
    if link.match_id is not None:
        return open_kept(session, link.match_id)
    if link.setup is not None and link.setup.seed is None and not link.setup.start:
        # The seed is as new as the id of a match: a link without one deals another each time.
        session, new = session.with_new_id()
        seed = Random(new).randrange(MAX_SEED + 1)
        link = replace(link, setup=complete_setup(replace(link.setup, seed=seed)))
    sent = link.replay
    if sent is not None:

        def then(later: Session) -> Result:
            linked = sent.match()
            wanted = Match.of_turns(linked.setup, linked.turns)
            if wanted.is_by_link:
                return open_sent(later, linked, at_ms)
            return open_link(later, wanted, at_ms)

        return read(session, TO_TABLE, sent.replay, then)
    assert link.setup is not None
    try:
        wanted = seated(link.setup)
    except ValueError as error:
        raise LinkError(LinkPart.RECORD, str(error)) from error
    return open_link(session, wanted, at_ms)


SCREENS = (
    Screen(
        TableScreen,
        view,
        update,
        places=dict.fromkeys(("play", "match", "record"), Place(parse, opened)),
        spoken=said,
        title=title,
    ),
    Screen(AwaitedMatch, awaited_view, title=awaited_title),
)
