"""What a turn of Myra brought about, for views to show and say (docs/rules.md, Myra)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.table import Event, EventKind, Turn, endings

_KINDS: Mapping[str, EventKind] = {
    core.GATHER: "gathered",
    core.SOW: "sown",
    core.PRODUCE: "produced",
    core.PASS: "passed",
}


@dataclass(frozen=True)
class PieceEvent(Event):
    """An event of a queen or of ``count`` soldiers; a queen counts as one piece."""

    is_queen: bool = False


def events(turn: Turn) -> tuple[Event, ...]:
    """The action itself first, then what came of it, then the end of the match, if it is over.

    - ``moved`` (PieceEvent) along its walk; ``split`` where soldiers stay behind, with how many;
      ``built`` where they join others, with how many they are together;
      ``captured`` (PieceEvent) from a target; ``eliminated``, if that was its queen; ``inherited``,
      the pits whose soldiers change hands, with how many soldiers that is.
    - ``gathered`` and ``sown`` along their chain, which for sowing begins with the pit left;
      ``produced`` in a pit; ``passed``.
    """
    return (*_told(turn), *endings(turn.after.outcome, turn.seat))


def _told(turn: Turn) -> Iterator[Event]:
    before: MyraPosition = turn.before
    action, seat = turn.action, turn.seat
    walk = before.walk(action)
    if action.kind in _KINDS:
        yield Event(_KINDS[action.kind], seat, walk, count=action.soldiers or 1)
        return
    yield PieceEvent("moved", seat, walk, count=action.soldiers or 1, is_queen=not action.soldiers)
    if action.kind == core.CAPTURE:
        yield from _captured(turn, walk[-1:])
        return
    left = before.pieces[action.site].soldiers - action.soldiers
    if left:
        yield Event("split", seat, walk[:1], count=left)
    if action.target in before.pieces:
        together = turn.after.pieces[action.target].soldiers
        yield Event("built", seat, walk[-1:], count=together)


def _captured(turn: Turn, pit: tuple[str, ...]) -> Iterator[Event]:
    before: MyraPosition = turn.before
    piece = before.pieces[turn.action.target]
    count, is_queen = piece.soldiers or 1, piece.is_queen
    yield PieceEvent("captured", turn.seat, pit, piece.seat, count, is_queen)
    if not is_queen:
        return
    yield Event("eliminated", turn.seat, pit, piece.seat)
    if len(core.reigning(before.board)) > 2:
        pits = tuple(
            site
            for site, other in before.pieces.items()
            if other.seat == piece.seat and not other.is_queen
        )
        if pits:
            soldiers = sum(before.pieces[site].soldiers for site in pits)
            yield Event("inherited", turn.seat, pits, piece.seat, soldiers)
