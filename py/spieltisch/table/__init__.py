"""What every game shares: positions, actions, outcomes, set-ups, records and their replay.

This room imports nothing else of the project.
"""

from spieltisch.table.game import (
    AnyPosition,
    AnyRules,
    Choice,
    GameInfo,
    Option,
    Rules,
    Shuffle,
    Status,
    TimeLimit,
)
from spieltisch.table.history import NO_PAST, History, Past
from spieltisch.table.position import CLOCK, IllegalActionError, Outcome, Position, Seat
from spieltisch.table.record import (
    HUMAN,
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
from spieltisch.table.report import Clock, Evaluation, Gate, Run, Tie, TimedCall
from spieltisch.table.review import Review, Stretch, TurningPoint, review_of
from spieltisch.table.turn import (
    Ending,
    Event,
    ReplayError,
    Turn,
    endings,
    has_clock,
    play,
    possible,
    replay,
)

__all__ = [
    "CLOCK",
    "HUMAN",
    "MAX_SEED",
    "NO_PAST",
    "AnyPosition",
    "AnyRules",
    "Choice",
    "Clock",
    "Ending",
    "Entry",
    "Evaluation",
    "Event",
    "GameInfo",
    "Gate",
    "History",
    "IllegalActionError",
    "Option",
    "Outcome",
    "Past",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "ReplayError",
    "Review",
    "Rules",
    "Run",
    "Seat",
    "Setup",
    "SetupError",
    "Shuffle",
    "Status",
    "Stretch",
    "Tie",
    "TimeLimit",
    "TimedCall",
    "Turn",
    "TurningPoint",
    "endings",
    "format_record",
    "has_clock",
    "parse_record",
    "play",
    "possible",
    "replay",
    "review_of",
]
