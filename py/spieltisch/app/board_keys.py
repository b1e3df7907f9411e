"""What a key does on a board: it moves the focus, or sends the session a message."""

from spieltisch.app.board.browsing import PLAYBACK_KEYS
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.hearing import waits
from spieltisch.app.board.messages import AskBoard, AskClocks, Listened, Press, ShowSolution
from spieltisch.app.board.scene import scene_of
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.keys import TABLE_KEYS, Needs, keys_of, stroke_of
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.session import Session
from spieltisch.app.editor.state import ChoosePiece, EditorScreen, StepPiece, TakeAway
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.games import catalog
from spieltisch.kit.scene import Scene, as_table
from spieltisch.kit.words import Words, words_of
from spieltisch.play.match import Match
from spieltisch.play.timing import can_play_back

OF_BOTS = {one.do for row in TABLE_KEYS if row.needs is Needs.BOTS for one in row.strokes}
"""What needs bots that look ahead."""


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
    editor = session.on_screen(EditorScreen)
    if editor is not None:
        return None if site is None else editor_key(session, editor, site, key, has_shift)
    match = session.match
    if match is None:
        return None
    view, is_on_board = match.game.view, site is not None
    # On the board with Shift, as alone it may ask about the board.
    is_sound = key in keys_of("sound") and (has_shift or not is_on_board)
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
    if key in keys_of("hint") and isinstance(session.screen, LessonScreen):
        return (ShowSolution(at_ms),)
    if key in keys_of("ask-clocks") and session.table is not None and match.clocks is not None:
        return (AskClocks(at_ms),)
    if key in keys_of("listened") and session.table is not None and waits(session, match):
        return () if is_again else (Listened(at_ms),)
    # Before a race begins, nothing has led to the board, and the page says which letters ask. Once
    # it is over, a letter that plays it back does so off the board.
    is_to_play_back = session.table is not None and key in PLAYBACK_KEYS and can_play_back(match)
    may_ask = is_on_board or (session.settings.letter_keys != "off" and not is_to_play_back)
    message = _message(
        match, key, words, at_ms, has_shift=has_shift, is_on_board=is_on_board, may_ask=may_ask
    )
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
    exercise = session.on_screen(Exercise)
    if exercise is not None:
        from spieltisch.app.board.exercise_view import exercise_scene

        return exercise_scene(session, exercise, words)
    assert session.table is not None
    return scene_of(session, session.table, match, words)


def _message(
    match: Match,
    key: str,
    words: Words,
    at_ms: float,
    *,
    has_shift: bool,
    is_on_board: bool,
    may_ask: bool,
) -> Message | None:
    if key == "Escape":
        # The page hears it last (shell/events.py): a race may be paused by it, a list be closed.
        return None
    modifier = "Shift" if has_shift else ""
    stroke = stroke_of(key, modifier, ("hint", "cancel") if is_on_board else ("hint",))
    if stroke is None and may_ask and key in match.game.view.questions(words):
        return AskBoard(key, -1 if has_shift else 1, at_ms)
    has_bots = match.game.search_bots is not None and not match.is_contested
    if stroke is None and is_on_board and has_bots:
        stroke = stroke_of(key, modifier, OF_BOTS)
    return None if stroke is None else Command(stroke.do)
