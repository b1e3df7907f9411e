"""The steps of a release that are ours: `python -m tools.release STEP`.

    notes TAG       print the notes, unless the tag is not the version or the version has none
    pack            put the built site beside what is in dist/, and write what each file's digest
                    is; print the digest of that list, by which the next step knows it
    unpack DIGEST   make _site/ of what was packed, if it is that to the byte
    check PLACE     compare each file of a site, a folder's or a host's, with what was packed

`python -m tools.release --dry-run` goes through all of them by itself, with a host of its own.
`.github/workflows/release.yml` runs them between jobs that share nothing but what was packed.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from tools import figures, folders, packages, wheel
from tools.project import CARRIED, ROOT, SITE, ToolError, version

SUMS = "SHA256SUMS"
"""The list of what a release consists of, as `sha256sum --check` reads it."""

SITE_SUMS = "site.sha256"
"""The list of all files of the site, in the same form."""

BESIDE = {"*.whl": "make wheel", CARRIED.name: "make file"}
"""What a release has beside the site, and what makes it."""

MOST_NOTES = 20
"""Lines of notes: somebody reads them."""

LISTED = re.compile(r"([0-9a-f]{64})  (\S.*)")
LIMIT_S = 60.0
PATIENCE_S = 900.0
"""How long a host may go on answering with what was there before: GitHub's keeps ten minutes."""
PAUSE_S = 20.0


def archive_name() -> str:
    """Give the name of the site's archive."""
    return f"spieltisch-{version()}-site.tar"


def digest(content: bytes) -> str:
    """Give a digest as the lists have it."""
    return hashlib.sha256(content).hexdigest()


# What a release says.


def sections_of(changelog: str) -> dict[str, str]:
    """Give what the changelog says of each version, and under "Unreleased"."""
    parts = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    split = [part.partition("\n") for part in parts]
    return {heading.split()[0]: text.strip() for heading, _, text in split}


def check_tag(tag: str) -> None:
    """Refuse a tag that does not name the version in pyproject.toml."""
    if tag != f"v{version()}":
        raise ToolError(f"The tag is {tag}, but pyproject.toml has the version {version()}.")


def notes_of(wanted: str, changelog: str) -> str:
    """Give what the changelog says of a version; ToolError if it says nothing, or too much."""
    notes = sections_of(changelog).get(wanted, "") if wanted != "Unreleased" else ""
    if not notes:
        raise ToolError(f"CHANGELOG.md has nothing under '## {wanted}'.")
    if (lines := len(notes.splitlines())) > MOST_NOTES:
        raise ToolError(
            f"The notes of {wanted} in CHANGELOG.md have {lines} lines, where {MOST_NOTES} are"
            " read: move what only a few will look up to docs/history.md."
        )
    return notes


def left_out(changelog: str) -> list[str]:
    """Give the lines under "Unreleased", which a release would not tell."""
    text = sections_of(changelog).get("Unreleased", "")
    return [line for line in text.splitlines() if line.startswith("- ")]


def stale_documents() -> list[str]:
    """Tell which documents are older than what they tell of."""
    written = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    found = []
    if not packages.is_fresh():
        found.append("docs/packages.md has other versions: run `python -m tools.packages`.")
    if told := figures.stale(written, figures.measured()):
        found.append(told)
    return found


def notes_for(tag: str, changelog: str) -> str:
    """Give the notes that are published with a tag; ToolError if they are not ready."""
    check_tag(tag)
    if lines := left_out(changelog):
        raise ToolError(
            f"CHANGELOG.md has {len(lines)} line(s) under Unreleased: move them to {version()},"
            " or to docs/history.md."
        )
    if stale := stale_documents():
        raise ToolError("\n".join(stale))
    return notes_of(version(), changelog)


# What a release consists of.


def format_sums(files: dict[str, bytes]) -> bytes:
    """Write a list of digests."""
    return "".join(f"{digest(files[name])}  {name}\n" for name in sorted(files)).encode()


