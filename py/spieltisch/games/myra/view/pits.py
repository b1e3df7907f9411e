"""Myra's pits as buttons: what can be pressed now, and what pressing would do."""

from functools import cache, lru_cache
from math import cos, pi, sin

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import GATHER, MOVE, SOW
from spieltisch.games.myra.rules.position import Piece
from spieltisch.games.myra.view.compass import place
from spieltisch.games.myra.view.pieces import PIT, symbol_id, trail
from spieltisch.games.myra.view.sentences import choice_of, hinted, pit_label
from spieltisch.kit.markup import Markup, Value, el, number, region
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import hint_labels

_PLUS = "M-9 0H9M0-9V9"
_CROSS = "M-7-7 7 7M7-7-7 7"


@cache
def turning(turns: int) -> str:
    """The transform that turns the board by so many sixths of a circle; -turns undoes it.

    It is a matrix because browsers animate from one matrix to another the shorter way round. For
    half a turn a tiny sine decides the way, so that board and pieces turn in opposite directions.
    """
    angle = -turns * pi / 3
    cosine, sine = cos(angle), sin(angle)
    if turns in (3, -3):
        sine = -0.0001 if turns > 0 else 0.0001
    return f"matrix({cosine:.4f} {sine:.4f} {-sine:.4f} {cosine:.4f} 0 0)"


@cache
def shift(site: str) -> str:
    x, y = place(site)
    return f"translate({number(x)} {number(y)})"


def used(piece: Piece, turns: int, kind: str | None = None) -> Markup:
    name = f"#{symbol_id(piece)}"
    return el("use", {"href": name, "class": kind, "transform": turning(-turns)})


def pits(scene: Scene, turns: int, tab_stop: str) -> list[Markup]:
    """All pits, each a button, followed by its preview where a walk or chain can go on."""
    choice = choice_of(scene)
    targets = choice.targets if choice is not None else frozenset()
    grips = _grips(choice) if choice is not None else frozenset()
    ends = choice.ends if choice is not None else frozenset()
    hints = hint_labels(*hinted(scene), scene.words)
    trace = choice.trace if choice is not None else ()
    drawn: list[Markup] = []
    for site in scene.position.sites:
        is_target, is_laid = site in targets, site in trace
        may_be_pressed = is_target or is_laid
        is_stop = scene.is_tab_stop(is_cursor=site == tab_stop, may_be_pressed=may_be_pressed)
        attributes: dict[str, Value] = {
            "class": " ".join(("pit", *(_states(choice, site) if choice is not None else ()))),
            "data-target": is_target,
            "data-grip": site in grips,
            "data-held": trace[-1:] == (site,),
            "data-earlier": site in trace[:-1],
            "tabindex": 0 if is_stop else -1,
            "aria-label": pit_label(scene, choice, site, hints),
            "aria-pressed": "true" if is_laid else None,
        }
        marks = _marks(choice, site, turns) if choice is not None else None
        preview = _preview(choice, site, turns) if choice is not None and site in ends else None
        drawn.append(_pit(site, marks, preview, **attributes))
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
    named: dict[str, Value] = {"id": f"site-{site}", "data-site": site, "role": "button"}
    button = el(
        "g",
        {**named, **attributes, "transform": shift(site)},
        el("circle.pit-rim", {"r": 44}),
        marks,
    )
    return region("g", {"id": f"pit-{site}"}, button, preview)


def _grips(choice: MyraChoice) -> frozenset[str]:
    """The pits that a drag may start from."""
    if choice.kind in (SOW, GATHER):
        return frozenset(choice.trace)
    return (choice.origins | frozenset(choice.trace)) - choice.ends


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
    if site in choice.trace:
        return _laid(choice, site, turns)
    if site not in choice.ends:
        return None
    piece = choice.position.pieces.get(site)
    if piece is None:
        return el("circle.mark-dot", {"r": 9})
    is_prey = piece.seat != choice.seat
    badge = el(
        "g",
        {"class": "badge-mark" + (" is-prey" if is_prey else ""), "transform": "translate(28 -28)"},
        el("circle", {"r": 15}),
        el("path", {"d": _CROSS if is_prey else _PLUS}),
    )
    return el("g.mark", {"transform": turning(-turns)}, badge)


def _laid(choice: MyraChoice, site: str, turns: int) -> Markup | None:
    """A soldier laid out, or how many have been gathered."""
    index = choice.trace.index(site)
    if choice.kind == SOW and index:
        return used(Piece(choice.seat, 1), turns, "is-laid")
    if choice.kind == GATHER and index and index == len(choice.trace) - 1:
        return el(
            "g.mark",
            {"transform": turning(-turns)},
            el(
                "g.badge-mark.is-count",
                {"transform": "translate(28 -28)"},
                el("circle", {"r": 17}),
                el("text", {"y": 8, "aria-hidden": "true"}, len(choice.trace)),
            ),
        )
    return None


def _preview(choice: MyraChoice, site: str, turns: int) -> Markup:
    """The walk to an end and what would lie there; seen while the pit is hovered or focused.

    It is not in the pit's own group, whose middle is where the pit is pressed.
    """
    is_free = site not in choice.position.pieces
    walk = choice.walk(site)[-2:] if choice.kind in (SOW, GATHER) else choice.walk(site)
    soldiers = choice.soldiers if choice.kind == MOVE else 1
    return el(
        "g.preview",
        {"data-walk": site, "aria-hidden": "true"},
        trail(walk, "is-preview", gap=0 if is_free else PIT - 2),
        el("g", {"transform": shift(site)}, used(Piece(choice.seat, soldiers), turns, "is-ghost"))
        if is_free
        else None,
    )
