"""Whatever comes, in whatever order, in every game: a session goes on, and can be drawn."""

from typing import get_args

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from spieltisch.games import catalog
from spieltisch.play.codec import encode_record
from spieltisch.play.match import Match, format_match, may_browse, parse_match
from spieltisch.play.service import Answer
from spieltisch.presenters.page import page_of, title_of
from spieltisch.session.effects import Go, Keep
from spieltisch.session.keys import SLOTS
from spieltisch.session.messages import (
    Answered,
    Arrange,
    AskBoard,
    Bind,
    Command,
    Edit,
    GoOn,
    Hold,
    KeyCaptured,
    KeyLabelsLoaded,
    LookAt,
    Message,
    Navigate,
    Pause,
    PausePlay,
    PlayAgain,
    PlayChosen,
    PlayFrom,
    PlayNow,
    Point,
    Press,
    Progressed,
    Ready,
    Restore,
    Resume,
    SetSetting,
    Shout,
    Show,
    ShowBetter,
    ShowLine,
    ShowSolution,
    ShowTurningPoint,
    StartKeyTest,
    StartMatch,
    StepOn,
    Tell,
    TypeAction,
    Wake,
    WorkerChanged,
)
from spieltisch.session.routes import Link, format_link, parse_link
from spieltisch.session.screens.table.again import KINDS
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.screens.table.thinking import wanted_thought
from spieltisch.session.session import Session
from spieltisch.session.update import update
from spieltisch.shell.storage import entry_of, match_name
from spieltisch.table import Record, parse_record
from spieltisch.views.words import words_of
from tests.lessons import STEPS
from tests.records import keeping
from tests.unit.markup_check import check


