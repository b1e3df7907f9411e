"""Text of every plane of Unicode goes through every field and address as soon as a page is ready.

Python then calls what it seldom calls; `test_engines.py` does the same in other browsers.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import planes
from tests.e2e.conftest import go_to
from tests.e2e.test_wrong_answers import play_a_move
from tests.e2e.yala_player import Table, play_link

OpenReady = Callable[..., Page]


def expect_a_move(page: Page) -> None:
    go_to(page, play_link())
    table = Table(page)
    table.click("b+")


@pytest.mark.first_visit
def test_text_of_every_plane_is_put_into_every_field_of_a_page_that_has_just_begun(
    page: Page, open_ready: OpenReady
) -> None:
    open_ready(planes.NAMED)
    for text in (planes.EVERYTHING, planes.HALF):
        for place in planes.FORMS:
            go_to(page, place)
            page.evaluate(f"() => {planes.filling(text)}")
    expect_a_move(page)


@pytest.mark.parametrize(
    "text", [*planes.PLANES.values(), planes.HALF], ids=[*map(str, planes.PLANES), "half"]
)
def test_text_of_every_plane_is_put_into_every_address(
    page: Page, open_ready: OpenReady, text: str
) -> None:
    open_ready()
    page.evaluate(planes.visiting(text))
    expect_a_move(page)


def test_names_of_every_plane_are_there_at_the_next_visit(
    page: Page, open_ready: OpenReady
) -> None:
    open_ready(planes.NAMED)
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    place = page.evaluate("location.hash")
    open_ready(place)
    expect(page.locator("#move-1")).to_be_attached()
    expect(page.locator("body")).to_contain_text("🎲")
