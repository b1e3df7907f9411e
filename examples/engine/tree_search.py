"""A tree search with a transposition table: it deepens until its positions are spent, and knows a
board again by `position.key`, whatever moves have led there.

    python tree_search.py 20000
"""

import sys

from spieltisch.games.yala.game import GAME as YALA

WON = 1000.0


class Search:
    """Alpha-beta for any game of two that is taken in turns. `value` says how good a position is
    for the seat that is to act. A draw by repetition depends on the past, which the table leaves
    out: near one, what is found may be wrong."""

    def __init__(self, value, nodes):
        self.value, self.nodes_left = value, nodes
        self.table = {}
        """By board: how deep it was looked, what was found, and the best move."""

    def best(self, position):
        """The best move, and its value, as deep as the nodes allow."""
        found, depth = None, 0
        while self.nodes_left > 0 and depth < 30:
            depth += 1
            score = self.search(position, depth, -2 * WON, 2 * WON)
            if self.nodes_left > 0 or found is None:
                found = self.table[position.key][2], score
            if abs(score) >= WON:
                break
        return found

    def search(self, position, depth, alpha, beta):
        if position.outcome is not None:
            return self.end(position, depth)
        known = self.table.get(position.key)
        if known is not None and known[0] >= depth and known[3]:
            return known[1]
        self.nodes_left -= 1
        if depth == 0 or self.nodes_left < 0:
            return self.value(position)
        [seat] = position.active_seats
        moves = position.legal_actions(seat)
        if known is not None:
            # What was best before is tried first.
            moves = sorted(moves, key=lambda move: move != known[2])
        best, best_move, floor = -3 * WON, None, alpha
        for move in moves:
            score = -self.search(position.apply(seat, move), depth - 1, -beta, -alpha)
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        is_exact = floor < best < beta
        self.table[position.key] = (depth, best, best_move, is_exact)
        return best

    def end(self, position, depth):
        """A win that comes sooner is better."""
        if position.outcome.is_draw:
            return 0.0
        # Whoever is to act has lost, in the games that end so.
        return -(WON + depth)


def mobility(position):
    """How many more moves YALA's side to move has than the other one would have."""
    [seat] = position.active_seats
    own = len(position.legal_actions(seat))
    replies = [
        len(position.apply(seat, move).legal_actions(3 - seat))
        for move in position.legal_actions(seat)[:4]
    ]
    return own - sum(replies) / len(replies)


def main(nodes="3000"):
    position = YALA.begin(seed=42)
    while position.outcome is None:
        [seat] = position.active_seats
        search = Search(mobility, int(nodes) if seat == 1 else 100)
        move, score = search.best(position)
        print(f"seat {seat}: {move} ({score:+.1f}, {len(search.table)} boards)")
        position = position.apply(seat, move)
    print(f"won by seat {min(position.outcome.winners, default='none')}: {position.outcome.reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
