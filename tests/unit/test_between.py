"""Whatever comes between the pieces of what takes time, in whatever order: no turn is lost or
written over, nothing comes that nobody asked for any more, nothing waits for ever, and what the
page says is true.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.messages import (
    Answered,
    ClaimSeat,
    LockChanged,
    PlayBack,
    Progressed,
    Show,
    TypeAction,
    Wake,
)
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import GiveKept
from spieltisch.app.core.live import AtRelay, Live, Visiting
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
    SetSetting,
    TellWait,
)
from spieltisch.app.core.notice import PlainNotice
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import format_settings, parse_settings
from spieltisch.app.core.waiting import shown
from spieltisch.app.core.waits import (
    Came,
    Catalogue,
    Owner,
    OwnersFile,
    PuzzlePack,
    Replaying,
    Stored,
    WaitScreen,
)
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.kinds import BOTS, KINDS, STUDIES
from spieltisch.app.keeping.kinds import SETTINGS as OF_SETTINGS
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import DeleteMatches, FoundLate, LibraryChanged, ValuesChanged
from spieltisch.app.puzzle.contest import BeginContest, ContestScreen
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.settings.state import SettingsChanged
from spieltisch.app.study.state import StudyCommand
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import (
    AnswerWish,
    InviteByLink,
    LetBotsPlay,
    LineLost,
    LineShaky,
    LiveCommand,
    PlayLive,
    TakeCode,
)
from spieltisch.app.workshop.at_table import BotFailed, asked_bot, wanted_job
from spieltisch.app.workshop.state import AskAgain, BeginTrial, BotEnded, BotHeard, TryBot
from spieltisch.kit.words import LANGUAGES
from spieltisch.live.codes import Room, format_room
from spieltisch.play.archive_file import ArchivedMatch
from spieltisch.play.code_text import pack_text
from spieltisch.play.match import Match, parse_kept
from spieltisch.play.own_jobs import Acted, AskBot, Failed, Failure, FailureKind, format_job
from spieltisch.play.reviews import format_review
from spieltisch.play.service import SearchAnswer, SearchRequest
from spieltisch.play.study import Study, to_study
from spieltisch.play.study_text import Chapter, format_chapters
from spieltisch.play.summary import MatchId, format_summary, parse_summary
from spieltisch.shell.deeds import OF_ALL
from spieltisch.table import BY_LINK, Player, Prospect
from spieltisch.table.json_text import compact
from tests.front_doors import format_archive
from tests.unit.as_data import oddities
from tests.unit.slow_page import (
    OURS,
    RELAY,
    Elsewhere,
    Page,
    lines_of,
    link_of,
    long_match,
    played_on,
)
from tests.unit.test_deck import BOX, OWN
from tests.unit.test_session_machine import DEAL, STUDY

A, B = "a" * 12, "b" * 12
ROOM = Room(RELAY, "0" * 32)
OLD = "d" * 12
"""A match that is over, whose review is kept."""
ZENO = "z" * 12
SEEDS = {A: 1, B: 3}
LANGUAGE = "language"
LONG = 60
"""Turns of a match that is not replayed at once."""

LONG_STUDY = format_chapters(
    "long",
    [
        Chapter(
            "", Study.of_moves(to_study(match.setup), [turn.entry.action for turn in match.turns])
        )
        for match in [long_match(LONG, 6)]
    ],
)
"""One that is not played through at once."""

PAIR = (Player("Anna", BY_LINK), Player("Bo", BY_LINK))
BOT = OwnBot(game="yala", name="Zeno", source="def choose(position, seat):\n    return 1\n")
PLACES = [
    "#/",
    "#/settings",
    "#/matches",
    "#/rules/yala",
    "#/statistics",
    "#/puzzle/yala",
    "#/puzzles/yala",
    "#/run/yala",
    "#/spot/aya",
    "#/study/gone",
    "#/workshop/yala/" + ZENO,
    "#/editor/yala",
    "#/learn/yala",
    f"#/room/{format_room(ROOM)}",
    f"#/match/{A}",
    f"#/match/{B}",
    f"#/match/{OLD}",
    "#/play/yala?seats=human,human&seed=7",
    "#/play/yala?seats=human,bot:2&seed=7",
    link_of(long_match(LONG, 4)),
    link_of(long_match(450, 5)),
    "#/dealt/aya/" + DEAL,
    link_to_next("aya", "0", OWN.start_of(BOX)),
    f"#/study/{pack_text(STUDY)}",
    # Damaged codes.
    link_of(long_match(LONG, 4))[:-9],
    f"#/study/{pack_text(STUDY)[:-9]}",
    "#/dealt/aya/" + DEAL[:-9],
    "#/bot/yala/1abc",
    "#/live/1abc",
    "#/match/" + "e" * 12,
]
FILES = {
    "a study that is damaged": [("x.pgn", STUDY.replace("a+", "zz"))],
    "no file of ours": [("x.json", "[{}, "), ("y.py", "x = 1"), ("", "nothing")],
}
"""What else than matches is given."""

SCENES = [
    "",
    "table",
    "study",
    "variation",
    "bot",
    "hint",
    "analysis",
    "review",
    "reviewed",
    "import",
    "run",
    "series",
    "try",
    "try",
    "host",
    "guest",
    "host",
    "guest",
    "owners",
]
OVER = played_on(long_match(0), 400)
"""A match that is over."""

PLACE_OF = {
    "bot": "#/play/yala?seats=human,bot:2&seed=7",
    "hint": "#/play/yala?seats=human,bot:2&seed=7",
    "run": "#/run/yala",
    "series": "#/workshop/yala/" + ZENO,
    "try": "#/workshop/yala/" + ZENO,
    "host": "#/",
    "guest": "#/",
    "owners": "#/",
    "review": link_of(OVER),
    "reviewed": f"#/match/{OLD}",
    "import": "#/import",
}
COMMANDS = [
    Command.STUDY,
    Command.TRY_OUT,
    Command.LEAVE_VARIATION,
    Command.BOTS_ANSWER,
    Command.HINT,
    Command.ANALYSE,
    Command.REVIEW,
    Command.EARLIER,
    Command.PRESENT,
    Command.HALT,
    Command.UNDO_DELETE,
    Command.LET_GO,
    Command.KEEP_AGAIN,
    Command.DISMISS,
    Command.FETCH_AGAIN,
    Command.PLAY_HERE,
    LiveCommand.ENTER_ROOM,
    StudyCommand.DELETE,
    StudyCommand.DELETE_MOVE,
]
TAKES_TURNS = (Command.TAKE_BACK, Command.UNDO_DELETE)
BY_ITSELF = (
    Came,
    ReadOn,
    ImportOn,
    DrawOn,
    TellWait,
    LibraryChanged,
    ValuesChanged,
    SettingsChanged,
    Answered,
    Progressed,
    BotHeard,
    BotEnded,
    Wake,
    Pause,
    Resume,
    LineLost,
    LineShaky,
)
"""What no person does."""


class Between(RuleBasedStateMachine):
    """Everything comes between the pieces of everything else. Of two tabs one plays a match at a
    time: the one that has it on its table, or has taken it there."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.devices = Elsewhere.beside(self.page, self.send)
        self.theirs: set[MatchId] = set()
        """The matches that the other tab has on its table."""
        self.longest: dict[MatchId, list[tuple[int, str]]] = {}
        """The turns of each match as they were written last."""
        self.questions: list[SearchRequest] = []
        """What the worker has been asked; the last may still be wanted."""
        self.jobs: list[AskBot] = []
        """What own bots have been asked at the table."""
        self.to_save: set[GiveKept] = set()
        """What is to be saved, and has not been yet."""
        self.drawn: Session | None = None
        self.looked_at: dict[int, object] = {}
        self.studies: set[str] = set()
        """The studies that were kept."""
        self.deleted: set[str] = set()
        self.names: dict[MatchId, str] = {}
        """What another tab has called each match last."""

    @initialize(
        is_whole=st.booleans(),
        is_read=st.booleans(),
        length=st.sampled_from([5, LONG, 450]),
        has_bots=st.booleans(),
        scene=st.sampled_from(SCENES),
        is_owners=st.booleans(),
        build=st.sampled_from(["", OURS]),
    )
    def begin(
        self,
        is_whole: bool,
        length: int,
        has_bots: bool,
        scene: str,
        is_read: bool = True,
        is_owners: bool = False,
        build: str = "",
    ) -> None:
        page = self.page
        visit = replace(page.session.visit, is_whole=is_whole, is_read=is_read)
        visit = replace(visit, languages=frozenset({"en"}))
        device = replace(page.session.device, build=build)
        page.session = replace(page.session, visit=visit, device=device)
        if is_owners or scene == "owners":
            device = replace(page.session.device, relays=f"wss://{RELAY}")
            page.session = replace(page.session, device=device)
        if has_bots or scene in ("series", "try"):
            page.store.values[BOTS] = Bots({ZENO: BOT}).format()
            self.send(ValuesChanged({BOTS: page.store.values[BOTS]}))
        for name in KINDS:
            page.bases[name] = page.store.values[name] = page.kept_text(name)
        page.bases[OF_SETTINGS] = format_settings(page.session.settings)
        page.store.values[OF_SETTINGS] = page.bases[OF_SETTINGS]
        for match_id, number in SEEDS.items():
            summary = page.store.write(long_match(length, number), match_id, 10)
            self.send(LibraryChanged((format_summary(summary),)))
            self.note(match_id)
        summary = page.store.write(OVER, OLD, 5)
        page.store.reviews[OLD] = format_review(OVER, [None] * len(OVER.turns), is_asked=True)
        self.send(LibraryChanged((format_summary(summary),)))
        if scene:
            self.go(PLACE_OF.get(scene, f"#/match/{A}"))
            self.page.settle()
            self.go_on_from(scene)

    def go_on_from(self, scene: str) -> None:
        """What is going on when everything begins to come in between."""
        match scene:
            case "study" | "variation":
                self.want(Command.STUDY if scene == "study" else Command.TRY_OUT)
                self.page.settle()
                self.play(last=True)
            case "hint" | "review" | "analysis":
                commands = {
                    "hint": Command.HINT,
                    "review": Command.REVIEW,
                    "analysis": Command.ANALYSE,
                }
                self.want(commands[scene])
            case "bot":
                self.play(last=False)
                self.wake(0.0)
            case "run" | "series":
                self.begin_something(scene)
            case "try":
                self.begin_something(scene)
                self.play(last=False)
                # The bot is asked once the person's move has been seen.
                self.wake(0.0)
            case "import":
                self.give_files(is_known=True)
            case "host" | "guest":
                self.connect(LONG, is_host=scene == "host")
            case "owners":
                self.invite_by_link(is_there=True)

    def note(self, match_id: MatchId) -> None:
        if match_id in self.page.store.matches:
            self.longest[match_id] = self.page.store.lines(match_id)
        else:
            self.longest.pop(match_id, None)

    @property
    def on_table(self) -> MatchId:
        table = self.page.session.table
        return "" if table is None else table.match_id

    def send(self, message: Message, *, may_shorten: bool = False) -> None:
        """A message comes; what this page writes because of it takes no turn away."""
        page = self.page
        before = dict(self.longest)
        was = page.session
        is_wanted = any(one.owner.is_persons or one.owner is Owner.LINE for one in was.waits)
        page.send(message)
        spoken, spoken_now = was.settings.language, page.session.settings.language
        if spoken_now != spoken:
            assert isinstance(message, SetSetting) or message == Came(
                Catalogue(spoken_now), True, page.now_ms - 10.0
            )
        if isinstance(message, BY_ITSELF) and page.session.screen.subject != was.screen.subject:
            # Nothing comes on screen by itself but what a person waited for, and how a run that is
            # over has gone.
            is_over = was.on_screen(PuzzleScreen) is not None and isinstance(
                page.session.screen, ContestScreen
            )
            assert is_wanted or is_over or isinstance(was.screen, WaitScreen), message
        for effect in page.effects:
            if isinstance(effect, GiveKept):
                assert page.session.visit.is_read, "a file of all lacks some"
                assert effect in self.to_save, "what is asked for once is saved once"
                self.to_save.discard(effect)
        self.note_what_is_wanted()
        for match_id in SEEDS:
            self.note(match_id)
            now = self.longest.get(match_id)
            if now is None or match_id not in before or may_shorten or message in TAKES_TURNS:
                continue
            kept = before[match_id]
            assert now[: len(kept)] == kept, "a turn that was kept is lost"
        kept_now = set(page.session.kept.of(Studies).by_id)
        if message == StudyCommand.DELETE:
            self.deleted |= set(was.kept.of(Studies).by_id) - kept_now
        self.studies |= kept_now
        in_store = KINDS[STUDIES].parse(page.store.values.get(STUDIES), None)
        assert self.studies - self.deleted <= set(in_store.by_id), "a study is lost"
        self.settle_lock()

    def note_what_is_wanted(self) -> None:
        question, asked = wanted_thought(self.page.session), asked_bot(self.page.session)
        if question is not None and question not in self.questions[-1:]:
            self.questions.append(question)
        if asked is not None and asked not in self.jobs[-1:]:
            self.jobs.append(asked)
        wanted_job(self.page.session)

    # ------------------------------------------------------------ a person

    @rule(link=st.sampled_from(PLACES))
    def go(self, link: str) -> None:
        self.send(Navigate(link, self.page.now_ms))

    @rule(command=st.sampled_from(COMMANDS))
    def want(self, command: Message) -> None:
        self.send(command)

    @rule()
    def stop(self) -> None:
        told = shown(self.page.session)
        others = [one for one in self.page.session.waits if one is not told]
        screen = self.page.session.screen
        self.send(Command.STOP_READING)
        if told is not None and told.owner.is_persons and not isinstance(screen, WaitScreen):
            assert self.page.session.screen == screen
            # What a person wants, gives and saves waits for the same, and is stopped as one.
            left = [one for one in others if one.need != told.need or not one.owner.is_persons]
            assert list(self.page.session.waits) == left

    def board_match(self) -> Match | None:
        """The match on the board, if somebody can act in it."""
        match = self.page.session.match
        return None if match is None or match.is_over or match.shown < len(match.turns) else match

    @rule(last=st.booleans())
    def play(self, last: bool) -> None:
        match = self.board_match()
        if match is not None and match.position.active_seats:
            seat = min(match.position.active_seats)
            action = match.position.legal_actions(seat)[-1 if last else 0]
            self.send(TypeAction(match.rules.format_action(action), self.page.now_ms))

    @precondition(lambda self: self.page.session.table is not None)
    @rule()
    def take_back_and_play(self) -> None:
        """Turns that a person takes back are lost because they want it."""
        self.send(Command.TAKE_BACK, may_shorten=True)
        match = self.page.session.match
        assert match is not None
        if match.is_over:
            return
        seat = min(match.position.active_seats)
        action = match.position.legal_actions(seat)[-1]
        text = match.rules.format_action(action)
        self.send(TypeAction(text, self.page.now_ms), may_shorten=True)

    @rule(command=st.sampled_from([Command.STUDY, Command.TRY_OUT, Command.LEAVE_VARIATION]))
    def try_something(self, command: Command) -> None:
        self.send(command)

    @precondition(lambda self: importing(self.page.session) is None)
    @rule(is_known=st.booleans())
    def give_files(self, is_known: bool) -> None:
        """Matches come from a file: one that is kept already, if the names of files tell, and one
        that is not."""
        matches = self.page.store.matches
        known = [matches[one] for one in sorted(matches) if is_known and one in SEEDS]
        records = [long_match(3, 9).record, *(parse_kept(one).record for one in known)]
        archived = [
            ArchivedMatch(f"f{number:011}", "", 10, 20, len(record.entries), 0, record)
            for number, record in enumerate(records)
        ]
        source = ("games.json", format_archive(archived))
        self.send(ImportFiles((source,), self.page.now_ms))

    @precondition(lambda self: importing(self.page.session) is None)
    @rule(what=st.sampled_from(list(FILES)))
    def give_other_files(self, what: str) -> None:
        """Nothing of them can be taken, which is told."""
        self.send(ImportFiles(tuple(FILES[what]), self.page.now_ms))

    @rule(language=st.sampled_from(list(LANGUAGES)), is_kept=st.booleans())
    def choose_language(self, language: str, is_kept: bool) -> None:
        """Its words come later; or another tab has chosen it."""
        self.send(SetSetting(LANGUAGE, language, is_kept=is_kept))
        awaited = [one.need for one in self.page.session.waits if isinstance(one.need, Catalogue)]
        is_here = language in self.page.session.visit.languages
        assert awaited == ([] if is_here else [Catalogue(language)]), "the last choice counts"

    @rule(usual=st.sampled_from([None, PlainNotice.NO_FILM]))
    def miss_part(self, usual: PlainNotice | None) -> None:
        """A script of the page's could not be fetched."""
        self.send(PartMissing(usual))

    @rule(build=st.sampled_from([OURS, "b2", None]))
    def publish(self, build: str | None) -> None:
        """The host gets another build, or cannot be reached."""
        self.page.hosts = build

    @rule(what=st.sampled_from(OF_ALL), arg=st.sampled_from(["", "found"]))
    def save(self, what: str, arg: str) -> None:
        """A file of all that is kept is saved: once that is known, each once."""
        self.to_save.add(GiveKept(what, arg))
        self.send(SaveKept(what, arg))

    @precondition(lambda self: importing(self.page.session) is not None)
    @rule(count=st.sampled_from([1, 3, 50]))
    def import_on(self, count: int) -> None:
        """The page reads on in the files while it has time."""
        self.send(ImportOn(count, self.page.now_ms))

    @rule(ply=st.sampled_from([0, 3, 59]))
    def look_at(self, ply: int) -> None:
        self.send(Show(ply))

    @rule()
    def play_back(self) -> None:
        self.send(PlayBack(self.page.now_ms))

    @rule(match_id=st.sampled_from([A, B]))
    def delete(self, match_id: MatchId) -> None:
        self.send(DeleteMatches((match_id,)), may_shorten=True)

    @rule(kind=st.sampled_from(["run", "series", "try"]))
    def begin_something(self, kind: str) -> None:
        now_ms = self.page.now_ms
        messages = {
            "run": BeginContest(is_calm=False, at_ms=now_ms),
            "series": BeginTrial(3),
            "try": TryBot(3, now_ms),
        }
        self.send(messages[kind])

    @rule(is_hidden=st.booleans())
    def hide(self, is_hidden: bool) -> None:
        now_ms = self.page.now_ms
        self.send(Pause(now_ms) if is_hidden else Resume(now_ms))

    @rule(late_ms=st.sampled_from([0.0, 400.0, 90_000.0, 400_000.0]))
    def wake(self, late_ms: float) -> None:
        """Timers come when they were set for, or later; the timers of hidden pages much later."""
        self.page.now_ms = max(self.page.now_ms, self.page.session.next_wake_ms or 0.0) + late_ms
        self.send(Wake(self.page.now_ms))

    @rule(late_ms=st.sampled_from([400.0, 400_000.0]))
    def let_time_pass(self, late_ms: float) -> None:
        """No timer has come yet."""
        self.page.now_ms += late_ms

    # -------------------------------------------------- what takes its time

    @precondition(lambda self: self.page.asked)
    @rule(number=st.integers(0, 5))
    def answer(self, number: int) -> None:
        need = self.page.asked.pop(number % len(self.page.asked)).need
        self.send(Came(need, self.page.value(need), self.page.now_ms))

    @precondition(lambda self: self.page.asked)
    @rule(text=st.sampled_from([None, "", "{}", "<!DOCTYPE html>"]))
    def fail(self, text: str | None) -> None:
        """The network fails, or something else answers in place of the host."""
        need = self.page.asked[0].need
        if not isinstance(need, Stored):
            self.page.asked.pop(0)
            self.send(Came(need, text, self.page.now_ms))

    @rule(text=st.sampled_from(["", "{}", None]))
    def answer_what_nobody_asked(self, text: str | None) -> None:
        asked = {one.need for one in self.page.session.waits}
        for need in (PuzzlePack("aya"), Stored("matches", "c" * 12), OwnersFile()):
            if need not in asked:
                before = self.page.session
                self.send(Came(need, text, self.page.now_ms))
                assert self.page.session == before

    @rule(count=st.sampled_from([0, 7, 1_000]))
    def read_on(self, count: int) -> None:
        self.send(ReadOn(count))

    @precondition(lambda self: self.page.session.is_drawing)
    @rule(count=st.sampled_from([1, 20]))
    def draw_on(self, count: int) -> None:
        self.send(DrawOn(count))

    @rule()
    def be_impatient(self) -> None:
        self.send(TellWait())

    # ---------------------------------------------------------------- workers

    @precondition(lambda self: self.questions)
    @rule(back=st.integers(0, 3), last=st.booleans(), is_final=st.booleans())
    def think(self, back: int, last: bool, is_final: bool) -> None:
        """The worker answers: what is wanted now, or what was wanted once."""
        asked = self.questions[max(0, len(self.questions) - 1 - back)]
        legal = asked.position.legal_actions(asked.seat)
        rules = long_match(5).rules
        action = rules.format_action(legal[-1 if last else 0])
        answer = SearchAnswer(asked.ticket, (Prospect(0.4, None, (action,)),), 2, 9)
        is_late = asked != wanted_thought(self.page.session)
        board = self.page.session.match
        now_ms = self.page.now_ms
        self.send(Answered(answer, now_ms) if is_final else Progressed(answer))
        if is_late and asked.ticket != self.wanted_ticket():
            now = self.page.session.match
            assert board is None or now is None or lines_of(now) == lines_of(board)

    def wanted_ticket(self) -> str:
        wanted = wanted_thought(self.page.session)
        return "" if wanted is None else wanted.ticket

    @precondition(lambda self: self.jobs)
    @rule(
        back=st.integers(0, 2),
        said=st.sampled_from(["plays", "wrong", "nothing", "fails", "junk", "time"]),
        then=st.sampled_from(["", "dismissed", "asked again"]),
    )
    def own_bot(self, back: int, said: str, then: str) -> None:
        """A bot of one's own tells something; a stranger may have written it."""
        asked = self.jobs[max(0, len(self.jobs) - 1 - back)]
        is_wanted = asked == asked_bot(self.page.session)
        match = self.page.session.match
        legal = [] if match is None else match.position.legal_actions(asked.seat)
        action = match.rules.format_action(legal[0]) if match is not None and legal else "a+"
        failure = Failure("Zeno", FailureKind.RAISED, "ZeroDivisionError", 2)
        told: dict[str, Any] = {
            "plays": Acted(asked.ticket, action),
            "wrong": Acted(asked.ticket, "zz"),
            "nothing": Acted(asked.ticket, ""),
            "fails": Failed(failure),
        }
        if said in told:
            text = compact([format_job(told[said])])
            self.send(BotHeard(text, self.page.now_ms))
        elif said == "time":
            self.send(BotEnded(TrialEnd.TIME))
        else:
            self.send(BotHeard('["{', self.page.now_ms))
        if is_wanted and said != "plays":
            # Nobody waits for a bot in silence.
            assert isinstance(self.page.session.shown_notice, BotFailed)
            assert asked_bot(self.page.session) is None
            if then:
                self.send(Command.DISMISS)
                # Whoever looks at another moment is told when they are back.
                self.send(Command.PRESENT)
                assert 'id="bot-failed"' in self.page.text
            if then == "asked again":
                self.send(AskAgain())
                assert 'id="bot-failed"' not in self.page.text
                assert asked_bot(self.page.session) == asked

    # ------------------------------------------------------------ another tab

    def settle_lock(self) -> None:
        """The browser tells who plays the match that has come on the table."""
        table = self.page.session.table
        if table is not None and table.match_id in self.theirs and not table.is_elsewhere:
            self.page.send(LockChanged(table.match_id, is_ours=False))

    @rule(match_id=st.sampled_from([A, B]), count=st.integers(1, 3))
    def other_tab_plays(self, match_id: MatchId, count: int) -> None:
        """Another tab plays a match that is not on the table here, or that it has taken."""
        if match_id not in self.page.store.matches:
            return
        if match_id == self.on_table and match_id not in self.theirs:
            return
        self.theirs.add(match_id)
        self.names[match_id] = ""
        self.page.other_tab(
            played_on(self.page.store.match(match_id), count), match_id, hears=False
        )
        self.note(match_id)
        # The browser tells in order; a page that is about to play has heard what came before.
        self.hear()

    @rule()
    def hear(self) -> None:
        while self.page.told:
            self.send(self.page.told.pop(0))

    @rule(
        match_id=st.sampled_from([A, B]),
        link=st.sampled_from(PLACES),
        steps=st.lists(st.sampled_from(["answer", "read", "study", "stop", "again"]), max_size=4),
    )
    def go_away_and_come_back(self, match_id: MatchId, link: str, steps: list[str]) -> None:
        """Meanwhile another tab has played on."""
        self.go(f"#/match/{match_id}")
        self.page.settle()
        self.settle_lock()
        self.go(link)
        self.other_tab_plays(match_id, 2)
        self.other_tab_comes_and_goes(match_id, is_taken=False)
        self.go(f"#/match/{match_id}")
        for step in steps:
            if step == "answer" and self.page.asked:
                self.answer(0)
            elif step == "read":
                self.read_on(7)
            elif step == "study":
                self.want(Command.STUDY)
            elif step == "stop":
                self.stop()
            elif step == "again":
                self.go(f"#/match/{match_id}")
        if self.page.session.table is not None:
            self.what_is_played_on_is_as_storage_has_it()
            self.play(last=False)

    @rule(match_id=st.sampled_from([A, B]), is_taken=st.booleans())
    def other_tab_comes_and_goes(self, match_id: MatchId, is_taken: bool) -> None:
        (self.theirs.add if is_taken else self.theirs.discard)(match_id)
        if match_id == self.on_table:
            self.send(LockChanged(match_id, is_ours=not is_taken))

    @rule(data=st.data())
    def other_tab_deletes(self, data: st.DataObject) -> None:
        """Any match, also one that is played live here."""
        ids = sorted({A, B, *self.page.store.matches} - {self.on_table})
        match_id = data.draw(st.sampled_from(ids))
        self.page.store.forget(match_id)
        self.theirs.discard(match_id)
        self.send(LibraryChanged(gone=(match_id,)), may_shorten=True)

    @rule(match_id=st.sampled_from([A, B]), name=st.sampled_from(["", "x", "y"]))
    def other_tab_names(self, match_id: MatchId, name: str) -> None:
        text = self.page.store.summaries.get(match_id)
        if text is not None:
            try:
                summary = parse_summary(text)
            except ValueError:
                return
            text = format_summary(replace(summary, name=name))
            self.page.store.summaries[match_id] = text
            self.names[match_id] = name
            self.send(LibraryChanged((text,)))

    @rule(match_id=st.sampled_from([A, B]), text=st.sampled_from(["", "{", '{"name": "old"}']))
    def summary_is_damaged(self, match_id: MatchId, text: str) -> None:
        """Storage tells one that nobody can read."""
        if match_id in self.page.store.matches:
            self.page.store.summaries[match_id] = text
            self.names.pop(match_id, None)
            self.send(FoundLate((text,), ids=(match_id,)))

    @rule(match_id=st.sampled_from([A, B]))
    def storage_comes_late(self, match_id: MatchId) -> None:
        text = self.page.store.summaries.get(match_id)
        if text is not None:
            self.send(FoundLate((text,), ids=(match_id,)))

    @rule(language=st.sampled_from(["en", "de"]), sound=st.sampled_from(["off", "full"]))
    def other_tab_chooses(self, language: str, sound: str) -> None:
        there = parse_settings(self.page.store.values[OF_SETTINGS])
        there = there.with_field("language", language).with_field("sound", sound)
        self.page.other_tab_keeps(OF_SETTINGS, format_settings(there))
        self.send(SetSetting("language", language, is_kept=True))

    @rule(sound=st.sampled_from(["off", "soft", "full"]))
    def choose(self, sound: str) -> None:
        self.send(SetSetting("sound", sound))

    @rule(number=st.integers(0, 3), is_deleted=st.booleans())
    def other_tab_has_studies(self, number: int, is_deleted: bool) -> None:
        """It renames or deletes one of them; the page hears of it, perhaps later."""
        there = KINDS[STUDIES].parse(self.page.store.values[STUDIES], None)
        ids = sorted(there.by_id)
        if not ids:
            return
        one = ids[number % len(ids)]
        if is_deleted:
            self.deleted.add(one)
            self.page.other_tab_keeps(STUDIES, there.without(one).format())
        else:
            renamed = replace(there.by_id[one], name=f"{number}")
            self.page.other_tab_keeps(STUDIES, there.having(one, renamed).format())

    # ---------------------------------------------------------------- by line

    @precondition(lambda self: self.page.session.live is None and not self.devices.ends)
    @rule(length=st.sampled_from([0, LONG]), is_host=st.booleans())
    def connect(self, length: int, is_host: bool) -> None:
        """A match is begun with somebody elsewhere, whose letters arrive later."""
        match = long_match(length, 7, PAIR)
        devices, page = self.devices, self.page
        if devices.sessions[devices.THERE].live is not None:
            devices.send(devices.THERE, Command.STOP_LIVE)
        host, guest = (0, 1) if is_host else (1, 0)
        devices.send(host, Navigate(link_of(match), 0.0))
        page.settle()
        self.settle_lock()
        devices.send(host, ClaimSeat(1))
        devices.count += 1
        devices.send(host, PlayLive(devices.count))
        page.settle()
        code = code_to_send(devices.sessions[host]) if self.is_live(host) else ""
        if not code:
            return
        devices.send(guest, Navigate(code, 0.0))
        page.settle()
        if self.is_live(guest):
            devices.send(host, TakeCode(code_to_send(devices.sessions[guest]), 0.0))

    @precondition(lambda self: self.page.session.live is None and not self.devices.ends)
    @rule(is_there=st.booleans())
    def invite_by_link(self, is_there: bool) -> None:
        """Somebody is to come by one link: over which relay, the owner's file tells later."""
        if is_there:
            self.go(link_of(long_match(5, 7, PAIR)))
            self.page.settle()
            self.settle_lock()
            self.send(ClaimSeat(1))
        self.devices.count += 1
        self.send(InviteByLink(self.devices.count, 1))

    def is_live(self, device: int) -> bool:
        session = self.devices.sessions[device]
        return isinstance(session.live, Live)

    @precondition(lambda self: self.devices.letters)
    @rule(number=st.integers(0, 2))
    def deliver(self, number: int) -> None:
        """On a line letters come in order; to the two sides in any."""
        letters = self.devices.letters
        first = letters[number % len(letters)]
        self.devices.deliver(next(one for one in letters if one[1] == first[1]))

    @precondition(lambda self: self.devices.ends)
    @rule(has=st.sampled_from(["cut", "lapse", "back", "shaky"]))
    def line(self, has: str) -> None:
        devices, line = self.devices, next(iter(self.devices.ends))
        if len(devices.ends[line]) < 2:
            return
        if has == "cut":
            devices.cut(line)
        elif has == "lapse":
            devices.lapse(line)
        elif has == "back":
            devices.come_back(line)
        else:
            self.send(LineShaky(line))

    @precondition(lambda self: self.devices.ends)
    @rule(what=st.sampled_from(["play", "back", "grant", "stop"]))
    def somebody_elsewhere(self, what: str) -> None:
        there = self.devices.sessions[1]
        if what == "play":
            match = there.match
            if match is not None and not match.is_over and there.table is not None:
                self.devices.act(1)
        else:
            commands = {
                "back": Command.TAKE_BACK,
                "grant": AnswerWish(is_granted=True),
                "stop": Command.STOP_LIVE,
            }
            self.devices.send(1, commands[what])

    @rule(what=st.sampled_from(["grant", "decline", "leave", "bots"]))
    def answer_others(self, what: str) -> None:
        messages: dict[str, Message] = {
            "grant": AnswerWish(is_granted=True),
            "decline": AnswerWish(is_granted=False),
            "leave": Command.STOP_LIVE,
            "bots": LetBotsPlay(self.page.now_ms),
        }
        self.send(messages[what])

    @precondition(lambda self: self.page.session.live is not None)
    @rule()
    def go_back_to_the_line(self) -> None:
        live = self.page.session.live
        assert live is not None
        self.send(Navigate("#/live", self.page.now_ms))
        if live.match_id:
            self.send(Navigate(f"#/match/{live.match_id}", self.page.now_ms))

    # ------------------------------------------------------------ what holds

    @invariant()
    def somebody_is_at_work_on_every_wait(self) -> None:
        asked = [one.need for one in self.page.asked]
        # Of what could not be had the host is being asked why.
        asked += [one.then.need for one in self.page.session.waits if isinstance(one.then, Came)]
        for one in self.page.session.waits:
            assert isinstance(one.need, Replaying) or one.is_missing or one.need in asked, one

    @invariant()
    def a_session_is_data(self) -> None:
        assert oddities(self.page.session, self.looked_at) == []

    @invariant()
    def the_words_that_are_spoken_are_here(self) -> None:
        session = self.page.session
        assert session.settings.language in session.visit.languages

    @invariant()
    def a_person_waits_for_one_thing(self) -> None:
        waits = [one for one in self.page.session.waits if one.owner is Owner.PERSON]
        assert len(waits) <= 1
        assert waits or not isinstance(self.page.session.screen, WaitScreen)

    @invariant()
    def what_is_told_is_true(self) -> None:
        page, told = self.page, shown(self.page.session)
        if page.session is self.drawn:
            return
        self.drawn, text = page.session, page.text
        offers_stop = "stop-reading" in text
        if told is None:
            assert not offers_stop
        elif not isinstance(page.session.screen, WaitScreen):
            assert offers_stop is (told.is_told or told.is_missing or told.is_long)

    @invariant()
    def what_is_played_on_is_as_storage_has_it(self) -> None:
        """A match that this tab plays has all turns that were kept of it."""
        table, match = self.page.session.table, self.page.session.kept_match
        if table is None or match is None or table.is_elsewhere:
            return
        kept = self.longest.get(table.match_id)
        if kept is not None:
            assert lines_of(match)[: len(kept)] == kept

    def teardown(self) -> None:
        """Nothing waits for ever; connected people end with the same match."""
        page, devices = self.page, self.devices
        page.settle()
        for _ in range(200):
            if not devices.letters:
                break
            devices.deliver(devices.letters[0])
            page.settle()
        left = [one for one in page.session.waits if not one.is_missing]
        assert not left
        page.hear()
        page.settle()
        for match_id, name in self.names.items():
            if match_id in page.store.summaries:
                assert parse_summary(page.store.summaries[match_id]).name == name


