"""A person's side of a match: what each message makes of a session, and what it asks for."""

import base64
import json
import zlib
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import PlayFrom, Point, Press, Shout, TypeAction, Wake
from spieltisch.app.board.opening import link_to
from spieltisch.app.core.effects import Animate, Clear, Focus, Go, Keep
from spieltisch.app.core.messages import Command, Edit, Navigate, SetSetting, StartMatch, Tell
from spieltisch.app.core.news import Chosen, Dropped, OnTable, Played, StartScreen
from spieltisch.app.core.notice import BadAction, BadLink, BadSetup, PlainNotice, StorageFails
from spieltisch.app.core.routes import MatchLink
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.rules.screen import RulesScreen
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.settings.state import Hold
from spieltisch.app.setup.state import Arrange, SetupScreen
from spieltisch.games import catalog
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.kit.markup import whole
from spieltisch.kit.words import words_of
from spieltisch.play.match import format_match
from spieltisch.play.record_link import encode_record
from spieltisch.play.summary import is_match_id
from spieltisch.table import Bot, Entry, Player, Record, RecordError, format_record, parse_record
from tests.front_doors import parse_link, parse_match
from tests.records import keeping
from tests.unit.kept import KEPT_ID, asked, kept_matches, listed, next_visit, read, stored
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

PLAY = "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
OTHER = "#/play/yala?seats=human,human&seed=7"
START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"


def after(*messages, session=None):
    """The session after messages, and the effects of the last one."""
    session, effects = session or Session(), ()
    for message in messages:
        session, effects = whole_step(session, message)
    return session, effects


def playing(*actions, link=PLAY):
    """A session with a match of YALA on screen, after actions such as ``b+``."""
    session, _ = after(Navigate(link, 0.0))
    for number, action in enumerate(actions, 1):
        session, _ = played(session, action, at_ms=1000.0 * number)
    return session


def played(session, action, at_ms=0.0):
    """After the two presses that make an action."""
    session, _ = whole_step(session, Press(action[0], at_ms))
    return whole_step(session, Press(action[1], at_ms))


def position(session):
    return RULES.format_board(session.match.position)


def entries(session):
    return [entry.action for entry in session.match.record.entries]


def record_link(name="yala-shortest"):
    return "#/record/" + encode_record(parse_record(keeping.read(name)))


def ascii_code(record):
    """A record's code as somebody else may make it, with escapes for what is not ASCII."""
    text = json.dumps(json.loads(format_record(record)))
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()


class TestOpening:
    def test_a_link_begins_its_match_which_is_kept_from_its_first_turn(self):
        session, effects = after(Navigate(PLAY, 0.0))
        assert position(session) == START
        assert session.table.choice is not None
        assert session.table.news.what is OnTable.STARTED
        assert effects == (Go(PLAY, replaces=True),), "it is kept from its first turn on"
        session, effects = played(session, "b+")
        assert kept_matches(effects) == [session.match]

    def test_the_same_link_goes_on_with_the_match_in_progress(self):
        session = playing("b+", "a-")
        again, effects = after(Navigate(PLAY, 0.0), session=session)
        assert again.match == session.match
        assert again.table.match_id == session.table.match_id
        assert again.table.news.what is OnTable.RESUMED
        assert effects == (Go(PLAY, replaces=True),)

    def test_a_reload_goes_on_with_what_was_kept(self):
        before = playing("b+", "a-")
        session, _ = after(*next_visit(before.match, PLAY))
        assert session.match == before.match
        assert session.notice is None

    def test_a_link_to_a_finished_match_shows_it(self):
        session, _ = after(Navigate(record_link(), 0.0))
        link = link_to(session, session.table.match_id)
        again, _ = after(Navigate("#/", 0.0), Navigate(link, 0.0), session=session)
        assert again.match == session.match
        assert again.match.is_over

    def test_a_record_opens_at_its_end_with_every_move(self):
        session, effects = after(Navigate(record_link("yala-longest"), 0.0))
        assert len(session.match.record.entries) == session.match.shown == 68
        assert session.match.is_over
        assert session.table.choice is None
        assert isinstance(parse_link(effects[0].link), MatchLink)

    def test_every_address_that_is_set_can_be_followed(self):
        for name in (n for n in keeping.names() if n.startswith("yala")):
            session, effects = after(Navigate(record_link(name), 0.0))
            (link,) = [effect.link for effect in effects if isinstance(effect, Go)]
            again, _ = after(Navigate(link, 0.0), session=session)
            assert again.match == session.match
            assert again.notice is None

    def test_setup_and_rules_are_places(self):
        session, effects = after(Navigate("#/setup/yala", 0.0))
        assert effects == ()
        assert session.screen == SetupScreen(FIRST_FORM)
        session, effects = after(Navigate("#/rules/yala", 0.0), session=session)
        assert (session.screen, effects) == (RulesScreen("yala"), ())

    def test_a_part_of_the_rules_is_a_place_where_the_keyboard_goes(self):
        session, effects = after(Navigate("#/rules/yala/walls", 0.0))
        assert session.screen == RulesScreen("yala")
        assert [effect.node_id for effect in effects] == ["/rules/yala/walls"]

    def test_leaving_the_form_drops_what_was_filled_in(self):
        session, _ = after(
            Navigate("#/setup/yala", 0.0), Edit("name:1", "Anna"), Navigate("#/rules/yala", 0.0),
            Navigate("#/setup/yala", 0.0),
        )  # fmt: skip
        assert session.screen == SetupScreen(FIRST_FORM)

    def test_the_form_opens_as_the_last_match_was_set_up(self):
        session, _ = after(
            Navigate("#/setup/yala", 0.0), Edit("name:1", "Anna"), Edit("start", "arranged"),
            StartMatch(1, 0.0), Navigate("#/setup/yala", 0.0),
        )  # fmt: skip
        assert session.screen.setup.players[0].name == "Anna"
        assert session.screen.setup.start == "", "chance deals anew"


