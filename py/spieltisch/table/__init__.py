"""What every game shares: positions, actions, outcomes, set-ups, records and their replay.

This room imports nothing else of the project.
"""

from spieltisch.table.choice import Choice, Status
from spieltisch.table.game import (
    AnyGame,
    AnyPosition,
    Game,
    GameInfo,
    Option,
    PastGame,
    Shuffle,
    TimeLimit,
)
from spieltisch.table.position import (
    CLOCK,
    IllegalActionError,
    Outcome,
    Position,
    Seat,
)
from spieltisch.table.record import (
    MAX_SEED,
    Entry,
    Player,
    Record,
    RecordError,
    Setup,
    SetupError,
    format_record,
    parse_record,
)
from spieltisch.table.replay import ReplayError, Step, replay

__all__ = [
    "CLOCK",
    "MAX_SEED",
    "AnyGame",
    "AnyPosition",
    "Choice",
    "Entry",
    "Game",
    "GameInfo",
    "IllegalActionError",
    "Option",
    "Outcome",
    "PastGame",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "ReplayError",
    "Seat",
    "Setup",
    "SetupError",
    "Shuffle",
    "Status",
    "Step",
    "TimeLimit",
    "format_record",
    "parse_record",
    "replay",
]
