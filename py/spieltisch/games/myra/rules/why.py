"""Why an action in a puzzle is right, or fails: facts of the queens before and after it."""

from collections.abc import Callable, Sequence

from spieltisch.games.myra.rules import core, hexagon
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.table import Fact, Kind, Seat, Turn
from spieltisch.table.fact import gettext_noop, ngettext_noop


class MyraWhy(Kind):
    """What an action does to a queen; ``{name}`` is the other side."""

    # The other queen, before the last action. All is told in the past, as her side has acted since.
    CORNERED = ngettext_noop(
        "The queen on {site} was under attack from {sites}, and you also reached the one pit she"
        " could go to.",
        "The queen on {site} was under attack from {sites}, and you also reached all {n} pits she"
        " could go to.",
    )
    HAD_TO_ACT = gettext_noop(
        "{name} had to do something, and whatever it was, it let you capture the queen."
    )

    # The own queen, who could have been captured.
    STEPPED_AWAY = gettext_noop(
        "Your queen was under attack from {sites}. On {site} nothing could reach her."
    )
    ATTACKER_GONE = gettext_noop(
        "Your queen was under attack from {sites}. With the attacker on {site} gone, nothing could"
        " reach her."
    )
    OUT_OF_REACH = gettext_noop(
        "Your queen was under attack from {sites}. After your move nothing could reach her."
    )
    THREAT_GONE = gettext_noop("The threat was {threat}. After your move that was impossible.")

    # What is to be met.
    ATTACKED = gettext_noop("Your queen is under attack from {sites}.")
    THREATENS = gettext_noop("{name} threatens {threat}.")

    # What fails.
    ESCAPES = ngettext_noop(
        "After {answer} you can't capture the queen with your next move.",
        "After {answer} you can't capture the queen within {n} moves.",
    )
    LOSES_NOW = gettext_noop("Your queen can be captured ({answer}).")
    LOSES = gettext_noop("Your queen can be captured within {n} moves, starting with {answer}.")


def why(turns: Sequence[Turn], threat: Callable[[], MyraAction | None]) -> tuple[Fact, ...]:
    """What a right action does for the own queen, and to the other one; once she is captured, how
    she stood before that. See ``Puzzles.why``."""
    turn = turns[-1]
    if turn.after.outcome is not None:
        own = [one for one in turns[:-1] if one.seat == turn.seat]
        return _cornered(own[-1].after, turn.seat) if own else ()
    saved = _saved(turn)
    cornered = _cornered(turn.after, turn.seat)
    if saved or cornered:
        return (*saved, *cornered)
    action = threat()
    if action is None or not _could(turn.before, action, 3 - turn.seat):
        return ()
    return _met(turn, action)


def warn(position: MyraPosition, threat: Callable[[], MyraAction | None]) -> tuple[Fact, ...]:
    """What threatens the side that is to act. See ``Puzzles.warn``."""
    other = 3 - position.to_act
    attacks = captures_of_queen(position, other)
    if attacks:
        return (MyraWhy.ATTACKED(sites=_sites(attacks)),)
    action = threat()
    if action is None or not _could(position, action, other):
        return ()
    return (MyraWhy.THREATENS(seat=other, threat=str(action)),)


def why_not(
    turns: Sequence[Turn], answer: MyraAction | None, moves: int, is_lost: bool
) -> tuple[Fact, ...]:
    """Why a wrong action fails: what the other side answers. See ``Puzzles.why_not``."""
    if answer is None:
        return ()
    if not is_lost:
        return (MyraWhy.ESCAPES(answer=str(answer), n=moves),)
    if moves == 1:
        return (MyraWhy.LOSES_NOW(answer=str(answer)),)
    return (MyraWhy.LOSES(answer=str(answer), n=moves),)


def _could(position: MyraPosition, action: MyraAction, seat: Seat) -> bool:
    """Whether a seat could do this if it were its turn. What wins after most actions may need one
    of them first."""
    board = position.board._replace(seat=seat)
    return any(MyraAction._make(one) == action for one in core.actions(board))


def captures_of_queen(position: MyraPosition, seat: Seat) -> tuple[MyraAction, ...]:
    """What would capture the queen of the other of two sides if it were a seat's turn."""
    board = position.board._replace(seat=seat)
    queen = board.sides[2 - seat][0]
    return tuple(
        MyraAction._make(action)
        for action in core.actions(board)
        if action[0] == core.CAPTURE and action[3] == queen
    )


def _sites(actions: tuple[MyraAction, ...]) -> tuple[str, ...]:
    found = {action.site for action in actions}
    return tuple(sorted(found, key=hexagon.parse_cell))


def _saved(turn: Turn) -> tuple[Fact, ...]:
    """How a queen that could have been captured at once is safe now; nothing if she could not."""
    before, after, seat = turn.before, turn.after, turn.seat
    other = 3 - seat
    attacks = captures_of_queen(before, other)
    if not attacks or captures_of_queen(after, other):
        return ()
    sites, queen = _sites(attacks), after.queen(seat)
    if queen != before.queen(seat):
        return (MyraWhy.STEPPED_AWAY(sites=sites, site=queen),)
    if turn.action.kind == core.CAPTURE and turn.action.target in sites:
        return (MyraWhy.ATTACKER_GONE(sites=sites, site=turn.action.target),)
    return (MyraWhy.OUT_OF_REACH(sites=sites),)


def _met(turn: Turn, threat: MyraAction) -> tuple[Fact, ...]:
    """What an action takes from the other side that would have won later."""
    if threat in turn.after.legal_actions(3 - turn.seat):
        return ()
    return (MyraWhy.THREAT_GONE(threat=str(threat)),)


def _cornered(position: MyraPosition, seat: Seat) -> tuple[Fact, ...]:
    """How the other queen stands, whose side is to act, if she certainly has no way out."""
    other = 3 - seat
    queen, attacks = position.queen(other), captures_of_queen(position, seat)
    replies = position.legal_actions(other)

    def is_taken_after(reply: MyraAction) -> bool:
        after = position.apply(other, reply)
        return after.outcome is None and bool(captures_of_queen(after, seat))

    if not attacks:
        return (MyraWhy.HAD_TO_ACT(seat=other),) if all(map(is_taken_after, replies)) else ()
    # She always has one: to the empty pit through which an attacker would come, or onto the
    # attacker beside her.
    steps = [one for one in replies if not one.soldiers and one.site == queen]
    if not all(map(is_taken_after, steps)):
        return ()
    return (MyraWhy.CORNERED(site=queen, sites=_sites(attacks), n=len(steps)),)
