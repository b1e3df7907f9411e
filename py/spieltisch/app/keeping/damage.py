"""What becomes of entries that cannot be read: nothing damaged is written over, and nothing is
deleted but by a person."""

import re
from collections.abc import Mapping
from dataclasses import replace

from spieltisch.app.core.damage import (
    ASIDE,
    MATCHES,
    REVIEWS,
    SUMMARIES,
    VALUES,
    DamageFound,
    DamageMessage,
    EntryKey,
    Surveyed,
    ValueDamaged,
)
from spieltisch.app.core.effects import Effect, Keep, SetAside
from spieltisch.app.core.notice import PlainNotice
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import wait
from spieltisch.app.core.waits import MakeSummary, Owner, Stored
from spieltisch.app.keeping.kinds import KINDS, SETTINGS
from spieltisch.play.codec import clean_name
from spieltisch.play.summary import (
    LAST_MOMENT,
    MAX_SUMMARY_LENGTH,
    MatchId,
    is_match_id,
    summary_of,
)
from spieltisch.table.graphemes import reason
from spieltisch.table.json_text import parse_json

_ID = re.compile('"id": ?"([a-z0-9]{12})"')


def update(session: Session, message: DamageMessage) -> Result:
    match message:
        case DamageFound(entries, is_new):
            return found(session, dict(entries), is_told=is_new), ()
        case ValueDamaged(name, why):
            return value_damaged(session, name, why)
        case Surveyed(flaws):
            effects: list[Effect] = []
            for store, key, kind in flaws:
                if store == MATCHES and kind == "alone" and is_match_id(key):
                    session, more = suspect(session, key, "", "it is missing")
                    effects += more
                else:
                    why = "it is no match or review" if kind == "form" else "its match is missing"
                    session = found(session, {(store, key): why})
            return session, tuple(effects)
    return session, ()


def found(session: Session, entries: Mapping[EntryKey, str], *, is_told: bool = True) -> Session:
    """The session with more damaged entries, which the person is told of once."""
    known = {**session.damage.entries, **session.damage.removed}
    is_new = not entries.keys() <= known.keys()
    # Those that were deleted stay so.
    fresh = {key: reason(why) for key, why in entries.items() if key not in session.damage.removed}
    damage = replace(session.damage, entries={**session.damage.entries, **fresh})
    session = replace(session, damage=damage)
    return replace(session, notice=PlainNotice.DAMAGE_KEPT) if is_told and is_new else session


def suspect(session: Session, match_id: MatchId, told: str, flaw: str) -> Result:
    """A summary cannot be read: it is made anew from its match, which is read for that."""
    if not is_match_id(match_id):
        return found(session, {(SUMMARIES, match_id): flaw}), ()
    then = MakeSummary(match_id, told=told, flaw=flaw)
    return wait(session, Stored(MATCHES, match_id), then, Owner.LIBRARY)


def id_in(text: str) -> MatchId:
    """The match that a damaged summary seems to be of; empty if it tells of none."""
    named = _ID.search(text)
    return named[1] if named else ""


def cleared_up(session: Session, suspect: MakeSummary) -> Result:
    """The match of a suspect has been read: its summary is made anew. If that cannot be read,
    either, both are damaged."""
    match_id, told, flaw = suspect.match_id, suspect.told, suspect.flaw
    assert suspect.found is not None
    try:
        match = suspect.found.match()
    except ValueError as error:
        entries = {(MATCHES, match_id): str(error)}
        return found(session, entries | ({(SUMMARIES, match_id): flaw} if told else {})), ()
    if match is None:
        missing = f"its match is missing; {flaw}"
        return found(session, {(SUMMARIES, match_id): missing} if told else {}), ()
    known = session.library.summaries.get(match_id)
    begun_ms, played_ms, name = (
        _salvaged(told, session.wall_ms(0.0))
        if known is None
        else (known.begun_ms, known.played_ms, known.name)
    )
    summary = summary_of(match, match_id, begun_ms=begun_ms, played_ms=played_ms, name=name)
    library = session.library.with_summaries((summary,))
    return replace(session, library=library), (Keep(summary),)


def _salvaged(text: str, now_ms: int) -> tuple[int, int, str]:
    """What a summary says of itself that does not follow from its match, as far as it is sound."""
    try:
        value = parse_json(text, MAX_SUMMARY_LENGTH)
    except ValueError:
        value = None
    fields = value if isinstance(value, dict) else {}

    def moment(name: str) -> int:
        told = fields.get(name)
        return told if type(told) is int and 0 <= told <= LAST_MOMENT else now_ms

    name = fields.get("name")
    played_ms = moment("played_ms")
    return (
        min(moment("begun_ms"), played_ms),
        played_ms,
        clean_name(name if isinstance(name, str) else ""),
    )


def value_damaged(session: Session, name: str, why: str) -> Result:
    """A value is damaged: a copy of it stays, and the sound rest is written in its place."""
    is_settings, aside = name == SETTINGS, _aside(session, name)
    rest = session.settings if is_settings else session.kept.of(KINDS[name].kind)
    return found(session, {(VALUES, aside): why}), (SetAside(VALUES, name, aside), Keep(rest))


def review_damaged(session: Session, match_id: MatchId, why: str) -> Result:
    """A review is damaged: a copy of it stays, as a new one may be written in its place."""
    aside = _aside(session, f"review/{match_id}")
    return found(session, {(VALUES, aside): why}), (SetAside(REVIEWS, match_id, aside),)


def _aside(session: Session, name: str) -> str:
    """The name of a copy, which no earlier one has."""
    known, at_ms = {**session.damage.entries, **session.damage.removed}, session.wall_ms(0.0)
    while (VALUES, f"{ASIDE}{name}/{at_ms}") in known:
        at_ms += 1
    return f"{ASIDE}{name}/{at_ms}"
