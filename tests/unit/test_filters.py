"""Which matches a list shows, as a link says it."""

from __future__ import annotations

import pytest

from spieltisch.app.matches.state import MatchesLink, MatchFilter, format_filter, parse_filter
from spieltisch.play.codec import LinkError
from spieltisch.table.graphemes import clusters
from tests.front_doors import parse_link

EXAMPLES = (
    MatchFilter(),
    MatchFilter(show="ended", page=3),
    MatchFilter(text="Anna & Ben + 100 %", game="yala"),
    MatchFilter(game="aya", variant="turbo", opponent="bot:3", result="lost"),
    MatchFilter(opponent="people", since="2026-01-01", until="2026-12-31"),
)


@pytest.mark.parametrize("wanted", EXAMPLES, ids=str)
def test_a_filter_is_a_link_and_comes_back_from_it(wanted):
    assert parse_filter(format_filter(wanted)) == wanted
    link = MatchesLink(wanted)
    assert parse_link(link.text) == link


def test_what_is_not_said_does_not_matter():
    assert MatchesLink(MatchFilter()).text == "#/matches"
    assert format_filter(MatchFilter(show="ended", game="yala")) == "show=ended&game=yala"
    assert not MatchFilter(show="going", page=2).is_narrow
    assert MatchFilter(result="won").is_narrow


@pytest.mark.parametrize(
    "query",
    [
        "show=all", "game=chess", "variant=nothing", "opponent=bot:x", "opponent=bot:", "result=2",
        "since=2026-13-01", "until=yesterday", "page=0", "page=-1", "page=999999", "page=", "x=1",
    ],
)  # fmt: skip
def test_a_wrong_query_is_named(query):
    with pytest.raises(LinkError) as caught:
        parse_filter(query)
    assert caught.value.value in query


def test_another_choice_begins_at_the_first_page_and_another_game_has_other_variants():
    wanted = MatchFilter(game="aya", variant="turbo", page=4)
    assert wanted.with_field("result", "won").page == 1
    assert wanted.with_field("game", "yala") == MatchFilter(game="yala")
    assert wanted.with_field("page", "7").page == 7


def test_a_long_search_is_cut():
    assert len(MatchFilter().with_field("text", "a" * 500).text) == 60


def test_a_search_is_cut_between_characters_as_people_see_them():
    for character in ("a", "e\u0301", "می‌", "👩‍👩‍👧", "🇩🇪"):
        asked = MatchFilter().with_field("text", character * 500).text
        assert asked == "".join(list(clusters(character * 500))[: len(list(clusters(asked)))])
        assert len(list(clusters(asked))) > 40 or len(character) > 4
