"""Looks at many stills in one go: the browser lays each of them out, and paints none.

To paint a screen takes longer than to lay it out, and a browser paints whatever it shows between
two questions. So they all are asked at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.still import ADDRESS, EXCHANGE

LOOK = """([documents, facts]) => {
  const exchange = %s;
  const look = %s;
  return documents.map((text, index) => {
    exchange(text);
    return look(facts[index]);
  });
}"""


def look_at(
    page: Page,
    size: tuple[int, int],
    look: str,
    documents: Sequence[str],
    facts: Sequence[Any] | None = None,
) -> list[Any]:
    """What a function of the page finds in each of these documents, in a window of that size.

    Args:
        page: one for stills.
        size: the window's.
        look: the function, as the page's own language has it.
        documents: what is laid out, one after the other.
        facts: what the function is given with each of them.
    """
    width, height = size
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    if not page.url.startswith(ADDRESS):
        page.goto(ADDRESS)
    if not page.locator("link[rel=stylesheet]").count():
        # The styles come with the first, and stay.
        page.set_content(documents[0])
    given = [None] * len(documents) if facts is None else list(facts)
    found: list[Any] = page.evaluate(LOOK % (EXCHANGE, look), [list(documents), given])
    return found
