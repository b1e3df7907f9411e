"""How waits begin, go on and end (``Session.waits``): whoever needs what is not here yet says so
here, and hears of it by the message that follows.

Short matches, as nearly all are, are replayed at once. Of long ones ``ReadOn`` replays a few turns
at a time; the shell sends it while it has time.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, TypeVar

from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Effect, Fetch
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import HostState, Navigate, PartMissing
from spieltisch.app.core.notice import LanguageMissing
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waits import (
    AllRead,
    Came,
    Catalogue,
    Compare,
    Found,
    HostBuild,
    Modules,
    Need,
    Owner,
    PuzzlePack,
    ReadAgain,
    Replaying,
    Stored,
    Wait,
    WaitScreen,
    WithMatch,
    WithText,
)
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.match import parse_kept
from spieltisch.play.puzzle import Puzzle, parse_pack
from spieltisch.play.replaying import LongWork, replay_of
from spieltisch.play.summary import MatchId

F = TypeVar("F", bound=Message)

REPLAYED_AT_ONCE = 20
"""So many turns are replayed without a pause: a tenth of a second, where one takes longest."""

ALONE = (Owner.PERSON, Owner.CHOICE, Owner.LINE)
"""Who waits for one thing at a time."""


def wait(session: Session, need: Need, then: Message | None, owner: Owner = Owner.PERSON) -> Result:
    """Something is needed; it is asked for, unless the page is to make it itself."""
    new = Wait(need, owner, then)
    left = tuple(
        one for one in session.waits if not (_replaces(new, one) or _is_outdated(one, need))
    )
    session = replace(session, waits=(*left, new))
    return session, () if isinstance(need, Replaying) else (Fetch(need),)


def wait_here(session: Session, need: Need, then: Message) -> Result:
    """Something that a person wants of the screen that is shown needs something. If that screen is
    left already for what is waited for, nothing comes of it."""
    if isinstance(session.screen, WaitScreen):
        return session, ()
    return wait(session, need, then)


def _replaces(new: Wait, one: Wait) -> bool:
    """Whether a new wait takes the place of another one."""
    if one.owner is not new.owner:
        return False
    is_alike = type(one.then) is type(new.then)
    return new.owner in ALONE or (is_alike and _about(one.then) == _about(new.then))


def _is_outdated(one: Wait, need: Need) -> bool:
    """Whether a wait is that for why something could not be had which is asked for anew."""
    return isinstance(one.then, Came) and one.then.need == need


def _about(then: Message | None) -> object:
    return None if then is None else then.about


def leave_for(session: Session, need: Need, then: Message) -> Result:
    """An address leads to what is not here yet: the screen is left for it."""
    screen = session.screen
    back = screen.back if isinstance(screen, WaitScreen) else session.address
    return wait(going(session).on(WaitScreen(back)), need, then)


def going(session: Session) -> Session:
    """The session of a person who goes elsewhere, and waits no more for what was wanted here."""
    here = (one for one in session.waits if one.owner.is_of_screen and one.owner.is_persons)
    return without(session, *here)


def given_up(session: Session, wait: Wait) -> Session:
    """The session once nobody waits for that any more, nor for the same on a person's behalf."""
    return without(session, *(one for one in session.waits if _is_as_one(one, wait)))


def _is_as_one(one: Wait, other: Wait) -> bool:
    """Whether two waits begin and end together, to who is told of them."""
    are_persons = one.owner.is_persons and other.owner.is_persons
    return one.need == other.need and (are_persons or one.owner is other.owner)


def read(
    session: Session,
    work: LongWork[Any],
    then: F,
    take: Callable[[Session, F], Result],
    owner: Owner = Owner.PERSON,
    *,
    leaves: bool = False,
) -> Result:
    """Replay a match, and go on with ``take``: at once if it is short, or else by the message.

    Args:
        leaves: whether an address leads there, so that the screen is left for it.
    """
    begun = work.on(REPLAYED_AT_ONCE)
    if begun.is_over:
        return take(session, then)
    if leaves:
        return leave_for(session, Replaying(begun), then)
    return wait(session, Replaying(begun), then, owner)


