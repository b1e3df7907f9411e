"""The running page: it starts, listens, and shows the session after each message."""

import gc
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from secrets import choice, token_hex
from typing import TYPE_CHECKING, Any

from spieltisch.app.board.clocks import running_seat_clock
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import Answered, Progressed
from spieltisch.app.board.scene import running_clock
from spieltisch.app.board.sounds import turn_sounds
from spieltisch.app.board.thinking import may_ask_soon, wanted_thought
from spieltisch.app.core.dates import parse_zone
from spieltisch.app.core.effects import (
    Animate,
    Clear,
    CopyLink,
    Discard,
    Effect,
    Fetch,
    Focus,
    Forget,
    GiveKept,
    GiveText,
    Go,
    Keep,
    SaveFile,
    SetAside,
    StorageEffect,
)
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import (
    Command,
    DrawOn,
    ImportFiles,
    Navigate,
    PartMissing,
    Pause,
    ReadOn,
    Resume,
    SaveKept,
    SetClock,
    SetSetting,
    TellWait,
    WorkerChanged,
)
from spieltisch.app.core.notice import FaultNotice
from spieltisch.app.core.session import DIGITS, Device, Session, Visit
from spieltisch.app.core.table import format_tried, parse_tried
from spieltisch.app.core.waiting import is_replayed, is_told, shown, turns_of
from spieltisch.app.core.waits import (
    AllRead,
    Came,
    Catalogue,
    Examples,
    HostBuild,
    Modules,
    Need,
    OwnersFile,
    PuzzlePack,
    Replaying,
    Stored,
    WaitScreen,
    Written,
)
from spieltisch.app.fault.screen import fault_page
from spieltisch.app.fault.state import failed, is_elsewhere
from spieltisch.app.puzzle.state import PuzzleScreen, contest_clock
from spieltisch.app.screens import awaits_people, page_of, title_of
from spieltisch.app.together.messages import (
    KNOWN_LINES,
    CarryLine,
    LiveEffect,
    TellRoom,
    known_lines,
)
from spieltisch.app.update import update
from spieltisch.app.workshop.at_table import asked_bot
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import Light
from spieltisch.kit.words import LANGUAGES, Words, is_loaded, words_of
from spieltisch.play.match import Match
from spieltisch.play.service import SearchAnswer
from spieltisch.shell.address import Address
from spieltisch.shell.animation import (
    ClockFace,
    SeatClockFace,
    Settling,
    follow_up,
    is_still,
    travel,
)
from spieltisch.shell.attention import Attention
from spieltisch.shell.deeds import DEEDS, OF_ALL, Doers
from spieltisch.shell.dom import DrawnPage, Patch, can_connect, page_ms, proxy, relays
from spieltisch.shell.faults import Faults
from spieltisch.shell.files import Files, save_text
from spieltisch.shell.keeper import Keeper, read_values
from spieltisch.shell.keyboard import ShoutMarks
from spieltisch.shell.late_screens import LateScreens
from spieltisch.shell.listeners import Listeners
from spieltisch.shell.move_list import MoveList
from spieltisch.shell.offline import Offline, Updates
from spieltisch.shell.pacer import LOOK_MS, Alarm, Pacer, SpareTime, answer_pings
from spieltisch.shell.sharing import Sharing, preparations
from spieltisch.shell.site_files import (
    QR_CODES,
    Catalogues,
    Element,
    HostWatch,
    Packs,
    is_one_file,
    shows_codes,
    site_of,
)
from spieltisch.shell.sound import Sounds
from spieltisch.shell.storage import (
    GIVEN,
    LAST_VIEW,
    TRIED,
    Database,
    Lasting,
    Storage,
    StorageError,
)
from spieltisch.shell.thinker import EDITOR, StartWorker, Thinker, Workbench, shows_editor
from spieltisch.shell.warmup import TO_ANSWER, TO_KEEP, CompiledBuild, Effort, WarmUp
from spieltisch.table import Turn

