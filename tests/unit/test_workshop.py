"""Own bots: how they are kept, merged, sent, and told of; and what strangers may tell of them."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.form import OWN_BOT
from spieltisch.app.board.messages import Ready, Say, Wake
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.effects import Focus, Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Edit, ImportFiles, Navigate
from spieltisch.app.core.notice import BadStudy
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots, OwnBot, PlayedSeries
from spieltisch.app.keeping.league import League, TrialEnd, end_of
from spieltisch.app.keeping.packing import lost_in, packed, unpacked
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.screens import navigate, page_of
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import StartMatch
from spieltisch.app.update import update
from spieltisch.app.workshop.at_table import BotFailed, asked_bot, wanted_job
from spieltisch.app.workshop.course import bot_course_of, goals_of, steps_done, with_step
from spieltisch.app.workshop.course_view import TRIES
from spieltisch.app.workshop.failures import failure_text
from spieltisch.app.workshop.state import (
    RANDOM,
    AskAgain,
    AskHere,
    BeginLeague,
    BeginTrial,
    BotEnded,
    BotHeard,
    CheckStep,
    EnterLevel,
    ExamplesFetched,
    HouseRival,
    Lapsed,
    LookAtPair,
    NewBot,
    NotYet,
    OwnRival,
    Passed,
    SkillNotShown,
    StandIn,
    TryBot,
    WorkshopCommand,
)
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH, LANGUAGES, words_of
from spieltisch.play.code_text import decode_bot, encode_bot
from spieltisch.play.codec import LinkError, clean_name
from spieltisch.play.own_jobs import (
    MAX_SOURCE,
    Acted,
    Contestant,
    Done,
    Failed,
    Failure,
    FailureKind,
    Lost,
    MatchPlayed,
    format_job,
    parse_event,
)
from spieltisch.table import Bot, TableAction
from tests.unit.markup_check import read
from tests.unit.pythons import Pythons, as_told
from tests.unit.whole_step import whole_step
from tools.project import ROOT, STATIC

SOURCES = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
NAMES = st.text(max_size=24).map(clean_name).filter(lambda name: 0 < len(name) <= 24)
ONE = OwnBot(game="yala", name="one", source="def choose(position, seat): ...")


def after(session, *messages):
    for message in messages:
        session, _ = update(session, message)
    return session


def opened(place="#/workshop/yala"):
    session, _ = navigate(Session(), place, 0.0)
    return session


def told(*events):
    return BotHeard(json.dumps(list(map(format_job, events))), 0.0)


@given(NAMES, SOURCES)
def test_a_link_holds_a_bot(name, source):
    code = encode_bot(name, source)
    assert decode_bot(code) == (name, source)
    assert code[-1].isalnum()


@given(NAMES, SOURCES, st.data())
def test_a_damaged_link_says_so(name, source, data):
    code = encode_bot(name, source)
    at = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("abcXYZ019-_%"))
    wrong = data.draw(st.sampled_from([code[:at], code[:at] + letter + code[at + 1 :]]))
    if wrong == code:
        return
    with pytest.raises(LinkError):
        decode_bot(wrong)


def test_a_link_that_unpacks_to_far_more_is_refused():
    with pytest.raises(LinkError):
        decode_bot(encode_bot("zeros", "0" * 3_000_000))


@given(st.dictionaries(st.sampled_from("abcd"), st.builds(replace, st.just(ONE), source=SOURCES)))
def test_bots_are_kept_as_they_are(kept):
    bots = Bots()
    for bot_id, bot in kept.items():
        bots = bots.having(bot_id, bot)
    assert Bots.parse(bots.format()) == bots
    assert list(bots.of("yala")) == list(kept)[::-1]
    assert not bots.of("myra")


def test_two_tabs_lose_no_bot_of_each_other():
    base = Bots().having("a", ONE).having("b", ONE)
    ours = base.having("c", ONE).without("a")
    theirs = base.having("b", replace(ONE, name="two")).having("d", ONE)
    merged = Bots.merged(base, ours, theirs)
    assert merged.by_id.keys() == {"b", "c", "d"}
    assert merged.by_id["b"].name == "two"
    # What one has changed, the other does not delete.
    changed = Bots.merged(base, base.having("a", replace(ONE, name="x")), base.without("a"))
    assert changed.by_id["a"].name == "x"


@pytest.mark.parametrize(
    "text", ["[]", "7", '{"a":1}', '{"a":{"game":"yala","name":"","source":"","changed":0}}', "{"]
)
def test_damaged_bots_are_told(text):
    flaws = []
    assert Bots.parse(text, flaws) == Bots()
    assert flaws


def test_what_is_typed_is_kept_at_once():
    session = after(opened(), Edit("source", "x = 1"), Edit("name", "mine"))
    (bot,) = session.kept.of(Bots).by_id.values()
    assert (bot.game, bot.name, bot.source) == ("yala", "mine", "x = 1")


@pytest.mark.parametrize(
    "place", ["#/workshop/yala", f"#/bot/yala/{encode_bot('friend', ONE.source)}"]
)
def test_nothing_above_run_it_comes_or_goes_as_one_types(place):
    """The page is drawn anew as a finger goes down elsewhere: what moved would not be pressed."""
    before = opened(place)
    typed = after(before, Edit("name", "other"), Edit("source", "x"))
    assert typed.kept.of(Bots).by_id
    assert above_run_it(typed) == above_run_it(before)
    # A link's bot has not run before it is run.
    assert ("bot-foreign" in above_run_it(typed)) == place.startswith("#/bot/")
    assert "bot-foreign" not in above_run_it(after(typed, BeginTrial(7)))


def above_run_it(session):
    """What is on the screen in front of the button that runs the bot: tags, and ids or verbs."""
    found = []
    for node in read(page_of(session)).one("id", "main").walk():
        name = node.attributes.get("id") or node.attributes.get("data-do") or node.tag
        if name == "bot-run":
            return found
        # A list's choices take no room.
        found += [name] * (name != "option")
    raise AssertionError("no such button")


FOREIGN = f"#/bot/yala/{encode_bot('friend', ONE.source)}"


def marks(session):
    """What is said of a bot that came by link: beside what runs it, and in the list of bots."""
    page = read(page_of(session))
    listed = [one.text for one in page.walk() if one.tag == "a" and "friend" in one.text]
    return len(page.all("id", "bot-by-link")), listed


def test_what_came_by_link_is_marked_until_its_reader_has_changed_or_accepted_it():
    assert marks(opened()) == (0, [])
    session = opened(FOREIGN)
    assert marks(session) == (1, [])
    session = after(session, Edit("matches", "2"), BeginTrial(7), WorkshopCommand.STOP)
    assert marks(session) == (1, ["friend (by link)"])
    # Also as it is come back to, in another visit.
    kept = Session(kept=session.kept.having(Bots.parse(session.kept.of(Bots).format())))
    later, _ = navigate(kept, "#/workshop/yala", 0.0)
    assert marks(later) == (1, ["friend (by link)"])
    # Another name changes nothing of what is in the file, nor does the same text.
    same = after(later, Edit("name", "my friend"), Edit("source", ONE.source), AskHere(7))
    assert marks(same) == (1, ["my friend (by link)"])
    assert marks(after(same, Edit("source", "# mine"))) == (0, ["my friend"])
    assert marks(after(later, WorkshopCommand.ACCEPT)) == (0, ["friend"])
    accepted = after(opened(FOREIGN), WorkshopCommand.ACCEPT)
    assert marks(accepted) == (0, ["friend"])
    assert "bot-foreign" not in above_run_it(accepted)
    # A test that the house has written into it is nothing that they have read.
    failed = after(later, AskHere(7))
    failure = Failure("my friend", FailureKind.RAISED, "oh", 1)
    failed = after(failed, told(Failed(failure)), WorkshopCommand.TAKE_TEST)
    assert failed.screen.bot.source != later.screen.bot.source
    assert marks(failed) == (1, ["friend (by link)"])
    assert "Have you read it?" in node_of(failed, "bot-by-link").text


def test_who_plays_against_a_bot_that_came_by_link_is_asked_first():
    session, effects = update(opened(FOREIGN), TryBot(3, 0.0))
    assert session.match is None
    assert not session.kept.of(Bots).by_id
    assert Focus("try-sure") in effects
    page = read(page_of(session))
    assert "Do you want to play against it?" in page.one("id", "bot-by-link").text
    sure = pressed(page.one("id", "try-sure").attributes["data-do"], "", 5.0, lambda _: 3)
    for messages in ((sure,), (WorkshopCommand.ACCEPT, TryBot(3, 6.0))):
        there = after(session, *messages)
        assert "friend.py" in [player.name for player in there.match.setup.players]
    # It is no less by link for having been played against; and it is asked of each bot anew.
    assert next(iter(after(session, sure).kept.of(Bots).by_id.values())).by_link
    assert marks(after(session, NewBot(""))) == (0, [])
    again = after(session, BeginTrial(7))
    bot_id = again.screen.bot_id
    again, _ = navigate(after(again, NewBot("")), f"#/workshop/yala/{bot_id}", 1.0)
    assert not read(page_of(again)).all("id", "try-sure")
    assert after(again, TryBot(3, 2.0)).match is None


def seated(session):
    """The source that plays first in what was begun, if it is a person's own."""
    for at_ms in (10.0, 5e3, 1e4, 2e4):
        session = after(session, Wake(at_ms))
    found = wanted_job(session)
    return None if found is None else found[0].bot.source


