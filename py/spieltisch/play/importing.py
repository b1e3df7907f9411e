"""Importing matches from files, a piece at a time, with a reason for every piece refused."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Self

from spieltisch.play.archive_file import (
    HEAD,
    OTHERS,
    TAIL,
    ArchivedMatch,
    Belongings,
    BelongingsKind,
    FormatError,
    check_frame,
    parse_piece,
)
from spieltisch.play.code_text import has_link
from spieltisch.play.codec import linkable
from spieltisch.play.match import Match, may_take_back
from spieltisch.play.record_link import PLACE, LinkReplay, replay_in
from spieltisch.play.replaying import Recipe, Replay, Stages, replay_of
from spieltisch.play.summary import MatchId
from spieltisch.table import (
    Entry,
    Record,
    RecordError,
    ReplayError,
    Setup,
    SetupError,
    format_record,
)
from spieltisch.table.graphemes import reason
from spieltisch.table.history import History, Index

LISTS = ('"matches"', '"others"')
"""Members of a file whose items are pieces."""

SIGNS_AT_ONCE = 200

_SPACE = re.compile(r"\ufeff?\s*")
_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{},]', re.DOTALL)


def pieces_in(text: str) -> Iterator[str | None]:
    """The pieces of a file of any kind, one for each match that it seems to hold, see parse_piece,
    with None now and then, so that nothing takes long. An empty piece stands for what is missing
    from a file that is cut short. Raises RecordError if nothing of it can be read."""
    start = _after_space(text, 0)
    end = text.find("\n", start)
    line = text[start : len(text) if end < 0 else end].strip()
    if line == HEAD:
        return _lines_of_archive(text, end)
    is_line = line[:1] == "{" and line[-1:] == "}"
    if end >= 0 and is_line and _after_space(text, end) < len(text):
        return _lines(text, start)
    return _values(text, start)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _lines(text: str, at: int) -> Iterator[str]:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        if line:
            yield line
        at = end + 1


def _lines_of_archive(text: str, at: int) -> Iterator[str]:
    last = ""
    for line in _lines(text, len(text) if at < 0 else at):
        if last not in ("", OTHERS):
            yield last.removesuffix(",")
        last = line
    if last == TAIL:
        return
    if last not in ("", OTHERS):
        yield last.removesuffix(",")
    yield ""


def _values(text: str, first: int) -> Iterator[str | None]:
    """The items of a list, or of the lists of a file; of any other text the whole of it."""
    is_list = text[first : first + 1] == "["
    is_file, depth, name, count = is_list, 0, "", 0
    items_at = 1 if is_list else 0
    begin, end = first + 1, len(text)
    # What is round the lists tells of what kind the file is.
    frame, copied = "", first
    signs = _SIGN.finditer(text, first) if text[first : first + 1] in ("[", "{") else ()
    for number, sign in enumerate(signs):
        if number % SIGNS_AT_ONCE == 0:
            yield None
        at, letter = sign.start(), text[sign.start()]
        if letter in "[{":
            depth += 1
            if depth == 2 and letter == "[" and name in LISTS and not items_at:
                items_at, is_file, begin, count = depth, True, sign.end(), 0
                frame += text[copied:begin]
        elif letter == "," and depth == items_at:
            yield _item(text[begin:at])
            begin, count = sign.end(), count + 1
        elif letter in "]}":
            if depth == items_at:
                if count or text[begin:at].strip():
                    yield _item(text[begin:at])
                copied, items_at, name = at, 0, ""
            depth -= 1
            if not depth:
                end = sign.end()
                break
        elif letter == '"' and depth == 1:
            name = sign[0]
    if not is_file:
        yield text[first:].rstrip()
    elif depth:
        yield ""
    elif text[end:].strip():
        raise RecordError("not JSON: there is more after its end")
    elif not is_list:
        check_frame(frame + text[copied:end])


def _item(text: str) -> str:
    item = text.strip()
    if not item:
        raise RecordError("not JSON: a value is missing in a list")
    return item


class Source(NamedTuple):
    """What a person gave to be imported."""

    name: str
    """The file's; empty for what was pasted."""
    text: str


class SourcePart(NamedTuple):
    """A part of a source that should be one match."""

    source: str
    number: int
    """Which one of the source, from 1; 0 where the source is the match."""
    text: str


class RefusalKind(StrEnum):
    """Why something was not taken."""

    UNREADABLE = "unreadable"
    FORMAT = "format"
    """A later version has written it."""
    SETUP = "setup"
    ILLEGAL = "illegal"
    ROOM = "room"
    """It could not be kept."""


