"""A game of two taken in turns: minimax with alpha-beta, two plies deep, by counting moves."""

DEPTH = 2


def choose(position, seat):
    scores = {
        action: -score(position.apply(seat, action), DEPTH - 1)
        for action in position.legal_actions(seat)
    }
    return max(scores, key=scores.get)


def score(position, depth, alpha=-1000, beta=1000):
    """What a position is worth to the side that is to move in it."""
    if position.outcome:
        # The side to move has lost, unless it is a draw: here only the last move wins.
        return 0 if position.outcome.is_draw else -999
    (seat,) = position.active_seats
    actions = position.legal_actions(seat)
    if not depth:
        return len(actions)
    for action in actions:
        alpha = max(alpha, -score(position.apply(seat, action), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
