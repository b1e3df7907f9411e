"""How Myra's hexagon is turned towards the seat that looks at it.

The board stands on a corner: the viewer's queen starts at the bottom, the seats go round clockwise.
Lengths are board units with the middle of the board (f6) at the origin, y downwards. *Turns*
are how many sixths of a circle, counter-clockwise, the board is turned from how seat 1 sees it.

A smaller board, by house rules, is the part of the large one round a1; it is drawn where it is
there, and then moved up as a whole, by its ``rise``.
"""

from functools import cache
from math import cos, pi, sin, sqrt

from spieltisch.games.myra.rules.hexagon import CELL_OF, EDGE, PITS, ROW_BITS, ray
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import start_corners
from spieltisch.kit.scene import Scene
from spieltisch.table import Seat

PITCH = 90.0
"""From the middle of a pit to the middle of the next."""

COLUMN = PITCH * sqrt(3) / 2
"""From one upright column of pits to the next."""

Point = tuple[float, float]
Way = tuple[int, int]

WAYS: tuple[Way, ...] = ((1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1))
"""The six ways as seat 1 sees them, clockwise, straight up first."""

UP, UP_RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, UP_LEFT = range(6)

_KEYPAD = ("ArrowUp", "PageUp", "PageDown", "ArrowDown", "End", "Home")
_STRAIGHT = {key: way for keys in (_KEYPAD, "wedsaq") for way, key in enumerate(keys)}
"""The keys lie as the ways do: on a keypad 7 8 9 over 1 2 3, on the letters Q W E over A S D."""

_SIDEWAYS = {"ArrowRight": (UP_RIGHT, DOWN_RIGHT), "ArrowLeft": (UP_LEFT, DOWN_LEFT)}
"""To the next column, which has no pit at the same height: first the upper one, then the lower."""


@cache
def turned(seats: int, viewer: Seat, edge: int = EDGE) -> int:
    """How the board is turned so that a seat's own corner lies at the bottom."""
    corner = start_corners(seats, edge)[viewer - 1]
    lines = [len(ray(corner, way, PITS[edge])) for way in WAYS]
    return lines.index(2 * edge - 2)


def turns_of(scene: Scene) -> int:
    position: MyraPosition = scene.position
    return turned(len(position.seats), scene.viewer, position.edge)


def rise(edge: int) -> float:
    """How far a board with so many pits on an edge lies below the middle of the large one."""
    return (EDGE - edge) * PITCH


@cache
def place(site: str) -> Point:
    """The middle of a pit on the large board, unturned."""
    row, number = divmod(CELL_OF[site], ROW_BITS)
    return (row - number) * COLUMN, (EDGE - 1 - (row + number) / 2) * PITCH


@cache
def placed(site: str, turns: int, edge: int = EDGE) -> Point:
    """The middle of a pit as it is seen."""
    x, y = place(site)
    return rotated((x, y - rise(edge)), turns)


def rotated(point: Point, turns: int) -> Point:
    """Where a point of the unturned board lies on the turned one."""
    x, y = point
    angle = -turns * pi / 3
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def way(direction: int, turns: int) -> Way:
    """The step (rows, numbers) that goes in a direction, such as UP, on the turned board."""
    return WAYS[(direction + turns) % 6]


def step(site: str, direction: int, turns: int, edge: int = EDGE) -> str | None:
    """The next pit that way; None over the edge."""
    return next(iter(ray(site, way(direction, turns), PITS[edge])), None)


def neighbour(site: str, key: str, turns: int, edge: int = EDGE) -> str | None:
    """The pit a key leads to; None for other keys, and where there is none. Every second column
    lies half a pit higher. So left and right go up from every second column and down from the
    others: pressing on keeps the height, and the way back is the same. At the edge they go to
    whichever of the two pits exists."""
    if key in _STRAIGHT:
        return step(site, _STRAIGHT[key], turns, edge)
    if key not in _SIDEWAYS or site not in CELL_OF:
        return None
    upper, lower = _SIDEWAYS[key]
    column = round(placed(site, turns, edge)[0] / COLUMN)
    order = (lower, upper) if column % 2 else (upper, lower)
    found = (step(site, direction, turns, edge) for direction in order)
    return next((pit for pit in found if pit is not None), None)
