"""What the board of a lesson or a puzzle is drawn from."""

from spieltisch.presenters.table import key_labels
from spieltisch.session.screens.exercise.state import Exercise
from spieltisch.session.session import Session
from spieltisch.views.scene import HelpModel, Scene
from spieltisch.views.words import Words


def exercise_scene(
    session: Session, exercise: Exercise, words: Words, told: HelpModel | None = None
) -> Scene:
    """The board, seen from the side of who is to do something; and what was told on request."""
    match, news = exercise.match, exercise.news
    view = match.game.view
    seats = range(1, match.setup.seats + 1)
    is_in_vain = news is not None and news.kind in ("chosen", "dropped") and news.key
    return Scene(
        position=match.position,
        choice=exercise.choice,
        cursor=exercise.cursor,
        turns=match.turns,
        people=match.people,
        keys=key_labels(session),
        in_vain=news.key if news is not None and is_in_vain else None,
        help=told,
        names=tuple(view.seat_name(seat, words) for seat in seats),
        words=words,
        has_place_names=True,
        viewer=exercise.seat,
        is_exercise=True,
    )
