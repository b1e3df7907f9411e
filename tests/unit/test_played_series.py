"""What own bots have played is kept apart from the person's own matches, and found again."""

import gc
import json
import sys
import zlib
from base64 import b64decode, b64encode
from dataclasses import replace
from functools import cache
from types import FunctionType, SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Edit, ImportFiles, Navigate, Pause, Tell
from spieltisch.app.core.notice import (
    BadLink,
    Copied,
    FaultNotice,
    LeaguePlayed,
    PlainNotice,
    StorageFails,
    UpdateNotice,
)
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import WaitScreen
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.keeping.bots import MAX_PACKED, Bots, OwnSeries, PlayedSeries
from spieltisch.app.keeping.league import MOST_ENTRANTS, League, LostMatch, TrialEnd
from spieltisch.app.keeping.own_things import SeriesTrouble
from spieltisch.app.keeping.packing import lost_in, packed, unpacked
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.update import update
from spieltisch.app.workshop.at_table import wanted_job
from spieltisch.app.workshop.state import (
    SERIES_LENGTHS,
    AskHere,
    BeginLeague,
    BeginTrial,
    BotEnded,
    BotHeard,
    EnterLevel,
    LookAtPlayed,
    LookAtSeries,
    NewBot,
    OpenPlayed,
    TryBot,
    WorkshopCommand,
)
from spieltisch.app.workshop.update import KEEP_MS
from spieltisch.games import catalog
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.code_text import encode_bot
from spieltisch.play.codec import LinkPart, parse_setup
from spieltisch.play.own_jobs import (
    Contestant,
    Done,
    Failed,
    Failure,
    FailureKind,
    Lost,
    MatchPlayed,
    Printed,
    format_job,
)
from spieltisch.play.study import Study, to_study
from spieltisch.play.study_text import format_study
from spieltisch.table import format_record
from tests.long_matches import long_match
from tests.unit.asking import after, seen

GAMES = ("aya", "yala", "myra")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)


def told(*events, at_ms=0.0):
    return BotHeard(json.dumps(list(map(format_job, events))), at_ms)


@cache
def record_of(game):
    """A match that chance has played."""
    known = catalog.game_of(game)
    setup = known.info.default_setup()
    bots = [parse_bot("random", known)] * setup.seats
    (finished,) = play_matches(known, setup, bots, 1, 1)
    return format_record(finished.record)


def playing(session, count, at_ms=0.0, winners=(1,)):
    """The session after so many matches more of what bots play now."""
    trial = session.screen.running
    one = MatchPlayed(trial.series.job, 1, winners, 9, record_of(session.screen.bot.game))
    return after(told(*[one] * count, at_ms=at_ms), session=session)


def ended(session):
    return after(told(Done(session.screen.running.series.job)), session=session)


def visited_again(session, place):
    """What another visit finds: all that is kept is written as text and read anew."""
    flaws = []
    kept = Kept().having(
        Bots.parse(session.kept.of(Bots).format(), flaws),
        PlayedSeries.parse(session.kept.of(PlayedSeries).format(), flaws),
    )
    assert not flaws
    return after(Navigate(place, 0.0), session=Session(kept=kept))


@pytest.mark.parametrize("game", GAMES)
def test_another_visit_finds_a_series_and_the_lists_do_not(game):
    session = after(Navigate(f"#/workshop/{game}", 0.0), BeginTrial(7), session=Session())
    session = ended(playing(playing(session, 6), 4, winners=(2,)))
    again = visited_again(session, f"#/workshop/{game}")
    trial = again.screen.trial
    assert (trial.wins, trial.losses, trial.ended) == (6, 4, "done")
    assert trial.played == session.screen.trial.played
    assert replace(trial.series, job=session.screen.trial.series.job) == session.screen.trial.series
    assert "6/10" in seen(again).one("id", "kept-series").text
    again = after(LookAtPlayed(2), session=again)
    assert again.screen.board.shown == 0
    assert not again.library.summaries
    assert not again.matches
    # On the table it is a match like any other.
    on_table = after(OpenPlayed(0.0), session=again)
    assert on_table.match.is_over
    assert len(on_table.library.summaries) == 1
    # Others have their own.
    others = {"aya": "yala", "yala": "myra", "myra": "aya"}
    assert visited_again(session, f"#/workshop/{others[game]}").screen.trial is None