def without(session: Session, *waits: Wait) -> Session:
    left = tuple(one for one in session.waits if one not in waits)
    return session if len(left) == len(session.waits) else replace(session, waits=left)


def for_match(session: Session, kind: type[WithMatch], match_id: str) -> Wait | None:
    """The wait for what is to be done with a match, if there is one."""
    return next(
        (one for one in session.waits if type(one.then) is kind and _about(one.then) == match_id),
        None,
    )


def is_here(session: Session, match_id: MatchId) -> bool:
    """Whether a match can come on the table as this visit has it: nothing that another tab has
    played in it is still to be read, but for the match that is on the table already."""
    if match_id not in session.matches:
        return False
    is_on_table = session.table is not None and session.table.match_id == match_id
    return is_on_table or for_match(session, ReadAgain, match_id) is None


def ended(
    session: Session, kinds: tuple[type[WithMatch], ...], ids: Collection[MatchId]
) -> Session:
    """The session once some of what was to be done with matches need not be done any more."""
    waits = (one for one in session.waits if isinstance(one.then, kinds))
    return without(session, *(one for one in waits if _about(one.then) in ids))


def asked_anew(session: Session, ids: Collection[MatchId]) -> Result:
    """Storage has these matches otherwise now, or no more: what was read of them is out of date,
    also where its turns are being replayed."""
    waits, effects = list[Wait](), dict[Effect, None]()
    for one in session.waits:
        then = one.then
        if isinstance(then, WithMatch) and then.match_id in ids:
            need = Stored(MATCHES, then.match_id)
            one = replace(one, need=need, then=replace(then, found=None))
            effects[Fetch(need)] = None
        waits.append(one)
    return replace(session, waits=tuple(waits)) if effects else session, tuple(effects)


def turns_of(session: Session) -> Wait | None:
    """What the page has to go on with."""
    begun = [one for one in session.waits if isinstance(one.need, Replaying)]
    return min(begun, key=_rank, default=None)


def is_carried_on(session: Session) -> bool:
    """Whether the page can go on now with what is on the screen."""
    is_asking = any(isinstance(one.then, Compare) for one in session.waits)
    return session.screen.is_carried_on and not is_asking


def read_on(session: Session, count: int) -> tuple[Session, Wait | None]:
    """So many turns more are replayed. Once all are, the next step gives what waits for them: that
    may take as long as one that replays."""
    first = turns_of(session)
    if first is None or not isinstance(first.need, Replaying):
        return session, None
    if first.need.work.is_over:
        return without(session, first), first
    later = replace(first, need=Replaying(first.need.work.on(count)))
    waits = tuple(later if one == first else one for one in session.waits)
    return replace(session, waits=waits), None


def is_replayed(session: Session) -> bool:
    """Whether all turns are replayed of what the page goes on with: what waits for them is what
    comes next."""
    first = turns_of(session)
    return first is not None and isinstance(first.need, Replaying) and first.need.work.is_over


def shown(session: Session) -> Wait | None:
    """The wait that a person is told of, or will be if it takes long."""
    told = [
        one
        for one in session.waits
        if one.owner.is_persons or (one.owner is Owner.LINE and one.is_long)
    ]
    return min(told, key=_rank, default=None)


def _rank(wait: Wait) -> int:
    """First comes what somebody waits for."""
    return list(Owner).index(wait.owner)


def is_told(wait: Wait) -> bool:
    """Whether a person is told of it by now."""
    return wait.is_told or wait.is_missing or wait.is_long


def tell(session: Session) -> Session:
    """What a person waits for takes its time."""
    waits = tuple(
        replace(one, is_told=True) if one.owner.is_persons else one for one in session.waits
    )
    return replace(session, waits=waits)


def again(session: Session) -> Result:
    """What could not be had is asked for once more."""
    found = shown(session)
    if found is None or not found.is_missing:
        return session, ()
    waits = tuple(
        replace(one, is_told=True, is_missing=False) if _is_as_one(one, found) else one
        for one in session.waits
    )
    return replace(session, waits=waits), (Fetch(found.need),)


