"""Makes the files that a page starts Python from: compressed, and named by their content.

They are the snapshot, our modules that it lacks, the WebAssembly and Pyodide's script, which
`node_modules/.cache/` keeps under a digest of what they were made of; and what a page starts from
where anything about these is wrong: our Python's sources and Pyodide's own files, as they are.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import zstandard

from tools import folders, lean, vendor
from tools.names import hashed_name
from tools.project import NODE_MODULES, PY, ROOT, STATIC, WORKER, ToolError

CACHE = NODE_MODULES / ".cache" / "spieltisch"
KEPT_BUILDS = 6
# The list of a kept folder's files with their digests, as sha256sum writes and checks it.
DIGESTS = ".sha256"
# What a page starts from, all of it: without a snapshot it would start all the same, but slowly.
PARTS = frozenset({"app", "late", "script", "snapshot", "wasm"})
BUILDER = ROOT / "tools" / "snapshot"
# The scripts that pages and workers run: the snapshot has them compiled.
SCRIPTS = (PY / "main.py", ROOT / WORKER)
PYODIDE_SOURCES = (
    *sorted(BUILDER.iterdir()),
    *sorted((STATIC / "runtime").iterdir()),
    ROOT / "package-lock.json",
    *(ROOT / "tools" / f"{name}.py" for name in ("indirect", "lean", "vendor", "wasm")),
)
BUILDER_SOURCES = (
    *PYODIDE_SOURCES,
    *SCRIPTS,
    ROOT / "tools" / "requirements" / "build.txt",
    Path(__file__),
)
# The highest level. While it unpacks a file, a page needs as much memory as the window is large.
# Without the checksum a damaged file often unpacks without an error, to something else.
COMPRESSION = zstandard.ZstdCompressionParameters.from_level(22, window_log=24, write_checksum=True)


def node_version() -> str:
    """Ask for Node's version: another one may give another snapshot."""
    return subprocess.run(
        ["node", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def take_snapshot(pyodide: Path, app: bytes, out: Path) -> None:
    """Make Node compile and import everything in that Pyodide; ToolError with Python's message if
    it fails."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "app.zip"
        sources.write_bytes(app)
        done = subprocess.run(
            ["node", BUILDER / "build.js", sources, out, pyodide, *SCRIPTS],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise ToolError(f"The snapshot could not be taken:\n{done.stderr.strip()}")


def pack(content: bytes) -> bytes:
    """Compress one of the big files."""
    return zstandard.ZstdCompressor(compression_params=COMPRESSION).compress(content)


def make(app: bytes, out: Path) -> dict[str, str]:
    """Make every part in `out`, reusing nothing; give their names."""
    with tempfile.TemporaryDirectory() as folder:
        lean.write(Path(folder))
        return make_with(Path(folder), app, out)


def make_with(pyodide: Path, app: bytes, out: Path) -> dict[str, str]:
    """Make every part in `out` with the given Pyodide; give their names."""
    out.mkdir(parents=True, exist_ok=True)
    take_snapshot(pyodide, app, out)
    script = vendor.as_script((pyodide / lean.SCRIPT).read_bytes())
    contents = {
        "app": ("spieltisch", ".zip", app),
        "snapshot": ("snapshot", ".zst", (out / "snapshot").read_bytes()),
        "late": ("late", ".zst", (out / "late").read_bytes()),
        "wasm": (lean.WASM, ".zst", (pyodide / lean.WASM).read_bytes()),
    }
    # A browser compares the script with this digest before it runs it (create_module.js).
    names = {"script": f"script.{hashlib.sha256(script).hexdigest()}.js"}
    (out / names["script"]).write_bytes(script)
    for part, (stem, suffix, content) in contents.items():
        names[part] = hashed_name(stem, suffix, content)
        packed = pack(content) if suffix == ".zst" else content
        (out / names[part]).write_bytes(packed)
    for name in ("stdlib.zip", "snapshot", "late"):
        (out / name).unlink()
    return names


def write_plain(target: Path) -> dict[str, str]:
    """Put Pyodide's own files into a folder of `target`, which is named by what is in them; give
    its name."""
    shipped = vendor.PLAIN_PYODIDE.items()
    files = {name: (lean.PYODIDE / own).read_bytes() for name, own in shipped}
    folder = hashed_name("plain", "", b"\0".join([*map(str.encode, files), *files.values()]))
    (target / folder).mkdir(parents=True)
    for name, content in files.items():
        (target / folder / name).write_bytes(content)
    return {"plain": folder}


def make_or_reuse(app: bytes, target: Path) -> dict[str, str]:
    """Put every part into `target`, made now or earlier; give their names."""
    build = kept(
        lambda folder: make_with(lean_pyodide(), app, folder),
        BUILDER_SOURCES,
        app + node_version().encode(),
    )
    target.mkdir(parents=True, exist_ok=True)
    made = sorted(path for path in build.iterdir() if path.name != DIGESTS)
    for path in made:
        shutil.copyfile(path, target / path.name)
    return {part_of(path.name): path.name for path in made}


def lean_pyodide() -> Path:
    """Give a folder with the Pyodide that pages have, made now or earlier."""
    return kept(lean.write, PYODIDE_SOURCES)


def kept(make: Callable[[Path], object], sources: Iterable[Path], more: bytes = b"") -> Path:
    """Give the folder that `make` has filled, now or, with the same sources, earlier.

    One of which a file is missing or damaged is made anew.
    """
    key = hashlib.sha256(more)
    for path in sources:
        key.update(path.read_bytes())
    folder = CACHE / key.hexdigest()[:32]
    if not is_whole(folder):
        with folders.replacing(folder) as new:
            make(new)
            (new / DIGESTS).write_text(digests_of(new), encoding="utf-8")
    os.utime(folder)
    drop_old_builds()
    return folder


def digests_of(folder: Path) -> str:
    """List the files of a folder with their digests."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != DIGESTS)
    lines = (
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in paths
    )
    return "".join(lines)


def is_whole(folder: Path) -> bool:
    """Tell whether a kept folder is there as it was made."""
    try:
        return (folder / DIGESTS).read_text(encoding="utf-8") == digests_of(folder)
    except (OSError, UnicodeDecodeError):
        return False


def words_part(language: str) -> str:
    """Name the part that is a language's words; static/runtime/made.js looks for it."""
    return f"words-{language}"


def part_of(name: str) -> str:
    """Tell which part a made file is."""
    stems = {
        "spieltisch": "app",
        "pyodide": "wasm",
    }
    stem = name.split(".", maxsplit=1)[0]
    # All others have the names of their parts.
    return stems.get(stem, stem)


def drop_old_builds() -> None:
    """Delete all builds but those used last, and what killed ones have left: their sources have
    changed by now, so none is made again in their places."""
    folders.clear(CACHE)
    # Hidden ones are being made, perhaps by somebody else.
    builds = [path for path in CACHE.iterdir() if not path.name.startswith(".")]
    builds.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in builds[KEPT_BUILDS:]:
        shutil.rmtree(path, ignore_errors=True)
