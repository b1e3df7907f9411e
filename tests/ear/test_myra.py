"""A match of Myra against a computer, begun on the start page."""

from __future__ import annotations

import re

from tests.ear.conftest import Listen, in_chromium

MATCH = "#/play/myra?seats=human,bot:1&seed=5"
MOST_PARTS = 20
"""No answer has more."""


def test_the_start_page_leads_to_a_match_by_names_that_tell_apart(listen: Listen) -> None:
    listener = listen("#/", "Please wait|Spieltisch")
    listener.come_to("Play, YALA (push )?button")
    listener.come_to("Play, Myra (push )?button")
    told = listener.press("Return", until=r"Myra\. You play Dark against \w+\. Your turn\.")
    assert "YALA" not in told


@in_chromium
def test_each_letter_is_answered_in_short_parts_and_a_move_is_told_with_its_answer(
    listen: Listen,
) -> None:
    listener = listen(MATCH, r"Myra\. You play Dark against Ada\. Your turn\.")
    named = listener.skip_to_board(until="a1, queen, Dark")
    assert "Myra, a hexagon of 91 pits" in named
    for key, meant in (("m", "a2, b1"), ("o", "queen on k11"), ("r", "up:"), ("t", "Pits:")):
        told = whole = listener.answer(key)
        for _ in range(MOST_PARTS):
            if f"{key.upper()} goes on." not in told:
                break
            told = listener.answer(key)
            whole = f"{whole} {told}"
        assert meant in whole
    assert "in reserve" in listener.answer("p")
    listener.press("Right", until="b1, 4 soldiers, Dark.* You can choose this")
    listener.press("Return", until="3 soldiers go from b1.* Choose where to go")
    listener.press("Escape")
    # Before the first move of all.
    listener.come_to("More")
    listener.press("Return")
    listener.come_to("Type a move")
    told = listener.write("3a3-d5", until=r"Ada: .*Your turn\.")
    assert re.search(r"You: 3 soldiers from a3 to d5\.", told), told
