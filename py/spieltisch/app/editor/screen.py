"""The editor: ``#/editor/<game>?position=...``."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.core.contract import Place, Screen, of_game
from spieltisch.app.core.routes import EditorLink
from spieltisch.app.core.session import Result, Session
from spieltisch.app.editor.state import EditorScreen
from spieltisch.app.editor.update import draft_at, update
from spieltisch.app.editor.view import editor_screen, spoken
from spieltisch.games import catalog
from spieltisch.kit.frame import Area
from spieltisch.play.codec import known_game


def parse(place: str, parts: Sequence[str], query: str) -> EditorLink | None:
    """``#/editor/<game>``, with the kind of match and the position as its query."""
    if len(parts) != 1 or catalog.game_of(known_game(parts[0])).editor is None:
        return None
    return EditorLink(draft_at(parts[0], query))


def arrived(session: Session, link: EditorLink, at_ms: float) -> Result:
    before = session.screen
    if isinstance(before, EditorScreen) and before.draft.game == link.draft.game:
        # Of an editor that is there already, what was chosen stays. What can be undone is of the
        # position that has come: its address follows what is on screen.
        if before.draft == link.draft:
            return session, ()
        now = before.with_draft(link.draft)
        return session.on(replace(now, before=(), after=())), ()
    return session.on(EditorScreen.of(link.draft)), ()


SCREENS = (
    Screen(
        EditorScreen,
        editor_screen,
        update,
        places={"editor": Place(parse, arrived)},
        spoken=spoken,
        title=lambda _, screen, words: of_game(
            words.gettext("Set up a position"), screen.draft.game
        ),
        area=Area.MAKE,
    ),
)
