"""How hard a puzzle is: how late a search finds the solution.

Against an opponent it is how many positions the bots' own search has looked at when it settles on
an accepted action, and sees the win if there is one, summed over the solver's moves of the line.
Alone it is how many attempts, on average and in hundredths, a person needs who takes any action at
random that does not end the run at once.
"""

from collections.abc import Collection
from random import Random

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.proving import Alone, finished
from spieltisch.play.puzzle import Puzzle
from spieltisch.search import Level
from spieltisch.search.iterative_deepening import thinking
from spieltisch.table import AnyPosition, Seat

WIN = "win"
MOST_NODES_TO_WIN, MOST_NODES = 40_000, 10_000
"""The search is given up after so many positions for one move, which are then the effort. A search
for a win ends when it has seen the win, any other goes on to the limit."""


def effort_of(puzzle: Puzzle) -> int:
    """The effort, in positions or hundredths of attempts."""
    game = catalog.game_of(puzzle.game)
    position = game.rules.parse_position(puzzle.position)
    if game.search_bots is None:
        return finished(Alone(game, puzzle.seat).moment(position)).attempts
    effort, number = 0, 0
    while True:
        node = puzzle.solution[number]
        effort += nodes_to_find(game, position, puzzle.seat, node, puzzle.goal == WIN)
        text, answer = next(iter(node.items()))
        if answer.then is None:
            return effort
        for action in (text, *answer.replies):
            (seat,) = position.active_seats
            position = position.apply(seat, game.rules.parse_action(action))
        number = answer.then


def nodes_to_find(
    game: Game, position: AnyPosition, seat: Seat, accepted: Collection[str], is_win: bool
) -> int:
    """How many positions the search has looked at when it settles on an accepted action; if the
    goal is a win, when it has also seen that."""
    assert game.search_bots is not None
    search = game.search_bots.search_for(position)
    most = MOST_NODES_TO_WIN if is_win else MOST_NODES
    found: int | None = None
    for result in thinking(search, position, seat, Level(most), Random(0)):
        is_found = not is_win or result.ends_in is not None
        if not is_found or game.rules.format_action(result.action) not in accepted:
            found = None
        elif found is None:
            found = result.nodes
    return most if found is None else found