THEIRS = f"#/bot/yala/{encode_bot('zeno', '# theirs')}"
ZENO = "#/play/yala?seats=bot:1,human&names=zeno.py,&seed=1"


@pytest.mark.parametrize("kept", [(BeginTrial(7), WorkshopCommand.STOP), (Edit("name", "zeno2"),)])
def test_a_kept_bot_that_came_by_link_sits_at_no_table_unasked(kept):
    session = after(opened(THEIRS), *kept)
    (bot_id,) = session.kept.of(Bots).by_id
    name = session.screen.bot.name
    link, _ = navigate(session, ZENO.replace("zeno", name), 2.0)
    assert seated(link) is None
    form, _ = navigate(session, "#/setup/yala", 2.0)
    assert f"{name}.py" not in [
        one.text for one in read(page_of(form)).walk() if one.tag == "option"
    ]
    form = after(form, Edit("controller:1", OWN_BOT + bot_id), StartMatch(3, 3.0))
    assert seated(form) is None
    # A league of another bot's plays the others; the one of its own page is asked for there.
    league = after(session, NewBot(""), Edit("name", "mine"), EnterLevel("1"), BeginLeague(7))
    league = league.screen.league
    assert name not in [one.name for one in league.entrants]
    # Once a person has agreed to play, or has accepted it, it does.
    for agreed in (TryBot(3, 2.0, is_sure=True), WorkshopCommand.ACCEPT):
        there, _ = navigate(after(session, agreed), ZENO.replace("zeno", name), 2.0)
        assert seated(there) == "# theirs"


def test_a_bot_that_comes_by_link_takes_no_place_of_an_own_one_of_its_name():
    session = after(opened(), Edit("name", "zeno"), Edit("source", "# mine"))
    session, _ = navigate(session, THEIRS, 1.0)
    session = after(session, WorkshopCommand.ACCEPT)
    there, _ = navigate(session, ZENO, 2.0)
    assert seated(there) == "# mine"


def test_the_address_is_not_that_of_the_bot_before_a_new_one():
    session = after(opened(), Edit("source", "x"))
    session, effects = update(session, NewBot(""))
    assert Go("#/workshop/yala") in effects
    assert (
        Go(f"#/workshop/yala/{session.screen.bot_id}", replaces=True)
        in update(session, Edit("source", "y"))[1]
    )


def test_a_series_ends_with_what_is_told():
    session = after(opened(), BeginTrial(7))
    trial = session.screen.trial
    played = MatchPlayed(trial.series.job, 1, (1,), 9, "{}")
    session = after(session, told(played, replace(played, first=2), replace(played, winners=())))
    assert (session.screen.trial.wins, session.screen.trial.draws, session.screen.trial.losses) == (
        1,
        1,
        1,
    )
    assert after(session, told(Done("another"))).screen.running is not None
    assert after(session, told(Done(trial.series.job))).screen.trial.ended == "done"
    assert after(session, BotHeard("[7]", 0.0)).screen.trial.ended == "flood"
    # No more is counted than is played.
    many = after(session, told(*[played] * 50)).screen.trial
    assert len(many.played) == trial.series.matches


@pytest.mark.parametrize("kind", FailureKind)
def test_every_failure_has_a_sentence(kind):
    text = failure_text(Failure("mine", kind, "said", 3, 2, "board"), ENGLISH)
    assert text.startswith("mine.py, line 3: ")


TIMED = (FailureKind.TIME, FailureKind.FILE_TIME, FailureKind.SLEPT)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TIMED)
def test_a_single_second_is_told_in_words_and_any_other_time_by_its_number(kind, language):
    def told(said):
        return failure_text(Failure("mine", kind, said), words_of(language))

    assert "1" not in told("1")
    for other in ("2", "5", "60", "0.5", "1.5", "11", "01", "", "many"):
        assert told("7").replace("7", other) == told(other) != told("1")


@pytest.mark.parametrize("kind", TIMED)
def test_an_error_tells_a_single_second_as_the_page_does(kind):
    for said in ("1", "2", "1.5"):
        failure = Failure("mine", kind, said)
        assert str(failure) == failure_text(failure, ENGLISH)


