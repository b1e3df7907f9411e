"""`python -m tools.bench [PART]`: run one part, or all of them."""

import argparse
import sys
from importlib import import_module

from tools.project import ToolError

PARTS = ("boot", "myra_perft")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("--rounds", type=int, default=6, help="how often each thing is measured")
    options = parser.parse_args()
    try:
        for part in [options.part] if options.part else PARTS:
            import_module(f"tools.bench.{part}").run(options.rounds)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
