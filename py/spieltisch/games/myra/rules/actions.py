"""Myra's actions and how they are written (docs/rules.md, Myra)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from spieltisch.games.myra.rules import core, hexagon


class MyraAction(NamedTuple):
    """What a seat does, described by what it changes; the fields are those of core.CoreAction.
    Sowing and gathering name a set of pits, so two orders over the same pits are one action.
    Gathering two is building one soldier on its neighbour, and is always a ``move``."""

    kind: core.ActionKind
    """``move`` (also build and split), ``capture``, ``gather``, ``sow``, ``produce``, ``pass``."""
    soldiers: int
    """How many soldiers take part; 0 for the queen and a pass."""
    origin: int
    """Mask of the pit that is left; the pit gathered into; 0 for none."""
    pits: int
    """Mask of the pit reached or produced on, the pits sown on, the other pits gathered."""

    @property
    def site(self) -> str:
        """Where the action starts; for gathering, the chain's first pit."""
        return self.path[0] if self.path else ""

    @property
    def target(self) -> str:
        """The name of the pit that the action ends in."""
        return self.path[-1] if self.path else ""

    @property
    def path(self) -> tuple[str, ...]:
        """The pits in the order of the action's text; if several would do, of the smallest text."""
        return _path(self)

    def __str__(self) -> str:
        """``4b1-c3``, ``Qa1xb1``, ``b2>b3>c3``, ``b2<b3<b4``, ``+b1`` or ``pass``.

        >>> str(MyraAction("move", 4, hexagon.mask_of("b1"), hexagon.mask_of("c3")))
        '4b1-c3'
        """
        if self.kind == core.PASS:
            return "pass"
        if self.kind == core.PRODUCE:
            return "+" + self.target
        text = _SIGNS[self.kind].join(self.path)
        if self.kind in (core.GATHER, core.SOW):
            return text
        return (str(self.soldiers) if self.soldiers else "Q") + text

    def __repr__(self) -> str:
        """Its text; its fields, if they are no action's."""
        try:
            return str(self)
        except (KeyError, TypeError, ValueError):
            return f"{type(self).__name__}{tuple(self)}"


_SIGNS: Mapping[core.ActionKind, str] = {
    core.MOVE: "-",
    core.CAPTURE: "x",
    core.GATHER: ">",
    core.SOW: "<",
}
_KINDS = {sign: kind for kind, sign in _SIGNS.items()}
_SITE = "[a-k](?:1[01]|[1-9])"
_WALK = re.compile(f"([Q1-{core.FORTRESS}])({_SITE})([-x])({_SITE})")
_CHAIN = re.compile(f"{_SITE}(?:([<>]){_SITE})(?:\\1{_SITE})*")


@lru_cache(maxsize=4096)
def _path(action: MyraAction) -> tuple[str, ...]:
    if action.kind == core.PASS:
        return ()
    if action.kind == core.PRODUCE:
        return (hexagon.name_of(action.pits),)
    if action.kind in (core.MOVE, core.CAPTURE):
        return (hexagon.name_of(action.origin), hexagon.name_of(action.pits))
    path = None
    if 0 < action.pits <= hexagon.BOARD and action.pits.bit_count() <= core.FORTRESS:
        cell = hexagon.parse_cell(hexagon.name_of(action.origin))
        path = hexagon.smallest_path(cell, action.pits, is_inward=action.kind == core.GATHER)
    if path is None:
        raise ValueError(f"no chain has just the pits of {tuple(action)}")
    return path


def parse_action(text: str) -> MyraAction:
    """An action from its text; raises ValueError naming what is wrong with it, and where. All
    orders over the same pits are read as one action, whose printed text is the smallest one; a
    gathering of two is read as a build. Whether the action is legal depends on the position.

    >>> parse_action("4b1-c3").site, parse_action("Qa1xb1").kind, parse_action("pass").kind
    ('b1', 'capture', 'pass')
    >>> str(parse_action("b4>b3>b2"))
    'b4>b3>b2'
    >>> parse_action("7b1-c3")
    Traceback (most recent call last):
        ...
    ValueError: '7b1-c3' is not like 4b1-c3, 4b1xd5, Qa1-b1, b2>b3>c3, b2<b3<b4, +b1 or pass
    """
    if text == "pass":
        return MyraAction(core.PASS, 0, 0, 0)
    if text.startswith("+"):
        return MyraAction(core.PRODUCE, 1, 0, hexagon.mask_of(text[1:]))
    walk = _WALK.fullmatch(text)
    if walk:
        who, site, sign, target = walk.groups()
        _check_sites(text, (site, target))
        count = 0 if who == "Q" else int(who)
        return MyraAction(_KINDS[sign], count, hexagon.mask_of(site), hexagon.mask_of(target))
    chain = _CHAIN.fullmatch(text)
    if not chain:
        raise ValueError(
            f"{text!r} is not like 4b1-c3, 4b1xd5, Qa1-b1, b2>b3>c3, b2<b3<b4, +b1 or pass"
        )
    sign, names = chain[1], tuple(text.split(chain[1]))
    _check_sites(text, names)
    for one, other in pairwise(names):
        if not hexagon.NEIGHBOURS[hexagon.CELL_OF[one]] >> hexagon.CELL_OF[other] & 1:
            raise ValueError(f"{other} is not next to {one} in {text!r}")
    if sign == "<":
        count = len(names) - 1
        if not 2 <= count <= core.FORTRESS:
            raise ValueError(f"{text!r} sows on {count} pits, not 2 to {core.FORTRESS}")
        return MyraAction(core.SOW, count, hexagon.mask_of(names[0]), hexagon.mask_of(*names[1:]))
    count = len(names)
    if count > core.FORTRESS:
        raise ValueError(f"{text!r} gathers {count} soldiers, not 2 to {core.FORTRESS}")
    if count == 2:
        return MyraAction(core.MOVE, 1, hexagon.mask_of(names[0]), hexagon.mask_of(names[1]))
    return MyraAction(core.GATHER, count, hexagon.mask_of(names[-1]), hexagon.mask_of(*names[:-1]))


def _check_sites(text: str, names: tuple[str, ...]) -> None:
    for index, name in enumerate(names):
        try:
            hexagon.parse_cell(name)
        except ValueError as error:
            raise ValueError(f"{error}, in {text!r}") from None
        if name in names[:index]:
            raise ValueError(f"{name} comes twice in {text!r}")
