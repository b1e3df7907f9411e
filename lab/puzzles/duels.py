"""Finds puzzles of two sides in matches that bots have played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random

from lab.puzzles.packing import make
from lab.puzzles.proving import Duel
from spieltisch.games import catalog
from spieltisch.play.bots import BotName, EndlessMatchError, parse_bot, play_matches
from spieltisch.play.match import Match
from spieltisch.play.proving import NoPuzzleError
from spieltisch.play.puzzle import Puzzle
from spieltisch.search.game import WIN
from spieltisch.search.hunt import Hunt, Kind
from spieltisch.search.proof import TooOpenError
from spieltisch.table import AnyPosition

MOST_TURNS = 80
"""A match from a hunt's own board is broken off after so many turns."""


class Hunter:
    """Goes through matches, and takes at most one puzzle of each goal from a match."""

    def __init__(self, hunt: Hunt, known: Iterable[Puzzle] = ()) -> None:
        """``known`` are puzzles that are there already, of which none is made once more."""
        self._hunt = hunt
        self._game = catalog.game_of(hunt.setup.game)
        self._found: Counter[Kind] = Counter()
        self._shapes: set[Hashable] = {(one.goal, self._shape(one)) for one in known}

    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles, as they are found."""
        for match in self._matches():
            for puzzle in self._puzzles_of(match):
                shape = (puzzle.goal, self._shape(puzzle))
                if shape not in self._shapes:
                    self._shapes.add(shape)
                    self._found[puzzle.goal, puzzle.moves] += 1
                    yield puzzle
            if not self._is_wanted():
                return

    def _shape(self, puzzle: Puzzle) -> Hashable:
        """A value that puzzles share if they differ only by the names of places."""
        bots = self._game.search_bots
        assert bots is not None
        position = self._game.rules.parse_position(puzzle.position)
        return self._hunt.shape(bots.search_for(position).root(position).node)

    def _is_wanted(self, goal: str = "", moves: int = 0) -> bool:
        """Whether there are too few puzzles of a goal, of a number of moves, or at all."""
        return any(
            self._found[kind] < count
            for kind, count in self._hunt.wanted.items()
            if goal in ("", kind[0]) and moves in (0, kind[1])
        )

    def _matches(self) -> Iterator[Match]:
        hunt = self._hunt
        for number in range(hunt.seed, hunt.seed + hunt.most_matches):
            bots = [parse_bot(name, self._game) for name in hunt.bots[number % len(hunt.bots)]]
            with suppress(EndlessMatchError):
                if hunt.board is None:
                    yield from play_matches(self._game, hunt.setup, bots, number, 1)
                else:
                    yield self._played(hunt.board(Random(f"board {number}")), bots, number)

    def _played(self, board: str, bots: Sequence[BotName], number: int) -> Match:
        """A match from a board, to its end or until it is long."""
        rng = Random(f"bots {number}")
        made = [bot.make(self._game, rng) for bot in bots]
        match = Match(self._hunt.setup, self._game.rules.parse_position(board))
        while not match.is_over and len(match.turns) < MOST_TURNS:
            (seat,) = match.position.active_seats
            match = match.play(seat, made[seat - 1].choose(match.position, seat))
        return match

    def _puzzles_of(self, match: Match) -> Iterator[Puzzle]:
        """The puzzles of a match: at most one of each goal."""
        yield from islice(self._wins(match), 1)
        for goal in ("do-not-lose", "save-queen"):
            if self._is_wanted(goal):
                yield from islice(self._holds(match, goal), 1)
        if self._is_wanted("draw"):
            yield from islice(self._draws(match), 1)

    def _duel(self, position: AnyPosition) -> Duel:
        (seat,) = position.active_seats
        return Duel(self._game, position, seat, self._hunt.most_nodes)

    def _positions(self, match: Match, plies: int) -> Iterator[AnyPosition]:
        """The last positions in which somebody acted, the latest first, without their past."""
        rules = self._game.rules
        for number in range(len(match.turns) - 1, max(-1, len(match.turns) - 1 - plies), -1):
            yield rules.parse_position(rules.format_board(match.position_at(number)))

    def _wins(self, match: Match) -> Iterator[Puzzle]:
        """The wins that are wanted, those that take most moves first."""
        if not self._is_wanted("win"):
            return
        most = max(moves for goal, moves in self._hunt.wanted if goal == "win")
        winning: list[tuple[int, Duel]] = []
        with suppress(TooOpenError):
            for position in islice(self._positions(match, self._hunt.win_plies), 2, None, 2):
                duel = self._duel(position)
                moves = duel.proof.wins_in(duel.root.node, most)
                if moves is None:
                    break
                winning.append((moves, duel))
        for moves, duel in reversed(winning):
            if self._is_wanted("win", moves):
                yield from self._solved(duel, "win", moves)

    def _draws(self, match: Match) -> Iterator[Puzzle]:
        """The draw that ended the match, if it saved its player."""
        if match.position.outcome is not None and match.position.outcome.is_draw:
            yield from self._solved(self._duel(match.turns[-1].before), "draw", 1)

    def _holds(self, match: Match, goal: str) -> Iterator[Puzzle]:
        """Puzzles of holding out, in each position for as many moves as possible."""
        wanted = sorted(moves for kind, moves in self._hunt.wanted if kind == goal)
        for position in self._positions(match, self._hunt.hold_plies):
            if 1 < self._escapes(position) <= self._hunt.most_escapes:
                duel = self._duel(position)
                for moves in filter(lambda moves: self._is_wanted(goal, moves), reversed(wanted)):
                    yield from self._solved(duel, goal, moves)

    def _escapes(self, position: AnyPosition) -> int:
        """How many actions there are that do not lose at once."""
        bots = self._game.search_bots
        assert bots is not None
        search = bots.search_for(position)
        return sum(value != 1 - WIN for value, _, _ in search.expand(search.root(position).node))

    def _solved(self, duel: Duel, goal: str, moves: int) -> Iterator[Puzzle]:
        """The puzzle, if it is one."""
        if len(duel.position.legal_actions(duel.seat)) < self._hunt.fewest_options:
            return
        with suppress(NoPuzzleError):
            solution = duel.solve(goal, moves)
            text = self._game.rules.format_position(duel.position)
            yield make(self._hunt.setup, text, duel.seat, goal, moves, solution)
