"""Finds the screen reader Orca and what it needs to be heard, or installs Debian's packages of it
(as root, if they may be: tools/browser.py asks)."""

import sys

from tools import browser
from tools.engines import FIREFOX, Engine, install
from tools.project import exit_code

ORCA = Engine(
    "screen reader",
    ("orca",),
    ("Xvfb", "dbus-daemon", "espeak-ng", "openbox", "speech-dispatcher", "xdotool"),
    (
        "orca",
        "at-spi2-core",
        "dbus",
        "espeak-ng",
        "openbox",
        "python3-pyatspi",
        "speech-dispatcher",
        "xdotool",
        "xvfb",
    ),
)


def install_all() -> None:
    """Find or install all that `make ear` needs; ToolError where that does not work."""
    browser.executables()
    for wanted in (FIREFOX, ORCA):
        install(wanted)


def main() -> int:
    """Make sure that there is a screen reader, and what it is to read."""
    return exit_code(install_all)


if __name__ == "__main__":
    sys.exit(main())
