"""YALA's texts, set-up and start (rules.md, section 2)."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.info import BEGINS, INFO, REPETITION
from spieltisch.games.yala.rules.position import MAX_HEIGHT, Key, YalaAction, YalaPosition
from spieltisch.games.yala.rules.ring import DIRECTIONS, SITES
from spieltisch.table.event import Event
from spieltisch.table.game import GameInfo, Shuffle
from spieltisch.table.position import Seat
from spieltisch.table.record import Setup, SetupError
from spieltisch.table.turn import Turn

STONES_EACH = 12
START_TOWERS = ("dl", "ld")
"""A start tower is one dark and one light stone, bottom to top."""


class Yala:
    """The rules of YALA, as the table's Game."""

    info: GameInfo = INFO

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """Six towers with dark on top, six with light, in random order; who begins is an option."""
        towers = [tower for tower in START_TOWERS for _ in range(len(SITES) // 2)]
        shuffle(towers)
        return "/".join(towers) + " " + setup.option(BEGINS.name, BEGINS.default)[0]

    def initial_position(self, setup: Setup) -> YalaPosition:
        """The start as dealt or arranged: its text, not the option, tells who begins."""
        INFO.check(setup)
        try:
            position = self.parse_position(setup.start)
        except ValueError as error:
            raise SetupError("start", setup.start) from error
        if sorted(position.towers) != sorted(START_TOWERS * (len(SITES) // 2)):
            raise SetupError("start", setup.start)
        return YalaPosition(
            position.towers,
            position.to_move,
            setup.option(REPETITION.name, REPETITION.default),
        )

    def parse_position(self, text: str) -> YalaPosition:
        """``dl/ld/.../ld d``: twelve towers, bottom to top, and the side to move."""
        fields = text.split(" ")
        if len(fields) != 2 or fields[1] not in ("d", "l"):
            raise ValueError(f"{text!r} is not twelve towers, a space and the side to move")
        towers = tuple(fields[0].split("/"))
        if len(towers) != len(SITES):
            raise ValueError(f"{text!r} has {len(towers)} towers, not {len(SITES)}")
        for site, tower in zip(SITES, towers, strict=True):
            if not set(tower) <= {"d", "l"}:
                raise ValueError(f"tower {site}, {tower!r}, has other stones than d and l")
            if len(tower) > MAX_HEIGHT:
                raise ValueError(f"tower {site}, {tower!r}, is higher than {MAX_HEIGHT}")
        stones = "".join(towers)
        for colour in "dl":
            if stones.count(colour) != STONES_EACH:
                count = stones.count(colour)
                raise ValueError(f"{text!r} has {count} {colour} stones, not {STONES_EACH}")
        return YalaPosition(towers, "d" if fields[1] == "d" else "l")

    def format_position(self, position: YalaPosition) -> str:
        return _format_key(position.key)

    def parse_with_past(self, text: str) -> YalaPosition:
        """The rule of repetition, the position, and those that could come again, oldest first."""
        repetition, *lines = text.split("\n")
        if repetition not in REPETITION.choices or not lines:
            raise ValueError(f"{text!r} is not a rule of repetition and a position")
        position, *earlier = map(self.parse_position, lines)
        return YalaPosition(
            position.towers, position.to_move, repetition, tuple(e.key for e in earlier)
        )

    def format_with_past(self, position: YalaPosition) -> str:
        keys = (position.key, *position.earlier)
        return "\n".join([position.repetition, *map(_format_key, keys)])

    def parse_action(self, text: str) -> YalaAction:
        """``e+``: the top stone of e, clockwise."""
        if len(text) != 2 or text[0] not in SITES or text[1] not in DIRECTIONS:
            raise ValueError(f"{text!r} is not a place a-l and a direction + or -")
        return YalaAction(text[0], text[1])

    def format_action(self, action: YalaAction) -> str:
        return str(action)

    def arrange(self, setup: Setup, token: str) -> str:
        """A pressed tower is turned over; at first dark and light alternate."""
        towers = setup.start.partition(" ")[0].split("/") if setup.start else [*START_TOWERS * 6]
        if token in SITES:
            index = SITES.index(token)
            towers[index] = towers[index][::-1]
        return "/".join(towers) + " " + setup.option(BEGINS.name, BEGINS.default)[0]

    def choose(self, position: YalaPosition, seat: Seat) -> YalaChoice:
        return YalaChoice(position, seat)

    def time_limit(self, setup: Setup, position: YalaPosition) -> None:
        """YALA has no clocks."""

    def automatic_action(self, position: YalaPosition) -> None:
        """Every move of YALA is chosen."""

    def events(self, turn: Turn) -> tuple[Event, ...]:
        return (Event("moved", turn.seat),)

    def trace(self, position: YalaPosition) -> Mapping[str, object]:
        return {"position": self.format_position(position)}


def _format_key(key: Key) -> str:
    towers, to_move = key
    return "/".join(towers) + " " + to_move


RULES = Yala()
