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
