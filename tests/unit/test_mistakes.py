"""What a review says of mistakes, trying them again, and the list of one's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import (
    Answered,
    ShowSolution,
    ShowTurningPoint,
    TryMistake,
    TypeAction,
    Wake,
)
from spieltisch.app.board.refutation import answer_text
from spieltisch.app.board.thinking import may_ask_soon, wanted_thought
from spieltisch.app.core.effects import Focus, Go, Keep, SetAside
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink, PlainNotice
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    MOST_LETTERS,
    MOST_MISTAKES,
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.puzzle.state import FROM_PACK, OwnMistake, PuzzleScreen
from spieltisch.app.statistics.screen import EraseStatistics
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.names import Names
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import ENGLISH
from spieltisch.play import reasons
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH
from spieltisch.play.match import Match
from spieltisch.play.mistake import AS_GOOD, BETTER, MISTAKE, TIMES, Mistake
from spieltisch.play.record_link import encode_record
from spieltisch.play.service import SearchAnswer
from spieltisch.table import (
    Player,
    Prospect,
    Refutation,
    Setup,
    parse_controller,
    parse_record,
    play,
)
from tests import fourth
from tests.records import keeping
from tests.small_packs import ALONE, FETCHED, HOLD, WIN
from tests.unit.asking import after, said, seen
from tests.unit.whole_step import whole_step

RECORD = parse_record(keeping.read("yala-shortest"))
LINK = "#/record/" + encode_record(RECORD)


def answered(session, expected=0.7, ends_in=None, action=None):
    """The session after what it asked was answered: with the last action, if with no other."""
    asked = wanted_thought(session)
    rules = catalog.game_of(asked.game).rules
    best = action or rules.format_action(asked.position.legal_actions(asked.seat)[-1])
    found = SearchAnswer(asked.ticket, (Prospect(expected, ends_in, (best,)),), 3, 9)
    return after(Answered(found, 5.0), session=session)


def reviewed(link=LINK, expected=0.7):
    """A match looked back at, in which almost every move is a blunder."""
    session = after(Navigate(link, 0.0), Command.REVIEW)
    while wanted_thought(session) is not None:
        session = answered(session, expected)
    return session


def tried(session=None, number=1):
    """The first move of the match, as something to be found."""
    return after(TryMistake(number, 10.0), session=session or reviewed())


def mistakes(session, game="yala"):
    return session.kept.of(PuzzleLog).of(game).mistakes


def other_than(session, *texts):
    """An action that is not accepted without being judged."""
    match, accepted = session.match, (*session.screen.accepted, *texts)
    actions = map(
        match.rules.format_action,
        match.position.legal_actions(session.screen.seat),
    )
    return next(text for text in actions if text not in accepted)


def found(session):
    """The session after the best move was played."""
    return after(TypeAction(next(iter(session.screen.accepted)), 20.0), session=session)


def state(session):
    holder = seen(session).one("data-puzzle", session.screen.puzzle.id)
    return holder.attributes["data-puzzle-state"]


def told_at(game, board, answer, wins_in=None, seats=2):
    """What is said of an answer in a position."""
    rules = catalog.game_of(game).rules
    match = Match(Setup(game, seats=seats), rules.parse_position(board))
    names = Names(("Anna", "Bo", "Cleo")[:seats])
    return answer_text(match, Refutation(answer, wins_in), names, ENGLISH)


class TestWords:
    def test_of_a_win_that_is_proved_the_number_of_moves_is_told(self):
        board = "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d"
        assert told_at("yala", board, "f+", 2) == (
            "Bo can be walled in within 2 moves, starting with f clockwise."
        )
        after_two = "ldl/dll///ld//ldlld/dl/dd/ld//dlldd l"
        assert "Anna can be walled in within 3 moves" in told_at("yala", after_two, "h+", 3)

    def test_at_once_means_that_the_answer_itself_walls_in(self):
        position = catalog.game_of("yala").rules.parse_position(WIN.position)
        match = Match(Setup("yala"), position)
        for text in WIN.variation[:-1]:
            action = match.rules.parse_action(text)
            match = match.play(min(match.position.active_seats), action)
        told = answer_text(match, Refutation(WIN.variation[-1], 1), Names(("Anna", "Bo")), ENGLISH)
        way = {"+": "clockwise", "-": "counter-clockwise"}[WIN.variation[-1][1]]
        assert told == f"Bo can be walled in at once ({WIN.variation[-1][0]} {way})."
        won = match.play(1, match.rules.parse_action(WIN.variation[-1]))
        assert won.position.outcome.winners == {1}

    def test_where_nothing_is_proved_no_number_of_moves_is_told(self):
        board = "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d"
        rules = catalog.game_of("yala").rules
        position = rules.parse_position(board)
        for action in position.legal_actions(1):
            told = told_at("yala", board, rules.format_action(action))
            assert "within" not in told
            assert "walled" not in told
            assert told.removesuffix(".").endswith(f"({rules.format_action(action)})")

    def test_a_wall_and_how_few_moves_it_leaves_are_told(self):
        rules = catalog.game_of("yala").rules
        board = "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d"
        position = rules.parse_position(board)
        walls = {}
        for action in position.legal_actions(1):
            later = position.apply(1, action)
            landing = position.walk(action).path[-1]
            if len(later.towers["abcdefghijkl".index(landing)]) == 5:
                left = sum(len(later.legal_actions(seat)) for seat in later.active_seats)
                walls[rules.format_action(action)] = (landing, left)
        assert walls
        for text, (site, left) in walls.items():
            assert told_at("yala", board, text).startswith(
                f"A wall on {site} can leave Bo {left} move"
            )

    def test_what_is_lost_in_myra(self):
        board = "Qa1,3e5 r0 / 2e6,Qh8 r0 ; 1"
        rules = catalog.game_of("myra").rules
        position = rules.parse_position(board)
        takes = [
            text
            for text in map(rules.format_action, position.legal_actions(1))
            if text.endswith("xe6")
        ]
        assert takes
        assert told_at("myra", board, takes[0]) == f"Bo can lose 2 soldiers ({takes[0]})."
        with_queen = "Qa1,3e5 r0 / 2a3,Qe6 r0 ; 1"
        assert (
            told_at("myra", with_queen, takes[0], 1) == f"Bo's queen can be captured ({takes[0]})."
        )
        assert told_at("myra", board, takes[0], 3) == (
            f"Bo's queen can be captured within 3 moves, starting with {takes[0]}."
        )

    def test_of_three_the_one_is_named_who_loses(self):
        board = "Qa1,3e5 r0 / 2a3,Qc4 r0 / 2e6,Qh8 r0 ; 1"
        rules = catalog.game_of("myra").rules
        position = rules.parse_position(board)
        take = next(
            text
            for text in map(rules.format_action, position.legal_actions(1))
            if text.endswith("xe6")
        )
        assert told_at("myra", board, take, seats=3) == f"Cleo can lose 2 soldiers ({take})."

    def test_a_game_without_words_of_its_own_has_those_that_games_share(self):
        with fourth.in_catalogue():
            game = catalog.game_of(fourth.NAME)
            setup = game.info.default_setup()
            start = game.rules.deal(setup, lambda _: None)
            match = Match(setup, game.rules.initial_position(replace(setup, start=start)))
            (seat,) = match.position.active_seats
            text = game.rules.format_action(match.position.legal_actions(seat)[0])
            names = Names(("Anna", "Bo"))
            told = answer_text(match, Refutation(text, None), names, ENGLISH)
            best = next(one for one in match.position.legal_actions(seat))
            turn = play(match.rules, match.position, seat, best)
            sentence = game.view.action_sentence(turn, names, ENGLISH).removesuffix(".")
            assert told.startswith(f"The best answer – {sentence} ({text})")
            told = answer_text(match, Refutation(text, 2), names, ENGLISH)
            assert told == f"{names[seat - 1]} can win within 2 moves, starting with {text}."

    def test_the_turning_point_on_screen_says_what_it_allowed(self):
        session = after(ShowTurningPoint(1), session=reviewed())
        point = session.table.analysis.review.points[0]
        assert point.refutation is not None
        # Spoken in words, and seen as it is written as well.
        assert "The best answer – Bo: l counter-clockwise to j" in said(session)
        assert point.refutation.action not in said(session)
        (told,) = seen(session).all("class", "turning-told")
        assert point.refutation.action in told.text

    def test_a_win_that_was_missed_is_told(self):
        session = after(Navigate(LINK, 0.0), Command.REVIEW)
        session = answered(session, 1.0, 5)
        while wanted_thought(session) is not None:
            session = answered(session)
        session = after(ShowTurningPoint(1), session=session)
        assert "Anna could have won within 3 moves." in said(session)


class TestTrying:
    def test_the_position_before_it_comes_on_screen_and_is_remembered(self):
        session, effects = whole_step(reviewed(), TryMistake(1, 10.0))
        (mistake,) = mistakes(session)
        assert effects == (
            Keep(session.kept.of(PuzzleLog)),
            Go(f"#/mistakes/yala/{mistake.id}"),
            Focus("board"),
        )
        assert mistake.played == RECORD.entries[0].action
        assert session.match.position == Match.open(RECORD).position_at(0)
        assert "Dark to move: find a better move. In the game – You: c counter" in said(session)
        assert "(c-)" in said(session)
        assert state(session) == "open"
        assert may_ask_soon(session)

    def test_what_is_no_mistake_is_not_tried(self):
        session = reviewed()
        assert after(TryMistake(RECORD.entries.__len__(), 1.0), session=session) == session
        assert after(TryMistake(99, 1.0), session=session) == session

    def test_it_is_offered_at_mistakes_alone(self):
        session = reviewed()
        points = session.table.analysis.review.points
        for point in points:
            shown = seen(after(ShowTurningPoint(point.number), session=session))
            assert bool(shown.all("data-do", "try-mistake")) == point.is_mistake

    @pytest.mark.parametrize("person", [1, 2, 0])
    def test_the_mistakes_of_computers_are_theirs(self, person):
        controllers = ("human" if seat == person else "bot:1" for seat in (1, 2))
        players = tuple(
            Player(f"Anna{n}", parse_controller(one)) for n, one in enumerate(controllers)
        )
        setup = replace(RECORD.setup, players=players)
        session = reviewed("#/record/" + encode_record(replace(RECORD, setup=setup)))
        points = [one for one in session.table.analysis.review.points if one.is_mistake]
        assert {one.seat for one in points} == {1, 2}
        for point in points:
            shown = after(ShowTurningPoint(point.number), session=session)
            is_own = point.seat == person
            assert bool(seen(shown).all("data-do", "try-mistake")) == is_own
            assert bool(mistakes(tried(shown, point.number))) == is_own

    def test_the_best_is_right_at_once(self):
        session = found(tried())
        assert state(session) == "solved"
        assert wanted_thought(session) is None
        assert "Solved! You will get it once more." in said(session)
        assert mistakes(session)[0].found == 1

    @pytest.mark.parametrize(
        ("chance", "expected"), [(0.7 - AS_GOOD, "solved"), (0.7 - AS_GOOD - 0.01, "failed")]
    )
    def test_another_is_judged_by_what_it_leaves(self, chance, expected):
        session = tried()
        session = after(TypeAction(other_than(session), 20.0), session=session)
        assert state(session) == "open"
        assert "sitting down" in seen(session).one("id", "puzzle-told").text
        asked = wanted_thought(session)
        assert asked.nodes == session.match.game.search_bots.review_nodes
        assert asked.seat == 2
        session, effects = whole_step(
            session,
            Answered(
                SearchAnswer(asked.ticket, (Prospect(1 - chance, None, ("a+",)),), 3, 9), 30.0
            ),
        )
        assert state(session) == expected
        assert Focus("puzzle-next" if expected == "solved" else "puzzle-again") in effects
        assert mistakes(session)[0].found == (expected == "solved")

    def test_what_is_wrong_is_refuted_on_the_board_and_taken_back(self):
        session = tried()
        session = after(TypeAction(other_than(session), 20.0), session=session)
        session = answered(session, 0.9, None)
        answer = session.screen.refutation.action
        assert answer in said(session)
        assert len(session.match.turns) == 1
        session = after(Wake(session.next_wake_ms), session=session)
        assert session.match.turns[-1].entry.action == answer
        assert wanted_thought(session) is None
        session = after(Command.TAKE_BACK, session=session)
        assert state(session) == "open"
        assert not session.match.turns
        # It has been met once: what is found now does not count.
        assert mistakes(found(session))[0].found == 0

    def held(self, text):
        """A position in which all but one action loses, as a mistake, after an action."""
        mistake = Mistake(replace(HOLD, goal=BETTER), "d+", 0.4)
        session = Session(screen=PuzzleScreen.at(mistake.puzzle, "2026-11-22", OwnMistake(mistake)))
        return after(TypeAction(text, 20.0), session=session)

    def test_what_is_proved_of_it_is_told_and_answered_on_the_board(self):
        wrong = other_than(self.held("none of all"))
        session = self.held(wrong)
        proved = session.screen.reason
        assert proved.answer
        # The bots would answer something else.
        rules, position = session.match.rules, session.match.position
        texts = map(rules.format_action, position.legal_actions(2))
        session = answered(session, 0.9, None, next(one for one in texts if one != proved.answer))
        assert state(session) == "failed"
        told = " ".join(fact_text(fact, Names(("Dark", "Light")), ENGLISH) for fact in proved.facts)
        assert told in seen(session).one("id", "puzzle-told").text
        session = after(Wake(session.next_wake_ms), session=session)
        assert session.match.turns[-1].entry.action == proved.answer

    def test_what_is_right_is_explained_as_in_other_puzzles(self):
        for goal in ("do-not-lose", BETTER):
            puzzle = replace(HOLD, goal=goal)
            mistake = OwnMistake(Mistake(puzzle, "d+", 0.4))
            source = mistake if goal == BETTER else FROM_PACK
            screen = PuzzleScreen.at(puzzle, "2026-11-22", source)
            session = found(Session(screen=screen))
            assert session.screen.reason.facts
            told = [
                fact_text(fact, Names(("Dark", "Light")), ENGLISH)
                for fact in session.screen.reason.facts
            ]
            assert all(one in seen(session).one("id", "puzzle-told").text for one in told)

    def test_it_can_be_taken_back_while_it_is_judged(self):
        session = tried()
        before = session.match.position
        session = after(TypeAction(other_than(session), 20.0), session=session)
        asked = wanted_thought(session)
        session = after(Command.TAKE_BACK, session=session)
        assert session.match.position == before
        late = SearchAnswer(asked.ticket, (Prospect(0.9, None, ("a+",)),), 3, 9)
        assert after(Answered(late, 30.0), session=session) == session

    def test_the_solution_can_be_shown_while_it_is_judged(self):
        session = tried()
        session = after(TypeAction(other_than(session), 20.0), session=session)
        session = after(ShowSolution(30.0), session=session)
        session = after(Wake(session.next_wake_ms), session=session)
        assert session.match.turns[-1].entry.action in session.screen.puzzle.solutions
        assert mistakes(session)[0].found == 0

    def test_what_ends_the_match_needs_no_thought(self):
        mistake = Mistake(replace(WIN, solution=({"x": WIN.solution[1]["h+"]},)), "a+", 1.0)
        match = Match.open(RECORD)
        last = len(match.turns) - 1
        position = match.rules.format_position(match.position_at(last))
        seat = match.turns[last].seat
        puzzle = replace(mistake.puzzle, position=position, seat=seat)
        session = Session(screen=PuzzleScreen.at(puzzle, "2026-11-22", OwnMistake(mistake)))
        session = after(TypeAction(match.turns[last].entry.action, 5.0), session=session)
        assert session.match.is_over
        assert session.screen.state == "solved"
        assert wanted_thought(session) is None

    def test_of_three_all_answer_until_it_is_known_what_is_left(self):
        record = parse_record(keeping.read("myra-three-seats"))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.REVIEW)
        # After its first moves everybody expects much less.
        for expected in (0.9, 0.9, 0.9):
            session = answered(session, expected)
        while wanted_thought(session) is not None:
            session = answered(session, 0.3)
        session = tried(session)
        session = after(TypeAction(other_than(session), 20.0), session=session)
        asked = []
        while session.screen.state == "open":
            asked.append(wanted_thought(session).seat)
            session = answered(session, 0.2)
            if session.next_wake_ms is not None:
                session = after(Wake(session.next_wake_ms), session=session)
        assert asked == [2, 3, 1]
        assert session.screen.state == "failed"
        assert session.screen.refutation.action == session.match.turns[1].entry.action


class TestTheList:
    def test_found_twice_each_time_at_once_it_is_done_with(self):
        session = found(tried())
        # Once more on the same board is practice.
        again = found(after(Command.TAKE_BACK, session=session))
        assert mistakes(again)[0].found == 1
        session = after(Navigate("#/mistakes/yala", 0.0), session=session)
        session = found(session)
        assert mistakes(session) == ()
        assert "You will not get it again." in said(session)
        assert seen(session).one("id", "puzzle-next").attributes["href"] == "#/puzzle/yala"

    def test_the_next_is_the_one_that_was_met_longest_ago(self):
        session = tried(number=1)
        session = tried(after(Navigate("#/", 0.0), Navigate(LINK, 0.0), session=session), 3)
        if len(mistakes(session)) < 2:
            session = tried(reviewed_in(session), 3)
        first, second = mistakes(session)
        session, effects = whole_step(session, Navigate("#/mistakes/yala", 0.0))
        assert session.screen.mistake == first
        assert Go(f"#/mistakes/yala/{first.id}", replaces=True) in effects
        session = found(session)
        assert [one.id for one in mistakes(session)] == [second.id, first.id]
        assert seen(session).one("id", "puzzle-next").attributes["href"] == "#/mistakes/yala"
        named = after(Navigate(f"#/mistakes/yala/{first.id}", 0.0), session=session)
        assert named.screen.mistake.id == first.id

    def test_it_is_reached_from_puzzles_and_from_the_review(self):
        session = tried()
        puzzle = after(*FETCHED, Navigate("#/puzzle/yala", 0.0), session=session)
        (link,) = seen(puzzle).all("href", "#/mistakes/yala")
        assert link.text == "My mistakes: 1"
        review = reviewed_in(session)
        assert seen(review).all("href", "#/mistakes/yala")
        fresh = after(*FETCHED, Navigate("#/puzzle/yala", 0.0))
        assert not seen(fresh).all("href", "#/mistakes/yala")

    @pytest.mark.parametrize("link", ["#/mistakes/yala", "#/mistakes/yala/zzzzzz"])
    def test_where_there_is_none_that_is_told(self, link):
        session = after(Navigate(link, 0.0))
        assert isinstance(session.screen, StartScreen)
        assert isinstance(session.notice, BadLink)

    @pytest.mark.parametrize("link", ["#/mistakes", "#/mistakes/aya", "#/mistakes/chess"])
    def test_a_game_without_reviews_has_none(self, link):
        assert isinstance(after(Navigate(link, 0.0)).notice, BadLink)

    def test_a_game_without_puzzles_has_a_list_all_the_same(self):
        with fourth.in_catalogue():
            session = after(Navigate(f"#/play/{fourth.NAME}?seats=human,human&seed=1", 0.0))
            assert session.match.game.puzzles is None
            assert session.match.game.search_bots is not None
            assert after(Navigate(f"#/mistakes/{fourth.NAME}", 0.0)).notice.part == "puzzle"

    def test_it_is_erased_with_the_statistics_and_comes_back_with_them(self):
        session = after(Navigate("#/statistics", 0.0), session=tried())
        erased = after(EraseStatistics(50.0), session=session)
        assert mistakes(erased) == ()
        assert mistakes(after(Command.RESTORE_STATISTICS, session=erased)) == mistakes(session)

    def test_it_is_kept_as_text(self):
        (mistake,) = mistakes(tried())
        assert MISTAKE.read(MISTAKE.write(mistake)) == mistake
        log = PuzzleLog({"yala": GameLog().with_mistake(mistake)})
        assert parse_puzzle_log(format_puzzle_log(log)) == log

    def test_a_log_of_an_earlier_version_has_none(self):
        text = format_puzzle_log(PuzzleLog({"yala": GameLog()}))
        earlier = text.replace(', "mistakes": []', "")
        assert earlier != text
        assert parse_puzzle_log(earlier).of("yala") == GameLog()

    @pytest.mark.parametrize(
        "change", [{"chance": 2}, {"chance": True}, {"found": -1}, {"played": 3}, {"puzzle": {}}]
    )
    def test_what_is_damaged_is_refused(self, change):
        (mistake,) = mistakes(tried())
        with pytest.raises(ValueError, match=r".+"):
            MISTAKE.read({**MISTAKE.write(mistake), **change})

    @pytest.mark.parametrize("has_more", [False, True])
    def test_a_position_that_is_none_is_set_aside(self, has_more):
        (mistake,) = mistakes(tried())
        puzzle = replace(mistake.puzzle, position="x", id="damage")
        damaged, more = replace(mistake, puzzle=puzzle), (mistake,) if has_more else ()
        told = format_puzzle_log(PuzzleLog({"yala": GameLog(mistakes=(damaged, damaged, *more))}))
        session = Session()
        kept = session.kept.having(parse_puzzle_log(told))
        session, effects = update(replace(session, kept=kept), Navigate("#/mistakes/yala", 0.0))
        is_told = session.notice is PlainNotice.DAMAGE_KEPT
        assert is_told if has_more else isinstance(session.notice, BadLink)
        assert session.kept.of(PuzzleLog).of("yala").mistakes == more
        assert session.damage.entries
        assert SetAside in map(type, effects)
        assert Keep(session.kept.of(PuzzleLog)) in effects
        assert (session.on_screen(PuzzleScreen) is not None) == has_more

    def test_no_more_is_kept_than_is_read_again_and_fits_into_a_file(self):
        (mistake,) = mistakes(tried())
        logs = {}
        for game in catalog.GAMES:
            log = GameLog(
                attempts={f"a{n}": LatestAttempt("r" * 9, "2026-11-26") for n in range(2000)}
            )
            for number, letters in enumerate([*[MOST_LETTERS // 9] * 12, 2 * MOST_LETTERS, 70]):
                puzzle = replace(mistake.puzzle, position="x" * letters, id=f"m{number:05}")
                log = log.with_mistake(replace(mistake, puzzle=puzzle))
            latest = [*(f"m{number:05}" for number in range(4, 12)), "m00013"]
            assert [one.id for one in log.mistakes] == latest
            for number in range(20, 60):
                puzzle = replace(mistake.puzzle, position="x" * 20_000, id=f"m{number:05}")
                log = log.with_mistake(replace(mistake, puzzle=puzzle))
            assert len(log.mistakes) == 25
            logs[game] = log
        text = format_puzzle_log(PuzzleLog(logs))
        assert 3 * MOST_LETTERS < len(text) < MAX_BELONGINGS_LENGTH

    def test_of_what_an_earlier_version_kept_as_much_stays_as_fits_into_a_file(self):
        (mistake,) = mistakes(tried())
        puzzle = replace(mistake.puzzle, position="x" * 50_000)
        told = [replace(mistake, puzzle=replace(puzzle, id=f"m{n:05}")) for n in range(100)]
        text = format_puzzle_log(PuzzleLog({"yala": GameLog(mistakes=tuple(told))}))
        assert len(text) > MAX_BELONGINGS_LENGTH
        flaws = []
        log = parse_puzzle_log(text, flaws)
        assert log.of("yala").mistakes == tuple(told[-MOST_LETTERS // 50_000 :])
        assert not flaws
        assert len(format_puzzle_log(log)) < MAX_BELONGINGS_LENGTH

    def test_no_position_is_looked_at_before_it_comes_on_screen(self, monkeypatch):
        """With the pasts of hundreds the page would be busy for a second when it is opened."""
        log = PuzzleLog({"yala": GameLog(mistakes=mistakes(tried()))})
        kind = type(catalog.game_of("yala").rules)
        monkeypatch.setattr(kind, "parse_position", None)
        assert parse_puzzle_log(format_puzzle_log(log)) == log

    def test_two_tabs_lists_are_put_together(self):
        one, two = mistakes(tried(number=1))[0], mistakes(tried(number=3))[0]
        here = PuzzleLog({"yala": GameLog(mistakes=(one,))})
        there = PuzzleLog({"yala": GameLog(mistakes=(two, one.tried(is_found=True)))})
        both = merged_puzzle_log(PuzzleLog(), here, there).of("yala").mistakes
        assert {mistake.id for mistake in both} == {one.id, two.id}

    def test_it_does_not_grow_for_ever(self):
        (mistake,) = mistakes(tried())
        log = GameLog()
        for number in range(MOST_MISTAKES + 2):
            puzzle = replace(mistake.puzzle, id=f"{number:06}")
            log = log.with_mistake(replace(mistake, puzzle=puzzle))
        assert len(log.mistakes) == MOST_MISTAKES
        assert log.mistakes[0].id == "000002"
        assert not replace(mistake, found=TIMES - 1).is_mended
        assert replace(mistake, found=TIMES).is_mended


def reviewed_in(session):
    """The same match looked back at once more, by somebody who has been here."""
    session = after(Navigate(LINK, 0.0), Command.REVIEW, session=session)
    while wanted_thought(session) is not None:
        session = answered(session)
    return session


class TestPuzzlesOfPacks:
    def wrong(self, puzzle):
        session = after(*FETCHED, Navigate(f"#/puzzle/{puzzle.game}/{puzzle.id}", 0.0))
        return after(TypeAction(other_than(session), 20.0), session=session)

    @pytest.mark.parametrize("puzzle", [WIN, HOLD])
    def test_what_is_wrong_is_answered_on_the_board_as_it_is_proved(self, puzzle):
        session = self.wrong(puzzle)
        assert state(session) == "failed"
        assert wanted_thought(session) is None
        told = seen(session).one("id", "puzzle-told").text
        facts = dict(session.screen.reason.facts[0].about)
        assert fact_text(facts["answer"], Names(), ENGLISH) in told
        session = after(Wake(session.next_wake_ms), session=session)
        assert session.match.turns[-1].entry.action == session.screen.reason.answer
        assert seen(session).one("id", "puzzle-told").text == told
        assert state(session) == "failed"
        assert wanted_thought(session) is None
        session = after(Command.TAKE_BACK, session=session)
        assert state(session) == "open"
        assert session.match.position == session.screen.match.start

    @pytest.mark.parametrize("puzzle", [WIN, HOLD])
    def test_what_is_not_proved_soon_the_bots_answer(self, puzzle, monkeypatch):
        monkeypatch.setattr(reasons, "MOST_NODES", 0)
        session = self.wrong(puzzle)
        assert state(session) == "failed"
        session = answered(session, 1.0, 3)
        answer = session.screen.refutation
        assert answer.wins_in == 2
        told = seen(session).one("id", "puzzle-told").text
        way = {"+": "clockwise", "-": "counter-clockwise"}[answer.action[1]]
        move = f"{answer.action[0]} {way}"
        assert f"You can be walled in within 2 moves, starting with {move}." in told
        session = after(Wake(session.next_wake_ms), session=session)
        assert session.match.turns[-1].entry.action == answer.action
        assert "within 2 moves" in said(session)
        assert state(session) == "failed"
        assert wanted_thought(session) is None
        session = after(Command.TAKE_BACK, session=session)
        assert state(session) == "open"
        assert session.match.position == session.screen.match.start

    def test_nothing_is_asked_about_what_is_right(self):
        session = after(*FETCHED, Navigate(f"#/puzzle/yala/{WIN.id}", 0.0), TypeAction("f+", 5.0))
        assert wanted_thought(session) is None
        assert wanted_thought(after(Wake(9000.0), session=session)) is None

    def test_nothing_is_asked_once_the_solution_is_shown(self):
        session = after(ShowSolution(30.0), session=self.wrong(WIN))
        assert wanted_thought(session) is None

    def test_alone_it_is_told_what_is_left(self):
        session = self.wrong(ALONE)
        told = seen(session).one("id", "puzzle-told").text
        assert "2 cards are left." in told
        assert wanted_thought(session) is None
