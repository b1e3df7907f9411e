"""What each message does to a position that is being set up."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from urllib.parse import unquote_plus

from spieltisch.app.board.form import edited, form_for, with_known_options
from spieltisch.app.board.messages import Point, Press
from spieltisch.app.board.opening import open_link
from spieltisch.app.board.seats import Company, with_company
from spieltisch.app.board.thinking import evaluate
from spieltisch.app.core.effects import Go, Hear
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit, SetUp, StudyFrom
from spieltisch.app.core.routes import MAX_QUERY_LENGTH, EditorLink, Link
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.editor.state import (
    AWAY,
    FROM,
    PIECE,
    ChoosePiece,
    EditorCommand,
    EditorScreen,
    IntoStudy,
    StepPiece,
    TakeAway,
    editor_of,
)
from spieltisch.games import catalog
from spieltisch.play.codec import MAX_POSITION_LENGTH, LinkError, LinkPart, parse_setup
from spieltisch.play.link_text import has_any_link, links_in
from spieltisch.play.match import seated
from spieltisch.table import Player, Setup, tidy


def usual_draft(draft: Setup) -> Setup:
    """The draft as a match of its kind begins; cards are dealt as in no match, lest a hidden one
    come to light."""
    rules = catalog.game_of(draft.game).rules
    bare = replace(draft, start="")
    start = rules.arrange(bare, "") or rules.deal(bare, Random("editor").shuffle)
    return replace(draft, start=start)


def draft_of(setup: Setup, text: str = "") -> Setup:
    """The draft for a position of a match with this set-up; raises ValueError for a text that is
    no position."""
    editor = editor_of(setup)
    kept = [(name, value) for name, value in setup.options if name in editor.options]
    players = (Player(),) * setup.seats
    draft = replace(setup, options=tuple(kept), seed=None, players=players, clock=None)
    draft = usual_draft(draft)
    return editor.read(draft, text) if text else draft


def typed_draft(draft: Setup, text: str) -> Setup:
    """The draft for a position as a person types it, or pastes it, or for the link to one; raises
    ValueError."""
    editor = editor_of(draft)
    if has_any_link(text):
        return _linked(draft.game, text)
    try:
        return editor.read(draft, text.strip())
    except ValueError:
        return editor.read(draft, editor.meant(draft, tidy(text)))


def draft_at(game: str, query: str) -> Setup:
    """The draft that the query of an address has; raises LinkError or SetupError."""
    told = [field for field in query.split("&") if field]
    text = next(
        (unquote_plus(one[len(_POSITION) :]) for one in told if one.startswith(_POSITION)), ""
    )
    rest = "&".join(one for one in told if not one.startswith(_POSITION))
    setup = parse_setup(game, rest)
    try:
        return draft_of(setup, text)
    except ValueError as error:
        raise LinkError(LinkPart.POSITION, text, str(error)) from error


_POSITION = "position="


def _linked(game: str, text: str) -> Setup:
    """The draft of the first link to an editor in a text; raises ValueError if none leads there,
    with what is wrong with the first that does."""
    wrong: ValueError | None = None
    for link in (text.strip(), *links_in(text)):
        path, _, query = link.removeprefix("#").partition("?")
        if path.strip("/") == f"editor/{game}" and len(query) <= MAX_QUERY_LENGTH:
            try:
                return draft_at(game, query)
            except ValueError as error:
                wrong = wrong or error
    raise wrong or ValueError("the link leads elsewhere")


def is_playable(draft: Setup) -> bool:
    return not catalog.game_of(draft.game).rules.flaws(draft)


def link_to(draft: Setup) -> str:
    return EditorLink(draft).text


def update(session: Session, screen: EditorScreen, message: Message) -> Result:
    match message:
        case Point(site):
            return session.on(replace(screen, cursor=site)), ()
        case Command.STUDY | IntoStudy() if is_playable(screen.draft):
            draft, editor = screen.draft, screen.editor
            whole = replace(draft, options=(*draft.options, *editor.implied(draft)))
            into = message.study_id if isinstance(message, IntoStudy) else ""
            return session, (Hear(StudyFrom(whole, into)),)
        case EditorCommand.PLAY if is_playable(screen.draft):
            return _set_up(session, screen.draft)
        case Command.ANALYSE if is_playable(screen.draft):
            return _analysed(session, screen.draft)
    changed = _changed(screen, message)
    if changed.draft == screen.draft:
        return session.on(changed), ()
    # The address follows, so that it can be shared, and a reload loses nothing.
    return session.on(changed), (Go(link_to(changed.draft), replaces=True),)


def _changed(screen: EditorScreen, message: Message) -> EditorScreen:
    editor, draft = screen.editor, screen.draft
    match message:
        case Press(token):
            return _pressed(screen, token)
        case ChoosePiece(piece) if piece in editor.pieces(draft):
            return replace(screen, piece=piece).telling(PIECE + piece)
        case StepPiece(by):
            pieces = editor.pieces(draft)
            piece = pieces[(pieces.index(screen.piece) + by) % len(pieces)]
            return replace(screen, piece=piece).telling(PIECE + piece)
        case TakeAway(site) if "" in editor.pieces(draft):
            return screen.with_start(editor.put(draft, "", site)).telling(site)
        case EditorCommand.USUAL_BOARD:
            return screen.with_draft(usual_draft(draft))
        case EditorCommand.CLEAR_BOARD:
            return screen.with_start(editor.emptied(draft))
        case Command.TAKE_BACK:
            return screen.undone()
        case Command.REDO:
            return screen.redone()
        case Command.CANCEL:
            return replace(screen, held=None)
        case Edit(name, value):
            return _edited(screen, name, value)
    return screen


def _pressed(screen: EditorScreen, token: str) -> EditorScreen:
    """A place or a piece of the palette was pressed. What is carried from place to place comes as
    two presses, one where it was lifted and one where it was put down."""
    editor, draft, held = screen.editor, screen.draft, screen.held
    if token.startswith(FROM):
        return replace(screen, held=token.removeprefix(FROM))
    if token.startswith(PIECE):
        piece = token.removeprefix(PIECE)
        return _changed(replace(screen, held=None), ChoosePiece(piece))
    if token == AWAY:
        return screen if held is None else _changed(screen, TakeAway(held))
    if held is not None:
        return screen.with_start(editor.carried(draft, held, token)).telling(token)
    return screen.with_start(editor.put(draft, screen.piece, token)).telling(token)


def _edited(screen: EditorScreen, name: str, value: str) -> EditorScreen:
    """A field was changed: the text of the position, whose turn it is, a seat's reserve, or what
    the form of a match has, too."""
    editor, draft = screen.editor, screen.draft
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else -1
    if name == "position":
        try:
            return screen.with_draft(typed_draft(draft, value[:MAX_POSITION_LENGTH]))
        except ValueError:
            return replace(screen, refused=value[:MAX_POSITION_LENGTH])
    if name == "turn" and 1 <= number <= draft.seats:
        return screen.with_start(editor.with_turn(draft, number))
    kind, _, seat = name.partition(":")
    if kind == "reserve" and seat in map(str, range(1, draft.seats + 1)) and number >= 0:
        return screen.with_start(editor.with_reserve(draft, int(seat), number))
    if name in ("variant", "edition", "seats", *editor.options):
        new = with_known_options(edited(draft, name, value))
        new = replace(new, players=(Player(),) * new.seats)
        # What lies there stays where it can: more seats or places need another board.
        kept, options = editor.read(new, draft.start), _options_of(new)
        is_fitting = kept.seats == new.seats and _options_of(kept) == options
        new = kept if is_fitting else usual_draft(new)
        # A board may leave no choice of something else.
        return screen.with_draft(editor.read(new, new.start))
    return screen


def _options_of(draft: Setup) -> list[str]:
    """The values of all options, in their order."""
    options = catalog.game_of(draft.game).info.options_of(draft.variant)
    return [draft.option(one.name, one.default) for one in options]


def _set_up(session: Session, draft: Setup) -> Result:
    """The form for a match that begins at the position, with the company of the last one."""
    filled = form_for(session, draft.game)
    draft = replace(draft, options=(*draft.options, *editor_of(draft).implied(draft)))
    if filled.seats == draft.seats:
        draft = replace(draft, players=filled.players)
    else:
        draft = with_company(draft, Company.ALONE)
    return session, (Hear(SetUp(draft)), Go(Link("setup", draft.game).text))


def _analysed(session: Session, draft: Setup) -> Result:
    """The position on the table, where people move for all sides, and what bots think of it."""
    session, effects = open_link(session, seated(draft), None)
    at = At.of(session)
    if at is None:
        return session, effects
    return session.on(evaluate(at.table, at.match)), effects


def edit_position(session: Session) -> Result:
    """The position that is looked at goes into the editor."""
    seen = session.looked_at
    if seen is None or seen.game.editor is None:
        return session, ()
    shown = seen.position.observe(None)
    with suppress(ValueError):
        draft = draft_of(seen.setup, seen.rules.format_position(shown))
        return session.on(EditorScreen.of(draft)), (Go(link_to(draft)),)
    return session, ()
