"""The page's source, opened as it is: as a file, or from any host at the root of the checkout."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OUR_ORIGINS, Trouble
from tools import serve
from tools.project import ROOT


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
