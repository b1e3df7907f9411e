"""Whatever comes, in whatever order: a session goes on, and every page of it can be drawn."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from spieltisch.play.match import format_match, parse_match
from spieltisch.presenters.page import page_of, title_of
from spieltisch.session.link import Link, encode_record, format_link, parse_link
from spieltisch.session.messages import (
    Arrange,
    Ask,
    Cancel,
    Confirm,
    Dismiss,
    Edit,
    Follow,
    Go,
    Keep,
    Pause,
    Play,
    Point,
    Press,
    Restore,
    Resume,
    Settle,
    SetUp,
    Show,
    Start,
    Swap,
    Tell,
    Type,
    Wake,
)
from spieltisch.session.session import Session
from spieltisch.session.update import update
from spieltisch.table import parse_record
from spieltisch.views.words import words_of
from tests.records import keeping
from tests.unit.markup_check import check

RECORDS = [
    parse_record(keeping.read(name))
    for name in ("yala-not-over", "yala-shortest", "yala-draw-by-repetition", "yala-no-repeat")
]
LINKS = [
    "", "#/", "#/setup/yala", "#/rules/yala", "#/settings",
    "#/play/yala?seats=human,human&seed=1",
    "#/play/yala?seats=human,human&seed=2&begins=light&repetition=no-repeat",
    "#/play/yala?seats=human,bot:1&names=%3Cb%3E,%7B0%7D&seed=3",
    "#/play/chess", "#/play/yala?seats=human&seed=1", "#/play/yala?seed=x", "#/record/abc", "#?",
    *("#/record/" + encode_record(record) for record in RECORDS),
]  # fmt: skip
SITES = st.sampled_from("abcdefghijkl")
ANY = st.text(max_size=6)


class Page(RuleBasedStateMachine):
    """A page without a browser."""

    @initialize(language=st.sampled_from(["en", "de"]))
    def arrive(self, language):
        self.session, self.now_ms = Session(), 0.0
        self.kept: dict[str, str] = {}
        self.send(Settle("language", language))

    def send(self, message):
        self.now_ms += 50.0
        self.session, effects = update(self.session, message)
        for effect in effects:
            if isinstance(effect, Go):
                parse_link(effect.link)
            elif isinstance(effect, Keep):
                assert parse_match(effect.text) == self.session.matches[effect.game]
                self.kept[effect.game] = effect.text

    @rule(link=st.sampled_from(LINKS))
    def follow(self, link):
        self.send(Follow(link))

    @rule(token=SITES | ANY)
    def press(self, token):
        self.send(Press(token, self.now_ms))

    @rule(number=st.integers(0, 1000))
    def move(self, number):
        """A whole move, so that matches get on."""
        choice = self.session.choice
        for _ in range(2):
            if choice is not None and choice.targets:
                targets = sorted(choice.targets)
                self.send(Press(targets[number % len(targets)], self.now_ms))
                choice = self.session.choice

    @rule(text=ANY | st.sampled_from(["a+", "b-", "e+"]))
    def type(self, text):
        self.send(Type(text, self.now_ms))

    @rule(shown=st.integers(-2, 70))
    def show(self, shown):
        self.send(Show(shown))

    @rule(
        field=st.sampled_from(
            ["name:1", "name:2", "name:3", "controller:1", "begins", "repetition", "start", "seats"]
        )
        | ANY,
        value=st.sampled_from(["arranged", "random", "light", "no-repeat", "bot:2", "human", "2"])
        | ANY,
    )
    def edit(self, field, value):
        self.send(Edit(field, value))

    @rule(token=SITES | ANY)
    def arrange(self, token):
        self.send(Arrange(token))

    @rule(seed=st.integers(0, 2**53 - 1))
    def start(self, seed):
        self.send(Start(seed))

    @rule(message=st.sampled_from([Cancel(), Confirm(), Dismiss(), SetUp(), Swap(), Play()]))
    def do(self, message):
        self.send(message)

    @rule(site=SITES | ANY)
    def point(self, site):
        self.send(Point(site))

    @rule(key=st.sampled_from("abcdefghijklmnopqrstuvwxyz?"))
    def ask(self, key):
        self.send(Ask(key))

    @rule(
        field=st.sampled_from(["language", "theme", "letter_keys", "board_turns", "x"]),
        value=st.sampled_from(["en", "de", "dark", "light", "auto", "on", "off"]),
    )
    def settle(self, field, value):
        self.send(Settle(field, value))

    @rule(record=st.sampled_from(RECORDS), part=st.floats(0, 1))
    def other_tab_goes_on(self, record, part):
        entries = int(part * len(record.entries))
        session, _ = update(Session(), Follow("#/record/" + encode_record(record.cut(entries))))
        self.send(Restore("yala", format_match(session.match)))

    @rule(text=ANY, game=st.sampled_from(["yala", "aya", "myra", "x"]))
    def storage_is_damaged(self, text, game):
        self.send(Restore(game, text))

    @rule(kind=st.sampled_from(["copied", "copy", "storage-full", "storage-blocked"]))
    def tell(self, kind):
        self.send(Tell(kind, ("https://example.org/#",) if kind == "copy" else ()))

    @rule(way=st.sampled_from([Wake, Pause, Resume]), wait=st.integers(0, 3000))
    def time_passes(self, way, wait):
        self.now_ms += wait
        self.send(way(self.now_ms))

    @rule()
    def reload(self):
        """The page goes away and comes back with what was kept and the address it had."""
        before, link = self.session, format_link(self.session.link)
        self.session, self.now_ms = Session(settings=before.settings), 0.0
        for game, text in self.kept.items():
            self.send(Restore(game, text))
        self.send(Follow(link))

    @invariant()
    def pages_can_be_drawn(self):
        session = self.session
        root = check(page_of(session))
        title_of(session, words_of(session.settings.language))
        boards = root.all("data-position")
        assert bool(boards) == (session.match is not None)
        if session.match is None:
            return
        (board,) = boards
        match = session.match
        assert board.attributes["data-position"] == match.game.format_position(match.position)
        assert bool(root.all("data-outcome")) == match.is_over
        stops = [node for node in board.all("tabindex") if node.attributes["tabindex"] == "0"]
        assert len(stops) == 1, "a board has one tab stop"

    @invariant()
    def matches_are_whole(self):
        for game, match in self.session.matches.items():
            assert match.record.setup.game == game
            assert len(match.positions) == len(match.record.entries) + 1
            assert 0 <= match.shown <= len(match.record.entries)
            assert parse_match(format_match(match)) == match
            link = Link("play", game, match.record.setup)
            assert match.is_same_setup(parse_link(format_link(link)).setup)


TestPage = Page.TestCase
TestPage.settings = settings(max_examples=25, stateful_step_count=30)
