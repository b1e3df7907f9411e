"""What menus need to know of YALA."""

from spieltisch.table.game import GameInfo, Option

BEGINS = Option("begins", ("dark", "light"))
REPETITION = Option("repetition", ("draw", "no-repeat"))

INFO = GameInfo(
    name="yala",
    title="YALA",
    author="Jacques Zeimet",
    seat_counts={"standard": (2,)},
    options=(BEGINS, REPETITION),
)
