"""The editor: ``#/editor/<game>?position=...``."""

from collections.abc import Sequence
from urllib.parse import unquote

from spieltisch.app.editor.state import ChoosePiece, EditorCommand, EditorScreen
from spieltisch.app.editor.update import draft_of, update
from spieltisch.app.editor.view import editor_screen, spoken
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, game_title, verb_of
from spieltisch.app.session import Result, Session
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart, known_game, parse_setup


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/editor/<game>``, with the kind of match and the position as its query."""
    if len(parts) != 1 or catalog.game_of(known_game(parts[0])).editor is None:
        return None
    told = [field for field in query.split("&") if field]
    text = next((unquote(one[len(_POSITION) :]) for one in told if one.startswith(_POSITION)), "")
    rest = "&".join(one for one in told if not one.startswith(_POSITION))
    setup = parse_setup(parts[0], rest)
    try:
        return Link(place, setup.game, draft=draft_of(setup, text))
    except ValueError as error:
        raise LinkError(LinkPart.POSITION, text, str(error)) from error


_POSITION = "position="


def opened(session: Session, link: Link, at_ms: float) -> Result:
    assert link.draft is not None
    before = session.screen
    if isinstance(before, EditorScreen) and before.draft.game == link.game:
        # Of an editor that is there already, what was chosen stays.
        return session.on(before.with_draft(link.draft)), ()
    return session.on(EditorScreen.of(link.draft)), ()


SCREENS = (
    Screen(
        EditorScreen,
        editor_screen,
        update,
        places={"editor": Place(parse, opened)},
        spoken=spoken,
        title=lambda _, screen, __: game_title(screen.draft.game),
        verbs={
            "choose-piece": lambda piece, _: ChoosePiece(piece),
            **{command.value: verb_of(command) for command in EditorCommand},
        },
    ),
)