def parse_sums(text: bytes) -> dict[str, str]:
    """Read a list: the digests by name; ToolError if it is none."""
    found = [LISTED.fullmatch(line) for line in text.decode(errors="replace").splitlines()]
    listed = {match[2]: match[1] for match in found if match}
    if not listed or len(listed) != len(found):
        raise ToolError("This is no list of digests as `sha256sum` writes it.")
    return listed


def archive_of(files: dict[str, bytes]) -> bytes:
    """Pack files; the same ones give the same bytes, whoever packs them, and when."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(files[name]), 0o644
            archive.addfile(entry, BytesIO(files[name]))
    return packed.getvalue()


def pack(site: Path, target: Path) -> str:
    """Put a built site into a folder, beside what is there, and list it all; give that list's
    digest."""
    files = folders.files_of(site)
    if "index.html" not in files:
        raise ToolError(f"There is no built site in {site}: run `make site` first.")
    target.mkdir(parents=True, exist_ok=True)
    for pattern, command in BESIDE.items():
        if len(list(target.glob(pattern))) != 1:
            raise ToolError(f"{target} must have one {pattern}: empty it and run `{command}`.")
    (target / archive_name()).write_bytes(archive_of(files))
    (target / SITE_SUMS).write_bytes(format_sums(files))
    packed = {path.name: path.read_bytes() for path in target.iterdir() if path.name != SUMS}
    sums = format_sums(packed)
    (target / SUMS).write_bytes(sums)
    return digest(sums)


def checked(folder: Path, wanted: str) -> dict[str, bytes]:
    """Give what was packed into a folder, by name; ToolError unless it is what `wanted`, the digest
    of its list, stands for."""
    try:
        sums = (folder / SUMS).read_bytes()
        if digest(sums) != wanted:
            raise ToolError(f"{folder / SUMS} is not the list that was handed on.")
        listed = parse_sums(sums)
        found = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != SUMS}
    except OSError as error:
        raise ToolError(f"Nothing was handed on: {error}") from None
    if strange := sorted(found.keys() ^ listed.keys()):
        raise ToolError(f"{strange[0]} is in one of {folder} and its list only.")
    for name, content in found.items():
        if digest(content) != listed[name]:
            raise ToolError(f"{folder / name} is not the file that was packed.")
    return found


def unpack(folder: Path, wanted: str, target: Path) -> int:
    """Make a site of what was packed, if it is that to the byte; give the number of its files."""
    found = checked(folder, wanted)
    if target.exists():
        raise ToolError(f"{target} is there already: remove it first.")
    with folders.replacing(target) as new:
        with tarfile.open(fileobj=BytesIO(found[archive_name()])) as archive:
            archive.extractall(new, filter="data")
        if format_sums(folders.files_of(new)) != found[SITE_SUMS]:
            raise ToolError(f"{archive_name()} does not hold the files of {SITE_SUMS}.")
        return len(parse_sums(found[SITE_SUMS]))


# What is published.


def is_address(place: str) -> bool:
    """Tell whether a place is a host's, not a folder."""
    return place.startswith(("http://", "https://"))


def reader_of(place: str) -> Callable[[str], bytes]:
    """Give what reads a file of a site, which is a folder or the address of a host."""
    if not is_address(place):
        return lambda name: (Path(place) / name).read_bytes()

    def fetch(name: str) -> bytes:
        with urlopen(f"{place.rstrip('/')}/{quote(name)}", timeout=LIMIT_S) as answer:
            content: bytes = answer.read()
            return content

    return fetch


def differences(place: str, listed: dict[str, str]) -> dict[str, str]:
    """Tell what is wrong of the listed files at a place, by name."""
    read = reader_of(place)
    found = {}
    for name, wanted in listed.items():
        try:
            if digest(read(name)) != wanted:
                found[name] = "is another file"
        except (OSError, HTTPException, ValueError) as error:
            found[name] = str(error)
    return found


