"""A puzzle on screen: fetching, solving, mistakes, help, what counts, the day's, and the way on."""

from dataclasses import replace

import pytest

from spieltisch.app.board.exercise import REPLY_MS
from spieltisch.app.board.messages import AskBoard, Press, ShowSolution, TypeAction, Wake
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.dates import Day, Zone, number_of
from spieltisch.app.core.effects import Animate, Fetch, Focus, Go, Keep
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Navigate, SetClock
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadAction, BadLink
from spieltisch.app.core.session import Device, Session
from spieltisch.app.core.waits import PuzzlePack, WaitScreen
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.keeping.puzzle_log import (
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.puzzle.goals import task_of
from spieltisch.app.puzzle.state import PuzzleScreen, match_of
from spieltisch.app.puzzle.texts import goal_words, shared_puzzle, shared_result
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.aya.rules.track import pattern_of
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH, words_of
from spieltisch.play.match import format_match
from spieltisch.play.puzzle import START
from tests import fourth
from tests.puzzles import PUZZLED, pack, position_of
from tests.small_packs import ALONE, FETCHED, HOLD, PACKS, WIN, fetched, pack_came, pack_text
from tests.unit.asking import after
from tests.unit.markup_check import check
from tools.project import STATIC

NOON_MS = float((number_of(Day(2026, 11, 22)) * 24 + 12) * 3_600_000)
TODAY = "2026-11-22"


def at(link, kept=None, *packs):
    session = after(Session(kept=kept or Kept()), SetClock(NOON_MS), *fetched(*(packs or PACKS)))
    return after(session, Navigate(link, 0.0))


def page(session):
    return check(whole(page_of(session)))


def spoken(session):
    (text,) = [node.text for node in page(session).one("id", "live").all("role") if node.text]
    return text


def log_of(session, game="yala"):
    return session.kept.of(PuzzleLog).of(game)


def a_mistake(session, at_ms=9500.0):
    """An action that does not solve the puzzle on screen."""
    match, accepted = session.match, session.screen.accepted
    texts = map(
        match.rules.format_action,
        match.position.legal_actions(session.screen.seat),
    )
    return TypeAction(next(text for text in texts if text not in accepted), at_ms)


WON = (TypeAction("f+", 1000.0), Wake(9000.0), TypeAction("h+", 10_000.0))


class TestFetching:
    def test_a_pack_is_fetched_once_it_is_wanted(self):
        session, effects = update(
            after(Session(), SetClock(NOON_MS)), Navigate("#/puzzle/yala", 0.0)
        )
        assert effects == (Fetch(PuzzlePack("yala")),)
        assert "Fetching the puzzles" in page(session).one("id", "puzzle-told").text
        session, effects = update(session, PACKS[0])
        assert session.screen.puzzle == WIN
        assert effects == (Go("#/puzzle/yala/aaaaaa", replaces=True),)
        _, effects = update(session, Navigate("#/puzzle/yala/aaaaab", 0.0))
        assert not [one for one in effects if isinstance(one, Fetch)]

    @pytest.mark.parametrize("text", [None, "", "{}", '{"format": 1, "puzzles": []}', "<html>"])
    def test_one_that_cannot_be_had_is_told_of_and_can_be_tried_again(self, text):
        session = after(Session(), Navigate("#/puzzle/yala", 0.0), pack_came("yala", text))
        assert isinstance(session.screen, WaitScreen)
        told = page(session).one("id", "puzzle-told")
        assert "could not be fetched" in told.text
        assert told.attributes["role"] == "status"
        assert page(session).one("data-do", "fetch-again")
        session, effects = update(session, Command.FETCH_AGAIN)
        assert effects == (Fetch(PuzzlePack("yala")),)
        assert "Fetching the puzzles" in page(session).one("id", "puzzle-told").text
        assert after(session, PACKS[0]).screen.puzzle == WIN

    def test_one_that_comes_late_moves_nobody(self):
        session = after(Session(), Navigate("#/puzzle/yala", 0.0), Navigate("#/settings", 0.0))
        assert after(session, PACKS[0]).screen == session.screen
        elsewhere = after(session, Navigate("#/puzzle/aya", 0.0))
        assert after(elsewhere, PACKS[0]).screen == elsewhere.screen

    @pytest.mark.parametrize(
        "link",
        ["#/puzzle", "#/puzzle/chess", "#/daily/yala/aaaaaa", "#/puzzle/yala/aaaaaa/on", "#/daily"],
    )
    def test_a_wrong_link_is_told(self, link):
        session = at(link)
        assert isinstance(session.screen, StartScreen)
        assert isinstance(session.notice, BadLink)

    def test_a_puzzle_that_is_not_there_is_told(self):
        session = at("#/puzzle/yala/zzzzzz")
        assert isinstance(session.screen, StartScreen)
        assert "no puzzle “zzzzzz”" in page(session).one("id", "notice").text

    def test_a_game_without_puzzles_offers_none(self):
        with fourth.in_catalogue():
            for screen in ("puzzle", "daily"):
                session = at(f"#/{screen}/{fourth.NAME}")
                assert isinstance(session.screen, StartScreen)
                assert isinstance(session.notice, BadLink)
            assert not page(at("#/")).all("href", f"#/daily/{fourth.NAME}")
            for screen in ("setup", "rules"):
                assert not page(at(f"#/{screen}/{fourth.NAME}")).all(
                    "href", f"#/puzzle/{fourth.NAME}"
                )


class TestSolving:
    def test_the_task_is_told_and_heard(self):
        session = at("#/puzzle/yala/aaaaaa")
        assert "Dark to move: win in 2." in page(session).one("id", "puzzle-title").text
        assert spoken(session) == "Dark to move: win in 2. Move 1 of 2."
        holder = page(session).one("data-puzzle", "aaaaaa")
        assert holder.attributes["data-puzzle-state"] == "open"
        assert title_of(session, ENGLISH) == "Puzzles, YALA, Spieltisch"

    def test_the_defence_replies_when_the_move_has_been_seen(self):
        session, effects = update(at("#/puzzle/yala/aaaaaa"), TypeAction("f+", 1000.0))
        assert isinstance(effects[0], Animate)
        assert session.screen.choice is None
        assert session.next_wake_ms == 1000.0 + REPLY_MS
        assert spoken(session).startswith("Right! The wall on g barred Light's way from ")
        assert after(session, Press("h", 1100.0)).match == session.match
        session, effects = update(session, Wake(session.next_wake_ms))
        assert effects == (Animate(session.match.turns[1]),)
        assert session.match.turns[1].seat == 2
        assert session.next_wake_ms is None
        assert session.screen.choice is not None
        told = page(session).one("id", "puzzle-told").text
        assert told.startswith("Right! The wall on g barred Light's way from a, b and h.")
        assert told.endswith("That left Light only 1 move. Move 2 of 2.")
        # What was heard with the verdict is not said again with the reply.
        assert spoken(session).endswith("Move 2 of 2.")
        assert "The wall on g" not in spoken(session)
        assert spoken(session).startswith("Light: h clockwise")
        assert spoken(session).endswith("Move 2 of 2.")

    def test_it_is_solved_counted_and_leads_on(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON[:-1])
        session, effects = update(session, WON[-1])
        assert session.screen.state == "solved"
        assert Keep(session.kept.of(PuzzleLog)) in effects
        assert Focus("puzzle-next") in effects
        assert log_of(session).attempts == {"aaaaaa": LatestAttempt("rr", TODAY)}
        assert log_of(session).streak == 1
        told = "Solved! Light cannot move. The walls on g and l close every way. Your rating is "
        assert spoken(session).startswith(told)
        assert page(session).one("id", "puzzle-next").attributes["href"] == "#/puzzle/yala"
        following = after(session, Navigate("#/puzzle/yala", 0.0))
        assert following.screen.puzzle == HOLD
        assert following.screen.news.serial > session.screen.news.serial

    @pytest.mark.parametrize("link", ["#/puzzle/yala/aaaaaa", "#/puzzles/yala", "#/daily/yala"])
    def test_noughts_are_not_told_before_the_first_one(self, link):
        session = at(link)
        assert "hidden" in page(session).one("id", "puzzle-record").attributes
        session = after(session, Navigate("#/puzzle/yala/aaaaaa", 0.0), *WON, Navigate(link, 0.0))
        record = page(session).one("id", "puzzle-record")
        assert "hidden" not in record.attributes
        assert "1 of 1" in record.text

    def test_once_solved_it_can_be_played_again_and_counts_no_more(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON)
        before = session.kept.of(PuzzleLog)
        session, effects = update(session, Command.TAKE_BACK)
        assert effects == (Focus("board"),)
        assert (session.screen.state, session.match.turns[:]) == ("open", ())
        session = after(session, a_mistake(session), Command.TAKE_BACK, *WON)
        assert session.screen.state == "solved"
        assert session.kept.of(PuzzleLog) == before
        assert "your rating stays" in page(session).one("id", "puzzle-told").text

    def test_nothing_of_it_is_a_match(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON)
        assert not session.matches
        assert not session.library.summaries

    def test_alone_what_nobody_chooses_is_played_by_itself(self):
        session = after(at("#/puzzle/aya"), TypeAction("4L", 1000.0))
        while session.next_wake_ms is not None:
            session = after(session, Wake(session.next_wake_ms))
        session = after(session, TypeAction("1R", 9000.0))
        assert session.screen.state == "solved"
        assert session.match.position.outcome is not None or session.next_wake_ms is not None


class TestMistakes:
    def test_are_answered_and_count_at_once(self):
        session, effects = update(at("#/puzzle/yala/aaaaab"), TypeAction("e+", 1000.0))
        assert session.screen.state == "failed"
        told = "Not this one: it loses. You can be walled in at once (d clockwise). You: e "
        assert spoken(session).startswith(told)
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("w", TODAY)}
        assert log_of(session).rating.value < START.value
        assert Focus("puzzle-again") in effects

    @pytest.mark.parametrize("message", [Command.TAKE_BACK, Command.CANCEL, Press("e", 0.0)])
    def test_are_taken_back_up_to_where_all_was_right(self, message):
        right = after(at("#/puzzle/yala/aaaaaa"), *WON[:2])
        session, effects = update(after(right, a_mistake(right)), message)
        assert session.screen.state == "open"
        assert format_match(session.match) == format_match(right.match)
        assert session.screen.choice == right.screen.choice
        assert effects == (Focus("board"),)

    def test_may_be_mended_and_still_count(self):
        session = after(at("#/puzzle/yala/aaaaab"), TypeAction("e+", 0.0), Command.TAKE_BACK)
        rating = log_of(session).rating
        session = after(session, TypeAction("i-", 9000.0))
        assert session.screen.state == "solved"
        assert log_of(session).rating == rating
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("wr", TODAY)}
        assert log_of(session).solved == 0

    def test_a_move_that_cannot_be_is_none(self):
        session = after(at("#/puzzle/yala/aaaaab"), TypeAction("d+", 0.0))
        assert isinstance(session.notice, BadAction)
        assert session.screen.state == "open"
        assert not session.kept.of(PuzzleLog).games