def _play_links():
    """A link to every game, variant, edition and number of seats, with people and with bots."""
    for game in catalog.GAMES.values():
        for variant, counts in game.info.seat_counts.items():
            for edition in game.info.editions:
                for seats in counts:
                    for bots in {0, seats // 2, seats} if game.bots else {0}:
                        who = ["human"] * (seats - bots) + ["bot:1"] * bots
                        yield (
                            f"#/play/{game.info.name}?variant={variant}&edition={edition}"
                            f"&seats={','.join(who)}&seed=3"
                        )


RECORDS = [parse_record(keeping.read(name)) for name in keeping.names()]
SHORT_RECORDS = [record for record in RECORDS if len(record.entries) < 60]
PLAYS = list(_play_links())
PLACES = ["", "#/", "#/settings", "#/key-test", "#/play/chess", "#/record/abc", "#?"]
PLACES += [f"#/{screen}/{game}" for screen in ("setup", "rules") for game in catalog.GAMES]
LESSONS = [f"#/learn/{game}/{step.name}" for game, step in STEPS]
PLACES += LESSONS[::4]
GAMES = st.sampled_from([*catalog.GAMES, "chess"])
ANY = st.text(max_size=6)
TOKENS = ANY | st.sampled_from([*"abcdef12345LR+-", "a1", "b1", "gather", "produce", "board"])
FIELDS = ANY | st.sampled_from(
    ["name:1", "name:9", "controller:1", "controller:2", "variant", "edition", "seats", "start"]
    + ["company", "level", "places"]
    + [option.name for game in catalog.GAMES.values() for option in game.info.options]
)
VALUES = ANY | st.sampled_from(
    ["arranged", "random", "bot:2", "human", "2", "3", "alone", "together", "watch", "listed"]
    + [variant for game in catalog.GAMES.values() for variant in game.info.variants]
    + [choice for game in catalog.GAMES.values() for o in game.info.options for choice in o.choices]
)
WORDS = ANY | st.sampled_from(
    [word for game in catalog.GAMES.values() if game.shouts for word in game.shouts.words]
)
SEATS = st.integers(0, 7)
CODES = st.sampled_from(["KeyX", "KeyQ", "Digit1", "Tab", "F9", "", "a b"])


def _answers(session):
    """What a worker may say: the answer that is wanted, or one that comes too late."""
    question, match = wanted_thought(session), session.match
    if question is None or match is None:
        return st.just(Answer("outdated", "a+", ("a+",), 0.4, None, 1, 1))
    legal = question.position.legal_actions(question.seat)
    actions = st.sampled_from([match.rules.format_action(action) for action in legal[:20]])
    return st.builds(
        lambda action, chance, end: Answer(question.ticket, action, (action,), chance, end, 2, 9),
        actions,
        st.sampled_from([0.0, 0.3, 0.9, 1.0]),
        st.sampled_from([None, 3]),
    )


def messages(session, now_ms):
    """How to make every message there is: each command, and the others by their types."""
    now = st.just(now_ms)
    length = len(session.match.turns) if session.match else 0
    return {
        **{command: st.just(command) for command in Command},
        Navigate: st.builds(Navigate, st.sampled_from([*PLACES, *PLAYS])),
        Tell: st.sampled_from(
            [Tell("copied", ("whole", "7")), Tell("copy", ("#",)), Tell("storage-full")]
        ),
        SetSetting: st.builds(
            SetSetting,
            st.sampled_from(["language", "theme", "letter_keys", "board_turns", "pace", "x"]),
            st.sampled_from(["en", "de", "dark", "light", "auto", "on", "off", "fast"]),
        ),
        KeyLabelsLoaded: st.builds(KeyLabelsLoaded, st.dictionaries(CODES, ANY, max_size=2)),
        WorkerChanged: st.builds(WorkerChanged, st.sampled_from(["starting", "ready", "failed"])),
        Restore: st.builds(Restore, GAMES, ANY),
        Pause: st.builds(Pause, now),
        Resume: st.builds(Resume, now),
        Bind: st.builds(Bind, ANY | st.sampled_from(SLOTS)),
        KeyCaptured: st.builds(KeyCaptured, CODES, ANY),
        StartKeyTest: st.builds(StartKeyTest, st.integers(-1, 9)),
        Hold: st.builds(Hold, SEATS, is_down=st.booleans()),
        PlayNow: st.builds(PlayNow, GAMES, st.integers(0, 2**53 - 1)),
        Edit: st.builds(Edit, FIELDS, VALUES),
        Arrange: st.builds(Arrange, TOKENS),
        StartMatch: st.builds(StartMatch, st.integers(0, 2**53 - 1)),
        Press: st.builds(Press, TOKENS, now, st.none() | SEATS, now),
        PlayChosen: st.builds(PlayChosen, now),
        Shout: st.builds(Shout, SEATS, WORDS, now, now),
        TypeAction: st.builds(TypeAction, TOKENS, now),
        Show: st.builds(Show, st.integers(-2, length + 2)),
        PlayAgain: st.builds(
            PlayAgain, ANY | st.sampled_from(sorted(KINDS)), st.integers(0, 2**53 - 1)
        ),
        PlayFrom: st.builds(PlayFrom, st.integers(-2, length + 2)),
        AskBoard: st.builds(AskBoard, st.sampled_from("abcdefghijklmnopqrstuvwxyz?")),
        Point: st.builds(Point, TOKENS),
        Wake: st.builds(Wake, now),
        GoOn: st.builds(GoOn, now),
        StepOn: st.builds(StepOn, now),
        Ready: st.builds(Ready, now),
        PausePlay: st.builds(PausePlay, now),
        LookAt: st.builds(LookAt, st.integers(-2, length + 2)),
        ShowLine: st.builds(ShowLine, st.integers(-1, 3)),
        ShowBetter: st.builds(ShowBetter, st.integers(-1, length + 1), st.integers(-1, 3)),
        ShowSolution: st.builds(ShowSolution, now),
        ShowTurningPoint: st.builds(ShowTurningPoint, st.integers(-1, length + 1)),
        Answered: st.builds(Answered, _answers(session), now),
        Progressed: st.builds(Progressed, _answers(session)),
    }


def test_every_message_is_driven():
    driven = messages(Session(), 0.0).keys()
    assert driven == {*Command, *get_args(Message)} - {Command}


def is_tried(session):
    """Whether moves are tried out in the place of the match."""
    return session.table is not None and session.table.variation is not None


class Page(RuleBasedStateMachine):
    """A page without a browser."""

    @initialize(language=st.sampled_from(["en", "de"]), link=st.sampled_from(PLAYS))
    def arrive(self, language, link):
        self.session, self.now_ms, self.address = Session(), 0.0, ""
        self.kept: dict[str, str] = {}
        self.send(SetSetting("language", language))
        self.send(Navigate(link))

    def send(self, message):
        self.now_ms += 50.0
        if isinstance(message, Navigate):
            self.address = message.link
        before = self.session
        self.session, effects = update(before, message)
        if is_tried(before) and is_tried(self.session):
            assert self.session.matches == before.matches, "nothing of a variation is kept"
            assert not [effect for effect in effects if isinstance(effect, Keep)]
        for effect in effects:
            if isinstance(effect, Go):
                parse_link(effect.link)
                self.address = effect.link
            elif isinstance(effect, Keep):
                name, text = entry_of(effect.kept)
                self.kept[name] = text
        # Several turns may be kept one after the other; the last is where the match is.
        kept = [effect.kept for effect in effects if isinstance(effect, Keep)]
        for match in [one for one in kept if isinstance(one, Match)][-1:]:
            assert match is self.session.matches[match.setup.game]

    @rule(data=st.data())
    def anything(self, data):
        kinds = messages(self.session, self.now_ms)
        kind = data.draw(st.sampled_from(list(kinds)))
        self.send(data.draw(kinds[kind]))

    @rule(link=st.sampled_from(PLAYS))
    def follow(self, link):
        self.send(Navigate(link))
        self.send(Command.CONFIRM)

    @rule(link=st.sampled_from(LESSONS), data=st.data())
    def learn(self, link, data):
        """Nothing that is done in a lesson concerns a match, or is kept but as progress."""
        before = self.session.matches
        self.send(Navigate(link))
        self.move(data)
        self.time_passes(2)
        assert self.session.matches == before
        if self.session.screen.state == "solved":
            assert self.session.device.progress.has(*link.split("/")[2:])

    @rule(record=st.sampled_from(SHORT_RECORDS))
    def open_record(self, record):
        self.send(Navigate("#/record/" + encode_record(record)))

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
        self.send(Navigate(data.draw(st.sampled_from(PLACES))))

    @rule(record=st.sampled_from(SHORT_RECORDS), part=st.floats(0, 1))
    def other_tab_goes_on(self, record, part):
        entries = int(part * len(record.entries))
        cut = Record(record.setup, record.entries[:entries])
        session, _ = update(Session(), Navigate("#/record/" + encode_record(cut)))
        self.send(Restore(record.setup.game, format_match(session.match)))

    @rule()
    def reload(self):
        """The page goes away and comes back with what was kept and the address it had."""
        before = self.session
        self.session, self.now_ms = Session(settings=before.settings), 0.0
        for game in catalog.GAMES:
            if match_name(game) in self.kept:
                self.send(Restore(game, self.kept[match_name(game)]))
        self.send(Navigate(self.address))

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
            # In a lesson it is told what was learnt, not who has won.
            assert bool(root.all("data-outcome")) == (match.is_over and session.lesson is None)
            stops = [node for node in board.all("tabindex") if node.attributes["tabindex"] == "0"]
            assert len(stops) == 1, "a board has one tab stop"

    @rule(data=st.data())
    def look(self, data):
        """Whatever moment is looked at, the match stays as it is."""
        before, length = self.session, len(self.session.match.turns) if self.session.match else 0
        steps = [Command.EARLIER, Command.LATER, Command.FIRST, Command.PRESENT]
        self.send(data.draw(st.sampled_from([*steps, *map(Show, range(-1, length + 2))])))
        assert self.session.matches == before.matches
        # In a variation bots answer at its end alone.
        assert is_tried(before) or self.session.next_wake_ms == before.next_wake_ms

    @precondition(lambda self: self.session.match is not None)
    @rule(data=st.data())
    def try_out(self, data):
        """Moves are tried out, answered or not, and left; the match and its moment stay."""
        before = self.session
        self.send(data.draw(st.sampled_from([Command.TRY_OUT, ShowLine(1), Command.BOTS_ANSWER])))
        assert self.session.matches == before.matches
        if not is_tried(before) and is_tried(self.session) and data.draw(st.booleans()):
            self.move(data)
            self.time_passes(3)
            self.send(Command.LEAVE_VARIATION)
            assert self.session.matches == before.matches
            assert self.session.looked_at == before.looked_at

    @invariant()
    def what_is_looked_at_is_there(self):
        match, seen = self.session.match, self.session.looked_at
        if match is None:
            return
        assert 0 <= seen.shown <= len(match.turns)
        browsing = self.session.table.browsing if self.session.table else None
        assert browsing is None or browsing.ply != match.shown
        assert may_browse(match) or browsing is None

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
            is_waiting = session.screen.replacement is not None
            is_hidden = session.screen.timing.paused_at_ms is not None
            assert session.next_wake_ms is not None or is_waiting or is_hidden

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
        assert (session.next_wake_ms is None) == (
            gate.opens_at_ms is None or session.table.replacement is not None
        )

    @invariant()
    def matches_are_whole(self):
        for game, match in self.session.matches.items():
            assert match.setup.game == game
            assert 0 <= match.shown <= len(match.turns)
            assert parse_match(format_match(match)) == match
            link = Link("play", game, match.setup)
            assert match.is_same_setup(parse_link(format_link(link)).setup)


TestPage = Page.TestCase
TestPage.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
