"""What menus need to know of AYA, and how long its clocks run."""

from spieltisch.table import GameInfo, Option, Setup

MOVE_CLOCK = Option("move-clock", ("5", "10", "25", "off"))
"""Seconds that a caller has for each move he owes (docs/rules.md, AYA, "Variant 1")."""

REFUTE_CLOCK = Option("refute-clock", ("20", "40", "100", "off"))
"""Seconds that the others have, all together, to refute an OYE (docs/rules.md, same place)."""

OPEN_CARDS = Option("open-cards", ("5", "8", "10"))
"""Kindergarten: how many cards lie open in the middle."""

CARDS = Option("cards", ("10", "20", "39"))
"""Tueftler: how many cards there are to clear."""

SIZES = {"kindergarten": OPEN_CARDS, "tueftler": CARDS}
"""The option that gives a variant its size."""

SPOT = "spot"
"""The goal of the puzzles of AYA's own skill: is there a match, and where?"""

INFO = GameInfo(
    name="aya",
    title="AYA",
    author="Mike Reilly",
    seat_counts={
        "aya-oye": (2, 3, 4, 5, 6),
        "rumkugeln": (2, 3, 4, 5, 6),
        "turbo": (2, 3, 4, 5, 6),
        "kindergarten": (2, 3, 4, 5, 6),
        "tueftler": (1,),
    },
    editions=("zoch", "reilly"),
    options=(MOVE_CLOCK, REFUTE_CLOCK, OPEN_CARDS, CARDS),
    option_names={
        "aya-oye": (MOVE_CLOCK.name, REFUTE_CLOCK.name),
        "rumkugeln": (),
        "turbo": (MOVE_CLOCK.name, REFUTE_CLOCK.name),
        "kindergarten": (OPEN_CARDS.name,),
        "tueftler": (CARDS.name,),
    },
)

CLOCKS = {"move": MOVE_CLOCK, "refute": REFUTE_CLOCK}
"""The option that sets a clock, by the clock's name as ``AyaPosition.clock`` gives it."""


def clock_ms(setup: Setup, clock: str) -> int | None:
    """How many milliseconds a clock runs in a match; None where it is off.

    >>> clock_ms(Setup("aya", "aya-oye", "zoch"), "move")
    5000
    >>> clock_ms(Setup("aya", "aya-oye", "zoch", (("move-clock", "off"),)), "move") is None
    True
    """
    seconds = setup.option(CLOCKS[clock].name, CLOCKS[clock].default)
    return None if seconds == "off" else int(seconds) * 1000


def has_clocks(setup: Setup) -> bool:
    """Whether a clock may run in a match: then people race, and nothing is taken back.

    >>> has_clocks(Setup("aya", "turbo", "zoch")), has_clocks(Setup("aya", "rumkugeln", "zoch"))
    (True, False)
    """
    known = INFO.options_of(setup.variant)
    clocks = [option for option in known if option in CLOCKS.values()]
    return any(setup.option(clock.name, clock.default) != "off" for clock in clocks)


def is_solitaire(setup: Setup) -> bool:
    return INFO.seat_counts[setup.variant] == (1,)
