"""AYA: sees every match there is, and takes its time: longer for one of two moves."""

from spieltisch.games.aya.rules.matches import matches


def see(position, seat):
    found = matches(position)
    if not found:
        return "oye", [], 3500
    best = min(found, key=lambda match: len(match.moves))
    return "aya", best.moves, 1200 * len(best.moves)
