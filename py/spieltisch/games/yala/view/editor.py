"""YALA's ring, set up by hand: stones come and go, and with them places."""

import re
from dataclasses import replace

from spieltisch.games.yala.rules.position import (
    COLOUR_OF,
    SEAT_OF,
    SITES,
    Colour,
    YalaPosition,
)
from spieltisch.games.yala.rules.rules import BEGINS, RING, WALL, read_board
from spieltisch.games.yala.view.board import stone
from spieltisch.games.yala.view.sentences import site_label
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Editor, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Setup
from spieltisch.table.typed import DARK_WORD, LIGHT_WORD, TO_MOVE

_WALL_TOLD = re.compile(rf" {WALL.name} ?[=:]? ?([0-9]{{1,2}})")
_LAST = re.compile(r" ?([dl._-]*) ([dlDL])| ?(\S+) (\S.*)")
"""The last tower and the side to move, which is a capital letter if it was told by a word."""

_BETWEEN = re.compile(r"(?<=[dl._-]) +(?=[dl._-]{2}|[dl._-] [dl._-])")
"""Blanks between towers, of which none is between the last one and the side to move."""
_TWO_TOWERS = re.compile(r"(?<=[dl]{2}) +(?=[dl]{2})")
_BEFORE_SIDE = re.compile(r"(?<! ) *[,;/] *(?=[DL]\b)")
_SIDE = re.compile(rf"\b(?:({DARK_WORD})|{LIGHT_WORD})\b")
_TO_MOVE = re.compile(rf" ?[,;:]? ?\b{TO_MOVE}\b ?:?")
_LABELLED = re.compile(r"\b([a-p]|[0-9]{1,2}) ?[:=] ?([^\W\d_]{0,12}|[-._])(?=[ ,;/]|$)[ ,;/]*")
"""A place, by its name or its number, and its tower."""
_ALPHABETS = (("d", "h"), ("o", "c"), ("s", "c"), ("e", "c"), ("b", "w"))
"""What dark and light begin with in the page's other languages, and what chess has."""
_DRAWN = str.maketrans({**dict.fromkeys("⚫●🖤", "d"), **dict.fromkeys("⚪○🤍", "l")})
"""Stones as chats draw them."""
_AROUND = str.maketrans(dict.fromkeys("()[]{}'\"", " "))
_SEATED = re.compile(
    r"(?<=[dl._-])[ ,;]+(?:(?:seat|side|player|spieler|joueur|jugador|jogador) )?([12])$"
)
"""The side to move, as it is numbered elsewhere."""
_APART = re.compile(r"(?<=[dl]) *[,;:-] *([dl])$")
"""The side to move behind the last of some towers with slashes between them."""


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
        towers, side, wall = read_board(text.split("|", 1)[0].strip())
        house = {RING.name: str(len(towers)), WALL.name: str(wall or _wall(draft))}
        chosen = {**dict(draft.options), **house}
        usual = ((RING.name, RING.default), (WALL.name, WALL.default))
        options = tuple(pair for pair in sorted(chosen.items()) if pair not in usual)
        return replace(draft, options=options, start=f"{'/'.join(towers)} {side}")

    def meant(self, draft: Setup, text: str) -> str:
        """Towers in any case, between slashes, commas, semicolons or blanks, or in any order with
        the names of their places; and the side to move, if told, also by a word."""
        small = _of_the_board(text.lower()).translate(_DRAWN).translate(_AROUND)
        wall = _WALL_TOLD.search(small)
        plain = _in_two_letters(_in_order(_WALL_TOLD.sub("", small)))
        told = _SEATED.sub(lambda seat: f" {COLOUR_OF[int(seat[1])].upper()}", plain.strip())
        *towers, last = _slashed(told, len(_parts(draft)[0])).split("/")
        found = _LAST.fullmatch(last)
        tower, side = last, ""
        if found is not None:
            tower, side = (found[1], found[2].lower()) if found[2] else (found[3], found[4])
        # An empty tower may be told by a dash.
        board = "/".join("".join(one.split()).strip("-._") for one in (*towers, tower))
        end = "" if wall is None else f" {WALL.name}={wall[1]}"
        return f"{board} {side or _parts(draft)[1]}{end}"

    def text(self, draft: Setup) -> str:
        wall = draft.option(WALL.name, WALL.default)
        return draft.start if wall == WALL.default else f"{draft.start} {WALL.name}={wall}"

    def position(self, draft: Setup) -> YalaPosition:
        return YalaPosition(*_parts(draft), wall=_wall(draft))

    def site_text(self, scene: Scene, site: str) -> str:
        is_there = site in SITES[: len(scene.position.towers)]
        return site_label(scene, None, site) if is_there else ""

    def implied(self, draft: Setup) -> tuple[tuple[str, str], ...]:
        side = _parts(draft)[1]
        return tuple((BEGINS.name, one) for one in BEGINS.choices if one[0] == side)

    def turn(self, draft: Setup) -> Seat:
        return SEAT_OF[_parts(draft)[1]]

    def with_turn(self, draft: Setup, seat: Seat) -> str:
        return f"{draft.start[:-1]}{COLOUR_OF[seat]}"


