"""`python -m lab.ladder [PART ...]`: measure how well the bots play.

Parts: `speed` (positions a second), `levels` (each against the one below), `draws` (how often the
best level draws by repetition), `rival` (against the same level of an older search,
lab/ladder/rivals), `spiel` (against OpenSpiel's Monte Carlo tree search).
"""

import argparse
import sys

from lab.ladder import parts
from spieltisch.games import catalog
from tools.project import exit_code

PARTS = {
    "speed": parts.speed,
    "levels": parts.levels,
    "draws": parts.draws,
    "rival": parts.against_rival,
    "spiel": parts.against_spiel,
}
GAMES = tuple(name for name, game in catalog.GAMES.items() if game.search_bots)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="lab.ladder", description=__doc__)
    parser.add_argument("part", nargs="*", metavar="PART", help="default: all, which takes hours")
    parser.add_argument(
        "--game", action="append", choices=GAMES, help="default: all that are searched"
    )
    parser.add_argument("--matches", type=int, help="instead of each part's own number")
    parser.add_argument("--level", type=int, help="this level only")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--processes", type=int, default=1, help="matches played at a time")
    parser.add_argument("--nodes", type=int, help="searched a move, in `rival`, by both sides")
    options = parser.parse_args()
    unknown = set(options.part) - set(PARTS)
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")

    def run() -> None:
        for part in options.part or PARTS:
            for game in options.game or GAMES:
                PARTS[part](
                    parts.Options(
                        game,
                        options.matches,
                        options.level,
                        options.seed,
                        options.processes,
                        options.nodes,
                    )
                )

    return exit_code(run)


if __name__ == "__main__":
    sys.exit(main())
