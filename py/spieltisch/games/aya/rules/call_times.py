"""How fast and how right calls were, for statistics."""

from collections.abc import Iterable

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.table import TimedCall, Turn

DARK, LIGHT, NOTHING = "dark", "light", "nothing"
KINDS = (DARK, LIGHT, NOTHING)
"""What a right call was about: a dark card, a light one only, or that no card can be matched."""

_RESULTS = frozenset(("matched", "missed", "refuted", "stood"))


def timed_calls(turns: Iterable[Turn]) -> tuple[TimedCall, ...]:
    """The calls AYA and OYE of a match, in order, each with what came of it.

    An OYE that stood though a card could have been matched was wrong, even if nobody saw it. A call
    without a result yet is left out.
    """
    found: list[TimedCall] = []
    made: TimedCall | None = None
    before_ms = 0
    for turn in turns:
        for event in turn.events:
            if not isinstance(event, AyaEvent):
                continue
            if event.kind == "called" and event.call in (duties.AYA, duties.OYE):
                # If no time has passed since the turn before, the match began or was resumed with
                # this call, and it is unknown how long the table had been seen.
                ms = turn.at_ms - before_ms or None
                made = TimedCall(event.seat, event.call, "", ms, is_right=False)
            elif made is not None and event.kind in _RESULTS:
                found.append(_judged(made, event))
                made = None
        before_ms = turn.at_ms
    return tuple(found)


def _judged(made: TimedCall, result: AyaEvent) -> TimedCall:
    if result.kind == "matched":
        is_dark = any(not card.card.is_light for card in result.cards)
        return made._replace(kind=DARK if is_dark else LIGHT, is_right=True)
    if result.kind == "stood" and not result.overlooked:
        return made._replace(kind=NOTHING, is_right=True)
    return made
