"""What the board of a lesson or a puzzle is drawn from."""

from spieltisch.app.exercise.state import Exercise
from spieltisch.app.match.scene import key_labels, pressed_in_vain
from spieltisch.app.session import Session
from spieltisch.kit.names import Names
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words


def exercise_scene(
    session: Session,
    exercise: Exercise,
    words: Words,
    told: HelpModel | None = None,
    lit: frozenset[str] = frozenset(),
) -> Scene:
    """The board, seen from the side of the person who is to act, with the help given on request and
    the sites that the task names."""
    match = exercise.match
    view = match.game.view
    seats = range(1, match.setup.seats + 1)
    return Scene(
        position=match.position,
        choice=exercise.choice,
        cursor=exercise.cursor,
        turns=match.turns,
        people=match.people,
        keys=key_labels(session),
        in_vain=pressed_in_vain(exercise.news),
        help=told,
        names=Names((view.seat_name(seat, words) for seat in seats), you=exercise.seat),
        words=words,
        has_place_names=session.settings.place_names == "on",
        lit=lit,
        has_tab_stops=session.settings.tab_stops == "on",
        viewer=exercise.seat,
        is_exercise=True,
    )
