"""Addresses that were sent before still lead where they led, and are still written so."""

import pytest

from spieltisch.app.screens import understood

SENT = (
    "#/",
    "#/settings",
    "#/keys",
    "#/key-test",
    "#/import",
    "#/statistics",
    "#/setup/yala",
    "#/setup/aya/elsewhere",
    "#/rules/myra",
    "#/rules/yala/goal",
    "#/learn/aya",
    "#/learn/aya/match",
    "#/puzzle/yala",
    "#/puzzle/yala?theme=wall&level=2",
    "#/puzzle/yala?only=failed",
    "#/puzzle/yala/abcdef",
    "#/puzzle/yala/abcdef?level=3",
    "#/daily/aya",
    "#/daily/aya/2026-11-22",
    "#/puzzles",
    "#/learn",
    "#/make",
    "#/puzzles/myra",
    "#/puzzles/myra/2026-10",
    "#/mistakes/yala",
    "#/mistakes/yala/abcdef",
    "#/run/aya",
    "#/duel/aya",
    "#/play/yala?seats=human,human&seed=42",
    "#/match/abcdef012345",
    "#/workshop/yala",
    "#/workshop/yala/abcdef012345",
    "#/deck/aya",
    "#/deck/aya/abcdef012345",
    "#/study/abcdef012345",
    "#/matches",
    "#/matches?show=ended&game=aya",
    "#/matches?text=Ann&since=2026-01-01&page=2",
)

WRITTEN_ANEW = {
    "#/play/yala?seats=human,bot:2&names=Ann,Bob&clock=5%2B3&seed=7": (
        "#/play/yala?seats=human,bot:2&names=Ann,Bob&seed=7&clock=5+3"
    ),
    "#/play/aya?seats=human,human,human&variant=aya-oye&edition=zoch&seed=1": (
        "#/play/aya?seats=human,human,human&seed=1"
    ),
    "#/editor/yala": ("#/editor/yala?position=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"),
    "#/editor/myra": (
        "#/editor/myra?position=Qa1,4a2,3a3,2a4,4b1,3b2,2b3,3c1,2c2,2d1%20r25%20/%202h11,"
        "2i10,3i11,2j9,3j10,4j11,2k8,3k9,4k10,Qk11%20r25%20%3B%201"
    ),
}
"""What is written otherwise than a person, or an earlier version, may have."""


@pytest.mark.parametrize("text", SENT)
def test_an_address_is_written_as_it_was_sent(text):
    assert understood(text)[2].text == text


@pytest.mark.parametrize("text", WRITTEN_ANEW)
def test_an_address_is_written_in_one_way(text):
    link = understood(text)[2]
    assert link.text == WRITTEN_ANEW[text]
    assert understood(link.text)[2] == link