def test_what_was_cut_short_is_found_as_far_as_it_came():
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = playing(session, 1, at_ms=5.0)
    assert len(visited_again(session, "#/workshop/yala").screen.trial.played) == 1
    # Not at each match, which would keep the page busy.
    session = playing(session, 3, at_ms=KEEP_MS - 1.0)
    assert len(visited_again(session, "#/workshop/yala").screen.trial.played) == 1
    session = playing(session, 1, at_ms=KEEP_MS + 5.0)
    trial = visited_again(session, "#/workshop/yala").screen.trial
    assert (len(trial.played), trial.ended) == (5, "stopped")
    # What is typed meanwhile is no reason.
    session = after(Edit("source", "x"), session=playing(session, 1, at_ms=KEEP_MS + 6.0))
    assert len(visited_again(session, "#/workshop/yala").screen.trial.played) == 5
    for message, why in (
        (WorkshopCommand.STOP, "stopped"),
        (BotEnded(TrialEnd.TIME), "time"),
        (told(Failed(Failure("bot", FailureKind.EXIT, line=2))), "failed"),
        (NewBot(""), "stopped"),
    ):
        later = after(message, session=session)
        (series,) = later.kept.of(PlayedSeries).by_id.values()
        trial = visited_again(later, f"#/workshop/yala/{series.bot}").screen.trial
        assert (len(trial.played), trial.ended) == (6, why)
    nothing = after(BeginTrial(7), WorkshopCommand.STOP, session=session)
    assert len(nothing.kept.of(PlayedSeries).by_id) == 1


OTHER_BOT = encode_bot("other", "x")
STUDY = format_study("one", Study(to_study(parse_setup("yala", "seed=42"))))


@pytest.mark.parametrize("wanted", [BeginTrial(7), BeginLeague(7)], ids=["series", "league"])
@pytest.mark.parametrize(
    "leaving",
    [
        Navigate("#/", 0.0),
        Navigate("#/nowhere", 0.0),
        Navigate("#/rules/yala", 0.0),
        Navigate("#/workshop/myra", 0.0),
        Navigate("#/workshop/yala", 0.0),
        Navigate(f"#/bot/yala/{OTHER_BOT}", 0.0),
        TryBot(7, 0.0),
        OpenPlayed(0.0),
        NewBot(""),
        WorkshopCommand.DELETE,
        ImportFiles((("one.txt", STUDY),), 0.0),
        Pause(20.0),
    ],
    ids=str,
)
def test_what_is_played_is_kept_as_one_leaves(leaving, wanted):
    session = after(Navigate("#/workshop/yala", 0.0), EnterLevel("1"), wanted, session=Session())
    session = playing(playing(session, 1, at_ms=5.0), 2, at_ms=10.0)
    played = session.screen.running.played
    (series,) = session.kept.of(PlayedSeries).by_id
    session = after(leaving, session=session)
    assert session.notice is None or not isinstance(session.notice, SeriesTrouble)
    if getattr(session.screen, "running", None) is not None:
        # A league goes on beside whichever bot of its game.
        assert session.screen.running.played == played
        if not isinstance(leaving, Pause):
            return
    again = visited_again(session, "#/workshop/yala")
    again = after(LookAtSeries(series), session=again)
    trial = again.screen.trial if wanted == BeginTrial(7) else again.screen.league.trials[0]
    assert list(again.kept.of(PlayedSeries).by_id) == [series]
    assert trial.played == played


def league_of_three(game="yala"):
    session = after(Navigate(f"#/workshop/{game}", 0.0), Edit("name", "one"), session=Session())
    session = after(NewBot(""), EnterLevel("random"), Edit("matches", "2"), session=session)
    return after(BeginLeague(7), session=session)


def told_aside(session, *events, at_ms=0.0):
    """The session once bots have told of the league that is beside the screen."""
    return after(told(*events, at_ms=at_ms), session=session)


