"""The list of kept matches: what is on it, in which order, and in which words."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from spieltisch.app.board.match_cards import MOST_ON_START, card_of, in_progress, latest_in_progress
from spieltisch.app.core.dates import Now
from spieltisch.app.core.library import Library
from spieltisch.app.core.session import Session
from spieltisch.app.matches.finding import (
    MOST,
    PAGE_LENGTH,
    found_matches,
    part_of,
)
from spieltisch.app.matches.state import MatchesScreen, MatchFilter, MatchList
from spieltisch.kit.words import ENGLISH
from tests.unit.archived import NOW_MS, kept, library, match_id, recorded
from tests.unit.asking import seen

NOW = Now(NOW_MS)


def by_id(summaries):
    return {one.id: one for one in summaries}


def listed(summaries, **wanted):
    """What is shown of each list that is shown."""
    narrowed = MatchFilter(**wanted)
    found = found_matches(summaries, narrowed, NOW, ENGLISH)
    return {name: part_of(found[name], narrowed, name) for name in narrowed.lists}


def ids(parts):
    return [one.id for part in parts.values() for one in part.shown]


def screen(summaries, **wanted):
    """The screen, drawn."""
    state = MatchesScreen(MatchFilter(**wanted), NOW_MS)
    return seen(Session(library=Library(by_id(summaries)), screen=state))


def choices(root, name):
    """The values that a field of the filter has to choose from; None where it is not there."""
    found = root.all("id", f"filter-{name}")
    return [one.attributes["value"] for one in found[0].all("value")] if found else None


def card(match, **about):
    """How one match is listed."""
    return card_of(kept(1, match, **about), NOW, ENGLISH)


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
        parts = listed(by_id(summaries))
        assert [one.id for one in parts["going"].shown] == [match_id(n) for n in (3, 2, 1)]
        moods = [card_of(one, NOW, ENGLISH).mood for one in parts["going"].shown]
        assert moods == ["yours", "yours", "theirs"]
        assert [one.id for one in parts["ended"].shown] == [match_id(4)]

    def test_those_that_ended_last_come_first(self):
        summaries = library(200)
        times = [one.played_ms for one in listed(summaries, show="ended")["ended"].shown]
        assert len(times) == PAGE_LENGTH
        assert all(later >= earlier for later, earlier in pairwise(times))
        assert times[0] == max(
            one.played_ms for one in summaries.values() if one.outcome is not None
        )


class TestWords:
    @pytest.mark.parametrize(
        ("controllers", "turn", "mood", "players"),
        [
            ("human,bot:3", "Won", "won", "You against Nora"),
            ("bot:3,human", "Lost", "lost", "You against Nora"),
            ("human,human", "Dark wins", "told", "Dark – Light"),
            ("bot:1,bot:2", "Ada wins", "told", "Ada – Bruno"),
        ],
    )
    def test_a_result_is_told_from_the_side_of_the_person(self, controllers, turn, mood, players):
        shown = card(recorded(DARK_WINS, controllers))
        assert (shown.turn, shown.mood, shown.players) == (turn, mood, players)

    def test_the_points_tell_matches_apart_those_of_the_person_first(self):
        for controllers, points in (("human,bot:1", "0 : 11"), ("bot:1,human", "11 : 0")):
            match = recorded("aya-aya-oye-zoch-2", controllers)
            scores = match.last_position.outcome.scores
            assert card(match).turn.split(" · ")[1] == points, scores

    def test_a_draw_is_one_for_everybody(self):
        for controllers in ("human,bot:3", "human,human"):
            shown = card(recorded("yala-draw-by-repetition", controllers))
            assert (shown.turn, shown.mood) == ("Drawn", "drawn")

    def test_whose_turn_it_is_is_told(self):
        match = recorded("yala-not-over", "human,human")
        names = {1: "Dark", 2: "Light"}
        assert card(match).turn == f"{names[min(match.position.active_seats)]} to move"
        alone = recorded("aya-tueftler-zoch-broken")
        assert card(alone.show(1)).players == "You, alone"

    def test_a_match_is_called_as_a_person_called_it_and_its_game_is_told_too(self):
        shown = card(recorded(DARK_WINS), name="Sunday")
        assert (shown.title, shown.about) == ("Sunday", "YALA")
        assert card(recorded(DARK_WINS)).title == "YALA"
        assert card(recorded("aya-turbo-zoch-5")).about == "Turbo"

    def test_how_long_it_was_and_when_it_was_played_last(self):
        match = recorded(DARK_WINS)
        summary = replace(kept(1, match, days_ago=2), lasted_ms=65 * 60_000)
        shown = card_of(summary, NOW, ENGLISH)
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
        damaged = replace(kept(1, recorded(DARK_WINS)), board="?")
        assert card_of(damaged, NOW, ENGLISH).picture is None


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
            ({"text": "nora"}, {1, 5}),
            ({"text": "aya"}, {3, 4}),
            ({"since": "2026-11-12", "until": "2026-11-19"}, {2, 6}),
            ({"until": "2025-12-31"}, {4}),
            ({"text": "nobody"}, set()),
        ],
        ids=str,
    )
    def test_each_choice_leaves_what_fits(self, summaries, wanted, expected):
        assert {int(one) for one in ids(listed(by_id(summaries), **wanted))} == expected
        shown = screen(summaries, **wanted).all("data-match")
        assert {int(one.attributes["data-match"]) for one in shown} == expected

    def test_only_what_would_leave_something_can_be_chosen(self, summaries):
        root = screen(summaries)
        assert choices(root, "game") == ["", "aya", "yala"]
        assert choices(root, "variant") is None
        assert choices(root, "opponent") == ["", "people", "bot", "bot:1", "bot:3"]
        assert choices(root, "result") == ["", "won", "lost", "drawn"]
        assert choices(screen(summaries, game="aya"), "variant") == ["", "turbo", "kindergarten"]
        alone = screen(summaries[4:])
        assert choices(alone, "game") is None

    @pytest.mark.parametrize(
        "wanted",
        [
            {"game": "aya"},
            {"game": "aya", "variant": "turbo"},
            {"opponent": "bot:6"},
            {"opponent": "people"},
            {"opponent": "bot"},
        ],
        ids=str,
    )
    def test_what_is_chosen_is_shown_as_chosen_also_if_no_match_is_left_of_it(
        self, summaries, wanted
    ):
        """It may have been deleted; a field that said "Any game" would not be believed."""
        (_, *_, there) = [one for one in summaries if one.setup.game == "yala"]
        if wanted == {"opponent": "bot"}:
            there = summaries[2]
        root = screen([there], **wanted)
        for name, value in wanted.items():
            (chosen,) = root.one("id", f"filter-{name}").all("selected")
            assert chosen.attributes["value"] == value

    def test_the_way_back_to_all_keeps_the_list(self, summaries):
        for text in ("sunday", "x"):
            root = screen(summaries, show="ended", text=text)
            (link,) = [one for one in root.all("href") if one.text == "Show all"]
            assert link.attributes["href"] == "#/matches?show=ended"


@pytest.fixture(scope="module")
def many():
    return library(1200)


class TestMany:
    def test_few_boards_are_drawn_however_many_there_are(self, many):
        for show in (None, *MatchList):
            boards = ids(listed(many, show=show))
            assert 0 < len(boards) <= max(PAGE_LENGTH, sum(MOST.values())) <= 30
            drawn = screen(many.values(), show=show).all("data-match")
            assert [one.attributes["data-match"] for one in drawn] == boards
        assert len(latest_in_progress(many)) == MOST_ON_START

    def test_page_by_page_every_match_is_seen_once(self, many):
        found, link, page = [], "", 1
        while link is not None:
            root = screen(many.values(), show="ended", page=page)
            found += [one.attributes["data-match"] for one in root.all("data-match")]
            links = {one.text: one.attributes["href"] for one in root.all("href")}
            assert ("Previous page" in links) == (page > 1)
            link = links.get("Next page")
            assert link in (None, f"#/matches?show=ended&page={page + 1}")
            page += 1
        ended = {one.id for one in many.values() if one.outcome is not None}
        assert len(found) == len(ended)
        assert set(found) == ended
        part = listed(many, show="ended", page=page - 1)["ended"]
        assert page - 1 == part.pages == part.page

    def test_a_page_that_is_no_longer_there_is_the_last_one(self, many):
        part = listed(many, show="ended", page=9999)["ended"]
        assert part.page == part.pages
        assert part.shown

    def test_the_beginning_of_both_leads_to_all_of_each(self, many):
        parts = listed(many)
        assert {name: len(part.shown) for name, part in parts.items()} == MOST
        assert sum(part.total for part in parts.values()) == 1200
        links = [
            one.attributes["href"]
            for one in screen(many.values()).all("href")
            if one.text == "Show all"
        ]
        assert links == ["#/matches?show=going", "#/matches?show=ended"]
