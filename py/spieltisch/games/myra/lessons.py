"""Myra's lessons (docs/rules.md, Myra)."""

from spieltisch.games.myra.rules.core import FORTRESS
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.table import Seat, Turn
from spieltisch.table.lesson import Course, Misstep, Step, brings, gettext_noop, leaves, plays


def _is_queen_safe(turn: Turn) -> bool:
    """Whether nobody can capture the learner's queen at once."""
    position: MyraPosition = turn.after
    return not any(
        _can_capture(position, seat, position.queen(turn.seat)) for seat in position.active_seats
    )


def _corners_queen(turn: Turn) -> bool:
    """Whether the other queen can be captured whatever her side does."""
    position: MyraPosition = turn.after
    (other,) = position.active_seats
    after = [position.apply(other, action) for action in position.legal_actions(other)]
    return all(_can_capture(reply, turn.seat, reply.queen(other)) for reply in after)


def _can_capture(position: MyraPosition, seat: Seat, site: str | None) -> bool:
    """Whether a seat that is to move can capture the queen on a site."""
    return any(action.target == site for action in position.legal_actions(seat))


def _is_within_reach(turn: Turn) -> bool:
    """Whether the other queen can capture what has moved."""
    position: MyraPosition = turn.after
    moved = turn.events[0].sites[-1:]
    return any(
        (action.target,) == moved
        for seat in position.active_seats
        for action in position.legal_actions(seat)
    )