def won(session, count):
    trial = session.aside.workshop.running
    return [MatchPlayed(trial.series.job, 1, (1,), 9, record_of("yala"))] * count


def played_to_its_end(session):
    """The session once bots have told all of the league that is beside the screen."""
    while session.aside is not None and session.aside.workshop.running is not None:
        rest = 2 - len(session.aside.workshop.running.played)
        job = session.aside.workshop.running.series.job
        session = told_aside(session, *won(session, rest), Done(job))
    return session


@pytest.mark.parametrize(
    "place", ["#/", "#/rules/yala", "#/workshop/myra", "#/play/aya", "#/settings", "#/nowhere"]
)
def test_a_league_runs_on_while_one_does_other_things(place):
    session = playing(league_of_three(), 1)
    wanted = wanted_job(session)
    session = after(Navigate(place, 1.0), session=session)
    bad = session.notice
    assert wanted_job(session) == wanted
    session = played_to_its_end(session)
    if place == "#/nowhere":
        # What was told before stays until it is put away.
        assert session.notice == bad
        session = after(Pause(5.0), session=session)
        assert session.notice == bad
        session = after(Command.DISMISS, session=session)
    assert session.notice == LeaguePlayed("yala")
    assert wanted_job(session) is None
    assert session.aside is None
    # It is the latest one that is kept, and is there again.
    (series,) = session.kept.of(PlayedSeries).by_id.values()
    assert (series.bot, series.matches) == ("", 6)
    again = after(Navigate("#/workshop/yala", 9.0), session=session)
    assert [one.ended for one in again.screen.league.trials] == ["done"] * 3


def test_who_comes_back_finds_it_playing():
    session = after(Navigate("#/rules/yala", 1.0), session=playing(league_of_three(), 1))
    session = told_aside(session, *won(session, 1), Printed("hello"))
    wanted = wanted_job(session)
    session = after(Navigate("#/workshop/yala", 2.0), session=session)
    assert session.aside is None
    assert wanted_job(session) == wanted
    assert session.screen.running.printed == ("hello",)
    assert len(session.screen.running.played) == 2
    assert session.screen.levels == {"random"}


def test_it_is_kept_now_and_then_and_as_the_page_is_closed():
    session = after(Navigate("#/", 1.0), session=playing(league_of_three(), 1, at_ms=5.0))

    def kept():
        return [one.matches for one in session.kept.of(PlayedSeries).by_id.values()]

    assert kept() == [1]
    session = told_aside(session, *won(session, 1), at_ms=KEEP_MS - 1.0)
    assert kept() == [1]
    session = told_aside(session, Printed("x"), at_ms=KEEP_MS + 6.0)
    assert kept() == [2]
    session = told_aside(
        session, Done(session.aside.workshop.running.series.job), at_ms=KEEP_MS + 7.0
    )
    session = told_aside(session, *won(session, 1), at_ms=KEEP_MS + 8.0)
    session = after(Pause(KEEP_MS + 9.0), session=session)
    assert kept() == [3]
    again = visited_again(session, "#/workshop/yala").screen.league
    assert (again.is_stopped, len(again.trials)) == (True, 2)


@pytest.mark.parametrize("wants", ["sits", "series", "league", "asked"])
def test_it_is_stopped_and_can_go_on_where_other_bots_are_wanted(wants):
    session = after(Navigate("#/", 1.0), session=playing(league_of_three(), 1))
    if wants == "sits":
        (bot,) = (one for one, bot in session.kept.of(Bots).by_id.items() if bot.name == "one")
        there = after(Navigate(f"#/workshop/yala/{bot}", 2.0), session=session)
        session = after(TryBot(7, 2.0), session=there)
    else:
        session = after(Navigate("#/workshop/myra", 2.0), session=session)
        assert session.aside is not None
        begun = {"series": BeginTrial(7), "league": BeginLeague(7), "asked": AskHere(7)}[wants]
        session = after(EnterLevel("1"), begun, session=session)
        assert session.screen.running is not None
    assert session.aside is None
    assert session.notice is None
    session = after(WorkshopCommand.STOP, Navigate("#/workshop/yala", 3.0), session=session)
    league = session.screen.league
    assert (league.is_stopped, len(league.trials[0].played)) == (True, 1)
    session = after(WorkshopCommand.GO_ON, session=session)
    assert session.screen.running.series.begun == 1


