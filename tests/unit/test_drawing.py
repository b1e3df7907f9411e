"""Drawings that need nothing of the page, for notebooks and files."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from spieltisch.games import catalog
from spieltisch.kit.markup import el
from spieltisch.kit.standalone import standalone
from tests import fourth

NAMES = (*catalog.FOLDERS, fourth.NAME)


def start_of(game, seats=None):
    setup = game.info.default_setup()
    setup = replace(setup, seats=seats or setup.seats, players=())
    return game.rules.initial_position(
        replace(setup, start=game.rules.deal(setup, Random(4).shuffle))
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_a_whole_file(name, theme):
    with fourth.in_catalogue():
        game = catalog.game_of(name)
        text = game.drawing(game.view.picture_position(), theme=theme, width=300)
    svg = ElementTree.fromstring(text)
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    wide, high = map(float, svg.get("viewBox").split()[2:])
    assert (svg.get("width"), svg.get("height")) == ("300", str(round(300 * high / wide)))
    assert not re.search(
        r"class=|data-|var\(|light-dark|<style|<script| style=|http(?!://www.w3)", text
    )
    ids = {one.get("id") for one in svg.iter() if one.get("id")}
    assert set(re.findall(r"url\(#([\w-]+)\)|href=\"#([\w-]+)", text)) <= {
        pair for one in ids for pair in ((one, ""), ("", one))
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_draws_a_position(name):
    with fourth.in_catalogue():
        game = catalog.game_of(name)
        position, other = start_of(game), game.view.picture_position()
        assert position._repr_svg_() == game.drawing(position) == game.drawing(position)
        assert other._repr_svg_() != position._repr_svg_()


def test_it_has_the_colours_of_its_theme_and_is_seen_from_a_seat():
    game = catalog.game_of("myra")
    position = start_of(game, seats=3)
    told = {
        game.drawing(position, seat, theme) for seat in (1, 2, 3) for theme in ("light", "dark")
    }
    assert len(told) == 6


class View:
    """Its module has no sheet beside it."""


@pytest.mark.parametrize(
    ("markup", "looks"),
    [
        (el("ellipse.tower-shadow"), {"fill": "#2a1c0c", "fill-opacity": "0.28"}),
        (el("g.tower.is-last", el("ellipse.tower-shadow")), {"fill": "#124d3b"}),
        (el("g.tower.is-last", el("g", el("ellipse.tower-shadow"))), {"fill": "#124d3b"}),
        (el("path.stone-mark"), {}),
        (el("g.stone-l", el("path.stone-mark")), {"fill": "none", "stroke-width": "3"}),
        (el("g.tower.is-dead", el("g.stone-d", el("path.stone-face"))), {"fill": "#6d6963"}),
        (el("g.tower.is-movable", el("path.tower-outline")), {"stroke-width": "5"}),
        (
            el("text.tower-name", {"transform": "scale(2)"}),
            {"transform": "translate(0 9) scale(2)"},
        ),
        (el("rect.tower-outline", {"stroke": "red"}), {"stroke": "none"}),
        (el("rect", {"stroke": "red", "data-site": "a", "class": "x"}), {"stroke": "red"}),
    ],
)
def test_looks_are_those_of_the_sheets(markup, looks):
    board = el("svg.board-yala.is-picture", {"viewBox": "0 0 10 10"}, markup)
    text = standalone(board, el("g"), "spieltisch.games.yala.view.view", "light", 10)
    *_, last = ElementTree.fromstring(text).iter()
    assert {name: last.get(name) for name in looks} == looks
    assert not {"class", "data-site"} & last.attrib.keys()


def test_a_game_without_a_sheet_is_drawn_as_its_markup_says():
    board = el("svg", {"viewBox": "0 0 10 10"}, el("rect.stone-face", {"fill": "blue"}))
    text = standalone(board, el("g"), __name__, "light", 10)
    assert 'fill="blue"' in text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"theme": "drak"}, "'drak' is no theme; choose from light, dark"),
        ({"theme": ""}, "is no theme"),
        ({"width": 0}, "a drawing is 1 to 100000 pixels wide"),
        ({"width": -1}, "pixels wide"),
        ({"width": 0.5}, "pixels wide"),
        ({"width": 100_000.5}, "pixels wide"),
        ({"width": 10**400}, "pixels wide"),
        ({"width": float("nan")}, "pixels wide"),
    ],
)
def test_what_nobody_can_draw_is_refused(asked, told):
    game = catalog.game_of("yala")
    with pytest.raises(ValueError, match=told):
        game.drawing(game.begin(seed=1), **asked)
