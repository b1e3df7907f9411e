"""The list of moves beside the board.

A match may be ten thousand moves long and is drawn at every press. So the list is cut into chunks,
each a region, and what has been drawn is kept: a press redraws only the chunks that it changes.
Chunks that are not drawn yet are as high as they will be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from spieltisch.app.board.review_view import kind_text, mistake_mark
from spieltisch.app.board.sentences import move_words
from spieltisch.app.board.shown import Going
from spieltisch.app.core.table import CHUNK, DRAWN_AT_ONCE
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Entry, Turn, TurningPoint

LONG = 9
"""An action of more characters may not fit into a line of the list."""


class _Stretch:
    """A range of the turns of a match and what they are told with, as a key of caches.

    A turn belongs to one place of one history, so the last turn identifies all before it: nothing
    that grows with the match is compared or copied. That is for caches alone and means nothing:
    what is drawn of another turn that is equal is the same, and is drawn anew.
    """

    def __init__(
        self, turns: Sequence[Turn], start: int, end: int, told: tuple[GameView, Words, Names]
    ) -> None:
        self._turns, self.told = turns, told
        self.start, self.end = start, end
        self.view, self.words, self.names = told
        self.key = (start, end, id(turns[end - 1]), *told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stretch) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def chunks(self) -> list[_Stretch]:
        """The stretch cut into chunks; the last one may be shorter."""
        starts = range(self.start, self.end, CHUNK)
        return [_Stretch(self._turns, at, min(at + CHUNK, self.end), self.told) for at in starts]

    def turns(self) -> list[Turn]:
        return [self._turns[index] for index in range(self.start, self.end)]

    def words_for(self, turn: Turn) -> str:
        return move_words(self.view, turn, self.names, self.words)

    def is_told(self) -> bool:
        """Whether each move is told in words, too: the first of the game shows it for all."""
        first = next((turn for turn in self.turns() if not turn.is_tables), None)
        return first is not None and bool(self.words_for(first))


def move_list(
    told: tuple[GameView, Words, Names],
    turns: Sequence[Turn],
    going: Going,
    mistakes: tuple[TurningPoint, ...] = (),
    *,
    undrawn: int = 0,
) -> Markup:
    """The moves of a match, each a button that goes there.

    Args:
        told: what they are told with.
        going: the last move before the moment on screen is marked, and what was taken back.
        mistakes: the turning points that are mistakes, marked as well.
        undrawn: how many of the first moves are not to be drawn yet, unless one is looked at.
    """
    _, words, names = told
    _forget_others(turns[0] if turns else None, told)
    if not turns:
        nothing = words.gettext("No move yet.")
        return region("div#moves.moves.is-empty", el("p", nothing))
    shown, present, is_locked = going.shown, going.present, not going.may_browse
    settled = max(0, min(shown, present) - 1) // CHUNK * CHUNK
    return region(
        "div#moves",
        {
            "class": f"moves of-{len(names)}" + " is-long" * (len(turns) > DRAWN_AT_ONCE),
            "role": "group",
            "aria-label": words.gettext("Moves"),
            "tabindex": 0,
        },
        _settled(_Stretch(turns, 0, settled, told), mistakes, undrawn, is_locked)
        if settled
        else None,
        [
            _late_chunk(chunk)
            if chunk.end <= undrawn and not chunk.start < shown <= chunk.end
            else _chunk(
                chunk,
                shown if chunk.start < shown <= chunk.end else 0,
                max(chunk.start, min(present, chunk.end)),
                _within(chunk, mistakes),
                is_locked,
            )
            for chunk in _Stretch(turns, settled, len(turns), told).chunks()
        ],
    )


_first: Turn | None = None
"""The first turn of the match whose moves were drawn last."""
_told: tuple[GameView, Words, Names] | None = None
"""What they were told with."""
_sentences: dict[int, tuple[Turn, str]] = {}
"""Those turns in sentences, by identity, each with its turn, so that no other can take its place:
to compare two turns is to compare their pasts. A cache, too, which means nothing."""


def _forget_others(first: Turn | None, told: tuple[GameView, Words, Names]) -> None:
    """Drop what was drawn of another match than the one on screen: of each move, it would hold the
    whole match."""
    global _first, _told
    if first is not _first:
        _first = first
        for drawn in (_settled, _chunk, _late_chunk):
            drawn.cache_clear()
        _sentences.clear()
    if told != _told:
        _told = told
        _sentences.clear()


def _sentence(turn: Turn, view: GameView, words: Words, names: Names) -> str:
    """A turn as it is heard in the list, where signs of the notation are lost."""
    kept = _sentences.get(id(turn))
    if kept is None:
        kept = _sentences[id(turn)] = turn, view.action_sentence(turn, names, words)
    return kept[1]


# One for the match on screen; the others for another language, or for a review's marks.
@lru_cache(maxsize=4)
def _settled(
    stretch: _Stretch, mistakes: tuple[TurningPoint, ...], undrawn: int, is_locked: bool
) -> Markup:
    """Chunks of moves that all count, and of which none is looked at."""
    return join(
        [
            _late_chunk(one)
            if one.end <= undrawn
            else _chunk(one, 0, one.end, _within(one, mistakes), is_locked)
            for one in stretch.chunks()
        ]
    )


def _within(chunk: _Stretch, mistakes: tuple[TurningPoint, ...]) -> tuple[TurningPoint, ...]:
    return tuple(one for one in mistakes if chunk.start < one.number <= chunk.end)


@lru_cache(maxsize=512)
def _chunk(
    chunk: _Stretch,
    shown: int,
    present: int,
    mistakes: tuple[TurningPoint, ...],
    is_locked: bool,
) -> Markup:
    words, marked = chunk.words, {one.number: one for one in mistakes}
    items = [
        _move(
            words,
            number,
            # What was said has no notation.
            replace(turn.entry, action="") if turn.is_tables else turn.entry,
            told := chunk.words_for(turn),
            "" if told else _sentence(turn, *chunk.told),
            marked.get(number),
            is_undone=number > present,
            is_shown=number == shown,
            is_locked=is_locked,
        )
        for number, turn in enumerate(chunk.turns(), start=chunk.start + 1)
    ]
    return _list(chunk, "is-told" if chunk.is_told() else None, items)


@lru_cache(maxsize=512)
def _late_chunk(chunk: _Stretch) -> Markup:
    """The place of a chunk that is drawn later."""
    return _list(chunk, "is-late" + " is-told" * chunk.is_told(), [])


def _list(chunk: _Stretch, kind: str | None, items: list[Markup]) -> Markup:
    name = f"moves-{chunk.start}"
    return region("ol", {"id": name, "class": kind, "start": chunk.start + 1}, items)


@lru_cache(maxsize=1024)
def _move(
    words: Words,
    number: int,
    entry: Entry,
    told: str,
    sentence: str,
    mistake: TurningPoint | None,
    *,
    is_undone: bool,
    is_shown: bool,
    is_locked: bool,
) -> Markup:
    if told:
        label = words(
            "Move {number} {told} {action}", number=number, told=told, action=entry.action
        ).strip()
    else:
        # What is seen is in the name, for those who speak to press it.
        label = words(
            "Move {number} {action}. {told}", number=number, action=entry.action, told=sentence
        )
    if mistake:
        label = f"{label.removesuffix('.')}: {kind_text(mistake, words)}"
    action: Markup | str = entry.action
    if not told and len(entry.action) > LONG:
        # It may be broken into lines, but only after its punctuation.
        parts = re.split(r"(?<=\W)(?=\w)", entry.action)
        action = el("span", [part for one in parts for part in (one, el("wbr"))][:-1])
    return el(
        "li",
        {"class": f"move seat-{entry.seat}" + " is-undone" * is_undone},
        el(
            "button",
            {
                "type": "button",
                "id": f"move-{number}",
                "data-do": "show",
                "data-arg": number,
                "aria-current": "step" if is_shown else None,
                "disabled": is_locked,
                "aria-label": label,
            },
            el("span.move-number", number),
            mistake_mark(mistake) if mistake else None,
            " ",
            el("span.move-words", told) if told else None,
            " " if told and action else None,
            el("span.move-action", action) if told and action else action,
        ),
    )
