"""Makes a built site work without a network: its service worker knows every file's digest.

The worker itself is `static/offline/`. Sealing makes one build of all files that the site has then:
browsers keep all of it or nothing. A changed site that is sealed again is another build.
"""

import hashlib
import json
import re
import shutil
from base64 import b64encode
from math import ceil
from pathlib import Path

from tools import names
from tools.page import address_of
from tools.project import MANIFEST, STATIC, ToolError
from tools.runtime import part_of
from tools.shipped import bill

SCRIPT = names.WORKER_SCRIPT
PAGE = names.PAGE
END = STATIC / "offline" / "end.js"
# Files that a visit never asks for. Licences are kept, as they have to come with each copy.
NOT_KEPT = {
    SCRIPT,
    names.MOVED,
    "static/relay/moved.js",
    ".nojekyll",
    "static/icons/share.png",
    bill.FILE,
}
WORKER = "static/offline/worker.js"
# Files that no match needs: a build is kept without them, too, if something refuses them.
OPTIONAL = (
    "licences.html",
    MANIFEST,
    "static/icons/",
    "static/made/late.",
    "static/made/plain.",
    "static/made/words-",
    "static/puzzles/",
    "static/qr/",
    "static/relay/",
    "static/share/",
    "static/sound/",
    "static/workshop/",
)
# What a page starts from where it cannot start from its snapshot: kept from when it is needed first
# (static/offline/shelf.js).
SPARE = re.compile(r"static/made/(?:plain\.\w+/(?!python_stdlib\.zip$)|spieltisch\.)")
UNSEALED = '<html lang="en" data-state="loading"'
SEALED = re.compile(re.escape(UNSEALED) + r'(?: data-build="\w+" data-megabytes="\d+")?')


def digest(content: bytes) -> str:
    """Give a file's digest as browsers compare it."""
    return "sha256-" + b64encode(hashlib.sha256(content).digest()).decode()


def mark(site: Path, build: str = "") -> None:
    """Write the id of its build into a site's page, and how much is kept of it; or remove both if
    `build` is empty."""
    page = site / PAGE
    attribute = f' data-build="{build}" data-megabytes="{megabytes(site)}"' if build else ""
    text, count = SEALED.subn(UNSEALED + attribute, page.read_text(encoding="utf-8"))
    if count != 1:
        raise ToolError(f"{page} must hold {UNSEALED} exactly once.")
    page.write_text(text, encoding="utf-8")


def megabytes(site: Path) -> int:
    """Tell how much a browser fetches to keep a site."""
    found = (one for one in kept(site) if not SPARE.match(one.relative_to(site).as_posix()))
    return ceil(sum(path.stat().st_size for path in found) / 1_000_000)


def kept(site: Path) -> list[Path]:
    """List the files that a browser keeps."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return [one for one in files if names.plain(one.relative_to(site).as_posix()) not in NOT_KEPT]


def digests(site: Path) -> dict[str, str]:
    """Give the digest of each file that a page may ask for, by the address it asks for."""
    made = {part_of(path.name): path.name for path in sorted(site.glob("static/made/*"))}
    found = {}
    for path in kept(site):
        name = path.relative_to(site).as_posix()
        address = "./" if name == PAGE else address_of(name, made)
        found[address] = digest(path.read_bytes())
    return found


def seal(site: Path) -> str:
    """Write the service worker of a site as it is now, and give the build's id."""
    mark(site)
    text = json.dumps(digests(site), sort_keys=True)
    build = hashlib.sha256(text.encode()).hexdigest()[:16]
    mark(site, build)
    files = digests(site)
    spare = [name for name in files if SPARE.match(name)]
    optional = [name for name in files if name.startswith(OPTIONAL) and name not in spare]
    lists = {"files": files, "optional": optional, "spare": spare}
    told = json.dumps({"id": build, **lists}, indent=0)
    script = f'import {{ run }} from "./{names.find(site, WORKER)}";\n\nrun({told});\n'
    (site / SCRIPT).write_text(script, encoding="utf-8")
    return build


def end(site: Path) -> None:
    """Make a site end the service workers of its visitors, and delete what they had kept."""
    mark(site)
    shutil.copyfile(END, site / SCRIPT)
