"""Finds Firefox and WebKit for the tests, or installs Debian's packages of them (as root, if they
may be: tools/browser.py asks).

Most browser tests run in Chromium (`tools/browser.py`). Those in Firefox and WebKit try what people
with other browsers depend on; if one cannot be installed, its tests are skipped and say why.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.browser import apt_install, can_apt_install, first_on_path
from tools.project import ToolError


@dataclass(frozen=True)
class Engine:
    """A browser engine, and where it comes from."""

    name: str
    programs: tuple[str, ...]
    """The names that its program may have on the PATH; the first one found is used."""
    helpers: tuple[str, ...]
    """Other programs that it needs."""
    packages: tuple[str, ...]
    """Debian's packages that contain all of them."""


FIREFOX = Engine("firefox", ("firefox", "firefox-esr"), (), ("firefox-esr",))
WEBKIT = Engine("webkit", ("WebKitWebDriver",), ("xvfb-run",), ("webkit2gtk-driver", "xvfb"))
ENGINES = (FIREFOX, WEBKIT)
ALL_WANTED = "SPIELTISCH_ALL_ENGINES"
"""What is set where no engine's tests may be skipped."""


def on_path(engine: Engine) -> Path | None:
    """Find an engine's program; None if it, or a helper that it needs, is missing."""
    if not all(shutil.which(name) for name in engine.helpers):
        return None
    return first_on_path(engine.programs)


def program(engine: Engine) -> Path:
    """Give an engine's program; ToolError, which says what to install, if it is missing."""
    path = on_path(engine)
    if path is None:
        packages = " ".join(engine.packages)
        raise ToolError(f"no {engine.name} on this machine (Debian: apt-get install {packages})")
    return path


def mini_browser() -> Path:
    """Give the browser that WebKitGTK's driver drives; the newest, where there are several."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        raise ToolError("WebKitGTK's driver is here, but not its MiniBrowser")
    return found[-1]


def install(engine: Engine) -> Path:
    """Find an engine or install it; ToolError where neither works."""
    if on_path(engine) is None and can_apt_install():
        apt_install(*engine.packages)
    return program(engine)


def main() -> int:
    """Install the engines that can be installed; the others' tests are skipped, unless all are
    wanted."""
    is_strict = bool(os.environ.get(ALL_WANTED))
    missing = 0
    for engine in ENGINES:
        try:
            install(engine)
        except ToolError as error:
            missing += 1
            skipped = f"{ALL_WANTED} wants it." if is_strict else "its tests are skipped."
            print(f"{error}: {skipped}", file=sys.stderr)
    return 1 if is_strict and missing else 0


if __name__ == "__main__":
    sys.exit(main())
