"""Our Python travels as one file, the same bytes for the same sources."""

import io
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from tools import bundle


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small tree that looks like ours."""
    package = tmp_path / "spieltisch"
    (package / "table").mkdir(parents=True)
    (package / "__pycache__").mkdir()
    (package / "__init__.py").write_text('"""Doc."""\n')
    (package / "table" / "record.py").write_text("X = 1\n")
    (package / "table" / "record.schema.json").write_text("{}")
    (package / "notes.txt").write_text("not for a page")
    (package / "__pycache__" / "x.pyc").write_bytes(b"\0")
    (tmp_path / "main.py").write_text("print()\n")
    return tmp_path


def names(content: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return archive.namelist()


def test_it_holds_modules_and_data_and_nothing_else(sources: Path) -> None:
    assert names(bundle.pack(sources)) == [
        "spieltisch/__init__.py",
        "spieltisch/table/record.py",
    ]


def test_dates_do_not_change_it(sources: Path) -> None:
    before = bundle.pack(sources)
    os.utime(sources / "spieltisch" / "__init__.py", (0, 0))
    assert bundle.pack(sources) == before


def test_a_changed_line_changes_it(sources: Path) -> None:
    before = bundle.pack(sources)
    (sources / "spieltisch" / "__init__.py").write_text('"""Other."""\n')
    assert bundle.pack(sources) != before


def test_ours_holds_every_module_of_ours_but_the_command_lines() -> None:
    root = bundle.PY
    ours = {path.relative_to(root).as_posix() for path in (root / "spieltisch").rglob("*.py")}
    arrays = {name for name in ours if name.endswith("/rules/arrays.py")}
    hunts = {name for name in ours if name.endswith("/hunt.py")}
    assert (len(arrays), len(hunts)) == (3, 3)
    left_out = {name for name in bundle.NOT_IN_THE_PAGE if name.endswith(".py")}
    assert ours - set(names(bundle.pack())) == left_out | arrays | hunts


def test_what_is_in_the_page_imports_nothing_that_is_not() -> None:
    """The page starts from the bundle alone: each of its modules is imported from it."""
    program = (
        "import importlib, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "for name in sys.argv[2:]: importlib.import_module(name)"
    )
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "app.zip"
        archive.write_bytes(bundle.pack())
        modules = [
            name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            for name in names(bundle.pack())
            if name.endswith(".py")
        ]
        command = [sys.executable, "-I", "-c", program, archive, *modules]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.stderr == ""
