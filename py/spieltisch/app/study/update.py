"""How a study comes on screen, and what each message does to it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from spieltisch.app.board import exercise_update as exercise
from spieltisch.app.board.browsing import can_study
from spieltisch.app.board.messages import (
    Answered,
    MakePuzzle,
    Press,
    Progressed,
    Show,
    ShowVariation,
    Wake,
)
from spieltisch.app.board.review import make_puzzle
from spieltisch.app.board.thinking import evaluation_for
from spieltisch.app.core.effects import Animate, CopyLink, Effect, Focus, GiveText, Go, SaveFile
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit
from spieltisch.app.core.notice import BadStudy
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.waiting import read
from spieltisch.app.core.waits import Owner
from spieltisch.app.core.wrong_links import lost
from spieltisch.app.keeping.deleting import delete_thing
from spieltisch.app.keeping.own_things import ThingId, own_name
from spieltisch.app.keeping.studies import OwnStudy, Studies
from spieltisch.app.keeping.writing import keep_value
from spieltisch.app.study import practising, trying
from spieltisch.app.study.asking import set_result
from spieltisch.app.study.messages import FollowStudy, KeepStudy, OpenStudy, StudyLink
from spieltisch.app.study.proving import asks_something, can_check, proof_of, subject_of
from spieltisch.app.study.state import (
    GoTo,
    NotInStudy,
    OpenChapter,
    SetGlyph,
    SetMode,
    SetScores,
    StudyCommand,
    StudyScreen,
    Told,
    Vary,
    with_chapter,
)
from spieltisch.games import catalog
from spieltisch.kit.words import words_of
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.replaying import Replay
from spieltisch.play.study import (
    MAX_CHAPTERS,
    MAX_TEXT,
    ROOT,
    NodeId,
    Study,
    StudyError,
    StudyFlaw,
    StudyMode,
    Task,
    TaskKind,
    to_study,
)
from spieltisch.play.study_text import (
    ReadStudy,
    format_chapters,
    format_study,
    parse_chapters,
    replay_of_chapters,
)
from spieltisch.table import Evaluation, Setup, Turn, play, seat_for


def open_study(session: Session, link: Link, _at_ms: float) -> Result:
    """A study comes on screen: a kept one, one that was given as text, or one of what is on screen
    now."""
    is_address, study_id = link.screen == "study", link.section
    own = None if study_id is None else session.kept.of(Studies).by_id.get(study_id)
    if study_id is not None and own is None:
        raise LinkError(LinkPart.PAGE, study_id)
    text = link.source if isinstance(link, StudyLink) else ""
    return _read(session, text if own is None else own.text, study_id, is_address=is_address)


def study_match(session: Session) -> Result:
    """A study of the match on the table begins, with what is tried out in it."""
    return _read(session, _text_of_match(session))


def study_from(session: Session, setup: Setup, into: ThingId = "") -> Result:
    """A study begins that has a position to begin with and no moves; or the last chapter of one
    that there is, which is written from now on."""
    own = session.kept.of(Studies).by_id.get(into)
    begun = Study(to_study(setup))
    if own is None or own.game != setup.game:
        title = catalog.game_of(setup.game).info.title
        return _read(session, format_study(title, begun))
    try:
        first, *others = parse_chapters(own.text)
        if len(others) + 1 >= MAX_CHAPTERS:
            raise StudyError(StudyFlaw.CHAPTERS)
    except StudyError as error:
        return _refused(session, error)
    first = first._replace(mode=StudyMode.WRITE)
    found = (first, *others, ReadStudy("", begun, ROOT, {}))
    turns = replay_of_chapters(found)
    then = OpenStudy(found, turns, into, is_address=False, number=len(found) - 1)
    return read(session, turns, then, come_on_screen, leaves=False)


def _read(
    session: Session, text: str, study_id: ThingId | None = None, *, is_address: bool = False
) -> Result:
    """Read a study, which then comes on screen; nothing happens for an empty text."""
    if not text:
        return session, ()
    try:
        found = parse_chapters(text)
    except StudyError as error:
        return _refused(session, error, is_lost=is_address)
    turns = replay_of_chapters(found)
    then = OpenStudy(found, turns, study_id, is_address=is_address)
    return read(session, turns, then, come_on_screen, leaves=is_address)


def open_studies(session: Session, texts: Sequence[str]) -> Result:
    """Studies were given: all are kept, and the last one comes on screen."""
    *others, last = texts
    effects: tuple[Effect, ...] = ()
    for text in others:
        session, more = keep_study(session, text)
        effects = (*effects, *more)
    session, more = _read(session, last)
    return session, (*effects, *more)


def go_on(session: Session, then: OpenStudy | KeepStudy | FollowStudy) -> Result:
    """The moves of a study have been played through."""
    match then:
        case OpenStudy():
            return come_on_screen(session, then)
        case KeepStudy():
            return taken_in(session, then)
        case FollowStudy():
            return followed(session, then)


def keep_study(session: Session, text: str) -> Result:
    """A study was given beside another one that comes on screen: it is only kept."""
    try:
        found = parse_chapters(text)
    except StudyError as error:
        return _refused(session, error)
    turns = replay_of_chapters(found)
    return read(session, turns, KeepStudy(found, turns, text), taken_in, Owner.LIBRARY)


def taken_in(session: Session, then: KeepStudy) -> Result:
    """A study has been played through: it is kept."""
    try:
        later, screen = _screen_of(session, then.found, then.turns, None)
        grown = _grown(later, screen)
    except StudyError as error:
        return _refused(session, error)
    return (session, ()) if grown is None else keep_value(later, grown)


def come_on_screen(session: Session, then: OpenStudy) -> Result:
    """A study has been played through: it comes on screen."""
    try:
        session, screen = _screen_of(session, then.found, then.turns, then.study_id, then.number)
    except StudyError as error:
        return _refused(session, error, is_lost=then.is_address)
    session, effects = _kept(session.on(screen), screen)
    return session, (Go(f"#/study/{screen.study_id}", replaces=then.is_address), *effects)


def _screen_of(
    session: Session,
    found: Sequence[ReadStudy],
    turns: Replay,
    study_id: ThingId | None,
    number: int | None = None,
) -> tuple[Session, StudyScreen]:
    """The screen of a study, which has an id from now on; raises StudyError."""
    chapters, game = _with_turns(found, turns), found[0].study.setup.game
    if study_id is None:
        study_id = session.kept.of(Studies).same(game, format_chapters("x", chapters))
    if study_id is None:
        session, study_id = session.with_new_id()
    studies = session.kept.of(Studies)
    known = studies.by_id.get(study_id)
    title = catalog.game_of(game).info.title
    name = known.name if known else studies.free_name(found[0].name or title)
    # The first chapter of which a move is to be shown; else the first one.
    if number is None:
        number = next((n for n, one in enumerate(found) if one.at != ROOT), 0)
    screen = StudyScreen.of_chapters(study_id, name, chapters, number, found[0].mode)
    screen = practising.begun(screen)
    if screen.mode is StudyMode.PRACTISE:
        scores = SetScores.read(session.tried.get(study_id, ""), len(chapters))
        screen = replace(screen, scores=scores)
    return session, screen.telling(Told.MOVE if screen.task is None else Told.CHAPTER)


def _with_turns(found: Sequence[ReadStudy], turns: Replay) -> tuple[OpenChapter, ...]:
    """The chapters with the turns of their moves, all of which have been played; raises
    StudyError."""
    rest = iter(turns.items)
    return tuple(
        OpenChapter(
            one.chapter,
            one.study,
            {node: next(rest) for _, _, node in one.study.walk()},
            one.at,
        )
        for one in found
    )


def follow(session: Session, screen: StudyScreen, before: Kept) -> Result:
    """The study on screen is shown as another tab has made it, at the same move if that is still
    there, or at the last one before it."""
    if screen.home is not None:
        return session, ()
    studies, one = session.kept.of(Studies), screen.study_id
    is_deleted = studies.lacks(before.of(Studies), one, is_deleted=screen.is_deleted)
    if is_deleted is not screen.is_deleted:
        screen = replace(screen, is_deleted=is_deleted)
        session = session.on(screen)
    shown = _own(screen)
    newer = session.kept.of(Studies).newer(before.of(Studies), screen.study_id, shown)
    if newer == shown:
        return session, ()
    try:
        found = parse_chapters(newer.text)
    except StudyError:
        return session, ()
    turns = replay_of_chapters(found)
    then = FollowStudy(screen.study_id, shown, newer.name, found, turns)
    return read(session, turns, then, followed, Owner.SCREEN)


def followed(session: Session, then: FollowStudy) -> Result:
    """What another tab has made of a study has been played through."""
    now = session.screen
    if not isinstance(now, StudyScreen) or now.study_id != then.study_id:
        return session, ()
    if _own(now) != then.shown:
        # Somebody has gone on here meanwhile.
        return session, ()
    number = _same_chapter(now, then.found)
    # A field that is being written in stays the field of its move.
    found = list(then.found)
    study = found[number].study.numbered_as(now.study)
    at = study.followed(now.study.nodes[one].action for one in now.study.path(now.at))
    found[number] = found[number]._replace(study=study, at=at)
    try:
        chapters = _with_turns(found, then.turns)
    except StudyError:
        return session, ()
    theirs = StudyScreen.of_chapters(now.study_id, then.name, chapters, number, found[0].mode)
    theirs = replace(theirs, is_open=now.is_open, missed=now.missed, proofs=now.proofs)
    if len(theirs.whole) == len(now.whole):
        theirs = replace(theirs, scores=now.scores, found=now.found & study.nodes.keys())
    theirs = replace(theirs, checking=now.checking).going_to(theirs.at)
    return session.on(practising.asking(theirs)), ()


def _same_chapter(now: StudyScreen, found: Sequence[ReadStudy]) -> int:
    """Which chapter of a newer study is the one on screen: the one that says the same, else the one
    of its name and beginning, else the one in its place."""
    name, text = now.whole[now.number].name, format_study("", now.study)
    order = sorted(range(len(found)), key=lambda n: abs(n - now.number))
    same = (n for n in order if format_study("", found[n].study) == text)
    alike = (
        n for n in order if (found[n].chapter, found[n].study.setup) == (name, now.study.setup)
    )
    return next(chain(same, alike, (min(now.number, len(found) - 1),)))


def _refused(session: Session, error: StudyError, *, is_lost: bool = False) -> Result:
    notice = BadStudy(error.flaw, error.line, error.value)
    return lost(session, notice) if is_lost else (replace(session, notice=notice), ())


def _text_of_match(session: Session) -> str:
    """The study of the match on the table, with what is tried out in it; empty where there is
    none."""
    if isinstance(session.screen, StudyScreen) and session.home is not None:
        return trying.kept_text(session, session.screen)
    at = At.of(session)
    if at is None or not can_study(at.match):
        return ""
    setup = trying.named_setup(session, at.match)
    study = Study.of_moves(setup, trying.actions_of(at.match.game_turns))
    undone = at.match.show(len(at.match.turns))
    study, _ = study.played_on(ROOT, trying.actions_of(undone.game_turns))
    study, shown = study.played_on(ROOT, trying.actions_of(at.seen.game_turns))
    return format_study(trying.study_name(session, at.match), study, shown)


def update(session: Session, screen: StudyScreen, message: Message) -> Result:
    session, effects = _updated(session, screen, message)
    after = session.screen
    if not isinstance(after, StudyScreen) or after.study_id != screen.study_id:
        return session, effects
    if screen.home is None and after.scores != screen.scores:
        # Whoever comes back to a set, or loads the page again, goes on where they were.
        text = after.scores.text(len(after.whole))
        session = session.noting(after.study_id, text)
    return session, effects


def _updated(session: Session, screen: StudyScreen, message: Message) -> Result:
    if screen.home is not None:
        done = trying.update(session, screen, message)
        if done is not None:
            return done
    elif (done := _about_chapters(session, screen, message)) is not None:
        return done
    if screen.mode is StudyMode.PRACTISE:
        done = practising.update(session, screen, message)
        if done is not None:
            return done
    if screen.mode is StudyMode.WRITE:
        drawn = _drawn(session, screen, message)
        if drawn is not None:
            return drawn
    study, at = screen.study, screen.at
    try:
        match message:
            case _ if screen.mode is not StudyMode.WRITE and _changes(message):
                return session, ()
            case Command.FIRST:
                return _gone(session, screen, ROOT)
            case Command.EARLIER:
                return _gone(session, screen, study.nodes[at].parent)
            case Command.LATER:
                return _gone(session, screen, (*study.nodes[at].children, at)[0])
            case Command.PRESENT:
                return _gone(session, screen, (at, *study.moves_through(at))[-1])
            case Show(ply):
                moves = (ROOT, *study.moves_through(at))
                return _gone(session, screen, moves[max(0, min(ply, len(moves) - 1))])
            case GoTo(node) if node in study.nodes:
                return _gone(session, screen, node)
            case Vary(by):
                return _varied(session, screen, by)
            case SetGlyph(glyph):
                return _changed(session, screen, study.with_glyph(at, glyph), at, Told.REMARK)
            case StudyCommand.DELETE_MOVE:
                return _changed(session, screen, *study.without(at), Told.DELETED)
            case StudyCommand.PROMOTE | StudyCommand.MAKE_MAIN:
                higher = study.promoted(at, is_main=message is StudyCommand.MAKE_MAIN)
                is_now = Told.PROMOTED if higher.promoted(at) != higher else Told.MAIN
                return _changed(session, screen, higher, at, is_now)
            case Edit("comment", value, thing):
                return _commented(session, screen, value, thing.partition("/")[2])
            case Edit("name", value):
                name = own_name(value) or screen.name
                return _kept(session, replace(screen, name=name))
            case Command.TAKE_BACK:
                return _kept(session, screen.undone())
            case Command.REDO:
                return _kept(session, screen.redone())
            case ShowVariation(count, other):
                return _variation_taken(session, screen, count, other)
    except StudyError as error:
        return _refused(session, error)
    match message:
        case Wake(at_ms) if screen.wake_ms is not None and at_ms >= screen.wake_ms:
            return _answered(session, screen, at_ms)
        case MakePuzzle():
            return make_puzzle(session, screen.match, screen.evaluation, message)
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
            return session, (SaveFile(f"{screen.name}.study.txt", screen.text()),)
        case StudyCommand.SHARE:
            return session, (CopyLink(f"#/study/{pack_text(screen.text())}", "study"),)
        case StudyCommand.CLONE if screen.home is None:
            return _cloned(session, screen)
        case StudyCommand.DELETE if screen.study_id in session.kept.of(Studies).by_id:
            session, effects = delete_thing(session, BelongingsKind.STUDIES, screen.study_id)
            session = session.on(replace(screen, is_deleted=True))
            return session, (*effects, Focus("restore-study"))
        case Command.KEEP_AGAIN if screen.is_deleted:
            session, effects = _kept(session, replace(screen, is_deleted=False))
            return session, (*effects, Focus("moves"))
    return exercise.update(session, screen, message, CONDUCT)


def _changes(message: Message) -> bool:
    """Whether a message changes what a study says."""
    match message:
        case SetGlyph() | ShowVariation() | Edit("comment" | "name" | "chapter-name" | "task"):
            return True
        case StudyCommand.DELETE_MOVE | StudyCommand.PROMOTE | StudyCommand.MAKE_MAIN:
            return True
        case StudyCommand.NEW_CHAPTER | StudyCommand.DELETE_CHAPTER:
            return True
    return message in (Command.TAKE_BACK, Command.REDO)


def _about_chapters(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """What is done to the list of chapters, to what they ask, or with a study as a whole; None for
    all else."""
    whole, number = screen.whole, screen.number
    if screen.mode is not StudyMode.WRITE and _changes(message):
        return None
    match message:
        case Edit("chapter", value) if value.isdecimal():
            return _turned_to(session, screen, int(value) - 1)
        case StudyCommand.PREVIOUS_CHAPTER:
            return _turned_to(session, screen, number - 1)
        case StudyCommand.NEXT_CHAPTER:
            return _turned_to(session, screen, number + 1)
        case Edit("chapter-name", value):
            named = replace(whole[number], name=own_name(value))
            chapters = with_chapter(whole, number, named)
            return _kept(session, replace(screen, chapters=chapters))
        case StudyCommand.NEW_CHAPTER:
            return _begun_chapter(session, screen)
        case StudyCommand.DELETE_CHAPTER if len(whole) > 1:
            chapters = (*whole[:number], *whole[number + 1 :])
            less = screen.rearranged(chapters, min(number, len(chapters) - 1))
            session, effects = _kept(session, less.telling(Told.CHAPTER_DELETED))
            return session, (*effects, Focus("restore-chapter"))
        case SetMode(mode) if mode is not screen.mode:
            shown = practising.begun(replace(screen, mode=mode, is_typing=False, is_drawing=False))
            return _kept(session, shown.telling(Told.MODE))
    return _about_tasks(session, screen, message)


def _about_tasks(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """What is done with what the chapters ask; None for all else."""
    study = screen.study
    match message:
        case Edit("task", value) if screen.mode is StudyMode.WRITE:
            task = Task.read(value)
            return _changed(session, screen, replace(study, task=task), screen.at, Told.TASK)
        case StudyCommand.MAKE_SET if screen.mode is StudyMode.WRITE:
            made = tuple(
                replace(one, study=replace(one.study, task=one.study.task or Task(TaskKind.MOVE)))
                if one.study.moves
                else one
                for one in screen.whole
            )
            first = next((n for n, one in enumerate(made) if asks_something(one.study)), None)
            if first is None:
                return session, ()
            asking = replace(screen.rearranged(made, first), mode=StudyMode.PRACTISE)
            asking = replace(asking, is_typing=False, is_drawing=False)
            return _kept(session, practising.begun(asking).telling(Told.MODE))
        case StudyCommand.CHECK if can_check(study) and screen.proof is None:
            is_seen = screen.mode is not StudyMode.PRACTISE or practising.is_over(screen)
            checking = subject_of(study) if is_seen else None
            return session.on(replace(screen, checking=checking)), ()
        case Answered(answer) if screen.is_checking:
            found = evaluation_for(session, answer)
            if found is None:
                return session, ()
            proof = proof_of(study, screen.turns, found)
            proofs = {**screen.proofs, subject_of(study): proof}
            checked = replace(screen, proofs=proofs, checking=None)
            return session.on(checked.telling(Told.CHECKED)), ()
        case Progressed() if screen.is_checking:
            return session, ()
        case StudyCommand.SHARE_RESULT if screen.scores.done:
            words = words_of(language_of(session))
            return session, (GiveText(set_result(screen, words), "result"),)
    return None


def _drawn(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """What is drawn on the board: two presses make an arrow, and twice the same site a ring. None
    for a message that draws nothing."""
    match message:
        case StudyCommand.DRAW if screen.match.game.view.places(screen.match.position):
            drawing = replace(screen, is_drawing=not screen.is_drawing, drawn_from=None)
            return session.on(drawing.choosing().telling(Told.DRAWING)), ()
        case Command.CANCEL if screen.is_drawing:
            is_begun = screen.drawn_from is not None
            less = replace(screen, is_drawing=is_begun, drawn_from=None)
            return session.on(less.telling(Told.DRAWING)), ()
        case Press(token) if screen.is_drawing:
            if token not in screen.match.game.view.places(screen.match.position):
                return session, ()
            start = screen.drawn_from
            if start is None:
                return session.on(replace(screen, drawn_from=token).telling(Told.DRAWING)), ()
            mark = f"G{start}" if start == token else f"G{start}-{token}"
            after = replace(screen, drawn=mark, drawn_from=None)
            marked = screen.study.marked(screen.at, mark)
            if marked == screen.study:
                # There are as many as there may be.
                return session.on(after.telling(Told.DRAWING)), ()
            return _changed(session, after, marked, screen.at, Told.DRAWN)
    return None


def _turned_to(session: Session, screen: StudyScreen, number: int) -> Result:
    """Another chapter comes on screen, where it was left."""
    whole = screen.whole
    if number == screen.number or not 0 <= number < len(whole):
        return session, ()
    turned = practising.begun(screen.in_chapter(number, whole))
    return session.on(turned.telling(Told.CHAPTER)), ()


def _begun_chapter(session: Session, screen: StudyScreen) -> Result:
    """A chapter begins after the one on screen, with the position on screen."""
    whole, number = screen.whole, screen.number
    if len(whole) >= MAX_CHAPTERS:
        return _refused(session, StudyError(StudyFlaw.CHAPTERS))
    setup, editor = screen.study.setup, screen.match.game.editor
    if screen.at != ROOT and editor is not None and not screen.match.is_over:
        position = screen.match.rules.format_position(screen.match.position)
        read = editor.read(setup, position)
        setup = to_study(replace(read, players=setup.players))
    begun = OpenChapter("", Study(setup), {})
    chapters = (*whole[: number + 1], begun, *whole[number + 1 :])
    grown = screen.rearranged(chapters, number + 1)
    return _kept(session, grown.telling(Told.CHAPTER))


def _cloned(session: Session, screen: StudyScreen) -> Result:
    """A copy of the study comes on screen, and is kept."""
    session, study_id = session.with_new_id()
    name = session.kept.of(Studies).free_name(screen.name)
    copy = StudyScreen.of_chapters(study_id, name, screen.whole, screen.number)
    session, effects = _kept(session.on(copy.telling(Told.MOVE)), copy.telling(Told.MOVE))
    return session, (Go(f"#/study/{study_id}"), *effects)


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


def _commented(session: Session, screen: StudyScreen, value: str, of: str) -> Result:
    """What is said of a move is another now; or its field has been left, so that bots go on."""
    number, _, one = of.rpartition(".")
    if number.isdecimal() and int(number) != screen.number:
        return _commented_elsewhere(session, screen, value, int(number), one)
    node = int(one) if one.isdecimal() else screen.at
    if node not in screen.study.nodes:
        return session, ()
    study = screen.study.commented(node, value)
    if study == screen.study:
        return session.on(replace(screen, is_typing=False)), ()
    return _changed(session, screen, study, screen.at, None)


def _commented_elsewhere(
    session: Session, screen: StudyScreen, value: str, number: int, one: str
) -> Result:
    """The field of a move of another chapter was left by leaving the chapter, or the page."""
    whole = screen.whole
    if number >= len(whole) or not one.isdecimal() or int(one) not in whole[number].study.nodes:
        return session, ()
    chapter = whole[number]
    said = replace(chapter, study=chapter.study.commented(int(one), value))
    return _kept(session, replace(screen, chapters=with_chapter(whole, number, said)))


def _own(screen: StudyScreen) -> OwnStudy:
    """The study on screen, as it is kept."""
    return OwnStudy(game=screen.game, name=screen.name, text=screen.text())


def _kept(session: Session, screen: StudyScreen) -> Result:
    """Keep the study on screen, if there is room for it: nothing else is forgotten for it. One that
    was deleted is not kept, nor is what is tried out."""
    try:
        grown = None if screen.is_deleted else _grown(session, screen)
    except StudyError as error:
        return _refused(session, error)
    after = session.on(screen)
    return (after, ()) if grown is None else keep_value(after, grown)


def _grown(session: Session, screen: StudyScreen) -> Studies | None:
    """The studies with one as it is on a screen; None if they have it. Raises StudyError if there
    is no room."""
    own, before = _own(screen), session.kept.of(Studies)
    if before.has(screen.study_id, own):
        return None
    if len(own.text) > MAX_TEXT:
        raise StudyError(StudyFlaw.LENGTH)
    if screen.home is not None:
        return None
    grown = before.having_room(screen.study_id, own)
    if grown is None:
        raise StudyError(StudyFlaw.ROOM)
    return grown


def _played(session: Session, screen: StudyScreen, action: Any, at_ms: float) -> Result:
    """A person has played a move: it is followed, or becomes a variation."""
    rules, position = screen.match.rules, screen.match.position
    turn = play(rules, position, seat_for(position, action), action)
    if screen.mode is StudyMode.PRACTISE:
        return practising.tried(session, screen, turn, at_ms)
    if screen.mode is StudyMode.READ:
        known = screen.study.child(screen.at, turn.entry.action)
        if known is None:
            return replace(session.on(screen.choosing()), notice=NotInStudy()), ()
        return _gone(session, screen, known)
    return _going_on(*_taken(session, screen, (turn,)), at_ms)


def _going_on(session: Session, effects: tuple[Effect, ...], at_ms: float) -> Result:
    """A move has been played: where something is tried out, a bot may have to answer."""
    screen = session.screen
    if isinstance(screen, StudyScreen) and screen.home is not None:
        session = session.on(trying.after_move(screen, at_ms))
    return session, effects


def _answered(session: Session, screen: StudyScreen, at_ms: float) -> Result:
    """What a bot has answered is seen."""
    if not screen.replies:
        return session.on(replace(screen, wake_ms=None)), ()
    rules, position = screen.match.rules, screen.match.position
    action = rules.parse_action(screen.replies[0])
    turn = play(rules, position, seat_for(position, action), action)
    return _going_on(*_taken(session, screen, (turn,)), at_ms)


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


def _variation_taken(session: Session, screen: StudyScreen, count: int, other: int) -> Result:
    """The first moves of a variation that the bots have found are taken into the study."""
    found = screen.evaluation
    prospects = () if found is None else found.prospects
    if not (0 <= other < len(prospects) and 1 <= count <= len(prospects[other].variation)):
        return session, ()
    match = screen.match
    for text in prospects[other].variation[:count]:
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