def at_table():
    """A person has played a first move against a bot of their own."""
    session = after(opened(), Edit("name", "Zeno"), TryBot(3, 0.0))
    match = session.match
    (seat,) = match.position.active_seats
    own = next(s for s in (1, 2) if match.bot_level(s) is not None)
    if seat != own:
        played = match.play(seat, match.position.legal_actions(seat)[0])
        session = session.with_table(session.table, played)
        timing = session.table.timing.planned(played, 0.0, None, automatic_ms=0.0)
        session = session.on(replace(session.table, timing=timing))
    return session, own


def test_an_own_bot_is_asked_at_the_table_and_believed_only_what_is_legal():
    session, own = at_table()
    asked = asked_bot(session)
    assert asked is not None
    assert (asked.seat, asked.bot.name) == (own, "Zeno")
    rules, position = session.match.rules, session.match.position
    action = rules.format_action(position.legal_actions(own)[-1])
    assert after(session, told(Acted("another", action))).table == session.table
    planned = after(session, told(Acted(asked.ticket, action))).table.timing.plans
    assert [rules.format_action(plan.action) for plan in planned] == [action]
    for wrong in ("zz", "", "a++"):
        refused = after(session, told(Acted(asked.ticket, wrong)))
        assert isinstance(refused.shown_notice, BotFailed)
        assert refused.match == session.match


@pytest.mark.parametrize("is_tried", [False, True])
def test_a_bot_that_has_failed_at_the_table_is_told_of_until_it_is_asked_again(is_tried):
    session, _ = at_table()
    if is_tried:
        session = after(session, Command.TRY_OUT)
    asked = asked_bot(session)
    assert asked is not None
    failed = after(session, BotEnded(TrialEnd.TIME))
    assert wanted_job(failed) is None, "nothing is asked that nobody wants again"
    assert wanted_thought(failed) is None, "nor does the computer play in its place"
    assert 'id="notice"' in whole(page_of(failed))
    assert 'id="bot-failed"' not in whole(page_of(failed)), "it is told once"
    silent = after(failed, Command.DISMISS)
    page = whole(page_of(silent))
    assert 'id="bot-failed"' in page
    assert 'data-do="ask-again"' in page
    # It stays told whatever else is, and while the match is the same.
    assert 'id="bot-failed"' in whole(page_of(after(silent, Command.NEXT_SOUND)))
    for state in (failed, silent):
        again = after(state, AskAgain())
        assert asked_bot(again) == asked
        assert again.shown_notice is None
        assert 'id="bot-failed"' not in whole(page_of(again))
    away = after(silent, Navigate("#/settings", 0.0))
    assert away.failed is None


def test_of_two_bots_of_a_name_the_one_on_screen_plays():
    session = after(opened(), Edit("name", "Zeno"), Edit("source", "one"))
    first = session.screen.bot_id
    session = after(session, NewBot(""), Edit("name", "Zeno"), Edit("source", "two"))
    session, _ = navigate(session, f"#/workshop/yala/{first}", 0.0)
    session = after(session, TryBot(3, 0.0))
    (own,) = session.kept.of(Bots).seats(session.match.setup)
    assert session.kept.of(Bots).at(session.match.setup, own)[1].source == "one"


@pytest.mark.parametrize("name", ["bot", "random", "3"])
@pytest.mark.parametrize("doing", [BeginTrial(7), BeginLeague(7), AskHere(7)])
def test_an_empty_file_is_no_bot_of_the_house_whatever_its_name(name, doing):
    session = after(opened(), EnterLevel("1"), Edit("name", name), Edit("source", ""), doing)
    job, _ = wanted_job(session)
    said = Pythons().run(job)
    events = list(map(json.loads, said))
    assert [event["kind"] for event in events] == ["failed"]
    assert events[0]["failure"]["kind"] == FailureKind.FUNCTIONS
    if doing != BeginLeague(7):
        session = after(session, BotHeard(as_told(said), 0.0))
        assert session.screen.wrong.name == name


def test_a_position_becomes_a_test_unless_the_file_would_be_too_long_then():
    wrong = "def choose(position, seat):\n    return 7\n"
    for source, is_taken in ((wrong, True), (wrong + "#" * (MAX_SOURCE - len(wrong)), False)):
        session = after(opened(), Edit("name", "mine"), Edit("source", source), BeginTrial(7))
        said = Pythons().run(wanted_job(session)[0])
        session = after(session, BotHeard(as_told(said), 0.0))
        session = after(session, WorkshopCommand.TAKE_TEST)
        after_it = session.screen.bot.source
        assert after_it.endswith("\ntest()\n") is is_taken
        assert after_it.startswith(source)
        compile(after_it, "mine.py", "exec")
        assert (session.shown_notice is None) is is_taken


def waking(session, until, most=2_000):
    """The session as time passes, until something is so, or nothing is to happen any more."""
    for _ in range(most):
        wake_ms = session.next_wake_ms
        if until(session) or wake_ms is None:
            break
        session = after(session, Wake(wake_ms))
    return session


def asking(session, pythons):
    """The session after its own bots were asked, where they run."""
    asked = asked_bot(session)
    assert asked is not None
    events = pythons.run(asked)
    return after(session, BotHeard(as_told(events), session.table.timing.shown_ms + 5))


def test_a_bot_that_sees_plays_at_the_table_in_its_own_time():
    source = (ROOT / "examples" / "aya_reader.py").read_text(encoding="utf-8")
    session = after(opened("#/workshop/aya"), Edit("name", "Iris"), Edit("source", source))
    session = after(session, TryBot(3, 0.0))
    assert [player.name for player in session.match.setup.players].count("Iris.py") >= 1
    pythons, calls = Pythons(), []
    session = after(session, Ready(10.0))
    for _ in range(400):
        session = waking(session, lambda now: asked_bot(now) is not None)
        if asked_bot(session) is None:
            break
        asked = asked_bot(session)
        # The house has planned nothing in its place, and a late answer is no answer.
        timing = session.table.timing
        assert asked.seat not in {plan.seat for plan in timing.plans}
        assert after(session, told(Acted("gone", "aya", 1.0))).table == session.table
        session = asking(session, pythons)
        mine = [plan for plan in session.table.timing.plans if plan.seat == asked.seat]
        calls += [(str(plan.action), plan.at_ms - timing.shown_ms) for plan in mine]
        assert bool(mine) is (asked.seat not in session.table.timing.silent)
    assert session.shown_notice is None
    assert session.match.is_over
    assert {call for call, _ in calls} > {"aya", "oye"}
    assert min(wait for call, wait in calls if call == "aya") > 500


