"""What a game's rules and its sheet are on paper: as many pages as promised, in every language."""

import re
from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from spieltisch.kit.words import LANGUAGES, words_of
from tests.still import session_after, show_still

MOST_PAGES = {"rules": 2, "club": 2}

# Parts of a drawing may lie outside of it, where they are not painted.
OUT_OF_FRAME = """() => [...document.querySelectorAll(".rule-picture")].filter((figure) => {
  const right = figure.getBoundingClientRect().right + 1;
  const parts = [...figure.querySelectorAll(":not(svg *)")];
  return figure.checkVisibility() && parts.some(one => one.getBoundingClientRect().right > right);
}).map((figure) => figure.textContent)"""


def session_at(place, language):
    session = Session()
    session = replace(session, settings=session.settings.with_field("language", language))
    return session_after([Navigate(place, 0.0)], session)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_rules_and_sheet_take_two_pages_each(still, game, language):
    for place, most in MOST_PAGES.items():
        show_still(still, session_at(f"#/{place}/{game}", language))
        paper = still.pdf(format="A4", prefer_css_page_size=True)
        pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", paper))
        assert 0 < pages <= most, (place, pages)


@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_on_paper_every_section_has_its_text_and_a_picture(still, game):
    show_still(still, session_at(f"#/rules/{game}", "en"))
    still.set_viewport_size({"width": 718, "height": 1047})
    still.emulate_media(media="print")
    for section in catalog.game_of(game).view.rules(words_of("en")):
        part = still.locator(f"[id='/rules/{game}/{section.name}']")
        assert part.locator(".prose").first.is_visible()
        if section.pictures:
            assert part.locator(".rule-picture").first.is_visible()
        assert part.locator(".rulings").count() == bool(section.rulings or section.departures)
        if section.rulings or section.departures:
            assert part.locator(".rulings").is_visible()
    assert still.evaluate(OUT_OF_FRAME) == []
    still.emulate_media(media="screen")


@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_the_sheet_has_a_line_for_every_move_and_a_column_for_every_seat(still, game):
    show_still(still, session_at(f"#/club/{game}", "en"))
    still.emulate_media(media="print")
    seats = max(max(counts) for counts in catalog.game_of(game).info.seat_counts.values())
    numbers = still.locator(".club-table tbody th").all_inner_texts()
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) >= 25
    assert still.locator(".club-table").first.locator("thead th").count() == seats + 1
    assert len(still.locator(".club-aloud").inner_text().split()) in range(90, 230)
    still.emulate_media(media="screen")


@pytest.mark.parametrize("game", catalog.FOLDERS)
def test_two_presses_lead_there_from_learn(still, game):
    show_still(still, session_at("#/learn", "en"))
    link = still.locator(f"a[href='#/club/{game}']")
    assert link.inner_text() == "To print"
    show_still(still, session_at(link.get_attribute("href"), "en"))
    assert still.locator(f"a[href='#/rules/{game}']").is_visible()
