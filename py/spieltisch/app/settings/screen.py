"""The settings, and the test of the keyboard, among the other screens."""

from spieltisch.app.damaged.view import damaged_section
from spieltisch.app.effects import Survey
from spieltisch.app.message import Message
from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.key_test import MIN_SEATS, KeyTestScreen
from spieltisch.app.settings.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.app.settings.keys_view import KeysModel, KeyTestModel, key_test_screen
from spieltisch.app.settings.state import SettingsScreen
from spieltisch.app.settings.update import update
from spieltisch.app.settings.view import settings_screen
from spieltisch.app.table.scene import key_labels
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup


def view(session: Session, screen: SettingsScreen, frame: Frame) -> Markup:
    """The settings, and the seats' keys of every game that has words to call."""
    chosen = session.settings.chosen()
    if session.device.key_labels:
        # The browser knows the layout.
        del chosen["keyboard"]
    damaged = damaged_section(frame.words, session.damage.entries)
    return settings_screen(frame, chosen, _keys_models(session, screen.binding), damaged)


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """Open the settings, which list what is damaged in storage: it is looked for."""
    return session.on(SettingsScreen()), (Survey(),)


def view_of_test(session: Session, screen: KeyTestScreen, frame: Frame) -> Markup:
    """The test of the keyboard."""
    seats = range(MIN_SEATS, MAX_SEATS + 1)
    return key_test_screen(frame, _key_test_model(session, screen), seats)


def update_test(session: Session, screen: KeyTestScreen, message: Message) -> Result:
    return session.on(screen.after(message)), ()


def _keys_models(session: Session, waiting: Slot | None) -> tuple[KeysModel, ...]:
    """The keys of every game that has words to call."""
    labels = key_labels(session)
    return tuple(
        KeysModel(
            game.info.title,
            {word: game.shouts.label(word) for word in game.shouts.words},
            _badges(game, MAX_SEATS),
            labels,
            waiting,
        )
        for game in catalog.GAMES.values()
        if game.shouts is not None
    )


def _key_test_model(session: Session, screen: KeyTestScreen) -> KeyTestModel:
    """What the keyboard test shows."""
    labels = key_labels(session)
    game = next(game for game in catalog.GAMES.values() if game.shouts is not None)
    assert game.shouts is not None
    return KeyTestModel(
        game=game.info.name,
        word=game.shouts.label(HELD_WORD),
        keys=tuple(labels[f"{seat}:{HELD_WORD}"] for seat in sorted(screen.everybody)),
        badges=_badges(game, screen.seats),
        held=screen.held,
        together=screen.together,
        dropped=screen.dropped,
        silent=screen.silent,
    )


def _badges(game: Game, seats: int) -> tuple[Markup, ...]:
    return tuple(game.view.seat_badge(seat) for seat in range(1, seats + 1))


SCREENS = (
    Screen(
        SettingsScreen,
        view,
        update,
        places={"settings": Place(no_more, opened)},
    ),
    Screen(
        KeyTestScreen,
        view_of_test,
        update_test,
        places={"key-test": Place(no_more, showing(lambda _: KeyTestScreen()))},
    ),
)
