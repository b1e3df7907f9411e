"""Going from place to place: links, set-up, and the question before a match is thrown away."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.games import catalog
from spieltisch.play.match import Match, format_match
from spieltisch.session.draft import Draft
from spieltisch.session.link import Link, LinkError, format_link, parse_link
from spieltisch.session.messages import Arrange, Edit, Focus, Go, Keep, Swap
from spieltisch.session.session import Notice, Result, Session, fresh_choice
from spieltisch.session.study import Study
from spieltisch.table import Record, Setup, SetupError


def follow(session: Session, text: str) -> Result:
    """Go where a link leads; one that leads nowhere ends in a notice on the start screen."""
    try:
        link = parse_link(text)
        wanted = _wanted_match(link)
    except LinkError as error:
        return _lost(session, Notice("link", (error.part, error.value)))
    except SetupError as error:
        return _lost(session, Notice("setup", (error.field, error.value, *error.choices)))
    except ValueError as error:
        return _lost(session, Notice("link", ("record", str(error))))
    # That a kept match is damaged is found before the first link is followed: it stays to be read.
    is_damaged = session.notice is not None and session.notice.kind == "damaged"
    notice = session.notice if is_damaged else None
    session = replace(session, notice=notice, asked=None, choice=None, cursor=None, binding=None)
    if wanted is not None:
        return _ask_or_open(session, wanted)
    draft = session.draft
    if link.screen == "setup" and link.game and (draft is None or draft.game != link.game):
        draft = Draft.of_game(catalog.game_of(link.game).info)
    return replace(session, link=link, draft=draft), ()


def _wanted_match(link: Link) -> Match | None:
    if link.record is not None:
        return Match.open(link.record)
    return Match.open(Record(link.setup)) if link.setup is not None else None


def _lost(session: Session, notice: Notice) -> Result:
    session = replace(session, link=Link("start"), notice=notice, choice=None, asked=None)
    return session, (Go("#/", replaces=True), Focus("notice"))


def _ask_or_open(session: Session, wanted: Match) -> Result:
    kept = session.matches.get(wanted.setup.game)
    is_same = kept is not None and kept.is_same_setup(wanted.setup)
    if kept is not None and is_same and wanted.record.entries in ((), kept.record.entries):
        # A reload loses nothing, also of a match that is over.
        return _open(session, kept)
    return _begin(session, wanted)


def _begin(session: Session, wanted: Match) -> Result:
    """Put a match in place of the kept one; a person who is in the middle of that is asked."""
    kept = session.matches.get(wanted.setup.game)
    if kept is None or kept.is_over or not kept.record.entries:
        return _open(session, wanted)
    # The match in progress stays on screen, and in the address, until the person has answered.
    session = _at(session, kept)
    return replace(session, asked=wanted), (Go(_play_link(kept), replaces=True), Focus("dialog"))


def _at(session: Session, match: Match) -> Session:
    setup = match.setup
    return replace(
        session,
        link=Link("play", setup.game, setup),
        choice=fresh_choice(match),
        zero_ms=None,
        tempo=session.tempo.afresh(),
        help=None,
        study=Study(),
    )


def _play_link(match: Match) -> str:
    setup = match.setup
    return format_link(Link("play", setup.game, setup))


def _open(session: Session, match: Match) -> Result:
    setup = match.setup
    session = _at(session.with_match(match), match)
    kind = "resumed" if match.record.entries else "started"
    return session.saying(kind), (
        Go(_play_link(match), replaces=True),
        Keep(setup.game, format_match(match)),
    )


def confirm(session: Session) -> Result:
    """The person throws the match in progress away for the one asked about."""
    if session.asked is None:
        return session, ()
    session, effects = _open(replace(session, asked=None), session.asked)
    return session, (*effects, Focus("board"))


def edit(session: Session, message: Edit | Arrange | Swap) -> Result:
    """The set-up form was changed."""
    draft = session.draft
    if draft is None:
        return session, ()
    match message:
        case Edit(name, value):
            draft = draft.with_field(name, value)
        case Arrange(token):
            draft = draft.arranged(token)
        case Swap():
            draft = draft.swapped()
    return replace(session, draft=draft, notice=None), ()


def start(session: Session, seed: int) -> Result:
    """The match that was set up begins."""
    if session.draft is None:
        return session, ()
    try:
        setup = session.draft.to_setup(seed)
    except SetupError as error:
        notice = Notice("setup", (error.field, error.value, *error.choices))
        return replace(session, notice=notice), (Focus("notice"),)
    session, effects = _begin(replace(session, notice=None), Match.open(Record(setup)))
    # Coming from the form, the step back leads to the form.
    return session, tuple(
        replace(effect, replaces=False) if isinstance(effect, Go) else effect for effect in effects
    )


def set_up_again(session: Session) -> Result:
    """The form opens, filled in as for the match on screen."""
    if session.match is None:
        return session, ()
    setup: Setup = session.match.setup
    link = Link("setup", setup.game)
    session = replace(session, link=link, draft=Draft.of_setup(setup), choice=None)
    return session, (Go(format_link(link)),)
