"""The only way a session changes: a message in, the new session and its effects out.

Pure: storage, address and clock belong to the shell.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spieltisch.app import restoring
from spieltisch.app.board import clocks, hearing
from spieltisch.app.board.messages import LockChanged, RestoreReview, ShowBetter, ShowVariation
from spieltisch.app.core import messages, waiting
from spieltisch.app.core.damage import DamageMessage
from spieltisch.app.core.effects import Effect, Focus, GiveKept, Go, Hear, Report
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.host import part_missing
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, HostState, ImportFiles, Permission
from spieltisch.app.core.names import addressed
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import Introduced
from spieltisch.app.core.session import Heard, Result, Session
from spieltisch.app.core.settings import WAITED_FOR
from spieltisch.app.core.table import CHUNK, DRAWN_AT_ONCE, TableScreen
from spieltisch.app.core.waits import (
    AllRead,
    Came,
    Catalogue,
    HostBuild,
    Modules,
    Need,
    OpenLinked,
    Owner,
    Replaying,
    WaitScreen,
    WithMatch,
)
from spieltisch.app.core.wrong_links import refused
from spieltisch.app.deck.state import DeckScreen
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.keeping import damage as damaged
from spieltisch.app.keeping import deleting
from spieltisch.app.keeping.decks import game_of_file
from spieltisch.app.keeping.writing import keep_written, with_settings
from spieltisch.app.match import by_link
from spieltisch.app.match.screen import open_linked
from spieltisch.app.matches import screen as matches
from spieltisch.app.matches import state as kept
from spieltisch.app.puzzle.state import TakeDeal
from spieltisch.app.screens import LATE, SCREENS, is_late, navigate, said, understood
from spieltisch.app.settings import update as preferences
from spieltisch.app.settings.state import KeyLabelsLoaded, KeyShown, SettingsChanged
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.study.messages import FollowStudy, KeepStudy, OpenStudy
from spieltisch.app.together.messages import LiveMessage, TakeCode
from spieltisch.app.workshop import at_table
from spieltisch.app.workshop.state import AskAgain, BotEnded, BotHeard, StandIn, WorkshopScreen
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.live import codes
from spieltisch.play import record_link as records
from spieltisch.play.code_text import has_link
from spieltisch.play.codec import LinkError
from spieltisch.play.link_text import has_any_link, links_in
from spieltisch.play.match import Match, may_browse
from spieltisch.play.own_jobs import SUFFIX
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.study_text import is_study
from spieltisch.play.summary import MatchId
from spieltisch.table import SetupError


def update(session: Session, message: Message) -> Result:
    """The session after a message, and what the shell has to do about it."""
    screen = session.screen
    if session.visit.is_whole:
        after, effects = _whole_update(session, message)
    else:
        after, effects = _part_update(session, message)
    after, more = SCREENS[type(screen)].afterwards(after, screen, message)
    effects = (*effects, *more)
    if after.aside is not None:
        from spieltisch.app.workshop.aside import go_on

        after, more = go_on(after, message)
        effects = (*effects, *more)
    for one in effects:
        if isinstance(one, Go):
            after = replace(after, address=one.link)
    return after, effects


def _part_update(session: Session, message: Message) -> Result:
    """As long as not all of the Python has come: what needs the rest waits for it."""
    if isinstance(message, messages.Navigate):
        if is_late(message.link):
            return waiting.leave_for(session, Modules(), message)
    elif message.traits.is_late:
        if not isinstance(message, ImportFiles | TakeCode):
            return waiting.wait_here(session, Modules(), message)
        owner = Owner.FILES if isinstance(message, ImportFiles) else Owner.PERSON
        return waiting.wait(session, Modules(), message, owner)
    after, effects = _whole_update(session, message)
    if not after.visit.is_whole and type(after.screen).__module__.split(".")[2] in LATE:
        # What is shown next has to be here.
        return waiting.wait(session, Modules(), message)
    return after, effects


def _whole_update(session: Session, message: Message) -> Result:
    before = session
    may_miss = isinstance(message, Came | messages.PartMissing) and session.device.build
    if may_miss and message.misses_part and waiting.is_heard(session, message):
        # Why it is missing is known before anybody is told that it is.
        session, effects = waiting.wait(session, HostBuild(), message, Owner.PAGE)
    else:
        session, effects = _heard(session, message)
    if session.live is None:
        # Nobody is to be told of what is reported, and nothing comes from anybody.
        effects = tuple(one for one in effects if not isinstance(one, Report))
        if session.waits:
            session = _without_line(session)
    else:
        from spieltisch.app.together.update import answer

        was, reported = _with_table(before), effects
        session, effects = _at_home(session, lambda there: answer(was, there, message, reported))
    if session.deletions or session.library.removed or session.damage.removed:
        session, more = deleting.settled(session)
        effects = (*effects, *more)
    if session.failed is not None:
        session = at_table.with_failure(before, session)
    if session.home is not None and (session.tried or session.table is None):
        session, more = _with_tried(before, session, session.home)
        effects = (*effects, *more)
    session = _with_news(before, session)
    if session.settings.hearing in WAITED_FOR:
        session = _with_speech(before, session, message)
    return _with_moves_to_draw(before, session), effects


def _with_table(session: Session) -> Session:
    """The session with the table on screen, also where something is tried out in its match."""
    return session if session.home is None else replace(session, screen=session.home)


def _at_home(session: Session, run: Callable[[Session], Result]) -> Result:
    """What ``run`` does to the table of the match in which something may be tried out."""
    if session.home is None or session.table is not None:
        return run(session)
    from spieltisch.app.study.trying import at_home

    return at_home(session, run)


def _with_tried(before: Session, session: Session, home: TableScreen) -> Result:
    """The session with a note of what is tried out now; or with what was, once its match comes on
    the table."""
    if session.table is None:
        if session.screen is before.screen:
            return session, ()
        from spieltisch.app.study.trying import noted

        return noted(session), ()
    is_here = before.table is not None and before.table.match_id == home.match_id
    if is_here or session.tried_in(home.match_id) is None:
        return session, ()
    if not session.visit.is_whole:
        return waiting.wait(session, Modules(), messages.TakeUp(), Owner.SCREEN)
    return _taken_up(session)


def _taken_up(session: Session) -> Result:
    """What was tried out in the match on the table is there again. Where everybody has to get ready
    first, the match itself comes."""
    table = session.table
    text = None if table is None else session.tried_in(table.match_id)
    if table is None or text is None or table.timing.gate is not None:
        return session, ()
    from spieltisch.app.study.trying import taken_up

    return taken_up(session, table, text), ()


def _pasted_link(message: ImportFiles | TakeCode) -> str | None:
    """The link that a pasted text has, if it is to be followed: matches are imported, and codes are
    taken, where that is asked for."""
    match message:
        case ImportFiles((("", text),)) if not text.lstrip().startswith(("{", "[")):
            here = records.PLACE
        case TakeCode(text):
            here = codes.PLACE
        case _:
            return None
    if not has_any_link(text) or has_link(text, here):
        return None
    try:
        return understood(text)[0]
    except (LinkError, SetupError):
        return next(links_in(text), None)


def _handled(session: Session, message: Message) -> Result:
    if isinstance(message, ImportFiles | TakeCode):
        link = _pasted_link(message)
        if link is not None:
            session, effects = navigate(session, link, message.at_ms)
            return session, (Go(link), *effects)
    if isinstance(message, ImportFiles) and not session.visit.is_read:
        # It is compared with all that is kept, and what is there already comes in place of nothing.
        return waiting.wait(session, AllRead(), message, Owner.FILES)
    if isinstance(message, LiveMessage):
        if not session.visit.is_whole:
            # Nobody is connected, nor has been.
            return session, ()
        from spieltisch.app.together.update import update as live_update

        return _at_home(session, lambda there: live_update(there, message))
    if isinstance(message, DamageMessage):
        return damaged.update(session, message)
    return _updated(session, message)


def _heard(session: Session, message: Message) -> Result:
    """The session after a message, and after those that screens have it hear in turn."""
    session, effects = _handled(session, message)
    if not any(isinstance(one, Hear) for one in effects):
        return session, effects
    done = list[Effect]()
    for one in effects:
        if isinstance(one, Hear):
            session, more = _heard(session, one.message)
            done += more
        else:
            done.append(one)
    return session, tuple(done)


def _without_line(session: Session) -> Session:
    waits = tuple(one for one in session.waits if one.owner is not Owner.LINE)
    return session if waits == session.waits else replace(session, waits=waits)


def _with_news(before: Session, session: Session) -> Session:
    """The session with its news to be heard, if there are any."""
    if session.settings.language != before.settings.language:
        # What was said before is not said again in another language.
        return replace(session, heard=None)
    news = session.screen.news
    if news == before.screen.news:
        return session
    heard = None if news is None else Heard(replace(session, heard=None))
    return replace(session, heard=heard, heard_count=session.heard_count + 1)


def _with_speech(before: Session, session: Session, message: Message) -> Session:
    """The session once it is known how long it takes to hear what a message has brought."""
    table, match = session.table, session.match
    if table is None or match is None or not hearing.waits(session, match):
        return session
    told = said(session.heard) if session.heard_count != before.heard_count else ""
    if session.shown_notice is not None and session.shown_notice != before.shown_notice:
        told = f"{told} {session.shown_notice.text(words_of(language_of(session)))}"
    return hearing.with_speech(session, message, told)


def _with_moves_to_draw(before: Session, session: Session) -> Session:
    """The session when another match has come on the table, or most lines of a long list of moves
    have changed: the last moves are drawn at once, and those before them bit by bit."""
    new = session.match
    if new is None or len(new.turns) <= DRAWN_AT_ONCE:
        return session
    table = session.table
    if table is None:
        return session
    was, old = before.table, before.match
    if was is not None and old is not None and was.match_id == table.match_id:
        changed = max(abs(old.shown - new.shown), abs(len(old.turns) - len(new.turns)))
        is_same = _told_by_all(before, old) == _told_by_all(session, new)
        if is_same and changed <= DRAWN_AT_ONCE:
            return session
    played = session.matches[table.match_id]
    return replace(session, undrawn=(table.match_id, max(0, len(played.turns) - DRAWN_AT_ONCE)))


def _told_by_all(session: Session, match: Match) -> tuple[object, ...]:
    """What every move of a list depends on: words, names, who is spoken to, and whether it can be
    looked at."""
    return session.settings.language, match.setup, addressed(match.people), may_browse(match)


def _updated(session: Session, message: Message) -> Result:
    """What means the same on every screen comes first; all else is the screen's."""
    match message:
        case messages.Navigate(link, at_ms):
            return navigate(session, link, at_ms)
        case messages.ReadOn(count):
            session, read = waiting.read_on(session, count)
            if read is None:
                return session, ()
            return _not_stuck(_follow(session, read.then, read.need))
        case Came():
            return _came(session, message)
        case messages.TellWait():
            return waiting.tell(session), ()
        case Command.FETCH_AGAIN:
            return waiting.again(session)
        case WithMatch():
            return restoring.taken(session, message, _receive)
        case OpenLinked():
            return open_linked(session, message)
        case messages.SetUp(setup):
            return session.on(SetupScreen(setup)), ()
        case messages.DrawOn(count):
            match_id, left = session.undrawn
            return replace(session, undrawn=(match_id, max(0, left - CHUNK * count))), ()
        case Command.STOP_READING:
            return _stop_waiting(session)
        case Command.DISMISS:
            return at_table.put_away(session), ()
        case messages.Tell(notice):
            return replace(session, notice=notice), ()
        case messages.Introduce(level, name):
            return replace(session, notice=Introduced(level, name)), ()
        case messages.Edit(thing=thing) if not _is_of_screen(session, thing):
            return keep_written(session, message)
        case messages.SetSetting("language", language) if language in LANGUAGES:
            return _speak(session, message)
        case messages.SetSetting():
            return _set(session, message)
        case SettingsChanged(settings):
            settings = replace(settings, language=session.settings.language)
            return replace(session, settings=settings), ()
        case KeyLabelsLoaded(labels):
            return _on_device(session, key_labels=labels), ()
        case KeyShown(code, label):
            return preferences.learn(session, code, label)
        case messages.WorkerChanged(state):
            return _on_device(session, worker=state), ()
        case messages.PartMissing(usual):
            return part_missing(session, usual), ()
        case messages.OfflineChanged(state):
            return _on_device(session, offline=state), ()
        case messages.Notifying(state):
            # Who has closed the question without an answer is not asked again in this visit.
            is_asked_before = state is session.device.notifies is Permission.UNASKED
            return _on_device(session, notifies=Permission.DENIED if is_asked_before else state), ()
        case messages.SetClock(zero_ms, zone):
            return _on_device(session, zero_ms=zero_ms, zone=zone), ()
        case messages.Pause(at_ms):
            return _paused(session, at_ms), ()
        case messages.Resume(at_ms):
            return _resumed(session, at_ms), ()
        # What is kept.
        case kept.LibraryChanged():
            return restoring.library_changed(session, message)
        case kept.FoundLate():
            return restoring.found_late(session, message)
        case kept.ValuesChanged():
            return restoring.values_changed(session, message)
        case kept.StorageWorks():
            return restoring.storage_works(session), ()
        case kept.RenameMatch():
            return matches.rename(session, message)
        case kept.DeleteMatches(ids):
            session, farewell = _left_before(session, ids)
            session, effects = matches.delete(session, message)
            return session, (*farewell, *effects)
        case Command.UNDO_DELETE:
            if deleting.is_seen(session):
                return SCREENS[type(session.screen)].update(
                    session, session.screen, Command.KEEP_AGAIN
                )
            return deleting.undo(session)
        case Command.LET_GO:
            return replace(session, deletions=()), ()
        case kept.NotKept(ids):
            return restoring.not_kept(session, ids), ()
        case Command.DELETE_DAMAGED:
            return deleting.delete_damage(session)
        case BotHeard() | BotEnded() if session.match is not None:
            return at_table.told(session, message)
        case AskAgain():
            return at_table.ask_again(session), (Focus("board"),)
        case StandIn(at_ms):
            return at_table.play_on(session, at_ms), (Focus("board"),)
        case Command.STUDY if session.match is not None:
            from spieltisch.app.study.update import study_match

            return study_match(session)
        case messages.StudyFrom(setup, into):
            from spieltisch.app.study.update import study_from

            return study_from(session, setup, into)
        case Command.TRY_OUT | ShowVariation() | ShowBetter() if session.table is not None:
            from spieltisch.app.study.trying import try_out

            return try_out(session, session.table, message)
        case messages.TakeUp():
            return _taken_up(session)
        case LockChanged() | RestoreReview() if session.table is None and session.home is not None:
            # What is told of the table beneath leaves what is tried out where it is.
            return _at_home(session, lambda there: _updated(there, message))
        case OpenStudy() | KeepStudy() | FollowStudy():
            from spieltisch.app.study.update import go_on

            return go_on(session, message)
        case TakeDeal():
            from spieltisch.app.puzzle.dealt import taken

            return taken(session, message)
        case messages.SaveKept() if not session.visit.is_read:
            # A file that lacks what was not read yet is taken for all that there is.
            return waiting.wait(session, AllRead(), message, Owner.FILES)
        case messages.SaveKept(what, arg):
            return session, (GiveKept(what, arg),)
        case messages.ImportMatches():
            from spieltisch.app.files.screen import begin

            return begin(session, message)
        case ImportFiles(sources) if sources and all(_is_study(*source) for source in sources):
            from spieltisch.app.study.update import open_studies

            return open_studies(session, [text for _, text in sources])
        case ImportFiles(sources) if _game_of_decks(sources):
            return _take_decks(session, message)
        case ImportFiles(sources) if sources and _is_for_import(session, sources):
            from spieltisch.app.files.screen import begin

            return begin(session, message)
        # Live play, and puzzles that have come.
        case Command.STOP_LIVE if session.live is None:
            return session, ()
        case Command.STOP_LIVE:
            from spieltisch.app.together.joining import leave

            return leave(session)
        case EditPosition():
            from spieltisch.app.editor.update import edit_position

            return edit_position(session)
    return SCREENS[type(session.screen)].update(session, session.screen, message)


