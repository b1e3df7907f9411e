"""Whatever comes, in whatever order, in every game: a session goes on, and can be drawn."""

import json
from dataclasses import fields, replace

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import (
    Answered,
    AskBoard,
    AskClocks,
    BranchOff,
    ChooseWay,
    ClaimSeat,
    GoOn,
    Listened,
    LockChanged,
    LookAt,
    MakePuzzle,
    PausePlay,
    PlayAgain,
    PlayBack,
    PlayChosen,
    PlayFrom,
    Point,
    Press,
    Progressed,
    Ready,
    Rematch,
    RestoreReview,
    Say,
    Shout,
    Show,
    ShowBetter,
    ShowSolution,
    ShowTurningPoint,
    ShowVariation,
    StepOn,
    TryMistake,
    TypeAction,
    Wake,
)
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.damage import (
    LOCAL,
    MATCHES,
    REVIEWS,
    SUMMARIES,
    DamageFound,
    Surveyed,
    ValueDamaged,
)
from spieltisch.app.core.effects import Discard, Fetch, Forget, Go, Keep, Report, TakeOver
from spieltisch.app.core.keys import SLOTS
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import (
    Command,
    DrawOn,
    Edit,
    ImportFiles,
    ImportMatches,
    Introduce,
    Navigate,
    Notifying,
    OfflineChanged,
    OfflineState,
    PartMissing,
    Pause,
    Permission,
    PlayNow,
    ReadOn,
    Resume,
    SaveKept,
    SetClock,
    SetSetting,
    SetUp,
    StartMatch,
    StudyFrom,
    TakeUp,
    Tell,
    TellWait,
    WorkerChanged,
)
from spieltisch.app.core.notice import Copied, PlainNotice, StorageFails, ToCopy
from spieltisch.app.core.routes import MatchLink
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.core.table import TableScreen
from spieltisch.app.core.waiting import turns_of
from spieltisch.app.core.waits import (
    AllRead,
    Came,
    Catalogue,
    ComeHome,
    Compare,
    EndImport,
    Examples,
    Found,
    HostBuild,
    MakeSummary,
    Modules,
    OpenKept,
    OpenLinked,
    PuzzlePack,
    ReadAgain,
    Stored,
    Written,
)
from spieltisch.app.deck.state import ChooseCard, DeckCommand, NewDeck, PressPart, SolveDeck
from spieltisch.app.editor.state import (
    ChoosePiece,
    EditorCommand,
    EditPosition,
    IntoStudy,
    StepPiece,
    TakeAway,
)
from spieltisch.app.files.state import ImportOn
from spieltisch.app.keeping.bots import PlayedSeries
from spieltisch.app.keeping.deletions import DeletedMatches
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.keeping.puzzle_log import PuzzleLog, format_puzzle_log, parse_puzzle_log
from spieltisch.app.keeping.studies import OwnStudy, Studies
from spieltisch.app.make.screen import NewStudy
from spieltisch.app.matches.state import (
    DeleteMatches,
    EditName,
    FoundLate,
    LibraryChanged,
    MatchFilter,
    NotKept,
    RenameMatch,
    SetFilter,
    StorageWorks,
    ValuesChanged,
)
from spieltisch.app.puzzle.contest import BeginContest, NextOfRun, StopContest
from spieltisch.app.puzzle.dealt import link_to_deal
from spieltisch.app.puzzle.state import PuzzleScreen, TakeDeal
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.settings.state import (
    Bind,
    Hold,
    KeyCaptured,
    KeyLabelsLoaded,
    KeyShown,
    SettingsChanged,
    StartKeyTest,
)
from spieltisch.app.setup.state import Arrange
from spieltisch.app.statistics.screen import EraseStatistics
from spieltisch.app.study.messages import FollowStudy, KeepStudy, OpenStudy
from spieltisch.app.study.state import GoTo, SetGlyph, SetMode, ShowMove, StudyCommand, Vary
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AnswerWish,
    AskForSeat,
    CodeOffered,
    CodeTaken,
    ComeAnew,
    Described,
    GiveSign,
    IncomingText,
    InviteByLink,
    LetBotsPlay,
    LineLost,
    LineOpened,
    LineSettled,
    LineShaky,
    LiveCommand,
    NameStun,
    NetworkChanged,
    NoLineComes,
    OpenRoom,
    OwnersFileRead,
    PlayLive,
    RelayHeard,
    TakeCode,
    TakeWelcome,
    TripMeasured,
)
from spieltisch.app.update import update
from spieltisch.app.workshop.state import (
    AskAgain,
    AskHere,
    BeginLeague,
    BeginTrial,
    BotEnded,
    BotHeard,
    CheckStep,
    EnterLevel,
    ExamplesFetched,
    LookAtPair,
    LookAtPlayed,
    LookAtSeries,
    NewBot,
    OpenPlayed,
    StandIn,
    TryBot,
    WorkshopCommand,
    WorkshopScreen,
)
from spieltisch.games import catalog
from spieltisch.kit.scene import Worker
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.live.codes import KNOCK, Code, Room, about, format_code, format_room
from spieltisch.live.description import format_description
from spieltisch.live.protocol import SIGNS, Welcome, format_message
from spieltisch.play.code_text import encode_bot, pack_text
from spieltisch.play.codec import parse_setup
from spieltisch.play.dealing import dealing
from spieltisch.play.match import format_match, may_browse
from spieltisch.play.mistake import Mistake, encode_mistake
from spieltisch.play.own_jobs import (
    Done,
    Failed,
    Failure,
    FailureKind,
    MatchPlayed,
    Printed,
    WorkerReady,
    format_job,
)
from spieltisch.play.record_link import encode_record, replay_in
from spieltisch.play.reviews import KeptReview
from spieltisch.play.service import SearchAnswer
from spieltisch.play.study import Study, StudyMode, Task, TaskKind
from spieltisch.play.study_text import (
    Chapter,
    format_chapters,
    parse_chapters,
    replay_of_chapters,
)
from spieltisch.play.summary import format_summary, parse_summary, summary_of
from spieltisch.shell.deeds import OF_ALL
from spieltisch.table import (
    BY_LINK,
    Player,
    Prospect,
    Record,
    TableAction,
    format_record,
    parse_record,
    replay,
)
from tests.front_doors import parse_link, parse_match
from tests.lessons import STEPS
from tests.records import keeping
from tests.small_packs import ALONE, HOLD, PACKS, WIN
from tests.unit.as_data import oddities
from tests.unit.devices import endpoint_of
from tests.unit.kept import kept_matches
from tests.unit.markup_check import check
from tests.unit.test_deck import BOX, OWN
from tests.unit.test_peer_messages import MESSAGES
from tests.unit.whole_step import whole_step


