"""A page where it was opened as no build has it: its source, or a built one as a file."""

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OUR_ORIGINS, Trouble
from tests.e2e.constants import milliseconds
from tests.e2e.yala_player import Table, narrowing
from tools import serve, vendor
from tools.project import ROOT

GUARDED_MS = milliseconds("static/boot/guard.js", "LIMIT_MS")


class Handler(SimpleHTTPRequestHandler):
    """Any static host."""

    def log_message(self, *_: object) -> None:
        """What fails is meant to."""


def serve_plainly(folder: Path) -> Iterator[str]:
    server = serve.Server((serve.HOST, 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://{serve.HOST}:{server.server_port}"
    OUR_ORIGINS.add(origin)
    yield origin + "/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def bare_url(tmp_path: Path) -> Iterator[str]:
    """The source before `make vendored`."""
    for name in ("index.html", "pyscript.toml", "manifest.webmanifest"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "py").symlink_to(ROOT / "py")
    (tmp_path / "static").mkdir()
    for folder in (ROOT / "static").iterdir():
        if folder.name not in ("vendor", "made"):
            (tmp_path / "static" / folder.name).symlink_to(folder)
    yield from serve_plainly(tmp_path)


@pytest.fixture
def vendored_url() -> Iterator[str]:
    """The source after `make vendored`."""
    assert vendor.main() == 0
    yield from serve_plainly(ROOT)


@pytest.mark.parametrize("is_file", [False, True], ids=["served", "file"])
def test_it_says_at_once_what_to_run(
    page: Page, bare_url: str, trouble: Trouble, is_file: bool
) -> None:
    page.goto((ROOT / "index.html").as_uri() if is_file else bare_url)
    told = page.locator("#from-source")
    expect(told).to_contain_text("make play")
    expect(told).to_be_in_viewport()
    expect(page.locator("#boot-missing")).to_be_hidden()
    trouble.found.clear()


def test_after_make_vendored_any_web_server_plays_it(page: Page, vendored_url: str) -> None:
    """With a computer, whose worker reads the same pyscript.toml."""
    page.goto(vendored_url + "#/play/yala?seats=human,bot:1&seed=4")
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    table = Table(page)
    table.click(narrowing(table.position))
    page.wait_for_selector("#move-2")
    expect(page.locator("#from-source")).to_have_count(0)


@pytest.mark.parametrize("context_options", [{"locale": "de-AT"}])
def test_a_built_page_that_was_opened_as_a_file_says_at_once_what_to_do(
    page: Page, built_site: Path, trouble: Trouble
) -> None:
    page.goto((built_site / "index.html").resolve().as_uri())
    told = page.get_by_role("alert")
    expect(told).to_contain_text("als Datei geöffnet")
    expect(told).to_contain_text("python3 -m http.server")
    expect(told).to_be_in_viewport()
    assert page.evaluate("performance.now()") < GUARDED_MS, "it has not waited for that"
    expect(page.locator("#boot-missing")).to_have_count(0)
    # What came with the page can still be read.
    expect(page.locator("#app")).to_contain_text("YALA")
    trouble.found.clear()