class TestHelp:
    def test_comes_in_two_steps_and_is_seen_on_the_board(self):
        session = after(at("#/puzzle/yala/aaaaab"), Command.HINT)
        told = page(session).one("id", "puzzle-told").text
        assert "i" in told
        assert spoken(session) == told
        assert not session.kept.of(PuzzleLog).games, (
            "where to look is told, and it can still be solved"
        )
        session = after(session, Command.HINT)
        assert page(session).one("id", "puzzle-told").text != told
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("ht", TODAY)}
        assert after(session, Command.HINT).screen.trace == "ht"

    def test_costs_a_half(self):
        plain = after(at("#/puzzle/yala/aaaaab"), TypeAction("i-", 0.0))
        helped = after(at("#/puzzle/yala/aaaaab"), Command.HINT, TypeAction("i-", 0.0))
        assert START.value < log_of(helped).rating.value < log_of(plain).rating.value
        assert log_of(helped).streak == 0

    def test_by_the_question_mark(self):
        keys = {"has_shift": False, "is_again": False}
        session = at("#/puzzle/yala/aaaaab")
        assert board_key(session, "i", "?", 5.0, **keys) == (Command.HINT,)
        assert spoken(after(session, AskBoard("w", 1, 0.0))).startswith("Walls: ")

    def test_alone_tells_the_card_and_then_the_move(self):
        session = after(at("#/puzzle/aya"), Command.HINT)
        assert page(session).one("id", "puzzle-told").text == "The card is 3 blue, 2 yellow."
        told = page(after(session, Command.HINT)).one("id", "puzzle-told").text
        assert told == "Just a hint – ball 4 to the left (3 blue, 2 yellow)."

    def test_the_whole_line_is_shown_move_by_move(self):
        session, effects = update(at("#/puzzle/yala/aaaaaa"), ShowSolution(1000.0))
        assert session.screen.state == "failed"
        assert Keep(session.kept.of(PuzzleLog)) in effects
        seen = []
        while session.next_wake_ms is not None:
            session, effects = update(session, Wake(session.next_wake_ms))
            (shown,) = effects
            seen.append(shown.turn.entry.action)
        assert seen == list(WIN.variation)
        assert session.screen.state == "failed"
        assert after(session, ShowSolution(99_000.0)) == session
        session = after(session, Command.TAKE_BACK)
        assert not session.match.turns[:]
        session = after(session, *WON)
        assert session.screen.state == "solved"
        assert log_of(session).solved == 0

    def test_the_line_is_shown_from_where_all_was_right(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON[:2])
        session = after(session, a_mistake(session))
        session = after(session, ShowSolution(11_000.0), Wake(11_000.0))
        assert [turn.entry.action for turn in session.match.turns] == ["f+", "h+", "h+"]
        assert session.next_wake_ms is None


