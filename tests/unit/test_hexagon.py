"""Myra's board (docs/rules.md, Myra: 91 pits, side six, named as on an Abalone board)."""

from itertools import pairwise, permutations

import pytest

from spieltisch.games.myra.rules import hexagon
from spieltisch.games.myra.rules.hexagon import (
    BOARD,
    CELL_OF,
    CELLS,
    DIRECTIONS,
    NEIGHBOURS,
    SITES,
    cells,
    chains,
    format_cell,
    mask_of,
    name_of,
    parse_cell,
    ray,
    shortest_path,
    sites,
    smallest_path,
    spread,
)


def neighbours(site: str) -> tuple[str, ...]:
    return sites(NEIGHBOURS[CELL_OF[site]])


def distance(one, other):
    """The number of steps from one site to another over an empty board, counted by axes."""
    rows = ord(one[0]) - ord(other[0])
    numbers = int(one[1:]) - int(other[1:])
    return max(abs(rows), abs(numbers), abs(rows - numbers))


def test_there_are_91_sites_by_row_then_number():
    assert len(SITES) == len(set(SITES)) == 91
    assert SITES[:7] == ("a1", "a2", "a3", "a4", "a5", "a6", "b1")
    assert SITES[-6:] == ("k6", "k7", "k8", "k9", "k10", "k11")
    assert [site for site in SITES if site[0] == "f"] == [f"f{number}" for number in range(1, 12)]
    lengths = [sum(site[0] == row for site in SITES) for row in hexagon.ROWS]
    assert lengths == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]


def test_cells_ascend_in_site_order_and_make_up_the_board():
    assert list(CELLS) == sorted(CELLS)
    assert sites(BOARD) == SITES
    assert tuple(cells(BOARD)) == CELLS
    assert mask_of(*SITES) == BOARD


@pytest.mark.parametrize("site", SITES)
def test_a_site_parses_and_formats_inversely(site):
    assert format_cell(parse_cell(site)) == site


@pytest.mark.parametrize("text", ["", "a", "a0", "a7", "f12", "g1", "k5", "l1", "A1", "a01", "a1 "])
def test_what_is_no_site_is_refused_by_name(text):
    with pytest.raises(ValueError, match="is no site of the hexagon"):
        parse_cell(text)


@pytest.mark.parametrize("cell", [-1, 6, 11, 12 * 11])
def test_a_cell_that_is_no_site_has_no_name(cell):
    with pytest.raises(ValueError, match="is no site"):
        format_cell(cell)


@pytest.mark.parametrize("pits", [0, -1, -mask_of("a1"), mask_of("a1", "k11")])
def test_none_and_several_pits_have_no_name(pits):
    with pytest.raises(ValueError, match="not the mask of one pit"):
        name_of(pits)


def test_neighbours_are_the_six_of_the_rules():
    assert neighbours("f6") == ("e5", "e6", "f5", "f7", "g6", "g7")
    assert neighbours("a1") == ("a2", "b1", "b2")
    assert neighbours("f1") == ("e1", "f2", "g2")
    assert neighbours("k11") == ("j10", "j11", "k10")


def test_neighbours_are_mutual_and_one_step_away():
    for site in SITES:
        for other in SITES:
            assert (other in neighbours(site)) == (site in neighbours(other))
            assert (other in neighbours(site)) == (distance(site, other) == 1)


def test_six_corners_have_three_neighbours():
    corners = [site for site in SITES if len(neighbours(site)) == 3]
    assert corners == ["a1", "a6", "f1", "f11", "k6", "k11"]


def test_spreading_a_mask_is_the_union_of_its_neighbours():
    assert spread(mask_of("a1", "f11")) & BOARD == mask_of("a2", "b1", "b2", "e10", "f10", "g11")
    assert NEIGHBOURS[CELL_OF["f6"]] == mask_of(*neighbours("f6"))


def test_rays_go_straight_to_the_edge():
    assert ray("f6", (0, 1)) == ("f7", "f8", "f9", "f10", "f11")
    assert ray("f6", (1, 1)) == ("g7", "h8", "i9", "j10", "k11")
    assert ray("a1", (-1, 0)) == ()
    assert [len(ray("f6", direction)) for direction in DIRECTIONS] == [5] * 6


def test_opposite_directions_lie_three_apart():
    for index, (rows, numbers) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(index + 3) % 6] == (-rows, -numbers)


def test_the_shortest_path_goes_round_what_is_not_free():
    start, end = CELL_OF["f4"], CELL_OF["f6"]
    assert shortest_path(start, end, BOARD, 2) == tuple(map(parse_cell, ("f4", "f5", "f6")))
    blocked = BOARD & ~mask_of("f5", "e5", "e4")
    path = shortest_path(start, end, blocked, 4)
    assert path is not None
    assert len(path) == 4
    assert all(format_cell(b) in neighbours(format_cell(a)) for a, b in pairwise(path))
    assert shortest_path(start, end, blocked, 2) is None
    assert shortest_path(start, end, 0, 4) is None


def test_chains_from_the_middle_are_as_many_as_paths_have_sets():
    middle = CELL_OF["f6"]
    assert [len(chains(middle, length)) for length in range(6)] == [1, 6, 24, 102, 426, 1764]
    assert all(mask.bit_count() == 4 for mask in chains(middle, 4))
    assert not any(mask >> middle & 1 for mask in chains(middle, 4))
    assert list(chains(middle, 3)) == sorted(chains(middle, 3))


def test_the_smallest_path_is_the_smallest_text():
    assert smallest_path(CELL_OF["b2"], mask_of("b3", "c3")) == ("b2", "b3", "c3")
    inward = smallest_path(CELL_OF["c3"], mask_of("b3", "b2"), is_inward=True)
    assert inward == ("b2", "b3", "c3")
    # As text, f10 comes before f9.
    assert smallest_path(CELL_OF["e9"], mask_of("f9", "f10")) == ("e9", "f10", "f9")


def test_there_is_no_path_over_sites_that_branch():
    assert smallest_path(CELL_OF["f6"], mask_of("f5", "f7")) is None
    assert smallest_path(CELL_OF["a1"], mask_of("f7")) is None


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("is_inward", [False, True])
def test_the_smallest_path_is_the_smallest_of_all_orders(length, is_inward):
    for site in ("f9", "e10", "a1"):
        for mask in chains(CELL_OF[site], length)[::37]:
            orders = [
                (site, *order)
                for order in permutations(sites(mask))
                if all(b in neighbours(a) for a, b in pairwise((site, *order)))
            ]
            texts = [">".join(reversed(order) if is_inward else order) for order in orders]
            path = smallest_path(CELL_OF[site], mask, is_inward=is_inward)
            assert path is not None
            assert ">".join(path) == min(texts)