def check(
    place: str,
    listed: dict[str, str],
    patience_s: float = PATIENCE_S,
    pause: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Compare a published site with the list of its files; ToolError, which names what differs.

    A host may go on for a while with what was there before: what is wrong is asked for again.
    """
    # Hosts do not give out what begins with a dot; it is for them alone.
    left = {name: wanted for name, wanted in listed.items() if not name.startswith(".")}
    begun = now()
    while wrong := differences(place, left):
        if now() - begun >= patience_s:
            told = "\n".join(f"  {name}: {why}" for name, why in sorted(wrong.items())[:20])
            raise ToolError(f"{len(wrong)} of {len(listed)} files at {place} are wrong:\n{told}")
        left = {name: left[name] for name in wrong}
        pause(PAUSE_S)


# All of it, here.


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        pass


@contextmanager
def published(site: Path) -> Iterator[str]:
    """Give the address of a site that is served meanwhile."""
    handler = partial(_QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def has_tag(tag: str) -> bool:
    """Tell whether the checkout has a tag already."""
    command = ["git", "rev-parse", "--quiet", "--verify", f"refs/tags/{tag}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def dry_run(site: Path, changelog: str) -> Iterator[str]:
    """Go through all steps that need no network; tell each one as it is done."""
    # It needs what the jobs that run the other steps do not install.
    from tools import carry

    tag = f"v{version()}"
    check_tag(tag)
    lines = len(notes_of(version(), changelog).splitlines())
    yield f"{tag}: {lines} lines of notes" + (", tagged already" if has_tag(tag) else "")
    if unsaid := left_out(changelog):
        yield f"  under Unreleased: {len(unsaid)} line(s), to be moved before it is tagged"
    for line in stale_documents():
        yield f"  before it is tagged: {line}"
    with tempfile.TemporaryDirectory() as name:
        built, handed_on = Path(name) / "dist", Path(name) / "handed on"
        wheel.check(wheel.build(built))
        yield "wheel: built, installed where nothing else is, and every game played"
        (built / CARRIED.name).write_bytes(carry.make(site))
        wanted = pack(site, built)
        for path in sorted(built.iterdir()):
            yield f"  {path.name}: {path.stat().st_size / 1e6:.1f} MB"
        yield f"packed: sha256 {wanted}"
        built.rename(handed_on)
        count = unpack(handed_on, wanted, Path(name) / "site")
        yield f"handed on and unpacked: {count} files, each the one that was packed"
        with published(Path(name) / "site") as address:
            check(address, parse_sums((handed_on / SITE_SUMS).read_bytes()), patience_s=0)
        yield "published on this machine: every file that its host gives out is the one packed"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.release", description="The steps of a release.")
    parser.add_argument("--dry-run", action="store_true", help="all that needs no network")
    steps = parser.add_subparsers(dest="step", metavar="STEP")
    steps.add_parser("notes", help="print the notes of a tag").add_argument("tag")
    steps.add_parser("pack", help="pack the site; print the digest of the list of all")
    steps.add_parser("unpack", help="make the site of what was packed").add_argument("digest")
    steps.add_parser("check", help="compare a site with what was packed").add_argument("place")
    options = parser.parse_args()
    try:
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        if options.dry_run:
            for line in dry_run(SITE, changelog):
                print(line, flush=True)
        elif options.step == "notes":
            print(notes_for(options.tag, changelog))
        elif options.step == "pack":
            print(pack(SITE, wheel.WHEELS))
        elif options.step == "unpack":
            print(f"unpacked {unpack(wheel.WHEELS, options.digest, SITE)} files")
        elif options.step == "check":
            # A folder will not change by waiting.
            patience_s = PATIENCE_S if is_address(options.place) else 0
            check(options.place, parse_sums((wheel.WHEELS / SITE_SUMS).read_bytes()), patience_s)
            print(f"{options.place} has what was packed")
        else:
            parser.error("name a step, or --dry-run")
    except (ToolError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