class TestTheDays:
    def test_is_solved_told_and_given_to_others_without_giving_it_away(self):
        session = at("#/daily/aya")
        assert session.screen.puzzle == ALONE
        assert "the puzzle of 22 November" in page(session).one("id", "puzzle-title").text
        assert not page(session).all("data-do", "share-result")
        session = after(session, TypeAction("4L", 1000.0), Wake(9000.0), TypeAction("1R", 9500.0))
        assert page(session).one("data-do", "share-result")
        assert shared_result(session, session.on_screen(PuzzleScreen)) == (
            "Spieltisch · AYA · 2026-11-22\n"
            "Clear all the cards, in any order.\n"
            "🟢🟢 · ⏱ 0:10\n"
            "#/daily/aya/2026-11-22"
        )
        assert log_of(session, "aya").days_in_a_row(TODAY, 0) == 1
        again = after(session, Command.TAKE_BACK, TypeAction("4L", 80_000.0), Wake(90_000.0))
        again = after(again, TypeAction("1R", 95_000.0))
        assert again.screen.is_practice
        assert shared_result(again, again.on_screen(PuzzleScreen)) == shared_result(
            session, session.on_screen(PuzzleScreen)
        )

    def test_goes_on_though_another_tab_erases_what_was_counted(self):
        session = at("#/daily/yala")
        failed = after(session, a_mistake(session), ValuesChanged({"puzzles": "{}"}))
        assert log_of(failed) == GameLog()
        solved = after(failed, Command.TAKE_BACK)
        while solved.screen.state != "solved":
            solved = after(solved, TypeAction(next(iter(solved.screen.accepted)), 1e6))
            solved = after(solved, Wake(solved.next_wake_ms or 2e6))
        assert not log_of(solved).attempts
        log = solved.kept.of(PuzzleLog)
        assert parse_puzzle_log(format_puzzle_log(log)) == log

    def test_has_the_place_of_its_result_before_so_that_nothing_moves(self):
        session = at("#/daily/aya")
        assert page(session).one("id", "puzzle-result").text == ""
        shown = after(session, ShowSolution(0.0))
        assert page(shown).one("id", "puzzle-result").text
        assert not page(at("#/puzzle/aya/aaaaac")).all("id", "puzzle-result")

    def test_is_known_to_be_done_at_the_next_visit(self):
        solved = after(at("#/daily/yala"), ShowSolution(0.0), Command.TAKE_BACK)
        assert log_of(solved).days is None, "what was shown is not solved"
        done = GameLog().with_day(TODAY, 0, "wr")
        session = at("#/daily/yala", Kept().having(PuzzleLog({"yala": done})))
        assert session.screen.state == "open"
        assert page(session).one("data-do", "share-result")
        assert "🔴🟢" in shared_result(session, session.on_screen(PuzzleScreen))

    def test_another_day_has_another(self):
        tomorrow = SetClock(NOON_MS + 24 * 3_600_000)
        session = at("#/daily/yala")
        other = after(session, tomorrow, Navigate("#/daily/yala", 0.0))
        assert {session.screen.puzzle.id, other.screen.puzzle.id} == {
            "aaaaaa",
            "aaaaab",
        }

    @pytest.mark.parametrize(("days", "counted"), [(0, True), (1, True), (2, False), (9, False)])
    def test_counts_for_the_day_on_which_it_was_begun_if_it_is_solved_in_time(self, days, counted):
        session = after(at("#/daily/yala"), SetClock(NOON_MS + days * 24 * 3_600_000))
        answer = next(iter(session.screen.accepted))
        session = after(session, TypeAction(answer, 1.0))
        while session.screen.state == "open":
            session = after(session, Wake(session.next_wake_ms))
            session = after(session, TypeAction(next(iter(session.screen.accepted)), 1e6))
        streak = log_of(session).days
        assert (streak is not None and streak.last == TODAY) is counted

    def test_that_is_solved_already_notes_where_the_day_was_seen_last(self):
        done = GameLog().with_day(TODAY, 13 * 60, "r")
        session = after(Session(kept=Kept().having(PuzzleLog({"yala": done}))), *FETCHED)
        session = after(session, SetClock(NOON_MS, Zone(-10 * 60)))
        session, effects = update(session, Navigate("#/daily/yala", 0.0))
        assert log_of(session).days.east_minutes == -10 * 60
        assert Keep(session.kept.of(PuzzleLog)) in effects
        _, effects = update(session, Navigate("#/daily/yala", 0.0))
        assert not [one for one in effects if isinstance(one, Keep)]

    def test_a_puzzle_is_shared_by_its_own_link(self):
        device = Device(site="https://example.org/")
        session = replace(at("#/puzzle/yala/aaaaaa"), device=device)
        link = "https://example.org/#/puzzle/yala/aaaaaa"
        assert shared_puzzle(session, session.on_screen(PuzzleScreen)) == link


