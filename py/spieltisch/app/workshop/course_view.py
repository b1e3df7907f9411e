"""What the workshop shows of its course."""

import re
from collections.abc import Sequence

from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots
from spieltisch.app.workshop.board import position_on
from spieltisch.app.workshop.course import bot_course_of, goals_of, steps_done
from spieltisch.app.workshop.failures import whole_sentence
from spieltisch.app.workshop.league_view import house_name
from spieltisch.app.workshop.state import (
    Lapse,
    Lapsed,
    NotWonYet,
    NotYet,
    Passed,
    SkillNotShown,
    Verdict,
    WinAllowed,
    WinMissed,
    WorkshopScreen,
)
from spieltisch.games import catalog
from spieltisch.games.contract import BotField, BotGoal, BotIdea, BotSkill
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words

TRIES = 2
"""After so many checks in vain a worked solution can be opened."""

_SOLUTION = re.compile(r"(.+)_step_(\d+)")
"""What an example is called that solves a step: the game, or what any game of turns is called."""


def is_solution(name: str) -> bool:
    """Whether an example would give a step of the course away."""
    return _SOLUTION.fullmatch(name) is not None


def solution_of(
    examples: Sequence[tuple[str, str]], game: str, step: int
) -> tuple[str, str] | None:
    """Name and file of the example that solves a step of a game's course, the first being 1.

    >>> known = [("turns_step_3", "…"), ("fewest_moves", "…"), ("hexes_step_4", "…")]
    >>> [solution_of(known, "hexes", step) for step in (3, 4, 5)]
    [('turns_step_3', '…'), ('hexes_step_4', '…'), None]
    """
    wanted = (f"{game}_step_{step}", f"turns_step_{step}")
    return next((one for one in examples if one[0] in wanted), None)


