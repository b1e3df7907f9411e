"""How a study comes on screen, and what each message does to it."""

from dataclasses import replace
from typing import Any

from spieltisch.app.editor.update import is_playable
from spieltisch.app.effects import Animate, CopyLink, Focus, Go, SaveFile
from spieltisch.app.exercise import update as exercise
from spieltisch.app.frame import language_of
from spieltisch.app.keeping import keep_value
from spieltisch.app.match.browsing import can_study
from spieltisch.app.match.messages import Answered, Progressed, ShowLine
from spieltisch.app.match.thinking import evaluation_for
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.names import player_names
from spieltisch.app.notice import BadStudy
from spieltisch.app.own_things import ThingId, own_name
from spieltisch.app.reading import TO_TABLE, read
from spieltisch.app.routes import Link
from spieltisch.app.session import At, Kept, Result, Session
from spieltisch.app.setup.update import Edit
from spieltisch.app.start.update import lost
from spieltisch.app.study.state import (
    GoTo,
    SignMove,
    StudyCommand,
    StudyScreen,
    Told,
    Vary,
)
from spieltisch.app.study.studies import OwnStudy
from spieltisch.games import catalog
from spieltisch.kit.words import words_of
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import LinkError, LinkPart, clean_name
from spieltisch.play.match import Match
from spieltisch.play.replaying import Replay
from spieltisch.play.study import (
    MAX_TEXT,
    ROOT,
    NodeId,
    Study,
    StudyError,
    StudyFlaw,
    to_study,
    turns_of,
)
from spieltisch.play.study_text import ReadStudy, format_study, parse_study
from spieltisch.table import HUMAN, Evaluation, Player, Turn, play, seat_for


def open_study(session: Session, link: Link, at_ms: float = 0.0) -> Result:
    """A study comes on screen: a kept one, one that was given as text, or one of what is on screen
    now."""
    is_address, study_id = link.screen == "study", link.section
    try:
        text = _text_of_screen(session) if link.screen == "table" else link.text
        if study_id is not None:
            text = session.kept.studies.by_id[study_id].text
        if not text:
            return session, ()
        found = parse_study(text)
    except StudyError as error:
        return _refused(session, error, is_lost=is_address)
    except KeyError:
        raise LinkError(LinkPart.PAGE, study_id or "") from None
    study = found.study
    if study_id is None:
        study_id = session.kept.studies.same(study.setup.game, format_study("x", study))
    if study_id is None:
        session, study_id = session.with_new_id()
    turns = Replay(study.setup, turns_of(study, found.lines), study.moves)
    key = TO_TABLE if is_address else f"study {study_id}"

    def then(later: Session) -> Result:
        return _opened(later, study_id, found, turns, is_address=is_address)

    return read(session, key, turns, then)


def _opened(
    session: Session, study_id: ThingId, found: ReadStudy, turns: Replay, *, is_address: bool
) -> Result:
    try:
        by_id = _by_id(found.study, turns)
    except StudyError as error:
        return _refused(session, error, is_lost=is_address)
    studies = session.kept.studies
    known = studies.by_id.get(study_id)
    title = catalog.game_of(found.study.setup.game).info.title
    name = known.name if known else studies.free_name(found.name or title)
    screen = StudyScreen.of(study_id, name, found.study, by_id, found.at)
    screen = screen.telling(Told.MOVE)
    session, effects = _kept(session.on(screen), screen)
    return session, (Go(f"#/study/{study_id}", replaces=is_address), *effects)


def _by_id(study: Study, turns: Replay) -> dict[NodeId, Turn]:
    """The turns of a study's moves, all of which have been played; raises StudyError."""
    return dict(zip((one for _, _, one in study.walk()), turns.items, strict=True))


def follow(session: Session, screen: StudyScreen, before: Kept) -> Result:
    """The study on screen is shown as another tab has made it, at the same move if that is still
    there, or at the last one before it."""
    shown = _own(screen)
    newer = session.kept.studies.newer(before.studies, screen.study_id, shown)
    if newer is shown:
        return session, ()
    try:
        study = parse_study(newer.text).study
    except StudyError:
        return session, ()
    turns = Replay(study.setup, turns_of(study), study.moves)

    def then(later: Session) -> Result:
        now = later.screen
        if not isinstance(now, StudyScreen) or now.study_id != screen.study_id:
            return later, ()
        if _own(now) != shown:
            # Somebody has gone on here meanwhile.
            return later, ()
        try:
            by_id = _by_id(study, turns)
        except StudyError:
            return later, ()
        at = study.followed(now.study.nodes[one].action for one in now.study.path(now.at))
        theirs = StudyScreen.of(now.study_id, newer.name, study, by_id, at)
        return later.on(replace(theirs, is_open=now.is_open)), ()

    return read(session, f"study {screen.study_id}", turns, then)


