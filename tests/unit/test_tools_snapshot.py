"""The snapshot: the same bytes for the same sources, and a clear word where there is none."""

import io
import zipfile
from pathlib import Path

import pytest

from tools import bundle, runtime
from tools.project import ToolError


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    app = bundle.pack()
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        runtime.take_snapshot(app, folder)
    one, two = ({path.name: path.read_bytes() for path in f.iterdir()} for f in folders)
    assert one.keys() == two.keys() == {"app.zip", "stdlib.zip", "snapshot"}
    for name, content in one.items():
        assert content == two[name], f"{name} differs from build to build"


def test_an_import_that_fails_is_told_in_pythons_words(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("spieltisch/__init__.py", "")
        archive.writestr("spieltisch/broken.py", "import no_such_module\n")
    with pytest.raises(ToolError, match="No module named 'no_such_module'"):
        runtime.take_snapshot(buffer.getvalue(), tmp_path)
