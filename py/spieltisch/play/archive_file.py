"""Kept matches as a file to export and to import (schema: ``archive.schema.json``).

A file that is written here has one line per match, so that thousands are read a line at a time, and
a damaged line harms no other. Other layouts of the same JSON are read as well, and so are bare
records: one, a list, or one per line as the command line writes them.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from spieltisch.play.match import MAX_KEPT_LENGTH
from spieltisch.play.summary import HALF, MatchId, Summary, is_match_id
from spieltisch.table import Record, RecordError
from spieltisch.table.record import (
    MAX_LENGTH,
    MAX_NUMBER,
    members_of,
    parse_json,
    record_from_json,
    record_to_json,
    typed,
    whole_number,
)

FORMAT = 1

MAX_PIECE_LENGTH = MAX_LENGTH + 10_000
"""Letters of one match: its record, its name and when it was played."""

MAX_BELONGINGS_LENGTH = 2_000_000
"""Letters of what else is kept of a game: a log of puzzles has the past of every mistake."""

_BELONGINGS = re.compile(r'\{\s*"kind"')

HEAD = f'{{"format":{FORMAT},"matches":['
OTHERS = '],"others":['
TAIL = "]}"
"""The lines of a file that are no match's."""

KINDS = ("review", "runs", "lessons", "puzzles", "settings")
"""What a file of all that is kept has besides matches. A later version may have more."""


class FormatError(RecordError):
    """A file of another format, written by a later version of this program."""


@dataclass(frozen=True)
class ArchivedMatch:
    """A kept match in a file.

    Attributes:
        id, name, begun_ms, played_ms: as in Summary.
        shown, helps: as in Match.
        record: the whole match, turns that were taken back included.
    """

    id: MatchId
    name: str
    begun_ms: int
    played_ms: int
    shown: int
    helps: int
    record: Record


@dataclass(frozen=True)
class Belongings:
    """Something in a file of all that is kept that is no match.

    Attributes:
        kind: one of KINDS.
        of: the match that it belongs to; empty for none.
        text: the rest, as it stands in storage.
    """

    kind: str
    of: MatchId
    text: str


def format_archive(matches: Iterable[ArchivedMatch]) -> str:
    """The file of some matches, in their order."""
    return framed(map(format_archived, matches))


def framed(lines: Iterable[str], others: Iterable[str] = ()) -> str:
    """The file of some matches that are texts already, see format_archived, and perhaps of what
    else is kept, see belongings_line."""
    parts = [HEAD, ",\n".join(lines)]
    rest = ",\n".join(others)
    parts += [OTHERS, rest] if rest else []
    return "\n".join(filter(None, [*parts, TAIL]))


def belongings_line(one: Belongings) -> str:
    """One line of a file of all that is kept; raises ValueError if its text is damaged."""
    value = typed(parse_json(one.text, MAX_BELONGINGS_LENGTH), dict, one.kind)
    of = {"of": one.of} if one.of else {}
    return _compact({"kind": one.kind, **of, "value": value})