if TYPE_CHECKING:
    # These come late (LATE in app/screens.py).
    from spieltisch.shell.lines import Lines
    from spieltisch.shell.relay import RelayEnd

CALM_MS = 3000.0
"""A person who has done nothing for this long may be thinking: time to start the worker."""

VISIT_LENGTH = 8
"""How many characters of an id come from the visit; see Visit."""

TURNS_AT_ONCE = 10
"""How many turns of a long match are replayed without a look at the clock."""

CHUNKS_AT_ONCE = 2
"""How many chunks of a long list of moves are drawn without a look at the clock."""

PASSING_MS = 8000.0
"""How long a notice stays that only reports success."""

UNDO_MS = 30_000.0
"""How long what was deleted can be brought back."""

PATIENCE_MS = 400.0
"""How long what is awaited may take to come before the page says that it does."""

WRITING = (Keep, Forget, Discard, SetAside)
"""What is carried out before anything is drawn: a turn that was played is kept, whatever else may
fail."""


class App:
    """One page: the only place where a session is held and changed."""

    def __init__(
        self,
        window: Any,
        patch: Patch,
        kept: Any,
        catalogues: Any,
        zone: Callable[[], str],
        start_worker: StartWorker,
        fetch_late: Callable[[], Any],
    ) -> None:
        self._window = window
        self._zone = zone
        self._document = window.document
        self._page = DrawnPage(window.document.getElementById("app"), patch)
        self._storage = Storage(window, kept.text_name(""))
        self._tab = Storage(window, kept.text_name(""), "sessionStorage")
        self._database = Database(kept)
        self._keeper = Keeper(self._storage, self._database, self.send)
        self._faults = Faults(window, self._storage, self._tell_fault)
        self._has_new_fault = False
        self._given: ImportFiles | None = None
        """What the page was given to read, while a part of it is missing that reads it."""
        self._drawn: Session | None = None
        """The session as it could be drawn last."""
        self._address = Address(window, self.send, self._tab)
        self._has_shown = self._is_listening = self._had_live = False
        self._host = HostWatch(window, self.send, self._take)
        self._elements = (
            Element(window, QR_CODES, shows_codes),
            Element(window, EDITOR, shows_editor),
        )
        self._packs = Packs(window, self._take)
        self._late_screens = LateScreens(fetch_late, lambda there: self._take(Modules(), there))
        self._workbench = Workbench(window, self.send, self._take)
        self._catalogues = Catalogues(catalogues, self.send, self._take)
        self._session = Session()
        self._thinker = Thinker(
            start_worker,
            lambda answer: self.send(Answered(answer, page_ms(window))),
            self._note_progress,
            lambda state: self.send(WorkerChanged(state)),
            lambda: self.send(PartMissing()),
        )
        self._alarm = Alarm(window, self)
        self._passing: Any = None
        self._on_passed = proxy(lambda *_: self.send(Command.DISMISS))
        self._undoing: Any = None
        self._on_let_go = proxy(lambda *_: self.send(Command.LET_GO))
        self._patience: Any = None
        self._awaited: Message | None = None
        self._on_impatience = proxy(lambda *_: self.send(TellWait()))
        self._turn_to_show: tuple[str, Turn] | None = None
        self._on_frame = proxy(self._show_turn)
        self._is_drawing = False
        self._late: list[tuple[Message, bool]] = []
        self._on_late = proxy(self._send_late)
        self._on_fault = proxy(self._show_fault)
        self._clock = ClockFace(window)
        self._seat_clock = SeatClockFace(window)
        self._settling = Settling(window, self._tell_end)
        self._unseen: Match | None = None
        """The match whose last turn is still seen: until then nothing on the page tells its end."""
        self._sounds = Sounds(window, lambda: self.send(PartMissing()))
        self._move_list = MoveList(window)
        self._shout_marks = ShoutMarks(window.document)
        self._document_set = ("", "", "", "")
        self._attention = Attention(window, self)
        self._name_of = kept.name_of
        self._files = Files(window, self, self._database, self._storage)
        self._reading = Pacer(window, self._read_on, self.show_now)
        self._drawing = Pacer(window, self._draw_on)
        self._lasting = Lasting(window, self._storage, self)
        self._sharing = Sharing(window, self)
        self._updates = Updates(window, self.send)
        self._doers = Doers(
            host=self,
            sharing=self._sharing,
            files=self._files,
            updates=self._updates,
            attention=self._attention,
            faults=self._faults,
        )
        self._offline = Offline(window, self.send)
        self._spare_times: tuple[SpareTime, ...] = ()

    def start(self) -> None:
        """Start the page; once this returns, it responds to input."""
        # Imported modules stay: the garbage collector need not look at them.
        gc.freeze()
        language, wanted = self._catalogues.begin()
        values = read_values(self._storage, self._database, int(self._window.Date.now()))
        settings = replace(values.settings, language=language)
        device = Device(
            secret=token_hex(16),
            site=site_of(self._window),
            is_one_file=is_one_file(self._window),
            can_connect=can_connect(self._window),
            relays=relays(self._window),
            is_still=is_still(self._window),
            megabytes=self._offline.megabytes,
            build=self._host.build,
        )
        visit_id = "".join(choice(DIGITS) for _ in range(VISIT_LENGTH))
        are_there, has_read = self._late_screens.are_there, self._keeper.has_read
        spoken = frozenset(filter(is_loaded, LANGUAGES))
        visit = Visit(visit_id, is_whole=are_there, is_read=has_read, languages=spoken)
        self._session = Session(
            settings=settings,
            kept=values.kept,
            device=device,
            visit=visit,
            tried=parse_tried(self._tab.read(TRIED)),
            known_lines=known_lines(self._tab.read(KNOWN_LINES)),
        )
        self._faults.listen()
        self._set_clock()
        self._keeper.begin(page_ms(self._window), values.settings, language)
        for told in values.damage:
            self.send(told, shows=False)
        self._address.follow(page_ms(self._window))
        chosen = values.settings.language
        if chosen in LANGUAGES and chosen != wanted:
            # The copy of the settings by which the page began is older: the browser was killed.
            self.send(SetSetting("language", chosen, is_kept=True))
        elif language != wanted:
            self._catalogues.tell_missing(wanted)
        self._take_given()
        if self._document.visibilityState == "hidden":
            self.send(Pause(page_ms(self._window)))
        self._document.addEventListener("visibilitychange", proxy(self._on_visibility))
        listeners = Listeners(self._window, self._document, self)
        listeners.listen()
        listeners.listen_to_window()
        self._files.listen()
        self._updates.listen()
        self._attention.listen()
        self._host.listen()
        self._offline.begin(settings.offline)
        self._lasting.begin()
        answer_pings(self._window)
        self._is_listening = True
        wait = shown(self._session)
        if self._has_shown or wait is None or not isinstance(wait.need, Modules | PuzzlePack):
            self._tell_ready()
        to_share = preparations(lambda: self._session.kept_match)
        self._spare_times = tuple(
            SpareTime(self._window, one) for one in (self._preparations(), to_share, self._ahead())
        )

    @cached_property
    def _lines(self) -> "Lines":
        """The ends of lines to other browsers, once this page plays live."""
        from spieltisch.shell.lines import Lines

        return Lines(self._window, self.send, self._name_of, self._tab)

    @cached_property
    def _relay(self) -> "RelayEnd":
        """The end at a relay, as for ``_lines``."""
        from spieltisch.shell.relay import RelayEnd

        return RelayEnd(self._window, self.send, lambda *line: self._lines.carry(*line), self._take)

    def _tell_ready(self) -> None:
        self._document.documentElement.dataset.state = "ready"

    @property
    def session(self) -> Session:
        return self._session

    def send(self, message: Message, *, shows: bool = True) -> None:
        """Let a message change the session, show the result and carry out the effects."""
        if self._is_drawing:
            # A field that goes from the page tells what was typed into it.
            self._late.append((message, shows))
            return
        if isinstance(message, ImportFiles):
            self._given = message
            self._keeper.tell_all()
        if isinstance(message, Navigate):
            # The clock may have been set, and the device may have come to another time zone.
            self._set_clock()
        told = self._alarm.with_sleep(message)
        if len(told) > 1:
            self._set_clock()
        for each in told:
            self._take_in(each, shows=shows)

    def _send_late(self, *_: Any) -> None:
        late, self._late = self._late, []
        for message, shows in late:
            self.send(message, shows=shows)

    def _take_in(self, message: Message, *, shows: bool) -> None:
        before = self._session
        has_failed = False
        effects: tuple[Effect, ...] = ()
        try:
            self._session, effects = update(before, message)
        except Exception as error:
            has_failed = True
            self._faults.note(type(message).__name__, error)
            self._session = failed(before, message)
        for effect in effects:
            if isinstance(effect, WRITING):
                self._guarded(self.carry_out, effect)
            elif isinstance(effect, Animate):
                self._guarded(self._hold_end, effect)
        # A held call changes nothing else on screen, and drawing would delay the next call.
        self._guarded(self._shout_marks.follow, message, self._session.calls_held)
        if self._session.shown_notice is not before.shown_notice:
            self._window.clearTimeout(self._passing)
            notice = self._session.shown_notice
            if notice is not None and notice.is_passing:
                self._passing = self._window.setTimeout(self._on_passed, PASSING_MS)
        if self._session.deletions != before.deletions:
            self._window.clearTimeout(self._undoing)
            if self._session.deletions:
                self._undoing = self._window.setTimeout(self._on_let_go, UNDO_MS)
        if self._session.tried is not before.tried:
            self._guarded(self._keep_tried)
        if isinstance(message, Navigate):
            # What was there before cannot stay in the place of what cannot be drawn.
            self._drawn = None
        if has_failed or (shows and self._session is not before):
            self._guarded(self._show_since, before)
        for effect in effects:
            if not isinstance(effect, WRITING):
                self._guarded(self.carry_out, effect)
        if shows and not isinstance(self._session.screen, WaitScreen):
            self._guarded(self._address.settle)
        for follow in (
            self._sounds.follow,
            self._keeper.follow,
            self._files.follow,
            self._follow_work,
            self._follow_wait,
            self._workbench.follow,
            self._follow_relay,
            self._think,
            self._lasting.follow,
        ):
            self._guarded(follow, self._session)
        self._guarded(self._offline.follow, self._session.settings.offline)
        # A clock that fails is tried again, but not at once and for ever.
        self._guarded(self._alarm.follow, self._session, LOOK_MS if has_failed else 0.0)
        if shown(self._session) is None:
            self._given = None
        for spare_time in self._spare_times:
            spare_time.put_off()
        self._show_fault()

    def _tell_fault(self) -> None:
        """Say that something has failed which no message has led to. The page may be drawn just
        now."""
        self._has_new_fault = True
        self._window.setTimeout(self._on_fault, 0)

    def _show_fault(self, *_: Any) -> None:
        if self._has_new_fault:
            self._has_new_fault = False
            self._session = replace(self._session, notice=FaultNotice())
            self._guarded(self.show_now)

    def _guarded(self, do: Callable[..., object], *args: object) -> None:
        """Do one of the things that a message leads to: if it fails, the others are done all the
        same, and a person is told once."""
        try:
            do(*args)
        except Exception as error:
            doing = getattr(do, "__qualname__", str(do))
            self._has_new_fault |= self._faults.note(doing, error)

    def _keep_tried(self) -> None:
        # A tab that may keep nothing forgets it with a reload.
        with suppress(StorageError):
            self._tab.write(TRIED, format_tried(self._session.tried))

    def _follow_work(self, session: Session) -> None:
        self._reading.follow(is_wanted=turns_of(session) is not None)
        self._drawing.follow(is_wanted=session.is_drawing)

    def _follow_relay(self, session: Session) -> None:
        if session.live is not None or self._had_live:
            self._relay.follow(session)
        self._had_live = session.live is not None

    def _think(self, session: Session) -> None:
        is_own = asked_bot(session) is not None
        self._thinker.want(None if is_own else wanted_thought(session))

    def _read_on(self, _: float) -> bool:
        """Replay some turns; what the match is wanted for then has a step of its own, and is shown
        before the focus goes there."""
        self.send(ReadOn(TURNS_AT_ONCE), shows=is_replayed(self._session))
        return not is_replayed(self._session)

    def _draw_on(self, _: float) -> bool:
        self.send(DrawOn(CHUNKS_AT_ONCE))
        return True

    def show_now(self) -> None:
        self._show_since(self._session)

    def _show_since(self, before: Session) -> None:
        if not self._session.calls_held and not self._keeps_view():
            self._show()

    def _keeps_view(self) -> bool:
        """Whether what is on screen stays while something is awaited, so that nothing flashes: for
        PATIENCE_MS, but the first view until a match is there, unless that is long."""
        wait = shown(self._session)
        if wait is None or not isinstance(self._session.screen, WaitScreen):
            return False
        is_match = isinstance(wait.need, Replaying | Stored)
        is_first = is_match and not wait.is_long and not self._has_shown
        return is_first or not is_told(wait)

    def _follow_wait(self, session: Session) -> None:
        """Tell a person after a while that something is awaited."""
        wait = shown(session)
        awaited = None if wait is None or is_told(wait) else wait.then
        if awaited != self._awaited:
            self._awaited = awaited
            self._window.clearTimeout(self._patience)
            if awaited is not None:
                self._patience = self._window.setTimeout(self._on_impatience, PATIENCE_MS)

    def _take(self, need: Need, value: str | bool | None) -> None:
        """What was asked for is there, or cannot be had."""
        self.send(Came(need, value, page_ms(self._window)))

    def _fetch(self, need: Need) -> None:
        match need:
            case Stored():
                self._keeper.read(need, self._take)
            case AllRead():
                self._keeper.tell_read(need, self._take)
            case Written():
                self._keeper.tell_written(need, self._take)
            case PuzzlePack():
                self._packs.fetch(need)
            case Examples():
                self._workbench.fetch_examples(need)
            case Modules():
                self._late_screens.ask()
            case OwnersFile():
                self._relay.read_file(need)
            case Catalogue():
                self._catalogues.fetch(need)
            case HostBuild():
                self._host.ask(need)

    def _preparations(self) -> Iterator[float | None]:
        """The steps for SpareTime: they make later presses quick, and load the sounds."""
        yield from self._keeper.read_on()
        self._sounds.load()
        yield 0.0
        while self._session.table is None:
            yield None
        compiled = CompiledBuild(self._window, self._storage)
        is_quick = yield from self._warm_up(TO_ANSWER)
        if is_quick and compiled.is_wanted:
            yield from self._warm_up(TO_KEEP)
            compiled.note()
        # Objects made by these steps stay, too: the collector need not look at them again.
        gc.collect()
        gc.freeze()
        yield CALM_MS
        while not may_ask_soon(self._session):
            yield None
            yield CALM_MS
        # Starting a worker takes all of a small machine, so that presses would wait.
        self._thinker.prepare()

    def _ahead(self) -> Iterator[float]:
        """Fetch what may be wanted without a network one day, once a person looks at something."""
        yield CALM_MS
        self._late_screens.load()

    def _warm_up(self, exercise: Effort) -> Generator[float, None, bool]:
        warm_up = WarmUp(self._window, self._session, self._page.copy(), exercise)
        return (yield from warm_up.steps())

    def _note_progress(self, answer: SearchAnswer) -> None:
        """Show the progress of a search that a person asked for; a bot's is not shown."""
        asked = wanted_thought(self._session)
        if asked is not None and not asked.level:
            self.send(Progressed(answer))

    @property
    def _words(self) -> Words:
        return words_of(self._session.settings.language)

    def _set_clock(self) -> None:
        zero_ms = self._window.Date.now() - page_ms(self._window)
        self.send(SetClock(zero_ms, parse_zone(self._zone())), shows=False)

    def _on_visibility(self, event: Any) -> None:
        """When the page is hidden, store its markup as the next visit's first view, and let no
        time pass until it is visible again."""
        if self._document.visibilityState != "hidden":
            self._set_clock()
            self.send(Resume(page_ms(self._window)))
            return
        self._address.leave()
        self.send(Pause(page_ms(self._window)))
        view = {
            "hash": self._window.location.hash,
            "language": self._session.settings.language,
            "html": self._page.root.innerHTML,
        }
        # Without room for it the next start only looks slower.
        with suppress(StorageError):
            self._storage.write(LAST_VIEW, json.dumps(view))

    # ----------------------------------------------------------------- effects

    def carry_out(self, effect: Effect) -> None:
        if isinstance(effect, StorageEffect):
            self._keeper.carry_out(effect)
            return
        match effect:
            case Fetch(need):
                self._fetch(need)
            case TellRoom(text):
                self._relay.say(text)
            case CarryLine():
                self._relay.carry(effect)
            case LiveEffect():
                self._lines.carry_out(effect)
            case Go(link, replaces):
                self._address.set(link, replaces=replaces)
            case Focus(node_id):
                node = self._document.getElementById(node_id)
                if node:
                    # A board is focused by its one tab stop.
                    (node.querySelector("[data-site][tabindex='0']") or node).focus()
            case Clear(node_id):
                field = self._document.getElementById(node_id)
                if field:
                    field.value = ""
            case GiveKept(what, arg):
                DEEDS[what](self._doers, arg)
            case SaveFile(name, text):
                save_text(self._window, text, name)
            case GiveText(text, what):
                self._sharing.give_text(text, what)
            case CopyLink(link, what):
                self._sharing.give(self._session.device.site + link, what, is_sent=False)
            case Animate(turn, is_new):
                self._animate(turn, is_new=is_new)

    def _hold_end(self, shown: Animate) -> None:
        """Tell nothing of the end before the turn has been seen that has brought it."""
        match, has_motion = self._session.match, not shown.turn.is_tables
        is_end = shown.is_new and match is not None and match.is_over
        self._unseen = match if is_end and has_motion and not is_still(self._window) else None

    def _tell_end(self) -> None:
        """Tell how the match has ended, and sound it."""
        if self._unseen is not None:
            self._unseen = None
            self._guarded(self.show_now)
            self._guarded(self._sounds.close)

    def _animate(self, turn: Turn, *, is_new: bool) -> None:
        match = self._session.match
        if match is None:
            return
        self._sounds.note(turn_sounds(match, turn, is_new=is_new))
        # Starting an animation makes the browser restyle the whole page: finish the press first.
        if self._turn_to_show is None:
            self._window.requestAnimationFrame(self._on_frame)
        if self._document.visibilityState == "hidden" and awaits_people(self._session):
            self._sounds.call()
        # Begin before the first paint: the turn's outcome must not show before its motion.
        is_end = is_new and match.is_over
        self._settling.begin(is_end=is_end)
        if is_end:
            self._lasting.ask()
        self._turn_to_show = (match.setup.game, turn)

    def _show_turn(self, *_: Any) -> None:
        if self._turn_to_show is None:
            return
        game, turn = self._turn_to_show
        self._turn_to_show = None
        view, board = catalog.game_of(game).view, self._document.getElementById("board")
        # No game knows of the table's turns, and nothing moves on a board when one happens.
        is_still_turn = turn.is_tables or is_still(self._window)
        legs, lights, over_ms = 0, 0, 0.0
        try:
            legs = travel(self._window, board, () if is_still_turn else view.motions(turn))
            after = () if is_still_turn else view.after_motions(turn)
            over_ms = follow_up(self._window, board, after, legs)
            lights = sum(isinstance(part, Light) for part in after)
        finally:
            # Whatever fails, the end is told.
            self._settling.after(over_ms, lights, is_still=is_still_turn)
        self._sounds.play(legs, lights, holds_close=self._unseen is not None)

    def load_again(self) -> None:
        """Load the page anew, where it is. What was given to it to read comes along, if it could
        not be read yet as a part of the page was missing."""
        if self._given is not None:
            # Where there is no room for it, it has to be given once more.
            with suppress(StorageError):
                self._tab.write(GIVEN, json.dumps(self._given.sources))
        self._window.location.reload()

    def _take_given(self) -> None:
        """Take in what the page was given before it was loaded anew."""
        text = self._tab.read(GIVEN)
        if text is None:
            return
        self._tab.erase(GIVEN)
        with suppress(ValueError, TypeError):
            sources = tuple((str(name), str(content)) for name, content in json.loads(text))
            self.send(ImportFiles(sources, page_ms(self._window)))

    def give(self, what: str, arg: str) -> None:
        """Do what the shell does by itself: one of ``DEEDS``."""
        if what in OF_ALL:
            self._keeper.tell_all()
            self.send(SaveKept(what, arg))
        else:
            DEEDS[what](self._doers, arg)

    # --------------------------------------------------------------- showing

    def _show(self) -> None:
        self._has_shown = True
        if self._is_listening:
            # Where the page began with a wait.
            self._tell_ready()
        for element in self._elements:
            self._guarded(element.follow, self._session)
        self._guarded(self._set_document)
        self._is_drawing = True
        try:
            self._draw()
        finally:
            self._is_drawing = False
        if self._late:
            self._window.setTimeout(self._on_late)
        for follow in (self._show_address, self._show_clocks):
            self._guarded(follow, self._session)
        self._guarded(self._move_list.follow, self._session.looked_at)

    def _draw(self) -> None:
        page = self._page_to_show()
        try:
            self._page.show(page)
        except Exception as error:
            self._faults.note("patch", error)
            # All of it, as nothing is known of what the node holds now.
            self._page.show(page)

    def _page_to_show(self) -> Markup:
        """The page of the session. Where that cannot be drawn, what is on screen stays as it was
        and a notice says so; a person who wanted something else is told in its place."""
        session = self._session
        try:
            holds_end = self._unseen is not None and self._unseen is session.match
            page = page_of(session, holds_end=holds_end)
        except Exception as error:
            self._faults.note(f"view of {type(session.screen).__name__}", error)
        else:
            self._drawn = session
            return page
        drawn = self._drawn
        if drawn is not None and not is_elsewhere(session, drawn):
            with suppress(Exception):
                return page_of(replace(drawn, notice=FaultNotice()))
        return fault_page(session)

    def _show_address(self, session: Session) -> None:
        self._address.show(session.screen, has_task=session.on_screen(Exercise) is not None)

    def _show_clocks(self, session: Session) -> None:
        self._clock.show(running_clock(session))
        self._seat_clock.show(
            running_seat_clock(session) or contest_clock(session.on_screen(PuzzleScreen))
        )

    def _set_document(self) -> None:
        """Set the document's language, theme, title and who is connected, if any has changed: even
        setting the same language makes the browser restyle the whole page."""
        session = self._session
        settings, title = session.settings, title_of(session, self._words)
        wanted = (settings.language, settings.theme, session.peers, title)
        if wanted == self._document_set:
            return
        page, language = self._document.documentElement, LANGUAGES[settings.language]
        self._document_set = wanted
        page.lang, page.dir = language.tag, language.direction
        page.dataset.theme, page.dataset.peers, self._document.title = wanted[1:]
        self._attention.follow(session, title)
