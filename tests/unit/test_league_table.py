"""The table of a league: who leads is on top, and everybody has a place."""

from __future__ import annotations

from dataclasses import replace

from spieltisch.app.keeping.league import League, TrialEnd
from spieltisch.app.workshop.league_view import _table
from spieltisch.kit.markup import el, whole
from spieltisch.kit.words import ENGLISH
from spieltisch.play.own_jobs import Contestant, MatchPlayed
from tests.unit.markup_check import Node, read


def played(points: dict[tuple[str, str], str], names: str) -> League:
    """A league of single matches, with who has won each; "-" for a draw."""
    entrants = tuple(Contestant(name, "x") for name in names)
    league = League("one", "yala", entrants, 1, 7, 1000).going_on()
    for row, column in league.pairs:
        pair = (names[row], names[column])
        won = points[pair]
        winners = () if won == "-" else (1,) if won == pair[0] else (2,)
        trial = league.trials[-1]
        match = MatchPlayed(trial.series.job, 1, winners, 9, "{}")
        league = league.after(replace(trial, played=(match,), ended=TrialEnd.DONE))
    return league


def test_it_is_sorted_by_points_and_equal_ones_share_a_place() -> None:
    league = played(
        {("a", "b"): "b", ("a", "c"): "c", ("a", "d"): "-",
         ("b", "c"): "c", ("b", "d"): "b", ("c", "d"): "-"}, "abcd",
    )  # fmt: skip
    assert [league.entrants[one].name for one in league.order] == ["c", "b", "d", "a"]
    assert [league.place(one) for one in league.order] == [1, 2, 3, 4]
    even = played({("a", "b"): "-", ("a", "c"): "-", ("b", "c"): "-"}, "abc")
    assert (even.order, [even.place(one) for one in even.order]) == ([0, 1, 2], [1, 1, 1])
    rows = table_of(league).all("scope", "row")
    assert [row.text for row in rows] == ["c", "b", "d", "a"]


def test_each_row_has_what_its_points_say_of_the_long_run() -> None:
    wins = {("a", "b"): "a", ("a", "c"): "a", ("b", "c"): "-"}
    league = played(wins, "abc")
    (body,) = (node for node in table_of(league).walk() if node.tag == "tbody")
    rows = [[cell.text for cell in row.children] for row in body.children]
    assert [row[:4] for row in rows] == [
        ["1", "a", "2/2", "34 to 100%"],
        ["2", "b", "0.5/2", "3 to 80%"],
        ["2", "c", "0.5/2", "3 to 80%"],
    ]
    # Who has not played yet can make anything.
    begun = League("one", "yala", league.entrants, 1, 7, 1000).going_on()
    assert [begun.bounds(place) for place in range(3)] == [None] * 3
    assert "–" in table_of(begun).text
    # The more is played, the more is known.
    for place in range(3):
        low, high = replace(league, trials=league.trials[:2]).bounds(place)
        assert 0 <= low < high <= 1


def table_of(league: League) -> Node:
    return read(whole(el("div", *_table(ENGLISH, league))))
