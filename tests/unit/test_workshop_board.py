"""The board beside a bot's file: what lies on it, and what the bot would play there."""

import pytest

from spieltisch.app.core.messages import Command, Edit
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.workshop.at_table import wanted_job
from spieltisch.app.workshop.board import BOARD_MS, MAX_RECORD, position_of, position_on
from spieltisch.app.workshop.state import (
    AskHere,
    BeginLeague,
    BeginTrial,
    BotEnded,
    BotHeard,
    NewBot,
    WorkshopCommand,
)
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import Acted, Failed, Failure, FailureKind, MatchPlayed
from spieltisch.table import parse_record
from tests.unit.asking import seen
from tests.unit.pythons import Pythons, as_told
from tests.unit.test_workshop import after, opened, told

WRONG = "def choose(position, seat):\n    return 1 / 0\n"


def done(session, at_ms=0.0):
    """The session once its bots have done what they are to do."""
    said = Pythons().run(wanted_job(session)[0])
    return after(session, BotHeard(as_told(said), at_ms))


def played(session, *, first=1, job=None):
    """What is told of a match that was played, which the record of another series has."""
    record = (
        done(after(opened(), Edit("matches", "2"), BeginTrial(first))).screen.trial.played[0].record
    )
    return MatchPlayed(job or session.screen.trial.series.job, 1, (1,), 9, record)


@pytest.fixture(params=catalog.GAMES)
def game(request):
    return request.param


def test_the_last_match_lies_there_and_is_stepped_through(game):
    session = opened(f"#/workshop/{game}")
    assert position_on(session.screen).outcome is None
    assert after(session, Command.EARLIER).screen == session.screen
    session = done(after(session, Edit("matches", "2"), BeginTrial(5)))
    match = session.screen.board
    assert match.record == parse_record(session.screen.trial.played[-1].record)
    assert position_on(session.screen).outcome is not None
    length = len(match.turns)
    for command, ply in (
        (Command.LATER, length),
        (Command.FIRST, 0),
        (Command.EARLIER, 0),
        (Command.LATER, 1),
        (Command.PRESENT, length),
        (Command.EARLIER, length - 1),
    ):
        session = after(session, command)
        assert position_on(session.screen) == match.position_at(ply)
        assert seen(session).one("id", "board-where").text == f"Move {ply} of {length}"


def test_the_bot_is_asked_about_it_and_stands_to_its_word(game):
    rules = catalog.game_of(game).rules
    session = done(after(opened(f"#/workshop/{game}"), Edit("matches", "2"), BeginTrial(6)))
    # Where the match is over nobody is asked.
    assert after(session, AskHere(7)).screen.asked is None
    session = after(session, Command.FIRST)
    before = session.screen
    session = done(after(session, AskHere(7)))
    said = session.screen.asked.said
    position, seat = position_on(session.screen), session.screen.asked.ask.seat
    assert said.action in map(rules.format_action, position.legal_actions(seat))
    # Words come first, and the notation after them.
    told = seen(session).one("id", "board-answer").text
    looks_ahead = catalog.game_of(game).search_bots is not None
    assert told.endswith(f" ({said.action})") if looks_ahead else told.startswith(said.action)
    # The series and its matches are still there; another moment has no answer yet.
    assert session.screen.trial == before.trial
    assert after(session, Command.LATER).screen.asked is None


def test_a_bot_that_fails_is_shown_where_it_does(game):
    rules = catalog.game_of(game).rules
    session = done(after(opened(f"#/workshop/{game}"), Edit("source", WRONG), BeginTrial(8)))
    failure = session.screen.trial.failure
    assert position_on(session.screen) == position_of(session.screen.bot.game, failure.position)
    assert rules.format_position(position_on(session.screen)) == failure.position
    assert seen(session).one("id", "board-where").text == "Where the bot failed"
    # Mended, it is asked at once what it would play there instead.
    session = after(session, Edit("source", WRONG.replace("1 / 0", "None")), AskHere(9))
    session = done(session)
    assert session.screen.wrong.kind is FailureKind.NOTHING
    assert session.screen.asked.ended == "failed"
    assert position_on(session.screen) == position_of(session.screen.bot.game, failure.position)


