"""YALA's lessons (docs/rules.md, YALA)."""

from spieltisch.table.lesson import Course, Misstep, Step, brings, gettext_noop, leaves, plays

START = "dl/ld/ld/dl/ld/dl/ld/dl/dl/ld/dl/ld d"
"""Dark stands on top of b, c, e, g, j and l."""

HIGH = "d//l/ldl/dddd//llld/ldl/lld/dl/dld/ d"
"""Towers of one to four; the one on e is four high."""

SINGLE = "/dl/dll/d/dll/ll//ldd/dd/l/ldd/dlld d"
"""A single dark stone stands on d."""

FOUR = "/ddl/dld/ldll/l/d/d/dl/lddl/l/ld/ld d"
"""Only the stone on k reaches a tower of four, the one on i."""

WALL = "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d"
"""The wall on a is in the way of the stone on l."""

OWN_WALL = "dl/ld///lddd/dldld/dll//dl/dldl/ll/ d"
"""The wall on f has a dark stone on top."""

LAST_MOVE = "///dlll/dlld//ld//dldld/dldl/dd/ldl d"
"""One move of dark leaves light without a move."""

NARROW = "/dldd//l/ld//dlld/ldll/dld//l/ldddl d"
"""Dark has four moves; after three of them light walls it in."""

TO_AND_FRO = (
    "dl//dld/ldl/lld/dld//dld/ldll///ldd d | draw"
    " | dld//dld/ldl/ll/dld//dld/ldll///ldd l | dld//dld/ldll/ll/dld//dld/ldl///ldd d"
    " | dl//dld/ldll/lld/dld//dld/ldl///ldd l | dl//dld/ldl/lld/dld//dld/ldll///ldd d"
    " | dld//dld/ldl/ll/dld//dld/ldll///ldd l | dld//dld/ldll/ll/dld//dld/ldl///ldd d"
    " | dl//dld/ldll/lld/dld//dld/ldl///ldd l"
)
"""Both sides have gone to and fro; dark can bring a position back for the third time."""

PLAN = "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d"
"""After f+ light has one move left, and then dark walls light in."""

FINISH = "ldl/dll///ld//ldlld/d/dd/ldl//dlldd d"
"""PLAN after f+ and light's only move, h+; now dark's h+ walls light in."""

_LOST = gettext_noop("Light answers, and none of your stones can move any more. You lose.")