@pytest.mark.parametrize("why", [TrialEnd.DIED, TrialEnd.FLOOD])
def test_what_ends_one_pairs_series_there_ends_no_other(why):
    session = after(Navigate("#/", 1.0), session=playing(league_of_three(), 1))
    session = after(BotEnded(why), session=session)
    assert [one.ended for one in session.aside.workshop.league.trials] == [why, None]
    session = after(BotHeard("nonsense", 3.0), session=session)
    assert [one.ended for one in session.aside.workshop.league.trials] == [why, "flood", None]


def size_of(value):
    """Bytes of all that a value leads to, but for code."""
    seen, left, total = set(), [value], 0
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, type | type(sys) | FunctionType):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        left += gc.get_referents(one)
    return total


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_of_ten_long_matches_only_what_is_kept_is_left_once_one_has_left(game):
    """Of 3,300 turns each: looked at, and stepped through."""
    count = 10
    records = [format_record(long_match(game, 3_300, seed).record) for seed in (1, 2)]
    begun = after(
        Navigate(f"#/workshop/{game}", 0.0),
        Edit("source", "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"),
        Edit("matches", str(count)),
        BeginTrial(1),
        session=Session(),
    )
    before = size_of(after(Navigate("#/rules/yala", 0.0), session=Session()))
    job = begun.screen.running.series.job
    played = [MatchPlayed(job, 1, (1,), 3_300, records[number % 2]) for number in range(count)]
    session = begun
    for one in played:
        session = after(told(one), session=session)
    session = ended(session)
    for number in range(1, count + 1):
        session = after(LookAtPlayed(number), session=session)
        session = after(*[Command.EARLIER] * 3, session=session)
    assert len(session.screen.trial.played) == count
    left = after(Navigate("#/rules/yala", 0.0), session=session)
    (series,) = left.kept.of(PlayedSeries).by_id.values()
    assert size_of(left) - before < len(series.packed) + 50_000
    # And that has a bound, however many there are.
    assert size_of(session) - before > len(series.packed) + 50_000
    assert len(left.kept.of(PlayedSeries).format()) <= MAX_PACKED + 1_000


def test_what_is_too_long_to_be_kept_is_told_once_it_has_ended(monkeypatch):
    session = after(Navigate("#/", 1.0), session=playing(league_of_three(), 1, at_ms=5.0))
    monkeypatch.setattr(PlayedSeries, "MAX_LENGTH", 100)
    session = told_aside(session, *won(session, 1), at_ms=KEEP_MS + 6.0)
    assert session.notice is None
    session = played_to_its_end(session)
    assert session.notice == LeaguePlayed("yala")
    # It is told once, and is there until it has been looked at.
    session = after(Command.DISMISS, Pause(KEEP_MS + 9.0), session=session)
    assert session.notice is None
    session = after(Navigate("#/workshop/yala", 9.0), session=session)
    assert session.notice == SeriesTrouble()
    assert [one.ended for one in session.screen.league.trials] == ["done"] * 3
    session = after(Navigate("#/", 9.0), Navigate("#/workshop/yala", 9.0), session=session)
    assert session.notice is None
    # As far as it was kept.
    assert (session.screen.league.is_stopped, len(session.screen.league.trials)) == (True, 1)


ELSEWHERE = [
    BadLink(LinkPart.PAGE, "nowhere"),
    PlainNotice.MAY_GO,
    StorageFails.FULL,
    SeriesTrouble(),
    Copied("bot"),
    LeaguePlayed("myra"),
    *UpdateNotice,
    FaultNotice(),
]


