"""What must be told apart can be: text 4.5:1, pieces and marks 3:1 on what they lie on (WCAG 2.2,
1.4.3 and 1.4.11), in both themes. Colours are the browser's own, of the styles as they are used.
"""

import pytest

from spieltisch.app.board.messages import Press
from spieltisch.app.core.messages import Navigate
from tests.still import session_after, show_still

TEXT, MARK = 4.5, 3.0

COLOURS = """
const probe = document.body.appendChild(document.createElement("span"));
probe.style.forcedColorAdjust = "none";
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const rgba = (text) => {
  if (!known.has(text)) known.set(text, measured(text));
  return known.get(text);
};
const measured = (text) => {
  probe.style.color = "";
  probe.style.color = text;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = getComputedStyle(probe).color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const luminance = (rgb) => {
  const [r, g, b] = rgb.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const over = (top, opacity, ground) =>
  top.slice(0, 3).map((part, i) => part * opacity + ground[i] * (1 - opacity));
const opacityOf = (node) => {
  if (!(node instanceof Element)) return 1;
  return Number(getComputedStyle(node).opacity) * opacityOf(node.parentElement);
};
"""

BOARD = """
(pairs) => {
  // The colours of "<selector> <property>", or of "var(--name)"; a gradient's are its stops'.
  const colours = (text) => {
    if (text.startsWith("var(")) return [{ rgb: rgba(text), opacity: 1 }];
    const [, selector, property] = text.match(/^(.*) (\\S+)$/);
    const node = document.querySelector(selector);
    if (!node) throw new Error(`nothing is ${selector}`);
    const style = getComputedStyle(node);
    const opacity = opacityOf(node) * Number(style[`${property}Opacity`]);
    const paint = style[property].match(/url\\(["']?#([^"')]+)/);
    if (!paint) return [{ rgb: rgba(style[property]), opacity }];
    const stops = [...document.getElementById(paint[1]).querySelectorAll("stop")];
    return stops.map((stop) => ({ rgb: rgba(getComputedStyle(stop).stopColor), opacity }));
  };
  const mean = (found) => ({
    rgb: [0, 1, 2].map((i) => found.reduce((sum, one) => sum + one.rgb[i], 0) / found.length),
    opacity: found[0].opacity,
  });
  return pairs.map(([fronts, ground]) => {
    const grounds = colours(ground).map((one) => one.rgb);
    // A piece is told by its body or by its rim, whichever stands out more; but everywhere.
    return Math.max(...fronts.map((front) => {
      const { rgb, opacity } = mean(colours(front));
      return Math.min(...grounds.map((under) => contrast(over(rgb, opacity, under), under)));
    }));
  });
}
"""

TEXTS = """
(least) => {
  // What lies under a node, up to the page itself.
  const ground = (node) => {
    if (!(node instanceof Element)) return rgba("var(--paper)");
    const [r, g, b, a] = rgba(getComputedStyle(node).backgroundColor);
    return a === 255 ? [r, g, b] : over([r, g, b], a / 255, ground(node.parentElement));
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim(), node = texts.currentNode.parentElement;
    const isOther = node.closest("svg, :disabled, [aria-disabled=true], .visually-hidden")
      || node.closest("label")?.control?.disabled;
    if (!text || isOther || !node.checkVisibility()) continue;
    const style = getComputedStyle(node), size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const under = ground(node);
    const ratio = contrast(over(rgba(style.color), opacityOf(node), under), under);
    const wanted = isLarge ? (least * 2) / 3 : least;
    if (ratio < wanted) faint.push(`${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
  }
  return faint;
}
"""


def measuring(script):
    """A function of the page that knows colours, and leaves nothing behind."""
    tidied = f"try {{ return ({script})(given); }} finally {{ probe.remove(); }}"
    return f"(given) => {{ {COLOURS} {tidied} }}"


