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

_LOST = gettext_noop("Light answers, and none of your stones can move any more: that loses.")

LESSONS = Course(
    (
        Step(
            "move",
            gettext_noop("Your first move"),
            gettext_noop(
                "You play dark. Choose a tower with a dark stone on top, then where it lands: from"
                " a tower of two it goes exactly two towers."
            ),
            START,
            brings("moved"),
            ("e+",),
            gettext_noop("It lies on top of that tower now. Only the top stone of a tower moves."),
            gettext_noop("Move one of the dark stones that lie on top."),
            is_sole=False,
        ),
        Step(
            "ways",
            gettext_noop("Both ways round"),
            gettext_noop(
                "A stone goes clockwise or counter-clockwise. Take the stone on e and send it"
                " counter-clockwise, onto c."
            ),
            START,
            plays("e-"),
            ("e-",),
            gettext_noop("Two towers back. You have the choice of both ways at every move."),
            gettext_noop("That was another stone: take the one on e."),
            (
                Misstep(
                    leaves("e"),
                    gettext_noop("The right stone, but clockwise. The other way, onto c."),
                ),
            ),
            named=("e", "c"),
        ),
        Step(
            "height",
            gettext_noop("The height is the distance"),
            gettext_noop(
                "A stone goes as many towers as its own tower is high. The one on e is four high:"
                " move its top stone."
            ),
            HIGH,
            leaves("e"),
            ("e+", "e-"),
            gettext_noop(
                "Four high, four steps. And the tower it has left is only three high now."
            ),
            gettext_noop("That was another tower: move the stone on e."),
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
            gettext_noop("The ring is shorter, and so is every way past that place."),
            gettext_noop("All towers still stand. Look for a single dark stone."),
        ),
        Step(
            "wall",
            gettext_noop("Five is a wall"),
            gettext_noop(
                "A tower of five is a wall: no stone lands on it or jumps over it. Build one, with"
                " a stone that lands on a tower of four."
            ),
            FOUR,
            brings("built", 5),
            ("k-",),
            gettext_noop("A wall: from now on all ways end there."),
            gettext_noop("No wall yet. The tower of four that you reach stands on i."),
        ),
        Step(
            "blocked",
            gettext_noop("In front of a wall"),
            gettext_noop(
                "The stone on l should go three steps, but one way round the wall on a is in its"
                " way. Move it."
            ),
            WALL,
            leaves("l"),
            ("l-",),
            gettext_noop("Only one way was open. Walls take ways from both sides."),
            gettext_noop("That was another stone: take the one on l."),
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
            gettext_noop("The wall is a tower of four again, and its place is free to pass."),
            gettext_noop("The wall still stands: take its own top stone, on f."),
            named=("f",),
        ),
        Step(
            "win",
            gettext_noop("Wall light in"),
            gettext_noop(
                "Whoever cannot move has lost. Light has few ways left: find the move that takes"
                " the last of them."
            ),
            LAST_MOVE,
            brings("won"),
            ("k+",),
            gettext_noop("Not one light stone can move: you have won."),
            gettext_noop("Light still has a way out. Where do the light stones want to go?"),
        ),
        Step(
            "escape",
            gettext_noop("Do not be walled in"),
            gettext_noop(
                "It can happen to you, too. You have four moves, and after three of them light"
                " walls you in at once. Find the one that saves you."
            ),
            NARROW,
            plays("i-"),
            ("i-",),
            gettext_noop(
                "You can still move after everything light can do. Always look once more."
            ),
            gettext_noop("Light can wall you in now."),
            (
                Misstep(plays("b+"), _LOST, ("d+",)),
                Misstep(plays("e+"), _LOST, ("k-",)),
                Misstep(plays("e-"), _LOST, ("e+",)),
            ),
        ),
        Step(
            "repetition",
            gettext_noop("Three times the same"),
            gettext_noop(
                "Stones can go to and fro. A position that comes up for the third time is a"
                " draw, as this one can with your stone on e."
            ),
            TO_AND_FRO,
            brings("drawn"),
            ("e-",),
            gettext_noop("A draw. At set-up you can choose that positions must not come again."),
            gettext_noop("That position is new. Send the stone on e back to where it came from."),
            named=("e",),
        ),
        Step(
            "plan",
            gettext_noop("A plan"),
            gettext_noop(
                "Now for more than one move. Leave light a single move, after which you can wall it"
                " in. Which wall does that?"
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
            gettext_noop("Light has moved as it had to. Take its last move now."),
            FINISH,
            brings("won"),
            ("h+",),
            gettext_noop("Walled in: you have won. That is all there is to know."),
            gettext_noop("Light can still move. Look at your single stone on h."),
        ),
    ),
    gettext_noop("You know YALA now. Stay mobile, count the ways, and wall the other in!"),
)
