"""Has a built site work without a network: its service worker knows every file by its content.

The worker itself is `static/offline/`. What the site holds when it is sealed is one build: browsers
keep all of it or nothing. A change to a sealed site makes it another build when it is sealed again.
"""

import hashlib
import json
import re
import shutil
from base64 import b64encode
from pathlib import Path

from tools.page import address_of
from tools.project import STATIC, ToolError
from tools.runtime import part_of
from tools.shipped import bill

SCRIPT = "service-worker.js"
END = STATIC / "offline" / "end.js"
PAGE = "index.html"
# What a visit never asks for. Licences are kept, as they have to come with each copy.
NOT_KEPT = {SCRIPT, ".nojekyll", "static/icons/share.png", bill.FILE}
UNSEALED = '<html lang="en" data-state="loading"'
SEALED = re.compile(re.escape(UNSEALED) + r'(?: data-build="\w+")?')


def digest(content: bytes) -> str:
    """Give a file's digest as browsers compare it."""
    return "sha256-" + b64encode(hashlib.sha256(content).digest()).decode()


def mark(site: Path, build: str = "") -> None:
    """Tell a site's page which build it is of; of none, if that is empty."""
    page = site / PAGE
    attribute = f' data-build="{build}"' if build else ""
    text, count = SEALED.subn(UNSEALED + attribute, page.read_text(encoding="utf-8"))
    if count != 1:
        raise ToolError(f"{page} must hold {UNSEALED} exactly once.")
    page.write_text(text, encoding="utf-8")


def digests(site: Path) -> dict[str, str]:
    """Give the digest of all that a page may ask for, by the addresses by which it does."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    made = {part_of(path.name): path.name for path in files if path.parent.name == "made"}
    found = {}
    for path in files:
        name = path.relative_to(site).as_posix()
        if name not in NOT_KEPT:
            address = "./" if name == PAGE else address_of(name, made)
            found[address] = digest(path.read_bytes())
    return found


def seal(site: Path) -> str:
    """Write the service worker of a site as it is now, and give the build's id."""
    mark(site)
    text = json.dumps(digests(site), sort_keys=True)
    build = hashlib.sha256(text.encode()).hexdigest()[:16]
    mark(site, build)
    told = json.dumps({"id": build, "files": digests(site)}, indent=0)
    script = f'import {{ run }} from "./static/offline/worker.js";\n\nrun({told});\n'
    (site / SCRIPT).write_text(script, encoding="utf-8")
    return build


def end(site: Path) -> None:
    """Have a site end the service workers of all who visit it, and delete what they had kept."""
    mark(site)
    shutil.copyfile(END, site / SCRIPT)
