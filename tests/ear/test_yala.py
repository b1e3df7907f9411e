"""A match of YALA against a computer, from its first word to its end."""

from __future__ import annotations

import re

from tests.ear.conftest import Listen, WriteDown
from tests.ear.listener import Listener

MATCH = "#/play/yala?seats=human,bot:1&seed=7"
MOST_TURNS = 60
"""No match between a beginner and this computer takes more."""

TOLD = r"Your turn\.|You win|You are walled in|A draw"
"""How it is told that the computer has played, or that the match is over."""


class Player:
    """Plays by what was heard alone.

    Attributes:
        told: what was said last of a turn.
    """

    def __init__(self, listener: Listener) -> None:
        self.told = ""
        self._listener = listener
        self._ring = "abcdefghijkl"
        self._here = "a"

    def move(self) -> None:
        """Move the first stone that can move, clockwise if it can, and hear the answer."""
        (movable,) = re.findall(r"Can move: (\w)", self._listener.answer("m"))
        self._come_to(movable)
        ways = self._listener.press("Return", until=f"The stone on {movable} goes .*ounter")
        key, way = ("plus", "clockwise") if "Clockwise: to" in ways else ("minus", "counter")
        self.told = self._listener.press(key, until=TOLD)
        moved = re.search(rf"You: {movable} {way}.* to (\w), now \d+ high\.", self.told)
        assert moved, self.told
        self._here = movable
        for gone in re.findall(r"Place (\w) is gone", self.told):
            self._ring = self._ring.replace(gone, "")
            # The keys go along with the stone where its place is no more.
            self._here = moved[1] if gone == self._here else self._here

    def _come_to(self, place: str) -> None:
        """Go there by arrows, as fast as one can, and hear what lies there."""
        named = rf"\b{place}, \d stones?, .*Can move to \w"
        steps = self._ring.index(place) - self._ring.index(self._here)
        if steps:
            key = "Right" if steps > 0 else "Left"
            self._listener.press(key, times=abs(steps), until=named)
        else:
            self._listener.answer("h", until=named)


def test_a_match_to_its_end(listen: Listen, write_down: WriteDown) -> None:
    listener = listen(MATCH, r"YALA\. You play Dark against Ada\. Your turn\.")
    named = listener.skip_to_board(until="Can move to")
    assert re.search("YALA, a ring of towers.* board a, 2 stones", named), named
    player = Player(listener)
    for _ in range(MOST_TURNS):
        player.move()
        if "Your turn." not in player.told:
            break
    assert "Your turn." not in player.told, "the match has come to its end"
    # Nothing but the end itself was said of it, and the keys are where one goes on.
    listener.wait("The end dialog.* Rematch push button")
    write_down(listener, "YALA")