def test_whoever_looks_at_another_moment_is_not_disturbed():
    session = after(opened(), Edit("matches", "10"), BeginTrial(5))
    first, second = played(session), played(session, first=2)
    session = after(session, BotHeard(told(first).text, 100.0))
    board = session.screen.board
    assert isinstance(board, Match)
    # A second has to pass before another match takes its place.
    early = after(session, BotHeard(told(second).text, 99.0 + BOARD_MS))
    assert early.screen.board is board
    later = after(session, BotHeard(told(second).text, 101.0 + BOARD_MS))
    assert later.screen.board.record == parse_record(second.record)
    session = after(session, Command.EARLIER)
    stepped = after(session, BotHeard(told(second).text, 9_000.0))
    assert stepped.screen.board.shown == len(board.turns) - 1
    assert stepped.screen.board.record == board.record
    # The next series begins with a start.
    assert after(stepped, WorkshopCommand.STOP, BeginTrial(6)).screen.board is None


def test_strangers_put_nothing_on_the_board_that_is_no_match_of_the_game():
    session = after(opened("#/workshop/myra"), BeginTrial(5))
    record = played(session).record
    for wrong in ("{}", record, " " * MAX_RECORD + record):
        event = MatchPlayed(session.screen.trial.series.job, 1, (1,), 9, wrong)
        assert after(session, told(event)).screen.board is None
    for position in ("", "x", "Qa1"):
        failure = Failure("bot", FailureKind.RAISED, "oh", 1, 1, position)
        failed = after(session, told(Failed(failure)))
        assert failed.screen.board is None
        assert seen(failed)


@pytest.mark.parametrize("action", ["", "x", "m+", "a", "a+ a+"])
def test_an_answer_that_nobody_may_play_is_none(action):
    session = after(opened(), AskHere(3))
    asked = session.screen.asked.ask
    assert after(session, told(Acted("other", action))).screen == session.screen
    session = after(session, told(Acted(asked.ticket, action)))
    assert (session.screen.asked.ended, session.screen.asked.said) == ("flood", None)
    assert "was stopped" in seen(session).one("id", "bot-error").text


def test_one_thing_is_asked_at_a_time():
    session = after(opened(), BeginTrial(1))
    assert after(session, AskHere(2)).screen.asked is None
    session = after(session, WorkshopCommand.STOP, AskHere(2))
    asked, limit_ms = wanted_job(session)
    assert (asked.ticket, limit_ms) == ("2", 5_000)
    assert after(session, AskHere(3)).screen.asked.ask is asked
    for message, ended in ((WorkshopCommand.STOP, "stopped"), (BotEnded(TrialEnd.TIME), "time")):
        stopped = after(session, message)
        assert stopped.screen.asked.ended == ended
        assert wanted_job(stopped) is None
        assert seen(stopped)
    # A series asks nothing more.
    assert after(session, BeginTrial(4)).screen.asked is None


def test_an_answer_is_told_of_no_other_position_than_the_one_it_was_asked_about():
    session = done(after(opened(), AskHere(7)))
    assert seen(session).one("id", "board-answer").text
    session = after(session, NewBot(""), AskHere(3))
    session = done(after(session, Edit("matches", "2")))
    assert session.screen.asked.said
    # A league puts its matches on the board, too; as they come, and as a bot fails in one.
    league = after(session, BeginLeague(5))
    match = played(session, job=league.screen.running.series.job)
    start = catalog.game_of("yala").rules.format_position(position_on(session.screen))
    failed = Failed(Failure("bot", FailureKind.RAISED, "oh", 1, 1, start))
    for event in (match, failed):
        now = after(league, told(event))
        assert now.screen.board is not None
        assert now.screen.asked is None
        assert seen(now).one("id", "board-answer").text == ""
