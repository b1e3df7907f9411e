"""`python -m lab.bench [PART]`: run one part, or all of them."""

import argparse
import sys
from importlib import import_module

from tools.project import exit_code

PARTS = ("scale", "text", "busy", "positions", "myra_perft")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="lab.bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("--rounds", type=int, default=6, help="how often each thing is measured")
    options = parser.parse_args()

    def run() -> None:
        for part in [options.part] if options.part else PARTS:
            import_module(f"lab.bench.{part}").run(options.rounds)

    return exit_code(run)


if __name__ == "__main__":
    sys.exit(main())
