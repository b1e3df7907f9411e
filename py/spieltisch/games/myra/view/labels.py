"""Myra's pits and pieces in words, for those who listen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import GATHER, MOVE, SOW
from spieltisch.games.myra.rules.position import Piece
from spieltisch.table import Status
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

EMPTY: Mapping[str, str] = MappingProxyType({})


def choice_of(scene: Scene) -> MyraChoice | None:
    """What is being chosen, if a person may act."""
    return scene.choice if isinstance(scene.choice, MyraChoice) else None


def soldiers_text(count: int, words: Words) -> str:
    """So many soldiers."""
    return words.ngettext("{n} soldier", "{n} soldiers", count).format(n=count)


# Most pits say the same from one picture to the next.
@lru_cache(maxsize=512)
def piece_text(piece: Piece | None, names: tuple[str, ...], words: Words) -> str:
    """What lies in a pit, and whose it is."""
    if piece is None:
        return words.gettext("empty")
    if piece.is_queen:
        text = words.gettext("queen, {name}")
    elif piece.is_fortress:
        text = words.gettext("fortress of 5, {name}")
    else:
        text = words.ngettext("{n} soldier, {name}", "{n} soldiers, {name}", piece.soldiers)
    return text.format(n=piece.soldiers, name=names[piece.seat - 1])


def pit_label(
    scene: Scene, choice: MyraChoice | None, site: str, hints: Mapping[str, str] = EMPTY
) -> str:
    """A pit: what lies in it, what a hint says of it, and what can be done with it now."""
    label = f"{site}: {piece_text(scene.position.pieces.get(site), scene.names, scene.words)}"
    if choice is None:
        return label
    prospects = _prospects(choice, site, scene.words)
    return ". ".join(filter(None, (label, hints.get(site), *prospects)))


def _prospects(choice: MyraChoice, site: str, words: Words) -> Iterator[str]:
    if not choice.kind:
        if site in choice.origins:
            yield words.gettext("Can be chosen")
        elif site in choice.births:
            yield words.gettext("A soldier can be produced here")
    elif site in choice.trace:
        yield from _traced(choice, site, words)
    elif site in choice.ends:
        yield _end(choice, site, words)


def _traced(choice: MyraChoice, site: str, words: Words) -> Iterator[str]:
    number = choice.trace.index(site)
    if choice.kind == GATHER:
        yield words.gettext("Gathered as number {n}").format(n=number + 1)
    elif number:
        yield words.gettext("Number {n} is laid here").format(n=number)
    elif choice.soldiers:
        template = words.ngettext("Chosen, {n} goes", "Chosen, {n} go", choice.soldiers)
        yield template.format(n=choice.soldiers)
    else:
        yield words.gettext("Chosen")
    if site == choice.trace[-1] and choice.status is Status.PLAYABLE:
        yield words.gettext("Press again to play")


def _end(choice: MyraChoice, site: str, words: Words) -> str:
    if choice.kind == SOW:
        return words.gettext("The next can be laid here")
    if choice.kind == GATHER:
        return words.gettext("Can be gathered next")
    piece = choice.position.pieces.get(site)
    if piece is None:
        steps = len(choice.walk(site)) - 1
        template = words.ngettext("Can go here, {n} step", "Can go here, {n} steps", steps)
        return template.format(n=steps)
    if choice.kind == MOVE and piece.seat != choice.seat:
        return words.gettext("Can be captured")
    together = piece.soldiers + choice.soldiers
    return words.gettext("Can be joined, {n} together").format(n=together)