def _speak(session: Session, message: messages.SetSetting) -> Result:
    """Another language is spoken once its words are here: the one that was chosen last."""
    language = message.value
    awaited = (one for one in session.waits if isinstance(one.need, Catalogue))
    session = waiting.without(session, *awaited)
    if language in session.visit.languages:
        return _set(session, message)
    owner = Owner.LIBRARY if message.is_kept else Owner.CHOICE
    return waiting.wait(session, Catalogue(language), message, owner)


def _set(session: Session, message: messages.SetSetting) -> Result:
    settings = session.settings.with_field(message.field, message.value)
    if message.is_kept:
        return replace(session, settings=settings), ()
    return with_settings(session, settings)


def _left_before(session: Session, ids: tuple[MatchId, ...]) -> Result:
    """A match that is played live is left before it is deleted: it comes back as one that has been
    left, of which nothing leads to the others any more."""
    live, home = session.live, session.home
    is_on_table = live is not None and home is not None and home.match_id == live.match_id
    if live is None or live.match_id not in ids or is_on_table:
        return session, ()
    from spieltisch.app.together.joining import leave

    return leave(session)


def _is_of_screen(session: Session, thing: str) -> bool:
    return not thing or thing.partition("/")[0] == session.screen.thing


def _is_study(name: str, text: str) -> bool:
    """Whether a file is a study; a bot may have one in its texts."""
    return not name.endswith(SUFFIX) and is_study(text)


