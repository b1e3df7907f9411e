"""A page that cannot start where it was opened: its source, or a built one as a file."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OUR_ORIGINS, Trouble
from tests.e2e.constants import milliseconds
from tools import serve
from tools.project import ROOT

GUARDED_MS = milliseconds("static/boot/guard.js", "LIMIT_MS")


class Handler(SimpleHTTPRequestHandler):
    """Any static host."""

    def log_message(self, *_: object) -> None:
        """What fails is meant to."""


@pytest.fixture
def root_url() -> Iterator[str]:
    server = serve.Server((serve.HOST, 0), partial(Handler, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://{serve.HOST}:{server.server_port}"
    OUR_ORIGINS.add(origin)
    yield origin + "/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("is_file", [False, True], ids=["served", "file"])
def test_it_says_at_once_what_to_run(
    page: Page, root_url: str, trouble: Trouble, is_file: bool
) -> None:
    page.goto((ROOT / "index.html").as_uri() if is_file else root_url)
    told = page.locator("#from-source")
    expect(told).to_contain_text("make play")
    expect(told).to_be_in_viewport()
    expect(page.locator("#boot-missing")).to_be_hidden()
    trouble.found.clear()


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
