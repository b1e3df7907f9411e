"""Myra's hexagon: 91 pits, edges of six, named as on an Abalone board (docs/rules.md, Myra).

A site is named by its row ``a`` to ``k`` and its number ``1`` to ``11``. It also has a
*cell*, the number of its bit in a mask: rows are twelve bits long, one more than the longest, so
that a step in any of the six directions is a shift by 1, 12 or 13, and a step over the edge always
ends in a bit that is no site. A *mask* is a set of sites as an int; its lowest bit is ``a1``, and
its bits are in site order (row, then number).

By house rules the edges are shorter. A smaller hexagon is the part of the large one round its first
corner, so cells and names stay, and only the mask of all its sites is another.
"""

from collections.abc import Iterator
from functools import cache
from types import MappingProxyType

EDGE = 6
EDGES = (EDGE, 4, 5)
"""How many pits there are on an edge: by the rules, and as house rules allow."""

ROWS = "abcdefghijk"
ROW_BITS = 12

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The six steps (rows, numbers), going round; a step's opposite is three further on."""


def _cells(edge: int) -> tuple[int, ...]:
    """The cells of a hexagon's sites, in site order: of the largest, row ``a`` holds 1-6, ``f``
    1-11, ``k`` 6-11."""
    rows = range(2 * edge - 1)
    return tuple(
        row * ROW_BITS + number for row in rows for number in rows if abs(row - number) < edge
    )


CELLS = _cells(EDGE)
"""The cells of the 91 sites, in site order."""

SITES = tuple(f"{ROWS[cell // ROW_BITS]}{cell % ROW_BITS + 1}" for cell in CELLS)
"""The names of the 91 sites, in site order: row, then number."""

CELL_OF = MappingProxyType(dict(zip(SITES, CELLS, strict=True)))
_SITE_OF = dict(zip(CELLS, SITES, strict=True))

PITS = MappingProxyType({edge: sum(1 << cell for cell in _cells(edge)) for edge in EDGES})
"""The mask of all sites, by how many are on an edge."""

BOARD = PITS[EDGE]
"""That of the printed hexagon."""

EDGE_OF = MappingProxyType({pits: edge for edge, pits in PITS.items()})


def spread(mask: int) -> int:
    """The neighbours of a mask's sites; bits that are no site may be among them. A site of the mask
    itself is among them only if it has a neighbour in the mask."""
    return mask << 1 | mask >> 1 | mask << 12 | mask >> 12 | mask << 13 | mask >> 13


NEIGHBOURS = tuple(spread(1 << cell) & BOARD for cell in range(CELLS[-1] + 1))
"""By cell, the mask of the neighbouring sites."""


def parse_cell(text: str) -> int:
    """The cell of a site's name; raises ValueError if there is no such site."""
    if text not in CELL_OF:
        raise ValueError(f"{text!r} is no site of the hexagon")
    return CELL_OF[text]


def format_cell(cell: int) -> str:
    """The name of a cell that is a site; raises ValueError for one that is none.

    >>> format_cell(parse_cell("k11"))
    'k11'
    >>> parse_cell("a7")
    Traceback (most recent call last):
        ...
    ValueError: 'a7' is no site of the hexagon
    """
    if cell not in _SITE_OF:
        raise ValueError(f"cell {cell} is no site of the hexagon")
    return _SITE_OF[cell]


