"""What the tests of lessons share: which steps there are, and what is pressed for an action."""

from __future__ import annotations

from typing import Any

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.table import AnyPosition, Choice, Seat, Status

TAUGHT = tuple(name for name, game in catalog.GAMES.items() if game.lessons is not None)
STEPS = tuple((name, step) for name in TAUGHT for step in catalog.game_of(name).lessons.steps)

MOST_PRESSES = 9
"""As many as a troop takes that is sown over six pits, with the words that begin and end it."""

MOST_BEFORE_A_WORD = 3


def presses_for(game: Game, position: AnyPosition, seat: Seat, text: str) -> tuple[str, ...]:
    """The tokens that a person presses for an action given by its text, as few as possible."""
    wanted = game.rules.parse_action(text)
    paths: list[tuple[tuple[str, ...], Choice[Any]]] = [((), game.rules.choose(position, seat))]
    for _ in range(MOST_PRESSES):
        longer = []
        for tokens, choice in paths:
            for token in sorted(choice.targets):
                after = choice.press(token)
                if after.status is Status.COMPLETE and after.action == wanted:
                    return (*tokens, token)
                if after != choice and _may_lead_to(text, token, tokens):
                    longer.append(((*tokens, token), after))
        paths = longer
    raise AssertionError(f"nothing that is pressed makes {text}")


def _may_lead_to(text: str, token: str, before: tuple[str, ...]) -> bool:
    """A token of an action's way stands in its text, but for words such as "sow"."""
    is_word = token.isalpha() and len(token) > 1
    return token in text or (is_word and len(before) < MOST_BEFORE_A_WORD)
