"""Kept matches as a file to export and to import (schema: ``archive.schema.json``).

A file that is written here has one line per match, so that thousands are read a line at a time, and
a damaged line harms no other. Other layouts of the same JSON are read as well, and so are bare
records: one, a list, or one per line as the command line writes them.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self

from spieltisch.play.match import MAX_KEPT_LENGTH, text_without_secrets
from spieltisch.play.summary import HALF, MATCH_ID, MatchId, Summary
from spieltisch.table import Record, RecordError
from spieltisch.table.codec import Codec, Raw, codec, json_of, parse, read_whole, typed
from spieltisch.table.json_text import compact
from spieltisch.table.marks import COUNT, OPTIONAL, Named, Then
from spieltisch.table.record import MAX_LENGTH, RECORD

FORMAT = 1

MAX_PIECE_LENGTH = MAX_LENGTH + 10_000
"""Letters of one match: its record, its name and when it was played."""

MAX_BELONGINGS_LENGTH = 4_000_000
"""Letters of what else is kept of a game: a log of puzzles has the past of every mistake."""

_LIKE_BELONGINGS = re.compile(r'\{\s*"kind"')

HEAD, OTHERS, TAIL = f'{{"format":{FORMAT},"matches":[', '],"others":[', "]}"
"""The lines of a file that are no match's."""


class BelongingsKind(StrEnum):
    """What a file of all that is kept has besides matches. A later version may have more."""

    REVIEW = "review"
    SOLITAIRES = "runs"
    LESSONS = "lessons"
    PUZZLES = "puzzles"
    BOTS = "bots"
    DECKS = "decks"
    STUDIES = "studies"
    SERIES = "series"
    SETTINGS = "settings"


class FormatError(RecordError):
    """A file of another format, written by a later version of this program."""


@dataclass(frozen=True)
class _Kept:
    id: Annotated[MatchId, MATCH_ID]
    """The name under which it is kept; another one is given where that is taken."""
    name: str
    """What a person called it; empty for nothing."""
    begun_ms: Annotated[int, COUNT]
    """When it began, in milliseconds since 1970."""
    played_ms: Annotated[int, COUNT]
    """When it was last played, in milliseconds since 1970."""

    @classmethod
    def of(cls, summary: Summary, *more: Any) -> Self:
        return cls(summary.id, summary.name, summary.begun_ms, summary.played_ms, *more)


@dataclass(frozen=True)
class ArchivedMatch(_Kept):
    """A kept match in a file."""

    shown: Annotated[int, COUNT]
    """How many entries count; what follows has been taken back. More than there are stands for
    all."""
    helps: Annotated[int, COUNT]
    """How often a player who is alone was helped, or took something back."""
    record: Record
    """The whole match, turns that were taken back included."""


@dataclass(frozen=True)
class DamagedMatch(_Kept):
    """A kept match that was damaged where the file was made. Importing refuses it: it is there for
    people who know files."""

    damaged: str | None
    """Its text as it was kept, but for what devices that play live know each other by; null for
    none."""


_AS_OBJECT: Codec[str] = Codec(
    lambda value: json.dumps(typed(value, dict)),
    lambda text: typed(json_of(text, MAX_BELONGINGS_LENGTH), dict),
    {"type": "object"},
)


@dataclass(frozen=True)
class Belongings:
    """Something in a file of all that is kept that is no match."""

    kind: BelongingsKind
    of: Annotated[MatchId, OPTIONAL] = ""
    """The match that a review belongs to, by its id in this file; empty for none."""
    text: Annotated[str, Named("value"), _AS_OBJECT] = "{}"
    """As it is kept in the browser, see docs/page.md."""


def _one_line(record: str) -> str:
    typed(json_of(record, MAX_KEPT_LENGTH), dict)
    return " ".join(record.splitlines())


@dataclass(frozen=True)
class Archive:
    """Kept matches, each whole. Whether they are legal, replaying them tells. The text is I-JSON
    (RFC 7493): no member twice, no half of a character. The program writes a line for each match
    and reads any layout."""

    FORMAT: ClassVar = FORMAT

    matches: tuple[Raw, ...]
    """Each is read by itself."""
    others: Annotated[tuple[Raw, ...], OPTIONAL] = ()
    """In a file of all that is kept: what is no match. Later versions may have more kinds."""


@dataclass(frozen=True)
class _Unread:
    """A match in storage whose record is not read."""

    shown: Annotated[int, COUNT]
    record: Annotated[str, Then(_one_line)]
    helps: Annotated[int, COUNT, OPTIONAL] = 0


_ARCHIVE, _MATCH, _BELONGINGS = codec(Archive), codec(ArchivedMatch), codec(Belongings)
_KEPT, _DAMAGED = codec(_Kept), codec(DamagedMatch)
_UNREAD = codec(_Unread, ignores_more=True)


def framed(lines: Iterable[str], others: Iterable[str] = ()) -> str:
    """The file of some matches that are texts already, see archived_line, and perhaps of what
    else is kept, see belongings_line."""
    rest = ",\n".join(others)
    parts = (HEAD, ",\n".join(lines), OTHERS if rest else "", rest, TAIL)
    return "\n".join(filter(None, parts))


def belongings_line(one: Belongings) -> str:
    """One line of a file of all that is kept; raises ValueError if its text is damaged."""
    return _compact(_BELONGINGS.write(one))


def archived_line(summary: Summary, kept: str) -> str:
    """One match of a file from its text in storage (format_match), whose record is not parsed;
    raises ValueError if that text is damaged."""
    unread = parse(kept, MAX_KEPT_LENGTH, _UNREAD, "the match")
    head = _KEPT.write(_Kept.of(summary))
    text = _compact({**head, "shown": unread.shown, "helps": unread.helps})
    return f'{text.removesuffix("}")},"record":{unread.record}}}'


def damaged_line(summary: Summary, kept: str | None) -> str:
    """One match of a file from its text in storage, which is damaged; null for none."""
    text = None if kept is None else text_without_secrets(kept)
    return _compact(_DAMAGED.write(DamagedMatch.of(summary, text)))


def _compact(fields: dict[str, object]) -> str:
    # Half a character can be written only as an escape.
    return HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", compact(fields))


def parse_piece(text: str) -> ArchivedMatch | Record | Belongings:
    """A match of a file, a bare record, or what else is kept; raises RecordError. Replaying it
    tells whether it is legal."""
    if not text:
        raise RecordError("the file is cut short")
    is_match = _LIKE_BELONGINGS.match(text) is None
    value = json_of(text, MAX_PIECE_LENGTH if is_match else MAX_BELONGINGS_LENGTH)
    match value:
        case {"damaged": _}:
            raise RecordError("it was damaged where the file was made, and is there as it was")
        case {"record": _}:
            return read_whole(value, _MATCH, "the match")
        case {"kind": str() as kind} if kind not in (known := [*BelongingsKind]):
            raise FormatError(f"kind is {kind!r}; this program reads {', '.join(known)}")
        case {"kind": _}:
            return read_whole(value, _BELONGINGS, "the entry")
    return read_whole(value, RECORD, "the record")


def check_frame(text: str) -> None:
    """Raise RecordError for what is round the matches of a file, if it is of another format."""
    value = json_of(text, MAX_PIECE_LENGTH)
    found = value.get("format") if isinstance(value, dict) else FORMAT
    if found != FORMAT or isinstance(found, bool):
        raise FormatError(f"format is {found!r}; this program reads {FORMAT}")
    read_whole(value, _ARCHIVE, "the file")