def bits(mask: int) -> Iterator[int]:
    """A mask's sites as masks of one site each, in site order."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def cells(mask: int) -> Iterator[int]:
    for pit in bits(mask):
        yield pit.bit_length() - 1


def sites(mask: int) -> tuple[str, ...]:
    return tuple(_SITE_OF[cell] for cell in cells(mask))


def name_of(pit: int) -> str:
    """The name of the one site of a mask; raises ValueError for a mask of none or of several."""
    if pit <= 0 or pit.bit_count() != 1:
        raise ValueError(f"{pit} is not the mask of one pit")
    return format_cell(pit.bit_length() - 1)


def mask_of(*names: str) -> int:
    """The mask of named sites; raises ValueError if a name is no site's.

    >>> sites(mask_of("b2", "a1"))
    ('a1', 'b2')
    """
    mask = 0
    for name in names:
        mask |= 1 << parse_cell(name)
    return mask


def ray(site: str, direction: tuple[int, int], pits: int = BOARD) -> tuple[str, ...]:
    """The sites in a straight line from a site in one of DIRECTIONS to the edge, nearest first,
    without itself; raises ValueError for what is no site's name. ``pits`` are all sites there are.

    >>> ray("a1", (1, 1))
    ('b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9', 'j10', 'k11')
    """
    step = direction[0] * ROW_BITS + direction[1]
    found: list[str] = []
    cell = parse_cell(site) + step
    while cell in _SITE_OF and pits >> cell & 1:
        found.append(_SITE_OF[cell])
        cell += step
    return tuple(found)


def shortest_path(start: int, end: int, free: int, steps: int) -> tuple[int, ...] | None:
    """The cells of a shortest walk of so many steps at most between two cells, both among them, or
    None if there is none. Between them it goes over the sites of the mask ``free`` alone. Of
    several shortest walks it is the one whose last steps come first in site order.

    >>> free = BOARD & ~mask_of("b2")
    >>> path = shortest_path(parse_cell("a1"), parse_cell("c3"), free, steps=4)
    >>> tuple(map(format_cell, path))
    ('a1', 'a2', 'b3', 'c3')
    """
    rings = [1 << start]
    seen = rings[0]
    while not rings[-1] & NEIGHBOURS[end]:
        ring = spread(rings[-1]) & free & ~seen
        if not ring or len(rings) == steps:
            return None
        seen |= ring
        rings.append(ring)
    path = [end]
    for ring in reversed(rings):
        path.append(next(cells(ring & NEIGHBOURS[path[-1]])))
    return tuple(reversed(path))


@cache
def chains(cell: int, length: int) -> tuple[int, ...]:
    """All sets of sites that a path leaving a cell can visit. The path has ``length`` sites, each
    next to the one before and none twice; the cell is not among them. Each set once, as masks in
    ascending order: from the middle of the board 6, 24, 102, 426 and 1,764 of them for 1 to 5
    sites.

    >>> [len(chains(parse_cell("f6"), length)) for length in (1, 2, 3)]
    [6, 24, 102]
    """
    return tuple(sorted({mask for mask, _ in _paths(cell, length)}))


def _paths(cell: int, length: int) -> set[tuple[int, int]]:
    """The sets of sites that paths from a cell visit, each with the cell the path ends in."""
    if length == 0:
        return {(0, cell)}
    return {
        (mask | 1 << step, step)
        for mask, last in _paths(cell, length - 1)
        for step in cells(NEIGHBOURS[last] & ~mask & ~(1 << cell))
    }


def smallest_path(cell: int, mask: int, *, is_inward: bool = False) -> tuple[str, ...] | None:
    """The path from a cell over all sites of a mask, each once, whose text is the smallest; None if
    there is no path. An inward one is written the other way, ending in the cell. Texts are compared
    as text, so ``f10`` comes before ``f9``. Where two paths part, neither name is a prefix of the
    other (``f1`` and ``f10`` are never that near), so comparing names is enough.

    >>> smallest_path(parse_cell("b2"), mask_of("b3", "b4"))
    ('b2', 'b3', 'b4')
    >>> smallest_path(parse_cell("b2"), mask_of("b3", "b4"), is_inward=True)
    ('b4', 'b3', 'b2')
    """
    if not is_inward:
        path = _first_path(cell, mask, BOARD)
        return tuple(map(format_cell, path)) if path else None
    for start in sorted(cells(mask), key=format_cell):
        path = _first_path(start, mask & ~(1 << start), NEIGHBOURS[cell])
        if path:
            return (*map(format_cell, path), format_cell(cell))
    return None


def _first_path(cell: int, mask: int, goal: int) -> tuple[int, ...] | None:
    """The first path in the order of texts from a cell over all of a mask, ending in the goal."""
    if not mask:
        return (cell,) if goal >> cell & 1 else None
    for step in _steps_by_text(cell):
        if mask >> step & 1:
            rest = _first_path(step, mask & ~(1 << step), goal)
            if rest:
                return (cell, *rest)
    return None


@cache
def _steps_by_text(cell: int) -> tuple[int, ...]:
    return tuple(sorted(cells(NEIGHBOURS[cell]), key=format_cell))
