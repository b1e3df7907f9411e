"""`python -m lab.mutants`: how many small faults in the engine do the tests notice?

The sample stays the same until the engine changes. The results are kept in `.mutants/`: a run that
was broken off resumes, and after a change of the tests only the survivors are tried again.

We wrote it because cosmic-ray runs one command for all mutants, but all tests of the rules take
minutes and one module's narrow tests seconds; because mutmut changes only functions, no tables; and
because neither draws a sample from a seed.
"""

import argparse
import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from queue import SimpleQueue

from lab.mutants.cover import Covered, read_covered
from lab.mutants.trial import (
    TEST_CPU_S,
    Mutant,
    all_mutants,
    copy_project,
    failure,
    killer,
    stages,
)
from tools.project import ROOT, ToolError

SEED = 21
SAMPLE = 500
KEPT = ROOT / ".mutants"
RESULTS = KEPT / "results.json"
COVERED = KEPT / "covered.json"
# How much longer a test may take while what it runs is noted.
COVERING = 4
SURVIVED = "survived"
# The key of the digest of the tests, and of what they test, that have passed without a mutant.
UNCHANGED = "unchanged"


def sample(count: int = SAMPLE) -> list[Mutant]:
    """Draw the sample, or its first `count`, which are a sample themselves."""
    mutants = all_mutants()
    return random.Random(SEED).sample(mutants, min(SAMPLE, len(mutants)))[:count]


def digest_of(*contents: bytes) -> str:
    """Give a digest of contents."""
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:24]


def tests_digest() -> str:
    """Give a digest of all tests."""
    folders = (ROOT / "tests", ROOT / "lab" / "tests")
    found = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return digest_of(*(path.read_bytes() for path in found))


def read_results() -> dict[str, str]:
    """Read the results: what killed each mutant, or `SURVIVED` and the digest of the tests."""
    found: dict[str, str] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return found


def write_results(results: dict[str, str]) -> None:
    """Write the results."""
    RESULTS.write_text(json.dumps(results, indent=0))


def cover(scratch: Path, mutants: list[Mutant]) -> None:
    """Find out which tests run which lines, and that they pass without a mutant: else every mutant
    would seem to be killed."""
    shared = {"tests/conformance", "tests/perft", "tests/records"}
    units = {test for mutant in mutants for test in stages(mutant.path)[1]}
    covering = ["--covered", str(COVERED), *sorted(shared), *sorted(units)]
    if found := failure(scratch, covering, TEST_CPU_S * COVERING):
        raise ToolError(f"Without any mutant, this ends the tests: {found}")


def copies(count: int) -> list[Path]:
    """Copy the project so many times; a mutant is tried in one of them."""
    scratches = [KEPT / f"copy-{number}" for number in range(count)]
    for scratch in scratches:
        copy_project(scratch)
    return scratches


def killers(
    mutants: list[Mutant], scratches: list[Path], covered: Covered
) -> Iterator[tuple[Mutant, str]]:
    """Try mutants, as many at a time as there are copies; yields each as soon as it was tried, with
    the test that noticed it, if any."""
    free: SimpleQueue[Path] = SimpleQueue()
    for scratch in scratches:
        free.put(scratch)

    def tried(mutant: Mutant) -> tuple[Mutant, str]:
        scratch = free.get()
        try:
            return mutant, killer(mutant, scratch, covered)
        finally:
            free.put(scratch)

    with ThreadPool(len(scratches)) as threads:
        yield from threads.imap_unordered(tried, mutants)


def run(count: int, at_a_time: int) -> list[Mutant]:
    """Try the mutants that have not been tried yet; give those that survive."""
    mutants, results, tests = sample(count), read_results(), tests_digest()
    survived = f"{SURVIVED} {tests}"
    keys = {mutant: digest_of(mutant.path.encode(), mutant.source()) for mutant in mutants}

    def is_tried(mutant: Mutant) -> bool:
        result = results.get(keys[mutant], SURVIVED)
        return not result.startswith(SURVIVED) or result == survived

    untried = [mutant for mutant in mutants if not is_tried(mutant)]
    if untried:
        scratches = copies(min(len(untried), at_a_time))
        # A line that has moved is looked for where it was.
        state = digest_of(tests.encode(), *(mutant.source() for mutant in untried))
        if results.get(UNCHANGED) != state or not COVERED.exists():
            cover(scratches[0], untried)
            results[UNCHANGED] = state
            write_results(results)
        covered = read_covered(COVERED)
        for number, (mutant, found) in enumerate(killers(untried, scratches, covered), 1):
            results[keys[mutant]] = found or survived
            write_results(results)
            told = f"killed by {found}:" if found else "SURVIVED"
            print(f"{number}/{len(untried)} {told} {mutant}", flush=True)
    return [mutant for mutant in mutants if results[keys[mutant]] == survived]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="lab.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=SAMPLE, help="only the first of the sample")
    usual = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=usual, help="how many are tried at a time")
    options = parser.parse_args()
    if not 1 <= options.count <= SAMPLE:
        parser.error(f"--count takes 1 to {SAMPLE}")
    if options.jobs < 1:
        parser.error("--jobs takes 1 or more")
    try:
        survivors = run(options.count, options.jobs)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    killed = options.count - len(survivors)
    print(f"{killed} of {options.count} killed ({killed / options.count:.1%}); survived:")
    for mutant in sorted(survivors):
        print(f"  {mutant}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
