"""YALA's ring, set up by hand: stones come and go, and with them places."""

import re
from collections.abc import Iterator
from dataclasses import replace

from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    FEWEST_PLACES,
    MAX_HEIGHT,
    MOST_PLACES,
    PLACES,
    SEAT_OF,
    SITES,
    Colour,
    YalaPosition,
)
from spieltisch.games.yala.rules.rules import BEGINS, RING, WALL, is_uneven_start
from spieltisch.games.yala.view.board import stone
from spieltisch.games.yala.view.sentences import site_label
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Editor, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Setup

_TOWER = f"[dl]{{0,{2 * MOST_PLACES}}}"
_DRAFT = re.compile(
    f"({_TOWER}(?:/{_TOWER}){{{FEWEST_PLACES - 1},{MOST_PLACES - 1}}} [dl])"
    rf"(?: {WALL.name}=({'|'.join(WALL.choices[1:])}))?"
)


class YalaEditor(Editor):
    """A draft's start is a board text with any stones; how high a wall is, its option says."""

    options = (RING.name, WALL.name)

    def pieces(self, draft: Setup) -> tuple[str, ...]:
        return ("d", "l", "")

    def piece(self, piece: str, names: Names, words: Words) -> tuple[str, Markup]:
        if not piece:
            return words.gettext("Take away"), Markup("")
        label = words.gettext("Dark stone") if piece == "d" else words.gettext("Light stone")
        shape = {"viewBox": "-80 -60 160 92", "aria-hidden": "true"}
        return label, el("svg.board-yala", {**shape}, stone(piece, 0))

    def put(self, draft: Setup, piece: str, site: str) -> str:
        """A stone goes onto the tower, if there is room; else the top one goes."""
        towers = list(_parts(draft)[0])
        if site not in SITES[: len(towers)]:
            return draft.start
        place = SITES.index(site)
        if piece:
            towers[place] += piece if len(towers[place]) < _wall(draft) else ""
        else:
            towers[place] = towers[place][:-1]
        return _start(towers, draft)

    def carried(self, draft: Setup, origin: str, goal: str) -> str:
        """The top stone goes, if there is room."""
        towers = list(_parts(draft)[0])
        if not {origin, goal} <= {*SITES[: len(towers)]}:
            return draft.start
        start, end = SITES.index(origin), SITES.index(goal)
        if towers[start] and len(towers[end]) < _wall(draft):
            towers[start], stone = towers[start][:-1], towers[start][-1]
            towers[end] += stone
        return _start(towers, draft)

    def emptied(self, draft: Setup) -> str:
        return _start([""] * len(_parts(draft)[0]), draft)

    def read(self, draft: Setup, text: str) -> Setup:
        """Its ring is as large as the text has towers; a wall as high as it says, if it does."""
        found = _DRAFT.fullmatch(text.split("|", 1)[0].strip())
        if found is None:
            most = f"{FEWEST_PLACES} to {MOST_PLACES}"
            raise ValueError(f"{text!r} is not {most} towers, a space and the side to move")
        board, told = found.groups()
        house = {RING.name: str(board.count("/") + 1), WALL.name: told or str(_wall(draft))}
        chosen = {**dict(draft.options), **house}
        usual = ((RING.name, RING.default), (WALL.name, WALL.default))
        options = tuple(pair for pair in sorted(chosen.items()) if pair not in usual)
        return replace(draft, options=options, start=board)

    def text(self, draft: Setup) -> str:
        wall = draft.option(WALL.name, WALL.default)
        return draft.start if wall == WALL.default else f"{draft.start} {WALL.name}={wall}"

    def position(self, draft: Setup) -> YalaPosition:
        return YalaPosition(*_parts(draft), wall=_wall(draft))

    def site_text(self, scene: Scene, site: str) -> str:
        is_there = site in SITES[: len(scene.position.towers)]
        return site_label(scene, None, site) if is_there else ""

    def flaws(self, draft: Setup, names: Names, words: Words) -> list[str]:
        return list(self._flaws(draft, names, words))

    def _flaws(self, draft: Setup, names: Names, words: Words) -> Iterator[str]:
        towers, to_move = _parts(draft)
        for colour, seat in SEAT_OF.items():
            count = "".join(towers).count(colour)
            if count != len(towers):
                template = words.ngettext(
                    "{name} has {n} stone. There have to be {most}.",
                    "{name} has {n} stones. There have to be {most}.",
                    count,
                )
                yield template.format(name=names[seat - 1], n=count, most=len(towers))
        wall = _wall(draft)
        for site, tower in zip(SITES, towers, strict=False):
            if len(tower) > wall:
                template = words.gettext("The tower on {site} is higher than five.")
                if wall != MAX_HEIGHT:
                    template = words.gettext(
                        "The tower on {site} has more than {n} stones, the height of a wall here."
                    )
                yield template.format(site=site, n=wall)
        if is_uneven_start(towers):
            if len(towers) == PLACES:
                told = words.gettext(
                    "Twelve towers of one dark and one light stone are a start, and in a start six"
                    " of them have the dark stone on top."
                )
            else:
                told = words.gettext(
                    "If every tower has one dark and one light stone, half of them must have the"
                    " dark stone on top. With an odd number of towers, one more or one fewer."
                )
            yield told
        if self.position(draft).outcome:
            name = names[SEAT_OF[to_move] - 1]
            yield words.gettext("It is {name}'s turn, but that side has no move.").format(name=name)

    def implied(self, draft: Setup) -> tuple[tuple[str, str], ...]:
        side = _parts(draft)[1]
        return tuple((BEGINS.name, one) for one in BEGINS.choices if one[0] == side)

    def turn(self, draft: Setup) -> Seat:
        return SEAT_OF[_parts(draft)[1]]

    def with_turn(self, draft: Setup, seat: Seat) -> str:
        return f"{draft.start[:-1]}{COLOUR_OF[seat]}"


def _parts(draft: Setup) -> tuple[tuple[str, ...], Colour]:
    ring, _, side = draft.start.partition(" ")
    return tuple(ring.split("/")), "l" if side == "l" else "d"


def _wall(draft: Setup) -> int:
    return int(draft.option(WALL.name, WALL.default))


def _start(towers: list[str], draft: Setup) -> str:
    return f"{'/'.join(towers)} {_parts(draft)[1]}"


EDITOR = YalaEditor()
