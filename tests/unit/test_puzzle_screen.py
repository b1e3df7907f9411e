"""A puzzle on screen: fetching, solving, mistakes, help, what counts, the day's, and the way on."""

from dataclasses import replace

import pytest

from spieltisch.app.board_keys import board_key
from spieltisch.app.dates import Day, number_of
from spieltisch.app.effects import Animate, FetchPack, Focus, Go, Keep
from spieltisch.app.exercise.state import REPLY_MS
from spieltisch.app.match.messages import AskBoard, Press, ShowSolution, TypeAction, Wake
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.messages import Command, Navigate, SetClock
from spieltisch.app.notice import BadAction, BadLink
from spieltisch.app.puzzle.log import (
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.puzzle.opening import AwaitedPuzzle
from spieltisch.app.puzzle.state import PackFetched, match_of
from spieltisch.app.puzzle.texts import goal_words, shared_puzzle, shared_result
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.session import Device, Kept, Session
from spieltisch.app.start.state import StartScreen
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.aya.rules.track import pattern_of
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from spieltisch.play.match import format_match
from spieltisch.play.puzzle import START
from tests import fourth
from tests.puzzles import PUZZLED, pack, position_of
from tests.small_packs import ALONE, HOLD, PACKS, WIN, pack_text
from tests.unit.asking import after
from tests.unit.markup_check import check
from tools.project import STATIC

NOON_MS = float((number_of(Day(2026, 11, 22)) * 24 + 12) * 3_600_000)
TODAY = "2026-11-22"


def at(link, kept=None, *packs):
    session = after(Session(kept=kept or Kept()), SetClock(NOON_MS), *(packs or PACKS))
    return after(session, Navigate(link))


def page(session):
    return check(whole(page_of(session)))


def spoken(session):
    (text,) = [node.text for node in page(session).one("id", "live").all("role") if node.text]
    return text


def log_of(session, game="yala"):
    return session.kept.puzzles.of(game)


def a_mistake(session, at_ms=9500.0):
    """An action that does not solve the puzzle on screen."""
    match, accepted = session.match, session.puzzle.accepted
    texts = map(match.rules.format_action, match.position.legal_actions(session.puzzle.seat))
    return TypeAction(next(text for text in texts if text not in accepted), at_ms)


WON = (TypeAction("f+", 1000.0), Wake(9000.0), TypeAction("h+", 10_000.0))


class TestFetching:
    def test_a_pack_is_fetched_once_it_is_wanted(self):
        session, effects = update(after(Session(), SetClock(NOON_MS)), Navigate("#/puzzle/yala"))
        assert effects == (FetchPack("yala"),)
        assert "Fetching the puzzles" in page(session).one("id", "puzzle-told").text
        session, effects = update(session, PACKS[0])
        assert session.puzzle.puzzle == WIN
        assert effects == (Go("#/puzzle/yala/aaaaaa", replaces=True),)
        _, effects = update(session, Navigate("#/puzzle/yala/aaaaab"))
        assert not [one for one in effects if isinstance(one, FetchPack)]

    @pytest.mark.parametrize("text", [None, "", "{}", '{"format": 1, "puzzles": []}', "<html>"])
    def test_one_that_cannot_be_had_is_told_of_and_can_be_tried_again(self, text):
        session = after(Session(), Navigate("#/puzzle/yala"), PackFetched("yala", text))
        assert isinstance(session.screen, AwaitedPuzzle)
        told = page(session).one("id", "puzzle-told")
        assert "could not be fetched" in told.text
        assert told.attributes["role"] == "status"
        assert page(session).one("data-do", "fetch-again")
        session, effects = update(session, Command.FETCH_AGAIN)
        assert effects == (FetchPack("yala"),)
        assert "Fetching the puzzles" in page(session).one("id", "puzzle-told").text
        assert after(session, PACKS[0]).puzzle.puzzle == WIN

    def test_one_that_comes_late_moves_nobody(self):
        session = after(Session(), Navigate("#/puzzle/yala"), Navigate("#/settings"))
        assert after(session, PACKS[0]).screen == session.screen
        elsewhere = after(session, Navigate("#/puzzle/aya"))
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
        assert title_of(session, ENGLISH) == "YALA · Spieltisch"

    def test_the_defence_replies_when_the_move_has_been_seen(self):
        session, effects = update(at("#/puzzle/yala/aaaaaa"), TypeAction("f+", 1000.0))
        assert isinstance(effects[0], Animate)
        assert session.screen.choice is None
        assert session.next_wake_ms == 1000.0 + REPLY_MS
        assert spoken(session).startswith("Right! ")
        assert after(session, Press("h", 1100.0)).match == session.match
        session, effects = update(session, Wake(session.next_wake_ms))
        assert effects == (Animate(session.match.turns[1]),)
        assert session.match.turns[1].seat == 2
        assert session.next_wake_ms is None
        assert session.screen.choice is not None
        assert "Right! Move 2 of 2." in page(session).one("id", "puzzle-told").text
        assert spoken(session).startswith("Light: h clockwise")
        assert spoken(session).endswith("Move 2 of 2.")

    def test_it_is_solved_counted_and_leads_on(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON[:-1])
        session, effects = update(session, WON[-1])
        assert session.screen.state == "solved"
        assert Keep(session.kept.puzzles) in effects
        assert Focus("puzzle-next") in effects
        assert log_of(session).attempts == {"aaaaaa": LatestAttempt("rr", TODAY)}
        assert log_of(session).streak == 1
        assert spoken(session).startswith("Solved! Your rating is ")
        assert page(session).one("id", "puzzle-next").attributes["href"] == "#/puzzle/yala"
        following = after(session, Navigate("#/puzzle/yala"))
        assert following.puzzle.puzzle == HOLD
        assert following.screen.news.serial > session.screen.news.serial

    def test_once_solved_it_can_be_played_again_and_counts_no_more(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON)
        before = session.kept.puzzles
        session, effects = update(session, Command.TAKE_BACK)
        assert effects == (Focus("board"),)
        assert (session.screen.state, session.match.turns[:]) == ("open", ())
        session = after(session, a_mistake(session), Command.TAKE_BACK, *WON)
        assert session.screen.state == "solved"
        assert session.kept.puzzles == before
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
        assert spoken(session).startswith("Not this one: it loses. You: e clockwise")
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("w", TODAY)}
        assert log_of(session).rating.value < START.value
        assert Focus("puzzle-again") in effects

    @pytest.mark.parametrize("message", [Command.TAKE_BACK, Command.CANCEL, Press("e")])
    def test_are_taken_back_up_to_where_all_was_right(self, message):
        right = after(at("#/puzzle/yala/aaaaaa"), *WON[:2])
        session, effects = update(after(right, a_mistake(right)), message)
        assert session.screen.state == "open"
        assert format_match(session.match) == format_match(right.match)
        assert session.screen.choice == right.screen.choice
        assert effects == (Focus("board"),)

    def test_may_be_mended_and_still_count(self):
        session = after(at("#/puzzle/yala/aaaaab"), TypeAction("e+"), Command.TAKE_BACK)
        rating = log_of(session).rating
        session = after(session, TypeAction("i-", 9000.0))
        assert session.screen.state == "solved"
        assert log_of(session).rating == rating
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("wr", TODAY)}
        assert log_of(session).solved == 0

    def test_a_move_that_cannot_be_is_none(self):
        session = after(at("#/puzzle/yala/aaaaab"), TypeAction("d+"))
        assert isinstance(session.notice, BadAction)
        assert session.screen.state == "open"
        assert not session.kept.puzzles.games