def test_a_bot_that_fails_at_the_table_says_why():
    session, _ = at_table()
    failure = Failure("Zeno", FailureKind.RAISED, "ZeroDivisionError", 2)
    said = after(session, told(Failed(failure))).shown_notice.text(ENGLISH)
    assert said == "Zeno.py, line 2: ZeroDivisionError"
    # Whatever it says it is called, and whatever it says it was asked.
    late = Failure("Nora", FailureKind.TIME, "5", 3, 1, "nowhere")
    notice = after(session, told(Failed(late))).shown_notice
    assert notice.text(ENGLISH).startswith("Zeno.py, line 3: It thought for longer than 5 seconds")
    assert notice.failure.position == asked_bot(session).position


def failed_at_table():
    session, own = at_table()
    failure = Failure("Zeno", FailureKind.RAISED, "ZeroDivisionError", 2)
    return after(session, told(Failed(failure))), own


def ways_on(session, node_id):
    """What a person may choose from: by what a button does, its argument; a link by its address."""
    node = node_of(session, node_id)
    known = [one.attributes for one in node.walk()]
    buttons = {one["data-do"]: one.get("data-arg") for one in known if "data-do" in one}
    return buttons, [one["href"] for one in known if "href" in one]


def test_a_bot_that_has_failed_at_the_table_waits_for_a_person():
    session, own = failed_at_table()
    bot_id = next(iter(session.kept.of(Bots).by_id))
    buttons, links = ways_on(session, "notice")
    assert links == [f"#/workshop/yala/{bot_id}"]
    assert list(buttons) == ["ask-again", "stand-in", "resign", "dismiss"]
    assert buttons["resign"] == str(own)
    # Neither it nor the computer thinks meanwhile, and nobody is told that one does.
    assert wanted_job(session) is None
    assert wanted_thought(session) is None
    assert "is thinking" not in read(page_of(session)).text
    # What is closed stays at hand.
    closed = after(session, Command.DISMISS)
    again, links = ways_on(closed, "bot-failed")
    assert (again, len(links)) == ({key: buttons[key] for key in list(buttons)[:3]}, 1)
    assert "Zeno.py, line 2" in node_of(closed, "bot-failed").text
    for one in (session, closed):
        asked = after(one, AskAgain())
        assert asked_bot(asked) is not None
        assert "line 2" not in read(page_of(asked)).text


@pytest.mark.parametrize("is_closed", [False, True])
def test_another_notice_has_its_place_while_the_board_tells_of_a_bot_that_has_failed(is_closed):
    session, _ = failed_at_table()
    if is_closed:
        session = after(session, Command.DISMISS)
    wrong = (("a study.txt", '[Game "yala"]\n[Start "nowhere"]\n\n1. a+\n'),)
    # Also if it is told once more after it was closed.
    for _ in range(2):
        session = after(session, ImportFiles(wrong, 30.0))
        assert isinstance(session.notice, BadStudy)
        assert "nowhere" in node_of(session, "notice").text
        assert "Zeno.py, line 2" in node_of(session, "bot-failed").text
        session = after(session, Command.DISMISS)
        assert session.notice is None
        assert not read(page_of(session)).all("id", "notice")
        assert "Zeno.py, line 2" in node_of(session, "bot-failed").text


def test_the_computer_plays_on_for_a_bot_that_has_failed():
    session, own = failed_at_table()
    session = after(session, StandIn(20.0))
    for _ in range(3):
        wanted = wanted_thought(session)
        assert (wanted.seat, wanted.level, wanted_job(session)) == (own, 1, None)
        match = session.match
        for seat in (own, 3 - own):
            match = match.play(seat, match.position.legal_actions(seat)[0])
        session = session.with_table(session.table, match)
        timing = session.table.timing.planned(match, 0.0, None, automatic_ms=0.0)
        session = session.on(replace(session.table, timing=timing))


def test_a_person_resigns_for_a_bot_that_has_failed_and_for_no_other():
    session, own = failed_at_table()
    resigns = Say(TableAction.RESIGN, own, 30.0)
    match = after(session, resigns).match
    assert match.is_over
    assert own not in match.last_position.outcome.winners
    thinking, _ = at_table()
    for other in (thinking, after(session, AskAgain())):
        assert not after(other, resigns).match.is_over
    assert not after(session, Say(TableAction.OFFER, own, 30.0)).match.offers.said


def test_a_bot_that_was_mended_elsewhere_is_asked_again():
    session, _ = failed_at_table()
    (bot_id, bot), *_ = session.kept.of(Bots).by_id.items()
    mended = session.kept.of(Bots).having(bot_id, replace(bot, source="mended", changed=9))
    session = after(session, ValuesChanged({Bots.KIND: mended.format()}))
    assert asked_bot(session).bot.source == "mended"


def test_in_a_race_the_computer_looks_at_the_position_that_is_there():
    source = "def see(position, seat):\n    return 1 / 0\n"
    session = after(opened("#/workshop/aya"), Edit("name", "Iris"), Edit("source", source))
    session = waking(after(session, TryBot(3, 0.0), Ready(10.0)), asked_bot)
    session = asking(session, Pythons())
    seat = session.failed.asked.seat
    assert asked_bot(session) is None
    assert seat not in {plan.seat for plan in session.table.timing.plans}
    at_ms = session.table.timing.shown_ms + 900
    session = after(session, StandIn(at_ms))
    for _ in range(200):
        session = waking(session, lambda now: now.match.is_over, most=1)
        assert session.failed is None
        if session.match.is_over:
            break
    assert session.match.is_over
    assert seat in {turn.seat for turn in session.match.turns}


def test_the_form_offers_own_bots_and_takes_the_name_back():
    session, _ = at_table()
    session, _ = navigate(session, "#/setup/yala", 0.0)
    assert isinstance(session.screen, SetupScreen)
    (bot_id,) = session.kept.of(Bots).by_id
    session = after(session, Edit("controller:2", f"own:{bot_id}"))
    assert (session.screen.setup.players[1].name, session.screen.setup.players[1].controller) == (
        "Zeno.py",
        Bot(1),
    )
    assert node_of(session, "controller-2").one("selected").attributes["value"] == f"own:{bot_id}"
    for unknown in ("own:Zeno", "own:"):
        assert after(session, Edit("controller:1", unknown)) == session
    session = after(session, Edit("controller:2", "bot:3"))
    assert session.screen.setup.players[1].name == ""


def node_of(session, node_id):
    return read(page_of(session)).one("id", node_id)


def has_node(session, node_id):
    return bool(read(page_of(session)).all("id", node_id))


