"""Every kind of screen for everybody: read out, reached by keys, magnified, in large letters, in
other colours, at rest.

Stills of one page, so that hundreds of screens are looked at in the time of a few starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from spieltisch.app.core.messages import SetSetting
from spieltisch.app.core.session import Session
from spieltisch.kit.words import LANGUAGES
from tests.e2e.conftest import axe_on_stills
from tests.e2e.test_contrast import SCREENS, TEXT, TEXTS, faint_pairs, measuring
from tests.e2e.test_language_layout import FAULTS
from tests.language_screens import kinds, screens
from tests.sampling import sampled
from tests.still import (
    document_of,
    empty,
    look_at,
    serve_stills,
    session_after,
    show_still,
)

Screens = list[tuple[str, str]]

DESK = {"width": 1280, "height": 800}
TELEPHONE = {"width": 390, "height": 844}
MAGNIFIED = ((320, 256), (640, 512), (844, 390))
"""A screen of 1280 by 1024 at 400 and at 200 per cent, and a telephone on its side."""

HIGH_CONTRAST = 7.0
"""What WCAG 1.4.6 asks of texts, for those who ask for more contrast."""

UNREACHED = """() => {
  // What arrows lead to is reached through the one place of it that Tab goes to.
  const isLed = (node) => node.closest("[role=toolbar]")?.querySelector("[tabindex='0']");
  const pressed = "button, a[href], input, select, textarea, summary, [data-site], [data-token],"
    + " [data-shout], [role=button], :not(form)[data-do]";
  return [...document.querySelectorAll(`#app :is(${pressed})`)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled)
    .filter((node) => node.tabIndex < 0 && !isLed(node))
    .map((node) => node.outerHTML.slice(0, 120));
}"""

MOVING = """() => {
  const name = (node) => `${node.localName}.${node.className.baseVal ?? node.className}`;
  const isLong = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
  // What goes away by itself may fade.
  const mayFade = (node) => node.matches(".is-brief, .is-toast");
  return [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility() && !mayFade(node))
    .flatMap((node) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(node);
      const isAnimated = animationName !== "none" && isLong(animationDuration);
      return isAnimated || isLong(transitionDuration) ? [name(node)] : [];
    });
}"""

SMALL_FIELDS = """() => [...document.querySelectorAll(
    "input:not([type=radio], [type=checkbox], [type=range], [type=file]), select, textarea, "
    + "[contenteditable], code-editor")]
  .map((node) => [node, parseFloat(getComputedStyle(node).fontSize)])
  .filter(([, size]) => size < 16)
  .map(([node, size]) => `${size} px: ${node.outerHTML.slice(0, 90)}`)"""

OVERLAPS = """() => {
  const lines = [], meet = (one, other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const root = document.querySelector("#end") ?? document.getElementById("app");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    const isSeen = holder.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!text.data.trim() || !isSeen || holder.closest("svg, select, [popover]")) continue;
    let clip = { left: -1e9, right: 1e9, top: -1e9, bottom: 1e9 }, isOver = false;
    for (let node = holder; node.id !== "app"; node = node.parentElement) {
      const style = getComputedStyle(node);
      // What stays in sight while the rest scrolls lies over it.
      isOver ||= ["fixed", "sticky"].includes(style.position) && node !== root;
      isOver ||= style.clipPath !== "none";
      if (style.overflowX !== "visible" || style.overflowY !== "visible")
        clip = meet(clip, node.getBoundingClientRect());
    }
    if (isOver) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects())
      lines.push({ holder, text: text.data.trim().slice(0, 40), box: meet(box, clip) });
  }
  const high = ({ box }) => box.bottom - box.top;
  const full = lines.filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
  full.sort((one, other) => one.box.top - other.box.top);
  return full.flatMap((one, index) => {
    const found = [];
    for (const other of full.slice(index + 1)) {
      if (other.box.top >= one.box.bottom) break;
      const { left, right, top, bottom } = meet(one.box, other.box);
      const isOn = right - left > 2 && bottom - top > 0.35 * Math.min(high(one), high(other));
      if (isOn && one.holder !== other.holder) found.push(`"${one.text}" on "${other.text}"`);
    }
    return found;
  });
}"""

COVERED = """() => {
  const root = document.querySelector("#end") ?? document.getElementById("app");
  const pressed = "button, a[href], input, select, textarea, summary, [tabindex='0']";
  const found = [];
  for (const node of root.querySelectorAll(`:is(${pressed})`)) {
    const isSeen = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || node.disabled || node.closest("[popover], svg")) continue;
    // A notice lies over the page until it goes, or is closed.
    if (document.querySelector(".notice.is-toast") && !node.closest(".toasts")) continue;
    node.focus();
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const at = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]]
      .map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
    const isFree = at.some((one) => one && (node.contains(one)
      || one.closest("label")?.control === node));
    if (!isFree) found.push(`covered: ${node.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def english() -> Screens:
    """Every kind of screen, what it is and its document; of steps of lessons, which are alike, a
    few."""
    shown = list(screens("en"))
    steps = [name for name, _ in shown if name.startswith("solved ")]
    return drawn((name, one) for name, one in shown if name not in steps or name in steps[::6])


def drawn(shown: Iterable[tuple[str, Session]]) -> Screens:
    """The documents of screens, and what they are."""
    return [(name, document_of(session)) for name, session in shown]


@pytest.fixture(scope="module")
def one_page(browser: Browser) -> Iterator[Page]:
    """The page on which all is shown."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    page = context.new_page()
    serve_stills(page)
    yield page
    context.close()


@pytest.fixture
def still(one_page: Page) -> Page:
    """The page as it is at a desk."""
    empty(one_page)
    one_page.set_viewport_size(DESK)
    one_page.emulate_media(
        color_scheme="light",
        contrast="no-preference",
        forced_colors="none",
        reduced_motion="reduce",
    )
    return one_page


def look_of(*scripts: str) -> str:
    """All of these looks as one."""
    return f"(fact) => [{', '.join(f'...({script})(fact)' for script in scripts)}]"


def by_fault(shown: Screens, told: Iterable[list[str]]) -> dict[str, list[str]]:
    """Each fault, with the screens it was found on."""
    found: dict[str, list[str]] = {}
    for (name, _), lines in zip(shown, told, strict=True):
        for fault in lines:
            found.setdefault(fault, []).append(name)
    return found


def faults(
    page: Page, size: dict[str, int], shown: Screens, look: str, fact: Any = None
) -> dict[str, list[str]]:
    """What a look at every screen finds, in a window of a size."""
    documents = [document for _, document in shown]
    window = size["width"], size["height"]
    return by_fault(shown, look_at(page, window, look, documents, [fact] * len(documents)))


@pytest.mark.parametrize("language", sampled(LANGUAGES, "en", rest="ci"))
def test_axe_finds_nothing(still: Page, english: Screens, language: str) -> None:
    """In English on every screen, in other languages on every kind of screen: the markup is the
    same, and the words are other ones."""
    shown = english if language == "en" else drawn(kinds(language))
    documents = [document for _, document in shown]
    # Contrast is measured below, in every theme, and much faster.
    assert by_fault(shown, axe_on_stills(still, documents, "color-contrast")) == {}


def test_all_that_can_be_pressed_is_reached_by_keys_and_nothing_moves(
    still: Page, english: Screens
) -> None:
    assert faults(still, DESK, english, look_of(UNREACHED, MOVING)) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("contrast", "least"), [("no-preference", TEXT), ("more", HIGH_CONTRAST)], ids=["", "more"]
)
def test_every_text_stands_out_in_both_themes_and_more_so_where_that_is_asked_for(
    still: Page, english: Screens, theme: Any, contrast: Any, least: float
) -> None:
    still.emulate_media(color_scheme=theme, contrast=contrast)
    assert faults(still, DESK, english, measuring(TEXTS), least) == {}


@pytest.mark.parametrize(("width", "height"), sampled(MAGNIFIED, MAGNIFIED[0], rest="ci"))
def test_magnified_nothing_is_cut_off_or_covered(
    still: Page, english: Screens, width: int, height: int
) -> None:
    window = {"width": width, "height": height}
    assert faults(still, window, english, look_of(FAULTS, OVERLAPS, COVERED)) == {}


LARGE = """() => {
  document.documentElement.style.fontSize = "200%";
  return [];
}"""


@pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])
@pytest.mark.ci
def test_letters_of_twice_the_size_have_room(
    still: Page, english: Screens, size: dict[str, int]
) -> None:
    assert faults(still, size, english, look_of(LARGE, FAULTS, OVERLAPS, COVERED)) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", SCREENS)
def test_pieces_stand_out_in_the_systems_colours(still: Page, game: str, theme: Any) -> None:
    """Where the system chooses all colours, pieces keep theirs, or are drawn in its own."""
    still.emulate_media(color_scheme=theme, forced_colors="active")
    messages, pairs = SCREENS[game]
    show_still(still, session_after([SetSetting("theme", theme), *messages]))
    assert faint_pairs(still, pairs) == []


def test_no_field_makes_a_phone_zoom_in(still: Page, english: Screens) -> None:
    size = (TELEPHONE["width"], TELEPHONE["height"])
    told = look_at(still, size, SMALL_FIELDS, [document for _, document in english])
    assert by_fault(english, told) == {}
