"""The running page: it starts, listens, and shows the session after each message."""

import gc
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from secrets import choice, token_hex
from typing import TYPE_CHECKING, Any

from spieltisch.app.dates import parse_zone
from spieltisch.app.effects import (
    Animate,
    Clear,
    CopyLink,
    Effect,
    FetchExamples,
    FetchPack,
    FetchScreens,
    Focus,
    Go,
    SaveFile,
    StorageEffect,
)
from spieltisch.app.late.screen import AwaitedScreen
from spieltisch.app.match.clocks import running_seat_clock
from spieltisch.app.match.messages import Answered, Progressed
from spieltisch.app.match.scene import running_clock
from spieltisch.app.match.state import format_tried, parse_tried
from spieltisch.app.match.thinking import may_ask_soon, wanted_thought
from spieltisch.app.message import Message
from spieltisch.app.messages import (
    Command,
    DrawOn,
    Navigate,
    Pause,
    ReadOn,
    Resume,
    ScreensFetched,
    SetClock,
    WorkerChanged,
)
from spieltisch.app.puzzle.state import contest_clock
from spieltisch.app.reading import TO_TABLE, is_for, is_read, is_read_soon, long_one
from spieltisch.app.screens import is_called, page_of, title_of
from spieltisch.app.session import DIGITS, Device, Session, Visit
from spieltisch.app.sounds import turn_sounds
from spieltisch.app.together.messages import (
    KNOWN_LINES,
    KNOWN_ROOM,
    LiveEffect,
    TellRoom,
    known_lines,
    known_room,
)
from spieltisch.app.update import update
from spieltisch.app.workshop.at_table import asked_bot
from spieltisch.games import catalog
from spieltisch.kit.words import LANGUAGES, Words, words_of
from spieltisch.play.service import Answer
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
from spieltisch.shell.deeds import DEEDS, Doers
from spieltisch.shell.dom import DrawnPage, Patch, can_connect, has_relays, page_ms, proxy
from spieltisch.shell.files import Files, save_text
from spieltisch.shell.keeper import Keeper, read_values
from spieltisch.shell.keyboard import ShoutMarks
from spieltisch.shell.late_screens import LateScreens
from spieltisch.shell.listeners import Listeners
from spieltisch.shell.move_list import MoveList
from spieltisch.shell.offline import Offline, Updates
from spieltisch.shell.pacer import Alarm, Pacer, SpareTime, answer_pings
from spieltisch.shell.sharing import Sharing, preparations
from spieltisch.shell.site_files import Catalogues, Packs, QrCodes
from spieltisch.shell.sound import Sounds
from spieltisch.shell.storage import (
    LAST_VIEW,
    TRIED,
    Database,
    Storage,
    StorageError,
    ask_to_persist,
)
from spieltisch.shell.thinker import StartWorker, Thinker, Workbench
from spieltisch.shell.warmup import TO_ANSWER, CompiledBuild, Effort, WarmUp
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
"""As many chunks of a long list of moves are drawn."""

PASSING_MS = 8000.0
"""How long a notice stays that only reports success."""

