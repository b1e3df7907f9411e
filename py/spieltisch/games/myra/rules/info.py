"""What menus need to know of Myra."""

from spieltisch.table.game import GameInfo

INFO = GameInfo(
    name="myra",
    title="Myra",
    author="Michael Winkelmann",
    seat_counts={"standard": (2, 3)},
)