class TestHelp:
    def test_comes_in_two_steps_and_is_seen_on_the_board(self):
        session = after(at("#/puzzle/yala/aaaaab"), Command.HINT)
        told = page(session).one("id", "puzzle-told").text
        assert "i" in told
        assert spoken(session) == told
        assert not session.kept.puzzles.games, "where to look is told, and it can still be solved"
        session = after(session, Command.HINT)
        assert page(session).one("id", "puzzle-told").text != told
        assert log_of(session).attempts == {"aaaaab": LatestAttempt("ht", TODAY)}
        assert after(session, Command.HINT).screen.signs == "ht"

    def test_costs_a_half(self):
        plain = after(at("#/puzzle/yala/aaaaab"), TypeAction("i-"))
        helped = after(at("#/puzzle/yala/aaaaab"), Command.HINT, TypeAction("i-"))
        assert START.value < log_of(helped).rating.value < log_of(plain).rating.value
        assert log_of(helped).streak == 0

    def test_by_the_question_mark(self):
        keys = {"has_shift": False, "is_again": False}
        session = at("#/puzzle/yala/aaaaab")
        assert board_key(session, "i", "?", 5.0, **keys) == (Command.HINT,)
        assert spoken(after(session, AskBoard("w"))).startswith("Walls: ")

    def test_alone_tells_the_card_and_then_the_move(self):
        session = after(at("#/puzzle/aya"), Command.HINT)
        assert page(session).one("id", "puzzle-told").text == "The card is 3 blue, 2 yellow."
        told = page(after(session, Command.HINT)).one("id", "puzzle-told").text
        assert told == "Just a hint – ball 4 to the left (3 blue, 2 yellow)."

    def test_the_whole_line_is_shown_move_by_move(self):
        session, effects = update(at("#/puzzle/yala/aaaaaa"), ShowSolution(1000.0))
        assert session.screen.state == "failed"
        assert Keep(session.kept.puzzles) in effects
        seen = []
        while session.next_wake_ms is not None:
            session, effects = update(session, Wake(session.next_wake_ms))
            (shown,) = effects
            seen.append(shown.turn.entry.action)
        assert seen == list(WIN.line)
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
        assert session.puzzle.puzzle == ALONE
        assert "the puzzle of 22 November" in page(session).one("id", "puzzle-title").text
        assert not page(session).all("data-do", "share-result")
        session = after(session, TypeAction("4L", 1000.0), Wake(9000.0), TypeAction("1R", 9500.0))
        assert page(session).one("data-do", "share-result")
        assert shared_result(session, session.puzzle) == (
            "Spieltisch · AYA · 2026-11-22\n"
            "Clear all the cards, in any order.\n"
            "🟢🟢 · ⏱ 0:10\n"
            "#/daily/aya/2026-11-22"
        )
        assert log_of(session, "aya").days_in_a_row(TODAY, 0) == 1
        again = after(session, Command.TAKE_BACK, TypeAction("4L", 80_000.0), Wake(90_000.0))
        again = after(again, TypeAction("1R", 95_000.0))
        assert again.puzzle.is_practice
        assert shared_result(again, again.puzzle) == shared_result(session, session.puzzle)

    def test_goes_on_though_another_tab_erases_what_was_counted(self):
        session = at("#/daily/yala")
        failed = after(session, a_mistake(session), ValuesChanged({"puzzles": "{}"}))
        assert log_of(failed) == GameLog()
        solved = after(failed, Command.TAKE_BACK)
        while solved.screen.state != "solved":
            solved = after(solved, TypeAction(next(iter(solved.puzzle.accepted)), 1e6))
            solved = after(solved, Wake(solved.next_wake_ms or 2e6))
        assert not log_of(solved).attempts
        log = solved.kept.puzzles
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
        session = at("#/daily/yala", Kept(puzzles=PuzzleLog({"yala": done})))
        assert session.screen.state == "open"
        assert page(session).one("data-do", "share-result")
        assert "🔴🟢" in shared_result(session, session.puzzle)

    def test_another_day_has_another(self):
        tomorrow = SetClock(NOON_MS + 24 * 3_600_000)
        session = at("#/daily/yala")
        other = after(session, tomorrow, Navigate("#/daily/yala"))
        assert {session.puzzle.puzzle.id, other.puzzle.puzzle.id} == {"aaaaaa", "aaaaab"}

    def test_counts_for_the_day_on_which_it_was_begun(self):
        session = after(at("#/daily/yala"), SetClock(NOON_MS + 24 * 3_600_000))
        answer = next(iter(session.puzzle.accepted))
        session = after(session, TypeAction(answer, 1.0))
        while session.screen.state == "open":
            session = after(session, Wake(session.next_wake_ms))
            session = after(session, TypeAction(next(iter(session.puzzle.accepted)), 1e6))
        assert log_of(session).days.last == TODAY

    def test_a_puzzle_is_shared_by_its_own_link(self):
        device = Device(site="https://example.org/")
        session = replace(at("#/puzzle/yala/aaaaaa"), device=device)
        link = "https://example.org/#/puzzle/yala/aaaaaa"
        assert shared_puzzle(session, session.puzzle) == link


