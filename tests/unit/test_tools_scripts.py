"""The page's JavaScript is bundled: few files, each with all that it needs."""

import re
from pathlib import Path

import pytest

from tools import scripts
from tools.project import STATIC, ToolError

COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
"""Types are told in comments, and may be of another module."""
IMPORTED = re.compile(rb"""(?:\bfrom|\bimport\(?) ?["'](\.[^"']*)["']""")


def imported(name: str, script: bytes) -> set[str]:
    """What a script asks for by name, as paths in the site."""
    folder = Path(name).parent
    code = COMMENT.sub(b"", script)
    paths = [folder / found.decode() for found in IMPORTED.findall(code)]
    return {path.resolve().relative_to(Path.cwd()).as_posix() for path in paths}


@pytest.fixture(scope="module")
def bundle() -> dict[str, bytes]:
    return dict(scripts.bundle())


def test_each_entry_is_a_file_and_the_start_has_one_more(bundle: dict[str, bytes]) -> None:
    entries = (*scripts.FIRST, *scripts.LATER, *scripts.HANDED_OVER, scripts.EDITOR, scripts.GUARD)
    assert set(bundle) == {*(f"static/{name}" for name in entries), "static/boot/shared.js"}
    assert all((STATIC / name).exists() for name in entries)


def test_the_guard_is_a_classic_script(bundle: dict[str, bytes]) -> None:
    """Modules do not run in a page that was opened as a file."""
    script = bundle[f"static/{scripts.GUARD}"]
    assert not re.search(rb"^(?:import|export) |import\.meta|\bawait import", script, re.MULTILINE)


def test_what_a_script_asks_for_is_there(bundle: dict[str, bytes]) -> None:
    asked = {name: imported(name, script) for name, script in bundle.items()}
    assert asked["static/boot/begin.js"] == {"static/boot/shared.js"}
    for name in set().union(*asked.values()) - {"static/vendor/pyscript/core.js"}:
        assert name in bundle


def test_what_a_later_script_needs_at_once_is_in_it(bundle: dict[str, bytes]) -> None:
    at_once = re.compile(rb"^(?:import|export) .*from ", re.MULTILINE)
    for name in scripts.LATER:
        assert not at_once.search(bundle[f"static/{name}"]), name


def test_a_script_that_cannot_be_bundled_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"missing\.js"):
        scripts.run_esbuild(str(tmp_path), "boot/missing.js")