def _game_of_decks(sources: tuple[tuple[str, str], ...]) -> str:
    """The game of which all files are decks; empty if they are none."""
    games = {game_of_file(text) for _, text in sources}
    return games.pop() if len(games) == 1 else ""


def _take_decks(session: Session, message: ImportFiles) -> Result:
    """Files of decks, given on any screen, become decks on their own."""
    from spieltisch.app.deck.screen import take

    game, effects = _game_of_decks(message.sources), tuple[Effect, ...]()
    if not isinstance(session.screen, DeckScreen) or session.screen.deck.game != game:
        link = f"#/deck/{game}"
        session, effects = navigate(session, link, message.at_ms)
        effects = (Go(link), *effects)
    session, more = take(session, message)
    return session, (*effects, *more)


def _is_for_import(session: Session, sources: tuple[tuple[str, str], ...]) -> bool:
    """Whether files hold what is kept, not what is made on the screen; what is pasted there beside
    the fields is a match."""
    has_own = isinstance(session.screen, WorkshopScreen | DeckScreen)
    return not has_own or all(not name for name, _ in sources)


def _receive(session: Session, match_id: MatchId, sent: LinkedMatch) -> Result:
    """A match that is kept, and what a link or a host has sent of it."""
    if session.live is None:
        return by_link.receive(session, match_id, sent)
    from spieltisch.app.together import welcomed

    return welcomed.receive(session, match_id, sent)