@pytest.mark.parametrize("first", ELSEWHERE, ids=str)
@pytest.mark.parametrize("is_put_away", [False, True])
def test_the_end_of_a_league_is_told_beside_whatever_else_is_told(first, is_put_away):
    session = after(Navigate("#/rules/yala", 1.0), session=playing(league_of_three(), 1))
    session = played_to_its_end(after(Tell(first), session=session))
    lasts = isinstance(first, UpdateNotice)
    if not lasts:
        assert session.notice == first
        leaves = Command.DISMISS if is_put_away else Navigate("#/rules/myra", 9.0)
        session = after(leaves, session=session)
        if isinstance(first, FaultNotice) and not is_put_away:
            # It stays wherever one goes.
            assert session.notice == first
            session = after(Command.DISMISS, session=session)
    assert session.notice == LeaguePlayed("yala", first if lasts else None)
    # It is told once, and what stays is there again after it.
    session = after(Navigate("#/rules/aya", 9.0), Pause(9.0), session=session)
    session = after(Command.DISMISS, session=session)
    assert session.notice == (first if lasts else None)
    assert after(Command.DISMISS, Pause(9.0), session=session).notice is None


def test_a_league_whose_end_waits_to_be_told_is_seen_in_the_workshop():
    session = after(Navigate("#/nowhere", 1.0), session=playing(league_of_three(), 1))
    session = after(Navigate("#/workshop/yala", 9.0), session=played_to_its_end(session))
    assert (session.notice, session.aside) == (None, None)
    assert [one.ended for one in session.screen.league.trials] == ["done"] * 3
    assert after(Navigate("#/", 9.0), session=session).notice is None


def test_who_has_to_wait_for_another_screen_has_left():
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = playing(session, 3)
    session = replace(session, visit=replace(session.visit, is_whole=False))
    session, _ = update(session, Navigate("#/statistics", 0.0))
    assert isinstance(session.screen, WaitScreen)
    assert [one.matches for one in session.kept.of(PlayedSeries).by_id.values()] == [3]


def test_what_is_too_long_to_be_kept_is_no_news_once_it_is_left(monkeypatch):
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = playing(session, 1, at_ms=5.0)
    monkeypatch.setattr(PlayedSeries, "MAX_LENGTH", 100)
    assert after(Navigate("#/", 0.0), session=session).notice is None
    assert after(WorkshopCommand.STOP, session=session).notice == SeriesTrouble()


def test_what_is_written_as_text_is_what_is_new(monkeypatch):
    series = PlayedSeries()
    for number in range(40):
        series, _ = series.having_latest(str(number), replace(ONE, packed=str(number)))
    written, codec = [], PlayedSeries.CODEC
    monkeypatch.setattr(
        PlayedSeries,
        "CODEC",
        SimpleNamespace(write=lambda one: written.append(one) or codec.write(one)),
    )
    for number in range(10):
        series, _ = series.having_latest("new", replace(ONE, packed=f"{number} more"))
    assert {one.packed for one in written} == {f"{number} more" for number in range(10)}
    monkeypatch.undo()
    assert series._length() == len(series.format())


def test_the_same_address_again_goes_on_with_what_is_played():
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = playing(session, 3)
    for place in ("#/workshop/yala", f"#/workshop/yala/{session.screen.bot_id}"):
        assert after(Navigate(place, 0.0), session=session).screen is session.screen


def test_another_visit_finds_a_league():
    session = after(Navigate("#/workshop/yala", 0.0), Edit("name", "one"), session=Session())
    session = after(NewBot(""), EnterLevel("random"), Edit("matches", "2"), session=session)
    session = after(BeginLeague(7), session=session)
    while session.screen.running is not None:
        session = ended(after(told(Printed("hello")), session=playing(session, 2)))
    again = visited_again(session, "#/workshop/yala")
    assert again.screen.league == session.screen.league
    assert again.screen.trial is None
    assert "League: bot … 6 games" in seen(again).one("id", "kept-series").text
    assert seen(again).one("data-league", "done")


def test_two_series_against_the_same_rival_are_compared():
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = ended(playing(playing(session, 3), 7, winners=(2,)))
    session = ended(playing(playing(after(BeginTrial(8), session=session), 7), 3, winners=(2,)))
    better = "The one on screen is better than this one with a chance of {}%."
    saved = seen(session).one("id", "kept-series")
    assert saved.text.count("with a chance of") == 1
    assert better.format(96) in saved.text
    first = min(session.kept.of(PlayedSeries).by_id.items(), key=lambda pair: pair[1].half_points)[
        0
    ]
    session = after(LookAtSeries(first), session=session)
    assert better.format(4) in seen(session).one("id", "kept-series").text
    # Another rival tells nothing of which of the two is better.
    session = after(Edit("rival", "1"), BeginTrial(9), session=session)
    session = ended(playing(session, 10))
    assert "with a chance of" not in seen(session).one("id", "kept-series").text


