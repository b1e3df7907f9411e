"""Runs an older search in a process of its own, with nothing but the older package on its path.

So the package's name means the older one here, and its modules are imported by name. Each line of
the input is a JSON list, each line of the output an action's text:

- ``[game, chance]``: a match begins; the bots' memory is cleared, this text seeds their choices;
- ``[position, seat, level, nodes]``: asks what the seat plays. The position is the whole text of
  today, ``nodes`` how many are searched instead of the level's number, or null.
"""

import json
import sys
from importlib import import_module
from random import Random
from typing import Any

BETWEEN = " | "
"""Separates the boards in a position's text (docs/rules.md); the older text has line breaks."""


def older_text(game: str, text: str) -> str:
    """A position as the older package wrote it: YALA's begins with the rule of repetition."""
    board, *more = text.split(BETWEEN)
    if game == "yala":
        repetition, *earlier = more or ["draw"]
        return "\n".join((repetition, board, *earlier))
    return "\n".join((board, *more))


def main() -> None:
    """Answer until no more lines come."""
    catalog = import_module("spieltisch.games.catalog")
    thought = import_module("spieltisch.bots.search.thought")
    memories: dict[int, Any] = {}
    for line in sys.stdin:
        match json.loads(line):
            case [game, chance]:
                rules, rng, memories = catalog.load(game), Random(chance), {}
            case [text, seat, level, nodes]:
                position = rules.parse_with_past(older_text(game, text))
                limits = thought.search_for(position).levels[level - 1]
                if nodes:
                    limits = limits._replace(nodes=nodes)
                memory = memories.setdefault(seat, thought.Memory())
                found = thought.think(position, seat, limits, rng, memory=memory)
                print(rules.format_action(found.action), flush=True)


if __name__ == "__main__":
    main()