def _refused(session: Session, error: StudyError, *, is_lost: bool = False) -> Result:
    notice = BadStudy(error.flaw, error.line, error.value)
    return lost(session, notice) if is_lost else (replace(session, notice=notice), ())


def _text_of_screen(session: Session) -> str:
    """The study of the match on the table, with what is tried out in it, or of the position that is
    set up; empty where there is none."""
    words = words_of(language_of(session))
    if session.editor is not None:
        draft, editor = session.editor.draft, session.editor.editor
        if not is_playable(draft):
            return ""
        whole = replace(draft, options=(*draft.options, *editor.implied(draft)))
        title = catalog.game_of(draft.game).info.title
        return format_study(title, Study(to_study(whole)))
    at = At.of(session)
    if at is None or not can_study(at.played):
        return ""
    setup, names = at.played.setup, player_names(at.played.setup, words)
    # A person whom nobody has named is called as their side in each language.
    players = tuple(
        Player(player.name if player.controller == HUMAN else clean_name(name))
        for player, name in zip(setup.all_players, names, strict=True)
    )
    study = Study.of_line(replace(setup, players=players), _actions(at.played))
    study, _ = study.played_on(ROOT, _actions(at.match.show(len(at.match.turns))))
    study, shown = study.played_on(ROOT, _actions(at.seen))
    return format_study(own_name(" – ".join(names)), study, shown)


def _actions(match: Match) -> list[str]:
    return [turn.entry.action for turn in match.game_turns]


def update(session: Session, screen: StudyScreen, message: Message) -> Result:
    study, at = screen.study, screen.at
    try:
        match message:
            case Command.FIRST:
                return _gone(session, screen, ROOT)
            case Command.EARLIER:
                return _gone(session, screen, study.nodes[at].parent)
            case Command.LATER:
                return _gone(session, screen, (*study.nodes[at].children, at)[0])
            case Command.PRESENT:
                return _gone(session, screen, (at, *study.line(at))[-1])
            case GoTo(node) if node in study.nodes:
                return _gone(session, screen, node)
            case Vary(by):
                return _varied(session, screen, by)
            case SignMove(sign):
                return _changed(session, screen, study.signed(at, sign), at, Told.REMARK)
            case StudyCommand.DELETE_MOVE:
                return _changed(session, screen, *study.without(at), Told.DELETED)
            case StudyCommand.PROMOTE | StudyCommand.MAKE_MAIN:
                higher = study.promoted(at, is_main=message is StudyCommand.MAKE_MAIN)
                is_now = Told.PROMOTED if higher.promoted(at) is not higher else Told.MAIN
                return _changed(session, screen, higher, at, is_now)
            case Edit("comment", value):
                changed = study.commented(at, value)
                return _changed(session, screen, changed, at, None)
            case Edit("name", value):
                name = own_name(value) or screen.name
                return _kept(session, replace(screen, name=name))
            case Command.TAKE_BACK:
                return _kept(session, screen.undone())
            case Command.REDO:
                return _kept(session, screen.redone())
            case ShowLine(count, other):
                return _line_taken(session, screen, count, other)
    except StudyError as error:
        return _refused(session, error)
    match message:
        case Command.ANALYSE:
            return session.on(replace(screen, is_open=not screen.is_open, is_awaited=False)), ()
        case Command.EVALUATE:
            screen = replace(screen, is_open=True)
            screen = replace(screen, is_awaited=screen.question is not None)
            return session.on(screen.telling(Told.EVALUATED)), ()
        case Answered(answer):
            return _evaluated(session, screen, evaluation_for(session, answer))
        case Progressed(answer):
            found = evaluation_for(session, answer, is_final=False)
            return _evaluated(session, screen, found)
        case StudyCommand.SAVE:
            text = format_study(screen.name, study)
            return session, (SaveFile(f"{screen.name}.study.txt", text),)
        case StudyCommand.SHARE:
            text = format_study(screen.name, study)
            return session, (CopyLink(f"#/study/{pack_text(text)}"),)
        case StudyCommand.DELETE:
            own = session.kept.studies.by_id.get(screen.study_id)
            session, effects = keep_value(session, session.kept.studies.without(screen.study_id))
            deleted = None if own is None else (screen.study_id, own)
            return session.on(replace(screen, deleted=deleted)), (*effects, Focus("restore-study"))
        case StudyCommand.RESTORE if screen.deleted is not None:
            return _kept(session, screen)
    return exercise.update(session, screen, message, CONDUCT)