FIRST_FORM = replace(
    catalog.game_of("yala").info.default_setup(), players=(Player(), Player(controller=Bot(2)))
)
"""Alone against a bot that is not the weakest."""

WRONG = {
    "#/play/chess": BadLink("game", "chess"),
    "#/chess": BadLink("page", "/chess"),
    "#/play/yala?seats=human,human&seed=x": BadLink("seed", "x"),
    "#/play/yala?seats=human,human,cat&seed=1": BadLink("seats", "human,human,cat"),
    "#/play/yala?seats=" + "human," * 8 + "human&seed=1": BadSetup("yala", "seats", "9", ("2",)),
    "#/play/yala?seats=human,human&begins=both&seed=1": BadSetup(
        "yala",
        "begins",
        "both",
        (
            "dark",
            "light",
        ),
    ),
    record_link()[:-6]: BadLink("record", record_link()[len("#/record/") : -6]),
}


def _kept(record, *, shown):
    """A kept match as another version of the site may have written it."""
    return json.dumps({"shown": shown, "record": format_record(record)})


class TestWrongLinks:
    @pytest.mark.parametrize("link", WRONG, ids=lambda link: link[:40])
    def test_it_ends_on_the_start_with_a_notice_and_the_match_is_kept(self, link):
        before = playing("b+", "a-")
        session, effects = after(Navigate(link, 0.0), session=before)
        assert session.screen == StartScreen()
        assert session.notice == WRONG[link]
        assert effects == (Go("#/", replaces=True), Focus("notice"))
        assert session.matches == before.matches
        session, _ = after(Navigate(PLAY, 0.0), session=session)
        assert session.match == before.match
        assert session.notice is None

    def test_a_record_that_cannot_be_played_is_refused(self):
        record = parse_record(keeping.read("yala-shortest"))
        cheating = replace(record, entries=(*record.entries[:3], Entry(1, "l+")))
        session, _ = after(Navigate(keeping.json_link(cheating), 0.0))
        assert isinstance(session.notice, BadLink)
        assert session.notice == BadLink("turn", "4")
        assert not session.matches

    def test_a_record_of_a_start_that_cannot_be_is_refused(self):
        record = parse_record(keeping.read("yala-shortest"))
        wrong = Record(replace(record.setup, start="nonsense"))
        session, _ = after(Navigate(keeping.json_link(wrong), 0.0))
        assert isinstance(session.notice, BadLink | BadSetup)
        assert not session.matches

    @pytest.mark.parametrize(
        ("name", "controller"),
        [
            ("Anna", "robot"),
            ("Anna", "bot:"),
            ("Anna", "bot:99"),
            ("Anna", ""),
            ("A,B,C", "human"),
            ("x" * 5000, "human"),
            ("\ud800", "human"),
            ("two\nlines", "human"),
            ("a\u202eb", "human"),
        ],
    )
    def test_a_record_with_odd_players_is_cleaned_or_refused(self, name, controller):
        """Records come from anywhere: names and bots must be such as a link can carry."""
        record = parse_record(keeping.read("yala-not-over"))
        players = (Player(name, controller), Player("Bo"))
        odd = Record(replace(record.setup, players=players), record.entries)
        for session, effects in (
            after(Navigate("#/record/" + ascii_code(odd), 0.0)),
            after(
                listed(playing("b+").match),
                Navigate("#/rules/yala", 0.0),
                Navigate(f"#/match/{KEPT_ID}", 0.0),
                stored(KEPT_ID, _kept(odd, shown=1)),
            ),
        ):
            for effect in effects:
                if isinstance(effect, Go):
                    parse_link(effect.link)
            for match in session.matches.values():
                assert parse_link(MatchLink(match.setup).text)

    def test_dismiss_removes_the_notice(self):
        session, _ = after(Navigate("#/play/chess", 0.0), Command.DISMISS)
        assert session.notice is None

    def test_another_page_removes_the_notice(self):
        session, _ = after(Navigate("#/play/chess", 0.0), Navigate("#/setup/yala", 0.0))
        assert session.notice is None


