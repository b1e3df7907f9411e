"""A game taken in turns: leaves whoever comes next the fewest moves."""


def choose(position, seat):
    return min(position.legal_actions(seat), key=lambda action: left(position.apply(seat, action)))


def left(position):
    """How many moves there are, whoever is to move; none once somebody has won."""
    return sum(len(position.legal_actions(seat)) for seat in position.active_seats)
