"""Runs of puzzles and duels of the day: how they begin, go on and end, and what is kept of them."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spieltisch.app.board.messages import ShowSolution, TypeAction, Wake
from spieltisch.app.core.dates import Day, number_of
from spieltisch.app.core.effects import Fetch, Keep
from spieltisch.app.core.messages import Command, Navigate, SetClock
from spieltisch.app.core.notice import BadLink, DuelLeft, RunLeft
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import PuzzlePack, WaitScreen
from spieltisch.app.keeping.puzzle_log import (
    MOST_COUNTED,
    MOST_TOTAL,
    ContestFigures,
    DuelResult,
    GameLog,
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
    with_result,
)
from spieltisch.app.puzzle.contest import (
    MISS,
    MISTAKES_TO_END,
    RUN_MS,
    BeginContest,
    ContestScreen,
    NextOfRun,
    StopContest,
    duel_of,
    nth_of_run,
)
from spieltisch.app.puzzle.contest_play import has_duel
from spieltisch.app.puzzle.contest_view import shared_contest
from spieltisch.app.puzzle.state import PuzzleScreen, contest_clock
from spieltisch.app.puzzle.wanted import parse_wanted
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import words_of
from tests.puzzles import PUZZLED, pack
from tests.small_packs import FETCHED, PACKS
from tests.unit.asking import after
from tests.unit.markup_check import check
from tests.unit.pressed import listening

NOON_MS = float((number_of(Day(2026, 11, 22)) * 24 + 12) * 3_600_000)
TODAY = "2026-11-22"
TABLE = "#/play/yala?seats=human,human&seed=1"


def page(session):
    return check(whole(page_of(session)))


def at(link):
    return after(Session(), SetClock(NOON_MS), *FETCHED, Navigate(link, 0.0))


def begun(link, *, is_calm=False):
    return after(at(link), BeginContest(is_calm, 1000.0))


def right(session):
    """The action that solves what is on screen, or goes on towards that."""
    screen, match = session.on_screen(PuzzleScreen), session.match
    if screen.contest.kind == "run":
        return next(iter(screen.accepted))
    return match.game.solver.advise(match.position).actions[0]


def wrong(session):
    """An action that matches nothing, or is not in the solution."""
    screen, match = session.on_screen(PuzzleScreen), session.match
    rules, position = match.rules, match.position
    for action in position.legal_actions(screen.seat):
        text = rules.format_action(action)
        if screen.contest.kind == "run":
            if text not in screen.accepted:
                return text
        elif match.game.solver.advise(position.apply(screen.seat, action)) is None:
            return text
    raise AssertionError("nothing is wrong here")


def on(session, text, at_ms):
    """The session after an action, once all that follows by itself has happened."""
    session = after(session, TypeAction(text, at_ms))
    while session.on_screen(PuzzleScreen) is not None and session.screen.wake_ms is not None:
        session = after(session, Wake(session.screen.wake_ms))
    return session


def solved(session, at_ms):
    """The session once the puzzle on screen is solved."""
    number = session.screen.contest.solved
    while session.on_screen(PuzzleScreen) is not None and session.screen.contest.solved == number:
        session = on(session, right(session), at_ms)
    return session


def log_of(session, game="yala"):
    return session.kept.of(PuzzleLog).of(game)


class TestRun:
    def test_the_pack_is_fetched_first(self):
        session, effects = update(after(Session(), SetClock(NOON_MS)), Navigate("#/run/yala", 0.0))
        assert effects == (Fetch(PuzzlePack("yala")),)
        assert isinstance(session.screen, WaitScreen)
        session = after(session, PACKS[0])
        assert page(session).one("id", "contest-told").text.startswith("Solve as many puzzles")
        assert len(page(session).all("data-do", "begin-contest")) == 2

    @pytest.mark.parametrize("link", ["#/run", "#/run/yala/x", "#/duel/yala", "#/duel/aya/x"])
    def test_a_wrong_link_is_told(self, link):
        assert isinstance(at(link).notice, BadLink)

    def test_it_goes_on_by_itself_and_counts_right_and_wrong(self):
        session = begun("#/run/yala")
        assert contest_clock(session.on_screen(PuzzleScreen)).until_ms == 1000.0 + RUN_MS
        session = solved(session, 2000.0)
        assert session.screen.contest.solved == 1
        assert not session.match.turns
        session = on(session, wrong(session), 9000.0)
        contest = session.screen.contest
        assert (contest.solved, contest.misses) == (1, 1)
        assert "1 solved, 1 mistake." in page(session).one("id", "puzzle-told").text
        # What a run does is no attempt: the rating and the list of puzzles stay.
        assert log_of(session) == GameLog()

    def test_after_a_mistake_the_right_answer_is_played_while_the_clock_stands(self):
        session = solved(begun("#/run/yala"), 2000.0)
        screen = session.on_screen(PuzzleScreen)
        missed, until_ms = screen.puzzle, contest_clock(screen).until_ms
        session = after(session, TypeAction(wrong(session), 11_000.0))
        assert contest_clock(session.on_screen(PuzzleScreen)) is None
        assert "Not this one" in page(session).one("id", "puzzle-told").text
        assert page(session).one("id", "contest-clock").text == "2:50"
        assert not page(session).all("id", "puzzle-onward")
        played = []
        while not played or len(played) < len(missed.variation):
            before = len(session.match.turns)
            session = after(session, Wake(session.next_wake_ms))
            played += [turn.entry.action for turn in session.match.turns[before:]]
            assert session.screen.puzzle == missed
        told = page(session).one("id", "puzzle-told").text
        assert tuple(played) == missed.variation
        assert told.startswith("This is how.")
        assert told.endswith("1 solved, 1 mistake.")
        assert page(session).one("data-do", "next-of-run").text == "Next"
        # A press goes on sooner; what was shown has cost no time.
        by_itself = after(session, Wake(session.next_wake_ms))
        session = after(session, NextOfRun(21_000.0))
        for one in (by_itself, session):
            assert one.screen.state == "open"
            assert one.screen.puzzle != missed
            assert one.screen.contest.missed == (missed.id,)
        assert contest_clock(session.on_screen(PuzzleScreen)).until_ms == until_ms + 10_000.0

    def test_time_cannot_run_out_while_an_answer_is_shown(self):
        session = after(begun("#/run/yala"), TypeAction("f-", 1000.0 + RUN_MS - 10))
        while session.on_screen(PuzzleScreen) is not None and not session.screen.is_shown:
            session = after(session, Wake(session.next_wake_ms))
        late_ms = 1000.0 + 2 * RUN_MS
        assert session.next_wake_ms < late_ms
        after_it = after(session, NextOfRun(late_ms))
        assert after_it.on_screen(PuzzleScreen) is not None
        assert after_it.next_wake_ms == late_ms + 10
        stopped = after(session, StopContest(late_ms))
        assert stopped.screen.over.took_ms == RUN_MS - 10

    def test_at_the_end_what_was_missed_is_there_to_be_tried_again(self):
        session = begun("#/run/yala", is_calm=True)
        for number in range(MISTAKES_TO_END):
            session = on(session, wrong(session), 3000.0 + 2000 * number)
        missed = session.screen.over.missed
        assert len(missed) == MISTAKES_TO_END
        links = page(session).one("id", "contest-missed").all("href")
        assert len(links) == MISTAKES_TO_END
        assert links[0].text.startswith("Dark to move: ")
        session = after(session, Navigate(links[0].attributes["href"], 0.0))
        assert session.screen.puzzle.id == missed[0]
        assert session.screen.contest is None
        # The next ones are the others that were missed.
        onward = page(session).one("id", "puzzle-next").attributes["href"]
        wanted = parse_wanted(onward.partition("?")[2], "yala")
        assert set(wanted.among.split(".")) == set(missed)
        assert {one.id for one in wanted.of(session.visit.packs["yala"], GameLog())} == set(missed)

    def test_nothing_is_said_of_minutes_after_an_untimed_run(self):
        session = begun("#/run/yala", is_calm=True)
        assert "minute" not in page(session).text
        assert "minute" not in page(after(session, StopContest(9000.0))).text

    def test_it_is_kept_as_its_page_is_left_without_being_drawn(self, monkeypatch):
        """What is drawn first takes so long on a busy device that the browser is gone by then."""
        told = []
        host = SimpleNamespace(
            session=begun("#/run/yala"),
            send=lambda message, *, shows=True: told.append((message, shows)),
        )
        leave = listening(monkeypatch, host, 9000.0)["pagehide"]
        leave(None)
        assert not told, "nothing has been done in it yet"
        host.session = solved(host.session, 2000.0)
        leave(None)
        assert told == [(StopContest(9000.0), False)]
        _, effects = update(host.session, told[0][0])
        assert Keep in map(type, effects)

    @pytest.mark.parametrize("is_calm", [False, True])
    def test_the_third_mistake_ends_it_and_the_result_is_kept(self, is_calm):
        session = begun("#/run/yala", is_calm=is_calm)
        session = solved(session, 2000.0)
        for number in range(MISTAKES_TO_END):
            session = on(session, wrong(session), 3000.0 + 2000 * number)
        assert isinstance(session.screen, ContestScreen)
        assert "you solved 1 puzzle." in page(session).one("id", "contest-told").text
        name = "run-calm" if is_calm else "run"
        assert log_of(session).tallies == {name: ContestFigures(1, 1, 1)}
        assert page(session).one("id", "contest-results")
        assert "you solved 1 puzzle" in shared_contest(session, session.screen)
        # Another one follows at once.
        assert after(session, BeginContest(is_calm, 9e4)).screen.contest.solved == 0

    @given(st.lists(st.sampled_from("rwwsbnWc"), min_size=4, max_size=14), st.booleans())
    def test_it_counts_once_however_often_each_thing_is_pressed(self, presses, is_calm):
        """Right and wrong moves, stopping, beginning, leaving, waiting and its end, each at once
        twice or more: no move is counted twice, and each run once."""
        session, at_ms, begun_runs = begun("#/run/yala", is_calm=is_calm), 2000.0, 1
        for press in presses:
            at_ms += 10.0
            screen = session.on_screen(PuzzleScreen)
            before = None if screen is None else screen.contest
            message = {
                "s": StopContest(at_ms),
                "b": BeginContest(is_calm, at_ms),
                "n": Navigate("#/run/yala", at_ms),
                "W": Wake(session.next_wake_ms or at_ms),
                "c": Command.DISMISS,
            }.get(press)
            if message is None:
                if screen is None or screen.state != "open":
                    continue
                legal = session.match.position.legal_actions(screen.seat)
                texts = map(session.match.rules.format_action, legal)
                is_right = press == "r"
                chosen = [one for one in texts if (one in screen.accepted) == is_right]
                # Where every move is right, none is wrong.
                message = TypeAction(chosen[0], at_ms) if chosen else Command.DISMISS
            session = after(session, message, message)
            screen = session.on_screen(PuzzleScreen)
            if press in "rw" and before is not None and screen is not None:
                now = screen.contest
                assert now.solved + now.misses <= before.solved + before.misses + 1
            if press == "b" and before is None and screen is not None:
                begun_runs += 1
        figures = log_of(session).tallies.get("run-calm" if is_calm else "run")
        if figures is not None:
            assert figures.times <= begun_runs
            assert figures.best <= figures.total <= presses.count("r")
        over = after(session, Navigate("#/", 0.0), Navigate("#/run/yala", 0.0), Navigate("#/", 0.0))
        again = after(over, Navigate("#/run/yala", 0.0), Navigate("#/", 0.0))
        assert log_of(again) == log_of(over)

    def test_time_ends_it_whatever_is_on_screen(self):
        session = solved(begun("#/run/yala"), 2000.0)
        until_ms = 1000.0 + RUN_MS
        assert session.next_wake_ms == until_ms
        assert after(session, Wake(until_ms - 1)).on_screen(PuzzleScreen) is not None
        session, effects = update(session, Wake(until_ms))
        assert isinstance(session.screen, ContestScreen)
        assert [one for one in effects if isinstance(one, Keep)]
        assert log_of(session).tallies["run"].best == 1

    @pytest.mark.parametrize("late_ms", [0.0, 60_000.0])
    def test_what_is_done_after_its_time_does_not_count_though_the_timer_is_late(self, late_ms):
        """Fault 10 of those that come of what is late, see test_waits.py."""
        session = solved(begun("#/run/yala"), 2000.0)
        while session.screen.state != "open":
            session = after(session, Wake(session.next_wake_ms))
        session = on(session, wrong(session), 1000.0 + RUN_MS + late_ms)
        assert isinstance(session.screen, ContestScreen)
        assert (session.screen.over.solved, session.screen.over.misses) == (1, 0)
        assert session.screen.over.took_ms == RUN_MS
        assert log_of(session).tallies["run"].best == 1

    def test_an_untimed_one_has_no_clock_and_no_end_in_time(self):
        session = begun("#/run/yala", is_calm=True)
        assert contest_clock(session.on_screen(PuzzleScreen)) is None
        assert session.next_wake_ms is None
        assert not page(session).all("id", "contest-clock")

    def test_one_that_is_stopped_counts_as_far_as_it_came(self):
        session = after(solved(begun("#/run/yala"), 2000.0), StopContest(9000.0))
        assert log_of(session).tallies == {"run": ContestFigures(1, 1, 1)}

    @pytest.mark.parametrize("link", ["#/", "#/rules/yala", "#/puzzle/yala", "#/run/yala", TABLE])
    def test_one_that_is_left_in_the_middle_counts_and_says_so(self, link):
        session, effects = update(solved(begun("#/run/yala"), 2000.0), Navigate(link, 9000.0))
        assert [one for one in effects if isinstance(one, Keep)]
        assert session.notice == RunLeft(1)
        assert session.notice.text(words_of("en")).endswith("1 puzzle solved.")
        session = after(session, Navigate("#/matches", 0.0), Navigate("#/run/yala", 0.0))
        assert session.notice is None, "once"
        assert log_of(session).tallies == {"run": ContestFigures(1, 1, 1)}

    def test_one_in_which_nothing_was_done_is_left_without_a_word(self):
        session = after(begun("#/run/yala"), Navigate("#/matches", 0.0))
        assert (session.notice, log_of(session)) == (None, GameLog())

    def test_one_that_is_over_or_stopped_is_left_without_a_word(self):
        session = after(
            solved(begun("#/run/yala"), 2000.0), StopContest(9000.0), Navigate("#/", 0.0)
        )
        assert session.notice is None
        session = solved(begun("#/run/yala"), 2000.0)
        for _ in range(MISTAKES_TO_END):
            session = on(session, wrong(session), 3000.0)
        assert after(session, Navigate("#/", 0.0)).notice is None
        assert log_of(session).tallies == {"run": ContestFigures(1, 1, 1)}

    def test_what_a_link_is_wrong_about_is_told_before_it(self):
        session = after(solved(begun("#/run/yala"), 2000.0), Navigate("#/nowhere", 0.0))
        assert isinstance(session.notice, BadLink)
        assert log_of(session).tallies == {"run": ContestFigures(1, 1, 1)}

    @pytest.mark.parametrize("message", [Command.HINT, ShowSolution(5000.0), Command.TAKE_BACK])
    def test_it_has_no_help(self, message):
        session = begun("#/run/yala")
        assert after(session, message).on_screen(PuzzleScreen) == session.on_screen(PuzzleScreen)
        failed = after(session, TypeAction(wrong(session), 2000.0))
        assert after(failed, message).on_screen(PuzzleScreen) == failed.on_screen(PuzzleScreen)
        assert not page(session).all("data-do", "hint")

    @pytest.mark.parametrize("game", PUZZLED)
    def test_puzzles_become_harder_and_none_comes_twice_soon(self, game):
        whole_pack = pack(game)
        for seed in (0, 1, 17, 1_764_000_000_123):
            run = [nth_of_run(whole_pack, number, seed) for number in range(40)]
            assert len({one.id for one in run}) == 40
            assert [one.band for one in run] == sorted(one.band for one in run)


class TestDuel:
    def test_everybody_has_the_same_on_a_day_and_another_one_on_the_next(self):
        positions = {duel_of("aya", f"2026-11-{day:02}").position for day in range(1, 29)}
        assert len(positions) == 28
        assert duel_of("aya", TODAY) == duel_of("aya", TODAY)
        assert [game for game in catalog.GAMES if has_duel(game)] == ["aya"]

    def test_it_is_cleared_in_an_order_of_ones_own(self):
        session = solved(begun("#/duel/aya"), 61_000.0)
        assert isinstance(session.screen, ContestScreen)
        result = log_of(session, "aya").duel
        assert (result.day, result.seconds, result.misses) == (TODAY, 60, 0)
        assert set(result.rolled) <= {"🔵", "🟡"}
        assert log_of(session, "aya").tallies == {"duel": ContestFigures(1, 60, 60)}
        told = shared_contest(session, session.screen)
        assert result.rolled in told
        assert "All cards cleared in 1:00 without a miss." in told
        assert told.endswith("#/duel/aya")
        # What has just been said is not said twice.
        assert page(session).text.count("All cards cleared") == 1
        later = after(session, Navigate("#/", 0.0), Navigate("#/duel/aya", 0.0))
        assert "Today: All cards cleared in 1:00" in page(later).text

    def test_a_miss_is_taken_back_and_costs_ten_seconds(self):
        session = begun("#/duel/aya")
        before = session.match.position
        session = on(session, wrong(session), 2000.0)
        assert session.match.position == before
        assert session.screen.contest.misses == 1
        session = solved(session, 31_000.0)
        result = log_of(session, "aya").duel
        assert (result.seconds, result.misses, result.rolled[0]) == (40, 1, MISS)

    def test_a_move_after_which_the_rest_cannot_be_cleared_is_a_miss(self):
        session = begun("#/duel/aya")
        for _ in range(60):
            screen, match = session.on_screen(PuzzleScreen), session.match
            for action in match.position.legal_actions(screen.seat):
                then = match.position.apply(screen.seat, action)
                if then.outcome is None and match.game.solver.advise(then) is None:
                    text = match.rules.format_action(action)
                    session = after(session, TypeAction(text, 2000.0))
                    assert session.screen.contest.misses == 1
                    assert "However you go on" in page(session).one("id", "puzzle-told").text
                    # What the short verdict said stays in sight, as of what is not on the board.
                    session = after(session, Wake(session.screen.next_wake_ms))
                    assert session.screen.state == "open"
                    assert not session.screen.is_wrong
                    told = page(session).one("id", "puzzle-told").text
                    assert "After ball" in told
                    session = on(session, right(session), 9000.0)
                    told = page(session).one("id", "puzzle-told").text
                    assert "After ball" not in told
                    return
            session = on(session, right(session), 2000.0)
        raise AssertionError("no day's duel should be that easy")

    def test_one_that_is_left_in_the_middle_does_not_count_and_says_so(self):
        session = begun("#/duel/aya")
        session = after(on(session, right(session), 2000.0), Navigate("#/matches", 0.0))
        assert session.notice == DuelLeft()
        assert log_of(session, "aya") == GameLog()

    def test_an_untimed_one_counts_misses_alone(self):
        session = begun("#/duel/aya", is_calm=True)
        session = solved(on(session, wrong(session), 2000.0), 500_000.0)
        assert log_of(session, "aya").tallies == {"duel-calm": ContestFigures(1, 1, 1)}
        assert log_of(session, "aya").duel.seconds == 0
        assert "All cards cleared, with 1 miss." in page(session).one("id", "contest-told").text

    def test_whoever_leaves_while_the_verdict_is_seen_keeps_the_result(self):
        session = begun("#/duel/aya")
        while session.screen.state != "solved":
            session = after(session, TypeAction(right(session), 61_000.0))
        result = log_of(session, "aya").duel
        assert result.seconds == 60
        gone = after(session, Navigate("#/", 0.0))
        assert log_of(gone, "aya").duel == result
        stayed = after(session, Wake(session.screen.wake_ms))
        stopped = after(session, StopContest(61_100.0))
        assert stayed.screen == stopped.screen
        assert stayed.kept == stopped.kept == gone.kept

    def test_only_the_first_of_a_day_counts(self):
        session = solved(begun("#/duel/aya"), 61_000.0)
        kept = session.kept
        again = solved(after(session, BeginContest(is_calm=False, at_ms=70_000.0)), 80_000.0)
        assert again.kept == kept
        assert "cleared in 0:10" in page(again).one("id", "contest-told").text

    def test_one_that_is_stopped_does_not_count(self):
        session = after(begun("#/duel/aya"), StopContest(5000.0))
        assert log_of(session, "aya") == GameLog()
        assert page(session).one("id", "contest-told").text == "You stopped. Try the duel again."


NAMES = st.sampled_from(["run", "run-calm", "duel", "duel-calm"])
RESULTS = st.lists(st.tuples(NAMES, st.integers(0, 500)), max_size=6)


def tallied(results, log=None):
    log = log or GameLog()
    for name, result in results:
        log = GameLog(tallies=with_result(log.tallies, name, result), duel=log.duel)
    return log


class TestKept:
    @given(RESULTS, st.none() | st.builds(DuelResult, st.just(TODAY), st.text(max_size=30)
        .map(lambda text: text.encode("utf-8", "ignore").decode()),
        st.integers(0, 9999), st.integers(0, 99), st.booleans()))  # fmt: skip
    def test_what_is_written_is_read(self, results, duel):
        log = PuzzleLog({"aya": GameLog(tallies=tallied(results).tallies, duel=duel)})
        flaws = []
        read = parse_puzzle_log(format_puzzle_log(log), flaws)
        assert not flaws
        assert read.of("aya") == log.of("aya")

    @pytest.mark.parametrize("kind", ["run", "duel-calm"])
    def test_beyond_the_largest_that_is_read_nothing_more_is_counted(self, kind):
        nearly = ContestFigures(MOST_COUNTED - 1, MOST_TOTAL - 1, MOST_TOTAL - 1)
        base = GameLog(streak=MOST_COUNTED - 1, best=MOST_COUNTED - 1, tallies={kind: nearly})

        def gone_on(log, puzzle):
            tallies = with_result(log.tallies, kind, MOST_TOTAL + 1)
            return replace(log.attempted(puzzle, None, "r", TODAY), tallies=tallies)

        ours, theirs = gone_on(base, "a1b2c3"), gone_on(base, "a1b2c4")
        both = merged_puzzle_log(*(PuzzleLog({"aya": one}) for one in (base, ours, theirs)))
        for log in (ours, gone_on(ours, "a1b2c4"), both.of("aya")):
            flaws = []
            assert (
                parse_puzzle_log(format_puzzle_log(PuzzleLog({"aya": log})), flaws).of("aya") == log
            )
            assert not flaws
            assert log.streak == log.tallies[kind].times == MOST_COUNTED

    @given(RESULTS, RESULTS, RESULTS)
    def test_two_tabs_lose_nothing_of_each_others(self, before, here, there):
        # Without anything before, or with the same in both, they may have read the same elsewhere.
        assume(before)
        assume(tallied(here) != tallied(there))
        base = tallied(before)
        logs = [
            PuzzleLog({"aya": one}) for one in (base, tallied(here, base), tallied(there, base))
        ]
        expected = tallied([*before, *here, *there])
        assert merged_puzzle_log(*logs).of("aya").tallies == expected.tallies

    @given(RESULTS)
    def test_importing_the_same_twice_counts_once(self, results):
        log = PuzzleLog({"aya": tallied(results)})
        assert merged_puzzle_log(PuzzleLog(), log, log).of("aya").tallies == log.of("aya").tallies

    def test_damaged_ones_are_left_out_and_told(self):
        flaws = []
        text = '{"aya": {"rating": [900, 150, 0.06], "streak": [0, 0], "attempts": {},'
        text += '"tallies": {"run": [0, 0, 0]}, "duel": ["yesterday", "", 1, 1, false]}}'
        assert parse_puzzle_log(text, flaws) == PuzzleLog({}) or flaws
        assert [flaw for flaw in flaws if "tallies" in flaw]
        assert [flaw for flaw in flaws if "duel" in flaw]
