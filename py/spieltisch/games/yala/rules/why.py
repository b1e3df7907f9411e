"""Why a move in a puzzle is right, or fails: facts of the ring before and after it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    SITES,
    YalaAction,
    YalaPosition,
)
from spieltisch.table import NO_PAST, Fact, Kind, Turn
from spieltisch.table.fact import gettext_noop, ngettext_noop

FEW_MOVES = 4
"""So few moves left are worth telling."""


class YalaWhy(Kind):
    """What a move does to the other side, who is ``{name}``."""

    # The last move.
    CLOSED = ngettext_noop(
        "{name} cannot move. The wall on {sites} closes every way.",
        "{name} cannot move. The walls on {sites} close every way.",
    )
    CLOSED_OR_ROUND = ngettext_noop(
        "{name} cannot move. Every way meets the wall on {sites} or goes all the way round.",
        "{name} cannot move. Every way meets the walls on {sites} or goes all the way round.",
    )
    ROUND = gettext_noop("{name} cannot move. Every stone would go all the way round.")
    BURIED = gettext_noop("{name} cannot move. No tower has a stone of that side on top.")

    # A move on the way there. It is told in the past, as the other side has moved since.
    WALLED = gettext_noop("The wall on {site} barred {name}'s way from {sites}.")
    COVERED = gettext_noop("Your stone on {site} covered one of {name}'s that could move.")
    SHRUNK = gettext_noop("With place {site} gone, {name} could no longer move from {sites}.")
    LEFT = ngettext_noop("That left {name} only {n} move.", "That left {name} only {n} moves.")

    # A move that meets a threat: what would win after most of the others.
    THREAT_COVERED = gettext_noop("The threat was {threat}. Your stone covered {site}.")
    THREAT_WALLED = gettext_noop("The threat was {threat}. The wall on {site} stood in its way.")
    THREAT_GONE = gettext_noop("The threat was {threat}. After your move that was impossible.")
    THREAT_MET = ngettext_noop(
        "The threat was {threat}. After it you would still have {n} move.",
        "The threat was {threat}. After it you would still have {n} moves.",
    )
    THREAT_DRAWN = gettext_noop("The threat was {threat}. The draw saves you.")
    DRAWN = gettext_noop("Every other move lets {name} wall you in.")

    # A move that is to be found.
    THREATENS = gettext_noop("{name} threatens {threat}.")

    # A move that fails.
    STILL_MOVES = gettext_noop("{name} can still move from {sites}.")
    ESCAPES = ngettext_noop(
        "After {answer} you can't wall {name} in with your next move.",
        "After {answer} you can't wall {name} in within {n} moves.",
    )
    LOSES = ngettext_noop(
        "You can be walled in at once ({answer}).",
        "You can be walled in within {n} moves, starting with {answer}.",
    )

    # A move within a sentence.
    CLOCKWISE = gettext_noop("{site} clockwise")
    COUNTER_CLOCKWISE = gettext_noop("{site} counter-clockwise")


def _told(action: YalaAction) -> Fact:
    kind = YalaWhy.CLOCKWISE if action.direction == "+" else YalaWhy.COUNTER_CLOCKWISE
    return kind(site=action.site)


def why(turns: Sequence[Turn], threat: Callable[[], YalaAction | None]) -> tuple[Fact, ...]:
    """What a right move does: how it ends the match, how it meets a threat, or what it takes from
    the other side; nothing if it does nothing of these. See ``Puzzles.why``."""
    turn = turns[-1]
    outcome, other = turn.after.outcome, 3 - turn.seat
    if outcome is not None and not outcome.is_draw:
        return (_closed(turn.after, other),)
    action = threat()
    if action is not None and _could(turn.before, action, other):
        met = _met(turn, action)
        if met is not None:
            return (met,)
    return _taken(turn, other) if outcome is None else (YalaWhy.DRAWN(seat=other),)


def warn(position: YalaPosition, threat: Callable[[], YalaAction | None]) -> tuple[Fact, ...]:
    """What threatens the side that is to move. See ``Puzzles.warn``."""
    action = threat()
    other = 2 if position.to_move == COLOUR_OF[1] else 1
    if action is None or not _could(position, action, other):
        return ()
    return (YalaWhy.THREATENS(seat=other, threat=_told(action)),)


def why_not(
    turns: Sequence[Turn], answer: YalaAction | None, moves: int, is_lost: bool
) -> tuple[Fact, ...]:
    """Why a wrong move fails: what the other side answers, or that it can still move. See
    ``Puzzles.why_not``."""
    turn = turns[-1]
    other = 3 - turn.seat
    if answer is None:
        sites = dict.fromkeys(action.site for action in turn.after.legal_actions(other))
        return (YalaWhy.STILL_MOVES(seat=other, sites=tuple(sites)),) if sites else ()
    kind = YalaWhy.LOSES if is_lost else YalaWhy.ESCAPES
    return (kind(seat=other, answer=_told(answer), n=moves),)


def _could(position: YalaPosition, action: YalaAction, other: int) -> bool:
    """Whether the other side could play this if it were its turn. What wins after most moves may
    need one of them first."""
    return action in _idle(position, other).legal_actions(other)


def _idle(position: YalaPosition, other: int) -> YalaPosition:
    """A position as if the side that is to move did nothing."""
    return replace(position, to_move=COLOUR_OF[other], earlier=NO_PAST)


def _closed(position: YalaPosition, other: int) -> Fact:
    """Why a side that is to move cannot."""
    ends = [
        (site, position.walk(YalaAction(site, way)).blocked_at)
        for site in _tops(position, other)
        for way in "+-"
    ]
    # A stone that goes all the way round meets its own tower, which may be a wall itself.
    walls = tuple(
        sorted({end for site, end in ends if end is not None and end != site}, key=SITES.index)
    )
    is_round = any(end == site for site, end in ends)
    if not ends:
        return YalaWhy.BURIED(seat=other)
    if not walls:
        return YalaWhy.ROUND(seat=other)
    kind = YalaWhy.CLOSED_OR_ROUND if is_round else YalaWhy.CLOSED
    return kind(seat=other, sites=walls, n=len(walls))


def _tops(position: YalaPosition, seat: int) -> Iterator[str]:
    """The places where a side's stone is on top."""
    for site, tower in zip(SITES, position.towers, strict=False):
        if tower.endswith(COLOUR_OF[seat]):
            yield site