def format_archived(match: ArchivedMatch) -> str:
    """One match of a file, as JSON on one line."""
    fields = {
        "id": match.id,
        "name": match.name,
        "begun_ms": match.begun_ms,
        "played_ms": match.played_ms,
        "shown": match.shown,
        "helps": match.helps,
        "record": record_to_json(match.record),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def archived_line(summary: Summary, kept: str) -> str:
    """The same as format_archived, from a match's text in storage, whose record is not parsed.

    Args:
        summary: the match's.
        kept: its text, see format_match.

    Raises ValueError if that text is damaged.
    """
    fields = typed(parse_json(kept, MAX_KEPT_LENGTH), dict, "the match")
    record = typed(fields.get("record"), str, "record")
    typed(parse_json(record, MAX_KEPT_LENGTH), dict, "record")
    shown = whole_number(fields.get("shown"), "shown", 0, MAX_NUMBER)
    helps = whole_number(fields.get("helps", 0), "helps", 0, MAX_NUMBER)
    text = _compact({**_head(summary), "shown": shown, "helps": helps})
    # On one line, however the record is laid out.
    return f'{text.removesuffix("}")},"record":{" ".join(record.splitlines())}}}'


def damaged_line(summary: Summary, kept: str | None) -> str:
    """A kept match that is damaged, as one line of a file: its text as it is, or null if there is
    none. It is there for people who know files: importing refuses it."""
    return _compact({**_head(summary), "damaged": kept})


def _head(summary: Summary) -> dict[str, object]:
    return {
        "id": summary.id,
        "name": summary.name,
        "begun_ms": summary.begun_ms,
        "played_ms": summary.played_ms,
    }


def _compact(fields: dict[str, object]) -> str:
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    # Half a character can be written only as an escape.
    return HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def parse_archive(text: str) -> tuple[ArchivedMatch, ...]:
    """The inverse of format_archive, whatever the layout; raises RecordError.

    Replaying the matches tells whether they are legal.
    """
    items = _items(_json(text))
    return tuple(_archived(item, f"matches[{index}]") for index, item in enumerate(items))


def parse_piece(text: str) -> ArchivedMatch | Record | Belongings:
    """A match of a file, a bare record, or what else is kept; raises RecordError.

    Replaying it tells whether it is legal.
    """
    if not text:
        raise RecordError("the file is cut short")
    is_match = _BELONGINGS.match(text) is None
    value = _json(text, MAX_PIECE_LENGTH if is_match else MAX_BELONGINGS_LENGTH)
    if isinstance(value, dict) and "damaged" in value:
        raise RecordError("it was damaged where the file was made, and is there as it was")
    if isinstance(value, dict) and "record" in value:
        return _archived(value, "the match")
    if isinstance(value, dict) and "kind" in value:
        return _belongings(value)
    return record_from_json(value)


def _belongings(fields: dict[str, Any]) -> Belongings:
    members_of(fields, "the entry", {"kind", "value"}, frozenset({"of"}))
    kind, of = typed(fields["kind"], str, "kind"), typed(fields.get("of", ""), str, "of")
    if kind not in KINDS:
        raise FormatError(f"kind is {kind!r}; this program reads {', '.join(KINDS)}")
    value = typed(fields["value"], dict, "value")
    return Belongings(kind, of, json.dumps(value))


def _json(text: str, most: int = MAX_PIECE_LENGTH) -> Any:
    try:
        return parse_json(text, most)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None


def check_frame(text: str) -> None:
    """Raise RecordError for what is round the matches of a file, if it is of another format."""
    _items(_json(text))


def _items(value: object) -> list[Any]:
    """The matches of a file, as JSON values."""
    if isinstance(value, dict):
        _check_format(value)
    fields = members_of(value, "the file", {"format", "matches"}, frozenset({"others"}))
    matches: list[Any] = typed(fields["matches"], list, "matches")
    others: list[Any] = typed(fields.get("others", []), list, "others")
    return [*matches, *others]


def _check_format(fields: dict[str, Any]) -> None:
    found = fields.get("format")
    if found != FORMAT or isinstance(found, bool):
        raise FormatError(f"format is {found!r}; this program reads {FORMAT}")


def _archived(value: object, where: str) -> ArchivedMatch:
    names = {"id", "name", "begun_ms", "played_ms", "shown", "helps", "record"}
    fields = members_of(value, where, names)
    match_id = typed(fields["id"], str, f"{where}.id")
    if not is_match_id(match_id):
        raise RecordError(f"{where}.id {match_id!r} is no match's")

    def count(name: str) -> int:
        return whole_number(fields[name], f"{where}.{name}", 0, MAX_NUMBER)

    return ArchivedMatch(
        id=match_id,
        name=typed(fields["name"], str, f"{where}.name"),
        begun_ms=count("begun_ms"),
        played_ms=count("played_ms"),
        shown=count("shown"),
        helps=count("helps"),
        record=record_from_json(fields["record"]),
    )
