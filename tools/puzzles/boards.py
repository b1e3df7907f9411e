"""What the makers of puzzles need to know of the games' boards.

Myra's matches are played from small boards, with few pieces placed at random: those from the usual
start end with so many pieces that hardly a win is the only one, and each takes long to prove.
"""

from random import Random

from spieltisch.games.myra.bots.search import search_for
from spieltisch.games.myra.rules.hexagon import BOARD, sites
from spieltisch.games.myra.rules.rules import RULES
from spieltisch.games.yala.rules.core import Ring
from spieltisch.search.game import WIN


def ring_shape(ring: Ring) -> Ring:
    """YALA's ring, rotated and mirrored to the smallest value, which all its views share."""
    both = (ring, ring[::-1])
    return min(seen[turn:] + seen[:turn] for seen in both for turn in range(len(ring)))


TROOPS = (5, 8)
"""How many troops a side has, at least and at most."""

SIZES = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4)
"""How many soldiers lie in a pit, each as likely as the others."""

MOST_RESERVE = 1


def small_board(rng: Random) -> str:
    """A board's text, as Myra's rules read it: of two seats, neither of which could win at once."""
    while True:
        fields = " / ".join(_fields(rng))
        if not any(_is_won(f"{fields} ; {seat}") for seat in (2, 1)):
            return f"{fields} ; 1"


def _fields(rng: Random) -> list[str]:
    order = sites(BOARD)
    pits = list(order)
    rng.shuffle(pits)
    fields = []
    for _ in range(2):
        troops = [("Q", pits.pop())]
        troops += [(str(rng.choice(SIZES)), pits.pop()) for _ in range(rng.randint(*TROOPS))]
        troops.sort(key=lambda troop: order.index(troop[1]))
        told = ",".join(size + site for size, site in troops)
        fields.append(f"{told} r{rng.randint(0, MOST_RESERVE)}")
    return fields


def _is_won(board: str) -> bool:
    position = RULES.parse_position(board)
    search = search_for(position)
    return next(iter(search.expand(search.root(position).node)))[0] == WIN
