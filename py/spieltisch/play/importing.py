"""Importing matches from files, a piece at a time, with a reason for every piece refused."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from spieltisch.play.archive_file import (
    ArchivedMatch,
    Belongings,
    FormatError,
    parse_piece,
    split_file,
)
from spieltisch.play.code_text import has_link
from spieltisch.play.codec import linkable
from spieltisch.play.match import Match, may_take_back
from spieltisch.play.record_link import PLACE, match_in
from spieltisch.play.summary import MatchId
from spieltisch.table import Record, RecordError, ReplayError, Setup, SetupError, format_record


class Source(NamedTuple):
    """What a person gave to be imported.

    Attributes:
        name: the file's; empty for what was pasted.
        text: all of it.
    """

    name: str
    text: str


class SourcePart(NamedTuple):
    """A part of a source that should be one match.

    Attributes:
        source: as in Source.
        number: which one of the source, from 1; 0 where the source is the match.
        text: its own part of the source.
    """

    source: str
    number: int
    text: str


class Refusal(NamedTuple):
    """What was not taken, and why.

    Attributes:
        source, number: as in SourcePart.
        kind: ``unreadable``, ``format``, ``setup``, ``illegal`` or ``room``.
        why: what exactly is wrong, for people who look into the file; not translated.
    """

    source: str
    number: int
    kind: str
    why: str


@dataclass(frozen=True)
class FoundMatch:
    """The match of a piece, not replayed yet.

    Attributes:
        record: its record, with players made fit to be shown (``linkable``).
        archived: what else a file of ours says about it; None for a bare record.
    """

    record: Record
    archived: ArchivedMatch | None

    def opened(self) -> Match:
        """The match replayed; raises ValueError if it is not legal."""
        if self.archived is None:
            return Match.open(self.record)
        match = Match.open(self.record, self.archived.shown)
        match = match if may_take_back(match) else match.show(len(match.turns))
        return replace(match, helps=self.archived.helps)


@dataclass(frozen=True)
class Import:
    """An import in progress.

    Attributes:
        pieces: all pieces of the files.
        kept: the ids of all matches that are kept, by set-up.
        at: how many pieces have been read.
        taken: the matches that this import has kept.
        known: how many pieces were kept already.
        refused: what was not taken, and why.
        is_stopped: whether a person has stopped it.
        asked: kept matches that may be the same as the next piece; storage is asked for them.
        texts: what storage has answered, by match; None if it has nothing.
        origins: which piece each match was taken from.
        renamed: under which id each match of a file is kept here.
        merged: of what kinds all else was that has been taken, and of which games.
    """

    pieces: tuple[SourcePart, ...]
    kept: Mapping[Setup, tuple[MatchId, ...]]
    at: int = 0
    taken: tuple[MatchId, ...] = ()
    known: int = 0
    refused: tuple[Refusal, ...] = ()
    is_stopped: bool = False
    asked: frozenset[MatchId] = frozenset()
    texts: Mapping[MatchId, str | None] = field(default_factory=dict)
    origins: Mapping[MatchId, SourcePart] = field(default_factory=dict)
    renamed: Mapping[MatchId, MatchId] = field(default_factory=dict)
    merged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer of storage is missing."""
        return not self.asked <= self.texts.keys()

    @property
    def is_over(self) -> bool:
        return self.is_stopped or self.at == len(self.pieces)

    def having_merged(self, kind: str, games: Iterable[str], flaws: Iterable[str] = ()) -> Self:
        """The next piece, which is no match, has been merged with what is kept, as far as it is
        sound."""
        piece = self.pieces[self.at]
        told = (Refusal(piece.source, piece.number, "unreadable", flaw) for flaw in flaws)
        all_games = dict.fromkeys((*self.merged.get(kind, ()), *games))
        merged = {**self.merged, kind: tuple(all_games)}
        return replace(self._on(), merged=merged, refused=(*self.refused, *told))

    def having_taken(
        self, match_id: MatchId, setup: Setup, archived: ArchivedMatch | None = None
    ) -> Self:
        """The next piece has been kept."""
        renamed = {} if archived is None else {archived.id: match_id}
        kept = {**self.kept, setup: (*self.kept.get(setup, ()), match_id)}
        origins = {**self.origins, match_id: self.pieces[self.at]}
        return replace(
            self._on(),
            taken=(*self.taken, match_id),
            kept=kept,
            origins=origins,
            renamed={**self.renamed, **renamed},
        )

    def having_lost(self, ids: Collection[MatchId]) -> Self:
        """Matches that were taken could not be kept after all."""
        lost = [self.origins[one] for one in self.taken if one in ids]
        told = (Refusal(piece.source, piece.number, "room", "not written") for piece in lost)
        taken = tuple(one for one in self.taken if one not in ids)
        kept = {
            setup: tuple(one for one in those if one not in ids)
            for setup, those in self.kept.items()
        }
        return replace(self, taken=taken, kept=kept, refused=(*self.refused, *told))

    def having_known(self) -> Self:
        """The next piece was kept already."""
        return replace(self._on(), known=self.known + 1)

    def having_refused(self, error: ValueError) -> Self:
        """The next piece cannot be taken."""
        refused = (*self.refused, refusal(self.pieces[self.at], error))
        return replace(self._on(), refused=refused)

    def _on(self) -> Self:
        return replace(self, at=self.at + 1, asked=frozenset(), texts={})


def pieces_of(sources: Iterable[Source]) -> tuple[tuple[SourcePart, ...], tuple[Refusal, ...]]:
    """The pieces of all sources, and a refusal for each source of which nothing can be read."""
    pieces: list[SourcePart] = []
    refused: list[Refusal] = []
    for source in sources:
        try:
            texts = _texts(source.text)
        except RecordError as error:
            refused.append(refusal(SourcePart(source.name, 0, ""), error))
            continue
        is_one = len(texts) == 1
        pieces += (
            SourcePart(source.name, 0 if is_one else number, text)
            for number, text in enumerate(texts, start=1)
        )
    return tuple(pieces), tuple(refused)


def _texts(text: str) -> tuple[str, ...]:
    """The pieces of a file's text, or the record of a link that was pasted."""
    if not text.lstrip().startswith(("{", "[")) and has_link(text, PLACE):
        try:
            return (format_record(match_in(text).record),)
        except ValueError as error:
            raise RecordError(str(error)) from None
    return split_file(text)


def found_in(piece: SourcePart) -> FoundMatch | Belongings:
    """The match of a piece, or what else it is; raises ValueError, see ``refusal``."""
    parsed = parse_piece(piece.text)
    if isinstance(parsed, Belongings):
        return parsed
    archived = parsed if isinstance(parsed, ArchivedMatch) else None
    record = parsed.record if isinstance(parsed, ArchivedMatch) else parsed
    return FoundMatch(replace(record, setup=linkable(record.setup)), archived)


def refusal(piece: SourcePart, error: ValueError) -> Refusal:
    """Why a piece was not taken."""
    if isinstance(error, FormatError):
        kind = "format"
    elif isinstance(error, SetupError):
        kind = "setup"
    elif isinstance(error, ReplayError):
        kind = "illegal"
    else:
        kind = "unreadable"
    return Refusal(piece.source, piece.number, kind, str(error))