def missed(session: Session, need: Need) -> Session:
    """Something could not be had: who waits for it may try again."""
    waits = tuple(
        replace(one, is_missing=True) if one.need == need else one
        for one in session.waits
        if one.need != need or one.owner.is_persons
    )
    return replace(session, waits=waits)


def is_heard(session: Session, message: Message) -> bool:
    """Whether a message means anything now: an answer does if somebody waits for it."""
    return not isinstance(message, Came) or bool(_who_asked(session, message.need))


def _who_asked(session: Session, need: Need) -> list[Wait]:
    return [one for one in session.waits if one.need == need and not one.is_missing]


def came(session: Session, answer: Came) -> tuple[Session, tuple[Message, ...]]:
    """What was asked for has come, or cannot be had; given are the messages that follow. What
    nobody waits for is dropped."""
    need, value = answer.need, answer.value
    asked = _who_asked(session, need)
    if not asked:
        return session, ()
    visit = session.visit
    text = value if isinstance(value, str) else None
    match need:
        case Stored():
            return _from_storage(session, asked, text)
        case PuzzlePack(game):
            pack = _pack(text)
            if not pack:
                return missed(session, need), ()
            visit = replace(visit, packs={**visit.packs, game: pack})
        case Modules():
            if value is not True:
                return missed(session, need), ()
            visit = replace(visit, is_whole=True)
        case AllRead():
            visit = replace(visit, is_read=True)
        case Catalogue(language) if value is not True:
            # The language that is spoken stays, and who wants another one chooses it again.
            return without(session, *asked), (
                PartMissing(LanguageMissing(LANGUAGES[language].name)),
            )
        case Catalogue(language):
            visit = replace(visit, languages=visit.languages | {language})
        case HostBuild():
            device = replace(session.device, host=_host_with(text, session.device.build))
            session = replace(session, device=device)
    follow = (_with(one.then, text, at_ms=answer.at_ms) for one in asked if one.then is not None)
    return without(replace(session, visit=visit), *asked), tuple(follow)


def _host_with(build: str | None, ours: str) -> HostState:
    if build is None:
        return HostState.AWAY
    return HostState.SAME if build == ours else HostState.NEWER


def _from_storage(
    session: Session, asked: list[Wait], text: str | None
) -> tuple[Session, tuple[Message, ...]]:
    """Storage has answered. Who waits for a match that is long waits for its turns from now on."""
    is_match = any(isinstance(one.then, WithMatch) for one in asked)
    found = _found(text) if is_match else Found()
    begun = None if found.replay is None else found.replay.on(REPLAYED_AT_ONCE)
    is_long = begun is not None and not begun.is_over
    waits, follow = list[Wait](), list[Message]()
    for one in session.waits:
        if one not in asked:
            waits.append(one)
        elif begun is not None and is_long and isinstance(one.then, WithMatch):
            waits.append(replace(one, need=Replaying(begun), then=replace(one.then, found=found)))
        elif one.then is not None:
            follow.append(_with(one.then, text, found))
    return replace(session, waits=tuple(waits)), tuple(follow)


def _with(
    then: Message, text: str | None, found: Found | None = None, at_ms: float | None = None
) -> Message:
    """What follows, with what has come."""
    match then:
        case WithMatch():
            return replace(then, found=found)
        case WithText():
            return replace(then, text=text)
        case Navigate() if at_ms is not None:
            return replace(then, at_ms=at_ms)
    return then


def _pack(text: str | None) -> tuple[Puzzle, ...]:
    """The puzzles of a pack; none if it could not be fetched or is damaged."""
    try:
        return parse_pack(text) if text is not None else ()
    except ValueError:
        return ()


def _found(text: str | None) -> Found:
    if text is None:
        return Found()
    try:
        kept = parse_kept(text)
        return Found(kept, replay_of(kept.record))
    except ValueError as error:
        return Found(why=str(error) or "it cannot be read")
