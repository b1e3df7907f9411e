"""Myra's hexagon as SVG: 91 pits, or fewer by house rules, each a button.

All of the board turns as one piece of wood: its edge, its face, the pits and what lies in them
(``turntable``). Pieces and names stay upright, and the board's shadow stays below it.
"""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import GATHER, MOVE, SOW
from spieltisch.games.myra.rules.hexagon import EDGE, PITS
from spieltisch.games.myra.rules.position import MyraPosition, Piece, sites_of
from spieltisch.games.myra.rules.rules import RULES, PieceEvent
from spieltisch.games.myra.view import compass
from spieltisch.games.myra.view.pieces import PIT, drawing, links, symbol_id, symbols, trail
from spieltisch.games.myra.view.sentences import choice_of, hinted, pit_label, tab_stop
from spieltisch.kit.marks import Place, marks_layer
from spieltisch.kit.markup import Markup, Value, el, join, number, region
from spieltisch.kit.scene import Scene, played_on, site_button
from spieltisch.kit.sentences import hint_labels
from spieltisch.table import Turn

_PLUS = "M-9 0H9M0-9V9"
_CROSS = "M-7-7 7 7M7-7-7 7"


@cache
def turning(turns: int) -> str:
    """The transform that turns the board by so many sixths of a circle; -turns undoes it. It is a
    matrix because browsers animate from one matrix to another the shorter way round. For half a
    turn a tiny sine decides the way, so that board and pieces turn in opposite directions."""
    angle = -turns * pi / 3
    cosine, sine = cos(angle), sin(angle)
    if turns in (3, -3):
        sine = -0.0001 if turns > 0 else 0.0001
    return f"matrix({cosine:.4f} {sine:.4f} {-sine:.4f} {cosine:.4f} 0 0)"


@cache
def shift(site: str) -> str:
    x, y = compass.place(site)
    return f"translate({number(x)} {number(y)})"


def used(piece: Piece, turns: int, kind: str | None = None) -> Markup:
    name = f"#{symbol_id(piece)}"
    return el("use", {"href": name, "class": kind, "transform": turning(-turns)})


def pits(scene: Scene, turns: int, tab_stop: str) -> list[Markup]:
    """All pits, each a button, followed by its preview where a walk or chain can go on."""
    # Of those who may not choose the choice leads nowhere.
    choice = choice_of(scene) or MyraChoice(scene.position, seat=0)
    targets, ends, trace = choice.targets, choice.ends, choice.trace
    # The pits that a drag may start from.
    is_chain = choice.kind in (SOW, GATHER)
    grips = {*trace} if is_chain else (choice.origins | {*trace}) - ends
    hints = hint_labels(*hinted(scene), scene.words)
    drawn: list[Markup] = []
    for site in scene.position.sites:
        label = pit_label(scene, choice_of(scene), site, hints)
        attributes: dict[str, Value] = {
            **site_button(
                scene, site, label, tab_stop, is_target=site in targets, is_chosen=site in trace
            ),
            "class": " ".join(("pit", *_states(choice, site))),
            "data-grip": site in grips,
            "data-held": trace[-1:] == (site,),
            "data-earlier": site in trace[:-1],
        }
        preview = _preview(choice, site, turns) if site in ends else None
        drawn.append(_pit(site, _marks(choice, site, turns), preview, **attributes))
    return drawn


def looked_at(choice: MyraChoice, turns: int) -> Markup:
    """The pits in a picture: marked with what can be done, but not to be pressed."""
    drawn: list[Markup] = []
    for site in choice.position.sites:
        states, marks = _states(choice, site), _marks(choice, site, turns)
        if states or marks:
            rim = el("circle.pit-rim", {"r": 44})
            shape = {"class": " ".join(("pit", *states)), "transform": shift(site)}
            drawn.append(el("g", {**shape}, rim, marks))
    return el("g.pits", drawn)


# Most pits stay as they are from one picture to the next.
@lru_cache(maxsize=2048)
def _pit(site: str, marks: Markup | None, preview: Markup | None, **attributes: Value) -> Markup:
    """A pit as a button, with what is drawn into it and after it."""
    rim = el("circle.pit-rim", {"r": 44})
    button = el("g", {**attributes, "transform": shift(site)}, rim, marks)
    return region("g", {"id": f"pit-{site}"}, button, preview)


def _states(choice: MyraChoice, site: str) -> tuple[str, ...]:
    if not choice.kind:
        if site in choice.origins:
            return ("is-origin",)
        return ("is-birth",) if site in choice.births else ()
    if site in choice.trace:
        return ("is-chosen",) if site == choice.trace[-1] else ("is-traced",)
    if site in choice.captures:
        return ("is-end", "is-capture")
    if site in choice.builds:
        return ("is-end", "is-build")
    return ("is-end",) if site in choice.ends else ()


