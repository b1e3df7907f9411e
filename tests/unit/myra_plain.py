"""Myra once more, written to be read: dicts, recursion, every path tried; for tests alone.

Nothing here is shared with the engine: the board, the rules and the texts are written out again
from docs/rules.md, Myra.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

ROWS = "abcdefghijk"
STEPS = ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))


def numbers_of(row: str) -> range:
    index = ROWS.index(row)
    return range(max(1, index - 4), min(11, index + 6) + 1)


SITES = [row + str(number) for row in ROWS for number in numbers_of(row)]
NEIGHBOURS = {
    site: [
        other
        for other in SITES
        if (ROWS.index(other[0]) - ROWS.index(site[0]), int(other[1:]) - int(site[1:])) in STEPS
    ]
    for site in SITES
}
QUEEN = 0


@cache
def sites_of(edge: int) -> list[str]:
    """All pits of a board, by how many are on an edge: row and number differ by less than that."""
    return [
        site
        for site in SITES
        if ROWS.index(site[0]) < 2 * edge - 1
        and int(site[1:]) < 2 * edge
        and abs(ROWS.index(site[0]) - int(site[1:]) + 1) < edge
    ]


def beside(plain: Plain, site: str) -> list[str]:
    return [other for other in NEIGHBOURS[site] if other in sites_of(plain.edge)]


@dataclass(frozen=True)
class Plain:
    """``pieces`` says of each pit whose piece lies there and how many soldiers (0: a queen)."""

    pieces: dict[str, tuple[int, int]]
    reserves: tuple[int, ...]
    seat: int
    edge: int = 6

    @property
    def queens(self) -> set[int]:
        return {seat for seat, soldiers in self.pieces.values() if soldiers == QUEEN}


def parse(text: str) -> Plain:
    text, _, edge = text.partition(" edge=")
    fields, seat = text.split(" ; ")
    pieces, reserves = {}, []
    for number, field in enumerate(fields.split(" / "), 1):
        listed, reserve = field.split(" r")
        reserves.append(int(reserve))
        for piece in listed.split(",") if listed != "-" else []:
            pieces[piece[1:]] = (number, QUEEN if piece[0] == "Q" else int(piece[0]))
    return Plain(pieces, tuple(reserves), int(seat), int(edge or 6))


def format_plain(plain: Plain) -> str:
    fields = []
    for number, reserve in enumerate(plain.reserves, 1):
        listed = [
            ("Q" if plain.pieces[site][1] == QUEEN else str(plain.pieces[site][1])) + site
            for site in SITES
            if site in plain.pieces and plain.pieces[site][0] == number
        ]
        fields.append(f"{','.join(listed) or '-'} r{reserve}")
    edge = f" edge={plain.edge}" if plain.edge != 6 else ""
    return " / ".join(fields) + f" ; {plain.seat}{edge}"


Changes = dict[str, int | None]
"""What the seat to act has in pits afterwards: so many soldiers, QUEEN, or None for nothing."""


def legal(plain: Plain) -> dict[str, Changes]:
    """Every legal action's text and what it changes; of texts that change the same, the smallest.

    What changes the same pits to hold the same leads to the same position, and nothing else does:
    only producing changes a single pit, so the reserve need not be compared.
    """
    if len(plain.queens) < 2:
        return {}
    found: dict[object, tuple[str, Changes]] = {}
    for text, changes in everything(plain):
        key = frozenset(changes.items())
        if key not in found or text < found[key][0]:
            found[key] = (text, changes)
    if found:
        return dict(found.values())
    others = [replace(plain, seat=seat) for seat in plain.queens - {plain.seat}]
    return {"pass": {}} if any(True for other in others for _ in everything(other)) else {}


def everything(plain: Plain) -> Iterator[tuple[str, Changes]]:
    """All actions but passing, in every order and spelling."""
    for site, (seat, soldiers) in plain.pieces.items():
        if seat == plain.seat:
            if soldiers == QUEEN:
                yield from queen_moves(plain, site)
            else:
                yield from walks(plain, site, soldiers)
                yield from sowings(plain, site, soldiers)
                if soldiers == 1:
                    yield from gatherings(plain, [site])


def queen_moves(plain: Plain, site: str) -> Iterator[tuple[str, Changes]]:
    for target in beside(plain, site):
        there = plain.pieces.get(target)
        if there is None:
            yield f"Q{site}-{target}", {site: None, target: QUEEN}
            if plain.reserves[plain.seat - 1]:
                yield f"+{target}", {target: 1}
        elif there[0] != plain.seat and there[1] != 5:
            yield f"Q{site}x{target}", {site: None, target: QUEEN}


def walks(plain: Plain, site: str, soldiers: int) -> Iterator[tuple[str, Changes]]:
    for going in range(1, min(soldiers, 4) + 1):
        left = soldiers - going or None
        for target in ends(plain, site, going):
            there = plain.pieces.get(target)
            if there is None:
                yield f"{going}{site}-{target}", {site: left, target: going}
            elif there[0] == plain.seat:
                if there[1] != QUEEN and there[1] + going <= 5:
                    together = there[1] + going
                    yield f"{going}{site}-{target}", {site: left, target: together}
            elif left is None and there[1] != 5:
                yield f"{going}{site}x{target}", {site: None, target: going}


def ends(plain: Plain, site: str, steps: int) -> set[str]:
    """Where a walk of at most so many steps may end, whatever lies there."""
    found: set[str] = set()

    def go_on(path: list[str]) -> None:
        for target in beside(plain, path[-1]):
            if target not in path:
                found.add(target)
                if target not in plain.pieces and len(path) < steps:
                    go_on([*path, target])

    go_on([site])
    return found


def sowings(plain: Plain, site: str, soldiers: int) -> Iterator[tuple[str, Changes]]:
    if soldiers == 1:
        return

    def go_on(path: list[str]) -> Iterator[tuple[str, Changes]]:
        if len(path) == soldiers + 1:
            yield "<".join(path), {site: None} | dict.fromkeys(path[1:], 1)
            return
        for target in beside(plain, path[-1]):
            if target not in plain.pieces and target not in path:
                yield from go_on([*path, target])

    yield from go_on([site])


def gatherings(plain: Plain, path: list[str]) -> Iterator[tuple[str, Changes]]:
    if len(path) > 1:
        emptied: Changes = dict.fromkeys(path[:-1])
        yield ">".join(path), emptied | {path[-1]: len(path)}
    if len(path) < 5:
        for target in beside(plain, path[-1]):
            if plain.pieces.get(target) == (plain.seat, 1) and target not in path:
                yield from gatherings(plain, [*path, target])


def after(plain: Plain, text: str, changes: Changes) -> Plain:
    """The position once the seat to act has changed these pits; a fallen queen's troops follow."""
    pieces, reserves = dict(plain.pieces), list(plain.reserves)
    reserves[plain.seat - 1] -= text.startswith("+")
    for site, soldiers in changes.items():
        pieces.pop(site, None)
        if soldiers is not None:
            pieces[site] = (plain.seat, soldiers)
    queens = {seat for seat, soldiers in pieces.values() if soldiers == QUEEN}
    for fallen in plain.queens - queens:
        if len(plain.queens) == 3:
            reserves[fallen - 1] = 0
            for site, (seat, soldiers) in pieces.items():
                if seat == fallen:
                    pieces[site] = (plain.seat, soldiers)
    return Plain(pieces, tuple(reserves), next_seat(plain, queens), plain.edge)