class TestManyMatches:
    """A new match takes the place of no other."""

    def test_another_match_is_played_beside_the_one_in_progress(self):
        before = playing("b+", "a-")
        session, effects = after(Navigate(OTHER, 0.0), session=before)
        assert (session.match.setup.seed, entries(session)) == (7, [])
        assert effects == (Go(OTHER, replaces=True),)
        session, _ = after(Navigate(PLAY, 0.0), session=played(session, "b+")[0])
        assert session.match == before.match
        assert len(session.library.summaries) == 2

    def test_a_match_that_is_over_stays_when_another_begins(self):
        over, _ = after(Navigate(record_link(), 0.0))
        session, _ = after(Navigate(OTHER, 0.0), session=over)
        assert not session.match.record.entries
        assert over.table.match_id in session.library.summaries

    def test_the_form_begins_another(self):
        before = playing("b+")
        session, _ = after(Navigate("#/setup/yala", 0.0), StartMatch(99, 0.0), session=before)
        assert session.match.setup.seed == 99
        assert session.matches[before.table.match_id] == before.match

    def test_a_shared_record_is_another(self):
        before = playing("b+")
        session, effects = after(Navigate(record_link(), 7.0), session=before)
        assert session.match.is_over
        assert kept_matches(effects) == [session.match], "its link may be lost"
        assert session.matches[before.table.match_id] == before.match

    def test_a_record_that_is_known_is_not_kept_twice(self):
        session, _ = after(Navigate(record_link(), 0.0), Navigate(record_link(), 0.0))
        assert len(session.library.summaries) == 1

    def test_a_record_that_an_earlier_version_kept_whole_is_known(self):
        record = parse_record(keeping.read("yala-shortest"))
        part = "#/record/" + encode_record(record.cut(3))
        session, _ = after(Navigate(part, 0.0))
        (summary,) = session.library.summaries.values()
        whole = session.match.rules.format_position(session.match.position)
        assert whole != summary.board
        library = session.library.with_summaries((replace(summary, board=whole),))
        session, _ = after(Navigate(part, 0.0), session=replace(session, library=library))
        assert len(session.library.summaries) == 1

    def test_a_record_of_a_match_that_has_gone_on_is_another(self):
        record = parse_record(keeping.read("yala-shortest"))
        part = "#/record/" + encode_record(record.cut(3))
        session, _ = after(Navigate(record_link(), 0.0), Navigate(part, 0.0))
        assert len(session.library.summaries) == 2
        assert len(entries(session)) == 3

    def test_ids_are_of_the_visit_and_differ(self):
        session, _ = after(
            Navigate(PLAY, 0.0),
            Navigate(OTHER, 0.0),
            Navigate("#/play/yala?seats=human,human&seed=8", 0.0),
            session=Session(visit=Visit("abcd1234")),
        )
        assert list(session.matches) == [f"abcd1234000{number}" for number in range(3)]
        assert all(map(is_match_id, session.matches))

    def test_its_id_is_an_address(self):
        before = playing("b+", "a-")
        link = f"#/match/{before.table.match_id}"
        session, effects = after(Navigate("#/", 0.0), Navigate(link, 0.0), session=before)
        assert session.match == before.match
        assert effects == (Go(PLAY, replaces=True),)

    def test_of_two_that_began_alike_the_link_leads_to_the_last_and_ids_to_each(self):
        first = playing("b+", "a-")
        session, _ = after(Command.SET_UP_AGAIN, StartMatch(1, 5000.0), session=first)
        assert entries(session) == []
        second = session.table.match_id
        session, _ = after(Navigate("#/", 0.0), Navigate(PLAY, 0.0), session=session)
        assert session.table.match_id == second, "a reload comes back to it, though not played in"
        link = f"#/match/{first.table.match_id}"
        session, effects = after(Navigate(link, 0.0), session=session)
        assert session.match == first.match
        assert effects == (Go(link, replaces=True),), "the other link would lead to the other match"

    def test_an_unknown_id_is_told(self):
        """Nobody knows before it is looked for: the library may not be read yet."""
        session, effects = after(Navigate("#/match/abcdefghijkl", 0.0))
        assert effects == (asked("abcdefghijkl"),)
        session, effects = after(stored("abcdefghijkl", None), session=session)
        assert session.notice == BadLink("match", "abcdefghijkl")
        assert effects == (Go("#/", replaces=True), Focus("notice"))


