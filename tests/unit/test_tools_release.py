"""A release has one version, and says what is new in it."""

import json

import pytest

from tools import release
from tools.project import ROOT, ToolError, version

CHANGELOG = """# Changelog

## Unreleased

## 1.1.0 - 2026-12-01

### Added
- a
- b

## 1.0.0

- first
"""


def test_the_version_stands_in_one_place() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert "version" not in package
    assert "version" not in lock
    assert "version" not in lock["packages"][""]


def test_a_tag_names_the_version() -> None:
    release.check_tag(f"v{version()}")
    for tag in (version(), f"v{version()}.1", f"v{version()}-rc1", "v", "main"):
        with pytest.raises(ToolError, match=r"pyproject\.toml has the version"):
            release.check_tag(tag)


def test_notes_are_a_versions_section_of_the_changelog() -> None:
    assert release.notes_of("1.1.0", CHANGELOG) == "### Added\n- a\n- b"
    assert release.notes_of("1.0.0", CHANGELOG) == "- first"


@pytest.mark.parametrize("wanted", ["1.0", "0.9.0", "Unreleased", "2026-12-01"])
def test_a_version_without_notes_is_not_released(wanted: str) -> None:
    with pytest.raises(ToolError, match="has nothing under"):
        release.notes_of(wanted, CHANGELOG)
