"""Style sheets: five lengths at which the layout changes, layers, one way to write them."""

import re
from pathlib import Path

import pytest

from tools.project import PACKAGE, STATIC

MAIN = STATIC / "styles" / "main.css"
SHEETS = sorted([*MAIN.parent.glob("*.css"), *(PACKAGE / "games").glob("*/view/*.css")])
LENGTHS = re.findall(r"^     (\d+rem) ", MAIN.read_text(encoding="utf-8"), re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LONGEST_LINE = 120


OF_A_BOX = r"\d(?:%|(?:vw|vh|svh|dvh|cqw|cqh|cqi)\b)"
SIZED = re.compile(
    r"^\s*(font|font-size|gap|row-gap|column-gap|(?:padding|margin)(?:-[a-z-]+)?"
    r"|border-(?:[a-z-]+-)?radius):\s*([^;{}]+);",
    re.MULTILINE,
)
OUTSIDE = {
    "font-size: 0.65rem": "what six can answer to a call, on the smallest buttons",
    "font-size: clamp(0.72rem, 5cqh, var(--letters-5))": "the same round a device",
    "font-size: clamp(0.69rem, 3.4cqw, var(--letters-2))": "a long name beside one's own cards",
    "font-size: 0.6rem": "a key on such a button",
    "font-size: 0.68rem": "news where only a call has room",
    "font-size: 4rem": "a countdown, read from afar",
    "font-size: clamp(4rem, 20cqw, 6rem)": "a countdown over the cards",
    "font-size: 2.5rem": "the same on a low screen",
    "font-size: clamp(var(--letters-7), 7cqw, 2.4rem)": "the seconds of a call",
    "font-size: clamp(var(--letters-6), 5cqw, 2.4rem)": "a call on a screen that is the table",
    "font-size: clamp(var(--letters-8), 9cqw, 3.4rem)": "a phone that is one button",
    "font: 700 clamp(var(--letters-7), min(8.5cqw, 7vh), 2.8rem)": "a photo finish",
    "font-size: clamp(var(--letters-8), 1.3rem + 2.4vw, 3.2rem)": "a screen's title",
}
"""Sizes that are no step of a scale, and why."""


def raw_sizes(text: str) -> list[str]:
    """The sizes of letters, gaps and corners that are no step of their scale.

    Lengths in em are relative to the letters beside them, a drawing's letters are in px and scale
    with it, what grows with a box does so between two steps, and 1px is a line.
    """
    found = []
    for name, value in SIZED.findall(text):
        # What comes after the slash is the height of lines.
        said = (
            " ".join(value.split()).split(" / ")[0] if name == "font" else " ".join(value.split())
        )
        kept = said
        while inner := re.search(r"(?:clamp|min|max|calc)\(([^()]|\([^()]*\))*\)", kept):
            parts = re.split(r",(?![^(]*\))", inner[0])
            rest = ",".join(part for part in parts if not re.search(OF_A_BOX, part))
            kept = kept.replace(inner[0], re.sub(r"^\w+\(", "", rest))
        lengths = (
            r"[1-9.][\d.]*rem\b" if "font" in name else r"[1-9.][\d.]*rem\b|(?!1px)[1-9.][\d.]*px\b"
        )
        if re.search(lengths, kept) and f"{name}: {said}" not in OUTSIDE:
            found.append(f"{name}: {said}")
    return found


def rules_of(path: Path) -> str:
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def test_five_lengths_are_named() -> None:
    assert len(LENGTHS) == len(set(LENGTHS)) == 5


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_layout_changes_at_these_lengths_alone(path: Path) -> None:
    for query in re.findall(r"@media([^{]*)", rules_of(path)):
        assert set(re.findall(r"[\d.]+(?:rem|em|px|vw|vh|ch)", query)) <= set(LENGTHS), query
        # The two ways of writing one differ by what happens at the very length.
        assert not re.search(r"\b(?:min|max)-(?:width|height)", query), query


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_sheets_are_written_a_declaration_a_line(path: Path) -> None:
    """But a table of layouts, a layout a line."""
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > LONGEST_LINE] == []
    # Urls, and texts such as "}", hold no rule.
    rules = re.sub(r"\"[^\"]*\"", "", rules_of(path))
    found = re.findall(r"^.*\{[^\n}]+.*$|^.*;[^\n]*\S;.*$", rules, re.MULTILINE)
    assert found == [] or path.stem == "layouts"
    assert "!important" not in text


