"""Brings another Pyodide: `make upgrade PYODIDE=<version>`.

It writes the version where versions stand, builds the site and tries what another Pyodide has ever
broken, the likeliest first. Nothing is undone if something refuses, so that one can look at it.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass

from tools import packages
from tools.project import NODE_MODULES, ROOT, SITE, ToolError

PACKAGE = ROOT / "package.json"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x")
IN_BROWSER = (*PYTEST, "-m", "e2e")
CHANGED_MODULE = (
    "The message above is of the tool that matches the text or the structure of what Pyodide ships."
    " Look at what has become of that in node_modules/pyodide; docs/runtime.md says what each trick"
    " is for and how it is taken out."
)
CHANGED_RUNTIME = (
    "Compare static/runtime/ with Pyodide's own loader of that version: it uses names that Pyodide"
    " does not promise to keep. docs/runtime.md says which."
)


@dataclass(frozen=True)
class Step:
    """Something that is to succeed."""

    what: str
    command: tuple[str, ...]
    advice: str
    """What to do if it does not."""


STEPS = (
    Step("build the site", (sys.executable, "-m", "tools.site"), CHANGED_MODULE),
    Step(
        "test the tools",
        (*PYTEST, *map(str, sorted((ROOT / "tests" / "unit").glob("test_tools_*.py")))),
        "If a licence or a version is missing, tools/shipped/embedded.toml lists what is inside of"
        f" Pyodide. Otherwise: {CHANGED_MODULE}",
    ),
    Step("run the JavaScript tests", ("make", "--no-print-directory", "js"), CHANGED_RUNTIME),
    Step("play a move of each game", (*IN_BROWSER, "tests/e2e/test_smoke.py"), CHANGED_RUNTIME),
    Step(
        "start from the snapshot, and without it",
        (*IN_BROWSER, "tests/e2e/test_boot_snapshot.py"),
        CHANGED_RUNTIME,
    ),
    Step(
        "play a match against a computer",
        (*IN_BROWSER, "tests/e2e/test_bots.py", "-k", "to_its_end"),
        "The bots' worker starts Python as a page does, by static/runtime/python.js; look at the"
        " console's first error.",
    ),
)

NEXT = """\
Pyodide {new} plays. What is left:
  make ci                                 all tests
  make bench PART=turns SITES="before _site"  is a start as quick as before? ("before" is a site of
                                          the version before: python -m tools.site --out before)
  git commit package.json package-lock.json docs/packages.md"""


def written_version() -> str:
    """Give the version in package.json."""
    told = json.loads(PACKAGE.read_text(encoding="utf-8"))
    return str(told["dependencies"]["pyodide"])


def install(version: str) -> None:
    """Install that Pyodide, and have package.json, its lock and the table of packages say so."""
    wanted = f"pyodide@{version}"
    done = run("npm", "install", "--save-exact", "--no-audit", "--no-fund", wanted)
    if done.returncode != 0:
        raise ToolError(f"npm does not install {wanted}:\n{last_lines(done)}")
    packages.TABLE.write_text(packages.table(), encoding="utf-8")
    # As make notes it.
    (NODE_MODULES / ".ready").touch()


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the checkout, its browser tests on the site built last."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "SPIELTISCH_TEST_SITE": SITE.name},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def last_lines(done: subprocess.CompletedProcess[str], count: int = 30) -> str:
    """Give the end of what a command said."""
    return "\n".join(done.stdout.strip().splitlines()[-count:])


def take(step: Step) -> None:
    """Take a step; ToolError with what to do if it fails."""
    print(f"{step.what} ...", flush=True)
    done = run(*step.command)
    if done.returncode != 0:
        command = " ".join(step.command).replace(f"{ROOT}{os.sep}", "")
        again = f"Again: SPIELTISCH_TEST_SITE={SITE.name} {command}"
        raise ToolError(f"Could not {step.what}:\n{last_lines(done)}\n\n{step.advice}\n{again}")


def main() -> None:
    """Bring the version that is asked for."""
    parser = argparse.ArgumentParser(prog="make upgrade")
    parser.add_argument("version", help="of Pyodide, as npm names it")
    version = parser.parse_args().version
    old = written_version()
    print(f"install Pyodide {version} in place of {old} ...", flush=True)
    try:
        install(version)
        for step in STEPS:
            take(step)
    except ToolError as error:
        sys.exit(f"{error}\nBack to what was: make upgrade PYODIDE={old}")
    print(NEXT.format(new=version))


if __name__ == "__main__":
    main()