RING = "#/play/yala?seats=human,human&start=dl/ld/ld/dl/ld/dl/ld/dl/dl/ld/dl/ld+d"
MYRA = "#/play/myra?seats=human,human,human&seed=1"
AYA = "#/play/aya?seats=human,human&seed=1"
MARKS = ("--glow", "--wall", "--hint", "--accent")

SCREENS = {
    "yala": (
        [Navigate(RING, 0.0)],
        [
            (TEXT, [".tower-name fill"], ".tabletop-face fill"),
            (TEXT, [".tower-height fill"], ".tabletop-face fill"),
            (
                MARK,
                [".stone-d .stone-side fill", ".stone-d .stone-side stroke"],
                ".tabletop-face fill",
            ),
            (
                MARK,
                [".stone-l .stone-side fill", ".stone-l .stone-side stroke"],
                ".tabletop-face fill",
            ),
            (MARK, [".stone-d .stone-mark stroke"], ".stone-d .stone-face fill"),
            (MARK, [".stone-inlay-l fill"], ".stone-l .stone-face fill"),
            *((MARK, [f"var({mark})"], ".tabletop-face fill") for mark in MARKS),
        ],
    ),
    "myra": (
        [Navigate(MYRA, 0.0), Press("b2", 1.0)],
        [
            (TEXT, [".pit-names text fill"], ".well-floors stroke"),
            (TEXT, [".rim-name fill"], ".hexagon-face fill"),
            (TEXT, [".rim-name fill"], ".hexagon-face stroke"),
            *(
                (MARK, [f".turned-{wood} fill", f".turned-{wood} stroke"], ".well-floors stroke")
                for wood in "dlb"
            ),
            *((MARK, [f".crown-{wood} fill"], f".turned-{wood}.is-queen fill") for wood in "dlb"),
            (MARK, [".mark-dot fill"], ".well-floors stroke"),
            *((MARK, [f"var({mark})"], ".well-floors stroke") for mark in MARKS),
            *((MARK, [f"var({mark})"], ".hexagon-face fill") for mark in MARKS),
        ],
    ),
    "aya": (
        [Navigate(AYA, 0.0)],
        [
            *(
                (
                    MARK,
                    [
                        f".aya-ball.is-{colour} .ball-face fill",
                        f".aya-ball.is-{colour} .ball-rim stroke",
                    ],
                    f".track-{ground} fill",
                )
                for colour in ("b", "y")
                for ground in ("channel", "zone")
            ),
        ],
    ),
}


PLACES = (
    "#/",
    *(f"#/{screen}/{game}" for screen in ("setup", "rules") for game in SCREENS),
    "#/settings",
    "#/key-test",
    "#/keys",
    RING,
    MYRA,
    "#/play/aya?seats=human,bot:1,human,human,bot:2,bot:3&seed=1",
    "#/play/aya?variant=rumkugeln&seats=human,human,human,human&seed=1",
)


@pytest.fixture(params=["light", "dark"])
def context_options(request):
    return {"color_scheme": request.param}


def faint_pairs(page, pairs):
    """What of a board does not stand out from what it lies on as much as it should."""
    found = page.evaluate(measuring(BOARD), [[fronts, ground] for _, fronts, ground in pairs])
    return [
        f"{ratio:.2f} < {least}: {' or '.join(fronts)} on {ground}"
        for (least, fronts, ground), ratio in zip(pairs, found, strict=True)
        if ratio < least
    ]


@pytest.mark.parametrize("game", SCREENS)
def test_what_lies_on_a_board_stands_out(still, game):
    messages, pairs = SCREENS[game]
    show_still(still, session_after(messages))
    assert faint_pairs(still, pairs) == []


def test_every_text_of_the_page_can_be_read(still):
    faint = {}
    for place in PLACES:
        show_still(still, session_after([Navigate(place, 0.0)]))
        faint[place] = still.evaluate(measuring(TEXTS), TEXT)
    assert {place: found for place, found in faint.items() if found} == {}
