"""Why an action in a puzzle is right, or fails: facts, a sentence or two.

Against an opponent it is proved as the packs are (``search/proof.py``), up to a number of positions
and by no clock: what most of the other actions lose to is the *threat* that a right action meets,
and a wrong one has an *answer*. What a game makes of them is in its ``rules/why.py``. Nothing is
told that is not certain. Hints, reviews and one's own mistakes have their facts from here, too.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from spieltisch.games.contract import Game
from spieltisch.search.game import WIN, Root, SearchGame
from spieltisch.search.proof import Proof, TooOpenError
from spieltisch.table import AnyPosition, Fact, Seat, Turn, seat_for

MOST_NODES = 3_000
"""So many positions are looked at for one reason: a twentieth of a second in a browser."""

GOAL_WIN = "win"
"""The goal of winning within a number of own actions. With any other goal against an opponent there
is something to be met: after all actions but the right ones the other side wins."""


class Explanation(NamedTuple):
    facts: Sequence[Fact] = ()
    answer: str = ""
    """The other side's action that the facts are about, where a wrong action has one."""


UNEXPLAINED = Explanation()


def reason_for(
    game: Game, turns: Sequence[Turn], *, goal: str, moves: int, accepted: Collection[str]
) -> Explanation:
    """Why the last action of a puzzle is right or wrong.

    Args:
        turns: what was played since the puzzle's position; all is right but perhaps the last.
        goal: one of the game's.
        moves: how many own actions it takes, the last one among them.
        accepted: the texts of the actions that are right in the place of the last.
    """
    puzzles, turn = game.puzzles, turns[-1]
    is_right = turn.entry.action in accepted
    if puzzles is not None and puzzles.skill is not None and goal == puzzles.skill.goal:
        return Explanation(puzzles.skill.why(turns, is_right))
    if puzzles is None or not _is_provable(game, turn.before):
        return UNEXPLAINED
    if game.search_bots is None:
        facts = puzzles.why(turns, _none) if is_right else puzzles.why_not(turns, *_ALONE)
        return Explanation(facts)
    outcome = turn.after.outcome
    if goal not in puzzles.goals and outcome is not None and outcome.is_draw:
        # Of the other actions nothing is known.
        return UNEXPLAINED
    is_win = goal == GOAL_WIN
    proved = _Proved(game, turn.before)
    if is_right:
        threat = _none if is_win else partial(proved.threat, turn.seat, accepted)
        return Explanation(puzzles.why(turns, threat))
    if turn.after.outcome is not None:
        return UNEXPLAINED
    if is_win and moves == 1:
        return Explanation(puzzles.why_not(turns, *_ALONE))
    answer, within, is_lost = (
        proved.escape(turn.after, moves - 1) if is_win else proved.win(turn.after)
    )
    if answer is None:
        return UNEXPLAINED
    facts = puzzles.why_not(turns, answer, within, is_lost)
    # Where a game has no words for it, the bots answer.
    return Explanation(facts, game.rules.format_action(answer) if facts else "")


def warning_for(
    game: Game, position: AnyPosition, *, goal: str, accepted: Collection[str]
) -> Sequence[Fact]:
    """What threatens whoever is to act, for a hint at one of the actions that are accepted; nothing
    if the goal is to win, as then it is the other side that is threatened."""
    puzzles = game.puzzles
    if puzzles is None or goal == GOAL_WIN or not _is_provable(game, position):
        return ()
    if game.search_bots is None:
        return puzzles.warn(position, _none)
    proved = _Proved(game, position)
    return puzzles.warn(position, partial(proved.threat, seat_for(position), accepted))


def missed_reason(game: Game, turns: Sequence[Turn]) -> Explanation:
    """Why the last action of a puzzle has failed that is played alone, once it is taken back."""
    return UNEXPLAINED if game.puzzles is None else Explanation(game.puzzles.missed(turns))


def _is_provable(game: Game, position: AnyPosition) -> bool:
    """Whether a proof can be had of a position: among two, and not where a rule forbids what has
    been there (``Proof``); of who plays alone, in what is to be cleared."""
    if game.search_bots is None:
        return game.solver is not None and game.rules.count_seats(position) == 1
    root = game.search_bots.search_for(position).root(position)
    return game.rules.count_seats(position) == 2 and not root.is_forbidding


_ALONE = (None, 0, False)
"""Where there is no answer."""


def _none() -> None:
    return None


class _Proved:
    """What is proved of the actions at one moment."""

    def __init__(self, game: Game, position: AnyPosition) -> None:
        assert game.search_bots is not None
        assert game.puzzles is not None
        self._game = game
        self._horizon = game.puzzles.horizon
        self._position = position
        self._search: SearchGame[Any, Any] = game.search_bots.search_for(position)
        self._root: Root = self._search.root(position)
        self._proof = Proof(self._search, self._root, MOST_NODES, game.puzzles.sees_losses)

    def threat(self, seat: Seat, accepted: Collection[str]) -> Any | None:
        """The other side's action that wins within the horizon after more than half of the actions
        that are not accepted; None if there is none, or if that takes too long to find out."""
        rules, counts, wrong = self._game.rules, Counter[Any](), 0
        try:
            for action in self._position.legal_actions(seat):
                if rules.format_action(action) in accepted:
                    continue
                wrong += 1
                after = self._position.apply(seat, action)
                if after.outcome is None:
                    counts.update({one for one, _ in self._wins(after)})
        except TooOpenError:
            return None
        most = max(counts.values(), default=0)
        # The first by its text, whatever the order in which they were met.
        found = sorted((one for one in counts if counts[one] == most), key=rules.format_action)
        return found[0] if 2 * most > wrong else None

    def win(self, after: AnyPosition) -> tuple[Any | None, int, bool]:
        """The other side's action that wins soonest, and within how many of its own; None if it is
        not proved."""
        try:
            return *next(self._wins(after), (None, 0)), True
        except TooOpenError:
            return None, 0, True

    def _wins(self, after: AnyPosition) -> Iterator[tuple[Any, int]]:
        """The other side's actions that win soonest, those that look best first. Raises
        TooOpenError."""
        node = self._search.root(after).node
        moves = self._proof.wins_in(node, self._horizon, 1)
        if moves is None:
            return
        for value, move, child in self._ordered(node):
            wins_now = value == WIN
            if wins_now or (
                moves > 1
                and value != 1 - WIN
                and child not in self._root.same_side
                and self._proof.is_lost(child, moves - 1, 0)
            ):
                yield self._search.action(after, move), moves

    def escape(self, after: AnyPosition, moves: int) -> tuple[Any | None, int, bool]:
        """The other side's action after which the seat cannot force its win within so many own
        actions any more, and whether that has won for the other side."""
        if self._root.same_side or self._root.other_side:
            # Some games' searches take for a draw what has been there once. That makes no win that
            # is none, but escapes that are none.
            return None, 0, False
        node = self._search.root(after).node
        try:
            for value, move, child in self._ordered(node):
                is_lost = value == WIN
                if is_lost or (value != 1 - WIN and not self._proof.is_won(child, moves, 0)):
                    action = self._search.action(after, move)
                    return action, 1 if is_lost else moves, is_lost
        except TooOpenError:
            pass
        return None, 0, False

    def _ordered(self, node: Any) -> list[Any]:
        return sorted(self._search.expand(node), key=lambda one: -one[0])