class TestPlaying:
    def test_a_tower_and_a_landing_are_a_move(self):
        session, effects = after(Press("b", 0.0), session=playing())
        assert session.table.choice.targets == {"d", "l"}
        assert session.table.news.what == Chosen()
        assert effects == ()
        session, effects = after(Press("d", 500.0), session=session)
        assert position(session) == "dl/l/dl/ldd/dl/ld/dl/ld/dl/ld/dl/ld l"
        assert session.table.choice.site is None
        assert session.table.news.what == Played()
        keep, animate = effects
        assert kept_matches((keep,)) == [session.match]
        assert isinstance(animate, Animate)
        assert (animate.turn.seat, animate.turn.entry.action) == (1, "b+")
        assert RULES.format_board(animate.turn.before) == START

    def test_times_count_from_the_first_move(self):
        session = playing()
        for action, at_ms in (("b+", 5000.0), ("a-", 7300.4), ("d+", 9000.0)):
            session, _ = played(session, action, at_ms)
        assert [entry.at_ms for entry in session.match.record.entries] == [0, 2300, 4000]

    def test_a_press_of_before_the_position_came_up_is_not_for_it(self):
        session, _ = played(playing(), "b+", 5000.0)
        session, effects = played(session, "a-", 4000.0)
        assert entries(session) == ["b+"]
        assert effects == ()

    def test_after_a_reload_time_goes_on(self):
        session, _ = after(*next_visit(playing("b+", "a-").match, PLAY))
        session, _ = played(session, "d+", at_ms=50.0)
        times = [entry.at_ms for entry in session.match.record.entries]
        assert times == sorted(times)

    def test_the_chosen_tower_again_lets_go(self):
        session, _ = after(Press("b", 0.0), Press("b", 0.0), session=playing())
        assert session.table.choice.site is None
        assert session.table.news.what == Dropped("b")

    def test_another_own_tower_is_chosen_instead(self):
        session, _ = after(Press("b", 0.0), Press("f", 0.0), session=playing())
        assert session.table.choice.site == "f"

    @pytest.mark.parametrize("token", ["a", "", "zz", "\0", "+", "e+"])
    def test_what_leads_nowhere_plays_nothing(self, token):
        before = playing()
        session, _ = after(Press(token, 0.0), session=before)
        assert session.match == before.match
        assert session.table.choice.action is None

    def test_escape_drops_the_choice(self):
        session, effects = after(Press("b", 0.0), Command.CANCEL, session=playing())
        assert session.table.choice.site is None
        assert effects == ()

    def test_escape_with_nothing_chosen_changes_nothing(self):
        session = playing()
        assert after(Command.CANCEL, session=session) == (session, ())

    def test_a_move_can_be_typed(self):
        session, effects = after(TypeAction(" b+ ", 10.0), session=playing())
        assert entries(session) == ["b+"]
        assert isinstance(effects[0], Keep)
        assert effects[-1] == Clear("typed")

    @pytest.mark.parametrize("text", ["", "a+", "x", "b*", "\0" * 9])
    def test_a_typed_move_that_cannot_be_is_named_with_one_that_can(self, text):
        before = playing()
        session, effects = after(TypeAction(text, 0.0), session=before)
        assert session.match == before.match
        assert effects == (), "what is wrong stays in its field"
        assert session.notice == BadAction(text, "b+")
        session, _ = after(TypeAction("b+", 0.0), session=session)
        assert session.notice is None

    def test_nothing_is_played_on_a_finished_match(self):
        before, _ = after(Navigate(record_link(), 0.0))
        for message in (Press("a", 0.0), Press("+", 0.0), TypeAction("a+", 0.0), Command.CANCEL):
            session, effects = whole_step(before, message)
            assert session.match == before.match
            assert effects == ()

    def test_the_keyboards_place_is_known(self):
        session, effects = after(Point("f"), session=playing())
        assert (session.table.cursor, effects) == ("f", ())


