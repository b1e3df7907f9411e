"""The rules as they are laid out: nothing covers anything, at any size; keys where keys are."""

from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from tests.still import serve_stills, session_after, show_still

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))

COVERED = """
() => [...document.querySelectorAll(".rule-picture")].flatMap((figure) => {
  const box = (node) => node.getBoundingClientRect();
  const caption = figure.querySelector("figcaption"), frame = box(figure);
  const cards = [...figure.querySelectorAll("svg")].filter((svg) => {
    const { top, bottom, left, right } = box(svg);
    const isInside = left >= frame.left && right <= frame.right + 0.5 && top >= frame.top;
    return !isInside || bottom > box(caption).top + 0.5;
  });
  return cards.length ? [caption.textContent] : [];
})
"""


def rules_of(game, language="en"):
    session = Session()
    session = replace(session, settings=session.settings.with_field("language", language))
    return session_after([Navigate(f"#/rules/{game}", 0.0)], session)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_no_picture_covers_its_caption_or_leaves_its_frame(still, game, language):
    show_still(still, rules_of(game, language))
    for width, height in SIZES:
        still.set_viewport_size({"width": width, "height": height})
        assert still.evaluate(COVERED) == [], (width, height)
        assert still.evaluate("document.documentElement.scrollWidth") <= width


def test_the_index_leads_to_a_section(still):
    show_still(still, rules_of("yala"))
    section = still.locator("[id='/rules/yala/repetition']")
    still.locator("a[href='#/rules/yala/repetition']").click()
    still.wait_for_function(
        "node => node.getBoundingClientRect().bottom <= innerHeight + 400 && scrollY > 500",
        arg=section.element_handle(),
    )
    assert section.locator("h2").is_visible()


@pytest.mark.parametrize("has_keyboard", [True, False])
def test_keys_are_shown_where_there_is_a_keyboard(browser, has_keyboard):
    context = browser.new_context(has_touch=not has_keyboard, is_mobile=not has_keyboard)
    page = context.new_page()
    serve_stills(page)
    show_still(page, rules_of("myra"))
    assert page.locator(".rules-keys summary").is_visible() == has_keyboard
    assert not page.locator(".key-list").first.is_visible()
    context.close()
