"""The match that is being set up: what its form and the board beside it show."""

from spieltisch.app.links import has_met, link_to_lessons, link_to_puzzles
from spieltisch.app.names import given_names
from spieltisch.app.session import Session
from spieltisch.app.setup.seats import companies_of, company_of, level_of, levels_of, seat_of_person
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.time_controls import offers_clock
from spieltisch.app.setup.update import to_play
from spieltisch.app.setup.view import SetupModel
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.codec import may_be_by_link
from spieltisch.table import BY_LINK, HUMAN, SetupError

EXAMPLE_SEED = 1
"""The seed of the deal that the form shows as an example."""


def setup_model(session: Session, screen: SetupScreen, words: Words) -> SetupModel:
    """All that the form shows."""
    setup = screen.setup
    is_known = has_met(session, setup.game)
    game = catalog.game_of(setup.game)
    bots = {player.controller for player in setup.players} - {HUMAN, BY_LINK}
    return SetupModel(
        info=game.info,
        view=game.view,
        setup=setup,
        company=company_of(setup),
        companies=companies_of(setup),
        levels=levels_of(setup),
        level=level_of(setup) if len(bots) == 1 else None,
        is_live_only=not may_be_by_link(setup),
        is_race=game.reaction_bots is not None,
        names=given_names(setup, words),
        home=seat_of_person(setup),
        draws_seats=screen.draws_seats,
        board=_board(screen, words),
        lessons=link_to_lessons(setup.game),
        puzzles=link_to_puzzles(setup.game),
        is_new=not is_known,
        has_clock=offers_clock(setup),
    )


def _board(screen: SetupScreen, words: Words) -> Markup | None:
    """The match as it could begin, from the side of the person who plays."""
    setup = screen.setup
    game = catalog.game_of(setup.game)
    try:
        position = game.rules.initial_position(to_play(setup, EXAMPLE_SEED))
    except SetupError:
        return None
    return game.view.board(
        Scene(
            position=position,
            words=words,
            viewer=1 if screen.draws_seats else seat_of_person(setup),
            people=setup.people,
            is_picture=True,
        )
    )
