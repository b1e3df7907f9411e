"""Writes the JSON Schemas of records, of files of matches and of peers' messages.

``python -m tools.schemas`` writes them anew.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from inspect import isclass
from itertools import pairwise
from types import NoneType
from typing import Any, get_args, get_origin

from spieltisch.live.protocol import KINDS, VERSION
from spieltisch.play.archive_file import Archive, ArchivedMatch, Belongings, DamagedMatch
from spieltisch.table import Record, Setup, TimeControl
from spieltisch.table.codec import Codec, members, unmarked
from spieltisch.table.marks import AS_LIST, AS_OBJECT, Between, Length, Matching, OneOf, Then
from spieltisch.table.record import MAX_SEATS
from tools.project import PACKAGE, ROOT

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def _players(seats: int) -> Schema:
    as_many = {"minItems": seats, "maxItems": seats}
    players = {"properties": {"players": {"oneOf": [{"maxItems": 0}, as_many]}}}
    return {"if": {"properties": {"seats": {"const": seats}}}, "then": players}


CHECKED: Mapping[Any, Schema] = {
    Setup: {"allOf": [_players(seats) for seats in range(1, MAX_SEATS + 1)]},
    TimeControl: {
        "anyOf": [{"properties": {name: {"minimum": 1}}} for name in ("minutes", "seconds")]
    },
}
"""What the classes themselves check: how their fields go together."""


def schema_of(kind: Any) -> Schema:
    """The schema of a type, perhaps with marks."""
    base, marks = unmarked(kind)
    own = next((mark for mark in marks if isinstance(mark, Codec)), None)
    schema: Schema = _plain(base, marks) if own is None else dict(own.schema)
    for mark in marks:
        match mark:
            case Between(least, most):
                schema |= {"minimum": least, "maximum": most}
            case Length(least, most):
                unit = "Length" if base is str else "Items"
                schema |= {f"min{unit}": least, f"max{unit}": most}
            case Matching(pattern):
                schema |= {"pattern": pattern.pattern}
            case OneOf(choices):
                schema["enum"] = list(choices)
            case Then(schema=known):
                schema |= known
    if "pattern" in schema:
        # Python finds the end before a last line feed, too.
        schema["pattern"] = f"^(?:{schema['pattern']})$(?!\\n)"
    return schema


def _plain(base: Any, marks: tuple[Any, ...]) -> Schema:
    origin, inner = get_origin(base), get_args(base)
    if base is Record:
        return {"$ref": "../table/record.schema.json"}
    if origin is None and base in TYPES:
        return {"type": TYPES[base]}
    if NoneType in inner:
        return {"anyOf": [{"type": "null"}, schema_of(inner[0])]}
    if isclass(base) and issubclass(base, StrEnum):
        return {"type": "string", "enum": list(base)}
    if AS_OBJECT in marks:
        return {"type": "object", "additionalProperties": {"type": "string"}}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if origin is frozenset or (origin is tuple and inner[-1] is Ellipsis):
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is tuple:
        return _row([schema_of(one) for one in inner])
    if AS_LIST in marks or not is_dataclass(base):
        return _row(list(_properties(base).values()))
    return object_schema(base)


def _row(inner: list[Schema]) -> Schema:
    count = {"minItems": len(inner), "maxItems": len(inner)}
    return {"type": "array", "prefixItems": inner, **count}


def object_schema(kind: Any, before: Mapping[str, Schema] = {}) -> Schema:
    """The schema of a class that is an object, with properties before its own."""
    number = getattr(kind, "FORMAT", None)
    head = {**before} if number is None else {"format": {"const": number}, **before}
    needed = [one.name for one in members(kind) if not one.is_optional]
    return {
        "description": " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split()),
        "type": "object",
        "properties": {**head, **_properties(kind)},
        "required": [*head, *needed],
        "additionalProperties": False,
        **CHECKED.get(kind, {}),
    }


def _properties(kind: Any) -> dict[str, Schema]:
    sentences = _sentences(kind)
    return {
        one.name: {
            **({"description": sentences[one.field]} if one.field in sentences else {}),
            **schema_of(one.kind),
        }
        for one in members(kind)
    }


def _sentences(kind: Any) -> dict[str, str]:
    """What stands below the fields of a class."""
    ours = [one for one in reversed(kind.__mro__) if one.__module__.startswith(PACKAGE.name)]
    found = {}
    for one in ours:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        assert isinstance(tree, ast.ClassDef)
        for field, below in pairwise(tree.body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                    value=ast.Constant(value=str() as text)
                ):
                    found[name] = " ".join(text.split())
    return found


def record_schema() -> Schema:
    about = (
        "A match, whole: how it was set up and what was done. Whether it is legal, replaying it"
        " tells. The text is I-JSON (RFC 7493): no member twice, no half of a character."
    )
    title = "A Spieltisch record"
    return {"$schema": DIALECT, "title": title, **object_schema(Record), "description": about}


def archive_schema() -> Schema:
    schema = object_schema(Archive)
    about = schema["properties"]
    about["matches"]["items"] = {
        "anyOf": [object_schema(ArchivedMatch), object_schema(DamagedMatch)]
    }
    about["others"]["items"] = object_schema(Belongings)
    return {"$schema": DIALECT, "title": "A file of Spieltisch matches", **schema}


def peers_schema() -> Schema:
    kinds = [
        object_schema(made, {"v": {"const": VERSION}, "kind": {"const": kind}})
        for made, kind in KINDS.items()
    ]
    title = "What browsers that play live send each other (docs/peers.md)"
    return {"$schema": DIALECT, "title": title, "oneOf": kinds}


SCHEMAS = {
    PACKAGE / "table" / "record.schema.json": record_schema,
    PACKAGE / "play" / "archive.schema.json": archive_schema,
    ROOT / "docs" / "peers.schema.json": peers_schema,
}


def as_text(schema: Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, made in SCHEMAS.items():
        path.write_text(as_text(made()), encoding="utf-8")
