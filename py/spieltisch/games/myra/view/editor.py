"""Myra's pits, queens and reserves, set up by hand."""

import re
from collections.abc import Sequence
from dataclasses import replace

from spieltisch.games.myra.rules import core, rules
from spieltisch.games.myra.rules.core import NO_PIECES, RESERVE, Board
from spieltisch.games.myra.rules.hexagon import CELL_OF, EDGE_OF, mask_of
from spieltisch.games.myra.rules.position import MyraPosition, Piece, sites_of
from spieltisch.games.myra.view.pieces import drawing
from spieltisch.games.myra.view.sentences import piece_text, pit_label
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Editor, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Player, Seat, Setup
from spieltisch.table.typed import TO_MOVE

_EDGE_TOLD = re.compile(r" edge ?[=:]? ?([0-9]{1,2})")
_PIECE = re.compile(f"([qkrd1-{core.FORTRESS}])([a-k])([0-9]{{1,2}})")
_RESERVE = re.compile("r[0-9]{1,2}")
_APART = re.compile(rf"\b([qkrd1-{core.FORTRESS}])\s+([a-k]?[0-9])")
"""A piece and its place, or an r and its number, with a blank between them."""
_QUEEN = re.compile(r"\b(?:queen|königin|koenigin|re[iy]na|reine|rainha|dam[ae])[: ]*")
_IN_RESERVE = re.compile(
    r"\b(?:reserv[ea]|réserve|vorrat|v(?= ?[:=]? ?[0-9]))[:= ]*|\br ?[:=] ?(?=[0-9])"
)
"""What the page calls these in its languages; k, r and d are queens there, too."""
_SEAT_WORD = r"(?:(?:side|seat|seite|camp|lado|bando|player|spieler|joueur|jugador|jogador) ?)?"
_NEXT = re.compile(
    rf"[,;]? ?{_SEAT_WORD}\b([0-9]+) {TO_MOVE}\b ?:?"
    rf"|[,;]? ?\b{TO_MOVE}\b ?:? ?{_SEAT_WORD}([0-9]+) ?:?"
)
"""The seat to act, as it is told in words."""
_SEATED = re.compile(rf"^\s*{_SEAT_WORD}([0-9]+)\s*$")
_LABEL = re.compile(rf"^\s*{_SEAT_WORD}[1-3] ?:")
_LAST_SEAT = re.compile(rf"(r[0-9]+|\)) ?[,/]? {_SEAT_WORD}([1-3])$")
"""The seat to act behind a reserve, without a semicolon."""
_COUNTED = re.compile(r"\(([0-9]{1,2})\)")
"""A reserve in brackets."""
_AT = re.compile(rf"\b([qkrd1-{core.FORTRESS}])@(?=[a-k])")
_BEHIND = re.compile(
    rf"\b([a-k][0-9]{{1,2}}) ?[:=] ?([qkrd1-{core.FORTRESS}])\b|\b([a-k][0-9]{{1,2}})q\b"
)
"""A piece behind its place."""