def course_view(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """All steps; the one that is to be done now has a hint, and a button for its check."""
    done, goals = steps_done(session.kept.of(Bots), screen.bot), goals_of(screen.bot.game)
    game = screen.bot.game
    course = bot_course_of(game)
    steps = () if course is None else course.steps
    hints = [words.gettext(step.hint) for step in steps] or _hints(game, words)
    return el(
        "div.bot-course",
        {"data-steps": done},
        el("h2", words.gettext("Course")),
        region("p#course-told", {"role": "status"}, _told(game, screen.verdict, words)),
        el(
            "ol",
            [
                el(
                    "li",
                    {"aria-current": "step" if number == done else None},
                    _goal(goal, words),
                    el("span", " ✓", el("span.visually-hidden", words.gettext("done")))
                    if number < done
                    else None,
                    [
                        el("p", hints[number]),
                        _fields(screen, steps[number].fields, words) if steps else None,
                        button(words.gettext("Check it"), "check-step", number, kind="is-quiet"),
                        _solution(screen, done, words),
                    ]
                    if number == done
                    else None,
                )
                for number, goal in enumerate(goals)
            ],
        ),
        _ways_on(course.ways_on, words) if course is not None and done >= len(goals) else None,
    )


def _goal(goal: BotGoal, words: Words) -> str:
    match goal.idea:
        case BotIdea.PLAYING:
            return words.gettext("Your bot plays without a mistake.")
        case BotIdea.WINNING:
            return words.gettext("Your bot wins whenever it can at once.")
        case BotIdea.GUARDING:
            return words.gettext("Your bot lets nobody win at once if it can prevent that.")
    skill = words.gettext(goal.idea.told) if isinstance(goal.idea, BotSkill) else ""
    if goal.within:
        skill = words.counted(
            "Your bot wins each game with {n} move of its own.",
            "Your bot wins each game with no more than {n} moves of its own.",
            goal.within,
        )
    if not goal.points:
        return skill
    told = words.gettext("{points} of {count} points against: {rival}")
    rival = house_name(goal.rival, words)
    told = told.format(points=goal.points, count=goal.matches, rival=rival)
    return f"{whole_sentence(told)} {skill}" if skill else told


def _fields(screen: WorkshopScreen, fields: Sequence[BotField], words: Words) -> Markup | None:
    """What the step has need of, each with what it is in the position on the board."""
    if not fields:
        return None
    position, now = position_on(screen), words.gettext("On the board now:")
    return el(
        "dl",
        [
            [
                el("dt", el("code", {"dir": "ltr"}, field.code)),
                el(
                    "dd",
                    words.gettext(field.told),
                    [
                        f" {now} ",
                        el("code", {"dir": "ltr"}, repr(field.shown(position))),
                    ]
                    if field.shown is not None
                    else None,
                ),
            ]
            for field in fields
        ],
    )


def _told(game: str, verdict: Verdict | None, words: Words) -> str:
    """What the last check has shown."""
    match verdict:
        case None:
            return ""
        case Passed(step):
            return words("Step {n} is done.", n=step)
        case NotYet():
            return words.gettext("Not yet. A check’s games are always the same: change your bot.")
        case Lapsed(number, turn, lapse):
            told = words(
                "Not yet. Look at the board: it shows game {n} before move {move}.",
                n=number,
                move=turn,
            )
            return f"{told} {_lapse(game, lapse, words)}"


def _lapse(game: str, lapse: Lapse, words: Words) -> str:
    match lapse:
        case WinMissed(action):
            return words("Your bot can win at once here: {action}", action=action)
        case WinAllowed(action):
            return words(
                "Your bot’s move lets the other side win at once here. This one does not: {action}",
                action=action,
            )
        case SkillNotShown(step):
            idea = goals_of(game)[step - 1].idea
            return words.gettext(idea.wrong) if isinstance(idea, BotSkill) else ""
        case NotWonYet():
            return words.gettext("Your bot should have won by now.")


def _solution(screen: WorkshopScreen, done: int, words: Words) -> Markup | None:
    """A file that does the step, for those who have tried it."""
    found = solution_of(screen.examples, screen.bot.game, done + 1)
    if screen.tries < TRIES or found is None or bot_course_of(screen.bot.game) is None:
        return None
    name, source = found
    return el(
        "details#course-solution",
        el("summary", words.gettext("Show a worked solution")),
        el("pre", {"tabindex": 0, "dir": "ltr"}, source),
        button(words.gettext("Open it as a new bot"), "new-bot", name, kind="is-quiet"),
    )


def _ways_on(ways: Sequence[str], words: Words) -> Markup:
    """What those can do next who have done the whole course."""
    return el(
        "div#course-end",
        el("p", words.gettext("You have done the whole course. Three ways on:")),
        el("ul", [el("li", words.gettext(way)) for way in ways]),
    )


def _hints(game: str, words: Words) -> tuple[str, ...]:
    """What helps with each step where a course has no ideas of its own."""
    begins = words.gettext("The file you see already plays. Check it.")
    tests = words.gettext(
        "Turn positions your bot gets wrong into tests, and change it until it passes."
    )
    league = words.gettext("Keep several bots, and let a league show which change is a good one.")
    if catalog.game_of(game).search_bots is None:
        return (
            begins,
            words.gettext("Write see instead of choose. The examples show what it must return."),
            words.gettext("Call only what you have found: a wrong call helps the others."),
            words.gettext("See quickly what is easy, and take longer for the rest."),
            words.gettext(
                "Whoever calls first gets the card: find out how many milliseconds are too many."
            ),
            words.gettext("Look at the games you lost: who was faster, and on which cards?"),
            tests,
            league,
        )
    return (
        begins,
        words.gettext(
            "Play whatever wins at once: position.apply(seat, action).outcome tells you."
        ),
        words.gettext("Never play a move that lets your opponent win at once."),
        words.gettext("Count moves: leave your opponent few and yourself many."),
        words.gettext("Write evaluate instead of choose, and our search looks ahead for you."),
        words.gettext("Look at the games you lost: print what evaluate returned before the end."),
        tests,
        league,
    )
