"""What a key does on a board: it moves the focus, or sends the session a message."""

from spieltisch.app.editor.state import ChoosePiece, EditorScreen, StepPiece, TakeAway
from spieltisch.app.effects import Focus
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.match.messages import AskBoard, AskClocks, Press, ShowSolution
from spieltisch.app.match.scene import scene_of
from spieltisch.app.match.view.sentences import KEY as CLOCK_KEY
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.session import Session
from spieltisch.games import catalog
from spieltisch.kit.scene import Scene, as_table
from spieltisch.kit.words import Words, words_of
from spieltisch.play.match import Match

BOT_KEYS = {
    ("b", False): Command.EVALUATE,
    ("b", True): Command.EVALUATE,
    ("n", False): Command.NEXT_TURNING_POINT,
    ("n", True): Command.PREVIOUS_TURNING_POINT,
}
"""Commands that need bots that look ahead, by key and whether Shift is down."""

SOUND_KEY = "m"
"""The key that changes the volume; on the board with Shift, as alone it may ask about the board."""


def board_key(
    session: Session, site: str | None, key: str, at_ms: float, *, has_shift: bool, is_again: bool
) -> tuple[Focus | Message, ...] | None:
    """What a key does, in order; None for a key that does nothing here.

    Args:
        site: the site that has the focus; None off the board, where keys other than the sound's
            work only if the board is the whole table.
        key: as views know it, see ``key_name``.
        at_ms: when it went down, by the page's clock.
        is_again: whether it is the repeat of a held key, which would choose and drop a piece by
            turns.
    """
    if session.editor is not None:
        return None if site is None else editor_key(session, session.editor, site, key, has_shift)
    match = session.match
    if match is None:
        return None
    view, is_on_board = match.game.view, site is not None
    is_sound = key == SOUND_KEY and (has_shift or not is_on_board)
    is_letter = len(key) == 1 and key.isalpha()
    if (is_on_board or is_sound) and is_letter and session.settings.letter_keys == "off":
        return None
    if is_sound:
        return () if is_again else (Command.NEXT_SOUND,)
    if not is_on_board and as_table(view) is None:
        return None
    words = words_of(session.settings.language)
    scene = _scene(session, match, words)
    goal = view.neighbour(scene, site, key) if site is not None else None
    if goal is not None:
        is_target = scene.choice is not None and goal in scene.choice.targets
        focus = Focus(f"site-{goal}")
        return (focus, Press(goal, at_ms)) if has_shift and is_target else (focus,)
    token = view.token_of(scene, site or "", key)
    if token is not None:
        return () if is_again else (Press(token, at_ms),)
    if key == "?" and isinstance(session.screen, LessonScreen):
        return (ShowSolution(at_ms),)
    if key == CLOCK_KEY and session.table is not None and match.clocks is not None:
        return (AskClocks(at_ms),)
    message = _message(match, key, words, has_shift=has_shift, is_on_board=is_on_board)
    return None if message is None else (message,)


def editor_key(
    session: Session, screen: EditorScreen, site: str, key: str, has_shift: bool
) -> tuple[Focus | Message, ...] | None:
    """What a key does on a board that is edited: arrows move the focus as in a match, digits and N
    choose a piece."""
    if key in ("Delete", "Backspace"):
        return (TakeAway(site),)
    if key == "n":
        return (StepPiece(-1 if has_shift else 1),)
    pieces = screen.editor.pieces(screen.draft)
    if key.isascii() and key.isdigit() and 0 < int(key) <= len(pieces):
        return (ChoosePiece(pieces[int(key) - 1]),)
    from spieltisch.app.editor.view import scene_of as editor_scene

    scene = editor_scene(session, screen, words_of(session.settings.language))
    goal = catalog.game_of(screen.draft.game).view.neighbour(scene, site, key)
    return None if goal is None else (Focus(f"site-{goal}"),)


def _scene(session: Session, match: Match, words: Words) -> Scene:
    if session.exercise is not None:
        from spieltisch.app.exercise.view import exercise_scene

        return exercise_scene(session, session.exercise, words)
    assert session.table is not None
    return scene_of(session, session.table, match, words)


def _message(
    match: Match, key: str, words: Words, *, has_shift: bool, is_on_board: bool
) -> Message | None:
    if key == "?":
        return Command.HINT
    if not is_on_board:
        return None
    if key == "Backspace":
        return Command.CANCEL
    if key in match.game.view.questions(words):
        return AskBoard(key, -1 if has_shift else 1)
    return BOT_KEYS.get((key, has_shift)) if match.game.search_bots is not None else None
