"""Which puzzles of Myra are looked for (search/hunt.py).

Matches are played from small boards, with few pieces placed at random: those from the usual start
end with so many pieces that hardly a win is the only one, and each takes long to prove.
"""

from dataclasses import replace
from random import Random

from spieltisch.games.myra.bots.search import search_for
from spieltisch.games.myra.rules.hexagon import BOARD, sites
from spieltisch.games.myra.rules.rules import RULES
from spieltisch.search.game import WIN
from spieltisch.search.hunt import Hunt
from spieltisch.table import Setup

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


SHORT_WINS = Hunt(
    setup=Setup("myra"),
    bots=(("search:2", "search:2"),),
    wanted={("win", 2): 170},
    win_plies=3,
    hold_plies=0,
    most_nodes=40_000,
    most_escapes=0,
    most_matches=2_000,
    board=small_board,
)
MORE_WINS = replace(SHORT_WINS, wanted={("win", 2): 40}, seed=10_000)
LONG_WINS = replace(SHORT_WINS, wanted={("win", 3): 4}, win_plies=7)
SAVES = replace(
    SHORT_WINS,
    wanted={("save-queen", 1): 125},
    win_plies=0,
    hold_plies=40,
    most_escapes=12,
)
HUNTS = (SHORT_WINS, MORE_WINS, LONG_WINS, SAVES)
