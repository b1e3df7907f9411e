"""The course for those who write a bot: from a first file to one that beats level 2.

A check's matches are always the same (app/workshop/course.py), so the points of each goal lie
between what the worked solution of its step makes and what the one before makes.
"""

from spieltisch.games.contract import BotCourse, BotField, BotGoal, BotIdea, BotStep
from spieltisch.games.yala.rules.position import Colour, YalaPosition
from spieltisch.table import Outcome
from spieltisch.table.fact import gettext_noop


def _outcome(position: YalaPosition) -> Outcome | None:
    return position.outcome


def _to_move(position: YalaPosition) -> Colour:
    return position.to_move


def _towers(position: YalaPosition) -> tuple[str, ...]:
    return position.towers


def _left(position: YalaPosition) -> int:
    return sum(map(bool, position.towers))


def bot_course() -> BotCourse:
    """All eight steps, and what comes after them."""
    return BotCourse(
        _steps(),
        ways_on=(
            gettext_noop(
                "Look further ahead: write choose with a search of your own, as minimax does."
            ),
            gettext_noop(
                "Judge better: change one number of evaluate at a time, and let a league decide."
            ),
            gettext_noop("Read how the page’s own bots do it, in the source of this page."),
        ),
    )


def _steps() -> tuple[BotStep, ...]:
    return (
        BotStep(
            BotGoal("random", 2, idea=BotIdea.PLAYING),
            gettext_noop("The file you see already plays. Check it."),
        ),
        BotStep(
            BotGoal("random", 10, idea=BotIdea.WINNING),
            gettext_noop("Try each action, and play the one that wins."),
            (
                BotField(
                    "position.legal_actions(seat)", gettext_noop("All that your seat may play.")
                ),
                BotField(
                    "position.apply(seat, action)",
                    gettext_noop("The position after an action. The one before stays as it was."),
                ),
                BotField(
                    "position.outcome",
                    gettext_noop("None while the game goes on."),
                    _outcome,
                ),
                BotField("position.outcome.winners", gettext_noop("Once it is over: who has won.")),
            ),
        ),
        BotStep(
            BotGoal("1", 10, idea=BotIdea.GUARDING),
            gettext_noop("Before you play an action, try each answer to it."),
            (
                BotField("3 - seat", gettext_noop("The other seat: 2 if yours is 1.")),
                BotField(
                    "after = position.apply(seat, action)",
                    gettext_noop("Here the other seat is to move, unless the game is over."),
                ),
                BotField("after.legal_actions(3 - seat)", gettext_noop("Its answers.")),
            ),
        ),
        BotStep(
            BotGoal("1", 10, 3),
            gettext_noop(
                "Write evaluate instead of choose, and our search looks ahead for you. Begin with"
                " moves: yours, less those of the other side."
            ),
            (
                BotField(
                    "evaluate(position, seat)",
                    gettext_noop("Returns a number: the higher, the better for the seat."),
                ),
                BotField(
                    "position.to_move",
                    gettext_noop("Who is to move: d is dark, seat 1, and l is light, seat 2."),
                    _to_move,
                ),
                BotField(
                    'replace(position, to_move="l")',
                    gettext_noop(
                        "The same position with light to move. It needs a line at the top of the"
                        " file: from dataclasses import replace"
                    ),
                ),
                BotField(
                    "len(position.legal_actions(seat))",
                    gettext_noop("How many moves: none if the other seat is to move."),
                ),
            ),
        ),
        BotStep(
            BotGoal("1", 10, 6),
            gettext_noop(
                "Look at each tower: whoever has the stone on top is glad if it can move, and"
                " sorry if it is stuck."
            ),
            (
                BotField(
                    "position.towers",
                    gettext_noop(
                        "The towers from a on, each from bottom to top. An empty text is a place"
                        " that has vanished."
                    ),
                    _towers,
                ),
                BotField("tower[-1]", gettext_noop("The stone on top.")),
                BotField(
                    "len(tower)",
                    gettext_noop(
                        "So many places its top stone goes, either way round. It is stuck if a"
                        " tower of five is in its way on both paths, or if it would go all the way"
                        " round."
                    ),
                ),
            ),
        ),
        BotStep(
            BotGoal("2", 10, 4),
            gettext_noop(
                "A tower of nothing but your own stones is worth more and more, the fewer towers"
                " are left, as long as it can move."
            ),
            (
                BotField(
                    "towers = [tower for tower in position.towers if tower]",
                    gettext_noop("Those that are left."),
                ),
                BotField(
                    "len(towers)",
                    gettext_noop("How many: twelve at first, and five or so at the end."),
                    _left,
                ),
                BotField("set(tower)", gettext_noop("Which kinds of stones it has: one or two.")),
            ),
        ),
        BotStep(
            BotGoal("2", 10, 6),
            gettext_noop(
                "A stone of the other side beneath yours is caught: each is worth something. Beyond"
                " that a tower of both colours is worth nothing, and less if it is stuck."
            ),
            (BotField('tower.count("l")', gettext_noop("How many light stones it has.")),),
        ),
        BotStep(
            BotGoal("2", 10, 7),
            gettext_noop(
                "Fitted numbers are better than guessed ones: take those of the page’s own bots."
                " And do not go round in circles."
            ),
            (
                BotField(
                    "from spieltisch.games.yala.bots.values import TOWER_VALUES",
                    gettext_noop("What each tower is worth, at the top of the file."),
                ),
                BotField(
                    'TOWER_VALUES["oox"]',
                    gettext_noop(
                        "By its stones, from bottom to top: o for those of whoever has the bottom"
                        " one, for whom the numbers are. Three are for twelve towers, if the top"
                        " stone can go to no place, to one, or to two; three more for five towers."
                    ),
                ),
                BotField(
                    "position.board in position.earlier",
                    gettext_noop("Whether the same position was there before."),
                ),
            ),
        ),
    )
