"""Keeps a match as a test: ``python -m tests.records.keeping`` writes the ends and links that are
missing.

A record is a file of this folder, ``<name>.json``, just as the game shares and exports it. Its end
is ``ends/<name>.json``: the outcome (null for a match that is not over) and the last position, as
``replay --trace`` tells it. Look at a new end before it is committed: it is what should be.

Its link is ``links/<name>.txt``. A link that was sent is never written anew: were one of these to
change, all links that people have would no longer open, or lead elsewhere. ``json-links/`` holds
some of the format that was written before.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

from spieltisch.games import catalog
from spieltisch.play.record_link import encode_record
from spieltisch.table import Record, format_record, parse_record, replay

RECORDS = Path(__file__).parent
ENDS = RECORDS / "ends"
LINKS = RECORDS / "links"
JSON_LINKS = RECORDS / "json-links"


def names() -> list[str]:
    return sorted(path.stem for path in RECORDS.glob("*.json"))


def read(name: str) -> str:
    return (RECORDS / f"{name}.json").read_text(encoding="utf-8")


def expected_end(name: str) -> Any:
    return json.loads((ENDS / f"{name}.json").read_text(encoding="utf-8"))


def link(name: str) -> str:
    return (LINKS / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def json_links() -> dict[str, str]:
    """The links of the format that was written before, by the names of their records."""
    paths = JSON_LINKS.glob("*.txt")
    return {path.stem: path.read_text(encoding="utf-8").rstrip("\n") for path in sorted(paths)}


def json_link(record: Record) -> str:
    """A record's link as it was written before, whatever the record is."""
    packed = zlib.compress(format_record(record).encode(), 9)
    return "#/record/" + urlsafe_b64encode(packed).decode().rstrip("=")


def end_of(name: str) -> dict[str, object]:
    """How the match of a record ends when it is played now."""
    record = parse_record(read(name))
    game = catalog.game_of(record.setup.game).rules
    last = game.initial_position(record.setup)
    for step in replay(game, record):
        last = step.after
    outcome = last.outcome
    told = outcome and {
        "winners": sorted(outcome.winners),
        "reason": outcome.reason,
        "scores": None if outcome.scores is None else list(outcome.scores),
    }
    return {"outcome": told, "trace": dict(game.trace(last))}


def main() -> None:
    for name in names():
        path = LINKS / f"{name}.txt"
        if not path.exists():
            text = "#/record/" + encode_record(parse_record(read(name)))
            path.write_text(text + "\n", encoding="utf-8")
            print(f"wrote {path.name}: {text}")  # noqa: T201 - a tool
        path = ENDS / f"{name}.json"
        if not path.exists():
            text = json.dumps(end_of(name), separators=(",", ":"))
            path.write_text(text + "\n", encoding="utf-8")
            print(f"wrote {path.name}: {text[:200]}")  # noqa: T201 - a tool


if __name__ == "__main__":
    main()
