"""Builds `_site/`: a folder that any static host serves as it is, from any path."""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

from tools import (
    bundle,
    catalogues,
    earlier,
    folders,
    names,
    offline,
    runtime,
    scripts,
    styles,
    vendor,
)
from tools.owners_file import SITE_FILE, for_relays, policy_of
from tools.page import INTERPRETER, Page, address_of, ask_python, fill
from tools.project import MANIFEST, ROOT, SITE, STATIC, WORKER, ToolError
from tools.shipped import bill, licences
from tools.shipped.components import builders, components, ours

# Folders of static/ that are not copied as they are: the build makes what the site has of them.
NOT_SERVED = {"locale", "made", "vendor"}
# What lies in a site's own folder: the rest is below these.
AT_THE_TOP = {*names.FIXED, SITE_FILE, "py", "static"}
# Links of version 0.3.0 that name a relay lead to a page of this name.
MOVED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<title>Spieltisch</title>
<script src="static/relay/moved.js"></script>
<p><a href="./">Spieltisch</a></p>
</html>
"""


def write(path: Path, content: bytes) -> None:
    """Write a file and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def copy_static(target: Path) -> None:
    """Copy the files of static/ that a page fetches unchanged: no scripts, no styles."""
    for path in sorted(STATIC.rglob("*")):
        inside = path.relative_to(STATIC)
        is_source = inside.parts[0] in NOT_SERVED or path.suffix in (".css", ".js")
        if path.is_file() and not is_source:
            write(target / "static" / inside, path.read_bytes())


def scripts_ahead(target: Path, made: dict[str, str]) -> tuple[str, ...]:
    """Give the scripts that the page will import, to be fetched ahead, not one after another."""
    found = [
        path.relative_to(target).as_posix()
        for folder in ("boot", "vendor")
        for path in sorted((target / "static" / folder).rglob("*.js"))
    ]
    # No module: the page names it itself.
    found.remove(f"static/{scripts.GUARD}")
    first = f"static/made/{made['script']}"
    return (first, *(address_of(name, made) for name in (*found, INTERPRETER)))


def write_words(folder: Path) -> dict[str, str]:
    """Write each language's words as a file of its own; give their names by part."""
    made = {}
    for language, content in catalogues.compiled().items():
        part = runtime.words_part(language)
        made[part] = names.hashed_name(part, ".zst", content)
        write(folder / made[part], runtime.pack(content))
    return made


def tell_what_is_shipped(target: Path) -> None:
    """Write the bill of materials and the licences."""
    others = components()
    write(target / bill.FILE, bill.bill(ours(), others, builders()).encode())
    write(target / licences.FILE, licences.page(ours(), others).encode())


def digest_of(site: Path) -> str:
    """Give one digest over all files of a site, their names included."""
    whole = hashlib.sha256()
    for name, content in folders.files_of(site).items():
        whole.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()


def with_slash(address: str) -> str:
    """Give a site's address with a slash at its end; an empty text if it is not known."""
    return address and address.rstrip("/") + "/"


def refuse_what_is_no_site(target: Path) -> None:
    """Raise ToolError if `target` has anything in it that is no part of a site built here, as it
    would be deleted."""
    if target.is_symlink() and not target.exists():
        raise ToolError(f"{target} is a link to nothing. Remove it, or name another folder.")
    if not target.exists():
        return
    if not target.is_dir():
        raise ToolError(f"{target} is no folder. Name another one for the site.")
    found = {path.name for path in target.iterdir()}
    if strange := sorted(found - AT_THE_TOP):
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        raise ToolError(
            f"{target} has {strange[0]}{more} in it, which is no part of a site, and would be"
            " deleted. Name another folder, or move it away."
        )
    if found and not _is_ours(target):
        raise ToolError(
            f"{target} holds no site of this project. Name another folder, or empty it."
        )


