"""YALA's rules as the page tells them (docs/rules.md, YALA), each with a ring to look at."""

from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.words import Words

START = "dl/ld/ld/dl/ld/dl/ld/dl/dl/ld/dl/ld d"
"""Six towers with the dark stone on top, six with the light one."""

WALL = "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d"
"""A ring with one tower of five, on a."""

SHARED_WALL = "dl/ld///lddd/dldld/dll//dl/dldl/ll/ d"
"""A ring whose one tower of five, on f, has a dark stone on top."""

SINGLE = "dldd/ldlll//dl/ldld///dl/dlld/ld//d d"
"""A single dark stone stands on l."""

LAST_MOVE = "ldl///dlldl/l//ldddd///ldlll/dd/ddl d"
"""Dark moves, and then light cannot."""

THIRD_TIME = (
    "dl//dld/ldl/lld/dld//dld/ldll///ldd d | draw"
    " | dld//dld/ldl/ll/dld//dld/ldll///ldd l | dld//dld/ldll/ll/dld//dld/ldl///ldd d"
    " | dl//dld/ldll/lld/dld//dld/ldl///ldd l | dl//dld/ldl/lld/dld//dld/ldll///ldd d"
    " | dld//dld/ldl/ll/dld//dld/ldll///ldd l | dld//dld/ldll/ll/dld//dld/ldl///ldd d"
    " | dl//dld/ldll/lld/dld//dld/ldl///ldd l"
)
"""Both sides have gone to and fro for a while."""

NO_WAY_BACK = (
    "dll/ld/ldd/dl/l//ld/dl/dl/ld/dl/ldd d | no-repeat"
    " | dll/ld/ldd/dl/l//ld/dl/dld/ld/dl/ld l | dl/ld/ldd/dll/l//ld/dl/dld/ld/dl/ld d"
    " | dl/ld/ldd/dll/l//ld/dl/dl/ld/dl/ldd l"
)
"""Dark has moved a stone to l; going back would repeat the first of the earlier boards."""


def rules(words: Words) -> tuple[RuleSection, ...]:
    """All rules, in the order in which one needs them."""
    return (_start(words), _move(words), _walls(words), _places(words), _end(words), _again(words))


def _start(words: Words) -> RuleSection:
    return RuleSection(
        "start",
        words.gettext("The start"),
        (
            words.gettext(
                "Twelve dark and twelve light stones stand in a ring as twelve towers of "
                "two, each of one dark and one light stone. Six towers show dark on top and "
                "six show light. Their order is dealt by chance, or you arrange it by hand."
            ),
            words.gettext("You agree who plays dark and who begins."),
            words.gettext("Source: the rule sheet of Steffen-Spiele (2013)."),
        ),
        (
            RulePicture(
                words.gettext("A start: six towers show dark, six light."),
                START,
            ),
        ),
    )


def _move(words: Words) -> RuleSection:
    return RuleSection(
        "move",
        words.gettext("A move"),
        (
            words.gettext(
                "Move one stone of your colour that lies on top of a tower. It goes exactly "
                "as many towers as its own tower is high before the move, clockwise or "
                "counter-clockwise. It lands on top of the tower it reaches."
            ),
        ),
        (
            RulePicture(
                words.gettext(
                    "The top stone of a tower of two goes two steps, in either direction."
                ),
                START,
                presses=("e",),
            ),
            RulePicture(
                words.gettext("From a tower of three it goes three steps, here counter-clockwise."),
                WALL,
                action="l-",
                brings=("moved", "built"),
            ),
            RulePicture(
                words.gettext("Now it lies on top. Only the top stone of a tower can move."),
                WALL,
                action="l-",
                is_played=True,
                brings=("moved", "built"),
            ),
        ),
    )


def _walls(words: Words) -> RuleSection:
    return RuleSection(
        "walls",
        words.gettext("Five is a wall"),
        (
            words.gettext(
                "No tower grows above five. A tower of five is a wall: no stone may land on it or"
                " jump over it. Its own top stone may still leave, if it can go five steps."
            ),
        ),
        (
            RulePicture(
                words.gettext("Clockwise, the wall on a is in the way. No stone jumps over it."),
                WALL,
                presses=("l",),
                forbids="l+",
            ),
            RulePicture(
                words.gettext("No stone can land on it either. The other direction is free."),
                WALL,
                presses=("c",),
                forbids="c-",
            ),
            RulePicture(
                words.gettext("The wall's own top stone may leave. It goes five steps."),
                SHARED_WALL,
                presses=("f",),
            ),
        ),
    )


def _places(words: Words) -> RuleSection:
    return RuleSection(
        "places",
        words.gettext("Places vanish"),
        (
            words.gettext(
                "When a tower's last stone leaves, its place is gone for good. The ring "
                "closes up, and the ways round it get shorter. There are never fewer than "
                "five places."
            ),
        ),
        (
            RulePicture(
                words.gettext("A single stone on l goes one step …"),
                SINGLE,
                action="l+",
                brings=("moved", "built", "vanished"),
            ),
            RulePicture(
                words.gettext("… and its place is gone. The others keep their names."),
                SINGLE,
                action="l+",
                is_played=True,
                brings=("moved", "built", "vanished"),
            ),
        ),
    )


def _end(words: Words) -> RuleSection:
    return RuleSection(
        "end",
        words.gettext("Walled in"),
        (
            words.gettext(
                "If it is your turn and none of your stones can move, you lose. So stay "
                "mobile, and wall your opponent in."
            ),
        ),
        (
            RulePicture(
                words.gettext("Dark to move: the top stone of k goes two steps …"),
                LAST_MOVE,
                action="k+",
                brings=("moved", "built", "won"),
            ),
            RulePicture(
                words.gettext("… and every way for light ends at a wall. Dark wins."),
                LAST_MOVE,
                action="k+",
                is_played=True,
                brings=("moved", "built", "won"),
            ),
        ),
    )


def _again(words: Words) -> RuleSection:
    return RuleSection(
        "repetition",
        words.gettext("Repetition"),
        (
            words.gettext(
                "Stones can go back and forth. When a position occurs for the third time, "
                "with the same side to move, the game is a draw."
            ),
            words.gettext(
                "Or you forbid repetition at set-up. Then you may not make a move that would "
                "bring an earlier position back, and if you have only such moves, you lose. "
                "Once a place is gone, no earlier position can occur again."
            ),
        ),
        (
            RulePicture(
                words.gettext(
                    "With this move the same position occurs for the third time: a draw."
                ),
                THIRD_TIME,
                action="e-",
                brings=("moved", "built", "drawn"),
            ),
            RulePicture(
                words.gettext("With repetition forbidden, the stone on l can't go straight back."),
                NO_WAY_BACK,
                presses=("l",),
                forbids="l-",
            ),
        ),
        rulings=(words.gettext("The draw by repetition, and the choice to forbid it."),),
    )