class TestTheOffer:
    def test_the_days_puzzles_are_on_the_menu(self):
        # The first step of who is new here are the shortest lessons, in that puzzle's place.
        met = Kept().having(Progress({"yala": ("move",)}))
        for link, kept in (("#/", met), ("#/puzzles", Kept())):
            root = page(update(Session(kept=kept), Navigate(link, 0.0))[0])
            for name in PUZZLED:
                title = catalog.game_of(name).info.title
                assert root.one("href", f"#/daily/{name}").attributes["aria-label"].endswith(title)

    @pytest.mark.parametrize("name", PUZZLED)
    def test_the_form_and_the_rules_lead_to_puzzles(self, name):
        assert page(at(f"#/setup/{name}")).one("href", f"#/puzzle/{name}").text == "Puzzles"
        assert page(at(f"#/rules/{name}")).one("href", f"#/puzzle/{name}").text == "Puzzles"

    def test_statistics_tell_of_them_and_erase_them(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON, Navigate("#/statistics", 0.0))
        assert "1 of 1" in page(session).text
        assert page(session).one("data-do", "erase-statistics")


@pytest.mark.parametrize("name", PUZZLED)
def test_every_goal_and_every_theme_has_words(name):
    game = catalog.game_of(name)
    for puzzle in pack(name):
        told = goal_words(game.view, puzzle.goal, position_of(puzzle), ENGLISH)
        assert told.task.format(side="Dark", n=3)
        assert told.answer
        assert told.note.format(horizon=3) or puzzle.goal in ("win", "clear")
    assert set(game.puzzles.themes) <= set(game.view.theme_words(ENGLISH))


