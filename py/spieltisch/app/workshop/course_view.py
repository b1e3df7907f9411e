"""What the workshop shows of its course."""

from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots
from spieltisch.app.workshop.course import GOALS, Goal, steps_done
from spieltisch.app.workshop.league_view import house_name
from spieltisch.app.workshop.state import WorkshopScreen
from spieltisch.games import catalog
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words


def course_view(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """All steps; the one that is to be done now has a hint, and a button for its check."""
    done = steps_done(session.kept.of(Bots), screen.bot)
    hints = _hints(screen.bot.game, words)
    return el(
        "div.bot-course",
        {"data-steps": done},
        el("h2", words.gettext("Course")),
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
                        button(words.gettext("Check it"), "check-step", number, kind="is-quiet"),
                    ]
                    if number == done
                    else None,
                )
                for number, goal in enumerate(GOALS)
            ],
        ),
    )


def _goal(goal: Goal, words: Words) -> str:
    if not goal.points:
        return words.gettext("Your bot plays without a mistake.")
    told = words.gettext("{points} of {count} points against: {rival}")
    rival = house_name(goal.rival, words)
    return told.format(points=goal.points, count=goal.matches, rival=rival)


def _hints(game: str, words: Words) -> tuple[str, ...]:
    """What helps with each step."""
    begins = words.gettext("The file that is there already plays. Check it.")
    tests = words.gettext(
        "Take positions that your bot plays wrongly as tests, until a change mends them."
    )
    league = words.gettext("Keep several bots, and let a league show which change is a good one.")
    if catalog.game_of(game).search_bots is None:
        return (
            begins,
            words.gettext("Write see in place of choose. The examples show what it returns."),
            words.gettext("Call only what you have found: a wrong call helps the others."),
            words.gettext("See quickly what is easy, and take longer for the rest."),
            words.gettext("Whoever is first counts: find out from how many milliseconds on."),
            words.gettext("Look at games that were lost: who was faster, and at what?"),
            tests,
            league,
        )
    return (
        begins,
        words.gettext("Play what wins at once: position.apply(seat, action).outcome tells."),
        words.gettext("Play nothing that lets the other win with the next action."),
        words.gettext("Count: leave the other few actions, and yourself many."),
        words.gettext("Write evaluate in place of choose, and our search looks ahead for you."),
        words.gettext("Look at games that were lost: print what evaluate gives before the end."),
        tests,
        league,
    )
