"""Whose keys are where, as the settings, the keyboard test and the boards show it."""

from collections.abc import Mapping

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.session.keys import HELD_WORD, MAX_SEATS, Slot, us_label
from spieltisch.session.screens.key_test import KeyTestScreen
from spieltisch.session.session import Session
from spieltisch.views.bindings import KeysModel, KeyTestModel
from spieltisch.views.markup import Markup


def key_labels(session: Session) -> Mapping[Slot, str]:
    """What is printed on the key of every slot; where nobody has told, as on an American one."""
    known = {**session.device.key_labels, **session.settings.key_labels}
    return {slot: known.get(code) or us_label(code) for slot, code in session.settings.keys.items()}


def keys_models(session: Session, waiting: Slot | None) -> tuple[KeysModel, ...]:
    """The keys of every game whose words are called."""
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


def key_test_model(session: Session, screen: KeyTestScreen) -> KeyTestModel:
    """Who holds a key to try it."""
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