def test_of_two_own_bots_of_a_name_the_one_that_is_chosen_sits_down():
    first, second = (replace(ONE, source=source, changed=n) for n, source in enumerate("xy"))
    session = Session(kept=Kept().having(Bots({"a": first, "b": second})))
    session = after(session, Navigate("#/setup/yala", 0.0))
    options = node_of(session, "controller-2").all("value")
    assert {"own:a": "one (1)", "own:b": "one (2)"}.items() <= {
        node.attributes["value"]: node.text for node in options
    }.items()
    for chosen, bot in {"a": first, "b": second, "a ": None, "c": None}.items():
        before = session
        session = after(session, Edit("controller:2", f"own:{chosen}"))
        if bot is None:
            assert session == before
            continue
        shown = node_of(session, "controller-2").one("selected")
        assert (shown.attributes["value"], shown.text) == (
            f"own:{chosen}",
            f"one ({1 + 'ab'.index(chosen)})",
        )
        found = session.kept.of(Bots).at(session.screen.setup, 2)
        assert found is not None
        assert (found[0], found[1].source) == (chosen, bot.source)
    # People may be called so.
    named = after(session, Edit("name:1", "own:a"))
    assert named.screen.setup.players[0].name == "own:a"


def test_the_editor_completes_the_names_that_the_engine_s_page_tells_of():
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    code = [line[4:] for line in page.splitlines() if line.startswith((">>> ", "... "))]
    names = (STATIC / "workshop" / "names.js").read_text(encoding="utf-8")
    members = set(" ".join(re.findall(r'"([a-z_ ]+) ?"(?: \+|;)', names)).split())
    of_python = {"choice", "endswith", "items", "replace", "split", "values"}
    told = set(re.findall(r"\.([a-z]\w+)", "\n".join(code))) - of_python
    rooms = {"codec", "game", "games", "record_link", "search", "yala"}
    assert members == told - rooms
    assert re.findall(r'"(from [\w., ]+)"', names) == sorted(
        {line for line in code if line.startswith("from ")}
    )


def playing_on(session, fails=()):
    """The session after what is being played has been played, a bot's name in ``fails`` failing."""
    series = session.screen.running.series
    named = [one.name for one in series.contestants if one.name in fails]
    if named:
        return after(session, told(Failed(Failure(named[0], FailureKind.RAISED, "oh", 1))))
    won = [MatchPlayed(series.job, 1, (1,), 9, "{}"), MatchPlayed(series.job, 2, (), 9, "{}")]
    return after(session, told(*won, Done(series.job)))


def test_a_league_has_each_play_each_and_a_bot_that_fails_stops_nobody_else():
    session = after(opened(), Edit("name", "one"), NewBot(""), Edit("name", "two"))
    session = after(session, Edit("matches", "2"), EnterLevel("random"), EnterLevel("2"))
    session = after(session, EnterLevel("2"), BeginLeague(7))
    league = session.screen.league
    assert [one.name for one in league.entrants] == ["two", "one", "random"]
    jobs = set()
    while session.screen.running is not None:
        jobs.add(wanted_job(session)[0].job)
        session = playing_on(session, fails=("one",))
    league = session.screen.league
    assert len(jobs) == len(league.pairs) == 3
    assert [one.ended for one in league.trials] == ["failed", "done", "failed"]
    assert league.points(0, 2) == (1.5, 2)
    assert league.points(2, 0) == (0.5, 2)
    # What a bot does not play as it has failed, it has lost.
    assert league.points(0, 1) == (2, 2)
    assert league.points(1, 2) == (0, 2)
    assert [league.total(place) for place in range(3)] == [(3.5, 4), (0, 4), (2.5, 4)]
    assert "one.py, line 1: oh" in node_of(session, "bot-league").text
    # A pair is looked at, and a match of it, and the league is still there.
    session = after(session, LookAtPair(1))
    assert [one.name for one in session.screen.trial.series.contestants] == ["two", "random"]
    assert whole_step(session, LookAtPair(0))[0].screen.trial.failure.said == "oh"


def test_a_league_is_stopped_and_one_alone_plays_none():
    session = after(opened(), BeginLeague(7))
    assert session.screen.league is None
    session = after(session, EnterLevel("1"), BeginLeague(7), WorkshopCommand.STOP)
    assert session.screen.running is None
    assert [one.ended for one in session.screen.league.trials] == ["stopped"]
    # A series takes the place of a league that goes on.
    session = after(session, BeginLeague(8), BeginTrial(9))
    assert session.screen.running is session.screen.trial
    assert session.screen.league.running is None


def test_a_league_that_was_stopped_again_before_anything_was_played_loses_no_match():
    session = after(opened(), EnterLevel("random"), EnterLevel("1"), BeginLeague(7))
    jobs = []
    for _ in range(4):
        session = after(session, WorkshopCommand.STOP, LookAtPair(0), WorkshopCommand.GO_ON)
        jobs.append(session.screen.running.series.job)
    assert len(set(jobs)) == 4
    series = session.screen.running.series
    one = MatchPlayed(series.job, 1, (1,), 9, "{}")
    late = MatchPlayed(jobs[0], 1, (2,), 9, "{}")
    session = after(session, told(late, *[one] * series.matches, Done(series.job)))
    first = session.screen.league.trials[0]
    assert (len(first.played), first.ended) == (series.matches, "done")
    assert {found.winners for found in first.played} == {(1,)}


@pytest.mark.parametrize("is_left", [False, True])
@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_a_stopped_league_goes_on_later_as_if_it_had_not_been_stopped(is_left, count):
    session = after(opened(), EnterLevel("random"), EnterLevel("1"), BeginLeague(7))
    league = replace(session.screen.league, matches=4).resumed()
    session = session.on(session.screen.at_work(replace(league, trials=()).going_on()))
    assert not node_of(session, "main").all("data-do", "resume-league")
    first, _ = wanted_job(session)
    events = list(map(parse_event, Pythons().run(first)))
    matches = [one for one in events if isinstance(one, MatchPlayed)]
    assert len(matches) == 4
    stopped = after(session, told(*matches[:count]), WorkshopCommand.STOP)
    assert wanted_job(stopped) is None
    if is_left:
        stopped, _ = navigate(stopped, "#/workshop/myra", 1.0)
        stopped, _ = navigate(stopped, "#/workshop/yala", 2.0)
        if not count:
            # Nothing was played that could be kept.
            assert stopped.screen.league is None
            return
    (way,) = node_of(stopped, "main").all("data-do", "resume-league")
    assert way.text == "Continue the league"
    going = after(stopped, WorkshopCommand.GO_ON)
    assert not node_of(going, "main").all("data-do", "resume-league")
    job, _ = wanted_job(going)
    # What is still told of the one that was stopped does not count.
    assert count == 0 or after(going, told(*matches)).screen.league == going.screen.league
    going = after(going, BotHeard(as_told(Pythons().run(job)), 3.0))
    played = going.screen.league.trials[0].played
    assert [replace(one, job="") for one in played] == [replace(one, job="") for one in matches]
    assert going.screen.league.trials[0].ended == "done"
    # The next pair plays as it would have.
    whole_league = after(session, told(*matches, Done(first.job))).screen.league
    assert going.screen.league.trials[1] == whole_league.trials[1]


FAILING = """\
import random

is_wrong = random.random() < {share}


def choose(position, seat):
    return "" if is_wrong else position.legal_actions(seat)[0]
"""