def _marks(choice: MyraChoice, site: str, turns: int) -> Markup | None:
    """The mark in a pit that shows what can be done with it."""
    if not choice.kind:
        if site in choice.births and site not in choice.origins:
            return el("path.mark-plus", {"d": _PLUS, "transform": turning(-turns)})
        return None
    if site in choice.trace[1:]:
        if choice.kind == SOW:
            return used(Piece(choice.seat, 1), turns, "is-laid")
        if choice.kind == GATHER and site == choice.trace[-1]:
            count = el("text", {"y": 8, "aria-hidden": "true"}, len(choice.trace))
            return _badge(turns, "is-count", el("circle", {"r": 17}), count)
    if site in choice.trace or site not in choice.ends:
        return None
    piece = choice.position.pieces.get(site)
    if piece is None:
        return el("circle.mark-dot", {"r": 9})
    is_prey = piece.seat != choice.seat
    sign = el("path", {"d": _CROSS if is_prey else _PLUS})
    return _badge(turns, "is-prey" if is_prey else "", el("circle", {"r": 15}), sign)


def _badge(turns: int, kind: str, *drawing: Markup) -> Markup:
    shape = {"class": f"badge-mark {kind}".rstrip(), "transform": "translate(28 -28)"}
    return el("g.mark", {"transform": turning(-turns)}, el("g", {**shape}, *drawing))


def _preview(choice: MyraChoice, site: str, turns: int) -> Markup:
    """The walk to an end and what would lie there; seen while the pit is hovered or focused. It is
    not in the pit's own group, whose middle is where the pit is pressed."""
    is_free = site not in choice.position.pieces
    walk, soldiers = choice.walk(site), choice.soldiers
    if choice.kind != MOVE:
        walk, soldiers = walk[-2:], 1
    ghost = used(Piece(choice.seat, soldiers), turns, "is-ghost")
    return el(
        "g.preview",
        {"data-walk": site, "aria-hidden": "true"},
        trail(walk, "is-preview", gap=0 if is_free else PIT - 2),
        el("g", {"transform": shift(site)}, ghost) if is_free else None,
    )


_BORDER = 54.0
"""From the middle of a pit in a corner to the frame's corner, which the style sheet rounds by a
stroke of 60 units."""

HALF_WIDTH, HALF_HEIGHT = 470.0, 545.0
"""Of the picture of the large board."""

_RIM = 64.0
"""How far beyond a line's first pit its name is written."""


def board(scene: Scene) -> Markup:
    position: MyraPosition = scene.position
    choice = choice_of(scene)
    seats = len(position.seats)
    turns = compass.turns_of(scene)
    edge, sites = position.edge, position.sites
    kind = "board board-myra" + " is-named" * scene.settings.has_place_names
    # From now on a finger traces.
    kind += " is-held" * (choice is not None and bool(choice.trace))
    label = scene.words(
        "Myra, a hexagon of {n} pits, standing on a corner. The arrow keys go from pit to pit.",
        n=len(sites),
    )
    chain = choice.trace if choice is not None and choice.kind in (SOW, GATHER) else ()
    return region(
        "svg",
        {
            "class": kind,
            "viewBox": " ".join(map(number, _whole(edge))),
            **played_on(scene, "myra", RULES.format_board(position), label),
            "data-tracing": None if choice is None else "chain" if chain else "walk",
        },
        region("g#symbols", symbols(seats)),
        region("g#frame", frame(turns, edge)),
        region(
            "g#turntable.turntable",
            {"transform": _turntable(turns, edge)},
            region("g#wells", wells(sites)),
            region("g#last-action", last(scene.last) if scene.last else None),
            region("g#pieces", pieces(position, choice, turns)),
            region("g#fallen", _fallen(scene.last, turns) if scene.last else None),
            region("g#hinted", _hinted(scene)),
            region("g#pits", pits(scene, turns, tab_stop(scene))),
            # Over the rings of what can be chosen, which would cover the names.
            region("g#lit", _lit(scene, turns)),
            region("g#traced", links(chain, "is-traced") if len(chain) > 1 else None),
            region("g#pit-names", _names(position, choice, turns)),
            marks_layer(scene.marks, places(position)) if scene.marks else None,
        ),
    )


def places(position: MyraPosition) -> dict[str, Place]:
    """The middle of each pit, on the turntable."""
    return {site: (*compass.place(site), PIT + 6) for site in position.sites}


def _turntable(turns: int, edge: int) -> str:
    """The transform of all that turns with the board."""
    moved = f" translate(0 {number(-compass.rise(edge))})" if edge != EDGE else ""
    return turning(turns) + moved