def _met(turn: Turn, action: YalaAction) -> Fact | None:
    """How a move meets the threat of an action; None if that would end in a draw now."""
    before, after = turn.before, turn.after
    told, other = _told(action), 3 - turn.seat
    if after.outcome is not None:
        return YalaWhy.THREAT_DRAWN(threat=told)
    if action in after.legal_actions(other):
        then = after.apply(other, action)
        if then.outcome is not None:
            return None
        return YalaWhy.THREAT_MET(threat=told, n=len(then.legal_actions(turn.seat)))
    place, landing = SITES.index(action.site), turn.events[0].sites[-1]
    if landing == action.site and not before.towers[place].endswith(COLOUR_OF[turn.seat]):
        return YalaWhy.THREAT_COVERED(threat=told, site=action.site)
    is_own = after.towers[place].endswith(COLOUR_OF[other])
    blocked = after.walk(action).blocked_at if is_own else None
    if blocked == landing and len(before.towers[SITES.index(landing)]) < before.wall:
        return YalaWhy.THREAT_WALLED(threat=told, site=landing)
    return YalaWhy.THREAT_GONE(threat=told)


def _taken(turn: Turn, other: int) -> tuple[Fact, ...]:
    """What a move takes from the other side, compared with what that could have done instead of
    it."""
    now = turn.after.legal_actions(other)
    left = (YalaWhy.LEFT(seat=other, n=len(now)),) if len(now) <= FEW_MOVES else ()
    return (*_barred(turn, other), *left)


def _barred(turn: Turn, other: int) -> tuple[Fact, ...]:
    """Which ways of the other side a move has closed; what it has done first of all is told."""
    after, landing = turn.after, turn.events[0].sites[-1]
    idle = _idle(turn.before, other)
    were = [action for site in _tops(idle, other) for action in _open(idle, site)]
    if len(after.towers[SITES.index(landing)]) == after.wall:
        barred = dict.fromkeys(
            action.site
            for action in were
            if action.site != landing and after.towers[SITES.index(action.site)]
            if after.walk(action).blocked_at == landing
        )
        if barred:
            return (YalaWhy.WALLED(seat=other, site=landing, sites=tuple(barred)),)
    if any(action.site == landing for action in were):
        return (YalaWhy.COVERED(seat=other, site=landing),)
    start = turn.action.site
    if not after.towers[SITES.index(start)]:
        moving = {action.site for action in after.legal_actions(other)}
        stuck = dict.fromkeys(action.site for action in were if action.site not in moving)
        if stuck:
            return (YalaWhy.SHRUNK(seat=other, site=start, sites=tuple(stuck)),)
    return ()


def _open(position: YalaPosition, site: str) -> Iterator[YalaAction]:
    for way in "+-":
        if position.walk(YalaAction(site, way)).is_open:
            yield YalaAction(site, way)