@pytest.mark.parametrize("share", [0.4, 1])
@pytest.mark.parametrize("stops", [(1,), (2,), (3,), (4,), (0, 1, 1, 2), (5,), (6, 0)])
@pytest.mark.parametrize("is_left", [False, True])
def test_a_bot_s_failures_count_on_where_a_league_goes_on(share, stops, is_left):
    source = FAILING.format(share=share)
    session = after(opened(), Edit("source", source), EnterLevel("random"), BeginLeague(7))
    league = replace(session.screen.league, matches=9)
    session = session.on(session.screen.at_work(replace(league, trials=()).going_on()))
    whole = Pythons().run(wanted_job(session)[0])
    unstopped = after(session, BotHeard(as_told(whole), 2.0)).screen.league
    for count in stops:
        # Now and then a failure is told, and its match is not any more.
        events = Pythons().run(wanted_job(session)[0])
        session = after(session, BotHeard(as_told(events[:count]), 3.0))
        session = after(session, WorkshopCommand.STOP)
        if is_left and session.screen.league.trials[0].played:
            session, _ = navigate(session, "#/workshop/myra", 4.0)
            session, _ = navigate(session, "#/workshop/yala", 5.0)
        session = after(session, WorkshopCommand.GO_ON)
    session = after(session, BotHeard(as_told(Pythons().run(wanted_job(session)[0])), 6.0))
    (was,), (now,) = unstopped.trials, session.screen.league.trials
    assert [one.winners for one in now.played] == [one.winners for one in was.played]
    assert (now.lost, now.given_up, now.points) == (was.lost, was.given_up, was.points)
    assert (now.ended, now.failure) == (was.ended, was.failure)
    assert len(was.played) == (3 if share == 1 else 9) or len(was.lost) == 3


def test_the_rest_is_lost_by_the_bot_that_fails_too_often_and_not_by_the_one_that_failed_first():
    session = after(opened(), Edit("name", "one"), NewBot(""), Edit("name", "two"), BeginLeague(7))
    series = session.screen.running.series
    first, second = (Failure(one.name, FailureKind.RAISED, "oh", 1) for one in series.contestants)
    won, other = (MatchPlayed(series.job, 1, (seat,), 9, "{}") for seat in (1, 2))
    events = [Lost(series.job, first), other]
    for _ in range(3):
        events += [Lost(series.job, second, 1), won]
    session = after(session, told(*events, Done(series.job)))
    league = session.screen.league
    assert (league.points(0, 1), league.points(1, 0)) == ((9, 10), (1, 10))
    said = [one.text for one in failed_in(session)]
    assert said == [
        "two.py, line 1: oh. It has lost games by that, to one.",
        "one.py, line 1: oh. It has lost games by that, to two.",
    ]
    # Of what was kept and is read again the failure is known of the one that has given up.
    (trial,) = league.trials
    assert trial.failure == second
    session = session.on(session.screen.at_work(replace(league, trials=(known(trial),))))
    assert [one.text for one in failed_in(session)] == [
        "two.py has failed and lost games by that, to one.",
        "one.py, line 1: oh. It has lost games by that, to two.",
    ]


@pytest.mark.parametrize(
    ("said", "told_of"),
    [
        ("IndexError: tuple index out of range", "range. It has lost"),
        ("Error: stop.", "stop. It has lost"),
        ("Error: really?", "really? It has lost"),
        ("Error: שלום", "\u2068Error: שלום\u2069. It has lost"),
        ("Error: שלום!", "\u2068Error: שלום!\u2069 It has lost"),
        ("x" * 2000, "x… It has lost"),
        ("KeyError", "KeyError. It has lost"),
    ],
)
def test_what_python_says_of_a_failure_is_a_sentence_where_another_follows(said, told_of):
    session = after(opened(), Edit("name", "one"), NewBot(""), Edit("name", "two"), BeginLeague(7))
    series = session.screen.running.series
    failure = Failure("one", FailureKind.RAISED, said, 3)
    session = after(session, told(Lost(series.job, failure, 1)))
    (line,) = failed_in(session)
    assert told_of in line.text


def test_who_has_won_by_failures_is_named_in_the_order_of_the_table():
    session = after(opened(), Edit("name", "one"), NewBot(""), Edit("name", "two"))
    session = after(session, NewBot(""), Edit("name", "three"), EnterLevel("random"))
    session = after(session, Edit("matches", "2"), BeginLeague(7))
    while session.screen.running:
        series = session.screen.running.series
        pair = [one.name for one in series.contestants]
        if "one" in pair:
            place = pair.index("one")
            lost = Lost(series.job, Failure("one", FailureKind.NOTHING, "choose", 1), place)
            won = MatchPlayed(series.job, 1, (2 - place,) if place else (2,), 9, "{}")
            session = after(session, told(lost, won, lost, won, Done(series.job)))
        else:
            first = pair.index(min(pair, key=["random", "three", "two"].index))
            won = MatchPlayed(series.job, 1, (first + 1,), 9, "{}")
            session = after(session, told(won, won, Done(series.job)))
    (line,) = failed_in(session)
    assert line.text.endswith("by that, to Random moves, three, two.")


def known(trial):
    """A series as it is read again."""
    return unpacked("one", "yala", packed(League.of(trial)), lost_in(League.of(trial))).trials[0]


@pytest.mark.parametrize("first", ["raised", "memory", "exit"])
@pytest.mark.parametrize("then", ["time", "file-time", "slept", "flood", "died", "no-module"])
def test_who_has_lost_the_rest_is_told_with_its_own_first_failure(first, then):
    session = after(opened(), Edit("name", "one"), NewBot(""), Edit("name", "two"))
    (rival,) = (one for one, bot in session.kept.of(Bots).by_id.items() if bot.name == "one")
    session = after(session, Edit("rival", f"{OWN_BOT}{rival}"), BeginTrial(7))
    series, place = session.screen.trial.series, 1
    lost = Lost(series.job, Failure("one", FailureKind(first), "oh", 3), place)
    others = [Lost(series.job, Failure("two", FailureKind(then), "9", n)) for n in (4, 5, 6)]
    played = MatchPlayed(series.job, 1, (2,), 9, "{}")
    session = after(session, told(lost, played))
    assert "one.py, line 3" in node_of(session, "bot-error").text
    for one in others:
        assert session.screen.trial.failure.name == "one"
        session = after(session, told(one, played))
    session = after(session, told(Done(series.job)))
    text = node_of(session, "bot-error").text
    assert text.startswith("two.py, line 4: ")
    assert "oh" not in text.split()
    assert "two.py has lost the 6 games that were not played, too." in text
    assert session.screen.wrong == others[0].failure
    assert session.screen.trial.ended == end_of(others[0].failure)


