"""Myra's rules as the page tells them (docs/rules.md, Myra), each with a part of the board."""

from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.words import Words
from spieltisch.table import EventKind

TWO = (
    "Qa1,4a2,3a3,2a4,4b1,3b2,2b3,3c1,2c2,2d1 r25"
    " / 2h11,2i10,3i11,2j9,3j10,4j11,2k8,3k9,4k10,Qk11 r25 ; 1"
)
THREE = (
    "Qa1,4a2,3a3,2a4,4b1,3b2,2b3,3c1,2c2,2d1 r25"
    " / 2c8,3d9,2e9,4e10,3f10,Qf11,2g10,4g11,3h11,2i11 r25"
    " / 2h3,3i4,2i5,4j5,3j6,2j7,Qk6,4k7,3k8,2k9 r25 ; 1"
)
AGAIN = (
    "Qb1 r0 / Qk10 r0 ; 2"
    " | Qa1 r0 / Qk10 r0 ; 1 | Qa1 r0 / Qk11 r0 ; 2 | Qb1 r0 / Qk11 r0 ; 1 | Qb1 r0 / Qk10 r0 ; 2"
    " | Qa1 r0 / Qk10 r0 ; 1 | Qa1 r0 / Qk11 r0 ; 2 | Qb1 r0 / Qk11 r0 ; 1"
)

CORNER = frozenset(("a1", "a4", "d1", "d4"))
MIDDLE = frozenset(("c3", "d7", "g4", "g7"))
FAR_CORNER = frozenset(("k8", "k11", "h11", "h8"))


def rules(words: Words) -> tuple[RuleSection, ...]:
    """All rules, in the order in which one needs them."""
    return (
        _start(words),
        _walk(words),
        _fortress(words),
        _build(words),
        _split(words),
        _gather(words),
        _sow(words),
        _produce(words),
        _end(words),
        _three(words),
        _again(words),
    )


def _start(words: Words) -> RuleSection:
    return RuleSection(
        "start",
        words.gettext("The start"),
        (
            words.gettext(
                "You have a queen, 25 soldiers on the board and 25 in reserve. Up to five "
                "soldiers lie together in a pit, as a troop. The queen always lies alone. "
                "Catch the other queen!"
            ),
            words.gettext(
                "On your turn you do one of six things: walk, build, split, gather, sow or produce."
            ),
            words.gettext("Source: the article “Myra” of the Mancala World wiki (in German)."),
        ),
        (
            RulePicture(
                words.gettext(
                    "Your corner: the queen, then rows of pits with four, three and two soldiers."
                ),
                TWO,
                focus=CORNER,
            ),
            RulePicture(words.gettext("Three players start in every other corner."), THREE),
        ),
        rulings=(words.gettext("The dark player begins, and play goes on in turn."),),
    )


def _walk(words: Words) -> RuleSection:
    position = "Qa1,3d4 r20 / 1d5,2f6,Qk11 r20 ; 1"
    return RuleSection(
        "walk",
        words.gettext("Walk and capture"),
        (
            words.gettext(
                "A whole troop goes as many steps as it has soldiers, or fewer. It may turn "
                "on the way, but it goes through empty pits only. The queen goes one step."
            ),
            words.gettext(
                "If the walk ends on an enemy troop or queen, the whole pit is captured, "
                "however many lie there. Captured soldiers leave the game for good. The "
                "queen captures, too."
            ),
        ),
        (
            RulePicture(
                words.gettext("Three soldiers: up to three steps. The dots show where."),
                position,
                presses=("d4",),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("The walk ends on two enemy soldiers: both are captured."),
                position,
                action="3d4xf6",
                brings=("moved", "captured"),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("The queen goes one step, and may capture."),
                "Qe5 r20 / 4f6,Qk11 r20 ; 1",
                presses=("e5",),
                focus=MIDDLE,
            ),
        ),
    )


def _fortress(words: Words) -> RuleSection:
    return RuleSection(
        "fortress",
        words.gettext("Five are a fortress"),
        (
            words.gettext(
                "Five soldiers in a pit are a fortress. It cannot be captured, and it cannot "
                "move as a whole. But up to four may leave it, and you can sow it."
            ),
        ),
        (
            RulePicture(
                words.gettext("The fortress has no mark on it: nobody can capture it."),
                "Qa1,4d4 r20 / 5e5,1f4,Qk11 r20 ; 1",
                presses=("d4",),
                forbids="4d4xe5",
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("Four may leave if one stays behind. All five may not."),
                "Qa1,5d4 r20 / Qk11 r20 ; 1",
                action="4d4-f6",
                brings=("moved", "split"),
                forbids="5d4-f6",
                focus=MIDDLE,
            ),
        ),
    )


def _build(words: Words) -> RuleSection:
    position = "Qa1,2d4,3f6 r20 / Qk11 r20 ; 1"
    return RuleSection(
        "build",
        words.gettext("Build"),
        (
            words.gettext(
                "A troop may walk onto your own soldiers if together they are at most five. "
                "It may never join the queen, and she may never join a troop."
            ),
        ),
        (
            RulePicture(
                words.gettext("Two walk onto three …"),
                position,
                action="2d4-f6",
                brings=("moved", "built"),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("… and are a fortress now."),
                position,
                action="2d4-f6",
                is_played=True,
                brings=("moved", "built"),
                focus=MIDDLE,
            ),
        ),
    )