class TestTakingBack:
    def test_any_number_is_taken_back_and_redone(self):
        session = playing("b+", "a-", "d+", "c+")
        ends = [
            RULES.format_board(session.match.position_at(ply))
            for ply in range(len(session.match.turns) + 1)
        ]
        for shown in (3, 0, 4, 2, 1, 4):
            session, effects = after(PlayFrom(shown), session=session)
            assert position(session) == ends[shown]
            assert entries(session) == ["b+", "a-", "d+", "c+"]
            assert kept_matches(effects) == [session.match]

    def test_one_step_forth_is_animated_and_others_are_not(self):
        session = playing("b+", "a-", "d+")
        session, effects = after(PlayFrom(0), session=session)
        assert not any(isinstance(effect, Animate) for effect in effects)
        _, effects = after(PlayFrom(1), session=session)
        assert any(isinstance(effect, Animate) for effect in effects)
        _, effects = after(PlayFrom(2), session=session)
        assert not any(isinstance(effect, Animate) for effect in effects)

    @pytest.mark.parametrize("shown", [-5, 99])
    def test_there_is_nothing_beyond_the_ends(self, shown):
        session, _ = after(PlayFrom(shown), session=playing("b+", "a-"))
        assert session.match.shown == (0 if shown < 0 else 2)

    def test_what_is_shown_already_changes_nothing(self):
        session = playing("b+")
        assert after(PlayFrom(1), session=session) == (session, ())

    def test_a_new_move_forgets_what_was_taken_back(self):
        session, _ = after(PlayFrom(1), session=playing("b+", "a-", "d+"))
        session, _ = played(session, "c+")
        assert entries(session) == ["b+", "c+"]
        assert session.match.shown == 2

    def test_taking_back_drops_the_choice(self):
        session, _ = after(Press("d", 0.0), session=playing("b+", "a-"))
        session, _ = after(PlayFrom(1), session=session)
        assert session.table.choice.site is None

    def test_a_finished_match_can_be_taken_up_again(self):
        session, _ = after(Navigate(record_link(), 0.0), PlayFrom(8))
        assert session.match.position.outcome is None
        assert session.table.choice is not None

    def test_what_was_taken_back_is_kept_over_a_reload(self):
        session, effects = after(PlayFrom(1), session=playing("b+", "a-", "d+"))
        (kept,) = kept_matches(effects)
        again, _ = after(*next_visit(kept, PLAY))
        assert again.match == session.match
        assert again.match.shown == 1
        assert len(entries(again)) == 3


