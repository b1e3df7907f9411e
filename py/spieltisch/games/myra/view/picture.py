"""Myra's board as a picture: whole, or the part of it that a rule is about."""

from collections.abc import Collection, Iterator

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.hexagon import SITES
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.games.myra.view.board import (
    HALF_HEIGHT,
    HALF_WIDTH,
    frame,
    hinted,
    last,
    lying,
    turns_of,
    wells,
)
from spieltisch.games.myra.view.compass import PITCH, place
from spieltisch.games.myra.view.pieces import PIT, drawing, symbols
from spieltisch.games.myra.view.pits import looked_at, shift, turning
from spieltisch.games.myra.view.sentences import choice_of
from spieltisch.kit.markup import Markup, Value, el, number
from spieltisch.kit.scene import Scene

_SHAPE = 1.15
"""How much wider than high a part of the board is shown."""

_MARGIN = 0.7 * PITCH
"""How much is seen round the middles of the outermost pits of a part."""

Box = tuple[float, float, float, float]
"""The left and upper edge, the width and the height, in board units."""


def picture(scene: Scene) -> Markup:
    """The board of a scene, or the part of it round the scene's focus."""
    turns = turns_of(scene)
    box = _box(scene.focus) if scene.focus else _WHOLE
    shape: dict[str, Value] = {
        "class": "board board-myra is-picture",
        "viewBox": " ".join(map(number, box)),
        "aria-hidden": "true",
    }
    position: MyraPosition = scene.position
    choice = choice_of(scene)
    return el(
        "svg",
        shape,
        # Soldiers that a choice has laid out refer to these by name.
        symbols(len(position.seats)) if choice is not None and not scene.focus else None,
        frame(turns),
        el(
            "g.turntable",
            {"transform": turning(turns)},
            wells(tuple(site for site in SITES if _is_in(site, box))),
            last(scene.last) if scene.last else None,
            el("g.pieces", list(_drawn(position, choice, turns, box))),
            hinted(scene),
            looked_at(choice, turns) if choice is not None else None,
        ),
    )


_WHOLE: Box = (-HALF_WIDTH, -HALF_HEIGHT, 2 * HALF_WIDTH, 2 * HALF_HEIGHT)


def _box(sites: Collection[str]) -> Box:
    """The part of the board to show: these pits, as seat 1 sees them, and a margin."""
    points = [place(site) for site in sites]
    left, right = min(x for x, _ in points) - _MARGIN, max(x for x, _ in points) + _MARGIN
    top, bottom = min(y for _, y in points) - _MARGIN, max(y for _, y in points) + _MARGIN
    width = max(right - left, (bottom - top) * _SHAPE)
    height = width / _SHAPE
    return ((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def _is_in(site: str, box: Box) -> bool:
    left, top, width, height = box
    x, y = place(site)
    return -PIT < x - left < width + PIT and -PIT < y - top < height + PIT


def _drawn(
    position: MyraPosition, choice: MyraChoice | None, turns: int, box: Box
) -> Iterator[Markup]:
    """The pieces, upright, each drawn in full: several pictures share a page, on which a definition
    may occur only once."""
    for site, piece in lying(position, choice).items():
        if _is_in(site, box):
            upright = f"{shift(site)} {turning(-turns)}" if turns else shift(site)
            here: dict[str, Value] = {"transform": upright, "data-piece": site}
            yield el("g", here, drawing(Piece(piece.seat, piece.soldiers)))