def test_every_shared_sheet_is_in_one_of_the_layers() -> None:
    text = MAIN.read_text(encoding="utf-8")
    order = re.findall(r"\w+", re.search(r"^@layer ([\w, ]+);", text, re.MULTILINE)[1])
    imported = re.findall(r'^@import url\("([\w.]+)"\) layer\((\w+)\);', text, re.MULTILINE)
    assert {name for name, _ in imported} == {path.name for path in MAIN.parent.glob("*.css")} - {
        "main.css"
    }
    # In the order in which they win.
    layers = [layer for _, layer in imported]
    assert layers == sorted(layers, key=order.index)
    assert set(layers) == set(order)
    assert rules_of(MAIN).count("{") == 0


def asked_inside(text: str) -> list[str]:
    """The selectors that look inside a node for what Python could have said of it."""
    found = re.findall(r"^[^{}@;]*:has\([^{}]*(?=\{)", text, re.MULTILINE)
    inner = re.compile(r"(\S*):has\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
    return [
        selector.strip()
        for selector in found
        for whose, what in inner.findall(selector)
        if whose not in ("html", "body") and not what.endswith(":focus-visible")
    ]


def test_what_only_python_knows_is_asked_by_no_selector() -> None:
    ours = "html:has(.notice)", "body:has(#a, #b) :is(p, b)", ".kept:has(a:focus-visible)"
    theirs = ".call:has(> .words)", ".a:not(:has(.b)) > .c", ".d .e:has(:is(.f:not(.g), h)), i"
    assert [one for one in ours if asked_inside(f"{one} {{\n")] == []
    assert [one for one in theirs if not asked_inside(f"{one} {{\n")] == []
    for path in SHEETS:
        assert asked_inside(rules_of(path)) == [], path


def doubled(text: str) -> list[str]:
    """The selectors that name a class of one node twice, only to win over others."""
    nodes = re.findall(r"(?:[.#:\w\[\]~=\"-]|\((?:[^()]|\([^()]*\))*\))+", text)
    own = [
        re.findall(r"\.[a-z][\w-]*", re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", node))
        for node in nodes
    ]
    return [node for node, names in zip(nodes, own, strict=True) if len(names) > len(set(names))]


def test_no_selector_names_a_class_twice() -> None:
    assert doubled(".aya.is-shared.is-shared .middle") == [".aya.is-shared.is-shared"]
    assert doubled(".a:not(.b).a > .c") == [".a:not(.b).a"]
    assert doubled(".a .a, .b:is(.a, .c):not(.a) > .a-b.a") == []
    for path in SHEETS:
        assert doubled(rules_of(path)) == [], path


def test_how_to_hide_from_the_eye_is_said_in_one_sheet() -> None:
    saying = [path.name for path in SHEETS if "clip-path: inset(50%)" in rules_of(path)]
    assert saying == ["hidden.css"]


def test_a_raw_size_is_found() -> None:
    raw = "font-size: 0.9rem", "padding: var(--gap-2) 0.7rem", "border-radius: 12px"
    raw += "gap: calc(2 * 0.3rem)", "font: 600 1.1rem / 1.2 serif", "margin-inline: -1rem"
    for one in raw:
        assert raw_sizes(f"a {{\n  {one};\n}}"), one
    ours = "font-size: var(--letters-2)", "padding: 0 0.3em", "border-radius: 50%", "gap: 0"
    ours += "font: 700 26px var(--font-ui)", "padding: max(var(--gap-2), 1rem + 4vw)"
    ours += ("font-size: clamp(var(--letters-2), 0.5rem + 3vw, var(--letters-5))",)
    for one in ours:
        assert raw_sizes(f"a {{\n  {one};\n}}") == [], one


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_sizes_are_steps_of_the_scales(path: Path) -> None:
    assert raw_sizes(rules_of(path)) == []


def test_the_scales_have_so_many_steps_and_each_is_used() -> None:
    base = rules_of(MAIN.parent / "base.css")
    steps = re.findall(r"^  --((?:letters|gap|radius)-\d): ", base, re.MULTILINE)
    counts = [sum(step.startswith(kind) for step in steps) for kind in ("letters", "gap", "radius")]
    assert counts == [8, 6, 4]
    all_rules = "".join(map(rules_of, SHEETS))
    assert [step for step in steps if f"var(--{step})" not in all_rules] == []
    assert [reason for size, reason in OUTSIDE.items() if size not in all_rules] == []
