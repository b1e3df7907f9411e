"""What every game shares: positions, actions, outcomes, set-ups, records and their replay.

This room imports nothing else of the project.
"""

from spieltisch.table.clocks import Clocks, FlagFall
from spieltisch.table.game import (
    SEALED,
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
from spieltisch.table.marks import RecordError
from spieltisch.table.offers import TABLE_ACTIONS, Offers, TableAction
from spieltisch.table.position import (
    CLOCK,
    Ended,
    Finish,
    IllegalActionError,
    Outcome,
    Position,
    Seat,
    TableEnd,
    seat_for,
)
from spieltisch.table.record import (
    BY_LINK,
    HUMAN,
    MAX_SEED,
    Bot,
    ByLink,
    Controller,
    Entry,
    Human,
    Player,
    Record,
    Setup,
    SetupError,
    bot_level,
    format_record,
    parse_controller,
    parse_record,
)
from spieltisch.table.report import (
    Clock,
    Evaluation,
    Gate,
    GateReason,
    Refutation,
    Run,
    Tie,
    TimedCall,
)
from spieltisch.table.review import Review, Stretch, TurningPoint, review_of
from spieltisch.table.time_control import TimeControl, format_time_control, parse_time_control
from spieltisch.table.turn import (
    Ending,
    Event,
    EventKind,
    ReplayError,
    Turn,
    action_of,
    endings,
    has_clock,
    play,
    possible,
    replay,
)
from spieltisch.table.typed import parse_typed
