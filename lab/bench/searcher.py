"""Times one search where it runs: under CPython or Pyodide, of today's package or of an older one.

It may import nothing of the project but the package that is on the path, whichever it is. As a
program, it answers each line, a JSON list of the arguments of `search`.
"""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Any


def search(game: str, position: str, nodes: int) -> list[float]:
    """Search a position, given as that package writes it, within the strongest level's limits.

    Returns how many positions were looked at, and in how many seconds.
    """
    is_older = find_spec("spieltisch.bots") is not None
    think, *of_what, limits = (older if is_older else todays)(game, position)
    chance, begun = Random(1), perf_counter()
    thought = think(*of_what, limits._replace(nodes=nodes), chance)
    return [thought.nodes, perf_counter() - begun]


def todays(game: str, text: str) -> tuple[Any, ...]:
    """Today's `think`, its arguments, and the strongest level's limits."""
    found = import_module("spieltisch.games.catalog").game_of(game)
    position = found.rules.parse_position(text)
    searched = found.bots.search_for(position)
    think = import_module("spieltisch.search").think
    seat = import_module("spieltisch.table.position").seat_for(position)
    return think, searched, position, seat, searched.levels[-1]


def older(game: str, text: str) -> tuple[Any, ...]:
    """The `think` of a459788, its arguments, and the strongest level's limits."""
    position = import_module("spieltisch.games.catalog").load(game).parse_with_past(text)
    thought = import_module("spieltisch.bots.search.thought")
    levels = thought.search_for(position).levels
    (seat,) = position.active_seats
    return thought.think, position, seat, levels[-1]


def main() -> None:
    """Answer until no more lines come."""
    for line in sys.stdin:
        print(json.dumps(search(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
