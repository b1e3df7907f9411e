"""`python -m tools.bench [PART]`: run one part, or all that need no further arguments."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from tools.engines import ENGINES
from tools.project import ToolError

PARTS = ("walk", "boot", "scale", "text", "busy", "positions", "myra_perft")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=(*PARTS, "turns"))
    parser.add_argument("--rounds", type=int, default=6, help="how often each thing is measured")
    parser.add_argument("--loads", type=int, default=30, help="turns: loads of each site")
    parser.add_argument(
        "--engine",
        choices=[one.name for one in ENGINES],
        help="boot: a first visit in another browser",
    )
    parser.add_argument("--sites", type=Path, nargs="*", default=[], help="turns: built folders")
    options = parser.parse_args()
    try:
        if options.part == "turns":
            import_module("tools.bench.turns").run(options.sites, options.loads)
            return 0
        if options.engine:
            import_module("tools.bench.engines").run(options.engine, options.rounds)
            return 0
        for part in [options.part] if options.part else PARTS:
            import_module(f"tools.bench.{part}").run(options.rounds)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