def _of_the_board(text: str) -> str:
    """A text without the boards before, which stand behind bars; but bars between towers."""
    board, _, _ = text.partition("|")
    return board if "/" in board or text.count("|") < len(SITES) // 3 else text.replace("|", "/")


def _in_order(text: str) -> str:
    """A text without the names of the towers' places, in their order, if each tower has one."""
    found = sorted((_place(name), tower) for name, tower in _LABELLED.findall(text))
    if len(found) < 2 or "".join(site for site, _ in found) != "".join(SITES[: len(found)]):
        return text
    return f"{'/'.join(tower or '-' for _, tower in found)} {_LABELLED.sub('', text)}".rstrip()


def _place(name: str) -> str:
    return SITES[int(name) - 1] if name.isdigit() and 0 < int(name) <= len(SITES) else name


def _in_two_letters(text: str) -> str:
    """A text with d and l for dark and light, in whichever language it tells them; a side that is
    told by a word is a capital letter."""
    plain = " ".join(_TO_MOVE.sub(" ", text).split())
    told = _SIDE.sub(lambda word: "D" if word[1] else "L", plain)
    if told[:2] in ("D ", "L "):
        # The side to move stands in front.
        told = f"{told[2:].lstrip(' ,;:')} {told[0]}"
    letters = set(re.findall(r"[^\W\d_]", told)) - {*"DL"}
    for dark, light in _ALPHABETS:
        if {light} <= letters <= {dark, light}:
            return told.translate({ord(dark): "d", ord(light): "l"})
    return told


def _slashed(text: str, ring: int) -> str:
    """A text with slashes between the towers, if it has others there; the ring has so many places
    now."""
    text = _BEFORE_SIDE.sub(" ", text)
    if "/" in text:
        # Where a line has ended, there is a blank alone.
        return _TWO_TOWERS.sub("/", _APART.sub(r" \1", text))
    if "," in text or ";" in text:
        *towers, last = re.split("[,;]", text)
        if last.strip() in ("d", "l") and len(towers) + 1 != ring:
            # It would be a tower too many: it is the side to move.
            return f"{'/'.join(one.strip() for one in towers)} {last.strip()}"
        return "/".join((*towers, last))
    return _BETWEEN.sub("/", text)


def _parts(draft: Setup) -> tuple[tuple[str, ...], Colour]:
    ring, _, side = draft.start.partition(" ")
    return tuple(ring.split("/")), "l" if side == "l" else "d"


def _wall(draft: Setup) -> int:
    return int(draft.option(WALL.name, WALL.default))


def _start(towers: list[str], draft: Setup) -> str:
    return f"{'/'.join(towers)} {_parts(draft)[1]}"


EDITOR = YalaEditor()
