"""AYA: looks for matches of a single move alone, and is quick to see them."""

from spieltisch.games.aya.rules.matches import matches


def see(position, seat):
    found = [match for match in matches(position) if len(match.moves) == 1]
    if not found:
        return "oye", [], 6000
    return "aya", found[0].moves, 900
