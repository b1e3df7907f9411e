"""Which relays the pages of a site may ask (docs/peers.md).

There is a page for those who name one themselves: the same page under another policy, by which any
host may be asked by `wss:`, as a static page cannot know which one a person will name. If the
site's owner names one, `index.html` may ask that host.
"""

import re
import subprocess
import sys
from pathlib import Path

from tools.project import PY, ToolError

RELAY_PAGE = "relay.html"
SITE_FILE = "live.json"
"""What the owner of a site names (live/site_file.py): read when live play begins."""

_POLICY = re.compile(r"connect-src 'self'(?: wss:[^ ;]*)?;")
_READ = (
    "import sys; from spieltisch.live.site_file import parse_site_file;"
    "sys.stdout.write(parse_site_file(sys.stdin.read()).relay)"
)


def for_relays(page: str, host: str = "wss:") -> str:
    """Give the page that may ask relays: any, or that of a host alone."""
    wider, count = _POLICY.subn(f"connect-src 'self' {host};", page)
    if count != 1:
        raise ToolError("index.html must say connect-src 'self' exactly once.")
    return wider


def host_of(file: Path) -> str:
    """Give the host that a site's file names as its relay, as a policy names it; ToolError with
    what is wrong with it."""
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
    return f"wss://{done.stdout.partition('/')[0]}"