class TestKeeping:
    def test_every_action_is_kept(self):
        session = playing()
        for action in ("b+", "a-", "d+"):
            session, effects = played(session, action)
            assert kept_matches(effects[:1]) == [session.match]

    @pytest.mark.parametrize(
        "text",
        [
            "", "{", "null", "[]", "1", '"x"', "{}", '{"shown": 1}', '{"record": "x"}',
            '{"shown": 1, "record": {}}', '{"shown": -1, "record": ""}',
            '{"shown": "1", "record": ""}', '{"shown": 0, "record": "{}"}', "\0", "[" * 100_000,
            format_match(playing("b+").match)[:-10],
            format_match(playing("b+").match).replace("b+", "b*"),
            format_match(playing("b+").match).replace("yala", "chess"),
        ],
    )  # fmt: skip
    def test_a_damaged_match_is_named_and_left_and_the_others_open(self, text):
        """The library knows it, its turns cannot be read."""
        link = f"#/match/{KEPT_ID}"
        session, effects = after(
            listed(playing("b+").match), Navigate("#/rules/yala", 0.0), Navigate(link, 0.0),
        )  # fmt: skip
        assert (session.awaited, effects) == (KEPT_ID, (asked(KEPT_ID),))
        session, effects = after(stored(KEPT_ID, text), session=session)
        assert (session.screen, session.notice) == (StartScreen(), PlainNotice.DAMAGE_KEPT)
        assert effects == (Go("#/", replaces=True), Focus("notice"))
        assert KEPT_ID in session.library.summaries
        assert not session.matches
        session, _ = after(Navigate(OTHER, 0.0), session=session)
        assert session.match.setup.seed == 7

    def test_a_match_that_is_gone_when_it_is_read_is_told(self):
        session, _ = after(listed(playing("b+").match), Navigate(PLAY, 0.0), stored(KEPT_ID, None))
        assert (session.screen, session.notice) == (StartScreen(), BadLink("match", KEPT_ID))

    @pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"id": "x"}'])
    def test_a_damaged_summary_hides_no_other(self, text):
        (good,) = listed(playing("b+").match).kept
        session, _ = after(LibraryChanged((text, good)))
        assert session.notice is PlainNotice.DAMAGE_KEPT
        assert list(session.library.summaries) == [KEPT_ID]

    def test_the_page_says_that_a_match_is_read_and_who_plays_it(self):
        match = playing("b+").match
        session, _ = after(listed(match), Navigate("#/rules/yala", 0.0), Navigate(PLAY, 0.0))
        page = check(whole(page_of(session)))
        assert "Reading the game …" in page.one("id", "main").text
        assert page.one("id", "main").text.startswith(title_of(session, words_of("en")))
        known, _ = after(read(match), session=session)
        assert title_of(known, words_of("en")) == title_of(session, words_of("en"))
        unknown, _ = after(Navigate(f"#/match/{KEPT_ID}", 0.0))
        assert title_of(unknown, words_of("en")) == "Spieltisch"

    def test_what_is_read_too_late_is_not_opened(self):
        match = playing("b+").match
        session, _ = after(listed(match), Navigate(PLAY, 0.0), Navigate("#/rules/yala", 0.0))
        assert after(read(match), session=session) == (session, ())

    def test_another_tab_went_on(self):
        here = playing("b+")
        match_id, there = here.table.match_id, playing("b+", "a-", "d+")
        session, effects = after(listed(there.match, match_id, played_ms=9999), session=here)
        assert effects == (asked(match_id),)
        session, effects = after(read(there.match, match_id), session=session)
        assert session.match == there.match
        assert session.table.choice.seat == 2
        assert session.table.news.what is OnTable.RESUMED
        assert not any(isinstance(effect, Keep) for effect in effects), "tabs would never rest"

    def test_another_tab_went_on_while_this_one_is_elsewhere(self):
        here = playing("b+")
        match_id, there = here.table.match_id, playing("b+", "a-")
        told = listed(there.match, match_id, played_ms=9999)
        session, effects = after(Navigate("#/rules/yala", 0.0), told, session=here)
        assert session.screen == RulesScreen("yala")
        assert effects == ()
        session, effects = after(Navigate(PLAY, 0.0), session=session)
        assert effects == (asked(match_id),)
        session, _ = after(read(there.match, match_id), session=session)
        assert session.match == there.match

    def test_what_could_not_be_written_is_not_given_up_for_what_storage_has(self):
        here, known = playing("b+", "a-"), playing("b+").match
        match_id = here.table.match_id
        older = listed(known, match_id, played_ms=1)
        session, _ = after(Navigate("#/rules/yala", 0.0), older, Navigate(PLAY, 0.0), session=here)
        assert session.match == here.match

    def test_another_tab_began_another_match(self):
        here, there = playing("b+"), playing("b+", link=OTHER)
        session, effects = after(listed(there.match), session=here)
        assert (session.match, effects) == (here.match, ())
        assert KEPT_ID in session.library.summaries

    def test_another_tab_deleted_the_match_on_the_table_which_goes_on(self):
        here = playing("b+")
        session, _ = after(LibraryChanged(gone=(here.table.match_id,)), session=here)
        assert not session.library.summaries
        session, effects = played(session, "a-", at_ms=5000.0)
        assert kept_matches(effects) == [session.match]

    @pytest.mark.parametrize("why", [StorageFails.FULL, StorageFails.BLOCKED])
    def test_a_match_goes_on_without_storage(self, why):
        before, notice = playing("b+"), why
        session, effects = after(Tell(notice), session=before)
        assert session.notice == notice
        assert (session.match, effects) == (before.match, ())
        session, _ = played(session, "a-", at_ms=5000.0)
        assert entries(session) == ["b+", "a-"]

    def test_kept_text_is_the_match(self):
        match, _ = after(PlayFrom(1), session=playing("b+", "a-"))
        assert parse_match(format_match(match.match)) == match.match
        with pytest.raises(RecordError):
            parse_match("nonsense")


