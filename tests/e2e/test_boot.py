"""The site comes up in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page


def test_page_becomes_ready(open_ready: Callable[..., Page]) -> None:
    page = open_ready()
    assert page.locator("#app").inner_text().strip()


def test_page_becomes_ready_below_a_path(
    open_ready: Callable[..., Page], sub_path_url: str
) -> None:
    open_ready(url=sub_path_url)
