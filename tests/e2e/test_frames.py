"""The site in another site's page: it plays, or says that it is to be opened by itself."""

import re
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from tests.e2e.conftest import Trouble

OTHER = "http://other.test/"
MATCH = "#/play/yala?seats=human,human&seed=42"
BOARD = "svg[data-game=yala]"


EVERYBODY = {"Access-Control-Allow-Origin": "*"}
"""What a host says that gives its files to any site."""


@pytest.fixture(autouse=True)
def all_handed_on(page: Page) -> Iterator[None]:
    """What a test still hands on when it ends comes before its page is closed."""
    yield
    page.unroute_all(behavior="wait")


def framed(
    page: Page,
    trouble: Trouble,
    address: str,
    attributes: str = "",
    headers: Mapping[str, str] | None = None,
) -> FrameLocator:
    """The site in a frame of another site's page; ``headers`` are what its host adds."""
    trouble.origins = {*trouble.origins, OTHER.rstrip("/")}
    markup = f'<!doctype html><iframe width="900" height="600" {attributes} src="{address}">'

    def answer(route: Route) -> None:
        # Handed on by the test: browsers keep pages of other sites from a local server.
        given = route.fetch()
        route.fulfill(response=given, headers={**given.headers, **(headers or {})})

    page.route(re.compile(re.escape(address.split("#")[0])), answer)
    page.route(OTHER, lambda route: route.fulfill(body=markup, content_type="text/html"))
    page.goto(OTHER)
    return page.frame_locator("iframe")


def test_it_plays_in_a_frame_of_another_site(page: Page, site_url: str, trouble: Trouble) -> None:
    frame = framed(page, trouble, site_url + MATCH)
    board = frame.locator(BOARD)
    expect(frame.locator("html[data-state=ready]")).to_be_attached()
    before = board.get_attribute("data-position") or ""
    frame.locator(f"{BOARD} [data-target]").first.click(force=True)
    frame.locator(f"{BOARD} [data-target]:not(.is-chosen)").first.click(force=True)
    expect(board).not_to_have_attribute("data-position", before)
    # It is kept there as well.
    page.reload()
    expect(frame.locator("html[data-state=ready]")).to_be_attached()
    expect(frame.locator("#move-1")).to_be_attached()


def test_without_storage_it_plays_and_says_that_nothing_is_kept(
    page: Page, site_url: str, trouble: Trouble
) -> None:
    """As in a sandbox, on a host that gives its files to any site."""
    frame = framed(page, trouble, site_url + MATCH, 'sandbox="allow-scripts"', EVERYBODY)
    expect(frame.locator("html[data-state=ready]")).to_be_attached(timeout=90_000)
    expect(frame.locator("#notice")).to_contain_text("does not let this page save your game")
    assert not [line for line in trouble.found if "page error" in line]
    trouble.found.clear()