class TestSetUp:
    def form(self, *messages):
        return after(Navigate("#/setup/yala", 0.0), *messages)

    def test_names_and_options_are_filled_in(self):
        session, _ = self.form(
            Edit("name:1", "Anna"), Edit("name:2", " Bo, "), Edit("begins", "light"),
            Edit("repetition", "no-repeat"), StartMatch(5, 0.0),
        )  # fmt: skip
        setup = session.match.setup
        assert [player.name for player in setup.players] == ["Anna", "Bo"]
        assert dict(setup.options) == {"begins": "light", "repetition": "no-repeat"}
        assert (setup.seed, session.match.position.to_move) == (5, "l")

    def test_the_step_back_leads_to_the_form(self):
        _, effects = self.form(StartMatch(5, 0.0))
        (go,) = [effect for effect in effects if isinstance(effect, Go)]
        assert not go.replaces
        assert parse_link(go.link).setup.seed == 5

    def test_players_change_seats(self):
        session, _ = self.form(Edit("name:1", "Anna"), Command.SWAP)
        assert [player.name for player in session.screen.setup.players] == ["", "Anna"]

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("variant", "turbo"), ("edition", "zoch"), ("seats", "9"), ("seats", "x"),
            ("begins", "both"), ("nonsense", "1"), ("name:3", "Cleo"), ("name:0", "Cleo"),
            ("name:", "x"), ("name:x", "x"), ("", ""), ("controller:1", "robot"),
        ],
    )  # fmt: skip
    def test_what_the_form_does_not_know_changes_nothing(self, field, value):
        before, _ = self.form()
        session, effects = after(Edit(field, value), session=before)
        assert (session.screen.setup, effects) == (before.screen.setup, ())

    def test_the_ring_is_arranged_by_hand(self):
        session, _ = self.form(Edit("start", "arranged"))
        assert session.screen.setup.start == START
        session, _ = after(Arrange("a"), session=session)
        assert session.screen.setup.start.startswith("ld/ld/")
        refused, effects = after(StartMatch(1, 0.0), session=session)
        assert isinstance(refused.notice, BadSetup)
        assert (refused.notice.game, refused.notice.field) == ("yala", "start")
        assert effects == (Focus("notice"),)
        assert not refused.matches
        session, effects = after(Arrange("b"), StartMatch(1, 0.0), session=refused)
        assert position(session) == "ld/dl/" + START[6:]
        assert session.match.setup.seed is None
        assert session.notice is None
        (go,) = [effect for effect in effects if isinstance(effect, Go)]
        assert parse_link(go.link).setup.start == position(session)

    def test_who_begins_counts_for_an_arranged_ring_too(self):
        session, _ = self.form(Edit("start", "arranged"), Arrange("a"), Edit("begins", "light"))
        assert session.screen.setup.start == "ld/" + START[3:-1] + "l"

    def test_back_to_chance_forgets_the_arrangement(self):
        session, _ = self.form(
            Edit("start", "arranged"), Edit("start", "random"), StartMatch(3, 0.0)
        )
        assert session.match.setup.seed == 3

    def test_play_again_opens_the_form_filled_in(self):
        first, _ = self.form(
            Edit("name:1", "Anna"),
            Edit("begins", "light"),
            Edit("start", "arranged"),
            StartMatch(1, 0.0),
        )
        session, effects = after(Command.SET_UP_AGAIN, session=first)
        assert isinstance(session.screen, SetupScreen)
        assert session.screen.setup.players[0].name == "Anna"
        assert session.screen.setup.option("begins", "") == "light"
        assert session.screen.setup.start == first.match.setup.start
        assert effects == (Go("#/setup/yala"),)
        assert session.matches == first.matches

    def test_play_again_on_the_same_ring_is_another_match(self):
        """An arranged ring has the same link each time; but who presses Start wants to start."""
        start, *_ = keeping.read("yala-shortest").partition('"start":"')[2].partition('"')
        link = PLAY.partition("start=")[0] + "start=" + start.replace(" ", "%20")
        actions = [e.action for e in parse_record(keeping.read("yala-shortest")).entries]
        over = playing(*actions, link=link)
        assert over.match.is_over
        session, _ = after(Command.SET_UP_AGAIN, StartMatch(1, 0.0), session=over)
        assert session.match.record.entries == ()
        middle = playing(*actions[:3], link=link)
        session, _ = after(Command.SET_UP_AGAIN, StartMatch(1, 0.0), session=middle)
        assert session.match.record.entries == ()
        assert session.matches[middle.table.match_id] == middle.match

    def test_messages_of_a_form_without_one_change_nothing(self):
        for message in (
            Edit("name:1", "x"),
            Arrange("a"),
            Command.SWAP,
            StartMatch(1, 0.0),
            Command.SET_UP_AGAIN,
        ):
            assert after(message) == (Session(), ())