@cache
def frame(turns: int, edge: int = EDGE) -> Markup:
    """The wooden board under the pits, with the names of its lines along two edges each."""
    reach = (edge - 1) * compass.PITCH + _BORDER
    angles = [sixth * pi / 3 for sixth in range(6)]
    corners = [(reach * sin(angle), -reach * cos(angle)) for angle in angles]
    hexagon = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"
    turned = {"d": hexagon, "transform": turning(turns) if turns else None}
    names = [
        el("text.rim-name", {"transform": _upright(point, turns), "y": 9}, name)
        for name, point in _lines(edge)
    ]
    return el(
        "g.hexagon",
        {"aria-hidden": "true"},
        el("g", {"transform": "translate(0 4)"}, el("path.hexagon-edge", {**turned})),
        el(
            "g",
            {"transform": "translate(0 -5)"},
            el("path.hexagon-face", {"fill": "url(#wood-hexagon)", **turned}),
        ),
        el("g.turntable", {"transform": turning(turns) if turns else None}, names),
    )


def _upright(point: compass.Point, turns: int) -> str:
    """The transform of a name at a point of the board, which stays upright when that turns."""
    x, y = point
    moved = f"translate({number(x)} {number(y)})"
    return f"{moved} {turning(-turns)}" if turns else moved


def _lines(edge: int) -> list[tuple[str, compass.Point]]:
    """The rows' letters and the columns' numbers, each beyond the line's first pit."""
    sites = sites_of(PITS[edge])
    rows = {site[0]: site for site in reversed(sites)}
    columns = {site[1:]: site for site in reversed(sites)}
    found: list[tuple[str, compass.Point]] = []
    for firsts, aside in ((rows, _RIM), (columns, -_RIM)):
        for name, site in firsts.items():
            x, y = compass.placed(site, 0, edge)
            found.append((name, (x + aside * compass.COLUMN / compass.PITCH, y + _RIM / 2)))
    return found


@cache
def wells(sites: Sequence[str]) -> Markup:
    """The hollows, as three layers of dots, as large as the style sheet says."""
    dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in map(compass.place, sites))
    kinds = ("wells", "well-sides", "well-floors")
    return join(*(el("path", {"class": kind, "d": dots}) for kind in kinds))


def _names(position: MyraPosition, choice: MyraChoice | None, turns: int) -> Markup:
    taken = {*position.pieces}
    if choice is not None:
        taken |= choice.ends | choice.births | {*choice.trace}
    free = [site for site in position.sites if site not in taken]
    names = [_pit_name(site, turns) for site in free]
    return el("g.pit-names", {"aria-hidden": "true"}, names)


@cache
def _pit_name(site: str, turns: int) -> Markup:
    return el("text", {"transform": _upright(compass.place(site), turns), "y": 7}, site)


def pieces(position: MyraPosition, choice: MyraChoice | None, turns: int) -> Markup:
    drawn = [
        el("g", {"transform": shift(site)}, el("g", {"data-piece": site}, used(piece, turns)))
        for site, piece in lying(position, choice).items()
    ]
    return el("g.pieces", {"aria-hidden": "true"}, drawn)


def lying(position: MyraPosition, choice: MyraChoice | None) -> dict[str, Piece]:
    """What lies in each pit; soldiers that are being sown have left theirs already."""
    found = dict(position.pieces)
    if choice is not None and choice.kind == SOW:
        site = choice.trace[0]
        left = choice.soldiers - len(choice.trace) + 1
        found[site] = Piece(choice.seat, left)
        if not left:
            del found[site]
    return found


def last(turn: Turn) -> Markup:
    """Where the last action went, what it reached, and whose soldiers changed hands."""
    told = {event.kind: event for event in turn.events}
    way = turn.events[0].sites
    reached = way[1:] if "sown" in told else way[-1:]
    kind = "is-taken" if "captured" in told else "is-reached"
    discs = [(site, kind) for site in reached]
    discs += [(way[0], "is-from")] if len(way) > 1 else []
    if "inherited" in told:
        discs += [(site, "is-inherited") for site in told["inherited"].sites]
    drawn = [
        el("circle", {"class": f"last-pit {kind}", "r": PIT + 1, "transform": shift(site)})
        for site, kind in discs
    ]
    drawn += [trail(way, "is-last")] if len(way) > 1 else []
    return el("g.last-action", {"aria-hidden": "true"}, drawn)


