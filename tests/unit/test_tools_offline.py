"""What a built site tells of itself, so that browsers can keep it and install it."""

import json
import re
from pathlib import Path

import pytest

from tests.unit.test_tools_site import png_size
from tools import offline, pictures
from tools.project import MANIFEST, ROOT, ToolError

PAGE = '<!doctype html>\n<html lang="en" data-state="loading">\n<p>page</p>\n'
WORKER = "static/offline/worker.0123456789abcdef.js"
MADE = {"wasm": "pyodide.asm.wasm.1.zst", "app": "spieltisch.2.zip"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "index.html": PAGE,
        ".nojekyll": "",
        MANIFEST: "{}",
        "static/runtime/interpreter.js": "interpreter",
        "static/boot/page.js": "page",
        WORKER: "worker",
        "static/icons/share.png": "share",
        **{f"static/made/{name}": name for name in MADE.values()},
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def told(site: Path) -> dict[str, object]:
    """What the service worker is told."""
    script = (site / offline.SCRIPT).read_text()
    (text,) = re.findall(r"^run\((.*)\);$", script, re.DOTALL | re.MULTILINE)
    build: dict[str, object] = json.loads(text)
    return build


def test_a_worker_is_told_of_all_that_a_page_may_ask_for(site: Path) -> None:
    build = offline.seal(site)
    files = told(site)["files"]
    assert isinstance(files, dict)
    assert set(files) == {
        "./",
        MANIFEST,
        "static/runtime/interpreter.js?app=spieltisch.2.zip&wasm=pyodide.asm.wasm.1.zst",
        "static/boot/page.js",
        WORKER,
        *(f"static/made/{name}" for name in MADE.values()),
    }
    assert files["static/boot/page.js"] == offline.digest(b"page")
    assert files["./"] == offline.digest((site / "index.html").read_bytes())
    assert told(site)["id"] == build
    assert (
        f'data-state="loading" data-build="{build}" data-megabytes="1">'
        in (site / "index.html").read_text()
    )


def test_a_worker_is_told_what_no_match_needs(site: Path) -> None:
    for name in ("static/sound/begin.0123456789abcdef.js", "licences.html"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("optional")
    offline.seal(site)
    assert told(site)["optional"] == [
        "licences.html", MANIFEST, "static/sound/begin.0123456789abcdef.js",
    ]  # fmt: skip


def test_a_worker_is_told_what_only_a_start_without_the_snapshot_needs(site: Path) -> None:
    for name in ("pyodide.js", "python_stdlib.zip"):
        path = site / "static/made/plain.0123456789abcdef" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(2_000_000))
    offline.seal(site)
    assert told(site)["spare"] == [
        "static/made/plain.0123456789abcdef/pyodide.js", "static/made/spieltisch.2.zip",
    ]  # fmt: skip
    assert "static/made/plain.0123456789abcdef/python_stdlib.zip" in told(site)["optional"]
    # A visit does not fetch what may never be needed.
    assert offline.megabytes(site) == 3


def test_a_digest_is_what_browsers_compare() -> None:
    # printf x | openssl dgst -sha256 -binary | base64
    assert offline.digest(b"x") == "sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE="


@pytest.mark.parametrize("name", ["index.html", "static/boot/page.js", MANIFEST])
def test_the_same_site_is_the_same_build_and_a_changed_one_is_another(
    site: Path, name: str
) -> None:
    build = offline.seal(site)
    assert offline.seal(site) == build
    path = site / name
    path.write_text(path.read_text() + " ")
    assert offline.seal(site) != build


def test_a_site_that_ends_its_worker_is_of_no_build(site: Path) -> None:
    offline.seal(site)
    offline.end(site)
    assert (site / "index.html").read_text() == PAGE
    script = (site / offline.SCRIPT).read_text()
    assert "unregister" in script
    assert "import" not in script, "it must work whatever else is published"


def test_a_page_that_cannot_be_marked_is_refused(site: Path) -> None:
    (site / "index.html").write_text("<p>page</p>")
    with pytest.raises(ToolError, match="exactly once"):
        offline.seal(site)


def test_the_page_of_the_working_tree_is_of_no_build() -> None:
    assert offline.UNSEALED + ">" in (ROOT / "index.html").read_text(encoding="utf-8")


def test_the_manifest_names_what_is_there() -> None:
    manifest = json.loads((ROOT / MANIFEST).read_text(encoding="utf-8"))
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    assert manifest["start_url"] == manifest["scope"] == "./", "the site may be below any path"
    assert f'content="{manifest["theme_color"]}"' in page
    assert f'<link rel="manifest" href="{MANIFEST}">' in page
    sizes = set()
    for icon in manifest["icons"]:
        path = ROOT / icon["src"]
        assert path.parent == pictures.ICONS
        if path.suffix == ".png":
            assert icon["sizes"] == "x".join(map(str, png_size(path)))
        else:
            assert path.is_file()
        sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
