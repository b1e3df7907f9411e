"""Printed, everything is dark on white, whatever the theme: browsers print no backgrounds."""

import pytest

from spieltisch.play.code_text import pack_text
from tests.e2e.aya_player import link
from tests.e2e.yala_player import recorded_link
from tests.sets import FIVE

pytestmark = pytest.mark.running_page

PLACES = [
    "#/", "#/setup/aya", "#/setup/yala", "#/rules/yala", "#/rules/myra", "#/rules/aya",
    "#/settings", "#/matches", "#/statistics", "#/import", "#/key-test", "#/keys",
    "#/play/yala?seats=human,human&seed=3", "#/play/myra?seats=human,bot:1&seed=3",
    link("aya-oye", "zoch", "human,human", seed=9), "#/puzzle/yala", "#/learn/myra",
    "#/run/yala", "#/duel/aya", "#/spot/aya", f"#/study/{pack_text(FIVE)}",
]  # fmt: skip
# The least contrast of a text with white, and which it is; texts on a drawing lie on its surfaces.
FAINTEST = """() => {
    const linear = part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const contrast = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = "#fff";
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(n => linear(n / 255));
        return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
    };
    const found = [21, ""];
    const drawn = "svg, svg *, option, :disabled, :disabled *, .visually-hidden, [popover] *";
    for (const node of document.querySelectorAll(`#app *:not(${drawn})`)) {
        const texts = [...node.childNodes].filter(one => one.nodeType === 3);
        const text = texts.map(one => one.data).join("").trim();
        if (!text || !node.checkVisibility()) continue;
        const told = contrast(getComputedStyle(node).color);
        if (told < found[0]) found.splice(0, 2, told, text);
    }
    return found;
}"""

# Buttons and panels with a colour of their own, which browsers print if they are asked to.
PAINTED = """() => [...document.querySelectorAll("#app *:not(svg, svg *)")].filter(node => {
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    const isBare = ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(backgroundColor);
    return node.checkVisibility() && !(isBare && backgroundImage === "none");
}).map(node => node.outerHTML.slice(0, 80))"""

# What stays in sight on a screen, and would lie over other things on paper.
STUCK = """() => [...document.querySelectorAll("#app *:not(svg, svg *)")].filter(node =>
    ["sticky", "fixed"].includes(getComputedStyle(node).position)
    && node.checkVisibility() && node.getBoundingClientRect().height
).map(node => node.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=str)
def test_nothing_lies_over_anything_else(open_ready, size):
    """Paper of any width: a page in print is laid out as on a screen of that width."""
    page = open_ready()
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for place in [*PLACES, recorded_link()]:
        open_ready(place)
        page.emulate_media(media="print")
        assert page.evaluate(STUCK) == [], place
        page.emulate_media(media="screen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_text_is_dark(open_ready, theme, scheme):
    page = open_ready("#/settings")
    page.emulate_media(media="screen", color_scheme=scheme)
    page.locator("label", has=page.locator(f"#theme-{theme}")).click()
    for place in PLACES:
        open_ready(place)
        page.emulate_media(media="print", color_scheme=scheme)
        contrast, text = page.evaluate(FAINTEST)
        assert contrast >= 4.5, (place, text)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(255, 255, 255)"
        assert page.evaluate(PAINTED) == [], place
        page.emulate_media(media="screen", color_scheme=scheme)
    open_ready("#/settings")
    page.locator("label", has=page.locator("#theme-auto")).click()


CUT = """() => [...document.querySelectorAll(".panel, #moves")].filter((node) => {
  const { overflowY, maxHeight } = getComputedStyle(node);
  const isWhole = node.scrollHeight <= node.clientHeight + 1;
  return overflowY !== "visible" || maxHeight !== "none" || !isWhole;
}).map((node) => node.id || node.className)"""

BUTTONS = """() => [...document.querySelectorAll("main .button, main input, main summary")]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 2)
  .map((node) => node.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_match_has_its_whole_list_and_no_buttons(open_ready, size):
    page = open_ready()
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    going = "#/play/yala?seats=human,human&seed=3"
    for place in (recorded_link(), going, "#/play/myra?seats=human,human&seed=3"):
        open_ready(place)
        page.emulate_media(media="print")
        assert page.evaluate(CUT) == [], place
        assert page.evaluate(BUTTONS) == [], place
        page.emulate_media(media="screen")
