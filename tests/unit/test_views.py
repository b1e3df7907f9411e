"""Markup: escaped whatever is typed, within the page's policy, and with the page's contract."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.form import to_play
from spieltisch.app.board.messages import LockChanged, PlayFrom, Point, Press
from spieltisch.app.core.messages import Command, Edit, Navigate, SetSetting, Tell
from spieltisch.app.core.notice import (
    BadAction,
    BadLink,
    BadSetup,
    BadStudy,
    Copied,
    DamagedSaved,
    DuelLeft,
    Exported,
    FaultNotice,
    FilmReady,
    Introduced,
    KeyReserved,
    KeyTaken,
    LanguageMissing,
    LeaguePlayed,
    LessonOffer,
    LiveNotice,
    LiveTrouble,
    LongLink,
    MakingFilm,
    NoBotFile,
    NoDeckFile,
    NoPuzzle,
    Notice,
    NotYours,
    OlderLink,
    PlainNotice,
    RunLeft,
    StorageFails,
    ToCopy,
    UpdateNotice,
    WaitsForEars,
)
from spieltisch.app.first_views import first_views
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.keeping.own_things import SeriesTrouble, TooMany
from spieltisch.app.matches.state import DeleteMatches
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.study.state import NotInStudy
from spieltisch.app.workshop.at_table import BotFailed
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup, el, join, number, region, whole, without_unchanged
from spieltisch.kit.names import Names
from spieltisch.kit.paint import PATHS, icon
from spieltisch.kit.words import ENGLISH, LANGUAGES, words_of
from spieltisch.play.codec import LinkPart
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import Failure, FailureKind
from spieltisch.play.record_link import encode_record
from spieltisch.play.study import StudyFlaw
from spieltisch.table import Outcome, Record, parse_record
from tests.records import keeping
from tests.unit.asking import after
from tests.unit.markup_check import check, read
from tests.unit.whole_step import whole_step

PLAY = "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"


def page(*messages, session=None):
    return check(page_of(after(*messages, session=session)))


class TestWriting:
    def test_an_element_is_its_tag_attributes_and_children(self):
        assert el("p", {"class": "a", "id": "b"}, "x", el("b", None, "y"), None, ["z", 1]) == (
            '<p class="a" id="b">x<b>y</b>z1</p>'
        )

    def test_attributes_may_be_bare_or_left_out(self):
        assert el("input", {"disabled": True, "checked": False, "value": None, "max": 2}) == (
            '<input disabled max="2">'
        )

    def test_texts_are_escaped_and_markup_is_not(self):
        assert el("p", {"title": "\"<&'"}, "<b>&", Markup("<i></i>")) == (
            '<p title="&quot;&lt;&amp;&#x27;">&lt;b&gt;&amp;<i></i></p>'
        )
        assert join("<", Markup("<hr>"), None, 3) == "&lt;<hr>3"

    @given(st.text(), st.text())
    def test_whatever_is_written_is_read_again(self, text, value):
        for unread in ("\r", "\0"):  # a parser of HTML changes these two
            text, value = text.replace(unread, ""), value.replace(unread, "")
        node = read(el("p", {"title": value}, text)).children[0]
        assert node.attributes["title"] == value
        assert node.text == text

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (1.0, "1"),
            (0.5, "0.5"),
            (-0.001, "0"),
            (2 / 3, "0.67"),
            (1e6, "1000000"),
            (-3.10, "-3.1"),
        ],
    )
    def test_numbers_are_short(self, value, text):
        assert number(value) == text
        assert el("g", {"x": value}) == f'<g x="{text}"></g>'

    def test_a_region_is_a_stub_of_its_element_in_what_is_round_it(self):
        inner = region("i", {"id": "b", "class": "x"}, "1 < 2")
        outer = region("p", {"id": "a"}, inner, "!")
        page = el("main", None, [outer, None])
        assert page == '<main><p id="a" data-region></p></main>'
        assert dict(page.regions) == {
            "a": '<p id="a"><i id="b" data-region></i>!</p>',
            "b": '<i id="b" class="x">1 &lt; 2</i>',
        }
        assert [*page.regions] == ["a", "b"]
        assert whole(page) == '<main><p id="a"><i id="b" class="x">1 &lt; 2</i>!</p></main>'
        assert without_unchanged(page, {"b"}) == whole(page)
        assert without_unchanged(page, ()) == page

    def test_what_has_no_regions_is_whole(self):
        assert whole(el("p", None, "x")) == "<p>x</p>"
        assert not join(el("p"), "x").regions

    def test_icons_say_nothing_by_themselves(self):
        for name in PATHS:
            assert read(icon(name)).children[0].attributes["aria-hidden"] == "true"


EVIL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onfocus='alert(1)' x='",
    "{0} {name} {winner} {}",
    "%s %(name)s %d",
    "&lt;b&gt; &amp;",
    "javascript:alert(1)",
    "]]> <!-- -->",
    "a\u2028b",
]


class TestNamesAreOnlyNames:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("name", EVIL)
    def test_on_every_screen_of_a_match(self, name, language):
        session = after(
            SetSetting("language", language), Navigate("#/setup/yala", 0.0), Edit("name:1", name),
            Edit("name:2", name[::-1]), Edit("company", "together"),
        )  # fmt: skip
        shown = session.screen.setup.players[0].name
        root = check(page_of(session))
        assert root.one("id", "name-1").attributes["value"] == shown
        session, _ = whole_step(session, Edit("start", "arranged"))
        match = Match.open(Record(to_play(session.screen.setup, 1)))
        session = after(Navigate("#/play/yala?seats=human,human&seed=1", 0.0), session=session)
        session = session.with_match(session.table.match_id, match)
        for message in (Press("b", 0.0), Press("d", 9000.0), PlayFrom(0), PlayFrom(1)):
            session, _ = whole_step(session, message)
            root = check(page_of(session))
            players = [node.text for node in root.all("class", "player-name")]
            assert players[0] == shown
            assert shown in title_of(session, words_of(language))
        # French puts a space before its colon.
        said = root.one("id", "last").text.replace("\u202f:", ":")
        assert said.startswith((f"{shown}: b ", f"{shown}: de b "))

    @pytest.mark.parametrize("name", EVIL)
    def test_in_the_sentence_that_ends_a_match(self, name):
        for outcome in (Outcome(frozenset((1,)), "no-move"), Outcome(frozenset(), "repetition")):
            sentence = catalog.game_of("yala").view.outcome_sentence(
                outcome, Names((name, "Bo")), ENGLISH
            )
            assert (name in sentence) == bool(outcome.winners)

    @pytest.mark.parametrize("text", EVIL)
    def test_in_notices(self, text):
        for link in (
            f"#/{text}", f"#/play/{text}", f"#/play/yala?seats={text}&seed=1",
            f"#/play/yala?seats=human,human&seed={text}", f"#/play/yala?{text}=1&seed=1",
            f"#/play/yala?seats=human,human&begins={text}&seed=1", f"#/record/{text}",
        ):  # fmt: skip
            root = page(Navigate(link, 0.0))
            assert root.all("id", "notice")
            assert root.all("class", "menu")


def bot_failed(failure, why=TrialEnd.FAILED):
    return BotFailed("#/workshop/yala", True, 1, failure, why)


BOT_FAILURES = (
    *(bot_failed(None, why) for why in (TrialEnd.TIME, TrialEnd.FLOOD, TrialEnd.DIED)),
    *(bot_failed(Failure("b", kind, "x")) for kind in FailureKind if kind != FailureKind.RAISED),
)


class TestNotices:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(
        "notice",
        [
            Copied("whole", 25), Copied("so-far", 1), Copied("part", 3), Copied("code"),
            Copied("puzzle"), Copied("result"), ToCopy("https://example.org/#/record/x"),
            LessonOffer("yala"), Introduced(4, "Clara"),
            *StorageFails,
            NotYours(is_elsewhere=True, is_over=False), NotYours(is_elsewhere=False, is_over=True),
            BadAction("zz", "a+"), OlderLink(3, 5), *PlainNotice, *UpdateNotice,
            RunLeft(0), RunLeft(1), RunLeft(2), DuelLeft(),
            NoPuzzle(), NoPuzzle(("b+", "d+")), Copied("position"),
            Copied("study"), Copied("bot", 0, 7_033), ToCopy("x" * 7_033, "study"),
            LongLink("bot", 7_033), LongLink("puzzle", 7_033), NoDeckFile("x.txt"),
            MakingFilm(25), FilmReady(is_saved=True), FilmReady(is_saved=False),
            *(BadStudy(flaw, 3, "zz") for flaw in StudyFlaw),
            NotInStudy(),
            *(BadLink(part, "7") for part in LinkPart), *map(LiveNotice, LiveTrouble),
            KeyTaken("Q", 1, "AYA"), KeyReserved("Enter"),
            Exported(2, 0), Exported(2, 1), Exported(1, 0, is_all=True), Exported(2, 1, lacks=True),
            DamagedSaved(1), LanguageMissing("Português (Brasil)"),
            NoBotFile("x.txt"), LeaguePlayed("yala"), TooMany(is_bot=True), TooMany(is_bot=False),
            SeriesTrouble(), FaultNotice(), WaitsForEars(),
            *BOT_FAILURES,
            BadSetup("yala", "seats", "9", ("2",)), BadSetup("yala", "start", "x"),
            BadSetup("yala", "variant", "x", ("standard",)),
            BadSetup("yala", "begins", "x", ("dark", "light")),
        ],
    )  # fmt: skip
    def test_every_kind_has_its_words(self, notice, language):
        text = notice.text(words_of(language))
        assert text.endswith((".", "?"))
        assert "{" not in text

    def test_no_kind_is_left_out(self):
        def kinds_of(kind):
            below = kind.__subclasses__()
            return set().union(*map(kinds_of, below)) if below else {kind}

        (cases,) = (
            mark.args[1] for mark in self.test_every_kind_has_its_words.pytestmark
            if mark.args[0] == "notice"
        )  # fmt: skip
        assert {type(case) for case in cases} == kinds_of(Notice)

    @pytest.mark.parametrize(
        "notice",
        [
            BadLink("seats", "x" * 9999),
            BadSetup("yala", "variant", "x" * 9999, ("standard",)),
            BadSetup("yala", "start", "x" * 9999),
            BadAction("x" * 9999, "a+"),
        ],
    )
    def test_a_notice_is_short_whatever_was_asked_for(self, notice):
        assert len(notice.text(ENGLISH)) < 250

    def test_a_notice_is_an_alert_that_can_be_closed(self):
        notice = page(Navigate("#/record/AAAA", 0.0)).one("id", "notice")
        assert notice.attributes["role"] == "alert"
        assert notice.one("data-do", "dismiss")

    def test_a_notice_that_lies_over_the_page_is_spoken_by_a_node_that_is_always_there(self):
        assert not page().one("id", "urgent").text
        root = page(Tell(StorageFails.FULL))
        notice = root.one("id", "notice")
        assert "role" not in notice.attributes
        assert notice.one("data-do", "dismiss")
        assert "no room left" in notice.text
        assert "no room left" in root.one("id", "urgent").text
        assert [node.attributes["id"] for node in root.all("aria-live", "assertive")] == [
            "urgent-0",
            "urgent-1",
        ]

    def test_a_record_that_ends_in_a_wrong_way_is_told_on_the_start_screen(self):
        root = page(Navigate("#/record/AAAA", 0.0))
        assert "damaged or incomplete" in root.one("id", "notice").text


class TestContract:
    """design.md, "The page's contract"."""

    def test_the_board_tells_game_position_and_whose_turn_it_is(self):
        board = page(Navigate(PLAY, 0.0)).one("id", "board")
        assert board.tag == "svg"
        assert board.attributes["data-game"] == "yala"
        assert board.attributes["data-position"] == "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
        assert board.attributes["data-active-seat"] == "1"

    def test_every_site_is_one_node_and_targets_are_marked(self):
        root = page(Navigate(PLAY, 0.0))
        assert [node.attributes["data-site"] for node in root.all("data-site")] == [*"abcdefghijkl"]
        assert [node.attributes["data-site"] for node in root.all("data-target")] == [*"bdfhjl"]
        root = page(Navigate(PLAY, 0.0), Press("b", 0.0))
        assert [node.attributes["data-site"] for node in root.all("data-target")] == ["d", "l"]

    def test_a_vanished_place_is_no_site(self):
        record = parse_record(keeping.read("yala-not-over"))
        root = page(Navigate("#/record/" + encode_record(record), 0.0))
        towers = root.one("id", "board").attributes["data-position"].split(" ")[0].split("/")
        standing = [site for site, tower in zip("abcdefghijkl", towers, strict=True) if tower]
        assert [node.attributes["data-site"] for node in root.all("data-site")] == standing

    @pytest.mark.parametrize(
        ("name", "told"),
        [("yala-dark-wins", "1"), ("yala-shortest", "2"), ("yala-draw-by-repetition", "draw")],
    )
    def test_the_result_is_told(self, name, told):
        root = page(Navigate("#/record/" + encode_record(parse_record(keeping.read(name))), 0.0))
        assert root.one("data-outcome").attributes["data-outcome"] == told
        assert not root.all("data-target")
        assert root.one("id", "board").attributes.get("data-active-seat") is None

    def test_there_is_no_result_before_the_end(self):
        assert page(Navigate(PLAY, 0.0)).all("data-outcome") == []

    def test_the_first_views_are_screens_too(self):
        views = first_views()
        assert {key.partition(":")[0] for key in views} == set(LANGUAGES)
        for markup in views.values():
            check(markup)


class TestAccess:
    def test_the_board_is_one_tab_stop_that_follows_the_keyboard(self):
        for cursor in (None, "a", "f", "zz"):
            messages = [Navigate(PLAY, 0.0)] + ([Point(cursor)] if cursor else [])
            board = page(*messages).one("id", "board")
            stops = [n for n in board.all("tabindex") if n.attributes["tabindex"] == "0"]
            expected = cursor if cursor in ("a", "f") else "a"
            assert [stop.attributes["data-site"] for stop in stops] == [expected]

    def test_a_tower_tells_what_it_is_and_what_can_be_done(self):
        root = page(Navigate(PLAY, 0.0))
        assert (
            root.one("data-site", "a")
            .attributes["aria-label"]
            .startswith("a, 2 stones, from the top light, dark")
        )
        assert "Can move to d, l" in root.one("data-site", "b").attributes["aria-label"]
        root = page(Navigate(PLAY, 0.0), Press("b", 0.0))
        assert "Chosen" in root.one("data-site", "b").attributes["aria-label"]
        assert "Can land here" in root.one("data-site", "d").attributes["aria-label"]

    def test_moves_are_spoken_and_the_same_words_twice_are_spoken_twice(self):
        session = after(Navigate(PLAY, 0.0))
        spoken = []
        for _ in range(2):
            for message in (Press("b", 0.0), Press("b", 0.0)):
                session, _ = whole_step(session, message)
            live = check(page_of(session)).one("id", "live")
            spoken.append([node.text for node in live.all("role", "status")])
        assert sorted(spoken[0]) == sorted(spoken[1])
        session = after(Press("b", 0.0), Press("d", 9000.0), session=session)
        live = check(page_of(session)).one("id", "live").text
        assert live == "Dark: b clockwise to d, now 3 high. Light to move."

    def test_why_a_way_is_blocked_is_said(self):
        ring = "dl/ld/lldld/ld/dl/d/dl/ld//ld/dl/ld d"
        session = after(Navigate(PLAY, 0.0))
        match = session.match
        match = replace(match, start=match.rules.parse_position(ring))
        session = session.with_table(session.table, match)
        session = after(Press("b", 0.0), session=session)
        hint = check(page_of(session)).one("id", "hint").text
        assert hint == (
            "The stone on b goes 2 steps. Clockwise: blocked, c is a wall. Counter-clockwise: to l."
        )
        # A press that goes there answers with that alone.
        root = check(page_of(after(Press("+", 0.0), session=session)))
        assert root.one("id", "live").text == "Clockwise: blocked, c is a wall."
        assert root.one("id", "hint").text == "Clockwise: blocked, c is a wall."

    def test_a_match_that_another_tab_plays_is_shown_and_can_be_played_here(self):
        session = after(Navigate(PLAY, 0.0), Press("b", 0.0), Press("d", 99.0))
        session = after(LockChanged(session.table.match_id, is_ours=False), session=session)
        root = check(page_of(session))
        told = root.one("id", "elsewhere")
        assert told.text.startswith("This game is being played in another tab.")
        assert [node.attributes["data-do"] for node in told.all("data-do")] == ["play-here"]
        assert not root.all("data-target")
        assert not root.all("data-do", "take-back")

    def test_what_is_deleted_can_come_back(self):
        session = after(Navigate(PLAY, 0.0), Press("b", 0.0), Press("d", 99.0), Navigate("#/", 0.0))
        (link,) = [
            node.attributes["href"]
            for node in check(page_of(session)).all("href")
            if node.attributes["href"].startswith("#/match/")
        ]
        session = after(DeleteMatches(tuple(session.library.summaries)), session=session)
        root = check(page_of(session))
        assert "1 game deleted." in root.one("id", "toasts").text
        assert root.all("data-do", "undo-delete")
        assert not root.all("href", link)
        root = check(page_of(after(Command.UNDO_DELETE, session=session)))
        assert root.all("href", link)

    def test_every_button_and_field_has_a_name(self):
        for messages in (
            [Navigate("#/", 0.0)], [Navigate("#/setup/yala", 0.0)],
            [Navigate("#/setup/yala", 0.0), Edit("start", "arranged")], [Navigate(PLAY, 0.0)],
            [Navigate("#/settings", 0.0)], [Navigate("#/play/chess", 0.0)],
        ):  # fmt: skip
            root = page(*messages)
            labelled = {node.attributes["for"] for node in root.all("for")}
            inside_labels = {
                id(node) for label in root.walk() if label.tag == "label" for node in label.walk()
            }
            for node in root.walk():
                is_button = node.tag in ("button", "a") or node.attributes.get("role") == "button"
                if is_button:
                    named = [node.attributes.get(one) for one in ("aria-label", "title")]
                    assert any(named) or node.text.strip()
                if node.tag in ("input", "select"):
                    assert (
                        node.attributes.get("aria-label")
                        or node.attributes["id"] in labelled
                        or id(node) in inside_labels
                    )


def test_a_notice_stands_on_whatever_screen_there_is():
    for place in ("#/", "#/setup/yala", "#/rules/yala", "#/settings", "#/keys", "#/key-test", PLAY):
        root = page(Navigate(place, 0.0), Tell(StorageFails.FULL))
        assert "no room left" in root.one("id", "notice").text