def _gone(session: Session, screen: StudyScreen, node: NodeId) -> Result:
    """Another move comes on screen; one that is played next is seen to happen."""
    if node == screen.at:
        return session, ()
    is_next = screen.study.nodes[node].parent == screen.at and node != ROOT
    motion = (Animate(screen.turns[node], is_new=False),) if is_next else ()
    return session.on(screen.going_to(node).telling(Told.MOVE)), motion


def _varied(session: Session, screen: StudyScreen, by: int) -> Result:
    others, path = screen.study.variations(screen.at), screen.study.path(screen.at)
    place = next((n for n, one in enumerate(others) if one in path), 0)
    goal = others[(place + by) % len(others)] if others else screen.at
    return _gone(session, screen, goal)


def _changed(
    session: Session, screen: StudyScreen, study: Study, at: NodeId, told: Told | None
) -> Result:
    """Keep the study as it is now; while a comment is being typed nothing is said."""
    if study == screen.study:
        return session, ()
    after = screen.changed(study, at, is_typing=told is None)
    return _kept(session, after if told is None else after.telling(told))


def _own(screen: StudyScreen) -> OwnStudy:
    """The study on screen, as it is kept."""
    text = format_study(screen.name, screen.study)
    return OwnStudy(game=screen.game, name=screen.name, text=text)


def _kept(session: Session, screen: StudyScreen) -> Result:
    """Keep the study, if there is room for it: nothing else is forgotten for it."""
    own = _own(screen)
    before, after = session.kept.studies, session.on(replace(screen, deleted=None))
    if before.has(screen.study_id, own):
        return after, ()
    is_long = len(own.text) > MAX_TEXT
    grown = None if is_long else before.having_room(screen.study_id, own)
    if grown is None:
        flaw = StudyFlaw.LENGTH if is_long else StudyFlaw.ROOM
        return _refused(session, StudyError(flaw))
    return keep_value(after, grown)


def _played(session: Session, screen: StudyScreen, action: Any, at_ms: float) -> Result:
    """A person has played a move: it is followed, or becomes a variation."""
    rules, position = screen.match.rules, screen.match.position
    turn = play(rules, position, seat_for(position, action), action)
    return _taken(session, screen, (turn,))


def _taken(session: Session, screen: StudyScreen, turns: tuple[Turn, ...]) -> Result:
    study, at, known = screen.study, screen.at, dict(screen.turns)
    for turn in turns:
        try:
            study, at = study.played(at, turn.entry.action)
        except StudyError as error:
            return _refused(session.on(screen.choosing()), error)
        known[at] = turn
    screen = replace(screen, turns=known)
    motion = (Animate(turns[-1]),)
    if study == screen.study:
        return session.on(screen.going_to(at).telling(Told.MOVE)), motion
    after, effects = _changed(session, screen, study, at, Told.MOVE)
    return after, (*effects, *motion)


def _line_taken(session: Session, screen: StudyScreen, count: int, other: int) -> Result:
    """The first moves of a line that the bots have found are taken into the study."""
    found = screen.evaluation
    lines: tuple[Evaluation, ...] = () if found is None else (found, *found.others)
    if not (0 <= other < len(lines) and 1 <= count <= len(lines[other].variation)):
        return session, ()
    match = screen.match
    for text in lines[other].variation[:count]:
        action = match.rules.parse_action(text)
        match = match.play(seat_for(match.position, action), action)
    return _taken(session, screen, tuple(match.turns[screen.match.shown :]))


def _evaluated(session: Session, screen: StudyScreen, found: Evaluation | None) -> Result:
    if found is None:
        return session, ()
    screen = replace(screen, evaluations={**screen.evaluations, screen.at: found})
    if screen.is_awaited and found.is_final:
        screen = replace(screen, is_awaited=False).telling(Told.EVALUATED)
    return session.on(screen), ()


CONDUCT = exercise.Conduct[StudyScreen](
    play=_played, begin_again=lambda session, _: (session, ()), go_on=lambda screen, _: screen
)