def _lit(scene: Scene, turns: int) -> Markup | None:
    """The pits that a task names, and over all of them their names."""
    if not scene.lit:
        return None
    sites, upright = sorted(scene.lit), {"transform": turning(-turns)}
    ground = el("rect.lit-ground", {"x": -25, "y": 24, "width": 50, "height": 28, "rx": 10})
    names = [el("g", {**upright}, ground, el("text.lit-name", {"y": 46}, site)) for site in sites]
    placed = [
        el("g", {"transform": shift(site)}, name) for site, name in zip(sites, names, strict=True)
    ]
    return el("g.lit", {"aria-hidden": "true"}, list(map(_ring, sites)), placed)


def _ring(site: str) -> Markup:
    return el("circle.hinted-pit", {"r": PIT + 2, "transform": shift(site)})


def _fallen(turn: Turn, turns: int) -> Markup | None:
    """A queen that the last action has captured: she lies beside her captor, who is lit."""
    taken = next((one for one in turn.events if one.kind == "captured"), None)
    if not isinstance(taken, PieceEvent) or not taken.is_queen or taken.target is None:
        return None
    queen = el("use", {"href": f"#{symbol_id(Piece(taken.target, 0))}"})
    fallen = el("g.fallen", {"transform": "translate(40 -34) rotate(75) scale(0.6)"}, queen)
    return el(
        "g.captor",
        {"transform": shift(taken.sites[-1]), "aria-hidden": "true"},
        el("circle.captor-ring", {"r": PIT + 8}),
        el("g", {"transform": turning(-turns)}, fallen),
    )


def _hinted(scene: Scene) -> Markup | None:
    """Where a hint points, and the way it leads."""
    (start, end), event = hinted(scene), scene.advised
    if event is None or start is None:
        return None
    way = None
    if end is not None and len(event.sites) > 1:
        is_chain = event.kind in ("sown", "gathered")
        way = links(event.sites, "is-hint") if is_chain else trail(event.sites, "is-hint", gap=PIT)
    sites = [site for site in dict.fromkeys((start, end)) if site is not None]
    return el("g.hinted", {"aria-hidden": "true"}, way, list(map(_ring, sites)))


# The board as a picture: whole, or the part of it that a rule is about.

_SHAPE = 1.15
"""How much wider than high a part of the board is shown."""

_MARGIN = 0.7 * compass.PITCH
"""How much is seen round the middles of the outermost pits of a part."""

Box = tuple[float, float, float, float]
"""The left and upper edge, the width and the height, in board units."""


def _whole(edge: int) -> Box:
    width, height = (
        HALF_WIDTH - (EDGE - edge) * compass.COLUMN,
        HALF_HEIGHT - (EDGE - edge) * compass.PITCH,
    )
    return -width, -height, 2 * width, 2 * height


def picture(scene: Scene) -> Markup:
    """The board of a scene, or the part of it round the scene's focus."""
    turns = compass.turns_of(scene)
    position: MyraPosition = scene.position
    edge = position.edge
    box = _box(scene.focus, edge) if scene.focus else _whole(edge)
    choice = choice_of(scene)
    # Pieces stand upright, each drawn in full: several pictures share a page, on which a definition
    # may occur only once.
    drawn = []
    for site, piece in lying(position, choice).items():
        if _is_in(site, box, edge):
            upright = f"{shift(site)} {turning(-turns)}" if turns else shift(site)
            drawn.append(el("g", {"transform": upright, "data-piece": site}, drawing(piece)))
    return el(
        "svg.board.board-myra.is-picture",
        {"viewBox": " ".join(map(number, box)), "aria-hidden": "true"},
        # Soldiers that a choice has laid out refer to these by name.
        symbols(len(position.seats)) if choice is not None and not scene.focus else None,
        frame(turns, edge),
        el(
            "g.turntable",
            {"transform": _turntable(turns, edge)},
            wells(tuple(site for site in position.sites if _is_in(site, box, edge))),
            last(scene.last) if scene.last else None,
            el("g.pieces", drawn),
            _hinted(scene),
            looked_at(choice, turns) if choice is not None else None,
        ),
    )


def _box(sites: Collection[str], edge: int) -> Box:
    """The part of the board to show: these pits, as seat 1 sees them, and a margin."""
    points = [compass.placed(site, 0, edge) for site in sites]
    left, right = min(x for x, _ in points) - _MARGIN, max(x for x, _ in points) + _MARGIN
    top, bottom = min(y for _, y in points) - _MARGIN, max(y for _, y in points) + _MARGIN
    width = max(right - left, (bottom - top) * _SHAPE)
    height = width / _SHAPE
    return ((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def _is_in(site: str, box: Box, edge: int) -> bool:
    left, top, width, height = box
    x, y = compass.placed(site, 0, edge)
    return -PIT < x - left < width + PIT and -PIT < y - top < height + PIT
