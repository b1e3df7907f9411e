"""The part of docs/figures.md that `make bench` writes, and whether it is of what is there now.

It says what was measured by a digest of the files that a page is made of: when one of them has
changed since, the figures are stale, and no version is released with them (tools/release.py).
Those that the README tells are written there, too.
"""

import datetime
import hashlib
import math
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from tools.project import ROOT, ToolError, version

FIGURES = ROOT / "docs" / "figures.md"
# What tells some of the figures, in the same words.
TELLS = (ROOT / "README.md", ROOT / "tests" / "claims.toml")
BEGIN, END = "<!-- written by make bench -->\n", "<!-- /written by make bench -->\n"
# What a page is made of, and what builds it.
MEASURED = (
    *("py", "static", "index.html", "pyscript.toml", "package.json", "package-lock.json"),
    *("tools/snapshot", "tools/indirect.py", "tools/lean.py", "tools/runtime.py"),
    *("tools/scripts.py", "tools/vendor.py", "tools/wasm.py"),
)
# What no start reads.
NOT_MEASURED = ("static/locale", "static/puzzles")
MEASURED_AS = re.compile(r"of what has the digest `([0-9a-f]{16})`")


@dataclass
class Report:
    """What one run has found, in the order in which it was found."""

    ratios: list[tuple[str, float, float]] = field(default_factory=list)
    """Of ours to the empty page's: what, how much, and the goal."""
    answers: list[tuple[str, int, float, float, float | None]] = field(default_factory=list)
    """What is answered, how often that was measured, the middle and the 95th percentile in ms, and
    the goal of that."""
    seconds: dict[str, float] = field(default_factory=dict)
    """How long a page takes until it is ready, by the page and the way: `ours cold`."""

    def ratio(self, what: str, found: float, goal: float) -> None:
        """Print a ratio beside its goal, and keep it."""
        self.ratios.append((what, found, goal))
        print(f"{what:44}{found:>6.2f}{goal:>8.2f}{'' if found <= goal else '   missed'}")

    def answer(self, what: str, count: int, middle: float, most: float, goal: float | None) -> None:
        """Print how long answers took, and keep it."""
        self.answers.append((what, count, middle, most, goal))
        told = f"{what} to document, ms: p50 {middle:.1f}, p95 {most:.1f} of {count}"
        if goal is not None:
            told += f" (goal {goal:.0f}{'' if most <= goal else ', missed'})"
        print(told)


def measured(root: Path = ROOT) -> str:
    """Give the digest of what would be measured now, as it was committed."""
    done = subprocess.run(
        ["git", "ls-tree", "-r", "HEAD", "--", *MEASURED],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if not is_left_out(line)]
    if done.returncode != 0 or not lines:
        raise ToolError(f"git does not tell what was committed: {done.stderr.strip()}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def is_left_out(line: str) -> bool:
    """Tell whether a line of `git ls-tree` is of a file that does not count."""
    return line.partition("\t")[2].startswith(NOT_MEASURED)


def is_changed(root: Path = ROOT) -> bool:
    """Tell whether anything that is measured is not as it was committed."""
    command = ["git", "status", "--porcelain", "--", *MEASURED]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return any(not line[3:].startswith(NOT_MEASURED) for line in done.stdout.splitlines())


def stale(figures: str, now: str) -> str:
    """Tell why figures are not those of what is there now; nothing if they are."""
    found = MEASURED_AS.search(figures)
    if found and found[1] == now:
        return ""
    return (
        f"docs/figures.md has figures of what had the digest {found[1] if found else 'none'}, and"
        f" now has {now}: run `make bench` on a machine that does nothing else, and commit it."
    )


def table(report: Report, day: datetime.date, digest: str) -> str:
    """Write what a run has found."""
    lines = [
        f"Measured on {day.day} {day:%B %Y}, all of it in one run, of version {version()}, and",
        f"of what has the digest `{digest}`.",
        "",
        "| of ours to an empty PyScript page's | ratio | goal |",
        "|---|---|---|",
    ]
    for what, found, goal in report.ratios:
        missed = "" if round(found, 2) <= goal else ", missed"
        lines.append(f"| {what} | {found:.2f} | {goal:.2f}{missed} |")
    if report.seconds:
        of = {name: f"{found:.2f}" for name, found in report.seconds.items()}
        cold = f"the empty page was ready after {of['empty cold']}, ours after {of['ours cold']}"
        warm = f"warm after {of['empty warm']}, and {of['ours warm']}"
        lines += ["", f"In seconds: {cold}; {warm}."]
    what = "from an event to the changed document, in milliseconds"
    lines += ["", f"| {what} | middle | 95th percentile | goal of that |", "|---|---|---|---|"]
    for what, count, middle, most, wanted in report.answers:
        missed = "" if wanted is None or round(most, 1) <= wanted else ", missed"
        told = "" if wanted is None else f"{wanted:.0f}{missed}"
        lines.append(f"| {what}, of {count} | {middle:.1f} | {most:.1f} | {told} |")
    return "\n".join(lines) + "\n"


def with_table(figures: str, written: str) -> str:
    """Put what a run has found into the document."""
    before, begin, rest = figures.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ToolError(f"docs/figures.md must have {BEGIN.strip()} and {END.strip()}.")
    return before + BEGIN + written + END + after


# What the README says around its figures, which stand at the dots.
IN_THE_README = (
    "ready to play after … seconds",
    "empty PyScript page takes …",
    "within … milliseconds",
)


def for_the_readme(report: Report) -> tuple[str, str, str]:
    """Give the figures that the README tells: seconds of ours and of the empty page, and the
    milliseconds in which a click is answered. Each is that of the table, rounded."""
    ours, empty = (
        f"{float(f'{report.seconds[name]:.2f}'):.1f}" for name in ("ours cold", "empty cold")
    )
    (click,) = (most for what, _, _, most, _ in report.answers if what == "click")
    return ours, empty, str(math.ceil(round(click, 1)))


def told_anew(text: str, report: Report) -> str:
    """Give a text that tells the README's figures with those of a run; ToolError unless it tells
    each of them once."""
    for around, figure in zip(IN_THE_README, for_the_readme(report), strict=True):
        before, after = map(re.escape, around.split("…"))
        text, count = re.subn(rf"({before})\d+(?:\.\d+)?({after})", rf"\g<1>{figure}\g<2>", text)
        if count != 1:
            raise ToolError(f"'{around}' must be told once, and is {count} times.")
    return text


def write(report: Report, digest: str) -> None:
    """Write what a run has found into docs/figures.md, and into what tells some of it."""
    written = table(report, datetime.datetime.now().astimezone().date(), digest)
    figures = FIGURES.read_text(encoding="utf-8")
    contents = {FIGURES: with_table(figures, written)}
    contents |= {path: told_anew(path.read_text(encoding="utf-8"), report) for path in TELLS}
    for path, content in contents.items():
        path.write_text(content, encoding="utf-8")
    names = ", ".join(path.relative_to(ROOT).as_posix() for path in contents)
    print(f"\nwritten into {names}: commit them")