def test_each_that_is_kept_can_be_looked_at_unless_it_is_damaged():
    session = Session()
    for place in ("#/workshop/yala", "#/workshop/yala"):
        session = ended(playing(after(Navigate(place, 0.0), BeginTrial(7), session=session), 2))
    first, second = session.kept.of(PlayedSeries).by_id
    assert len({first, second}) == 2
    other = after(LookAtSeries(first), session=session)
    assert other.screen.trial.kept_as == first
    # It is none of another game's.
    elsewhere = after(Navigate("#/workshop/myra", 0.0), session=session)
    assert after(LookAtSeries(first), session=elsewhere).screen == elsewhere.screen
    series = session.kept.of(PlayedSeries)
    for letters in ("x", "eJwDAAAAAAE=", series.by_id[first].packed[:-8]):
        broken = series.having(first, replace(series.by_id[first], packed=letters))
        kept = Kept().having(session.kept.of(Bots), broken)
        again = after(Navigate("#/workshop/yala", 0.0), session=Session(kept=kept))
        again = after(LookAtSeries(first), session=again)
        # It is set aside, and the other one stays.
        assert again.notice is PlainNotice.DAMAGE_KEPT
        assert list(again.kept.of(PlayedSeries).by_id) == [second]
        assert len(again.damage.entries) == 1


ONE = OwnSeries(game="yala", name="mine", bot="b", rival="random", matches=2, packed="x" * 90_000)


def test_the_oldest_make_room_and_one_that_is_too_long_costs_none():
    series = PlayedSeries()
    for number in range(60):
        series, gone = series.having_latest(str(number), replace(ONE, packed="x"))
        assert gone == (number >= PlayedSeries.MOST)
    assert list(series.by_id) == [str(number) for number in range(59, 9, -1)]
    for number in range(20):
        series, _ = series.having_latest(f"long{number}", ONE)
    assert list(series.of("yala"))[:10] == [f"long{number}" for number in range(19, 9, -1)]
    assert len(series.format()) <= PlayedSeries.MAX_LENGTH
    too_long = replace(ONE, packed="x" * (PlayedSeries.MAX_LENGTH + 1))
    assert series.having_latest("new", too_long) is None
    # One that grows needs no other's room, if there is enough.
    assert series.having_latest("long19", replace(ONE, matches=3))[1] == 0


def test_a_person_is_told_who_made_room_and_what_is_too_long(monkeypatch):
    monkeypatch.setattr(PlayedSeries, "MOST", 2)
    session = Session()
    for _ in range(3):
        session = ended(
            playing(after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=session), 2)
        )
    assert (
        "1 older test run was removed to make room." in seen(session).one("id", "kept-series").text
    )
    before = session.kept.of(PlayedSeries)
    monkeypatch.setattr(PlayedSeries, "MAX_LENGTH", 100)
    session = ended(playing(after(BeginTrial(8), session=session), 2))
    assert session.notice == SeriesTrouble()
    assert session.kept.of(PlayedSeries) == before
    assert len(session.screen.trial.played) == 2


FAILURES = st.builds(
    Failure,
    st.just("mine"),
    st.sampled_from(FailureKind),
    TEXTS,
    st.integers(0, 99),
    st.integers(0, 2),
    TEXTS,
)
PLAYED = st.builds(
    MatchPlayed,
    st.just("7 0"),
    st.integers(1, 2),
    st.sampled_from([(), (1,), (2,), (1, 2)]),
    st.integers(0, 999),
    TEXTS.filter(bool),
)


@st.composite
def lost_matches(draw, count):
    """Those of a pair that has played so many: the next one may be among them."""
    numbers = draw(st.sets(st.integers(0, count), max_size=3))
    return tuple(LostMatch(one, draw(st.integers(0, 1))) for one in sorted(numbers))