def _split(words: Words) -> RuleSection:
    position = "Qa1,4d4,1d6 r20 / 2f6,Qk11 r20 ; 1"
    return RuleSection(
        "split",
        words.gettext("Split"),
        (
            words.gettext(
                "Only some of a pit's soldiers go: two go up to two steps, three up to "
                "three. They cannot capture."
            ),
        ),
        (
            RulePicture(
                words.gettext("Two of four go two steps; two stay."),
                position,
                action="2d4-f5",
                brings=("moved", "split"),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext(
                    "The two could join the single soldier, but they cannot capture on f6."
                ),
                position,
                presses=("d4", "2"),
                forbids="2d4xf6",
                focus=MIDDLE,
            ),
        ),
        rulings=(words.gettext("Soldiers that split off may join your own."),),
    )


def _gather(words: Words) -> RuleSection:
    position = "Qa1,1d4,1e5,1e6,1f7 r20 / Qk11 r20 ; 1"
    return RuleSection(
        "gather",
        words.gettext("Gather"),
        (
            words.gettext(
                "Two to five single soldiers, each next to the one before, come together in "
                "the last one's pit."
            ),
        ),
        (
            RulePicture(
                words.gettext("Four single soldiers in a chain …"),
                position,
                action="d4>e5>e6>f7",
                brings=("gathered",),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("… are one troop now."),
                position,
                action="d4>e5>e6>f7",
                is_played=True,
                brings=("gathered",),
                focus=MIDDLE,
            ),
        ),
        rulings=(
            words.gettext("The chain may bend, and it need not be as long as it could be."),
            words.gettext(
                "Two ways of gathering or sowing that lead to the same position are one move."
            ),
        ),
    )


def _sow(words: Words) -> RuleSection:
    position = "Qa1,4d4 r20 / Qk11 r20 ; 1"
    return RuleSection(
        "sow",
        words.gettext("Sow"),
        (
            words.gettext(
                "A troop or a fortress is spread over a chain of empty pits, one soldier in "
                "each. The first pit is next to its own. All soldiers must find a place, and "
                "nothing is captured."
            ),
        ),
        (
            RulePicture(
                words.gettext("Four soldiers leave their pit …"),
                position,
                action="d4<e5<e6<f7<g7",
                brings=("sown",),
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("… and now lie one to a pit."),
                position,
                action="d4<e5<e6<f7<g7",
                is_played=True,
                brings=("sown",),
                focus=MIDDLE,
            ),
        ),
    )


def _produce(words: Words) -> RuleSection:
    return RuleSection(
        "produce",
        words.gettext("Produce"),
        (
            words.gettext(
                "A soldier from your reserve comes into an empty pit beside your queen. You "
                "can do this as long as your reserve lasts (25 at the start)."
            ),
        ),
        (
            RulePicture(
                words.gettext("A new soldier beside the queen."),
                "Qd4,2d5,1e4 r20 / Qk11 r20 ; 1",
                action="+e5",
                is_played=True,
                brings=("produced",),
                focus=MIDDLE,
            ),
        ),
    )


def _end(words: Words) -> RuleSection:
    return RuleSection(
        "end",
        words.gettext("The end, with two players"),
        (words.gettext("Capture the other queen and you win at once."),),
        (
            RulePicture(
                words.gettext("Three steps to the queen: dark wins."),
                "Qa1,3h8 r20 / 2k9,1k10,Qk11 r20 ; 1",
                action="3h8xk11",
                brings=("moved", "captured", "eliminated", "won"),
                focus=FAR_CORNER,
            ),
        ),
    )


def _three(words: Words) -> RuleSection:
    position = "Qa1,2d4 r20 / 4e7,Qf6,1f7,2g6 r20 / Qk6 r20 ; 1"
    brings: tuple[EventKind, ...] = ("moved", "captured", "eliminated", "inherited")
    return RuleSection(
        "three",
        words.gettext("With three players"),
        (
            words.gettext(
                "Whoever captures the first queen takes over her soldiers on the board. Then "
                "the last two play on, until one captures the other's queen."
            ),
        ),
        (
            RulePicture(
                words.gettext("Dark captures the light queen …"),
                position,
                action="2d4xf6",
                brings=brings,
                focus=MIDDLE,
            ),
            RulePicture(
                words.gettext("… and all her soldiers are dark now."),
                position,
                action="2d4xf6",
                is_played=True,
                brings=brings,
                focus=MIDDLE,
            ),
        ),
        rulings=(words.gettext("The reserve of a captured queen is out of play."),),
    )


def _again(words: Words) -> RuleSection:
    return RuleSection(
        "draw",
        words.gettext("Passing and draws"),
        (
            words.gettext(
                "If you have no move, you pass. Otherwise you have to move. If nobody has a "
                "move, it is a draw. It is also a draw when a position occurs for the third "
                "time."
            ),
        ),
        (
            RulePicture(
                words.gettext(
                    "No reserve, and fortresses all around: the dark queen cannot move and passes."
                ),
                "Qa1 r0 / 5a2,5b1,5b2,Qk11 r0 ; 1",
                action="pass",
                brings=("passed",),
                focus=CORNER,
            ),
            RulePicture(
                words.gettext("Back again: the same position for the third time, a draw."),
                AGAIN,
                action="Qk10-k11",
                brings=("moved", "drawn"),
                focus=FAR_CORNER,
            ),
        ),
        rulings=(
            words.gettext("Passing, and the draw when nobody has a move."),
            words.gettext(
                "The draw by repetition. After a capture or a new soldier no earlier position "
                "can occur again."
            ),
        ),
    )
