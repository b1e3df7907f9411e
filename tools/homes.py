"""Finds the relay and the server of STUN and TURN with which live play is tried between two homes,
or installs Debian's packages of them (as root, if they may be: tools/browser.py asks)."""

import sys

from tools import browser
from tools.engines import Engine, install
from tools.project import exit_code

SERVERS = Engine(
    "relay with its servers",
    ("mosquitto",),
    ("ip", "openssl", "turnserver"),
    ("mosquitto", "coturn", "iproute2", "openssl"),
)


def install_all() -> None:
    """Find or install all that `make homes` needs; ToolError where that does not work."""
    browser.executables()
    install(SERVERS)


def main() -> int:
    """Make sure that there is a relay, and what else two homes need."""
    return exit_code(install_all)


if __name__ == "__main__":
    sys.exit(main())
