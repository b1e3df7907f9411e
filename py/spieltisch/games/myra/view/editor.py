"""Myra's pits, queens and reserves, set up by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spieltisch.games.myra.rules import core, rules
from spieltisch.games.myra.rules.core import NO_PIECES, RESERVE, Board
from spieltisch.games.myra.rules.hexagon import EDGE_OF, mask_of
from spieltisch.games.myra.rules.position import MyraPosition, Piece, sites_of
from spieltisch.games.myra.view.pieces import drawing
from spieltisch.games.myra.view.sentences import piece_text, pit_label
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Editor, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Player, Seat, Setup


class MyraEditor(Editor):
    """A draft's start is a board text with any pieces; a piece is its seat and ``Q`` or a number of
    soldiers, such as ``2Q`` or ``14``."""

    options = (rules.HOUSE_EDGE.name,)

    def pieces(self, draft: Setup) -> tuple[str, ...]:
        seats = range(1, draft.seats + 1)
        return (*(f"{seat}{one}" for seat in seats for one in "Q12345"), "")

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

    def position(self, draft: Setup) -> MyraPosition:
        return MyraPosition(_board(draft))

    def site_text(self, scene: Scene, site: str) -> str:
        return pit_label(scene, None, site) if site in scene.position.sites else ""

    def flaws(self, draft: Setup, names: Names, words: Words) -> list[str]:
        found = list(self._flaws(_board(draft), names, words))
        if not found and self.position(draft).outcome:
            found.append(words.gettext("Nobody can move."))
        return found

    def _flaws(self, board: Board, names: Names, words: Words) -> Iterator[str]:
        standing = core.reigning(board)
        out = [seat for seat in range(1, len(board.sides) + 1) if seat not in standing]
        is_late = len(board.sides) > len(standing) > 1
        if len(standing) < 2:
            for seat in out:
                yield words.gettext("{name} has no queen.").format(name=names[seat - 1])
        elif board.seat in out:
            told = words.gettext("{name} has no queen, so it cannot be that side's turn.")
            yield told.format(name=names[board.seat - 1])
        if is_late and core.soldiers(board.sides[out[0] - 1]):
            told = words.gettext(
                "{name} has no queen: the soldiers belong to the one who has captured her."
            )
            yield told.format(name=names[out[0] - 1])
        by_force = sorted(standing, key=lambda seat: core.force(board.sides[seat - 1]))
        for seat, side in enumerate(board.sides, 1):
            # Of three, who has captured a queen has taken over soldiers.
            most = rules.SOLDIERS_EACH * (2 if is_late and seat == by_force[-1] else 1)
            count = core.force(side)
            if count > most:
                template = words.gettext(
                    "{name} has {n} soldiers with the reserve. There cannot be more than {most}."
                )
                yield template.format(name=names[seat - 1], n=count, most=most)

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


def _board(draft: Setup) -> Board:
    return rules.read_board(draft.start)


EDITOR = MyraEditor()