class Refusal(NamedTuple):
    """What was not taken, by the source and the number of its SourcePart, and why."""

    source: str
    number: int
    kind: RefusalKind
    why: str
    """What exactly is wrong, for people who look into the file; not translated."""


@dataclass(frozen=True)
class FoundMatch:
    """The match of a piece."""

    record: Record
    """With players made fit to be shown (``linkable``)."""
    archived: ArchivedMatch | None
    """What else a file of ours says about it; None for a bare record."""
    replay: Replay
    """As far as it has been replayed."""

    def replayed(self) -> Match:
        """The match replayed; raises ValueError if it is not legal."""
        if self.archived is None:
            return Match.replayed(self.replay)
        match = Match.replayed(self.replay, self.archived.shown)
        match = match if may_take_back(match) else match.show(len(match.turns))
        return replace(match, helps=self.archived.helps)


class Inspection(NamedTuple):
    """What belongs to no match, whose parts are looked at one by one before it is merged."""

    belongings: Belongings
    flaws: Stages[tuple[str, ValueError | None]]
    """The name of each part, and what is wrong with it."""


@dataclass(frozen=True)
class Import:
    kept: Mapping[Setup, tuple[MatchId, ...]]
    """The ids of all matches that were kept when it began, by set-up."""
    splitting: Stages[SourcePart | Refusal | None] | None = None
    """The files as they are split into pieces; None once they are."""
    pieces: tuple[SourcePart, ...] = ()
    at: int = 0
    """How many pieces have been read."""
    found: FoundMatch | LinkReplay | Inspection | None = None
    """The next piece, if more than one step goes into it."""
    known: int = 0
    """How many pieces were kept already."""
    refusals: History[Refusal] = field(default_factory=History)
    number: int = 0
    """How many there were before it in this visit."""
    is_stopped: bool = False
    is_written: bool = False
    """Whether storage has all that was taken."""
    compared: Index[Setup, bool] = field(default_factory=Index)
    """The set-ups of which all kept matches have been read, or asked for."""
    marks: Index[bytes, MatchId] = field(default_factory=Index)
    """The matches with those set-ups, by their marks."""
    origins: Index[MatchId, SourcePart] = field(default_factory=Index)
    """Which piece each match was taken from."""
    order: History[MatchId] = field(default_factory=History)
    """The matches that were taken, the first one first."""
    lost: Index[MatchId, bool] = field(default_factory=Index)
    """Those of them that could not be kept after all."""
    renamed: Index[MatchId, MatchId] = field(default_factory=Index)
    """Under which id each match of a file is kept here."""
    merged: Mapping[BelongingsKind, tuple[str, ...]] = field(default_factory=dict)
    """Of what kinds all else was that has been taken, and of which games."""

    @property
    def is_read(self) -> bool:
        """Whether there is nothing left to read, or nothing more is wanted."""
        return self.is_stopped or (self.splitting is None and self.at == len(self.pieces))

    @property
    def is_over(self) -> bool:
        return self.is_read and self.is_written

    @property
    def taken(self) -> tuple[MatchId, ...]:
        return tuple(one for one in self.order if one not in self.lost)

    @property
    def taken_count(self) -> int:
        return len(self.order) - len(self.lost)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        return tuple(self.refusals)

    def split_on(self, count: int) -> Self:
        """So much more of the files is split into pieces."""
        splitting = None if self.splitting is None else self.splitting.on(count)
        if splitting is None or not splitting.is_over:
            return replace(self, splitting=splitting)
        found = splitting.items
        pieces = tuple(one for one in found if isinstance(one, SourcePart))
        refusals = History(one for one in found if isinstance(one, Refusal))
        return replace(self, splitting=None, pieces=pieces, refusals=refusals)

    def comparing(self, setup: Setup) -> Self:
        """From now on it is known which matches with a set-up are kept."""
        return replace(self, compared=self.compared.with_item(setup, True))

    def marking(self, match_id: MatchId, mark: bytes) -> Self:
        return replace(self, marks=self.marks.with_item(mark, match_id))

    def is_known(self, mark: bytes) -> bool:
        """Whether a match with this mark is kept."""
        return any(one not in self.lost for one in self.marks[mark])

    def with_found(self, found: FoundMatch | LinkReplay | Inspection) -> Self:
        """There is more to be done for the next piece."""
        return replace(self, found=found)

    def having_merged(
        self, kind: BelongingsKind, games: Iterable[str], flaws: Iterable[str] = ()
    ) -> Self:
        """The next piece, which is no match, has been merged with what is kept, as far as it is
        sound."""
        piece, refusals = self.pieces[self.at], self.refusals
        for flaw in flaws:
            refusals = refusals.with_item(refusal(piece, ValueError(flaw)))
        all_games = dict.fromkeys((*self.merged.get(kind, ()), *games))
        merged = {**self.merged, kind: tuple(all_games)}
        return replace(self._on(), merged=merged, refusals=refusals)

    def having_taken(
        self, match_id: MatchId, mark: bytes, archived: ArchivedMatch | None = None
    ) -> Self:
        """The next piece has been kept."""
        renamed = self.renamed
        if archived is not None:
            renamed = renamed.with_item(archived.id, match_id)
        return replace(
            self._on(),
            order=self.order.with_item(match_id),
            marks=self.marks.with_item(mark, match_id),
            origins=self.origins.with_item(match_id, self.pieces[self.at]),
            renamed=renamed,
        )

    def having_lost(self, ids: Iterable[MatchId]) -> Self:
        """Matches that were taken could not be kept after all."""
        lost, refusals = self.lost, self.refusals
        for one in ids:
            if one in self.origins and one not in lost:
                (piece,) = self.origins[one]
                lost = lost.with_item(one, True)
                told = Refusal(piece.source, piece.number, RefusalKind.ROOM, "not written")
                refusals = refusals.with_item(told)
        return replace(self, lost=lost, refusals=refusals)

    def having_known(self) -> Self:
        """The next piece was kept already."""
        return replace(self._on(), known=self.known + 1)

    def having_refused(self, error: ValueError) -> Self:
        """The next piece cannot be taken."""
        refused = self.refusals.with_item(refusal(self.pieces[self.at], error))
        return replace(self._on(), refusals=refused)

    def _on(self) -> Self:
        return replace(self, at=self.at + 1, found=None)


