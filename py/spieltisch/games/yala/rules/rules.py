"""YALA's texts, set-up and start (docs/rules.md, YALA)."""

from collections.abc import Mapping, Sequence

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    DIRECTIONS,
    MAX_HEIGHT,
    SITES,
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

INFO = GameInfo(
    name="yala",
    title="YALA",
    author="Jacques Zeimet",
    seat_counts={"standard": (2,)},
    options=(BEGINS, REPETITION),
)

STONES_EACH = 12
START_TOWERS = ("dl", "ld")
"""A start tower is one dark and one light stone, bottom to top."""

_BETWEEN = " | "
"""Separates the board, the repetition rule and the earlier boards in a position's text."""


class Yala(Rules[YalaPosition, YalaAction]):
    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """Six towers with dark on top, six with light, in random order; who begins is an option."""
        towers = [tower for tower in START_TOWERS for _ in range(len(SITES) // 2)]
        shuffle(towers)
        return "/".join(towers) + " " + setup.option(BEGINS.name, BEGINS.default)[0]

    def initial_position(self, setup: Setup) -> YalaPosition:
        """The start as dealt or arranged, or any board from which the match can go on; its text
        says who begins, and the option must agree."""
        INFO.check(setup)
        try:
            towers, to_move = _parse_board(setup.start)
        except ValueError as error:
            raise SetupError("start", setup.start) from error
        if is_uneven_start(towers):
            raise SetupError("start", setup.start)
        begins = setup.option(BEGINS.name, "")
        if begins and begins[0] != to_move:
            (side,) = (choice for choice in BEGINS.choices if choice[0] == to_move)
            raise SetupError(BEGINS.name, begins, (side,))
        repetition = setup.option(REPETITION.name, REPETITION.default)
        position = YalaPosition(towers, to_move, repetition)
        if position.outcome:
            raise SetupError("start", setup.start)
        return position

    def parse_position(self, text: str) -> YalaPosition:
        """``dl/ld/.../ld d``, or ``BOARD | no-repeat | BOARD | ...``; see format_position."""
        board, *more = text.split(_BETWEEN)
        key = _parse_board(board)
        if not more:
            return YalaPosition(*key)
        repetition, *boards = more
        if repetition not in REPETITION.choices:
            raise ValueError(f"{repetition!r} is none of {', '.join(REPETITION.choices)}")
        if repetition == REPETITION.default and not boards:
            raise ValueError(f"{repetition!r} goes without saying where nothing can come again")
        earlier = tuple(map(_parse_board, boards))
        for towers, _ in earlier:
            if list(map(bool, towers)) != list(map(bool, key[0])):
                raise ValueError(f"{'/'.join(towers)} has other places, so it cannot come again")
        return YalaPosition(*key, repetition, Past(earlier))

    def format_position(self, position: YalaPosition) -> str:
        """The board, the repetition rule, and the boards that could come again, oldest first.

        Under the default rule and with no earlier boards it is the board alone.
        """
        board, repetition = _format_board(position.key), position.repetition
        if repetition == REPETITION.default and not position.earlier:
            return board
        return _BETWEEN.join((board, repetition, *position.earlier.texts(_format_board)))

    def format_board(self, position: YalaPosition) -> str:
        """``dl/ld/.../ld d``: twelve towers, bottom to top, and the side to move."""
        return _format_board(position.key)

    def parse_action(self, text: str) -> YalaAction:
        """``e+``: the top stone of e, clockwise.

        >>> RULES.parse_action("e+")
        YalaAction(site='e', direction='+')
        >>> RULES.parse_action("e5")
        Traceback (most recent call last):
            ...
        ValueError: 'e5' is not a place a-l and a direction + or -
        """
        if len(text) != 2 or text[0] not in SITES or text[1] not in DIRECTIONS:
            raise ValueError(f"{text!r} is not a place a-l and a direction + or -")
        return YalaAction(text[0], text[1])

    def format_action(self, action: YalaAction) -> str:
        return str(action)

    def arrange(self, setup: Setup, token: str) -> str:
        """A pressed tower is turned over; at first dark and light alternate.

        >>> start = RULES.arrange(Setup("yala"), "")
        >>> start
        'dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        >>> RULES.arrange(Setup("yala", start=start), "a")
        'ld/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        """
        towers = setup.start.partition(" ")[0].split("/") if setup.start else [*START_TOWERS * 6]
        if token in SITES:
            index = SITES.index(token)
            towers[index] = towers[index][::-1]
        return "/".join(towers) + " " + setup.option(BEGINS.name, BEGINS.default)[0]

    def choose(self, position: YalaPosition, seat: Seat) -> YalaChoice:
        return YalaChoice(position, seat)

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """``moved`` along its places, ``built`` with the tower's height, perhaps ``vanished``."""
        action, seat = turn.action, turn.seat
        path = turn.before.walk(action).path
        towers = dict(zip(SITES, turn.after.towers, strict=True))
        told = [
            Event("moved", seat, (action.site, *path)),
            Event("built", seat, path[-1:], count=len(towers[path[-1]])),
        ]
        if not towers[action.site]:
            told.append(Event("vanished", seat, (action.site,)))
        return (*told, *endings(turn.after.outcome, seat))

    def trace(self, position: YalaPosition) -> Mapping[str, object]:
        return {"position": self.format_board(position)}


def is_uneven_start(towers: Sequence[str]) -> bool:
    """Whether these are twelve towers as at the start, but not six with each colour on top."""
    return set(towers) <= {*START_TOWERS} and towers.count(START_TOWERS[0]) != len(SITES) // 2


def _format_board(key: Key) -> str:
    towers, to_move = key
    return "/".join(towers) + " " + to_move


def _parse_board(text: str) -> Key:
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
    return towers, "d" if fields[1] == "d" else "l"


RULES = Yala()
