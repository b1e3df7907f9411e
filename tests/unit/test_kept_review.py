"""A review is kept with its match, and there when that is opened again."""

from __future__ import annotations

import json

import pytest

from spieltisch.app.board.messages import PlayFrom, RestoreReview, TypeAction
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.damage import REVIEWS
from spieltisch.app.core.effects import Fetch, Keep
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.waits import Stored
from spieltisch.play.match import Match
from spieltisch.play.reviews import KeptReview, OtherMatchError, format_review, parse_review
from spieltisch.table import parse_record
from tests.records import keeping
from tests.unit.asking import after, seen, told
from tests.unit.whole_step import whole_step

SHORTEST = parse_record(keeping.read("yala-shortest"))
LINK = keeping.json_link(SHORTEST)


def reviews_in(effects):
    return [
        one.kept for one in effects if isinstance(one, Keep) and isinstance(one.kept, KeptReview)
    ]


def last_answered(session):
    """The session after all of a review but its last answer, and what that last answer brings."""
    while True:
        asked = wanted_thought(session)
        line = [str(asked.position.legal_actions(asked.seat)[0])]
        before, session = session, told(session, line, expected=0.25)
        if wanted_thought(session) is None:
            return before, session


def reviewed():
    """A match whose review is whole, and the text of that."""
    session = after(Navigate(LINK, 0.0), Command.REVIEW)
    _, session = last_answered(session)
    (kept,) = reviews_in(whole_step(session, Command.REVIEW)[1]) or [None]
    return session, kept


def text_of(session):
    match, found = session.match, session.table.analysis
    evaluations = [found.evaluation(match, ply) for ply in range(len(match.turns))]
    return format_review(match, evaluations, is_asked=True)


class TestText:
    def test_it_comes_back_as_it_was(self):
        session, _ = reviewed()
        text, match = text_of(session), Match.open(SHORTEST)
        known, is_asked = parse_review(text, match)
        assert is_asked
        assert len(known) == len(match.turns)
        for ply, one in known.items():
            before = session.table.analysis.evaluations[ply]
            assert one.position is match.position_at(ply)
            assert (one.seat, one.win_probability) == (before.seat, before.win_probability)
            assert (one.ends_in, one.variation) == (before.ends_in, before.variation)
        evaluations = [known.get(ply) for ply in range(len(match.turns))]
        assert format_review(match, evaluations, is_asked=is_asked) == text

    def test_what_is_not_known_yet_is_left_open(self):
        match = Match.open(SHORTEST)
        text = format_review(match, [None] * len(match.turns), is_asked=False)
        assert parse_review(text, match) == ({}, False)

    def test_it_is_of_one_match_alone(self):
        text = text_of(reviewed()[0])
        other = Match.open(parse_record(keeping.read("yala-dark-wins")))
        with pytest.raises(ValueError, match="not a review of this match"):
            parse_review(text, other)
        with pytest.raises(ValueError, match="not a review of this match"):
            parse_review(text, Match.open(SHORTEST.cut(4)))

    @pytest.mark.parametrize(
        "change",
        [
            {"found": 3}, {"found": None}, {"of": 1},
            {"asked": None, "found": [[2, None, []]] * 10},
            {"found": [["x", None, []]] * 10}, {"found": [[0.5, None, ["??"]]] * 10},
            {"found": [[0.5]] * 10},
        ],
        ids=str,
    )  # fmt: skip
    def test_what_is_damaged_is_refused(self, change):
        text = json.dumps({**json.loads(text_of(reviewed()[0])), **change})
        with pytest.raises(ValueError, match=r"."):
            parse_review(text, Match.open(SHORTEST))
        with pytest.raises(ValueError, match=r"."):
            parse_review(text[:-5], Match.open(SHORTEST))

    def test_each_action_is_looked_at_once_however_often_it_is_named(self, monkeypatch):
        match = Match.open(SHORTEST)
        given = json.loads(text_of(reviewed()[0]))
        action = SHORTEST.entries[0].action
        given["found"] = [[0.5, None, [action] * 50]] * len(match.turns)
        asked = []
        rules = type(match.rules)
        plain = rules.parse_action
        monkeypatch.setattr(rules, "parse_action", lambda *one: asked.append(1) or plain(*one))
        assert len(parse_review(json.dumps(given), match)[0]) == len(match.turns)
        assert len(asked) == 1

    def test_nothing_is_looked_at_where_there_is_more_than_the_match_has_turns(self, monkeypatch):
        given = {**json.loads(text_of(reviewed()[0])), "found": [[0.5, None, ["a"]]] * 999}
        monkeypatch.setattr("spieltisch.play.reviews.read_whole", None)
        with pytest.raises(OtherMatchError):
            parse_review(json.dumps(given), Match.open(SHORTEST))


