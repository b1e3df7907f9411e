"""How two built sites are compared; `make reproducible` builds them."""

import os
from pathlib import Path

import pytest

from tools import reproducible, runtime
from tools.site import build, digest_of


@pytest.fixture
def sites(tmp_path: Path) -> tuple[Path, Path]:
    """Two sites that are the same, with files of other dates, made in another order."""
    files = {"index.html": "page", "static/a.js": "one", "static/b/c.js": "two"}
    one, other = tmp_path / "one", tmp_path / "other"
    for site, names in ((one, list(files)), (other, list(reversed(files)))):
        for name in names:
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(files[name])
    os.utime(other / "index.html", (0, 0))
    return one, other


def test_dates_and_the_order_of_making_are_no_difference(sites: tuple[Path, Path]) -> None:
    one, other = sites
    assert reproducible.first_difference(one, other) == ""
    assert digest_of(one) == digest_of(other)


def test_the_first_byte_that_differs_is_told(sites: tuple[Path, Path]) -> None:
    one, other = sites
    (other / "static/a.js").write_text("ore")
    (other / "static/b/c.js").write_text("")
    assert reproducible.first_difference(one, other) == "static/a.js from byte 1: b'one', b'ore'"
    assert digest_of(one) != digest_of(other)


def test_a_file_that_goes_on_where_the_other_ends_differs_there(sites: tuple[Path, Path]) -> None:
    one, other = sites
    (other / "index.html").write_text("pages")
    assert reproducible.first_difference(one, other).startswith("index.html from byte 4: ")


def test_a_file_that_one_has_alone_is_told(sites: tuple[Path, Path]) -> None:
    one, other = sites
    (other / "static/a.js").rename(other / "static/b.js")
    assert reproducible.first_difference(one, other) == "static/a.js is in one of them only"
    assert digest_of(one) != digest_of(other), "names count"


@pytest.mark.soak
def test_a_build_that_reuses_nothing_is_the_one_that_is_published(tmp_path: Path) -> None:
    address = "https://host.example/game/"
    build(tmp_path / "reused", address)
    build(tmp_path / "fresh", address, make=runtime.make)
    assert reproducible.first_difference(tmp_path / "reused", tmp_path / "fresh") == ""
    assert digest_of(tmp_path / "reused") == digest_of(tmp_path / "fresh")
