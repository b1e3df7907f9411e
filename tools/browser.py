"""Finds a Chromium for the tests, and installs one if there is none.

In this order: the one named by SPIELTISCH_BROWSER, Playwright's own (downloaded if it can be), a
Chromium or Chrome on the PATH, Debian's `chromium` package (as root, and if it may be installed).

Most tests run in its headless shell, which is the same engine without a window around its pages: a
page costs a fifth less in it. Where there is none, they run in the whole browser.
"""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.project import ROOT, ToolError, exit_code

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
DOWNLOAD_LIMIT_S = 300
APT_LIMIT_S = 900
CHOICE = ROOT / ".venv" / "browser-path"
ANSWER = ROOT / ".venv" / "may-install"
"""What a person has said to packages for this machine."""

ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

NONE_FOUND = """\
No Chromium for the browser tests. Any one of these helps:
  - install Chromium or Chrome so that it is on the PATH (Debian: apt-get install chromium)
  - have Debian's installed, as root: make test YES=1
  - name one: SPIELTISCH_BROWSER=/path/to/chromium make test
  - allow Playwright's download: .venv/bin/python -m playwright install chromium"""

DISABLED_FEATURES = (
    "OptimizationHints",
    "MediaRouter",
    "Translate",
    "AutofillServerCommunication",
    # Chromium renders these beside every page, which costs as much as a page of ours.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
# A test browser talks to the test's server and to nobody else.
LAUNCH_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

# Without it, a shell's page ends when its WebAssembly reaches out of its memory, in the place of
# throwing the error that it throws in a whole browser.
SHELL_ARGUMENTS = ("--enable-crash-reporter",)


def is_root() -> bool:
    """Tell whether we run as root: we may install packages, and Chromium needs --no-sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def launch_arguments(*without: str) -> list[str]:
    """Give the command line's arguments for a test browser, which is to lack more features."""
    disabled = ",".join([*DISABLED_FEATURES, *without])
    sandbox = ["--no-sandbox"] if is_root() else []
    return [*LAUNCH_ARGUMENTS, f"--disable-features={disabled}", *sandbox]


@functools.cache
def playwrights_own() -> Path:
    """Give the path of Playwright's own Chromium, whether or not it is installed."""
    # In a separate process: Playwright cannot be started twice in one.
    done = subprocess.run(
        [sys.executable, "-c", ASK_PLAYWRIGHT], capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


def first_on_path(names: Iterable[str]) -> Path | None:
    """Find the first of these programs that is on the PATH."""
    found = (shutil.which(name) for name in names)
    return next((Path(path) for path in found if path), None)


def run_quietly(command: list[str], limit_s: int) -> bool:
    """Run an install step within a time limit; tell whether it worked."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit_s, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def apt_install(*packages: str) -> None:
    """Have Debian install packages, if it may; whether it did is for the caller to see."""
    if not may_install(packages):
        return
    print(f"Installing {' '.join(packages)} for the tests ...", flush=True)
    # A machine whose lists are old would install a browser that is as old as they are.
    run_quietly(["apt-get", "update"], APT_LIMIT_S)
    run_quietly(["apt-get", "install", "-y", "--no-install-recommends", *packages], APT_LIMIT_S)


def can_apt_install() -> bool:
    """Tell whether this is Debian, or a system like it, and may be added to."""
    return is_root() and shutil.which("apt-get") is not None


def may_install(packages: Iterable[str]) -> bool:
    """Tell whether packages may be added to this machine: YES=1 says so, or a person who is asked,
    once for each checkout."""
    if os.environ.get("YES"):
        return True
    if ANSWER.exists():
        return ANSWER.read_text(encoding="utf-8") == "yes"
    if not sys.stdin.isatty():
        print(f"Not installed: {' '.join(packages)}. YES=1 allows it, as in make test YES=1.")
        return False
    print(f"The tests can do with Debian's packages {' '.join(packages)}, and maybe others.")
    told = input("May they be installed on this machine (apt-get install)? [y/N] ")
    is_yes = told.strip().lower() in ("y", "yes")
    if ANSWER.parent.exists():
        ANSWER.write_text("yes" if is_yes else "no", encoding="utf-8")
    return is_yes


def install() -> Path:
    """Find a browser or install one; ToolError, which says what to do, if neither works."""
    own = playwrights_own()
    download = [sys.executable, "-m", "playwright", "install", "chromium"]
    if own.exists() or (run_quietly(download, DOWNLOAD_LIMIT_S) and own.exists()):
        return own
    if path := first_on_path(NAMES):
        return path
    if can_apt_install():
        apt_install("chromium")
        if path := first_on_path(NAMES):
            return path
    raise ToolError(NONE_FOUND)


def install_shell(whole: Path) -> Path:
    """Find a headless shell or install one; where there is none, give the whole browser."""
    if whole == playwrights_own():
        # Another release would not be what Playwright drives best.
        return whole
    if not first_on_path(SHELL_NAMES) and can_apt_install():
        apt_install(SHELL_NAMES[0])
    return first_on_path(SHELL_NAMES) or whole


def executables() -> tuple[Path, Path]:
    """Give the browser to launch and its headless shell: those chosen by an earlier run, or newly
    found ones."""
    named = os.environ.get("SPIELTISCH_BROWSER")
    if named:
        if not Path(named).exists():
            raise ToolError(f"SPIELTISCH_BROWSER names {named}, which is not there.")
        return Path(named), Path(named)
    if CHOICE.exists():
        match [Path(line) for line in CHOICE.read_text().splitlines()]:
            case [whole, shell] if whole.exists() and shell.exists():
                return whole, shell
    whole = install()
    shell = install_shell(whole)
    if CHOICE.parent.exists():
        CHOICE.write_text(f"{whole}\n{shell}\n")
    return whole, shell


def executable() -> Path:
    """Give the whole browser."""
    whole, _ = executables()
    return whole


def main() -> int:
    """Make sure that a browser is installed."""
    return exit_code(executables)


if __name__ == "__main__":
    sys.exit(main())