def failed_in(session):
    """What the page says of bots that have failed in a league."""
    page = node_of(session, "bot-league")
    return [one for one in page.walk() if one.attributes.get("class") == "league-failure"]


@pytest.mark.parametrize(
    ("places", "loser", "others"),
    [
        ((0, 1, 1, 1), "rival", "two"),
        ((1, 0, 0, 0), "two", "rival"),
        ((0, 0, 0), "two", "rival"),
        ((1, 1, 1), "rival", "two"),
        ((1, 0, 1, 0, 0), "two", "rival"),
    ],
)
def test_the_page_says_of_the_bot_that_fails_too_often_that_it_has_lost_the_rest(
    places, loser, others
):
    session = after(opened(), Edit("name", "rival"), NewBot(""), Edit("name", "two"))
    (rival,) = (one for one, bot in session.kept.of(Bots).by_id.items() if bot.name == "rival")
    session = after(session, Edit("rival", f"{OWN_BOT}{rival}"), Edit("matches", "10"))
    session = after(session, BeginTrial(7))
    series = session.screen.running.series
    names = [one.name for one in series.contestants]
    assert names == ["two", "rival"]
    for place in places:
        failure = Failure(names[place], FailureKind.RAISED, "oh", 1)
        played = MatchPlayed(series.job, 1, (2 - place,), 9, "{}")
        session = after(session, told(Lost(series.job, failure, place), played))
        assert f"{names[places[0]]}.py has lost that game." in node_of(session, "bot-error").text
    session = after(session, told(Done(series.job)))
    trial = session.screen.trial
    text, rest = node_of(session, "bot-error").text, 10 - len(places)
    assert f"{loser}.py has lost the {rest} games that were not played, too." in text
    assert f"{others}.py has lost" not in text
    # Who has lost the points of them is the same.
    first = trial.wins + (rest if loser == "rival" else 0)
    assert trial.points == first


def series_of(session, points, count=10):
    """The session after its series was played, with so many wins, and the rest lost."""
    job = session.screen.trial.series.job
    won = [
        MatchPlayed(job, 1, (1,) if number < points else (2,), 9, "{}") for number in range(count)
    ]
    return after(session, told(*won, Done(job)))


def with_steps(session, steps):
    """The session of somebody who has done so many steps of the course."""
    screen = session.screen
    bot = with_step(screen.bot, steps)
    bots = session.kept.of(Bots).having(screen.bot_id, bot)
    return replace(session.on(replace(screen, bot=bot)), kept=session.kept.having(bots))


def test_the_course_goes_on_by_one_step_where_its_own_check_has_shown_it():
    session = series_of(after(opened(), CheckStep(0)), 0, count=2)
    assert session.screen.bot.step == 1
    assert node_of(session, "course-told").text == "Step 1 is done."
    # Points show nothing of an idea, and nothing shows two steps at once.
    session = series_of(after(session, CheckStep(1)), 10)
    assert (session.screen.bot.step, session.screen.tries) == (1, 1)
    assert "Not yet." in node_of(session, "course-told").text
    session = series_of(after(with_steps(session, 3), CheckStep(3)), 10)
    assert (session.screen.bot.step, session.screen.tries) == (4, 0)
    # Nor does a series against somebody else, one with other games, or one that was stopped.
    session = series_of(after(session, BeginTrial(8)), 4)
    session = after(session, Edit("rival", "1"), BeginTrial(8))
    assert node_of(session, "course-told").text == ""
    session = series_of(session, 10)
    assert (session.screen.bot.step, session.screen.tries) == (4, 0)
    session = after(session, CheckStep(4), WorkshopCommand.STOP)
    assert (session.screen.bot.step, session.screen.tries) == (4, 0)
    # Another bot of the game goes on from there.
    session = after(session, NewBot(""), CheckStep(4))
    assert (session.screen.rival, session.screen.matches) == (HouseRival("1"), 10)
    for step, goal in enumerate(goals_of("yala")[4:], start=5):
        session = series_of(after(session, CheckStep(step - 1)), goal.points - 1)
        assert steps_done(session.kept.of(Bots), session.screen.bot) == step - 1
        session = series_of(after(session, CheckStep(step - 1)), goal.points)
        assert session.screen.bot.step == step
    again = Bots.parse(session.kept.of(Bots).format())
    assert again.by_id[session.screen.bot_id].step == len(goals_of("yala"))
    assert "Three ways on" in node_of(session, "course-end").text


@pytest.mark.parametrize(("chosen", "checked"), [(1, 5), (5, 5), (30, 30)])
def test_a_check_has_time_of_its_own_and_leaves_what_was_chosen(chosen, checked):
    session = after(opened(), Edit("limit", str(chosen)))
    session = after(session, CheckStep(0))
    assert wanted_job(session)[1] == 1000 * checked
    # A series that was read again has what it was begun with.
    session = series_of(session, 0, count=2)
    ((one, own),) = session.kept.of(PlayedSeries).of("yala").items()
    assert unpacked(one, "yala", own.packed).limit_ms == 1000 * checked
    assert session.screen.limit_s == chosen
    for message in (BeginTrial(8), AskHere(8)):
        again = after(session, message)
        assert wanted_job(again)[1] == 1000 * chosen


def kept_with(*bots):
    """A visit of somebody who has written these bots, in the workshop with the first of them."""
    kept = Kept().having(Bots({f"abcdefghijk{one}": bot for one, bot in enumerate(bots)}))
    return after(Session(kept=kept), Navigate(f"#/workshop/{bots[0].game}/abcdefghijk0", 0.0))


def checks_of(session):
    """How many steps the course shows as done, how many it ticks, which one it offers to check, and
    whether it is over."""
    (course,) = read(page_of(session)).all("data-steps")
    ticked = [one for one in course.walk() if one.tag == "li" and "✓" in one.text]
    offered = [int(one.attributes["data-arg"]) for one in course.all("data-do", "check-step")]
    return (
        int(course.attributes["data-steps"]),
        len(ticked),
        offered,
        has_node(session, "course-end"),
    )


OF_0_3_0 = {"aya": None, "yala": 8, "myra": None}
"""How many steps of each game's course as it is now can have been kept by a page of 0.3.0: AYA and
Myra had other ones."""


@pytest.mark.parametrize("step", [0, 1, 3, 5, 6, 7, 8, 9, 2**53 - 1])
@pytest.mark.parametrize("game", list(OF_0_3_0))
def test_steps_that_a_page_of_0_3_0_has_kept_count_only_where_its_course_is_the_same(game, step):
    of_then = f',"step":{step}' if step else ""
    text = f'{{"game":"{game}","name":"one","changed":1,"source":"x"{of_then}}}'
    bots = Bots.parse(f'{{"abcdefghijk0":{text}}}')
    (bot,) = bots.by_id.values()
    assert bot.step == step
    session = kept_with(bot)
    done = min(step, OF_0_3_0[game] or 0)
    goals = len(goals_of(game))
    is_over = done == goals
    assert checks_of(session) == (
        *(done, done, [] if is_over else [done]),
        is_over and bot_course_of(game) is not None,
    )
    # What is kept stays as it was, for pages that know no more.
    assert '"course"' not in session.kept.of(Bots).format()
    assert session.kept.of(Bots) == bots
    if is_over or done > 0:
        return
    session = series_of(after(session, CheckStep(0)), 0, count=2)
    assert checks_of(session) == (1, 1, [1], False)
    again = Bots.parse(session.kept.of(Bots).format()).by_id["abcdefghijk0"]
    assert steps_done(Bots(), again) == 1