def come_back(league):
    """A league as it is read again."""
    return unpacked(league.id, league.game, packed(league), lost_in(league))


@given(st.lists(st.lists(PLAYED, max_size=4), min_size=1, max_size=3), FAILURES, st.data())
def test_what_is_packed_comes_back_as_it_was(pairs, failure, data):
    entrants = (Contestant("mine", "x"), Contestant("random"), Contestant("3"))
    league = League("one", "yala", entrants, 4, 7, 1000)
    for played in pairs:
        league = league.going_on()
        trial = replace(
            league.trials[-1],
            is_ready=True,
            played=tuple(played),
            printed=tuple(data.draw(st.lists(TEXTS, max_size=3))),
            failure=data.draw(st.none() | st.just(failure)),
            lost=data.draw(lost_matches(len(played))),
            ended=data.draw(st.sampled_from(TrialEnd)),
        )
        league = replace(league, trials=(*league.trials[:-1], trial))
    assert come_back(league) == league


LETTERS = packed(
    League("one", "yala", (Contestant("a", "x"), Contestant("1")), 2, 7, 1000).going_on()
)


@given(st.text(max_size=30) | st.integers(0, len(LETTERS)).map(lambda at: LETTERS[:at]))
@example("é")
def test_damaged_letters_say_so(letters):
    if letters != LETTERS:
        with pytest.raises(ValueError, match=r"."):
            unpacked("one", "yala", letters)


def all_played(league, matches):
    """The league with so many short matches of each pair."""
    while len(league.trials) < len(league.pairs):
        league = league.going_on()
        one = MatchPlayed(league.trials[-1].series.job, 1, (1,), 9, "{}" * 100)
        trial = replace(
            league.trials[-1], is_ready=True, played=(one,) * matches, ended=TrialEnd.DONE
        )
        league = replace(league, trials=(*league.trials[:-1], trial))
    return league


def test_the_largest_league_is_read_again():
    entrants = tuple(Contestant(f"bot{n}", "x") for n in range(MOST_ENTRANTS))
    league = all_played(
        League("one", "yala", entrants, SERIES_LENGTHS[-1], 7, 1000), SERIES_LENGTHS[-1]
    )
    assert sum(len(one.played) for one in league.trials) == 13_200
    assert unpacked("one", "yala", packed(league)) == league


def test_one_that_an_earlier_version_has_packed_is_read():
    league = all_played(
        League("one", "yala", (Contestant("a", "x"), Contestant("1")), 3, 7, 1000), 3
    )
    whole = json.loads(zlib.decompress(b64decode(packed(league))))
    for pair in whole["pairs"]:
        names = ("job", "first", "winners", "turns", "record")
        pair["played"] = [dict(zip(names, one, strict=True)) for one in pair["played"]]
    letters = b64encode(zlib.compress(json.dumps(whole).encode())).decode()
    assert letters != packed(league)
    assert unpacked("one", "yala", letters) == league


def failing_league():
    """A league in which each of two has failed, and one has given up."""
    entrants = (Contestant("mine", "x"), Contestant("other", "y"), Contestant("1"))
    league = all_played(League("one", "yala", entrants, 9, 7, 1000), 4)
    failure = Failure("mine", FailureKind.RAISED, "oh", 3, 2, "f-")
    first = replace(
        league.trials[0],
        printed=("hello",),
        failure=failure,
        ended=TrialEnd.FAILED,
        lost=(LostMatch(0, 0), LostMatch(1, 1), LostMatch(2, 1), LostMatch(3, 1)),
    )
    return replace(league, trials=(first, *league.trials[1:]))


EARLIER = {
    "": {"entrants", "matches", "seed", "limit_ms", "pairs"},
    "entrants": {"name", "source"},
    "pairs": {"played", "printed", "failure", "ended"},
    "failure": {"name", "kind", "said", "line", "seat", "position", "turn", "may"},
}
"""The members that the build which keeps no failures reads: it throws away a series with others, so
this list does not grow. What comes later is kept beside what is packed."""


