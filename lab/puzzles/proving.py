"""Proves puzzles against an opponent, and all of them from goal and number of moves.

docs/puzzles.md says what is proved, and how; play/proving.py has what a page proves, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from spieltisch.games.contract import Game
from spieltisch.play.proving import (
    CLEAR,
    MOST_NODES,
    Alone,
    NoPuzzleError,
    SolutionMoment,
    finished,
    solution_of,
)
from spieltisch.play.puzzle import Solution
from spieltisch.search.proof import Proof, TooOpenError
from spieltisch.table import AnyPosition, Seat


class Candidate(NamedTuple):
    """An action, by its text, and the position after it."""

    text: str
    after: AnyPosition


def solve(
    game: Game,
    position: AnyPosition,
    seat: Seat,
    goal: str,
    moves: int,
    most_nodes: int = MOST_NODES,
) -> Solution:
    """The solution of a puzzle; raises NoPuzzleError if there is no proper one.

    Args:
        game: which game it is.
        position: where it begins.
        seat: who is to solve it.
        goal: one of the game's.
        moves: how many own actions it takes.
        most_nodes: a proof that would look at more positions is no proof.
    """
    if game.puzzles is None:
        raise NoPuzzleError(f"{game.info.name} has no puzzles")
    if goal not in game.puzzles.goals:
        raise NoPuzzleError(f"{game.info.name} has no goal {goal!r}")
    if position.active_seats != {seat}:
        raise NoPuzzleError(f"seat {seat} is not to act alone")
    if goal != CLEAR:
        return Duel(game, position, seat, most_nodes).solve(goal, moves)
    first = finished(Alone(game, seat, most_nodes).moment(position))
    if not first.ways:
        raise NoPuzzleError("it cannot be cleared")
    if first.distance != moves:
        raise NoPuzzleError(f"it takes {first.distance} moves")
    return solution_of(game, position, seat, first)


# --------------------------------------------------------- against an opponent


class Duel:
    """Puzzles of two sides, one against the other.

    Attributes:
        position: where it begins.
        seat: who is to solve it, and to act first.
        proof: what has been proved of positions that can be reached.
        root: the first position, as the search sees it.
    """

    def __init__(
        self, game: Game, position: AnyPosition, seat: Seat, most_nodes: int = MOST_NODES
    ) -> None:
        """See the function ``solve``."""
        if game.search_bots is None or game.puzzles is None:
            raise NoPuzzleError(f"{game.info.name} has no search, or no puzzles")
        self.game = game
        self.puzzles = game.puzzles
        self.position = position
        self.seat = seat
        self._most_nodes = most_nodes
        self._search = game.search_bots.search_for(position)
        self.root = self._search.root(position)
        if self.root.is_forbidding:
            raise NoPuzzleError("repetitions are forbidden, so that more matters than the board")
        self.proof = Proof(self._search, self.root, most_nodes, self.puzzles.sees_losses)

    def solve(self, goal: str, moves: int) -> Solution:
        """See the function ``solve``."""
        prove: Mapping[str, Callable[[int], SolutionMoment]] = {
            "win": self._prove_win,
            "do-not-lose": self._prove_hold,
            "save-queen": self._prove_hold,
            "draw": self._prove_draw,
        }
        try:
            first = prove[goal](moves)
        except TooOpenError:
            raise NoPuzzleError(f"more than {self._most_nodes} positions to look at") from None
        return solution_of(self.game, self.position, self.seat, first)

    def _candidates(self, position: AnyPosition) -> Iterator[Candidate]:
        (seat,) = position.active_seats
        for action in position.legal_actions(seat):
            yield Candidate(self.game.rules.format_action(action), position.apply(seat, action))

    def _node(self, position: AnyPosition) -> Any:
        return self._search.root(position).node

    def _is_won_after(self, after: AnyPosition, moves: int) -> bool:
        """Whether the solver has won, or forces it within so many more moves."""
        if after.outcome is not None:
            return self.seat in after.outcome.winners
        return moves > 0 and self.proof.is_lost(self._node(after), moves, 1)

    def _is_lost_after(self, after: AnyPosition, moves: int) -> bool:
        """Whether the other side has won, or forces it within so many moves."""
        if after.outcome is not None:
            return not after.outcome.is_draw and self.seat not in after.outcome.winners
        return self.proof.is_won(self._node(after), moves, 1)

    def _prove_win(self, moves: int) -> SolutionMoment:
        """The solver wins in so many moves, and not in fewer."""
        if moves > 1 and self.proof.is_won(self._node(self.position), moves - 1):
            raise NoPuzzleError(f"there is a win in less than {moves}")
        return self._win(self.position, moves)

    def _win(self, position: AnyPosition, moves: int) -> SolutionMoment:
        """All accepted actions have one result, except at the last move: there all wins count."""
        winning = (
            one for one in self._candidates(position) if self._is_won_after(one.after, moves - 1)
        )
        if moves == 1:
            last = list(winning)
            if not last:
                raise NoPuzzleError("nothing reaches the goal")
            return _leaf(last)
        accepted = _with_one_result(winning)
        after = accepted[0].after
        longest = (
            reply
            for reply in self._candidates(after)
            if not self.proof.is_won(self._node(reply.after), moves - 2)
        )
        return self._answered(accepted, longest, lambda position: self._win(position, moves - 1))

    def _prove_hold(self, moves: int) -> SolutionMoment:
        """The other side forces its win within the horizon after every action but one."""
        if self.proof.is_won(self._node(self.position), self.puzzles.horizon):
            raise NoPuzzleError("it is a win, so more than not to lose")
        return self._hold(self.position, moves)

    def _hold(self, position: AnyPosition, moves: int) -> SolutionMoment:
        horizon = self.puzzles.horizon
        accepted = _with_one_result(
            one for one in self._candidates(position) if not self._is_lost_after(one.after, horizon)
        )
        after = accepted[0].after
        if moves == 1:
            return _leaf(accepted)
        if after.outcome is not None:
            raise NoPuzzleError(f"it is over before {moves} moves")
        going_on = (reply for reply in self._candidates(after) if reply.after.outcome is None)
        return self._answered(accepted, going_on, lambda position: self._hold(position, moves - 1))

    def _prove_draw(self, moves: int) -> SolutionMoment:
        """One action makes it a draw at once; the other side wins after every other."""
        if moves != 1:
            raise NoPuzzleError("a draw is made by one move")
        accepted = []
        for one in self._candidates(self.position):
            if one.after.outcome is not None and one.after.outcome.is_draw:
                accepted.append(one)
            elif not self._is_lost_after(one.after, self.puzzles.horizon):
                raise NoPuzzleError(f"{one.text} does not lose")
        return _leaf(_with_one_result(accepted))

    def _answered(
        self,
        accepted: Sequence[Candidate],
        replies: Iterator[Candidate],
        go_on: Callable[[AnyPosition], SolutionMoment],
    ) -> SolutionMoment:
        """The moment with the first reply after which the rest is a proper puzzle."""
        for reply in replies:
            try:
                then = go_on(reply.after)
            except NoPuzzleError:
                continue
            moment = SolutionMoment()
            moment.ways = {one.text: ((reply.text,), then) for one in accepted}
            return moment
        raise NoPuzzleError("no reply leaves just one thing to do")


def _leaf(accepted: Sequence[Candidate]) -> SolutionMoment:
    moment = SolutionMoment()
    moment.ways = {one.text: ((), None) for one in accepted}
    return moment


def _with_one_result(candidates: Iterable[Candidate]) -> list[Candidate]:
    """All that reach the goal; raises NoPuzzleError unless they lead to one and the same position.

    The first that leads to another position ends the search.
    """
    accepted: list[Candidate] = []
    for one in candidates:
        if accepted and one.after != accepted[0].after:
            raise NoPuzzleError(f"{accepted[0].text} reaches the goal, and so does {one.text}")
        accepted.append(one)
    if not accepted:
        raise NoPuzzleError("nothing reaches the goal")
    return accepted
