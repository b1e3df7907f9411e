"""The list of kept matches: what is on it, in which order, and in which words."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.matches.model import (
    LATEST,
    MOST_ENDED,
    MOST_GOING,
    PAGE,
    in_progress,
    latest_cards,
    matches_model,
)
from spieltisch.kit.dates import Now
from spieltisch.kit.words import ENGLISH
from tests.unit.archived import NOW_MS, kept, library, match_id, recorded

NOW = Now(NOW_MS)


def listed(*summaries, **wanted):
    return matches_model({one.id: one for one in summaries}, MatchFilter(**wanted), NOW, ENGLISH)


def ids(shown):
    return [card.id for card in shown.cards] if shown else []


def card(match, **about):
    """How one match is listed."""
    shown = listed(kept(1, match, **about))
    (found,) = [*(shown.going.cards), *(shown.ended.cards)]
    return found


DARK_WINS = "yala-dark-wins"
"""Recorded with two people; seat 1 wins."""


class TestOrder:
    def test_what_waits_for_a_person_comes_first_then_what_was_played_last(self):
        match = recorded("yala-not-over")
        mover = min(match.position.active_seats)
        yours = "human,bot:1" if mover == 1 else "bot:1,human"
        theirs = "bot:1,human" if mover == 1 else "human,bot:1"
        summaries = [
            kept(1, recorded("yala-not-over", theirs), days_ago=0),
            kept(2, recorded("yala-not-over", yours), days_ago=5),
            kept(3, recorded("yala-not-over", yours), days_ago=1),
            kept(4, recorded(DARK_WINS), days_ago=0),
        ]
        assert [one.id for one in in_progress(summaries)] == [match_id(n) for n in (3, 2, 1)]
        shown = listed(*summaries)
        assert [one.mood for one in shown.going.cards] == ["yours", "yours", "theirs"]
        assert ids(shown.ended) == [match_id(4)]

    def test_those_that_ended_last_come_first(self):
        summaries = library(200).values()
        shown = listed(*summaries, show="ended")
        by_id = {one.id: one for one in summaries}
        times = [by_id[one].played_ms for one in ids(shown.ended)]
        assert len(times) == PAGE
        assert all(later >= earlier for later, earlier in pairwise(times))
        assert times[0] == max(one.played_ms for one in summaries if one.outcome is not None)


class TestWords:
    @pytest.mark.parametrize(
        ("controllers", "turn", "mood", "players"),
        [
            ("human,bot:3", "Won", "won", "You against Computer 3"),
            ("bot:3,human", "Lost", "lost", "You against Computer 3"),
            ("human,human", "Dark wins", "told", "Dark – Light"),
            ("bot:1,bot:2", "Ada 1 wins", "told", "Ada 1 – Bruno 2"),
        ],
    )
    def test_a_result_is_told_from_the_side_of_the_person(self, controllers, turn, mood, players):
        shown = card(recorded(DARK_WINS, controllers))
        assert (shown.turn, shown.mood, shown.players) == (turn, mood, players)

    def test_a_draw_is_one_for_everybody(self):
        for controllers in ("human,bot:3", "human,human"):
            shown = card(recorded("yala-draw-by-repetition", controllers))
            assert (shown.turn, shown.mood) == ("Drawn", "drawn")

    def test_whose_turn_it_is_is_told(self):
        match = recorded("yala-not-over", "human,human")
        names = {1: "Dark", 2: "Light"}
        assert card(match).turn == f"{names[min(match.position.active_seats)]} to move"
        alone = recorded("aya-tueftler-zoch-broken")
        assert card(alone.show(1)).players == "You alone"

    def test_a_match_is_called_as_a_person_called_it_and_its_game_is_told_too(self):
        shown = card(recorded(DARK_WINS), name="Sunday")
        assert (shown.title, shown.about) == ("Sunday", "YALA")
        assert card(recorded(DARK_WINS)).title == "YALA"
        assert card(recorded("aya-turbo-zoch-5")).about == "Turbo"

    def test_how_long_it_was_and_when_it_was_played_last(self):
        match = recorded(DARK_WINS)
        summary = replace(kept(1, match, days_ago=2), lasted_ms=65 * 60_000)
        (shown,) = listed(summary).ended.cards
        assert shown.length == f"{len(match.turns)} moves, 1 h 5 min"
        assert shown.when == "2 days ago"

    def test_a_board_is_drawn_by_its_game_without_any_name_of_a_node(self):
        for name in (DARK_WINS, "myra-two-seats", "aya-turbo-zoch-5"):
            picture = card(recorded(name)).picture
            assert picture.startswith("<svg")
            # Many stand on one page.
            assert ' id="' not in picture
            assert "tabindex" not in picture

    def test_a_damaged_board_leaves_its_place_empty(self):
        (shown,) = listed(replace(kept(1, recorded(DARK_WINS)), board="?")).ended.cards
        assert shown.picture is None


@pytest.fixture(scope="module")
def summaries():
    return [
        kept(1, recorded(DARK_WINS, "human,bot:3"), days_ago=1, name="Sunday"),
        kept(2, recorded(DARK_WINS, "bot:1,human"), days_ago=10),
        kept(3, recorded("aya-turbo-zoch-5", ",".join(["human"] * 5)), days_ago=20),
        kept(4, recorded("aya-kindergarten-reilly-2", "human,human"), days_ago=400),
        kept(5, recorded("yala-not-over", "human,bot:3"), days_ago=0),
        kept(6, recorded("yala-draw-by-repetition", "human,bot:1"), days_ago=3),
    ]


class TestFinding:
    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            ({}, {1, 2, 3, 4, 5, 6}),
            ({"game": "yala"}, {1, 2, 5, 6}),
            ({"game": "aya", "variant": "turbo"}, {3}),
            ({"result": "won"}, {1}),
            ({"result": "lost"}, {2}),
            ({"result": "drawn"}, {6}),
            ({"opponent": "bot:3"}, {1, 5}),
            ({"opponent": "people", "game": "aya"}, {3, 4}),
            ({"opponent": "bot", "game": "yala", "show": "ended"}, {1, 2, 6}),
            ({"text": "sunDAY"}, {1}),
            ({"text": "computer 3"}, {1, 5}),
            ({"text": "aya"}, {3, 4}),
            ({"since": "2026-11-12", "until": "2026-11-19"}, {2, 6}),
            ({"until": "2025-12-31"}, {4}),
            ({"text": "nobody"}, set()),
        ],
        ids=str,
    )
    def test_each_choice_leaves_what_fits(self, summaries, wanted, expected):
        shown = listed(*summaries, **wanted)
        assert {int(one) for one in [*ids(shown.going), *ids(shown.ended)]} == expected

    def test_only_what_would_leave_something_can_be_chosen(self, summaries):
        fields = listed(*summaries).finder.fields
        assert list(fields["game"].choices) == ["", "aya", "yala"]
        assert "variant" not in fields
        assert list(fields["opponent"].choices) == ["", "people", "bot", "bot:1", "bot:3"]
        fields = listed(*summaries, game="aya").finder.fields
        assert list(fields["variant"].choices) == ["", "turbo", "kindergarten"]

    def test_the_way_back_to_all_keeps_the_list(self, summaries):
        finder = listed(*summaries, show="ended", text="x").finder
        assert finder.is_narrow
        assert finder.clear == "#/matches?show=ended"


@pytest.fixture(scope="module")
def many():
    return library(1200)


class TestMany:
    def test_few_boards_are_drawn_however_many_there_are(self, many):
        for show in ("", "going", "ended"):
            shown = matches_model(many, MatchFilter(show=show), NOW, ENGLISH)
            boards = [*ids(shown.going), *ids(shown.ended)]
            assert len(boards) <= max(PAGE, MOST_GOING + MOST_ENDED) <= 30
        assert len(latest_cards(many, ENGLISH)) == LATEST

    def test_page_by_page_every_match_is_seen_once(self, many):
        seen, link, page = [], "", 1
        while link is not None:
            shown = matches_model(many, MatchFilter(show="ended", page=page), NOW, ENGLISH).ended
            seen += ids(shown)
            link, page = shown.later, page + 1
        ended = {one.id for one in many.values() if one.outcome is not None}
        assert len(seen) == len(ended)
        assert set(seen) == ended
        assert page - 1 == shown.pages == shown.page

    def test_a_page_that_is_no_longer_there_is_the_last_one(self, many):
        shown = matches_model(many, MatchFilter(show="ended", page=9999), NOW, ENGLISH).ended
        assert shown.page == shown.pages
        assert shown.cards

    def test_the_beginning_of_both_leads_to_all_of_each(self, many):
        shown = matches_model(many, MatchFilter(), NOW, ENGLISH)
        assert len(shown.going.cards) == MOST_GOING
        assert len(shown.ended.cards) == MOST_ENDED
        assert (shown.going.more, shown.ended.more) == (
            "#/matches?show=going", "#/matches?show=ended",
        )  # fmt: skip
        assert shown.ended.total + shown.going.total == 1200
