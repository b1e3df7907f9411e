"""What will be played at a position if nobody acts before: by bots that react, or by the table."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from spieltisch.games.contract import Reaction
from spieltisch.play.match import Match
from spieltisch.table import Seat, TableAction

AUTOMATIC_MS = 900.0
"""How long after a position has come up the table plays an action that nobody chooses, so that
people can follow it."""


@dataclass(frozen=True)
class PlannedAction:
    """What will be played if nobody acts before."""

    at_ms: float
    """When, by the caller's clock."""
    seat: Seat
    """Whose action it is; CLOCK for a clock that runs out."""
    action: Any
    """As the game's rules have it; or a TableAction."""


React = Callable[[Match, Seat, Random], Reaction | None]
"""What a seat will do in a match if nobody acts before; None if it has nothing to do."""


def react(match: Match, seat: Seat, rng: Random) -> Reaction | None:
    """What a reaction bot of the game does; bots that search think in their worker."""
    bots, level = match.game.reaction_bots, match.bot_level(seat)
    if bots is None or level is None:
        return None
    return bots.react(match.position.observe(seat), seat, level, rng)


def plans(
    match: Match,
    now_ms: float,
    rng: Random | None,
    automatic_ms: float,
    react: React = react,
) -> tuple[PlannedAction, ...]:
    """What bots will do, each in its own time, or what the table itself will do.

    Plans are in random order: which of those for the same moment counts is drawn.
    """
    drawn: list[tuple[float, PlannedAction]] = []
    automatic = match.rules.automatic_action(match.position)
    for seat in sorted(match.position.active_seats):
        # The same after each load of the page.
        chance = rng or Random(f"{match.setup.start}/{match.shown}/{seat}")
        if automatic is None:
            reaction = react(match, seat, chance)
        else:
            reaction = Reaction(automatic_ms, automatic[1]) if seat == automatic[0] else None
        if reaction is not None:
            plan = PlannedAction(now_ms + reaction.delay_ms, seat, reaction.action)
            drawn.append((chance.random(), plan))
    drawn.sort(key=lambda pair: pair[0])
    return tuple(plan for _, plan in drawn)


ANSWER_MS = 1200.0
"""How long after an offer of a draw a bot answers it, so that people can follow it."""

ACCEPTS_BELOW = 0.9
"""A bot agrees to a draw if its chance to win is below this share of what would be even."""


def answer_to_offer(match: Match, chance: float) -> TableAction:
    """What a bot says to an offer of a draw, given its chance to win, 0 to 1: it agrees only where
    it stands worse."""
    even = 1 / len(match.rules.playing(match.position))
    return TableAction.ACCEPT if chance < ACCEPTS_BELOW * even else TableAction.DECLINE


def answers(match: Match, now_ms: float) -> tuple[PlannedAction, ...]:
    """What reaction bots will say to an open offer; bots that search think in their worker."""
    bots = match.game.reaction_bots
    if bots is None:
        return ()
    asked = [seat for seat in sorted(match.asked) if match.bot_level(seat) is not None]
    return tuple(
        PlannedAction(
            now_ms + ANSWER_MS * number,
            seat,
            answer_to_offer(match, bots.chance(match.position.observe(seat), seat)),
        )
        for number, seat in enumerate(asked, start=1)
    )
