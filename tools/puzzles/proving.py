"""Proves puzzles: finds all actions that reach a goal, and shows that no others do.

docs/puzzles.md says what is proved, and how.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from spieltisch.games.contract import Game
from spieltisch.play.puzzle import Continuation, Solution
from spieltisch.table import AnyPosition, Outcome, Seat, play
from tools.puzzles.proof import Proof, TooOpenError

MOST_NODES = 3_000_000
"""A proof that would look at more positions is given up."""

MOST_MOMENTS = 60
"""A solution of more moments is no puzzle: too many ways lead to the end."""

CAPTURED = "captured"
"""The event of a capture. If the solution is the only capture, it is no puzzle: that is seen at
once."""

CLEAR = "clear"
"""The goal of puzzles for a player alone."""


class NoPuzzleError(ValueError):
    """The goal cannot be reached from the position in just one way; the message says why."""


class Candidate(NamedTuple):
    """An action, by its text, and the position after it."""

    text: str
    after: AnyPosition


class Moment:
    """A node of a solution in the making: each accepted action, its replies, and the next node."""

    def __init__(self) -> None:
        self.ways: dict[str, tuple[tuple[str, ...], Moment | None]] = {}
        self.distance = 0


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
    if goal == CLEAR:
        return Alone(game, position, seat, most_nodes).solve(goal, moves)
    return Duel(game, position, seat, most_nodes).solve(goal, moves)


class _Prover:
    """What proofs for one and for two sides share."""

    def __init__(self, game: Game, position: AnyPosition, seat: Seat, most_nodes: int) -> None:
        if game.puzzles is None:
            raise NoPuzzleError(f"{game.info.name} has no puzzles")
        if position.active_seats != {seat}:
            raise NoPuzzleError(f"seat {seat} is not to act alone")
        self.game = game
        self.puzzles = game.puzzles
        self.position = position
        self.seat = seat
        self.most_nodes = most_nodes

    def goals(self) -> Mapping[str, Callable[[int], Moment]]:
        """How each goal is proved, for a number of moves."""
        raise NotImplementedError

    def solve(self, goal: str, moves: int) -> Solution:
        """See the function ``solve``."""
        prove = self.goals().get(goal)
        if prove is None or goal not in self.puzzles.goals:
            raise NoPuzzleError(f"{self.game.info.name} has no goal {goal!r}")
        try:
            first = prove(moves)
        except TooOpenError:
            raise NoPuzzleError(f"more than {self.most_nodes} positions to look at") from None
        _check_start(self.game, self.position, self.seat, first)
        return _numbered(first)


def _check_start(game: Game, position: AnyPosition, seat: Seat, first: Moment) -> None:
    """Raise NoPuzzleError if the first action is obvious."""
    rules = game.rules
    kinds_of: dict[str, set[str]] = {}
    results: dict[str, AnyPosition] = {}
    for action in position.legal_actions(seat):
        turn = play(rules, position, seat, action)
        text = rules.format_action(action)
        kinds_of[text] = {event.kind for event in turn.events}
        results[text] = turn.after
    if len(set(results.values())) == 1:
        raise NoPuzzleError("there is only one thing to do")
    captures = {results[text] for text, kinds in kinds_of.items() if CAPTURED in kinds}
    if len(captures) == 1 and captures == {results[text] for text in first.ways}:
        raise NoPuzzleError("it is the only capture")


def _numbered(first: Moment) -> Solution:
    """The moments as a solution: each comes after all that lead to it."""
    order: list[Moment] = []
    seen: set[int] = set()

    def visit(moment: Moment) -> None:
        seen.add(id(moment))
        for _, then in moment.ways.values():
            if then is not None and id(then) not in seen:
                visit(then)
        order.append(moment)

    visit(first)
    order.reverse()
    numbers = {id(moment): number for number, moment in enumerate(order)}
    return tuple(
        {
            text: Continuation(replies, None if then is None else numbers[id(then)])
            for text, (replies, then) in moment.ways.items()
        }
        for moment in order
    )


# --------------------------------------------------------- against an opponent


class Duel(_Prover):
    """Puzzles of two sides, one against the other.

    Attributes:
        proof: what has been proved of positions that can be reached.
        root: the first position, as the search sees it.
    """

    def __init__(
        self, game: Game, position: AnyPosition, seat: Seat, most_nodes: int = MOST_NODES
    ) -> None:
        """See ``solve``."""
        super().__init__(game, position, seat, most_nodes)
        if game.search_bots is None:
            raise NoPuzzleError(f"{game.info.name} has no search")
        self._search = game.search_bots.search_for(position)
        self.root = self._search.root(position)
        if self.root.is_forbidding:
            raise NoPuzzleError("repetitions are forbidden, so that more matters than the board")
        self.proof = Proof(self._search, self.root, most_nodes, self.puzzles.sees_losses)

    def goals(self) -> Mapping[str, Callable[[int], Moment]]:
        return {
            "win": self._prove_win,
            "do-not-lose": self._prove_hold,
            "save-queen": self._prove_hold,
            "draw": self._prove_draw,
        }

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

    def _prove_win(self, moves: int) -> Moment:
        """The solver wins in so many moves, and not in fewer."""
        if moves > 1 and self.proof.is_won(self._node(self.position), moves - 1):
            raise NoPuzzleError(f"there is a win in less than {moves}")
        return self._win(self.position, moves)

    def _win(self, position: AnyPosition, moves: int) -> Moment:
        """All accepted actions have one result, except at the last move: there all wins count."""
        winning = (
            one for one in self._candidates(position) if self._is_won_after(one.after, moves - 1)
        )
        if moves == 1:
            return _leaf(list(winning))
        accepted = _with_one_result(winning)
        after = accepted[0].after
        longest = (
            reply
            for reply in self._candidates(after)
            if not self.proof.is_won(self._node(reply.after), moves - 2)
        )
        return self._answered(accepted, longest, lambda position: self._win(position, moves - 1))

    def _prove_hold(self, moves: int) -> Moment:
        """The other side forces its win within the horizon after every action but one."""
        if self.proof.is_won(self._node(self.position), self.puzzles.horizon):
            raise NoPuzzleError("it is a win, so more than not to lose")
        return self._hold(self.position, moves)

    def _hold(self, position: AnyPosition, moves: int) -> Moment:
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

    def _prove_draw(self, moves: int) -> Moment:
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
        go_on: Callable[[AnyPosition], Moment],
    ) -> Moment:
        """The moment with the first reply after which the rest is a proper puzzle."""
        for reply in replies:
            try:
                then = go_on(reply.after)
            except NoPuzzleError:
                continue
            moment = Moment()
            moment.ways = {one.text: ((reply.text,), then) for one in accepted}
            return moment
        raise NoPuzzleError("no reply leaves just one thing to do")


def _leaf(accepted: Sequence[Candidate]) -> Moment:
    moment = Moment()
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


# ------------------------------------------------------------------------ alone


class Alone(_Prover):
    """Puzzles of one side: everything that can be done is tried to its end."""

    def __init__(
        self, game: Game, position: AnyPosition, seat: Seat, most_nodes: int = MOST_NODES
    ) -> None:
        """See ``solve``."""
        super().__init__(game, position, seat, most_nodes)
        self._moments: dict[Hashable, Moment] = {}
        self._leading = 0

    def goals(self) -> Mapping[str, Callable[[int], Moment]]:
        return {CLEAR: self._prove_clear}

    def _prove_clear(self, moves: int) -> Moment:
        """All that reaches the end, the shortest ways first; ``moves`` is their length."""
        first = self.moment(self.position)
        if not first.ways:
            raise NoPuzzleError("it cannot be cleared")
        if first.distance != moves:
            raise NoPuzzleError(f"it takes {first.distance} moves")
        return first

    def moment(self, position: AnyPosition) -> Moment:
        """All that leads to the end from a position, if anything does."""
        key = self.puzzles.future(position)
        moment = self._moments.get(key)
        if moment is None:
            if len(self._moments) >= self.most_nodes:
                raise TooOpenError
            self._moments[key] = moment = Moment()
            ways = []
            for action in position.legal_actions(self.seat):
                after = position.apply(self.seat, action)
                then = self._onward(after)
                if then is not None or _has_won(after.outcome, self.seat):
                    distance = 1 + (then.distance if then is not None else 0)
                    ways.append((distance, self.game.rules.format_action(action), then))
            ways.sort(key=lambda way: way[0])
            moment.ways = {text: ((), then) for _, text, then in ways}
            moment.distance = ways[0][0] if ways else 0
            self._leading += bool(ways)
            if self._leading > MOST_MOMENTS:
                raise NoPuzzleError(f"more than {MOST_MOMENTS} moments lead to the end")
        return moment

    def _onward(self, after: AnyPosition) -> Moment | None:
        """The moment after an action, if it leads on to the end."""
        if after.outcome is not None:
            return None
        then = self.moment(after)
        return then if then.ways else None


def _has_won(outcome: Outcome | None, seat: Seat) -> bool:
    return outcome is not None and seat in outcome.winners
