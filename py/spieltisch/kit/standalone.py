"""Drawings that need nothing of the page: each of their parts has the look that the page's styles
give it as attributes of its own, so that a notebook, a viewer or a document shows them alike.

Of style sheets as much is read as the boards' drawings are made with: rules by tags, classes,
attributes, ``:not`` and ``:is``, and variables. What depends on a screen, a pointer or the time is
left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pkgutil import get_data
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from spieltisch.kit.markup import Markup, whole
from spieltisch.kit.paint import rounded
from spieltisch.kit.scene import Theme

PALETTE = ("spieltisch.kit", "palette.css")

_PROPERTIES = frozenset(
    {
        "dominant-baseline",
        "fill",
        "fill-opacity",
        "font-family",
        "font-size",
        "font-style",
        "font-weight",
        "letter-spacing",
        "opacity",
        "overflow",
        "paint-order",
        "stop-color",
        "stop-opacity",
        "stroke",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "stroke-width",
        "text-anchor",
        "visibility",
    }
)
"""What a drawing's elements take as attributes."""

_COLOURS = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
"""The colours, each with what says how much of it is seen."""

_FONT = re.compile(r"(?P<weight>\d+ )?(?P<size>\S+?)(?: / \S+)? (?P<family>.+)")
_RGB = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
_TOKEN = re.compile(
    r"(?P<tag>^[a-zA-Z]+|^\*)|\.(?P<class>[\w-]+)|\[(?P<name>[\w-]+)(?:=\"(?P<value>[^\"]*)\")?\]"
    r"|:(?P<pseudo>not|is)\((?P<inside>(?:[^()]|\([^()]*\))*)\)|(?P<root>:root)"
)


def standalone(board: Markup, paint: Markup, module: str, theme: Theme, width: int) -> str:
    """A drawing as a whole SVG file, some pixels wide: with the paint that it refers to, and the
    looks of the ``style.css`` beside a view's module.

    >>> from spieltisch.games.yala.game import GAME
    >>> drawing = GAME.drawing(GAME.view.picture_position())
    >>> drawing[:50], "class=" in drawing, "var(" in drawing
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0', False, False)
    """
    svg = ElementTree.fromstring(whole(board))
    defs = ElementTree.fromstring(f"<defs>{rounded('wood-table')}{whole(paint)}</defs>")
    svg.insert(0, defs)
    body = Element("body")
    body.append(svg)
    rules, variables = _sheets(module, theme)
    _paint(body, (), rules, variables, theme)
    _, _, wide, high = map(float, svg.attrib["viewBox"].split())
    size = {"width": str(width), "height": str(round(width * high / wide))}
    svg.attrib = {"xmlns": "http://www.w3.org/2000/svg", **svg.attrib, **size}
    return ElementTree.tostring(svg, encoding="unicode")


# ---------------------------------------------------------------------- sheets


_A_CLASS = 1000
"""How many tags a class or an attribute outweighs."""


class _Compound(NamedTuple):
    """What one element has to be for a selector."""

    tag: str | None
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]
    one_of: tuple[tuple["_Selector", ...], ...]
    none_of: tuple["_Selector", ...]

    def fits(self, element: Element, above: Sequence[Element]) -> bool:
        return (
            self.tag in (None, "*", element.tag)
            and self.classes.issubset(element.get("class", "").split())
            and all(
                name in element.attrib and value in (None, element.attrib[name])
                for name, value in self.attributes
            )
            and all(any(one.fits(element, above) for one in some) for some in self.one_of)
            and not any(one.fits(element, above) for one in self.none_of)
        )


class _Selector(NamedTuple):
    """A selector: the last part is the element's, the others those of elements above it."""

    parts: tuple[_Compound, ...]
    are_children: tuple[bool, ...]
    """Whether each part but the first is a child of the one before, and not only below it."""
    weight: int

    def fits(self, element: Element, above: Sequence[Element]) -> bool:
        if not self.parts[-1].fits(element, above):
            return False
        if len(self.parts) == 1:
            return True
        rest = _Selector(self.parts[:-1], self.are_children[:-1], 0)
        places = range(len(above) - 1, -1, -1)
        reach = places[:1] if self.are_children[-1] else places
        return any(rest.fits(above[place], above[:place]) for place in reach)


class _Rule(NamedTuple):
    selector: _Selector
    declarations: tuple[tuple[str, str], ...]


@lru_cache(maxsize=16)
def _sheets(module: str, theme: Theme) -> tuple[tuple[_Rule, ...], Mapping[str, str]]:
    """The rules that a game's drawings have, the weightiest last, and the variables."""
    variables: dict[str, str] = {}
    rules: list[_Rule] = []
    for place, file in (PALETTE, (module, "style.css")):
        for heads, declarations in _blocks(_read(place, file)):
            if heads == ":root":
                variables |= {key: value for key, value in declarations if key.startswith("--")}
            else:
                found = (_selector(head) for head in _split(heads, ","))
                rules += [_Rule(one, declarations) for one in found if one is not None]
    rules.sort(key=lambda rule: rule.selector.weight)
    return tuple(rules), variables