def test_a_pack_of_many_is_one_text():
    session = at("#/puzzle/yala", None, pack_came("yala", pack_text(HOLD)))
    assert session.screen.puzzle == HOLD


class TestWhatIsAsked:
    """A puzzle says all that one must know to solve it, before anything was done."""

    def shown(self, game, puzzle):
        text = (STATIC / "puzzles" / f"{game}.json").read_text(encoding="utf-8")
        return at(f"#/puzzle/{game}/{puzzle}", None, pack_came(game, text))

    @pytest.mark.parametrize(
        "puzzle", [one for one in pack("aya") if one.setup.edition == "reilly"]
    )
    def test_cards_that_go_in_order_say_so_and_have_numbers(self, puzzle):
        position = position_of(puzzle)
        words = catalog.game_of("aya").view.goal_words(puzzle.goal, position, ENGLISH)
        assert "in order" in words.task
        assert len(position.open_cards) == 1

    def test_a_later_card_is_told_to_come_too_early(self):
        session = self.shown("aya", "c64p4c")
        root = page(session)
        assert "in order" in root.one("id", "puzzle").text
        cards = root.one("aria-label", "Open cards, to be cleared in this order")
        assert (cards.tag, "is-in-order" in cards.attributes["class"]) == ("ol", True)
        start = session.match.position
        failed = after(session, TypeAction("1L", 1000.0))
        row = [card.pattern for card in start.table.row]
        number = row.index(pattern_of(failed.match.position.track)) + 1
        told = f"ball 1 to the left shows card {number}, but the cards go in order"
        assert number > 1
        assert told in page(failed).one("id", "news").text
        assert told in spoken(failed)

    def test_any_order_says_so(self):
        root = page(self.shown("aya", "wwnvoi"))
        assert "in any order" in root.one("id", "puzzle").text
        assert root.one("aria-label", "Open cards").tag == "ul"

    def test_a_draw_is_by_repetition_and_says_so_when_it_is_reached(self):
        (puzzle,) = [one for one in pack("yala") if one.id == "kvnyfi"]
        session = self.shown("yala", puzzle.id)
        task = page(session).one("id", "puzzle").text
        assert "force a draw by repetition" in task
        assert "back for the third time" in task
        session = after(session, TypeAction(puzzle.solutions[0], 1000.0))
        assert "on the board for the third time: a draw." in page(session).one("id", "puzzle").text
        assert "for the third time" in spoken(session)

    def test_saving_oneself_says_for_how_long(self):
        for game, horizon in (("yala", 4), ("myra", 2)):
            puzzle = next(p for p in pack(game) if p.goal in ("do-not-lose", "save-queen"))
            assert f"within {horizon} moves." in page(self.shown(game, puzzle.id)).text

    def test_what_the_board_does_not_show_stands_beside_it(self):
        root = page(self.shown("myra", "r1l546"))
        position = position_of(next(one for one in pack("myra") if one.id == "r1l546"))
        for seat in position.seats:
            assert f"{position.reserve(seat)} in reserve" in root.one("id", "players").text
        assert not page(self.shown("yala", "kvnyfi")).all("id", "players")

    @pytest.mark.parametrize("game", PUZZLED)
    def test_a_first_mistake_costs_little(self, game):
        puzzle = pack(game)[0]
        session = self.shown(game, puzzle.id)
        failed = after(session, a_mistake(session))
        assert 0 < START.value - log_of(failed, game).rating.value < 70