class MyraEditor(Editor):
    """A draft's start is a board text with any pieces; a piece is its seat and ``Q`` or a number of
    soldiers, such as ``2Q`` or ``14``."""

    options = (rules.HOUSE_EDGE.name,)

    def pieces(self, draft: Setup) -> tuple[str, ...]:
        seats, kinds = range(1, draft.seats + 1), ("Q", *core.SIZES)
        return (*(f"{seat}{one}" for seat in seats for one in kinds), "")

    def piece(self, piece: str, names: Names, words: Words) -> tuple[str, Markup]:
        if not piece:
            return words.gettext("Take away"), Markup("")
        lying = Piece(int(piece[0]), 0 if piece[1] == "Q" else int(piece[1]))
        shape = {"viewBox": "-46 -46 92 92", "aria-hidden": "true"}
        return piece_text(lying, names, words), el("svg.board-myra", {**shape}, drawing(lying))

    def put(self, draft: Setup, piece: str, site: str) -> str:
        """A piece takes the place of what lies there. A queen comes from where she was; what lies
        there already is taken away."""
        board = _board(draft)
        if site not in sites_of(board.pits):
            return draft.start
        pit = mask_of(site)
        sides = [list(core.remaining(side, pit)) for side in board.sides]
        if piece:
            side = sides[int(piece[0]) - 1]
            slot = 0 if piece[1] == "Q" else int(piece[1])
            if not board.sides[int(piece[0]) - 1][slot] & pit:
                side[slot] = side[slot] | pit if slot else pit
        return rules.format_board(board._replace(sides=tuple(map(tuple, sides))))

    def carried(self, draft: Setup, origin: str, goal: str) -> str:
        board = _board(draft)
        if not {origin, goal} <= {*sites_of(board.pits)}:
            return draft.start
        start, end = mask_of(origin), mask_of(goal)
        if start == end or not any(core.occupied(side) & start for side in board.sides):
            return draft.start
        sides = tuple(
            (*(mask ^ start | end if mask & start else mask & ~end for mask in masks), reserve)
            for *masks, reserve in board.sides
        )
        return rules.format_board(board._replace(sides=sides))

    def emptied(self, draft: Setup) -> str:
        board = _board(draft)
        sides = tuple((*NO_PIECES[:RESERVE], side[RESERVE]) for side in board.sides)
        return rules.format_board(board._replace(sides=sides))

    def read(self, draft: Setup, text: str) -> Setup:
        board = rules.read_board(text.split("|", 1)[0].strip())
        seats, edge = len(board.sides), str(EDGE_OF[board.pits])
        others = [pair for pair in draft.options if pair[0] != rules.HOUSE_EDGE.name]
        is_house = edge != rules.HOUSE_EDGE.default
        return replace(
            draft,
            options=(*others, *[(rules.HOUSE_EDGE.name, edge)] * is_house),
            seats=seats,
            players=(Player(),) * seats,
            start=rules.format_board(board),
        )

    def meant(self, draft: Setup, text: str) -> str:
        """Pieces in any case and order, with any blanks, and the seat to act, if it is told."""
        board = text.lower().split("|", 1)[0]
        # The boards before stand behind bars; but there may be one between the sides.
        small = board if "/" in board else text.lower().replace("|", "/")
        edge = _EDGE_TOLD.search(small)
        told = _IN_RESERVE.sub("r", _QUEEN.sub("q", _EDGE_TOLD.sub(" ", small)))
        fields, rest = _parted(_NEXT.sub(lambda seat: f" ; {seat[1] or seat[2]} ; ", told))
        seat = " ".join(rest.split()) or str(_board(draft).seat)
        sides = " / ".join(map(_meant_side, fields.split("/")))
        length = rules.HOUSE_EDGE.default if edge is None else edge[1]
        end = "" if length == rules.HOUSE_EDGE.default else f" edge={length}"
        return f"{sides} ; {seat}{end}"

    def position(self, draft: Setup) -> MyraPosition:
        return MyraPosition(_board(draft))

    def site_text(self, scene: Scene, site: str) -> str:
        return pit_label(scene, None, site) if site in scene.position.sites else ""

    def turn(self, draft: Setup) -> Seat:
        return _board(draft).seat

    def with_turn(self, draft: Setup, seat: Seat) -> str:
        return rules.format_board(_board(draft)._replace(seat=seat))

    def reserves(self, draft: Setup) -> Sequence[int]:
        return [side[RESERVE] for side in _board(draft).sides]

    def with_reserve(self, draft: Setup, seat: Seat, count: int) -> str:
        board = _board(draft)
        sides = list(board.sides)
        sides[seat - 1] = (*sides[seat - 1][:RESERVE], min(max(count, 0), rules.RESERVE_EACH))
        return rules.format_board(board._replace(sides=tuple(sides)))


def _parted(text: str) -> tuple[str, str]:
    """The sides, and the seat to act, wherever it is told."""
    parts = [part for part in text.split(";") if part.strip()]
    if len(parts) < 2:
        last = _LAST_SEAT.search(text.rstrip(" ;"))
        return (text[: last.end(1)], last[2]) if last else ("".join(parts), "")
    for index in (-1, 0):
        seat = _SEATED.match(parts[index])
        if seat is not None:
            del parts[index]
            return ",".join(parts), seat[1]
    return (",".join(parts), "") if len(parts) > 2 else (parts[0], parts[1])


def _meant_side(text: str) -> str:
    """What a side has, its pieces in the order of their places."""
    pieces, reserve = list[str](), ""
    text = _COUNTED.sub(r" r\1 ", _LABEL.sub("", text))
    text = _BEHIND.sub(lambda one: f"{one[2] or 'q'}{one[1] or one[3]}", _AT.sub(r"\1", text))
    for word in re.split(r"[,;\s]+", _APART.sub(r"\1\2", text)):
        if _RESERVE.fullmatch(word):
            reserve = f"r{int(word[1:])}"
        elif word not in ("", "-"):
            piece = _PIECE.fullmatch(word)
            kind = "" if piece is None else "Q" if piece[1] in "qkrd" else piece[1]
            pieces.append(word if piece is None else f"{kind}{piece[2]}{int(piece[3])}")
    known = [piece for piece in pieces if piece[1:] in CELL_OF]
    others = [piece for piece in pieces if piece[1:] not in CELL_OF]
    known.sort(key=lambda piece: CELL_OF[piece[1:]])
    return f"{','.join((*known, *others)) or '-'} {reserve}".rstrip()


def _board(draft: Setup) -> Board:
    return rules.read_board(draft.start)


EDITOR = MyraEditor()
