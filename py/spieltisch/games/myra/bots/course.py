"""The course for those who write a bot: from a first file to one that beats level 2.

A check's matches are always the same (app/workshop/course.py), so the points of each goal lie
between what the worked solution of its step makes and what the one before makes.
"""

from collections.abc import Iterable
from itertools import islice

from spieltisch.games.contract import BotCourse, BotField, BotGoal, BotIdea, BotStep
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.table import Seat
from spieltisch.table.fact import gettext_noop


def may_win(position: MyraPosition, seat: Seat) -> Iterable[MyraAction]:
    """The captures of another queen, one of which is all that wins."""
    queens = {position.queen(other) for other in position.seats if other != seat} - {None}
    if not any(position.attackers(queen) for queen in queens if queen is not None):
        return ()
    return (action for action in position.legal_actions(seat) if action.target in queens)


def _queens(position: MyraPosition) -> tuple[str | None, ...]:
    return tuple(map(position.queen, position.seats))


def _attackers(position: MyraPosition) -> tuple[tuple[str, ...], ...]:
    return tuple(position.attackers(queen) for queen in _queens(position) if queen is not None)


def _pieces(position: MyraPosition) -> dict[str, Piece]:
    return dict(islice(position.pieces.items(), 2))


def _reserves(position: MyraPosition) -> tuple[int, ...]:
    return tuple(map(position.reserve, position.seats))


def bot_course() -> BotCourse:
    """All six steps, and what comes after them."""
    return BotCourse(
        _steps(),
        ways_on=(
            gettext_noop(
                "Look further ahead: after each of your best actions, try the answers to it."
            ),
            gettext_noop(
                "Judge better: change one number of your file at a time, and let a league decide."
            ),
            gettext_noop("Read how the page’s own bots do it, in the source of this page."),
        ),
        version=1,
        may_win=may_win,
    )


def _steps() -> tuple[BotStep, ...]:
    return (
        BotStep(
            BotGoal("random", 2, idea=BotIdea.PLAYING),
            gettext_noop("The file you see already plays. Check it."),
        ),
        BotStep(
            BotGoal("random", 10, idea=BotIdea.WINNING),
            gettext_noop(
                "Whoever captures the other queen wins. Look for an action that ends in her pit."
            ),
            (
                BotField(
                    "position.legal_actions(seat)", gettext_noop("All that your seat may play.")
                ),
                BotField("3 - seat", gettext_noop("The other seat: 2 if yours is 1.")),
                BotField(
                    "position.queen(seat)",
                    gettext_noop("The pit of a seat’s queen. Both queens’:"),
                    _queens,
                ),
                BotField("action.target", gettext_noop("The pit in which an action ends.")),
            ),
        ),
        BotStep(
            BotGoal("1", 10, idea=BotIdea.GUARDING),
            gettext_noop("Before you play an action, see whether it leaves your queen safe."),
            (
                BotField(
                    "after = position.apply(seat, action)",
                    gettext_noop("The position after an action. The one before stays as it was."),
                ),
                BotField(
                    "after.attackers(after.queen(seat))",
                    gettext_noop(
                        "The pits from which the other side could capture what lies in a pit, here"
                        " your queen; empty if it could not. Both queens’:"
                    ),
                    _attackers,
                ),
            ),
        ),
        BotStep(
            BotGoal("random", 10, 10, within=20),
            gettext_noop(
                "Let each of your soldiers be worth something, and more the nearer it is to the"
                " other queen. Of the actions that leave your queen safe, play the one after which"
                " yours are worth the most together."
            ),
            (
                BotField(
                    "position.pieces.items()",
                    gettext_noop(
                        "The pits that are not empty, each with what lies there. The first two:"
                    ),
                    _pieces,
                ),
                BotField(
                    "piece.seat, piece.soldiers",
                    gettext_noop("Whose it is, and how many soldiers: 0 for a queen."),
                ),
                BotField(
                    "rows = ord(site[0]) - ord(queen[0])",
                    gettext_noop("How many rows lie between two pits, say e5 and a1: 4."),
                ),
                BotField(
                    "places = int(site[1:]) - int(queen[1:])",
                    gettext_noop("The same for their numbers: 4, too."),
                ),
                BotField(
                    "max(abs(rows), abs(places), abs(rows - places))",
                    gettext_noop("How many steps it is from one to the other, so: 4."),
                ),
                BotField(
                    "max(actions, key=worth)",
                    gettext_noop(
                        "The action of which your function worth(action) returns the most."
                    ),
                ),
            ),
        ),
        BotStep(
            BotGoal("1", 5, 3),
            gettext_noop(
                "Take your ten best actions, and subtract from each the soldiers of your largest"
                " troop that could be captured after it."
            ),
            (
                BotField(
                    "position.attackers(site)",
                    gettext_noop("As for a queen: the pits from which a troop could be captured."),
                ),
                BotField(
                    "sorted(actions, key=worth, reverse=True)[:10]",
                    gettext_noop("The ten of which worth(action) returns the most."),
                ),
            ),
        ),
        BotStep(
            BotGoal("2", 5, 4),
            gettext_noop(
                "Subtract what the soldiers of the other side are worth, so that your bot captures"
                " them, and add a little where it attacks their queen: they have to answer that."
                " Then look at forty actions instead of ten."
            ),
            (
                BotField(
                    "position.reserve(seat)",
                    gettext_noop(
                        "The soldiers that a seat has yet to produce. They are worth something,"
                        " too, but less. Both seats’:"
                    ),
                    _reserves,
                ),
            ),
        ),
    )