def _is_ours(folder: Path) -> bool:
    try:
        told = json.loads((folder / bill.FILE).read_text(encoding="utf-8"))
        return bool(told["metadata"]["component"]["name"] == ours().name)
    except (OSError, ValueError, LookupError, TypeError):
        return False


def build(
    target: Path = SITE,
    address: str = "",
    *,
    is_offline: bool = True,
    live: Path | None = None,
    make: Callable[[bytes, Path], dict[str, str]] = runtime.make_or_reuse,
    keep: Callable[[Path], object] = lambda _: None,
) -> str:
    """Build the whole site, and put it in the place of `target`; give its digest.

    `address` is its URL, if known. `live` is the file in which its owner names a relay. A site that
    does not work offline ends its visitors' service workers. `make` makes the files that a page
    starts our Python from (tools/runtime.py), and gives their names by part. `keep` adds files of
    an earlier build, which the digest leaves out.
    """
    refuse_what_is_no_site(target)
    try:
        with folders.replacing(target) as new:
            fill_folder(new, address, is_offline=is_offline, live=live, make=make)
            digest = digest_of(new)
            keep(new)
    except OSError as error:
        raise ToolError(f"The site could not be written to {target}: {error}") from error
    return digest


def fill_folder(
    target: Path,
    address: str,
    *,
    is_offline: bool,
    live: Path | None,
    make: Callable[[bytes, Path], dict[str, str]],
) -> None:
    """Write all files of a site into an empty folder; see ``build``."""
    relay = policy_of(live) if live else ""
    catalogues.compile_all()
    told = ask_python()
    copy_static(target)
    write(target / styles.SHEET, styles.one_sheet().encode())
    for name, script in scripts.bundle().items():
        write(target / name, script)
    write(target / bundle.SOURCES, bundle.confined())
    write(target / bundle.EXAMPLES, bundle.examples())
    vendor.copy(target / "static" / "vendor", is_live=False)
    made = make(bundle.pack(), target / "static" / "made")
    if lacking := runtime.PARTS - made.keys():
        raise ToolError(f"The build has made no {', '.join(sorted(lacking))}.")
    made |= runtime.write_plain(target / "static" / "made")
    made |= write_words(target / "static" / "made")
    filled = fill(Page(told, made, scripts_ahead(target, made), with_slash(address)))
    write(target / "index.html", (for_relays(filled, relay) if relay else filled).encode())
    write(target / names.MOVED, MOVED.encode())
    tell_what_is_shipped(target)
    for name in (WORKER, MANIFEST):
        write(target / name, (ROOT / name).read_bytes())
    # GitHub Pages would otherwise leave out everything that starts with an underscore.
    write(target / ".nojekyll", b"")
    names.name_by_content(target)
    if is_offline:
        offline.seal(target)
    else:
        offline.end(target)
    if live:
        # Not kept by browsers, so that what it says may change without another build.
        write(target / SITE_FILE, live.read_bytes())


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=SITE, help="the folder to write")
    parser.add_argument("--address", default="", help="where it will be: for previews of links")
    parser.add_argument(
        "--kill", action="store_true", help="end the service worker of all visitors"
    )
    parser.add_argument("--live", type=Path, help="the file that names a relay (docs/peers.md)")
    parser.add_argument("--fresh", action="store_true", help="use nothing that was made earlier")
    parser.add_argument(
        "--keep", default="", help="the folder or address of the published site, to keep its files"
    )
    parser.add_argument(
        "--may-be-first", action="store_true", help="nothing may be published there yet"
    )
    options = parser.parse_args()
    told: list[str] = []

    def keep(site: Path) -> None:
        if options.keep:
            told.append(earlier.kept_of(options.keep, site, may_be_first=options.may_be_first))

    try:
        make = runtime.make if options.fresh else runtime.make_or_reuse
        digest = build(
            options.out,
            options.address,
            is_offline=not options.kill,
            live=options.live,
            make=make,
            keep=keep,
        )
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    out = options.out.resolve()
    print(f"built {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}: sha256 {digest}")
    for line in told:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