def _came(session: Session, answer: Came) -> Result:
    """What was waited for is there: what follows is done."""
    session, follow = waiting.came(session, answer)
    effects: tuple[Effect, ...] = ()
    for then in follow:
        session, more = _follow(session, then, answer.need)
        effects = (*effects, *more)
        if then is not None and then.misses_part and session.device.host is HostState.NEWER:
            session = replace(session, visit=replace(session.visit, is_newer_told=True))
    return _not_stuck((session, effects))


def _not_stuck(result: Result) -> Result:
    """What followed upon a wait; to the start, if it came to nothing and had taken the place of the
    wait for what the address leads to."""
    session, effects = result
    is_awaited = any(one.owner is Owner.PERSON for one in session.waits)
    if is_awaited or not isinstance(session.screen, WaitScreen):
        return result
    session, more = _to_start(session)
    return session, (*effects, *more)


def _follow(session: Session, then: Message | None, need: Need) -> Result:
    """Do what something was waited for; what cannot be ends as an address to it would."""
    if then is None:
        return session, ()
    try:
        return _handled(session, then)
    except (LinkError, SetupError) as error:
        game = need.work.game if isinstance(need, Replaying) else ""
        return refused(session, error, game)


def _stop_waiting(session: Session) -> Result:
    """A person wants to wait no more. Where the address has led away from what was there, that is
    to the start; a host whose match is awaited is left."""
    wait = waiting.shown(session)
    if wait is None:
        return session, ()
    session = waiting.given_up(session, wait)
    if wait.owner is Owner.LINE:
        from spieltisch.app.together.joining import hang_up

        return hang_up(session)
    if isinstance(session.screen, WaitScreen):
        return _to_start(session)
    return session, (Focus("board" if session.match is not None else "main"),)


def _to_start(session: Session) -> Result:
    """Nothing comes of what the address leads to."""
    return session.on(StartScreen()), (Go("#/", replaces=True), Focus("main"))


def _on_device(session: Session, **changes: Any) -> Session:
    return replace(session, device=replace(session.device, **changes))


def _paused(session: Session, at_ms: float) -> Session:
    """The page is hidden: clocks and bots stop, unless somebody on another device waits."""
    if session.device.hidden_since_ms is not None:
        return session
    session = _on_device(session, hidden_since_ms=at_ms)
    screen, match = session.table, session.kept_match
    if screen is None or (match is not None and match.runs_unseen):
        return session
    timing = screen.timing.paused(at_ms).not_counting()
    return session.on(replace(screen, timing=timing, playback_ms=None))


def _resumed(session: Session, at_ms: float) -> Session:
    """The page is seen again: all goes on where it stopped, as if no time had passed."""
    screen = session.table
    if session.device.hidden_since_ms is None:
        return session
    session = _on_device(session, hidden_since_ms=None)
    # Behind a gate, time waits until people are ready.
    is_gated = screen is not None and screen.timing.gate is not None
    return session if screen is None or is_gated else session.on(clocks.going_on(screen, at_ms))
