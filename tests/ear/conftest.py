"""A desktop for each test, with a screen reader and one of two browsers on it."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.ear.desktop import Desktop
from tests.ear.listener import Listener
from tools import serve
from tools.engines import FIREFOX
from tools.project import ROOT

BROWSERS = ("chromium", FIREFOX.name)
FAST = 5.0
"""Where nothing waits for ears, words need not take as long as a voice does over them."""

in_chromium = pytest.mark.parametrize("browser_name", BROWSERS[:1], indirect=True)
"""Of a scene that has been heard in Chromium alone: in Firefox Orca tells how a page begins in
another way, or calls it "blank"."""

Listen = Callable[..., Listener]
WriteDown = Callable[[Listener, str], None]

HEARD = "SPIELTISCH_HEARD"
"""Names the folder of what was heard of whole matches, where that is wanted."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as `ear`."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.ear)


@pytest.fixture(scope="session")
def site_url() -> Iterator[str]:
    """The address of the site that was built last."""
    server = serve.make_server(ROOT / "_site")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{serve.HOST}:{server.server_port}/"
    server.shutdown()


@pytest.fixture(params=BROWSERS)
def browser_name(request: pytest.FixtureRequest) -> str:
    """Each of the browsers."""
    name: str = request.param
    return name


@pytest.fixture
def listen(site_url: str, browser_name: str) -> Iterator[Listen]:
    """Opens an address of the page, and gives who hears it."""
    with ExitStack() as stack:

        def opened(
            address: str, until: str, *, language: str = "en", pace: float = FAST
        ) -> Listener:
            folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            desktop = Desktop(Path(folder), language, pace)
            stack.callback(desktop.close)
            desktop.start()
            listener = Listener(desktop)
            listener.open(browser_name, site_url + address, until)
            return listener

        yield opened


@pytest.fixture
def write_down(browser_name: str) -> WriteDown:
    """Writes what was heard of a whole match for people to read, if it is wanted: as it is in the
    browser of most of them."""

    def write(listener: Listener, title: str) -> None:
        if (folder := os.environ.get(HEARD)) and browser_name == BROWSERS[0]:
            made = Path(folder)
            made.mkdir(parents=True, exist_ok=True)
            text = "\n".join([f"# A match of {title}, as it was heard\n", *listener.lines, ""])
            (made / f"{title.casefold()}.md").write_text(text, encoding="utf-8")

    return write