LESSONS = Course(
    (
        Step(
            "move",
            gettext_noop("Your first move"),
            gettext_noop(
                "You play dark. Choose a tower with a dark stone on top, then the tower "
                "where it lands. From a tower of two it goes exactly two towers."
            ),
            START,
            brings("moved"),
            ("e+",),
            gettext_noop(
                "Now it lies on top of that tower. Only the top stone of a tower can move."
            ),
            gettext_noop("Move one of the dark stones that lie on top."),
            is_sole=False,
        ),
        Step(
            "ways",
            gettext_noop("Both directions"),
            gettext_noop(
                "A stone goes clockwise or counter-clockwise. Take the stone on e and send it"
                " counter-clockwise, onto c."
            ),
            START,
            plays("e-"),
            ("e-",),
            gettext_noop("Two towers back. You can choose the direction of every move."),
            gettext_noop("That was another stone. Take the one on e."),
            (
                Misstep(
                    leaves("e"),
                    gettext_noop("The right stone, but clockwise. Send it the other way, onto c."),
                ),
            ),
            named=("e", "c"),
        ),
        Step(
            "height",
            gettext_noop("The height is the distance"),
            gettext_noop(
                "A stone goes as many towers as its own tower is high. The tower on e is "
                "four high: move its top stone."
            ),
            HIGH,
            leaves("e"),
            ("e+", "e-"),
            gettext_noop(
                "Four high, four steps. And the tower it has left is only three high now."
            ),
            gettext_noop("That was another tower. Move the stone on e."),
            named=("e",),
        ),
        Step(
            "vanish",
            gettext_noop("Places vanish"),
            gettext_noop(
                "When the last stone leaves a tower, its place is gone and the ring closes up. Make"
                " a place vanish."
            ),
            SINGLE,
            brings("vanished"),
            ("d+", "d-"),
            gettext_noop("The ring is shorter now, so every way round it is shorter, too."),
            gettext_noop("All towers still stand. Look for a single dark stone."),
        ),
        Step(
            "wall",
            gettext_noop("Five is a wall"),
            gettext_noop(
                "A tower of five is a wall: no stone may land on it or jump over it. Build "
                "one, with a stone that lands on a tower of four."
            ),
            FOUR,
            brings("built", 5),
            ("k-",),
            gettext_noop("A wall! Nothing gets past it now."),
            gettext_noop("No wall yet. The tower of four that you can reach is on i."),
        ),
        Step(
            "blocked",
            gettext_noop("In front of a wall"),
            gettext_noop(
                "The stone on l has to go three steps. In one direction the wall on a blocks "
                "it. Move it the other way."
            ),
            WALL,
            leaves("l"),
            ("l-",),
            gettext_noop("Only one direction was open. Walls block both players."),
            gettext_noop("That was another stone. Take the one on l."),
            named=("l", "a"),
        ),
        Step(
            "leave",
            gettext_noop("A wall comes down"),
            gettext_noop(
                "The top stone of a wall may leave it, if it can go five steps. Open the wall on f."
            ),
            OWN_WALL,
            leaves("f"),
            ("f+", "f-"),
            gettext_noop("The wall is a tower of four again, and stones may pass it."),
            gettext_noop("The wall still stands. Take its own top stone, on f."),
            named=("f",),
        ),
        Step(
            "win",
            gettext_noop("Wall light in"),
            gettext_noop(
                "If you can't move, you lose. Light has few moves left: find the move that "
                "takes away the last of them."
            ),
            LAST_MOVE,
            brings("won"),
            ("k+",),
            gettext_noop("Not one light stone can move. You have won!"),
            gettext_noop("Light still has a way out. Where do the light stones want to go?"),
        ),
        Step(
            "escape",
            gettext_noop("Don't get walled in"),
            gettext_noop(
                "It can happen to you, too. You have four moves. After three of them, light "
                "walls you in at once. Find the one that saves you."
            ),
            NARROW,
            plays("i-"),
            ("i-",),
            gettext_noop("Whatever light does, you can still move. Always look twice."),
            gettext_noop("Light can wall you in now."),
            (
                Misstep(plays("b+"), _LOST, ("d+",)),
                Misstep(plays("e+"), _LOST, ("k-",)),
                Misstep(plays("e-"), _LOST, ("e+",)),
            ),
        ),
        Step(
            "repetition",
            gettext_noop("Repetition"),
            gettext_noop(
                "Stones can go back and forth. When a position occurs for the third time, it "
                "is a draw. Your stone on e can do that here."
            ),
            TO_AND_FRO,
            brings("drawn"),
            ("e-",),
            gettext_noop("A draw. When you set up a game you can forbid repetition instead."),
            gettext_noop("That position is new. Send the stone on e back to where it came from."),
            named=("e",),
        ),
        Step(
            "plan",
            gettext_noop("A plan"),
            gettext_noop(
                "Now think two moves ahead. Build a wall that leaves light a single move, so "
                "that you can wall it in next."
            ),
            PLAN,
            plays("f+"),
            ("f+",),
            gettext_noop("Light has one move left, and has to make it."),
            gettext_noop("Light keeps several moves. A wall on g would take most of them."),
            replies=("h+",),
        ),
        Step(
            "finish",
            gettext_noop("The finish"),
            gettext_noop("Light had only that one move. Now take away its last one."),
            FINISH,
            brings("won"),
            ("h+",),
            gettext_noop("Walled in! You have won, and that is all there is to know."),
            gettext_noop("Light can still move. Look at your single stone on h."),
        ),
    ),
    gettext_noop("Now you know YALA. Stay mobile, count your moves, and wall your opponent in!"),
)