def next_seat(plain: Plain, queens: set[int]) -> int:
    """Clockwise to the next seat that has a queen."""
    count = len(plain.reserves)
    return next(
        seat
        for seat in ((plain.seat + step - 1) % count + 1 for step in range(1, count + 1))
        if seat in queens
    )


def random_position(chance: random.Random, edge: int = 6) -> str:
    """Any position at all: crowded or open, two or three seats, one of three perhaps fallen.

    Only crowded boards are rich in fortresses; on open ones those would sow in thousands of ways.
    """
    seats = chance.choice((2, 3)) if edge > 4 else 2
    pits = sites_of(edge)
    playing = list(range(1, seats + 1))
    if seats == 3 and chance.random() < 0.25:
        playing.remove(chance.choice(playing))
    share = len(pits) / len(SITES)
    count = max(4, round(share * chance.choice((4, 6, 20, 40, 65, 80, 88, 91))))
    sites = chance.sample(pits, count)
    weights = chance.choice(((1, 0, 0, 0, 0), (8, 2, 1, 0, 0), (8, 1, 0, 0, 0)))
    if count > 60 * share:
        weights = chance.choice((weights, (4, 3, 2, 1, 0), (1, 1, 1, 1, 8)))
    limits = dict.fromkeys(range(1, seats + 1), 50)
    pieces = {site: (seat, QUEEN) for seat, site in zip(playing, sites, strict=False)}
    if chance.random() < 0.1:
        corner_queen(pieces, limits, playing, edge)
    for site in sites[len(playing) :]:
        seat = chance.choice(playing)
        soldiers = chance.choices((1, 2, 3, 4, 5), weights)[0]
        if soldiers <= limits[seat] and site not in pieces:
            limits[seat] -= soldiers
            pieces[site] = (seat, soldiers)
    reserves = tuple(
        chance.randint(0, min(25, limits[seat])) if seat in playing else 0 for seat in limits
    )
    return format_plain(Plain(pieces, reserves, chance.choice(playing), edge))


def corner_queen(
    pieces: dict[str, tuple[int, int]], limits: dict[int, int], seats: list[int], edge: int
):
    """Shut the first seat's queen up in a corner behind the second's fortresses, all alone."""
    pieces.clear()
    limits[seats[0]] = 0
    limits[seats[1]] -= 15
    west, east = f"{ROWS[2 * edge - 2]}{edge}", f"{ROWS[edge - 1]}{2 * edge - 1}"
    pieces |= {"a1": (seats[0], QUEEN), west: (seats[1], QUEEN)}
    pieces |= dict.fromkeys(NEIGHBOURS["a1"], (seats[1], 5))
    if len(seats) == 3:
        pieces[east] = (seats[2], QUEEN)
