"""The table of packages has each of them, and no test minds its versions."""

import json
import re

from tools import packages
from tools.project import NODE_MODULES, ROOT


def test_every_package_that_is_named_has_its_reason_and_no_other() -> None:
    told = [name for kind in packages.reasons().values() for name in kind]
    assert len(told) == len(set(told))
    assert set(told) == packages.pinned().keys()
    assert packages.reasons().keys() == packages.HEADINGS.keys()


def test_packages_stand_where_they_are_used() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert packages.reasons()["shipped"].keys() == package["dependencies"].keys()
    inputs = {path.stem: path for path in ROOT.glob("*/requirements/*.in")}
    ours = {
        packages.plain(name)
        for stem in ("bench", "ladder")
        for name, _ in packages.PINNED.findall(inputs[stem].read_text(encoding="utf-8"))
    }
    assert packages.reasons()["laboratory"].keys() == ours


def test_licences_are_those_that_packages_tell() -> None:
    for kind in packages.reasons().values():
        for name, (licence, why) in kind.items():
            assert why
            path = NODE_MODULES / name / "package.json"
            if path.exists():
                told = json.loads(path.read_text(encoding="utf-8"))["license"]
                assert licence.upper() == told.upper(), name


def test_the_table_has_what_is_pinned() -> None:
    text = packages.table()
    for name, version in packages.pinned().items():
        assert f"| {name} {version} | " in text
    # Whoever raises a version need not write it anew: its rows are there, whatever their versions.
    rows = re.compile(r"^\| (\S+) ", re.MULTILINE)
    written = packages.TABLE.read_text(encoding="utf-8")
    assert set(rows.findall(written)) == set(rows.findall(text))
