"""A match as a picture to be sent to others."""

from spieltisch.app.board.sentences import outcome_sentence
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import own_seat, player_names
from spieltisch.app.editor.state import EditorScreen
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match


class Picture(Frozen):
    """What static/share/picture.js draws."""

    board: Markup
    title: str
    """What stands below it."""
    text: str
    """What stands below that, a paragraph a line."""
    file_name: str


def picture_of_draft(screen: EditorScreen, words: Words) -> Picture:
    """A position that is set up, with whose turn it is."""
    draft, editor = screen.draft, screen.editor
    game, names, turn = catalog.game_of(draft.game), player_names(draft, words), editor.turn(draft)
    scene = Scene(position=editor.position(draft), words=words, is_picture=True)
    told = words("{name} to move", name=names[turn - 1]) if turn else ""
    return Picture(game.view.board(scene), game.info.title, told, f"{draft.game}.png")


def picture_of(match: Match, words: Words) -> Picture:
    names, outcome, view = player_names(match.setup, words), match.position.outcome, match.game.view
    told = (
        words.counted("After {n} move", "After {n} moves", match.shown)
        if outcome is None
        else outcome_sentence(view, outcome, names, words)
    )
    scene = Scene(
        position=match.position, words=words, viewer=own_seat(match.people), is_picture=True
    )
    return Picture(
        board=view.board(scene),
        title=match.game.info.title,
        text="\n".join([" – ".join(names), told]),
        file_name=f"{match.setup.game}.png",
    )
