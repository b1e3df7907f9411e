"""The snapshot: the same bytes for the same sources, and a clear word where there is none."""

import io
import zipfile
from pathlib import Path

import pytest
import zstandard

from tools import bundle, runtime
from tools.project import ToolError


def test_two_builds_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept of an earlier build, of this test's own if there was none, and a fresh one
    that is made where clocks and languages are others."""
    app = bundle.pack()
    kept = runtime.make_or_reuse(app, tmp_path / "kept")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    # To compress takes a third of a build, and is another's work: what comes out of it is compared.
    monkeypatch.setattr(runtime, "pack", lambda content: content)
    fresh = tmp_path / "fresh"
    # Files are named by what is in them.
    assert runtime.make(app, fresh) == kept
    for name in kept.values():
        assert (fresh / name).read_bytes() == unpacked(tmp_path / "kept" / name), name


def unpacked(path: Path) -> bytes:
    content = path.read_bytes()
    return zstandard.decompress(content) if path.suffix == ".zst" else content


def test_an_import_that_fails_is_told_in_pythons_words(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("spieltisch/__init__.py", "")
        archive.writestr("spieltisch/broken.py", "import no_such_module\n")
    with pytest.raises(ToolError, match="No module named 'no_such_module'"):
        runtime.take_snapshot(runtime.lean_pyodide(), buffer.getvalue(), tmp_path)
