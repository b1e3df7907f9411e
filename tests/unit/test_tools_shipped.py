"""What is shipped is listed, with its licence: all of it, and the same each time."""

import json
import re
from pathlib import Path

import pytest

from spieltisch.app.settings.screen import LICENCES
from tools import vendor
from tools.project import NODE_MODULES, ROOT, ToolError, version
from tools.shipped import bill, components, licences
from tools.shipped.components import Component

SPDX_ID = re.compile(r"[A-Za-z0-9.-]+( (AND|OR) [A-Za-z0-9.-]+)*")


@pytest.fixture(scope="module")
def others() -> list[Component]:
    return components.components()


def test_every_vendored_file_is_of_a_listed_package_in_the_version_that_is_locked(others) -> None:
    listed = {one.name: one for one in others if not one.inside}
    names = {
        components.package_name(path.relative_to(ROOT).as_posix())
        for path in vendor.wanted_files(is_live=True).values()
    }
    assert names == listed.keys()
    for name, one in listed.items():
        package = json.loads((NODE_MODULES / name / "package.json").read_text(encoding="utf-8"))
        assert one.version == package["version"]
        assert re.fullmatch(r"[0-9a-f]{128}", one.sha512)


def test_what_is_bundled_in_pyscript_is_listed_without_a_version_that_nobody_knows(others) -> None:
    bundled = {one.name: one for one in others if one.inside == "@pyscript/core"}
    assert {"polyscript", "coincident", "reflected-ffi"} <= bundled.keys()
    assert not any(one.version for one in bundled.values())


def test_what_is_compiled_into_pyodide_tells_its_versions(others) -> None:
    inside = {one.name: one.version for one in others if one.inside == "pyodide"}
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    assert inside["CPython"] == lock["info"]["python"]
    for name in ("Emscripten", "SQLite", "Zstandard", "libexpat", "libmpdec", "zlib"):
        assert re.fullmatch(r"\d+\.\d+(\.\d+)?", inside[name]), name


def test_every_component_has_a_licence_its_text_and_a_home(others) -> None:
    for one in others:
        assert SPDX_ID.fullmatch(one.licence), one.name
        assert len(one.text) > 80, one.name
        assert one.home.startswith("https://"), one.name


def test_the_bill_names_each_component_once_and_what_is_in_what(others) -> None:
    text = bill.bill(components.ours(), others)
    told = json.loads(text)
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    assert told["metadata"]["component"]["version"] == version()
    references = [one["bom-ref"] for one in told["components"]]
    assert len(set(references)) == len(references) == len(others)
    depends = {one["ref"]: one["dependsOn"] for one in told["dependencies"]}
    reached = [part for parts in depends.values() for part in parts]
    assert sorted(reached) == sorted(references)
    assert set(references) | {told["metadata"]["component"]["bom-ref"]} == set(depends)
    assert bill.bill(components.ours(), others) == text


def test_an_expression_is_no_id() -> None:
    assert bill.licences("MIT") == [{"license": {"id": "MIT"}}]
    assert bill.licences("MIT AND BSD-3-Clause") == [{"expression": "MIT AND BSD-3-Clause"}]
    assert bill.licences("LicenseRef-x") == [{"license": {"name": "LicenseRef-x"}}]


def test_the_page_holds_every_text_and_runs_nothing(others) -> None:
    page = licences.page(components.ours(), others)
    assert page.count("<details>") == len(others) + 1
    assert "Permission is hereby granted" in page
    assert "Mozilla Public License Version 2.0" in page
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in page
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_a_text_cannot_break_out_of_the_page() -> None:
    odd = Component("<b>", "1", "MIT", "</pre><script>", 'https://a.b/"><c>')
    page = licences.page(components.ours(), [odd])
    assert "<b>" not in page
    assert "<script" not in page
    assert "<c>" not in page


def test_settings_lead_to_the_page() -> None:
    assert LICENCES == licences.FILE


def test_a_package_without_a_licence_file_is_given_its_authors(tmp_path: Path) -> None:
    told = {"license": "ISC", "author": "A. Person <a@b.c>"}
    text = components.licence_text(tmp_path, told)
    assert text.startswith("Copyright (c) A. Person\n\nPermission to use")
    (tmp_path / "LICENSE").write_text("\n   Its own\n")
    assert components.licence_text(tmp_path, told) == "   Its own"


def test_an_unknown_licence_ends_the_build() -> None:
    with pytest.raises(ToolError, match="no text of the licence Beerware"):
        components.standard_text("Beerware")
    with pytest.raises(ToolError, match="of no package"):
        components.package_name("static/other.js")


def test_the_bill_names_what_has_made_the_site_and_nothing_of_this_machine(others) -> None:
    told = json.loads(bill.bill(components.ours(), others, components.builders()))
    made = {one["name"]: one["version"] for one in told["metadata"]["tools"]["components"]}
    assert made.keys() == {"babel", "binaryen", "esbuild", "zstandard", "Node", "Python"}
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert made["esbuild"] == package["devDependencies"]["esbuild"]
    # Of these any from one on makes the same bytes: one's own would be another bill.
    assert made["Node"] == package["engines"]["node"]
    assert made["Python"].startswith(">=3.")