PATIENCE_MS = 400.0
"""How long what is awaited may take to come before the page says that it does."""


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
        self._storage = Storage(window, kept.place)
        self._tab = Storage(window, kept.place, "sessionStorage")
        self._database = Database(kept)
        self._keeper = Keeper(self._storage, self._database, self.send)
        self._address = Address(window, self.send, self._tab)
        self._has_shown = self._is_listening = False
        self._qr_codes = QrCodes(window)
        self._packs = Packs(window, self.send)
        self._late_screens = LateScreens(fetch_late, lambda there: self.send(ScreensFetched(there)))
        self._workbench = Workbench(window, self.send)
        self._catalogues = Catalogues(window, catalogues, self.send)
        self._session = Session()
        self._thinker = Thinker(
            start_worker,
            lambda answer: self.send(Answered(answer, page_ms(window))),
            self._note_progress,
            lambda state: self.send(WorkerChanged(state)),
        )
        self._alarm = Alarm(window, self)
        self._passing: Any = None
        self._on_passed = proxy(lambda *_: self.send(Command.DISMISS))
        self._patience: Any = None
        self._is_patient = False
        self._on_impatience = proxy(self._lose_patience)
        self._turn_to_show: tuple[str, Turn] | None = None
        self._on_frame = proxy(self._show_turn)
        self._is_drawing = False
        self._late: list[tuple[Message, bool]] = []
        self._on_late = proxy(self._send_late)
        self._clock = ClockFace(window)
        self._seat_clock = SeatClockFace(window)
        self._settling = Settling(window)
        self._sounds = Sounds(window)
        self._move_list = MoveList(window)
        self._shout_marks = ShoutMarks(window.document)
        self._document_set = ("", "", "", "")
        self._attention = Attention(window, self)
        self._place = kept.place
        self._files = Files(window, self, self._database, self._storage)
        self._reading = Pacer(window, self._read_on, self.show_now)
        self._drawing = Pacer(window, self._draw_on)
        self._sharing = Sharing(window, self)
        self._updates = Updates(window, self.send)
        self._doers = Doers(self, self._sharing, self._files, self._updates, self._attention)
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
            site=self._window.location.href.partition("#")[0],
            can_connect=can_connect(self._window),
            has_relays=has_relays(self._window),
            is_still=is_still(self._window),
            megabytes=self._offline.megabytes,
        )
        visit = Visit("".join(choice(DIGITS) for _ in range(VISIT_LENGTH)))
        self._session = Session(
            settings=settings,
            kept=values.kept,
            device=device,
            visit=visit,
            tried=parse_tried(self._tab.read(TRIED)),
            known_lines=known_lines(self._tab.read(KNOWN_LINES)),
            known_room=known_room(self._tab.read(KNOWN_ROOM)),
        )
        self._set_clock()
        self._keeper.begin(page_ms(self._window))
        for told in values.damage:
            self.send(told, shows=False)
        self._address.follow(page_ms(self._window))
        if language != wanted:
            self._catalogues.tell_missing(wanted)
        if self._document.visibilityState == "hidden":
            self.send(Pause(page_ms(self._window)))
        self._document.addEventListener("visibilitychange", proxy(self._on_visibility))
        listeners = Listeners(self._window, self._document, self)
        listeners.listen()
        listeners.listen_to_window()
        self._files.listen()
        self._updates.listen()
        self._attention.listen()
        self._offline.begin(settings.offline)
        answer_pings(self._window)
        self._is_listening = True
        if self._has_shown or not isinstance(self._session.screen, AwaitedScreen):
            self._tell_ready()
        to_share = preparations(lambda: self._session.kept_match)
        self._spare_times = tuple(
            SpareTime(self._window, one) for one in (self._preparations(), to_share, self._ahead())
        )

    @cached_property
    def _lines(self) -> "Lines":
        """The ends of lines to other browsers, once this page plays live."""
        from spieltisch.shell.lines import Lines

        return Lines(self._window, self.send, self._place, self._tab)

    @cached_property
    def _relay(self) -> "RelayEnd":
        """The end at a relay, as for ``_lines``."""
        from spieltisch.shell.relay import RelayEnd

        return RelayEnd(self._window, self.send, self._tab)

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
        if self._catalogues.holds_back(message):
            return
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
        self._session, effects = update(before, message)
        # A held call changes nothing else on screen, and drawing would delay the next call.
        self._shout_marks.follow(message, self._session.calls_held)
        if self._session.notice is not before.notice:
            self._window.clearTimeout(self._passing)
            notice = self._session.notice
            if notice is not None and notice.is_passing:
                self._passing = self._window.setTimeout(self._on_passed, PASSING_MS)
        if self._session.tried is not before.tried:
            # A tab that may keep nothing forgets it with a reload.
            with suppress(StorageError):
                self._tab.write(TRIED, format_tried(self._session.tried))
        if shows and self._session is not before:
            self._show_since(before)
        for effect in effects:
            self.carry_out(effect)
        if shows and not self._session.screen.is_wait and not is_for(self._session, TO_TABLE):
            self._address.settle()
        self._sounds.follow(self._session)
        self._keeper.follow(self._session)
        self._offline.follow(self._session.settings.offline)
        self._alarm.follow(self._session)
        self._files.follow(self._session)
        self._reading.follow(is_wanted=bool(self._session.readings))
        self._drawing.follow(is_wanted=self._session.is_drawing)
        self._workbench.follow(self._session)
        if before.live is not None or self._session.live is not None:
            self._relay.follow(self._session)
        is_own = asked_bot(self._session) is not None
        self._thinker.want(None if is_own else wanted_thought(self._session))
        for spare_time in self._spare_times:
            spare_time.put_off()

    def _read_on(self, _: float) -> bool:
        """Replay some turns; what the match is wanted for then has a step of its own, and is shown
        before the focus goes there."""
        self.send(ReadOn(TURNS_AT_ONCE), shows=is_read(self._session))
        return not is_read(self._session)

    def _draw_on(self, _: float) -> bool:
        self.send(DrawOn(CHUNKS_AT_ONCE))
        return True

    def show_now(self) -> None:
        self._show_since(self._session)

    def _show_since(self, before: Session) -> None:
        if not self._session.calls_held and not self._keeps_view(before):
            self._show()

    def _keeps_view(self, before: Session) -> bool:
        """Whether what is on screen stays while something is awaited, so that nothing flashes: the
        first view until it is there, all else for PATIENCE_MS."""
        screen = self._session.screen
        if not screen.is_wait or long_one(self._session) is not None:
            return is_read_soon(self._session) and not self._has_shown
        if screen != before.screen:
            self._window.clearTimeout(self._patience)
            self._patience = self._window.setTimeout(self._on_impatience, PATIENCE_MS)
            self._is_patient = True
        # A failure is told at once, and so is that it is tried again.
        one_failed = any(
            isinstance(one, AwaitedScreen) and one.is_missing for one in (screen, before.screen)
        )
        return not one_failed and (self._is_patient or not self._has_shown)

    def _lose_patience(self, *_: Any) -> None:
        """What is awaited takes long: the page says so."""
        self._is_patient = False
        screen = self._session.screen
        if isinstance(screen, AwaitedScreen) or (self._has_shown and screen.is_wait):
            self._show()

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
            yield from self._warm_up(compiled.effort)
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

    def _note_progress(self, answer: Answer) -> None:
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
            case FetchPack(game):
                self._packs.fetch(game)
            case FetchScreens():
                self._late_screens.ask()
            case FetchExamples():
                self._workbench.fetch_examples()
            case TellRoom(text):
                self._relay.say(text)
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
            case SaveFile(name, text):
                save_text(self._window, text, name)
            case CopyLink(link):
                self._sharing.give(self._session.device.site + link, "code", is_sent=False)
            case Animate(turn, is_new):
                self._animate(turn, is_new=is_new)

    def _animate(self, turn: Turn, *, is_new: bool) -> None:
        match = self._session.match
        if match is None:
            return
        self._sounds.note(turn_sounds(match, turn, is_new=is_new))
        # Starting an animation makes the browser restyle the whole page: finish the press first.
        if self._turn_to_show is None:
            self._window.requestAnimationFrame(self._on_frame)
        if self._document.visibilityState == "hidden" and is_called(self._session):
            self._sounds.call()
        # Begin before the first paint: the turn's outcome must not show before its motion.
        is_end = is_new and match.is_over
        self._settling.begin(is_end=is_end)
        if is_end:
            ask_to_persist(self._window, self._storage)
        self._turn_to_show = (match.setup.game, turn)

    def _show_turn(self, *_: Any) -> None:
        if self._turn_to_show is None:
            return
        game, turn = self._turn_to_show
        self._turn_to_show = None
        view, board = catalog.game_of(game).view, self._document.getElementById("board")
        # No game knows of the table's turns, and nothing moves on a board when one happens.
        is_still_turn = turn.is_tables
        legs = travel(self._window, board, () if is_still_turn else view.motions(turn))
        after = () if is_still_turn else view.after_motions(turn)
        over_ms = follow_up(self._window, board, after, legs)
        self._settling.after(over_ms, is_still=is_still(self._window))
        self._sounds.play(legs)

    def give(self, what: str, arg: str) -> None:
        """Do what the shell does by itself: one of ``DEEDS``."""
        DEEDS[what](self._doers, arg)

    # --------------------------------------------------------------- showing

    def _show(self) -> None:
        self._has_shown = True
        if self._is_listening:
            # Where the page began with a wait.
            self._tell_ready()
        self._qr_codes.follow(self._session)
        self._set_document()
        page = page_of(self._session)
        self._is_drawing = True
        try:
            self._page.show(page)
        finally:
            self._is_drawing = False
        if self._late:
            self._window.setTimeout(self._on_late)
        self._address.show(self._session.screen, has_task=self._session.exercise is not None)
        self._clock.show(running_clock(self._session))
        clock = running_seat_clock(self._session) or contest_clock(self._session.puzzle)
        self._seat_clock.show(clock)
        self._move_list.follow(self._session.looked_at)

    def _set_document(self) -> None:
        """Set the document's language, theme, title and who is connected, if any has changed: even
        setting the same language makes the browser restyle the whole page."""
        session = self._session
        settings, title = session.settings, title_of(session, self._words)
        peers = "none" if session.live is None else session.live.state
        wanted = (settings.language, settings.theme, peers, title)
        if wanted == self._document_set:
            return
        page, language = self._document.documentElement, LANGUAGES[settings.language]
        self._document_set = wanted
        page.lang, page.dir = language.tag, language.direction
        page.dataset.theme, page.dataset.peers, self._document.title = wanted[1:]
        self._attention.follow(session, title)