def _play_links():
    """A link to every game, variant, edition and number of seats, with people and with bots."""
    for game in catalog.GAMES.values():
        for variant, counts in game.info.seat_counts.items():
            for edition in game.info.editions:
                for seats in counts:
                    for bots in {0, seats // 2, seats} if game.bots else {0}:
                        who = ["human"] * (seats - bots) + ["bot:1"] * bots
                        link = (
                            f"#/play/{game.info.name}?variant={variant}&edition={edition}"
                            f"&seats={','.join(who)}&seed=3"
                        )
                        yield link
                        if game.search_bots and not bots:
                            yield link.replace("human,human", "human,link")
                        if game.search_bots:
                            yield f"{link}&clock=0+1"


def _sent_links():
    """What may be sent of one match by link: its beginning, more of it, and another way."""
    record = parse_record(keeping.read("yala-shortest"))
    players = (Player("Anna", BY_LINK), Player("Bo", BY_LINK))
    record = Record(replace(record.setup, players=players), record.entries)
    for length in (0, 1, 2, 5):
        yield "#/record/" + encode_record(record.cut(length), "0a1b2c3d4e5f")
    rules = catalog.game_of(record.setup.game).rules
    second = list(replay(rules, record))[1]
    for other in second.before.legal_actions(second.seat)[:2]:
        entry = replace(second.entry, action=rules.format_action(other))
        another_way = Record(record.setup, (record.entries[0], entry))
        yield "#/record/" + encode_record(another_way)


RECORDS = [parse_record(keeping.read(name)) for name in keeping.names()]
SHORT_RECORDS = [record for record in RECORDS if len(record.entries) < 60]
PLAYS = list(_play_links())
PLACES = ["", "#/", "#/settings", "#/key-test", "#/play/chess", "#/record/abc", "#?"]
PLACES += ["#/import", "#/statistics"]
BOT = "def choose(position, seat):\n    return 1\n"
PLACES += [f"#/{place}/{game}" for place in ("workshop", "editor") for game in catalog.GAMES]
PLACES += [f"#/bot/yala/{encode_bot('mine', BOT)}", "#/bot/yala/1abc", "#/workshop/yala/x"]
PLACES += [
    f"#/escape/yala/{encode_mistake(Mistake(WIN, WIN.variation[0], 0.9))}",
    "#/escape/yala/1abc",
]
PLACES += ["#/deck/aya", "#/deck/aya/x", "#/deck/yala"]
PLACES += [link_to_next("aya", str(number), OWN.start_of(BOX)) for number in range(3)]
PLACES += [link_to_deal("aya", "zoch 5 bb|bbbyy|yy"), "#/dealt/yala/1abc"]
SETUPS = [parse_setup("yala", "seed=42"), parse_setup("aya", "seats=human,bot:1&seed=3")]
SETUPS += [parse_setup("myra", "seats=human,human,bot:1&seed=5")]
LINE = Study.of_moves(parse_setup("yala", "seed=42"), ["a+", "a-"])
TASKS = [Task(TaskKind.WIN), Task(TaskKind.ALL), Task(TaskKind.PLAY, 1), None]
STUDY = format_chapters("x", [Chapter(str(one), replace(LINE, task=one)) for one in TASKS])
PLACES += [
    "#/study/x",
    "#/study/1abc",
    "#/sheet/x",
    "#/sheet/study0000001",
    f"#/study/{pack_text(STUDY)}",
]
PLACES += ["#/puzzles", "#/learn", "#/make"]
PLACES += ["#/matches", "#/matches?show=ended", "#/matches?show=going&page=2", "#/matches?x=1"]
PLACES += _sent_links()
PLACES += [f"#/{screen}/{game}" for screen in ("setup", "rules") for game in catalog.GAMES]
LESSONS = [f"#/learn/{game}/{step.name}" for game, step in STEPS]
PLACES += LESSONS[::4]
PUZZLES = [f"#/puzzle/{one.game}/{one.id}" for one in (WIN, HOLD, ALONE)]
PUZZLES += [f"#/{screen}/{one.need.game}" for screen in ("puzzle", "daily") for one in PACKS]
PLACES += ["#/puzzles/yala", "#/puzzles/aya/2026-10", "#/run/yala", "#/duel/aya"]
PLACES += ["#/spot/aya", "#/spot/aya/next", "#/spot/aya/0000a0", "#/spot/aya/2026-11-22"]
PLACES += ["#/puzzle/yala?only=failed"]
PLACES += [*PUZZLES, "#/puzzle/yala/zzzzzz", "#/puzzle/chess"]
EXAMPLES = json.dumps({"first": f'"""Any game: plays."""\n{BOT}'})
GAMES = st.sampled_from([*catalog.GAMES, "chess"])
ANY = st.text(max_size=6)
KEPT_VALUES = st.dictionaries(st.sampled_from([*KINDS, "later"]), ANY)
TOKENS = ANY | st.sampled_from([*"abcdef12345LR+-", "a1", "b1", "gather", "produce", "board"])
GIVEN = st.sampled_from([format_record(record) for record in SHORT_RECORDS])
FIELDS = ANY | st.sampled_from(
    [
        "source",
        "name",
        "rival",
        "cards",
        "comment",
        "task",
        "deck",
        "matches",
        "limit",
        "name:1",
        "name:9",
        "controller:1",
        "controller:2",
        "variant",
        "edition",
        "seats",
        "start",
    ]
    + ["company", "level", "places", "clock", "clock-minutes", "clock-seconds"]
    + [option.name for game in catalog.GAMES.values() for option in game.info.options]
)
VALUES = ANY | st.sampled_from(
    [
        "50",
        "5",
        "own:gone",
        catalog.game_of("aya").own_cards.usual,
        "bbbyy YYBBB* bbx",
        "arranged",
        "random",
        "bot:2",
        "human",
        "2",
        "3",
        "alone",
        "together",
        "watch",
        "listed",
    ]
    + ["5+3", "own", "none", "by-link"]
    + ["win", "all", "play:1", "play:9"]
    + [variant for game in catalog.GAMES.values() for variant in game.info.variants]
    + [choice for game in catalog.GAMES.values() for o in game.info.options for choice in o.choices]
)
OF_THINGS = st.sampled_from(["", "", "yala", "aya", "visit0010000/1", "in x/2", "/"])
WORDS = ANY | st.sampled_from(
    [word for game in catalog.GAMES.values() if game.shouts for word in game.shouts.words]
)
FILTERS = ANY | st.sampled_from([one.name for one in fields(MatchFilter)])
FILTERED = st.sampled_from(
    ["", "ended", "won", "bot:2", "people", "2026-11-22", "2", *catalog.GAMES]
)
SEATS = st.integers(0, 7)
CODES = st.sampled_from(["KeyX", "KeyQ", "Digit1", "Tab", "F9", "", "a b"])


def _answers(session):
    """What a worker may say: the answer that is wanted, or one that comes too late."""
    question, match = wanted_thought(session), session.match
    if question is None or match is None:
        return st.just(SearchAnswer("outdated", (Prospect(0.4, None, ("a+",)),), 1, 1))
    legal = question.position.legal_actions(question.seat)
    actions = st.sampled_from([match.rules.format_action(action) for action in legal[:20]])
    return st.builds(
        lambda action, chance, end: SearchAnswer(
            question.ticket, (Prospect(chance, end, (action,)),), 2, 9
        ),
        actions,
        st.sampled_from([0.0, 0.3, 0.9, 1.0]),
        st.sampled_from([None, 3]),
    )


LINKED = "#/record/" + encode_record(SHORT_RECORDS[0])
FOUND = st.sampled_from([Found(), Found(why="it is damaged")])
ROW = [
    ("bybyy*", 2),
    ("ybbyy", 1),
    ("byyby*", 3),
    ("bybyy*", 1),
    ("bbbby", 8),
    ("bbbyy", 10),
    ("bybyy*", 2),
    ("byyby*", 3),
    ("ybbyy", 9),
]
DEAL = " ".join(["zoch 7 by|bbbyy|by", *(card for card, count in ROW for _ in range(count))])
DEAL = link_to_deal("aya", DEAL).rpartition("/")[2]
"""A deal that is a puzzle: no page is told of another one."""


def needs(ids):
    """What may be fetched."""
    return (
        st.builds(Stored, st.sampled_from([MATCHES, REVIEWS]), ids)
        | st.builds(PuzzlePack, GAMES)
        | st.builds(Catalogue, st.sampled_from(list(LANGUAGES)))
        | st.sampled_from([Modules(), Examples(), AllRead(), Written(), HostBuild()])
    )


def read_study():
    """A study, and the turns of its moves."""
    found = parse_chapters(STUDY)
    return found, replay_of_chapters(found)


def follow_study(session):
    found, turns = read_study()
    own = next(iter(session.kept.of(Studies).by_id.items()), None)
    study_id, shown = own or ("x", OwnStudy(game="yala", name="x", text=STUDY))
    return FollowStudy(study_id, shown, "y", found, turns)


LINES = st.integers(0, 2)
CODES_TO_CONNECT = [
    format_code(Code(is_answer, line, about("0a1b2c3d4e5f"), endpoint_of(1, line)))
    for is_answer in (False, True)
    for line in range(3)
]
PLACES += [f"#/live/{code}" for code in CODES_TO_CONNECT]
PLACES += [f"#/room/{format_room(Room('a', '0' * 32))}", "#/room/a/0"]
TO_CONNECT = ANY | st.sampled_from(CODES_TO_CONNECT)
DESCRIPTIONS = ANY | st.just(format_description(endpoint_of(1, 1), is_answer=True))
SAID = ANY | st.sampled_from([format_message(message) for message in MESSAGES])


def take_welcome(line, at_ms):
    letters = (one for one in MESSAGES if isinstance(one, Welcome))
    told = next(letters)
    return TakeWelcome(line, told, replay_in(LINKED), at_ms)


def live_messages(now):
    """What may come from people who play live, and from their browsers."""
    return {
        PlayLive: st.builds(PlayLive, LINES),
        TakeCode: st.builds(TakeCode, TO_CONNECT, now),
        NameStun: st.builds(NameStun, st.sampled_from(["", "stun:example.org", "example.org"])),
        LetBotsPlay: st.builds(LetBotsPlay, now),
        ComeAnew: st.builds(ComeAnew, now),
        Described: st.builds(Described, LINES, DESCRIPTIONS),
        LineOpened: st.builds(LineOpened, LINES, name=st.sampled_from(("", "a line"))),
        LineShaky: st.builds(LineShaky, LINES, st.booleans()),
        TripMeasured: st.builds(TripMeasured, LINES, st.floats(-1.0, 5000.0)),
        LineLost: st.builds(LineLost, LINES, now, st.booleans(), st.booleans()),
        IncomingText: st.builds(IncomingText, LINES, SAID, now),
        CodeOffered: st.builds(CodeOffered, TO_CONNECT),
        TakeWelcome: st.builds(take_welcome, LINES, now),
        CodeTaken: st.builds(CodeTaken, TO_CONNECT, is_own=st.booleans()),
        NoLineComes: st.builds(NoLineComes),
        OpenRoom: st.builds(OpenRoom, st.sampled_from(["wss://a", "b"]), LINES, st.just("0" * 32)),
        RelayHeard: st.builds(
            RelayHeard,
            st.sampled_from(["calling", "open", "unreachable"]),
            TO_CONNECT
            | st.just(KNOCK)
            | st.builds("over {} {}".format, st.sampled_from("-1279"), st.just("k" * 87)),
        ),
    }


COMMANDS = (Command, LiveCommand, DeckCommand, EditorCommand, StudyCommand, WorkshopCommand)
ALL_COMMANDS = [command for kind in COMMANDS for command in kind]
STORES = st.sampled_from([MATCHES, SUMMARIES, REVIEWS, "values", LOCAL])


def messages(session, now_ms):
    """How to make every message there is: each command, and the others by their types."""
    now = st.just(now_ms)
    length = len(session.match.turns) if session.match else 0
    studies = st.sampled_from(["", "x", *session.kept.of(Studies).by_id])
    ids = st.sampled_from(["abcdefghijkl", *session.library.summaries, *session.matches])
    return {
        **{command: st.just(command) for command in ALL_COMMANDS},
        Navigate: st.builds(Navigate, st.sampled_from([*PLACES, *PLAYS]), now),
        Tell: st.sampled_from(
            [Tell(Copied("whole", 7)), Tell(ToCopy("#")), Tell(StorageFails.FULL)]
        ),
        SetSetting: st.builds(
            SetSetting,
            st.sampled_from(["language", "theme", "letter_keys", "board_turns", "pace", "x"]),
            st.sampled_from(["en", "de", "dark", "light", "auto", "on", "off", "fast"]),
        ),
        KeyShown: st.builds(KeyShown, CODES, ANY),
        KeyLabelsLoaded: st.builds(KeyLabelsLoaded, st.dictionaries(CODES, ANY, max_size=2)),
        Notifying: st.builds(Notifying, st.sampled_from(Permission)),
        WorkerChanged: st.builds(WorkerChanged, st.sampled_from(Worker)),
        SetClock: st.builds(SetClock, st.sampled_from([0.0, 1.7e12])),
        LibraryChanged: st.builds(
            LibraryChanged, st.lists(ANY, max_size=2).map(tuple), st.just(("abcdefghijkl",))
        ),
        FoundLate: st.builds(FoundLate, st.lists(ANY, max_size=2).map(tuple), KEPT_VALUES),
        ValuesChanged: st.builds(ValuesChanged, KEPT_VALUES),
        StorageWorks: st.just(StorageWorks()),
        Came: st.builds(Came, needs(ids), st.none() | st.booleans() | ANY, now)
        | st.sampled_from(PACKS),
        TellWait: st.just(TellWait()),
        PartMissing: st.sampled_from([PartMissing(), PartMissing(PlainNotice.NO_FILM)]),
        OpenKept: st.builds(OpenKept, ids, FOUND),
        ComeHome: st.builds(ComeHome, ids, FOUND),
        ReadAgain: st.builds(ReadAgain, ids, FOUND),
        MakeSummary: st.builds(MakeSummary, ids, FOUND, st.sampled_from(["", "{}"]), ANY),
        Compare: st.builds(Compare, ids, st.none() | ANY, number=st.integers(0, 2)),
        EndImport: st.just(EndImport()),
        OpenLinked: st.builds(lambda at_ms: OpenLinked(replay_in(LINKED), at_ms), now),
        OpenStudy: st.builds(
            lambda found, is_address: OpenStudy(*found, None, is_address=is_address),
            st.builds(read_study),
            st.booleans(),
        ),
        KeepStudy: st.builds(lambda found: KeepStudy(*found, STUDY), st.builds(read_study)),
        FollowStudy: st.builds(follow_study, st.just(session)),
        TakeDeal: st.builds(
            lambda at_ms, is_after: TakeDeal(dealing("aya", DEAL), DEAL, at_ms, is_after),
            now,
            st.booleans(),
        ),
        RenameMatch: st.builds(RenameMatch, ids, ANY),
        DeleteMatches: st.builds(DeleteMatches, st.lists(ids, max_size=3).map(tuple)),
        LockChanged: st.builds(LockChanged, ids, is_ours=st.booleans()),
        RestoreReview: st.builds(RestoreReview, ids, st.none() | ANY),
        NotKept: st.builds(NotKept, st.lists(ids, max_size=2).map(tuple)),
        GiveSign: st.builds(GiveSign, st.sampled_from([*SIGNS, "shout"]), now),
        LineSettled: st.builds(LineSettled, st.integers(0, 3)),
        NetworkChanged: st.just(NetworkChanged()),
        AskForSeat: st.builds(AskForSeat, st.integers(1, 3)),
        AnswerSeat: st.builds(AnswerSeat, st.integers(0, 2), st.booleans()),
        AllowHelp: st.builds(AllowHelp, st.booleans(), st.sampled_from(["", "0", "7"])),
        AnswerWish: st.builds(AnswerWish, st.booleans(), st.sampled_from(["", "0.1.2.2.0"])),
        ChooseWay: st.builds(ChooseWay, st.booleans(), st.sampled_from(["", "1.7"])),
        InviteByLink: st.builds(InviteByLink, LINES, st.just(7), st.booleans()),
        OwnersFileRead: st.builds(
            OwnersFileRead,
            text=st.sampled_from([None, "{}", '{"relay": "wss://a.org"}']),
            then=st.sampled_from(
                [InviteByLink(1, 7), LiveCommand.ENTER_ROOM, LiveCommand.RECONNECT]
            ),
        ),
        DamageFound: st.builds(
            DamageFound,
            st.lists(st.tuples(st.tuples(STORES, ids), ANY), max_size=2).map(tuple),
            st.booleans(),
        ),
        ValueDamaged: st.builds(ValueDamaged, st.sampled_from(["runs", "lessons", "puzzles"]), ANY),
        Surveyed: st.builds(
            Surveyed,
            st.lists(st.tuples(STORES, ids, st.sampled_from(["alone", "form"])), max_size=2).map(
                tuple
            ),
        ),
        SetFilter: st.builds(SetFilter, FILTERS, ANY | FILTERED),
        EditName: st.builds(EditName, ids),
        **live_messages(now),
        ImportFiles: st.builds(
            ImportFiles,
            st.lists(st.tuples(ANY, ANY | GIVEN | st.just(STUDY)), max_size=2).map(tuple),
        ),
        SaveKept: st.builds(SaveKept, st.sampled_from(OF_ALL), st.sampled_from(["", "found"])),
        ImportMatches: st.builds(
            ImportMatches,
            st.lists(st.tuples(ANY, ANY | st.just(STUDY)), max_size=2).map(tuple),
            now,
        ),
        NewStudy: st.builds(NewStudy, GAMES),
        StudyFrom: st.builds(StudyFrom, st.sampled_from(SETUPS), studies),
        IntoStudy: st.builds(IntoStudy, studies),
        ImportOn: st.builds(ImportOn, st.integers(0, 3), now),
        ReadOn: st.builds(ReadOn, st.integers(0, 40)),
        DrawOn: st.builds(DrawOn, st.integers(0, 3)),
        OfflineChanged: st.builds(OfflineChanged, st.sampled_from(OfflineState)),
        EraseStatistics: st.builds(EraseStatistics, now),
        Pause: st.builds(Pause, now),
        Resume: st.builds(Resume, now),
        Bind: st.builds(Bind, ANY | st.sampled_from(SLOTS)),
        KeyCaptured: st.builds(KeyCaptured, CODES, ANY),
        StartKeyTest: st.builds(StartKeyTest, st.integers(-1, 9)),
        Hold: st.builds(Hold, SEATS, is_down=st.booleans()),
        PlayNow: st.builds(PlayNow, GAMES, st.integers(0, 2**53 - 1)),
        Edit: st.builds(Edit, FIELDS, VALUES, OF_THINGS | ids),
        Arrange: st.builds(Arrange, TOKENS),
        StartMatch: st.builds(StartMatch, st.integers(0, 2**53 - 1)),
        Press: st.builds(Press, TOKENS, now, st.none() | SEATS, now),
        PlayChosen: st.builds(PlayChosen, now),
        Shout: st.builds(Shout, SEATS, WORDS, now, now),
        TypeAction: st.builds(TypeAction, TOKENS, now),
        Show: st.builds(Show, st.integers(-2, length + 2)),
        PlayAgain: st.builds(PlayAgain, st.sampled_from(Rematch), st.integers(0, 2**53 - 1)),
        ClaimSeat: st.builds(ClaimSeat, st.integers(-1, 7)),
        PlayFrom: st.builds(PlayFrom, st.integers(-2, length + 2)),
        Say: st.builds(Say, st.sampled_from(TableAction), SEATS, now),
        AskClocks: st.builds(AskClocks, now),
        AskBoard: st.builds(
            AskBoard, st.sampled_from("abcdefghijklmnopqrstuvwxyz?"), st.sampled_from((1, -1)), now
        ),
        Point: st.builds(Point, TOKENS),
        Wake: st.builds(Wake, now),
        Listened: st.builds(Listened, now),
        GoOn: st.builds(GoOn, now),
        StepOn: st.builds(StepOn, now),
        Ready: st.builds(Ready, now),
        PausePlay: st.builds(PausePlay, now),
        PlayBack: st.builds(PlayBack, now),
        BranchOff: st.builds(BranchOff, st.integers(-2, length + 2), now),
        LookAt: st.builds(LookAt, st.integers(-2, length + 2)),
        MakePuzzle: st.builds(MakePuzzle, now),
        ShowVariation: st.builds(ShowVariation, st.integers(-1, 3), st.integers(-1, 2)),
        ShowBetter: st.builds(ShowBetter, st.integers(-1, length + 1), st.integers(-1, 3)),
        ShowSolution: st.builds(ShowSolution, now),
        BeginContest: st.builds(BeginContest, st.booleans(), now),
        StopContest: st.builds(StopContest, now),
        NextOfRun: st.builds(NextOfRun, now),
        SettingsChanged: st.builds(SettingsChanged, st.just(session.settings)),
        BeginLeague: st.builds(BeginLeague, st.integers(0, 9)),
        AskHere: st.builds(AskHere, st.integers(0, 9)),
        CheckStep: st.builds(CheckStep, st.integers(-1, 9)),
        EnterLevel: st.builds(EnterLevel, ANY | st.just("1")),
        LookAtPair: st.builds(LookAtPair, st.integers(-1, 9)),
        BeginTrial: st.builds(BeginTrial, st.integers(0, 9)),
        TryBot: st.builds(TryBot, st.integers(0, 9), now),
        EditPosition: st.just(EditPosition()),
        ChoosePiece: st.builds(ChoosePiece, st.sampled_from(["", "d", "1Q", "bbbby", "x"])),
        StepPiece: st.builds(StepPiece, st.sampled_from([-1, 1])),
        TakeAway: st.builds(TakeAway, TOKENS),
        PressPart: st.builds(PressPart, st.sampled_from([*"12345*x"])),
        ChooseCard: st.builds(ChooseCard, st.integers(-1, 40)),
        NewDeck: st.builds(NewDeck, st.booleans()),
        SolveDeck: st.builds(SolveDeck, st.integers(0, 9), now),
        GoTo: st.builds(GoTo, st.integers(-1, 9)),
        Vary: st.builds(Vary, st.sampled_from([-1, 1])),
        SetMode: st.builds(SetMode, st.sampled_from(list(StudyMode))),
        ShowMove: st.builds(ShowMove, now),
        SetGlyph: st.builds(SetGlyph, st.sampled_from(["!", "?!", "=", "x"])),
        NewBot: st.builds(NewBot, st.sampled_from(["", "first"])),
        LookAtPlayed: st.builds(LookAtPlayed, st.integers(-1, 3)),
        LookAtSeries: st.builds(
            LookAtSeries, st.sampled_from(["x", *session.kept.of(PlayedSeries).by_id])
        ),
        OpenPlayed: st.builds(OpenPlayed, now),
        BotHeard: st.builds(BotHeard, ANY | st.sampled_from(told_of(session))),
        TakeUp: st.just(TakeUp()),
        Introduce: st.builds(Introduce, st.integers(1, 3), st.sampled_from(["", "Clara"])),
        SetUp: st.builds(SetUp, st.sampled_from([one.setup for one in SHORT_RECORDS])),
        AskAgain: st.builds(AskAgain),
        StandIn: st.builds(StandIn, now),
        BotEnded: st.builds(BotEnded, st.sampled_from(TrialEnd)),
        ExamplesFetched: st.builds(ExamplesFetched, text=st.sampled_from([None, EXAMPLES])),
        ShowTurningPoint: st.builds(ShowTurningPoint, st.integers(-1, length + 1)),
        TryMistake: st.builds(TryMistake, st.integers(-1, length + 1), now),
        Answered: st.builds(Answered, _answers(session), now),
        Progressed: st.builds(Progressed, _answers(session)),
    }


def told_of(session):
    """What may be told of the series on screen."""
    screen = session.screen
    run = screen.trial if isinstance(screen, WorkshopScreen) else None
    job = "1" if run is None else run.series.job
    of_game = [one for one in SHORT_RECORDS if run and one.setup.game == run.series.game]
    records = map(format_record, (of_game or SHORT_RECORDS)[:2])
    failure = Failure("mine", FailureKind.ILLEGAL_CHOICE, "1", 2, 1, "ld d")
    events = [
        WorkerReady(),
        Printed("hello"),
        *(MatchPlayed(job, 1, (2,), 9, record) for record in (*records, "{}")),
        Failed(failure),
        Done(job),
    ]
    return [json.dumps([format_job(one)]) for one in events]


def kinds_of(message):
    """The message's own type, or those that it has as kinds of its own."""
    kinds = message.__subclasses__()
    return set().union(*map(kinds_of, kinds)) if kinds else {message}


def test_every_message_is_driven():
    driven = messages(Session(), 0.0).keys()
    assert driven == {*ALL_COMMANDS, *kinds_of(Message)} - {*COMMANDS}


OTHER_TAB = Visit("othertab")


def link_to(record):
    return "#/record/" + encode_record(record)


def is_tried(session):
    """Whether moves are tried out in the place of the match."""
    return session.home is not None and session.table is None


class Page(RuleBasedStateMachine):
    """A page without a browser."""

    @initialize(language=st.sampled_from(["en", "de"]), link=st.sampled_from(PLAYS))
    def arrive(self, language, link):
        self.session, self.now_ms, self.address, self.visits = Session(), 0.0, "", 0
        self.looked_at: dict[int, object] = {}
        self.matches: dict[str, str] = {}
        self.summaries: dict[str, str] = {}
        self.reviews: dict[str, str | None] = {}
        self.send(SetSetting("language", language))
        self.send(Navigate(link, 0.0))

    def send(self, message):
        self.now_ms += 50.0
        if isinstance(message, Navigate):
            self.address = message.link
        before = self.session
        self.session, effects = update(before, message)
        is_of_list = isinstance(message, DeleteMatches) or message is Command.UNDO_DELETE
        if is_tried(before) and is_tried(self.session) and not is_of_list:
            assert self.session.matches == before.matches, "nothing of a variation is kept"
            assert not kept_matches(effects)
        assert not [one for one in effects if isinstance(one, Report)], "reports are answered"
        for effect in effects:
            self.carry_out(effect)
        # A page has the time to replay what it has begun to read.
        while turns_of(self.session) and not isinstance(message, ReadOn):
            self.send(ReadOn(1_000))

    def carry_out(self, effect):
        """What the shell and storage do."""
        match effect:
            case Go(link):
                parse_link(link)
                self.address = link
            case Keep(KeptMatch(kept, summary)):
                self.matches[summary.id] = format_match(kept)
                self.summaries[summary.id] = format_summary(summary)
            case Keep(KeptName(match_id, name)):
                summary = parse_summary(self.summaries[match_id])
                self.summaries[match_id] = format_summary(replace(summary, name=name))
            case Keep(KeptReview(match_id, text)):
                self.reviews[match_id] = text
            case Forget(ids):
                self.forget(ids)
            case Fetch(Stored(store, key) as need):
                kept = self.matches if store == MATCHES else self.reviews
                self.send(Came(need, kept.get(key), self.now_ms))
            case Fetch(Written() as need):
                self.send(Came(need, True, self.now_ms))
            case TakeOver(match_id):
                self.send(LockChanged(match_id, is_ours=True))
            case Discard(places):
                self.forget([key for store, key in places if store in (MATCHES, SUMMARIES)])

    def forget(self, ids):
        for one in ids:
            for held in (self.matches, self.summaries, self.reviews):
                held.pop(one, None)

    @rule(data=st.data())
    def anything(self, data):
        kinds = messages(self.session, self.now_ms)
        message = data.draw(kinds[data.draw(st.sampled_from(list(kinds)))])
        if isinstance(message, NotKept):
            # Storage lacks what it could not write; of what is open, it keeps what it had before.
            self.forget([one for one in message.ids if one not in self.session.matches])
        self.send(message)

    @rule(link=st.sampled_from(PLAYS))
    def follow(self, link):
        self.send(Navigate(link, 0.0))

    @rule(link=st.sampled_from(LESSONS), data=st.data())
    def learn(self, link, data):
        """Nothing that is done in a lesson concerns a match, or is kept but as progress."""
        before = self.session.matches
        self.send(Navigate(link, 0.0))
        self.move(data)
        self.time_passes(2)
        assert self.session.matches == before
        if self.session.screen.state == "solved":
            assert self.session.kept.of(Progress).has(*link.split("/")[2:])

    @rule(link=st.sampled_from(PUZZLES), data=st.data())
    def solve(self, link, data):
        """Nothing that is done about a puzzle concerns a match; what came of it is kept."""
        before = self.session.matches
        self.send(Navigate(link, 0.0))
        if self.session.on_screen(PuzzleScreen) is None:
            for pack in PACKS:
                self.send(pack)
        screen = self.session.on_screen(PuzzleScreen)
        for _ in range(data.draw(st.integers(0, screen.puzzle.moves))):
            others = [Command.CANCEL, Command.HINT, ShowSolution(self.now_ms)]
            self.send(data.draw(st.sampled_from(others)))
            self.move(data)
            self.time_passes(2)
        assert self.session.matches == before
        log = self.session.kept.of(PuzzleLog)
        assert parse_puzzle_log(format_puzzle_log(log)) == log
        if self.session.screen.state != "open":
            assert screen.puzzle.id in log.of(screen.game).attempts

    @rule(record=st.sampled_from(SHORT_RECORDS))
    def open_record(self, record):
        self.send(Navigate("#/record/" + encode_record(record), 0.0))

    @precondition(lambda self: self.session.match is not None)
    @rule(data=st.data())
    def move(self, data):
        """A whole move of any seat that may act, so that matches get on."""
        match = self.session.match
        people = [seat for seat in sorted(match.position.active_seats) if match.is_human(seat)]
        if not people:
            return
        seat = data.draw(st.sampled_from(people))
        choice = match.rules.choose(match.position, seat)
        while choice.targets and choice.action is None:
            token = data.draw(st.sampled_from(sorted(choice.targets)))
            choice = choice.press(token)
            self.send(Press(token, self.now_ms, None, self.now_ms))
            self.send(Press(token, self.now_ms, seat, self.now_ms))

    @rule(steps=st.integers(1, 6))
    def time_passes(self, steps):
        """Everything that is due happens, one after the other."""
        for _ in range(steps):
            wanted_ms = self.session.next_wake_ms
            if wanted_ms is None:
                return
            self.now_ms = max(self.now_ms, wanted_ms)
            self.send(Wake(self.now_ms))

    @rule(begins=st.booleans())
    def get_ready(self, begins):
        """A race waits for this; perhaps it is counted down as well."""
        self.send(Ready(self.now_ms))
        gate = self.session.table.timing.gate if self.session.table else None
        if begins and gate is not None:
            self.time_passes(4)

    @rule(data=st.data())
    def bots_answer(self, data):
        self.send(Answered(data.draw(_answers(self.session)), self.now_ms))

    @rule(data=st.data())
    def call_and_leave(self, data):
        """Somebody calls, and a link is followed before it is decided who was first."""
        for seat in (1, 2):
            self.send(Shout(seat, data.draw(WORDS), self.now_ms, self.now_ms))
        self.send(Navigate(data.draw(st.sampled_from(PLACES)), 0.0))

    @rule(record=st.sampled_from(SHORT_RECORDS), part=st.floats(0, 1))
    def other_tab_goes_on(self, record, part):
        entries = int(part * len(record.entries))
        cut = Record(record.setup, record.entries[:entries])
        session, effects = whole_step(Session(visit=OTHER_TAB), Navigate(link_to(cut), 0.0))
        for effect in effects:
            if isinstance(effect, Keep):
                self.carry_out(effect)
        self.send(LibraryChanged(tuple(map(format_summary, session.library.summaries.values()))))

    @precondition(lambda self: self.session.table is not None)
    @rule(is_back=st.booleans(), moves=st.integers(0, 3), data=st.data())
    def other_tab_plays(self, is_back, moves, data):
        """It takes the match, plays on, and perhaps leaves it again."""
        match_id = self.session.table.match_id
        self.send(LockChanged(match_id, is_ours=False))
        match = self.session.matches[match_id]
        for _ in range(moves):
            if match.is_over:
                break
            seat = data.draw(st.sampled_from(sorted(match.position.active_seats)))
            action = data.draw(st.sampled_from(match.position.legal_actions(seat)))
            match = match.play(seat, action, match.last_turn.at_ms if match.last_turn else 0)
            summary = summary_of(match, match_id, begun_ms=1, played_ms=round(self.now_ms))
            self.carry_out(Keep(KeptMatch(match, summary)))
            self.send(LibraryChanged((format_summary(summary),)))
            assert self.session.matches[match_id] == match
            assert self.session.next_wake_ms is None or is_tried(self.session)
        if is_back:
            self.send(LockChanged(match_id, is_ours=True))

    @rule(data=st.data())
    def delete(self, data):
        """What is deleted leaves the list at once, and storage when it can come back no more."""
        listed = sorted(self.session.library.summaries)
        ids = data.draw(st.lists(st.sampled_from(listed), max_size=3)) if listed else []
        before, removed = self.session.library.summaries, self.session.library.removed
        last = {
            one: removed[one]
            for deletion in self.session.deletions[-1:]
            if isinstance(deletion, DeletedMatches)
            for one in deletion.ids
            if one in removed
        }
        self.send(DeleteMatches(tuple(ids)))
        is_less = self.session.library.summaries != before
        assert set(self.session.library.removed) <= set(self.matches)
        if data.draw(st.booleans()):
            self.send(Command.UNDO_DELETE)
            # Where nothing was deleted now, what was deleted last comes back.
            assert self.session.library.summaries == (before if is_less else {**before, **last})

    @rule()
    def reload(self):
        """The page goes away and comes back with what was kept and the address it had."""
        before, match_id = self.session, self.session.table and self.session.table.match_id
        self.visits += 1
        visit = Visit(f"visit{self.visits:03}")
        self.session, self.now_ms = Session(settings=before.settings, visit=visit), 0.0
        self.send(LibraryChanged(tuple(self.summaries.values())))
        self.send(Navigate(self.address, 0.0))
        if match_id in self.matches:
            assert self.session.table.match_id == match_id
        if before.kept_match is not None:
            assert self.session.match == before.kept_match

    @invariant()
    def it_is_data(self):
        assert oddities(self.session, self.looked_at) == []

    @invariant()
    def pages_can_be_drawn(self):
        session = self.session
        root = check(page_of(session))
        title_of(session, words_of(session.settings.language))
        match = session.match
        # The form may show a board, too: the one that is arranged.
        boards = [node for node in root.all("data-position") if match is not None]
        assert len(boards) == (match is not None)
        for board in boards:
            text = match.rules.format_board(session.looked_at.position)
            assert board.attributes["data-position"] == text
            # In a lesson and of a puzzle it is told what came of it, not who has won.
            assert bool(root.all("data-outcome")) == (
                match.is_over and session.on_screen(Exercise) is None
            )
            stops = [node for node in board.all("tabindex") if node.attributes["tabindex"] == "0"]
            assert len(stops) == 1, "a board has one tab stop"

    @rule(data=st.data())
    def look(self, data):
        """Whatever moment is looked at, the match stays as it is."""
        before, length = self.session, len(self.session.match.turns) if self.session.match else 0
        steps = [Command.EARLIER, Command.LATER, Command.FIRST, Command.PRESENT]
        self.send(data.draw(st.sampled_from([*steps, *map(Show, range(-1, length + 2))])))
        assert self.session.matches == before.matches
        # In a variation bots answer at its end alone; who looks has a playback stop.
        is_played_back = before.table is not None and before.table.playback_ms is not None
        expected = None if is_played_back else before.next_wake_ms
        assert is_tried(before) or self.session.next_wake_ms == expected

    @precondition(lambda self: self.session.match is not None)
    @rule(data=st.data())
    def try_out(self, data):
        """Moves are tried out, answered or not, and left; the match and its moment stay."""
        before = self.session
        self.send(
            data.draw(st.sampled_from([Command.TRY_OUT, ShowVariation(1), Command.BOTS_ANSWER]))
        )
        assert self.session.matches == before.matches
        if not is_tried(before) and is_tried(self.session) and data.draw(st.booleans()):
            self.move(data)
            self.time_passes(3)
            self.send(Command.LEAVE_VARIATION)
            assert self.session.matches == before.matches
            assert self.session.looked_at == before.looked_at

    @invariant()
    def what_is_looked_at_is_there(self):
        """At the table also while something else is tried out in its match."""
        seen, home, match = self.session.looked_at, self.session.home, self.session.kept_match
        if seen is not None:
            assert 0 <= seen.shown <= len(seen.turns)
        if home is None or match is None:
            return
        if home.browsing is not None:
            assert may_browse(match)
            assert home.browsing.ply != match.shown
            assert home.browsing.ply <= len(match.turns)
            assert home.browsing.since <= match.shown
        if home.analysis.is_reviewing:
            assert match.last_position.outcome is not None

    @invariant()
    def the_end_is_told_where_there_is_one(self):
        table = self.session.table
        if table is not None and table.shows_end:
            assert self.session.match.is_over
            assert table.browsing is None

    @invariant()
    def nothing_is_held_but_calls_that_will_be_decided(self):
        """Nothing is drawn while calls are held: it must be clear when that ends."""
        session = self.session
        if session.calls_held:
            assert isinstance(session.screen, TableScreen)
            is_hidden = session.screen.timing.paused_at_ms is not None
            assert session.next_wake_ms is not None or is_hidden

    @invariant()
    def behind_a_gate_no_time_passes(self):
        """Nobody acts, no clock runs; and what opens it can be seen, while a person looks."""
        session, match = self.session, self.session.match
        if session.table is None or match is None or session.table.timing.gate is None:
            return
        gate, timing = session.table.timing.gate, session.table.timing
        assert not timing.held
        if match.is_over or not timing.is_held_back(match):
            return
        assert timing.due(match, self.now_ms + 10**6) is None
        page = check(page_of(session))
        assert len(page.all("data-do", "ready")) == (gate.opens_at_ms is None)
        assert (session.next_wake_ms is None) == (gate.opens_at_ms is None)

    @invariant()
    def all_that_was_played_is_kept(self):
        """Every match of the library is in storage as it now is, and no other is."""
        library = self.session.library
        assert {**library.summaries, **library.removed}.keys() == self.summaries.keys()
        for match_id, summary in library.summaries.items():
            assert parse_summary(self.summaries[match_id]) == summary
            match = self.session.matches.get(match_id)
            if match is not None:
                assert parse_match(self.matches[match_id]) == match
                times = {"begun_ms": summary.begun_ms, "played_ms": summary.played_ms}
                assert summary == summary_of(match, match_id, name=summary.name, **times)
        for match_id, match in self.session.matches.items():
            assert match_id in self.summaries or not match.turns

    @invariant()
    def matches_are_whole(self):
        for match in self.session.matches.values():
            assert 0 <= match.shown <= len(match.turns)
            assert parse_match(format_match(match)) == match
            link = MatchLink(match.setup)
            assert match.is_same_setup(parse_link(link.text).setup)


TestPage = Page.TestCase
TestPage.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    # To look for fewer steps that fail takes longer than a test may (tests/limits.py): then nobody
    # would read that any have.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
