"""Trying out what was not played: lines that were found, moves of one's own, and the way back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import (
    ClaimSeat,
    LockChanged,
    LookAt,
    PausePlay,
    Press,
    RestoreReview,
    Say,
    Show,
    ShowBetter,
    ShowTurningPoint,
    ShowVariation,
    TypeAction,
    Wake,
)
from spieltisch.app.board.opening import link_to
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import Animate, Change, Focus, Keep
from spieltisch.app.core.messages import Command, Navigate, Pause, Resume
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.core.table import MOST_TRIED, format_tried, parse_tried
from spieltisch.app.match.by_link import go_on
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.study.state import Told
from spieltisch.app.study.trying import at_home, branch_of
from spieltisch.games import catalog
from spieltisch.play.record_link import encode_record
from spieltisch.play.reviews import format_review
from spieltisch.play.study_text import format_study
from spieltisch.play.summary import format_summary
from spieltisch.table import Record, TableAction, format_record, parse_record
from tests.records import keeping
from tests.unit.asking import PEOPLE, after, said, seen, told
from tests.unit.kept import listed, read
from tests.unit.whole_step import whole_step

RECORD = parse_record(keeping.read("yala-shortest"))
LINK = "#/record/" + encode_record(RECORD)
LENGTH = len(RECORD.entries)
BOT = "#/play/yala?seats=human,bot:2&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"


def legal(match, count):
    """A line of so many actions that can be played from what is shown of a match."""
    line, position = [], match.position
    for _ in range(count):
        seat = min(position.active_seats)
        action = position.legal_actions(seat)[-1]
        line.append(match.rules.format_action(action))
        position = position.apply(seat, action)
    return line


def studied(ply=2, count=4):
    """A match that is over, a moment of it, and the best line that was found there."""
    session = after(Navigate(LINK, 0.0), Show(ply), Command.ANALYSE)
    line = legal(session.looked_at, count)
    return told(session, line), line


def board(session):
    (node,) = seen(session).all("data-position")
    return node.attributes["data-position"]


def is_tried(session):
    return session.home is not None and session.table is None


def branch(session):
    """After how many turns what is tried out leaves the match."""
    return branch_of(session, session.screen)


def boards_of(match, line):
    """The texts of the boards along a line."""
    texts = []
    for text in line:
        match = match.play(min(match.position.active_seats), match.rules.parse_action(text))
        texts.append(match.rules.format_board(match.position))
    return texts


def test_the_moves_of_the_best_line_are_seen_on_the_board():
    session, line = studied()
    start = session.looked_at
    texts = boards_of(start, line)
    buttons = seen(session).all("data-do", "line")
    assert [button.text for button in buttons] == line
    for button, text in zip(buttons, texts, strict=True):
        shown, effects = whole_step(session, ShowVariation(int(button.attributes["data-arg"])))
        assert board(shown) == text
        assert shown.match.last_turn in [e.turn for e in effects if isinstance(e, Animate)]
        assert not [effect for effect in effects if isinstance(effect, Keep)]
    # From there it is stepped through like a match.
    shown = after(ShowVariation(1), session=session)
    for text in texts[1:]:
        shown = after(Command.LATER, session=shown)
        assert board(shown) == text
    assert after(Command.LATER, session=shown).match == shown.match
    shown = after(Command.EARLIER, session=shown)
    assert board(shown) == texts[-2]
    assert board(after(Command.PRESENT, session=shown)) == texts[-1]


@pytest.mark.parametrize("count", [-1, 0, 5, 99])
def test_of_a_line_there_is_no_more_than_was_found(count):
    session, _ = studied()
    assert after(ShowVariation(count), session=session) == session
    assert after(ShowVariation(1)) == after()
    assert after(ShowBetter(1, 1), session=session) == session


def test_it_is_clearly_not_played():
    session, line = studied(ply=2)
    root = seen(after(ShowVariation(2), session=session))
    assert "Variation after move 2: not played." in root.one("id", "variation").text
    (table,) = [n for n in root.all("class") if "is-variation" in n.attributes["class"].split()][:1]
    assert table.tag == "section"
    moves = [root.one("id", f"node-{number}") for number in (2, 3, 4)]
    labels = [move.attributes["aria-label"] for move in moves]
    assert [label.endswith(", not played") for label in labels] == [False, True, True]
    kinds = [node.attributes["class"].split() for node in root.all("class") if node.tag == "li"]
    assert sum(kind == ["move", "is-variation"] for kind in kinds) == len(line)
    assert [root.one("id", f"variation-{2 + n}").text for n in range(1, 5)] == line
    assert root.one("id", "variation-4").attributes["aria-current"] == "step"
    assert said(after(ShowVariation(2), session=session)).startswith("Variation after move 2")
    assert "from the start" in said(after(Show(0), Command.TRY_OUT, session=session))


def test_the_match_is_the_same_when_it_is_left():
    session, _ = studied(ply=2)
    before = session.kept_match
    tried = after(ShowVariation(3), session=session)
    assert tried.kept_match is before
    back, effects = whole_step(tried, Command.LEAVE_VARIATION)
    assert back.kept_match is back.match is before
    assert not is_tried(back)
    assert back.looked_at.shown == 2
    assert effects == (Focus("board"),)
    assert said(back).startswith("Back to the game.")
    assert back.table.analysis.evaluations == session.table.analysis.evaluations
    assert board(back) == board(session)
    assert after(Command.LEAVE_VARIATION, session=back) == back


def test_what_would_have_been_better_is_seen():
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    for ply in range(LENGTH):
        session = told(session, legal(session.match.show(ply), 2), 0.9 if ply == 3 else 0.5)
    session = after(ShowTurningPoint(4), session=session)
    line = legal(session.match.show(3), 2)
    buttons = seen(session).all("data-do", "better")
    assert [(button.attributes["data-arg"], button.text) for button in buttons] == [
        ("4 1", line[0]),
        ("4 2", line[1]),
    ]
    texts = boards_of(session.match.show(3), line)
    for count, text in enumerate(texts, start=1):
        tried = after(ShowBetter(4, count), session=session)
        assert board(tried) == text
        assert branch(tried) == 3
        # The review stays: it tells of the match.
        root = seen(tried)
        assert root.one("id", "curve-slider").attributes["value"] == "4"
        assert not root.all("data-do", "review")
    # Anything of the review leads back to the match.
    for message in (LookAt(5), ShowTurningPoint(4), Command.NEXT_TURNING_POINT):
        back = after(message, session=tried)
        assert not is_tried(back)
        assert back.match is session.match
    assert after(LookAt(5), session=tried).looked_at.shown == 5
    assert after(ShowBetter(4, 1), ShowBetter(4, 2), session=session).match.shown == 5


def test_moves_of_ones_own_are_tried_from_any_moment():
    session = after(Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0), Show(0))
    before = session.match
    session = after(Command.TRY_OUT, session=session)
    assert not session.match.turns
    session, effects = whole_step(after(Press("d", 0.0), session=session), Press("+", 0.0))
    assert [turn.entry.action for turn in session.match.turns] == ["d+"]
    assert not [effect for effect in effects if isinstance(effect, Keep)]
    session = after(TypeAction("a-", 0.0), session=session)
    assert [turn.entry.action for turn in session.match.turns] == ["d+", "a-"]
    assert session.kept_match is before
    # Another way from an earlier moment takes the place of the first.
    session = after(Show(1), Press("c", 0.0), Press("+", 0.0), session=session)
    assert [turn.entry.action for turn in session.match.turns] == ["d+", "c+"]
    assert after(Command.LEAVE_VARIATION, session=session).match is before


def test_what_was_played_in_the_match_may_be_tried_out_too():
    session = after(Navigate(LINK, 0.0), Show(2), Command.TRY_OUT)
    session = after(*(TypeAction(one.action, 0.0) for one in RECORD.entries[2:4]), session=session)
    assert branch(session) == branch(reloaded(session)) == 2
    kinds = [node for node in seen(session).all("class") if node.tag == "li"]
    assert sum("is-variation" in node.attributes["class"].split() for node in kinds) == 2


def test_going_back_beyond_the_branch_is_another_branch():
    session, _ = studied(ply=4)
    session = after(ShowVariation(1), Show(2), session=session)
    assert branch(session) == 4
    session = after(TypeAction(legal(session.match, 1)[0], 0.0), session=session)
    assert branch(session) == 2
    assert len(session.match.turns) == 3


def with_reply():
    """A match against a bot in which each has moved once."""
    session = after(
        Navigate(BOT, 0.0), Wake(0.0), Press("b", 1000.0), Press("+", 2000.0), Wake(2000.0)
    )
    session = told(session, legal(session.match, 1))
    return after(Wake(session.next_wake_ms), session=session)


def test_the_bots_answer_where_they_do_in_the_match():
    session = with_reply()
    before = session.match
    assert before.shown == 2
    session = after(Show(0), Command.TRY_OUT, session=session)
    assert wanted_thought(session) is None
    session = after(Press("d", 9000.0), Press("+", 9100.0), session=session)
    assert session.next_wake_ms is not None
    session = after(Wake(session.next_wake_ms), session=session)
    asked = wanted_thought(session)
    assert (asked.seat, asked.level) == (2, 2)
    assert asked.position == session.match.position
    session = told(session, legal(session.match, 1))
    session = after(Wake(session.next_wake_ms), session=session)
    assert session.match.shown == 2
    assert session.kept_match is before
    back = after(Command.LEAVE_VARIATION, session=session)
    assert wanted_thought(back) is None
    assert back.match is before


def test_or_a_person_moves_for_everybody():
    session = after(Show(0), Command.TRY_OUT, Command.BOTS_ANSWER, session=with_reply())
    assert said(session) == "You play every side."
    session = after(
        Press("d", 9000.0),
        Press("+", 9100.0),
        Press("a", 9200.0),
        Press("-", 9300.0),
        session=session,
    )
    assert [turn.entry.action for turn in session.match.turns] == ["d+", "a-"]
    assert wanted_thought(session) is None
    (button,) = seen(session).all("data-do", "bots-answer")
    assert button.attributes["aria-pressed"] == "false"
    # The person sits where he sat, and the bot is called what it was.
    assert "Bruno" in seen(session).one("id", "players").text
    session = after(Command.BOTS_ANSWER, session=session)
    assert said(session) == "The computer answers."
    session = after(Press("h", 9400.0), Press("+", 9500.0), Wake(9e9), session=session)
    assert wanted_thought(session).level == 2


def test_a_line_is_not_answered_until_a_person_wants_it():
    session = after(Show(2), Command.ANALYSE, session=with_reply())
    line = legal(session.looked_at, 3)
    session = after(ShowVariation(3), session=told(session, line))
    session = after(Wake(9e9), session=session)
    asked = wanted_thought(session)
    assert asked is None or asked.level == 0
    session = after(Command.BOTS_ANSWER, Wake(9e9), session=session)
    assert wanted_thought(session).level == 2


def test_a_bot_that_thinks_goes_on_when_the_match_comes_back():
    session = after(
        Navigate(BOT, 0.0), Wake(0.0), Press("b", 1000.0), Press("+", 2000.0), Wake(2000.0)
    )
    asked = wanted_thought(session)
    session = after(Show(0), Command.TRY_OUT, session=session)
    assert wanted_thought(session) is None
    session = after(Command.LEAVE_VARIATION, session=session)
    session = after(Wake(session.next_wake_ms), session=session)
    assert wanted_thought(session).ticket == asked.ticket


def test_a_page_that_was_hidden_meanwhile_goes_on():
    session = after(Navigate(BOT, 0.0), Wake(0.0), Pause(5.0), Command.TRY_OUT, Resume(10.0))
    assert is_tried(session)
    session = after(Command.LEAVE_VARIATION, session=session)
    assert session.table.timing.paused_at_ms is None


def test_bots_that_were_halted_wait_when_the_match_comes_back():
    session = after(Navigate("#/play/yala?seats=bot:1,bot:1&seed=3", 0.0), Command.HALT)
    tried = after(Command.TRY_OUT, session=session)
    # A person moves for both.
    assert tried.screen.choice is not None
    assert seen(tried).all("data-do", "bots-answer")
    assert after(Command.LEAVE_VARIATION, session=tried).table.timing.is_halted


def test_the_bar_tells_of_what_is_tried_out():
    session, _ = studied()
    tried = after(ShowVariation(1), session=session)
    asked = wanted_thought(tried)
    assert asked.position == tried.match.position
    tried = told(tried, legal(tried.match, 1), 0.8)
    assert "80%" in seen(tried).one("id", "evaluation").text
    # It says nothing about the match, which has other moves there.
    back = after(Command.LEAVE_VARIATION, session=tried)
    assert back.table.analysis.evaluation(back.match, 3) is None
    # A line that is found in a variation is more of it.
    more = after(ShowVariation(1), session=tried)
    assert (branch(more), more.match.shown) == (2, 4)
    assert after(Command.LEAVE_VARIATION, session=more).match is session.match


def test_a_variation_can_end_as_a_match_does():
    session = after(Navigate(LINK, 0.0), Show(LENGTH - 1), Command.TRY_OUT)
    session = after(TypeAction(RECORD.entries[-1].action, 0.0), session=session)
    assert session.match.is_over
    root = seen(session)
    assert root.all("data-outcome")
    assert not root.one("id", "status").all("data-do", "again")
    assert not root.all("data-do", "try-out")
    assert not session.home.analysis.is_reviewed
    assert after(Command.TRY_OUT, session=session) == session


def test_it_is_offered_wherever_there_is_something_to_try():
    for game in catalog.GAMES.values():
        link = f"#/play/{game.info.name}?seats=human,human&seed=1"
        session = after(Navigate(link, 0.0))
        has_bots = game.search_bots is not None
        assert bool(seen(session).all("data-do", "try-out")) == has_bots
        tried = after(Command.TRY_OUT, session=session)
        assert is_tried(tried) == has_bots
        assert (tried == session) != has_bots
    over = after(Navigate(LINK, 0.0))
    assert not seen(over).all("data-do", "try-out")
    assert after(Command.TRY_OUT, session=over) == over
    assert seen(after(Show(2), session=over)).all("data-do", "try-out")


def answered():
    """A person tries moves out against a bot, and has looked back at the first of them."""
    session = after(Navigate(BOT, 0.0), Press("b", 0.0), Press("+", 0.0), Show(0), Command.TRY_OUT)
    session = after(Press("d", 0.0), Press("+", 0.0), session=session)
    session = told(session, legal(session.match, 1))
    return after(Wake(session.next_wake_ms), Command.EARLIER, session=session)


def of_ones_own():
    """Moves for both sides in a match of bots, which nobody has begun."""
    session = after(Navigate(BOT.replace("human", "bot:1"), 0.0), Command.TRY_OUT)
    return after(Press("d", 0.0), Press("+", 0.0), session=session)


def found():
    """A line that was found, in a match that is over."""
    return after(ShowVariation(3), session=studied()[0])


def found_and_gone_on():
    session = found()
    match = session.match
    action = match.position.legal_actions(min(match.position.active_seats))[0]
    return after(TypeAction(match.rules.format_action(action), 5.0), session=session)


TRIED = [answered, of_ones_own, found, found_and_gone_on]


def link_of(session):
    """Where the address has gone with the match on the table."""
    return link_to(session, session.home.match_id)


def reloaded(session):
    """The page is loaded anew: the tab has what is tried out, storage has the match."""
    again = Session(visit=Visit("anothers"), tried=parse_tried(format_tried(session.tried)))
    match_id, link = session.home.match_id, link_of(session)
    if match_id not in session.library.summaries:
        return after(Navigate(link, 0.0), session=again)
    summary = format_summary(session.library.summaries[match_id])
    messages = LibraryChanged((summary,)), Navigate(link, 0.0), read(session.kept_match, match_id)
    return after(*messages, session=again)


def assert_is_as_it_was(again, session):
    now, before = again.screen, session.screen
    assert is_tried(again)
    assert branch(again) == branch(session)
    assert format_study("x", now.study, now.at) == format_study("x", before.study, before.at)
    assert now.match.setup == before.match.setup
    assert now.match.record == before.match.record
    assert now.match.shown == before.match.shown
    assert board(again) == board(session)
    assert again.kept_match == session.kept_match
    assert seen(again).one("id", "variation").text == seen(session).one("id", "variation").text


@pytest.mark.parametrize("begun", TRIED)
def test_it_is_there_again_after_a_step_back_and_forth(begun):
    session = begun()
    link = link_of(session)
    for elsewhere in ("#/", "#/settings", PEOPLE):
        again, effects = whole_step(
            after(Navigate(elsewhere, 0.0), session=session), Navigate(link, 0.0)
        )
        assert_is_as_it_was(again, session)
        assert not [effect for effect in effects if isinstance(effect, Keep)]
        assert said(again).startswith("Variation ")


@pytest.mark.parametrize("begun", TRIED)
def test_it_is_there_again_after_a_reload(begun):
    session = begun()
    again = reloaded(session)
    assert_is_as_it_was(again, session)
    # And after one more; then it goes on as if nothing had been.
    again = reloaded(again)
    assert_is_as_it_was(again, session)
    back = after(Command.LEAVE_VARIATION, session=again)
    assert not is_tried(back)
    assert back.looked_at.shown == branch(session)
    assert back.match == session.kept_match


@pytest.mark.parametrize("begun", TRIED)
def test_once_left_it_does_not_come_back(begun):
    session = after(Command.LEAVE_VARIATION, session=begun())
    link = link_of(session)
    assert not session.tried
    assert after(Navigate("#/", 0.0), Navigate(link, 0.0), session=session).table is not None
    assert reloaded(session).table is not None
    setup = after(Command.SET_UP_AGAIN, session=begun())
    assert setup.table is None


def test_each_match_has_its_own():
    session = answered()
    other = after(
        Navigate(PEOPLE, 0.0), Command.TRY_OUT, Press("b", 0.0), Press("+", 0.0), session=session
    )
    assert_is_as_it_was(after(Navigate(link_of(session), 0.0), session=other), session)
    assert_is_as_it_was(after(Navigate(PEOPLE, 0.0), session=other), other)
    left = after(Command.LEAVE_VARIATION, session=other)
    assert_is_as_it_was(after(Navigate(link_of(session), 0.0), session=left), session)


def test_only_the_latest_few_are_kept():
    session = Session()
    for seed in range(MOST_TRIED + 3):
        session = after(
            Navigate(f"#/play/yala?seats=human,human&seed={seed}", 0.0),
            Command.TRY_OUT,
            session=session,
        )
    assert len(session.tried) == MOST_TRIED
    first = after(Navigate("#/play/yala?seats=human,human&seed=0", 0.0), session=session)
    assert not is_tried(first)


def test_it_stays_where_the_match_has_gone_otherwise_meanwhile():
    session = after(
        Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0), Press("a", 0.0), Press("-", 0.0)
    )
    tried = after(Command.TRY_OUT, session=session)
    match_id = tried.home.match_id
    # Another tab has taken back a turn, and played another one.
    match = tried.kept_match.show(1)
    seat = min(match.position.active_seats)
    action = next(
        one
        for one in match.position.legal_actions(seat)
        if match.rules.format_action(one) != match.turns[1].entry.action
    )
    changed = tried.with_match(match_id, match.play(seat, action))
    away = after(Navigate("#/", 0.0), session=changed)
    again = after(Navigate(link_of(session), 0.0), session=away)
    assert is_tried(again)
    assert branch(again) == 1
    assert again.match.turns == tried.match.turns


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: text.replace("study", "twig"),
        lambda text: text.replace('"begun": 0', '"begun": -1'),
        lambda text: text.replace('"is_answered": true', '"is_answered": 7'),
        lambda text: text.replace("yala", "chess"),
        lambda text: text.replace("yala", "myra"),
        lambda text: text.replace("1. d+", "1. nonsense"),
        lambda text: text.replace("1. d+", "1. (d+"),
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_one_is_dropped(change):
    session = answered()
    (text,) = session.tried.values()
    damaged = change(text)
    assert damaged != text
    away = after(Navigate("#/", 0.0), session=session)
    away = replace(away, tried=dict.fromkeys(away.tried, damaged))
    again = after(Navigate(link_of(session), 0.0), session=away)
    assert not is_tried(again)
    assert again.match == session.kept_match


def as_noted_before(session):
    """What is tried out as it was noted before it was a study: a line of moves."""
    now, played = session.screen, session.kept_match
    ply = branch(session)
    record = Record(now.match.setup, tuple(turn.entry for turn in now.match.turns[ply:]))
    return json.dumps(
        {
            "branch": ply,
            "position": played.rules.format_position(played.position_at(ply)),
            "record": json.loads(format_record(record)),
            "shown": now.match.shown,
        }
    )


@pytest.mark.parametrize("begun", [answered, of_ones_own, found])
def test_what_was_noted_before_it_was_a_study_becomes_one(begun):
    session = begun()
    ((name, _),) = session.tried.items()
    older = replace(session, tried={name: as_noted_before(session)})
    again = reloaded(older)
    assert_is_as_it_was(again, session)
    assert again.tried == session.tried


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("branch", "twig"),
        lambda text: text.replace('"shown": 0', '"shown": -1'),
        lambda text: text.replace('"shown": 0', '"shown": 99'),
        lambda text: text.replace('"d+"', '"nonsense"'),
        lambda text: text.replace('"branch": 0', '"branch": 7'),
    ],
)
def test_a_damaged_one_of_before_is_dropped(change):
    session = after(Command.FIRST, session=of_ones_own())
    ((name, _),) = session.tried.items()
    text = as_noted_before(session)
    damaged = change(text)
    assert damaged != text
    again = reloaded(replace(session, tried={name: damaged}))
    assert not is_tried(again)
    assert not again.tried
    assert is_tried(reloaded(replace(session, tried={name: text})))


@pytest.mark.parametrize("text", [None, "", "[]", "{", '{"a": 1}', "null", "[" * 100_000])
def test_a_tab_whose_memory_is_damaged_has_nothing_tried_out(text):
    assert parse_tried(text) == {}


def test_a_review_that_is_read_meanwhile_is_there_when_it_is_left():
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    for ply in range(LENGTH):
        session = told(session, legal(session.match.show(ply), 2), 0.9 if ply == 3 else 0.5)
    text = format_review(
        session.match,
        [session.table.analysis.evaluation(session.match, n) for n in range(LENGTH)],
        is_asked=True,
    )
    tried = after(ShowTurningPoint(4), Command.TRY_OUT, session=session)
    again = reloaded(tried)
    assert not again.home.analysis.is_reviewed
    again = after(RestoreReview(again.home.match_id, text), session=again)
    assert is_tried(again)
    assert seen(again).one("id", "curve-slider").attributes["value"] == "4"
    assert after(Command.LEAVE_VARIATION, session=again).table.analysis.is_reviewed


def test_it_goes_on_when_another_tab_plays_the_match_and_the_person_is_told():
    session = after(Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0))
    match_id = session.table.match_id
    other = after(Press("a", 9200.0), Press("-", 9300.0), session=session)
    tried = after(Show(0), Command.TRY_OUT, TypeAction("d+", 0.0), session=session)
    tried = after(LockChanged(match_id, is_ours=False), session=tried)
    restored = after(listed(other.match, match_id), read(other.match, match_id), session=tried)
    assert restored.match == tried.match
    assert restored.tried == tried.tried
    assert len(restored.kept_match.turns) == 2
    assert said(restored) == "1 move has been played in the meantime."
    assert said(restored) in seen(restored).one("id", "variation").text
    # What is tried out goes on, and who leaves it is in the match as it is by now.
    more = after(TypeAction(legal(restored.match, 1)[0], 0.0), session=restored)
    assert len(more.match.turns) == 2
    back = after(Command.LEAVE_VARIATION, Command.PRESENT, session=more)
    assert back.match.shown == 2
    # A reload loses none of it.
    assert reloaded(restored).match.turns == restored.match.turns


def test_it_goes_on_when_another_tab_has_taken_back_what_it_begins_with():
    session = tried_by(["b+", "a-", "d+"])
    match_id = session.home.match_id
    session = after(LockChanged(match_id, is_ours=False), session=session)
    changed = other_way(session.kept_match, 1)
    told = listed(changed, match_id)
    restored = after(told, read(changed, match_id), session=session)
    assert restored.match == session.match
    assert branch(restored) == 1
    assert restored.kept_match.turns == changed.turns
    assert "meantime" not in seen(restored).one("id", "variation").text
    assert said(restored) == "The game goes on."
    shorter = after(told, read(changed.show(0), match_id), session=restored)
    assert shorter.kept_match.shown == 0
    more = after(told, read(changed, match_id), session=shorter)
    assert said(more) == "2 moves have been played in the meantime."


def tried_by(moves):
    """Moves of a match between people, and one more that is tried out."""
    session = after(Navigate(PEOPLE, 0.0), *(TypeAction(move, 9000.0) for move in moves))
    session = after(Command.TRY_OUT, session=session)
    return after(TypeAction(legal(session.match, 1)[0], 0.0), session=session)


def other_way(match, ply):
    """The match as it is elsewhere: gone on with another move after so many."""
    match = match.show(ply)
    taken = match.turns[ply].action if ply < len(match.turns) else None
    (seat,) = match.position.active_seats
    action = next(one for one in match.position.legal_actions(seat) if one != taken)
    return match.play(seat, action, 9000)


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_it_goes_on_when_the_match_has_become_shorter(ply):
    session = tried_by(["b+", "a-", "d+", "c+"])
    assert branch(session) == 4
    changed = other_way(session.kept_match, ply)
    session, effects = at_home(session, lambda there: go_on(there, there.table.match_id, changed))
    assert session.kept_match == changed
    assert {type(one) for one in effects} == {Change, Keep}
    assert branch(session) == ply
    assert session.screen.told is Told.MEANWHILE
    session = after(TypeAction(legal(session.match, 1)[0], 0.0), session=session)
    assert branch(session) == ply
    assert len(session.match.turns) == 6
    assert seen(session).one("id", "variation")


def test_who_types_resign_in_it_is_asked_about_the_match():
    session = after(TypeAction("resign", 9e6), session=tried_by(["b+"]))
    assert not is_tried(session)
    assert session.table.asks is TableAction.RESIGN
    # Where nobody can resign, it is no action.
    tried, _ = studied()
    tried = after(ShowVariation(1), TypeAction("resign", 9e6), session=tried)
    assert is_tried(tried)
    assert tried.notice is not None


def tried_among_people_elsewhere():
    session = after(Navigate("#/play/myra?seats=human,link,bot:1&seed=4", 0.0))
    match = replace(session.match, is_helped=True)
    return after(Command.TRY_OUT, session=session.with_match(session.table.match_id, match))


@pytest.mark.parametrize(
    ("message", "here"), [(Command.GIVE_UP_SEAT, frozenset()), (ClaimSeat(2), {1, 2})]
)
def test_who_sits_where_is_about_the_match(message, here):
    session = after(message, session=tried_among_people_elsewhere())
    assert not is_tried(session)
    assert session.match.here == here


def test_the_bots_answer_among_people_elsewhere_for_whom_a_person_moves():
    session = tried_among_people_elsewhere()
    assert session.match.people == {1, 2, 3}
    session = after(Command.BOTS_ANSWER, session=session)
    assert said(session) == "The computer answers."
    assert session.match.people == {1, 2}
    assert session.match.bot_level(3) == 1


def test_nothing_waits_in_it_where_somebody_resigned_in_a_pause():
    session = after(
        Navigate(f"{PEOPLE}&clock=5+3", 0.0),
        TypeAction("b+", 1000.0),
        Wake(1000.0),
        PausePlay(2000.0),
        Say(TableAction.RESIGN, 2, 3000.0),
        Show(0),
        Command.TRY_OUT,
        Press("d", 4000.0),
        Press("+", 5000.0),
    )
    assert [turn.entry.action for turn in session.match.turns] == ["d+"]
    assert not seen(session).all("data-do", "ready")
    assert session.next_wake_ms is None


SEARCHED = [name for name, game in catalog.GAMES.items() if game.search_bots is not None]


@pytest.mark.parametrize("game", SEARCHED)
def test_the_board_is_described_also_while_something_is_tried_out(game):
    """Its description was named and not there."""
    session = after(Navigate(f"#/play/{game}?seats=human,human&seed=3", 0.0), Command.TRY_OUT)
    assert session.table is None
    page = seen(session)
    board = page.one("id", "board")
    assert page.one("id", board.attributes["aria-describedby"]).text
