"""Builds `_site/`: a folder that any static host serves as it is, from any path."""

import argparse
import hashlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from tools import bundle, catalogues, earlier, names, offline, runtime, scripts, styles, vendor
from tools.page import INTERPRETER, Page, address_of, ask_python, fill
from tools.project import MANIFEST, ROOT, SITE, STATIC, WORKER, ToolError
from tools.relay_page import RELAY_PAGE, for_relays
from tools.shipped import bill, licences
from tools.shipped.components import components, ours

# Folders of static/ that are not copied as they are: the build makes what the site has of them.
NOT_SERVED = {"locale", "made", "vendor"}


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
    write(target / bill.FILE, bill.bill(ours(), others).encode())
    write(target / licences.FILE, licences.page(ours(), others).encode())


def files_of(site: Path) -> dict[str, bytes]:
    """Give all files of a site by their names, in a fixed order."""
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}


def digest_of(site: Path) -> str:
    """Give one digest over all files of a site, their names included."""
    whole = hashlib.sha256()
    for name, content in files_of(site).items():
        whole.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()


def with_slash(address: str) -> str:
    """Give a site's address with a slash at its end; an empty text if it is not known."""
    return address and address.rstrip("/") + "/"


def build(
    target: Path = SITE,
    address: str = "",
    *,
    is_offline: bool = True,
    make: Callable[[bytes, Path], dict[str, str]] = runtime.make_or_reuse,
) -> None:
    """Build the whole site into `target`, which is replaced; `address` is its URL, if known.

    A site that does not work offline ends its visitors' service workers. `make` makes the files
    that a page starts our Python from (tools/runtime.py), and gives their names by part.
    """
    catalogues.compile_all()
    told = ask_python()
    shutil.rmtree(target, ignore_errors=True)
    copy_static(target)
    write(target / styles.SHEET, styles.one_sheet().encode())
    for name, script in scripts.bundle().items():
        write(target / name, script)
    write(target / bundle.SOURCES, bundle.confined())
    write(target / bundle.EXAMPLES, bundle.examples())
    vendor.copy(target / "static" / "vendor", is_live=False)
    made = make(bundle.pack(), target / "static" / "made")
    made |= runtime.write_plain(target / "static" / "made")
    made |= write_words(target / "static" / "made")
    filled = fill(Page(told, made, scripts_ahead(target, made), with_slash(address)))
    write(target / "index.html", filled.encode())
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
    # Without a network there is no relay: browsers keep the other page alone.
    page = for_relays((target / "index.html").read_text(encoding="utf-8"))
    write(target / RELAY_PAGE, page.encode())


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=SITE, help="the folder to write")
    parser.add_argument("--address", default="", help="where it will be: for previews of links")
    parser.add_argument(
        "--kill", action="store_true", help="end the service worker of all visitors"
    )
    parser.add_argument("--fresh", action="store_true", help="use nothing that was made earlier")
    parser.add_argument(
        "--keep", default="", help="the folder or address of the published site, to keep its files"
    )
    options = parser.parse_args()
    try:
        make = runtime.make if options.fresh else runtime.make_or_reuse
        build(options.out, options.address, is_offline=not options.kill, make=make)
        digest = digest_of(options.out)
        kept = earlier.bring(options.keep, options.out) if options.keep else 0
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    out = options.out.resolve()
    print(f"built {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}: sha256 {digest}")
    if options.keep:
        print(f"kept {kept} files of the build at {options.keep}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
