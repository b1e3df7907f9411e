"""YALA's texts, set-up and start (docs/rules.md, YALA)."""

from collections.abc import Sequence

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    DIRECTIONS,
    FEWEST_PLACES,
    MAX_HEIGHT,
    MOST_PLACES,
    PLACES,
    SITES,
    Colour,
    Key,
    YalaAction,
    YalaPosition,
)
from spieltisch.table import (
    Event,
    GameInfo,
    Option,
    Past,
    Rules,
    Seat,
    Setup,
    SetupError,
    Shuffle,
    Turn,
    endings,
)

BEGINS = Option("begins", ("dark", "light"))
REPETITION = Option("repetition", ("draw", "no-repeat"))

_OTHER_PLACES = (n for n in range(FEWEST_PLACES, MOST_PLACES + 1) if n != PLACES)
RING = Option("ring", tuple(map(str, (PLACES, *_OTHER_PLACES))), is_house=True)
"""How many places there are at the start."""

WALL = Option("wall", (str(MAX_HEIGHT), "4", "6"), is_house=True)
"""How high a wall is."""

INFO = GameInfo(
    name="yala",
    title="YALA",
    author="Jacques Zeimet",
    seat_counts={"standard": (2,)},
    options=(BEGINS, REPETITION, RING, WALL),
)

START_TOWERS = ("dl", "ld")
"""A start tower is one dark and one light stone, bottom to top."""

_BETWEEN = " | "
"""Separates the board, the repetition rule and the earlier boards in a position's text."""


