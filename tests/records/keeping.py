"""Keeps a match as a test: ``python -m tests.records.keeping`` writes the ends that are missing.

A record is a file of this folder, ``<name>.json``, just as the game shares and exports it. Its end
is ``ends/<name>.json``: the outcome (null for a match that is not over) and the last position, as
``replay --trace`` tells it. Look at a new end before it is committed: it is what should be.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

RECORDS = Path(__file__).parent
ENDS = RECORDS / "ends"


def names() -> list[str]:
    return sorted(path.stem for path in RECORDS.glob("*.json"))


def read(name: str) -> str:
    return (RECORDS / f"{name}.json").read_text(encoding="utf-8")


def expected_end(name: str) -> Any:
    return json.loads((ENDS / f"{name}.json").read_text(encoding="utf-8"))


def end_of(name: str) -> dict[str, object]:
    """How the match of a record ends when it is played now."""
    from spieltisch.games import catalog
    from spieltisch.table import parse_record, replay

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
    ENDS.mkdir(exist_ok=True)
    for name in names():
        path = ENDS / f"{name}.json"
        if not path.exists():
            text = json.dumps(end_of(name), separators=(",", ":"))
            path.write_text(text + "\n", encoding="utf-8")
            print(f"wrote {path.name}: {text[:200]}")  # noqa: T201 - a tool


if __name__ == "__main__":
    sys.path.insert(0, str(RECORDS.parents[1] / "py"))
    main()
