"""What every game shares: positions, actions, outcomes, set-ups, records and their replay.

This room imports nothing else of the project.
"""

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
    TimeControl,
    bot_level,
    format_record,
    format_time_control,
    parse_controller,
    parse_record,
    parse_time_control,
)
from spieltisch.table.review import (
    Clock,
    Evaluation,
    Gate,
    GateReason,
    Refutation,
    Review,
    Run,
    Stretch,
    Tie,
    TimedCall,
    TurningPoint,
    review_of,
)
from spieltisch.table.turn import (
    TABLE_ACTIONS,
    Clocks,
    Ending,
    Event,
    EventKind,
    FlagFall,
    Offers,
    ReplayError,
    TableAction,
    Turn,
    action_of,
    endings,
    has_clock,
    play,
    possible,
    replay,
)
from spieltisch.table.typed import parse_typed