def test_a_league_with_failures_is_packed_so_that_an_earlier_build_reads_it():
    league = failing_league()
    whole = json.loads(zlib.decompress(b64decode(packed(league))))
    assert whole.keys() == EARLIER[""]
    assert all(one.keys() <= EARLIER["entrants"] for one in whole["entrants"])
    assert [pair.keys() for pair in whole["pairs"]] == [EARLIER["pairs"]] * 3
    assert whole["pairs"][0]["failure"].keys() <= EARLIER["failure"]
    assert all(len(one) == 5 for pair in whole["pairs"] for one in pair["played"])
    # As the earlier build keeps it: without the matches that were lost by failing.
    assert come_back(league) == league
    without = replace(league.trials[0], lost=())
    assert unpacked("one", "yala", packed(league)) == replace(
        league, trials=(without, *league.trials[1:])
    )


def kept_league(league):
    return OwnSeries(
        game=league.game, name="mine", bot="", matches=12, packed=packed(league), changed=3
    )


@pytest.mark.parametrize("has_lost", [True, False])
@pytest.mark.parametrize("way", ["storage", "file", "tab"])
def test_the_matches_that_bots_have_lost_by_failing_are_kept_beside_the_league(way, has_lost):
    league = replace(failing_league(), id="abcdefghijk1")
    one = kept_league(league)
    if has_lost:
        one = replace(one, lost=lost_in(league))
    kept = PlayedSeries({"abcdefghijk1": one})
    text = kept.format()
    assert ('"lost"' in text) == has_lost
    session = Session()
    match way:
        case "storage":
            session = replace(session, kept=Kept().having(PlayedSeries.parse(text)))
        case "file":
            archive = f'{{"format":1,"matches":[],"others":[{{"kind":"series","value":{text}}}]}}'
            session = after(ImportFiles((("", archive),), 0.0), session=session)
            while importing(session) is not None:
                session = after(ImportOn(8, 0.0), session=session)
        case "tab":
            session = after(ValuesChanged({"series": text}), session=session)
    found = session.kept.of(PlayedSeries).by_id["abcdefghijk1"]
    assert replace(found, changed=3) == one
    session = after(Navigate("#/workshop/yala", 0.0), session=session)
    shown = session.screen.league.trials
    assert [trial.played for trial in shown] == [trial.played for trial in league.trials]
    assert shown[0].lost == (league.trials[0].lost if has_lost else ())


@pytest.mark.parametrize(
    "lost",
    [
        ((LostMatch(5, 0),), (), ()),
        ((LostMatch(1, 0), LostMatch(1, 1)), (), ()),
        ((LostMatch(2, 0), LostMatch(1, 1)), (), ()),
        ((), (), (LostMatch(999, 0),)),
        ((LostMatch(1, 0),),),
        ((), (), (), (LostMatch(0, 0),)),
    ],
)
def test_lost_matches_that_cannot_have_been_are_damage(lost):
    league = failing_league()
    assert come_back(league).trials[0].lost
    with pytest.raises(ValueError, match="lost"):
        unpacked("one", "yala", packed(league), lost)


@pytest.mark.parametrize("count", range(4))
def test_whatever_is_told_of_failures_can_be_read_back(count):
    session = after(Navigate("#/workshop/yala", 0.0), Edit("matches", "2"), BeginTrial(7))
    series = session.screen.running.series
    failure = Failure("bot", FailureKind.RAISED, "oh", 1)
    played = MatchPlayed(series.job, 1, (2,), 9, record_of("yala"))
    events = [Lost(series.job, failure, 0), played] * count
    session = after(told(*events, Lost(series.job, failure, 1)), session=session)
    trial = session.screen.trial
    assert len(trial.lost) == min(count + 1, series.matches)
    stopped = after(WorkshopCommand.STOP, session=session).screen.trial
    league = League.of(stopped)
    if count:
        assert come_back(league).trials[0].lost == stopped.lost


def test_stepping_through_one_that_is_looked_at_changes_nothing_that_is_kept():
    session = after(Navigate("#/workshop/yala", 0.0), BeginTrial(7), session=Session())
    session = ended(playing(session, 2))
    before = session.kept
    session = after(LookAtPlayed(1), Command.LATER, Command.PRESENT, session=session)
    assert session.kept == before
    assert session.screen.board.is_at_end