class TestTheOffer:
    def test_the_days_puzzles_are_on_the_menu(self):
        root = page(at("#/"))
        for name in PUZZLED:
            title = catalog.game_of(name).info.title
            assert root.one("href", f"#/daily/{name}").attributes["aria-label"].endswith(title)

    @pytest.mark.parametrize("name", PUZZLED)
    def test_the_form_and_the_rules_lead_to_puzzles(self, name):
        assert page(at(f"#/setup/{name}")).one("href", f"#/puzzle/{name}").text == "Puzzles"
        assert page(at(f"#/rules/{name}")).one("href", f"#/puzzle/{name}").text == "Puzzles"

    def test_statistics_tell_of_them_and_erase_them(self):
        session = after(at("#/puzzle/yala/aaaaaa"), *WON, Navigate("#/statistics"))
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
    session = at("#/puzzle/yala", None, PackFetched("yala", pack_text(HOLD)))
    assert session.puzzle.puzzle == HOLD


class TestWhatIsAsked:
    """A puzzle says all that one must know to solve it, before anything was done."""

    def shown(self, game, puzzle):
        text = (STATIC / "puzzles" / f"{game}.json").read_text(encoding="utf-8")
        return at(f"#/puzzle/{game}/{puzzle}", None, PackFetched(game, text))

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
        return at(f"#/puzzle/yala/{self.draw.id}", None, PackFetched("yala", pack_text(self.draw)))

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
        assert back.puzzle.choice is None
        assert "1 move ago" in page(back).one("id", "puzzle-past").text
        assert spoken(back)
        assert after(back, Command.FIRST).match.position == session.match.start
        assert after(back, Command.FIRST, Command.EARLIER).match.shown == 0
        for message in (Command.LATER, Command.PRESENT, Press("a", 5.0), Command.TAKE_BACK):
            again = after(back, message)
            assert again.match.position == now
            assert again.puzzle.choice is not None

    def test_it_counts_for_nothing_and_is_gone_once_something_is_done(self):
        session = after(self.at_draw(), Command.EARLIER, Command.LATER)
        assert not session.puzzle.signs
        solved = after(session, TypeAction(self.draw.solutions[0], 1000.0))
        assert solved.puzzle.state == "solved"
        assert log_of(solved).solved == 1
        assert not page(solved).all("id", "puzzle-past")
        assert after(solved, Command.EARLIER).match == solved.match
        failed = after(session, a_mistake(session))
        assert after(failed, Command.TAKE_BACK).match.position == session.match.position

    def test_other_puzzles_have_none(self):
        session = at("#/puzzle/yala/aaaaaa")
        assert not page(session).all("id", "puzzle-past")
        assert after(session, Command.EARLIER).screen == session.screen