class Yala(Rules[YalaPosition, YalaAction]):
    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """As many towers with dark on top as with light, in random order; of an odd number, the
        side that does not begin has one more. Who begins is an option."""
        places, begins = _places(setup), setup.option(BEGINS.name, BEGINS.default)[0]
        towers = [tower for tower in START_TOWERS for _ in range(places // 2)]
        towers += [tower for tower in START_TOWERS if not tower.endswith(begins)] * (places % 2)
        shuffle(towers)
        return "/".join(towers) + " " + begins

    def initial_position(self, setup: Setup) -> YalaPosition:
        """The start as dealt or arranged, or any board from which the match can go on; its text
        says who begins, and the option must agree."""
        INFO.check(setup)
        try:
            towers, to_move, _ = _parse_board(setup.start, int(_wall(setup)))
        except ValueError as error:
            raise SetupError("start", setup.start) from error
        if is_uneven_start(towers) or len(towers) != _places(setup):
            raise SetupError("start", setup.start)
        begins = setup.option(BEGINS.name, "")
        if begins and begins[0] != to_move:
            (side,) = (choice for choice in BEGINS.choices if choice[0] == to_move)
            raise SetupError(BEGINS.name, begins, (side,))
        repetition = setup.option(REPETITION.name, REPETITION.default)
        position = YalaPosition(towers, to_move, repetition, wall=int(_wall(setup)))
        if position.outcome:
            raise SetupError("start", setup.start)
        return position

    def parse_position(self, text: str) -> YalaPosition:
        """``dl/ld/.../ld d``, or ``BOARD | no-repeat | BOARD | ...``; see format_position."""
        board, *more = text.split(_BETWEEN)
        now, to_move, wall = _parse_board(board)
        if not more:
            return YalaPosition(now, to_move, wall=wall)
        repetition, *boards = more
        if repetition not in REPETITION.choices:
            raise ValueError(f"{repetition!r} is none of {', '.join(REPETITION.choices)}")
        if repetition == REPETITION.default and not boards:
            raise ValueError(f"{repetition!r} goes without saying where nothing can come again")
        earlier = tuple(_parse_board(one, wall)[:2] for one in boards)
        for towers, _ in earlier:
            if list(map(bool, towers)) != list(map(bool, now)):
                raise ValueError(f"{'/'.join(towers)} has other places, so it cannot come again")
        return YalaPosition(now, to_move, repetition, Past(earlier), wall)

    def format_position(self, position: YalaPosition) -> str:
        """The board, the repetition rule, and the boards that could come again, oldest first. Under
        the default rule and with no earlier boards it is the board alone."""
        board, repetition = self.format_board(position), position.repetition
        if repetition == REPETITION.default and not position.earlier:
            return board
        return _BETWEEN.join((board, repetition, *position.earlier.texts(_format_board)))

    def format_board(self, position: YalaPosition) -> str:
        """``dl/ld/.../ld d``: the towers, bottom to top, and the side to move; and ``wall=4`` or
        ``wall=6`` if a wall is so high."""
        board = _format_board(position.key)
        return board if position.wall == MAX_HEIGHT else f"{board} wall={position.wall}"

    def parse_action(self, text: str) -> YalaAction:
        """``e+``: the top stone of e, clockwise.

        >>> RULES.parse_action("e+")
        YalaAction(site='e', direction='+')
        >>> RULES.parse_action("e5")
        Traceback (most recent call last):
            ...
        ValueError: 'e5' is not a place a-p and a direction + or -
        """
        if len(text) != 2 or text[0] not in SITES or text[1] not in DIRECTIONS:
            raise ValueError(f"{text!r} is not a place a-p and a direction + or -")
        return YalaAction(text[0], text[1])

    def arrange(self, setup: Setup, token: str) -> str:
        """A pressed tower is turned over; at first dark and light alternate.

        >>> start = RULES.arrange(Setup("yala"), "")
        >>> start
        'dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        >>> RULES.arrange(Setup("yala", start=start), "a")
        'ld/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        """
        places, begins = _places(setup), setup.option(BEGINS.name, BEGINS.default)[0]
        towers = setup.start.partition(" ")[0].split("/")
        if len(towers) != places:
            order = sorted(START_TOWERS, key=lambda tower: tower.endswith(begins))
            towers = [*(START_TOWERS if places % 2 == 0 else order) * (places // 2)]
            towers += order[: places % 2]
        if token in SITES[:places]:
            index = SITES.index(token)
            towers[index] = towers[index][::-1]
        return "/".join(towers) + " " + begins

    def choose(self, position: YalaPosition, seat: Seat) -> YalaChoice:
        return YalaChoice(position, seat)

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """``moved`` along its places, ``built`` with the tower's height, perhaps ``vanished``."""
        action, seat = turn.action, turn.seat
        path = turn.before.walk(action).path
        towers = dict(zip(SITES, turn.after.towers, strict=False))
        told = [
            Event("moved", seat, (action.site, *path)),
            Event("built", seat, path[-1:], count=len(towers[path[-1]])),
        ]
        if not towers[action.site]:
            told.append(Event("vanished", seat, (action.site,)))
        return (*told, *endings(turn.after.outcome, seat))


def is_uneven_start(towers: Sequence[str]) -> bool:
    """Whether these are towers as at the start, but not as many with each colour on top; of an odd
    number one may have one more."""
    surplus = 2 * towers.count(START_TOWERS[0]) - len(towers)
    return set(towers) <= {*START_TOWERS} and abs(surplus) != len(towers) % 2


def _places(setup: Setup) -> int:
    return int(setup.option(RING.name, RING.default))


def _wall(setup: Setup) -> str:
    return setup.option(WALL.name, WALL.default)


def _format_board(key: Key) -> str:
    towers, to_move = key
    return "/".join(towers) + " " + to_move


def _parse_board(text: str, wall: int | None = None) -> tuple[tuple[str, ...], Colour, int]:
    """The towers, the side to move, and how high a wall is: as told, or as it has to be."""
    fields = text.split(" ")
    told = fields.pop().removeprefix("wall=") if fields[-1].startswith("wall=") else None
    if told is not None and (told not in WALL.choices[1:] or wall is not None):
        raise ValueError(f"wall={told} is none of the heights that have to be told here")
    if len(fields) != 2 or fields[1] not in ("d", "l"):
        raise ValueError(f"{text!r} is not towers, a space and the side to move")
    most = wall or int(told or WALL.default)
    towers = tuple(fields[0].split("/"))
    if not FEWEST_PLACES <= len(towers) <= MOST_PLACES:
        raise ValueError(f"{text!r} has {len(towers)} towers, not {FEWEST_PLACES} to {MOST_PLACES}")
    for site, tower in zip(SITES, towers, strict=False):
        if not set(tower) <= {"d", "l"}:
            raise ValueError(f"tower {site}, {tower!r}, has other stones than d and l")
        if len(tower) > most:
            raise ValueError(f"tower {site}, {tower!r}, is higher than {most}")
    stones = "".join(towers)
    for colour in "dl":
        if stones.count(colour) != len(towers):
            count = stones.count(colour)
            raise ValueError(f"{text!r} has {count} {colour} stones, not {len(towers)}")
    return towers, "d" if fields[1] == "d" else "l", most


RULES = Yala()