def splitting(sources: Iterable[Source]) -> Stages[SourcePart | Refusal | None]:
    """Splits all sources into their pieces, with a refusal for each source of which nothing can be
    read, and None now and then."""
    return Stages(_Splitting(tuple(sources)))


@dataclass(frozen=True)
class _Splitting(Recipe[SourcePart | Refusal | None]):
    sources: tuple[Source, ...]

    def things(self) -> Iterator[SourcePart | Refusal | None]:
        return _split(self.sources)


def _split(sources: Iterable[Source]) -> Iterator[SourcePart | Refusal | None]:
    for source in sources:
        texts: list[str] = []
        try:
            whole = source.text
            for text in (whole,) if _is_link(whole) else pieces_in(whole):
                if text is not None:
                    texts.append(text)
                yield None
        except RecordError as error:
            yield refusal(SourcePart(source.name, 0, ""), error)
            continue
        is_one = len(texts) == 1
        for number, text in enumerate(texts, start=1):
            yield SourcePart(source.name, 0 if is_one else number, text)


def _is_link(text: str) -> bool:
    return not text.lstrip().startswith(("{", "[")) and has_link(text, PLACE)


def found_in(piece: SourcePart) -> FoundMatch | LinkReplay | Belongings:
    """The match of a piece, or what else it is; raises ValueError, see ``refusal``."""
    if _is_link(piece.text):
        try:
            return replay_in(piece.text)
        except ValueError as error:
            raise RecordError(str(error)) from None
    parsed = parse_piece(piece.text)
    if isinstance(parsed, Belongings):
        return parsed
    archived, record = (
        (parsed, parsed.record) if isinstance(parsed, ArchivedMatch) else (None, parsed)
    )
    record = replace(record, setup=linkable(record.setup))
    return FoundMatch(record, archived, replay_of(record))


def found_by_link(sent: LinkReplay) -> FoundMatch:
    """The match of a link, all of whose turns have been played; raises RecordError."""
    try:
        return FoundMatch(sent.match().record, None, sent.replay)
    except ValueError as error:
        raise RecordError(str(error)) from None


def mark_of(setup: Setup, entries: tuple[Entry, ...]) -> bytes:
    """What tells matches apart: few bytes, so that thousands can be remembered."""
    told = replace(setup, players=setup.all_players)
    return sha256(format_record(Record(told, entries)).encode()).digest()


def refusal(piece: SourcePart, error: ValueError) -> Refusal:
    """Why a piece was not taken."""
    match error:
        case FormatError():
            kind = RefusalKind.FORMAT
        case SetupError():
            kind = RefusalKind.SETUP
        case ReplayError():
            kind = RefusalKind.ILLEGAL
        case _:
            kind = RefusalKind.UNREADABLE
    return Refusal(piece.source, piece.number, kind, reason(error))
