"""What the editor shows: the palette, the board, what is wrong, and what can be done with it."""

from spieltisch.app.board.form import kind_choices
from spieltisch.app.core.names import player_names
from spieltisch.app.core.session import Session
from spieltisch.app.editor.state import AWAY, PIECE, EditorScreen
from spieltisch.app.keeping.studies import Studies
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, input_field, options_of, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import NOBODY, set_apart
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import Words
from spieltisch.play.codec import MAX_POSITION_LENGTH
from spieltisch.play.link_text import has_any_link
from spieltisch.table import Fact, FlawError, tidy


def scene_of(session: Session, screen: EditorScreen, words: Words) -> Scene:
    return Scene(
        position=screen.editor.position(screen.draft),
        cursor=screen.cursor,
        names=player_names(screen.draft, words),
        words=words,
        settings=session.settings.of_boards,
        is_edited=True,
    )


def spoken(session: Session, screen: EditorScreen, words: Words) -> str:
    """The piece that was chosen, or what lies now where something was changed."""
    token = screen.news.what if screen.news is not None else ""
    scene = scene_of(session, screen, words)
    if token.startswith(PIECE):
        return screen.editor.piece(token.removeprefix(PIECE), scene.names, words)[0]
    return screen.editor.site_text(scene, token) if token else ""


def editor_screen(session: Session, screen: EditorScreen, frame: Frame) -> Markup:
    words, draft = frame.words, screen.draft
    game = catalog.game_of(draft.game)
    scene = scene_of(session, screen, words)
    flaws = game.rules.flaws(draft)
    return page(
        frame,
        "editor",
        el("h1", words("{game}: set up a position", game=game.info.title)),
        el(
            "div.editor-board.table",
            {"data-editing": ""},
            game.view.board(scene),
            el(
                "p#hint.visually-hidden",
                words.gettext(
                    "Enter places the chosen piece. N and the digits choose another one, Delete "
                    "removes one, and Ctrl + Z undoes."
                ),
            ),
        ),
        el(
            "div.editor-side",
            _palette(screen, scene),
            row(
                button(words.gettext("Undo"), "take-back", is_disabled=not screen.before),
                button(words.gettext("Redo"), "redo", is_disabled=not screen.after),
                button(words.gettext("Clear"), "clear-board", kind="is-quiet"),
                button(words.gettext("Start position"), "usual-board", kind="is-quiet"),
            ),
            _fields(screen, scene),
            region(
                "div#flaws.editor-flaws",
                {"role": "status"},
                [el("p", fact_text(flaw, scene.names, words)) for flaw in flaws]
                or el("p.is-right", words.gettext("A game can begin like this.")),
            ),
            row(
                button(
                    words.gettext("Play from here"),
                    "play-position",
                    kind="is-primary",
                    is_disabled=bool(flaws),
                ),
                button(words.gettext("Analysis"), "analyse", is_disabled=bool(flaws))
                if game.search_bots is not None
                else None,
                button(words.gettext("Study"), "study", is_disabled=bool(flaws))
                if game.search_bots is not None
                else None,
                _into_study(session, screen.draft.game, words, is_disabled=bool(flaws)),
                button(words.gettext("Copy link"), "share-position", kind="is-quiet"),
                button(words.gettext("Save a picture"), "save-picture", kind="is-quiet"),
            ),
            el("div.editor-kinds", kind_choices(words, draft, screen.editor.options)),
            # Below all that may be pressed, as it says there what is wrong with a text.
            _text(screen, words),
        ),
        layout=("board",),
    )


def _into_study(session: Session, game: str, words: Words, *, is_disabled: bool) -> Markup | None:
    """The way to put the position into the study of the game that was changed last."""
    known = session.kept.of(Studies).of(game)
    if not known:
        return None
    latest = max(known, key=lambda one: known[one].changed)
    label = words("Add to {study}", study=set_apart(known[latest].name))
    return button(label, "study-into", latest, kind="is-quiet", is_disabled=is_disabled)


def _palette(screen: EditorScreen, scene: Scene) -> Markup:
    words = scene.words
    return region(
        "div#palette.palette",
        {"role": "group", "aria-label": words.gettext("Piece to place")},
        [_choice(screen, piece, scene) for piece in screen.editor.pieces(screen.draft)],
    )


def _choice(screen: EditorScreen, piece: str, scene: Scene) -> Markup:
    label, drawing = screen.editor.piece(piece, scene.names, scene.words)
    return el(
        "button",
        {
            "type": "button",
            "class": "button palette-piece",
            "id": f"piece-{piece or 'none'}",
            "data-piece": piece or "none",
            "data-do": "choose-piece",
            "data-arg": piece,
            "data-drag": PIECE + piece if piece else None,
            "data-drop": None if piece else AWAY,
            "title": label,
            "aria-pressed": "true" if piece == screen.piece else "false",
        },
        el("span", {"class": "visually-hidden" if piece else None}, label),
        el("span", {"aria-hidden": "true"}, drawing) if piece else None,
    )


def _fields(screen: EditorScreen, scene: Scene) -> Markup:
    """Whose turn it is, and what the seats have beside the board."""
    words, editor, draft = scene.words, screen.editor, screen.draft
    turn = editor.turn(draft)
    names = {str(seat): name for seat, name in enumerate(scene.names, 1)}
    return el(
        "div.editor-fields",
        el(
            "label",
            el("span", words.gettext("To move")),
            el("select#turn", {"data-edit": "turn"}, options_of(names, str(turn))),
        )
        if turn is not None
        else None,
        [
            el(
                "label",
                el("span", words("Reserve of {name}", name=scene.names[seat - 1])),
                input_field(
                    f"reserve-{seat}",
                    "number",
                    {"data-edit": f"reserve:{seat}", "min": 0, "value": count},
                ),
            )
            for seat, count in enumerate(editor.reserves(draft), 1)
        ],
    )


def _misread(screen: EditorScreen, text: str) -> Fact | None:
    """Which part of a text is wrong; None if that cannot be told."""
    editor, draft = screen.editor, screen.draft
    try:
        if meant := editor.meant(draft, tidy(text)):
            editor.read(draft, meant)
    except FlawError as error:
        return error.flaw
    except ValueError:
        pass
    return None


def _text(screen: EditorScreen, words: Words) -> Markup:
    """The position as text, which another one can be pasted over."""
    told, refused = "", screen.refused
    if refused:
        told = words.gettext("This is not a position of this game. The board stays as it was.")
        wrong = None if has_any_link(refused) else _misread(screen, refused)
        if wrong is not None:
            told = f"{told} {fact_text(wrong, NOBODY, words)}"
    return el(
        "div.editor-text",
        el("label", {"for": "position"}, words.gettext("As text")),
        input_field(
            "position",
            "code",
            {
                "maxlength": MAX_POSITION_LENGTH,
                "data-edit": "position",
                "data-thing": screen.thing,
                "value": screen.refused or screen.editor.text(screen.draft),
                "aria-invalid": "true" if screen.refused else None,
                "aria-describedby": "position-refused",
            },
        ),
        region("p#position-refused.told", {"role": "alert"}, told),
    )