def _read(module: str, file: str) -> str:
    """A style sheet with those that it imports; empty if there is none."""
    try:
        text = (get_data(module, file) or b"").decode()
    except FileNotFoundError:
        return ""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r'@import url\("([\w.-]+)"\);', lambda found: _read(module, found[1]), text)


def _blocks(sheet: str) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The rules of a sheet, each as its selectors and what it declares, without those that hold in
    some surroundings alone."""
    at = 0
    while (opening := sheet.find("{", at)) >= 0:
        head, depth, end = sheet[at:opening].strip(), 1, opening + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(sheet[end], 0)
            end += 1
        if not head.startswith("@"):
            pairs = (one.partition(":") for one in _split(sheet[opening + 1 : end - 1], ";"))
            yield head, tuple((name.strip(), value.strip()) for name, _, value in pairs if value)
        at = end


def _split(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == sign and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts if part.strip()]


@lru_cache(maxsize=2048)
def _selector(text: str) -> _Selector | None:
    """A selector; None for one that asks for more than a still drawing has."""
    parts: list[_Compound] = []
    are_children: list[bool] = []
    weight, is_child = 0, False
    for word in _split(text.replace(">", " > "), " "):
        if word == ">":
            is_child = True
            continue
        made = _compound(word)
        if made is None:
            return None
        compound, its_weight = made
        if parts:
            are_children.append(is_child)
        parts.append(compound)
        weight, is_child = weight + its_weight, False
    return _Selector(tuple(parts), tuple(are_children), weight)


def _compound(word: str) -> tuple[_Compound, int] | None:
    tag, classes, attributes = None, set(), []
    one_of: list[tuple[_Selector, ...]] = []
    none_of: list[_Selector] = []
    at, weight = 0, 0
    while at < len(word):
        found = _TOKEN.match(word, at)
        if found is None:
            return None
        at = found.end()
        if found["tag"]:
            tag, weight = found["tag"], weight + 1
        elif found["class"]:
            classes.add(found["class"])
        elif found["name"]:
            attributes.append((found["name"], found["value"]))
        elif found["root"]:
            tag = "html"
        else:
            inside = [_selector(one) for one in _split(found["inside"], ",")]
            known = tuple(one for one in inside if one is not None)
            if found["pseudo"] == "not":
                none_of += known
            else:
                one_of.append(known)
            weight += max((one.weight for one in known), default=0)
    made = _Compound(tag, frozenset(classes), tuple(attributes), tuple(one_of), tuple(none_of))
    return made, weight + _A_CLASS * (len(classes) + len(attributes))


# ----------------------------------------------------------------------- paint


def _paint(
    element: Element,
    above: tuple[Element, ...],
    rules: Sequence[_Rule],
    variables: Mapping[str, str],
    theme: Theme,
) -> None:
    """Give an element and all in it their looks as attributes; what is not seen is taken out."""
    inside = (*above, element)
    for child in list(element):
        looks: dict[str, str] = {}
        for rule in rules:
            if rule.selector.fits(child, inside):
                looks |= rule.declarations
        if looks.get("display") == "none":
            element.remove(child)
            continue
        own = {name: value for name, value in looks.items() if name.startswith("--")}
        known = {**variables, **own} if own else variables
        _paint(child, inside, rules, known, theme)
        told = {name: _resolved(value, known, theme) for name, value in looks.items()}
        child.attrib = _attributes(child.attrib, told)


def _attributes(given: Mapping[str, str], looks: Mapping[str, str]) -> dict[str, str]:
    told = {
        name: value
        for name, value in given.items()
        if name != "class" and not name.startswith(("data-", "aria-h"))
    }
    for name, value in looks.items():
        if name == "font" and (font := _FONT.fullmatch(value)):
            told["font-family"], told["font-size"] = font["family"], font["size"]
            told["font-weight"] = (font["weight"] or "400").strip()
        elif name == "translate":
            across, down = (*value.replace("px", "").split(), "0")[:2]
            told["transform"] = f"translate({across} {down}) {told.get('transform', '')}".strip()
        elif name in _COLOURS and (colour := _RGB.fullmatch(value)):
            told[name] = "#" + "".join(f"{int(part):02x}" for part in colour.groups()[:3])
            told[_COLOURS[name]] = str(int(colour[4]) / 100)
        elif name in _PROPERTIES:
            told[name] = "none" if value == "transparent" else value
    return told


def _resolved(value: str, variables: Mapping[str, str], theme: Theme) -> str:
    """A value without variables, as it is in a theme."""
    while found := re.search(r"var\((--[\w-]+)\)", value):
        value = value.replace(found[0], variables.get(found[1], "none"))
    while (at := value.find("light-dark(")) >= 0:
        start = end = at + len("light-dark(")
        depth = 1
        while depth:
            depth += {"(": 1, ")": -1}.get(value[end], 0)
            end += 1
        light, dark = _split(value[start : end - 1], ",")
        value = value[:at] + (light if theme == "light" else dark) + value[end:]
    return value