TestBetween = Between.TestCase
TestBetween.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    # As of test_session_machine.py: looking for fewer steps is for the soak.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_twenty_thousand_steps(number: int) -> None:
    steps = settings(
        # An example has 75 steps on average.
        max_examples=300,
        stateful_step_count=100,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    run_state_machine_as_test(seed(number)(Between), settings=steps)


def test_a_room_leads_to_no_match_that_another_tab_has_deleted() -> None:
    """Fault 6: the match was put on the table though this visit had it no more."""
    machine = Between()
    machine.begin(is_whole=True, length=5, has_bots=False, scene="guest")
    page, devices = machine.page, machine.devices
    for _ in range(20):
        if devices.letters:
            devices.deliver(devices.letters[0])
        page.settle()
    live = page.session.live
    assert isinstance(live, Visiting)
    assert page.session.kept_match is not None
    page.session = replace(page.session, live=replace(live, relay=AtRelay(ROOM)))
    machine.go("#/settings")
    page.store.forget(live.match_id)
    page.send(LibraryChanged(gone=(live.match_id,)))
    assert page.session.live is None, "people are connected to play what is not there"
    machine.go(f"#/room/{format_room(ROOM)}")
    page.settle()
    assert page.session.table is None
    assert page.text


def test_who_waits_for_the_owners_file_no_more_invites_nobody_by_what_comes_then() -> None:
    """As everything else that takes time: it comes between, and may come too late."""
    machine = Between()
    machine.begin(is_whole=True, length=5, has_bots=False, scene="owners", is_owners=True)
    page = machine.page
    assert [one.need for one in page.session.waits] == [OwnersFile()]
    machine.go("#/settings")
    assert not page.session.waits
    left = page.session
    machine.answer(0)
    assert page.session == left
    machine.invite_by_link(is_there=True)
    machine.fail("<!DOCTYPE html>")
    assert page.session.live is None
    machine.invite_by_link(is_there=False)
    page.settle()
    live = page.session.live
    assert live is not None
    assert live.relay is not None
    assert live.relay.room.relay == RELAY
