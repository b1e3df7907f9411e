"""What the owner of a site names for live play, and what the policy of the built page says of it
(docs/peers.md): without a file it lets the page ask no relay."""

import re
import subprocess
import sys
from pathlib import Path

from tools.project import PY, ToolError

SITE_FILE = "live.json"
"""The file (live/site_file.py): beside the page, too, where it is read when live play begins."""

_POLICY = re.compile(r"connect-src 'self';")
_READ = (
    "import sys; from spieltisch.live.site_file import parse_site_file;"
    "sys.stdout.write(parse_site_file(sys.stdin.read()).policy)"
)


def for_relays(page: str, host: str) -> str:
    """Give the page that may ask a relay: as ``policy_of`` has it."""
    wider, count = _POLICY.subn(f"connect-src 'self' {host};", page)
    if count != 1:
        raise ToolError("index.html must say connect-src 'self' exactly once.")
    return wider


def policy_of(file: Path) -> str:
    """Give what a site's file lets the page ask, as a policy says it: the host of its relay, or any
    by `wss:`; ToolError with what is wrong with it."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise ToolError(f"{file} cannot be read: {error}") from error
    # In a process of its own, as all of our Python that a build asks.
    done = subprocess.run(
        [sys.executable, "-c", _READ],
        cwd=PY,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise ToolError(f"{file} does not name a relay as docs/peers.md has it: {why}")
    return done.stdout