@pytest.mark.parametrize("game", list(OF_0_3_0))
def test_steps_of_another_version_of_a_course_count_beside_no_bot_of_this_one(game):
    course = bot_course_of(game)
    now = 0 if course is None else course.version
    one = OwnBot(game=game, name="one", source="x", step=2, course=now)
    others = [
        replace(one, name=f"of {version}", step=5, course=version)
        for version in (0, 1, 2, 3, 2**53 - 1)
        if version != now
    ]
    session = kept_with(one, *others)
    assert checks_of(session) == (2, 2, [2], False)
    session = kept_with(*others, one)
    assert checks_of(session)[0] == 2
    session = kept_with(*others)
    assert checks_of(session)[0] == 0
    session = kept_with(*others, replace(one, step=99))
    goals = len(goals_of(game))
    assert checks_of(session) == (goals, goals, [], course is not None)


@pytest.mark.parametrize("game", ["aya", "yala", "myra"])
def test_a_course_ends_with_ways_on_of_its_own_game(game):
    session = with_steps(opened(f"#/workshop/{game}"), len(goals_of(game)))
    ways = [one.text for one in node_of(session, "course-end").walk() if one.tag == "li"]
    assert ways == list(bot_course_of(game).ways_on)
    assert len(set(ways)) == 3
    assert ("evaluate" in " ".join(ways)) == (game == "yala")


def test_where_a_bot_has_lapsed_is_told_of_its_step_whoever_gets_further_meanwhile():
    """Another tab keeps what its bots have done, too."""
    skill = goals_of("aya")[2].idea
    session = with_steps(opened("#/workshop/aya"), 2)
    session = after(session, BeginTrial(8), WorkshopCommand.STOP)
    lapsed = replace(session.screen.played, verdict=Lapsed(1, 1, SkillNotShown(3)))
    session = session.on(replace(session.screen, played=lapsed))
    for steps in range(2, len(goals_of("aya")) + 1):
        other = with_step(OwnBot(game="aya", name="other", source="x"), steps)
        bots = session.kept.of(Bots).having("elsewhere123", other)
        further = replace(session, kept=session.kept.having(bots))
        assert checks_of(further)[0] == steps
        assert node_of(further, "course-told").text.endswith(skill.wrong)


def test_what_a_check_has_shown_is_told_of_no_other_series():
    def told_of_step(session):
        return node_of(session, "course-told").text

    missed = series_of(after(opened(), CheckStep(0)), 0, count=1)
    assert missed.screen.verdict == NotYet()
    assert "A check’s games are always the same" in told_of_step(missed)
    # It is in vain all the same.
    run = after(missed, BeginTrial(8))
    assert (run.screen.verdict, run.screen.tries, told_of_step(run)) == (None, 1, "")
    over = series_of(run, 4)
    assert (over.screen.verdict, over.screen.tries, told_of_step(over)) == (None, 1, "")
    stopped = after(missed, CheckStep(0), WorkshopCommand.STOP)
    assert (stopped.screen.verdict, told_of_step(stopped)) == (None, "")
    passed = series_of(after(stopped, CheckStep(0)), 0, count=2)
    assert passed.screen.verdict == Passed(1)
    assert told_of_step(passed) == "Step 1 is done."
    assert (passed.screen.tries, missed.screen.bot.step) == (0, 0)


def test_a_rival_is_one_of_the_list():
    session = after(opened(), Edit("rival", "1"))
    assert session.screen.rival == HouseRival("1")
    for value in ("", "9", "nobody", "Random", "own"):
        assert after(session, Edit("rival", value)).screen == session.screen
    # Who was deleted meanwhile is replaced as the series begins.
    gone = after(session, Edit("rival", f"{OWN_BOT}gone"))
    assert gone.screen.rival == OwnRival("gone")
    gone = after(gone, BeginTrial(7))
    assert gone.screen.rival == RANDOM
    assert gone.screen.trial.contestants[1] == Contestant("random")


SOLUTION = '"""Any game, YALA: a file."""\n\n\ndef evaluate(position, seat):\n    return 1\n'


def test_a_worked_solution_can_be_opened_after_two_checks_in_vain():
    files = json.dumps({"yala_step_5": SOLUTION})
    session = with_steps(after(opened(), ExamplesFetched(text=files)), 4)
    for tries in range(TRIES):
        assert session.screen.tries == tries
        assert not has_node(session, "course-solution")
        session = series_of(after(session, CheckStep(4)), 0)
    assert "return 1" in node_of(session, "course-solution").text
    # It is not among the examples, which would give it away.
    assert "yala step 5" not in read(page_of(session)).text
    session = after(session, NewBot("yala_step_5"))
    assert session.screen.bot.name == "yala_step_5"
    assert session.screen.tries == TRIES
    session = series_of(after(session, CheckStep(4)), 10)
    assert session.screen.bot.step == 5
    assert not has_node(session, "course-solution")


def test_a_file_that_fails_shows_no_step_to_be_done():
    session = after(with_steps(opened(), 3), CheckStep(3))
    job = session.screen.trial.series.job
    played = [MatchPlayed(job, 1, (1,), 9, "{}")] * 10
    failure = Failure("bot", FailureKind.RAISED, "oh", 3)
    session = after(session, told(*played[:9], Lost(job, failure, 0), played[9], Done(job)))
    assert (session.screen.bot.step, session.screen.tries) == (3, 1)


@pytest.mark.parametrize("game", list(catalog.GAMES))
def test_a_game_without_a_course_has_no_solutions_and_no_end(game, monkeypatch):
    game_of = catalog.game_of
    monkeypatch.setattr(catalog, "game_of", lambda name: replace(game_of(name), bot_course=None))
    files = json.dumps({f"turns_step_{step}": SOLUTION for step in range(9)})
    session = after(opened(f"#/workshop/{game}"), ExamplesFetched(text=files))
    for step, goal in enumerate(goals_of(game)):
        for _ in range(TRIES + 1):
            assert not has_node(session, "course-solution")
            session = after(session, CheckStep(step), WorkshopCommand.STOP)
        session = series_of(after(session, CheckStep(step)), goal.points, goal.matches)
        assert session.screen.bot.step == step + 1
    assert not has_node(session, "course-end")
