"""Packs our Python into the one file in which it travels, the same bytes for the same sources."""

import io
import zipfile
from pathlib import Path

from tools.project import PY

SUFFIXES = {".py", ".json", ".mo", ".typed"}
# The oldest date a zip file can hold: the files' own dates must not change the bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)


def members(root: Path = PY) -> list[Path]:
    """Give the package's files in a stable order; main.py is not one of them: it starts it."""
    package = root / "spieltisch"
    return sorted(path for path in package.rglob("*") if path.is_file() and path.suffix in SUFFIXES)


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
