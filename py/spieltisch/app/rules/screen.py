"""The rules of a game among the other screens."""

from spieltisch.app.rules.model import rules_page
from spieltisch.app.rules.state import RulesScreen
from spieltisch.app.screen import Screen, game_title
from spieltisch.app.session import Session
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(_: Session, screen: RulesScreen, frame: Frame) -> Markup:
    return rules_page(frame, screen.game)


SCREENS = (Screen(RulesScreen, view, title=lambda _, screen, __: game_title(screen.game)),)
