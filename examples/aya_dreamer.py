"""AYA: sees every match in the end, but dreams now and then."""

import random

from spieltisch.games.aya.rules.matches import matches


def see(position, seat):
    dreams_ms = random.randrange(1000, 5000)
    found = matches(position)
    if not found:
        return "oye", [], 3000 + dreams_ms
    return "aya", random.choice(found).moves, dreams_ms
