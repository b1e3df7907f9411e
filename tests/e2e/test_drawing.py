"""A drawing by itself looks as the page draws the same board: each of its parts, in a browser."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.paint import paint_svg
from spieltisch.kit.scene import Scene
from tools.styles import one_sheet

PROPERTIES = (
    "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "opacity", "visibility", "paint-order", "font-family",
    "font-size", "font-weight", "letter-spacing", "text-anchor", "stop-color", "stop-opacity",
)  # fmt: skip

LOOKS = """([selector, properties]) => {
  const looks = (node) => {
    const style = getComputedStyle(node);
    const isText = /text|tspan/.test(node.tagName);
    const told = properties.filter((name) => isText || !/font|letter|anchor/.test(name));
    const [, ...shade] = /rgba\\((\\d+), (\\d+), (\\d+), (.+)\\)/.exec(style.fill) ?? [];
    if (shade.length) node.style.fill = `rgb(${shade.slice(0, 3)})`;
    if (shade.length) node.style.fillOpacity = shade[3];
    const seen = told.map((name) => `${name}: ${style.getPropertyValue(name)}`);
    const { width, height, x, y } = node.getBBox ? node.getBBox() : {};
    const box = [x, y, width, height].map((one) => one?.toFixed(1));
    return `${node.tagName} ${box} ${seen.join("; ")}`;
  };
  return [...document.querySelector(selector).querySelectorAll("*")]
    .filter((node) => !node.closest("defs"))
    .map(looks);
}"""


# Letters are a little wider or narrower at another scale.
SIZE = """<style>
main > svg { width: 800px !important; height: 900px !important; max-height: none !important }
</style>"""


def positions(game):
    yield game.view.picture_position()
    chance = Random(3)
    for seats in game.info.seat_counts[game.info.variants[0]][:2]:
        setup = replace(game.info.default_setup(), seats=seats, players=())
        start = game.rules.deal(setup, chance.shuffle)
        position = game.rules.initial_position(replace(setup, start=start))
        for number in range(60):
            if number % 20 == 0:
                yield position
            seats_now = sorted(position.active_seats)
            if not seats_now:
                break
            seat = chance.choice(seats_now)
            position = position.apply(seat, chance.choice(position.legal_actions(seat)))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", catalog.FOLDERS)
def test_each_part_looks_as_in_the_page(page, name, theme):
    game, sheet = catalog.game_of(name), one_sheet()
    for position in positions(game):
        board = game.view.board(Scene(position=position, is_picture=True))
        paint = whole(paint_svg(game.view.paint()))
        root = f"<html data-theme={theme}><head><style>{sheet}</style></head>"
        page.set_content(
            f"<!doctype html>{root}<body>{paint}{SIZE}<main>{whole(board)}</main></body>"
        )
        in_page = page.evaluate(LOOKS, ["main > svg", PROPERTIES])
        page.set_content(f"<!doctype html>{SIZE}<main>{game.drawing(position, theme=theme)}</main>")
        alone = page.evaluate(LOOKS, ["main > svg", PROPERTIES])
        assert len(alone) > 20
        assert [pair for pair in zip(alone, in_page, strict=True) if len({*pair}) > 1][:1] == []
