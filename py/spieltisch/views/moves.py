"""The list of moves beside the board.

A match may be ten thousand moves long and is drawn at every press. So the list is cut into chunks,
each a region, and what has been drawn is kept: a press costs the chunk that it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spieltisch.table import CLOCK, Entry, Turn, TurningPoint
from spieltisch.views.evaluation import kind, mark
from spieltisch.views.markup import Markup, el, join, region
from spieltisch.views.scene import GameView
from spieltisch.views.words import Words

CHUNK = 60
"""So many moves are drawn together; any number of seats up to six divides it, so that every chunk
begins with the same seat."""


class _Stretch:
    """The turns of a match from one to another, for the caches to tell from others.

    A turn belongs to one place of one history, so that the last one tells all before it: nothing
    that grows with the match is compared or copied.
    """

    def __init__(self, turns: Sequence[Turn], start: int, end: int) -> None:
        self._turns = turns
        self.start, self.end = start, end
        self._last = turns[end - 1]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Stretch)
            and self._last is other._last
            and (self.start, self.end) == (other.start, other.end)
        )

    def __hash__(self) -> int:
        return hash((id(self._last), self.start, self.end))

    def chunks(self) -> list[_Stretch]:
        """The same in whole chunks, and what is left over."""
        starts = range(self.start, self.end, CHUNK)
        return [_Stretch(self._turns, at, min(at + CHUNK, self.end)) for at in starts]

    def of(self, turnings: tuple[TurningPoint, ...]) -> tuple[TurningPoint, ...]:
        """Those of the turning points that are in it."""
        return tuple(one for one in turnings if self.start < one.number <= self.end)

    def turns(self) -> list[Turn]:
        """Its turns."""
        return [self._turns[index] for index in range(self.start, self.end)]


def move_list(
    view: GameView,
    words: Words,
    names: tuple[str, ...],
    turns: Sequence[Turn],
    shown: int,
    turnings: tuple[TurningPoint, ...] = (),
    *,
    is_locked: bool = False,
) -> Markup:
    """The moves of a match, each a button that goes there.

    Args:
        view, words, names: the game, the language, and the players' names.
        turns: all that was played.
        shown: how many of them count; what was taken back is marked.
        turnings: the turning points, marked as well.
        is_locked: whether nobody may go to another move.
    """
    if not turns:
        nothing = words.gettext("No move yet.")
        return region("div", {"id": "moves", "class": "moves is-empty"}, el("p", None, nothing))
    settled = max(0, shown - 1) // CHUNK * CHUNK
    return region(
        "div",
        {
            "id": "moves",
            "class": f"moves of-{len(names)}",
            "role": "group",
            "aria-label": words.gettext("Moves"),
            "tabindex": 0,
        },
        _settled(_Stretch(turns, 0, settled), view, words, names, turnings, is_locked)
        if settled
        else None,
        [
            # Where all of a chunk was taken back, it does not matter how much of the match counts.
            _chunk(
                chunk, max(shown, chunk.start), view, words, names, chunk.of(turnings), is_locked
            )
            for chunk in _Stretch(turns, settled, len(turns)).chunks()
        ],
    )


# The part that a press leaves alone, and that of another language or review.
@lru_cache(maxsize=4)
def _settled(
    stretch: _Stretch,
    view: GameView,
    words: Words,
    names: tuple[str, ...],
    turnings: tuple[TurningPoint, ...],
    is_locked: bool,
) -> Markup:
    """Chunks of moves that all count, before the one with the last that does."""
    return join(
        [
            # The last that counts is further on.
            _chunk(chunk, chunk.end + 1, view, words, names, chunk.of(turnings), is_locked)
            for chunk in stretch.chunks()
        ]
    )


@lru_cache(maxsize=512)
def _chunk(
    stretch: _Stretch,
    shown: int,
    view: GameView,
    words: Words,
    names: tuple[str, ...],
    turnings: tuple[TurningPoint, ...],
    is_locked: bool,
) -> Markup:
    marked = {one.number: one for one in turnings}
    items = [
        _move(
            words,
            number,
            turn.entry,
            view.move_words(turn, names, words),
            words.gettext("Clock") if turn.seat == CLOCK else names[turn.seat - 1],
            marked.get(number),
            (number > shown) - (number < shown),
            is_locked=is_locked,
        )
        for number, turn in enumerate(stretch.turns(), start=stretch.start + 1)
    ]
    is_told = any(view.move_words(turn, names, words) for turn in stretch.turns()[:1])
    return region(
        "ol",
        {
            "id": f"moves-{stretch.start}",
            "class": "is-told" if is_told else None,
            "start": stretch.start + 1,
        },
        items,
    )


@lru_cache(maxsize=1024)
def _move(
    words: Words,
    number: int,
    entry: Entry,
    told: str,
    name: str,
    turning: TurningPoint | None,
    side: int,
    *,
    is_locked: bool,
) -> Markup:
    """A line of the list; ``side`` is 0 for the last one that counts, below it for those before."""
    return el(
        "li",
        {"class": f"move seat-{entry.seat}" + (" is-undone" if side > 0 else "")},
        el(
            "button",
            {
                "type": "button",
                "id": f"move-{number}",
                "data-do": "show",
                "data-arg": number,
                "aria-current": "step" if side == 0 else None,
                "disabled": is_locked,
                "aria-label": _label(words, number, entry, told, name, turning),
            },
            el("span", {"class": "move-number"}, number),
            mark(turning) if turning else None,
            " ",
            el("span", {"class": "move-words"}, told) if told else None,
            " " if told else None,
            el("span", {"class": "move-action"}, entry.action) if told else entry.action,
        ),
    )


def _label(
    words: Words, number: int, entry: Entry, told: str, name: str, turning: TurningPoint | None
) -> str:
    pattern = words.gettext("Move {number} {action}, {name}")
    if told:
        pattern = words.gettext("Move {number}: {told}")
    label = pattern.format(number=number, name=name, action=entry.action, told=told)
    return f"{label}: {kind(turning, words)}" if turning else label
