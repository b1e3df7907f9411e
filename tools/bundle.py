"""Packs the page's Python into one zip file; the same sources always give the same bytes."""

import io
import json
import zipfile
from pathlib import Path

from tools.project import PY, ROOT, STATIC

SUFFIXES = {".py", ".json", ".toml"}
# What a person's own bots need besides, where they are confined (static/workshop/).
CONFINED = (
    "spieltisch/play/bots.py",
    "spieltisch/play/confined.py",
    "spieltisch/play/judge.py",
    "spieltisch/play/own_bot.py",
    "spieltisch/play/pasted_source.py",
)
OWN_BOT_WORKER = "own_bot_worker.py"
EXAMPLES = "static/workshop/examples.json"
SOURCES = "static/workshop/python.json"
# What a page asks for that is told of no other (static/runtime/made.js).
LIVE = STATIC / "made" / "spieltisch.zip"
# Used by the command line and the tools only, or where bots are confined.
NOT_IN_THE_PAGE = {
    *CONFINED,
    "spieltisch/__main__.py",
    "spieltisch/app/first_views.py",
    "spieltisch/cli.py",
    "spieltisch/kit/standalone.py",
    "spieltisch/new_game.py",
    "spieltisch/play/archive.schema.json",
    "spieltisch/table/perft.py",
    "spieltisch/table/record.schema.json",
}
# A game in numbers, for programs that learn it; which puzzles are looked for.
NOT_OF_A_PAGE = {"arrays.py", "hunt.py"}
# The oldest date a zip file can hold: the files' own dates must not change the bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)


def members(root: Path = PY) -> list[Path]:
    """Give the package's files in a stable order; main.py, which starts it, is not one of them."""
    found = (path for path in (root / "spieltisch").rglob("*") if path.suffix in SUFFIXES)
    return sorted(
        path
        for path in found
        if path.relative_to(root).as_posix() not in NOT_IN_THE_PAGE
        and path.name not in NOT_OF_A_PAGE
    )


def modules() -> set[str]:
    """Give the names of the package's modules that a page may import."""
    paths = (path.relative_to(PY) for path in members() if path.suffix == ".py")
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}


def pack(root: Path = PY) -> bytes:
    """Zip the package."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in members(root):
            info = zipfile.ZipInfo(path.relative_to(root).as_posix(), EPOCH)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return buffer.getvalue()


def write_live() -> None:
    """Write the package where the source looks for it."""
    LIVE.parent.mkdir(exist_ok=True)
    LIVE.write_bytes(pack())


def confined(root: Path = PY) -> bytes:
    """Give the Python that only bots of a person's own need, as JSON: its text by its path."""
    names = (*CONFINED, OWN_BOT_WORKER)
    texts = {name: (root / name).read_text(encoding="utf-8") for name in names}
    return json.dumps(texts, ensure_ascii=False).encode()


def examples(folder: Path = ROOT / "examples") -> bytes:
    """Give the examples of bots, as JSON: each file's text by its name."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
    return json.dumps(found, ensure_ascii=False).encode()
