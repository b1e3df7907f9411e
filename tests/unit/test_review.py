"""The review of a match that is over: what it asks, what it finds, how it is walked and said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import (
    PlayFrom,
    Press,
    Progressed,
    Say,
    Show,
    ShowTurningPoint,
    TypeAction,
)
from spieltisch.app.board.review import can_review, next_unknown, unknown_plies
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.record_link import encode_record
from spieltisch.play.service import SearchAnswer
from spieltisch.table import Prospect, Record, TableAction, parse_record
from tests.records import keeping
from tests.unit.asking import PEOPLE, after, said, seen, told

RECORD = parse_record(keeping.read("yala-shortest"))
LINK = "#/record/" + encode_record(RECORD)
LENGTH = len(RECORD.entries)


def judged(expectations, session=None, worse=("x+",)):
    """The match reviewed: what whoever is to move may expect, moment by moment; the best is always
    another action than was played."""
    session = after(Command.REVIEW, session=session or after(Navigate(LINK, 0.0)))
    for expected in expectations:
        session = told(session, worse, expected)
    return session


EVEN = [0.5] * LENGTH


def points(session):
    return session.table.analysis.turning_points(session.match)


def mistakes(session):
    """Those of the turning points that gave much away."""
    return tuple(point for point in points(session) if point.is_mistake)


def test_every_game_that_is_searched_has_its_budget():
    searched = [game.search_bots for game in catalog.GAMES.values() if game.search_bots]
    assert searched
    assert all(bots.review_nodes > 0 for bots in searched)


def test_a_match_that_is_not_over_is_not_looked_back_at():
    session = after(Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0))
    assert not can_review(session.match)
    assert after(Command.REVIEW, session=session) == session
    assert not seen(session).all("data-do", "review")
    aya = after(Navigate("#/play/aya?seats=human,human&seed=1", 0.0))
    assert after(Command.REVIEW, session=aya) == aya


def test_nothing_is_thought_about_until_it_is_asked_for():
    session = after(Navigate(LINK, 0.0))
    assert wanted_thought(session) is None
    assert seen(session).all("data-do", "review")
    assert not seen(session).all("id", "review")


def test_every_moment_is_judged_in_turn_a_little_each():
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    assert said(session) == "The review begins."
    tickets = []
    for number in range(LENGTH):
        (bar,) = [node for node in seen(session).walk() if node.tag == "progress"]
        assert (bar.attributes["value"], bar.attributes["max"]) == (str(number), str(LENGTH))
        asked = wanted_thought(session)
        assert asked is not None
        assert (asked.level, asked.nodes) == (0, catalog.game_of("yala").search_bots.review_nodes)
        assert asked.position == session.match.position_at(number)
        tickets.append(asked.ticket)
        assert after(Progressed(_so_far(asked.ticket)), session=session) == session
        session = told(session, ["x+"], 0.5)
    assert len(set(tickets)) == LENGTH
    assert wanted_thought(session) is None
    assert not session.table.analysis.is_reviewing
    assert not seen(session).all("data-do", "stop-review")
    # Asked again, it tells again.
    again = after(Command.REVIEW, session=session)
    assert wanted_thought(again) is None
    assert said(again) == said(session)
    assert again.table.news != session.table.news


def _so_far(ticket):
    return SearchAnswer(ticket, (Prospect(0.9, None, ("a+",)),), 1, 1)


def test_an_action_that_gives_much_away_turns_the_match():
    # Move 3 is seat 1's or 2's; whoever moved expected 0.7, and then the other one 0.6.
    expectations = [*EVEN]
    expectations[2], expectations[3] = 0.7, 0.6
    session = judged(expectations)
    (turning, *_rest) = mistakes(session)
    assert turning.number == 3
    assert turning.action == RECORD.entries[2].action
    assert turning.seat == RECORD.entries[2].seat
    assert (turning.before, turning.after) == (0.7, pytest.approx(0.4))
    assert not turning.is_blunder
    assert turning.better == ("x+",)


def test_what_was_best_is_no_mistake():
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    for number, entry in enumerate(RECORD.entries):
        session = told(session, [entry.action], 0.9 if number == 2 else 0.5)
    assert mistakes(session) == ()
    assert all(point.better == () for point in points(session))
    marks = {node.attributes["class"] for node in seen(session).one("id", "curve").all("transform")}
    assert marks == {"mark is-swing"}
    assert not [n for n in seen(session).all("class") if n.attributes["class"].startswith("sign")]


def test_the_end_itself_counts():
    expectations = [*EVEN]
    session = judged(expectations)
    winners = session.match.last_position.outcome.winners
    last = RECORD.entries[-1]
    lost = last.seat not in winners
    assert (mistakes(session)[-1:] != () and mistakes(session)[-1].number == LENGTH) == lost
    expectations[-2] = 0.9
    expectations[-1] = 0.0 if lost else 1.0
    assert [t.number for t in mistakes(judged(expectations)) if t.number == LENGTH] == []


def three_turnings():
    expectations = [*EVEN]
    for number in (2, 5, 8):
        expectations[number - 1] = 0.95
    return judged(expectations)


def test_it_opens_at_the_first_turning_point():
    session = three_turnings()
    first = points(session)[0]
    assert session.looked_at.shown == first.number
    root = seen(session)
    assert root.one("id", f"turning-{first.number}").attributes["aria-current"] == "step"
    # Whose turn it was stands on each.
    names = [node.text for node in root.all("class", "turning-name")]
    assert names == [("Anna", "Bo")[point.seat - 1] for point in points(session)]
    # Asked again at the present, when all is known, it opens there again.
    again = after(Command.PRESENT, Command.REVIEW, session=session)
    assert again.looked_at.shown == first.number


def test_it_leaves_alone_who_looks_at_another_moment():
    session = after(Command.REVIEW, session=after(Navigate(LINK, 0.0)))
    for number in range(LENGTH):
        if number == 3:
            session = after(Show(7), session=session)
        session = told(session, ["x+"], 0.95 if number == 1 else 0.5)
    assert points(session)
    assert session.looked_at.shown == 7


def test_they_are_walked_both_ways_and_said():
    session = three_turnings()
    numbers = [t.number for t in points(session)]
    assert {2, 5, 8} <= set(numbers)
    session = after(Show(0), session=session)
    for number in numbers:
        session = after(Command.NEXT_TURNING_POINT, session=session)
        assert session.looked_at.shown == number
        assert session.match.shown == LENGTH
        assert said(session).startswith(f"Move {number}, ")
        assert "Better – x+." in said(session)
        current = seen(session).one("id", f"turning-{number}").attributes
        assert current["aria-current"] == "step"
    end = after(Command.NEXT_TURNING_POINT, session=session)
    assert end.looked_at.shown == numbers[-1]
    assert said(end) == "There are no more turning points."
    back = after(Command.PREVIOUS_TURNING_POINT, session=session)
    assert back.looked_at.shown == numbers[-2]
    there = after(ShowTurningPoint(numbers[0]), session=back)
    assert there.looked_at.shown == numbers[0]
    assert after(ShowTurningPoint(numbers[0] + 999), session=there).looked_at == there.looked_at


def test_the_list_of_moves_is_marked():
    session = three_turnings()
    root = seen(session)
    for turning in mistakes(session):
        node = root.one("id", f"move-{turning.number}")
        sign = "??" if turning.is_blunder else "?"
        assert sign in node.text
        kind = "blunder" if turning.is_blunder else "mistake"
        assert (node.attributes["aria-label"] or "").endswith(f": {kind}")
        # What a script reads as the action is still the last thing there.
        assert str(node.children[-1]).strip() == turning.action
    unmarked = set(range(1, LENGTH + 1)) - {turning.number for turning in mistakes(session)}
    assert unmarked
    assert all("?" not in root.one("id", f"move-{number}").text for number in unmarked)


def test_it_can_be_stopped_and_goes_on():
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    session = told(told(session, ["x+"], 0.95), ["x+"], 0.5)
    session = after(Command.STOP_REVIEW, session=session)
    assert wanted_thought(session) is None
    assert [t.number for t in mistakes(session)] == [1]
    assert said(session).startswith("1 turning point found.")
    assert seen(session).all("data-do", "review")
    session = after(Command.REVIEW, session=session)
    assert next_unknown(session.table, session.match) == 2
    assert (
        after(Command.STOP_REVIEW, Command.STOP_REVIEW, session=session).table.news.serial
        == session.table.news.serial + 1
    )


def test_what_the_analysis_knows_is_not_asked_again():
    session = after(Navigate(LINK, 0.0), Show(0), Command.ANALYSE)
    session = told(session, ["x+"], 0.5)
    session = after(Command.ANALYSE, Command.REVIEW, session=session)
    assert next_unknown(session.table, session.match) == 1
    # What is on screen comes first, and is thought about longer.
    session = after(Show(1), Command.ANALYSE, session=session)
    asked = wanted_thought(session)
    assert asked is not None
    assert asked.nodes == 0
    session = told(session, ["x+"], 0.5)
    asked = wanted_thought(session)
    assert asked is not None
    assert asked.nodes == catalog.game_of("yala").search_bots.review_nodes


def test_playing_on_from_before_ends_it():
    session = three_turnings()
    session = after(PlayFrom(1), session=session)
    legal = session.match.position.legal_actions(session.table.choice.seat)
    other = next(a for a in legal if str(a) != RECORD.entries[1].action)
    session = after(Press(other.site, 0.0), Press(other.direction, 0.0), session=session)
    assert mistakes(session) == ()
    assert not seen(session).all("id", "review")
    assert wanted_thought(session) is None


def test_it_is_said_and_shown_in_german():
    session = after(SetSetting("language", "de"), session=three_turnings())
    session = after(Show(0), Command.NEXT_TURNING_POINT, session=session)
    assert said(session).startswith("Zug ")
    assert "Besser – x+." in said(session)
    assert "Wendepunkte" in seen(session).one("id", "review").text


class TestThree:
    """Of three, a judgement tells of one: what counts is what it is when its turn comes again."""

    def test_a_round_later(self):
        name = next(n for n in keeping.names() if _seats(n) == 3)
        session = after(
            Navigate("#/record/" + encode_record(parse_record(keeping.read(name))), 0.0)
        )
        length = len(session.match.record.entries)
        before = [0.5] * length
        seats = [entry.seat for entry in session.match.record.entries]
        before[0], later = 0.8, seats.index(seats[0], 1)
        before[later] = 0.3
        session = judged(before, session=session, worse=("pass",))
        first = mistakes(session)[0]
        assert (first.number, first.seat) == (1, seats[0])
        assert (first.before, first.after) == (0.8, 0.3)
        assert first.is_blunder


def _seats(name):
    record = parse_record(keeping.read(name))
    return record.setup.seats if record.setup.game == "myra" else 0


def test_what_was_found_holds_for_an_equal_match_and_for_no_other():
    session = judged(EVEN)
    analysis, match = session.table.analysis, session.match
    again = Match.open(match.record)
    assert again.last_position is not match.last_position
    assert analysis.review_on(again) is analysis.review_on(match) is not None
    assert not list(unknown_plies(analysis, again))
    *entries, last = match.record.entries
    later = Match.open(Record(match.setup, (*entries, replace(last, at_ms=last.at_ms + 1))))
    assert later.last_position == match.last_position
    assert analysis.review_on(later) is None


def test_a_match_that_ends_another_way_is_not_reviewed_unasked():
    """Somebody takes back while it is reviewed, and plays on to another end."""
    session = after(Navigate(LINK, 0.0), Command.REVIEW, PlayFrom(LENGTH - 2))
    match = session.match
    (seat,) = match.position.active_seats
    legal = map(match.rules.format_action, match.position.legal_actions(seat))
    other = next(one for one in legal if one != match.turns[LENGTH - 2].entry.action)
    session = after(TypeAction(other, 9e6), session=session)
    (seat,) = session.match.position.active_seats
    session = after(Say(TableAction.RESIGN, seat, 9e6), session=session)
    assert session.table.shows_end
    while (asked := wanted_thought(session)) is not None:
        action = str(asked.position.legal_actions(asked.seat)[0])
        session = told(session, [action], 0.5)
    assert session.table.shows_end, "the card that tells the end stays until it is closed"
    assert not seen(session).all("id", "review")
