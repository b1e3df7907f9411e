"""The board beside a bot's file, and what the bot would play there."""

from spieltisch.app.board.shown import Going
from spieltisch.app.board.steps import steps
from spieltisch.app.core.names import given_names, player_names
from spieltisch.app.core.session import Session
from spieltisch.app.workshop.board import answer_turn, position_on
from spieltisch.app.workshop.state import WhereFailed, WorkshopScreen
from spieltisch.games import catalog
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, Value, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match


def board_view(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """The position at hand as a match shows it, the way through the match that it is of, and the
    question what the bot would play."""
    board, position = screen.board, position_on(screen)
    game = catalog.game_of(screen.bot.game)
    match = board if isinstance(board, Match) else None
    setup = game.info.default_setup() if match is None else match.setup
    names = Names(given_names(setup, words)) if match is None else player_names(setup, words)
    turn = answer_turn(screen)
    scene = Scene(
        position=position,
        turns=() if match is None else match.game_turns,
        names=names,
        words=words,
        settings=session.settings.of_boards,
        help=None if turn is None else HelpModel(2, is_lost=False, turn=turn),
        is_picture=True,
    )
    is_failure = isinstance(board, WhereFailed)
    where = words.gettext("Start position")
    if is_failure:
        where = words.gettext("Where the bot failed")
    about: dict[str, Value] = {"aria-label": words.gettext("Board")}
    way = to_table = None
    if match is not None:
        total = len(match.turns)
        where = words("Move {number} of {total}", number=match.shown, total=total)
        about |= {"data-stepping": "", "tabindex": 0}
        way = steps(words, Going(match.shown, total, total))
        to_table = button(words.gettext("Open as a game"), "open-played", kind="is-quiet")
    return el(
        "section#bot-board.bot-board",
        about,
        game.view.board(scene),
        way,
        el("p#board-where", {"role": "status"}, where),
        row(_question(screen, words, is_possible=bool(position.active_seats)), to_table),
        region("p#board-answer", {"role": "status"}, _answer(screen, names, words)),
        el("pre.bot-position-text", {"tabindex": 0}, game.rules.format_position(position))
        if not is_failure
        else None,
    )


def _question(screen: WorkshopScreen, words: Words, *, is_possible: bool) -> Markup:
    asked = screen.asked
    if asked is not None and not asked.ended:
        return button(words.gettext("Stop"), "stop-series", node_id="bot-ask")
    is_off = screen.running is not None or not is_possible
    label = words.gettext("What would it play here?")
    return button(label, "ask-here", node_id="bot-ask", is_disabled=is_off)


def _answer(screen: WorkshopScreen, names: Names, words: Words) -> list[Markup | str | None]:
    """What the bot has answered."""
    asked = screen.asked
    if asked is None:
        return []
    if not asked.ended and not asked.is_ready:
        return [words.gettext("Python is starting …")]
    said, turn = asked.said, answer_turn(screen)
    if said is None:
        return []
    if not said.action:
        return [words.gettext("It does nothing here.")]
    if turn is None:
        # What is called is a word already.
        return [el("code", said.action), f" {said.delay_ms:.0f} ms" if said.delay_ms else None]
    view = catalog.game_of(screen.bot.game).view
    sentence = view.action_sentence(turn, names, words).removesuffix(".")
    return [f"{sentence} (", el("code", said.action), ")"]
