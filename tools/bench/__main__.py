"""`python -m tools.bench [PART]`: run one part, or all, which then go into docs/figures.md."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from tools import engines, figures
from tools.engines import ENGINES
from tools.figures import Report
from tools.project import ToolError

PARTS = ("walk", "boot")


def run_all(rounds: int, report: Report) -> None:
    """Run all parts, and write what they find into the document; ToolError before anything is
    measured if that could not be said to be of a commit."""
    if figures.is_changed():
        raise ToolError("Commit what has changed first: figures are told of what was committed.")
    for engine in ENGINES:
        engines.program(engine)
    digest = figures.measured()
    for part in PARTS:
        import_module(f"tools.bench.{part}").run(rounds, report)
    for engine in ENGINES:
        import_module("tools.bench.engines").run(engine.name, rounds, report)
    figures.write(report, digest)


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
    report = Report()
    try:
        if options.part == "turns":
            import_module("tools.bench.turns").run(options.sites, options.loads)
            return 0
        if options.engine:
            import_module("tools.bench.engines").run(options.engine, options.rounds, report)
            return 0
        if options.part:
            import_module(f"tools.bench.{options.part}").run(options.rounds, report)
            return 0
        run_all(options.rounds, report)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