class TestSettings:
    def test_the_language_changes_nothing_else(self):
        before = playing("b+", "a-")
        session, effects = after(Press("d", 0.0), session=before)
        chosen = session.table.choice
        session, effects = after(SetSetting("language", "de"), session=session)
        assert session.settings.language == "de"
        assert (session.match, session.table.choice) == (before.match, chosen)
        assert effects == (Keep(session.settings),)

    def test_the_theme_is_one_of_three(self):
        session, _ = after(SetSetting("theme", "dark"))
        assert session.settings.theme == "dark"
        session, _ = after(SetSetting("theme", "pink"), session=session)
        assert session.settings.theme == "dark"

    def test_settings_are_their_text(self):
        settings = Settings(language="de", theme="dark")
        assert parse_settings(format_settings(settings)) == settings

    @pytest.mark.parametrize(
        "text",
        [
            None,
            "",
            "{",
            "[]",
            "null",
            "1",
            '{"theme": "pink"}',
            '{"theme": 1}',
            '{"x": 1}',
            "[" * 100_000,
        ],
    )
    def test_damaged_settings_are_the_defaults(self, text):
        assert parse_settings(text) == Settings()

    def test_one_damaged_setting_does_not_spoil_the_others(self):
        text = json.dumps({"language": 5, "theme": "dark", "more": []})
        assert parse_settings(text) == Settings(theme="dark")


class TestLeaving:
    """Leaving a screen drops its state: what was going on there holds up nothing elsewhere."""

    SHOUTED = "#/play/aya?seats=human,human&seed=1"

    def called(self):
        session, _ = after(Navigate(self.SHOUTED, 0.0), Shout(1, "aya", 1000.0, 1000.0))
        assert session.calls_held, "a call is held until it is clear who was first"
        return session

    @pytest.mark.parametrize("place", ["#/rules/aya", "#/settings", "#/", "#/play/nonsense"])
    def test_a_call_that_is_held_is_gone_with_the_table(self, place):
        session, _ = after(Navigate(place, 0.0), session=self.called())
        assert not session.calls_held
        assert session.next_wake_ms is None
        assert not session.match

    def test_a_match_that_is_opened_anew_waits_for_calls_again(self):
        session, _ = after(Navigate("#/", 0.0), Navigate(self.SHOUTED, 0.0), session=self.called())
        assert not session.calls_held
        session, _ = after(Shout(2, "aya", 2000.0, 2000.0), session=session)
        session, _ = after(Wake(session.next_wake_ms), session=session)
        assert [turn.seat for turn in session.match.turns] == [2]

    @pytest.mark.parametrize(
        "late",
        [
            Press("a", 5.0),
            Wake(9999.0),
            Command.CANCEL,
            Command.PLAY_HERE,
            PlayFrom(0),
            Hold(1, is_down=True),
        ],
        ids=lambda message: type(message).__name__,
    )
    def test_what_comes_too_late_changes_nothing(self, late):
        session, _ = after(Navigate("#/rules/aya", 0.0), session=self.called())
        assert after(late, session=session) == (session, ())


def test_games_that_were_set_up_alike_are_matches_of_their_own():
    links = [f"#/play/{game}?seats=human,human&seed=1" for game in ("aya", "yala", "myra")]
    session = Session()
    for link in links:
        session, _ = whole_step(session, Navigate(link, 0.0))
        assert session.match.setup.game in link
    assert len(session.matches) == len(links)


def test_a_match_has_a_link_of_its_own_once_another_tab_played_one_that_began_alike():
    session, _ = whole_step(Session(), Navigate("#/play/yala?seats=human,human&seed=1", 0.0))
    position = session.match.position
    action = session.match.rules.format_action(position.legal_actions(1)[0])
    session, _ = whole_step(session, TypeAction(action, 5.0))
    match_id, match = session.table.match_id, session.match
    _, effects = whole_step(session, listed(match, "othertab0000", played_ms=10**13))
    assert effects == (Go(f"#/match/{match_id}", replaces=True),)