LESSONS = Course(
    (
        Step(
            "walk",
            gettext_noop("A troop walks"),
            gettext_noop(
                "Three of your soldiers lie in d4: a troop. It goes up to three steps and "
                "may turn on the way. Choose it, then the pit f6."
            ),
            "Qa1,3d4 r20 / Qk11 r20 ; 1",
            plays("3d4-f6"),
            ("3d4-f6",),
            gettext_noop(
                "As many steps as it has soldiers, or fewer. The dots show where it can go."
            ),
            gettext_noop(
                "That is allowed, but not what is asked: move the whole troop from d4 to f6."
            ),
            (
                Misstep(
                    brings("split"),
                    gettext_noop(
                        "Only some of them went. Choose d4 and then f6, and all three go."
                    ),
                ),
                Misstep(
                    brings("produced"),
                    gettext_noop("That was a new soldier beside your queen. Choose d4 first."),
                ),
                Misstep(
                    leaves("a1"),
                    gettext_noop("That was your queen. She goes a single step. Take the troop."),
                ),
            ),
            named=("d4", "f6"),
        ),
        Step(
            "capture",
            gettext_noop("Capture"),
            gettext_noop(
                "A walk may end on an enemy pit: everything in it is captured, however many. "
                "Capture the two soldiers on f6."
            ),
            "Qa1,3d4 r20 / 1d5,2f6,Qk11 r20 ; 1",
            brings("captured", 2),
            ("3d4xf6",),
            gettext_noop(
                "Both at once. Even a single soldier captures a whole troop if it can reach it."
            ),
            gettext_noop("You captured nothing. Choose your troop on d4, then f6."),
            (
                Misstep(
                    brings("captured", 1),
                    gettext_noop("You captured one. But there are two on f6."),
                ),
            ),
            named=("f6",),
        ),
        Step(
            "queen",
            gettext_noop("Your queen"),
            gettext_noop(
                "The queen goes one step, and she captures, too. Four soldiers have come too "
                "close: capture them with her."
            ),
            "Qe5 r20 / 4f6,Qk11 r20 ; 1",
            brings("captured", 4),
            ("Qe5xf6",),
            gettext_noop("Well done. But keep her out of reach. If she is captured, you lose."),
            gettext_noop("They are still there, next to your queen. Choose her, then f6."),
        ),
        Step(
            "fortress",
            gettext_noop("Five are a fortress"),
            gettext_noop(
                "Five soldiers in a pit are a fortress, and nobody can capture a fortress. "
                "Capture what you can."
            ),
            "Qa1,4d4 r20 / 5e5,1f4,Qk11 r20 ; 1",
            brings("captured"),
            ("4d4xf4",),
            gettext_noop(
                "The single soldier had no walls to hide behind. The fortress beside it stays."
            ),
            gettext_noop("There is a soldier you can capture, on f4."),
        ),
        Step(
            "build",
            gettext_noop("Build"),
            gettext_noop(
                "A troop that walks onto your own soldiers joins them, up to five in a pit. Build a"
                " fortress."
            ),
            "Qa1,2d4,3f6 r20 / Qk11 r20 ; 1",
            brings("built", FORTRESS),
            ("2d4-f6", "3f6-d4"),
            gettext_noop("A fortress is safe, but it can no longer move as a whole."),
            gettext_noop("No fortress yet. Choose the two on d4, then the three on f6."),
        ),
        Step(
            "split",
            gettext_noop("Split"),
            gettext_noop(
                "Up to four may leave a fortress. Two that leave together go up to two "
                "steps. Choose d4, then the number 2, then a pit for them."
            ),
            "Qa1,5d4 r20 / Qk11 r20 ; 1",
            brings("split", 3),
            ("2d4-e5",),
            gettext_noop(
                "Two go, three stay. Soldiers that split off may join your own, but they "
                "cannot capture."
            ),
            gettext_noop("No soldiers have left the fortress. Choose d4, then 2, then a pit."),
            (
                Misstep(
                    brings("split"),
                    gettext_noop(
                        "That was another number of soldiers. Press 2 before you choose the pit."
                    ),
                ),
            ),
            is_sole=False,
            named=("d4",),
        ),
        Step(
            "gather",
            gettext_noop("Gather"),
            gettext_noop(
                "A chain of single soldiers gathers in its last pit. Choose d4, then Gather, "
                "then e5, e6 and f7."
            ),
            "Qa1,1d4,1e5,1e6,1f7 r20 / Qk11 r20 ; 1",
            brings("gathered", 4),
            ("d4>e5>e6>f7", "f7>e6>e5>d4"),
            gettext_noop("Four single soldiers are now one troop, and it can go four steps."),
            gettext_noop("Not all four are together yet. The chain begins on d4 or on f7."),
            named=("d4", "e5", "e6", "f7"),
        ),
        Step(
            "sow",
            gettext_noop("Sow"),
            gettext_noop(
                "Now the other way round: a troop is spread over empty pits, one soldier in "
                "each. Choose d4, then Sow, then four pits one by one."
            ),
            "Qa1,4d4 r20 / Qk11 r20 ; 1",
            brings("sown"),
            ("d4<e5<e6<f7<g7",),
            gettext_noop(
                "A chain of four blocks the way, and you can gather it again at any time."
            ),
            gettext_noop("That was no sowing. Choose d4, then Sow, then pit after pit."),
            is_sole=False,
            named=("d4",),
        ),
        Step(
            "produce",
            gettext_noop("Produce"),
            gettext_noop(
                "You have soldiers in reserve. With nothing selected, press an empty pit "
                "next to your queen on d4, and a new soldier appears."
            ),
            "Qd4,2d5,1e4 r20 / Qk11 r20 ; 1",
            brings("produced"),
            ("+e5",),
            gettext_noop("One more on the board, one fewer in reserve. You start with 25."),
            gettext_noop("No new soldier has come. Just press an empty pit next to the queen."),
            is_sole=False,
            named=("d4",),
        ),
        Step(
            "win",
            gettext_noop("Catch the queen"),
            gettext_noop(
                "Capture the other queen and you win at once. She sits on k11, and your "
                "troop on h8 can go three pits."
            ),
            "Qa1,3h8 r20 / 2k9,1k10,Qk11 r20 ; 1",
            brings("won"),
            ("3h8xk11",),
            gettext_noop("The queen is caught, and you have won."),
            gettext_noop("She is still there. Choose h8, then the queen on k11."),
            named=("k11", "h8"),
        ),
        Step(
            "three",
            gettext_noop("Three players"),
            gettext_noop(
                "With three players, whoever captures the first queen takes over her "
                "soldiers. Capture the light queen on f6."
            ),
            "Qa1,2d4 r20 / 4e7,Qf6,1f7,2g6 r20 / Qk6 r20 ; 1",
            brings("inherited"),
            ("2d4xf6",),
            gettext_noop("Her soldiers are yours. Now it is you against the last queen."),
            gettext_noop("The light queen is still there. Your two on d4 reach her on f6."),
            seats=3,
            named=("f6",),
        ),
        Step(
            "save",
            gettext_noop("Save your queen"),
            gettext_noop(
                "The three light soldiers on f6 could capture your queen on d4 next. Make "
                "sure they can't."
            ),
            "1c4,Qd4,2e7 r20 / 3f6,Qk11 r20 ; 1",
            _is_queen_safe,
            ("2e7xf6",),
            gettext_noop("She is safe. Look for threats like this before every turn."),
            gettext_noop("They still reach her. Capture them with your two on e7, for example."),
            (
                Misstep(
                    lambda turn: turn.after.queen(turn.seat) == "d4",
                    gettext_noop("Light captures your queen, and you would have lost."),
                    ("3f6xd4",),
                ),
            ),
            named=("f6", "d4"),
        ),
        Step(
            "plan",
            gettext_noop("A first plan"),
            gettext_noop(
                "Close in on the queen. Stop so near that your four can reach her wherever "
                "she goes, but not beside her, because there she captures."
            ),
            "Qa1,4f8 r20 / Qk11 r0 ; 1",
            _corners_queen,
            ("4f8-i10",),
            gettext_noop("Wherever she goes, four steps are enough. And she has to move."),
            gettext_noop("She gets away from there. Stop two or three pits away from her."),
            (
                Misstep(
                    _is_within_reach,
                    gettext_noop(
                        "You are beside her, and she would capture your troop. Stop one pit "
                        "earlier."
                    ),
                ),
            ),
            replies=("Qk11-j10",),
            is_sole=False,
        ),
        Step(
            "finish",
            gettext_noop("The finish"),
            gettext_noop("She has fled to j10. Catch her."),
            "Qa1,4i10 r20 / Qj10 r0 ; 1",
            brings("won"),
            ("4i10xj10",),
            gettext_noop(
                "Caught! In a real game she has guards. Open a way first, and guard your own queen."
            ),
            gettext_noop("She is still free. Choose your troop, then the queen."),
            named=("j10",),
        ),
    ),
    gettext_noop(
        "Now you know Myra. Bring your troops out of the corner and keep a fortress beside "
        "your queen!"
    ),
)