class TestThePast:
    """How it came to a draw can be stepped through."""

    draw = next(one for one in pack("yala") if one.goal == "draw")

    def at_draw(self):
        return at(f"#/puzzle/yala/{self.draw.id}", None, pack_came("yala", pack_text(self.draw)))

    def test_every_draw_has_one_that_leads_to_its_position(self):
        for puzzle in pack("yala"):
            match = match_of(puzzle)
            assert match.rules.format_position(match.position) == puzzle.position
            assert bool(match.turns) == (puzzle.goal == "draw")

    def test_a_past_in_which_it_was_a_draw_already_has_none(self):
        now, rule, *before = self.draw.position.split(" | ")
        since = before[before.index(now) :]
        longer = " | ".join((now, rule, *before, *since, *since))
        puzzle = replace(self.draw, position=longer)
        assert not match_of(puzzle).turns

    def test_it_is_stepped_through_and_told(self):
        session = self.at_draw()
        last = len(session.match.turns)
        now = session.match.position
        back = after(session, Command.EARLIER)
        assert back.match.position == session.match.position_at(last - 1)
        assert back.screen.choice is None
        assert "1 move ago" in page(back).one("id", "puzzle-past").text
        assert spoken(back)
        assert after(back, Command.FIRST).match.position == session.match.start
        assert after(back, Command.FIRST, Command.EARLIER).match.shown == 0
        for message in (Command.LATER, Command.PRESENT, Press("a", 5.0), Command.TAKE_BACK):
            again = after(back, message)
            assert again.match.position == now
            assert again.screen.choice is not None

    def test_it_counts_for_nothing_and_is_gone_once_something_is_done(self):
        session = after(self.at_draw(), Command.EARLIER, Command.LATER)
        assert not session.screen.trace
        solved = after(session, TypeAction(self.draw.solutions[0], 1000.0))
        assert solved.screen.state == "solved"
        assert log_of(solved).solved == 1
        assert not page(solved).all("id", "puzzle-past")
        assert after(solved, Command.EARLIER).match == solved.match
        failed = after(session, a_mistake(session))
        assert after(failed, Command.TAKE_BACK).match.position == session.match.position

    def test_other_puzzles_have_none(self):
        session = at("#/puzzle/yala/aaaaaa")
        assert not page(session).all("id", "puzzle-past")
        assert after(session, Command.EARLIER).screen == session.screen


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Dark to move: win in 2."), ("es", "Juegan las oscuras: ganan en 2."),
     ("pt", "Jogam as escuras: ganhe em 2."), ("de", "Dunkel am Zug: Gewinn in 2.")],
)  # fmt: skip
def test_a_task_names_a_side_as_its_language_does(language, told):
    """As the lessons name it, too: by its pieces, where these have a gender."""
    assert task_of(WIN, words_of(language)) == told