class TestKeeping:
    def test_it_is_written_down_once_it_is_whole(self):
        session = after(Navigate(LINK, 0.0), Command.REVIEW)
        texts = []
        while (asked := wanted_thought(session)) is not None:
            line = [str(asked.position.legal_actions(asked.seat)[0])]
            before, session = session, told(session, line, expected=0.25)
            texts += reviews_in(review_news(before, session))
        (kept,) = texts
        assert kept.match_id == session.table.match_id
        assert kept.text == text_of(session)

    def test_it_is_written_down_where_a_person_stops_it(self):
        session = told(after(Navigate(LINK, 0.0), Command.REVIEW), ["a+"])
        _, effects = whole_step(session, Command.STOP_REVIEW)
        (kept,) = reviews_in(effects)
        known, _ = parse_review(kept.text, session.match)
        assert list(known) == [0]

    def test_it_is_dropped_when_the_match_goes_another_way(self):
        session = after(PlayFrom(2), session=reviewed()[0])
        assert reviews_in(whole_step(reviewed()[0], PlayFrom(2))[1]) == []
        action = str(session.match.position.legal_actions(session.table.choice.seat)[-1])
        session, effects = whole_step(session, TypeAction(action, 5.0))
        assert reviews_in(effects) == [KeptReview(session.table.match_id, None)]
        # The next turn changes nothing that was kept.
        action = str(session.match.position.legal_actions(session.table.choice.seat)[0])
        assert reviews_in(whole_step(session, TypeAction(action, 9.0))[1]) == []


def review_news(before, session):
    """What is kept when one session became the other."""
    from spieltisch.app.board.review import news_to_keep

    return news_to_keep(before.table, session.table, session.match)


class TestOpening:
    def test_a_match_that_is_over_asks_for_it_and_one_that_goes_on_does_not(self):
        session, effects = whole_step(after(), Navigate(LINK, 0.0))
        assert Fetch(Stored(REVIEWS, session.table.match_id)) in effects
        going = keeping.json_link(SHORTEST.cut(4))
        _, effects = whole_step(after(), Navigate(going, 0.0))
        assert not [one for one in effects if isinstance(one, Fetch)]

    def test_it_is_shown_at_once_and_nothing_is_thought_about(self):
        whole, _ = reviewed()
        text = text_of(whole)
        session = after(Navigate(LINK, 0.0))
        session = after(RestoreReview(session.table.match_id, text), session=session)
        assert wanted_thought(session) is None
        whole = after(Command.PRESENT, session=whole)
        assert seen(session).one("id", "review").text == seen(whole).one("id", "review").text

    def test_a_part_of_it_is_gone_on_with(self):
        session = told(after(Navigate(LINK, 0.0), Command.REVIEW), ["a+"])
        (kept,) = reviews_in(whole_step(session, Command.STOP_REVIEW)[1])
        again = after(Navigate(LINK, 0.0))
        restored = RestoreReview(again.table.match_id, kept.text)
        again = after(restored, Command.REVIEW, session=again)
        assert wanted_thought(again).position == again.match.position_at(1).observe(
            min(again.match.position_at(1).active_seats)
        )

    @pytest.mark.parametrize("text", [None, "", "{}", "[]", "not JSON"])
    def test_what_is_not_there_or_damaged_is_as_if_there_were_none(self, text):
        session = after(Navigate(LINK, 0.0))
        told = after(RestoreReview(session.table.match_id, text), session=session)
        assert told.screen == session.screen
        assert len(told.damage.entries) == (text is not None)

    def test_that_of_another_match_is_dropped(self):
        session = after(Navigate(LINK, 0.0))
        late = RestoreReview("another00000", text_of(reviewed()[0]))
        assert after(late, session=session) == session
