"""The snapshot: the same bytes for the same sources, and a clear word where there is none."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from tools import bundle, lean, runtime
from tools.project import ToolError


def fresh_pyodide(folder: Path) -> Path:
    pyodide = folder / "pyodide"
    pyodide.mkdir()
    lean.write(pyodide)
    return pyodide


@pytest.mark.parametrize(
    "pyodide_in",
    [
        pytest.param(lambda _: runtime.lean_pyodide(), id="snapshot"),
        # Binaryen takes as long again. A release compares all of it, too (`make reproducible`).
        pytest.param(fresh_pyodide, id="all", marks=pytest.mark.soak),
    ],
)
@pytest.mark.ci
def test_two_builds_are_the_same(
    pyodide_in: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare the build that was kept, or is now, with a fresh one in another time zone and
    language."""
    app = bundle.pack()
    kept = runtime.make_or_reuse(app, tmp_path / "kept")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    # Compressing takes a quarter of a build and is zstandard's work: compare what it unpacks to.
    monkeypatch.setattr(runtime, "pack", lambda content: content)
    fresh = tmp_path / "fresh"
    # Files are named by what is in them.
    assert runtime.make_with(pyodide_in(tmp_path), app, fresh) == kept
    for name in kept.values():
        assert (fresh / name).read_bytes() == unpacked(tmp_path / "kept" / name), name


def unpacked(path: Path) -> bytes:
    content = path.read_bytes()
    return zstandard.decompress(content) if path.suffix == ".zst" else content


@pytest.mark.ci
def test_an_import_that_fails_is_told_in_pythons_words(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("spieltisch/__init__.py", "")
        archive.writestr("spieltisch/shell/__init__.py", "")
        archive.writestr("spieltisch/shell/app.py", "import no_such_module\n")
    with pytest.raises(ToolError, match="No module named 'no_such_module'"):
        runtime.take_snapshot(runtime.lean_pyodide(), buffer.getvalue(), tmp_path)
